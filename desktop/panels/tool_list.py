"""The tools with their keys."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QWidget

from desktop.look import Theme, icon
from desktop.look.parts import Press
from desktop.panels.panel import Panel

HIGH = 26
"""Pixels of a row: the list of models above it needs the room."""


class ToolList(Panel):
    """A row a tool: (id, title, key, icon name, hint).  Emits `chosen` with the id."""

    chosen = Signal(str)
    hint = "A tool stays in the hand until another is taken; its key takes it at once"

    def __init__(
        self, tools: Sequence[tuple[str, str, str, str, str]], theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__("Tools", theme, parent, least=96)
        self.tools = tuple(tools)
        self.current = self.tools[0][0] if self.tools else ""
        self.buttons: dict[str, Press] = {}
        self.body.setSpacing(2)
        for id, title, key, picture, hint in self.tools:
            button = Press(title, theme, "tool", key=key, tip=f"{title} ({key})\n{hint}")
            button.setStatusTip(hint)
            button.setAccessibleDescription(f"Key {key}. {hint}")
            button.setObjectName(f"tool:{id}")
            button.setCheckable(True)
            button.setIconSize(QSize(16, 16))
            button.setProperty("picture", picture)
            button.clicked.connect(lambda _=False, id=id: self.choose(id))
            self.buttons[id] = button
            self.body.addWidget(button)
        self.refresh()

    def choose(self, id: str) -> None:
        """Make a tool the current one and say so."""
        self.show_current(id)
        self.chosen.emit(id)

    def show_current(self, id: str) -> None:
        """Mark the tool in hand, whoever took it."""
        self.current = id
        self.refresh()

    def refresh(self) -> None:
        for id, button in self.buttons.items():
            button.theme = self.theme
            button.setFixedHeight(round(HIGH * self.theme.text_scale))
            button.setChecked(id == self.current)
            button.setIcon(icon(str(button.property("picture")), self.theme.text))
