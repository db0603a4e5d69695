"""Two points whose distance is known, shown on the table: clicked, drawn, or set by keys."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import Qt

from desktop.tools.hand import ARROWS, ENTER, Gesture, Hand, beside_by, moved_enough
from desktop.tools.tool import Bench, Tool
from engine.game import Point
from engine.geometry.evidence import Evidence, Line, Mark
from engine.questions import tidy

ID = "two_points"
HINT = "Click two points whose distance you know · or arrows (Shift: an inch) and Enter · Backspace one back · Esc"
KEYS = frozenset({*ARROWS, *ENTER})
HELD = frozenset({*KEYS, Qt.Key.Key_Backspace})
LEAST = 0.1
"""Inches that two points are apart at least."""


def tool(told: Callable[[tuple[Point, ...]], object]) -> Tool:
    """The tool; *told* hears of the points each time there is one more or fewer: none, one, or both."""
    return Tool(ID, "Two points", "", "tape", lambda bench: gesture(bench, told), HINT, KEYS, HELD)


def gesture(bench: Bench, told: Callable[[tuple[Point, ...]], object]) -> Gesture:
    """Click and click, or press, drag and release; Enter sets a point where the arrows have led."""
    hand = yield
    begun = hand.verb == "press" and hand.touch.button == Qt.MouseButton.LeftButton
    if not begun and (hand.verb != "key" or hand.key not in KEYS):
        return
    bench.clear()
    points: tuple[Point, ...] = ()
    end: Point = hand.at if begun else _middle(bench)
    pressed, both = hand, False
    try:
        while True:
            before = points
            if hand.verb == "key":
                points, end = _by_key(hand, points, end)
            elif hand.verb == "press":
                pressed, end = hand, hand.at
                points = _with(points, end)
            elif hand.verb in ("hover", "drag", "release"):
                end = hand.at
                if hand.verb == "release" and moved_enough(pressed.touch, hand.touch):
                    points = _with(points, end)
            both = len(points) == 2
            bench.show(_shown(points, end), "kept" if both else "tool")
            if points != before:
                told(points)
            if both:
                return
            hand = yield
    finally:
        if not both and points:
            told(())


def _by_key(hand: Hand, points: tuple[Point, ...], end: Point) -> tuple[tuple[Point, ...], Point]:
    """The points and the free end after a key."""
    if hand.key in ENTER:
        return _with(points, end), end
    if hand.key == Qt.Key.Key_Backspace:
        return points[:-1], end
    return points, beside_by(end, hand)


def _with(points: tuple[Point, ...], one: Point) -> tuple[Point, ...]:
    """One more, unless it is the first once more."""
    return (*points, one) if not points or math.dist(points[0], one) >= LEAST else points


def _middle(bench: Bench) -> Point:
    table = bench.session.game.table
    return (table.width / 2, table.height / 2)


def _shown(points: tuple[Point, ...], end: Point) -> Evidence:
    ends = points if len(points) == 2 else (*points, end)
    marks = tuple(Mark((x, y, 0.0), "ruler", f"{number}") for number, (x, y) in enumerate(ends, 1))
    if len(ends) < 2 or math.dist(*ends) < LEAST:
        return Evidence(marks=marks[:1])
    line = Line(tuple((x, y, 0.0) for x, y in ends), "ruler", f"{tidy(math.dist(*ends))}″")
    return Evidence(lines=(line,), marks=marks)
