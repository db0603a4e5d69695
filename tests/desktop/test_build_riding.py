"""Who stands on terrain that is built on goes with it, in the same entry, and back with one undo."""

from __future__ import annotations

import pytest
from at_table import CTRL
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox
from yard import KEY, Yard, block

from engine.events import Placed
from engine.game import ModelId


def roofed(yard: Yard) -> Yard:
    """Ada on the roof of a house at 8…12, 6…10, facing east; Ben beside it on the ground."""
    yard.lay(block("house", 8, 6, 4, 3.0))
    yard.session.by_hand(
        (
            Placed(model=ModelId("ada"), at=(9.0, 7.0, 3.0), facing=90.0),
            Placed(model=ModelId("ben"), at=(14.0, 14.0, 0.0)),
        ),
        "Set up",
    )
    yard.settle()
    return yard


def stands(yard: Yard, name: str) -> tuple[float, float, float, float]:
    model = yard.model(name)
    return (round(model.x, 3), round(model.y, 3), round(model.z, 3), round(model.facing, 3))


def test_a_dragged_house_takes_its_guest_along(yard: Yard) -> None:
    roofed(yard).drag((10, 8), (14, 8), (15, 8))

    assert yard.piece("house").outline[0] == (13, 6)
    assert stands(yard, "ada") == (14.0, 7.0, 3.0, 90.0)
    assert stands(yard, "ben") == (14.0, 14.0, 0.0, 0.0)
    assert yard.notes()[-1] == "House moved, with Ada"
    yard.key(KEY.Key_Z, CTRL)
    assert stands(yard, "ada") == (9.0, 7.0, 3.0, 90.0)
    assert yard.piece("house").outline[0] == (8, 6)


def test_a_turned_house_turns_its_guest(yard: Yard) -> None:
    roofed(yard).click(10, 8)
    for _ in range(2):
        yard.key(KEY.Key_R)

    assert stands(yard, "ada") == (11.0, 7.0, 3.0, 180.0)


def test_a_higher_roof_lifts_and_a_house_taken_away_lets_down(yard: Yard) -> None:
    roofed(yard).click(10, 8)
    yard.typed("piece_top", "5")
    assert stands(yard, "ada")[2] == 5.0
    yard.key(KEY.Key_Delete)

    assert yard.ids() == []
    assert stands(yard, "ada") == (9.0, 7.0, 0.0, 90.0)


def test_off_the_board_nobody_is_carried(yard: Yard) -> None:
    roofed(yard).drag((10, 8), (4, 8), (0.2, 8))

    assert stands(yard, "ada") == (9.0, 7.0, 0.0, 90.0)


def test_it_can_be_turned_off(yard: Yard) -> None:
    box = roofed(yard).find("carries")
    assert isinstance(box, QCheckBox)
    assert box.isChecked()
    box.click()
    yard.drag((10, 8), (14, 8), (15, 8))

    assert stands(yard, "ada") == (9.0, 7.0, 3.0, 90.0)
    assert yard.notes()[-1] == "House moved"


@pytest.mark.parametrize("keys", [(Qt.Key.Key_Right,), (Qt.Key.Key_Right, Qt.Key.Key_Down)])
def test_a_nudge_carries_too(yard: Yard, keys: tuple[Qt.Key, ...]) -> None:
    roofed(yard).click(10, 8)
    before = yard.piece("house").outline[0]
    for key in keys:
        yard.key(key)
    yard.key(KEY.Key_Escape)
    yard.settle()
    moved = yard.piece("house").outline[0]
    x, y, z, _ = stands(yard, "ada")

    assert (x - 9.0, y - 7.0, z) == pytest.approx((moved[0] - before[0], moved[1] - before[1], 3.0), abs=2e-3)
