"""State: Shrouded — the other side sees a token, and reads of a token."""

from __future__ import annotations

import pytest

from engine.game import SideId
from engine.veil import unknown, veiled
from tests.systems.eldfall.positions import SYSTEM, position

RED, BLUE = SideId("red"), SideId("blue")


@pytest.mark.clause("ELD-SHR-2", "ELD-SHR-5")
def test_only_its_own_side_knows_who_is_shrouded() -> None:
    game = position("model R ref red 10,10 shrouded\nmodel Q ref red 20,10\nmodel E ref blue 10,30")

    assert unknown(SYSTEM, game, BLUE) == {"R": "Shrouded token"}
    assert unknown(SYSTEM, game, RED) == {}
    shown = veiled(game, unknown(SYSTEM, game, BLUE)).model("R")
    assert (shown.name, shown.profile.stats, shown.counters, (shown.x, shown.y)) == ("Shrouded token", (), (), (10, 10))


@pytest.mark.clause("ELD-SHR-2")
def test_several_tokens_are_told_apart_by_number_only() -> None:
    game = position("model R ref red 10,10 shrouded\nmodel Q ref red 20,10 shrouded\nmodel E ref blue 10,30")

    assert unknown(SYSTEM, game, BLUE) == {"R": "Shrouded token 1", "Q": "Shrouded token 2"}


@pytest.mark.clause("ELD-SHR-5", "ELD-INC-6")
def test_it_is_secret_for_as_long_as_the_state_lasts() -> None:
    known = position("model R ref red 10,10 flying\nmodel E ref blue 10,30")
    fallen = position("model R ref red 10,10 shrouded incapacitated crouched\nmodel E ref blue 10,30")

    assert unknown(SYSTEM, known, BLUE) == {}
    assert unknown(SYSTEM, fallen, BLUE) == {"R": "Shrouded token"}
