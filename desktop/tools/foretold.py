"""What would become of a wish, said where the hand is: the reasons that matter most, and how many more there are."""

from __future__ import annotations

import math
from collections.abc import Sequence

from desktop.tools.hand import shortened
from desktop.tools.tool import Bench
from engine.game import Model
from engine.geometry.evidence import NOTHING, Evidence, Mark, Role
from engine.play import Refused, Result
from engine.questions import Objection

SIGN = 12.0
"""Pixels between a base and the sign over it."""
MOST = 3
"""Reasons or risks said on the table; the panel beside it says them all."""


def words_at(bench: Bench, there: Model, result: Result) -> Evidence:
    """The nearest reasons for no, or what is risked, just over the model; what they point at is painted whole."""
    up = there.profile.base.radius + SIGN / bench.scene.pixels_per_inch
    at = (there.x, there.y - up, there.z)
    if not isinstance(result, Refused):
        return _marks(result.plan.notes, at, "warning")
    painted = sum((objection.evidence for objection in result.objections), NOTHING)
    nearest = sorted(result.objections, key=lambda objection: _far(there, objection))
    return painted + _marks([objection.text for objection in nearest], at, "blocked")


def _marks(said: Sequence[str], at: tuple[float, float, float], role: Role) -> Evidence:
    shown = [shortened(text) for text in said[:MOST]]
    if len(said) > MOST:
        shown[-1] += f"  +{len(said) - MOST} more"
    return Evidence(marks=tuple(Mark(at, role, text) for text in shown))


def _far(there: Model, objection: Objection) -> float:
    """Inches from the model to what an objection points at; 0 where it points at nothing, for it is about the whole."""
    shown = objection.evidence
    places = [point[:2] for line in shown.lines for point in line.points] + [mark.at[:2] for mark in shown.marks]
    places += [point for area in shown.areas for rings in area.polygons for ring in rings for point in ring]
    return min((math.dist(place, (there.x, there.y)) for place in places), default=0.0)
