"""Chapter: Movement — what every movement of the activated model shares: its steps, and what follows them.

The Activation is paid, the way is gone, falls on it are rolled for, what was chosen for the end
of the movement happens (landing, crouching), and then the others react.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engine.ask import Steps, happens
from engine.events import Moved, Noted
from engine.game import Game, Model, ModelId
from engine.questions import Objection, Tally
from engine.rules import Plan
from engine.standing import too_long, warned
from engine.systems.eldfall import falling, posture, wings
from engine.systems.eldfall.forbidden import barred
from engine.systems.eldfall.halving import ORDER
from engine.systems.eldfall.hitbox import Path
from engine.systems.eldfall.pace import WHY, allowed, speed
from engine.systems.eldfall.questions import MOVE
from engine.systems.eldfall.sequence import begin, may_begin, moved, sets_out
from engine.systems.eldfall.ways import WHY as PASSING
from engine.systems.eldfall.ways import Way

INCH = "″"
_SPARE = 1e-6
Step = Callable[[Game], Steps[Game]]


def may_move(game: Game, model: Model, kind: str) -> tuple[Objection, ...]:
    """Objections to this kind of movement whatever the way: the sequence, and every State that bars it."""
    return (*may_begin(game, model), *barred(game, model, MOVE, kind))


def over(game: Game, model: Model, spent: float, kind: str, points: Path) -> tuple[Objection, ...]:
    """The objection to a way that is longer than the kind of movement allows, with all that made it so short."""
    sum_ = allowed(game, model, kind)
    if spent <= sum_.value + _SPARE:
        return ()
    text = f"This way costs {spent:.1f}{INCH}; {model.name} has {sum_.value:g}{INCH} ({sum_.title})."
    shown = too_long(points[-2:], f"{spent - sum_.value:.1f}{INCH} too far")
    terms = (*speed(game, model).modifiers, *sum_.modifiers)
    halved = ORDER if any(term.op == "half_up" for term in terms) else ()
    why = dict.fromkeys((*WHY[kind], *(clause for term in terms for clause in term.why), *halved))
    return (Objection(text=text, why=tuple(why), model=model.id, evidence=shown),)


def numbers(game: Game, model: Model, kind: str) -> tuple[Tally, ...]:
    """The Speed with its sum, and what the kind of movement makes of it."""
    return (speed(game, model), allowed(game, model, kind))


def plan(
    game: Game,
    model: Model,
    kind: str,
    found: Way,
    points: Path,
    *,
    title: str,
    objections: tuple[Objection, ...],
    facing: float | None = None,
    notes: tuple[str, ...] = (),
    falls: tuple[float, ...] = (),
) -> Plan:
    """The plan of a movement along *points*, with everything that follows it."""
    shown = found.evidence()
    bars = (*may_move(game, model, kind), *objections)
    foreseen = (*notes, *(falling.words(game, model, drop) for drop in falls))
    return Plan(
        label=title,
        objections=bars,
        steps=steps(model, kind, points, facing=facing, falls=falls, met=found.stopped) if model.on_table else (),
        tallies=(*numbers(game, model, kind), *((found.tally,) if found.ladders else ())),
        evidence=warned(shown) if bars else shown,
        notes=foreseen,
    )


def steps(
    model: Model, kind: str, points: Path, *, facing: float | None = None, falls: tuple[float, ...] = (), met: str = ""
) -> tuple[Step, ...]:
    """The Activation, who sees it set out, the way itself, a step for each fall, and the end of the Movement Step."""
    return (
        partial(begin, model=model.id),
        partial(sets_out, model=model.id),
        partial(go, name=model.id, kind=kind, points=points, facing=facing, met=met),
        *(partial(falling.land, name=model.id, drop=drop) for drop in falls),
        partial(end, name=model.id, kind=kind, points=points),
    )


def go(
    game: Game, *, name: ModelId, kind: str, points: Path, facing: float | None = None, met: str = ""
) -> Steps[Game]:
    """The model goes along its way; touching an enemy it says so."""
    game = yield from happens(Moved(model=name, path=points, how=kind, facing=facing, why=WHY[kind]))
    if not met or not game.has_model(met):
        return game
    text = f"{game.model(name).name} is in base contact with {game.model(met).name}, which ends its movement"
    return (yield from happens(Noted(text=text, model=name, other=ModelId(met), why=PASSING)))


def end(game: Game, *, name: ModelId, kind: str, points: Path) -> Steps[Game]:
    """The end of the Movement Step: what was chosen for it, then the Reactions."""
    game = yield from wings.after_moving(game, name)
    game = yield from posture.after_moving(game, name)
    return (yield from moved(game, name, points, kind))
