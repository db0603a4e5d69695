"""The presenter mirrors the table in large words, and words can be made larger everywhere."""

from __future__ import annotations

from itertools import pairwise

import pytest
from at_table import SHIFT, Table
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QGuiApplication, QTextDocumentFragment
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.presenter import LARGE, POINTER, Presenter
from desktop.start.teaching import lessons
from engine.ask import Thrown
from engine.commands import Act
from engine.game import ModelId


@pytest.fixture
def shown(table: Table) -> Presenter:
    table.key(Qt.Key.Key_F11, SHIFT)
    made = table.window.beside.presenter
    assert made is not None
    assert made.isVisible()
    return made


def test_it_shows_the_same_models_in_larger_words(table: Table, shown: Presenter) -> None:
    assert shown.scene.game is table.scene.game
    assert shown.scene.look.text_scale == pytest.approx(LARGE)
    assert "Red to act" in shown.turn.text()


def test_it_follows_a_drag_while_it_lasts(table: Table, shown: Presenter) -> None:
    table.press(10, 10)
    table.move(11, 10)
    table.move(13, 10)

    mirrored = shown.scene.model_item("ada")
    assert mirrored is not None
    assert mirrored.pos().x() == pytest.approx(13, abs=0.05)
    assert shown.scene._overlays.keys() >= table.scene._overlays.keys() - {"band"}
    table.release(13, 10)
    assert "Ada" in shown.said.text()


def test_it_reads_out_every_reason_for_no(table: Table, shown: Presenter) -> None:
    table.drag((10, 10), (15, 10), (19, 10))

    assert "too far" in shown.said.text()
    assert "TOY" in shown.said.text()


def test_it_tells_phase_and_side_in_full(table: Table, shown: Presenter) -> None:
    game, system = table.session.game, table.session.system
    phase = next(phase.title for phase in system.phases if phase.id == game.phase)

    assert shown.turn.text() == f"Turn 1 · {phase} · Red to act"
    assert shown.turn.fontMetrics().horizontalAdvance(shown.turn.text()) < 1280 * 0.4


def test_it_reads_out_what_is_rolled_and_decided(table: Table, shown: Presenter) -> None:
    session = table.session
    foe = next(model.id for model in session.game.on_table() if model.side == "blue")
    session.do(Act(model=ModelId("ada"), action="hit", targets=(foe,)))
    assert shown.said.text() == "Red rolls: to hit · D6 · 4+"

    session.answer(Thrown((5,)))
    assert shown.said.text() == "Blue decides: Fall or stand?"

    session.cancel()
    assert shown.said.text() == ""


def test_it_tells_the_odds_before_the_dice(table: Table, shown: Presenter, qtbot: QtBot) -> None:
    blow = Act(model=ModelId("ada"), action="hit", targets=("cid",))
    with qtbot.waitSignal(table.session.odds_ready, timeout=20_000):
        table.session.odds(blow)
    table.settle()

    said = QTextDocumentFragment.fromHtml(shown.said.text()).toPlainText()
    assert said.startswith("Hit? · ")
    assert said.count("50 %") == 2


def test_a_lesson_is_read_by_the_whole_room(street: Table) -> None:
    street.window.beside.present()
    presenter = street.window.beside.presenter
    assert presenter is not None
    assert not presenter.lesson.isVisible()

    street.window.hands.teach("measuring")
    street.settle()
    lesson = next(each for each in lessons() if each.id == "measuring")
    told = QTextDocumentFragment.fromHtml(presenter.lesson.text()).toPlainText()
    assert presenter.lesson.isVisible()
    assert told == f"{lesson.title}: {lesson.steps[0].do}"

    street.window.beside.present()
    street.window.beside.present()
    again = street.window.beside.presenter
    assert again is not None
    assert again.scene.overlays["lesson"].marks == street.scene.overlays["lesson"].marks

    street.window.hands.tutor.end()
    assert not again.lesson.isVisible()


def test_of_two_screens_it_takes_the_other_and_leaves_the_keys_here(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = QGuiApplication.primaryScreen()
    monkeypatch.setattr("desktop.presenter.QGuiApplication.screens", lambda: [here, here])
    table.key(Qt.Key.Key_F11, SHIFT)
    table.settle()

    made = table.window.beside.presenter
    assert made is not None
    assert made.isFullScreen()
    assert made.testAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)


def test_it_rings_the_pointer(table: Table, shown: Presenter) -> None:
    table.move(5, 5)

    assert POINTER in shown.scene._overlays


def test_it_takes_no_gesture(table: Table, shown: Presenter) -> None:
    before = table.session.game
    spot = shown.view.pixel_of(10, 10)
    QTest.mousePress(shown.view.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    QTest.mouseRelease(shown.view.viewport(), Qt.MouseButton.LeftButton, pos=shown.view.pixel_of(14, 14))

    assert table.session.game is before


def test_escape_or_the_same_keys_end_it(table: Table, shown: Presenter) -> None:
    QTest.keyClick(shown, Qt.Key.Key_Escape)
    assert not shown.isVisible()

    table.window.beside.present()
    assert table.window.beside.presenter is not None
    assert table.window.beside.presenter.isVisible()
    table.window.beside.present()
    assert not table.window.beside.presenter.isVisible()


def test_undo_is_mirrored(table: Table, shown: Presenter) -> None:
    table.drag((10, 10), (11, 10), (13, 10))
    table.session.undo()

    mirrored = shown.scene.model_item("ada")
    assert mirrored is not None
    assert mirrored.pos().x() == pytest.approx(10)
    assert shown.said.text() == ""


def test_words_are_made_larger_everywhere_and_stay_so(table: Table) -> None:
    table.window.menus.by_name["text_150"].trigger()
    table.settle()

    assert table.window.theme.text_scale == 1.5
    assert table.scene.look.text_scale == 1.5
    assert int(str(table.window.settings.value("text"))) == 150
    roster = table.window.panels.roster.list
    rows = [roster.visualItemRect(roster.item(row)) for row in range(roster.count())]
    assert all(isinstance(row, QRect) and row.height() >= 54 for row in rows)
    assert all(not a.intersects(b) for a, b in pairwise(rows))


def test_a_senseless_size_that_was_kept_is_passed_over(table: Table) -> None:
    from desktop.window import _percent

    assert [_percent(kept) for kept in ("150", 5, 900, "huge", None)] == [150, 75, 200, 100, 100]


def test_the_commands_of_the_window_work_from_the_presenter_too(table: Table, qtbot: QtBot) -> None:
    """With one screen it has the keys; who demonstrates need not go back to the window to go on."""
    table.window.beside.present()
    presenter = table.window.beside.presenter
    assert presenter is not None
    presenter.activateWindow()
    presenter.setFocus()
    before = table.session.game
    QTest.keyClick(presenter, Qt.Key.Key_Return)
    table.settle()
    assert (table.session.game.round, before.round) == (2, 1)
    QTest.keyClick(presenter, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    table.settle()
    assert table.session.game == before

    QTest.keyClick(presenter, Qt.Key.Key_Escape)
    assert not presenter.isVisible()
