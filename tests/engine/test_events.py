"""Facts: each of them makes exactly the change it speaks of."""

from __future__ import annotations

import typing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.events import (
    Added,
    Built,
    Chose,
    Counted,
    Covered,
    Ended,
    Event,
    Gained,
    Laid,
    Lost,
    Moved,
    Noted,
    Overruled,
    PhaseBegan,
    Placed,
    Razed,
    ReadingChosen,
    Refitted,
    Removed,
    Renamed,
    Rolled,
    Sided,
    Spread,
    Turned,
    apply,
)
from engine.game import Base, Cloth, Game, Marker, Model, Profile, Side, Table, Terrain, Zone
from tests import strategies
from tests.engine.toy import duel, fighter

BEFORE = duel()


def after(*events: Event, game: Game = BEFORE) -> Game:
    for event in events:
        game = apply(game, event)
    return game


def changed(model: str, **fields: object) -> Game:
    """The duel with only this model changed, and only so."""
    return BEFORE.with_model(replace(BEFORE.model(model), **fields))


WALL = Terrain(id="w", name="Wall", outline=((0, 0), (4, 0), (4, 1)), top=3)
CORNER = Zone("Red sets up", "red", ((0.0, 0.0), (9.0, 0.0), (9.0, 4.0)))
ON_FOOT = Profile(id="rider", name="Rider on foot", base=Base("round", 32, 32), height=1.8)
CLOTH = Cloth(b"picture", 0, 0, 36, 27)
CHANGES = [
    (Moved(model="A", path=((0, 0, 0), (3, 0, 0), (3, 4, 2)), facing=90), changed("A", x=3, y=4, z=2, facing=90)),
    (Moved(model="A", path=((0, 0, 0), (1, 1, 0))), changed("A", x=1, y=1)),
    (Turned(model="B", facing=45), changed("B", facing=45)),
    (Placed(model="B", at=(5, 6, 1), facing=10), changed("B", x=5, y=6, z=1, facing=10)),
    (Added(model=fighter("C", "blue", 9, 9)), replace(BEFORE, models=(*BEFORE.models, fighter("C", "blue", 9, 9)))),
    (Removed(model="B", reason="out of action"), changed("B", place="removed", removed_as="out of action")),
    (Gained(model="A", marker=Marker("on_fire", 3)), changed("A", markers=(Marker("on_fire", 3),))),
    (Counted(of="model", whose="A", name="lost", value=1), changed("A", counters=(("lost", 1),))),
    (
        Counted(of="side", whose="red", name="routs", value=2),
        BEFORE.with_side(Side(id="red", name="Red", counters=(("routs", 2),))),
    ),
    (Counted(of="game", whose="", name="doom", value=3), replace(BEFORE, counters=(("doom", 3),))),
    (Lost(model="A", status="cold"), BEFORE),
    (Sided(model="B", side="red"), changed("B", side="red")),
    (Renamed(model="B", name="Old Bess"), changed("B", name="Old Bess")),
    (Refitted(model="B", profile=ON_FOOT), changed("B", profile=ON_FOOT)),
    (PhaseBegan(round=2, phase="night", side="blue"), replace(BEFORE, round=2, phase="night", active="blue")),
    (Rolled(what="hit", sides=6, faces=(4,), typed=(True,)), BEFORE),
    (Chose(what="burn?", option="yes"), BEFORE),
    (Noted(text="saved"), BEFORE),
    (Overruled(objections=("too far",)), BEFORE),
    (Built(piece=WALL), replace(BEFORE, table=Table(terrain=(WALL,)))),
    (Razed(piece="w"), BEFORE),
    (
        Laid(name="Ford", width=48, height=30.5, ground="snow", zones=(CORNER,)),
        replace(BEFORE, table=Table(name="Ford", width=48, height=30.5, ground="snow", zones=(CORNER,))),
    ),
    (Covered(cloth=CLOTH), replace(BEFORE, table=Table(cloth=CLOTH))),
    (Covered(cloth=None), BEFORE),
    (ReadingChosen(name="edge", option="base"), replace(BEFORE, readings=(("edge", "base"),))),
    (Ended(outcome="Red wins"), replace(BEFORE, outcome="Red wins")),
]


@pytest.mark.parametrize(("event", "game"), CHANGES, ids=lambda value: type(value).__name__)
def test_a_fact_changes_what_it_speaks_of_and_nothing_else(event, game):
    assert apply(BEFORE, event) == game


def test_every_kind_of_fact_is_tried_here():
    assert {type(event) for event, _ in CHANGES} | {Spread} == set(typing.get_args(Event))


def test_a_picture_is_spread_elsewhere_and_stays_the_same_picture():
    lying = after(Covered(cloth=CLOTH))
    moved = apply(lying, Spread(x=-1, y=2.5, width=24, height=18))

    assert moved == replace(BEFORE, table=Table(cloth=Cloth(b"picture", -1, 2.5, 24, 18)))
    assert apply(moved, Covered(cloth=None)) == BEFORE


def test_whoever_leaves_the_table_leaves_his_markers_behind():
    game = after(Gained(model="B", marker=Marker("burning")), Removed(model="B", reason="fell"))

    assert game.model("B").markers == ()
    assert not game.model("B").on_table


def test_whoever_is_set_down_again_is_no_longer_removed():
    game = after(Removed(model="B", reason="fell"), Placed(model="B", at=(2, 0, 0)))

    assert game == BEFORE


def test_one_marker_of_a_value_goes_or_all_of_a_status():
    burning = after(*(Gained(model="A", marker=Marker("on_fire", value)) for value in (3, 2, 3)))

    one = apply(burning, Lost(model="A", status="on_fire", value=3))
    assert one.model("A").markers == (Marker("on_fire", 2), Marker("on_fire", 3))
    assert apply(burning, Lost(model="A", status="on_fire")) == BEFORE
    assert apply(burning, Lost(model="A", status="on_fire", value=9)) == burning
    assert apply(burning, Lost(model="A", status="cold")) == burning


def test_only_the_markers_one_source_put_there_go():
    two = after(*(Gained(model="A", marker=Marker("held", 0, source)) for source in ("B", "C")))

    assert apply(two, Lost(model="A", status="held", source="B")).model("A").markers == (Marker("held", 0, "C"),)
    assert apply(two, Lost(model="A", status="held", value=0, source="C")).model("A").markers == (
        Marker("held", 0, "B"),
    )
    assert apply(two, Lost(model="A", status="held", source="D")) == two


def test_counters_stay_sorted_and_zero_drops_one():
    game = after(
        Counted(of="model", whose="A", name="b", value=1),
        Counted(of="model", whose="A", name="a", value=2),
        Counted(of="model", whose="A", name="b", value=0),
        Counted(of="model", whose="A", name="c", value=-1),
    )

    assert game.model("A").counters == (("a", 2), ("c", -1))


def test_building_a_piece_again_replaces_it_where_it_stands():
    other = Terrain(id="t", name="Tree", outline=WALL.outline)
    taller = replace(WALL, top=6)

    game = after(Built(piece=WALL), Built(piece=other), Built(piece=taller))

    assert game.table.terrain == (taller, other)
    assert apply(game, Razed(piece="w")).table.terrain == (other,)


def test_a_board_laid_anew_keeps_what_stands_and_the_picture():
    cloth = Cloth(b"picture", 0, 0, 36, 36)
    game = replace(BEFORE, table=Table(terrain=(WALL,), zones=(CORNER,), cloth=cloth))
    laid = apply(game, Laid(name="Ford", width=20, height=20, ground="sand"))

    assert laid.table == Table(name="Ford", width=20, height=20, ground="sand", terrain=(WALL,), cloth=cloth)


@pytest.mark.parametrize(
    "event",
    [
        Turned(model="Z", facing=0),
        Removed(model="Z"),
        Gained(model="Z", marker=Marker("x")),
        Counted(of="model", whose="Z", name="x", value=1),
        Counted(of="side", whose="green", name="x", value=1),
        Spread(x=0, y=0, width=1, height=1),
        Added(model=fighter("A", "red", 0, 0)),
    ],
)
def test_a_fact_about_what_is_not_there_is_a_key_error(event):
    with pytest.raises(KeyError):
        apply(BEFORE, event)


@given(strategies.games(), st.data())
@settings(max_examples=60, deadline=None)
def test_the_game_before_a_fact_is_never_touched(game, data):
    text = repr(game)
    event = data.draw(strategies.facts(game))

    later = apply(game, event)

    assert repr(game) == text
    assert isinstance(later, Game)
    assert all(isinstance(model, Model) for model in later.models)
