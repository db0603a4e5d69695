"""Chapter: Hiding — behind cover at the end of a move, unless he ran, charged, flees, fell or lies.

Behind cover means: no enemy on his feet sees him in the open.  Hidden, he is neither shot at
nor charged by those who cannot see round his cover.
Reading: whoever moves on gives his hiding up and may hide again where he ends.
"""

from __future__ import annotations

from functools import partial

from engine.ask import Steps, happens
from engine.commands import Act
from engine.events import Gained
from engine.game import Game, Marker, ModelId
from engine.geometry.evidence import NOTHING
from engine.questions import Objection
from engine.rules import Plan
from engine.system import Action
from engine.systems.mordheim.conditions import RULES
from engine.systems.mordheim.engaged import enemies_touching, standing
from engine.systems.mordheim.move_order import not_now
from engine.systems.mordheim.questions import HIDE, MOVEMENT
from engine.systems.mordheim.sight import in_the_open, sees

WHY = ("MOR-DEF-HIDING",)


def plan_hide(game: Game, act: Act) -> Plan:
    """Go into hiding where he stands."""
    model = game.model(act.model)
    objections = list(not_now(game, model, MOVEMENT, "hides"))
    if not model.on_table:
        return Plan(label="Hide", objections=tuple(objections))
    objections += RULES.ruling(game, model, HIDE, "", "may not hide").objections
    if model.has("hidden"):
        objections.append(Objection(text=f"{model.name} is hidden already.", why=WHY, model=model.id))
    if enemies_touching(game, model):
        objections.append(Objection(text=f"{model.name} is engaged.", why=WHY, model=model.id))
    evidence = NOTHING
    for enemy in (enemy for enemy in game.enemies(model) if standing(enemy)):
        if in_the_open(game, enemy, model):
            seen = sees(game, enemy, model)
            text = f"{enemy.name} sees {model.name} in the open."
            objections.append(Objection(text=text, why=WHY, model=model.id, evidence=seen.evidence()))
            evidence = evidence + seen.evidence()
    steps = (partial(_hide, model=model.id),)
    return Plan(label="Hide", objections=tuple(objections), steps=steps, evidence=evidence)


def _hide(game: Game, *, model: ModelId) -> Steps[Game]:
    return (yield from happens(Gained(model=model, marker=Marker("hidden"), why=WHY)))


ACTIONS = (Action("hide", "Hide", (MOVEMENT,), plan_hide, None, "hide", "Behind cover: not shot at, not charged."),)
