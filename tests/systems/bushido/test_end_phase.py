"""Chapter: The end phase.  Fire, bleeding and poison burn down; what wears off; the turn over."""

from __future__ import annotations

import pytest

from engine.commands import NextPhase
from engine.events import Counted, Lost, Noted, Removed
from engine.game import ModelId
from engine.systems.bushido.wounds import heal, suffer, wounds_left
from tests.systems.bushido.positions import SYSTEM, after, counters, marks, play, position, refused, step

FOE = "model E man blue 30,30"


def ended(line: str, *given, **readings: str):
    return after(position(f"model A {line}\n{FOE}", phase="end", **readings), *given)


def lost(game) -> int:
    return game.model("A").count("wounds_lost")


# ---------------------------------------------------------------- fire, poison, bleeding

FOUR = {name: f"{name}=3 {name}=2 {name}=2 {name}=1" for name in ("fire", "poison", "bleed")}


@pytest.mark.clause("BUS-ONFIRE-2", "BUS-ONFIRE-3", "BUS-ONFIRE-5")
def test_of_four_fire_markers_the_two_highest_burn():
    game = ended(f"oni red 5,5 {FOUR['fire']}")

    assert (lost(game), marks(game, "A")) == (5, ["fire 2", "fire 1"])


@pytest.mark.clause("BUS-ONFIRE-4")
def test_fire_asks_no_toughness():
    game = ended("tough red 5,5 fire=2 fire=1 fire=2")

    assert (lost(game), marks(game, "A")) == (2, ["fire 1", "fire 2"])


@pytest.mark.clause("BUS-POISONED-2", "BUS-POISONED-3", "BUS-POISONED-4")
def test_toughness_counts_against_each_poison_marker():
    game = ended(f"tough red 5,5 {FOUR['poison']}")

    assert (lost(game), marks(game, "A")) == (3, ["poison 2", "poison 1"])


@pytest.mark.clause("BUS-POISONED-3")
def test_by_the_other_reading_it_counts_once_against_their_sum():
    assert lost(ended(f"tough red 5,5 {FOUR['poison']}", tough_each="sum")) == 4


@pytest.mark.clause("BUS-BLEEDING-2", "BUS-BLEEDING-3", "BUS-BLEEDING-4")
def test_bleeding_goes_the_same_way():
    game = ended(f"tough red 5,5 {FOUR['bleed']}")

    assert (lost(game), marks(game, "A")) == (3, ["bleed 2", "bleed 1"])


@pytest.mark.clause("BUS-POISONED-2", "BUS-POISONED-3", "BUS-POISONED-4")
def test_a_wound_that_toughness_takes_still_costs_its_marker():
    game = ended("tough red 5,5 poison=1 poison=1 poison=1 poison=1")

    assert (lost(game), marks(game, "A")) == (0, ["poison 1", "poison 1"])


@pytest.mark.clause("BUS-ONFIRE-4", "BUS-DEF-TRAIT-TOUGH")
def test_the_frail_take_one_more_of_poison_but_not_of_fire():
    assert lost(ended("frail red 5,5 poison=2 poison=1 poison=1")) == 3
    assert lost(ended("frail red 5,5 fire=2 fire=1 fire=1")) == 2


@pytest.mark.clause("BUS-DEF-TRAIT-DURABLE")
def test_the_durable_take_one_wound_at_most_from_each_source():
    assert lost(ended(f"durable red 5,5 {FOUR['fire']}")) == 2


@pytest.mark.clause("BUS-ONFIRE-3", "BUS-DEF-10")
def test_the_marker_that_kills_is_the_last_one():
    result = play(position(f"model A man red 5,5 wounds_lost:2 {FOUR['fire']}\n{FOE}", phase="end"), NextPhase())

    taken = [event.value for event in result.events if isinstance(event, Lost)]
    assert taken == [3]
    assert [event.reason for event in result.events if isinstance(event, Removed)] == ["killed"]
    assert result.game.model("A").markers == ()


@pytest.mark.clause("BUS-ONFIRE-5")
def test_by_the_other_reading_every_marker_goes_before_the_wounds_count():
    game = position(
        f"model A man red 5,5 wounds_lost:2 {FOUR['fire']}\n{FOE}", phase="end", death_while_burning="goes_on"
    )

    taken = [event.value for event in play(game, NextPhase()).events if isinstance(event, Lost)]

    assert taken == [3, 2]


@pytest.mark.clause("BUS-ONFIRE-2", "BUS-POISONED-2", "BUS-BLEEDING-2")
def test_fire_then_bleeding_then_poison():
    for profile, wounds in (("oni", 5), ("tough", 3)):
        game = position(
            f"model A {profile} red 5,5 fire=2 fire=1 poison=2 poison=2 poison=1 bleed=1\n{FOE}", phase="end"
        )
        result = play(game, NextPhase())

        assert marks(result.game, "A") == ["fire 1", "poison 2", "poison 1"]
        assert [event.status for event in result.events if isinstance(event, Lost)] == ["fire", "bleed", "poison"]
        assert lost(result.game) == wounds


@pytest.mark.clause("BUS-ONFIRE-1", "BUS-POISONED-1", "BUS-BLEEDING-1")
def test_one_marker_of_each_and_then_none():
    game = position(f"model A man red 5,5 fire=1 poison=1 bleed=1\n{FOE}", phase="end")
    titles = [SYSTEM.rules.statuses[marker.status].title for marker in game.model("A").markers]
    assert titles == ["On fire", "Poisoned", "Bleeding"]

    game = after(game)

    assert (marks(game, "A"), wounds_left(game.model("A"))) == ([], 2)


@pytest.mark.clause("BUS-ONFIRE-3", "BUS-ONFIRE-4")
def test_every_wound_of_fire_says_by_which_clause():
    result = play(position(f"model A tough red 5,5 fire=1\n{FOE}", phase="end"), NextPhase())

    wounds = [event.why for event in result.events if isinstance(event, Counted) and event.name == "wounds_lost"]
    assert wounds == [("BUS-ONFIRE-3", "BUS-ONFIRE-4")]


@pytest.mark.clause("BUS-DEF-TRAIT-TOUGH")
def test_a_wound_that_toughness_took_is_said():
    result = play(position(f"model A tough red 5,5 poison=1\n{FOE}", phase="end"), NextPhase())

    assert [event.text for event in result.events if isinstance(event, Noted)] == ["A takes no wound from poison"]


@pytest.mark.clause("BUS-BLEEDING-5", "BUS-DEF-TRAIT-REGENERATE")
def test_whoever_regenerates_stops_bleeding_before_it_wounds():
    game = ended("mending red 5,5 bleed=2 bleed=2 wounds_lost:2")

    assert (lost(game), marks(game, "A")) == (1, [])


@pytest.mark.clause("BUS-BLEEDING-5")
def test_healing_nothing_does_not_stop_bleeding_but_by_the_other_reading():
    def healed(line: str, **readings: str):
        game = position(f"model A man red 5,5 {line}\n{FOE}", **readings)
        return marks(step(game, lambda game: heal(game, ModelId("A"), 2, "BUS-DEF-TRAIT-HEAL")).game, "A")

    assert healed("bleed=2 bleed=2") == ["bleed 2", "bleed 2"]
    assert healed("bleed=2 bleed=2 wounds_lost:1") == []
    assert healed("bleed=2 bleed=2", bleed_healed="any_attempt") == []


# ---------------------------------------------------------------- what wears off


@pytest.mark.clause("BUS-STUNNED-3", "BUS-BLIND-5", "BUS-BERSERK-9")
def test_one_stun_goes_but_all_blindness_and_all_rage():
    game = ended("man red 5,5 stunned stunned stunned blind blind berserk berserk impetuous")

    assert marks(game, "A") == ["stunned", "stunned", "impetuous"]


@pytest.mark.clause("BUS-BERSERK-9")
def test_also_the_rage_of_a_controlled_model_is_over():
    game = position("model A man blue 5,5 berserk control owner@red\nmodel R man red 20,20", phase="end")

    assert marks(after(game), "A") == ["control", "owner"]


@pytest.mark.clause("BUS-IMPETUOUS-3")
def test_impetuous_markers_stay_but_by_the_other_reading():
    assert marks(ended("man red 5,5 impetuous"), "A") == ["impetuous"]
    assert marks(ended("man red 5,5 impetuous", impetuous_lasts="end_phase"), "A") == []


@pytest.mark.clause("BUS-STUNNED-3", "BUS-DEF-06")
def test_by_the_other_reading_states_wear_off_after_the_burning():
    def order(**readings: str):
        game = position(f"model A man red 5,5 stunned fire=1\n{FOE}", phase="end", **readings)
        return [event.status for event in play(game, NextPhase()).events if isinstance(event, Lost)]

    assert order() == ["stunned", "fire"]
    assert order(end_phase_order="third_step") == ["fire", "stunned"]


@pytest.mark.clause("BUS-PRONE-9", "BUS-RELOADING-1")
def test_what_names_no_end_stays():
    stays = "prone held@E immobilised reload disguise=5 death_sentence disease spirit_block"
    game = position(f"model A man red 5,5 {stays}\nmodel E man blue 6.1811,5", phase="end")

    assert marks(after(game), "A") == marks(game, "A")


# ---------------------------------------------------------------- the turn is over


@pytest.mark.clause("BUS-DEF-06")
def test_the_next_turn_begins_without_tokens_and_counters_of_this_one():
    game = position(
        f"model A man red 5,5 ran:1 shots:2 activations:1 ki:3\n{FOE}",
        "side red passes:2",
        "side blue",
        phase="end",
        turn=2,
    )

    game = after(game)

    assert (game.round, game.phase, game.side("red").count("passes")) == (3, "start", 0)
    assert counters(game, "A") == {"ki": 3}


@pytest.mark.clause("BUS-DEF-06")
def test_a_game_of_variable_length_ends_with_its_last_turn():
    def last(turn: int):
        game = position(
            f"model A man red 5,5\n{FOE}",
            "side red score:2",
            "side blue score:1",
            phase="end",
            turn=turn,
            game_length="variable",
        )
        return after(game)

    assert last(6).outcome == ""
    assert last(7).outcome == "red wins, 2 to 1"
    assert refused(last(7), NextPhase()) == ("BUS-DEF-06",)


@pytest.mark.clause("BUS-DEF-06", "BUS-DEF-10")
def test_a_side_with_nobody_left_has_lost():
    game = ended("man red 5,5 fire=5")

    assert game.outcome == "Red has nobody left"
    assert refused(game, NextPhase()) == ("BUS-DEF-06",)


@pytest.mark.clause("BUS-ONFIRE-2", "BUS-STUNNED-3", "BUS-BLEEDING-2", "BUS-BLIND-5")
def test_the_end_phase_says_what_it_will_do():
    game = position(
        f"model A man red 5,5 {FOUR['fire']}\nmodel C tough red 9,5 poison=1 bleed=3 bleed=1 bleed=1\n"
        f"model D mending red 13,5 stunned stunned blind wounds_lost:3\n{FOE} berserk",
        phase="end",
    )

    assert SYSTEM.upkeep(game) == (
        "A burns: 5 wounds, which kills it; 2 markers stay.",
        "C bleeds: 2 wounds of 5 left; 2 markers stay.",
        "C is poisoned: no wound; no marker stays.",
        "D loses one Stunned marker, 1 marker stays.",
        "D is no longer Blind.",
        "D heals 1.",
        "E is no longer Berserk.",
    )


def test_before_the_end_phase_it_is_announced():
    game = position(f"model A man red 5,5 fire=2\n{FOE}")

    assert SYSTEM.plan(game, NextPhase()).notes == ("In the end phase: A burns: 2 wounds of 5 left; no marker stays.",)


@pytest.mark.clause("BUS-DEF-10")
def test_a_profile_without_a_wound_track_has_one_wound():
    game = position('profile x "X" base=30 MP=1 Ki=1\nmodel A x red 5,5\nmodel B man red 9,9')

    assert SYSTEM.wounds is not None
    assert SYSTEM.wounds(game, game.model("A")) == (1, 1)
    dead = step(game, lambda game: suffer(game, ModelId("A"), 1, "BUS-DEF-30")).game
    assert not dead.model("A").on_table


@pytest.mark.clause("BUS-DEF-10")
def test_wounds_beyond_the_last_are_not_counted():
    game = position(f"model A man red 5,5\n{FOE}\nmodel B man red 9,9")
    dead = step(game, lambda game: suffer(game, ModelId("A"), 9, "BUS-DEF-30")).game.model("A")

    assert (dead.count("wounds_lost"), dead.removed_as, dead.place) == (5, "killed", "removed")


def test_nobody_off_the_table_suffers():
    game = position(f"model A man red place=reserve\n{FOE}\nmodel B man red 9,9")

    assert step(game, lambda game: suffer(game, ModelId("A"), 2, "BUS-DEF-30")).events == ()
    assert step(game, lambda game: suffer(game, ModelId("B"), 0, "BUS-DEF-30")).events == ()
