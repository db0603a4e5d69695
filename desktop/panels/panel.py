"""The frame every panel shares: a rounded card with a spaced heading; and the column they stand in."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from desktop.look import Theme, font
from desktop.panels.parts import GAP, GUTTER, Fitted, Line

LEAST = 40
"""Pixels of content that a card keeps when the column is short of room."""


class Panel(QFrame):
    """A card with a heading; children go into `body`, which scrolls when it must.

    A *tall* one takes the height that is to spare, the others are as high as what is in
    them; all yield alike where room is short (which a stretch, *grows*, would spoil: tall
    ones would yield first).  With *scrolls* off the children bring their own scroll bar.
    """

    tall = False
    grows = 0

    def __init__(
        self,
        heading: str,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        scrolls: bool = True,
        least: int = LEAST,
        most: int = 0,
    ) -> None:
        super().__init__(parent)
        self.theme = theme
        self.setProperty("class", "card")
        self.setAccessibleName(heading)
        frame = QVBoxLayout(self)
        frame.setContentsMargins(14, 12, 14 - (GUTTER if scrolls else 0), 12)
        frame.setSpacing(GAP)
        self.head = QHBoxLayout()
        self.head.setSpacing(GAP)
        self.heading = Line(heading, "heading")
        self.heading.setFont(font("heading", theme.text_scale))
        self.head.addWidget(self.heading, 1)
        self.head.setContentsMargins(0, 0, GUTTER if scrolls else 0, 0)
        frame.addLayout(self.head)
        self.body = self.frame = frame
        if scrolls:
            self.area = Fitted(round(least * theme.text_scale), most)
            self.body = self.area.rows
            frame.addWidget(self.area, 1)
        up = QSizePolicy.Policy.Expanding if self.tall else QSizePolicy.Policy.Maximum
        self.setSizePolicy(QSizePolicy.Policy.Preferred, up)

    def set_theme(self, theme: Theme) -> None:
        """Take other clothes; panels that write colours into rich text override `refresh`."""
        self.theme = theme
        self.heading.setFont(font("heading", theme.text_scale))
        self.refresh()

    def refresh(self) -> None:
        """Show what is true now."""


class Column(QWidget):
    """Panels one above the other: each as high as it needs, the tall ones share the rest."""

    def __init__(self, *panels: Panel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(GAP)
        for panel in panels:
            rows.addWidget(panel, panel.grows)
        if not any(panel.tall for panel in panels):
            rows.addStretch(1)
