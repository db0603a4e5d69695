"""What is too dear for a frame: reckoned off the window's thread, said so, and dropped when the hand moves on.

Ada and Ben in red at (10, 10) and (10, 14), Cid in blue at (20, 10), on a crowded table.
"""

from __future__ import annotations

import threading
from dataclasses import replace as changed

import pytest
from at_table import Table
from msgspec.structs import replace
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from engine.commands import Command
from engine.game import Game, Model, ModelId, Terrain, TerrainId
from engine.geometry.sight import Sight
from engine.play import Result
from engine.system import Allowance

Key = Qt.Key


class Watched:
    """The rulebook of the table with an ear on who asks it for sight and allowance, and a door before the answer."""

    def __init__(self, table: Table) -> None:
        self.threads: list[threading.Thread] = []
        self.seers: list[tuple[float, str]] = []
        self.door = threading.Event()
        self.door.set()
        self.system = table.session.system
        table.session._system = changed(self.system, sees=self.sees, allowance=self.allowance)

    def sees(self, game: Game, viewer: Model, target: Model) -> Sight:
        self.threads.append(threading.current_thread())
        self.seers.append((target.x, viewer.id))
        assert self.door.wait(10)
        return self.system.sees(game, viewer, target)

    def allowance(self, game: Game, model: Model) -> Allowance:
        self.threads.append(threading.current_thread())
        return self.system.allowance(game, model)


@pytest.fixture
def crowded(table: Table) -> Table:
    """1,000 huts and 40 more of the blue, as on a table the size of a floor."""
    first = table.session.journal.first
    spots = [(30 + 4.0 * (k % 40), 2 + 4.0 * (k // 40)) for k in range(1000)]
    huts = tuple(
        Terrain(
            id=TerrainId(f"hut{k}"),
            name="Hut",
            outline=((x, y), (x + 2, y), (x + 2, y + 2), (x, y + 2)),
            kind="wall",
            top=3.0,
        )
        for k, (x, y) in enumerate(spots)
    )
    cid = next(m for m in first.models if m.id == "cid")
    more = tuple(replace(cid, id=ModelId(f"c{k}"), name=f"C{k}", x=33.0 + 4 * k, y=5.0) for k in range(40))
    ground = replace(first.table, width=200.0, height=104.0, terrain=huts)
    table.session.new(replace(first, table=ground, models=(*first.models, *more)))
    table.view.resetTransform()
    table.view.scale(24.0, 24.0)
    table.view.centerOn(12, 10)
    table.settle()
    return table


def marks(table: Table, layer: str) -> list[str]:
    return [mark.label for mark in table.bench.painted[layer].marks]


def test_on_a_table_like_a_floor_the_hand_never_waits_for_sight_or_reach(crowded: Table, qtbot: QtBot) -> None:
    watched = Watched(crowded)
    crowded.click(10, 10)
    crowded.bench.overlays.keep(ModelId("ada"), 4.0)
    crowded.key(Key.Key_S)
    watched.door.clear()
    watched.threads.clear()
    crowded.press(10, 10)
    for x in (10.5, 11.0, 11.5, 12.0):
        crowded.move(x, 10)
        assert marks(crowded, "shade") == ["…"]
        assert marks(crowded, "zone") == ["…"]
    watched.door.set()

    qtbot.waitUntil(lambda: crowded.window.hint.text().startswith("Ada there: "), timeout=20000)
    qtbot.waitUntil(lambda: "…" not in marks(crowded, "zone"), timeout=20000)
    asked_by = set(watched.threads)
    crowded.key(Key.Key_Escape)
    crowded.release(12, 10)

    assert asked_by
    assert threading.main_thread() not in asked_by


def foretold(table: Table, monkeypatch: pytest.MonkeyPatch) -> list[Command]:
    """Every command the window asks the rulebook to foretell."""
    commands: list[Command] = []
    preview = table.session.preview

    def listened(command: Command) -> Result:
        commands.append(command)
        return preview(command)

    monkeypatch.setattr(table.session, "preview", listened)
    return commands


def test_each_place_of_the_hand_is_foretold_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.press(10, 10)
    table.move(10.5, 10)
    commands = foretold(table, monkeypatch)
    table.move(11, 10)
    table.move(12, 11)

    assert len(commands) == 2
    table.key(Key.Key_Escape)
    table.release(12, 11)


def test_the_end_of_a_move_is_found_in_a_few_questions_once_it_is_known_how_far_he_goes(
    table: Table, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    table.press(10, 10)
    table.move(10.5, 10)
    qtbot.waitUntil(lambda: "reach" not in table.bench.painted, timeout=8000)
    commands = foretold(table, monkeypatch)
    table.move(16.1, 10)

    assert len(commands) <= 4
    assert table.shown("ada")[0] == pytest.approx(16.0, abs=1e-4)
    table.key(Key.Key_Escape)
    table.release(16, 10)


def test_what_was_asked_for_a_place_the_hand_has_left_is_not_reckoned_to_its_end(
    crowded: Table, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched = Watched(crowded)
    watched.door.clear()
    crowded.click(10, 10)
    crowded.key(Key.Key_S)
    qtbot.waitUntil(lambda: bool(watched.seers), timeout=8000)
    monkeypatch.setattr("desktop.tools.overlays.REST_MS", 2000)
    crowded.press(10, 10)
    crowded.move(11, 10)
    crowded.move(12, 10)
    watched.door.set()
    qtbot.waitUntil(lambda: crowded.window.hint.text().startswith("Ada there: "), timeout=20000)
    asked = tuple(watched.seers)
    crowded.key(Key.Key_Escape)
    crowded.release(12, 10)

    at_first = [name for x, name in asked if x == 10.0]
    there = {name for x, name in asked if x > 11.0}
    assert at_first == ["cid"]
    assert {"cid", "c39"} <= there
