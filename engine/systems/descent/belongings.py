"""Chapter: Potions and items in hand — drinking, picking up, dropping, giving, equipping."""

from __future__ import annotations

from engine.ask import Option, Steps, choose, happens
from engine.commands import Act
from engine.events import Noted, Razed
from engine.game import Game, Model, ModelId, Terrain
from engine.questions import Objection
from engine.rules import Plan
from engine.system import Action
from engine.systems.descent import able, board, kit, orders, paying, sight, wounds
from engine.systems.descent.counters import COINS, DECLARED, FATIGUE_SPENT, POTIONS, STOWED, in_play, is_hero
from engine.systems.descent.declaring import heroes_with
from engine.systems.descent.questions import HEROES
from engine.systems.descent.tables import number, potions, title
from engine.systems.descent.tokens import count
from engine.systems.descent.transformed import may_use_kit

POTION_WHY = ("DES-DEF-POTION",)
EQUIP_WHY = ("DES-DEF-EQUIP",)
MACT = ("DES-DEF-MACT",)


def plan_potion(game: Game, act: Act) -> Plan:
    """Drink a potion: wounds, poison first, or fatigue come back."""
    model = game.model(act.model)
    held = tuple(potion for potion in POTIONS if model.count(potion))
    objections = paying.objections(game, model, "potion", "drink a potion")
    objections += may_use_kit(game, model).objections
    if not held:
        objections += (able.no(model, f"{model.name} has no potion left.", *POTION_WHY),)

    def drink(game: Game) -> Steps[Game]:
        potion = yield from _which(model, held, f"Which potion does {model.name} drink?", POTION_WHY)
        game = yield from paying.pay(game, model.id, "potion")
        game = yield from count(game, model.id, potion, game.model(model.id).count(potion) - 1, *POTION_WHY)
        text = f"{model.name} drinks a {title(potion)}"
        game = yield from happens(Noted(text=text, model=model.id, why=POTION_WHY))
        return (yield from _works(game, model.id, potion))

    label = paying.labelled(f"Drink a {title(held[0])}" if len(held) == 1 else "Drink a potion", "potion")
    steps = (drink,) if held else ()
    notes = tuple(_promise(game, model, potion) for potion in held)
    return Plan(label=label, objections=objections, steps=steps, tallies=paying.price(model, "potion"), notes=notes)


def plan_pick_up(game: Game, act: Act) -> Plan:
    """Pick up a token in the hero's space."""
    model = game.model(act.model)
    lying = _lying(game, model)
    objections = (*able.not_in_dungeon(game, model), *paying.objections(game, model, "pick_up", "pick something up"))
    if not lying:
        objections += (able.no(model, f"Nothing lies in the space of {model.name}.", *MACT),)
    room = tuple(piece for piece in lying if piece.kind == board.COINS or _room(model))
    if lying and not room:
        text = f"{model.name} carries {number('potions')} potions, which is all there is room for."
        objections += (able.no(model, text, *EQUIP_WHY),)

    def take(game: Game) -> Steps[Game]:
        piece = yield from paying.which(game, model.id, room, f"What does {model.name} pick up?", *MACT)
        game = yield from paying.pay(game, model.id, "pick_up")
        game = yield from happens(Razed(piece=piece.id, why=MACT))
        hero = game.model(model.id)
        if piece.kind == board.COINS:
            return (yield from count(game, hero.id, COINS, hero.count(COINS) + number("coins"), "DES-DEF-OWN-CHEST"))
        return (yield from count(game, hero.id, piece.kind, hero.count(piece.kind) + 1, *MACT))

    words = f"Pick up {paying.quietly(room[0].name)}" if len(room) == 1 else "Pick up"
    return Plan(label=paying.labelled(words, "pick_up"), objections=objections, steps=(take,) if room else ())


def plan_drop(game: Game, act: Act) -> Plan:
    """Drop an item or a potion; it is lost."""
    model = game.model(act.model)
    things = _things(model)
    objections = paying.objections(game, model, "drop", "drop something")
    if not things:
        objections += (able.no(model, f"{model.name} has nothing to drop.", *MACT),)

    def let_go(game: Game) -> Steps[Game]:
        thing = yield from _which(model, things, f"What does {model.name} drop?", MACT)
        game = yield from paying.pay(game, model.id, "drop")
        text = f"{model.name} drops the {title(thing)}; it is lost"
        game = yield from happens(Noted(text=text, model=model.id, why=MACT))
        return (yield from _without(game, model.id, thing))

    return Plan(
        label=paying.labelled("Drop something", "drop"), objections=objections, steps=(let_go,) if things else ()
    )


def plan_give(game: Game, act: Act) -> Plan:
    """Give one item or potion to a hero next to this one."""
    model = game.model(act.model)
    objections = (*able.not_in_dungeon(game, model), *paying.objections(game, model, "give", "give something away"))
    if len(act.targets) != 1:
        text = f"{model.name} gives to one hero: name him."
        return Plan(label="Give", objections=(*objections, able.no(model, text, *MACT)))
    other, things = game.model(act.targets[0]), _things(model)
    objections += _cannot_take(game, model, other)
    if not things:
        objections += (able.no(model, f"{model.name} has nothing to give.", *MACT),)

    def hand_over(game: Game) -> Steps[Game]:
        asked = f"What does {model.name} give to {other.name}?"
        takeable = tuple(thing for thing in things if thing not in POTIONS or _room(other))
        if not takeable:
            return game
        thing = yield from _which(model, takeable, asked, MACT)
        game = yield from paying.pay(game, model.id, "give")
        text = f"{model.name} gives the {title(thing)} to {other.name}"
        game = yield from happens(Noted(text=text, model=model.id, other=other.id, why=MACT))
        game = yield from _without(game, model.id, thing)
        if thing in POTIONS:
            return (yield from count(game, other.id, thing, game.model(other.id).count(thing) + 1, *MACT))
        return (yield from kit.receive(game, other.id, thing, *MACT))

    label = paying.labelled(f"Give something to {other.name}", "give")
    return Plan(label=label, objections=objections, steps=(hand_over,), tallies=paying.price(model, "give"))


def plan_equip(game: Game, act: Act) -> Plan:
    """Change what is in hand: freely before the action is declared, later for movement points."""
    model = game.model(act.model)
    free = not model.count(DECLARED)
    if free:
        objections: tuple[Objection, ...] = able.not_its_turn(game, model)
        if not is_hero(model):
            objections += (able.no(model, f"{model.name} is a monster and equips nothing.", *EQUIP_WHY),)
    else:
        objections = paying.objections(game, model, "equip", "equip anew")
    objections += may_use_kit(game, model).objections
    if not _changes(model):
        objections += (able.no(model, f"{model.name} has nothing to change.", *EQUIP_WHY),)

    def change(game: Game) -> Steps[Game]:
        if not free:
            game = yield from paying.pay(game, model.id, "equip")
        return (yield from _rearrange(game, model.id))

    label = "Equip" if free else paying.labelled("Equip anew", "equip")
    return Plan(
        label=label, objections=objections, steps=(change,), tallies=() if free else paying.price(model, "equip")
    )


def _works(game: Game, model: ModelId, potion: str) -> Steps[Game]:
    drink = potions()[potion]
    if drink.heals:
        game = yield from wounds.heal(game, model, drink.heals, *POTION_WHY)
    if drink.fatigue:
        game = yield from count(game, model, FATIGUE_SPENT, 0, *POTION_WHY)
    return game


def _promise(game: Game, model: Model, potion: str) -> str:
    drink = potions()[potion]
    if drink.fatigue:
        return f"{drink.title}: all fatigue is back."
    poison, back = wounds.healed(game, model, drink.heals)
    wounds_back = f"{back} {'wound' if back == 1 else 'wounds'} back"
    return f"{drink.title}: {f'{poison} poison off, ' if poison else ''}{wounds_back}."


def _lying(game: Game, model: Model) -> tuple[Terrain, ...]:
    return board.pieces_under(game, model, board.COINS, *POTIONS) if in_play(model) else ()


def _room(model: Model) -> bool:
    return sum(model.count(potion) for potion in POTIONS) < number("potions")


def _things(model: Model) -> tuple[str, ...]:
    items = tuple(item for item in kit.carried(model) if not kit.natural(item))
    return (*items, *(potion for potion in POTIONS if model.count(potion)))


def _which(model: Model, things: tuple[str, ...], asked: str, why: tuple[str, ...]) -> Steps[str]:
    options = tuple(Option(thing, title(thing)[:1].upper() + title(thing)[1:]) for thing in things)
    return (yield from choose(model.side, options, asked, model=model.id, why=why))


def _without(game: Game, model: ModelId, thing: str) -> Steps[Game]:
    if thing in POTIONS:
        return (yield from count(game, model, thing, game.model(model).count(thing) - 1, *MACT))
    game = yield from kit.lay_down(game, model, thing, *MACT)
    return (yield from orders.drop(game, model, (orders.AIM,), "DES-DEF-AIM"))


def _cannot_take(game: Game, model: Model, other: Model) -> tuple[Objection, ...]:
    if not is_hero(other) or other.side != model.side or other.id == model.id:
        return (able.no(model, f"{model.name} can give something to other heroes only.", *MACT),)
    if not in_play(other) or not in_play(model) or not sight.adjacent(game, model, other):
        return (able.no(model, f"{other.name} is not next to {model.name}.", *MACT),)
    return ()


def _changes(model: Model) -> tuple[Option, ...]:
    """What could be taken in hand or put away now."""
    worn = kit.equipped(model)
    out = tuple(
        Option(f"take_{item}", f"Equip the {title(item)}") for item in kit.stowed(model) if kit.fits((*worn, item))
    )
    laid = tuple(item for item in dict.fromkeys(worn) if not kit.natural(item))
    away = tuple(Option(f"stow_{item}", f"Put the {title(item)} away") for item in laid)
    return (*out, *away)


def _rearrange(game: Game, model: ModelId) -> Steps[Game]:
    """One item after the other, until the hero has what he wants in hand."""
    changed = False
    while options := _changes(game.model(model)):
        hero = game.model(model)
        offered = (Option("done", "That is all"), *options) if changed else (*options, Option("done", "Leave it so"))
        asked = f"What does {hero.name} change?"
        answer = yield from choose(hero.side, offered, asked, model=model, why=EQUIP_WHY)
        if answer == "done":
            break
        deed, item = answer.split("_", 1)
        text = f"{hero.name} {'equips' if deed == 'take' else 'puts away'} the {title(item)}"
        game = yield from happens(Noted(text=text, model=model, why=EQUIP_WHY))
        packed = hero.count(STOWED + item) + (-1 if deed == "take" else 1)
        game = yield from count(game, model, STOWED + item, packed, *EQUIP_WHY)
        changed = True
    return (yield from orders.drop(game, model, (orders.AIM,), "DES-DEF-AIM")) if changed else game


def _next_to(game: Game, model: Model) -> tuple[tuple[str, ...], ...]:
    if not is_hero(model) or not in_play(model):
        return ()
    return tuple(
        (other.id,)
        for other in game.friends(model)
        if is_hero(other) and in_play(other) and sight.adjacent(game, model, other)
    )


def _potions(game: Game, model: Model) -> bool:
    return any(model.count(potion) for potion in POTIONS)


def _changeable(game: Game, model: Model) -> bool:
    return bool(_changes(model))


def _droppable(game: Game, model: Model) -> bool:
    return bool(_things(model))


ACTIONS = (
    Action("potions", "Drink a potion", (HEROES,), plan_potion, aims=heroes_with(_potions), icon="potion"),
    Action("pick_up", "Pick up", (HEROES,), plan_pick_up, aims=heroes_with(_lying), icon="pick_up"),
    Action("give", "Give something", (HEROES,), plan_give, aims=_next_to, icon="give"),
    Action("equip", "Equip", (HEROES,), plan_equip, aims=heroes_with(_changeable), icon="equip"),
    Action("drop", "Drop something", (HEROES,), plan_drop, aims=heroes_with(_droppable), icon="drop"),
)
