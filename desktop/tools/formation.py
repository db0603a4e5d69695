"""Many models at once: in ranks round the hand, and where each of them stands when all are moved alike."""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec.structs import replace

from engine.game import MM_PER_INCH, Model, Point, Table
from engine.geometry.heights import SKY, surface

GAP = 0.1
"""Inches between bases that stand side by side."""
APART = 1.0
"""Inches between bases in loose order."""
ORDERS = ("a line", "two ranks", "a block", "loose order")


def formed(
    table: Table,
    models: Sequence[Model],
    middle: Point,
    facing: float,
    order: str = ORDERS[0],
    ceiling: float = SKY,
) -> tuple[Model, ...]:
    """The models standing in ranks round *middle*, all facing alike, each on the highest floor under *ceiling*."""
    gap = APART if order == ORDERS[3] else GAP
    files = {ORDERS[0]: len(models), ORDERS[1]: math.ceil(len(models) / 2)}.get(order, math.ceil(len(models) ** 0.5))
    spots: list[Point] = []
    back = 0.0
    for start in range(0, len(models), max(1, files)):
        rank = models[start : start + files]
        wide = [_inches(model.profile.base.width) for model in rank]
        deep = max(_inches(model.profile.base.depth) for model in rank)
        x = -(sum(wide) + gap * (len(rank) - 1)) / 2
        for width in wide:
            spots.append((x + width / 2, back + deep / 2))
            x += width + gap
        back += deep + gap
    middle_rank = (back - gap) / 2
    turned = [_turned((x, y - middle_rank), facing) for x, y in spots]
    return tuple(
        standing(table, model, (middle[0] + x, middle[1] + y), facing, ceiling)
        for model, (x, y) in zip(models, turned, strict=True)
    )


def moved(
    table: Table, models: Sequence[Model], by: Point, turn: float = 0.0, ceiling: float = SKY
) -> tuple[Model, ...]:
    """The models moved by inches, and turned together by degrees about the middle of them all."""
    if not models:
        return ()
    x = sum(model.x for model in models) / len(models)
    y = sum(model.y for model in models) / len(models)
    found = []
    for model in models:
        dx, dy = _turned((model.x - x, model.y - y), turn)
        at = (x + dx + by[0], y + dy + by[1])
        if by == (0.0, 0.0) and not turn:
            found.append(model)
        else:
            found.append(standing(table, model, at, (model.facing + turn) % 360.0, ceiling))
    return tuple(found)


def standing(table: Table, model: Model, at: Point, facing: float, ceiling: float = SKY) -> Model:
    """The model on the table at this place, on the highest floor there that is not above *ceiling* inches."""
    z = surface(table, model.profile.base, *at, facing, ceiling).z
    return replace(model, x=at[0], y=at[1], z=z, facing=facing, place="table")


def _turned(at: Point, degrees: float) -> Point:
    """Clockwise about nought, as facings grow."""
    angle = math.radians(degrees)
    x, y = at
    return (x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle))


def _inches(mm: float) -> float:
    return mm / MM_PER_INCH
