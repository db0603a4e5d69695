"""Click, Shift or Ctrl click, rubber band; a drag on a model becomes a move."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt

from desktop.tools import move, turn
from desktop.tools.hand import ARROWS, Gesture, Hand, moved_enough
from desktop.tools.tool import Bench

HINT = move.HINT
KEYS = frozenset({*ARROWS, Qt.Key.Key_R})
"""Keys that begin something on the selected model."""


def gesture(bench: Bench) -> Gesture:
    """One thing the hand does with nothing in it."""
    hand = yield
    if hand.verb == "press" and hand.touch.button == Qt.MouseButton.LeftButton:
        yield from _pressed(bench, hand)
    elif hand.verb == "key" and hand.key in ARROWS:
        yield from move.walk(bench, hand)
    elif hand.verb in ("key", "wheel"):
        turn.by_step(bench, hand)


def _pressed(bench: Bench, hand: Hand) -> Gesture:
    chosen = bench.session.selection
    adds = hand.shift or hand.ctrl
    if hand.model is None:
        yield from band(bench, hand)
        return
    if not adds and chosen != (hand.model,):
        bench.session.select((hand.model,))
    if hand.alt:
        yield from turn.swing(bench, hand)
        return
    dragged = yield from move.drag(bench, hand)
    if adds and not dragged:
        others = tuple(name for name in chosen if name != hand.model)
        bench.session.select(others if hand.model in chosen else (*chosen, hand.model))


def band(bench: Bench, press: Hand) -> Gesture:
    """From empty table to empty table; what lies in the band is selected."""
    kept = bench.session.selection if press.shift or press.ctrl else ()
    lain: QRectF | None = None
    try:
        while True:
            hand = yield
            if hand.verb == "drag" and (lain is not None or moved_enough(press.touch, hand.touch)):
                lain = QRectF(QPointF(*press.at), QPointF(*hand.at)).normalized()
                bench.scene.show_band(lain)
            elif hand.verb in ("release", "hover"):
                break
    finally:
        bench.scene.show_band(None)
    bench.session.select((*kept, *(bench.scene.models_in(lain) if lain is not None else ())))
