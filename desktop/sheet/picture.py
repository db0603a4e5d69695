"""The two pictures of a sheet: the table from above at a printed scale, and the cut along the deciding line."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPoint, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QGraphicsItem, QWidget

from desktop.look import Theme, font
from desktop.printing.drawing import filled, paint_part
from desktop.printing.tiles import Box
from desktop.scene import SideView, TableScene
from desktop.scene.ink import colour, halo_text, ruled
from desktop.scene.marker_item import StatusLooks
from desktop.scene.side_view import Slice
from desktop.tools.cutting import cut
from desktop.work import Steps
from engine.dispute import Dispute
from engine.geometry.evidence import Line
from engine.measuring.answer import Measured, is_close

DPI = 96.0
"""Units an inch of paper."""
SCALES = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 75, 100)
"""A printed inch stands for so many inches of table."""
ROUND_ABOUT = 1.5
"""Inches of table shown on every side of what matters."""
LEAST = 6.0
"""Inches of table shown at least, across."""
FINE = 3.0
"""Pixels of a picture for each unit of paper: 288 an inch."""


@dataclass(frozen=True)
class View:
    """The part of the table shown (inches), and 1 : *scale* of it on paper."""

    source: QRectF
    scale: int

    @property
    def pixels_per_inch(self) -> float:
        return DPI / self.scale


def view_of(settled: Dispute, wide: float, high: float) -> View:
    """The largest round scale at which all that matters fits into *wide* × *high* units of paper."""
    around = _bounds(settled)
    scale = next((n for n in SCALES if around.width() * DPI / n <= wide and around.height() * DPI / n <= high), 200)
    source = QRectF(0, 0, wide * scale / DPI, high * scale / DPI)
    source.moveCenter(around.center())
    table = settled.game.table
    for low, size, shift in (
        (source.left(), source.width(), "x"),
        (source.top(), source.height(), "y"),
    ):
        board = table.width if shift == "x" else table.height
        moved = min(max(low, -1.0), board + 1.0 - size) if size <= board + 2.0 else (board - size) / 2
        source.translate(moved - low if shift == "x" else 0.0, moved - low if shift == "y" else 0.0)
    return View(source, scale)


def _bounds(settled: Dispute) -> QRectF:
    """Everything the evidence points at, with the models the question names."""
    evidence, game = settled.measured.evidence, settled.game
    points = [point[:2] for line in evidence.lines for point in line.points]
    points += [mark.at[:2] for mark in evidence.marks]
    points += [point for area in evidence.areas for rings in area.polygons for point in rings[0]]
    for model in game.models:
        if model.id in _named(settled.measured) and model.on_table:
            reach = max(model.profile.base.width, model.profile.base.depth) / 50.8
            points += [(model.x - reach, model.y - reach), (model.x + reach, model.y + reach)]
    if not points:
        return QRectF(0, 0, game.table.width, game.table.height)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    around = QRectF(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    around.adjust(-ROUND_ABOUT, -ROUND_ABOUT, ROUND_ABOUT, ROUND_ABOUT)
    spare = max(0.0, LEAST - around.width()) / 2
    return around.adjusted(-spare, 0, spare, 0)


def _named(measured: Measured) -> frozenset[str]:
    """Ids of the models the answer is about."""
    ends = (measured.values.get(key) for key in ("viewer", "target", "from", "to", "of", "owner"))
    return frozenset(str(end["id"]) for end in ends if isinstance(end, dict) and "id" in end)


class Map:
    """The scene with what proves the answer, at the scale of *view*."""

    def __init__(self, settled: Dispute, view: View, look: Theme, looks: StatusLooks) -> None:
        self.view, self._look = view, look
        self._scene = TableScene(look)
        self._scene.set_statuses(looks)
        self._scene.set_scale(view.pixels_per_inch)
        self._scene.sync(settled.game, selected=_named(settled.measured))
        self._scene.show_evidence(settled.measured.evidence)
        for drawn in self._scene.items():
            drawn.setCacheMode(QGraphicsItem.CacheMode.NoCache)  # a kept picture has the screen's grain
        source = view.source
        self._part = Box(source.x(), source.y(), source.width(), source.height())
        self.flat = QImage((source.size() * view.pixels_per_inch * FINE).toSize(), QImage.Format.Format_RGB32)
        """A picture of it, once it is *flattened*."""

    def flattened(self) -> Steps[None]:
        """Paint the picture, a piece at a time."""
        return filled(self._scene, self.flat, self._part, self.view.pixels_per_inch, self._look.around)

    def paint(self, painter: QPainter, where: QRectF, flat: QImage | None = None) -> None:
        """Framed, with a bar of inches; *flat* is laid down in its place: SVG writers and readers do not
        agree about shapes clipped within clipped shapes."""
        if flat is not None:
            painter.drawImage(where, flat)
        else:
            paint_part(self._scene, painter, where, self._part)
        ruled(painter, self._look.edge, 1.0)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(where)
        _bar(painter, where, self.view, self._look)


def _bar(painter: QPainter, where: QRectF, view: View, look: Theme) -> None:
    """A bar of whole inches of table, and the scale in words."""
    inches = next((n for n in (1, 2, 3, 6, 12, 24) if n * view.pixels_per_inch >= 60), 48)
    long = inches * view.pixels_per_inch
    left, low = where.left() + 12, where.bottom() - 12
    painter.fillRect(QRectF(left - 6, low - 22, long + 150, 30), colour(look.panel, 0.85))
    ruled(painter, look.text, 1.6)
    painter.drawLine(QLineF(left, low, left + long, low))
    for at in range(inches + 1):
        x = left + at * view.pixels_per_inch
        if inches <= 12:
            painter.drawLine(QLineF(x, low - 4, x, low + 3))
    painter.setFont(font("small", look.text_scale))
    words = f"{look.ruler.say(inches)} of table · printed at 1 : {view.scale}"
    halo_text(painter, QRectF(left, low - 21, 240, 14), words, look.text, look.panel)


def paint_cut(painter: QPainter, where: QRectF, cut_along: Slice, look: Theme) -> None:
    """The side view, drawn by the same widget that stands under the table."""
    side = SideView(look)
    side.resize(round(where.width()), round(where.height()))
    side.show_slice(cut_along)
    painter.save()
    painter.translate(where.topLeft())
    side.render(painter, QPoint(0, 0), renderFlags=QWidget.RenderFlag.DrawChildren)  # round corners show the paper
    painter.restore()


def slice_of(settled: Dispute) -> Slice | None:
    """The cut along the line that decides, or None where the answer has no line."""
    told, game = settled.measured, settled.game
    names = tuple(sorted(_named(told)))
    if told.sight is not None:
        role = "close" if is_close(told.sight.margin) else told.sight.verdict
        blockers, target = told.sight.blockers, _target(told)
        return cut(
            game,
            told.sight.best,
            role,
            _title(settled),
            told.said,
            stop=told.sight.stop,
            blockers=blockers,
            names=(*names, *told.sight.hidden_by),
            target=target,
        )
    lines = [line for line in told.evidence.lines if line.points[0][:2] != line.points[-1][:2]]
    if "reasons" in told.values:
        lines = [_whole_way(settled)]
    if not lines:
        return None
    last = lines[-1]
    return cut(game, (last.points[0], last.points[-1]), last.role, _title(settled), told.said, names=names)


def _whole_way(settled: Dispute) -> Line:
    """From where a model stands to where it was to go."""
    values = settled.measured.values
    z = values["of"]["at"][2]
    points = tuple((x, y, z) for x, y in (values["path"][0], values["path"][-1]))
    return Line(points, "clear" if values["may"] else "blocked")


def _target(told: Measured) -> str:
    end = told.values.get("target")
    return str(end["id"]) if isinstance(end, dict) and "id" in end else ""


def _title(settled: Dispute) -> str:
    ends = [settled.measured.values.get(key) for key in ("viewer", "target", "from", "to")]
    names = [str(end["name"]) for end in ends if isinstance(end, dict) and "name" in end]
    if len(names) == 2:
        return " → ".join(names)
    alone = settled.measured.values.get("of")
    return str(alone["name"]) if isinstance(alone, dict) and "name" in alone else settled.query
