"""States: Incapacitated and Dead — going down, staying down, getting up, and not getting up."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.ask import Steps
from engine.events import Gained, Lost
from engine.game import Game, Marker, ModelId
from engine.systems.eldfall import wounds
from engine.systems.eldfall.alive import alive
from engine.systems.eldfall.conditions import RULES
from engine.systems.eldfall.incapacitated import recover
from engine.systems.eldfall.questions import (
    ACTIVATE,
    BE_HIT,
    BE_TARGET,
    BECOME_ENGAGED,
    CAUSE_ENGAGED,
    COMMAND,
    COUNT,
    CROUCH,
    DECLARE,
    DODGE_MOVE,
    FLY,
    MOVE,
    REACT,
    RECEIVE_AP,
    REGAIN_HP,
    STAND_IN_THE_WAY,
    USE,
)
from engine.systems.eldfall.traits import has
from tests.systems.eldfall.positions import Given, after, by_hand, counters, done, marks, position, step

R = ModelId("R")
FRIENDS = "model F1 ref red 30,30\nmodel F2 ref red 33,33"


def game_with(states: str = "", profile: str = "ref", **readings: str) -> Game:
    return position(f"model R {profile} red 10,10 {states}\n{FRIENDS}", **readings)


def suffering(game: Game, number: int = 1, given: tuple[Given, ...] = ()) -> Game:
    def hurt(game: Game) -> Steps[Game]:
        return (yield from wounds.suffer(game, R, number, "ELD-DEF-WND"))

    return step(game, hurt, given=given).game


def gaining(game: Game, marker: Marker) -> Game:
    return done(game, by_hand(Gained(model=R, marker=marker)))


@pytest.mark.clause("ELD-INC-4", "ELD-INC-5", "ELD-INT-3", "ELD-DEF-WND")
def test_at_no_hp_a_model_is_incapacitated_and_crouched_in_the_same_instant() -> None:
    once = suffering(game_with())
    twice = suffering(once)

    assert (marks(once, "R"), counters(once, "R")) == ([], {"wounds_lost": 1})
    assert (marks(twice, "R"), counters(twice, "R")) == (["incapacitated", "crouched"], {"wounds_lost": 2})


@pytest.mark.clause("ELD-INC-6", "ELD-INC-5")
def test_it_keeps_every_other_state_and_is_not_crouched_twice() -> None:
    game = suffering(game_with("bleeding crouched slowed wounds_lost:1"))

    assert marks(game, "R") == ["bleeding", "crouched", "slowed", "incapacitated"]


@pytest.mark.clause("ELD-INC-13", "ELD-INT-4", "ELD-DEA-10", "ELD-INC-6")
def test_another_wound_and_it_is_dead_with_all_its_states() -> None:
    game = suffering(game_with("slowed incapacitated crouched wounds_lost:2"))

    assert marks(game, "R") == ["slowed", "incapacitated", "crouched", "dead"]


@pytest.mark.clause("ELD-INC-13", "ELD-INC-15")
def test_an_effect_laid_it_low_and_a_wound_kills_it_though_it_had_hp() -> None:
    assert "dead" in marks(suffering(game_with("incapacitated@maul crouched")), "R")


@pytest.mark.clause("ELD-DEA-10", "ELD-INC-15")
def test_the_next_strategic_phase_does_not_raise_the_dead_who_had_hp_left() -> None:
    lies = suffering(position(f"model R ref red 10,10 incapacitated@maul crouched\n{FRIENDS}\nmodel E ref blue 3,3"))
    game = after(replace(lies, phase="end", active="blue"))

    assert (game.phase, game.active) == ("strategic", "red")
    assert sorted(marks(game, "R")) == ["crouched", "dead", "incapacitated"]


@pytest.mark.clause("ELD-INC-5", "ELD-GEN-1")
def test_a_state_laid_by_hand_brings_what_it_brings() -> None:
    assert marks(gaining(game_with(), Marker("incapacitated")), "R") == ["incapacitated", "crouched"]


@pytest.mark.clause("ELD-INC-8", "ELD-INC-7")
def test_points_it_had_stay_on_it() -> None:
    game = suffering(game_with("ap:1 wounds_lost:1"))

    assert counters(game, "R") == {"ap": 1, "wounds_lost": 2}


@pytest.mark.clause("ELD-INC-14", "ELD-INC-16")
def test_with_a_hp_back_it_is_up_and_may_stand() -> None:
    def mended(game: Game) -> Steps[Game]:
        return (yield from wounds.heal(game, R, 1, "ELD-DEF-ACT-ASSIST"))

    down = game_with("incapacitated crouched slowed wounds_lost:2 ap:1")
    up = step(down, mended, given=["stands"]).game
    low = step(down, mended, given=["stays"]).game

    assert (marks(up, "R"), counters(up, "R")) == (["slowed"], {"ap": 1, "wounds_lost": 1})
    assert marks(low, "R") == ["crouched", "slowed"]


@pytest.mark.clause("ELD-INC-14")
def test_it_is_up_whatever_brought_it_down() -> None:
    def up(game: Game) -> Steps[Game]:
        return (yield from recover(game, R, "ELD-INC-14"))

    game = step(game_with("incapacitated incapacitated@maul crouched"), up, given=["stays"]).game

    assert marks(game, "R") == ["crouched"]


@pytest.mark.clause("ELD-INC-16")
def test_nobody_is_asked_to_stand_who_does_not_crouch_or_is_dead() -> None:
    gone = by_hand(Lost(model=R, status="incapacitated"))

    assert marks(done(game_with("incapacitated"), gone), "R") == []
    assert marks(done(game_with("incapacitated crouched dead"), gone), "R") == ["crouched", "dead"]


@pytest.mark.parametrize(
    ("state", "permission", "thing", "clause"),
    [
        pytest.param("incapacitated", ACTIVATE, "", "ELD-INC-1", marks=pytest.mark.clause("ELD-INC-1")),
        pytest.param("incapacitated", REACT, "", "ELD-INC-2", marks=pytest.mark.clause("ELD-INC-2")),
        pytest.param("incapacitated", MOVE, "idle", "ELD-INC-3", marks=pytest.mark.clause("ELD-INC-3")),
        pytest.param("incapacitated", DECLARE, "nothing", "ELD-INC-3", marks=pytest.mark.clause("ELD-INC-3")),
        pytest.param("incapacitated", RECEIVE_AP, "effect", "ELD-INC-7", marks=pytest.mark.clause("ELD-INC-7")),
        pytest.param("incapacitated", USE, "", "ELD-INC-9", marks=pytest.mark.clause("ELD-INC-9")),
        pytest.param("incapacitated", COMMAND, "", "ELD-INC-12", marks=pytest.mark.clause("ELD-INC-12")),
        pytest.param("incapacitated", CAUSE_ENGAGED, "", "ELD-ENG-14", marks=pytest.mark.clause("ELD-ENG-14")),
        pytest.param("incapacitated", BECOME_ENGAGED, "", "ELD-INC-10", marks=pytest.mark.clause("ELD-INC-10")),
        pytest.param("incapacitated", DODGE_MOVE, "", "ELD-INC-3", marks=pytest.mark.clause("ELD-INC-3")),
        pytest.param("incapacitated", CROUCH, "leave", "ELD-INC-3", marks=pytest.mark.clause("ELD-INC-3")),
        pytest.param("incapacitated", FLY, "enter", "ELD-INC-3", marks=pytest.mark.clause("ELD-INC-3")),
        pytest.param("dead", CAUSE_ENGAGED, "", "ELD-ENG-14", marks=pytest.mark.clause("ELD-ENG-14")),
        pytest.param("dead", BECOME_ENGAGED, "", "ELD-DEA-7", marks=pytest.mark.clause("ELD-DEA-7")),
        pytest.param("dead", BE_TARGET, "attack_melee", "ELD-DEA-7", marks=pytest.mark.clause("ELD-DEA-7")),
        pytest.param("dead", BE_HIT, "", "ELD-DEA-7", marks=pytest.mark.clause("ELD-DEA-7")),
        pytest.param("dead", COMMAND, "", "ELD-DEA-6", marks=pytest.mark.clause("ELD-DEA-6")),
        pytest.param("dead", ACTIVATE, "", "ELD-DEA-1", marks=pytest.mark.clause("ELD-DEA-1")),
        pytest.param("dead", REACT, "", "ELD-DEA-2", marks=pytest.mark.clause("ELD-DEA-2")),
        pytest.param("dead", MOVE, "walk", "ELD-DEA-3", marks=pytest.mark.clause("ELD-DEA-3")),
        pytest.param("dead", DECLARE, "dodge", "ELD-DEA-3", marks=pytest.mark.clause("ELD-DEA-3")),
        pytest.param("dead", RECEIVE_AP, "upkeep", "ELD-DEA-4", marks=pytest.mark.clause("ELD-DEA-4")),
        pytest.param("dead", USE, "", "ELD-DEA-6", marks=pytest.mark.clause("ELD-DEA-6")),
        pytest.param("dead", REGAIN_HP, "", "ELD-DEA-11", marks=pytest.mark.clause("ELD-DEA-11")),
    ],
)
def test_what_the_fallen_may_not(state: str, permission: object, thing: str, clause: str) -> None:
    game = game_with(state)
    objections = RULES.ruling(game, game.model("R"), permission, thing).objections  # type: ignore[arg-type]

    assert clause in {why for objection in objections for why in objection.why}


@pytest.mark.clause("ELD-INC-3", "ELD-INC-9", "ELD-DEA-6")
def test_the_fallen_use_no_trait() -> None:
    assert has(game_with("", "mender").model("R"), "regeneration")
    assert not has(game_with("incapacitated", "mender").model("R"), "regeneration")
    assert not has(game_with("dead", "mender").model("R"), "regeneration")


@pytest.mark.clause("ELD-INC-10", "ELD-DEA-7", "ELD-DEF-ALIVE")
@pytest.mark.parametrize(
    ("state", "counts"), [("", True), ("crouched", True), ("incapacitated", False), ("dead", False)]
)
def test_the_fallen_do_not_count(state: str, counts: bool) -> None:
    game = game_with(state)
    model = game.model("R")

    assert RULES.counts_for(game, model, COUNT).granted is counts
    assert alive(model) is counts


@pytest.mark.clause("ELD-DEA-8")
def test_only_the_dead_are_in_nobodys_way() -> None:
    for state, in_the_way in (("", True), ("incapacitated", True), ("dead", False)):
        game = game_with(state)

        assert RULES.counts_for(game, game.model("R"), STAND_IN_THE_WAY).granted is in_the_way


@pytest.mark.clause("ELD-DEA-11", "ELD-DEA-12")
def test_ordinary_healing_does_nothing_for_the_dead_and_what_names_them_does() -> None:
    def mended(revives: bool) -> object:
        def body(game: Game) -> Steps[Game]:
            return (yield from wounds.heal(game, R, 1, "ELD-DEF-ACT-ASSIST", revives=revives))

        return body

    fallen = game_with("incapacitated crouched dead wounds_lost:2")
    ordinary = step(fallen, mended(False)).game  # type: ignore[arg-type]
    revived = step(fallen, mended(True), given=["stays"]).game  # type: ignore[arg-type]

    assert (marks(ordinary, "R"), counters(ordinary, "R")) == (marks(fallen, "R"), {"wounds_lost": 2})
    assert (marks(revived, "R"), counters(revived, "R")) == (["crouched"], {"wounds_lost": 1})


@pytest.mark.clause("ELD-DEA-12")
def test_no_phase_ends_death() -> None:
    game = position(f"model R ref red 10,10 dead\n{FRIENDS}\nmodel E ref blue 5,30", phase="strategic")
    for _ in range(8):
        game = after(game)

    assert marks(game, "R") == ["dead"]


def test_by_the_other_reading_the_dead_may_be_aimed_at() -> None:
    game = game_with("dead", dead_targets="yes")

    assert RULES.ruling(game, game.model("R"), BE_TARGET, "attack_melee").granted
    assert RULES.ruling(game, game.model("R"), BE_HIT).granted


@pytest.mark.clause("ELD-GEN-3", "ELD-INC-16")
def test_while_another_cause_keeps_it_down_nobody_is_asked() -> None:
    gone = by_hand(Lost(model=R, status="incapacitated", source="maul"))

    assert marks(done(game_with("incapacitated@maul incapacitated crouched"), gone), "R") == [
        "incapacitated",
        "crouched",
    ]
