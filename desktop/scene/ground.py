"""What lies still: the board, the terrain on it, and their words, up to the floor that is seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath

from desktop.look import Theme
from desktop.scene.board_item import BoardItem
from desktop.scene.ground_words import GroundWords
from desktop.scene.layers import Layer
from desktop.scene.storeys import HAIR, lies_over
from desktop.scene.terrain_item import TerrainItem, lay_words
from engine.game import Model, Point, Table
from engine.geometry.heights import SKY


class Ground:
    """Draws one table; `level` is the height in inches of the floor up to which it is seen."""

    def __init__(self) -> None:
        self.level = SKY
        self.pieces: dict[str, TerrainItem] = {}
        self._name = ""
        self._board = BoardItem()
        self._stacked: list[TerrainItem] = []
        self._roofs: list[TerrainItem] = []
        self._written = GroundWords(self._board)

    @property
    def bounds(self) -> QRectF:
        """The board in inches."""
        return QRectF(self._board.bounds)

    @property
    def ceiling(self) -> float:
        """Inches: what is dropped or looked for from here down is on the floor that is seen."""
        return self.level + HAIR

    def sync(self, table: Table, squared: bool, look: Theme) -> QRectF | None:
        """Lay this table; the part of it (inches) that looks other for it, None where that may be all."""
        was, order = self._board.bounds, [item.piece.id for item in self._stacked if item.piece is not None]
        whole = self._board.sync(table, squared) or self._board.bounds != was
        changed = self._sync_pieces(table, squared)
        in_order = sorted(table.terrain, key=lambda piece: (piece.top, piece.bottom))
        self._stacked = [self.pieces[piece.id] for piece in in_order]
        lay_words(self._stacked)
        self._roofs = [self.pieces[piece.id] for piece in in_order if piece.bottom > HAIR]
        another, self._name = table.name != self._name, table.name
        if self.level < SKY and (another or not any(lies_over(piece, self.level) for piece in table.terrain)):
            self.level, whole = SKY, True
        rewritten = self._written.renew(self._seen, look)
        if whole or rewritten is None or changed is None or _turned(order, [piece.id for piece in in_order]):
            return None
        return changed.united(rewritten)

    def _sync_pieces(self, table: Table, squared: bool) -> QRectF | None:
        """Every piece as it is now; the part of the table that looks other for it, None for no part."""
        changed, wanted = QRectF(), {piece.id: piece for piece in table.terrain}
        for gone in self.pieces.keys() - wanted.keys():
            changed = changed.united(self.pieces.pop(gone).bounds)
        for name, piece in wanted.items():
            item = self.pieces.setdefault(name, TerrainItem())
            before = item.bounds
            if item.sync(piece, flat=squared):
                changed = changed.united(before).united(item.bounds)
        return None if changed.isEmpty() else changed

    def forget_words(self) -> None:
        """Other clothes, or another floor: words are laid out anew."""
        self._written.forget()

    @property
    def _seen(self) -> list[TerrainItem]:
        """Lowest first, without what is taken off."""
        return [item for item in self._stacked if not self._is_off(item)]

    def _is_off(self, item: TerrainItem) -> bool:
        return self.level < SKY and item.piece is not None and lies_over(item.piece, self.level)

    def layers(self, exposed: QRectF, look: Theme, sides: tuple[str, ...]) -> Iterator[Layer]:
        """Everything that touches *exposed* (inches), lowest first; of what is taken off only the edge.

        One after the other, for who has something else to do between two of them.
        """
        seen = self._seen

        def board(painter: QPainter) -> None:
            painter.fillRect(exposed, QColor(look.around))
            self._board.paint(painter, look, sides)

        def piece(painter: QPainter, item: TerrainItem) -> None:
            item.paint_shadow(painter, look)
            item.paint(painter, look)

        yield board
        yield from (partial(piece, item=item) for item in seen if item.bounds.intersects(exposed))
        for item in self._stacked if self.level < SKY else ():
            if self._is_off(item) and item.bounds.intersects(exposed):
                yield partial(item.paint_edge, theme=look)
        yield partial(self._written.paint, exposed=exposed, stacked=seen, theme=look)

    def is_under(self, model: Model) -> bool:
        """Is a floor that is seen above the middle of this model?"""
        spot = QPointF(model.x, model.y)
        for item in self._roofs:
            if item.piece is None or item.piece.bottom <= model.z + 0.1 or self._is_off(item):
                continue
            if item.bounds.contains(spot) and item.path.contains(spot):
                return True
        return False

    def piece_at(self, point: Point) -> str | None:
        """The topmost terrain piece under the point, of those that are seen."""
        for item in reversed(self._seen):
            if item.piece is not None and item.path.contains(QPointF(*point)):
                return item.piece.id
        return None

    def outline(self, name: str) -> QPainterPath | None:
        """The edge of that piece, in inches."""
        return self.pieces[name].path if name in self.pieces else None


def _turned(before: Sequence[str], after: Sequence[str]) -> bool:
    """Do pieces that are in both lie over each other the other way round now?"""
    stay, now = set(after), set(before)
    return [name for name in before if name in stay] != [name for name in after if name in now]
