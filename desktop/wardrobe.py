"""Changing clothes without the window standing still for it.

Qt polishes every widget below the one whose sheet is changed.  So each part of the window (a dock,
the middle, a bar, a dialog) wears the sheet by itself, and a part that is not to be seen puts it on
when it is shown.  The table, which is painted anew as a whole, follows a turn of the loop later.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QChildEvent, QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from desktop import look
from desktop.look import Theme

if TYPE_CHECKING:
    from desktop.window import Window

THEMES = (("system", "As the system"), ("dark", "Dark"), ("light", "Light"), ("contrast", "High contrast"))
SEAMS = "QMainWindow::separator { background: transparent; width: 8px; height: 8px; }"
"""What the window itself wears: its ground shows between the docks."""


class Wardrobe(QObject):
    """The sheet in force, and which part of the window wears an older one.

    *wearers* put on a theme at once; *cloth* is what follows a turn of the loop later.
    """

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self._sheet = ""
        self._stale: set[QWidget] = set()
        self.wearers: list[Callable[[Theme], object]] = []
        self.cloth: list[Callable[[Theme], object]] = []
        window.setStyleSheet(SEAMS)
        window.installEventFilter(self)

    def wear(self) -> None:
        """Put the window's theme on all that belongs to it."""
        window = self._window
        theme, application = window.theme, QApplication.instance()
        if isinstance(application, QApplication):
            look.apply(application, theme)
        self._sheet = look.stylesheet(theme)
        for part in window.children():
            if isinstance(part, QWidget):
                self._dress(part)
        for wear in self.wearers:
            wear(theme)
        if window.isVisible():
            QTimer.singleShot(0, window, lambda: self._lay_table(theme))
        else:
            self._lay_table(theme)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.ChildPolished and watched is self._window and isinstance(event, QChildEvent):
            part = event.child()
            if isinstance(part, QWidget) and not part.styleSheet():
                self._dress(part)
        elif kind == QEvent.Type.Show and watched in self._stale and isinstance(watched, QWidget):
            self._put_on(watched)
        return False

    def _dress(self, part: QWidget) -> None:
        """At once if it is to be seen, else when it is shown."""
        part.installEventFilter(self)
        if part.isVisible():
            self._put_on(part)
        elif part not in self._stale:
            self._stale.add(part)
            part.destroyed.connect(lambda: self._stale.discard(part))

    def _put_on(self, part: QWidget) -> None:
        self._stale.discard(part)
        part.setStyleSheet(self._sheet)

    def _lay_table(self, theme: Theme) -> None:
        """The cloth of the table, and the presenter's, unless clothes were changed again meanwhile."""
        if theme == self._window.theme:
            for lay in self.cloth:
                lay(theme)
