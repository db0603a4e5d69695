"""Changing clothes without the window standing still for it.

Qt polishes every widget below the one whose sheet is changed.  So each part of the window (a dock,
the middle, a bar, a dialog) wears the sheet by itself, and a part that is not to be seen puts it on
when it is shown.  In a window that is seen they change one after the other, a few each turn of the
loop, and the table, which is painted anew as a whole, comes last.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QChildEvent, QElapsedTimer, QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QDockWidget, QTabBar, QWidget
from shiboken6 import isValid

from desktop import look
from desktop.look import Theme

if TYPE_CHECKING:
    from desktop.window import Window

THEMES = (("system", "As the system"), ("dark", "Dark"), ("light", "Light"), ("contrast", "High contrast"))
SEAMS = "QMainWindow::separator { background: transparent; width: 8px; height: 8px; }"
"""What the window itself wears: its ground shows between the docks."""
TURN_MS = 12
"""How long is spent on changing in one turn of the loop; a part that takes longer takes its time."""


class Wardrobe(QObject):
    """The sheet in force, and which part of the window wears an older one.

    *wearers* are told of a theme after the sheet has been put on; *cloth* is what comes last.
    """

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self._sheet = ""
        self._stale: set[QWidget] = set()
        self._behind: set[QWidget] = set()
        self._docks: set[QWidget] = set()
        """Docks that are listened to, and those of them that lie behind another as tabs do."""
        self.wearers: list[Callable[[Theme], object]] = []
        self.cloth: list[Callable[[Theme], object]] = []
        self._queue: deque[Callable[[], object]] = deque()
        self._turn = QTimer(self)
        self._turn.setInterval(0)
        self._turn.timeout.connect(self._next)
        self._rests = False
        window.setStyleSheet(SEAMS)
        window.installEventFilter(self)

    @property
    def changing(self) -> bool:
        """Is anything still to be changed?"""
        return bool(self._queue)

    def wear(self, then: Callable[[], object] | None = None) -> None:
        """Put the window's theme on all that belongs to it; *then* do that, before the table changes."""
        window = self._window
        theme, application = window.theme, QApplication.instance()
        if isinstance(application, QApplication):
            look.apply(application, theme)
        self._sheet = look.stylesheet(theme)
        self._queue = deque(partial(self._dress, part) for part in window.children() if isinstance(part, QWidget))
        self._queue.extend(partial(tell, theme) for tell in self.wearers)
        self._queue.append(self._pause)
        if then is not None:
            self._queue.extend((then, self._pause))
        self._queue.extend(partial(lay, theme) for lay in self.cloth)
        if window.isVisible():
            self._rests = False  # what the palette changes comes first
            self._turn.start()
        else:
            while self._queue:
                self._queue.popleft()()

    def _next(self) -> None:
        """Every other turn is the window's, for what follows from the change: rows, layout, painting."""
        self._rests = not self._rests
        if not self._rests:
            self._change()

    def _change(self) -> None:
        """As many of those that wait as there is time for in this turn."""
        clock = QElapsedTimer()
        clock.start()
        while self._queue and not clock.hasExpired(TURN_MS):
            do = self._queue.popleft()
            do()
            if do == self._pause:
                break
        self._turn.start() if self._queue else self._turn.stop()

    def _pause(self) -> None:
        """Docks are laid out and the table is painted in turns of their own: with more they would keep the window."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.ChildPolished and watched is self._window and isinstance(event, QChildEvent):
            part = event.child()
            if isinstance(part, QWidget) and not part.styleSheet():
                self._dress(part)
        elif kind == QEvent.Type.Show and watched in self._stale and watched not in self._behind:
            self.put_on(watched)
        return False

    def _dress(self, part: QWidget) -> None:
        """At once if it is to be seen, else when it is shown."""
        if not isValid(part) or part.styleSheet() == self._sheet:
            return
        part.installEventFilter(self)
        if isinstance(part, QTabBar) and not part.accessibleName():
            part.setAccessibleName("Panels that lie behind each other")  # Qt makes these bars, and gives them no name
        if isinstance(part, QDockWidget) and part not in self._docks:
            self._docks.add(part)
            part.visibilityChanged.connect(partial(self._turned, part))
        if part.isVisible() and part not in self._behind:
            self.put_on(part)
        elif part not in self._stale:
            self._stale.add(part)
            part.destroyed.connect(lambda: self._stale.discard(part))

    def _turned(self, dock: QDockWidget, seen: bool) -> None:
        """A dock came to the front, or went behind another or away."""
        if not seen:
            self._behind.add(dock)
            return
        self._behind.discard(dock)
        if dock in self._stale:
            self.put_on(dock)

    def put_on(self, part: QObject) -> None:
        """At once, though it may not be seen yet."""
        if isinstance(part, QWidget):
            self._stale.discard(part)
            part.setStyleSheet(self._sheet)
