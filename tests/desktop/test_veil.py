"""A model its book hides: the other side sees a token wherever it looks, its own side sees who it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from at_table import Table
from msgspec.structs import replace as with_fields
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot
from toy import TOY, skirmish

from desktop import app
from desktop.battles import Battles
from desktop.palette import FOUND
from desktop.panels.roster import NAME
from engine.ask import Thrown
from engine.commands import Act
from engine.game import Game, Marker, Model, ModelId, SideId
from engine.system import System

HOODED = "Hooded figure"


def hides(game: Game, model: Model, viewer: SideId) -> str:
    return HOODED if model.has("hooded") and model.side != viewer else ""


def load(name: str) -> System:
    return replace(TOY, hides=hides)


def hooded(name: str) -> Game:
    game = skirmish()
    return game.with_model(with_fields(game.model(ModelId(name)), markers=(Marker("hooded"),)))


@pytest.fixture
def table(qapp: object, tmp_path: Path) -> Iterator[Table]:
    """Red is to act; Cid of Blue is hooded."""
    window = app.window(app.Options(theme="dark"), Battles(tmp_path / "autosaves"), hooded("cid"), load)
    window.set_motion(False)
    window.resize(1300, 850)
    window.show()
    yield Table(window)
    window.close()
    window.deleteLater()
    QCoreApplication.processEvents()


def listed(table: Table) -> list[str]:
    rows = table.window.panels.roster.list
    return [rows.item(row).data(NAME) for row in range(rows.count())]


def drawn(table: Table, name: str) -> str:
    item = table.window.desk.scene.model_item(name)
    assert item is not None
    return item.toolTip()


def card(table: Table) -> str:
    return " ".join((table.window.panels.card.heading.text(), table.window.panels.card.kind.text()))


def said(part: QWidget) -> list[str]:
    """Every word on labels that can be seen."""
    return [label.text() for label in part.findChildren(QLabel) if label.isVisible()]


def test_the_other_side_sees_a_token_and_nothing_of_what_it_can_do(table: Table) -> None:
    table.click(20, 10)
    table.settle()

    assert listed(table) == ["Ada", "Ben", HOODED]
    assert drawn(table, "cid").startswith(HOODED)
    assert card(table) == f"{HOODED} Blue · Who it is, its own side alone knows."
    assert not table.window.panels.card.edit.isVisible()
    assert not table.window.panels.actions.offers
    assert "What it can do, its own side alone knows." in said(table.window.panels.actions)
    assert not any("Cid" in word for word in said(table.window))
    assert table.model("cid").name == "Cid"


def test_what_is_offered_and_what_has_happened_does_not_name_it(table: Table) -> None:
    table.session.select((ModelId("ada"),))
    table.session.do(Act(model=ModelId("ada"), action="hit", targets=("cid",)))
    table.session.answer(Thrown((1,), (True,)))
    table.settle()

    log = table.window.panels.log.text.toPlainText()
    assert "Cid" not in log
    assert not any("Cid" in found.title for found in table.window.hands.finds.models())
    assert any(found.title == HOODED for found in table.window.hands.finds.models())


def test_when_its_own_side_decides_it_sees_who_it_is(table: Table) -> None:
    table.session.do(Act(model=ModelId("ada"), action="hit", targets=("cid",)))
    table.session.answer(Thrown((6,), (True,)))
    table.settle()
    assert table.session.pending is not None
    assert table.session.pending.question.side == "blue"

    assert listed(table) == ["Ada", "Ben", "Cid"]
    assert drawn(table, "cid").startswith("Cid")

    table.key(Qt.Key.Key_2)  # it stands; Red is to act again
    assert listed(table) == ["Ada", "Ben", HOODED]
    assert drawn(table, "cid").startswith(HOODED)


def test_who_plays_alone_lifts_the_cover(table: Table) -> None:
    table.window.set_covers(False)
    assert (listed(table)[-1], drawn(table, "cid")) == ("Cid", "Cid: hooded")

    table.window.set_covers(True)
    assert listed(table)[-1] == HOODED


def test_a_token_in_the_hand_and_its_ghost_stay_tokens(table: Table) -> None:
    table.window.desk.bench.lift(with_fields(table.model("cid"), x=22.0))

    assert drawn(table, "cid").startswith(HOODED)
    ghost = table.window.desk.scene._ghost_items["cid"]
    assert ghost.toolTip() == HOODED


def test_the_room_belongs_to_neither_side(table: Table) -> None:
    game = table.session.game
    table.session.new(game.with_model(with_fields(game.model(ModelId("ada")), markers=(Marker("hooded"),))))
    table.window.beside.present()
    table.settle()
    presenter = table.window.beside.presenter
    assert presenter is not None

    assert listed(table) == ["Ada", "Ben", HOODED]
    tips = {name: item.toolTip() for name, item in presenter.scene._models.items()}
    assert [tips[name].split(":")[0] for name in ("ada", "ben", "cid")] == [f"{HOODED} 1", "Ben", f"{HOODED} 2"]


def test_who_sees_whom_names_nobody_that_is_not_known(table: Table, qtbot: QtBot) -> None:
    table.key(Qt.Key.Key_W)
    matrix = table.window.proof.matrix
    qtbot.waitUntil(lambda: bool(matrix.grid.cells) and matrix.whole, timeout=20_000)
    told = [matrix.grid.says(matrix.grid.index(row, column)) for row in range(3) for column in range(3)]

    assert [model.name for model in matrix.grid.models] == ["Ada", "Ben", HOODED]
    assert not any("Cid" in said for said in told)

    table.window.set_covers(False)
    table.session.select(("ada",))
    matrix.refresh()
    assert [model.name for model in matrix.grid.models] == ["Ada", "Ben", "Cid"]


def test_what_is_typed_does_not_find_out_who_is_hooded(table: Table, qtbot: QtBot) -> None:
    palette = table.window.hands.palette

    def typed(text: str) -> str:
        palette.open()
        palette.line.setText(text)
        qtbot.waitUntil(lambda: palette.found.count() > 0, timeout=3000)
        table.settle()
        rows = [palette.found.item(row).data(FOUND) for row in range(palette.found.count())]
        palette.hide()
        return " ".join(f"{find.title} {find.says}" for find in rows if find.title.lower().endswith(text.lower()))

    assert "Nobody you know is called Cid." in typed("gap Ada Cid")
    assert "Nobody you know is called cid." in typed("gap ada cid")
    assert "Measure: gap Ada Hooded figure" in typed("gap Ada Hooded figure")
    assert "Measure: gap Ada Ben" in typed("gap Ada Ben")

    table.window.set_covers(False)
    assert "Measure: gap Ada Cid" in typed("gap Ada Cid")
