"""Chapter: The main phase by turns.  Who acts, who passes, and when it is over."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.commands import Deploy, NextPhase, Turn
from engine.events import Removed
from engine.game import ModelId
from tests.systems.bushido.positions import (
    SYSTEM,
    after,
    by_hand,
    counters,
    done,
    legal,
    marks,
    plan,
    position,
    refused,
    said,
)

TWO = "model A man red 5,5 activations:{}\nmodel B man blue 25,25 activations:{}"


def turn(model: str, facing: float = 90.0) -> Turn:
    """The smallest action there is: a walk of no inches."""
    return Turn(model=ModelId(model), facing=facing)


@pytest.mark.clause("BUS-DEF-05", "BUS-DEF-02")
def test_the_sides_act_by_turns_and_the_last_one_goes_on_alone():
    game = position(TWO.format(1, 2))
    seen = []
    for model in "ABB":
        game = done(game, turn(model))
        seen.append((game.active, counters(game, model).get("activations", 0)))

    assert seen == [("blue", 0), ("blue", 1), ("blue", 0)]
    assert plan(game, NextPhase()).label == "End phase"
    assert after(game).phase == "end"


@pytest.mark.clause("BUS-DEF-05")
def test_only_the_side_whose_turn_it_is_acts():
    game = position(TWO.format(2, 2))

    assert refused(game, turn("B")) == ("BUS-DEF-05",)
    assert said(game, turn("B")) == "Red acts now; B has to wait for its own side's turn to act."


@pytest.mark.clause("BUS-DEF-02")
def test_the_exhausted_do_not_act():
    assert refused(position(TWO.format(0, 2)), turn("A")) == ("BUS-DEF-02",)


@pytest.mark.clause("BUS-DEF-05")
def test_nobody_acts_outside_the_main_phase():
    assert refused(position(TWO.format(2, 2), phase="end"), turn("A")) == ("BUS-DEF-05",)


@pytest.mark.clause("BUS-DEF-05", "BUS-DEF-ACTION-PASS")
def test_whoever_can_act_must_or_spends_a_pass_token():
    game = position(TWO.format(2, 2))
    assert refused(game, NextPhase()) == ("BUS-DEF-05", "BUS-DEF-ACTION-PASS")
    assert said(game, NextPhase()) == "Red still has to act with A, and has no Pass Token to spend instead."
    assert plan(game, NextPhase()).label == "Red acts"

    game = position(TWO.format(2, 2), "side red passes:2", "side blue")
    assert plan(game, NextPhase()).label == "Pass (2 tokens)"
    assert SYSTEM.upkeep(game) == ("red spends one of 2 Pass Tokens instead of acting.",)
    passed = after(game)
    assert (passed.active, passed.phase, passed.side("red").count("passes")) == ("blue", "main", 1)
    assert plan(replace(passed, active="red"), NextPhase()).label == "Pass (1 token)"


@pytest.mark.clause("BUS-IMPETUOUS-1")
def test_a_pass_token_may_be_spent_whoever_is_impetuous():
    game = position(TWO.format("2 impetuous", 2), "side red passes:1", "side blue")

    assert legal(game, NextPhase())


def test_a_side_that_cannot_act_hands_over():
    game = position(TWO.format(0, 2))

    assert plan(game, NextPhase()).label == "Over to Blue"
    assert after(game).active == "blue"


@pytest.mark.clause("BUS-DEF-05")
def test_three_phases_then_the_next_turn():
    game = position(TWO.format(0, 0), phase="start")
    seen = []
    for _ in range(2):
        seen.append((game.round, game.phase))
        game = after(game, 6, 2)
        seen.append((game.round, game.phase))
        for model in ("A", "B", "A", "B"):
            game = done(game, turn(model, game.model(model).facing + 90))
        game = after(game)
        seen.append((game.round, game.phase))
        game = after(game)

    assert seen == [(2, "start"), (2, "main"), (2, "end"), (3, "start"), (3, "main"), (3, "end")]


def test_the_button_says_which_phase_comes():
    def label(phase: str) -> str:
        return plan(position(TWO.format(0, 0), phase=phase), NextPhase()).label

    assert [label(phase) for phase in ("start", "main", "end")] == ["Main phase", "End phase", "Starting phase"]


def test_a_game_that_has_not_begun_begins():
    game = after(replace(position(TWO.format(0, 0)), phase="", round=0))

    assert (game.round, game.phase) == (1, "start")


# ---------------------------------------------------------------- Impetuous


@pytest.mark.clause("BUS-IMPETUOUS-1", "BUS-IMPETUOUS-3")
def test_the_impetuous_go_first_and_one_action_calms_them():
    game = position(
        "model A man red 5,5 activations:2 impetuous\nmodel B man red 9,9 activations:2\nmodel E man blue 25,25"
    )
    assert refused(game, turn("B")) == ("BUS-IMPETUOUS-1",)
    assert said(game, turn("B")) == "A is Impetuous and has to act before B."
    assert SYSTEM.next_up(game) == ("A",)

    assert SYSTEM.next_up(replace(game, phase="end")) == ()
    assert SYSTEM.next_up(replace(game, outcome="over")) == ()

    game = done(game, turn("A"))

    assert marks(game, "A") == []
    assert (legal(game, turn("A")), legal(game, turn("B"))) == (True, True)
    assert SYSTEM.next_up(game) == ()


@pytest.mark.clause("BUS-IMPETUOUS-2")
def test_without_counters_nobody_is_held_back():
    game = position("model A man red 5,5 impetuous\nmodel B man red 9,9 activations:2\nmodel E man blue 25,25")

    assert legal(game, turn("B"))


@pytest.mark.clause("BUS-IMPETUOUS-1")
def test_several_impetuous_models_act_in_any_order():
    line = "model {} man red {},5 activations:2 {}"
    game = position(
        "\n".join((line.format("A", 5, "impetuous"), line.format("B", 9, ""), line.format("C", 13, "impetuous")))
    )

    assert [legal(game, turn(model)) for model in "ABC"] == [True, False, True]
    assert said(game, turn("B")) == "A and C are Impetuous and have to act before B."


@pytest.mark.clause("BUS-IMPETUOUS-1")
def test_the_other_warband_is_not_held_back_but_by_the_other_reading():
    models = "model A man red 5,5 activations:2\nmodel B man blue 25,25 activations:2 impetuous"

    assert legal(position(models), turn("A"))
    assert refused(position(models, impetuous_scope="both_warbands"), turn("A")) == ("BUS-IMPETUOUS-1",)


@pytest.mark.clause("BUS-IMPETUOUS-1", "BUS-DEF-05")
def test_a_side_held_back_by_the_other_warband_hands_over():
    game = position(
        "model A man red 5,5 activations:2\nmodel B man blue 25,25 activations:2 impetuous",
        impetuous_scope="both_warbands",
    )

    assert after(game).active == "blue"


@pytest.mark.clause("BUS-CONTROLLED-1", "BUS-IMPETUOUS-1")
def test_an_impetuous_controlled_model_holds_back_its_new_side():
    models = "model C man blue 5,5 control owner@red impetuous activations:2\nmodel A man red 9,9 activations:2\n"
    models += "model B man blue 25,25 activations:2"

    assert legal(position(models), turn("A"))
    assert refused(position(models, active="blue"), turn("B")) == ("BUS-IMPETUOUS-1",)
    assert legal(position(models, active="blue"), turn("C"))


# ---------------------------------------------------------------- Controlled models act


@pytest.mark.clause("BUS-CONTROLLED-10", "BUS-CONTROLLED-7", "BUS-CONTROLLED-6", "BUS-CONTROLLED-2")
def test_after_its_last_action_it_is_its_owners_again_and_may_act_for_him():
    models = "model C man blue 5,5 control owner@red activations:2\nmodel A man red 20,20\n"
    models += "model B man blue 30,30 activations:1"

    game = done(position(models, active="blue"), turn("C"))

    assert (game.model("C").side, counters(game, "C"), game.active) == ("red", {"activations": 1}, "red")
    assert legal(game, turn("C"))


@pytest.mark.clause("BUS-CONTROLLED-2", "BUS-CONTROLLED-7", "BUS-CONTROLLED-10")
def test_three_markers_last_for_three_actions_over_two_turns():
    models = "model C man blue 5,5 control control control owner@red activations:2\nmodel A man red 20,20"
    game = position(models, active="blue", game_length="open")
    game = done(done(game, turn("C")), turn("C", 180.0))
    assert marks(game, "C").count("control") == 1

    game = after(after(game))
    game = after(game, 2, 6)
    assert (game.model("C").side, counters(game, "C")["activations"]) == ("blue", 2)

    game = done(game, turn("C", 270.0))
    assert (game.model("C").side, counters(game, "C")["activations"]) == ("red", 1)


# ---------------------------------------------------------------- setting up


@pytest.mark.clause("BUS-DEF-04")
def test_models_are_set_up_in_their_own_zone_where_there_is_room():
    zone = 'zone "South" red 0,20 36,20 36,36 0,36'
    game = position("model A man red\nmodel C man red 20,30\nmodel B man blue 5,5", zone, phase="start", turn=1)

    def at(x: float, y: float, model: str = "A") -> Deploy:
        return Deploy(model=ModelId(model), at=(x, y, 0.0))

    assert done(game, at(10, 25)).model("A").on_table
    assert refused(game, at(10, 20.3)) == ("BUS-DEF-04",)
    assert refused(game, at(20.5, 30)) == ("BUS-DEF-19",)
    assert refused(game, at(25, 25, "C")) == ("BUS-DEF-04",)


@pytest.mark.clause("BUS-DEF-13")
def test_turning_is_free_before_the_first_turn_and_a_walk_afterwards():
    game = position(TWO.format(2, 2), phase="start", turn=1)
    turned = done(game, turn("B"))
    assert (turned.model("B").facing, counters(turned, "B")["activations"]) == (90.0, 2)

    assert refused(position(TWO.format(2, 2), phase="start", turn=2), turn("A")) == ("BUS-DEF-05",)
    walked = done(position(TWO.format(2, 2)), turn("A"))
    assert (walked.model("A").facing, counters(walked, "A")["activations"]) == (90.0, 1)


@pytest.mark.clause("BUS-DEF-10")
def test_whoever_is_killed_does_nothing_more():
    game = done(
        position(f"{TWO.format(2, 2)}\nmodel C man red 30,5"), by_hand(Removed(model=ModelId("A"), reason="killed"))
    )

    assert "BUS-DEF-10" in refused(game, turn("A"))
    assert "BUS-DEF-10" in refused(game, Deploy(model=ModelId("A"), at=(1.0, 1.0, 0.0)))
