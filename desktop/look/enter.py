"""Enter goes on with the battle, but where the focus is on something that Enter is meant for."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
KEEPS_ENTER = "keepsEnter"
"""Of a widget: Enter is meant for it."""


class _EnterKept(QObject):
    """Tells the window that Enter is meant for the widget that has the focus, not for a shortcut.

    It follows the focus: a filter on each of these widgets would be called for each of their events.
    """

    def follow(self, old: QWidget | None, now: QWidget | None) -> None:
        if old is not None:
            old.removeEventFilter(self)
        if now is not None and now.property(KEEPS_ENTER):
            now.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and event.key() in ENTER:
            event.accept()
            return True
        return super().eventFilter(watched, event)


def keep_enter(widget: QWidget) -> None:
    """Let Enter reach this widget while it has the focus, whatever the window does with it otherwise."""
    widget.setProperty(KEEPS_ENTER, True)
    running = QApplication.instance()
    if isinstance(running, QApplication) and running.findChild(_EnterKept) is None:
        running.focusChanged.connect(_EnterKept(running).follow)
