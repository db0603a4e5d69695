"""The frame every panel shares: a rounded card with a spaced heading; and the column they stand in."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from desktop.look import Theme, font
from desktop.panels.parts import GAP, GUTTER, Fitted, Line

LEAST = 60
"""Pixels of content that a card keeps when the column is short of room."""


class Panel(QFrame):
    """A card with a heading; children go into `body`, which scrolls when it must.

    *grows* is the share of spare height it takes in a `Column`; 0 keeps it as high as
    what is in it.  With *scrolls* off the children bring their own scroll bar.
    """

    grows = 0

    def __init__(
        self, heading: str, theme: Theme, parent: QWidget | None = None, *, scrolls: bool = True, least: int = LEAST
    ) -> None:
        super().__init__(parent)
        self.theme = theme
        self.setProperty("class", "card")
        self.setAccessibleName(heading)
        frame = QVBoxLayout(self)
        frame.setContentsMargins(14, 12, 14 - GUTTER, 12)
        frame.setSpacing(GAP)
        self.head = QHBoxLayout()
        self.head.setSpacing(GAP)
        self.heading = Line(heading, "heading")
        self.heading.setFont(font("heading", theme.text_scale))
        self.head.addWidget(self.heading, 1)
        self.head.setContentsMargins(0, 0, GUTTER, 0)
        frame.addLayout(self.head)
        self.body = frame
        if scrolls:
            self.area = Fitted(least)
            self.body = self.area.rows
            frame.addWidget(self.area, 1)
        tall = QSizePolicy.Policy.Expanding if self.grows else QSizePolicy.Policy.Maximum
        self.setSizePolicy(QSizePolicy.Policy.Preferred, tall)

    def set_theme(self, theme: Theme) -> None:
        """Take other clothes; panels that write colours into rich text override `refresh`."""
        self.theme = theme
        self.heading.setFont(font("heading", theme.text_scale))
        self.refresh()

    def refresh(self) -> None:
        """Show what is true now."""


class Column(QWidget):
    """Panels one above the other: each as high as it needs, the growing ones share the rest."""

    def __init__(self, *panels: Panel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(GAP)
        for panel in panels:
            rows.addWidget(panel, panel.grows)
        if not any(panel.grows for panel in panels):
            rows.addStretch(1)
