"""Chapter: Movement and placing.  Pushes: straight, as far as there is room, and not at all for the held."""

from __future__ import annotations

import pytest

from engine.game import ModelId
from engine.systems.bushido.contact import apart
from engine.systems.bushido.shoving import shove, shove_away
from tests.systems.bushido.positions import T, marks, position, step


def away(game, inches, **more):
    return step(game, lambda game: shove_away(game, ModelId("P"), ModelId("K"), inches, "BUS-DEF-33", **more)).game


@pytest.mark.clause("BUS-DEF-33", "BUS-DEF-16")
def test_a_push_goes_straight_away_and_out_of_the_zone():
    game = position(f"model K man red 5,10 facing=90\nmodel P man blue {5 + T},10 facing=270")

    pushed = away(game, 1.0, past=True)

    assert apart(pushed.model("K"), pushed.model("P")) > 1.0
    assert pushed.model("P").y == pytest.approx(10.0)
    assert pushed.model("P").facing == 270


@pytest.mark.clause("BUS-DEF-33", "BUS-DEF-19")
def test_walls_bases_and_the_edge_of_the_table_stop_a_shove():
    wall = "terrain w wall 8,0 9,0 9,20 8,20 bottom=0 top=3 sight=solid footing=solid"
    men = f"model K man red 5,10 facing=90\nmodel P man blue {5 + T},10 facing=270"

    assert away(position(men, wall), 3.0).model("P").x == pytest.approx(8 - T / 2, abs=0.002)
    blocked = position(f"{men}\nmodel Q man blue {5 + T + T + 1},10")
    assert away(blocked, 3.0).model("P").x == pytest.approx(5 + T + 1, abs=0.002)
    edge = position(f"model K man red {1 + T},10\nmodel P man blue 1,10")
    assert away(edge, 3.0).model("P").x == pytest.approx(T / 2, abs=0.002)


@pytest.mark.clause("BUS-HELD-4", "BUS-HELD-5")
def test_h_041_the_held_are_not_moved():
    game = position(f"model K man red 5,10\nmodel P man blue {5 + T},10 held=0@H\nmodel H man red {5 + T + T},10")

    kept = step(game, lambda game: shove(game, ModelId("P"), 0.0, 3.0, "BUS-DEF-33"))

    assert kept.game.model("P").y == 10
    assert marks(kept.game, "P") == ["held"]
    assert "BUS-HELD-4" in kept.events[0].why


@pytest.mark.clause("BUS-HELD-7")
def test_h_043_a_holder_pushed_off_lets_go():
    game = position(f"model P man red 5,10 held=0@K\nmodel K man blue {5 + T},10")

    freed = step(game, lambda game: shove_away(game, ModelId("K"), ModelId("P"), 1.0, "BUS-DEF-33", past=True))

    assert marks(freed.game, "P") == []


@pytest.mark.clause("BUS-DEF-19")
def test_knocked_off_a_huge_hill_one_falls_prone():
    hill = "terrain h hill 3,8 7,8 7,12 3,12 bottom=0 top=3 sight=clear footing=open"
    men = f"model K man red 5,10 facing=90\nmodel P man blue {5 + T},10 facing=270"

    assert marks(away(position(men, hill), 3.0), "P") == ["prone"]
    assert marks(away(position(men, hill), 3.0, topples=True), "P") == []
    assert marks(away(position(men, hill.replace("top=3", "top=2")), 3.0), "P") == []
    assert marks(away(position(men, hill), 0.2), "P") == []
