"""Chapter: Rest — an action that brings back Fortitude, never above what the model began with.

Reading: an engaged model has no leisure to rest.
"""

from __future__ import annotations

from functools import partial

from engine.ask import Steps, happens
from engine.commands import Act
from engine.events import Counted
from engine.game import Game, ModelId
from engine.questions import Objection
from engine.rules import Plan
from engine.system import Action
from engine.systems.open_combat import activation, fortitude
from engine.systems.open_combat.counters import FORTITUDE_LOST
from engine.systems.open_combat.questions import ACTIVATIONS, REST
from engine.systems.open_combat.tables import TABLES, assumed

WHY = ("OPC-DEF-REST",)
REGAINS = int(TABLES["rest"]["regains"])


def plan_rest(game: Game, act: Act) -> Plan:
    """Catch breath: some Fortitude comes back."""
    model = game.model(act.model)
    found = list(activation.objections(game, model, REST, doing="rests", words="may not rest"))
    if not model.on_table:
        return Plan(label="Rest", objections=tuple(found))
    if not model.count(FORTITUDE_LOST):
        found.append(Objection(text=f"{model.name} has lost no Fortitude.", why=WHY, model=model.id))
    return Plan(
        label="Rest",
        objections=tuple(found),
        steps=activation.planned(partial(_rest, model=model.id)),
        tallies=(activation.left_tally(model), fortitude.left(model)),
        notes=(f"{REGAINS} Fortitude comes back{assumed('rest')}.",),
    )


def _rest(game: Game, *, model: ModelId) -> Steps[Game]:
    game = yield from activation.spend(game, model, 1, *WHY)
    lost = max(0, game.model(model).count(FORTITUDE_LOST) - REGAINS)
    return (yield from happens(Counted(of="model", whose=model, name=FORTITUDE_LOST, value=lost, why=WHY)))


ACTIONS: tuple[Action, ...] = (
    Action("rest", "Rest", (ACTIVATIONS,), plan_rest, None, "rest", "One action: some Fortitude comes back."),
)
