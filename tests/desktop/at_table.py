"""A hand over the table: real mouse and key events, aimed in inches."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from desktop.window import Window
from engine.game import Model

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NONE = Qt.KeyboardModifier.NoModifier
SHIFT, CTRL, ALT = (
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)
Mod = Qt.KeyboardModifier


DOWN: set[Qt.MouseButton] = set()
"""What QTest takes to be pressed still, in whatever window: it tells the next one so."""


def let_go() -> None:
    """At the end of a test nothing is held: else the next test's hand holds it."""
    nowhere = QWidget()
    while DOWN:
        QTest.mouseRelease(nowhere, DOWN.pop())


class Table:
    """The window and what a hand can do to it."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.session = window.desk.session
        self.scene = window.desk.scene
        self.view = window.desk.view
        self.bench = window.desk.bench
        self.held = Qt.MouseButton.NoButton
        QTest.qWaitForWindowExposed(window)
        self.view.setFocus()
        self.settle()

    @property
    def viewport(self) -> QWidget:
        return self.view.viewport()

    def settle(self) -> None:
        for _ in range(3):
            QCoreApplication.processEvents()
        while self.window.wardrobe.changing:
            QCoreApplication.processEvents()

    def pixel(self, x: float, y: float) -> QPoint:
        return self.view.pixel_of(x, y)

    def press(self, x: float, y: float, mod: Mod = NONE, button: Qt.MouseButton = LEFT) -> None:
        self.held |= button
        DOWN.add(button)
        QTest.mousePress(self.viewport, button, mod, self.pixel(x, y))

    def move(self, x: float, y: float, mod: Mod = NONE) -> None:
        """Move the mouse, with the button held if it was pressed (QTest cannot hold a modifier here)."""
        spot = QPointF(self.pixel(x, y))
        held = QMouseEvent(
            QEvent.Type.MouseMove, spot, self.viewport.mapToGlobal(spot), Qt.MouseButton.NoButton, self.held, mod
        )
        QCoreApplication.sendEvent(self.viewport, held)
        self.settle()

    def release(self, x: float, y: float, mod: Mod = NONE, button: Qt.MouseButton = LEFT) -> None:
        self.held &= ~button
        DOWN.discard(button)
        QTest.mouseRelease(self.viewport, button, mod, self.pixel(x, y))
        self.settle()

    def click(self, x: float, y: float, mod: Mod = NONE) -> None:
        self.press(x, y, mod)
        self.release(x, y, mod)

    def drag(self, *points: tuple[float, float], mod: Mod = NONE) -> None:
        """Press at the first point, pass all others, let go at the last."""
        self.press(*points[0], mod)
        (x, y), (u, v) = points[0], points[1]
        self.move(x + (u - x) / 2, y + (v - y) / 2, mod)
        for point in points[1:]:
            self.move(*point, mod)
        self.release(*points[-1], mod)

    def key(self, key: Qt.Key, mod: Mod = NONE) -> None:
        """A key, to whatever has the focus."""
        QTest.keyClick(self.window.focusWidget() or self.window, key, mod)
        self.settle()

    def wheel(self, notches: int, x: float, y: float, mod: Mod = NONE) -> None:
        spot = QPointF(self.pixel(x, y))
        event = QWheelEvent(
            spot,
            self.viewport.mapToGlobal(spot),
            QPoint(),
            QPoint(0, 120 * notches),
            Qt.MouseButton.NoButton,
            mod,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QCoreApplication.sendEvent(self.viewport, event)
        self.settle()

    def model(self, name: str) -> Model:
        """The model as it truly stands."""
        return self.session.game.model(name)

    def shown(self, name: str) -> tuple[float, float]:
        """Where the scene draws the model."""
        item = self.scene.model_item(name)
        assert item is not None
        return (item.pos().x(), item.pos().y())

    def words(self) -> list[str]:
        """Every word painted over the table."""
        found: list[str] = []
        for evidence in self.bench.painted.values():
            found += [line.label for line in evidence.lines if line.label]
            found += [mark.label for mark in evidence.marks if mark.label]
        return found
