"""Small pictures of battles, painted one at a time so that the page is there at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap

from desktop.look import Theme
from desktop.scene import TableScene
from engine.game import Game

LARGE = 4
"""How many times larger than shown a picture is painted."""
STRIPS = 4
"""In so many goes, so that the window answers in between."""
Find = Callable[[], Game | None]
Hang = Callable[[QPixmap], None]


def picture(game: Game, size: QSize, look: Theme, ratio: float) -> Iterator[QPixmap | None]:
    """The middle of the table from above, filling *size* pixels (times *ratio*): strip by strip, the picture last.

    It is painted large and then made small, words and all: at this size only the lie of
    the land is to be seen.
    """
    wide, high = game.table.width, game.table.height
    part = min(wide / size.width(), high / size.height())
    source = QRectF(0, 0, size.width() * part, size.height() * part)
    source.moveCenter(QPointF(wide / 2, high / 2))
    large = QImage(size * LARGE, QImage.Format.Format_RGB32)
    large.fill(QColor(look.around))
    scene = TableScene(look)
    scene.set_scale(LARGE / part)
    scene.sync(game)
    yield None
    for strip in range(STRIPS):
        painter = QPainter(large)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scene.render(painter, _strip(QRectF(large.rect()), strip), _strip(source, strip))
        painter.end()
        yield None
    small = large.scaled(size * ratio, mode=Qt.TransformationMode.SmoothTransformation)
    small.setDevicePixelRatio(ratio)
    yield QPixmap.fromImage(small)


def _strip(whole: QRectF, number: int) -> QRectF:
    """One of the strips from top to bottom."""
    high = whole.height() / STRIPS
    return QRectF(whole.left(), whole.top() + number * high, whole.width(), high)


class Painter(QObject):
    """Paints pictures while the window has nothing else to do."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._waiting: list[tuple[Find, Hang, QSize, Theme, float]] = []
        self._painting: tuple[Iterator[QPixmap | None], Hang] | None = None
        self._idle = QTimer(self)
        self._idle.setInterval(0)
        self._idle.timeout.connect(self._next)

    def ask(self, find: Find, hang: Hang, size: QSize, look: Theme, ratio: float) -> None:
        """Paint what *find* finds and *hang* it; nothing is hung where nothing is found."""
        self._waiting.append((find, hang, size, look, ratio))
        self._idle.start()

    def forget(self) -> None:
        """Nobody waits for pictures any more."""
        self._painting = None
        self._waiting.clear()
        self._idle.stop()

    def _next(self) -> None:
        """One strip of the picture under way, or the beginning of the next."""
        if self._painting is not None:
            self._go_on(*self._painting)
            return
        if not self._waiting:
            self._idle.stop()
            return
        find, hang, size, look, ratio = self._waiting.pop(0)
        try:
            game = find()
        except (KeyError, ValueError):  # choosing the tile will say what is wrong with it
            game = None
        if game is not None:
            self._painting = (picture(game, size, look, ratio), hang)

    def _go_on(self, strips: Iterator[QPixmap | None], hang: Hang) -> None:
        done = next(strips)
        if done is not None:
            self._painting = None
            hang(done)
