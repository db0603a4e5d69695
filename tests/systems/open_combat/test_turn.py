"""Chapters: The turn, activations and the initiative.  Who may act, how actions are spent, and handing over."""

from __future__ import annotations

import pytest

from engine import notation
from engine.commands import Deploy, NextPhase, Turn
from engine.events import PhaseBegan
from engine.game import Game, ModelId
from engine.play import Done, perform
from engine.systems.open_combat import activation
from tests.systems.open_combat.fights import SYSTEM, act, at, cited, markers, planned, play, refused, sums
from tests.systems.open_combat.positions import EDGE, FOOT, PROFILES, block, flat, heights, move

TWO = "model A spd4 red 5,20\nmodel B spd4 red 5,24"
NEXT = NextPhase()


@pytest.mark.clause("OPC-DEF-TURN")
def test_sides_take_turns_and_a_new_turn_begins_when_both_are_done():
    game = heights(TWO)

    blue = play(game, NEXT).game
    red = play(blue, NEXT).game
    assert [(g.round, g.active) for g in (game, blue, red)] == [(1, "red"), (1, "blue"), (2, "red")]


@pytest.mark.clause("OPC-DEF-TURN")
def test_handing_over_names_who_has_not_been_activated():
    game = play(heights(TWO), move(heights(TWO), "A", (6.0, 20.0))).game

    assert SYSTEM.upkeep(game) == ("Blue take over.", "Not activated this turn: B.")


@pytest.mark.clause("OPC-DEF-OWN-TURN")
def test_only_the_side_whose_turn_it_is_acts():
    game = heights(TWO)

    assert refused(game, move(game, "Z", (33.0, 34.0))) == {
        "It is not the turn of Blue: nobody of theirs moves now.": ("OPC-DEF-OWN-TURN",)
    }


@pytest.mark.clause("OPC-DEF-ACTIVATION")
def test_two_actions_in_any_mix_and_no_third():
    game = heights(TWO)

    once = play(game, move(game, "A", (6.0, 20.0))).game
    twice = play(once, move(once, "A", (7.0, 20.0))).game
    assert (activation.left(once.model("A")), activation.left(twice.model("A"))) == (1, 0)
    assert cited(twice, move(twice, "A", (8.0, 20.0))) == {"OPC-DEF-ONCE"}


@pytest.mark.clause("OPC-DEF-ONCE")
def test_beginning_with_another_model_ends_the_activation_of_the_first():
    game = heights(TWO)

    first = play(game, move(game, "A", (6.0, 20.0))).game
    second = play(first, move(first, "B", (6.0, 24.0))).game
    assert cited(second, move(second, "A", (7.0, 20.0))) == {"OPC-DEF-ONCE"}
    assert activation.left(second.model("B")) == 1


@pytest.mark.clause("OPC-DEF-ACTIVATION", "OPC-DEF-ONCE")
def test_what_lasts_for_a_turn_is_gone_in_the_next():
    game = heights(TWO)
    moved = play(game, move(game, "A", (6.0, 20.0))).game

    fresh = play(moved, NEXT).game.model("A")
    assert (moved.model("A").counters != (), fresh.counters) == (True, ())


@pytest.mark.clause("OPC-DEF-INITIATIVE", "OPC-INIT-1")
def test_the_initiative_goes_only_after_its_cause_is_resolved():
    """A stumble: the fall, its dice and the harm come first, then the other side takes over."""
    game = heights(f"model A spd4 red {EDGE},6 z=5\nmodel B spd4 red 30,2", block(5.0), block(5.0, "far", 13.0, 20.0))

    done = play(game, move(game, "A", (13.5, 6.0)), 1, (5, 5))
    assert isinstance(done.events[-1], PhaseBegan)
    assert (done.game.active, done.game.model("A").count("fortitude_lost"), markers(done.game, "A")) == (
        "blue",
        2,
        {"prone"},
    )
    assert cited(done.game, move(done.game, "B", (31.0, 2.0))) == {"OPC-DEF-OWN-TURN"}
    assert done.game.counters == ()


@pytest.mark.clause("OPC-COMB-6", "OPC-DEF-ONCE", "OPC-FOLLOW-2")
def test_those_in_a_follow_me_only_move_and_one_finishes_before_the_next():
    words = "following combined:1"
    game = heights(f"model A spd4 red 5,20 {words}\nmodel B spd5 red 5,24 {words}\nmodel C spd4 red 5,28")

    assert cited(game, act("A", "hide")) >= {"OPC-FOLLOW-2"}
    once = play(game, move(game, "A", (9.0, 20.0))).game
    assert (SYSTEM.next_up(game), SYSTEM.next_up(once)) == (("A", "B"), ("A", "B"))
    twice = play(once, move(once, "A", (13.0, 20.0))).game
    assert SYSTEM.next_up(twice) == ("B",)
    assert (at(twice, "A"), markers(twice, "A")) == ((13.0, 20.0, 0.0), set())
    other = play(twice, move(twice, "B", (10.0, 24.0))).game
    assert (at(other, "B")[0], markers(other, "B")) == (10.0, {"following"})
    else_ = play(other, move(other, "C", (6.0, 28.0))).game
    assert markers(else_, "B") == set()
    assert cited(else_, move(else_, "B", (12.0, 24.0))) == {"OPC-DEF-ONCE"}


@pytest.mark.clause("OPC-DEF-FORTITUDE", "OPC-DEF-TURN")
def test_casualties_and_those_still_off_the_table_do_not_act():
    gone = heights("model A spd4 red place=removed removed_as=casualty\nmodel B spd4 red 2,2")
    waiting = heights("model A spd4 red\nmodel B spd4 red 2,2")

    assert cited(gone, act("A", "hide")) == {"OPC-DEF-FORTITUDE"}
    assert cited(waiting, act("A", "hide")) == {"OPC-DEF-DEPLOY"}


@pytest.mark.clause("OPC-DEF-TURN")
def test_when_the_battle_is_over_nobody_goes_on():
    over = notation.read(
        f'game open_combat round=1 phase=activations active=red outcome="Red win"\n{PROFILES}\nmodel A spd4 red 5,5\n'
    )

    assert cited(over, NEXT) == {"OPC-DEF-TURN"}
    assert cited(over, move(over, "A", (6.0, 5.0))) == {"OPC-DEF-TURN"}


@pytest.mark.clause("OPC-DEF-DEPLOY", "OPC-DEF-SPACE")
def test_setting_up_is_in_its_own_zone_on_firm_ground_and_clear():
    zone = 'zone "South" red 0,24 36,24 36,36 0,36'
    game = heights("model A spd4 red\nmodel B spd4 red 10,30", zone, flat("pit", 20.0, 23.0))

    assert at(play(game, deploy("A", 5.0, 30.0)).game, "A") == (5.0, 30.0, 0.0)
    assert cited(game, deploy("A", 5.0, 10.0)) == {"OPC-DEF-DEPLOY"}
    assert cited(game, deploy("A", 10.2, 30.0)) == {"OPC-DEF-SPACE"}
    assert cited(game, deploy("A", 21.0, 30.0)) == {"OPC-EX-1", "OPC-DEF-DEPLOY"}
    assert cited(game, deploy("A", 5.0, 30.0, z=3.0)) == {"OPC-DEF-SPACE"}
    assert "OPC-DEF-DEPLOY" in cited(game, deploy("B", 5.0, 30.0))


def deploy(model: str, x: float, y: float, z: float = 0.0) -> Deploy:
    return Deploy(model=ModelId(model), at=(x, y, z))


@pytest.mark.clause("OPC-DEF-FACING")
def test_a_model_may_be_turned_at_any_time():
    game = heights(TWO, active="blue")

    turned = perform(SYSTEM, game, Turn(model=ModelId("A"), facing=90.0))
    assert isinstance(turned, Done)
    assert turned.game.model("A").facing == 90.0


@pytest.mark.clause("OPC-CLIMB-12", "OPC-DEF-HALF-SPD", "OPC-DEF-RUN-UP", "OPC-DEF-FORTITUDE")
def test_the_card_shows_every_number_with_its_sum():
    game = heights(f"model A spd5 red {FOOT},6 z=2.5 climbing@keep fortitude_lost:1 actions:1 activated:1", block(5.0))

    assert [tally.text() for tally in SYSTEM.card(game, game.model("A"))][:6] == [
        "Fortitude 2 of 3",
        "Speed 5″",
        "Climb per action 2.5″ half of SPD 5",
        "Actions left 1 of 2",
        "Run-up so far 0″",
        "Climbed 2.5″",
    ]
    assert SYSTEM.wounds is not None
    assert SYSTEM.wounds(game, game.model("A")) == (2, 3)


@pytest.mark.clause("OPC-DEF-SPD", "OPC-DEF-EDGE", "OPC-CLIMB-5")
def test_the_allowance_shows_the_ground_in_reach_the_climb_at_hand_and_the_edge_near_by():
    foot = heights(f"model A spd4 red {FOOT},6", block(2.0))
    top = heights("model A spd4 red 8.5,6 z=3", block(3.0))

    here = SYSTEM.allowance(foot, foot.model("A"))
    assert (here.distance, [line.label for line in here.evidence.lines if line.role == "climb"]) == (4.0, ["2″"])
    above = SYSTEM.allowance(top, top.model("A"))
    assert [line.label for line in above.evidence.lines if line.role == "fall"] == ["3.00″"]
    later = SYSTEM.allowance(foot, foot.model("Z"))
    assert later.ruling_text == "It is not the turn of Blue: nobody of theirs moves now."


@pytest.mark.clause("OPC-DEF-GROUND", "OPC-EX-1")
def test_the_ground_in_reach_is_dearer_in_mud_and_ends_at_the_brink_of_a_pit():
    mud = 'terrain mud "Mud" mud 6,0 36,0 36,36 6,36 bottom=0 top=0 sight=clear footing=difficult'
    slow = heights("model A spd4 red 5,20", mud)
    brink = heights("model A spd4 red 8,20", flat("pit", 10.0, 13.0))

    assert spread(slow, "A") == pytest.approx((1.0, 7.5), abs=0.05)
    assert spread(brink, "A") == pytest.approx((4.0, EDGE), abs=0.02)


def spread(game: Game, model: str) -> tuple[float, float]:
    """How far to the west and to the east the ground in reach goes."""
    areas = SYSTEM.allowance(game, game.model(model)).evidence.areas
    xs = [x for area in areas for rings in area.polygons for ring in rings for x, _ in ring]
    return min(xs), max(xs)


@pytest.mark.clause("OPC-DEF-TURN")
def test_a_battle_begins_with_the_first_side():
    game = SYSTEM.begin(heights(TWO, active="blue"))

    assert (game.round, game.phase, game.active) == (1, "activations", "red")
    assert planned(game, NEXT).label == "Blue: their turn"
    assert sums(game, move(game, "A", (6.0, 20.0)))[0] == "Speed 4″"


@pytest.mark.clause("OPC-DEF-TURN", "OPC-DEF-INITIATIVE")
def test_three_sides_play_in_the_order_of_their_seats():
    sides = 'side red "Red"\nside blue "Blue"\nside green "Green"'
    game = notation.read(
        f"game open_combat round=1 phase=activations active=red\n{sides}\n{PROFILES}\n"
        "model A spd4 red 5,5\nmodel B spd4 blue 9,9\nmodel C spd4 green 12,12\n"
    )

    seen = [(game.round, game.active)]
    for _ in range(3):
        game = play(game, NEXT).game
        seen.append((game.round, game.active))
    assert seen == [(1, "red"), (1, "blue"), (1, "green"), (2, "red")]
