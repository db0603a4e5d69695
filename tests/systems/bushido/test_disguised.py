"""State: Disguised.  Who may go for it, the Ki test before anything moves, and what gives it away."""

from __future__ import annotations

import pytest

from engine.play import Asking, perform
from engine.systems.bushido.approach import melee
from engine.systems.bushido.shoving import shove
from engine.systems.bushido.unmasking import gate_ki, guarding, keen, see_through
from tests.systems.bushido.positions import (
    SYSTEM,
    T,
    act,
    answers,
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


def at(d):
    return 5 + T + d


def facing_it(d, *, who="man", masks="disguise=5", ac=2, more="", **readings):
    """A looks at D, who is disguised, at an edge distance."""
    men = f"model A {who} red 5,10 facing=90 activations:{ac} ki:3\nmodel D man blue {at(d)},10 facing=270 {masks}\n"
    return position(men + more, **readings)


@pytest.mark.clause("BUS-DISGUISED-1", "BUS-DISGUISED-2")
def test_h_002_little_ki_neither_targets_nor_comes_into_contact():
    game = facing_it(3, who="dull")

    assert refused(game, act("A", "charge", "D")) == ("BUS-DISGUISED-1", "BUS-DISGUISED-2")
    assert refused(game, act("A", "melee", "D")) == ("BUS-DISGUISED-2",)
    assert legal(game, move(game, "A", (7, 10)))
    assert legal(game, move(game, "A", (5, 4.5), how="run"))
    assert not keen(game, game.model("A"))


@pytest.mark.clause("BUS-DISGUISED-1", "BUS-DEF-32")
def test_h_001_an_archer_of_little_ki_is_not_offered_the_disguised():
    bow = 'profile slow_bow "Bow" base=30 MP=4 RP=3 Move=4 Ki=1 KiMax=4 Wounds=5 equipment=short_bow'
    men = "model A slow_bow red 5,10 facing=90 activations:2\nmodel D man blue 12,9 disguise=5\nmodel N man blue 15,12"
    game = position(men, bow)

    assert "BUS-DISGUISED-1" in refused(game, act("A", "shoot", "D"))
    assert legal(game, act("A", "shoot", "N"))


@pytest.mark.clause("BUS-DISGUISED-7", "BUS-DISGUISED-8", "BUS-DISGUISED-9")
def test_h_007_melee_found_out_goes_on():
    game = facing_it(3.5)

    seen = asking(game, act("A", "melee", "D"), (6, 1))

    assert marks(seen.game, "D") == []
    assert seen.game.model("A").x == pytest.approx(at(3.5) - T, abs=0.01)
    assert "Ki boost for A" in seen.question.what  # the exchange has begun


@pytest.mark.clause("BUS-DISGUISED-10", "BUS-DISGUISED-11")
def test_h_008_melee_not_seen_through_moves_nobody_and_costs_the_action():
    game = facing_it(3.5)

    failed = done(game, act("A", "melee", "D"), (3, 3))

    assert failed.model("A").x == 5
    assert marks(failed, "D") == ["disguise 5"]
    assert counters(failed, "A") == {"activations": 1, "ki": 3}


@pytest.mark.clause("BUS-DISGUISED-10", "BUS-DISGUISED-11")
@pytest.mark.parametrize(("reading", "left"), [("full", {"ki": 3}), ("one", {"activations": 1, "ki": 3})])
def test_h_009_a_failed_charge_costs_both_counters_or_one(reading, left):
    game = facing_it(7, disguise_fail_cost=reading)

    failed = done(game, act("A", "charge", "D"), (3, 3))

    assert failed.model("A").x == 5
    assert counters(failed, "A") == left


@pytest.mark.clause("BUS-DISGUISED-6", "BUS-DEF-18")
def test_h_010_a_charge_too_short_is_not_declared_and_nothing_is_tested():
    game = facing_it(8.5)

    assert refused(game, act("A", "charge", "D")) == ("BUS-DEF-ACTION-CHARGE", "BUS-DEF-18")


@pytest.mark.clause("BUS-DISGUISED-6")
def test_melee_at_somebody_out_of_reach_tests_nothing_and_walks_up():
    game = facing_it(6)

    walked = play(game, act("A", "melee", "D"))

    assert walked.game.model("A").x == pytest.approx(9.0)
    assert marks(walked.game, "D") == ["disguise 5"]


@pytest.mark.clause("BUS-DISGUISED-3", "BUS-DISGUISED-5", "BUS-DISGUISED-8")
@pytest.mark.parametrize(("reading", "left"), [("all", []), ("highest", ["disguise 4"])])
def test_h_004_the_highest_marker_counts_and_all_go(reading, left):
    game = facing_it(6, who="archer", masks="disguise=4 disguise=6", disguise_removed=reading)

    shot = perform(SYSTEM, game, act("A", "shoot", "D"), answers([(5, 5)]))

    assert isinstance(shot, Asking)
    assert marks(shot.game, "D") == left
    asked = asking(game, act("A", "shoot", "D"))
    assert asked.question.need == "6 or more"


@pytest.mark.clause("BUS-DISGUISED-3", "BUS-DISGUISED-10", "BUS-DISGUISED-11")
def test_h_005_a_shot_at_somebody_not_seen_through_is_no_shot():
    game = facing_it(6, who="archer", masks="disguise=4 disguise=6")

    failed = done(game, act("A", "shoot", "D"), (4, 1))

    assert marks(failed, "D") == ["disguise 4", "disguise 6"]
    assert counters(failed, "A")["activations"] == 1
    assert "shots" not in counters(failed, "A")


@pytest.mark.clause("BUS-DISGUISED-4")
def test_a_shot_out_of_range_tests_nothing():
    game = position("model A archer red 2,10 facing=90 activations:2\nmodel D man blue 34,10 disguise=5")

    assert "BUS-DEF-32" in refused(game, act("A", "shoot", "D"))


@pytest.mark.clause("BUS-DISGUISED-2")
def test_h_011_a_push_into_contact_is_not_voluntary():
    game = facing_it(1.5, who="dull")

    pushed = step(game, lambda game: shove(game, "A", 90.0, 3.0, "BUS-DEF-33"))

    assert pushed.game.model("A").x == pytest.approx(at(1.5) - T, abs=0.001)
    assert marks(pushed.game, "D") == ["disguise 5"]


@pytest.mark.clause("BUS-DISGUISED-12", "BUS-DISGUISED-13", "BUS-DISGUISED-14", "BUS-DISGUISED-15")
def test_declaring_melee_a_shot_a_charge_or_a_scenario_gives_it_away():
    shrine = "terrain o objective 3,9 4,9 4,11 3,11 bottom=0 top=1 sight=clear footing=solid"
    x = 4 + T / 2
    men = f"model A archer red {x},10 facing=90 activations:2 disguise=5\nmodel B man blue {x + T + 3},10 activations:2"
    game = position(men, shrine)

    for action, target in (("melee", "B"), ("shoot", "B"), ("charge", "B"), ("scenario_complex", ""), ("scenario", "")):
        result = perform(SYSTEM, game, act("A", action, *filter(None, [target])))
        assert not marks(result.game, "A"), action


@pytest.mark.clause("BUS-DISGUISED-12", "BUS-DISGUISED-13", "BUS-DISGUISED-14", "BUS-DISGUISED-15", "BUS-DISGUISED-17")
def test_h_013_walking_and_running_keep_the_disguise():
    game = position("model A man red 5,10 facing=90 activations:2 disguise=5\nmodel B man blue 30,30 activations:2")

    assert marks(done(game, move(game, "A", (8, 10))), "A") == ["disguise 5"]
    assert marks(done(game, move(game, "A", (10, 10))), "A") == ["disguise 5"]


@pytest.mark.clause("BUS-DISGUISED-12", "BUS-IMMOBILISED-4")
def test_h_015_the_marker_goes_at_the_declaration_even_if_the_action_fails():
    men = f"model A man red 5,10 facing=90 activations:2 disguise=5 immobilised\nmodel B man blue {at(3)},10"

    failed = done(position(men), act("A", "melee", "B"), (2, 1))

    assert marks(failed, "A") == ["immobilised"]


@pytest.mark.clause("BUS-DISGUISED-17")
def test_whoever_is_drawn_into_an_exchange_gives_it_away():
    """B, disguised and touched, is attacked by somebody of enough Ki without any movement into contact."""
    game = position(f"model A man red 5,10 facing=90 activations:2\nmodel B man blue {at(0)},10 facing=270 disguise=5")

    fought = asking(game, act("A", "melee", "B"))

    assert marks(fought.game, "B") == []


@pytest.mark.clause("BUS-DISGUISED-16")
def test_h_014_stepping_in_as_a_bodyguard_gives_it_away():
    game = facing_it(3)

    assert marks(step(game, lambda game: guarding(game, "D")).game, "D") == []
    assert marks(step(game, lambda game: guarding(game, "A")).game, "A") == []


@pytest.mark.clause("BUS-DISGUISED-1", "BUS-DISGUISED-2")
@pytest.mark.parametrize(("reading", "may"), [("may_select", True), ("never", False)])
def test_who_touches_a_disguised_model_already_may_fight_it(reading, may):
    game = facing_it(0, who="dull", disguised_contact=reading)

    assert legal(game, act("A", "melee", "D")) is may


@pytest.mark.clause("BUS-DISGUISED-1")
@pytest.mark.parametrize(("reading", "dice"), [("current", 2), ("base", 2)])
def test_the_ki_that_counts_is_the_statistic(reading, dice):
    game = facing_it(3, ki_gate=reading)

    assert gate_ki(game, game.model("A")).value == dice


@pytest.mark.clause("BUS-DISGUISED-5")
def test_an_instant_feat_outside_an_activation_tests_and_costs_no_counter():
    game = facing_it(3)

    def look(game):
        game, _ = yield from see_through(game, "A", "D", "BUS-DISGUISED-3")
        return game

    assert marks(step(game, look, given=[(3, 1)]).game, "D") == ["disguise 5"]
    assert marks(step(game, look, given=[(5, 1)]).game, "D") == []
    assert counters(step(game, look, given=[(3, 1)]).game, "A") == {"activations": 2, "ki": 3}


@pytest.mark.clause("BUS-DISGUISED-18", "BUS-DISGUISED-7")
def test_the_way_into_contact_with_a_disguised_model_heeds_no_zone_of_its():
    game = facing_it(3)
    found = melee(game, game.model("A"), game.model("D"), ((5.0, 10.0), (at(3), 10.6)))

    assert len(found.found.path) == 2
    assert plan(game, act("A", "melee", "D")).label == "Melee with D"
