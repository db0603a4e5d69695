"""Chapter: Movement.  The Climb: over what is too high to step over, and hanging on a face."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.events import Gained, Moved
from engine.game import Marker
from tests.systems.eldfall.ground import box
from tests.systems.eldfall.positions import (
    T,
    act,
    by_hand,
    done,
    legal,
    marks,
    move,
    plan,
    play,
    position,
    refused,
    said,
)

R = T / 2
FOOT = 18 + R
"""y of a model that touches the south face of the tower."""


def tower(top=2.0, at=None, more="ap:2", profile="ref"):
    y = FOOT if at is None else at
    return position(f"model A {profile} red 10,{y} {more}", box(5, 10, 15, 18, top, name="Tower"))


def place(game, model="A"):
    found = game.model(model)
    return (round(found.x, 3), round(found.y, 3), round(found.z, 3))


@pytest.mark.clause("ELD-DEF-CLIMB", "ELD-DEF-MOVE")
def test_a_climb_counts_its_inches_along_and_up():
    game = tower(2.0)  # 3 in: up 2, along 1
    up = plan(game, move(game, "A", (10, FOOT - 1), how="climb"))

    assert up.objections == ()
    assert up.label == "Climb 3.0″"
    assert place(done(game, move(game, "A", (10, FOOT - 1), how="climb"))) == (10, round(FOOT - 1, 3), 2)
    assert place(done(game, move(game, "A", (10, FOOT - 1)))) == (10, round(FOOT - 1, 3), 2)  # the path shows it
    assert refused(game, move(game, "A", (10, FOOT - 1.1), how="climb"))[0] == "ELD-DEF-MOVE"


@pytest.mark.clause("ELD-DEF-CLIMB")
def test_nobody_climbs_where_there_is_nothing_to_climb():
    game = tower(1.0)

    assert refused(game, move(game, "A", (10, FOOT - 1), how="climb")) == ("ELD-DEF-CLIMB",)


@pytest.mark.clause("ELD-DEF-CLIMB")
def test_h_climbing_down_costs_the_same_and_is_no_fall():
    game = position(f"model A ref red 10,{18 - 0.2} z=2 ap:2", box(5, 10, 15, 18, 2.0, name="Tower"))
    down = play(game, move(game, "A", (10, 18 + R), how="climb"))

    assert place(down.game) == (10, round(18 + R, 3), 0)
    assert down.game.model("A").count("wounds_lost") == 0


@pytest.mark.clause("ELD-DEF-CLIMB")
def test_where_the_inches_run_out_it_hangs_and_climbs_on():
    game = tower(5.0)
    first = play(game, move(game, "A", (10, FOOT - 1), how="climb"))

    assert place(first.game) == (10, round(FOOT, 3), 3)
    assert marks(first.game, "A") == ["hanging"]
    assert "hanging on the face" in plan(game, move(game, "A", (10, FOOT - 1), how="climb")).notes[0]

    rested = done(first.game, act("A", "nothing"))
    assert place(rested) == (10, round(FOOT, 3), 3)
    on = play(rested, move(rested, "A", (10, FOOT - 1)))  # 2 up, 1 along
    assert place(on.game) == (10, round(FOOT - 1, 3), 5)
    assert marks(on.game, "A") == []


@pytest.mark.clause("ELD-DEF-CLIMB", "ELD-DEF-MGEN")
def test_nobody_hangs_where_somebody_leans_over_the_rim():
    men = f"model A ref red 10,{FOOT} ap:2\nmodel B ref blue 10,{18 - 0.2} z=4"
    game = position(men, box(5, 10, 15, 18, 4, name="Tower"))

    assert "ELD-DEF-MGEN" in refused(game, move(game, "A", (10, FOOT - 1), how="climb"))
    far = game.with_model(replace(game.model("B"), y=16.0))
    assert legal(far, move(far, "A", (10, FOOT - 1), how="climb"))


@pytest.mark.clause("ELD-DEF-CLIMB")
def test_whoever_hangs_may_climb_down_again():
    game = done(tower(5.0), move(tower(5.0), "A", (10, FOOT - 1), how="climb"))
    game = done(game, act("A", "nothing"))
    down = done(game, move(game, "A", (10, FOOT), how="climb"))

    assert place(down) == (10, round(FOOT, 3), 0)
    assert marks(down, "A") == []


@pytest.mark.clause("ELD-DEF-CLIMB", "ELD-DEF-FALL")
def test_whoever_hangs_and_walks_off_falls():
    game = done(tower(5.0), move(tower(5.0), "A", (10, FOOT - 1), how="climb"))
    game = done(game, act("A", "nothing"))
    walked = play(game, move(game, "A", (10, FOOT + 2), how="walk"))  # 3 in down: half the Speed, no roll

    assert place(walked.game) == (10, round(FOOT + 2, 3), 0)
    assert marks(walked.game, "A") == []


@pytest.mark.clause("ELD-DEF-CLIMB", "ELD-DEF-FALL")
@pytest.mark.parametrize(("action", "z"), [("nothing", 4.0), ("pass", 4.0), ("dodge", 0.0)])
def test_whoever_hangs_and_does_anything_but_nothing_falls(action, z):
    men = f"model A ref red 10,{FOOT} z=4 hanging ap:1\nmodel B ref red 30,30"
    game = done(position(men, box(5, 10, 15, 18, 5, name="Tower")), act("A", "idle"))
    dice = (12, 20) if action == "dodge" else ()  # the fall of 4 in, then the Dodge
    ended = done(game, act("A", action), *dice)
    ended = done(ended, act("A", "stay_put")) if action == "dodge" else ended

    assert ended.model("A").z == z
    assert ended.model("A").count("wounds_lost") == (1 if action == "dodge" else 0)


@pytest.mark.clause("ELD-DEF-CLIMB", "ELD-DEF-FALL")
def test_whoever_hangs_and_goes_down_falls_and_rolls_for_it():
    """4 in up; Crouched its Speed is 3, half of it 2: two rolls, one of them fails."""
    game = position(
        f"model A ref red 10,{FOOT} z=4 hanging\nmodel B ref red 30,30", box(5, 10, 15, 18, 5, name="Tower")
    )
    fallen = play(game, by_hand(Gained(model="A", marker=Marker("incapacitated"))), 5, 20)

    assert place(fallen.game) == (10, round(FOOT, 3), 0)
    assert marks(fallen.game, "A") == ["incapacitated", "crouched", "dead"]
    assert [e.how for e in fallen.events if isinstance(e, Moved)] == ["fall"]


@pytest.mark.clause("ELD-DEF-CLIMB", "ELD-DEF-FALL", "ELD-DEF-WTM", "ELD-INC-13")
def test_whoever_is_shot_off_a_face_falls_as_the_sequence_ends_and_the_fall_hurts_too():
    """The arrow takes the last HP; of the two rolls for the fall one fails."""
    game = position(
        f"model A ref red 10,{FOOT} z=4 hanging wounds_lost:1\nmodel B ref red 30,30\n"
        f"model E ref blue 10,{FOOT + 8} facing=0 ap:1",
        box(5, 10, 15, 18, 5, name="Tower"), active="blue",
    )  # fmt: skip
    shot = done(done(game, act("E", "idle")), act("E", "attack:bow", "A"), (5, 20), 3, 5, 20)

    assert place(shot) == (10, round(FOOT, 3), 0)
    assert marks(shot, "A") == ["incapacitated", "crouched", "dead"]
    assert shot.model("A").count("wounds_due") == 0


@pytest.mark.clause("ELD-CRO-3", "ELD-ENG-4", "ELD-IMM-2", "ELD-DEF-CLIMB")
def test_states_that_bar_special_movement_bar_it():
    assert "ELD-CRO-3" in refused(tower(more="ap:2 crouched"), move(tower(), "A", (10, FOOT - 1), how="climb"))
    assert not legal(tower(more="ap:2 immobilized"), move(tower(), "A", (10, FOOT - 1), how="climb"))
    assert "higher" not in said(tower(), move(tower(), "A", (10, FOOT - 1)))
