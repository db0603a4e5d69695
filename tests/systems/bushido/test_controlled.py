"""State: Controlled.  Changing sides, losing a marker for each counter, coming back."""

from __future__ import annotations

import pytest

from engine.commands import NextPhase
from engine.events import Gained, Lost, Sided
from engine.game import Marker, ModelId
from engine.systems.bushido.controlled import owner
from engine.systems.bushido.gaining import doubled, gain
from engine.systems.bushido.spending import pay, pay_for_fight
from tests.systems.bushido.positions import after, by_hand, counters, done, marks, play, position, step

C = ModelId("C")
MINE = "model C man red 5,5 activations:2\nmodel A man red 9,9 activations:2\nmodel E man blue 20,20 activations:2"


def controlled(markers: int, more: str = "activations:2", **readings: str):
    marks = " ".join(["control"] * markers)
    return position(f"model C man blue 5,5 {marks} owner@red {more}\nmodel A man red 20,20", **readings)


def add(game, count: int):
    return step(game, lambda game: gain(game, C, Marker("control"), "BUS-CONTROLLED-1", count=count)).game


def paid(game, counters: int):
    return step(game, lambda game: pay(game, C, counters, "BUS-DEF-02")).game


@pytest.mark.clause("BUS-CONTROLLED-1", "BUS-CONTROLLED-2")
def test_a_first_marker_takes_the_model_over_to_the_other_side():
    game = add(position(MINE), 2)

    assert game.model("C").side == "blue"
    assert marks(game, "C") == ["control", "owner", "control"]
    assert owner(game.model("C")) == "red"
    assert game.model("A").side == "red"


@pytest.mark.clause("BUS-CONTROLLED-1", "BUS-CONTROLLED-10")
def test_laid_and_taken_off_by_hand_it_works_the_same():
    game = done(position(MINE), by_hand(Gained(model=C, marker=Marker("control"))))
    assert game.model("C").side == "blue"

    back = play(game, by_hand(Lost(model=C, status="control")))
    assert back.game.model("C").side == "red"
    assert marks(back.game, "C") == []
    assert [event.why for event in back.events if isinstance(event, Sided)] == [("BUS-CONTROLLED-10",)]


@pytest.mark.clause("BUS-CONTROLLED-7", "BUS-CONTROLLED-10")
def test_each_counter_takes_a_marker_along_and_the_last_one_sends_it_back():
    game = paid(controlled(3), 2)
    assert (marks(game, "C"), game.model("C").side) == (["control", "owner"], "blue")

    game = paid(controlled(1), 1)
    assert (marks(game, "C"), game.model("C").side) == ([], "red")
    assert counters(game, "C") == {"activations": 1}


@pytest.mark.clause("BUS-CONTROLLED-10")
def test_by_the_other_reading_it_comes_back_exhausted():
    assert counters(paid(controlled(1, control_return="exhausted"), 1), "C") == {}


@pytest.mark.clause("BUS-CONTROLLED-8")
def test_a_fight_that_costs_no_counter_costs_a_marker():
    def fought(game):
        return step(game, lambda game: pay_for_fight(game, C)).game

    assert marks(fought(controlled(2, "")), "C") == ["control", "owner"]
    game = fought(controlled(2))
    assert (marks(game, "C"), counters(game, "C")) == (["control", "owner"], {"activations": 1})


@pytest.mark.clause("BUS-DEF-02", "BUS-DEF-29")
def test_a_fight_costs_whoever_was_drawn_into_it_one_counter():
    def fought(counters: str):
        game = position(f"model C man red 5,5 {counters}")
        return step(game, lambda game: pay_for_fight(game, C)).game.model("C").counters

    assert fought("activations:2") == (("activations", 1),)
    assert fought("") == ()


@pytest.mark.clause("BUS-CONTROLLED-11")
@pytest.mark.parametrize(("had", "added", "left"), [(3, 1, 2), (1, 1, 0), (2, 3, 0)])
def test_further_markers_take_away_instead(had: int, added: int, left: int):
    game = add(controlled(had), added)

    assert marks(game, "C").count("control") == left
    assert game.model("C").side == ("blue" if left else "red")


@pytest.mark.clause("BUS-CONTROLLED-11")
def test_by_the_other_reading_the_surplus_takes_hold_anew():
    game = add(controlled(1, control_surplus="anew"), 3)

    assert marks(game, "C").count("control") == 2
    assert game.model("C").side == "blue"


@pytest.mark.clause("BUS-DEF-RULING-CONTROL-DOUBLED")
def test_doubling_is_not_adding():
    result = step(controlled(2), lambda game: doubled(game, C, "control", "BUS-DEF-27"))
    game = result.game

    assert [event.why for event in result.events] == [("BUS-DEF-27", "BUS-DEF-RULING-CONTROL-DOUBLED")] * 2
    assert marks(game, "C").count("control") == 4
    assert game.model("C").side == "blue"


def test_doubling_another_marker_cites_no_control():
    game = position("model C man red 5,5 stunned stunned")
    result = step(game, lambda game: doubled(game, C, "stunned", "BUS-DEF-27"))

    assert marks(result.game, "C") == ["stunned"] * 4
    assert [event.why for event in result.events] == [("BUS-DEF-27",)] * 2


@pytest.mark.clause("BUS-CONTROLLED-1", "BUS-DEF-04")
def test_pass_tokens_count_models_where_they_fight_now():
    reds = "\n".join(f"model R{i} man red {3 + 3 * i},5" for i in range(4))
    blues = "\n".join(f"model B{i} man blue {3 + 3 * i},30" for i in range(5))
    game = position(f"{reds}\n{blues}\nmodel C man blue 20,20 control owner@red", phase="start")

    game = after(game, 6, 2)

    assert (game.side("red").count("passes"), game.side("blue").count("passes")) == (2, 0)


@pytest.mark.clause("BUS-CONTROLLED-7", "BUS-DISEASED-2", "BUS-DISEASED-1")
def test_disease_uses_control_up_too():
    game = position("model C man blue 5,5 control control owner@red disease\nmodel A man red 20,20", phase="start")

    game = after(game, 2, 6)

    assert marks(game, "C") == ["control", "owner"]
    assert counters(game, "C")["activations"] == 1


@pytest.mark.clause("BUS-CONTROLLED-4", "BUS-CONTROLLED-5", "BUS-DEATHSENTENCE-5")
def test_a_controlled_model_does_not_pay_off_a_death_sentence():
    game = position(
        "model C man blue 5,5 control control owner@red death_sentence ki:3\nmodel A man red 20,20", phase="start"
    )

    game = after(game, 2, 6)

    assert (counters(game, "C")["ki"], marks(game, "C")) == (5, ["control", "control", "owner", "death_sentence"])


@pytest.mark.clause("BUS-DEF-10")
def test_killed_while_controlled_it_dies_as_its_owners():
    game = position(
        "model C man blue 5,5 control owner@red fire=9\nmodel A man red 20,20\nmodel E man blue 30,30", phase="end"
    )

    game = done(game, NextPhase())

    assert (game.model("C").place, game.model("C").side, game.outcome) == ("removed", "red", "")
