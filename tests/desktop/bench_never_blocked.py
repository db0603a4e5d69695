"""Over real play on every ready skirmish the window never fails to answer for a tenth of a second.

Speed is measured on demand, not in the check: `pytest tests/desktop/bench_never_blocked.py`.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest
from at_table import CTRL, Table
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from watcher import Watcher

from desktop import app, courtesy, foyer, keeping, study
from desktop.battles import Battles
from desktop.look.parts import Press
from desktop.scene import ground_picture
from desktop.sweeping import settle_down
from engine import seeds, systems
from engine.ask import Roll
from engine.game import Model
from engine.skirmish import skirmish

COMMANDS = (
    "add_model", "edit_by_hand", "palette", "typed", "keys", "change_keys", "presenter", "curtain", "curtain", "matrix",
    "print", "picture", "names", "shade", "fit", "reset", "text_130", "text_100", "ruler_millimetres", "ruler_inches",
)  # fmt: skip
"""Everything that opens something or changes the whole window."""
AS_IT_COMES = (
    (study, "PATIENCE_MS", study.PATIENCE_MS),
    (keeping, "PATIENCE_MS", keeping.PATIENCE_MS),
    (ground_picture, "TURN_MS", ground_picture.TURN_MS),
)
"""What other tests wait for, as the program has it."""
READY = tuple(name for name in seeds.skirmishes() if seeds.skirmish(name).system in systems.names())


@pytest.fixture(params=READY)
def table(request: pytest.FixtureRequest, qapp: object, tmp_path: Path) -> Iterator[Table]:
    """The whole window on a ready skirmish, waited for as a player would."""
    window = app.window(app.Options(theme="dark"), Battles(tmp_path / "autosaves"), skirmish(request.param), seed=7)
    window.set_motion(False)
    window.resize(1400, 900)
    window.show()
    made = Table(window)
    QTest.qWait(300)
    settle_down()
    yield made
    gc.unfreeze()
    window.close()
    window.deleteLater()
    QCoreApplication.processEvents()


@pytest.fixture(autouse=True)
def _impatient(_patient: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As in real play, unlike in other tests."""
    for module, name, value in AS_IT_COMES:
        monkeypatch.setattr(module, name, value)
    courtesy.begin()
    yield
    courtesy.end()


def acting(table: Table) -> list[Model]:
    game = table.session.game
    return [model for model in game.on_table() if model.side == game.active] or list(game.on_table())


def reckoned(table: Table, qtbot: QtBot) -> None:
    """What the selected model can do is known."""
    session = table.session
    qtbot.waitUntil(lambda: session.study(session.selection[0]).whole, timeout=60_000)
    table.settle()


def answer(table: Table, watcher: Watcher) -> None:
    """Roll whatever is asked for, and take the first option of every choice."""
    for _ in range(12):
        pending = table.session.pending
        if pending is None:
            return
        with watcher.during(f"answer {pending.question.what}"):
            table.key(Qt.Key.Key_Return if isinstance(pending.question, Roll) else Qt.Key.Key_1)
    table.session.cancel()


def select_and_consider(table: Table, watcher: Watcher, qtbot: QtBot) -> None:
    for model in acting(table)[:4]:
        with watcher.during(f"select {model.name}"):
            table.click(model.x, model.y)
        reckoned(table, qtbot)
        for button in table.window.panels.actions.findChildren(Press)[:4]:
            with watcher.during(f"consider {button.words}"):
                button.noticed.emit(True)
            button.noticed.emit(False)


def drag_and_undo(table: Table, watcher: Watcher) -> None:
    model = acting(table)[0]
    with watcher.during("press"):
        table.press(model.x, model.y)
    for step in range(1, 7):
        with watcher.during("drag"):
            table.move(model.x + 0.3 * step, model.y + 0.15 * step)
    with watcher.during("release"):
        table.release(model.x + 1.8, model.y + 0.9)
    answer(table, watcher)
    if table.session.can_undo:
        with watcher.during("undo"):
            table.session.undo()
        with watcher.during("redo"):
            table.session.redo()


def go_on(table: Table, watcher: Watcher, qtbot: QtBot) -> None:
    for _ in range(4):
        with watcher.during("next phase"):
            table.window.go_on()
        answer(table, watcher)
        model = acting(table)[-1]
        with watcher.during(f"select {model.name}"):
            table.click(model.x, model.y)
        reckoned(table, qtbot)


def files_and_clothes(table: Table, watcher: Watcher, folder: Path) -> None:
    window = table.window
    with watcher.during("save"):
        window.files.save_to(folder / "ours.battle")
    with watcher.during("new battle"):
        window.desk.new_skirmish()
    with watcher.during("open"):
        window.files.open_path(folder / "ours.battle")
    with watcher.during("start page", rest_ms=2500):
        window.show_start()
    with watcher.during("back to the table"):
        window.start.leave()
    for theme in ("light", "contrast", "dark"):
        with watcher.during(f"theme {theme}", rest_ms=200):
            window.set_theme(theme)


def test_the_window_answers_all_the_time(table: Table, qtbot: QtBot, tmp_path: Path) -> None:
    watcher = Watcher()
    select_and_consider(table, watcher, qtbot)
    drag_and_undo(table, watcher)
    go_on(table, watcher, qtbot)
    files_and_clothes(table, watcher, tmp_path)

    tell(watcher)
    assert watcher.over() == []
    assert len(watcher.gaps) > 30


def tell(watcher: Watcher) -> None:
    """The longest turns, for `pytest -s`."""
    longest = sorted(watcher.gaps, key=lambda gap: -gap[1])[:8]
    print("", *(f"{what}: {ms:.0f} ms" for what, ms in longest), sep="\n  ")


def build(table: Table, watcher: Watcher) -> None:
    piece = table.session.game.table.terrain[0]
    x, y = (sum(part) / len(part) for part in zip(*piece.outline))
    for again in ("", " again"):
        with watcher.during(f"into build mode{again}", rest_ms=800):
            table.key(Qt.Key.Key_B, CTRL)
        with watcher.during(f"choose a piece{again}", rest_ms=300):
            table.click(x, y)
        with watcher.during(f"move a piece{again}", rest_ms=300):
            table.drag((x, y), (x + 0.5, y), (x + 1, y))
        with watcher.during(f"undo a piece{again}", rest_ms=300):
            table.key(Qt.Key.Key_Z, CTRL)
        with watcher.during(f"out of build mode{again}", rest_ms=500):
            table.key(Qt.Key.Key_B, CTRL)


def open_everything(table: Table, watcher: Watcher, qtbot: QtBot) -> None:
    window = table.window
    man = acting(table)[0]
    table.click(man.x, man.y)
    reckoned(table, qtbot)
    for name in COMMANDS:
        with watcher.during(name, rest_ms=400):
            window.menus.by_name[name].trigger()
        for other in QApplication.topLevelWidgets():
            if other is not window and other.isVisible():
                other.close()
    for name in ("history", "readings", "log"):
        with watcher.during(f"panel {name}", rest_ms=400):
            window.docks[name].raise_()
    for width, height in ((1680, 1050), (1280, 800)):
        with watcher.during(f"resize to {width}", rest_ms=300):
            window.resize(width, height)


def long_jobs(table: Table, watcher: Watcher, qtbot: QtBot, folder: Path) -> None:
    window = table.window
    one, other = table.session.game.on_table()[:2]
    with watcher.during("sight", rest_ms=800):
        table.key(Qt.Key.Key_L)
        table.click(one.x, one.y)
        table.click(other.x, other.y)
    window.disputes.folder = folder / "sheets"
    with watcher.during("dispute sheet", rest_ms=200):
        table.key(Qt.Key.Key_J, CTRL)
        qtbot.waitUntil(lambda: not window.paper.busy, timeout=60_000)
    for suffix in ("png", "svg"):
        with watcher.during(f"picture {suffix}", rest_ms=200):
            window.proof.picture_panel.write(folder / f"table.{suffix}")
            qtbot.waitUntil(lambda: not window.paper.busy, timeout=60_000)
    with watcher.during("print", rest_ms=200):
        window.proof.print_panel.write(folder / "table.pdf")
        qtbot.waitUntil(lambda: not window.paper.busy, timeout=120_000)


def test_every_panel_and_every_long_job(table: Table, qtbot: QtBot, tmp_path: Path) -> None:
    watcher = Watcher()
    build(table, watcher)
    open_everything(table, watcher, qtbot)
    long_jobs(table, watcher, qtbot, tmp_path)

    tell(watcher)
    assert watcher.over() == []


def test_the_window_answers_while_it_is_furnished(qapp: object, qtbot: QtBot, tmp_path: Path) -> None:
    watcher, start = Watcher(), foyer.Foyer(foyer.Options(theme="dark"), tmp_path / "autosaves")
    start.window.resize(1400, 900)
    with watcher.during("first look", rest_ms=0):
        start.open()
    with watcher.during("furnish", rest_ms=3000):
        pass
    assert start.window.furnished
    start.window.close()
    start.close()
    start.window.deleteLater()
    QCoreApplication.processEvents()

    assert watcher.over() == []


def test_the_watcher_sees_what_blocks(qapp: object) -> None:
    watcher = Watcher()
    with watcher.during("nothing"):
        pass
    with watcher.during("work"):
        sum(range(30_000_000))

    assert [what.split(":")[0] for what in watcher.over()] == ["work"]
