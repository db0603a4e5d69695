"""The table drawn for paper and pictures: by the scene that draws it on the screen, with what is wanted on it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from types import MappingProxyType

from msgspec.structs import replace as changed
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QTransform
from PySide6.QtWidgets import QGraphicsItem

from desktop.look import Ground, Theme, theme
from desktop.printing.tiles import Box
from desktop.scene import TableScene
from desktop.scene.layers import painted
from desktop.scene.marker_item import StatusLooks
from desktop.work import Steps
from engine.game import Game
from engine.geometry.evidence import Evidence

PIECE = 384
"""Pixels of a side of the pieces in which a picture is painted."""
TURN_MS = 20
"""How long board and terrain are painted in one turn of the loop; a layer that is begun is finished."""
WHITE = Ground("#ffffff", "#ffffff", "#566074")


@dataclass(frozen=True)
class Contents:
    """What is on it; without *ground* the board is left white, which saves ink."""

    terrain: bool = True
    zones: bool = True
    models: bool = True
    names: bool = True
    ground: bool = True


def paper_look(*, ground: bool = True) -> Theme:
    """The light theme on white paper."""
    light = replace(theme("light"), around="#ffffff")
    if ground:
        return light
    return replace(light, grainless=True, grounds=MappingProxyType(dict.fromkeys(light.grounds, WHITE)))


def reduced(game: Game, contents: Contents) -> Game:
    """The game without what is not wanted."""
    table = game.table
    if not contents.terrain:
        table = changed(table, terrain=())
    if not contents.zones:
        table = changed(table, zones=())
    if not contents.ground:
        table = changed(table, cloth=None)
    return changed(game, table=table, models=game.models if contents.models else ())


class Drawing:
    """One game to be drawn at so many units an inch, part by part; it never changes afterwards.

    A *bare* one has only what stands on the table.
    """

    def __init__(
        self,
        game: Game,
        contents: Contents,
        look: Theme,
        looks: StatusLooks,
        units: float,
        overlays: tuple[Evidence, ...] = (),
        *,
        bare: bool = False,
    ) -> None:
        self.units = units
        self._scene = TableScene(look)
        self._scene.bare = bare
        self._scene.set_statuses(looks)
        self._scene.set_scale(units)
        self._scene.show_names(contents.names, never=not contents.names)
        self._scene.sync(reduced(game, contents))
        for place, evidence in enumerate(overlays):
            self._scene.show_overlay(f"overlay {place}", evidence)
        for drawn in self._scene.items():
            drawn.setCacheMode(QGraphicsItem.CacheMode.NoCache)  # a kept picture has the screen's grain

    def paint(self, painter: QPainter, at: QRectF, part: Box) -> None:
        """Draw *part* of the table into *at*, whose size is the part's in units; nothing beyond it."""
        paint_part(self._scene, painter, at, part)

    def picture(self, part: Box, fine: float, back: str) -> QImage:
        """*part* as a picture with *fine* pixels for each unit."""
        image = QImage(
            max(1, round(part.width * self.units * fine)),
            max(1, round(part.height * self.units * fine)),
            QImage.Format.Format_RGB32,
        )
        for _ in self.onto(image, part, back):
            pass
        return image

    def onto(self, image: QImage, part: Box, back: str) -> Steps[None]:
        """Fill this picture with *part*, a piece at a time."""
        return filled(self._scene, image, part, self.units, back)


def paint_part(scene: TableScene, painter: QPainter, at: QRectF, part: Box) -> None:
    """Draw *part* of a scene, in inches, into *at*; nothing beyond it."""
    painter.save()
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    painter.setClipRect(at, Qt.ClipOperation.IntersectClip)
    source = QRectF(part.x, part.y, part.width, part.height)
    scene.render(painter, at, source, Qt.AspectRatioMode.IgnoreAspectRatio)
    painter.restore()


def filled(scene: TableScene, image: QImage, part: Box, units: float, back: str) -> Steps[None]:
    """Fill a picture with *part* of a scene drawn at so many *units* an inch, never keeping the window for long."""
    fine = image.width() / (part.width * units)
    image.setDevicePixelRatio(fine)
    per_inch = units * fine
    spots = [(x, y) for y in range(0, image.height(), PIECE) for x in range(0, image.width(), PIECE)]
    for place, (x, y) in enumerate(spots):
        wide, high = min(PIECE, image.width() - x), min(PIECE, image.height() - y)
        here = Box(part.x + x / per_inch, part.y + y / per_inch, wide / per_inch, high / per_inch)
        where = QRectF(x / fine, y / fine, wide / fine, high / fine)
        for _ in _lying(scene, image, where, here, back):
            yield place / len(spots)
        _standing(scene, image, where, here)
        yield (place + 1) / len(spots)


def _lying(scene: TableScene, image: QImage, where: QRectF, here: Box, back: str) -> Iterator[None]:
    """Board and terrain of a piece of the picture, some layers at a time."""
    scale = where.width() / here.width
    inches = QTransform(scale, 0, 0, scale, where.x() - here.x * scale, where.y() - here.y * scale)

    def painter() -> QPainter:
        made = QPainter(image)
        made.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        made.setClipRect(where)
        made.setWorldTransform(inches)
        return made

    hand = painter()
    hand.fillRect(QRectF(here.x, here.y, here.width, here.height), QColor(back))
    hand.end()
    layers = iter(()) if scene.bare else scene.ground_layers(QRectF(here.x, here.y, here.width, here.height))
    while not painted(layers, painter(), TURN_MS):
        yield


def _standing(scene: TableScene, image: QImage, where: QRectF, here: Box) -> None:
    """What stands on the table in a piece of the picture."""
    painter, was = QPainter(image), scene.bare
    scene.bare = True
    paint_part(scene, painter, where, here)
    scene.bare = was
    painter.end()
