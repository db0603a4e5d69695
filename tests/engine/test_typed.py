"""Moves and measurements as players type them: names as they are, lengths by any ruler, sentences for what is odd."""

from __future__ import annotations

import pytest

from engine.commands import Move, Turn
from engine.game import Game
from engine.geometry.measure import gap
from engine.measuring import measure
from engine.measuring.typed import asked_for, is_wish, wished
from engine.skirmish import skirmish

CM = 10 / 25.4


@pytest.fixture(scope="module")
def green() -> Game:
    """Eight bases without rules; Blue 25 stands at 6, 10.6 and Orange 25 at 24, 10.8."""
    return skirmish("village_green")


@pytest.fixture(scope="module")
def street() -> Game:
    return skirmish("ruined_street")


def end(wish: Move | Turn) -> tuple[float, float]:
    assert isinstance(wish, Move)
    return (round(wish.path[-1][0], 3), round(wish.path[-1][1], 3))


@pytest.mark.parametrize(
    ("typed", "place"),
    [
        ("move Blue 25 to 12,8", (12.0, 8.0)),
        ("Move blue 25 to 12, 8", (12.0, 8.0)),
        ("move b1 3 north", (6.0, 7.6)),
        ("move Blue 25 3 in right", (9.0, 10.6)),
        ("go b1 76.2mm east", (9.0, 10.6)),
        ("move b1 3 towards 6,20", (6.0, 13.6)),
        ("move b1 3 away from 6,20", (6.0, 7.6)),
    ],
)
def test_a_move_is_understood(green: Game, typed: str, place: tuple[float, float]) -> None:
    assert is_wish(typed)
    assert end(wished(green, typed)) == place


def test_every_place_of_a_way_is_kept(green: Game) -> None:
    wish = wished(green, "move b1 to 8,8 10,8")

    assert isinstance(wish, Move)
    assert wish.path == ((6.0, 10.6), (8.0, 8.0), (10.0, 8.0))


def test_towards_somebody_ends_at_the_base_and_not_in_it(green: Game) -> None:
    near = wished(green, "move Blue 25 2 towards Blue 32")
    there = wished(green, "move Blue 25 20 towards Blue 32")
    to = wished(green, "move Blue 25 to Blue 32")

    assert isinstance(near, Move)
    assert isinstance(there, Move)
    assert there == to
    x, y = there.path[-1]
    from msgspec.structs import replace

    assert gap(replace(green.model("b1"), x=x, y=y), green.model("b2")).contact
    assert (near.path[-1][0] - 6.0) ** 2 + (near.path[-1][1] - 10.6) ** 2 == pytest.approx(4.0)


def test_who_is_selected_need_not_be_named(green: Game) -> None:
    assert end(wished(green, "move 3 north", who="b1")) == (6.0, 7.6)
    assert end(wished(green, "move to 12,8", who="b1")) == (12.0, 8.0)
    with pytest.raises(ValueError, match="Who is meant"):
        wished(green, "move 3 north")


def test_a_bare_number_is_by_the_ruler_in_use(green: Game) -> None:
    assert end(wished(green, "move b1 10 east", CM)) == (round(6 + 10 * CM, 3), 10.6)
    assert end(wished(green, "move b1 to 25.4,25.4", CM)) == (10.0, 10.0)
    assert end(wished(green, "move b1 3in east", CM)) == (9.0, 10.6)


def test_turns(street: Game) -> None:
    assert wished(street, "turn Pip Larr to 90") == Turn(model="pip", facing=90.0)
    assert wished(street, "turn to 450", who="pip") == Turn(model="pip", facing=90.0)
    facing = wished(street, "turn Grumm to Berrin Holt")
    assert isinstance(facing, Turn)
    assert 270 < facing.facing < 275  # Berrin stands at his left, a little up the street


@pytest.mark.parametrize(
    ("typed", "query"),
    [
        ("gap Blue 25 Orange 25", "gap b1 o1"),
        ("does Blue 25 see the Orange chariot?", "sight b1 o4"),
        ("Blue 40 sees Orange 28.5", "sight b3 o2"),
        ("how far is Blue 25 from Orange 25?", "gap b1 o1"),
        ("distance b1 to o1", "gap b1 o1"),
        ("zone Blue 25 6 180", "zone b1 6 180"),
    ],
)
def test_a_measurement_is_understood(green: Game, typed: str, query: str) -> None:
    assert asked_for(green, typed) == query
    assert measure(green, asked_for(green, typed)).verdict


def test_a_measurement_from_the_selected_model(green: Game) -> None:
    assert asked_for(green, "gap Orange 25", who="b1") == "gap b1 o1"
    assert asked_for(green, "zone 6", who="b1") == "zone b1 6"
    assert asked_for(green, "sees o1", who="b1") == "sight b1 o1"


def test_lengths_of_a_measurement_are_by_the_ruler_but_angles_are_not(green: Game) -> None:
    assert asked_for(green, "within b1 o1 25.4", CM) == "within b1 o1 10"
    assert asked_for(green, "zone b1 25.4 180", CM) == "zone b1 10 180"
    assert asked_for(green, "zone b1 254mm 180") == "zone b1 10 180"


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("move Nobody 3 north", "There is no model “nobody”"),
        ("move b1", "Write “move Pip to"),
        ("move b1 3", "Write “move Pip to"),
        ("move b1 to b1", "cannot go to itself"),
        ("turn b1 to", "Who is meant"),
        ("turn", "turn Pip to"),
        ("", "Nothing is typed"),
    ],
)
def test_what_is_odd_is_answered_with_a_sentence(green: Game, typed: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        wished(green, typed)


def test_no_measurement_is_said(green: Game) -> None:
    with pytest.raises(ValueError, match="is no measurement"):
        asked_for(green, "dance b1 o1")
