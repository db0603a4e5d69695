"""What is done bit by bit: one bit a turn, all of it in the end, and nothing of what is not wanted any more."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QObject
from pytestqt.qtbot import QtBot

from desktop.turns import Turns


@pytest.fixture
def turns(qapp: QObject) -> Turns:
    return Turns(qapp)


def steps(done: list[str], name: str, many: int = 3) -> Iterator[None]:
    for number in range(many):
        done.append(f"{name}{number}")
        yield
    done.append(f"{name} over")


def test_the_first_bit_is_done_at_once_and_one_in_each_turn(turns: Turns, qtbot: QtBot) -> None:
    done: list[str] = []
    turns.begin(steps(done, "a"))
    assert done == ["a0"]
    QCoreApplication.processEvents()
    assert len(done) == 2
    qtbot.waitUntil(lambda: not turns.busy)
    assert done == ["a0", "a1", "a2", "a over"]


def test_what_was_begun_before_is_finished_before_another_begins(turns: Turns) -> None:
    done: list[str] = []
    turns.begin(steps(done, "a"))
    turns.begin(steps(done, "b", 1))
    assert done == ["a0", "a1", "a2", "a over", "b0"]
    turns.finish()
    assert done[-1] == "b over"
    assert not turns.busy


def test_what_is_stopped_stays_undone(turns: Turns) -> None:
    done: list[str] = []
    turns.begin(steps(done, "a"))
    turns.stop()
    for _ in range(5):
        QCoreApplication.processEvents()
    assert done == ["a0"]
    assert not turns.busy


def test_a_bit_may_begin_something_else(turns: Turns, qtbot: QtBot) -> None:
    done: list[str] = []

    def leading() -> Iterator[None]:
        yield
        turns.stop()
        turns.begin(steps(done, "b", 1))

    turns.begin(leading())
    qtbot.waitUntil(lambda: not turns.busy)
    assert done == ["b0", "b over"]


def test_what_breaks_is_told_and_not_tried_again(turns: Turns) -> None:
    def breaking() -> Iterator[None]:
        yield
        raise ValueError("broken")

    turns.begin(breaking())
    with pytest.raises(ValueError, match="broken"):
        turns.finish()
    assert not turns.busy
