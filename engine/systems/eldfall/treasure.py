"""Chapter: Interact and Trade — treasures: taken up in Base Contact, handed on, and dropped by the fallen.

A treasure is a piece of scenery whose kind has the word for it.  Interact takes it up, from a
locked one with an Intellect roll.  It lies down again where its bearer falls.
"""

from __future__ import annotations

from engine import seeds
from engine.ask import Option, Steps, choose, happens
from engine.events import Built, Event, Gained, Noted, Razed
from engine.game import Game, Model, ModelId, Terrain, TerrainId
from engine.geometry.measure import gap_to_piece
from engine.questions import Objection, Tally
from engine.systems.eldfall import declared
from engine.systems.eldfall.acts import INTERACT, TRADE
from engine.systems.eldfall.conditions import RULES
from engine.systems.eldfall.counters import TREASURE, set_counter
from engine.systems.eldfall.halving import value
from engine.systems.eldfall.hitbox import apart, hitbox, touching
from engine.systems.eldfall.markers import DEAD, INCAPACITATED
from engine.systems.eldfall.questions import BE_TARGET, INT
from engine.systems.eldfall.reach import ruler
from engine.systems.eldfall.rolls import check
from engine.systems.eldfall.scenery import words

INTERACT_WHY = ("ELD-DEF-ACT-INTERACT", "ELD-DEF-OWN-TREASURE")
TRADE_WHY = ("ELD-DEF-ACT-TRADE", "ELD-DEF-OWN-TREASURE")
WORDS = seeds.tables("eldfall")["scenery"]
HALF = 0.25
"""Half the side in inches of a treasure that lies where somebody dropped it."""


def is_treasure(piece: Terrain) -> bool:
    return WORDS["treasure"] in words(piece)


def is_locked(piece: Terrain) -> bool:
    return WORDS["locked"] in words(piece)


def in_contact(game: Game, model: Model) -> tuple[Terrain, ...]:
    """The treasures that the model touches."""
    body = hitbox(game, model)
    return tuple(piece for piece in game.table.terrain if is_treasure(piece) and gap_to_piece(body, piece).contact)


def objections(game: Game, model: Model) -> tuple[Objection, ...]:
    """Why there is nothing to Interact with."""
    if not model.on_table or in_contact(game, model):
        return ()
    text = f"{model.name} touches nothing that it could Interact with."
    return (Objection(text=text, why=(*INTERACT_WHY, "ELD-DEF-BC"), model=model.id),)


def lock(game: Game, model: Model) -> Tally:
    """What the die on a locked chest must not exceed."""
    return value(game, model, INT)


def interact(game: Game, name: ModelId) -> Steps[Game]:
    """Take up a treasure; where several lie within touch, its player picks one."""
    model = game.model(name)
    near = in_contact(game, model)
    if not near:
        text = f"{model.name} finds nothing to Interact with any more"
        return (yield from happens(Noted(text=text, model=name, why=INTERACT_WHY)))
    options = tuple(Option(piece.id, piece.name) for piece in near)
    picked = yield from choose(model.side, options, f"what {model.name} takes up", model=name, why=INTERACT_WHY)
    piece = game.table.piece(picked)
    if is_locked(piece):
        what = f"{model.name} opens {piece.name}"
        if not (yield from check(game, name, lock(game, model), what, *INTERACT_WHY)):
            return game
    game = yield from happens(Razed(piece=piece.id, why=INTERACT_WHY))
    return (yield from set_counter(game, name, TREASURE, model.count(TREASURE) + 1, *INTERACT_WHY))


def trade_objections(game: Game, model: Model, friend: Model) -> tuple[Objection, ...]:
    """Why nothing can change hands between these two."""
    found: list[Objection] = []

    def no(text: str, *why: str) -> None:
        found.append(Objection(text=text, why=(*TRADE_WHY, *why), model=model.id, evidence=shown))

    shown = ruler(game, model, friend) if model.on_table and friend.on_table else ruler(game, model, model)
    if friend.id == model.id or friend.side != model.side:
        no(f"{model.name} Trades with friends, not with {friend.name}.")
    if not friend.on_table:
        no(f"{friend.name} is not on the field.")
    elif not touching(game, model, friend):
        far = apart(game, model, friend).distance
        no(f"{friend.name} is {far:.2f}″ away; a Trade needs Base Contact.", "ELD-DEF-BC")
    if not (model.count(TREASURE) or friend.count(TREASURE)):
        no("Neither of them carries anything that was acquired.")
    if friend.on_table and friend.side == model.side:
        found += RULES.ruling(game, friend, BE_TARGET, TRADE).objections
    return tuple(found)


def trade(game: Game, name: ModelId) -> Steps[Game]:
    """Hand over, or take, as many treasures as its player says."""
    for _, other in declared.objects(game.model(name)):
        model, friend = game.model(name), game.model(other)
        mine, theirs = model.count(TREASURE), friend.count(TREASURE)
        give = tuple(Option(f"give:{n}", f"Give {n} to {friend.name}") for n in range(mine, 0, -1))
        take = tuple(Option(f"take:{n}", f"Take {n} from {friend.name}") for n in range(theirs, 0, -1))
        if not (give or take):
            continue
        what = f"what {model.name} and {friend.name} Trade"
        picked = yield from choose(model.side, (*give, *take), what, model=name, why=TRADE_WHY)
        way, _, count = picked.partition(":")
        moved = int(count) if way == "give" else -int(count)
        game = yield from set_counter(game, name, TREASURE, mine - moved, *TRADE_WHY)
        game = yield from set_counter(game, friend.id, TREASURE, theirs + moved, *TRADE_WHY)
    return game


def dropped(game: Game, name: ModelId, event: Event) -> Steps[Game]:
    """Who falls drops the treasures it carries where it lies."""
    fallen = isinstance(event, Gained) and event.marker.status in (INCAPACITATED, DEAD)
    model = game.model(name)
    if not fallen or not model.count(TREASURE) or not model.on_table:
        return game
    number = model.count(TREASURE)
    game = yield from set_counter(game, name, TREASURE, 0, "ELD-DEF-OWN-TREASURE")
    for index in range(number):
        game = yield from happens(Built(piece=_lying(game, model, index), why=("ELD-DEF-OWN-TREASURE",)))
    return game


def _lying(game: Game, model: Model, index: int) -> Terrain:
    """A treasure on the ground at the feet of its bearer, flat enough to be stepped over."""
    taken = {piece.id for piece in game.table.terrain}
    name = next(id for n in range(len(taken) + 1) if (id := f"treasure_{model.id}_{index + n}") not in taken)
    x, y, s = model.x, model.y, HALF
    outline = ((x - s, y - s), (x + s, y - s), (x + s, y + s), (x - s, y + s))
    kind = f"{WORDS['treasure']}_dropped"
    return Terrain(
        id=TerrainId(name), name="Treasure", outline=outline, bottom=model.z, top=model.z + 0.1,
        kind=kind, sight="clear", footing="open",
    )  # fmt: skip


BODIES = {INTERACT: interact, TRADE: trade}
