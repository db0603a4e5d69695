"""Chapter: Doors and chests — opened for movement points, chests by heroes only; a chest may be cursed.

The overlord may play Curse of the Monkey God when a chest is opened.  What is in the chest is
handed out all the same, and then the monkey's turn is over.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.ask import Option, Steps, choose, happens
from engine.commands import Act
from engine.events import Built, Counted, Noted
from engine.game import Game, Model, ModelId, Terrain
from engine.geometry.grid import figure_of
from engine.rules import Plan
from engine.system import Action
from engine.systems.descent import able, board, paying, transformed
from engine.systems.descent.counters import COINS, CONQUEST, heroes_side, in_play, is_hero, overlord_side
from engine.systems.descent.declaring import heroes_with
from engine.systems.descent.questions import HEROES, OVERLORD
from engine.systems.descent.tables import number
from engine.systems.descent.tokens import count

DOOR_WHY = ("DES-DEF-DOOR",)
CHEST_WHY = ("DES-DEF-CHEST",)
CARD_WHY = ("DES-TRANS-1", "DES-DEF-OWN-TRAP")
CONTENT_WHY = ("DES-DEF-CHEST", "DES-DEF-OWN-CHEST")


def plan_door(game: Game, act: Act) -> Plan:
    """Open or close a door beside the figure; monsters do, too, for nothing on these boards is hidden."""
    model = game.model(act.model)
    beside = board.doors_beside(game, model) if in_play(model) else ()
    words = _door_words(beside[0]) if len(beside) == 1 else "open or close a door"
    objections = (*able.not_in_dungeon(game, model), *paying.objections(game, model, "door", words, monsters=True))
    free = tuple(door for door in beside if not _in_the_way(game, door))
    if not beside:
        objections += (able.no(model, f"{model.name} stands beside no door.", *DOOR_WHY),)
    elif not free:
        text = f"{_in_the_way(game, beside[0])} stands in the doorway: {paying.quietly(beside[0].name)} does not close."
        objections += (able.no(model, text, *DOOR_WHY),)

    def turn(game: Game) -> Steps[Game]:
        doors = tuple(d for d in board.doors_beside(game, game.model(model.id)) if not _in_the_way(game, d))
        if not doors:
            return game
        door = yield from paying.which(game, model.id, doors, "Which door?", *DOOR_WHY)
        game = yield from paying.pay(game, model.id, "door")
        text = f"{model.name} {'opens' if door.kind == board.DOOR else 'closes'} {paying.quietly(door.name)}"
        game = yield from happens(Noted(text=text, model=model.id, why=DOOR_WHY))
        return (yield from happens(Built(piece=turned(door), why=DOOR_WHY)))

    label = paying.labelled(words[:1].upper() + words[1:], "door")
    return Plan(label=label, objections=objections, steps=(turn,), tallies=paying.price(model, "door"))


def turned(door: Terrain) -> Terrain:
    """The door open where it was closed, closed where it was open."""
    if door.kind == board.DOOR:
        return replace(door, kind=board.OPEN_DOOR, sight="clear", footing="open")
    return replace(door, kind=board.DOOR, sight="solid", footing="solid")


def _in_the_way(game: Game, door: Terrain) -> str:
    """Who stands in an open door, on both sides of a border or in a space that it would close; empty for nobody."""
    if door.kind != board.OPEN_DOOR:
        return ""
    filled, closes = set(board.spaces_of(door)), board.door_borders(door)
    for space, model in board.standing(game).items():
        mine = figure_of(model).spaces
        if space in filled or any(a in mine and b in mine for a, b in closes):
            return model.name
    return ""


def plan_chest(game: Game, act: Act) -> Plan:
    """Open the chest in whose space the hero stands."""
    model = game.model(act.model)
    under = board.pieces_under(game, model, board.CHEST) if in_play(model) else ()
    objections = (*able.not_in_dungeon(game, model), *paying.objections(game, model, "chest", "open a chest"))
    if not under:
        objections += (able.no(model, f"{model.name} stands in the space of no closed chest.", *CHEST_WHY),)

    def paid(game: Game) -> Steps[Game]:
        game = yield from paying.pay(game, model.id, "chest")
        text = f"{model.name} opens {paying.quietly(under[0].name)}"
        return (yield from happens(Noted(text=text, model=model.id, why=CHEST_WHY)))

    def card(game: Game) -> Steps[Game]:
        return (yield from _card(game, model.id))

    def content(game: Game) -> Steps[Game]:
        return (yield from _hand_out(game, under[0].id))

    def over(game: Game) -> Steps[Game]:
        return (yield from transformed.end_turn_at_once(game, model.id))

    steps = (paid, card, content, over) if under else ()
    notes = ("The overlord may play Curse of the Monkey God: anything but a blank, and he is a monkey.",)
    label = paying.labelled("Open the chest", "chest")
    return Plan(label=label, objections=objections, steps=steps, tallies=paying.price(model, "chest"), notes=notes)


def _card(game: Game, model: ModelId) -> Steps[Game]:
    """The overlord may play the card."""
    if game.model(model).has(transformed.MONKEY):
        return game
    side = overlord_side(game).id
    options = (Option("play", "Play Curse of the Monkey God"), Option("pass", "Let the chest be opened"))
    asked = f"{game.model(model).name} opens a chest: does the overlord play his card?"
    if (yield from choose(side, options, asked, model=model, why=CARD_WHY)) == "pass":
        return game
    return (yield from transformed.curse(game, model))


def _hand_out(game: Game, piece: str) -> Steps[Game]:
    """The chest is open; every hero gets money, their side conquest."""
    chest, side = game.table.piece(piece), heroes_side(game)
    game = yield from happens(Built(piece=replace(chest, kind=board.OPEN_CHEST), why=CHEST_WHY))
    coins, conquest = number("chest_coins"), number("chest_conquest")
    for model in game.models:
        if is_hero(model) and model.place != "reserve":
            game = yield from count(game, model.id, COINS, model.count(COINS) + coins, *CONTENT_WHY, "DES-DEF-MONK")
    gained = side.count(CONQUEST) + conquest
    return (yield from happens(Counted(of="side", whose=side.id, name=CONQUEST, value=gained, why=CONTENT_WHY)))


def _door_words(door: Terrain) -> str:
    return f"{'open' if door.kind == board.DOOR else 'close'} {paying.quietly(door.name)}"


def _at_door(game: Game, model: Model) -> tuple[tuple[str, ...], ...]:
    return ((),) if in_play(model) and board.doors_beside(game, model) else ()


def _at_chest(game: Game, model: Model) -> bool:
    return in_play(model) and bool(board.pieces_under(game, model, board.CHEST))


ACTIONS = (
    Action("doors", "Open or close a door", (HEROES, OVERLORD), plan_door, aims=_at_door, icon="door"),
    Action("chests", "Open a chest", (HEROES,), plan_chest, aims=heroes_with(_at_chest), icon="chest"),
)
