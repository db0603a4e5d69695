"""Who sees whom: one cell a pair, reckoned while it is open, proved on the table, walked by keys, copied."""

from __future__ import annotations

import csv
import io
from dataclasses import replace as changed

from at_table import Table
from msgspec.structs import replace
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.look import theme
from desktop.matrix import Matrix
from desktop.matrix.looks import Seen, as_text, ask, both_ways, glance, seats, wanted
from engine.cases import position
from engine.commands import ByHand
from engine.events import Moved
from engine.game import Game, ModelId
from engine.systems import load

WALLED = """
game no_rules round=1
profile man "Man" base=25 height=1.2
terrain wall "Wall" wall 14,0 15,0 15,{edge} 14,{edge} bottom=0 top=3 sight=solid footing=solid
model A man red 10,10
model B man blue 20,10
model C man red 10,20
"""
HALF = 25 / 25.4 / 2


def opened(street: Table, qtbot: QtBot) -> Matrix:
    """The grid, opened by its key and filled."""
    street.key(Qt.Key.Key_W)
    matrix = street.window.proof.matrix
    qtbot.waitUntil(lambda: bool(matrix.grid.cells) and matrix.whole, timeout=60_000)
    return matrix


def index(matrix: Matrix, viewer: str, target: str) -> QModelIndex:
    names = [model.id for model in matrix.grid.models]
    return matrix.grid.index(names.index(ModelId(viewer)), names.index(ModelId(target)))


def test_every_pair_is_judged_as_the_book_judges_it(street: Table, qtbot: QtBot) -> None:
    matrix = opened(street, qtbot)
    game, sees = street.session.game, street.session.system.sees
    models = seats(game)

    assert [model.side for model in models] == [game.sides[0].id] * 5 + [game.sides[1].id] * 5
    assert len(matrix.grid.cells) == 10 * 9
    for viewer in models[:2]:
        for target in models[5:]:
            found, cell = sees(game, viewer, target), matrix.grid.cells[(viewer.id, target.id)]
            assert (cell.sees, cell.share) == (found.sees, found.share)


def test_a_click_shows_the_proof_that_the_sight_tool_would(street: Table, qtbot: QtBot) -> None:
    matrix = opened(street, qtbot)
    where = matrix.table.visualRect(index(matrix, "berrin", "wick")).center()
    QTest.mouseClick(matrix.table.viewport(), Qt.MouseButton.LeftButton, pos=where)
    qtbot.waitUntil(lambda: street.bench.told is not None, timeout=20_000)

    assert street.bench.told.query == "sight berrin wick"
    assert "kept" in street.bench.painted
    assert "Berrin Holt → Hollow Wick" in street.window.desk.side_view._slice.title
    assert matrix.said.text().startswith("Berrin Holt → Hollow Wick: ")


def test_arrows_walk_it_and_enter_asks(street: Table, qtbot: QtBot) -> None:
    matrix = opened(street, qtbot)
    assert matrix.table.hasFocus()
    matrix.table.setCurrentIndex(index(matrix, "berrin", "tove"))
    for _ in range(4):
        QTest.keyClick(matrix.table, Qt.Key.Key_Right)
    viewer, target = matrix.grid.pair(matrix.table.currentIndex())
    assert viewer.id == "berrin"
    assert target.id == seats(street.session.game)[5].id

    QTest.keyClick(matrix.table, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: street.bench.told is not None, timeout=20_000)
    assert street.bench.told.query == f"sight berrin {target.id}"


def test_every_cell_says_itself_in_words(street: Table, qtbot: QtBot) -> None:
    matrix = opened(street, qtbot)
    there = index(matrix, "tove", "wick")
    said = str(matrix.grid.data(there, Qt.ItemDataRole.AccessibleTextRole))

    assert said.startswith("Tove Kesk → Hollow Wick: ")
    assert "clear" in said or "blocked" in said
    heading = str(matrix.grid.headerData(0, Qt.Orientation.Vertical, Qt.ItemDataRole.ToolTipRole))
    count = sum(seen.sees for pair, seen in matrix.grid.cells.items() if pair[0] == matrix.grid.models[0].id)
    assert heading == f"Berrin Holt sees {count} of 9"


def test_it_follows_the_game(street: Table, qtbot: QtBot) -> None:
    matrix = opened(street, qtbot)
    berrin = street.model("berrin")
    away = Moved(model=berrin.id, path=((berrin.x, berrin.y, 0.0), (1.0, 35.0, 0.0)), how="by_hand")
    street.session.do(ByHand(facts=(away,), note="put away"))
    assert matrix.grid.pending, "what is shown is no longer certain"
    assert "reckoned anew" in matrix.grid.says(index(matrix, "berrin", "wick"))
    qtbot.waitUntil(lambda: matrix.whole, timeout=60_000)
    game = street.session.game
    found = street.session.system.sees(game, game.model("berrin"), game.model("wick"))
    assert matrix.grid.cells[(ModelId("berrin"), ModelId("wick"))].sees == found.sees

    street.session.undo()
    assert not matrix.grid.pending, "a game that was reckoned already is not reckoned again"


def test_enemies_only_leaves_friends_out(street: Table, qtbot: QtBot) -> None:
    matrix = opened(street, qtbot)
    matrix.enemies.click()
    qtbot.waitUntil(lambda: matrix.whole, timeout=60_000)

    assert len(matrix.grid.cells) == 2 * 5 * 5
    assert matrix.grid.says(index(matrix, "berrin", "tove")).endswith("not asked")


def test_nothing_is_reckoned_while_it_is_shut(street: Table, qtbot: QtBot) -> None:
    matrix = street.window.proof.matrix
    street.session.undo()
    assert not matrix.grid.models

    opened(street, qtbot)
    street.key(Qt.Key.Key_W)
    assert not matrix.isVisible()
    assert street.view.hasFocus()


def test_it_is_copied_as_text_and_as_csv(street: Table, qtbot: QtBot) -> None:
    matrix = opened(street, qtbot)
    text, lines = (action for action in matrix.copies.menu().actions())
    text.trigger()
    grid = QGuiApplication.clipboard().text().splitlines()
    assert len(grid) == 11
    assert grid[1].startswith("Berrin Holt")

    lines.trigger()
    rows = list(csv.DictReader(io.StringIO(QGuiApplication.clipboard().text())))
    assert len(rows) == 90
    cell = matrix.grid.cells[(ModelId("tove"), ModelId("wick"))]
    (row,) = [row for row in rows if (row["viewer"], row["target"]) == ("Tove Kesk", "Hollow Wick")]
    assert row["sees"] == ("yes" if cell.sees else "no")
    assert float(row["share"]) == round(cell.share, 3)


def test_what_is_too_close_to_call_is_neither_yes_nor_no(qapp: object) -> None:
    """The wall leaves a hair of the line along the far rims of both bases."""
    game = position(WALLED.format(edge=10 + HALF - 0.01))
    found = ask(load("no_rules"), game, wanted(game, (), enemies_only=False), lambda: False)
    cell = found.cells[(ModelId("A"), ModelId("B"))]

    assert cell.close
    look = theme("dark")
    strokes = {role: (look.stroke(role).tip, look.stroke(role).dash) for role in ("clear", "blocked", "close")}
    assert len(set(strokes.values())) == 3, "told apart by more than colour"
    line = as_text(seats(game), {(ModelId("A"), ModelId("B")): cell}).splitlines()[1]
    assert line.split()[-1].endswith("?")


def test_models_that_changed_and_enemies_come_first(qapp: object) -> None:
    game = position(WALLED.format(edge=10.0))

    assert wanted(game, (), enemies_only=False)[:2] == (("A", "B"), ("C", "B"))
    assert wanted(game, ("C",), enemies_only=False)[0] == ("C", "B")
    assert all("B" in pair for pair in wanted(game, (), enemies_only=True))


def test_whoever_is_selected_is_judged_first(street: Table) -> None:
    matrix = street.window.proof.matrix
    matrix.busy = lambda: True
    street.session.select(("finch",))
    street.key(Qt.Key.Key_W)
    assert all("finch" in pair for pair in matrix._left[:18])
    assert not matrix.grid.cells, "a busy hand is waited for"

    street.session.select(("ratch",))
    assert all("ratch" in pair for pair in matrix._left[:18])


def test_a_measuring_tool_in_hand_holds_nothing_up_but_a_hand_that_drags_does(street: Table, qtbot: QtBot) -> None:
    """The sight tool waits for its next click all the time; that is no reason for the grid to wait."""
    man = street.session.game.on_table()[0]
    street.key(Qt.Key.Key_L)
    street.click(man.x, man.y)
    assert street.bench.busy
    opened(street, qtbot)

    street.key(Qt.Key.Key_V)
    street.press(man.x, man.y)
    street.move(man.x + 0.5, man.y)
    assert street.window.proof.matrix.busy()
    street.release(man.x + 0.5, man.y)
    assert not street.window.proof.matrix.busy()


def test_the_least_share_is_not_told_as_none() -> None:
    assert Seen("clear", True, 0.001, 0.1, "").percent == 1
    assert Seen("blocked", False, 0.0, 0.1, "").percent == 0


def crowd(street: Table, many: int) -> Game:
    """A few pieces of the street with so many men among them, in rows."""
    game = street.session.game
    man = game.on_table()[0]
    sides = [side.id for side in game.sides]
    men = tuple(
        replace(
            man, id=ModelId(f"m{n}"), name=f"Man {n}", side=sides[n % 2], x=1.5 + n % 12 * 3.0, y=1.5 + n // 12 * 5.0
        )
        for n in range(many)
    )
    return replace(game, models=men, table=replace(game.table, terrain=game.table.terrain[:6]))


def test_eighty_men_are_judged_at_once_and_measured_after(street: Table, qtbot: QtBot) -> None:
    street.session.new(crowd(street, 80))
    street.key(Qt.Key.Key_W)
    matrix = street.window.proof.matrix
    qtbot.waitUntil(lambda: len(matrix.grid.cells) == 80 * 79 and not matrix.grid.pending, timeout=120_000)
    assert not matrix.whole
    assert "shares and margins: " in matrix.said.text()
    game, sees = street.session.game, street.session.system.sees
    for pair in list(matrix.grid.cells)[::701]:
        assert matrix.grid.cells[pair].sees == sees(game, game.model(pair[0]), game.model(pair[1])).sees
    bare = next(pair for pair, cell in matrix.grid.cells.items() if cell.sees and cell.share is None)
    assert "share and margin follow" in matrix.grid.says(index(matrix, *bare))
    assert as_text(seats(game), {bare: matrix.grid.cells[bare]}).count("yes") == 1

    QTest.mouseClick(matrix.stop, Qt.MouseButton.LeftButton)
    left = len(matrix._left)
    QTest.qWait(400)
    assert (len(matrix._left), matrix.more.isVisible(), matrix.stop.isVisible()) == (left, True, False)
    assert matrix.said.text().endswith("stopped")
    QTest.mouseClick(matrix.more, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(matrix._left) < left, timeout=20_000)


def test_a_look_and_the_look_back_are_asked_together() -> None:
    asked = (("a", "b"), ("c", "a"), ("a", "c"), ("b", "a"), ("d", "a"))

    assert both_ways(asked) == (("a", "b"), ("b", "a"), ("c", "a"), ("a", "c"), ("d", "a"))


def test_a_book_without_a_glance_is_asked_pair_by_pair(qapp: object) -> None:
    game = position(WALLED.format(edge=10.0))
    pairs = wanted(game, (), enemies_only=False)

    assert glance(changed(load("no_rules"), glances=None), game, pairs, lambda: False).cells == {}
    found = glance(load("no_rules"), game, pairs, lambda: False)
    assert (found.whole, set(found.cells)) == (True, set(pairs))
    assert glance(load("no_rules"), game, pairs, lambda: True).cells == {}, "nobody waits"


def test_put_away_it_gives_the_table_its_room_back(street: Table, qtbot: QtBot) -> None:
    def heights() -> tuple[int, int]:
        street.settle()
        return (street.view.height(), street.window.docks["side_view"].height())

    street.window.resize(1280, 800)
    before = heights()
    opened(street, qtbot)
    assert heights()[0] < before[0] - 100

    street.key(Qt.Key.Key_W)
    assert not street.window.docks["matrix"].isVisible()
    assert heights() == before
