"""Draw an outline: corner by corner, as a rectangle in one drag, or freehand with Shift; terrain or a zone."""

from __future__ import annotations

import math
from collections.abc import Generator
from dataclasses import replace

import shapely
from PySide6.QtCore import Qt

from desktop.build.overlay import Shown
from desktop.build.stage import REACH, Stage
from desktop.build.zones import add_zone
from desktop.tools.hand import ARROWS, DIGITS, ENTER, Gesture, Hand, beside_by, moved_enough
from engine.building import high, levels, outline_fault
from engine.game import Point
from engine.snapping import Snap

HINT = (
    "Click sets a corner, Enter or double click closes, Backspace takes back · drag: a rectangle, "
    "with Shift freehand · digits"
)
ZONE_HINT = "Drag a rectangle, or click corner by corner and close with Enter · Backspace takes the last back"
KEYS = frozenset({*ARROWS, *ENTER, Qt.Key.Key_Backspace, Qt.Key.Key_Space, *DIGITS})
FINE = 0.06
"""Inches by which a freehand line may be straightened."""


def piece_gesture(stage: Stage) -> Gesture:
    """Terrain of the pen in use."""
    yield from _drawn(stage, zone=False)


def zone_gesture(stage: Stage) -> Gesture:
    """A zone of the side in hand."""
    yield from _drawn(stage, zone=True)


def _drawn(stage: Stage, *, zone: bool) -> Gesture:
    """The corners stay in the workshop, so that an undo meanwhile does not lose them."""
    shop = stage.workshop
    at, touch = stage.centre(), None
    try:
        while True:
            hand = yield
            if hand.verb in ("hover", "drag", "press", "double"):
                snap = _snapped(stage, hand)
                at, touch = snap.by, snap.at
            if hand.verb == "press" and hand.touch.button == Qt.MouseButton.LeftButton:
                corners = yield from _pressed(stage, hand, at, zone=zone)
                if corners:
                    _finish(stage, corners, zone=zone)
                    return
            elif hand.verb == "double" or (hand.verb == "key" and hand.key in ENTER):
                _finish(stage, tuple(shop.draft), zone=zone)
                return
            elif hand.verb == "key":
                at = _keyed(stage, hand, at)
            _show(stage, (*shop.draft, at), zone=zone, touch=touch)
    finally:
        stage.rest()
        if shop.draft:
            _show(stage, tuple(shop.draft), zone=zone, touch=None)


def _snapped(stage: Stage, hand: Hand) -> Snap:
    """To neighbours and the grid, and to the outline's own first corner."""
    shop, reach = stage.workshop, REACH * hand.touch.pixel
    first = shop.draft[:1]
    if first and math.dist(first[0], hand.at) <= reach:
        return Snap(by=first[0], pull="corner", at=first[0])
    return shop.everything(off=hand.ctrl).point(hand.at, reach)


def _pressed(stage: Stage, press: Hand, at: Point, *, zone: bool) -> Generator[None, Hand, tuple[Point, ...]]:
    """A click sets a corner or closes; a drag draws a rectangle or a free line.  The outline, when it is whole."""
    shop = stage.workshop
    line, end, dragged = [at], at, False
    while True:
        hand = yield
        if hand.verb == "drag" and (dragged or moved_enough(press.touch, hand.touch)) and not shop.draft:
            dragged = True
            if press.shift:
                line.append(hand.at)
            else:
                end = shop.everything(off=hand.ctrl).point(hand.at, REACH * hand.touch.pixel).by
            _show(stage, tuple(line) if press.shift else _rectangle(at, end), zone=zone, touch=None)
        elif hand.verb in ("release", "hover"):
            break
    if dragged:
        return tuple(line) if press.shift else _rectangle(at, end)
    if len(shop.draft) > 2 and shop.draft[0] == at:
        return tuple(shop.draft)
    if not shop.draft or shop.draft[-1] != at:
        shop.draft.append(at)
    return ()


def _rectangle(one: Point, other: Point) -> tuple[Point, ...]:
    return (one, (other[0], one[1]), other, (one[0], other[1]))


def _keyed(stage: Stage, hand: Hand, at: Point) -> Point:
    """The arrows carry the next corner, the space bar sets it, Backspace takes the last back."""
    shop = stage.workshop
    if hand.key in ARROWS:
        if shop.snaps and not hand.shift:
            dx, dy = ARROWS[hand.key]
            return (at[0] + dx * shop.grid, at[1] + dy * shop.grid)
        return beside_by(at, hand)
    if hand.key == Qt.Key.Key_Space:
        shop.draft.append(at)
    elif hand.key == Qt.Key.Key_Backspace:
        if shop.draft:
            shop.draft.pop()
    elif hand.key in DIGITS:
        shop.take_pen_at((hand.key - Qt.Key.Key_0 - 1) % 10)
    return at


def _finish(stage: Stage, corners: tuple[Point, ...], *, zone: bool) -> None:
    """Build it, if it can stand; else it stays to be mended."""
    shop = stage.workshop
    if len(corners) > 60:
        corners = tuple((x, y) for x, y in shapely.LineString(corners).simplify(FINE).coords)
    elif len(corners) > 8 and not shop.draft:
        corners = tuple((x, y) for x, y in shapely.LineString(corners).simplify(FINE / 2).coords)
    is_open = shop.pen.open and not zone
    if len(corners) > 1 and corners[0] == corners[-1] and not is_open:
        corners = corners[:-1]
    if said := outline_fault(corners, open=is_open):
        shop.refused.emit(said)
        return
    done = (
        add_zone(shop, corners)
        if zone
        else shop.set_down((shop.pen.piece(corners, shop.pen.id, _lift(stage, corners)),))
    )
    if done:
        shop.draft.clear()


def _lift(stage: Stage, corners: tuple[Point, ...]) -> float:
    """What it stands on, where pieces are put on what lies below."""
    shop = stage.workshop
    if not shop.stacks or shop.pen.bottom > 0 or shop.pen.top <= 0:
        return 0.0
    across, down = [x for x, _ in corners], [y for _, y in corners]
    return levels(shop.table, ((min(across) + max(across)) / 2, (min(down) + max(down)) / 2))[-1]


def _show(stage: Stage, corners: tuple[Point, ...], *, zone: bool, touch: Point | None) -> None:
    shop = stage.workshop
    x, y = corners[-1]
    what = "Zone" if zone else shop.pen.title
    size = f" · {shop.say(math.dist(corners[-2], corners[-1]))}" if len(corners) > 1 else ""
    closes = zone or not shop.pen.open
    shown = Shown(draft=corners, closes=closes, touch=touch, label=f"{what}{size}", at=(x, y))
    said = outline_fault(corners) if closes and len(corners) > 3 else ""
    if said:
        shown = replace(shown, fault=True, label=said.split(". ")[0])
    elif not zone and closes and len(corners) > 2 and not outline_fault(corners):
        ghost = shop.pen.piece(corners, "drawn")
        shown = replace(shown, ghosts=(ghost,), label=f"{what}{size} · {shop.say(high((ghost,)))} high")
    stage.overlay.show_this(shown)
