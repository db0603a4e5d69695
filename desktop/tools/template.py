"""Lay a blast, a flame, a cone or a line and see who is under it, in part or wholly, and by how much."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import Qt

from desktop.tools.hand import ARROWS, DIGITS, ENTER, Gesture, Hand, beside_by
from desktop.tools.tool import Bench
from engine.game import Model, Point
from engine.geometry.evidence import NOTHING
from engine.geometry.templates import Template
from engine.measuring.answer import Measured, asked
from engine.measuring.laid import blast_at, cone_from, flame_from, line_from, tell_template

HINT = "W: blast, or flame, cone, line from the selected model · digits or Shift+wheel: size · click keeps · Esc clears"
SWAP = (Qt.Key.Key_W,)
KEYS = frozenset({*DIGITS, *SWAP, *ARROWS, *ENTER})
LEAST, MOST, STEP = 0.5, 24.0, 0.5
"""Inches of size, and of a notch of the wheel."""

Shape = Literal["blast", "flame", "cone", "line"]
SHAPES: tuple[Shape, ...] = ("blast", "flame", "cone", "line")
SIZES: dict[Shape, float] = {"blast": 2.5, "flame": 8.0, "cone": 6.0, "line": 1.0}
"""What each measures at first: radius, length, length and width."""
SLIM = 0.28
"""Width of a flame as a part of its length."""


@dataclass
class _Laid:
    """Which template, how big, and where."""

    shape: Shape
    sizes: dict[Shape, float]
    at: Point


def gesture(bench: Bench) -> Gesture:
    """It follows the hand; a click or Enter keeps it and takes up the next."""
    laid: _Laid | None = None
    while True:
        hand = yield
        if laid is None:
            laid = _Laid("blast", dict(SIZES), hand.at)
        if hand.verb in ("hover", "drag"):
            laid.at = hand.at
        elif hand.verb == "press" and hand.touch.button == Qt.MouseButton.LeftButton:
            laid.at = hand.at
            _keep(bench, laid)
            continue
        elif hand.verb == "key" and hand.key in ENTER:
            _keep(bench, laid)
            continue
        elif hand.verb in ("key", "wheel"):
            _steer(laid, hand)
        if "kept" in bench.painted and hand.verb in ("hover", "release"):
            continue
        _paint(bench, laid)


def _steer(laid: _Laid, hand: Hand) -> None:
    size = laid.sizes[laid.shape]
    if hand.verb == "wheel":
        laid.sizes[laid.shape] = min(MOST, max(LEAST, size + (STEP if hand.notches > 0 else -STEP)))
    elif hand.key in DIGITS:
        laid.sizes[laid.shape] = float(hand.key - Qt.Key.Key_0) or 10.0
    elif hand.key in SWAP:
        laid.shape = SHAPES[(SHAPES.index(laid.shape) + (-1 if hand.shift else 1)) % len(SHAPES)]
    elif hand.key in ARROWS:
        laid.at = beside_by(laid.at, hand)


def _source(bench: Bench) -> Model | None:
    """Who throws it: the selected model."""
    chosen = bench.session.selection
    model = bench.session.game.model(chosen[0]) if chosen else None
    return model if model is not None and model.on_table else None


def _template(bench: Bench, laid: _Laid) -> Template | None:
    model, size = _source(bench), laid.sizes[laid.shape]
    if laid.shape == "blast":
        return blast_at(laid.at, size)
    if model is None or laid.at == (model.x, model.y):
        return None
    if laid.shape == "flame":
        return flame_from(model, laid.at, size, size * SLIM)
    if laid.shape == "cone":
        return cone_from(model, laid.at, size, 90.0)
    try:
        return line_from(model, laid.at, size)
    except ValueError:  # the hand is on the rim itself
        return None


def _told(bench: Bench, laid: _Laid) -> Measured | None:
    template, model = _template(bench, laid), _source(bench)
    if template is None:
        return None
    sparing = model.id if model is not None and laid.shape != "blast" else ""
    return tell_template(bench.session.game, template, _query(laid, model), sparing=sparing)


def _query(laid: _Laid, model: Model | None) -> str:
    """The question as it can be asked again."""
    size = laid.sizes[laid.shape]
    if laid.shape == "blast" or model is None:
        return asked("blast", laid.at, size)
    rest = (size, size * SLIM) if laid.shape == "flame" else (size,)
    return asked(laid.shape, model, laid.at, *rest)


def _paint(bench: Bench, laid: _Laid) -> None:
    if "kept" in bench.painted:
        bench.clear()
    told = _told(bench, laid)
    bench.show(NOTHING if told is None else told.evidence)
    if told is None:
        bench.hinted.emit(f"Select a model: a {laid.shape} comes from the selected model towards the hand.")
    else:
        bench.tell(told, _about(laid))


def _keep(bench: Bench, laid: _Laid) -> None:
    told = _told(bench, laid)
    if told is not None:
        bench.show(NOTHING)
        bench.show(told.evidence, "kept")
        bench.tell(told, _about(laid))


def _about(laid: _Laid) -> str:
    x, y = laid.at
    return f"{laid.shape.capitalize()} {'at' if laid.shape == 'blast' else 'towards'} {x:.2f},{y:.2f}"
