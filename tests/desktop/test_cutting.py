"""The side view of what is about to be done: climbs, drops and leaps cut to scale."""

from __future__ import annotations

import pytest

from desktop.tools.cutting import cut_heights, cut_way
from engine.game import Game, Table, Terrain, TerrainId
from engine.geometry.evidence import NOTHING, Evidence, Line

WALL = Terrain(id=TerrainId("wall"), name="Wall", outline=((5, 0), (8, 0), (8, 9), (5, 9)), top=4.0)
RIFT = Terrain(
    id=TerrainId("rift"), name="Rift", outline=((10, 0), (13, 0), (13, 9), (10, 9)), top=0.0, kind="pit", footing="open"
)
GAME = Game(system="toy", table=Table(width=20, height=10, terrain=(WALL, RIFT)))


def test_a_climb_is_cut_from_its_foot_to_where_it_ends_on_top():
    climb = Line(((4.5, 5, 0), (4.5, 5, 2)), "climb", "2″")
    top = Line(((4.5, 5, 2), (4.5, 5, 4)), "climb", "4″")
    over = Line(((4.5, 5, 4), (5.5, 5, 4)), "path")

    seen = cut_heights(GAME, Evidence(lines=(climb, top, over), pieces=("wall",)), "Climb")
    assert seen is not None
    assert (seen.title, seen.length) == ("Climb", 1.0)
    assert [line.points for line in seen.lines if line.role == "climb"] == [((0, 0), (0, 2)), ((0, 2), (0, 4))]
    assert [(box.label, box.start, box.top) for box in seen.boxes] == [("Wall", 0.5, 4.0)]


def test_a_drop_straight_down_is_seen_from_the_south():
    drop = Line(((4.5, 5, 4), (4.5, 5, 0)), "fall", "4.00″")

    seen = cut_heights(GAME, Evidence(lines=(drop,)), "Drop")
    assert seen is not None
    assert [line.points for line in seen.lines] == [((1.0, 4), (1.0, 0))]


def test_what_leads_along_one_level_is_no_cut():
    assert cut_heights(GAME, NOTHING, "Hide") is None
    assert cut_heights(GAME, Evidence(lines=(Line(((0, 5, 0), (4, 5, 0)), "path"),)), "Walk") is None


def test_a_walk_to_an_edge_shows_the_leap_that_begins_there():
    walk = Line(((6, 5, 0), (9.5, 5, 0)), "path")
    leap = Line(((9.5, 5, 0), (13.5, 5, 0)), "leap", "3.00″")
    aside = Line(((9.5, 5, 0), (9.5, 9, 0)), "leap", "elsewhere")

    seen = cut_way(GAME, ((6, 5, 0), (9.5, 5, 0)), (walk, leap, aside), "Move", ())
    assert seen.length == pytest.approx(7.5)
    assert [line.label for line in seen.lines if line.role == "leap"] == ["3.00″"]
    assert [(box.label, box.start, box.end) for box in seen.boxes if box.role == "ground"] == [("Rift", 4.0, 7.0)]
