"""Chapter: Pits.  Fallen into, climbed out of, jumped; and what is seen from below."""

from __future__ import annotations

import pytest

from engine.game import Game
from engine.systems.descent import sight
from tests.systems.descent.positions import (
    SYSTEM,
    cited,
    conquest,
    done,
    go,
    legal,
    marks,
    number,
    paths,
    plan,
    play,
    position,
    refused,
    said,
    square,
    wall,
    where,
    wounds,
)

FOE = "model M beast blue 14.5,10.5"
PIT = square("pit", 5, 0, "pit", 1, 12)


def walker(words: str = "", *lines: str, points: int = 6, x: int = 3, others: str = FOE) -> Game:
    return position(f"model H hero red {x}.5,3.5 turn:1 mp:{points} {words}\n{others}", *(lines or (PIT,)))


@pytest.mark.clause("DES-DEF-PIT")
def test_whoever_goes_into_a_pit_takes_a_wound_that_armor_does_not_stop():
    result = play(walker("rest"), go(walker(), "H", (5, 3)))

    assert (wounds(result.game, "H"), where(result.game, "H"), marks(result.game, "H")) == (11, (5.5, 3.5), [])
    assert "DES-DEF-PIT" in cited(result)
    assert plan(walker(), go(walker(), "H", (5, 3))).notes == ("H falls into the pit: 1 wound, armor or not.",)


@pytest.mark.clause("DES-DEF-PIT", "DES-DEF-MP")
def test_a_way_goes_round_a_pit_and_never_through_it():
    small = square("pit", 5, 3, "pit")
    game = walker("", small)

    result = play(game, go(game, "H", (7, 3)))
    assert (wounds(result.game, "H"), number(result.game, "H", "mp")) == (12, 2)
    assert (5.5, 3.5) not in paths(result)[0]
    assert not legal(walker(), go(walker(), "H", (7, 3)))


@pytest.mark.clause("DES-DEF-PIT", "DES-DEF-MACT")
def test_climbing_out_costs_two_points():
    game = walker(x=5)

    result = play(game, go(game, "H", (6, 4)))
    assert (number(result.game, "H", "mp"), wounds(result.game, "H")) == (4, 12)
    poor = walker(points=1, x=5)
    assert "DES-DEF-MACT" in refused(poor, go(poor, "H", (6, 4)))


@pytest.mark.clause("DES-DEF-PIT")
def test_spaces_of_one_pit_are_walked_for_a_point_and_do_no_harm():
    game = walker(x=5)

    game = done(game, go(game, "H", (5, 6)))
    assert (number(game, "H", "mp"), wounds(game, "H")) == (3, 12)


@pytest.mark.clause("DES-DEF-PIT", "DES-DEF-MACT")
def test_a_jump_costs_three_points_for_each_space_of_pit():
    game = walker("", points=6)
    wide = walker("", square("pit", 5, 0, "pit", 2, 12), points=7)

    over = done(game, go(game, "H", (6, 3), how="jump"))
    assert (where(over, "H"), number(over, "H", "mp"), wounds(over, "H")) == ((6.5, 3.5), 6 - 1 - 3, 12)
    far = done(wide, go(wide, "H", (7, 3), how="jump"))
    assert (where(far, "H"), number(far, "H", "mp")) == ((7.5, 3.5), 0)
    assert not legal(wide, go(wide, "H", (8, 3), how="jump"))


@pytest.mark.clause("DES-DEF-PIT")
def test_nobody_jumps_onto_somebody():
    game = walker("", others=f"model F hero red 6.5,3.5\n{FOE}", points=4)

    assert not legal(game, go(game, "H", (6, 3), how="jump"))
    walls = (wall("north", (0, 3), (16, 3)), wall("south", (0, 4), (16, 4)))
    corridor = walker("", PIT, *walls, others=f"model F hero red 6.5,3.5\n{FOE}", points=9)
    assert not legal(corridor, go(corridor, "H", (7, 3), how="jump"))


@pytest.mark.clause("DES-DEF-PIT", "DES-DEF-MP")
def test_the_reach_ends_in_the_pit():
    game = walker(points=6)

    left = SYSTEM.allowance(game, game.model("H"))
    columns = {ring[0][0][0] for area in left.evidence.areas for ring in area.polygons}
    assert columns == {0, 1, 2, 3, 4, 5}


@pytest.mark.clause("DES-DEF-PIT", "DES-DEF-LOS")
def test_from_within_only_the_pit_and_the_spaces_next_to_it_are_seen():
    game = position(
        "model H hero red 5.5,3.5\nmodel N beast blue 6.5,6.5\nmodel F beast blue 8.5,3.5\nmodel P beast blue 5.5,1.5",
        PIT,
    )

    sees = {name: sight.line(game, game.model("H"), game.model(name)).sees for name in "NFP"}
    assert sees == {"N": True, "F": False, "P": True}
    assert sight.line(game, game.model("F"), game.model("H")).sees


@pytest.mark.clause("DES-DEF-PIT", "DES-DEF-LARGE", "DES-DEF-LOS")
def test_of_a_large_figure_only_its_spaces_next_to_the_pit_are_seen_from_within():
    """The space next to the pit lies behind the wall; the line past its end goes to one that does not."""
    models = "model H hero red 5.5,5.5\nmodel W wyrm blue 7.5,7 facing=90"
    shelter = wall("low", (5, 6), (7, 6))
    below, above = position(models, square("pit", 5, 5, "pit"), shelter), position(models, shelter)

    assert sight.line(above, above.model("H"), above.model("W")).sees
    assert not sight.line(below, below.model("H"), below.model("W")).sees


@pytest.mark.clause("DES-DEF-PIT", "DES-DEF-DEATH")
def test_a_fall_may_kill_and_the_way_ends_there():
    game = walker("wounds_lost:11")

    game = done(game, go(game, "H", (5, 3)))
    assert (game.model("H").removed_as, conquest(game)) == ("killed", 7)


@pytest.mark.clause("DES-DEF-PIT")
def test_the_words_say_what_is_between():
    assert "pits" in said(walker(), go(walker(), "H", (7, 3)))
