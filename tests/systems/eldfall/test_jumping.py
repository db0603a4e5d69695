"""Chapter: Movement.  The Jump: half the Speed along the tightest arc, pulling up, and coming short."""

from __future__ import annotations

import pytest

from engine.systems.eldfall.jumping import hull, leap
from tests.systems.eldfall.ground import box
from tests.systems.eldfall.positions import act, done, move, plan, play, position, refused, said


def place(game, model="A"):
    found = game.model(model)
    return (round(found.x, 3), round(found.y, 3), round(found.z, 3))


def roofs(gap, other=4.0):
    """A stands 0.5 in from the south edge of a roof 4 in high; the next one begins *gap* inches on."""
    near = box(5, 10, 15, 18, 4, name="Near")
    far = box(5, 18 + gap, 15, 30, other, name="Far")
    return position("model A ref red 10,17.5 z=4 ap:2", near, far)


@pytest.mark.clause("ELD-DEF-JUMP", "ELD-DEF-MOVE")
def test_a_gap_is_leapt_straight_with_half_the_speed():
    game = roofs(2.0)
    over = play(game, move(game, "A", (10, 20.5), how="jump"))

    assert place(over.game) == (10, 20.5, 4)
    assert plan(game, move(game, "A", (10, 20.5), how="jump")).label == "Jump 3.0″"
    assert "one straight leap" in said(game, move(game, "A", (11, 19), (10, 20.5), how="jump"))
    assert done(over.game, act("A", "nothing")).model("A").count("wounds_lost") == 0


@pytest.mark.clause("ELD-DEF-JUMP", "ELD-DEF-FALL")
def test_whoever_comes_short_falls_where_the_inches_end():
    """4 in of gap and 3 in of leap: it drops 4 in beyond the edge, one roll."""
    game = roofs(4.0)
    command = move(game, "A", (10, 22.5), how="jump")
    fallen = play(game, command, 12)

    assert place(fallen.game) == (10, 20.5, 0)
    assert "A fall of 4.00″" in plan(game, command).notes[0]
    assert done(fallen.game, act("A", "nothing")).model("A").count("wounds_lost") == 1


@pytest.mark.clause("ELD-DEF-JUMP")
def test_short_of_a_higher_landing_it_pulls_itself_up_to_the_edge():
    """From the ground to 3 in high and 2 in on: 3.6 in, but its head is there."""
    wall = box(5, 10, 15, 18, 3, name="Ledge")
    game = position("model A ref red 10,19.5 ap:2", wall)
    command = move(game, "A", (10, 17.5), how="jump")
    up = play(game, command)

    assert "pulls itself up" in plan(game, command).notes[0]
    assert place(up.game) == (10, 17.99, 3)
    high = position("model A ref red 10,19.5 ap:2", box(5, 10, 15, 18, 5, name="Ledge"))
    short = leap(high, high.model("A"), (10.0, 17.5), 3.0)
    assert not short.pulled_up
    assert short.points[-1][2] == 0.0  # its head reaches 4.6 in: back on the ground


@pytest.mark.clause("ELD-DEF-JUMP")
def test_over_what_stands_between_the_arc_counts():
    """A fence 1.9 in high: up 2.138, over 0.02, and of the way down 0.842 are left: 0.392 along, 0.745 down."""
    game = position("model A ref red 10,19 ap:2", box(5, 18, 15, 18.02, 1.9, name="Fence"))
    found = leap(game, game.model("A"), (10.0, 17.0), 3.0)

    assert found.inches == pytest.approx(2.1378 + 0.02 + 2.1471, abs=1e-3)
    assert found.drop == pytest.approx(1.155, abs=1e-3)
    assert found.points[-2] == pytest.approx((10, 17.608, 1.155), abs=1e-3)
    x, y, z = place(done(game, move(game, "A", (10, 17), how="jump")))
    assert (x, y, z) == (9.951, 17.363, 0)  # half on the fence it would lie: the nearest clear place


def test_the_tightest_arc_over_corners():
    assert hull(((0, 0), (1, 0), (1, 2), (1.5, 2), (1.5, 0), (3, 0))) == ((0, 0), (1, 2), (1.5, 2), (3, 0))
    assert hull(((0, 4), (1, 4), (1, 0), (3, 0), (3, 4), (4, 4))) == ((0, 4), (4, 4))
    assert hull(((0, 0), (0, 0), (3, 0))) == ((0, 0), (3, 0))


@pytest.mark.clause("ELD-DEF-JUMP", "ELD-DEF-MGEN", "ELD-DEF-OWN-INFINITE")
def test_enemies_and_endless_scenery_are_not_jumped():
    game = position("model A ref red 10,20 ap:2\nmodel B ref blue 10,18.4 facing=180")
    assert "ELD-DEF-MGEN" in refused(game, move(game, "A", (10, 17.1), how="jump"))
    roof = box(5, 19.5, 15, 25, 4, name="Roof")
    over = position(
        "model A ref red 10,20 z=4 ap:2\nmodel B ref blue 10,18.4 facing=180", roof, box(5, 10, 15, 17.6, 4, name="Far")
    )
    assert place(done(over, move(over, "A", (10, 17.1), how="jump"))) == (10, 17.1, 4)  # over its head
    spire = position("model A ref red 10,20 ap:2", box(5, 18, 15, 18.3, 1, name="Spire", kind="block_infinite"))
    assert "ELD-DEF-OWN-INFINITE" in refused(spire, move(spire, "A", (10, 17.2), how="jump"))
