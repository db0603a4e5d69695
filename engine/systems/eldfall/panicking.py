"""Chapter: Morale — how a Panicked model activates: it rolls first, and runs for the edge when it fails.

Passed, it goes on as anybody does.  Failed, it runs; Engaged as it began it Idles and will Dodge;
Immobilized it stays where it is.  Then the others react, as to any movement.
"""

from __future__ import annotations

from functools import partial

from engine.ask import Steps
from engine.commands import Act
from engine.game import Game, Model, ModelId
from engine.questions import Objection
from engine.rules import Plan
from engine.system import Action
from engine.systems.eldfall import edge_run
from engine.systems.eldfall.acts import IDLE, RUN, WALK
from engine.systems.eldfall.conditions import RULES
from engine.systems.eldfall.counters import BROKE, CHANGED_CROUCH, NERVE, broke, set_counter
from engine.systems.eldfall.halving import value
from engine.systems.eldfall.losing import lose
from engine.systems.eldfall.nerve import steady
from engine.systems.eldfall.questions import CROUCH, TACTICAL, M
from engine.systems.eldfall.readings import CROUCHED_PANIC, PANICKED_AND_ENGAGED, chosen
from engine.systems.eldfall.sequence import begin, may_activate, moved
from engine.systems.eldfall.states import CROUCHED, ENGAGED, IMMOBILIZED, PANICKED

ACTIVATE = "activate"
LABEL = "Activate: Morale roll"
WHY = ("ELD-PAN-1",)


def plan_activate(game: Game, act: Act) -> Plan:
    """A Panicked model spends its point and rolls Morale; what it then does depends on that."""
    model = game.model(act.model)
    found = list(may_activate(game, model))
    if not model.has(PANICKED):
        text = f"{model.name} is not Panicked: it activates with its movement."
        found.append(Objection(text=text, why=WHY, model=model.id))
    steps = (partial(_begins, model=model.id), partial(_goes, model=model.id)) if model.on_table else ()
    tallies = () if _bound(game, model) else (value(game, model, M),)
    return Plan(label=LABEL, objections=tuple(found), steps=steps, tallies=tallies, notes=(_fate(game, model),))


def aims(game: Game, model: Model) -> tuple[tuple[str, ...], ...]:
    """Offered to the Panicked only."""
    return ((),) if model.has(PANICKED) else ()


def _bound(game: Game, model: Model) -> bool:
    """Does it declare Idle and Dodge without a roll (reading `panicked_and_engaged`)?"""
    return model.has(ENGAGED) and chosen(game, PANICKED_AND_ENGAGED) == "always"


def _fate(game: Game, model: Model) -> str:
    failed = "" if _bound(game, model) else "If it fails, "
    if model.has(ENGAGED):
        return f"{failed}{model.name} Idles and declares a Dodge."
    if model.has(IMMOBILIZED):
        return f"{failed}{model.name} stays where it is, and may Dodge or do Nothing."
    return f"{failed}{model.name} runs for the nearest open edge of the field."


def _begins(game: Game, *, model: ModelId) -> Steps[Game]:
    """The point, and the roll."""
    game = yield from begin(game, model)
    if _bound(game, game.model(model)):
        return (yield from set_counter(game, model, NERVE, BROKE, "ELD-PAN-5", "ELD-INT-5"))
    return (yield from steady(game, model))


def _goes(game: Game, *, model: ModelId) -> Steps[Game]:
    """Whoever broke makes the movement that panic makes, and the others react to it."""
    now = game.model(model)
    if not broke(now):
        return game
    here = ((now.x, now.y, now.z),)
    if now.has(ENGAGED):
        return (yield from moved(game, model, here, IDLE))
    if now.has(IMMOBILIZED):
        return (yield from moved(game, model, here, ""))
    game, how = yield from _up(game, model)
    game, path = yield from edge_run.panicked_run(game, model, how)
    return (yield from moved(game, model, path, how))


def _up(game: Game, model: ModelId) -> Steps[tuple[Game, str]]:
    """A Crouched model stands up first, as its one change of posture; who cannot Walks instead of Running."""
    now = game.model(model)
    if not now.has(CROUCHED):
        return game, RUN
    bound = not RULES.ruling(game, now, CROUCH, "leave").granted or now.count(CHANGED_CROUCH)
    if bound or chosen(game, CROUCHED_PANIC) == "walks":
        return game, WALK
    why = ("ELD-CRO-3", "ELD-CRO-11", "ELD-PAN-2")
    game = yield from set_counter(game, model, CHANGED_CROUCH, 1, *why)
    game = yield from lose(game, model, CROUCHED, *why)
    return game, RUN


ACTIONS = (
    Action(
        ACTIVATE, LABEL, (TACTICAL,), plan_activate, aims, "panicked",
        "A Panicked model rolls Morale before it declares anything.",
    ),
)  # fmt: skip
