"""What going on will do, by name and number, before it is done."""

from __future__ import annotations

from msgspec.structs import replace

from engine.game import Game, Model
from engine.systems.eldfall.conditions import RULES
from engine.systems.eldfall.counters import points
from engine.systems.eldfall.engagement import engagers, engages
from engine.systems.eldfall.markers import DEAD, INCAPACITATED, NEXT_STRATEGIC, TITLES
from engine.systems.eldfall.questions import BEGINS_EXPIRY, END, STRATEGIC, UPKEEP
from engine.systems.eldfall.readings import STRATEGIC_ORDER, chosen
from engine.systems.eldfall.scoring import score
from engine.systems.eldfall.strategic import ailing, resistance
from engine.systems.eldfall.upkeep import receives, stamina
from engine.systems.eldfall.wounds import health_left


def coming(game: Game, phase: str, side: str = "") -> tuple[str, ...]:
    """One short sentence for each thing that entering *phase* will do ('' is the end of the battle)."""
    if game.outcome:
        return ()
    lines = _engaged(game)
    if not phase:
        return (*lines, *(f"{each.name} has {_so_much(int(score(game, each.id).value))}." for each in game.sides))
    if phase == STRATEGIC:
        mine = [model for model in game.on_table() if model.side == side]
        return (*lines, *(line for model in mine for line in _strategic(game, model)))
    if phase == UPKEEP:
        return (*lines, *(line for model in game.on_table() for line in _points(game, model)))
    return (*lines, *_unspent(game)) if phase == END else lines


def _engaged(game: Game) -> tuple[str, ...]:
    """Whom the check at the end of the phase will find Engaged."""
    return tuple(
        f"{model.name} is Engaged by {enemy.name}."
        for model in game.on_table()
        for enemy in game.enemies(model)
        if enemy not in engagers(game, model) and engages(game, enemy, model).granted
    )


def _strategic(game: Game, model: Model) -> tuple[str, ...]:
    lines = [f"{model.name} is no longer {TITLES[status]}." for status in _over(model)]
    then = model
    if chosen(game, STRATEGIC_ORDER) == "endings_first":
        then = replace(model, markers=tuple(m for m in model.markers if m.status not in _over(model)))
    for ailment in ailing(game, model):
        tally = resistance(game.with_model(then), then, ailment)
        lines.append(f"{model.name}, {TITLES[ailment.status]}, needs {int(tally.value)} or less: {tally.text()}.")
    if model.has(INCAPACITATED) and not model.has(DEAD) and health_left(model):
        lines.append(f"{model.name} is no longer Incapacitated.")
    return tuple(lines)


def _over(model: Model) -> tuple[str, ...]:
    """States that end as the model's Strategic Phase begins: no marker of them lasts longer."""
    ending = {status for status, _ in RULES.ending(model, BEGINS_EXPIRY)}
    kept = {m.status for m in model.markers if m.value != NEXT_STRATEGIC and m.status not in ending}
    timed = (m.status for m in model.markers if m.value == NEXT_STRATEGIC or m.status in ending)
    return tuple(s for s in dict.fromkeys(timed) if s in TITLES and s not in kept and s != INCAPACITATED)


def _points(game: Game, model: Model) -> tuple[str, ...]:
    """What the Upkeep Phase gives a model out of the ordinary."""
    may = receives(game, model)
    if not may.granted:
        return () if model.has(DEAD) else (may.objections[0].text,)
    tally = stamina(game, model)
    if not tally.modifiers:
        return ()
    return (f"{model.name} is given {_so_many(int(tally.value))}: {tally.text()}.",)


def _unspent(game: Game) -> tuple[str, ...]:
    """What the active player gives up by going on."""
    left = [model for model in game.on_table() if model.side == game.active and points(model)]
    if not left:
        return ()
    names = ", ".join(f"{model.name} {points(model)}" for model in left)
    return (f"{game.side(game.active).name} gives up Activation Points: {names}.",)


def _so_much(number: int) -> str:
    return f"{number} point{'' if number == 1 else 's'}"


def _so_many(number: int) -> str:
    return f"{number or 'no'} Activation Point{'' if number == 1 else 's'}"
