"""A position as text: what it means, what it refuses, and that nothing is lost on the way."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.game import Base, Cloth, Game, Marker, Profile, Side, Table, Terrain, Zone
from engine.notation import read, write
from tests import strategies

STREET = """
# two fighters and a wall
game mordheim round=2 phase=movement active=blue outcome="not yet" doom:3
reading criticals=on edge_measure=base
side red "Red Hand" routs:1
side blue
profile fighter "Fighter" base=25x50 rect height=1.5 M=4 Ld=7 traits=no_pain equipment=club,helmet
profile brute base=40
profile beast base=60x35 oval
table 36x24.5 ground=slate "Street"      # not square
zone "South edge" red 0,28 36,28 36,36 0,36
terrain w1 "Wall" wall 0,0 4,0 4,0.4 0,0.4 bottom=0 top=3 sight=solid footing=solid
terrain fence 1,1 5,1 top=1 open sight=clear
model A fighter red 3,4.5 z=3 facing=90 "Long name" knocked_down on_fire=3@B on_fire=2 wounds_lost:1
model B brute blue
model C beast blue -1,0 place=removed removed_as="out of action"
"""


def test_every_word_of_a_position_means_what_it_says():
    game = read(STREET)

    assert (game.system, game.round, game.phase, game.active, game.outcome) == (
        "mordheim",
        2,
        "movement",
        "blue",
        "not yet",
    )
    assert game.counters == (("doom", 3),)
    assert game.readings == (("criticals", "on"), ("edge_measure", "base"))
    assert game.sides == (Side(id="red", name="Red Hand", counters=(("routs", 1),)), Side(id="blue", name="blue"))
    assert (game.table.width, game.table.height, game.table.ground, game.table.name) == (36, 24.5, "slate", "Street")
    assert game.table.zones == (Zone("South edge", "red", ((0, 28), (36, 28), (36, 36), (0, 36))),)
    wall, fence = game.table.terrain
    corners = ((0, 0), (4, 0), (4, 0.4), (0, 0.4))
    assert wall == Terrain(id="w1", name="Wall", outline=corners, bottom=0, top=3, kind="wall")
    assert fence == Terrain(
        id="fence", name="fence", outline=((1, 1), (5, 1)), top=1, kind="block", open=True, sight="clear"
    )


def test_models_stand_where_and_as_they_are_written():
    a, b, c = read(STREET).models

    assert (a.x, a.y, a.z, a.facing, a.place, a.name) == (3, 4.5, 3, 90, "table", "Long name")
    assert a.markers == (Marker("knocked_down"), Marker("on_fire", 3, "B"), Marker("on_fire", 2))
    assert a.counters == (("wounds_lost", 1),)
    assert a.profile == Profile(
        id="fighter",
        name="Fighter",
        base=Base("rect", 25, 50),
        height=1.5,
        stats=(("M", 4), ("Ld", 7)),
        traits=("no_pain",),
        equipment=("club", "helmet"),
    )
    assert (b.place, b.x, b.name, b.profile.base) == ("reserve", 0, "B", Base("round", 40, 40))
    assert (c.place, c.removed_as, c.x, c.profile.base) == ("removed", "out of action", -1, Base("oval", 60, 35))


def test_a_short_position_needs_only_its_models():
    fighter = Profile(id="fighter", name="Fighter")

    game = read("model A fighter red 1,2", system="toy", profiles={"fighter": fighter})

    assert (game.system, game.round, game.active) == ("toy", 1, "red")
    assert game.sides == (Side(id="red", name="Red"), Side(id="blue", name="Blue"))
    assert game.table == Table()
    assert game.models[0].profile is fighter


def test_a_profile_written_out_goes_before_the_one_of_the_book():
    book = {"fighter": Profile(id="fighter", name="Fighter")}

    game = read("game toy\nmodel A fighter red 0,0\nprofile fighter base=32", profiles=book)

    assert game.models[0].profile.base.width == 32


def test_words_of_the_notation_can_be_names_when_quoted():
    game = read('game toy\nprofile f "base"=3\nmodel A f red 0,0 "z"=2 "facing"=0 "on fire"=1')

    assert game.models[0].profile.stats == (("base", 3),)
    assert game.models[0].markers == (Marker("z", 2), Marker("facing"), Marker("on fire", 1))
    assert game.models[0].z == 0


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("gam toy", "Line 1: “gam” begins no line of a position; begin with game,"),
        ("\n\ngame toy round=two", "Line 3: the round must be a whole number, not “two”."),
        ("game toy\ngame toy", "Line 2: there is a game line already"),
        ("game toy\nmodel A f red 0,0", "Line 2: there is no profile f; write a profile line"),
        ("game toy\nprofile f\nmodel A f red 0,0\nmodel A f red 1,1", "Line 4: there are two models called A"),
        ("game toy\nprofile f\nmodel A f green 0,0", "Line 3: model A belongs to green, which is no side"),
        ("game toy\nprofile f\nmodel A f red 0,nan", "Line 3: y must be a number, not “nan”."),
        ("game toy\nprofile f\nmodel A f red 1e999,0", "Line 3: x must be a number, not “1e999”."),
        ("game toy\nprofile f\nmodel A f red 9999999,0", "Line 3: x must lie between"),
        ("game toy\nprofile f\nmodel A f red 0,0 1,1", "Line 3: 1,1 is no marker"),
        ("game toy\nprofile f\nmodel A f red 0,0 hurt=x", "Line 3: the value of hurt must be a whole number"),
        ("game toy\nprofile f\nmodel A f red 0,0 place=moon", "Line 3: place=moon is not known; write one of table"),
        ("game toy\nprofile f\nmodel A f red 0,0 z=1 z=2", "Line 3: z= is written twice"),
        ("game toy\nprofile f base=0", "Line 2: the base must lie between 0"),
        ("game toy\nprofile f base=25 square", "Line 2: “square” is no shape of a base"),
        ("game toy\nprofile f\nprofile f", "Line 3: there are two profiles called f"),
        ("game toy\nprofile f M=4 M=5", "Line 2: a characteristic is written twice"),
        ("game toy\nside red\nside red", "Line 3: there are two sides called red"),
        ("game toy\nterrain w 0,0 1,1", "Line 2: terrain 'w' needs 3 to 5000 points, but it has 2."),
        ("game toy\nterrain w 0,0 1,1 2,0 bottom=2 top=1", "Line 2: terrain 'w' has its top (1.0) below its bottom"),
        ("game toy\nterrain w 0,0 1,1 2,0 colour=red", "Line 2: colour=red has no meaning on this line"),
        ("game toy\nterrain w 0,0 1,1 2,0 sight=dim", "Line 2: sight=dim is not known; write one of solid"),
        ("game toy\ntable 36", "Line 2: the table needs two sizes such as 36x24"),
        ("game toy\ntable 36x0", "Line 2: the table must lie between"),
        ("game toy\nzone x red 0,0 1,1", "Line 2: zone 'x' needs an outline of three points"),
        ('game toy "half', "Line 1: the quotation mark at column 10 is never closed"),
        ("game toy\nreading on", "Line 2: on is no reading; write it as name=choice."),
        ("game toy active=green", "It is the turn of 'green', which is no side of this game."),
        ("model", "Line 1: a model needs an id"),
        ("game toy\nside a,", "Line 2: “a,” ends in a comma"),
        ("game toy\nside =3", "Line 2: there is a “=” where a word should stand"),
        ('game "\\x"', "Line 1: the quoted text"),
        ("", "The position does not say which rulebook it is for"),
    ],
)
def test_a_fault_is_a_sentence_with_the_line(text, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)) as caught:
        read(text)

    assert str(caught.value).endswith(".")


def test_the_picture_under_the_table_is_left_out_and_said_so():
    game = Game(system="toy", table=Table(cloth=Cloth(b"png")), sides=(Side(id="red", name="Red"),))

    text = write(game)

    assert "# The picture under the table is not written here." in text
    assert read(text) == replace(game, table=Table())


def test_two_profiles_of_one_id_cannot_be_written():
    game = read("game toy\nprofile f\nmodel A f red 0,0\nmodel B f red 0,0")
    other = replace(game.models[1], profile=replace(game.models[1].profile, name="Other"))

    with pytest.raises(ValueError, match="Two profiles of this game have the id 'f'"):
        write(game.with_model(other))


@given(strategies.games())
@settings(max_examples=100, deadline=None)
def test_reading_what_was_written_gives_the_equal_game(game):
    assert read(write(game)) == game


PARTS = ("game", "toy\nmodel", '"A"', "=", ":", ",", "@", "0,0", "#", "\\", "side", "x1", "profile", '"')


@given(st.text(max_size=60) | st.lists(st.sampled_from(PARTS)).map(" ".join))
@settings(max_examples=300, deadline=None)
def test_any_text_is_read_or_refused_with_a_sentence(text):
    sentence = "."
    try:
        read(text)
    except ValueError as error:
        sentence = str(error)

    assert sentence.endswith(".")
