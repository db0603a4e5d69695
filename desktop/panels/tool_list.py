"""The tools with their keys."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from desktop.look import Theme, icon
from desktop.panels.panel import Panel, label


class ToolList(Panel):
    """A row a tool: (id, title, key, icon name).  Emits `chosen` with the id."""

    chosen = Signal(str)

    def __init__(self, tools: Sequence[tuple[str, str, str, str]], theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("Tools", theme, parent)
        self.tools = tuple(tools)
        self.current = self.tools[0][0] if self.tools else ""
        self.buttons: dict[str, QPushButton] = {}
        for id, title, key, picture in self.tools:
            button = QPushButton(title)
            button.setObjectName(f"tool:{id}")
            button.setCheckable(True)
            button.setToolTip(f"{title} ({key})")
            button.clicked.connect(lambda _=False, id=id: self.choose(id))
            self.buttons[id] = button
            row = QHBoxLayout()
            row.addWidget(button, 1)
            row.addWidget(label(key, "key"))
            self.body.addLayout(row)
            button.setProperty("picture", picture)
        self.refresh()

    def choose(self, id: str) -> None:
        """Make a tool the current one and say so."""
        self.show_current(id)
        self.chosen.emit(id)

    def show_current(self, id: str) -> None:
        self.current = id
        self.refresh()

    def refresh(self) -> None:
        for id, button in self.buttons.items():
            button.setChecked(id == self.current)
            button.setProperty("class", "tool" if id == self.current else "tool quiet")
            button.setIcon(icon(str(button.property("picture")), self.theme.text))
            button.setStyleSheet("text-align: left;")
