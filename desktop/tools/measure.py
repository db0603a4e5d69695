"""The tape: edge to edge between bases, or along points with the way of a base; the result stays until Esc."""

from __future__ import annotations

import math
from dataclasses import replace as changed

from PySide6.QtCore import Qt

from desktop.tools.cutting import cut
from desktop.tools.hand import ARROWS, ENTER, TABS, WAYPOINT, Gesture, Hand, beside_by, moved_enough, next_of
from desktop.tools.tool import Bench
from engine.game import Game, Model, ModelId, Point, Point3
from engine.geometry.evidence import NOTHING, Evidence
from engine.geometry.measure import gap_to_point
from engine.geometry.path import contact_point
from engine.measuring.answer import End, Measured, asked
from engine.measuring.levels import top_at
from engine.measuring.ranges import tell_gap
from engine.measuring.ways import tell_path, tell_tape

HINT = (
    "Click from model or point to model or point · W a waypoint · also arrows, Tab, Enter · Ctrl+C copies · Esc clears"
)
KEYS = frozenset(ARROWS)
HELD = frozenset({*ENTER, *WAYPOINT, *ARROWS, *TABS, Qt.Key.Key_Backspace})

Stop = ModelId | Point3
"""Where the tape is held: on a model, or at a point."""


def gesture(bench: Bench) -> Gesture:
    """Click and click, or press, drag and release; a double click or Enter ends a longer tape."""
    press = yield
    begun = press.verb == "press" and press.touch.button == Qt.MouseButton.LeftButton
    if not begun and press.verb != "key":
        return
    bench.clear()
    stops, end, dragged = [_first(bench, press)], None, False
    if press.verb == "key":
        end = _steered(bench, press, stops[-1])
        _show(bench, [*stops, end], "tool")
    while True:
        hand = yield
        if hand.verb == "drag" and moved_enough(press.touch, hand.touch):
            dragged = True
        if hand.verb in ("drag", "hover"):
            end = _stop(bench, hand)
        elif hand.verb == "release" and dragged:
            stops.append(_stop(bench, hand))
            break
        elif hand.verb == "press":
            stops.append(_stop(bench, hand))
            if hand.model is not None:
                break
        elif hand.verb == "double":
            break
        elif hand.verb == "key":
            if hand.key in ENTER:
                stops += [end] if press.verb == "key" and end is not None and end != stops[-1] else []
                break
            end = _by_key(bench, hand, stops, end)
        _show(bench, [*stops, *([] if end is None or end == stops[-1] else [end])], "tool")
    _keep(bench, stops)


def _first(bench: Bench, hand: Hand) -> Stop:
    """Where the hand is; keys begin at the selected model."""
    if hand.verb == "key":
        chosen = [name for name in bench.session.selection if bench.session.game.model(name).on_table]
        if chosen:
            return chosen[0]
    return _stop(bench, hand)


def _by_key(bench: Bench, hand: Hand, stops: list[Stop], end: Stop | None) -> Stop | None:
    """A waypoint, one fewer, the next model, or a step of the free end; gives the free end."""
    if hand.key in WAYPOINT and end is not None:
        stops.append(end)
    elif hand.key == Qt.Key.Key_Backspace and len(stops) > 1:
        stops.pop()
    elif hand.key in TABS:
        names = [model.id for model in bench.session.game.on_table() if model.id != stops[0]]
        return next_of(names, end if isinstance(end, str) else None, hand) if names else end
    elif hand.key in ARROWS:
        return _steered(bench, hand, stops[-1] if end is None else end)
    return end


def _steered(bench: Bench, hand: Hand, here: Stop) -> Stop:
    x, y, _ = _ground(bench.session.game, here)
    return top_at(bench.session.game, beside_by((x, y), hand), bench.scene.ground.ceiling)


def reading(game: Game, stops: list[Stop], *, proof: bool = False) -> Measured:
    """What the tape says, and what a base would meet that walks along it.  *proof* also finds how much room it has."""
    first, last = _end(game, stops[0]), _end(game, stops[-1])
    if len(stops) == 2 and (isinstance(first, Model) or isinstance(last, Model)):
        told = tell_gap(game, first, last, asked("gap", first, last))
    else:
        told = _along(game, stops, first, last)
    if isinstance(first, Model) and not (len(stops) == 2 and isinstance(last, Model)):
        told = _walked(game, first, stops, told, proof)
    return told


def _along(game: Game, stops: list[Stop], first: End, last: End) -> Measured:
    """The tape from rim to rim over all points."""
    places = [_ground(game, stop) for stop in stops]
    if isinstance(first, Model):
        places[0] = _rim(first, places[1])
    if isinstance(last, Model):
        places[-1] = _rim(last, places[-2])
    return tell_tape(tuple(places), asked("path", *places))


def _walked(game: Game, model: Model, stops: list[Stop], told: Measured, proof: bool) -> Measured:
    """The same with what the base of the first model meets when its centre goes that way."""
    path: list[Point] = [(x, y) for x, y, _ in (_ground(game, stop) for stop in stops)]
    if isinstance(stops[-1], str):
        touch = contact_point(model, game.model(stops[-1]), (path[-2], path[-1]))
        path[-1] = touch or path[-1]
    walk = tell_path(game, model, tuple(path), proof=proof)
    trouble = walk.close or walk.verdict != "free"
    more = f" · {model.name} walks it: {walk.said}"
    met = Evidence(marks=walk.evidence.marks, pieces=walk.evidence.pieces) if trouble else NOTHING
    return changed(
        told,
        query=asked("path", model, *path[1:]),
        said=told.said + more,
        rows=(*told.rows, *((f"walk: {label}", words) for label, words in walk.rows if label != "of")),
        values={**told.values, "walk": walk.plain()},
        close=told.close or walk.close,
        evidence=told.evidence + met,
    )


def _rim(model: Model, towards: Point3) -> Point3:
    """The point of the base's rim that is nearest to a place, at the height of the base."""
    at = gap_to_point(model, towards[:2]).at[0]
    return (at[0], at[1], model.z)


def _stop(bench: Bench, hand: Hand) -> Stop:
    return hand.model if hand.model is not None else top_at(bench.session.game, hand.at, bench.scene.ground.ceiling)


def _end(game: Game, stop: Stop) -> End:
    return game.model(stop) if isinstance(stop, str) else stop


def _ground(game: Game, stop: Stop) -> Point3:
    if isinstance(stop, str):
        model = game.model(stop)
        return (model.x, model.y, model.z)
    return stop


def _about(game: Game, stops: list[Stop]) -> str:
    names = [game.model(s).name if isinstance(s, str) else f"({s[0]:.1f}, {s[1]:.1f})" for s in (stops[0], stops[-1])]
    return f"{names[0]} to {names[1]}"


def _still(game: Game, stops: list[Stop]) -> bool:
    return len(stops) < 2 or (math.dist(_ground(game, stops[0]), _ground(game, stops[-1])) == 0.0 and len(stops) == 2)


def _show(bench: Bench, stops: list[Stop], layer: str) -> None:
    game = bench.session.game
    if _still(game, stops):
        return
    _lay(bench, stops, reading(game, stops), layer)


def _keep(bench: Bench, stops: list[Stop]) -> None:
    """Keep the reading; how much room a walk has takes longer and comes when it is known."""
    game = bench.session.game
    if _still(game, stops):
        return
    told = reading(game, stops)
    _lay(bench, stops, told, "kept")

    def heard(proven: object) -> None:
        if isinstance(proven, Measured):
            _lay(bench, stops, proven, "kept")

    if "walk" in told.values:
        bench.ask(lambda stop: reading(game, stops, proof=True), heard)


def _lay(bench: Bench, stops: list[Stop], told: Measured, layer: str) -> None:
    """Paint the reading, cut the table along its last leg, and say it."""
    game = bench.session.game
    about, last = _about(game, stops), told.evidence.lines[-1]
    ends = (last.points[0], last.points[-1])
    models = [stop for stop in stops[-2:] if isinstance(stop, str)]
    bench.show(told.evidence, layer)
    met = told.values.get("walk", {}).get("blockers", ())
    bench.sliced.emit(
        cut(game, ends, last.role, about.replace(" to ", " → "), last.label, blockers=met, names=(*met, *models))
    )
    bench.tell(told, about)
