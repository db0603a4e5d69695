"""Turn a model: pull its facing round with the mouse, or step it with R and the wheel."""

from __future__ import annotations

import math

from msgspec.structs import replace
from PySide6.QtCore import Qt

from desktop.tools.hand import Gesture, Hand
from desktop.tools.squares import squared, turned
from desktop.tools.tool import Bench
from engine.commands import Turn
from engine.game import Model, Point
from engine.geometry.evidence import Evidence, Line

HINT = "Drag round a model to turn it · Ctrl turns in steps of 15° · R 45° · Shift+wheel 15° · Esc lets go"
KEYS = frozenset({Qt.Key.Key_R})
HANDLE = 1.6
"""Inches of the line that shows where a model looks."""


def gesture(bench: Bench) -> Gesture:
    """Press on a model, or anywhere with one selected, and pull its facing round."""
    hand = yield
    if hand.verb in ("key", "wheel"):
        by_step(bench, hand)
    elif hand.verb == "press":
        if hand.model is not None and bench.session.selection != (hand.model,):
            bench.session.select((hand.model,))
        yield from swing(bench, hand)


def swing(bench: Bench, press: Hand) -> Gesture:
    """From the press to the release the model looks at the hand."""
    model = _turnable(bench)
    if model is None:
        return
    facing = model.facing
    try:
        while True:
            hand = yield
            if hand.verb in ("release", "hover"):
                break
            if hand.verb == "drag":
                step = 90.0 if squared(bench.session) else 15.0 if hand.ctrl else 1.0
                facing = towards((model.x, model.y), hand.at, facing, step)
                _paint(bench, replace(model, facing=facing))
    finally:
        bench.put_back()
    if facing != model.facing:
        bench.session.do(Turn(model=model.id, facing=facing))


def by_step(bench: Bench, hand: Hand) -> None:
    """R turns by 45° (Shift the other way), a notch of the wheel by 15°, with Ctrl by 1°."""
    model = _turnable(bench)
    if model is None:
        return
    if hand.verb == "wheel":
        step = math.copysign(1.0 if hand.ctrl else 15.0, hand.notches)
    else:
        step = -45.0 if hand.shift else 45.0
    bench.session.do(Turn(model=model.id, facing=turned(bench.session.game, model.facing, step)))


def towards(centre: Point, point: Point, otherwise: float, step: float) -> float:
    """The facing from the centre to the point, in whole steps of degrees."""
    dx, dy = point[0] - centre[0], point[1] - centre[1]
    if math.hypot(dx, dy) < 0.05:
        return otherwise
    return round(math.degrees(math.atan2(dx, -dy)) / step) * step % 360.0


def _turnable(bench: Bench) -> Model | None:
    """The first selected model on the table, if anything may be done now."""
    game = bench.session.game
    chosen = [game.model(name) for name in bench.session.selection]
    on_table = [model for model in chosen if model.on_table]
    return on_table[0] if on_table and bench.may_act() else None


def _paint(bench: Bench, model: Model) -> None:
    turn = math.radians(model.facing)
    far = (model.x + math.sin(turn) * HANDLE, model.y - math.cos(turn) * HANDLE, model.z)
    bench.lift(model)
    bench.show(Evidence(lines=(Line(((model.x, model.y, model.z), far), "path", f"{model.facing:.0f}°"),)))
