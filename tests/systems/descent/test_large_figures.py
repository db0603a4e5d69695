"""Chapter: Movement of large figures.  1×2, 2×2 and 2×3: they step whole, long ones turn by halves."""

from __future__ import annotations

import pytest

from engine.commands import Turn
from engine.game import Game, ModelId
from engine.geometry.grid import Figure, figure_of
from tests.systems.descent.positions import (
    SYSTEM,
    done,
    legal,
    move,
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

HERO = "model H hero red 14.5,10.5"


def monster(kind: str, x: float, y: float, *lines: str, points: int = 4, facing: float = 0, more: str = HERO) -> Game:
    model = f"model M {kind} blue {x},{y} turn:1 mp:{points} facing={facing}"
    return position(f"{more}\n{model}", *lines, phase="overlord")


def covers(game: Game) -> Figure:
    return figure_of(game.model("M"))


@pytest.mark.clause("DES-DEF-LARGE", "DES-DEF-OWN-SQUARE")
def test_bases_stand_for_one_two_four_and_six_spaces():
    shapes = {}
    for kind, x, y in (("beast", 3.5, 3.5), ("hound", 3.5, 4), ("ogre", 4, 4), ("wyrm", 4, 4.5)):
        figure = covers(monster(kind, x, y))
        shapes[kind] = (figure.at, figure.wide, figure.deep)

    assert shapes == {
        "beast": ((3, 3), 1, 1),
        "hound": ((3, 3), 1, 2),
        "ogre": ((3, 3), 2, 2),
        "wyrm": ((3, 3), 2, 3),
    }


@pytest.mark.clause("DES-DEF-LARGE", "DES-DEF-MP")
def test_one_of_four_spaces_steps_as_a_single_space_does():
    game = monster("ogre", 4, 4)

    game = done(game, move(game, "M", (7, 6)))
    assert (covers(game), number(game, "M", "mp")) == (Figure((6, 5), 2, 2), 1)


@pytest.mark.clause("DES-DEF-LARGE", "DES-DEF-MP")
def test_it_needs_a_gap_as_wide_as_itself():
    narrow = monster("ogre", 4, 4, wall("low", (6, 0), (6, 4)), wall("high", (6, 5), (6, 12)), points=12)
    wide = monster("ogre", 4, 4, wall("low", (6, 0), (6, 4)), wall("high", (6, 6), (6, 12)), points=12)

    assert "DES-DEF-LARGE" in refused(narrow, move(narrow, "M", (9, 4)))
    assert number(done(wide, move(wide, "M", (9, 4))), "M", "mp") == 12 - 5


@pytest.mark.clause("DES-DEF-LARGE")
def test_a_long_one_goes_ahead_and_sidesteps_whole():
    for goal, cost in (((3.5, 2), 2), ((5.5, 4), 2), ((5.5, 6), 2)):
        game = monster("hound", 3.5, 4)
        game = done(game, move(game, "M", goal))

        assert (covers(game).wide, number(game, "M", "mp"), where(game, "M")) == (1, 4 - cost, goal)


@pytest.mark.clause("DES-DEF-LARGE")
def test_it_turns_by_setting_one_half_beside_the_other_for_a_point():
    game = monster("hound", 3.5, 4)

    game = done(game, move(game, "M", (4, 3.5), facing=90.0))
    assert (covers(game), number(game, "M", "mp")) == (Figure((3, 3), 2, 1), 3)
    game = done(game, move(game, "M", (4.5, 4), facing=180.0))
    assert (covers(game), number(game, "M", "mp"), game.model("M").facing) == (Figure((4, 3), 1, 2), 2, 180.0)


@pytest.mark.clause("DES-DEF-LARGE")
def test_a_long_one_gets_round_a_bend_only_by_turning():
    bend = (
        *(square(f"rock{i}", i, 2, "obstacle") for i in range(7)),
        *(square(f"stone{i}", i, 4, "obstacle") for i in range(5)),
        *(square(f"post{j}", 6, j, "obstacle") for j in range(3, 8)),
        *(square(f"pile{j}", 4, j, "obstacle") for j in range(5, 8)),
    )
    game = monster("hound", 2, 3.5, *bend, facing=90, points=8)

    result = play(game, move(game, "M", (5.5, 7), facing=180.0))
    assert covers(result.game) == Figure((5, 6), 1, 2)
    assert number(result.game, "M", "mp") == 8 - 3 - 1 - 3


@pytest.mark.clause("DES-DEF-LARGE", "DES-DEF-CORNER")
def test_every_space_of_a_large_figure_has_to_get_past_a_corner():
    """Its hind space has a wall on the one side of its slanting step, and a rock on the other."""
    post, rock = wall("post", (4, 4), (4, 5)), square("rock", 3, 5, "obstacle")
    shut, free = monster("hound", 3.5, 4, post, rock, points=1), monster("hound", 3.5, 4, post, points=1)

    assert not legal(shut, move(shut, "M", (4.5, 5)))
    assert legal(free, move(free, "M", (4.5, 5)))


@pytest.mark.clause("DES-DEF-LARGE", "DES-DEF-MP")
def test_a_long_one_does_not_turn_through_a_wall():
    fence = wall("fence", (4, 2), (4, 6))
    game, free = monster("hound", 3.5, 4, fence, points=1), monster("hound", 3.5, 4, points=1)

    assert legal(free, Turn(model=ModelId("M"), facing=90.0))
    assert not legal(game, move(game, "M", (4, 3.5), facing=90.0))
    assert legal(game, move(game, "M", (3, 3.5), facing=90.0))


@pytest.mark.clause("DES-DEF-LARGE", "DES-DEF-MP")
def test_a_turn_of_the_facing_is_free_where_it_changes_no_space_and_a_move_where_it_does():
    hound, ogre = monster("hound", 3.5, 4), monster("ogre", 4, 4, points=0)

    assert plan(ogre, Turn(model=ModelId("M"), facing=90.0)).label == "Turn M"
    assert legal(hound, Turn(model=ModelId("M"), facing=180.0))
    turned = done(hound, Turn(model=ModelId("M"), facing=90.0))
    assert (covers(turned).wide, number(turned, "M", "mp")) == (2, 3)
    tired = monster("hound", 3.5, 4, points=0)
    assert "DES-DEF-MP" in refused(tired, Turn(model=ModelId("M"), facing=90.0))


@pytest.mark.clause("DES-DEF-LARGE", "DES-DEF-MP")
def test_of_the_two_ways_to_lie_at_a_point_only_one_with_room_ends_the_way():
    game = monster("hound", 5.5, 10, facing=180, more=f"{HERO}\nmodel F beast blue 6.5,10.5")

    game = done(game, move(game, "M", (6, 9.5)))
    friend = figure_of(game.model("F"))
    assert covers(game) == Figure((5, 9), 2, 1)
    assert not set(covers(game).spaces) & set(friend.spaces)


@pytest.mark.clause("DES-DEF-LARGE", "DES-DEF-MP")
def test_six_spaces_need_six_empty_spaces():
    game = monster("wyrm", 4, 4.5, more="model H hero red 8.5,4.5")

    assert said(game, move(game, "M", (8, 4.5))) == "H stands there; a move ends in empty spaces."
    assert number(done(game, move(game, "M", (7, 4.5))), "M", "mp") == 1


@pytest.mark.clause("DES-DEF-PIT", "DES-DEF-LARGE")
def test_a_large_figure_falls_only_where_it_fills_nothing_but_pit():
    small = monster("ogre", 4, 4, square("pit", 6, 3, "pit"))
    whole = monster("ogre", 4, 4, square("pit", 6, 3, "pit", 2, 2))

    assert SYSTEM.wounds is not None
    over, fallen = done(small, move(small, "M", (6, 4))), done(whole, move(whole, "M", (7, 4)))
    assert SYSTEM.wounds(over, over.model("M"))[0] == 6
    assert SYSTEM.wounds(fallen, fallen.model("M"))[0] == 5


@pytest.mark.clause("DES-DEF-LARGE", "DES-DEF-LOS")
def test_a_long_figure_looks_along_its_length_the_way_it_went():
    seen = {}
    for goal in ((8, 3.5), (2, 3.5), (5, 6.5)):
        game = monster("hound", 5, 3.5, facing=90)
        seen[goal] = done(game, move(game, "M", goal)).model("M").facing

    assert (seen[(8, 3.5)], seen[(2, 3.5)]) == (90.0, 270.0)
    assert seen[(5, 6.5)] in (90.0, 270.0)
