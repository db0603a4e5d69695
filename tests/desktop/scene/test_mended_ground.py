"""A piece that is moved is drawn anew where it was and where it is, and the ground is then as if drawn as a whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from msgspec.structs import replace
from pieces import block
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.scene import TableScene, TableView, ground_picture
from engine.game import Game, Terrain
from engine.skirmish import skirmish

Pieces = tuple[Terrain, ...]


def moved(piece: Terrain, x: float, y: float) -> Terrain:
    return replace(piece, outline=tuple((a + x, b + y) for a, b in piece.outline))


def instead(pieces: Pieces, at: int, piece: Terrain) -> Pieces:
    return (*pieces[:at], piece, *pieces[at + 1 :])


CHANGES: dict[str, Callable[[Pieces], Pieces]] = {
    "moved": lambda old: instead(old, 3, moved(old[3], 1.3, -0.7)),
    "moved under another": lambda old: instead(old, 0, moved(old[0], 5.0, 4.0)),
    "moved a hair": lambda old: instead(old, 8, moved(old[8], 0.01, 0.0)),
    "two at once": lambda old: instead(instead(old, 2, moved(old[2], -1, 0)), 12, moved(old[12], 2, 1)),
    "taken away": lambda old: old[1:],
    "added": lambda old: (*old, block("a new wall", 12, 12, 20, 12.6, kind="wall", top=4.0)),
    "higher": lambda old: instead(old, 5, replace(old[5], top=old[5].top + 3)),
    "called otherwise": lambda old: instead(old, 4, replace(old[4], name="Oxen")),
    "other kind": lambda old: instead(old, 6, replace(old[6], kind="woods")),
    "other order": lambda old: (old[1], old[0], *old[2:]),
    "all moved": lambda old: tuple(moved(piece, 0.5, 0.5) for piece in old),
}


@pytest.fixture
def laid(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[TableScene, TableView, Game]]:
    monkeypatch.setattr(ground_picture, "SLOW_MS", float("inf"))
    monkeypatch.setattr(ground_picture, "SLOW_RESIZED_MS", float("inf"))
    game = skirmish("ruined_street")
    scene = TableScene()
    scene.sync(replace(game, models=()))
    view = TableView(scene)
    view.resize(900, 900)
    view.show()
    qapp.processEvents()
    yield scene, view, replace(game, models=())
    view.close()
    scene.deleteLater()
    qapp.processEvents()


def seen(view: TableView) -> np.ndarray:
    image = view.viewport().grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4)
    return pixels[..., :3].astype(int)


def alike(one: np.ndarray, other: np.ndarray) -> bool:
    """But for how Qt rounds at the edge of what it was told to paint: a few pixels of thousands."""
    apart = np.abs(one - other).max(axis=2)
    return int((apart > 2).sum()) < 200 and int((apart > 8).sum()) < 12 and int((apart > 40).sum()) == 0


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("zoom", [0.0, 31.7])
def test_the_mended_ground_is_the_whole_one(
    laid: tuple[TableScene, TableView, Game], change: str, zoom: float, qapp: QApplication
) -> None:
    scene, view, game = laid
    if zoom:
        view.zoom_to(zoom)
    before = seen(view)
    told: list[QRectF] = []
    scene.ground_changed.connect(told.append)
    terrain = CHANGES[change](game.table.terrain)
    scene.sync(replace(game, table=replace(game.table, terrain=terrain)))
    mended = seen(view)
    view._ground.forget()
    scene.ground.forget_words()

    assert alike(mended, seen(view))
    assert alike(mended, before) is (change == "moved a hair") or change in ("other order", "called otherwise")
    assert len(told) == 1
    small = change in ("moved", "moved a hair", "added", "other kind")
    assert (not told[0].isEmpty() and told[0].width() * told[0].height() < 0.5 * 44 * 30) or not small


def test_words_that_make_room_elsewhere_are_drawn_there_too(
    laid: tuple[TableScene, TableView, Game], qapp: QApplication
) -> None:
    """A roof lay over the middle of a long hall, whose name stood beside it; without it the name is in the middle."""
    scene, view, game = laid
    hall = block("A long hall", 4, 10, 28, 13, top=3.0)
    roof = block("roof", 13, 9, 19, 14, bottom=5.0, top=5.2)
    scene.sync(replace(game, table=replace(game.table, terrain=(hall, roof))))
    before = seen(view)
    scene.sync(replace(game, table=replace(game.table, terrain=(hall, moved(roof, 0.0, 9.0)))))
    mended = seen(view)
    view._ground.forget()
    scene.ground.forget_words()

    assert alike(mended, seen(view))
    left = view.pixel_of(12.0, 0).x()
    right = view.pixel_of(21.0, 0).x()
    beside = np.concatenate((np.abs(mended - before)[:, :left], np.abs(mended - before)[:, right:]), axis=1)
    assert int((beside.max(axis=2) > 8).sum()) > 50


def test_a_change_beyond_what_is_shown_is_seen_after_a_pan(
    laid: tuple[TableScene, TableView, Game], qapp: QApplication
) -> None:
    scene, view, game = laid
    view.zoom_to(60.0)
    view.centerOn(4, 4)
    seen(view)
    terrain = (*game.table.terrain, block("far", 30, 20, 33, 23, top=2.0))
    scene.sync(replace(game, table=replace(game.table, terrain=terrain)))
    seen(view)
    view.centerOn(31, 21)
    mended = seen(view)
    view._ground.forget()

    assert alike(mended, seen(view))


def mended_by_and_by(view: TableView, qtbot: QtBot) -> np.ndarray:
    qtbot.waitUntil(lambda: view._ground._coming is None)
    return seen(view)


def test_what_takes_long_to_mend_is_seen_when_it_is_done(
    laid: tuple[TableScene, TableView, Game], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene, view, game = laid
    before = seen(view)
    monkeypatch.setattr(ground_picture, "TURN_MS", -1)  # a layer a turn
    terrain = game.table.terrain
    scene.sync(replace(game, table=replace(game.table, terrain=instead(terrain, 3, moved(terrain[3], 1.3, -0.7)))))
    assert alike(seen(view), before)

    twice = instead(instead(terrain, 3, moved(terrain[3], 1.3, -0.7)), 2, moved(terrain[2], -1, 0))
    scene.sync(replace(game, table=replace(game.table, terrain=twice)))
    assert alike(seen(view), before), "not half of it"
    mended = mended_by_and_by(view, qtbot)
    assert not alike(mended, before)
    monkeypatch.setattr(ground_picture, "TURN_MS", 60_000)
    view._ground.forget()

    assert alike(mended, seen(view))


def test_a_pan_while_a_change_is_drawn_loses_neither(
    laid: tuple[TableScene, TableView, Game], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene, view, game = laid
    view.zoom_to(60.0)
    view.centerOn(12, 12)
    seen(view)
    monkeypatch.setattr(ground_picture, "TURN_MS", -1)
    terrain = (*game.table.terrain, block("near", 12, 12, 17, 14, kind="floor"))
    scene.sync(replace(game, table=replace(game.table, terrain=terrain)))
    seen(view)
    assert view._ground._coming is not None
    view.centerOn(16, 18)
    seen(view)
    mended = mended_by_and_by(view, qtbot)
    monkeypatch.setattr(ground_picture, "TURN_MS", 60_000)
    view._ground.forget()

    assert alike(mended, seen(view))
