"""The tape: edge to edge between bases, or along points; the result stays until Esc."""

from __future__ import annotations

import math
from itertools import pairwise

from PySide6.QtCore import Qt

from desktop.tools.hand import ENTER, WAYPOINT, Gesture, Hand, moved_enough
from desktop.tools.tool import Bench
from engine.game import Base, Game, ModelId, Point3
from engine.geometry.evidence import Evidence, Line
from engine.geometry.heights import surface
from engine.geometry.measure import CONTACT, Gap, gap, gap_to_point

HINT = "Click from model or point to model or point · W or click adds a point · Ctrl+C copies · Esc clears"
HELD = frozenset({*ENTER, *WAYPOINT, Qt.Key.Key_Backspace})
_POINT = Base("round", 0.0, 0.0)
_SKY = 1e3

Stop = ModelId | Point3
"""Where the tape is held: on a model, or at a point."""


def gesture(bench: Bench) -> Gesture:
    """Click and click, or press, drag and release; a double click or Enter ends a longer tape."""
    hand = yield
    if hand.verb != "press" or hand.touch.button != Qt.MouseButton.LeftButton:
        return
    bench.clear()
    press, stops, dragged = hand, [_stop(bench, hand)], False
    while True:
        hand = yield
        end = _stop(bench, hand)
        if hand.verb == "drag" and moved_enough(press.touch, hand.touch):
            dragged = True
        if hand.verb in ("drag", "hover"):
            _show(bench, [*stops, end], "tool")
        elif hand.verb == "release" and dragged:
            stops.append(end)
            break
        elif hand.verb == "press":
            stops.append(end)
            if hand.model is not None:
                break
        elif hand.verb == "double" or (hand.verb == "key" and hand.key in ENTER):
            break
        elif hand.verb == "key" and hand.key in WAYPOINT:
            stops.append(end)
        elif hand.verb == "key" and hand.key == Qt.Key.Key_Backspace and len(stops) > 1:
            stops.pop()
    _show(bench, stops, "kept")


def reading(game: Game, stops: list[Stop]) -> tuple[float, Evidence, str]:
    """Length in inches, the ruler to paint, and the sentence to copy."""
    if len(stops) == 2 and isinstance(stops[0], str) and isinstance(stops[1], str):
        return _between(game, stops[0], stops[1])
    points = [_ground(game, stop) for stop in stops]
    first, last = stops[0], stops[-1]
    if isinstance(first, str):
        points[0] = _rim(gap_to_point(game.model(first), points[1]), points[0])
    if isinstance(last, str):
        points[-1] = _rim(gap_to_point(game.model(last), points[-2]), points[-1])
    whole = sum(math.dist(*leg) for leg in pairwise(points))
    flat = sum(math.dist(a[:2], b[:2]) for a, b in pairwise(points))
    label = f"{whole:.2f}″" + (f" · {flat:.2f}″ flat" if abs(whole - flat) > 0.005 else "")
    text = f"{_called(game, first)} to {_called(game, last)}: {label}"
    return whole, Evidence(lines=(Line(tuple(points), "ruler", label),)), text


def _between(game: Game, a: ModelId, b: ModelId) -> tuple[float, Evidence, str]:
    one, other = game.model(a), game.model(b)
    found = gap(one, other)
    if found.distance <= CONTACT:
        label = "in contact"
    else:
        label = f"{found.distance:.2f}″ edge to edge"
        if found.height > CONTACT:
            label += f" · {found.plan:.2f}″ flat, {found.height:.2f}″ up"
    evidence = Evidence(lines=(Line(found.at, "ruler", label),), pieces=(a, b))
    return found.distance, evidence, f"{one.name} to {other.name}: {label}"


def _stop(bench: Bench, hand: Hand) -> Stop:
    if hand.model is not None:
        return hand.model
    return (*hand.at, surface(bench.session.game.table, _POINT, *hand.at, 0.0, _SKY).z)


def _ground(game: Game, stop: Stop) -> Point3:
    if isinstance(stop, str):
        model = game.model(stop)
        return (model.x, model.y, model.z)
    return stop


def _rim(found: Gap, centre: Point3) -> Point3:
    """The point of the base's rim that is nearest, at the height of the base."""
    return (found.at[0][0], found.at[0][1], centre[2])


def _called(game: Game, stop: Stop) -> str:
    return game.model(stop).name if isinstance(stop, str) else f"({stop[0]:.1f}, {stop[1]:.1f})"


def _show(bench: Bench, stops: list[Stop], layer: str) -> None:
    if len(stops) < 2 or (len(stops) == 2 and stops[0] == stops[1]):
        return
    _, evidence, text = reading(bench.session.game, stops)
    bench.show(evidence, layer)
    bench.measured.emit(text)
