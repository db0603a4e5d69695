"""A model dragged in the whole window with everything on, against a frame of a 60 Hz screen.

Speed is measured on demand, not in the check: `pytest -s tests/desktop/bench_drag.py`.  It
drags among 100 models and 150 pieces of terrain (world M) with visible region, reach, zone,
contacts and distances shown, and prints what a step costs the window's thread, painting
included, as a share of the frame.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles

import pytest
from at_table import NONE, Table
from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication, QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest

from desktop import app
from desktop.battles import Battles
from engine.game import Game, Model, Side, SideId
from tests.bench.worlds import world

FRAME_MS = 1000 / 60
STEPS = 60
SIDES = (Side(id=SideId("blue"), name="Blue"), Side(id=SideId("red"), name="Red"))


@pytest.fixture(params=("M", "L"))
def table(request: pytest.FixtureRequest, qapp: object, tmp_path: Path) -> Iterator[Table]:
    """The whole window on a world of the benchmarks, every overlay on, waited for until all is painted."""
    place = world(request.param)
    models = tuple(replace(man, side=SIDES[at % 2].id) for at, man in enumerate(place.models))
    game = Game(system="no_rules", table=place.table, sides=SIDES, models=models, phase="play", active=SIDES[0].id)
    window = app.window(app.Options(theme="dark"), Battles(tmp_path / "autosaves"), game, seed=7)
    window.set_motion(False)
    window.resize(1400, 875)
    window.show()
    made = Table(window)
    window.desk.session.select((models[0].id,))
    window.desk.bench.overlays.keep(models[0].id, 6.0)
    window.desk.bench.overlays.set_shade(True)
    QTest.qWait(2000)
    yield made
    window.close()
    window.deleteLater()
    QCoreApplication.processEvents()


def step(table: Table, man: Model, at: int) -> float:
    """One point of a drag, painted: milliseconds of the window's thread."""
    spot = QPointF(table.pixel(man.x + 0.3 + 0.05 * at, man.y + 0.02 * at))
    place = table.viewport.mapToGlobal(spot)
    moved = QMouseEvent(QEvent.Type.MouseMove, spot, place, Qt.MouseButton.NoButton, table.held, NONE)
    start = time.thread_time()
    QCoreApplication.sendEvent(table.viewport, moved)
    QCoreApplication.processEvents()
    return (time.thread_time() - start) * 1000


def test_a_drag_step_and_its_painting_fit_a_frame(table: Table, request: pytest.FixtureRequest) -> None:
    man = table.session.game.models[0]
    table.press(man.x, man.y)
    table.move(man.x + 0.3, man.y)
    costs = [step(table, man, at) for at in range(STEPS)]
    table.release(man.x, man.y)

    middle, worst = median(costs) / FRAME_MS, quantiles(costs, n=20)[-1] / FRAME_MS
    print(f"\n{request.node.name}: {middle:.2f} of a 60 Hz frame in the median, {worst:.2f} at the 95th percentile")
    assert middle < 2
