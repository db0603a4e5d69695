"""Chapter: Force back — how far, what stops it, and over which edges a model goes."""

from __future__ import annotations

import pytest

from engine.events import Moved, Noted, Rolled
from tests.systems.open_combat.fights import ROOF, about, act, at, lost, markers, planned, play, position, sums

BLOW = act("A", "attack", "E")
GAP = 25 / 25.4
"""Centre to centre of two 25 mm bases in contact."""


def on_the_roof(centre: float, more: str = "", **readings: str):
    """E with its centre so far inside the edge of a 4 inch roof, A behind it, forcing it straight out."""
    x = 10 - centre
    return position(f"{ROOF}\n{more}\nmodel A sword red {x - GAP},5 z=4\nmodel E sword blue {x},5 z=4", **readings)


# ---------------------------------------------------------------- how far


def test_one_inch_straight_away_from_the_attacker():
    game = position("model A sword red 5,5\nmodel E sword blue 5.59,5.787")

    done = play(game, BLOW, 3, "stay")

    assert at(done.game, "E") == (6.19, 6.587, 0.0)
    assert about(done.events, Moved)[0].why == ("OPC-DEF-FORCE-BACK",)


def test_a_wall_stops_it_where_the_base_meets_it():
    wall = 'terrain w "Wall" wall 7,0 7.4,0 7.4,10 7,10 bottom=0 top=3 sight=solid footing=solid'
    game = position(f"{wall}\nmodel A sword red 5,5\nmodel E sword blue 5.984,5")

    done = play(game, BLOW, 3, "follow")

    assert at(done.game, "E") == (6.508, 5.0, 0.0)
    assert at(done.game, "A") == (5.524, 5.0, 0.0)
    assert "Forced back, E is stopped by Wall after 0.52″." in done.plan.notes


def test_a_model_stops_it_and_one_in_contact_stops_it_dead():
    ahead = position("model A sword red 5,5\nmodel E sword blue 5.984,5\nmodel F sword blue 7.5,5")
    behind = position("model A sword red 5,5\nmodel E sword blue 5.984,5\nmodel B sword red 6.968,5")

    assert at(play(ahead, BLOW, 3, "stay").game, "E") == (6.516, 5.0, 0.0)
    done = play(behind, BLOW, 3)
    assert at(done.game, "E") == (5.984, 5.0, 0.0)
    assert about(done.events, Noted)[-1].text == "E cannot be forced back: B is in the way"


def test_the_border_of_the_table_stops_it():
    game = position("model A sword red 34.2,5\nmodel E sword blue 35.184,5")

    assert at(play(game, BLOW, 3, "stay").game, "E") == (35.508, 5.0, 0.0)
    assert "Forced back, E is stopped by the border of the table after 0.32″." in planned(game, BLOW).notes


def test_a_rise_higher_than_a_free_step_stops_it_and_a_low_one_does_not():
    def step(top: float):
        block = f'terrain b "Block" block 6.9,0 12,0 12,10 6.9,10 bottom=0 top={top} sight=solid footing=solid'
        return position(f"{block}\nmodel A sword red 5,5\nmodel E sword blue 5.984,5")

    assert at(play(step(2.0), BLOW, 3, "stay").game, "E") == (6.408, 5.0, 0.0)
    assert at(play(step(0.4), BLOW, 3, "stay").game, "E") == (6.984, 5.0, 0.4)


def test_it_does_not_end_half_on_a_low_step():
    """An inch on, E's centre would be just before the step and its base in it; it stops at the step's face."""
    step = 'terrain b "Kerb" block 7.2,0 12,0 12,10 7.2,10 bottom=0 top=0.4 sight=solid footing=solid'
    game = position(f"{step}\nmodel A sword red 5,5\nmodel E sword blue 5.984,5")

    done = play(game, BLOW, 3, "stay")

    assert at(done.game, "E") == (6.684, 5.0, 0.0)
    assert "Forced back, E is stopped by Kerb after 0.7″." in done.plan.notes


def test_on_a_six_nobody_is_asked_where_nothing_can_be_forced():
    behind = position("model A sword red 5,5\nmodel E sword blue 5.984,5\nmodel B sword red 6.968,5")

    assert lost(play(behind, BLOW, 6).game, "E") == 1


# ---------------------------------------------------------------- over the edge


@pytest.mark.clause("OPC-FALL-2")
def test_hc_28_forced_off_a_four_inch_roof():
    game = on_the_roof(0.6)

    done = play(game, BLOW, 3, (5, 6))

    assert at(done.game, "E") == (10.492, 5.0, 0.0)
    assert markers(done.game, "E") == {"prone"}
    assert lost(done.game, "E") == 2
    assert [len(roll.faces) for roll in about(done.events, Rolled)] == [1, 2]
    assert "OPC-FALL-2" in about(done.events, Moved)[0].why


@pytest.mark.clause("OPC-FALL-2")
def test_hc_29_the_centre_decides():
    falls, stays = on_the_roof(0.6), on_the_roof(1.2)

    assert at(play(falls, BLOW, 3, (1, 1)).game, "E")[2] == 0.0
    done = play(stays, BLOW, 3, "stay").game
    assert at(done, "E") == (9.8, 5.0, 4.0)
    assert markers(done, "E") == set()


def test_hc_29_by_other_readings_any_overhang_or_the_whole_base():
    assert at(play(on_the_roof(1.2, edge_rule="any_overhang"), BLOW, 3, (1, 1)).game, "E")[2] == 0.0
    assert at(play(on_the_roof(1.6, edge_rule="any_overhang"), BLOW, 3, "stay").game, "E") == (9.4, 5.0, 4.0)
    assert at(play(on_the_roof(0.6, edge_rule="whole_base"), BLOW, 3, "stay").game, "E") == (10.4, 5.0, 4.0)
    assert at(play(on_the_roof(0.4, edge_rule="whole_base"), BLOW, 3, (1, 1)).game, "E")[2] == 0.0


def test_it_falls_onto_what_is_really_below_even_past_two_floors():
    ledge = 'terrain ledge "Ledge" block 10,0 12,0 12,10 10,10 bottom=0 top=1.5 sight=solid footing=solid'
    game = on_the_roof(0.6, ledge)

    done = play(game, BLOW, 3, 6)

    assert at(done.game, "E") == (10.492, 5.0, 1.5)
    assert lost(done.game, "E") == 1


@pytest.mark.clause("OPC-EX-1")
def test_hc_31_forced_into_the_bottomless_fissure_it_is_lost_without_a_die():
    rift = 'terrain rift "Rift" pit 6.5,0 9.5,0 9.5,20 6.5,20 bottom=0 top=0 sight=clear footing=open'
    game = position(f"{rift}\nmodel A sword red 5,5\nmodel E sword blue 5.984,5\nmodel F sword blue 30,30")

    done = play(game, BLOW, 3)

    assert (done.game.model("E").place, done.game.model("E").removed_as) == ("removed", "lost in Rift")
    assert len(about(done.events, Rolled)) == 1


def test_what_would_happen_at_the_edge_is_said_and_drawn_before_the_roll():
    plan = planned(on_the_roof(0.6), BLOW)

    assert any(note.startswith("Forced back, E goes over the edge: 4″ down") for note in plan.notes)
    assert [line.role for line in plan.evidence.lines if line.role in ("path", "fall")] == ["path", "fall"]


@pytest.mark.clause("OPC-FALL-2")
def test_a_model_part_way_up_a_wall_falls_when_it_is_forced_back():
    wall = 'terrain w "Wall" block 6.476,0 9,0 9,10 6.476,10 bottom=0 top=6 sight=solid footing=solid'
    others = "model A spear red 5.983,4.2\nmodel F sword blue 30,30"
    game = position(f"{wall}\n{others}\nmodel E sword blue 5.983,5.3 z=1.5 climbing=150@w")

    done = play(game, BLOW, (3, 2), "3", 1)

    assert at(done.game, "E")[2] == 0.0
    assert markers(done.game, "E") == {"prone"}


def test_forced_back_a_model_is_hidden_no_longer():
    game = position("model A bow red 5,5\nmodel E sword blue 9,5 hidden")

    assert markers(play(game, act("A", "shoot", "E"), 3).game, "E") == set()


def test_the_numbers_of_a_blow_say_how_much_the_enemy_can_take():
    assert sums(on_the_roof(0.6), BLOW)[-1] == "Fortitude 3 of 3"
