"""Set pieces of the library down: a ghost follows the hand, a click stands it there, and the next follows."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import Qt

from desktop.build.overlay import Shown
from desktop.build.stage import REACH, Rims, Stage, outlined
from desktop.tools.hand import ARROWS, ENTER, Gesture, Hand
from engine.building import Parts, fault, levels, low, middle, moved, raised, turned
from engine.game import Point
from engine.pieces import Ready

HINT = (
    "Click sets it down, and the next follows · R or Shift+wheel turns · [ ] another level · "
    "arrows and Enter without a mouse · Ctrl off the grid · Esc stops"
)
KEYS = frozenset({*ARROWS, *ENTER, Qt.Key.Key_R, Qt.Key.Key_BracketLeft, Qt.Key.Key_BracketRight})


@dataclass
class _Held:
    """What is in the hand, where, how far turned, and how many levels below the highest."""

    piece: Ready
    at: Point
    degrees: float = 0.0
    down: int = 0
    touch: Point | None = None
    made: tuple[str, float] = ("", 0.0)
    parts: Parts = ()
    rims: Rims = ()

    def turned(self) -> Parts:
        """The piece round its middle as far as it is turned."""
        if self.made != (self.piece.id, self.degrees):
            self.made = (self.piece.id, self.degrees)
            self.parts = turned(self.piece.parts, (0.0, 0.0), self.degrees)
            self.rims = outlined(self.parts)
        return self.parts


def gesture(stage: Stage) -> Gesture:
    """It follows until Esc."""
    held: _Held | None = None
    try:
        while True:
            hand = yield
            piece = stage.workshop.carried
            if piece is None:
                stage.workshop.refused.emit("Choose a piece in the library first, then click where it is to stand.")
                return
            if held is None:
                held = _Held(piece, stage.centre() if hand.verb == "key" else hand.at)
            held.piece = piece
            if hand.verb in ("key", "wheel"):
                _steer(stage, held, hand)
            elif hand.verb != "told":
                _follow(stage, held, hand)
            wanted = hand.verb == "press" and hand.touch.button == Qt.MouseButton.LeftButton
            if wanted or (hand.verb == "key" and hand.key in ENTER):
                stage.workshop.set_down(_standing(stage, held))
            _show(stage, held)
    finally:
        stage.rest()


def _follow(stage: Stage, held: _Held, hand: Hand) -> None:
    if not hand.touch.pixel:
        return
    shop = stage.workshop
    corners = [corner for part in held.turned() for corner in part.outline]
    magnet = shop.everything(off=hand.ctrl)
    snap = magnet.shift(corners, hand.at, REACH * hand.touch.pixel)
    held.at, held.touch = snap.by, snap.at


def _steer(stage: Stage, held: _Held, hand: Hand) -> None:
    held.touch = None
    if hand.verb == "wheel":
        held.degrees += (1.0 if hand.ctrl else 15.0) * (-1 if hand.notches > 0 else 1)
    elif hand.key in ARROWS:
        step = stage.workshop.grid if stage.workshop.snaps and not hand.shift else 1.0 if hand.shift else 1 / 25.4
        dx, dy = ARROWS[hand.key]
        held.at = (held.at[0] + dx * step, held.at[1] + dy * step)
    elif hand.key == Qt.Key.Key_R:
        held.degrees += -45.0 if hand.shift else 45.0
    elif hand.key == Qt.Key.Key_BracketLeft:
        held.down += 1
    elif hand.key == Qt.Key.Key_BracketRight:
        held.down = max(0, held.down - 1)
    held.degrees %= 360.0


def _standing(stage: Stage, held: _Held) -> Parts:
    """The piece where it would stand: on the highest thing there that carries, or as many levels lower as wished."""
    shop = stage.workshop
    parts = moved(held.turned(), *held.at)
    foot = low(parts)
    if foot > 0.0 or not shop.stacks:
        return parts
    heights = levels(shop.table, middle(parts))
    held.down = min(held.down, len(heights) - 1)
    return raised(parts, heights[-1 - held.down] + foot)


def _show(stage: Stage, held: _Held) -> None:
    shop = stage.workshop
    parts = _standing(stage, held)
    said = fault(parts, shop.table)
    turn = f" · {held.degrees:.4g}°" if held.degrees else ""
    up = f" · {shop.say(low(parts))} up" if low(parts) > 0.001 else ""
    label = said.split(". ")[0] if said else f"{held.piece.name}{turn}{up}"
    shown = Shown(ghosts=held.turned(), outlines=held.rims, shift=held.at, touch=held.touch)
    stage.overlay.show_this(replace(shown, label=label, at=held.at, fault=bool(said)))
