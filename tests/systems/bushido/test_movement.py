"""Chapter: Movement.  Walks, runs and turns; terrain on a flat table; contact and who binds."""

from __future__ import annotations

import pytest

from engine.commands import Turn
from engine.game import ModelId
from engine.systems.bushido.contact import apart, binding, enemies_touching, touching
from engine.systems.bushido.ground import room
from engine.systems.bushido.movement import aimed_at
from tests.systems.bushido.positions import (
    SYSTEM,
    T,
    act,
    counters,
    done,
    legal,
    move,
    plan,
    play,
    position,
    refused,
    said,
)

A = "model A man red 5,10 facing=90 activations:2"
MUD = "terrain mud mud 6,0 30,0 30,20 6,20 bottom=0 top=0 sight=clear footing=difficult"


def place(game, model):
    now = game.model(model)
    return (round(now.x, 3), round(now.y, 3), round(now.facing, 1))


@pytest.mark.clause("BUS-DEF-ACTION-WALK", "BUS-DEF-18", "BUS-DEF-02")
def test_a_walk_is_up_to_the_move_by_any_way_and_costs_one_counter():
    game = position(f"{A}\nmodel B man blue 30,30 activations:2")
    walk = move(game, "A", (7.0, 10), (7.0, 8.0), facing=45)

    assert plan(game, walk).label == "Walk 4.0″"
    walked = play(game, walk)
    assert place(walked.game, "A") == (7, 8, 45)
    assert counters(walked.game, "A") == {"activations": 1}
    assert walked.game.active == "blue"
    assert refused(game, move(game, "A", (7.0, 10), (7.0, 7.9))) == ("BUS-DEF-ACTION-WALK", "BUS-DEF-18")
    assert "0.1″ further than the 4.0″ A may walk." in said(game, move(game, "A", (5.0, 5.9), how="walk"))


@pytest.mark.clause("BUS-DEF-ACTION-RUN", "BUS-DEF-18", "BUS-DEF-13")
def test_a_run_is_straight_into_the_front_and_ends_looking_where_it_went():
    game = position(f"{A}\nmodel B man blue 30,30 activations:2")

    ran = done(game, move(game, "A", (10.0, 10.0)))

    assert plan(game, move(game, "A", (10.0, 10.0))).label == "Run 5.0″"
    assert place(ran, "A") == (10, 10, 90)
    assert counters(ran, "A") == {"activations": 1, "ran": 1}
    assert place(done(game, move(game, "A", (5.0, 4.0))), "A") == (5, 4, 0)
    assert refused(game, move(game, "A", (11.1, 10.0), how="run")) == ("BUS-DEF-ACTION-RUN", "BUS-DEF-18")
    assert refused(game, move(game, "A", (0.9, 10.0), how="run")) == ("BUS-DEF-13", "BUS-DEF-ACTION-RUN", "BUS-DEF-18")
    assert "one straight line" in said(game, move(game, "A", (7.0, 10.0), (7.0, 12.0), how="run"))


@pytest.mark.clause("BUS-DEF-18", "BUS-DEF-15")
def test_a_run_enters_no_zone_and_touches_no_enemy():
    front = position(f"{A}\nmodel B man blue 10,10 facing=270")
    back = position(f"{A}\nmodel B man blue 10,10 facing=90")

    assert "enters B's zone" in said(front, move(front, "A", (8.5, 10), how="run"))
    assert refused(back, move(back, "A", (10 - T, 10), how="run")) == ("BUS-DEF-18",)
    assert refused(back, move(back, "A", (10 - T, 10), how="walk"))[0] == "BUS-DEF-18"
    assert legal(back, move(back, "A", (8.7, 10), how="run"))


@pytest.mark.clause("BUS-BLIND-3", "BUS-BLIND-4")
def test_the_blind_walk_but_neither_run_nor_charge():
    game = position("model A man red 5,10 facing=90 activations:2 blind\nmodel B man blue 12,10")

    assert legal(game, move(game, "A", (8, 10)))
    assert "BUS-BLIND-3" in refused(game, move(game, "A", (10, 10), how="run"))
    assert "BUS-BLIND-4" in refused(game, act("A", "charge", "B"))


@pytest.mark.clause("BUS-DEF-13", "BUS-DEF-ACTION-WALK")
def test_turning_on_the_spot_is_a_walk_of_no_inches():
    game = position(f"{A}\nmodel B man blue 30,30 activations:2")

    turned = done(game, Turn(model=ModelId("A"), facing=200.0))

    assert place(turned, "A") == (5, 10, 200)
    assert counters(turned, "A") == {"activations": 1}


@pytest.mark.clause("BUS-DEF-19", "BUS-DEF-16")
def test_difficult_ground_costs_double():
    game = position(A, MUD)

    assert legal(game, move(game, "A", (7.5, 10)))
    assert refused(game, move(game, "A", (7.6, 10), how="walk")) == (
        "BUS-DEF-ACTION-WALK", "BUS-DEF-18", "BUS-DEF-19",
    )  # fmt: skip
    cost = plan(game, move(game, "A", (7.5, 10))).tallies[1]
    assert (cost.base, cost.value) == (2.5, 4.0)
    assert cost.modifiers[0].why == ("BUS-DEF-19",)


@pytest.mark.clause("BUS-DEF-19")
def test_a_walk_that_keeps_to_ideal_ground_gains_two_inches():
    road = "terrain road road_ideal 0,9 30,9 30,11 0,11 bottom=0 top=0 sight=clear footing=open"
    game = position(A, road)

    assert plan(game, move(game, "A", (11, 10), how="walk")).tallies[0].value == 6
    assert legal(game, move(game, "A", (11, 10), how="walk"))
    assert not legal(game, move(game, "A", (5, 12.1), (5.0, 10.0), how="walk"))


@pytest.mark.clause("BUS-DEF-19")
def test_nobody_climbs_walls_and_bases_are_in_the_way():
    wall = "terrain w wall 6,0 6.5,0 6.5,20 6,20 bottom=0 top=0.2 sight=clear footing=solid"
    roof = "terrain r roof 2,2 4,2 4,4 2,4 bottom=0 top=4 sight=solid footing=impassable"
    game = position(f"{A}\nmodel B man red 5,8.5", wall, roof)

    assert refused(game, move(game, "A", (8, 10))) == ("BUS-DEF-19",)
    assert "Wall" not in said(game, move(game, "A", (5, 11)))
    assert "B is in the way" in said(game, move(game, "A", (5, 6.5), how="walk"))
    assert "may not leave the table" in said(game, move(game, "A", (0.3, 10)))
    put = game.model("A")
    assert [
        o.why
        for o in room(game, type(put)(**{f: getattr(put, f) for f in put.__struct_fields__} | {"x": 3.0, "y": 3.0}))
    ]


@pytest.mark.clause("BUS-DEF-19", "BUS-DEF-13")
def test_a_long_base_needs_room_to_turn():
    cart = 'profile cart "Cart" base=30x70 rect MP=4 Move=4 Ki=2 Wounds=5'
    wall = "terrain w wall 6,8 6.5,8 6.5,12 6,12 bottom=0 top=3 sight=clear footing=solid"
    game = position("model A cart red 5,10 facing=0 activations:2", cart, wall)

    assert legal(game, Turn(model=ModelId("A"), facing=10.0))
    assert refused(game, Turn(model=ModelId("A"), facing=90.0)) == ("BUS-DEF-19",)


@pytest.mark.clause("BUS-DEF-19")
def test_a_bridge_is_paint_on_the_ground():
    """Heights do not count: what has a bottom above the ground and may be walked is walked."""
    bridge = "terrain b bridge 6,8 9,8 9,12 6,12 bottom=2 top=2.3 sight=clear footing=open"
    game = position(A, bridge)

    assert place(done(game, move(game, "A", (8, 10))), "A") == (8, 10, 90)


@pytest.mark.clause("BUS-DEF-TRAIT-INTANGIBLE")
def test_the_intangible_walk_through_walls_but_do_not_end_in_one():
    wall = "terrain w wall 6,0 6.5,0 6.5,20 6,20 bottom=0 top=3 sight=clear footing=solid"
    game = position("model A ghost red 5,10 facing=90 activations:2", wall)

    assert legal(game, move(game, "A", (8, 10)))
    assert "would stand inside" in said(game, move(game, "A", (6.3, 10)))


@pytest.mark.clause("BUS-DEF-11")
def test_touching_is_a_gap_of_a_thousandth():
    game = position(f"{A}\nmodel B man blue {5 + T + 0.0009},10\nmodel C man blue 5,{10 + T + 0.002}")
    a, b, c = (game.model(name) for name in "ABC")

    assert touching(a, b)
    assert not touching(a, c)
    assert apart(a, b) == 0.0
    assert [enemy.id for enemy in enemies_touching(game, a)] == ["B"]


@pytest.mark.clause("BUS-DEF-11", "BUS-DEF-ACTION-WALK", "BUS-DEF-ACTION-RUN", "BUS-DEF-ACTION-CHARGE")
def test_who_is_touched_by_an_enemy_neither_walks_nor_runs_nor_charges():
    game = position(f"{A}\nmodel B man blue {5 + T},10 facing=270\nmodel C man blue 5,5")

    assert refused(game, move(game, "A", (4, 10))) == ("BUS-DEF-11", "BUS-DEF-ACTION-WALK")
    assert "BUS-DEF-ACTION-RUN" in refused(game, move(game, "A", (4, 10), how="run"))
    assert "BUS-DEF-ACTION-CHARGE" in refused(game, act("A", "charge", "C"))


@pytest.mark.clause("BUS-PRONE-4", "BUS-PRONE-5", "BUS-DEF-RULING-IGNORING-PRONE")
def test_h_107_beside_a_prone_enemy_everything_may_be_declared():
    game = position(f"{A}\nmodel B man blue {5 + T},10 facing=270 prone\nmodel C man blue 5,5")
    both = position(f"{A}\nmodel B man blue {5 + T},10 prone\nmodel Q man blue 5,{10 + T}")

    assert binding(game, game.model("A")) == ()
    assert legal(game, move(game, "A", (4, 9)))
    assert legal(game, act("A", "charge", "C"))
    assert [enemy.id for enemy in binding(both, both.model("A"))] == ["Q"]  # H-109
    assert not legal(both, move(both, "A", (4, 9)))


@pytest.mark.clause("BUS-IMMOBILISED-10")
def test_h_061_beside_an_immobilised_enemy_everything_may_be_declared():
    men = f"{A}\nmodel B man blue {5 + T},10 facing=270 immobilised\nmodel C man blue 5,5"
    game, stays = position(men), position(men, beside_immobilised="declaring")

    assert legal(game, move(game, "A", (4, 9)))
    assert legal(game, act("A", "charge", "C"))
    for leaves in (move(stays, "A", (4, 9)), move(stays, "A", (5, 7.5), how="run"), act("A", "charge", "C")):
        assert refused(stays, leaves) == ("BUS-DEF-18", "BUS-IMMOBILISED-10")


@pytest.mark.clause("BUS-DEF-TRAIT-AGILE")
def test_nobody_binds_the_agile():
    game = position(f"model A agile red 5,10 facing=90 activations:2\nmodel B man blue {5 + T},10 facing=270")

    assert legal(game, move(game, "A", (4, 9)))


@pytest.mark.clause("BUS-HELD-2", "BUS-HELD-3")
def test_the_held_do_not_move_themselves():
    game = position(f"{A} held=0@B\nmodel B man blue {5 + T},10 facing=270")

    assert "BUS-HELD-2" in refused(game, move(game, "A", (4, 10)))


@pytest.mark.clause("BUS-DEF-18")
def test_a_way_of_moving_that_does_not_exist_is_refused_with_those_that_do():
    game = position(A)

    assert "there are: walk, run, charge, melee" in said(game, move(game, "A", (6, 10), how="fly"))
    assert "draw it onto" in said(game, move(game, "A", (6, 10), how="melee"))
    assert "draw it onto" in said(game, move(game, "A", (6, 10), how="charge"))
    assert aimed_at(game, game.model("A"), ((5.0, 10.0), (6.0, 10.0))) is None


@pytest.mark.clause("BUS-DEF-ACTION-WALK", "BUS-DEF-ACTION-RUN", "BUS-DEF-ACTION-CHARGE")
def test_the_allowance_tells_walk_run_and_charge_and_paints_where_they_lead():
    game = position(f"{A}\nmodel B man blue 9.5,10 facing=270")
    found = SYSTEM.allowance(game, game.model("A"))

    assert found.distance == 4
    assert [tally.text() for tally in found.tallies] == [
        "Walk 4″ Move",
        "Run 6″ 1.5 × Move",
        "Charge 8″ twice the Move",
    ]
    assert {a.role for a in found.evidence.areas} == {"zone", "reach"}
    walk = next(a for a in found.evidence.areas if a.label == "4.00″")
    assert max(x for rings in walk.polygons for x, _ in rings[0]) < 9.0  # bent round B's zone
    tired = position("model A man red 5,10 facing=90 activations:1\nmodel B man blue 30,10")
    assert [tally.title for tally in SYSTEM.allowance(tired, tired.model("A")).tallies] == ["Walk", "Run"]
    waits = position("model A man red 5,10\nmodel B man blue 30,10 activations:1")
    assert "Exhausted" in SYSTEM.allowance(waits, waits.model("A")).ruling_text
    touched = position(f"{A}\nmodel B man blue {5 + T},10 facing=270")
    assert SYSTEM.allowance(touched, touched.model("A")).ruling_text == "A is in contact with B."
    inside = position(f"{A}\nmodel B man blue {5.5 + T},10 facing=270")
    assert "straight away from B first" in SYSTEM.allowance(inside, inside.model("A")).evidence.lines[0].label
