"""Off-screen Qt, motion off, and a small table to draw."""

from __future__ import annotations

import os
from collections.abc import Iterator

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from pieces import BLUE, ORANGE, block, figure
from PySide6.QtWidgets import QApplication

from desktop.scene import Motion, TableScene, TableView, ground_picture
from engine.game import Game, Marker, Side, Table


@pytest.fixture
def street() -> Game:
    """Hiro by a wall, Aki on a floor above Ren, Kage knocked down across the street."""
    return Game(
        system="none",
        table=Table(
            width=36,
            height=24,
            terrain=(block("wall", 10, 10, 16, 10.5, kind="wall"), block("floor", 4, 4, 9, 9, bottom=2.8, top=3.0)),
        ),
        sides=(Side(id=BLUE, name="Blue"), Side(id=ORANGE, name="Orange")),
        models=(
            figure("Hiro", 12, 14),
            figure("Aki", 6, 6, 3.0),
            figure("Ren", 6, 6.2),
            figure("Kage", 20, 8, side=ORANGE, markers=(Marker("knocked_down"), Marker("wounded", 2))),
        ),
    )


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Motion, "enabled", False)


@pytest.fixture
def scene(qapp: QApplication, street: Game) -> Iterator[TableScene]:
    made = TableScene()
    made.sync(street)
    yield made
    made.deleteLater()
    qapp.processEvents()


@pytest.fixture
def view(qapp: QApplication, scene: TableScene, monkeypatch: pytest.MonkeyPatch) -> Iterator[TableView]:
    """The view on a machine of any speed: it never takes the ground for slow by itself."""
    monkeypatch.setattr(ground_picture, "SLOW_MS", float("inf"))
    monkeypatch.setattr(ground_picture, "SLOW_RESIZED_MS", float("inf"))
    made = TableView(scene)
    made.resize(900, 640)
    made.show()
    qapp.processEvents()
    yield made
    made.close()
    made.deleteLater()
    qapp.processEvents()
