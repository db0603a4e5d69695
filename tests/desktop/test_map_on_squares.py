"""A map of another program on a board of squares: the question offers it, the answer lays it out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from at_table import Table
from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton

from engine import seeds, systems
from engine.events import Counted, Placed
from engine.game import ModelId, Point
from engine.geometry.grid import centre
from engine.geometry.squared import borders
from engine.skirmish import battle, board, skirmish
from engine.squaring import squared

ENTER = Qt.Key.Key_Return
SQUARED = next(name for name in systems.names() if systems.on_squares(name))


@pytest.fixture
def map_file(tmp_path: Path) -> Path:
    """A room of crooked walls with a door and a crate, as another program exports it."""
    path = tmp_path / "cellar.dd2vtt"
    room = [(1.2, 1.0), (8.9, 1.1), (9.0, 6.9), (1.1, 7.0), (1.2, 1.0)]
    made = {
        "format": 0.3,
        "resolution": {"map_size": {"x": 12, "y": 9}, "map_origin": {"x": 0, "y": 0}, "pixels_per_grid": 70},
        "line_of_sight": [[{"x": x, "y": y} for x, y in room]],
        "objects_line_of_sight": [[{"x": x, "y": y} for x, y in ((3.1, 3.2), (4.8, 3.0), (4.9, 3.9), (3.0, 4.1))]],
        "portals": [{"bounds": [{"x": 9.0, "y": 3.0}, {"x": 9.0, "y": 4.0}], "closed": True}],
        "image": "",
    }
    path.write_text(json.dumps(made), encoding="utf-8")
    return path


@pytest.fixture
def cellar(qapp: object, tmp_path: Path) -> Iterator[Table]:
    from desktop import app
    from desktop.battles import Battles

    game = skirmish("under_tallow_street")
    window = app.window(app.Options(theme="dark"), Battles(tmp_path / "autosaves"), game, seed=7)
    window.set_motion(False)
    window.resize(1300, 850)
    window.show()
    yield Table(window)
    window.close()
    window.deleteLater()
    QCoreApplication.processEvents()


def test_the_question_about_a_map_offers_squares_where_the_rules_play_on_them(cellar: Table, map_file: Path) -> None:
    cellar.window.files.open_path(map_file)
    cellar.settle()
    question = cellar.window.scale
    assert question.isVisible()
    assert question.squares.isVisible()
    assert question.squares.isChecked()
    assert not question.cell.isVisible()
    assert cellar.session.system.title in question.squares.toolTip()
    cellar.key(ENTER)

    table = cellar.session.game.table
    assert (table.width, table.height) == (12, 9)
    assert all(x == round(x) and y == round(y) for piece in table.terrain for x, y in piece.outline)
    assert {piece.kind for piece in table.terrain} == {"wall", "door", "block"}
    assert cellar.bench.tool.id == "deploy"  # everybody waits to be set down


def test_unticked_the_map_stays_as_it_was_drawn(cellar: Table, map_file: Path) -> None:
    cellar.window.files.open_path(map_file)
    cellar.settle()
    question = cellar.window.scale
    QTest.mouseClick(question.squares, Qt.MouseButton.LeftButton, pos=question.squares.rect().center())
    if question.squares.isChecked():  # the middle may be beside the box and its words
        question.squares.click()
    assert question.cell.isVisible()
    QTest.mouseClick(question.open, Qt.MouseButton.LeftButton)

    assert any(x != round(x) for piece in cellar.session.game.table.terrain for x, _ in piece.outline)


def test_elsewhere_the_question_is_about_inches_only(street: Table, map_file: Path) -> None:
    street.window.files.open_path(map_file)
    street.settle()
    assert street.window.scale.isVisible()
    assert not street.window.scale.squares.isVisible()
    street.key(ENTER)

    assert any(x != round(x) for piece in street.session.game.table.terrain for x, _ in piece.outline)


def test_a_figure_set_down_on_the_map_stands_on_a_square_of_it(cellar: Table, map_file: Path) -> None:
    cellar.window.files.open_path(map_file)
    cellar.settle()
    cellar.key(ENTER)
    cellar.session.set_referee("off")
    waiting = [model for model in cellar.session.game.models if model.place == "reserve"]
    cellar.session.select((waiting[0].id,))
    cellar.move(5.2, 5.9)
    cellar.click(5.2, 5.9)

    placed = cellar.model(waiting[0].id)
    assert placed.on_table
    assert (placed.x, placed.y) == (5.5, 5.5)


def test_a_board_of_ours_laid_on_squares_can_be_played(qapp: object) -> None:
    """Any table can be squared: a battle of this rulebook begins on it, nobody inside a wall."""
    table = squared(board("shrine_court")).table
    game = battle(SQUARED, table, tuple(band.id for band in seeds.bands(SQUARED)))

    assert game.table == table or game.table.terrain == table.terrain
    assert all(model.place == "reserve" for model in game.models)


REAL = sorted((Path(__file__).parents[2].parent / "shared" / "samples" / "uvtt").glob("dungeondraft-0.3*.dd2vtt"))
"""Maps by others, in a checkout that has them beside it."""
HERO, FOE = ModelId("brannoch"), ModelId("skerrit")


def press(table: Table, ending: str) -> None:
    """Click the one visible button whose spoken name ends so."""
    buttons = table.window.findChildren(QAbstractButton)
    (found,) = [each for each in buttons if each.isVisible() and each.accessibleName().endswith(ending)]
    QTest.mouseClick(found, Qt.MouseButton.LeftButton)
    table.settle()


def sees(table: Table, spot: Point) -> bool:
    """Would the hero see an enemy who stood there?"""
    game, rules = table.session.game, table.session.system
    foe = replace(game.model(FOE), x=spot[0], y=spot[1], place="table")
    assert rules.sees is not None
    return rules.sees(game.with_model(foe), game.model(HERO), foe).sees


@pytest.mark.parametrize("path", [None, *REAL], ids=lambda path: path.name if path else "one of our own")
def test_on_a_map_a_wall_holds_and_its_door_is_opened_seen_and_walked_through(
    cellar: Table, map_file: Path, path: Path | None
) -> None:
    cellar.window.files.open_path(path or map_file)
    cellar.settle()
    cellar.key(ENTER)
    door = next(piece for piece in cellar.session.game.table.terrain if piece.kind == "door")
    here, there = borders(door)[0]
    near, far = centre(here), centre(there)
    cellar.session.by_hand((Placed(model=HERO, at=(*near, 0.0), facing=0.0),), "Set down")
    cellar.key(Qt.Key.Key_Escape)
    cellar.key(Qt.Key.Key_V)
    cellar.click(*near)
    cellar.key(Qt.Key.Key_1)  # begins the turn
    cellar.session.by_hand((Counted(of="model", whose=HERO, name="mp", value=3),), "Three points")

    assert not sees(cellar, far)
    cellar.drag(near, far)
    assert (cellar.model(HERO).x, cellar.model(HERO).y) == near  # three points lead no way round
    press(cellar, "(2 MP)")
    assert cellar.session.game.table.piece(door.id).kind == "open_door"
    assert sees(cellar, far)
    cellar.view.setFocus()
    cellar.drag(near, far)
    assert (cellar.model(HERO).x, cellar.model(HERO).y, cellar.model(HERO).count("mp")) == (*far, 0)
