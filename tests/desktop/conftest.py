"""Window tests run off screen, in a settings folder of their own."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtCore import QCoreApplication, QEvent, QSettings, QStandardPaths, Qt

if TYPE_CHECKING:
    from at_table import Table
    from pytestqt.qtbot import QtBot
    from yard import Yard


@pytest.fixture(autouse=True)
def _settings_apart(qapp: object, tmp_path: Path) -> None:
    """Of an application there is one for every test, for words cannot even be painted without it."""
    QStandardPaths.setTestModeEnabled(True)
    QCoreApplication.setOrganizationName("Sightline")
    QCoreApplication.setApplicationName("sightline-tests")
    QSettings.setDefaultFormat(QSettings.Format.IniFormat)
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(tmp_path / "settings"))


@pytest.fixture(autouse=True)
def _swept() -> Iterator[None]:
    """Where no loop runs, nothing that is to be deleted later is, nor does the sweeper come round: it goes here."""
    yield
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    if not gc.isenabled():
        gc.collect(1)


@pytest.fixture(autouse=True)
def _hands_off(_settings_apart: None) -> Iterator[None]:
    """A test may end in the middle of a drag; the next one begins with a free hand."""
    yield
    from at_table import let_go

    let_go()


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a model can do, what is on disk, and the ground are there at once, however busy the machine is.

    bench_never_blocked and test_slow_disk are not patient.
    """
    monkeypatch.setattr("desktop.study.PATIENCE_MS", 60_000)
    monkeypatch.setattr("desktop.keeping.PATIENCE_MS", 60_000)
    monkeypatch.setattr("desktop.scene.ground_picture.TURN_MS", 60_000)


@pytest.fixture
def table(qapp: object, tmp_path: Path) -> Iterator[Table]:
    """The whole window on the toy skirmish, with a hand over it."""
    from at_table import Table
    from toy import load, skirmish

    from desktop import app
    from desktop.battles import Battles

    window = app.window(app.Options(theme="dark"), Battles(tmp_path / "autosaves"), skirmish(), load)
    window.set_motion(False)
    window.resize(1300, 850)
    window.show()
    yield Table(window)
    window.close()
    window.deleteLater()
    QCoreApplication.processEvents()


@pytest.fixture
def street(qapp: object, tmp_path: Path) -> Iterator[Table]:
    """The whole window on the built-in skirmish, with a hand over it."""
    from at_table import Table

    from desktop import app
    from desktop.battles import Battles

    window = app.window(app.Options(theme="dark"), Battles(tmp_path / "autosaves"), seed=7)
    window.set_motion(False)
    window.resize(1300, 850)
    window.show()
    yield Table(window)
    window.close()
    window.deleteLater()
    QCoreApplication.processEvents()


@pytest.fixture
def yard(qtbot: QtBot, tmp_path: Path) -> Iterator[Yard]:
    """The window in build mode on a bare board of 30 × 20 inches."""
    from toy import load, skirmish
    from yard import KEY, Yard

    from desktop import app
    from desktop.battles import Battles

    window = app.window(app.Options(theme="dark"), Battles(tmp_path / "autosaves"), skirmish(), load)
    window.set_motion(False)
    window.resize(1300, 850)
    window.show()
    hands = Yard(window)
    hands.lay()
    hands.key(KEY.Key_B, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: window.build.on, timeout=10_000)
    hands.settle()
    yield hands
    window.close()
    window.deleteLater()
    QCoreApplication.processEvents()
