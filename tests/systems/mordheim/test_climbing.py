"""Chapter: Climbing.  Walls from contact on a test, ladders without one, and no animals."""

from __future__ import annotations

import pytest

from engine.events import Moved, Rolled
from engine.play import Done, perform
from tests.systems.mordheim.positions import markers
from tests.systems.mordheim.tables import (
    BASE,
    SYSTEM,
    answers,
    done,
    legal,
    move,
    place,
    plan,
    refused,
    said,
    table,
)

FAR = "model Z man blue 34,34"


def block(top: float, *more: str, models: str = f"model A man red {12 + BASE / 2},5"):
    """A solid block from x = 0 to x = 12, and A touching its east side."""
    return table(f"{models}\n{FAR}", f'terrain keep "Keep" block 0,0 12,0 12,10 0,10 top={top}', *more)


@pytest.mark.clause("MOR-DEF-CLIMB")
def test_a_wall_he_touches_is_climbed_on_an_initiative_test():
    game = block(3.0)
    climb = move(game, "A", (11.8, 5.0))

    assert plan(game, climb).label == "Climb 3.7″"
    assert plan(game, climb).notes[0] == "Climbs 3.0″ on Initiative 3 or less; failing, he does not move this turn."
    up = done(game, climb, 3)
    assert (place(up, "A"), up.model("A").count("moved")) == ((11.8, 5.0, 3.0), 3692)


@pytest.mark.clause("MOR-DEF-CLIMB")
def test_failing_up_he_does_not_move_this_turn():
    game = block(3.0)

    failed = done(game, move(game, "A", (11.8, 5.0)), 4)

    assert place(failed, "A") == place(game, "A")
    assert markers(failed, "A") == {"climb_failed"}
    assert refused(failed, move(failed, "A", (14.0, 5.0))) == ("MOR-DEF-CLIMB",)


@pytest.mark.clause("MOR-DEF-CLIMB", "MOR-DEF-OBSTACLE")
def test_he_must_touch_the_wall_as_he_sets_out():
    game = block(2.0, models=f"model A man red {12.002 + BASE / 2},5")

    assert refused(game, move(game, "A", (11.8, 5.0))) == ("MOR-DEF-CLIMB", "MOR-DEF-OBSTACLE")
    assert said(game, move(game, "A", (11.8, 5.0))).startswith("Keep, 2.0″ high, is in the way after 0.5″")


@pytest.mark.clause("MOR-DEF-CLIMB")
def test_walking_up_to_the_wall_first_does_not_count_as_touching_it():
    game = block(2.0, models="model A man red 13.5,5")

    beside = done(game, move(game, "A", (12 + BASE / 2, 5.0)))

    assert refused(beside, move(beside, "A", (11.8, 5.0)))[0] == "MOR-DEF-CLIMB"


@pytest.mark.clause("MOR-DEF-OBSTACLE")
@pytest.mark.parametrize(("top", "free"), [(0.99, True), (1.0, False), (1.01, False)])
def test_from_an_inch_up_it_is_a_climb(top: float, free: bool):
    game = block(top, models="model A man red 13,5")

    assert legal(game, move(game, "A", (11.8, 5.0))) is free


@pytest.mark.clause("MOR-DEF-CLIMB")
def test_no_higher_than_the_movement_in_one_phase():
    game = block(4.1)

    assert "0.1″ is 0.1″" not in said(game, move(game, "A", (11.9, 5.0)))
    assert "4.1″ is 0.1″ higher than the 4.0″ A may climb." in said(game, move(game, "A", (11.9, 5.0)))
    assert "MOR-DEF-CLIMB" in refused(game, move(game, "A", (11.9, 5.0)))


@pytest.mark.clause("MOR-DEF-CLIMB", "MOR-STAND-2")
def test_in_the_turn_he_stood_up_half_is_all_there_is_to_climb_with():
    game = block(2.5, models=f"model A man red {12 + BASE / 2},5 standing_up")

    assert "2.5″ is 0.5″ higher than the 2.0″ A may climb." in said(game, move(game, "A", (11.9, 5.0)))


@pytest.mark.clause("MOR-DEF-CLIMB", "MOR-DEF-RUN")
def test_nobody_runs_and_climbs():
    game = block(3.0)

    assert "MOR-DEF-CLIMB" in refused(game, move(game, "A", (9.0, 5.0), how="run"))
    assert said(game, move(game, "A", (9.0, 5.0))) == "2.5″ further than the 4.0″ A may walk."


@pytest.mark.clause("MOR-DEF-ANIMAL")
def test_animals_do_not_climb_walls_or_ladders():
    ladder = 'terrain l "Ladder" ladder 12,4 12.15,4 12.15,6 12,6 top=2 sight=clear footing=open'
    wall = block(2.0, models=f"model A dog red {12 + BASE / 2},5")
    rungs = block(2.0, ladder, models="model A dog red 13,5")

    assert refused(wall, move(wall, "A", (11.8, 5.0))) == ("MOR-DEF-ANIMAL",)
    assert refused(rungs, move(rungs, "A", (11.8, 5.0))) == ("MOR-DEF-ANIMAL",)


@pytest.mark.clause("MOR-DEF-LADDER")
def test_a_ladder_costs_its_inches_and_no_test():
    ladder = 'terrain l "Ladder" ladder 12,4 12.15,4 12.15,6 12,6 top=2 sight=clear footing=open'
    game = block(2.0, ladder, models="model A man red 13,5")
    up = move(game, "A", (11.5, 5.0))

    assert [tally.text() for tally in plan(game, up).tallies] == ["Move 4″", "This way 1.5″ + 2 climbed = 3.5″"]
    assert plan(game, up).notes[0] == "By the ladder: 2.0″ of movement, no test."
    assert place(done(game, up), "A") == (11.5, 5.0, 2.0)
    elsewhere = move(game, "A", (13.0, 9.0), (11.9, 9.0))
    assert "MOR-DEF-CLIMB" in refused(game, elsewhere)


@pytest.mark.clause("MOR-DEF-LADDER", "MOR-DEF-JUMP-DOWN")
def test_down_a_ladder_or_a_jump_beside_it():
    ladder = 'terrain l "Ladder" ladder 12,4 12.15,4 12.15,6 12,6 top=2 sight=clear footing=open'
    game = block(2.0, ladder, models="model A man red 11.5,5 z=2")

    assert place(done(game, move(game, "A", (12.8, 5.0))), "A") == (12.8, 5.0, 0.0)
    jumped = perform(SYSTEM, game, move(game, "A", (12.8, 5.0), how="jump"), answers([3]))
    assert isinstance(jumped, Done)
    assert [e.what for e in jumped.events if isinstance(e, Rolled)] == ["Initiative of A to jump down 2.0″"]


@pytest.mark.clause("MOR-DEF-CLIMB", "MOR-DEF-FALL")
def test_climbing_down_begins_at_the_edge_and_failing_is_a_fall_from_the_top():
    at_edge = block(3.0, models="model A man red 11.6,5 z=3")
    behind = block(3.0, models="model A man red 11,5 z=3")
    down = move(at_edge, "A", (12.5, 5.0), how="climb")

    assert plan(at_edge, down).label == "Climb down 3.9″"
    assert place(done(at_edge, down, 3), "A") == (12.5, 5.0, 0.0)
    result = perform(SYSTEM, at_edge, down, answers([4, 1, (1,)]))
    assert isinstance(result, Done)
    assert [event.how for event in result.events if isinstance(event, Moved)][-1] == "fall"
    assert markers(result.game, "A") == {"moved", "fell"}
    assert refused(behind, move(behind, "A", (12.5, 5.0), how="climb"))[0] == "MOR-DEF-CLIMB"


def test_a_climb_is_drawn_as_one():
    game = block(3.0)

    roles = {line.role for line in plan(game, move(game, "A", (11.8, 5.0))).evidence.lines}

    assert roles == {"path", "climb"}
