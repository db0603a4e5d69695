"""Chapter: The Strategic Phase — endings, the rolls of the Bleeding and the Poisoned, and who comes round."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.commands import NextPhase
from engine.events import Lost, Noted, PhaseBegan, Rolled
from engine.game import Game
from engine.odds import Odds, odds
from tests.systems.eldfall.positions import SYSTEM, after, asking, counters, marks, plan, play, position

FRIENDS = "model F1 ref red 30,30\nmodel F2 ref red 33,33\nmodel E ref blue 5,30"


def blue_ends(states: str, profile: str = "ref", **readings: str) -> Game:
    """The End Phase of blue's turn; red's Strategic Phase comes next.  R holds these States."""
    return position(f"model R {profile} red 10,10 {states}\n{FRIENDS}", phase="end", active="blue", **readings)


@pytest.mark.clause("ELD-BLE-6", "ELD-BLE-7", "ELD-BLE-8")
def test_the_bleeding_roll_toughness_and_suffer_a_wound_when_it_fails() -> None:
    game = blue_ends("bleeding")

    assert counters(after(game, 13), "R") == {}
    assert marks(after(game, 13), "R") == ["bleeding"]
    assert counters(after(game, 14), "R") == {"wounds_lost": 1}
    assert marks(after(game, 14), "R") == ["bleeding"]


@pytest.mark.clause("ELD-BLE-6", "ELD-DEF-PHASE")
def test_a_roll_is_made_in_ones_own_strategic_phase_only() -> None:
    own = blue_ends("bleeding")
    others = position(f"model R ref red 10,10 bleeding\n{FRIENDS}", phase="end", active="red")

    assert asking(own, NextPhase()).question.model == "R"
    assert after(others).phase == "strategic"
    assert after(others).active == "blue"


@pytest.mark.clause("ELD-POI-2", "ELD-POI-3", "ELD-POI-5")
def test_the_poisoned_roll_at_minus_six() -> None:
    game = blue_ends("poisoned")

    assert counters(after(game, 7), "R") == {}
    assert counters(after(game, 8), "R") == {"wounds_lost": 1}
    assert marks(after(game, 8), "R") == ["poisoned"]


@pytest.mark.clause("ELD-POI-2", "ELD-WEA-2", "ELD-DEF-MOD")
def test_poisoned_and_weakened_the_six_goes_off_before_the_halving() -> None:
    game = blue_ends("poisoned weakened")

    assert counters(after(game, 4), "R") == {}
    assert counters(after(game, 5), "R") == {"wounds_lost": 1}


@pytest.mark.clause("ELD-WEA-4", "ELD-BLE-6", "ELD-DEF-OWN-ORDER")
def test_weakness_that_lasts_until_then_is_over_before_the_roll() -> None:
    game = blue_ends("weakened=1@poison_1 bleeding")

    assert marks(after(game, 13), "R") == ["bleeding"]
    assert counters(after(game, 13), "R") == {}
    assert counters(after(game, 14), "R") == {"wounds_lost": 1}


def test_by_the_other_order_it_still_halves_that_roll() -> None:
    game = blue_ends("weakened=1@poison_1 bleeding", strategic_order="rolls_first")

    assert marks(after(game, 7), "R") == ["bleeding"]
    assert counters(after(game, 7), "R") == {}
    assert counters(after(game, 8), "R") == {"wounds_lost": 1}


@pytest.mark.clause("ELD-WEA-4", "ELD-PAN-8", "ELD-DEF-OWN-ORDER")
def test_an_ending_cites_the_sentence_that_sets_it() -> None:
    events = play(blue_ends("weakened=1@poison panicked=1@friends slowed=1@mud"), NextPhase()).events
    lost = {event.status: event.why for event in events if isinstance(event, Lost)}

    assert lost == {
        "weakened": ("ELD-WEA-4", "ELD-DEF-OWN-ORDER"),
        "panicked": ("ELD-PAN-8", "ELD-DEF-OWN-ORDER"),
        "slowed": ("ELD-DEF-OWN-ORDER",),
    }


@pytest.mark.clause("ELD-INC-13", "ELD-BLE-6", "ELD-POI-2")
def test_whoever_the_first_roll_killed_makes_no_second() -> None:
    game = after(blue_ends("incapacitated crouched bleeding poisoned wounds_lost:2"), "bleeding", 14)

    assert "dead" in marks(game, "R")


@pytest.mark.clause("ELD-DEA-10", "ELD-INC-15")
def test_the_dead_stay_incapacitated_though_they_had_hp() -> None:
    assert marks(after(blue_ends("incapacitated@maul crouched dead")), "R") == ["incapacitated", "crouched", "dead"]


@pytest.mark.clause("ELD-WEA-5", "ELD-WEA-6", "ELD-GEN-3")
def test_a_second_cause_without_an_end_keeps_a_model_weakened() -> None:
    assert marks(after(blue_ends("weakened=1@poison_1 weakened@poison_2")), "R") == ["weakened"]
    assert marks(after(blue_ends("weakened=1@a weakened@b", state_sources="first")), "R") == []


@pytest.mark.clause("ELD-FAT-3")
def test_fatigue_is_over_as_the_phase_begins() -> None:
    assert marks(after(blue_ends("fatigued")), "R") == []


@pytest.mark.clause("ELD-FAT-3", "ELD-WEA-4", "ELD-PAN-8")
def test_what_lasts_until_ones_own_phase_lasts_through_the_others() -> None:
    game = position(
        f"model R ref red 10,10 fatigued weakened=1@poison_1 panicked=1@friendly_fire\n{FRIENDS}",
        phase="end", active="red",
    )  # fmt: skip
    game = after(game)

    assert game.active == "blue"
    assert marks(game, "R") == ["fatigued", "weakened 1", "panicked 1"]


@pytest.mark.clause("ELD-PAN-8", "ELD-PAN-10")
def test_panic_from_friendly_fire_ends_and_other_panic_does_not() -> None:
    assert marks(after(blue_ends("panicked=1@friendly_fire")), "R") == []
    assert marks(after(blue_ends("panicked@hymn")), "R") == ["panicked"]
    assert marks(after(blue_ends("panicked=1@friendly_fire panicked@hymn")), "R") == ["panicked"]


@pytest.mark.clause("ELD-CRI-6", "ELD-CON-6", "ELD-SLO-3", "ELD-BLI-7")
def test_no_phase_ends_what_only_abilities_end() -> None:
    lasting = "blinded confused crippled slowed immobilized shrouded"
    game = blue_ends(lasting)
    for _ in range(8):
        game = after(game)

    assert marks(game, "R") == lasting.split()


@pytest.mark.clause("ELD-INC-15", "ELD-INC-16")
def test_who_an_effect_struck_down_with_hp_left_comes_round_and_may_stand() -> None:
    game = blue_ends("incapacitated@maul crouched")

    assert marks(after(game, "stands"), "R") == []
    assert marks(after(game, "stays"), "R") == ["crouched"]


@pytest.mark.clause("ELD-INC-15")
def test_who_has_no_hp_stays_down() -> None:
    assert marks(after(blue_ends("incapacitated crouched wounds_lost:2")), "R") == ["incapacitated", "crouched"]


@pytest.mark.clause("ELD-INC-6", "ELD-BLE-6", "ELD-BLE-7", "ELD-INC-13", "ELD-INT-4", "ELD-DEA-10")
def test_an_incapacitated_model_still_bleeds_and_dies_of_it() -> None:
    game = after(blue_ends("incapacitated crouched bleeding wounds_lost:2"), 14)

    assert marks(game, "R") == ["incapacitated", "crouched", "bleeding", "dead"]


@pytest.mark.clause("ELD-INC-15", "ELD-INC-13", "ELD-DEF-OWN-ORDER")
def test_the_roll_comes_before_coming_round() -> None:
    for cause in ("incapacitated@maul", "incapacitated=1@maul"):
        game = blue_ends(f"{cause} crouched bleeding")

        assert "dead" in marks(after(game, 14), "R")
        assert marks(after(game, 13, "stays"), "R") == ["crouched", "bleeding"]


@pytest.mark.clause("ELD-INC-4", "ELD-INC-5", "ELD-INT-3", "ELD-DEF-WTM")
def test_two_failed_rolls_of_one_phase_kill_who_had_one_hp() -> None:
    """Bleeding takes the last HP, poison the life: outside a sequence each Wound lands at once."""
    game = after(blue_ends("bleeding poisoned wounds_lost:1"), "bleeding", 20, 20)

    assert marks(game, "R") == ["bleeding", "poisoned", "incapacitated", "crouched", "dead"]
    assert counters(game, "R") == {"wounds_lost": 2}


@pytest.mark.clause("ELD-DEF-WTM", "ELD-DEF-WND")
def test_by_the_other_reading_the_wounds_of_one_phase_fall_together() -> None:
    game = blue_ends("bleeding poisoned wounds_lost:1", wounds_outside="together")
    game = after(game, "bleeding", 20, 20)

    assert marks(game, "R") == ["bleeding", "poisoned", "incapacitated", "crouched"]
    assert counters(game, "R") == {"wounds_lost": 2}


@pytest.mark.clause("ELD-DEF-OWN-ORDER")
def test_the_player_of_a_bleeding_and_poisoned_model_chooses_which_roll_comes_first() -> None:
    waiting = asking(blue_ends("bleeding poisoned"), NextPhase())

    assert [option.id for option in waiting.question.options] == ["bleeding", "poisoned"]
    assert waiting.question.side == "red"
    assert asking(blue_ends("bleeding poisoned"), NextPhase(), "poisoned").question.need == "7 or less"
    assert asking(blue_ends("bleeding poisoned"), NextPhase(), "bleeding").question.need == "13 or less"


@pytest.mark.clause("ELD-DEA-7", "ELD-DEA-10")
def test_the_dead_roll_for_nothing_and_keep_what_they_had() -> None:
    game = after(blue_ends("dead bleeding poisoned wounds_lost:2"))

    assert marks(game, "R") == ["dead", "bleeding", "poisoned"]


@pytest.mark.clause("ELD-DEF-DIE")
def test_a_toughness_of_nought_fails_without_a_die() -> None:
    """(5 − 6) is 0 at the least; no die is thrown for it."""
    low = 'profile low "Low" base=32 height=1.7717 STA=2 SPD=5 AG=11 T=5 ARM=3 HP=2 M=12'
    game = position("model R low red 10,10 poisoned", FRIENDS, low, phase="end", active="blue")

    result = play(game, NextPhase())
    assert counters(result.game, "R") == {"wounds_lost": 1}
    told = [event.text for event in result.events if isinstance(event, Noted)]
    assert told == ["R: Toughness of R, who is Poisoned, against 0, fails without a die"]
    one = position("model R low red 10,10 poisoned", FRIENDS, low.replace("T=5", "T=7"), phase="end", active="blue")
    assert counters(after(one, 1), "R") == {}


@pytest.mark.clause("ELD-BLE-6")
def test_the_odds_of_a_bleeding_model() -> None:
    game = blue_ends("bleeding wounds_lost:1")
    found = odds(SYSTEM, game, NextPhase())

    assert isinstance(found, Odds)
    assert found.chance(lambda end: end.model("R").has("incapacitated")) == Fraction(7, 20)


def test_what_the_phase_will_do_is_said_before() -> None:
    game = blue_ends("poisoned weakened=1@poison_1 fatigued")

    assert plan(game, NextPhase()).notes == (
        "R is no longer Weakened.",
        "R is no longer Fatigued.",
        "R, Poisoned, needs 7 or less: Toughness 13 − 6 Poisoned = 7.",
    )
    assert plan(blue_ends("bleeding"), NextPhase()).notes == ("R, Bleeding, needs 13 or less: Toughness 13.",)
    assert plan(blue_ends("incapacitated@maul crouched"), NextPhase()).notes == ("R is no longer Incapacitated.",)
    assert plan(blue_ends("incapacitated crouched wounds_lost:2"), NextPhase()).notes == ()
    assert plan(blue_ends("dead bleeding incapacitated@maul"), NextPhase()).notes == ()
    assert plan(blue_ends("weakened=1@a weakened@b"), NextPhase()).notes == ()


def test_every_step_cites_where_it_comes_from() -> None:
    events = play(blue_ends("bleeding fatigued"), NextPhase(), 20).events

    assert [event for event in events if isinstance(event, Lost | Rolled | PhaseBegan) and not event.why] == []
