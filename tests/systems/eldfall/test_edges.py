"""Chapter: Panicked.  The nearest open edge, the run to it, and off it."""

from __future__ import annotations

import pytest

from engine.events import Moved, Noted, Removed
from engine.systems.eldfall.edge_run import foreseen, panicked_run, run
from engine.systems.eldfall.edges import nearest
from engine.systems.eldfall.pace import allowed
from tests.systems.eldfall.ground import box
from tests.systems.eldfall.positions import (
    SYSTEM,
    T,
    act,
    asking,
    done,
    legal,
    marks,
    move,
    play,
    position,
    refused,
    step,
)

R = T / 2


def stand(at, states="", more="", *pieces, **readings):
    men = f"model A flyer red {at} ap:1 panicked {states}\nmodel C ref red 30,30\nmodel D ref red 32,30\n{more}"
    return position(men, *pieces, **readings)


def edges(game):
    return [(edge.side, round(edge.distance, 3), round(edge.length, 3)) for edge in nearest(game, game.model("A"))]


def place(game, model="A"):
    found = game.model(model)
    return (round(found.x, 3), round(found.y, 3))


def broke(game, *given):
    """A activates, fails its Morale of 12, and does what panic makes it do."""
    return play(game, act("A", "activate"), 13, *given)


@pytest.mark.clause("ELD-PAN-2", "ELD-DEF-OWN-EDGE")
def test_h_78_a_full_run_goes_straight_to_the_nearest_edge():
    game = stand("4,24")

    assert edges(game) == [("left", round(4 - R, 3), round(4 - R, 3))]
    near = stand("14,18")
    ran = broke(near)
    assert place(ran.game) == (4, 18)
    assert [e.how for e in ran.events if isinstance(e, Moved)] == ["run"]


@pytest.mark.clause("ELD-PAN-2", "ELD-SLO-1")
def test_h_79_slowed_it_runs_six_inches_and_not_less():
    assert place(broke(stand("10,18", "slowed")).game) == (4, 18)


@pytest.mark.clause("ELD-PAN-3", "ELD-PAN-2")
def test_h_80_of_two_edges_equally_near_its_player_picks():
    game = stand("12,24")
    question = asking(game, act("A", "activate"), 13).question

    assert [option.id for option in question.options] == ["left", "bottom"]
    assert question.side == "red"
    assert place(broke(game, "left").game) == (2, 24)
    assert place(broke(game, "bottom").game) == (12, 34)
    assert edges(stand("12,24.01")) == [("bottom", round(36 - 24.01 - R, 3), round(36 - 24.01 - R, 3))]


@pytest.mark.clause("ELD-PAN-4", "ELD-INT-6")
def test_h_81_moved_past_the_edge_it_is_removed_and_touching_it_is_not_past():
    gone = broke(stand("8,18"))
    assert gone.game.model("A").place == "removed"
    assert [e.why for e in gone.events if isinstance(e, Removed)] == [("ELD-PAN-4", "ELD-INT-6")]

    touching = broke(stand(f"{10 + R},18"))
    assert (touching.game.model("A").place, place(touching.game)) == ("table", (round(R, 3), 18))
    assert broke(stand(f"{10 + R - 0.01},18")).game.model("A").place == "removed"


@pytest.mark.clause("ELD-PAN-4")
def test_when_it_is_past_is_a_reading():
    """Its middle 9 in from the edge, a run of 10: an inch beyond, its base not wholly gone by 0.63."""
    assert place(broke(stand("10.3,18", past_edge="centre")).game) == (0.3, 18)  # it hangs over the edge
    assert place(broke(stand("18.5,25.7", past_edge="centre")).game) == (18.5, 35.7)
    assert broke(stand("9.9,18", past_edge="centre")).game.model("A").place == "removed"
    assert broke(stand("9.5,18", past_edge="whole_base")).game.model("A").place == "table"
    assert broke(stand("9.3,18", past_edge="whole_base")).game.model("A").place == "removed"


@pytest.mark.clause("ELD-DEF-OWN-EDGE", "ELD-PAN-2")
def test_an_edge_that_scenery_closes_is_no_open_edge():
    cliff = box(0, 0, 0.8, 36, 10, name="Cliff", kind="wall_infinite", footing="impassable")
    game = stand("6,20", "", "", cliff)

    assert [side for side, *_ in edges(game)] == ["bottom"]
    assert place(broke(game).game) == (6, 30)
    low = box(0, 0, 0.8, 36, 1.5, name="Kerb")
    assert [side for side, *_ in edges(stand("6,20", "", "", low))] == ["left"]  # it is crossed free


@pytest.mark.clause("ELD-DEF-OWN-EDGE", "ELD-PAN-2")
def test_closed_straight_ahead_the_nearest_open_point_of_the_edge_counts():
    """A house from 13 to 20 stands at the left edge: the nearest open place against it is beside its corner."""
    house = box(0, 13, 3, 20, 5, name="House")
    game = stand("6,18", "", "", house)
    (side, distance, length) = edges(game)[0]

    assert side == "left"
    assert distance == pytest.approx(((6 - R) ** 2 + (20 + R - 18) ** 2) ** 0.5, abs=0.01)
    assert length == pytest.approx(distance, abs=0.15)  # round the corner


@pytest.mark.clause("ELD-DEF-OWN-EDGE", "ELD-PAN-2")
def test_all_four_edges_are_alike():
    """A stands 6 in from each edge in turn; a house closes what lies straight ahead."""
    for side, at, house in (
        ("left", "6,18", (0, 13, 3, 20)),
        ("right", "30,18", (33, 13, 36, 20)),
        ("top", "18,6", (13, 0, 20, 3)),
        ("bottom", "18,30", (13, 33, 20, 36)),
    ):
        assert edges(stand(at)) == [(side, round(6 - R, 3), round(6 - R, 3))]
        found = edges(stand(at, "", "", box(*house, name="House")))[0]
        assert found[0] == side
        assert found[1] == pytest.approx(((6 - R) ** 2 + (20 + R - 18) ** 2) ** 0.5, abs=0.01)


@pytest.mark.clause("ELD-DEF-OWN-EDGE", "ELD-PAN-2")
def test_something_in_the_way_is_run_round_by_the_shortest_way_or_into_by_the_reading():
    rock = box(5, 16, 6, 20, 5, name="Rock")
    game = stand("10,18.5", "", "", rock)
    (side, distance, length) = edges(game)[0]

    assert (side, distance) == ("left", round(10 - R, 3))
    assert length == pytest.approx(9.91, abs=0.05)
    assert length > distance
    ran = broke(game)
    assert ran.game.model("A").place == "removed" or place(ran.game)[0] < 1
    into = broke(stand("10,18.5", "", "", rock, edge_route="straight"))
    assert place(into.game) == (round(6 + R, 3), 18.5)
    there = broke(stand(f"{6 + R},18.5", "", "", rock, edge_route="straight"))
    assert place(there.game) == (round(6 + R, 3), 18.5)
    assert [e for e in there.events if isinstance(e, Moved)] == []


@pytest.mark.clause("ELD-DEF-OWN-EDGE", "ELD-PAN-2")
def test_walled_in_on_all_sides_it_runs_at_the_nearest_edge_until_the_wall():
    ring = (
        box(4, 2, 4.5, 34, name="West"),
        box(31.5, 2, 32, 34, name="East"),
        box(4, 2, 32, 2.5, name="North"),
        box(4, 33.5, 32, 34, name="South"),
    )
    game = stand("10,18", "", "", *ring)

    assert edges(game) == [("left", round(10 - R, 3), round(10 - R, 3))]
    assert place(broke(game).game) == (round(4.5 + R, 3), 18)


@pytest.mark.clause("ELD-DEF-OWN-EDGE", "ELD-DEF-MGEN")
def test_h_92_an_enemy_on_its_line_ends_the_run_and_it_is_not_removed():
    game = stand("8,18", "", "model E ref blue 4,18 facing=0")
    ran = broke(game)

    assert ran.game.model("A").place == "table"
    assert place(ran.game) == (round(4 + T, 3), 18)
    assert "A runs into E and stops there" in [e.text for e in ran.events if isinstance(e, Noted)]
    assert edges(game)[0][0] == "left"  # models do not close an edge


@pytest.mark.clause("ELD-PAN-2", "ELD-DEF-MGEN")
def test_it_runs_through_friends_and_stops_short_of_ending_on_one():
    through = broke(stand("14,18", "", "model F ref red 8,18"))
    assert place(through.game) == (4, 18)
    for friends in ("model F ref red 3.6,18", "model F ref red 3.6,18\nmodel G ref red 9,18"):
        short = broke(stand("14,18", "", friends))
        assert place(short.game)[0] == pytest.approx(3.6 + T, abs=0.002)


@pytest.mark.clause("ELD-PAN-2", "ELD-FLY-2", "ELD-FLY-4")
def test_h_89_flying_it_runs_twenty_inches_over_everything():
    rock, spire = box(8, 10, 12, 26, 5, name="Rock"), box(8, 10, 12, 26, 5, name="Spire", kind="block_infinite")

    over = broke(stand("24,18", "flying slowed", "", box(33, 16, 35, 20, 5, name="Rock")))
    assert (place(over.game), over.game.model("A").z) == ((34, 18), 5)  # it hovers over the rock
    east = stand("14,18", "flying", "model E ref blue 6,18", rock)
    assert broke(east).game.model("A").place == "removed"  # 13.4 in to the edge, a run of 20
    assert edges(stand("14,18", "flying", "", spire))[0][2] > 14 - R  # round what is endless


@pytest.mark.clause("ELD-PAN-2", "ELD-CRO-3", "ELD-CRO-11")
def test_h_86_crouched_it_stands_up_and_runs_or_walks_by_the_reading():
    up = broke(stand("14,18", "crouched"))
    assert (place(up.game), "crouched" in marks(up.game, "A")) == ((4, 18), False)
    walked = broke(stand("14,18", "crouched", crouched_panic="walks"))
    assert (place(walked.game), "crouched" in marks(walked.game, "A")) == ((11, 18), True)


@pytest.mark.clause("ELD-PAN-2", "ELD-DEF-FALL")
def test_off_a_roof_it_falls_on_its_way():
    roof = box(8, 10, 20, 26, 4, name="Roof")
    game = stand("14,18 z=4", "", "", roof)

    ran = play(game, act("A", "activate"), 13, 12)
    assert place(ran.game) == (4, 18)
    assert ran.game.model("A").z == 0
    assert done(ran.game, act("A", "nothing")).model("A").count("wounds_lost") == 1


@pytest.mark.clause("ELD-PAN-2", "ELD-PAN-4")
def test_the_line_of_the_run_is_drawn_before_it_is_run():
    game = stand("8,18")
    lines = foreseen(game, game.model("A")).lines

    assert [line.role for line in lines] == ["path", "warning"]
    assert lines[0].label == "7.37″ to the left edge"
    assert "off the field" in lines[1].label
    assert SYSTEM.allowance(game, game.model("A")).evidence.lines == lines
    held = stand("8,18", "engaged@E", "model E ref blue 8,16.5 facing=180")
    assert len(SYSTEM.allowance(held, held.model("A")).evidence.lines) == 1  # the hold, and no run
    calm = stand("14,18")
    assert [line.role for line in foreseen(calm, calm.model("A")).lines] == ["path", "path"]


@pytest.mark.clause("ELD-PAN-2")
def test_the_inches_may_be_those_of_a_walk():
    game = stand("14,18")
    model = game.model("A")
    found = run(game, model, nearest(game, model)[0], allowed(game, model, "walk").value)

    assert found.points[-1] == (9, 18, 0)
    walked = step(game, lambda g: only_game(panicked_run(g, "A", "walk")))
    assert place(walked.game) == (9, 18)


def only_game(steps):
    game, _ = yield from steps
    return game


# ------------------------------------------------------------ the move of a Dodge


def dodging(die, at="10,20", states="", more="", nerve=(), **readings):
    men = f"model A ref blue {at} ap:1 {states}\nmodel B ref red 10,12 facing=180 ap:1\nmodel C ref blue 34,34\n{more}"
    game = done(position(men, **readings), act("B", "idle"), *nerve, "dodge")
    return done(game, act("B", "nothing"), die)


@pytest.mark.clause("ELD-DEF-DODGE")
@pytest.mark.parametrize("die", [1, 20])
def test_a_dodger_moves_half_its_speed_success_or_not_in_any_direction(die):
    game = dodging(die)

    for end in ((10, 23), (7, 20), (13, 20), (12, 18)):
        assert legal(game, move(game, "A", end))
    assert refused(game, move(game, "A", (10, 23.1)))[0] == "ELD-DEF-DODGE"
    moved = done(game, move(game, "A", (10, 23)))
    assert place(moved) == (10, 23)
    assert moved.count("step") == 0
    assert place(done(game, act("A", "stay_put"))) == (10, 20)


@pytest.mark.clause("ELD-DEF-DODGE", "ELD-SLO-1")
def test_h_38_a_slowed_dodger_moves_two_inches():
    game = dodging(1, states="slowed")

    assert legal(game, move(game, "A", (10, 22)))
    assert "ELD-SLO-1" in refused(game, move(game, "A", (10, 22.1)))


@pytest.mark.clause("ELD-DEF-DODGE", "ELD-FLY-2", "ELD-FLY-4", "ELD-DEF-MGEN")
def test_a_flying_dodger_goes_over_the_wall_that_stops_one_on_foot():
    wall = box(5, 21, 15, 21.3, 4)
    men = "model A flyer blue 10,20 ap:1 {}\nmodel B ref red 10,12 facing=180 ap:1"
    on_foot = done(position(men.format(""), wall), act("B", "idle"), "dodge")
    on_foot = done(on_foot, act("B", "nothing"), 1)
    aloft = done(position(men.format("flying"), wall), act("B", "idle"), "dodge")
    aloft = done(aloft, act("B", "nothing"), 1)

    assert "ELD-DEF-CLIMB" in refused(on_foot, move(on_foot, "A", (10, 22.9)))
    assert place(done(aloft, move(aloft, "A", (10, 25)))) == (10, 25)  # half of twice 5
    assert not legal(aloft, move(aloft, "A", (10, 25.1)))
    assert done(aloft, move(aloft, "A", (10, 21.2))).model("A").z == 4  # over the wall


@pytest.mark.clause("ELD-DEF-DODGE")
def test_nobody_else_moves_meanwhile_and_nobody_twice():
    game = dodging(1)

    assert not legal(game, move(game, "B", (10, 11)))
    assert "ELD-DEF-DODGE" in refused(game, move(game, "C", (34, 33), how="dodge"))
    over = done(game, move(game, "A", (10, 23)))
    assert "ELD-DEF-DODGE" in refused(over, move(over, "A", (10, 24), how="dodge"))


@pytest.mark.clause("ELD-ENG-13", "ELD-DEF-DIS")
def test_h_37_an_engaged_dodger_gets_away_although_its_roll_fails():
    men = f"model A ref blue 10,20 ap:1 engaged@B\nmodel B ref red 10,{20 - T} facing=180 ap:1"
    game = done(position(men), act("B", "idle"), "dodge")
    game = done(game, act("B", "nothing"), 20)

    away = done(game, move(game, "A", (10, 23)))
    assert marks(away, "A") == []
    stays = done(game, move(game, "A", (10, 20.5)))
    assert marks(stays, "A") == ["engaged"]  # half an inch away: Engaged again at the check
    assert marks(done(game, act("A", "stay_put")), "A") == ["engaged"]


@pytest.mark.clause("ELD-IMM-7", "ELD-IMM-6")
def test_an_immobilized_dodger_moves_only_if_it_freed_itself():
    men = "model A ref blue 10,20 ap:1 immobilized\nmodel B ref red 10,12 facing=180 ap:1"
    game = done(position(men), act("B", "idle"), "dodge")

    caught = done(game, act("B", "nothing"), "AG", 12)
    assert caught.count("step") == 0  # no move, the sequence is over
    assert marks(caught, "A") == ["immobilized"]
    freed = done(game, act("B", "nothing"), "AG", 11)
    assert "immobilized" not in marks(freed, "A")
    assert legal(freed, move(freed, "A", (10, 23)))


@pytest.mark.clause("ELD-PAN-6", "ELD-DEF-OWN-EDGE")
def test_h_85_who_panicked_reacting_dodges_towards_the_edge_only():
    game = dodging(1, "7,20", "panicked", nerve=("react", 13))

    assert legal(game, move(game, "A", (4, 20)))
    assert legal(game, move(game, "A", (4, 20.3)))  # nearly
    assert refused(game, move(game, "A", (10, 20))) == ("ELD-PAN-6", "ELD-DEF-OWN-EDGE")
    assert refused(game, move(game, "A", (7, 22))) == ("ELD-PAN-6", "ELD-DEF-OWN-EDGE")
    assert place(done(game, move(game, "A", (4, 20.3))))[1] == 20
    assert place(done(game, act("A", "stay_put"))) == (7, 20)
    shown = SYSTEM.allowance(game, game.model("A"))
    assert shown.ruling_text == "Only towards the nearest open edge."
    assert shown.evidence.lines[-1].label == "6.37″ to the left edge"
    calm = dodging(1, "7,20", "panicked", nerve=("react", 12))
    assert legal(calm, move(calm, "A", (10, 20)))
