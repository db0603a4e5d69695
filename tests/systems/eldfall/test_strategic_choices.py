"""Chapter: The Strategic Phase — Stratagems, Regeneration, the recovery check: what a player may do in it."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from engine.game import Game, Model
from engine.odds import Odds, odds
from tests.systems.eldfall.positions import (
    SYSTEM,
    act,
    after,
    counters,
    done,
    legal,
    marks,
    play,
    position,
    refused,
    said,
)

HOLD, ONCE_MORE, MUD, OMEN = (
    f"stratagem:{name}" for name in ("hold_together", "once_more", "mud_and_misdirection", "evil_omen")
)
OTHERS = "model F ref red 14,10 panicked\nmodel Q ref red 20,10\nmodel E ref blue 10,30\nmodel E2 ref blue 14,30"


def red_strategic(states: str = "", profile: str = "leader", active: str = "red", **readings: str) -> Game:
    return position(f"model L {profile} red 10,10 {states}\n{OTHERS}", phase="strategic", active=active, **readings)


@pytest.mark.clause("ELD-DEF-LEAD")
def test_a_leader_uses_one_stratagem_in_his_strategic_phase() -> None:
    game = done(red_strategic(), act("L", HOLD, "F"))

    assert marks(game, "F") == []
    assert said(game, act("L", ONCE_MORE, "F")) == "L has used a Stratagem in this phase already."
    assert "L uses Stratagems in the Strategic Phase of its own player." in said(
        red_strategic(active="blue"), act("L", HOLD, "F")
    )


@pytest.mark.clause("ELD-DEF-LEAD", "ELD-DEF-PHASE")
def test_in_the_next_turn_he_may_again() -> None:
    game = done(red_strategic(), act("L", HOLD, "F"))
    for _ in range(8):
        game = after(game)

    assert (game.active, game.phase) == ("red", "strategic")
    assert legal(game, act("L", ONCE_MORE, "F"))


@pytest.mark.clause("ELD-INC-12", "ELD-DEF-LEAD", "ELD-DEA-6")
def test_a_fallen_leader_uses_none_and_one_who_is_up_again_does() -> None:
    game = red_strategic("incapacitated crouched wounds_lost:2")

    assert "ELD-INC-12" in refused(game, act("L", HOLD, "F"))
    assert "ELD-DEA-6" in refused(red_strategic("dead"), act("L", HOLD, "F"))
    assert legal(red_strategic("crouched wounds_lost:1"), act("L", HOLD, "F"))


@pytest.mark.clause("ELD-DEF-LEAD")
def test_only_a_leader_commands() -> None:
    game = red_strategic(profile="ref")

    assert said(game, act("L", HOLD, "F")) == "Only a Leader uses Stratagems; L is none."
    assert not [o for o in SYSTEM.offers(game, game.model("L")) if o.command.action.startswith("stratagem")]


@pytest.mark.clause("ELD-DEF-LEAD")
def test_a_stratagem_is_for_friends_or_for_enemies() -> None:
    game = red_strategic()

    assert said(game, act("L", HOLD, "Q")) == "Q is not Panicked."
    assert said(game, act("L", MUD, "F")) == "Mud and misdirection is used on an enemy."
    assert said(game, act("L", ONCE_MORE, "E")) == "Once more is used on a friend."
    assert not legal(game, act("L", HOLD))


@pytest.mark.clause("ELD-DEF-LEAD", "ELD-DEF-UPK")
def test_one_point_more_in_the_coming_upkeep_phase() -> None:
    game = done(red_strategic(), act("L", ONCE_MORE, "Q"))
    assert SYSTEM.upkeep(game)[-1] == "Q is given 3 Activation Points: Stamina 2 + 1 Stratagem = 3."
    game = after(game)

    assert (counters(game, "Q"), counters(game, "L")) == ({"ap": 3}, {"ap": 2})


@pytest.mark.clause("ELD-SLO-1", "ELD-DEF-LEAD")
def test_an_enemy_resists_with_a_roll_and_is_slowed_until_his_next_phase() -> None:
    game = red_strategic()

    assert marks(done(game, act("L", MUD, "E"), 9), "E") == []
    game = done(game, act("L", MUD, "E"), 10)
    assert marks(game, "E") == ["slowed 1"]
    for _ in range(4):
        game = after(game)
    assert (game.active, marks(game, "E")) == ("blue", [])


@pytest.mark.clause("ELD-PAN-9")
def test_a_stratagem_may_cause_panic() -> None:
    game = red_strategic()
    found = odds(SYSTEM, game, act("L", OMEN, "E"))

    assert marks(done(game, act("L", OMEN, "E"), 13), "E") == ["panicked 1"]
    assert isinstance(found, Odds)
    assert found.chance(lambda end: end.model("E").has("panicked")) == Fraction(8, 20)


# ---------------------------------------------------------------- Regeneration


@pytest.mark.clause("ELD-DEF-REG", "ELD-BLE-8", "ELD-WEA-6", "ELD-CRI-6")
def test_regeneration_gives_a_hp_and_ends_three_states() -> None:
    game = red_strategic("bleeding weakened crippled slowed poisoned wounds_lost:1", "mender")
    game = done(game, act("L", "regenerate"))

    assert marks(game, "L") == ["slowed", "poisoned"]
    assert "wounds_lost" not in counters(game, "L")
    assert "L has done that in this phase already." in said(game, act("L", "regenerate"))


@pytest.mark.clause("ELD-DEF-REG")
def test_each_level_is_one_hp() -> None:
    stats = "STA=2 SPD=5 AG=11 T=13 HP=5 M=12 Regeneration=2 traits=regeneration"
    troll = f'profile troll "Troll" base=32 height=1.7717 {stats}'
    game = position("model L troll red 10,10 wounds_lost:3", troll, phase="strategic")

    assert counters(done(game, act("L", "regenerate")), "L")["wounds_lost"] == 1


@pytest.mark.clause("ELD-DEF-REG", "ELD-INC-9", "ELD-DEA-6")
def test_the_fallen_do_not_regenerate() -> None:
    assert "ELD-INC-9" in refused(
        red_strategic("incapacitated crouched wounds_lost:2", "mender"), act("L", "regenerate")
    )
    assert "ELD-DEA-6" in refused(red_strategic("dead wounds_lost:2", "mender"), act("L", "regenerate"))


@pytest.mark.clause("ELD-DEF-REG")
def test_regeneration_is_for_ones_own_phase_and_for_what_is_there() -> None:
    assert "Strategic Phase of its own player" in said(
        red_strategic("bleeding", "mender", active="blue"), act("L", "regenerate")
    )
    assert said(red_strategic("", "mender"), act("L", "regenerate")) == "L has nothing to regenerate."
    assert said(red_strategic("bleeding", "ref"), act("L", "regenerate")) == "L does not regenerate."


@pytest.mark.clause("ELD-DEF-REG", "ELD-DEF-PHASE")
def test_next_turn_it_regenerates_again() -> None:
    game = done(red_strategic("wounds_lost:1", "mender"), act("L", "regenerate"))
    for _ in range(8):
        game = after(game)
    game = game.with_model(_hurt(game))

    assert legal(game, act("L", "regenerate"))


def _hurt(game: Game) -> Model:
    return replace(game.model("L"), counters=(("wounds_lost", 1),))


# ---------------------------------------------------------------- the recovery check


@pytest.mark.clause("ELD-DEF-REC", "ELD-INC-14", "ELD-INC-16")
def test_by_the_optional_rule_the_incapacitated_may_roll_to_recover() -> None:
    down = "incapacitated crouched wounds_lost:2"
    game = red_strategic(down, recovery_check="on")
    up = done(game, act("L", "recover"), 13, "stands")

    assert (marks(up, "L"), counters(up, "L")["wounds_lost"]) == (["weakened"], 1)
    failed = done(game, act("L", "recover"), 14)
    assert marks(failed, "L") == ["incapacitated", "crouched"]
    assert not legal(failed, act("L", "recover"))


@pytest.mark.clause("ELD-DEF-REC")
def test_without_that_rule_they_wait_for_help() -> None:
    game = red_strategic("incapacitated crouched wounds_lost:2")

    assert said(game, act("L", "recover")) == "Nobody recovers by itself in this battle."
    assert "L is not Incapacitated." in said(red_strategic(recovery_check="on"), act("L", "recover"))


def test_what_each_says_before_it_is_done() -> None:
    game = red_strategic("bleeding wounds_lost:1", "mender")
    offer = next(o for o in SYSTEM.offers(game, game.model("L")) if o.command.action == "regenerate")

    assert offer.plan.notes == ("1 HP back.", "No longer Bleeding.")
    assert play(game, offer.command).plan.label == "Regenerate"
