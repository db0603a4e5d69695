"""What stands round the table while one builds, put in the place of what stands there in play, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtWidgets import QDockWidget, QToolBar

if TYPE_CHECKING:
    from desktop.window import Window

LEFT, RIGHT = 236, 300
"""Pixels of the two columns."""


class Columns:
    """The bar along the top and a dock on either side; hidden at first."""

    def __init__(self, window: Window, bar: QToolBar, left: QDockWidget, right: QDockWidget) -> None:
        self._window, self._bar = window, bar
        self._sides = {left: Qt.DockWidgetArea.LeftDockWidgetArea, right: Qt.DockWidgetArea.RightDockWidgetArea}
        self._kept = QByteArray()
        """Where everything stood before; empty where it is to come back as it stood at first."""
        window.addToolBar(Qt.ToolBarArea.TopToolBarArea, bar)
        bar.hide()
        for dock, area in self._sides.items():
            window.addDockWidget(area, dock)
            dock.hide()

    def put_in(self) -> None:
        """In the place of what play has.  Never both bars at once: side by side they would widen the window."""
        window = self._window
        self._kept = window.saveState()
        for bar in window.findChildren(QToolBar):
            bar.hide()
        for dock in window.findChildren(QDockWidget):
            dock.setVisible(dock in self._sides)
        self._bar.show()
        self._widen()

    def take_out(self) -> None:
        """Everything as it stood before."""
        window = self._window
        for part in (*self._sides, self._bar):
            part.hide()
        if self._kept.isEmpty():
            for bar in window.findChildren(QToolBar):
                bar.setVisible(bar is not self._bar)
            window.arrangement.reset(window.theme.text_scale)
        else:
            window.restoreState(self._kept)

    def reset(self) -> None:
        """The columns where they were at first; what play has, too, once it is back."""
        self._kept = QByteArray()
        for dock, area in self._sides.items():
            if dock.isFloating():
                dock.setFloating(False)
            self._window.removeDockWidget(dock)
            self._window.addDockWidget(area, dock)
            dock.show()
        self._widen()

    def _widen(self) -> None:
        scale = self._window.theme.text_scale
        wide = [round(LEFT * scale), round(RIGHT * scale)]
        self._window.resizeDocks(list(self._sides), wide, Qt.Orientation.Horizontal)
