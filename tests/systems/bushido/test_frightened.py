"""State: Frightened.  Fear tests on the way into contact, both ways round, and again in the end phase."""

from __future__ import annotations

import pytest

from engine.game import Marker, ModelId
from engine.systems.bushido.conditions import RULES, defensive
from engine.systems.bushido.fear import brave, frighten, recover
from engine.systems.bushido.gaining import gain
from engine.systems.bushido.questions import MELEE_POOL, RANGED_POOL
from tests.systems.bushido.positions import (
    T,
    act,
    asking,
    counters,
    done,
    legal,
    marks,
    move,
    plan,
    play,
    position,
    refused,
    step,
)

MORE = """
profile brave   "Brave"  base=30 MP=4 RP=3 Move=4 Ki=2 KiMax=6 Wounds=5 Courage=1 traits=courage equipment=short_sword
profile dread   "Dread"  base=30 MP=4 RP=3 Move=4 Ki=2 KiMax=6 Wounds=5 Fear=4 Dread=1 traits=fear,dread
profile terror  "Terror" base=30 MP=4 RP=3 Move=4 Ki=2 KiMax=6 Wounds=5 Fear=4 traits=fear,terror
profile six     "Six"    base=30 MP=4 RP=3 Move=4 Ki=2 KiMax=6 Wounds=5 Fear=6 traits=fear equipment=short_sword
profile calm    "Calm"   base=30 MP=4 RP=3 Move=4 Ki=2 KiMax=6 Wounds=5 traits=steadfast equipment=short_sword
"""


def at(d):
    return 5 + T + d


def meeting(d, *, who="man", whom="fearful", marks_="", whom_marks="", **readings):
    """A goes for G, who stands an edge distance before it."""
    men = f"model A {who} red 5,10 facing=90 activations:2 {marks_}\n"
    men += f"model G {whom} blue {at(d)},10 facing=270 activations:2 {whom_marks}"
    return position(men, MORE, **readings)


@pytest.mark.clause("BUS-DEF-25", "BUS-DEF-TRAIT-FEAR")
def test_who_goes_for_the_fearsome_tests_and_failing_loses_one_counter_whatever_the_action():
    game = meeting(6)

    assert asking(game, act("A", "charge", "G")).question.need == "4 or more"
    failed = done(game, act("A", "charge", "G"), (3, 1))
    assert failed.model("A").x == 5
    assert counters(failed, "A") == {"activations": 1}
    assert marks(failed, "A") == []  # not frightened
    assert asking(game, act("A", "charge", "G"), (4, 1)).game.model("A").x > 5


@pytest.mark.clause("BUS-DEF-25")
def test_whom_the_fearsome_go_for_tests_and_is_frightened_if_he_fails():
    game = meeting(3, who="fearful", whom="man")

    asked = asking(game, act("A", "melee", "G"))
    assert (asked.question.side, asked.question.model) == ("blue", "G")
    frightened = asking(game, act("A", "melee", "G"), (3, 1))
    assert marks(frightened.game, "G") == ["frightened"]
    assert frightened.game.model("G").count("fear_cn") == 4
    assert marks(asking(game, act("A", "melee", "G"), (4, 1)).game, "G") == []


@pytest.mark.clause("BUS-DEF-25", "BUS-DEF-TRAIT-FEARLESS")
def test_whose_own_fear_is_as_high_passes_and_the_fearless_always_do():
    equal, higher = meeting(3, who="fearful"), meeting(3, who="fearful", whom="six")

    assert "Fear test" not in asking(equal, act("A", "melee", "G")).question.what
    assert "Fear test of A" in asking(higher, act("A", "melee", "G")).question.what
    assert "Fear test" not in asking(meeting(3, who="fearless"), act("A", "melee", "G")).question.what


@pytest.mark.clause("BUS-DEF-25")
def test_a_fearsome_model_already_touched_is_fought_without_a_test():
    assert "Fear test" not in asking(meeting(0), act("A", "melee", "G")).question.what


@pytest.mark.clause("BUS-DEF-TRAIT-DREAD", "BUS-DEF-TRAIT-TERROR", "BUS-DEF-TRAIT-COURAGE")
def test_dread_takes_dice_terror_tests_again_and_courage_adds():
    dread = asking(meeting(3, whom="dread"), act("A", "melee", "G")).question
    assert dread.dice.count == 1
    terror = meeting(3, whom="terror")
    assert "Terror" in asking(terror, act("A", "melee", "G"), (4, 1)).question.what
    assert counters(done(terror, act("A", "melee", "G"), (4, 1), (3, 1)), "A") == {"activations": 1}
    bold = meeting(3, who="brave")
    assert asking(bold, act("A", "melee", "G"), (3, 1)).game.model("A").x > 5


@pytest.mark.clause("BUS-FRIGHTENED-4")
def test_h_019_the_frightened_do_not_go_for_the_fearsome_and_nothing_is_rolled():
    men = f"model F man red 5,10 facing=90 activations:2 frightened\nmodel G fearful blue {at(3)},8 facing=270\n"
    game = position(f"{men}model N man blue {at(3)},12 facing=270")

    assert refused(game, act("F", "melee", "G")) == ("BUS-FRIGHTENED-4",)
    assert refused(game, act("F", "charge", "G")) == ("BUS-FRIGHTENED-4",)
    assert legal(game, act("F", "melee", "N"))
    assert legal(game, act("F", "charge", "N"))


@pytest.mark.clause("BUS-FRIGHTENED-4")
@pytest.mark.parametrize(("reading", "may"), [("touching_allowed", True), ("never", False)])
def test_h_020_a_fearsome_enemy_touched_already_may_be_fought(reading, may):
    game = meeting(0, marks_="frightened", frightened_contact=reading)

    assert legal(game, act("A", "melee", "G")) is may


@pytest.mark.clause("BUS-FRIGHTENED-4", "BUS-DEF-TRAIT-STEADFAST")
def test_the_steadfast_go_for_the_fearsome_even_frightened():
    game = meeting(3, who="calm", marks_="frightened")

    assert legal(game, act("A", "melee", "G"))
    events = play(game, act("A", "melee", "G")).events  # it fails the test without dice all the same
    assert any(event.why == ("BUS-DEF-TRAIT-STEADFAST",) for event in events)
    assert any(event.why == ("BUS-FRIGHTENED-5",) for event in events)


@pytest.mark.clause("BUS-FRIGHTENED-1", "BUS-FRIGHTENED-2", "BUS-FRIGHTENED-3")
def test_h_022_three_markers_take_one_die():
    game = position("model F man red 5,10 frightened frightened frightened")
    f = game.model("F")

    assert RULES.tally(game, f, MELEE_POOL, 4).value == 3
    assert RULES.tally(game, f, RANGED_POOL, 3).value == 2
    assert defensive(game, f)[0].why == ("BUS-FRIGHTENED-1",)


@pytest.mark.clause("BUS-FRIGHTENED-5", "BUS-FRIGHTENED-6")
@pytest.mark.parametrize(("reading", "number"), [("entry", 4), ("latest", 6)])
def test_h_023_the_frightened_fail_without_dice_and_keep_their_number(reading, number):
    game = meeting(6, who="six", whom="man", whom_marks="frightened fear_cn:4", frightened_number=reading)

    charged = asking(game, act("A", "charge", "G"))

    assert "Fear test" not in charged.question.what
    assert marks(charged.game, "G") == ["frightened"]
    assert charged.game.model("G").count("fear_cn") == number
    assert counters(charged.game, "G")["activations"] == 2


def retest(words, *given, who="man", **readings):
    game = position(f"model F {who} red 5,10 {words}", MORE, phase="end", **readings)
    return step(game, lambda game: recover(game, ModelId("F")), given=given).game


@pytest.mark.clause("BUS-FRIGHTENED-6", "BUS-FRIGHTENED-7")
def test_h_024_a_passed_test_of_the_end_phase_takes_all_markers():
    calm = retest("frightened frightened fear_cn:5", (5, 1))

    assert marks(calm, "F") == []
    assert counters(calm, "F") == {}


@pytest.mark.clause("BUS-FRIGHTENED-9")
def test_h_025_a_failed_one_leaves_them_and_the_number():
    still = retest("frightened frightened fear_cn:5", (4, 1))

    assert marks(still, "F") == ["frightened", "frightened"]
    assert counters(still, "F") == {"fear_cn": 5}


@pytest.mark.clause("BUS-FRIGHTENED-8", "BUS-DEF-RULING-FRIGHT-WITHOUT-TEST")
def test_h_026_without_a_failed_test_the_markers_just_go():
    assert marks(retest("frightened frightened"), "F") == []
    game = position("model F man red 5,10 frightened", phase="end")
    assert step(game, lambda game: recover(game, ModelId("F"))).events[0].why[0] == "BUS-FRIGHTENED-8"


@pytest.mark.clause("BUS-FRIGHTENED-6", "BUS-DEF-TRAIT-COURAGE", "BUS-DEF-TRAIT-DREAD", "BUS-DEF-TRAIT-TERROR")
def test_h_028_courage_counts_in_the_end_phase_dread_and_terror_do_not():
    assert marks(retest("frightened fear_cn:4", (3, 1), who="brave"), "F") == []


@pytest.mark.clause("BUS-FRIGHTENED-8", "BUS-FRIGHTENED-5")
@pytest.mark.parametrize(("reading", "number"), [("entry", 0), ("latest", 5)])
def test_h_029_an_automatic_failure_gives_no_number_to_somebody_frightened_by_an_effect(reading, number):
    game = position("model F man red 5,10 frightened", frightened_number=reading)

    failed = step(game, lambda game: frighten(game, ModelId("F"), 5)).game

    assert failed.model("F").count("fear_cn") == number


@pytest.mark.clause("BUS-FRIGHTENED-6")
def test_by_another_reading_each_marker_has_its_own_test():
    left = retest("frightened frightened fear_cn:5", (5, 1), (4, 1), frightened_retest="each_marker")

    assert marks(left, "F") == ["frightened"]
    assert counters(left, "F") == {"fear_cn": 5}


@pytest.mark.clause("BUS-FRIGHTENED-7")
def test_the_number_is_forgotten_with_the_last_marker_whatever_took_it():
    game = position("model F man red 5,10 frightened fear_cn:5")

    free = step(game, lambda game: gain(game, ModelId("F"), Marker("fearless"), "BUS-DEF-TRAIT-FEARLESS")).game

    assert marks(free, "F") == ["fearless"]
    assert counters(free, "F") == {}


@pytest.mark.clause("BUS-FRIGHTENED-5")
def test_in_the_end_phase_dice_are_really_thrown():
    game = position("model F man red 5,10 frightened fear_cn:4\nmodel G fearful blue 20,10", phase="end")

    def look(game):
        game, _ = yield from brave(game, ModelId("F"), ModelId("G"))
        return game

    assert step(game, look, given=[(4, 1)]).events


@pytest.mark.clause("BUS-FRIGHTENED-4")
def test_a_frightened_model_still_walks_and_runs():
    game = meeting(6, marks_="frightened")

    assert legal(game, move(game, "A", (7, 10)))
    assert "Frightened" in plan(game, act("A", "charge", "G")).objections[0].text
