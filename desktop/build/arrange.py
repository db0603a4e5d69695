"""Choose, move, turn, resize and reshape what stands on the table."""

from __future__ import annotations

import math
from collections.abc import Generator

from PySide6.QtCore import Qt, QTimer

from desktop.build import pulling
from desktop.build.overlay import Shown
from desktop.build.stage import Stage, outlined
from desktop.build.workshop import NOTHING_CHOSEN
from desktop.tools.hand import ARROWS, ENTER, TABS, Gesture, Hand, beside_by, moved_enough
from engine.building import members, middle, moved

HINT = (
    "Click chooses, Shift adds, double click goes inside · drag moves, Alt+drag copies · R turns · "
    "arrows nudge · C corners · [ ] level · Del"
)
KEYS = frozenset(
    {
        *ARROWS, *TABS, Qt.Key.Key_R, Qt.Key.Key_C, Qt.Key.Key_BracketLeft, Qt.Key.Key_BracketRight,
        Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_Insert, *ENTER,
    }
)  # fmt: skip
PAUSE_MS = 350
"""How long the arrows must rest for a nudge to be over and become one entry."""
_CURSORS = {"turn": Qt.CursorShape.CrossCursor, "size": Qt.CursorShape.SizeAllCursor}


def gesture(stage: Stage) -> Gesture:
    """One thing the hand does."""
    hand = yield
    yield from _begun(stage, hand)


def _begun(stage: Stage, hand: Hand) -> Gesture:
    if hand.verb == "press" and hand.touch.button == Qt.MouseButton.LeftButton:
        yield from _pressed(stage, hand)
    elif hand.verb == "double":
        _opened(stage, hand)
    elif hand.verb == "key" and hand.key in ARROWS:
        yield from _nudged(stage, hand)
    elif hand.verb == "key":
        _keyed(stage, hand)
    elif hand.verb == "wheel":
        stage.workshop.turn(math.copysign(1.0 if hand.ctrl else 15.0, -hand.notches))
    elif hand.verb == "hover":
        grip = stage.grip_at(hand.at, hand.touch.pixel)
        stage.point_with(_CURSORS.get(grip.kind, Qt.CursorShape.CrossCursor) if grip is not None else None)


def _pressed(stage: Stage, hand: Hand) -> Gesture:
    shop, pixel = stage.workshop, hand.touch.pixel
    grip = stage.grip_at(hand.at, pixel)
    if grip is not None:
        yield from pulling.pull(stage, hand, grip)
        return
    zone = shop.chosen_zone()
    if zone is not None and stage.on_border(zone.outline, hand.at, pixel):
        yield from pulling.move_zone(stage, hand, zone)
        return
    found = stage.under(hand.at, pixel)
    if not found:
        yield from _band(stage, hand)
        return
    adds = hand.shift or hand.ctrl
    top = found[0]
    was = shop.chosen
    if top not in was and not adds:
        shop.choose((top,))
    elif top not in was:
        shop.choose((*was, *members(shop.table, (top,))), whole=False)
    dragged = yield from pulling.move(stage, hand, copies=hand.alt)
    if dragged:
        return
    if hand.alt:
        _choose_below(stage, found)
    elif adds and top in was:
        mates = set(members(shop.table, (top,)))
        shop.choose((id for id in was if id not in mates), whole=False)
    elif not adds and len(shop.chosen) > 1 and top in was:
        shop.choose((top,))


def _choose_below(stage: Stage, found: tuple[str, ...]) -> None:
    """The next group under the one that is chosen now."""
    shop = stage.workshop
    groups = list(dict.fromkeys(members(shop.table, (id,)) for id in found))
    now = next((at for at, group in enumerate(groups) if set(group) & set(shop.chosen)), -1)
    shop.choose(groups[(now + 1) % len(groups)], whole=False)


def _opened(stage: Stage, hand: Hand) -> None:
    """A double click: into the group, and from the single piece to its corners."""
    shop = stage.workshop
    found = stage.under(hand.at, hand.touch.pixel)
    if not found:
        return
    if shop.chosen == found[:1]:
        shop.show_corners(not shop.shows_corners)
    else:
        shop.choose(found[:1], whole=False)


def _band(stage: Stage, press: Hand) -> Gesture:
    """From empty table to empty table; whole groups of what lies in the band are chosen."""
    shop = stage.workshop
    kept = shop.chosen if press.shift or press.ctrl else ()
    end: tuple[float, float] | None = None
    try:
        while True:
            hand = yield
            if hand.verb == "drag" and (end is not None or moved_enough(press.touch, hand.touch)):
                end = hand.at
                stage.overlay.show_this(Shown(band=(press.at, end)))
            elif hand.verb in ("release", "hover"):
                break
    finally:
        stage.rest()
    shop.choose((*kept, *(stage.inside(press.at, end) if end is not None else ())), whole=not kept)
    if end is None and not kept:
        shop.choose(())


def _keyed(stage: Stage, hand: Hand) -> None:
    shop, key = stage.workshop, hand.key
    back = hand.shift or key == Qt.Key.Key_Backtab
    outline, _ = stage.outline()
    if key in TABS and shop.shows_corners and outline:
        shop.corner = (shop.corner + (-1 if back else 1)) % len(outline)
        stage.rest()
    elif key in TABS:
        shop.walk(-1 if back else 1)
    elif key == Qt.Key.Key_R:
        shop.turn(-45.0 if back else 45.0)
    elif key == Qt.Key.Key_C:
        shop.show_corners(not shop.shows_corners)
    elif key in (Qt.Key.Key_BracketLeft, Qt.Key.Key_BracketRight):
        shop.climb(1 if key == Qt.Key.Key_BracketRight else -1)
    elif key == Qt.Key.Key_Insert and shop.shows_corners and outline:
        pulling.add_corner(stage)
    elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
        if shop.shows_corners and outline and shop.chosen:
            pulling.drop_corner(stage)
        else:
            shop.delete()
    elif key in ENTER:
        shop.opened.emit()


def _nudged(stage: Stage, hand: Hand) -> Generator[None, Hand, None]:
    """Arrows move by 1 mm, with Shift by an inch; a rest makes all of it one entry."""
    shop = stage.workshop
    before, (outline, _) = shop.parts(), stage.outline()
    corners = shop.shows_corners and bool(outline)
    if not before and not corners:
        shop.refused.emit(NOTHING_CHOSEN)
        return
    start = outline[shop.corner] if corners else middle(before)
    at, rims = start, outlined(before)
    clock = QTimer()
    clock.setSingleShot(True)
    clock.setInterval(PAUSE_MS)
    clock.timeout.connect(lambda: stage.bench.feed(Hand("told", hand.touch)))
    step = hand
    try:
        while step.verb == "hover" or (step.verb == "key" and step.key in ARROWS):
            if step.verb == "key":
                at = beside_by(at, step)
                clock.start()
                by = (at[0] - start[0], at[1] - start[1])
                if corners:
                    pulling.show_corner(stage, shop.corner, at)
                else:
                    carried = Shown(ghosts=before, outlines=rims, shift=by)
                    pulling.show_moved(stage, before, shop.settled(before, moved(before, *by)), by, carried)
            step = yield
    finally:
        clock.stop()
        stage.rest()
    if corners:
        stage.reshape((*outline[: shop.corner], at, *outline[shop.corner + 1 :]), "reshaped")
    else:
        after = shop.settled(before, moved(before, at[0] - start[0], at[1] - start[1]))
        shop.rebuild(before, after, f"{shop.naming(before)} moved")
    if step.verb != "told":
        yield from _begun(stage, step)
