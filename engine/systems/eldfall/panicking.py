"""Chapter: Activation — of those who do not begin with a movement: the Panicked, and who cannot move at all.

A Panicked model rolls Morale first.  Passed, it goes on as anybody does.  Failed, it runs for the
edge of the field; Engaged as it began it Idles and will Dodge; Immobilized it stays where it is.
Who may not even Idle makes no movement.  Then the others react, as to any movement.
"""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from engine.ask import Steps
from engine.commands import Act
from engine.game import Game, Model, ModelId
from engine.geometry.evidence import NOTHING, Evidence
from engine.questions import Objection
from engine.rules import Plan
from engine.system import Action
from engine.systems.eldfall import edge_run, posture
from engine.systems.eldfall.acts import IDLE, RUN, WALK
from engine.systems.eldfall.conditions import RULES
from engine.systems.eldfall.counters import ACTING, BROKE, MOVEMENT, NERVE, broke, running, set_counter
from engine.systems.eldfall.halving import value
from engine.systems.eldfall.markers import CROUCHED, ENGAGED, IMMOBILIZED, PANICKED
from engine.systems.eldfall.nerve import steady
from engine.systems.eldfall.questions import ACTIVATE as ACTIVATE_AT_ALL
from engine.systems.eldfall.questions import MOVE, TACTICAL, M
from engine.systems.eldfall.readings import CROUCHED_PANIC, PANICKED_AND_ENGAGED, chosen
from engine.systems.eldfall.sequence import begin, may_activate, may_begin, moved, sets_out

ACTIVATE = "activate"
ROLLS = "Activate: Morale roll"
STAYS = "Activate without moving"
WHY = ("ELD-PAN-1",)


def plan_activate(game: Game, act: Act) -> Plan:
    """Spend the point; the Panicked roll Morale, and what they then do depends on that; who cannot move stays."""
    model = game.model(act.model)
    found = list(may_begin(game, model) if begun(game, model) else may_activate(game, model))
    if not calls_for(game, model):
        text = f"{model.name} is not Panicked and may move: it activates with its movement."
        found.append(Objection(text=text, why=("ELD-DEF-SEQ",), model=model.id))
    steps = (partial(_begins, model=model.id), partial(_goes, model=model.id)) if model.on_table else ()
    if not model.has(PANICKED):
        notes = (f"{model.name} cannot move; the others react, then it may act.",)
        return Plan(label=STAYS, objections=tuple(found), steps=steps, notes=notes)
    return Plan(
        label=ROLLS,
        objections=tuple(found),
        steps=steps,
        tallies=() if _bound(game, model) else (value(game, model, M),),
        evidence=_run_foreseen(game, model),
        notes=(_fate(game, model),),
    )


def begun(game: Game, model: Model) -> bool:
    """Is its Activation paid already, and no movement made yet?"""
    return running(game) == MOVEMENT and bool(model.count(ACTING))


def calls_for(game: Game, model: Model) -> bool:
    """Does its activation begin so: is it Panicked, or unable even to Idle?"""
    shaken = model.has(PANICKED) and not begun(game, model)
    return shaken or not RULES.ruling(game, model, MOVE, IDLE).granted


def aims(game: Game, model: Model) -> tuple[tuple[str, ...], ...]:
    """Offered to those only whose activation begins so."""
    return ((),) if calls_for(game, model) and RULES.ruling(game, model, ACTIVATE_AT_ALL).granted else ()


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


def _run_foreseen(game: Game, model: Model) -> Evidence:
    """The line of the run it will make if its nerve breaks, one for each edge it might pick."""
    if model.has(ENGAGED) or model.has(IMMOBILIZED) or not model.on_table:
        return NOTHING
    how = _how(game, model)
    upright = replace(model, markers=tuple(m for m in model.markers if how == WALK or m.status != CROUCHED))
    return edge_run.foreseen(game.with_model(upright), upright, how)


def _begins(game: Game, *, model: ModelId) -> Steps[Game]:
    """The point, and the roll."""
    game = yield from begin(game, model)
    if _bound(game, game.model(model)):
        return (yield from set_counter(game, model, NERVE, BROKE, "ELD-PAN-5", "ELD-INT-5"))
    return (yield from steady(game, model))


def _goes(game: Game, *, model: ModelId) -> Steps[Game]:
    """Whoever broke makes the movement that panic makes, and the others react to it."""
    now = game.model(model)
    here = ((now.x, now.y, now.z),)
    if now.has(IMMOBILIZED) or not now.has(PANICKED):
        return (yield from moved(game, model, here, ""))
    if not broke(now):
        return game
    if now.has(ENGAGED):
        return (yield from moved(game, model, here, IDLE))
    game, how = yield from _up(game, model)
    game = yield from sets_out(game, model=model)
    game, path = yield from edge_run.panicked_run(game, model, how)
    return (yield from moved(game, model, path, how))


def _up(game: Game, model: ModelId) -> Steps[tuple[Game, str]]:
    """A Crouched model stands up first, as its one change of posture; who cannot Walks instead of Running."""
    how = _how(game, game.model(model))
    if how == RUN and game.model(model).has(CROUCHED):
        game = yield from posture.stand(game, model, "ELD-CRO-3", "ELD-CRO-11", "ELD-PAN-2")
    return game, how


def _how(game: Game, model: Model) -> str:
    """Run, or Walk where it is Crouched and cannot stand up first."""
    if not model.has(CROUCHED):
        return RUN
    return WALK if chosen(game, CROUCHED_PANIC) == "walks" or not posture.can_stand(game, model) else RUN


ACTIONS = (
    Action(
        ACTIVATE, "Activate", (TACTICAL,), plan_activate, aims, "panicked",
        "A Panicked model rolls Morale before it declares anything; who cannot move stays where it is.",
    ),
)  # fmt: skip
