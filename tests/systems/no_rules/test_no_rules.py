"""Just a table: nothing is forbidden, everything is said, undo and odds work as anywhere."""

from __future__ import annotations

import pytest

from engine import skirmish, systems
from engine.cases import position
from engine.commands import Act, Deploy, Move, NextPhase, Turn
from engine.game import Game, Model, ModelId
from engine.play import Done, Refused, perform

SYSTEM = systems.load("no_rules")
TABLE = """
game no_rules round=1 phase=play active=red
table 20x20 "Kitchen table"
profile man "Man" base=32 height=1.3
terrain wall "Wall" wall 6,0 6.5,0 6.5,10 6,10 bottom=0 top=3 sight=solid footing=solid
terrain step "Step" block 10,12 14,12 14,16 10,16 bottom=0 top=2 sight=solid footing=solid
model A man red 3,5
model B man blue 9,5
model C man red 3,14
model D man blue place=reserve
"""
A, C, D = ModelId("A"), ModelId("C"), ModelId("D")


@pytest.fixture
def game() -> Game:
    return position(TABLE)


def done(game: Game, command: Move | Turn | Deploy | NextPhase) -> Done:
    result = perform(SYSTEM, game, command)
    assert isinstance(result, Done)
    return result


def test_a_model_goes_where_the_hand_puts_it_even_through_a_wall(game: Game) -> None:
    result = done(game, Move(model=A, path=((3, 5), (7.5, 5))))

    assert (result.game.model(A).x, result.game.model(A).y) == (7.5, 5)
    assert result.plan.notes == ("It climbs 3.0″ in all.", "It drops 3.0″ in all.")


def test_what_cannot_be_climbed_is_said_and_forbids_nothing(game: Game) -> None:
    rock = position(TABLE.replace("footing=solid", "footing=impassable"))
    result = done(rock, Move(model=A, path=((3, 5), (8, 5))))

    assert (result.game.model(A).x, result.game.model(A).y) == (8, 5)
    assert result.plan.notes == ("Wall is in the way after 2.4″.", "B is in the way after 4.7″.")


def test_the_length_of_the_way_is_told(game: Game) -> None:
    plan = SYSTEM.plan(game, Move(model=A, path=((3, 5), (3, 8), (5, 8))))

    assert [tally.text() for tally in plan.tallies] == ["This way 5″"]
    assert plan.notes == ()


def test_a_model_led_up_a_step_stands_on_it(game: Game) -> None:
    result = done(game, Move(model=C, path=((3, 14), (12, 14))))

    assert result.game.model(C).z == 2.0
    assert result.plan.notes == ("It climbs 2.0″ in all.",)


def test_a_model_is_set_down_on_what_is_really_there(game: Game) -> None:
    assert done(game, Deploy(model=D, at=(12, 14, 9.0))).game.model(D).z == 2.0
    crowded = done(game, Deploy(model=D, at=(9.5, 5, 0.0)))
    assert crowded.game.model(D).on_table
    assert crowded.plan.notes == ("D would stand on B.",)


def test_turning_is_free(game: Game) -> None:
    assert done(game, Turn(model=A, facing=90.0)).game.model(A).facing == 90.0


def test_a_model_in_reserve_neither_moves_nor_turns(game: Game) -> None:
    assert done(game, Turn(model=D, facing=90.0)).game == game
    assert done(game, Move(model=D, path=((0, 0), (3, 3)))).game == game


def test_rounds_are_counted_when_everybody_has_had_a_turn(game: Game) -> None:
    second = done(game, NextPhase()).game
    third = done(second, NextPhase()).game

    assert (second.active, second.round) == ("blue", 1)
    assert (third.active, third.round) == ("red", 2)


def test_there_are_no_actions(game: Game) -> None:
    assert SYSTEM.offers(game, game.model(A)) == ()
    assert isinstance(perform(SYSTEM, game, Act(model=A, action="shoot")), Refused)


def test_sight_comes_with_its_margin(game: Game) -> None:
    blocked = SYSTEM.sees(game, game.model(A), game.model("B"))

    assert (blocked.verdict, blocked.blockers) == ("blocked", ("wall",))
    assert blocked.margin > 0.1


def test_the_card_tells_base_height_and_elevation(game: Game) -> None:
    oval = Model(
        id=ModelId("o"), name="O", side=game.sides[0].id, profile=skirmish.profiles("no_rules")["oval_75x42"], z=2.0
    )

    assert [tally.text() for tally in SYSTEM.card(game, oval)] == [
        "Base 75 mm oval",
        "Base along its facing 42 mm",
        "Height 2″",
        "Stands 2″ above the table",
    ]


@pytest.mark.parametrize(
    ("id", "shape", "width", "depth"),
    [
        ("round_28_5", "round", 28.5, 28.5),
        ("round_160", "round", 160.0, 160.0),
        ("oval_60x35_5", "oval", 60.0, 35.5),
        ("oval_170x109", "oval", 170.0, 109.0),
        ("rect_25x50", "rect", 25.0, 50.0),
    ],
)
def test_every_usual_base_is_at_hand(id: str, shape: str, width: float, depth: float) -> None:
    base = skirmish.profiles("no_rules")[id].base

    assert (base.shape, base.width, base.depth) == (shape, width, depth)
    assert len(skirmish.profiles("no_rules")) == 28
