"""Chapter: Riders and mounts — the rider comes off: of his own will, by a Dodge, or because he went down.

The mount is gone at once, and the rider stands where it stood, as his own card says.
Reading: a rider whose mount would crouch is Crouched himself (`ridden_crouch`).
"""

from __future__ import annotations

from functools import partial

from engine.ask import Steps, happens
from engine.commands import Act
from engine.events import Noted, Refitted
from engine.game import Game, Model, ModelId
from engine.questions import Objection
from engine.rules import Plan
from engine.system import Action
from engine.systems.eldfall.counters import WOUNDS_LOST, printed, set_counter
from engine.systems.eldfall.losing import lose
from engine.systems.eldfall.markers import MOUNTED
from engine.systems.eldfall.posture import dodging
from engine.systems.eldfall.questions import STRATEGIC, TACTICAL
from engine.systems.eldfall.sequence import begin, dodged, may_begin
from engine.systems.eldfall.size import on_foot

DISMOUNT = "dismount"
WHY = ("ELD-DEF-RIDE",)
OF_HIS_OWN = (*WHY, "ELD-DEF-MOUNTED")


def dismount(game: Game, name: ModelId, *why: str) -> Steps[Game]:
    """The mount is removed and the rider is on foot; what the mount had in Hit Points is gone with it."""
    model = game.model(name)
    if not model.has(MOUNTED):
        return game
    game = yield from lose(game, name, MOUNTED, *WHY, *why)
    rider = on_foot(model)
    if rider is None:
        return game
    text = f"{model.name} comes off the mount"
    game = yield from happens(Noted(text=text, model=name, why=(*WHY, *why)))
    game = yield from happens(Refitted(model=name, profile=rider, why=(*WHY, *why)))
    bonus = max(0, printed(model, "HP", 1) - printed(game.model(name), "HP", 1))
    left = max(0, model.count(WOUNDS_LOST) - bonus)
    return (yield from set_counter(game, name, WOUNDS_LOST, left, *WHY))


def plan_dismount(game: Game, act: Act) -> Plan:
    """Dismount in the Strategic Phase, in the Movement Step, or instead of the move of a Dodge."""
    model = game.model(act.model)
    found: list[Objection] = []
    if not model.has(MOUNTED):
        found.append(Objection(text=f"{model.name} is not mounted.", why=WHY, model=model.id))
    steps = [partial(_dismounts, model=model.id)]
    if dodging(game, model):
        steps.append(partial(_dodged, model=model.id))
    elif game.phase == STRATEGIC:
        if model.side != game.active:
            text = f"It is not the Strategic Phase of {model.name}."
            found.append(Objection(text=text, why=OF_HIS_OWN, model=model.id))
    else:
        found += may_begin(game, model)
        steps.insert(0, partial(begin, model=model.id))
    return Plan(label="Dismount", objections=tuple(found), steps=tuple(steps) if model.on_table else ())


def _dismounts(game: Game, *, model: ModelId) -> Steps[Game]:
    return (yield from dismount(game, model, *OF_HIS_OWN))


def _dodged(game: Game, *, model: ModelId) -> Steps[Game]:
    return (yield from dodged(game, model))


def aims(game: Game, model: Model) -> tuple[tuple[str, ...], ...]:
    """Offered to riders only."""
    return ((),) if model.has(MOUNTED) else ()


SAYS = "The mount is removed at once and the rider is on foot."
ACTIONS = (Action(DISMOUNT, "Dismount", (STRATEGIC, TACTICAL), plan_dismount, aims, "mounted", SAYS),)
