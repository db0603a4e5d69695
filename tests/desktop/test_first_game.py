"""What lies under the start page: read while the page is looked at, and never in the way of a choice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from at_table import Table
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest

from desktop import app
from desktop.battles import Battles
from desktop.window import Window


def begun(tmp_path: Path, options: app.Options | None = None) -> Window:
    window, trace = app.begin(options or app.Options(), Battles(tmp_path / "autosaves"))
    assert trace is not None
    window.destroyed.connect(trace.close)
    return window


@pytest.fixture
def window(qapp: object, tmp_path: Path) -> Iterator[Window]:
    made = begun(tmp_path)
    yield made
    made.close()
    made.deleteLater()
    QCoreApplication.processEvents()


def waited(window: Window, system: str) -> bool:
    for _ in range(400):
        if window.desk.session.game.system == system:
            return True
        QTest.qWait(25)
    return False


def test_the_first_skirmish_is_laid_under_the_page_and_does_not_leave_it(window: Window) -> None:
    assert window.start.isVisible()
    assert (window.desk.session.game.system, window.desk.session.game.models) == ("no_rules", ())

    assert waited(window, app.built_in().system)

    assert window.start.isVisible()
    assert window.desk.session.game == app.built_in()
    assert window.desk.session.path is None


def test_enter_begins_the_first_tile_after_the_skirmish_was_laid_too(window: Window) -> None:
    """The keys stay on the page: else the first Enter of a newcomer would end the first phase unseen."""
    assert waited(window, app.built_in().system)
    held = window.focusWidget()
    assert held is window.start.tiles[0]

    QTest.keyClick(held, Qt.Key.Key_Return)

    assert not window.start.isVisible()
    assert window.desk.session.game == app.built_in()
    assert not window.desk.session.journal.entries


def test_who_leaves_the_page_at_once_finds_the_skirmish_there(window: Window) -> None:
    QTest.keyClick(window.start, Qt.Key.Key_Escape)

    assert not window.start.isVisible()
    assert window.desk.session.game == app.built_in()


def test_what_was_chosen_meanwhile_stays(window: Window) -> None:
    window.files.begin("village_green")
    QTest.qWait(600)  # by now the other one has been read

    assert not window.start.isVisible()
    assert len(window.desk.session.game.models) > 0
    assert window.desk.session.game.system == "no_rules"


def test_a_file_that_cannot_be_opened_leaves_the_first_skirmish(qapp: object, tmp_path: Path) -> None:
    torn = tmp_path / "torn.battle"
    torn.write_text("no battle")
    window = begun(tmp_path, app.Options(file=torn))

    assert window.desk.session.game == app.built_in()
    assert window.banner.sentence.text().startswith("Line 1 of torn.battle cannot be read")
    Table(window).settle()
    window.close()
    window.deleteLater()
    QCoreApplication.processEvents()
