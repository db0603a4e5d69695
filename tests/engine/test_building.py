"""Terrain as values: groups, moves, turns, heights, order, stacking, and why something cannot stand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine import building
from engine.events import Built, Razed, apply
from engine.game import Game, Table, Terrain


def block(id: str, x: float, y: float, width: float = 2, depth: float = 2, **more: object) -> Terrain:
    corners = ((x, y), (x + width, y), (x + width, y + depth), (x, y + depth))
    fields = {"top": 2.0, **more}
    return Terrain(id=id, name=id.capitalize(), outline=corners, **fields)


HUT = (block("hut/a", 4, 4), block("hut/b", 6, 4, bottom=2.0, top=3.0))
STONE = block("stone", 12, 12)
TABLE = Table(width=30, height=20, terrain=(*HUT, STONE))


# Groups ------------------------------------------------------------------------------------


def test_what_shares_the_words_before_the_slash_is_one_group():
    assert building.members(TABLE, ["hut/b"]) == ("hut/a", "hut/b")
    assert building.members(TABLE, ["stone"]) == ("stone",)
    assert building.groups(TABLE.terrain) == (HUT, (STONE,))
    assert (building.called(HUT), building.called((STONE,))) == ("Hut", "Stone")


def test_copies_get_ids_that_are_free_and_stay_groups():
    taken = ["hut/a", "hut/b", "hut_2/a", "stone"]

    assert [part.id for part in building.fresh((*HUT, STONE), taken)] == ["hut_3/a", "hut_3/b", "stone_2"]
    assert [part.id for part in building.fresh((STONE, STONE), [])] == ["stone", "stone"]


def test_grouping_and_taking_apart():
    ids = [piece.id for piece in TABLE.terrain]
    whole = building.grouped((*HUT, STONE), ids)
    apart = building.ungrouped(whole, ids)

    assert [part.id for part in whole] == ["hut/1_a", "hut/2_b", "hut/3_stone"]
    assert [part.id for part in building.grouped(whole, ids)] == ["hut/1_a", "hut/2_b", "hut/3_stone"]
    assert [part.id for part in apart] == ["hut_1_a", "hut_2_b", "hut_3_stone"]
    assert len(building.groups(apart)) == 3


# Moving ------------------------------------------------------------------------------------


def test_a_move_shifts_every_corner_and_both_heights():
    made = building.moved(HUT, 1, -2, 0.5)

    assert made[0].outline == ((5, 2), (7, 2), (7, 4), (5, 4))
    assert [(part.bottom, part.top) for part in made] == [(0.5, 2.5), (2.5, 3.5)]


def test_a_quarter_turn_is_exact_and_clockwise():
    assert building.turned((block("wall", 0, 0, 6, 1),), (0, 0), 90)[0].outline == ((0, 0), (0, 6), (-1, 6), (-1, 0))


@given(st.floats(-720, 720), st.floats(-50, 50), st.floats(-50, 50))
def test_turning_back_brings_it_back(degrees, x, y):
    back = building.turned(building.turned(HUT, (x, y), degrees), (x, y), -degrees)

    for part, was in zip(back, HUT, strict=True):
        for corner, old in zip(part.outline, was.outline, strict=True):
            assert corner == pytest.approx(old, abs=1e-9)


def test_heights_are_lifted_and_stretched_whole():
    assert [(part.bottom, part.top) for part in building.raised(HUT, 3)] == [(3, 5), (5, 6)]
    assert [(part.bottom, part.top) for part in building.stretched(HUT, 6)] == [(0, 4), (4, 6)]
    flat = (block("pond", 0, 0, top=0.0),)
    assert building.stretched(flat, 2)[0].top == 2


# Order -------------------------------------------------------------------------------------

ROW = ((block("one", 0, 0),), (block("two", 5, 3, 4),), (block("three", 20, 8, 1, 6),))


@pytest.mark.parametrize(
    ("edge", "places"),
    [
        ("left", [0, 0, 0]),
        ("right", [19, 17, 20]),
        ("centre", [9.5, 8.5, 10]),
        ("top", [0, 0, 0]),
        ("bottom", [12, 12, 8]),
        ("middle", [6, 6, 4]),
    ],
)
def test_groups_are_brought_to_one_line(edge, places):
    axis = 0 if edge in ("left", "right", "centre") else 1

    assert [part.outline[0][axis] for part in building.aligned(ROW, edge)] == places


def test_equal_gaps_whatever_the_sizes():
    across = {part.id: building.box((part,)) for part in building.distributed(ROW, "across")}
    down = {part.id: building.box((part,)) for part in building.distributed(ROW, "down")}

    assert [across[id][0] for id in ("one", "two", "three")] == [0, 9, 20]
    assert [down[id][1] for id in ("one", "two", "three")] == [0, 4, 8]


# Stacking ----------------------------------------------------------------------------------


def test_levels_are_the_tops_that_carry():
    wood = block("wood", 0, 0, 9, 9, top=5.0, footing="difficult", sight="obscuring")
    table = Table(
        width=30, height=20, terrain=(wood, block("house", 0, 0, 4, 4, top=3.0), block("shed", 1, 1, top=1.0))
    )

    assert building.levels(table, (2, 2)) == (0.0, 1.0, 3.0)
    assert building.levels(table, (2, 2), without=["house"]) == (0.0, 1.0)
    assert building.levels(table, (8, 8)) == (0.0,)


def test_what_stood_on_something_stands_on_what_is_below_it_now():
    house, crate = block("house", 0, 0, 4, 4, top=3.0), block("crate", 1, 1, 1, 1, bottom=3.0, top=4.0)
    table = Table(width=30, height=20, terrain=(house, crate))
    beside = building.stacked(table, (crate,), building.moved((crate,), 9, 0))
    back = building.stacked(Table(width=30, height=20, terrain=(house, *beside)), beside, building.moved(beside, -9, 0))

    assert (beside[0].bottom, back[0].bottom) == (0.0, 3.0)


def test_what_hangs_in_the_air_keeps_its_height():
    bridge = block("bridge", 0, 8, 4, 1, bottom=2.0, top=2.2)
    table = Table(width=30, height=20, terrain=(block("house", 10, 0, 4, 14, top=3.0), bridge))

    assert building.stacked(table, (bridge,), building.moved((bridge,), 10, 0))[0].bottom == 2.0


# Facts and faults --------------------------------------------------------------------------


def test_facts_say_what_is_new_and_what_is_gone():
    after = (replace(HUT[0], top=4.0), STONE)
    facts = building.changes((*HUT, STONE), after)
    game = Game(system="", table=TABLE)
    for fact in facts:
        game = apply(game, fact)

    assert facts == (Razed(piece="hut/b"), Built(piece=after[0]))
    assert game.table.terrain == after


def outline_of(*corners: tuple[float, float]) -> Terrain:
    return Terrain(id="a", name="Rock", outline=corners, top=1.0)


@pytest.mark.parametrize(
    ("piece", "sentence"),
    [
        (outline_of((0, 0), (4, 4), (4, 0), (0, 4)), "Rock: The outline crosses or touches itself at 2, 2."),
        (outline_of((0, 0), (4, 0), (8, 0)), "Rock: The outline encloses no area"),
        (outline_of((0, 0), (4, 0), (4, 0.001)), "Rock: The outline encloses no area"),
        (outline_of((0, 0), (4, 0)), "Rock: An outline needs three corners or more, this one has 2."),
        (outline_of((0, 0), (4, 0), (0, 0)), "Rock: An outline needs three corners or more, this one has 2."),
        (outline_of((0, 0), (4, 0), (float("nan"), 4)), "Rock: A corner lies too far away"),
        (block("rock", 40, 0), "Rock would lie off the board of 30 × 20″. Put it within its edges."),
        (block("rock", 0, 0, bottom=3.0), "Rock: its top (2″) is below its bottom (3″)."),
        (replace(STONE, name=" "), "A piece needs a name."),
    ],
)
def test_what_cannot_stand_is_said_in_a_sentence(piece, sentence):
    assert building.fault((piece,), TABLE).startswith(sentence)


def test_what_reaches_onto_the_board_may_stand():
    line = Terrain(id="w", name="Wall", outline=((0, 0), (4, 4), (4, 0), (0, 4)), open=True, top=2.0)

    assert building.fault((block("rock", 29, 0), line), TABLE) == ""


def test_a_board_has_a_size_and_loses_what_no_longer_fits():
    assert building.size_fault(48, 36.5) == ""
    assert building.size_fault(0.5, 36) == "A board measures from 1″ to 1200″ a side, not 0.5 × 36″."
    assert building.size_fault(36, 5000).startswith("A board measures from 1″ to 1200″")
    assert building.stranded(replace(TABLE, width=11)) == ("Stone",)
