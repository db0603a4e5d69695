"""The strip along the top while one builds: it says so, and holds the tools and the way out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from desktop.build.workshop import Workshop
from desktop.look import Theme, icon
from desktop.look.parts import GAP, TIGHT, Press, label


class Bar(QFrame):
    """Signals: *tool(id)*; *done()*."""

    tool = Signal(str)
    done = Signal()

    def __init__(
        self, shop: Workshop, tools: Sequence[tuple[str, str, str]], theme: Theme, parent: QWidget | None = None
    ) -> None:
        """*tools* as (id, title, key)."""
        super().__init__(parent)
        self.shop = shop
        self.theme = theme
        self.buttons: dict[str, Press] = {}
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(12, GAP, 12, GAP)
        self._row.setSpacing(TIGHT)
        pill = label("Build mode", "pill now")
        pill.setAccessibleName("Build mode is on")
        self._row.addWidget(pill)
        self._row.addSpacing(GAP)
        for id, title, key in tools:
            button = self._press(title, id, f"{title} ({key})", partial(self.tool.emit, id), "tool", key)
            button.setCheckable(True)
            self.buttons[id] = button
        self._row.addStretch(1)
        session = shop.session
        self.undo = self._press("Undo", "build_undo", "Take the last change back (Ctrl+Z)", session.undo)
        self.redo = self._press("Redo", "build_redo", "Do it again (Ctrl+Shift+Z)", session.redo)
        self.out = self._press("Done  Esc", "build_done", "Leave build mode (Esc)", self.done.emit, "primary")
        shop.adjusted.connect(self.refresh)
        session.changed.connect(self.refresh)
        session.journal_changed.connect(self.refresh)
        self.set_theme(theme)

    def _press(self, title: str, id: str, tip: str, do: Callable[[], object], kind: str = "", key: str = "") -> Press:
        made = Press(title, self.theme, kind, key=key, tip=tip, fills=False)
        made.setObjectName(id)
        made.setIconSize(QSize(16, 16))
        made.clicked.connect(lambda *_: do())
        self._row.addWidget(made)
        return made

    def show_tool(self, id: str) -> None:
        """Mark the tool in hand."""
        for name, button in self.buttons.items():
            button.setChecked(name == id)

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        for button, picture in ((self.undo, "undo"), (self.redo, "redo")):
            button.setIcon(icon(picture, theme.text))
        for button in self.buttons.values():
            button.theme = theme
        self.refresh()

    def refresh(self, *_: object) -> None:
        shop = self.shop
        self.undo.setEnabled(shop.session.can_undo)
        self.redo.setEnabled(shop.session.can_redo)
