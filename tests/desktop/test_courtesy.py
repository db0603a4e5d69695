"""A worker waits while the window is at work, and not for ever."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from time import perf_counter, sleep

import pytest

from desktop import courtesy
from desktop.reckoner import Reckoner
from engine import courtesy as asked


@pytest.fixture
def courteous() -> Iterator[None]:
    courtesy.begin()
    yield
    courtesy.end()


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """What the looks find, one after the other; nothing once there are no more."""
    found: list[bool] = []
    monkeypatch.setattr(courtesy, "_is_at_work", lambda: bool(found) and found.pop(0))
    return found


def on_a_worker(do: object = courtesy.step_aside) -> float:
    """Seconds that it takes there."""
    took: list[float] = []

    def timed() -> None:
        began = perf_counter()
        do()  # type: ignore[operator]
        took.append(perf_counter() - began)

    worker = threading.Thread(target=timed)
    worker.start()
    worker.join()
    return took[0]


def test_a_worker_waits_as_long_as_the_window_is_at_work(watched: list[bool]) -> None:
    watched += [True, True, True]
    assert on_a_worker() >= 3 * courtesy.ASIDE_S
    assert watched == []


def test_a_worker_does_not_wait_for_ever(watched: list[bool]) -> None:
    watched += [True] * 1000
    on_a_worker()
    assert len(watched) > 1000 - courtesy.MOST_S / courtesy.ASIDE_S - 2


def test_it_goes_on_for_as_long_as_it_has_waited_before_it_looks_again(watched: list[bool]) -> None:
    watched += [True, True, False, True]

    def twice() -> None:
        courtesy.step_aside()
        courtesy.step_aside()

    on_a_worker(twice)
    assert watched == [True]


def test_the_window_never_waits_for_itself(watched: list[bool]) -> None:
    watched.append(True)
    courtesy.step_aside()
    assert watched == [True]


@pytest.mark.skipif(courtesy._told is None, reason="the system does not tell how long a thread has been on a core")
def test_a_look_tells_work_from_rest() -> None:
    seen: list[bool] = []
    done = threading.Event()

    def look() -> None:
        sleep(0.02)
        seen.extend(courtesy._is_at_work() for _ in range(20))
        done.set()

    threading.Thread(target=look).start()
    while not done.is_set():
        sum(range(1000))
    assert seen.count(True) >= 15

    seen.clear()
    done.clear()
    threading.Thread(target=look).start()
    assert done.wait(10)
    assert seen.count(True) <= 5


def test_the_program_is_courteous() -> None:
    asks = "import sys; from desktop import foyer; foyer.application(); print(sys.getswitchinterval())"
    told = subprocess.run([sys.executable, "-c", asks], capture_output=True, text=True, check=True)
    assert float(told.stdout) == pytest.approx(courtesy.SWITCH_S, rel=0.01)


def test_whoever_begins_can_end_it() -> None:
    before = sys.getswitchinterval(), list(sys.meta_path)
    courtesy.begin()
    assert sys.getswitchinterval() == pytest.approx(courtesy.SWITCH_S, rel=0.01)
    assert asked._how is courtesy.step_aside
    courtesy.end()
    assert (sys.getswitchinterval(), list(sys.meta_path)) == before
    assert asked._how is None


def test_modules_fetched_on_a_worker_give_way(
    courteous: None, watched: list[bool], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "fetched_politely.py").write_text("found = 1\n")
    watched += [True, False]
    assert on_a_worker(lambda: import_module("fetched_politely")) >= courtesy.ASIDE_S
    assert watched == []


def test_a_reckoning_gives_way_whenever_it_asks_whether_it_is_still_wanted(
    watched: list[bool], qtbot: object, qapp: object
) -> None:
    reckoner, left = Reckoner(), []
    watched += [True, False]
    reckoner.ask("a", lambda stop: left.append((stop(), list(watched))))
    reckoner._pool.waitForDone()
    reckoner.close()
    assert left == [(False, [])]
