"""Distances on a board of squares: range in spaces, and who is within so many of them.

A square is one inch.  A place that is no model's counts as the space it lies in.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from engine.game import Game, Model, Point
from engine.geometry.evidence import Evidence, Line
from engine.geometry.grid import Figure, Space, centre, distance, figure_of, space_at, squares
from engine.geometry.squared import size
from engine.measuring.answer import End, Measured, end_name, end_told, end_values


def in_spaces(count: int) -> str:
    """“1 space”, “4 spaces”."""
    return f"{count} space{'' if count == 1 else 's'}"


def figure(end: End) -> Figure:
    """The spaces of a model, or the space of a place."""
    return figure_of(end) if isinstance(end, Model) else Figure(space_at(end[:2]))


def spaces_between(a: End, b: End) -> int:
    """Range in spaces, nearest to nearest, a diagonal counting one."""
    return distance(figure(a), figure(b))


def tell_range(game: Game, a: End, b: End, query: str = "") -> Measured:
    """How many spaces from the one to the other."""
    count = spaces_between(a, b)
    one, other = _nearest(figure(a), figure(b))
    verdict = {0: "same", 1: "adjacent"}.get(count, "apart")
    said = {0: "in one space", 1: "next to each other: range 1"}.get(count, f"range {count}: {in_spaces(count)}")
    start, end = _lifted(centre(one), a), _lifted(centre(other), b)
    pieces = tuple(str(each.id) for each in (a, b) if isinstance(each, Model))
    rows = [("from", _placed(a)), ("to", _placed(b)), ("range", in_spaces(count))]
    values: dict[str, Any] = {"from": end_values(a), "to": end_values(b), "spaces": count, "witness": (one, other)}
    return Measured(
        query=query or f"{end_name(a)} to {end_name(b)}",
        verdict=verdict,
        said=said,
        rows=tuple(rows),
        values=values,
        label=said,
        evidence=Evidence(lines=(Line((start, end), "ruler", in_spaces(count)),), pieces=pieces),
    )


def tell_within_spaces(game: Game, a: End, b: End, limit: float, query: str = "") -> Measured:
    """Are they at most so many spaces apart?"""
    whole, count = tell_range(game, a, b, query), spaces_between(a, b)
    inside = count <= limit
    said = f"{'within' if inside else 'beyond'} · {in_spaces(count)} of {limit:g}"
    values = {**whole.values, "within": inside, "limit": limit}
    return replace(whole, verdict="within" if inside else "beyond", said=said, label=said, values=values)


def tell_spaces(game: Game, owner: Model, radius: float, query: str = "", among: str = "") -> Measured:
    """Who is within so many spaces of a figure, and which spaces those are."""
    mine = figure_of(owner)
    wide, deep = size(game.table)
    near = tuple(
        space
        for space in ((i, j) for j in range(deep) for i in range(wide))
        if distance(mine, space) <= radius and space not in mine.spaces
    )
    others = [model for model in game.on_table() if model.id not in (owner.id, among)]
    found = sorted(
        ((distance(mine, figure_of(other)), other.name, other) for other in others), key=lambda each: each[:2]
    )
    inside = [(count, other) for count, _, other in found if count <= radius]
    said = f"{len(inside)} within {in_spaces(math.floor(radius))}"
    said += f": {', '.join(other.name for _, other in inside)}" if inside else ""
    label = f"{in_spaces(math.floor(radius))} · {len(inside)} within"
    lines = tuple(_ruler(owner, other, count) for count, other in inside)
    rows = [("of", _placed(owner))]
    rows += [(f"{other.name} ({other.id})", in_spaces(count)) for count, _, other in found if count <= radius + 2]
    values = {
        "owner": end_values(owner),
        "radius": radius,
        "within": [other.id for _, other in inside],
        "near": [
            {"id": other.id, "name": name, "spaces": count} for count, name, other in found if count <= radius + 2
        ],
    }
    return Measured(
        query=query or f"{in_spaces(math.floor(radius))} round {owner.name}",
        verdict=f"{len(inside)} within",
        said=said,
        rows=tuple(rows),
        values=values,
        label=label,
        evidence=Evidence(lines=lines, areas=(squares(near, role="zone", label=label),)),
    )


def _ruler(owner: Model, other: Model, count: int) -> Line:
    one, far = _nearest(figure_of(owner), figure_of(other))
    ends = (_lifted(centre(one), owner), _lifted(centre(far), other))
    return Line(ends, "ruler", f"{other.name} {in_spaces(count)}")


def _nearest(one: Figure, other: Figure) -> tuple[Space, Space]:
    """The pair of spaces with the fewest steps between them, and of these the one with the shortest line."""
    pairs = ((a, b) for a in one.spaces for b in other.spaces)
    return min(pairs, key=lambda pair: (distance(*pair), math.dist(*pair), pair))


def _lifted(at: Point, end: End) -> tuple[float, float, float]:
    return (*at, end.z if isinstance(end, Model) else end[2])


def _placed(end: End) -> str:
    """A model or a place, and its column and row as they are counted along the board."""
    column, row = figure(end).at
    return f"{end_told(end)}; column {column + 1}, row {row + 1}"
