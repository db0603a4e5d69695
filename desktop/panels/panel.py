"""The frame every panel shares: a rounded card with a spaced heading; and the column they stand in."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from desktop.look import Theme, font
from desktop.look.parts import GAP, GUTTER, Fitted, Line

LEAST = 40
"""Pixels of content that a card keeps when the column is short of room."""
YIELDED = 38
"""Pixels of content that a card keeps at most while something more urgent stands in its column."""


class Panel(QFrame):
    """A card with a heading; children go into `body`, which scrolls when it must.

    A *tall* one takes the height that is to spare, the others are as high as what is in
    them; all yield alike where room is short (which a stretch, *grows*, would spoil: tall
    ones would yield first).  With *scrolls* off the children bring their own scroll bar.
    """

    turning = Signal(bool)
    """Emitted with True before the panel is shown, with False after it is hidden."""
    tall = False
    grows = 0
    hint = ""
    """What can be done here, in one line for the status bar."""

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
        self.setStatusTip(self.hint)
        frame = QVBoxLayout(self)
        frame.setContentsMargins(14, 10, 14 - (GUTTER if scrolls else 0), 10)
        frame.setSpacing(GAP)
        self.head = QHBoxLayout()
        self.head.setSpacing(GAP)
        self.heading = Line(heading, "heading")
        self.heading.setFont(font("heading", theme.text_scale))
        self.head.addWidget(self.heading, 1)
        self.head.setContentsMargins(0, 0, GUTTER if scrolls else 0, 0)
        frame.addLayout(self.head)
        self.body = self.frame = frame
        self._least = least
        self._yields = False
        if scrolls:
            self.area = Fitted(round(least * theme.text_scale), most)
            self.body = self.area.rows
            frame.addWidget(self.area, 1)
        self.fills(False)

    def set_theme(self, theme: Theme) -> None:
        """Take other clothes; panels that write colours into rich text override `refresh`."""
        self.theme = theme
        self.heading.setFont(font("heading", theme.text_scale))
        self._keep_least()
        self.refresh()

    def setVisible(self, visible: bool) -> None:
        """Shown or hidden; whoever has to make room does so before the layout asks for it."""
        turns = visible == self.isHidden()
        if turns and visible:
            self.turning.emit(True)
        super().setVisible(visible)
        if turns and not visible:
            self.turning.emit(False)

    def fills(self, on: bool) -> None:
        """Take all the height there is, or no more than what is in it."""
        up = QSizePolicy.Policy.Expanding if on or self.tall else QSizePolicy.Policy.Maximum
        self.setSizePolicy(QSizePolicy.Policy.Preferred, up)

    def yields(self, on: bool) -> None:
        """Make room for something more urgent in the same column, or take it again."""
        self._yields = on
        self._keep_least()

    def _keep_least(self) -> None:
        if isinstance(self.body, QVBoxLayout) and self.body is not self.frame:
            least = min(self._least, YIELDED) if self._yields else self._least
            self.area.least = round(least * self.theme.text_scale)
            self.area.updateGeometry()

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
