"""A board of squares as it is drawn: lines and numbers of the squares, signs of props, doors that stand open."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from desktop.look import theme
from desktop.scene.ink import Taken
from desktop.scene.signs import has_sign, leaves
from desktop.scene.table_scene import TableScene
from desktop.scene.terrain_item import TerrainItem
from engine import systems
from engine.game import Game, Point, Table, Terrain, TerrainId

DARK = theme("dark")
SQUARED = next(name for name in systems.names() if systems.on_squares(name))
INCHES = next(name for name in systems.names() if not systems.on_squares(name))
SIZE = 40
"""Pixels a square of these pictures."""


def square(kind: str, i: int = 1, j: int = 1, top: float = 0.0) -> Terrain:
    outline = ((i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1))
    return Terrain(id=TerrainId(kind), name="Thing", outline=outline, kind=kind, top=top, sight="clear", footing="open")


def wall(kind: str, *outline: Point, sight: str = "solid") -> Terrain:
    return Terrain(id=TerrainId("d"), name="Door", outline=outline, kind=kind, top=3, open=True, sight=sight)  # type: ignore[arg-type]


def picture(system: str, *pieces: Terrain) -> QImage:
    """The ground of a board of 4 by 4 with these pieces, 40 pixels an inch."""
    scene = TableScene(DARK)
    scene.sync(Game(system=system, table=Table(width=4, height=4, ground="slate", terrain=pieces)))
    found = QImage(4 * SIZE, 4 * SIZE, QImage.Format.Format_RGB32)
    painter = QPainter(found)
    painter.scale(SIZE, SIZE)
    scene.paint_ground(painter, QRectF(0, 0, 4, 4))
    painter.end()
    return found


def contrast(found: QImage, x: float, y: float) -> int:
    """How far the pixels on a line from corner to corner of a square's border differ from those beside it."""
    on, off = found.pixelColor(round(x * SIZE), round(y * SIZE)), found.pixelColor(round(x * SIZE) + 4, round(y * SIZE))
    return abs(on.lightness() - off.lightness())


def test_every_border_between_squares_is_drawn_on_squares_only(qapp: QApplication) -> None:
    squares, inches = picture(SQUARED), picture(INCHES)

    strong = [contrast(squares, x, 1.5) for x in (1, 2, 3)]
    faint = [contrast(inches, x, 1.5) for x in (1, 2, 3)]
    assert min(strong) > 2 * max(faint)


@pytest.mark.parametrize("kind", ["chest", "open_chest", "glyph", "open_glyph", "portal", "coins", "healing_potion"])
def test_a_prop_is_drawn_by_its_sign_and_wears_no_words(qapp: QApplication, kind: str) -> None:
    assert has_sign(DARK, square(kind))
    bare, signed = picture(SQUARED, square("some_thing")), picture(SQUARED, square(kind))
    inside = [(x, y) for x in range(SIZE + 4, 2 * SIZE - 4) for y in range(SIZE + 4, 2 * SIZE - 4)]

    changed = sum(bare.pixelColor(x, y) != signed.pixelColor(x, y) for x, y in inside)
    assert changed > 60
    item = TerrainItem()
    item.sync(square(kind), flat=True)
    assert item.fitting_words(200.0, DARK, Taken()) == ""


def test_what_has_a_look_of_its_own_or_no_drawing_has_no_sign(qapp: QApplication) -> None:
    assert [has_sign(DARK, square(kind)) for kind in ("stairs", "door", "pit", "open_door", "nothing_such")] == [
        False
    ] * 5


def test_an_open_door_is_its_leaves_and_leaves_the_way_free(qapp: QApplication) -> None:
    shut, open_ = TerrainItem(), TerrainItem()
    shut.sync(wall("door", (2, 1), (2, 3)))
    open_.sync(wall("open_door", (2, 1), (2, 3), sight="clear"))

    assert shut.path.contains(QPointF(2, 2))
    assert not open_.path.contains(QPointF(2, 2))
    assert open_.path.contains(QPointF(1.8, 1)) or open_.path.contains(QPointF(2.2, 1))
    assert leaves(wall("open_door", (2, 1), (2, 1))).isEmpty()


def test_on_squares_no_heights_are_written_and_rock_has_no_name(qapp: QApplication) -> None:
    item = TerrainItem()
    item.sync(square("obstacle", top=2.0), flat=True)
    assert item.words() == ("Thing", "")
    item.sync(square("obstacle", top=2.0))
    assert "2" in item.words()[1]
    item.sync(square("rock", top=3.0))
    assert item.words() == ("", "")


def test_another_rulebook_on_the_same_table_is_drawn_its_own_way(qapp: QApplication) -> None:
    scene = TableScene(DARK)
    changes: list[None] = []
    scene.ground_changed.connect(lambda: changes.append(None))
    table = Table(width=4, height=4)
    scene.sync(Game(system=INCHES, table=table))
    scene.sync(Game(system=SQUARED, table=table))
    scene.sync(Game(system=SQUARED, table=table))

    assert len(changes) == 2


def test_the_colours_of_rock_are_far_from_those_of_the_floor() -> None:
    for name in ("dark", "light"):
        look = theme(name)
        rock, floor = QColor(look.terrain_look("rock").fill), QColor(look.ground_look("slate").light)
        assert abs(rock.lightness() - floor.lightness()) > 25
