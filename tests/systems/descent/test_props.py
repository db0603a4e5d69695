"""Chapters: Movement actions, doors, chests, glyphs, stairs and portals."""

from __future__ import annotations

import pytest

from engine.game import Game
from tests.systems.descent.positions import (
    act,
    after,
    asking,
    begin,
    cited,
    conquest,
    declared,
    done,
    go,
    legal,
    marks,
    number,
    plan,
    play,
    position,
    refused,
    said,
    square,
    wall,
    where,
)

FOE = "model M beast blue 14.5,10.5"
DOOR = wall("gate", (4, 3), (4, 4), kind="door")
TOWN = 'zone "Town" red 0,0 2,0 2,1 0,1'


def hero(words: str, *lines: str, action: str = "run", more: str = FOE) -> Game:
    return declared(position(f"model H hero red 3.5,3.5 {words}\n{more}", *lines), "H", action)


@pytest.mark.clause("DES-DEF-DOOR", "DES-DEF-MACT")
def test_a_hero_beside_a_door_opens_it_for_two_points_and_may_close_it_again():
    game = hero("", DOOR, wall("low", (4, 0), (4, 3)), wall("high", (4, 4), (4, 12)))

    assert not legal(game, go(game, "H", (4, 3)))
    result = play(game, act("H", "doors"))
    assert result.game.table.piece("gate").kind == "open_door"
    assert number(result.game, "H", "mp") == 6
    assert where(done(result.game, go(result.game, "H", (4, 3))), "H") == (4.5, 3.5)
    assert "DES-DEF-DOOR" in cited(result)
    assert plan(game, act("H", "doors")).label == "Open the gate (2 MP)"
    closed = done(result.game, act("H", "doors"))
    assert closed.table.piece("gate") == game.table.piece("gate")


@pytest.mark.clause("DES-DEF-DOOR", "DES-DEF-MACT")
def test_a_door_far_off_and_too_few_points_open_nothing():
    far = hero("", wall("gate", (6, 3), (6, 4), kind="door"))
    poor = hero("", DOOR, action="battle")

    assert refused(far, act("H", "doors")) == ("DES-DEF-DOOR",)
    assert said(poor, act("H", "doors")) == "To open the gate costs 2 movement points; H has none."


@pytest.mark.clause("DES-DEF-DOOR", "DES-DEF-MACT")
def test_monsters_open_and_close_doors_too_but_no_chests():
    models = "model H hero red 9.5,3.5\nmodel M beast blue 3.5,3.5 turn:1 mp:5"
    beast = position(models, DOOR, square("box", 3, 3, "chest"), phase="overlord")

    opened = done(beast, act("M", "doors"))
    closed = done(opened, act("M", "doors"))
    assert (opened.table.piece("gate").kind, closed.table.piece("gate").kind) == ("open_door", "door")
    assert number(closed, "M", "mp") == 1
    assert "only heroes open a chest" in said(beast, act("M", "chests"))


@pytest.mark.clause("DES-DEF-DOOR")
def test_a_door_is_reached_from_a_corner_of_it_unless_a_wall_is_between():
    low, high = wall("low", (4, 0), (4, 3)), wall("high", (4, 4), (4, 12))
    game = position(f"model H hero red 3.5,4.5 turn:1 mp:2\n{FOE}", DOOR, low, high)
    shut = position(f"model H hero red 3.5,4.5 turn:1 mp:2\n{FOE}", DOOR, low, high, wall("bar", (0, 4), (4, 4)))

    assert done(game, act("H", "doors")).table.piece("gate").kind == "open_door"
    assert refused(shut, act("H", "doors")) == ("DES-DEF-DOOR",)


@pytest.mark.clause("DES-DEF-DOOR")
def test_a_door_does_not_close_on_a_figure_that_stands_in_it():
    gate = 'terrain gate "Gate" open_door 4,3 4,6 bottom=0 top=2 sight=clear footing=open open'
    more = "model O ogre blue 4,5"
    blocked, beside = hero("", gate, more=more), hero("", gate, more="model O ogre blue 5,5")

    assert refused(blocked, act("H", "doors")) == ("DES-DEF-DOOR",)
    assert said(blocked, act("H", "doors")) == "O stands in the doorway: the gate does not close."
    assert done(beside, act("H", "doors")).table.piece("gate").kind == "door"


@pytest.mark.clause("DES-DEF-DOOR")
def test_between_two_doors_the_player_picks():
    game = hero("", DOOR, wall("hatch", (3, 3), (4, 3), kind="door"))

    assert [option.label for option in asking(game, act("H", "doors")).question.options] == ["Gate", "Hatch"]
    assert done(game, act("H", "doors"), "hatch").table.piece("hatch").kind == "open_door"


@pytest.mark.clause("DES-DEF-CHEST", "DES-DEF-OWN-CHEST", "DES-DEF-MACT")
def test_what_is_in_a_chest_goes_to_all_heroes():
    game = hero("", square("chest", 3, 3, "chest"), more=f"model G hero red 9.5,9.5 coins:10\n{FOE}")

    game = done(game, act("H", "chests"), "pass")
    assert (number(game, "H", "coins"), number(game, "G", "coins"), conquest(game)) == (50, 60, 11)
    assert refused(game, act("H", "chests")) == ("DES-DEF-CHEST",)


@pytest.mark.clause("DES-DEF-CHEST")
def test_a_chest_is_opened_from_its_own_space():
    game = hero("", square("chest", 4, 3, "chest"))

    assert refused(game, act("H", "chests")) == ("DES-DEF-CHEST",)
    assert legal(done(game, go(game, "H", (4, 3))), act("H", "chests"))


@pytest.mark.clause("DES-DEF-GLYPH", "DES-DEF-MP")
def test_a_glyph_wakes_under_the_first_hero_for_three_conquest():
    game = hero("", square("glyph", 5, 3, "glyph"))

    result = play(game, go(game, "H", (5, 3), (7, 3)))
    assert (conquest(result.game), result.game.table.piece("glyph").kind) == (13, "open_glyph")
    assert where(result.game, "H") == (7.5, 3.5)
    assert "DES-DEF-GLYPH" in cited(result)
    again = done(result.game, go(result.game, "H", (5, 3)))
    assert conquest(again) == 13


@pytest.mark.clause("DES-DEF-GLYPH")
def test_a_monster_wakes_no_glyph():
    game = position(
        "model H hero red 9.5,9.5\nmodel M beast blue 3.5,3.5 turn:1 mp:4",
        square("glyph", 4, 3, "glyph"),
        phase="overlord",
    )

    assert done(game, go(game, "M", (4, 3))).table.piece("glyph").kind == "glyph"


@pytest.mark.clause("DES-DEF-GLYPH", "DES-DEF-MACT", "DES-DEF-AIM")
def test_from_an_open_glyph_to_town_and_back_once_a_turn():
    start = position(f"model H hero red 3.5,3.5 curse aim\n{FOE}", square("glyph", 3, 3, "open_glyph"), TOWN)
    game = declared(start, "H", "run")

    game = done(game, act("H", "glyphs"))
    assert (where(game, "H"), number(game, "H", "in_town"), number(game, "H", "mp")) == ((0.5, 0.5), 1, 7)
    assert marks(game, "H") == ["curse"]
    assert "DES-DEF-GLYPH" in refused(game, act("H", "glyphs"))
    assert "H is in town." in said(game, go(game, "H", (1, 0)))
    game = done(declared(after(after(after(game))), "H", "advance"), act("H", "glyphs"))
    assert (where(game, "H"), number(game, "H", "in_town"), number(game, "H", "mp")) == ((3.5, 3.5), 0, 3)


@pytest.mark.clause("DES-DEF-GLYPH")
def test_beside_a_glyph_that_is_taken_the_player_picks_a_space():
    models = f"model H hero red 0.5,0.5 in_town:1\nmodel G hero red 0.5,11.5\n{FOE}"
    game = declared(position(models, square("glyph", 0, 11, "open_glyph"), TOWN), "H", "run")

    labels = [option.label for option in asking(game, act("H", "glyphs")).question.options]
    assert labels == ["Column 1, row 11", "Column 2, row 12", "Column 2, row 11"]
    assert where(done(game, act("H", "glyphs"), "1_11"), "H") == (1.5, 11.5)


@pytest.mark.clause("DES-DEF-GLYPH")
def test_a_sleeping_glyph_a_missing_town_and_a_missing_glyph_lead_nowhere():
    asleep = hero("", square("glyph", 4, 3, "glyph"), TOWN)
    no_town = hero("", square("glyph", 3, 3, "open_glyph"))
    no_way = declared(position(f"model H hero red 0.5,0.5 in_town:1\n{FOE}", TOWN), "H", "run")

    assert said(asleep, act("H", "glyphs")) == "H stands on no open glyph."
    assert said(no_town, act("H", "glyphs")) == "This board has no town: draw a zone called Town."
    assert said(no_way, act("H", "glyphs")) == "No open glyph of this board has room for him."


@pytest.mark.clause("DES-DEF-MACT")
def test_stairs_lead_to_those_of_the_same_name_for_a_point():
    lower = square("stairs", 3, 3, "stairs")
    upper = lower.replace("terrain stairs", "terrain landing").replace("3,3 4,3 4,4 3,4", "10,8 11,8 11,9 10,9")
    ladder = square("ladder", 8, 8, "stairs")
    game = hero("aim", lower, ladder, upper)

    result = play(game, act("H", "stairs"))
    assert (where(result.game, "H"), number(result.game, "H", "mp"), marks(result.game, "H")) == ((10.5, 8.5), 7, [])
    full = hero("", lower, upper, more=f"model G hero red 10.5,8.5\n{FOE}")
    assert said(full, act("H", "stairs")) == "Somebody stands at the other end of the stairs."
    assert said(hero("", lower), act("H", "stairs")) == "H stands on no stairs that lead anywhere."


@pytest.mark.clause("DES-DEF-PORTAL")
def test_a_portal_is_the_way_out():
    game = hero("", square("portal", 3, 3, "portal"))

    game = done(game, act("H", "leave"))
    assert (game.model("H").removed_as, game.outcome) == ("left the dungeon", "Heroes have left the dungeon")
    assert "DES-DEF-PORTAL" in refused(hero(""), act("H", "leave"))


@pytest.mark.clause("DES-DEF-MACT", "DES-DEF-OWN-CHEST")
def test_picking_up_costs_nothing():
    game = hero("", square("purse", 3, 3, "coins"), square("vial", 3, 3, "healing_potion"), action="battle")

    game = done(game, act("H", "pick_up"), "vial")
    game = done(game, act("H", "pick_up"))
    assert (number(game, "H", "coins"), number(game, "H", "healing_potion")) == (50, 1)
    assert game.table.terrain == ()
    assert refused(game, act("H", "pick_up")) == ("DES-DEF-MACT",)


@pytest.mark.clause("DES-DEF-TURN", "DES-DEF-MACT")
def test_out_of_turn_there_are_no_movement_actions():
    game = position(f"model H hero red 3.5,3.5 mp:4\n{FOE}", DOOR)

    assert "DES-DEF-TURN" in refused(game, act("H", "doors"))
    assert legal(done(begin(game, "H"), act("H", "run")), act("H", "doors"))
