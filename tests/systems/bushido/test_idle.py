"""Chapter: Actions.  A model that may do nothing at all is Exhausted at once."""

from __future__ import annotations

import pytest

from tests.systems.bushido.positions import SYSTEM, T, act, counters, done, legal, position, refused, said

BLIND_RAGE = "model A man red 5,5 facing=90 activations:2 berserk blind\nmodel B man blue 13,5 activations:1"


@pytest.mark.clause("BUS-DEF-05", "BUS-DEF-02", "BUS-BERSERK-3")
def test_whoever_may_do_nothing_loses_its_counters_and_the_other_side_acts():
    game = position(BLIND_RAGE, berserk_forbidden="ends")

    after = done(game, act("A", "idle"))

    assert (counters(after, "A"), after.active) == ({}, "blue")


@pytest.mark.clause("BUS-DEF-05")
def test_whoever_can_still_act_is_not_given_up():
    game = position(BLIND_RAGE)
    assert refused(game, act("A", "idle")) == ("BUS-DEF-05",)

    free = position("model A man red 5,5 activations:2\nmodel B man blue 20,5 activations:1")
    assert said(free, act("A", "idle")) == "A can still act (walk)."

    down = position("model A man red 5,5 activations:2 prone\nmodel B man blue 20,5 activations:1")
    assert said(down, act("A", "idle")) == "A can still act (Stand up)."


@pytest.mark.clause("BUS-HELD-2")
def test_a_held_model_may_always_disengage():
    game = position(f"model A man red 5,5 activations:2 held@B berserk\nmodel B man blue {5 + T},5 activations:1")

    assert not legal(game, act("A", "idle"))


def test_it_is_offered_only_where_a_model_is_cornered():
    def offered(line: str) -> bool:
        game = position(f"model A man red 5,5 activations:2\nmodel B man blue {line}")
        return any(offer.title == "Nothing it may do" for offer in SYSTEM.offers(game, game.model("A")))

    assert not offered("20,5")
    assert offered(f"{5 + T},5")


def test_not_in_the_other_sides_turn_to_act():
    game = position(BLIND_RAGE, berserk_forbidden="ends", active="blue")

    assert refused(game, act("A", "idle")) == ("BUS-DEF-05",)


@pytest.mark.clause("BUS-DEF-05", "BUS-DEF-15", "BUS-FRIGHTENED-4")
def test_in_a_zone_the_way_out_is_still_open_unless_a_wall_bars_it():
    models = (
        f"model A man red 5,{5 + T + 0.5} activations:2 frightened\nmodel B fearful blue 5,5 facing=180 activations:1"
    )
    wall = f'terrain w "Wall" wall 3,{5 + 1.5 * T + 0.55} 7,{5 + 1.5 * T + 0.55} 7,9 3,9 top=2'

    assert said(position(models), act("A", "idle")) == "A can still act (walk)."
    after = done(position(models, wall), act("A", "idle"))
    assert (counters(after, "A"), after.active) == ({}, "blue")
