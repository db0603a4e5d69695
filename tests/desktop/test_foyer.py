"""The window is there before the rest of the program is, and what is chosen meanwhile is done as soon as it can be."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from eyes import button
from PySide6.QtCore import QCoreApplication, QMimeData, QPointF, QSettings, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from desktop import app, foyer, lately
from desktop.battles import Battles
from desktop.start.tile import Tile
from desktop.traces import Place
from engine import store
from engine.journal import Journal
from engine.skirmish import skirmish

ROOT = Path(__file__).parents[2]
FIRST_LOOK = """
import sys
from pathlib import Path
from PySide6.QtCore import QStandardPaths
from desktop import foyer
running = foyer.application()
QStandardPaths.setTestModeEnabled(True)
made = foyer.Foyer(foyer.Options(), Path(sys.argv[1]))
made.open()
assert made.window.start.isVisible() and len(made.window.start.tiles) > 5
print(*sorted({name.split(".")[0] for name in sys.modules} & {"numpy", "shapely"}), end=";")
print(*(name for name in ("desktop.app", "desktop.scene", "engine.measuring") if name in sys.modules))
"""


class Start:
    """A start of the program, as far as the page."""

    def __init__(self, folder: Path, died: tuple[Place, ...] = ()) -> None:
        self.foyer = foyer.Foyer(foyer.Options(theme="dark"), folder / "autosaves", died)
        self.foyer.window.resize(1300, 850)
        self.window = self.foyer.window
        self.page = self.window.start

    def tile(self, name: str) -> Tile:
        found = self.page.findChild(Tile, name)
        assert found is not None
        return found

    def furnished(self, qtbot: QtBot) -> None:
        with qtbot.waitSignal(self.foyer.furnished, timeout=20_000):
            pass

    def end(self) -> None:
        self.window.close()
        self.foyer.close()
        self.window.deleteLater()
        QCoreApplication.processEvents()


@pytest.fixture
def start(qapp: object, tmp_path: Path) -> Iterator[Start]:
    made = Start(tmp_path)
    yield made
    made.end()


def test_the_first_look_needs_neither_numpy_nor_the_table(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", FIRST_LOOK, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert (ran.stdout.strip(), ran.returncode) == (";", 0), ran.stderr


def test_the_window_is_furnished_under_the_page(start: Start, qtbot: QtBot) -> None:
    start.foyer.open()
    assert not start.window.furnished
    menus = [action.text() for action in start.window.menuBar().actions()]
    focused = start.window.focusWidget()

    start.furnished(qtbot)

    assert start.window.furnished
    assert start.page.isVisible()
    over = start.window.childAt(650, 400)
    assert over is start.page or start.page.isAncestorOf(over)
    assert [action.text() for action in start.window.menuBar().actions()] == menus
    assert start.window.focusWidget() is focused is start.page.tiles[0]
    qtbot.waitUntil(lambda: start.window.desk.session.game == app.built_in(), timeout=10_000)
    assert start.page.isVisible()


def test_form_and_pictures_come_later(start: Start, qtbot: QtBot) -> None:
    start.foyer.open()
    assert start.page.findChild(QComboBox, "book") is None

    qtbot.waitUntil(lambda: start.page.findChild(QComboBox, "book") is not None, timeout=20_000)
    qtbot.waitUntil(lambda: start.tile("ready:village_green")._picture is not None, timeout=20_000)


def test_a_tile_pressed_at_once_is_begun_as_soon_as_it_can_be(start: Start, qtbot: QtBot) -> None:
    start.foyer.open()
    QTest.mouseClick(start.tile("ready:village_green"), Qt.MouseButton.LeftButton)
    assert start.page.isVisible()
    assert start.page._head_words.text() == "One moment …"

    start.furnished(qtbot)

    assert not start.page.isVisible()
    assert start.window.desk.session.game.system == "no_rules"
    assert start.window.desk.session.game.models
    assert start.window.desk.view.hasFocus()


def test_escape_pressed_at_once_leads_to_the_first_skirmish(start: Start, qtbot: QtBot) -> None:
    start.foyer.open()
    QTest.keyClick(start.page, Qt.Key.Key_Escape)

    start.furnished(qtbot)

    assert not start.page.isVisible()
    assert start.window.desk.session.game == app.built_in()


def test_the_last_of_two_early_choices_counts(start: Start, qtbot: QtBot) -> None:
    start.foyer.open()
    start.tile("ready:village_green").click()
    start.tile("lesson:measuring").click()

    start.furnished(qtbot)

    assert start.window.hands.tutor.lesson is not None
    assert start.window.hands.tutor.lesson.id == "measuring"


def test_a_file_dropped_at_once_is_opened(start: Start, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "green.battle"
    store.BattleFile.create(path, Journal(first=skirmish("village_green"), seed=1)).close()
    start.foyer.open()
    dropped = QMimeData()
    dropped.setUrls([QUrl.fromLocalFile(str(path))])
    start.window.dropEvent(
        QDropEvent(
            QPointF(9, 9), Qt.DropAction.CopyAction, dropped, Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
        )
    )

    start.furnished(qtbot)

    assert start.window.desk.session.path == path
    assert not start.page.isVisible()


def test_battles_to_go_on_with_are_named_at_once_and_told_later_in_their_place(start: Start, qtbot: QtBot) -> None:
    folder = start.foyer._folder
    assert folder is not None
    folder.mkdir()
    path = folder / "2031-05-06 07.08.09.battle"
    store.BattleFile.create(path, Journal(first=skirmish("village_green"), seed=1)).close()
    start.foyer.open()
    tile = start.page.tiles[0]
    assert (tile.title, tile.says) == (path.stem, "")

    start.furnished(qtbot)

    qtbot.waitUntil(lambda: tile.title == "Village green", timeout=10_000)
    assert start.page.tiles[0] is tile
    assert tile.says.startswith("Round 1, 0 entries.")
    assert start.window.focusWidget() is tile


def test_a_battle_that_was_cut_short_is_offered_first(qapp: object, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "cut.battle"
    store.BattleFile.create(path, Journal(first=skirmish("village_green"), seed=1)).close()
    start = Start(tmp_path, (Place(file=str(path), trusted=False),))
    start.foyer.open()
    assert start.page.tiles[0].over == "Not closed properly"

    start.furnished(qtbot)
    button(start.page, "to_table").click()

    assert start.window.files.cut_short[0].path == path
    start.end()


def test_a_window_closed_before_it_is_furnished_ends_quietly(start: Start, qtbot: QtBot) -> None:
    start.foyer.open()
    start.window.resize(911, 700)
    start.window.close()
    QTest.qWait(300)

    assert not start.window.furnished
    assert start.foyer.trace is None
    start.window.settings.sync()
    assert QSettings().value("geometry") is not None
    assert QSettings().value("layout") is None


def test_a_window_closed_while_it_is_furnished_is_furnished_no_further(
    start: Start, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    bits: list[int] = []

    def furnished(*_: object) -> Iterator[None]:
        for bit in count():
            bits.append(bit)
            yield

    monkeypatch.setattr(app, "furnished", furnished)
    start.foyer.open()
    qtbot.waitUntil(lambda: len(bits) > 2)
    start.window.close()
    done = len(bits)
    QTest.qWait(100)
    assert len(bits) <= done + 1
    assert start.foyer.trace is None


def test_it_is_said_where_the_rest_cannot_be_fetched(
    start: Start, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(foyer, "REST", ("no_module_of_this_name",))
    with qtbot.waitSignal(start.foyer.failed, timeout=10_000):
        start.foyer.open()

    assert "no_module_of_this_name" in start.page._head_words.text()
    assert "pip install" in start.page._head_words.text()


def test_unread_tiles_are_the_battles_and_tables_of_the_list(qapp: object, tmp_path: Path) -> None:
    for name in ("old.battle", "map.dd2vtt", "board.table", "new.battle", "newest.battle"):
        lately.remember(tmp_path / name)

    assert [found.title for found in lately.unread(None, ())] == ["newest", "new", "board"]
    assert Battles(None).autosaves() == ()


def test_a_fault_while_it_is_furnished_is_said_and_ends_it(
    start: Start, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> Iterator[None]:
        yield
        raise OSError("no room")

    monkeypatch.setattr(app, "furnish", broken)
    with qtbot.captureExceptions() as raised:
        start.foyer.open()
        with qtbot.waitSignal(start.foyer.failed, timeout=10_000):
            pass
        QTest.qWait(50)

    assert len(raised) == 1
    assert "no room" in start.page._head_words.text()
    assert not start.window.furnished
    assert start.foyer.trace is None
