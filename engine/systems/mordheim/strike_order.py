"""Chapter: Close combat — who strikes first.

Four tiers, inside each by Initiative, ties between sides by a roll-off.  The order holds
inside one melee: the warriors joined by contact.  A roll-off is remembered in the counter
`roll_off` of everyone it was about: 1 goes first, 2 goes second.
"""

from __future__ import annotations

from engine.ask import Steps, happens, roll
from engine.dice import D6
from engine.events import Counted
from engine.game import Game, Model, ModelId
from engine.questions import Tally
from engine.systems.mordheim.conditions import RULES
from engine.systems.mordheim.engaged import enemies_touching
from engine.systems.mordheim.questions import COMBAT, FIGHT
from engine.systems.mordheim.weapons import at_least, wielded

FIRST, NORMAL, LAST, STOOD_UP = 1, 2, 3, 4
ROLL_OFF = "roll_off"
"""Counter of a tied warrior: 1 when his side won the roll-off, 2 when it lost."""
WON, LOST = 1, 2
WHY = ("MOR-DEF-STRIKE-ORDER",)


def fresh(game: Game, model: Model, enemy: Model) -> bool:
    """Is it the first turn of combat between these two: did either charge this turn?"""
    return model.has("charged") or enemy.has("charged")


def tier(game: Game, model: Model) -> Tally:
    """In which of the four tiers a warrior strikes, and why: 1 goes first."""
    if model.has("standing_up"):
        return _tier(STOOD_UP, "stood up this turn", ("MOR-STAND-8",))
    weapon = wielded(model)[0]
    if weapon.has_rule("strikes_last"):
        return _tier(LAST, weapon.name, ("MOR-DEF-STRIKES-LAST",))
    if model.has("charged"):
        return _tier(FIRST, "charged", WHY)
    if weapon.has_rule("strikes_first") and any(fresh(game, model, enemy) for enemy in enemies_touching(game, model)):
        return _tier(FIRST, weapon.name, ("MOR-DEF-SPEAR",))
    return _tier(NORMAL, "", WHY)


def _tier(number: int, label: str, why: tuple[str, ...]) -> Tally:
    words = {FIRST: "first", NORMAL: "in turn", LAST: "last", STOOD_UP: "last of all"}[number]
    said = f"({words}: {label})" if label else f"({words})"
    return Tally(title="Strikes", base=number, base_label=said, suffix=" of 4", why=why)


def told(model: Model, place: Tally) -> str:
    """A warrior, his tier and his Initiative in words: 'Grumm last (Two-handed, Initiative 3)'."""
    words, _, label = place.base_label.strip("()").partition(": ")
    return f"{model.name} {words} ({label}{', ' if label else ''}Initiative {model.stat('I')})"


def waiting(game: Game, model: Model) -> bool:
    """Has this warrior blows to strike in this phase, and somebody to strike?"""
    may = game.phase == COMBAT and model.on_table and RULES.ruling(game, model, FIGHT).granted
    return may and bool(enemies_touching(game, model))


def melee(game: Game, model: Model) -> tuple[Model, ...]:
    """Everyone joined to this model by contact between enemies, itself included, in game order."""
    joined: list[ModelId] = [model.id]
    for name in joined:
        joined += [m.id for m in enemies_touching(game, game.model(name)) if m.id not in joined]
    return tuple(m for m in game.models if m.id in joined)


def order(game: Game) -> tuple[ModelId, ...]:
    """Who still has to strike, in the order of tiers, Initiative and roll-offs."""
    ready = [model for model in game.on_table() if waiting(game, model)]
    ready.sort(key=lambda model: (*rank(game, model), model.count(ROLL_OFF)))
    return tuple(model.id for model in ready)


def rank(game: Game, model: Model) -> tuple[int, int]:
    """Tier, and Initiative turned round so that less is earlier."""
    return int(tier(game, model).value), -model.stat("I")


def ahead(game: Game, model: Model) -> tuple[Model, ...]:
    """Those of the same melee who must strike before this one."""
    mine = (*rank(game, model), model.count(ROLL_OFF))
    return tuple(
        other
        for other in melee(game, model)
        if other.id != model.id and waiting(game, other) and _before(game, other, mine)
    )


def _before(game: Game, other: Model, mine: tuple[int, int, int]) -> bool:
    theirs = (*rank(game, other), other.count(ROLL_OFF))
    if theirs[:2] != mine[:2]:
        return theirs[:2] < mine[:2]
    return (theirs[2], mine[2]) == (WON, LOST)


def tied(game: Game, model: Model) -> tuple[Model, ...]:
    """Enemies of the same melee, tier and Initiative with whom no roll-off has been made yet."""
    mine = rank(game, model)
    return tuple(
        other
        for other in melee(game, model)
        if other.side != model.side
        and waiting(game, other)
        and rank(game, other) == mine
        and not (other.count(ROLL_OFF) and model.count(ROLL_OFF))
    )


def roll_off(game: Game, name: ModelId) -> Steps[Game]:
    """Break a tie between sides with one die: 4 or more and the warrior's own side goes first."""
    model = game.model(name)
    rivals = tied(game, model)
    if not rivals:
        return game
    first = f"{model.name} strikes first"
    what = f"roll-off at Initiative {model.stat('I')}, 4+ and {first}"
    reading = at_least(4, first, f"{rivals[0].name} strikes first")
    won = (yield from roll(D6, reading, what, side=model.side, model=name, need="4+", why=WHY)) == first
    mine = rank(game, model)
    for other in melee(game, model):
        if waiting(game, other) and rank(game, other) == mine:
            value = WON if (other.side == model.side) == won else LOST
            game = yield from happens(Counted(of="model", whose=other.id, name=ROLL_OFF, value=value, why=WHY))
    return game
