"""State: Berserk.  The four steps, whom it goes for, and what another state makes of them."""

from __future__ import annotations

import pytest

from engine.game import Marker, ModelId
from engine.systems.bushido.berserk import BERSERK
from engine.systems.bushido.conditions import aggressive
from engine.systems.bushido.gaining import gain
from engine.systems.bushido.rage import duty, shown_duty
from tests.systems.bushido.positions import (
    SYSTEM,
    T,
    act,
    after,
    asking,
    counters,
    done,
    legal,
    marks,
    move,
    plan,
    position,
    refused,
    said,
    step,
)


def at(d):
    return 5 + T + d


def rager(*enemies, who="man", ac=2, words="", lines=(), **readings):
    men = f"model r {who} red 5,10 facing=90 activations:{ac} berserk impetuous {words}"
    return position("\n".join((men, *enemies)), *lines, **readings)


def must(game):
    found = duty(game, game.model("r"))
    return None if found is None else (found.action, *found.targets)


@pytest.mark.clause("BUS-BERSERK-1")
def test_it_is_aggressive():
    game = rager()

    assert aggressive(game, game.model("r"))[0].why == ("BUS-BERSERK-1",)


@pytest.mark.clause("BUS-BERSERK-2")
def test_each_marker_brings_an_impetuous_one():
    game = position("model r man red 5,10")

    twice = step(game, lambda game: gain(game, ModelId("r"), Marker(BERSERK), "BUS-DEF-TRAIT-RAGE", count=2)).game

    assert sorted(marks(twice, "r")) == ["berserk", "berserk", "impetuous", "impetuous"]


@pytest.mark.clause("BUS-BERSERK-3", "BUS-BERSERK-4")
def test_h_074_the_nearest_in_range_must_be_fought():
    game = rager(f"model E man blue {at(3.5)},10 facing=270", f"model F man blue 5,{10 + T + 3.8} facing=0")

    assert must(game) == ("melee", "E")
    assert legal(game, act("r", "melee", "E"))
    assert refused(game, act("r", "melee", "F")) == ("BUS-BERSERK-3", "BUS-BERSERK-4")
    assert refused(game, act("r", "charge", "E")) == ("BUS-BERSERK-3", "BUS-BERSERK-4")
    assert refused(game, move(game, "r", (5, 8))) == ("BUS-BERSERK-3", "BUS-BERSERK-4")
    assert "Berserk and must declare Melee against E" in said(game, act("r", "focus"))


@pytest.mark.clause("BUS-BERSERK-4")
def test_the_nearest_enemy_is_measured_and_drawn():
    game = rager(f"model E man blue {at(3.5)},10 facing=270")
    shown = shown_duty(game, game.model("r"))

    assert [line.label for line in shown.lines] == ["3.5″ nearest valid enemy"]
    assert shown.pieces == ("E",)
    assert shown.lines[0] in SYSTEM.allowance(game, game.model("r")).evidence.lines
    assert plan(game, act("r", "focus")).objections[-1].evidence.lines == shown.lines


@pytest.mark.clause("BUS-BERSERK-4", "BUS-DEF-OWN-TIES")
def test_among_equally_near_enemies_its_player_picks():
    game = rager(f"model E man blue {at(3)},10 facing=270", f"model F man blue 5,{10 + T + 3} facing=0")

    assert must(game) == ("melee", "E", "F")
    assert legal(game, act("r", "melee", "E"))
    assert legal(game, act("r", "melee", "F"))
    assert refused(game, act("r", "focus")) == ("BUS-BERSERK-3", "BUS-BERSERK-4", "BUS-DEF-OWN-TIES")


@pytest.mark.clause("BUS-BERSERK-5")
def test_h_075_out_of_range_of_melee_it_charges():
    game = rager(f"model E man blue {at(7)},10 facing=270")

    assert must(game) == ("charge", "E")
    assert legal(game, act("r", "charge", "E"))
    assert refused(game, act("r", "melee", "E")) == ("BUS-BERSERK-3", "BUS-BERSERK-5")
    assert plan(game, move(game, "r", (at(7), 10))).label == "Charge E"


@pytest.mark.clause("BUS-BERSERK-5", "BUS-BERSERK-6", "BUS-BERSERK-7", "BUS-IMPETUOUS-3")
def test_h_076_with_one_counter_it_runs_as_far_as_it_can():
    game = rager(f"model E man blue {at(9)},10 facing=90 activations:2", ac=1)

    assert must(game) == ("run", "E")
    ran = done(game, act("r", "run", "E"))
    assert ran.model("r").x == pytest.approx(11.0)
    assert counters(ran, "r") == {"ran": 1}
    assert marks(ran, "r") == ["berserk"]
    assert done(game, move(game, "r", (7, 10.5))).model("r").x == pytest.approx(11.0)  # led all the way
    assert refused(game, move(game, "r", (5, 7), how="run"))[-2:] == ("BUS-BERSERK-6", "BUS-BERSERK-7")
    assert refused(game, move(game, "r", (7, 10), how="walk")) == ("BUS-BERSERK-3", "BUS-BERSERK-6")


@pytest.mark.clause("BUS-BERSERK-6", "BUS-BERSERK-7", "BUS-DEF-15", "BUS-DEF-18")
def test_h_077_the_run_stops_just_short_of_the_zone():
    game = rager(f"model E man blue {at(5)},10 facing=270 activations:2", ac=1)

    ran = done(game, act("r", "run", "E"))

    assert 8.99 < ran.model("r").x < 9.0
    assert ran.model("r").x == pytest.approx(9.0 - 0.002, abs=1e-6)


@pytest.mark.clause("BUS-BERSERK-6")
def test_the_run_turns_first_wherever_it_looked():
    game = position(
        f"model r man red 5,10 facing=270 activations:1 berserk impetuous\nmodel E man blue {at(9)},10 activations:2"
    )

    ran = done(game, act("r", "run", "E"))

    assert (round(ran.model("r").x, 2), ran.model("r").facing) == (11.0, 90.0)


@pytest.mark.clause("BUS-BERSERK-8", "BUS-PRONE-9")
def test_h_079_prone_it_only_stands_up():
    game = rager(f"model E man blue {at(3)},10 facing=270", words="prone")

    assert must(game) is None
    assert legal(game, act("r", "stand_up"))
    assert not legal(game, act("r", "melee", "E"))


@pytest.mark.clause("BUS-BERSERK-3", "BUS-BERSERK-8", "BUS-PRONE-9")
def test_by_another_reading_a_forbidden_step_loses_the_activation():
    game = rager(f"model E man blue {at(3)},10 facing=270", words="prone", berserk_forbidden="ends")

    assert "BUS-BERSERK-3" in refused(game, act("r", "stand_up"))
    assert "loses its activation" in said(game, act("r", "stand_up"))


@pytest.mark.clause("BUS-BERSERK-4", "BUS-DEF-17", "BUS-BLIND-1")
def test_h_080_blind_it_still_goes_into_melee():
    game = rager(f"model E man blue {at(3)},10 facing=270", words="blind")

    assert must(game) == ("melee", "E")


@pytest.mark.clause("BUS-BERSERK-4", "BUS-FRIGHTENED-4")
@pytest.mark.parametrize(("reading", "whom"), [("valid", "N"), ("any", "F")])
def test_h_082_frightened_it_goes_for_the_nearest_valid_enemy(reading, whom):
    game = rager(
        f"model F fearful blue {at(3)},10 facing=270", f"model N man blue 5,{10 + T + 3.8} facing=0",
        words="frightened", berserk_nearest=reading,
    )  # fmt: skip

    assert must(game) == ("melee", whom)


@pytest.mark.clause("BUS-BERSERK-6", "BUS-FRIGHTENED-4")
def test_h_083_it_runs_at_the_nearest_enemy_whether_valid_or_not():
    game = rager(
        f"model F fearful blue {at(3)},10 facing=270", f"model N man blue 5,{10 + T + 6} facing=0",
        words="frightened", ac=1,
    )  # fmt: skip

    assert must(game) == ("run", "F")
    ran = done(game, act("r", "run", "F"))
    assert ran.model("r").x == pytest.approx(5 + 2 - 0.002, abs=1e-6)


@pytest.mark.clause("BUS-BERSERK-4", "BUS-IMMOBILISED-4", "BUS-IMPETUOUS-3")
def test_h_085_immobilised_it_declares_melee_and_tests():
    game = rager(f"model E man blue {at(3)},10 facing=270 activations:2", words="immobilised")

    assert must(game) == ("melee", "E")
    failed = done(game, act("r", "melee", "E"), (3, 1))
    assert counters(failed, "r") == {"activations": 1}
    assert marks(failed, "r") == ["berserk", "immobilised"]


@pytest.mark.clause("BUS-BERSERK-5", "BUS-DISGUISED-1", "BUS-DISGUISED-2")
def test_h_086_of_little_ki_it_looks_past_the_disguised():
    game = rager(
        f"model D man blue 5,{10 + T + 2} facing=0 disguise=5", f"model N man blue {at(6)},10 facing=270", who="dull"
    )

    assert must(game) == ("charge", "N")


@pytest.mark.clause("BUS-BERSERK-4", "BUS-CONTROLLED-1")
def test_h_088_controlled_it_goes_for_those_who_are_enemies_now():
    game = position(
        "model r man blue 5,10 facing=90 activations:2 berserk control=0 owner=0@red\n"
        f"model M man red {at(2)},10 facing=270\nmodel O man blue 5,{10 + T + 1}",
        active="blue",
    )

    assert must(game) == ("melee", "M")


@pytest.mark.clause("BUS-BERSERK-5", "BUS-BERSERK-6", "BUS-BERSERK-7", "BUS-DISEASED-2")
def test_h_142_with_one_counter_left_it_runs_to_just_short_of_the_zone():
    game = rager(f"model E man blue {at(7)},10 facing=270 activations:2", ac=1)

    ran = done(game, act("r", "run", "E"))

    assert 5.99 < ran.model("r").x - 5 < 6.0


@pytest.mark.clause("BUS-BERSERK-6", "BUS-CONTROLLED-9", "BUS-IMPETUOUS-3")
def test_h_167_an_oni_with_one_control_marker_runs_and_comes_back():
    game = position(
        "model r oni blue 5,10 facing=90 activations:2 berserk impetuous control=0 owner=0@red\n"
        f"model E man red {at(7)},10 facing=90 activations:2",
        active="blue",
    )

    assert must(game) == ("run", "E")
    ran = done(game, act("r", "run", "E"))
    assert ran.model("r").side == "red"
    assert counters(ran, "r") == {"activations": 1, "ran": 1}
    assert marks(ran, "r") == ["berserk"]
    assert ran.model("r").x == pytest.approx(11.0)


@pytest.mark.clause("BUS-BERSERK-4")
@pytest.mark.parametrize(("reading", "action"), [("reachable", "run"), ("distance", "melee")])
def test_in_range_means_by_a_way_that_is_allowed(reading, action):
    """A wall with no way round lies between; the bare distance is 2 inches."""
    wall = "terrain w wall 7,0 7.2,0 7.2,36 7,36 bottom=0 top=3 sight=clear footing=solid"
    game = rager(f"model E man blue {at(2)},10 facing=270", lines=(wall,), berserk_range=reading)

    assert must(game)[0] == action


@pytest.mark.clause("BUS-BERSERK-8")
def test_with_nobody_to_go_for_it_does_as_it_likes():
    game = rager()

    assert must(game) is None
    assert legal(game, move(game, "r", (7, 10)))


@pytest.mark.clause("BUS-BERSERK-9")
def test_in_the_end_phase_all_berserk_markers_go_and_the_impetuous_stay():
    game = position("model r man red 5,10 berserk berserk impetuous\nmodel s man blue 20,10 berserk", phase="end")

    ended = after(game)

    assert marks(ended, "r") == ["impetuous"]
    assert marks(ended, "s") == []


@pytest.mark.clause("BUS-BERSERK-4")
def test_it_fights_whom_it_touches():
    game = rager(f"model E man blue {at(0)},10 facing=270 activations:2")

    assert must(game) == ("melee", "E")
    assert asking(game, act("r", "melee", "E")).game.model("r").x == 5
