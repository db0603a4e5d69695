"""Chapter: Going into contact.  The ways of charge and Melee, what stops them, whom they reach."""

from __future__ import annotations

import pytest

from engine.systems.bushido.approach import charge, melee
from engine.systems.bushido.contact import enemies_touching
from tests.systems.bushido.positions import T, act, asking, legal, move, plan, position, refused, said

A = "model A man red 5,10 facing=90 activations:2"


def way(kind, game, target, *path):
    return kind(game, game.model("A"), game.model(target), tuple(path))


def at(d):
    """The x of somebody at an edge distance from A."""
    return 5 + T + d


@pytest.mark.clause("BUS-DEF-ACTION-CHARGE", "BUS-DEF-18", "BUS-DEF-17")
def test_a_charge_goes_straight_up_to_twice_the_move_at_somebody_in_sight():
    game = position(f"{A}\nmodel B man blue {at(8)},10 facing=270\nmodel C man blue 5,{10 - T - 8.1} facing=180")
    behind = position(f"model A man red 5,10 facing=270 activations:2\nmodel B man blue {at(6)},10")

    assert way(charge, game, "B").reaches
    assert plan(game, act("A", "charge", "B")).label == "Charge B"
    assert refused(game, act("A", "charge", "C")) == ("BUS-DEF-ACTION-CHARGE", "BUS-DEF-18")
    assert "C is 0.1″ further than the 8.0″ of a charge." in said(game, act("A", "charge", "C"))
    assert "BUS-DEF-17" in refused(behind, act("A", "charge", "B"))


@pytest.mark.clause("BUS-DEF-ACTION-CHARGE", "BUS-DEF-02")
def test_a_charge_moves_into_contact_faces_the_target_and_costs_two_counters():
    game = position(f"{A}\nmodel B man blue {at(6)},10 facing=270 activations:2")

    asked = asking(game, act("A", "charge", "B"))

    charger = asked.game.model("A")
    assert (round(charger.x, 3), charger.y, charger.facing) == (round(at(6) - T, 3), 10.0, 90.0)
    assert [enemy.id for enemy in enemies_touching(asked.game, charger)] == ["B"]
    single = position(f"model A man red 5,10 facing=90 activations:1\nmodel B man blue {at(6)},10")
    assert "BUS-DEF-02" in refused(single, act("A", "charge", "B"))


@pytest.mark.clause("BUS-DEF-18", "BUS-DEF-15", "BUS-DEF-ACTION-CHARGE")
def test_another_zone_in_the_way_stops_a_charge_and_so_it_cannot_be_declared():
    game = position(f"{A}\nmodel B man blue {at(6)},10 facing=270\nmodel C man blue 8,{10 + T + 0.5} facing=0")
    turned = position(f"{A}\nmodel B man blue {at(6)},10 facing=270\nmodel C man blue 8,{10 + T + 0.5} facing=180")

    assert legal(turned, move(turned, "A", (at(6), 10), how="charge"))
    drawn = move(game, "A", (at(6), 10), how="charge")
    assert refused(game, drawn) == ("BUS-DEF-15", "BUS-DEF-18")
    assert "enters C's zone of control" in said(game, drawn)


@pytest.mark.clause("BUS-DEF-15")
def test_once_the_target_is_within_an_inch_other_zones_no_longer_count():
    """C stands beside the target: its zone covers only the last inch of the way."""
    game = position(f"{A}\nmodel B man blue {at(5)},10 facing=270\nmodel C man blue {at(5)},{10 + T + 0.4} facing=270")

    assert way(charge, game, "B").reaches
    assert way(charge, game, "B").objections == ()


@pytest.mark.clause("BUS-DEF-15", "BUS-DEF-16")
def test_in_the_targets_zone_the_way_goes_straight_to_his_middle():
    game = position(f"{A}\nmodel B man blue {at(4)},10.8 facing=270")
    found = way(charge, game, "B", (5.0, 10.0), (14.0, 10.0))

    assert found.reaches
    assert len(found.found.path) == 3
    (x0, y0), (x1, y1) = found.found.path[1:]
    b = game.model("B")
    assert abs((x1 - x0) * (b.y - y0) - (y1 - y0) * (b.x - x0)) < 1e-6


@pytest.mark.clause("BUS-DEF-ACTION-CHARGE")
def test_a_charge_takes_another_straight_line_where_the_middle_one_is_blocked():
    stump = "terrain s rock 7,10.3 7.4,10.3 7.4,10.7 7,10.7 bottom=0 top=0.2 sight=clear footing=solid"
    game = position(f"{A}\nmodel B man blue {at(6)},10 facing=270", stump)
    full = position(f"{A}\nmodel B man blue {at(6)},10 facing=270", stump.replace("10.3", "6").replace("10.7", "14"))

    assert way(charge, game, "B").reaches
    assert way(charge, game, "B").found.path[1][1] < 10.0
    assert "BUS-DEF-19" in refused(full, act("A", "charge", "B"))


@pytest.mark.clause("BUS-DEF-ACTION-CHARGE")
def test_a_bent_way_is_no_charge():
    game = position(f"{A}\nmodel B man blue {at(6)},10 facing=0")

    bent = move(game, "A", (6.0, 6.0), (at(6), 10), how="charge")
    assert "one straight line" in said(game, bent)
    assert not legal(game, bent)


@pytest.mark.clause("BUS-DEF-ACTION-MELEE", "BUS-DEF-17")
def test_melee_goes_any_way_up_to_the_move_and_needs_no_sight():
    wall = "terrain w wall 7,9 7.3,9 7.3,10.4 7,10.4 bottom=0 top=3 sight=solid footing=solid"
    game = position(f"model A man red 5,10 facing=270 activations:2\nmodel B man blue {at(2.7)},10 facing=270", wall)
    found = way(melee, game, "B")

    assert found.reaches
    assert found.found.length > 2.7
    assert found.found.free
    drawn = way(melee, game, "B", (5.0, 10.0), (7.0, 11.5), (at(2.7), 10.0))
    assert drawn.touches


@pytest.mark.clause("BUS-DEF-ACTION-MELEE")
def test_melee_at_somebody_out_of_reach_goes_as_far_as_the_move():
    game = position(f"{A}\nmodel B man blue {at(7)},10 facing=270")
    found = way(melee, game, "B")

    assert not found.reaches
    assert found.objections == ()
    assert found.found.length == pytest.approx(4.0)
    assert found.over == pytest.approx(3.0)
    assert found.notes(game) == ("B is 3.0″ out of reach: no fight this time.",)


@pytest.mark.clause("BUS-DEF-11")
def test_one_new_enemy_an_activation():
    game = position(
        f"{A}\nmodel B man blue {at(3)},{10 - T / 2} facing=90\nmodel C man blue {at(3)},{10 + T / 2} facing=90"
    )
    both = (5.0, 10.0), (at(3), 10.0)

    found = way(melee, game, "B", *both)
    assert found.touches
    assert [o.why for o in found.objections] == [("BUS-DEF-11",)]
    assert way(melee, game, "B").reaches  # there is a way that touches only B


@pytest.mark.clause("BUS-DEF-ACTION-MELEE", "BUS-DEF-11")
def test_in_contact_melee_moves_only_round_the_one_it_touches():
    beside = position(f"{A}\nmodel B man blue {at(0)},10 facing=270\nmodel C man blue {at(0)},{10 + T} facing=270")
    apart = position(f"{A}\nmodel B man blue {at(0)},10 facing=270\nmodel C man blue {at(3)},10 facing=270")
    two = position(
        f"{A}\nmodel B man blue {at(0)},10\nmodel D man blue 5,{10 + T}\nmodel C man blue {at(0)},{10 + T + 0.01}"
    )

    slid = way(melee, beside, "C")
    assert slid.reaches
    assert slid.found.length > 0.5
    assert all(abs(((x - at(0)) ** 2 + (y - 10) ** 2) ** 0.5 - T) < 0.01 for x, y in slid.found.path)
    assert "does not come into contact with C there" in way(melee, apart, "C").objections[0].text
    assert "may fight only them" in way(melee, two, "C").objections[0].text
    assert way(melee, beside, "B").reaches
    assert not way(melee, beside, "B").moves


@pytest.mark.clause("BUS-DEF-15", "BUS-DEF-ACTION-MELEE")
def test_from_a_zone_one_goes_straight_at_its_owner_or_leaves_it_first():
    game = position(f"{A}\nmodel B man blue {at(0.5)},10 facing=270\nmodel C man blue 5,{10 + T + 2} facing=180")

    assert way(melee, game, "B").reaches
    assert not way(melee, game, "C").reaches
    straight_off = way(melee, game, "C", (5.0, 10.0), (5.0, 13.0))
    assert "BUS-DEF-15" in {clause for o in straight_off.objections for clause in o.why}
    assert way(melee, game, "C", (5.0, 10.0), (4.4, 10.0), (5.0, 10 + T + 2)).reaches


@pytest.mark.clause("BUS-DEF-ACTION-MELEE")
def test_nobody_goes_into_contact_with_a_friend():
    game = position(f"{A}\nmodel B man red {at(2)},10 facing=270")

    assert "is no enemy of A" in way(charge, game, "B").objections[0].text


@pytest.mark.clause("BUS-DEF-11")
def test_a_long_base_comes_into_contact_front_first():
    cart = 'profile cart "Cart" base=30x70 rect MP=4 Move=4 Ki=2 Wounds=5'
    game = position(f"model A cart red 5,10 facing=0 activations:2\nmodel B man blue {at(5)},10 facing=270", cart)

    charged = asking(game, act("A", "charge", "B")).game

    assert charged.model("A").facing == pytest.approx(90.0)
    assert [enemy.id for enemy in enemies_touching(charged, charged.model("A"))] == ["B"]


@pytest.mark.clause("BUS-DEF-ACTION-MELEE", "BUS-DEF-ACTION-CHARGE")
def test_a_way_drawn_onto_an_enemy_is_melee_or_a_charge_where_that_is_too_long():
    near = position(f"{A}\nmodel B man blue {at(3)},10 facing=270 activations:2")
    far = position(f"{A}\nmodel B man blue {at(5)},10 facing=270 activations:2")

    assert plan(near, move(near, "A", (at(3), 10))).label == "Melee with B"
    assert plan(near, move(near, "A", (at(3), 10), how="charge")).label == "Charge B"
    assert plan(far, move(far, "A", (at(5), 10))).label == "Charge B"
