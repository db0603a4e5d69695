"""However a window ends, in the middle of a drag too, it ends quietly and leaves the table as it truly is."""

from __future__ import annotations

from pathlib import Path

import pytest
from at_table import Table
from PySide6.QtCore import QCoreApplication, QEvent
from toy import load, skirmish

from desktop import app, foyer
from desktop.battles import Battles


def dragging(folder: Path) -> Table:
    """A window of its own with a model in the hand."""
    window = app.window(app.Options(theme="dark"), Battles(folder), skirmish(), load)
    window.set_motion(False)
    window.resize(1300, 850)
    window.show()
    table = Table(window)
    model = table.session.game.on_table()[0]
    table.press(model.x, model.y)
    table.move(model.x + 0.4, model.y)
    table.move(model.x + 0.8, model.y)
    assert table.bench.busy
    return table


def gone(table: Table) -> None:
    table.window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    QCoreApplication.processEvents()


def test_a_window_closed_in_mid_drag_puts_the_model_back(qapp: object, tmp_path: Path) -> None:
    table = dragging(tmp_path)
    model = table.session.game.on_table()[0]
    table.window.close()

    assert not table.bench.busy
    assert table.shown(model.id) == (model.x, model.y)
    gone(table)


@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")
def test_a_window_taken_away_in_mid_drag_lets_go_of_the_gesture(qapp: object, tmp_path: Path) -> None:
    table = dragging(tmp_path)
    gone(table)

    assert not table.bench.busy
    table.session.close()
    table.bench.close()


def test_the_end_of_the_program_shuts_every_window(qapp: object, tmp_path: Path) -> None:
    table = dragging(tmp_path)
    foyer.shut_windows()

    assert not table.bench.busy
    foyer.shut_windows()  # twice is as good as once
    table.window.close()
    gone(table)
