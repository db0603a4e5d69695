"""A window is killed in the middle of everything; the next one stands exactly where it stood."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from at_table import Table
from eyes import button
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest
from toy import load, skirmish

from desktop import app
from desktop.battles import Battles
from desktop.recovery import Trace
from desktop.traces import FOLDER
from desktop.window import Window
from engine import store, systems
from engine.journal import Journal
from engine.system import System

ROOT = Path(__file__).parents[2]

PLAYER = """
import sys
from pathlib import Path
from PySide6.QtCore import QStandardPaths, QTimer, QSettings
from desktop import app, foyer
from desktop.battles import Battles
from engine.ask import Thrown
from engine.commands import Act, Move, NextPhase
from engine import systems
from engine.game import ModelId
from engine.skirmish import skirmish as ready
from toy import load, skirmish

QSettings.setDefaultFormat(QSettings.Format.IniFormat)
running = foyer.application()
folder, plays = Path(sys.argv[1]), sys.argv[2].split(",")

def known(name):
    return load(name) if name == "toy" else systems.load(name)

window, trace = app.begin(app.Options(), Battles(folder / "autosaves"), skirmish(), known)
session = window.desk.session
for play in plays:
    match play:
        case "walk":
            x = session.game.model("ada").x
            session.do(Move(model=ModelId("ada"), path=((x, 10.0), (x + 1.0, 10.0))))
        case "save":
            session.save_as(folder / "ours.battle")
        case "hit":
            session.do(Act(model=ModelId("ada"), action="hit", targets=("cid",)))
        case "six":
            session.answer(Thrown((6,), (True,)))
        case "undo":
            session.undo()
        case "advise":
            session.set_referee("advise")
        case "select":
            session.select(("ben", "cid"))
        case "near":
            window.desk.view.zoom_to(60.0)
            window.desk.view.centerOn(11.0, 10.0)
        case "new":
            session.new(skirmish())
        case "green":
            session.new(ready("village_green"))
        case "step":
            b1 = session.game.model("b1")
            session.do(Move(model=b1.id, path=((b1.x, b1.y), (b1.x + 0.5, b1.y))))
        case "close":
            QTimer.singleShot(0, window.close)
session.keeping.finish()
trace.note()
QTimer.singleShot(0, lambda: print("ready", flush=True))
running.exec()
trace.close()
"""


def played(folder: Path, plays: str, *, die: bool = True) -> None:
    """Another program plays these things and is killed with no warning, or ends as it should."""
    environment = os.environ | {
        "QT_QPA_PLATFORM": "offscreen",
        "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests' / 'desktop'}",
        "XDG_CONFIG_HOME": str(folder / "settings"),
    }
    process = subprocess.Popen(
        [sys.executable, "-c", PLAYER, str(folder), plays], env=environment, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    if die:
        process.kill()
    assert (process.wait(timeout=60) == 0) is not die
    process.stdout.close()


def known(name: str) -> System:
    return load(name) if name == "toy" else systems.load(name)


class Starts:
    """Starts of the program, one after the other or side by side."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.windows: list[tuple[Window, Trace | None]] = []

    def start(self, options: app.Options | None = None) -> Table:
        made = app.begin(options or app.Options(), Battles(self.folder / "autosaves"), skirmish(), known)
        self.windows.append(made)
        return Table(made[0])

    def end(self) -> None:
        for window, trace in self.windows:
            if trace is not None:
                trace.close()
            window.close()
            window.deleteLater()
        self.windows.clear()
        QCoreApplication.processEvents()


@pytest.fixture
def starts(qapp: object, tmp_path: Path) -> Iterator[Starts]:
    made = Starts(tmp_path)
    yield made
    made.end()


def said(table: Table) -> str:
    return table.window.banner.sentence.text() if table.window.banner.isVisible() else ""


def test_killed_in_a_question_it_stands_where_it_stood_and_says_what_was_dropped(starts: Starts) -> None:
    played(starts.folder, "walk,walk,undo,advise,select,near,hit,six")
    table = starts.start()

    session = table.session
    assert not table.window.start.isVisible()
    assert session.game.model("ada").x == 11
    assert (len(session.journal.entries), session.can_redo, session.pending) == (2, True, None)
    assert (session.referee, session.selection, session.path) == ("advise", ("ben", "cid"), None)
    assert table.view.pixels_per_inch == pytest.approx(60, abs=0.01)
    x, y = table.view.inches_at(table.viewport.rect().center())
    assert (x, y) == (pytest.approx(11, abs=0.3), pytest.approx(10, abs=0.3))
    assert said(table) == (
        "Sightline was not closed properly. “Table” is open again as it stood, after 2 entries. "
        "“Hit” was waiting for an answer and is dropped: nothing of it had happened yet."
    )


def test_a_named_battle_is_gone_on_with_in_its_file(starts: Starts) -> None:
    played(starts.folder, "walk,save,walk")
    table = starts.start()

    assert table.session.path == starts.folder / "ours.battle"
    assert "“ours.battle” is open again as it stood, after 2 entries." in said(table)
    table.session.undo()
    assert table.session.game.model("ada").x == 11


def test_a_battle_that_was_only_set_up_is_kept_too(starts: Starts) -> None:
    played(starts.folder, "new")
    table = starts.start()

    assert "set up and not yet begun" in said(table)
    assert table.session.keeping.kept.file is not None
    assert sorted(path.suffix for path in (starts.folder / "autosaves" / FOLDER).iterdir()) == [".trace"]


def test_after_a_proper_end_the_start_page_comes_as_ever(starts: Starts) -> None:
    played(starts.folder, "walk,close", die=False)
    table = starts.start()

    assert table.window.start.isVisible()
    assert said(table) == ""
    assert len(table.window.files.cut_short) == 0


def test_a_start_that_only_showed_the_start_page_leaves_nothing(starts: Starts) -> None:
    played(starts.folder, "")
    table = starts.start()

    assert table.window.start.isVisible()
    assert Battles(starts.folder / "autosaves").autosaves() == ()


def test_of_two_that_died_the_last_is_opened_and_the_other_offered_first(starts: Starts) -> None:
    """Both were open as the power went."""
    played(starts.folder, "green,step,step,step")
    traces = starts.folder / "autosaves" / FOLDER
    (first,) = traces.glob("*.trace")
    first.rename(starts.folder / "aside")
    played(starts.folder, "green,step")
    (starts.folder / "aside").rename(traces / "aside.trace")
    table = starts.start()
    assert len(table.session.journal.entries) == 1

    table.window.show_start()
    table.settle()
    tile = table.window.start.tiles[0]
    assert (tile.over, "3 entries" in tile.says) == ("Not closed properly", True)


def test_with_a_file_asked_for_what_died_is_offered_first_on_the_start_page(starts: Starts) -> None:
    played(starts.folder, "green,step,step")
    store.BattleFile.create(starts.folder / "other.battle", Journal(skirmish())).close()
    table = starts.start(app.Options(file=starts.folder / "other.battle"))
    assert table.session.path == starts.folder / "other.battle"

    table.window.show_start()
    table.settle()
    first = table.window.start.tiles[0]
    assert (first.over, "2 entries" in first.says) == ("Not closed properly", True)
    QTest.mouseClick(first, Qt.MouseButton.LeftButton)
    table.settle()
    assert len(table.session.journal.entries) == 2


def test_a_battle_that_brings_the_window_down_is_not_opened_at_once_again(starts: Starts) -> None:
    """The second program opens it and dies before it has proved itself."""
    played(starts.folder, "green,step")
    played(starts.folder, "")
    table = starts.start()

    assert table.window.start.isVisible()
    assert table.window.start.tiles[0].over == "Not closed properly"
    assert table.session.journal.entries == ()


def test_a_window_that_still_runs_is_not_mistaken_for_a_dead_one(starts: Starts) -> None:
    first = starts.start()
    first.window.start.leave()
    first.drag((10, 10), (11, 10), (12, 10))
    second = starts.start()

    assert second.window.start.isVisible()
    assert second.window.files.cut_short == ()
    assert second.session.journal.entries == ()


def test_a_trace_that_cannot_be_read_or_whose_battle_is_gone_is_passed_over(starts: Starts) -> None:
    played(starts.folder, "walk,save")
    (starts.folder / "ours.battle").unlink()
    folder = starts.folder / "autosaves" / FOLDER
    (folder / "torn.trace").write_bytes(b'{"file": "/nowh')
    table = starts.start()

    assert table.window.start.isVisible()
    assert not (folder / "torn.trace").exists()


def test_where_no_trace_can_be_written_the_window_opens_all_the_same(starts: Starts) -> None:
    (starts.folder / "autosaves").write_text("a file where the folder should be")
    table = starts.start()
    button(table.window.start, "to_table").click()
    table.drag((10, 10), (11, 10), (12, 10))

    assert table.session.game.model("ada").x == pytest.approx(12, abs=0.1)
