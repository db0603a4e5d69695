"""What the hand did: one record for mouse, keys and wheel, and for answers that came meanwhile."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication

from desktop.look.enter import ENTER as ENTER
from desktop.scene.touch import Touch
from desktop.session import Look
from engine.game import MM_PER_INCH, Game, ModelId, Point
from engine.geometry.evidence import Evidence
from engine.geometry.sight import Sight

Verb = Literal["press", "drag", "release", "double", "hover", "key", "wheel", "told"]
ARROWS: dict[int, Point] = {
    Qt.Key.Key_Left: (-1.0, 0.0),
    Qt.Key.Key_Right: (1.0, 0.0),
    Qt.Key.Key_Up: (0.0, -1.0),
    Qt.Key.Key_Down: (0.0, 1.0),
}
WAYPOINT = (Qt.Key.Key_Space, Qt.Key.Key_W)
TABS = (Qt.Key.Key_Tab, Qt.Key.Key_Backtab)
DIGITS = tuple(Qt.Key(Qt.Key.Key_0 + digit) for digit in range(10))
IN_HAND = frozenset({*ARROWS, *WAYPOINT, *ENTER, Qt.Key.Key_Backspace, Qt.Key.Key_R, Qt.Key.Key_K})
"""Keys that belong to a gesture while it is under way."""

NOWHERE = Touch(
    x=0.0,
    y=0.0,
    button=Qt.MouseButton.NoButton,
    buttons=Qt.MouseButton.NoButton,
    modifiers=Qt.KeyboardModifier.NoModifier,
    model=None,
    pixel=0.05,
)


@dataclass(frozen=True)
class Hand:
    """One thing the hand did; *touch* is where the mouse is or was, *key* a Qt key, *notches* of the wheel.

    *told* holds answers about sight that a gesture had asked for and that came meanwhile.
    """

    verb: Verb
    touch: Touch
    key: int = 0
    notches: float = 0.0
    told: tuple[tuple[Look, Sight], ...] = ()

    @property
    def at(self) -> Point:
        """Inches under the mouse."""
        return self.touch.at

    @property
    def model(self) -> ModelId | None:
        """The topmost model under the mouse."""
        return self.touch.model

    @property
    def shift(self) -> bool:
        return self.touch.has(Qt.KeyboardModifier.ShiftModifier)

    @property
    def ctrl(self) -> bool:
        return self.touch.has(Qt.KeyboardModifier.ControlModifier)

    @property
    def alt(self) -> bool:
        return self.touch.has(Qt.KeyboardModifier.AltModifier)


Gesture = Generator[None, Hand, None]


def beside_by(at: Point, hand: Hand) -> Point:
    """A place moved by an arrow key: 1 mm, with Shift 1 inch."""
    step = 1.0 if hand.shift else 1 / MM_PER_INCH
    dx, dy = ARROWS[hand.key]
    return (at[0] + dx * step, at[1] + dy * step)


def next_of(names: Sequence[ModelId], now: ModelId | None, hand: Hand) -> ModelId:
    """The model after this one, or before it with Shift+Tab; the first where there is none yet."""
    back = hand.key == Qt.Key.Key_Backtab or hand.shift
    if now not in names:
        return names[-1 if back else 0]
    return names[(names.index(now) + (-1 if back else 1)) % len(names)]


def shortened(text: str, most: int = 64) -> str:
    """The text in at most so many letters, cut at a word."""
    return text if len(text) <= most else text[:most].rsplit(" ", 1)[0] + " …"


def moved_enough(start: Touch, now: Touch) -> bool:
    """Has the hand gone far enough from the press to mean a drag?"""
    away = QPoint(round((now.x - start.x) / start.pixel), round((now.y - start.y) / start.pixel))
    return away.manhattanLength() >= max(3, QApplication.startDragDistance() // 2)


def called(game: Game, evidence: Evidence) -> Evidence:
    """The same evidence, things by their names where geometry knows only ids."""
    if not evidence.marks:
        return evidence
    names = {str(piece.id): piece.name for piece in game.table.terrain}
    names |= {str(model.id): model.name for model in game.models}
    marks = tuple(replace(mark, label=names.get(mark.label, mark.label)) for mark in evidence.marks)
    return replace(evidence, marks=marks)
