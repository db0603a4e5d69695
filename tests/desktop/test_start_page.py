"""From the start page everything can be begun, gone on with, opened and learnt, by mouse and by keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from at_table import CTRL, Table
from eyes import button
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLineEdit, QListWidget
from pytestqt.qtbot import QtBot

from desktop.start.thumbnails import Painter
from desktop.start.tile import Tile
from engine import seeds, systems


def opened(street: Table) -> Table:
    """The page, with its form: what that is made of may have to be read first."""
    street.window.show_start()
    for _ in range(2000):
        street.settle()
        if street.window.start.findChild(QComboBox, "book") is not None:
            break
        QTest.qWait(5)
    street.settle()
    return street


def tile(street: Table, name: str) -> Tile:
    found = street.window.start.findChild(Tile, name)
    assert found is not None
    return found


def click(street: Table, widget: Tile) -> None:
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)
    street.settle()


def box(street: Table, name: str) -> QComboBox:
    found = street.window.start.findChild(QComboBox, name)
    assert found is not None
    return found


def test_every_ready_skirmish_is_offered(street: Table) -> None:
    opened(street)
    names = [t.objectName().removeprefix("ready:") for t in street.window.start.tiles if "ready" in t.objectName()]

    assert sorted(names) == [name for name in seeds.skirmishes() if seeds.skirmish(name).system in systems.names()]
    assert seeds.skirmish(names[-1]).system == seeds.bare()


def test_a_click_begins_and_uncovers_the_table(street: Table) -> None:
    opened(street)
    click(street, tile(street, "ready:village_green"))

    assert not street.window.start.isVisible()
    assert street.session.game.system == "no_rules"
    assert street.view.hasFocus()


def test_enter_on_the_first_tile_is_enough(street: Table) -> None:
    opened(street)
    street.key(Qt.Key.Key_Return)

    assert not street.window.start.isVisible()


def test_after_enter_the_first_drag_is_a_legal_move(street: Table) -> None:
    opened(street)
    street.key(Qt.Key.Key_Return)
    first = next(model for model in street.session.game.on_table() if model.side == street.session.game.active)
    street.drag((first.x, first.y), (first.x - 0.5, first.y), (first.x - 1.0, first.y))

    assert street.model(first.id).x < first.x - 0.8


def test_the_first_move_needs_two_gestures(street: Table) -> None:
    opened(street)
    click(street, tile(street, "ready:village_green"))
    street.drag((6.0, 10.6), (7.0, 10.6), (8.0, 10.6))

    assert street.model("b1").x == pytest.approx(8.0, abs=0.05)


def test_keys_of_the_covered_table_do_nothing(street: Table) -> None:
    before = opened(street).session.game
    street.key(Qt.Key.Key_R)
    street.key(Qt.Key.Key_M)
    street.key(Qt.Key.Key_Z, CTRL)

    assert street.session.game == before
    assert street.bench.tool.id == "select"


def test_escape_goes_back_to_the_table_as_it_was(street: Table) -> None:
    before = opened(street).session.game
    street.key(Qt.Key.Key_Escape)

    assert not street.window.start.isVisible()
    assert street.session.game is before


def test_what_was_played_last_can_be_gone_on_with(street: Table, qtbot: QtBot) -> None:
    ratch = street.model("ratch")
    street.drag((ratch.x, ratch.y), (ratch.x, ratch.y - 0.5), (ratch.x, ratch.y - 1.0))
    played = street.session.game
    street.window.files.begin("village_green")
    opened(street)
    first = street.window.start.tiles[0]

    assert first.objectName().startswith("recent:")
    assert "1 entry" in first.says
    click(street, first)
    assert street.session.game == played


def test_a_recent_file_that_is_gone_is_left_out(street: Table, tmp_path: Path) -> None:
    street.window.files.save_to(tmp_path / "kept.battle")
    street.window.files.save_to(tmp_path / "gone.battle")
    (tmp_path / "gone.battle").unlink()
    opened(street)
    names = [each.objectName() for each in street.window.start.tiles]

    assert "recent:kept.battle" in names
    assert "recent:gone.battle" not in names


def test_pictures_come_one_by_one(street: Table, qtbot: QtBot) -> None:
    opened(street)
    shown = tile(street, "ready:village_green")
    qtbot.waitUntil(lambda: shown._picture is not None, timeout=10_000)
    colours = {shown.grab().toImage().pixelColor(x, y).name() for x in range(12, 230, 7) for y in range(12, 140, 7)}

    assert len(colours) > 20


def test_a_new_battle_is_set_up_and_deployed(street: Table) -> None:
    opened(street)
    book = box(street, "book")
    wanted = next(row for row in range(book.count()) if seeds.bands(str(book.itemData(row)))[0].members)
    book.setCurrentIndex(wanted)
    board = box(street, "board")
    board.setCurrentIndex(board.findData("village_green"))
    referee = box(street, "referee")
    referee.setCurrentIndex(referee.findData("advise"))
    button(street.window.start, "begin").click()
    street.settle()

    game = street.session.game
    assert game.system == book.itemData(wanted)
    assert game.table.name == "Village green"
    assert {model.place for model in game.models} == {"reserve"}
    assert street.session.referee == "advise"
    assert street.bench.tool.id == "deploy"


def test_a_bare_table_of_a_usual_size(street: Table) -> None:
    opened(street)
    box(street, "book").setCurrentIndex(box(street, "book").findData("no_rules"))
    board = box(street, "board")
    board.setCurrentIndex(next(r for r in range(board.count()) if board.itemText(r).startswith("A bare table, 60")))
    button(street.window.start, "begin").click()
    street.settle()

    table = street.session.game.table
    assert (table.width, table.height, table.terrain) == (60.0, 44.0, ())


def test_a_lesson_is_found_by_a_word_and_stepped_through(street: Table) -> None:
    opened(street)
    line = street.window.start.findChild(QLineEdit)
    rows = street.window.start.findChild(QListWidget, "lessons")
    assert isinstance(line, QLineEdit)
    assert isinstance(rows, QListWidget)
    everything = rows.count()
    line.setText("MOR-HC-01")
    street.settle()
    assert 1 < rows.count() < everything
    rows.itemActivated.emit(rows.item(1))
    street.settle()

    assert not street.window.start.isVisible()
    assert "Redo (Ctrl+Y)" in street.window.banner.sentence.text()
    before = street.session.game
    street.key(Qt.Key.Key_Y, CTRL)
    assert street.session.game != before


def test_the_page_follows_the_window_and_the_theme(street: Table) -> None:
    opened(street)
    street.window.resize(1500, 900)
    street.settle()
    assert street.window.start.width() == 1500

    street.window.set_theme("light")
    street.settle()
    assert street.window.start.tiles[0].look.name == "light"
    assert street.window.start.tiles[0].hasFocus()


def test_a_wider_window_has_more_tiles_in_a_row(street: Table) -> None:
    """Also one that is made wide while the page is looked at, as most are at their first start."""

    def in_the_first_row() -> int:
        ready = [tile for tile in street.window.start.tiles if tile.objectName().startswith("ready:")]
        return sum(tile.y() == ready[0].y() for tile in ready)

    street.window.resize(860, 800)
    opened(street)
    street.settle()
    assert in_the_first_row() == 1

    for width, tiles in ((1280, 3), (1680, 4), (1000, 2)):
        street.window.resize(width, 800)
        street.settle()
        assert in_the_first_row() == tiles
        first, form = street.window.start.tiles[0], box(street, "book")
        gap = form.mapTo(street.window, QPoint()).x() - first.mapTo(street.window, QPoint()).x()
        assert gap < tiles * (first.width() + 12) + 190


def test_a_page_that_nobody_sees_lets_the_table_come_first(
    table: Table, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, asked = table.window.start, []
    monkeypatch.setattr("desktop.start.page.known", lambda: False)
    monkeypatch.setattr("desktop.start.page.UNSEEN_MS", 200)
    monkeypatch.setattr(page._reader, "ask", lambda *_: asked.append("asked"))
    assert not page.isVisible()
    page.unlock(Painter(page))
    qtbot.wait(50)
    assert asked == []

    qtbot.waitUntil(lambda: asked == ["asked"], timeout=10_000)
