"""Chapter: The Strategic Phase — what a model may do in it: regenerate, or try to come round by itself.

Each once in a phase.  The check of the Incapacitated is a rule that a battle may switch on
(`recovery_check`).
"""

from __future__ import annotations

from functools import partial

from engine.ask import Steps
from engine.commands import Act
from engine.game import Game, Marker, Model, ModelId
from engine.questions import Objection
from engine.rules import Plan
from engine.standing import away, over
from engine.system import Action
from engine.systems.eldfall import wounds
from engine.systems.eldfall.conditions import RULES
from engine.systems.eldfall.counters import REGENERATED, WOUNDS_LOST, printed, set_counter
from engine.systems.eldfall.gaining import gain
from engine.systems.eldfall.halving import value
from engine.systems.eldfall.losing import lose
from engine.systems.eldfall.markers import BLEEDING, CRIPPLED, DEAD, INCAPACITATED, TITLES, WEAKENED
from engine.systems.eldfall.questions import STRATEGIC, USE, T
from engine.systems.eldfall.readings import RECOVERY_CHECK, chosen
from engine.systems.eldfall.rolls import check
from engine.systems.eldfall.traits import REGENERATION

WHY = ("ELD-DEF-REG",)
CHECK = ("ELD-DEF-REC",)
CANCELS = {BLEEDING: "ELD-BLE-8", WEAKENED: "ELD-WEA-6", CRIPPLED: "ELD-CRI-6"}
"""What Regeneration ends, and the clause that says so."""


def plan_regenerate(game: Game, act: Act) -> Plan:
    """Regain HP, one for each level, and be rid of Bleeding, Weakened and Crippled."""
    model = game.model(act.model)
    found = [*_in_phase(game, model, WHY)]
    if REGENERATION not in model.profile.traits:
        found.append(Objection(text=f"{model.name} does not regenerate.", why=WHY, model=model.id))
    found += RULES.ruling(game, model, USE, words="cannot use its Skills").objections
    back = min(level(model), model.count(WOUNDS_LOST))
    ends = [status for status in CANCELS if model.has(status)]
    if not back and not ends:
        text = f"{model.name} has nothing to regenerate."
        found.append(Objection(text=text, why=WHY, model=model.id))
    notes = (*((f"{back} HP back.",) if back else ()), *(f"No longer {TITLES[status]}." for status in ends))
    step = partial(_regenerated, model=model.id)
    return Plan(label="Regenerate", objections=tuple(found), steps=(step,), notes=notes)


def level(model: Model) -> int:
    """HP that Regeneration gives back in a phase."""
    return max(1, printed(model, "Regeneration"))


def plan_recover(game: Game, act: Act) -> Plan:
    """An Incapacitated model rolls Toughness: 1 HP, and Weakened."""
    model = game.model(act.model)
    found = [*_in_phase(game, model, CHECK)]
    if chosen(game, RECOVERY_CHECK) == "off":
        text = "Nobody recovers by itself in this battle."
        found.append(Objection(text=text, why=CHECK, model=model.id))
    if not model.has(INCAPACITATED) or model.has(DEAD):
        found.append(Objection(text=f"{model.name} is not Incapacitated.", why=CHECK, model=model.id))
    step = partial(_recovered, model=model.id)
    return Plan(label="Recovery check", objections=tuple(found), steps=(step,), tallies=(value(game, model, T),))


def _in_phase(game: Game, model: Model, why: tuple[str, ...]) -> tuple[Objection, ...]:
    found = [*over(game, why), *away(model, why, why)]
    if game.phase != STRATEGIC or game.active != model.side:
        text = f"{model.name} does that in the Strategic Phase of its own player."
        found.append(Objection(text=text, why=why, model=model.id))
    if model.count(REGENERATED):
        text = f"{model.name} has done that in this phase already."
        found.append(Objection(text=text, why=why, model=model.id))
    return tuple(found)


def _regenerated(game: Game, *, model: ModelId) -> Steps[Game]:
    game = yield from set_counter(game, model, REGENERATED, 1, *WHY)
    for status, clause in CANCELS.items():
        game = yield from lose(game, model, status, clause, *WHY)
    if not game.model(model).count(WOUNDS_LOST):
        return game
    return (yield from wounds.heal(game, model, level(game.model(model)), *WHY))


def _recovered(game: Game, *, model: ModelId) -> Steps[Game]:
    game = yield from set_counter(game, model, REGENERATED, 1, *CHECK)
    fallen = game.model(model)
    if not (yield from check(game, model, value(game, fallen, T), f"Recovery of {fallen.name}", *CHECK)):
        return game
    game = yield from wounds.heal(game, model, 1, *CHECK)
    return (yield from gain(game, model, Marker(WEAKENED, 0, "recovery"), *CHECK))


def _regenerating(game: Game, model: Model) -> tuple[tuple[str, ...], ...]:
    return ((),) if REGENERATION in model.profile.traits else ()


def _fallen(game: Game, model: Model) -> tuple[tuple[str, ...], ...]:
    return ((),) if model.has(INCAPACITATED) and chosen(game, RECOVERY_CHECK) == "on" else ()


ACTIONS = (
    Action(
        "regenerate", "Regenerate", (STRATEGIC,), plan_regenerate, _regenerating, "regenerate",
        "HP back, one for each level; Bleeding, Weakened and Crippled end.",
    ),
    Action(
        "recover", "Recovery check", (STRATEGIC,), plan_recover, _fallen, "recover",
        "A Toughness roll of the Incapacitated: 1 HP, and Weakened.",
    ),
)  # fmt: skip
