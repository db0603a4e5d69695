"""May it go there?  What the rulebook in play says to a way, with every reason and the clauses that give it."""

from __future__ import annotations

import math
import shlex
from typing import Any

from engine import seeds, systems
from engine.commands import Move
from engine.game import Game, Model, Point
from engine.geometry.evidence import NOTHING, Area, Evidence, Line, Role
from engine.geometry.shapes import outline_at
from engine.lines import number
from engine.measuring.answer import Measured, asked, at, end_told, end_values, inches
from engine.rules import Plan

FACING = "facing="
"""Begins the word that says how the model looks when it is there."""


def query_of(game: Game, move: Move) -> str:
    """The question about a wish, exact to the last digit, so that it can be asked again."""
    words = [asked("may", game.model(move.model), *move.path[1:])]
    if move.how:
        words.append(shlex.quote(move.how))
    if move.facing is not None:
        words.append(f"{FACING}{number(move.facing)}")
    return " ".join(words)


def tell_may(game: Game, move: Move, query: str = "") -> Measured:
    """Ask the rulebook.  ValueError, a sentence, where none is in play."""
    if game.system not in systems.names():
        raise ValueError("No rulebook is in play, so nothing says where a model may go; ask for the path instead.")
    return told(game, move, systems.load(game.system).plan(game, move), query)


def told(game: Game, move: Move, plan: Plan, query: str = "") -> Measured:
    """A plan for a move, as an answer that can be copied and settled on a sheet."""
    model, why = game.model(move.model), plan.objections
    cited = [*(reason.why for reason in why), *(tally.why for tally in plan.tallies)]
    clauses = tuple(dict.fromkeys(id for ids in cited for id in ids if _known(id)))
    more = f" (and {len(why) - 1} more)" if len(why) > 1 else ""
    said = f"no: {_unended(why[0].text)}{more}" if why else f"yes: {plan.label or 'nothing forbids it'}"
    rows = [("of", end_told(model)), ("way", " → ".join(map(at, move.path)))]
    rows += [("asked for", move.how)] if move.how else []
    rows += [("facing", f"{move.facing:g}° when it is there")] if move.facing is not None else []
    rows += [("length", inches(math.fsum(math.dist(a, b) for a, b in zip(move.path, move.path[1:])), 4))]
    rows += [(f"reason {k}" if len(why) > 1 else "reason", _cited(o.text, o.why)) for k, o in enumerate(why, 1)]
    rows += [("sum", _cited(tally.text(), tally.why)) for tally in plan.tallies]
    rows += [("note", note) for note in plan.notes]
    values: dict[str, Any] = {
        "of": end_values(model),
        "may": not why,
        "path": move.path,
        "how": move.how,
        "facing": move.facing,
        "reasons": [{"says": objection.text, "clauses": objection.why} for objection in why],
        "clauses": clauses,
    }
    return Measured(
        query=query or query_of(game, move),
        verdict="no" if why else "yes",
        said=said,
        rows=tuple(rows),
        values=values,
        label=said,
        evidence=_drawn(model, move, plan),
    )


def _drawn(model: Model, move: Move, plan: Plan) -> Evidence:
    """The way, the base where it would stand, and whatever the reasons point at."""
    role: Role = "blocked" if plan.objections else "clear"
    shown = sum((objection.evidence for objection in plan.objections), plan.evidence)
    way = () if _goes(shown, move.path) else (Line(tuple((x, y, model.z) for x, y in move.path), "path"),)
    x, y = move.path[-1]
    facing = model.facing if move.facing is None else move.facing
    ring = tuple((float(a), float(b)) for a, b in outline_at(model.profile.base, x, y, facing).exterior.coords)
    return Evidence(lines=way, areas=(Area(((ring,),), role),)) + (shown or NOTHING)


def _goes(shown: Evidence, path: tuple[Point, ...]) -> bool:
    """Is the way drawn already?"""
    ends = {point[:2] for line in shown.lines for point in line.points}
    return path[0] in ends and path[-1] in ends


def _known(clause: str) -> bool:
    try:
        seeds.clause(clause)
    except KeyError:
        return False
    return True


def _cited(words: str, clauses: tuple[str, ...]) -> str:
    return f"{words} [{', '.join(clauses)}]" if clauses else words


def _unended(sentence: str) -> str:
    return sentence.rstrip().rstrip(".")
