"""Numbers with their sums and refusals with their reasons, in few lines or spelled out.

In few lines every number still shows its sum and every no its reason; the clause behind a
part is a link and stands in its tooltip.  Spelled out, every sum has a line of its own and
every clause its name.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QSettings, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop.look import Theme, rulers, words
from desktop.look.parts import TIGHT, Press, Prose
from desktop.panels.panel import Panel
from engine.questions import Objection, Tally

SPELLED = "Every sum on a line of its own, and the clause behind every number and reason"
ROOMY = 900
"""Pixels of a window from which on there is room to spell everything out."""


def roomy(panel: Panel) -> bool:
    """Is the window so high that nothing need be folded?"""
    return panel.window().height() >= ROOMY * panel.theme.text_scale


class Spelling(Press):
    """The § in the head of a panel: shows whether clauses and sums are spelled out, and changes it.

    Until it is pressed for the first time a high window spells out and a low one does not;
    then what was chosen for the panel called *name* is kept.  Emits `turned`.
    """

    turned = Signal()

    def __init__(self, name: str, theme: Theme, tip: str = SPELLED) -> None:
        super().__init__("§", theme, "quiet small", tip=tip, fills=False)
        self.setObjectName(f"spelling:{name}")
        self.setAccessibleName("Spell out sums and clauses")
        self.setCheckable(True)
        self._key = f"spelled/{name}"
        kept = QSettings().value(self._key)
        self._seen: QWidget | None = None
        self._chosen: bool | None = None if kept is None else str(kept) == "true"
        self.setChecked(bool(self._chosen))
        self.clicked.connect(self._choose)

    @property
    def on(self) -> bool:
        return self.isChecked()

    def _choose(self) -> None:
        self._chosen = self.isChecked()
        QSettings().setValue(self._key, "true" if self._chosen else "false")
        self.turned.emit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._seen is not self.window():
            self._seen = self.window()
            self._seen.installEventFilter(self)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._fit()
        return False

    def _fit(self) -> None:
        """Look how high the window is, unless a person has chosen."""
        wanted = self.window().height() >= ROOMY * self.theme.text_scale
        if self._chosen is None and wanted != self.isChecked():
            self.setChecked(wanted)
            QTimer.singleShot(0, self, self.turned.emit)  # whoever shows it may be writing just now


class Sums(QWidget):
    """Some numbers, in one paragraph or *spelled* out.  Emits `cited` with a clause id when a link is followed."""

    cited = Signal(str)

    def __init__(self, tallies: Sequence[Tally], theme: Theme, *, spelled: bool) -> None:
        super().__init__()
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(TIGHT)
        lines = (
            [words.tally(tally, theme.link) for tally in tallies]
            if spelled
            else [words.folded_all(tallies, theme.link, theme.text)]
        )
        for line in lines:
            made = Prose(line)
            made.cited.connect(self.cited)
            rows.addWidget(made)


class Brief(Prose):
    """A reason for no on one line, cut short where there is no room; it links to the clause that says so.

    The tooltip has it whole.  *more* counts the reasons that are not shown.
    """

    def __init__(self, found: Objection, theme: Theme, more: int = 0) -> None:
        super().__init__("", "reason")
        self.setWordWrap(False)
        self._found = found
        self._text = rulers.tell(found.text)
        self._theme = theme
        self._more = f" (+{more})" if more else ""
        self._whole = " ".join((self._text, *found.why))
        self._explain("")
        self._write()

    def minimumSizeHint(self) -> QSize:
        """As narrow as need be, but never lower than its line: a list too long for its room scrolls."""
        return QSize(0, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._write()

    def _write(self) -> None:
        room = max(40, self.width() - self.fontMetrics().horizontalAdvance(f"↳ {self._more}") - 4)
        cut = self.fontMetrics().elidedText(self._text, Qt.TextElideMode.ElideRight, room)
        said = words.unbroken(words.plain(cut))
        if self._found.why:
            style = f"color:{self._theme.dim}; text-decoration:none"
            said = f'<a href="clause:{self._found.why[0]}" style="{style}">{said}</a>'
        self.say(f"↳ {said}{self._more}")
        self.setAccessibleName(self._whole)

    def _explain(self, link: str) -> None:
        self.setToolTip("<br>".join((f"<b>{words.plain(self._found.text)}</b>", *map(words.clause, self._found.why))))
