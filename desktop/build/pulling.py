"""Drags: a move, a turn, another size, a corner.  One drag is one entry in the journal."""

from __future__ import annotations

import math
from collections.abc import Generator
from dataclasses import replace

from msgspec.structs import replace as with_fields
from PySide6.QtCore import Qt

from desktop.build.overlay import Shown
from desktop.build.stage import REACH, Grip, Stage, outlined
from desktop.tools.hand import ENTER, Gesture, Hand, moved_enough
from engine.building import Parts, fault, high, low, middle, moved, outline_fault, turned
from engine.framing import fitted, frame
from engine.game import Point, Zone

TURN_STEP = 15.0
"""Degrees between which a turn by the handle snaps."""


def pull(stage: Stage, press: Hand, grip: Grip) -> Gesture:
    """Whatever this grip does."""
    if grip.kind == "turn":
        yield from _turn(stage, press)
    elif grip.kind == "size":
        yield from _resize(stage, press, grip)
    else:
        yield from _corner(stage, press, grip)


def move(stage: Stage, press: Hand, *, copies: bool = False) -> Generator[None, Hand, bool]:
    """Carry what is chosen along; R turns it meanwhile, Shift keeps to one line.  False where it was a click."""
    shop = stage.workshop
    before = held = shop.parts()
    after: Parts | None = None
    by, degrees, rims = (0.0, 0.0), 0.0, outlined(held)
    magnet = shop.magnet()
    try:
        while True:
            hand = yield
            if hand.verb == "key" and hand.key == Qt.Key.Key_R:
                degrees += -45.0 if hand.shift else 45.0
                held = turned(before, middle(before), degrees)
                rims = outlined(held)
            elif hand.verb == "drag" and (after is not None or moved_enough(press.touch, hand.touch)):
                by = _along(press, hand)
            elif hand.verb in ("release", "hover") or (hand.verb == "key" and hand.key in ENTER):
                break
            else:
                continue
            corners = [corner for part in held for corner in part.outline]
            snap = (shop.magnet(off=True) if hand.ctrl else magnet).shift(corners, by, REACH * hand.touch.pixel)
            after = shop.settled(before, moved(held, *snap.by))
            carried = Shown(ghosts=held, outlines=rims, shift=snap.by, touch=snap.at)
            show_moved(stage, () if copies else before, after, snap.by, carried)
    finally:
        stage.rest()
    if after is None:
        return False
    if copies:
        shop.set_down(after, f"{shop.naming(after)} copied")
    else:
        shop.rebuild(before, after, f"{shop.naming(before)} moved")
    return True


def _along(press: Hand, hand: Hand) -> Point:
    dx, dy = hand.at[0] - press.at[0], hand.at[1] - press.at[1]
    if hand.shift and not press.shift:
        return (dx, 0.0) if abs(dx) >= abs(dy) else (0.0, dy)
    return dx, dy


def show_moved(stage: Stage, before: Parts, after: Parts, by: Point, carried: Shown) -> None:
    """Pieces in the hand, how far they have come, and how high they stand."""
    shop = stage.workshop
    said = fault(after, shop.table)
    up = f", {shop.say(low(after))} up" if low(after) > 0.001 else ""
    label = said.split(". ")[0] if said else f"{shop.say(by[0])}, {shop.say(by[1])}{up}"
    stage.hold(before, replace(carried, label=label, at=middle(after), fault=bool(said)))


def _turn(stage: Stage, press: Hand) -> Gesture:
    shop = stage.workshop
    before = shop.parts()
    about = frame(before).middle
    start = math.degrees(math.atan2(press.at[1] - about[1], press.at[0] - about[0]))
    degrees = 0.0
    try:
        while True:
            hand = yield
            if hand.verb == "drag":
                now = math.degrees(math.atan2(hand.at[1] - about[1], hand.at[0] - about[0]))
                degrees = (now - start + 180.0) % 360.0 - 180.0
                if not hand.ctrl:
                    degrees = round(degrees / TURN_STEP) * TURN_STEP
                _show(stage, before, turned(before, about, degrees), f"{degrees:.4g}°", hand.at)
            elif hand.verb in ("release", "hover"):
                break
    finally:
        stage.rest()
    if degrees:
        shop.rebuild(before, turned(before, about, degrees), f"{shop.naming(before)} turned by {degrees:.4g}°")


def _resize(stage: Stage, press: Hand, grip: Grip) -> Gesture:
    """Shift keeps the proportions, Alt pulls both sides alike, Ctrl does not snap."""
    shop = stage.workshop
    before, magnet = shop.parts(), shop.magnet()
    old = new = frame(before)
    x, y = old.handle(grip.handle)
    off = (x - press.at[0], y - press.at[1])
    try:
        while True:
            hand = yield
            if hand.verb == "drag":
                at = (hand.at[0] + off[0], hand.at[1] + off[1])
                snap = (shop.magnet(off=True) if hand.ctrl else magnet).point(at, REACH * hand.touch.pixel)
                new = old.pulled(grip.handle, snap.by, keep=hand.shift, both=hand.alt)
                label = f"{shop.say(new.width)} × {shop.say(new.depth)}"
                _show(stage, before, fitted(before, old, new), label, hand.at, snap.at)
            elif hand.verb in ("release", "hover"):
                break
    finally:
        stage.rest()
    if new != old:
        size = f"{shop.say(new.width)} × {shop.say(new.depth)}"
        shop.rebuild(before, fitted(before, old, new), f"{shop.naming(before)} resized to {size}")


def _show(stage: Stage, before: Parts, after: Parts, label: str, at: Point, touch: Point | None = None) -> None:
    said = fault(after, stage.workshop.table)
    outlines = outlined(after)
    label = said.split(". ")[0] if said else f"{label} · {stage.workshop.say(high(after))} high"
    stage.hold(before, Shown(ghosts=after, outlines=outlines, touch=touch, label=label, at=at, fault=bool(said)))


# Corners -------------------------------------------------------------------------------------


def _corner(stage: Stage, press: Hand, grip: Grip) -> Gesture:
    """Draw a corner elsewhere, or a new one out of an edge."""
    shop = stage.workshop
    outline, _ = stage.outline()
    index = grip.index
    if grip.kind == "edge":
        index += 1
        outline = (*outline[:index], grip.spot, *outline[index:])
    shop.corner = index
    at: Point | None = None
    magnet = shop.magnet()
    try:
        while True:
            hand = yield
            if hand.verb == "drag" and (at is not None or moved_enough(press.touch, hand.touch)):
                snap = (shop.magnet(off=True) if hand.ctrl else magnet).point(hand.at, REACH * hand.touch.pixel)
                at = snap.by
                _show_outline(stage, (*outline[:index], at, *outline[index + 1 :]), index, snap.at)
            elif hand.verb in ("release", "hover"):
                break
    finally:
        stage.rest()
    if at is not None:
        stage.reshape((*outline[:index], at, *outline[index + 1 :]), "reshaped")


def show_corner(stage: Stage, index: int, at: Point) -> None:
    """The chosen outline with one corner elsewhere."""
    outline, _ = stage.outline()
    _show_outline(stage, (*outline[:index], at, *outline[index + 1 :]), index, None)


def _show_outline(stage: Stage, outline: tuple[Point, ...], index: int, touch: Point | None) -> None:
    shop = stage.workshop
    _, closed = stage.outline()
    said = outline_fault(outline, open=not closed)
    before = shop.parts()
    x, y = outline[index]
    label = said.split(". ")[0] if said else f"{shop.say(x)}, {shop.say(y)}"
    shown = Shown(
        outlines=((outline, closed),), corners=outline, corner=index, touch=touch, label=label, at=(x, y),
        fault=bool(said),
    )  # fmt: skip
    if before and not said:
        shown = replace(shown, ghosts=(with_fields(before[0], outline=outline),))
    stage.hold(before, shown)


def add_corner(stage: Stage) -> None:
    """A new corner in the middle of the edge after the chosen one."""
    outline, closed = stage.outline()
    index = stage.workshop.corner
    if index + 1 >= len(outline) and not closed:
        index -= 1
    (x, y), (u, v) = outline[index], outline[(index + 1) % len(outline)]
    made = (*outline[: index + 1], ((x + u) / 2, (y + v) / 2), *outline[index + 1 :])
    if stage.reshape(made, "given a corner"):
        stage.workshop.corner = index + 1
        stage.rest()


def drop_corner(stage: Stage) -> None:
    """Take the chosen corner away."""
    outline, _ = stage.outline()
    index = min(stage.workshop.corner, len(outline) - 1)
    if stage.reshape((*outline[:index], *outline[index + 1 :]), "lost a corner"):
        stage.workshop.corner = max(0, index - 1)
        stage.rest()


def move_zone(stage: Stage, press: Hand, zone: Zone) -> Gesture:
    """Carry a zone along by its border."""
    shop = stage.workshop
    magnet, outline = shop.magnet(), zone.outline
    try:
        while True:
            hand = yield
            if hand.verb == "drag":
                by = (hand.at[0] - press.at[0], hand.at[1] - press.at[1])
                if not hand.ctrl:
                    by = magnet.shift(zone.outline, by, REACH * hand.touch.pixel).by
                outline = tuple((x + by[0], y + by[1]) for x, y in zone.outline)
                label = f"{shop.say(by[0])}, {shop.say(by[1])}"
                stage.overlay.show_this(Shown(outlines=((outline, True),), label=label, at=hand.at))
            elif hand.verb in ("release", "hover"):
                break
    finally:
        stage.rest()
    if outline != zone.outline:
        stage.reshape(outline, "moved")
