"""The frame every panel shares: a rounded card with a spaced heading."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QLayout, QSizePolicy, QVBoxLayout, QWidget

from desktop.look import Theme


class Panel(QFrame):
    """A card with a heading; children go into `body`."""

    def __init__(self, heading: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.setProperty("class", "card")
        self.body = QVBoxLayout(self)
        self.body.setContentsMargins(14, 12, 14, 12)
        self.body.setSpacing(6)
        self.heading = label(heading, "heading")
        self.heading.setText(heading.upper())
        self.body.addWidget(self.heading)

    def set_theme(self, theme: Theme) -> None:
        """Take other clothes; panels that write colours into rich text override `refresh`."""
        self.theme = theme
        self.refresh()

    def refresh(self) -> None:
        """Show what is true now."""


def label(text: str = "", kind: str = "", *, wraps: bool = False) -> QLabel:
    """A label of one of the style sheet's kinds ('title', 'heading', 'dim', 'reason', 'key')."""
    made = QLabel(text)
    if kind:
        made.setProperty("class", kind)
    if wraps:
        made.setWordWrap(True)
        made.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        made.setMinimumWidth(60)
    made.setTextInteractionFlags(
        Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
    )
    return made


def emptied(layout: QLayout, keep: int = 0) -> None:
    """Take everything after the first *keep* entries out of a layout, and out of the window."""
    while layout.count() > keep:
        taken = layout.takeAt(keep)
        if taken is None:
            return
        widget, inner = taken.widget(), taken.layout()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
        elif inner is not None:
            emptied(inner)
