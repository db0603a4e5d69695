"""Chapter: Surprised.  Taken from where one does not look, for one action."""

from __future__ import annotations

import pytest

from engine.systems.bushido.surprise import surprises
from tests.systems.bushido.positions import T, act, asking, marks, plan, position

WHY = "BUS-DEF-21"


def game_with(facing, *marks_, who="man", **readings):
    words = " ".join(marks_)
    victim = f"model B {who} blue {5 + T + 3},10 facing={facing} activations:2 {words}"
    return position(f"model A man red 5,10 facing=90 activations:2\n{victim}", **readings)


def unawares(game):
    a, b = game.model("A"), game.model("B")
    return surprises(game, a, ((5.0, 10.0), (b.x - T, 10.0)), b)


@pytest.mark.clause(WHY)
def test_who_comes_from_behind_surprises():
    assert unawares(game_with(90))
    assert not unawares(game_with(270))
    assert not unawares(game_with(0))  # half of A lies before B's line


@pytest.mark.clause(WHY)
def test_who_is_seen_on_the_way_surprises_nobody():
    game = game_with(90)

    assert not surprises(game, game.model("A"), ((5.0, 10.0), (5.0, 6.0), (9.9, 6.0)), game.model("B"))


@pytest.mark.clause(WHY, "BUS-DEF-TRAIT-SIXTH-SENSE")
def test_a_sixth_sense_is_never_surprised():
    assert not unawares(game_with(90, who="seer"))


@pytest.mark.clause(WHY, "BUS-BLIND-1")
def test_the_blind_are_surprised_from_outside_contact():
    assert unawares(game_with(270, "blind"))
    assert not unawares(game_with(270, "blind", blind_zone="explicit_only"))


@pytest.mark.clause(WHY)
def test_the_surprised_have_the_marker_while_they_are_fought():
    game = game_with(90)

    assert "B is Surprised: it strikes second, with one die less." in plan(game, act("A", "charge", "B")).notes
    asked = asking(game, act("A", "charge", "B"))
    assert marks(asked.game, "B") == ["surprised"]
