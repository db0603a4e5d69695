"""Chapter: Damage and Wounds — what a Wound takes, Incapacitated at 0, Dead on the next, and healing.

Inside an Activation Sequence Wounds only become due; `land` applies them all at once, last.
Elsewhere they apply at once.  Nobody suffers more Wounds at once than he has HP; so two Damage
rolls of one sequence never take a model from its last HP to death.
"""

from __future__ import annotations

from engine.ask import Steps, happens
from engine.events import Counted, Noted
from engine.game import Game, Marker, Model, ModelId
from engine.systems.eldfall.conditions import RULES
from engine.systems.eldfall.counters import WOUNDS_DUE, WOUNDS_LOST, printed, running, set_counter
from engine.systems.eldfall.gaining import gain
from engine.systems.eldfall.incapacitated import recover
from engine.systems.eldfall.losing import lose
from engine.systems.eldfall.markers import DEAD, INCAPACITATED
from engine.systems.eldfall.questions import REGAIN_HP
from engine.systems.eldfall.readings import INCAPACITATED_WHEN, WOUNDED_WHILE_INCAPACITATED, WOUNDS_OUTSIDE, chosen

WHY = ("ELD-DEF-WND",)


def health(model: Model) -> int:
    """HP of the card."""
    return printed(model, "HP", 1)


def health_left(model: Model) -> int:
    """HP the model still has."""
    return max(0, health(model) - model.count(WOUNDS_LOST))


def wounds(game: Game, model: Model) -> tuple[int, int]:
    """HP left and HP printed; nothing is left to the Dead and the removed."""
    gone = model.has(DEAD) or model.place == "removed"
    return (0 if gone else health_left(model)), health(model)


def waits(game: Game) -> bool:
    """Do Wounds that are suffered now become due, instead of landing at once?"""
    if running(game):
        return chosen(game, INCAPACITATED_WHEN) == "end_of_sequence"
    return chosen(game, WOUNDS_OUTSIDE) == "together"


def suffer(game: Game, victim: ModelId, number: int, *why: str) -> Steps[Game]:
    """So many Wounds of one cause: due in a sequence, at once elsewhere."""
    model = game.model(victim)
    if number < 1 or not model.on_table or model.has(DEAD):
        return game
    if not waits(game):
        return (yield from wound(game, victim, number, *why))
    due = model.count(WOUNDS_DUE) + number
    return (yield from set_counter(game, victim, WOUNDS_DUE, due, "ELD-DEF-WTM", *why))


def wound(game: Game, victim: ModelId, number: int, *why: str) -> Steps[Game]:
    """Wounds that fall together land now: HP lost, Incapacitated at 0; whoever lay already is Dead."""
    model = game.model(victim)
    if number < 1 or not model.on_table or model.has(DEAD):
        return game
    left = health_left(model)
    reasons = (*WHY, *why)
    spare = chosen(game, WOUNDED_WHILE_INCAPACITATED) == "loses_hp" and left > 0
    if model.has(INCAPACITATED) and not spare:
        return (yield from gain(game, victim, Marker(DEAD), "ELD-INC-13", "ELD-INT-4", *why))
    lost = min(number, left)
    if lost:
        value = model.count(WOUNDS_LOST) + lost
        game = yield from happens(Counted(of="model", whose=victim, name=WOUNDS_LOST, value=value, why=reasons))
    if left > lost or game.model(victim).has(INCAPACITATED):
        return game
    return (yield from gain(game, victim, Marker(INCAPACITATED), "ELD-INC-4", *why))


def land(game: Game) -> Steps[Game]:
    """All Wounds that are due land, those of each model together."""
    for model in game.on_table():
        due = model.count(WOUNDS_DUE)
        if due:
            game = yield from set_counter(game, model.id, WOUNDS_DUE, 0, "ELD-DEF-WTM")
            game = yield from wound(game, model.id, due, "ELD-DEF-WTM")
    return game


def heal(game: Game, name: ModelId, number: int, *why: str, revives: bool = False) -> Steps[Game]:
    """HP come back, never more than printed, and end Incapacitated.

    The Dead regain nothing, unless the effect *revives*: it says so of itself.
    """
    model = game.model(name)
    barred = RULES.ruling(game, model, REGAIN_HP, words="cannot regain HP")
    if not barred.granted and not (revives and model.has(DEAD)):
        first = barred.objections[0]
        return (yield from happens(Noted(text=first.text.rstrip("."), model=name, why=first.why)))
    back = min(number, model.count(WOUNDS_LOST))
    if not back:
        return game
    left = model.count(WOUNDS_LOST) - back
    game = yield from happens(Counted(of="model", whose=name, name=WOUNDS_LOST, value=left, why=why))
    if revives:
        game = yield from lose(game, name, DEAD, "ELD-DEA-12", "ELD-DEA-11", *why)
    return (yield from recover(game, name, "ELD-INC-14"))
