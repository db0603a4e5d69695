"""Chapter: Movement — one plan for every way of moving, as asked for by name or as the path shows.

A way over something too high is a Climb, one longer than the Speed a Run, all else a Walk; at the
end of a Resolution Step the way of a dodger is the move of its Dodge.
"""

from __future__ import annotations

from engine.commands import Move
from engine.game import Game, Model, Point
from engine.questions import Objection
from engine.rules import Plan, refuse
from engine.system import MoveKind
from engine.systems.eldfall import flight, moving, toward, ways
from engine.systems.eldfall.acts import CLIMB, DODGE, JUMP, MOVES, RUN, WALK
from engine.systems.eldfall.aiming import AIM, plan_aim
from engine.systems.eldfall.climbing import plan_climb
from engine.systems.eldfall.conditions import RULES
from engine.systems.eldfall.dodge_move import plan_dodge_move
from engine.systems.eldfall.hanging import HANGING
from engine.systems.eldfall.idle import plan_turn
from engine.systems.eldfall.jumping import plan_jump
from engine.systems.eldfall.markers import FLYING
from engine.systems.eldfall.pace import allowed
from engine.systems.eldfall.posture import dodging
from engine.systems.eldfall.questions import MOVE
from engine.systems.eldfall.wings import no_landing

__all__ = ["KINDS", "plan_move", "plan_turn"]

KINDS: tuple[MoveKind, ...] = (
    MoveKind(WALK, "Walk", "Up to the Speed; an Action follows."),
    MoveKind(RUN, "Run", "Up to twice the Speed; only Nothing follows."),
    MoveKind(CLIMB, "Climb", "Half the Speed, up and down what is higher than the hitbox; only Nothing follows."),
    MoveKind(JUMP, "Jump", "One straight leap of half the Speed; only Nothing follows."),
    MoveKind(DODGE, "Dodge move", "Half the Speed, at the end of the Resolution Step."),
    MoveKind(AIM, "Aim a template", "An Action: drag to the place at which a targetless Attack is aimed."),
)
"""The ways of moving a player can ask for by name."""


def plan_move(game: Game, command: Move) -> Plan:
    """Judge a path as what it is, or as what it is asked to be."""
    model, how = game.model(command.model), command.how
    if how == AIM:
        return plan_aim(game, command)
    if how and how not in (*MOVES[1:], DODGE):
        names = ", ".join(kind.id for kind in KINDS)
        text = f"There is no way of moving called {how!r}; there are: {names}."
        return refuse("Move", Objection(text=text, why=("ELD-DEF-MOVE",), model=model.id))
    if how == DODGE or (not how and dodging(game, model)):
        return plan_dodge_move(game, model, command.path, command.facing)
    path = ways.from_here(model, command.path)
    kind = how or kind_of(game, model, path)
    if kind == JUMP:
        return plan_jump(game, model, path, command.facing)
    if kind == CLIMB:
        return plan_climb(game, model, path, command.facing)
    if model.has(FLYING):
        return _plan_flight(game, model, kind, path, command.facing)
    return _plan_on_foot(game, model, kind, path, command.facing)


def kind_of(game: Game, model: Model, path: tuple[Point, ...]) -> str:
    """What a path is when nobody says: the least that will do and that the model may declare."""
    if model.has(FLYING):
        found = flight.flown(game, model, path)
    else:
        found = ways.way(game, model, path)
        if (found.faces or model.has(HANGING)) and RULES.ruling(game, model, MOVE, CLIMB).granted:
            return CLIMB
    further = found.cost > allowed(game, model, WALK).value + ways.SAME
    return RUN if further and RULES.ruling(game, model, MOVE, RUN).granted else WALK


def _plan_on_foot(game: Game, model: Model, kind: str, path: tuple[Point, ...], facing: float | None) -> Plan:
    objections: tuple[Objection, ...] = ()
    if kind == WALK:
        objections = toward.objections(game, model, path)
        path = toward.set_straight(game, model, path)
    found = ways.way(game, model, path)
    points = found.points
    objections += ways.too_high(game, model, found)
    objections += moving.over(game, model, found.cost, kind, points)
    notes = (f"Touching {game.model(found.stopped).name} ends its movement.",) if found.stopped else ()
    return moving.plan(
        game, model, kind, found, points, title=f"{kind.title()} {found.length:.1f}″", objections=objections,
        facing=facing, notes=notes, falls=tuple(change.height for change in found.falls),
    )  # fmt: skip


def _plan_flight(game: Game, model: Model, kind: str, path: tuple[Point, ...], facing: float | None) -> Plan:
    found = flight.flown(game, model, path)
    points = flight.points(game, model, found)
    objections = (
        *flight.blocked(game, model, found),
        *moving.over(game, model, found.length, kind, points),
        *no_landing(game, model, points[-1]),
    )
    return moving.plan(
        game, model, kind, found, points, title=f"Fly {found.length:.1f}″ ({kind.title()})", objections=objections,
        facing=facing,
    )  # fmt: skip
