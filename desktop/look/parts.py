"""What panels are made of: words that wrap, buttons that cut theirs short, rows that scroll when they must."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QFocusEvent,
    QFont,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QTextDocumentFragment,
)
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QLabel,
    QLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
    QVBoxLayout,
    QWidget,
)

from desktop.look import Theme, font, rulers, words
from desktop.look.enter import ENTER, keep_enter

GAP = 8
"""The one rhythm, in pixels: between cards, and between the parts of a card."""
TIGHT = 4
"""Between lines that belong together."""
GUTTER = 10
"""Pixels at the right of scrolling rows that are the scroll bar's, whether it is there or not."""
LINKS = Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard


def label(text: str = "", kind: str = "") -> QLabel:
    """One line of plain text of one of the style sheet's kinds ('title', 'dim', 'key', 'pill')."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    if kind:
        made.setProperty("class", kind)
    return made


def roomy(field: QAbstractSpinBox) -> None:
    """Its number stands as far from the edge as words do in other fields: style sheets do not reach it."""
    field.lineEdit().setTextMargins(5, 0, 5, 0)


def unmarked(rich: str) -> str:
    """Rich text as it is read aloud."""
    return QTextDocumentFragment.fromHtml(rich).toPlainText().replace(words.NO_BREAK, "-")


class Line(QLabel):
    """One line of plain text that is cut short, with three dots, where there is no room for it."""

    def __init__(self, text: str = "", kind: str = "") -> None:
        super().__init__(text)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("class", kind)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        text = self.text()
        if self.font().capitalization() == QFont.Capitalization.AllUppercase:
            text = text.upper()
        shown = self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, self.width())
        self.setToolTip(self.text() if shown != text else "")
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)
        painter.end()


class Prose(QLabel):
    """Rich text that wraps and is as high as it needs to be.

    Emits `cited` with a clause id when a link is followed, by mouse or by Tab and Enter.
    Only prose with a link in it is a stop on the Tab walk.
    """

    cited = Signal(str)

    def __init__(self, text: str = "", kind: str = "") -> None:
        super().__init__()
        if kind:
            self.setProperty("class", kind)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setWordWrap(True)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.linkActivated.connect(lambda link: self.cited.emit(link.removeprefix("clause:")))
        self.linkHovered.connect(self._explain)
        keep_enter(self)
        self.say(text)

    def say(self, text: str) -> None:
        """Show other words."""
        linked = "<a " in text
        self.setTextInteractionFlags(LINKS if linked else Qt.TextInteractionFlag.NoTextInteraction)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if linked else Qt.FocusPolicy.NoFocus)
        self.setText(text)
        self.setAccessibleName(unmarked(text))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Come by Tab, the first link is chosen at once: Enter follows it."""
        super().focusInEvent(event)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self.focusNextPrevChild(True)

    def minimumSizeHint(self) -> QSize:
        """Nothing by itself: the height for the width decides, and Qt would add to that."""
        return QSize(0, 0)

    def _explain(self, link: str) -> None:
        self.setToolTip(words.clause(link.removeprefix("clause:")) if link else "")


class Press(QPushButton):
    """A button that Enter presses as Space does, with its key in a chip.

    It cuts its words short rather than push its neighbours out; the tooltip then has
    them whole.  One that *wraps* first takes a second line for them.  A click leaves the focus
    where it was, so that Enter stays with the table.  Emits `noticed` with True while it is
    under the mouse or has the focus.
    """

    noticed = Signal(bool)

    def __init__(
        self,
        text: str,
        theme: Theme,
        kind: str = "",
        *,
        key: str = "",
        tip: str = "",
        fills: bool = True,
        wraps: bool = False,
    ) -> None:
        text = rulers.tell(text)
        super().__init__(text.replace("&", "&&"))
        self.words = text
        self.theme = theme
        self.key = key
        self.tip = tip = rulers.tell(tip)
        self.fills = fills
        self.wraps = wraps
        if kind:
            self.setProperty("class", kind)
        across = QSizePolicy.Policy.Ignored if fills else QSizePolicy.Policy.Fixed
        policy = QSizePolicy(across, QSizePolicy.Policy.Minimum if wraps else QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(wraps)
        self.setSizePolicy(policy)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(text)
        self.setToolTip(tip)
        keep_enter(self)

    def relabel(self, text: str) -> None:
        """Say something else."""
        text = rulers.tell(text)
        self.words = text
        self.setText(text.replace("&", "&&"))
        self.setAccessibleName(text.removesuffix("⏎").strip())
        self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        hint = super().minimumSizeHint()
        return QSize(60, hint.height()) if self.fills else self.sizeHint()

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        return QSize(hint.width() + self._chip().width(), hint.height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER:
            self.click()
        else:
            super().keyPressEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.noticed.emit(True)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        if not self.hasFocus():
            self.noticed.emit(False)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.noticed.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if not self.underMouse():
            self.noticed.emit(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setToolTip("\n".join(filter(None, (self.words if self.cut else "", self.tip))))

    @property
    def cut(self) -> bool:
        """Are the words longer than the button?"""
        return self.fills and " ".join(self._lines(self.width())) != self.words

    def hasHeightForWidth(self) -> bool:
        return self.wraps

    def heightForWidth(self, width: int) -> int:
        more = len(self._lines(width)) - 1 if self.wraps else 0
        return self.sizeHint().height() + more * self.fontMetrics().lineSpacing()

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        lines = self._lines(self.width()) if self.fills else [self.words]
        option.text = lines[0].replace("&", "&&") if len(lines) == 1 else ""
        painter = QStylePainter(self)
        painter.drawControl(QStyle.ControlElement.CE_PushButton, option)
        if len(lines) > 1:
            self._draw_lines(painter, option, lines)
        if self.key:
            self._draw_key(painter)
        painter.end()

    def _draw_lines(self, painter: QStylePainter, option: QStyleOptionButton, lines: list[str]) -> None:
        """Both lines where the style would have put the one."""
        box = self.style().subElementRect(QStyle.SubElement.SE_PushButtonContents, option, self)
        picture = 0 if self.icon().isNull() else self.iconSize().width() + 4
        painter.setPen(self.palette().color(self.foregroundRole()))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(box.adjusted(picture, 0, 0, 0), flags, "\n".join(lines))

    def _lines(self, width: int) -> list[str]:
        """The words as they are shown in that width: on one line or two, the last cut short if it must be."""
        metrics, room, end = self.fontMetrics(), self._room(width), Qt.TextElideMode.ElideRight
        if not self.wraps or metrics.horizontalAdvance(self.words) <= room:
            return [metrics.elidedText(self.words, end, room)]
        first, rest = "", self.words.split(" ")
        while rest and metrics.horizontalAdvance(f"{first} {rest[0]}".strip()) <= room:
            first = f"{first} {rest.pop(0)}".strip()
        return [line for line in (first, metrics.elidedText(" ".join(rest), end, room)) if line]

    def _room(self, width: int) -> int:
        picture = 0 if self.icon().isNull() else self.iconSize().width() + 4
        return width - 24 - picture - self._chip().width()

    def _chip(self) -> QSize:
        """The room the key takes at the right, its distance included."""
        if not self.key:
            return QSize(0, 0)
        metrics = self.fontMetrics()
        return QSize(max(20, metrics.horizontalAdvance(self.key) + 12) + GAP, metrics.height() + 2)

    def _draw_key(self, painter: QPainter) -> None:
        size = self._chip()
        box = QRect(0, 0, size.width() - GAP, size.height())
        box.moveCenter(self.rect().center())
        box.moveRight(self.width() - GAP)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self.theme.edge), 1))
        painter.setBrush(QColor(self.theme.well))
        painter.drawRoundedRect(box, 4, 4)
        painter.setPen(QColor(self.theme.dim))
        painter.setFont(font("body", self.theme.text_scale))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self.key)


class Fitted(QScrollArea):
    """Rows that would like to be seen whole, and scroll where there is no room for that.

    *least* is the height in pixels below which they will not be pressed, *most* the one
    beyond which they ask for no more (0: none).
    """

    def __init__(self, least: int, most: int = 0) -> None:
        super().__init__()
        self.least = least
        self.most = most
        self.inside = QWidget()
        self._frame = QVBoxLayout(self.inside)
        self._frame.setContentsMargins(0, 0, GUTTER, 0)
        self._frame.setSpacing(0)
        self.rows = QVBoxLayout()
        self.rows.setSpacing(GAP)
        self._frame.addLayout(self.rows)
        self._frame.addStretch(1)
        self.setWidget(self.inside)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setAutoFillBackground(False)
        self.inside.setAutoFillBackground(False)
        self.inside.installEventFilter(self)
        self.verticalScrollBar().installEventFilter(self)

    def natural(self) -> int:
        """The height at which nothing need scroll, at the width it now has."""
        if self._frame.hasHeightForWidth():
            bar = GUTTER - self._frame.contentsMargins().right()
            return max(0, self._frame.totalHeightForWidth(max(60, self.width() - bar)))
        return self._frame.totalSizeHint().height()

    def sizeHint(self) -> QSize:
        height = self.natural()
        return QSize(200, min(height, self.most) if self.most else height)

    def minimumSizeHint(self) -> QSize:
        return QSize(80, min(self.least, self.natural()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """What is inside wants another size: ask for it.  The bar comes or goes: the words stay where they are."""
        if watched is self.inside and event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        elif watched is self.verticalScrollBar() and event.type() in (QEvent.Type.Show, QEvent.Type.Hide):
            shown = event.type() == QEvent.Type.Show
            self._frame.setContentsMargins(0, 0, 0 if shown else GUTTER, 0)
        return super().eventFilter(watched, event)


def in_order(after: QWidget, layout: QLayout) -> QWidget:
    """Make Tab walk the widgets of a layout from top to bottom, next after *after*; gives the last.

    New widgets otherwise stand at the end of the whole window's walk.
    """
    for place in range(layout.count()):
        part = layout.itemAt(place)
        widget, inner = (part.widget(), part.layout()) if part is not None else (None, None)
        if widget is not None and widget.focusPolicy() != Qt.FocusPolicy.NoFocus:
            _follow_on(after, widget)
            after = widget
        elif inner is not None:
            after = in_order(after, inner)
    return after


def _follow_on(first: QWidget, second: QWidget) -> None:
    """Qt leaves widgets without focus alone, though they have their place in the walk too."""
    policy = first.focusPolicy()
    first.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    QWidget.setTabOrder(first, second)
    first.setFocusPolicy(policy)


def emptied(layout: QLayout, keep: int = 0) -> None:
    """Take everything after the first *keep* entries out of a layout, and out of the window."""
    while layout.count() > keep:
        taken = layout.takeAt(keep)
        if taken is None:
            return
        widget, inner = taken.widget(), taken.layout()
        if widget is not None:
            widget.setObjectName("")  # it is still there for a moment, and must not be found
            widget.hide()
            widget.deleteLater()
        elif inner is not None:
            emptied(inner)
            inner.deleteLater()
