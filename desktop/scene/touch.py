"""What the hand does over the table, and who is told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import Qt

from engine.game import ModelId, Point


@dataclass(frozen=True)
class Touch:
    """One moment of the mouse over the table: where (inches), with what, and on whom."""

    x: float
    y: float
    button: Qt.MouseButton
    buttons: Qt.MouseButton
    modifiers: Qt.KeyboardModifier
    model: ModelId | None
    pixel: float
    """Inches a screen pixel, for tolerances that belong to the hand."""

    @property
    def at(self) -> Point:
        return (self.x, self.y)

    def has(self, modifier: Qt.KeyboardModifier) -> bool:
        """Was Shift, Ctrl or Alt held?"""
        return bool(self.modifiers & modifier)


class GestureSink(Protocol):
    """Who is told what the hand does; the window puts the current tool here."""

    def press(self, touch: Touch) -> None: ...
    def drag(self, touch: Touch) -> None: ...
    def release(self, touch: Touch) -> None: ...
    def double(self, touch: Touch) -> None: ...
    def hover(self, touch: Touch) -> None: ...
