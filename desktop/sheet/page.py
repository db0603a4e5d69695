"""What stands on a sheet: question and verdict, the table, the cut, and the numbers to reckon it again.

Units are 1/96 inch of paper, so that the same painting goes to PDF, SVG and PNG.  Where the
numbers do not fit under the pictures they take pages of their own; a picture file then
shows the pages one below the other.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from html import escape

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QAbstractTextDocumentLayout, QFont, QImage, QPainter, QPalette, QTextDocument

from desktop.look import Theme, font, mix, rulers, theme
from desktop.scene.ink import colour, ruled, sign
from desktop.scene.marker_item import NO_LOOKS, StatusLooks
from desktop.sheet.picture import DPI, Map, paint_cut, slice_of, view_of
from desktop.work import Steps, part_of
from engine.dispute import Dispute
from engine.measuring.answer import TOLERANCES, spare

PAPER = QSizeF(210 / 25.4 * DPI, 297 / 25.4 * DPI)
"""A4."""
EDGE = 40.0
HEAD, VERDICT, CUT, GAP = 76.0, 66.0, 150.0, 12.0
MAP = 380.0
"""Heights of the parts."""
IN_INCHES = "All numbers from here on are in inches, the measure the answer was reckoned in; 1 in is 25.4 mm exactly."
"""Said where a player reads another ruler: the numbers must give the same answer and code again."""
_ASKS = {
    "sight": "Does {0} see {1}?",
    "cover": "How much of {1} is hidden from {0}?",
    "gap": "How far apart are {0} and {1}?",
    "contact": "Do {0} and {1} touch?",
    "path": "What does {0} meet on this way?",
    "reach": "How far does {0} get?",
    "zone": "Who is within range of {0}?",
    "climb": "What does {0} climb on this way?",
    "fall": "How deep does {0} fall there?",
    "jump": "How wide is the gap that {0} jumps?",
    "may": "May {0} go there?",
    "edge": "How near to an edge is {0}?",
}


class Sheet:
    """One dispute laid out.  *made* says when and with what, for the foot of each page."""

    def __init__(self, settled: Dispute, looks: StatusLooks = NO_LOOKS, made: str = "") -> None:
        self.settled = settled
        self.look = _paper()
        self._looks = looks
        self._made = made
        self._wide = PAPER.width() - 2 * EDGE
        self._cut = slice_of(settled)
        top = HEAD + VERDICT + MAP + 2 * GAP + (CUT + GAP if self._cut is not None else 0.0)
        self._room = PAPER.height() - EDGE - top - EDGE
        self._numbers = self._document(self._wide)
        self._fits = self._numbers.size().height() <= self._room
        if not self._fits:
            self._numbers.setPageSize(QSizeF(self._wide, PAPER.height() - 2 * EDGE - 24))

    @property
    def pages(self) -> int:
        return 1 if self._fits else 1 + self._numbers.pageCount()

    @property
    def question(self) -> str:
        """The question in words."""
        return question(self.settled)

    @cached_property
    def map(self) -> Map:
        """The table on it."""
        return Map(self.settled, view_of(self.settled, self._wide, MAP), self.look, self._looks)

    def prepared(self) -> Steps[None]:
        """Lay out the table and make a picture of it, a step at a time."""
        made = self.map
        yield 0.1
        yield from part_of(made.flattened(), 0.1, 0.9)

    def paint(self, painter: QPainter, page: int, *, flat: QImage | None = None) -> None:
        """Paint one page, its top left corner at the painter's origin; *flat* lies in the place of the table."""
        for _ in self.steps(painter, page, flat):
            pass

    def steps(self, painter: QPainter, page: int, flat: QImage | None = None) -> Steps[None]:
        """The same in steps."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(QRectF(QPointF(0, 0), PAPER), colour(self.look.panel))
        if page == 0:
            yield from self._first(painter, flat)
        else:
            high = self._numbers.pageSize().height()
            self._write(painter, QPointF(EDGE, EDGE), QRectF(0, (page - 1) * high, self._wide, high))
        self._foot(painter, page)
        yield 1.0

    def _first(self, painter: QPainter, flat: QImage | None) -> Steps[None]:
        self._head(painter)
        y = EDGE + HEAD
        self._verdict(painter, QRectF(EDGE, y, self._wide, VERDICT))
        y += VERDICT + GAP
        self.map.paint(painter, QRectF(EDGE, y, self._wide, MAP), flat)
        y += MAP + GAP
        yield 0.7
        if self._cut is not None:
            paint_cut(painter, QRectF(EDGE, y, self._wide, CUT), self._cut, self.look)
            y += CUT + GAP
        if self._fits:
            self._write(painter, QPointF(EDGE, y), QRectF(0, 0, self._wide, self._room))

    def _head(self, painter: QPainter) -> None:
        look = self.look
        line = QRectF(EDGE, EDGE, self._wide, 22)
        painter.setFont(font("heading", 1.0))
        painter.setPen(colour(look.dim))
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, f"Sightline · dispute sheet · {self._where()}")
        code = QFont(font("title", 1.0))
        code.setStyleHint(QFont.StyleHint.Monospace)
        painter.setFont(code)
        painter.setPen(colour(look.text))
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, self.settled.code)
        title = QFont(font("title", 1.35))
        painter.setFont(title)
        painter.drawText(
            QRectF(EDGE, EDGE + 26, self._wide, 40),
            Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap,
            self.question,
        )

    def _where(self) -> str:
        game = self.settled.game
        return f"{game.table.name}, round {game.round}"

    def _verdict(self, painter: QPainter, where: QRectF) -> None:
        """A band in the colour of the answer, with its sign: never the colour alone."""
        told, look = self.settled.measured, self.look
        stroke = look.stroke(_role(self.settled))
        painter.setBrush(colour(mix(look.panel, stroke.colour, 0.16)))
        ruled(painter, stroke.colour, 1.6)
        painter.drawRoundedRect(where, 8, 8)
        left = where.left() + 16
        if stroke.tip not in ("none", "bars"):
            sign(painter, stroke.tip, QPointF(where.left() + 28, where.top() + 22), 8.0, stroke.colour, look.halo, 2.8)
            left = where.left() + 50
        painter.setPen(colour(look.text))
        painter.setFont(font("title", 1.0))
        said = QRectF(left, where.top() + 8, where.right() - left - 12, 28)
        whole = rulers.tell(told.said, rulers.known(told.values))
        words = painter.fontMetrics().elidedText(whole, Qt.TextElideMode.ElideRight, round(said.width()))
        painter.drawText(said, Qt.AlignmentFlag.AlignVCenter, words)
        painter.setFont(font("body", 0.9))
        margin = dict(told.rows).get("margin", "" if told.margin is None else spare(told.margin))
        below = f"Margin: {margin}." if margin else "Nothing here hangs on a hair."
        if "reasons" in told.values:
            below = _reasons(len(told.values["reasons"]))
        if told.close:
            below = f"Too close to call at the table. {below}"
        painter.drawText(
            QRectF(left, where.top() + 36, where.right() - left - 12, 22), Qt.AlignmentFlag.AlignVCenter, below
        )

    def _foot(self, painter: QPainter, page: int) -> None:
        painter.setFont(font("small", 1.0))
        painter.setPen(colour(self.look.dim))
        line = QRectF(EDGE, PAPER.height() - EDGE + 4, self._wide, 16)
        again = f"Open the file {self.settled.code}.position in Sightline: the same code and answer come out."
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, again)
        count = f"{self._made}   {page + 1} / {self.pages}".strip()
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, count)

    def _write(self, painter: QPainter, at: QPointF, part: QRectF) -> None:
        painter.save()
        painter.translate(at.x(), at.y() - part.top())
        context = QAbstractTextDocumentLayout.PaintContext()
        context.palette.setColor(QPalette.ColorRole.Text, colour(self.look.text))
        context.clip = part
        painter.setClipRect(part)
        self._numbers.documentLayout().draw(painter, context)
        painter.restore()

    def _document(self, wide: float) -> QTextDocument:
        made = QTextDocument()
        made.setDefaultFont(font("body", 0.82))
        made.setDocumentMargin(0)
        made.setTextWidth(wide)
        made.setHtml(f'<body style="color:{self.look.text}">{_numbers(self.settled, self.look)}</body>')
        return made


def question(settled: Dispute) -> str:
    """The question in words, as far as its kind has words; else as it was asked."""
    verb = settled.query.split(maxsplit=1)[0].lower()
    values = settled.measured.values
    ends = [values.get(key) for key in ("viewer", "target", "from", "to", "of", "owner")]
    names = [str(end.get("name") or "this place") for end in ends if isinstance(end, dict)]
    pattern = _ASKS.get(verb, "")
    return pattern.format(*names) if pattern and len(names) > pattern.count("{") - 1 else settled.query


def _role(settled: Dispute) -> str:
    told = settled.measured
    if told.close:
        return "close"
    if told.sight is not None:
        return told.sight.verdict
    may = told.values.get("may")
    return "ruler" if may is None else "clear" if may else "blocked"


def _reasons(many: int) -> str:
    if not many:
        return "The rulebook in play has nothing against it."
    return f"{'One reason' if many == 1 else f'{many} reasons'} of the rulebook in play, with clauses, below."


def _numbers(settled: Dispute, look: Theme) -> str:
    """Everything needed to reckon it by hand, the clauses, and what other readings would say."""
    told = settled.measured
    rows = "".join(
        f'<tr><td style="color:{look.dim}; padding-right:10px">{escape(label)}</td><td>{escape(words)}</td></tr>'
        for label, words in (("asked", settled.query), *told.rows, ("tolerance", TOLERANCES))
    )
    parts = [_heading("To reckon it again", look)]
    if look.ruler.inches != 1.0:
        parts.append(f"<p style='margin:1px'>{IN_INCHES}</p>")
    parts += [f'<table cellspacing="0" cellpadding="1">{rows}</table>']
    if settled.grounds:
        parts.append(_heading("Why it matters", look))
        parts += [f"<p style='margin:1px'><b>{clause.id}</b> {escape(clause.says)}</p>" for clause in settled.grounds]
    parts.append(_heading("Other readings of unclear rules", look))
    parts += [f"<p style='margin:1px'>{line}</p>" for line in _otherwise(settled)]
    return "".join(parts)


def _otherwise(settled: Dispute) -> list[str]:
    if not settled.tried:
        return ["No rulebook is in play: nothing but the geometry decides."]
    rest = settled.tried - len(settled.otherwise)
    lines = [
        f"<b>{escape(d.reading.title)}</b> {escape(d.reading.option(d.option).says)} "
        f"The answer would be: {escape(d.said)}. ({', '.join(d.reading.clauses[:2])})"
        for d in settled.otherwise
    ]
    return [*lines, f"{'The other' if lines else 'All'} {rest} readings that could be chosen give the same answer."]


def _heading(words: str, look: Theme) -> str:
    return f'<p style="margin:9px 0 2px 0; color:{look.dim}; font-weight:700">{escape(words)}</p>'


def _paper() -> Theme:
    """The light theme: what is printed lies on white."""
    return replace(theme("light"), ruler=rulers.in_force())
