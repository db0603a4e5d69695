"""What happened, in sentences a player would say."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace as with_fields

from engine import seeds, systems
from engine.events import (
    Added,
    Built,
    Chose,
    Counted,
    Ended,
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
    Turned,
    apply,
)
from engine.game import Marker, Profile, Table, Terrain, Zone
from engine.rules import Rules, Status
from engine.skirmish import skirmish
from engine.story import condition, story, tell
from engine.system import Phase
from tests import strategies
from tests.engine.toy import DAWN, SYSTEM, duel, fighter


def named_duel():
    """Berrin of red and Grumm of blue."""
    game = duel()
    game = game.with_model(with_fields(game.model("A"), name="Berrin Holt"))
    return game.with_model(with_fields(game.model("B"), name="Grumm"))


GAME = named_duel()
WALL = Terrain(id="w", name="Low wall", outline=((0, 0), (4, 0), (4, 1)))
TOLD = [
    (Moved(model="A", path=((0, 0, 0), (3, 4, 0)), how="walk"), "Berrin Holt walks 5″."),
    (Moved(model="A", path=((0, 0, 0), (2.5, 0, 0)), how="charge"), "Berrin Holt charges 2.5″."),
    (Moved(model="A", path=((0, 0, 0), (0, 0, 3)), how="climb"), "Berrin Holt climbs 3″ up."),
    (Moved(model="A", path=((0, 0, 3), (1, 0, 0)), how="jump"), "Berrin Holt jumps 1″ and 3″ down."),
    (Moved(model="A", path=((0, 0, 3), (1, 0, 0)), how="fall"), "Berrin Holt falls 3″."),
    (Moved(model="A", path=((0, 0, 0), (1, 0, 0)), how="slow_march"), "Berrin Holt moves (slow march) 1″."),
    (Moved(model="A", path=((0, 0, 0), (0, 0, 0)), how="walk"), "Berrin Holt walks."),
    (Turned(model="B", facing=450), "Grumm turns to face 90°."),
    (Placed(model="B", at=(3, 4, 2)), "Grumm is set down at 3, 4, 2″ up."),
    (Placed(model="B", at=(3, 4.25, 0)), "Grumm is set down at 3, 4.25."),
    (Added(model=fighter("C", "blue", 0, 0)), "C joins Blue."),
    (Removed(model="B", reason="out_of_action"), "Grumm is taken off the table: out of action."),
    (Removed(model="B"), "Grumm is taken off the table."),
    (Gained(model="B", marker=Marker("on_fire", 3)), "Grumm: on fire 3."),
    (Lost(model="B", status="knocked_down"), "Grumm: no longer knocked down."),
    (Counted(of="model", whose="B", name="wounds_lost", value=1), "Grumm: wounds lost 1 (was 0)."),
    (Counted(of="model", whose="B", name="wounds_lost", value=0), ""),
    (Counted(of="side", whose="red", name="routs", value=2), "Red: routs 2 (was 0)."),
    (Counted(of="game", whose="", name="doom", value=2), "Doom 2 (was 0)."),
    (Sided(model="B", side="red"), "Grumm goes over to Red."),
    (Renamed(model="B", name="Old Bess"), "Grumm is called Old Bess from now on."),
    (Refitted(model="B", profile=Profile(id="rider", name="Rider on foot")), "Grumm goes on as Rider on foot."),
    (PhaseBegan(round=2, phase="close_combat", side="blue"), "Turn 2, close combat: Blue."),
    (PhaseBegan(round=2, phase="", side=""), "Turn 2."),
    (
        Rolled(what="to hit Grumm", sides=6, faces=(4,), typed=(False,), meaning="hit", model="A", side="red"),
        "Berrin Holt, to hit Grumm: 4, hit.",
    ),
    (
        Rolled(what="injury of Grumm", sides=6, faces=(4, 5), typed=(True, True), model="B", side="red"),
        "Red, injury of Grumm: 4, 5 (typed in).",
    ),
    (Rolled(what="the storm", sides=10, faces=(7,), typed=(False,), meaning="no_rain"), "The storm: D10 7, no rain."),
    (Chose(what="Does Grumm stand up?", option="stand", label="Stand up"), "Does Grumm stand up? Stand up."),
    (Chose(what="parry the hit", option="yes"), "Parry the hit: yes."),
    (Noted(text="Grumm is saved by his armour", model="B"), "Grumm is saved by his armour."),
    (Noted(text="saved by his armour", model="B"), "Grumm: saved by his armour."),
    (Noted(text="it rains!"), "It rains!"),
    (
        Overruled(objections=("Too far.", "Asleep.")),
        "Against the rules, but the referee lets it pass: Too far. Asleep.",
    ),
    (Built(piece=WALL), "Low wall is set up on the table."),
    (Razed(piece="w"), "W is taken off the table."),
    (ReadingChosen(name="edge_measure", option="base"), "From now on edge measure is read as “base”."),
    (Ended(outcome="Red wins"), "The battle is over: Red wins."),
]


@pytest.mark.parametrize(("event", "sentence"), TOLD)
def test_every_fact_is_a_sentence(event, sentence):
    assert tell(event, GAME) == sentence


def test_of_several_markers_one_may_go():
    stunned = Gained(model="B", marker=Marker("stunned"))
    game = apply(apply(GAME, stunned), stunned)

    assert tell(Lost(model="B", status="stunned", value=0), game) == "Grumm: still stunned, 1 marker left."
    assert tell(Lost(model="B", status="stunned"), game) == "Grumm: no longer stunned."


def test_scenery_that_is_there_already_is_changed_not_set_up():
    game = apply(GAME, Built(piece=WALL))

    assert tell(Built(piece=WALL), game) == "Low wall is changed."
    assert tell(Razed(piece="w"), game) == "Low wall is taken off the table."


def test_of_a_board_only_what_is_new_is_told():
    shore = Zone("Shore", "red", ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0)))
    game = with_fields(GAME, table=Table(name="Ford", width=24, height=20, zones=(shore,)))
    same = Laid(name="Ford", width=24, height=20, ground="moss", zones=(shore,))

    assert tell(same, game) == ""
    assert tell(with_fields(same, width=30.5), game) == "The board now measures 30.5 × 20″."
    assert tell(with_fields(same, height=22, ground="snow"), game) == (
        "The board now measures 24 × 22″; its ground is snow."
    )
    assert tell(with_fields(same, ground="parchment", name="Fen"), game) == (
        "The ground is now parchment; the table is called Fen."
    )
    assert tell(with_fields(same, zones=()), game) == "The zone “Shore” is gone."
    assert tell(with_fields(same, zones=(with_fields(shore, side="blue"), with_fields(shore, name="Hill"))), game) == (
        "The zone “Shore” is changed; the zone “Hill” is drawn."
    )


@pytest.fixture
def book(monkeypatch):
    """The toy book with words of its own, a hidden condition and an unseen counter."""
    statuses = {**SYSTEM.rules.statuses, "busy": Status("busy", "Busy", hidden=True)}
    rules = Rules(statuses=statuses, traits=SYSTEM.rules.traits)
    toy = replace(SYSTEM, rules=rules, unseen=("tally",), wounds=lambda game, model: (2 - model.count("hurt"), 2))
    monkeypatch.setattr(systems, "names", lambda: ("toy",))
    monkeypatch.setattr(systems, "load", lambda name: toy)
    return toy


def test_the_book_names_its_phases_and_conditions(book):
    assert tell(PhaseBegan(round=1, phase="day", side="red"), GAME) == "Turn 1, day: Red."
    object.__setattr__(book, "phases", (Phase("day", "Day"), Phase("night", "Night Watch")))
    assert tell(PhaseBegan(round=1, phase="night", side="red"), GAME) == "Turn 1, Night Watch: Red."
    assert tell(Gained(model="B", marker=Marker("shield")), GAME) == "Grumm: shielded."
    assert condition(GAME, Marker("busy")) == ""


def test_what_only_the_rules_look_at_is_not_told(book):
    assert tell(Gained(model="B", marker=Marker("busy")), GAME) == ""
    assert tell(Lost(model="B", status="busy"), GAME) == ""
    assert tell(Counted(of="model", whose="B", name="tally", value=3), GAME) == ""


def test_what_ends_by_itself_ends_without_a_word(book):
    assert any(getattr(clause, "moment", None) is DAWN for clause in book.rules.statuses["burning"].clauses)
    assert tell(Gained(model="B", marker=Marker("burning")), GAME) == "Grumm: burning."
    assert tell(Lost(model="B", status="burning"), GAME) == ""


def test_wounds_are_told_as_what_is_left(book):
    assert tell(Counted(of="model", whose="B", name="hurt", value=1), GAME) == "Grumm has 1 of 2 wounds left."
    assert tell(Counted(of="model", whose="B", name="pride", value=1), GAME) == "Grumm: pride 1 (was 0)."


def test_a_story_is_told_from_fact_to_fact():
    events = (
        Counted(of="model", whose="B", name="hurt", value=1),
        Counted(of="model", whose="B", name="hurt", value=1),
        Counted(of="model", whose="B", name="hurt", value=2),
    )

    assert story(events, GAME) == ("Grumm: hurt 1 (was 0).", "Grumm: hurt 2 (was 1).")


@given(strategies.games(), st.data())
@settings(max_examples=100, deadline=None)
def test_any_fact_of_any_game_can_be_told(game, data):
    said = tell(data.draw(strategies.facts(game)), game)

    assert said == "" or said.endswith((".", "!", "?"))


def test_a_counter_is_called_as_its_book_calls_it() -> None:
    named = [(name, seeds.book(name)) for name in seeds.systems() if seeds.book(name).counters]
    assert named
    for _, book in named:
        for one, many in book.counters.values():
            assert one
            assert many
    ready = [(skirmish(id), seeds.book(seeds.skirmish(id).system)) for id in seeds.skirmishes()]
    game, book = next((game, book) for game, book in ready if "passes" in book.counters)
    one, many = book.counters["passes"]
    side = game.sides[0]
    given = Counted(of="side", whose=side.id, name="passes", value=2)
    assert tell(given, game) == f"{side.name} now has 2 {many} (was 0)."
    taken = Counted(of="side", whose=side.id, name="passes", value=1)
    assert tell(taken, apply(game, given)) == f"{side.name} now has 1 {one} (was 2)."


def test_a_counter_that_is_a_sign_says_what_it_means_once() -> None:
    ready = [(skirmish(id), seeds.book(seeds.skirmish(id).system)) for id in seeds.skirmishes()]
    game, book = next((game, book) for game, book in ready if "last_turn" in book.signs)
    set_ = Counted(of="game", whose="", name="last_turn", value=1)
    sign = book.signs["last_turn"]
    assert tell(set_, game) == f"{sign[:1].upper()}{sign[1:]}."
    assert tell(Counted(of="game", whose="", name="last_turn", value=0), apply(game, set_)) == ""
