"""Chapter: The Activation Sequence — five steps in two commands, reactions in between, everything landing last."""

from __future__ import annotations

import pytest

from engine.commands import NextPhase, Turn
from engine.events import Gained
from engine.game import Game, Marker, ModelId
from engine.journal import Entry, Journal
from engine.play import Done, perform
from tests.systems.eldfall.positions import (
    SYSTEM,
    T,
    act,
    answers,
    asking,
    by_hand,
    counters,
    done,
    legal,
    marks,
    move,
    plan,
    play,
    position,
    refused,
    said,
)

FAR = "model A ref red 10,10 ap:2\nmodel B ref red 20,10 ap:2\nmodel E ref blue 10,30 ap:0"
FRIENDS = "model F1 ref red 30,30\nmodel F2 ref red 33,33\nmodel G1 ref blue 30,5\nmodel G2 ref blue 33,5"


@pytest.mark.clause("ELD-DEF-SEQ")
def test_an_activation_costs_one_point_and_is_followed_by_one_action() -> None:
    game = position(FAR)
    game = done(game, move(game, "A", (10, 12), how="walk"))
    assert counters(game, "A")["ap"] == 1
    game = done(game, act("A", "pass"))

    assert counters(game, "A") == {"ap": 1}
    assert (game.count("step"), game.count("how"), game.phase, game.active) == (0, 0, "tactical", "red")
    assert legal(game, move(game, "A", (10, 14), how="walk"))


@pytest.mark.clause("ELD-DEF-SEQ")
def test_without_a_point_nobody_activates() -> None:
    game = position(FAR.replace("10,10 ap:2", "10,10"))

    assert said(game, act("A", "idle")) == "A has no Activation Point left."
    assert refused(game, act("A", "idle")) == ("ELD-DEF-SEQ",)


@pytest.mark.clause("ELD-DEF-SEQ")
def test_an_action_comes_after_a_movement() -> None:
    game = position(FAR)

    assert said(game, act("A", "pass")) == "A has not been activated: it moves or Idles before its Action."
    game = done(game, act("A", "idle"))
    assert legal(game, act("A", "pass"))
    assert said(game, act("A", "idle")) == "A has made its movement; its Action comes first."


@pytest.mark.clause("ELD-DEF-SEQ")
def test_between_the_two_only_that_model_acts() -> None:
    game = done(position(FAR), act("A", "idle"))

    assert SYSTEM.next_up(game) == ("A",)
    for wish in (act("B", "idle"), act("B", "pass"), act("B", "crouch"), NextPhase()):
        assert "A has made its movement; its Action comes first." in said(game, wish)


@pytest.mark.clause("ELD-DEF-ROLE")
def test_only_the_active_players_models_activate_and_in_the_tactical_phase_only() -> None:
    blue = position(FAR.replace("ap:0", "ap:2"))
    early = position(FAR, phase="upkeep")

    assert said(blue, act("E", "idle")).endswith("E may only react.")
    assert refused(blue, act("E", "idle")) == ("ELD-DEF-ROLE",)
    assert said(early, act("A", "idle")) == "A activates in the Tactical phase; this is the Upkeep phase."


@pytest.mark.clause("ELD-DEF-MOVE", "ELD-DEF-ACT")
def test_after_special_movement_only_nothing() -> None:
    game = position(FAR)
    game = done(game, move(game, "A", (10, 19), how="run"))

    assert "ELD-DEF-MOVE" in refused(game, act("A", "dodge"))
    assert legal(game, act("A", "nothing"))
    assert legal(game, act("A", "pass"))


@pytest.mark.clause("ELD-DEF-ACT")
def test_a_special_action_needs_an_idle() -> None:
    game = position(FAR)
    walked = done(game, move(game, "A", (10, 12), how="walk"))
    idled = done(game, act("A", "idle"))

    assert "A Special Action needs an Idle" in said(walked, act("A", "uncover"))
    assert "A Special Action needs an Idle" not in said(idled, act("A", "uncover"))


@pytest.mark.clause("ELD-DEF-SEQ", "ELD-DEF-MOVE")
def test_turning_on_the_spot_is_an_idle_that_costs_a_point() -> None:
    game = done(position(FAR), Turn(model=ModelId("A"), facing=90.0))

    assert (game.model("A").facing, game.model("A").count("ap")) == (90.0, 1)
    assert legal(game, act("A", "pass"))


@pytest.mark.clause("ELD-DEF-REA")
def test_the_others_react_to_what_they_saw_and_pay_for_it_even_for_nothing() -> None:
    game = position(f"model A ref red 10,10 ap:1\nmodel E ref blue 10,20 ap:2\n{FRIENDS}")
    game = done(game, move(game, "A", (10, 12), how="walk"), "nothing")

    assert counters(game, "E") == {"ap": 1, "saw": 1}
    assert marks(game, "E") == ["reacts"]
    game = done(game, act("A", "pass"))
    assert (counters(game, "E"), marks(game, "E")) == ({"ap": 1}, [])


@pytest.mark.clause("ELD-DEF-REA")
def test_declining_to_react_costs_nothing() -> None:
    game = position(f"model A ref red 10,10 ap:1\nmodel E ref blue 10,20 ap:2\n{FRIENDS}")
    game = done(game, act("A", "idle"), "none")

    assert counters(game, "E")["ap"] == 2


@pytest.mark.clause("ELD-DEF-REA", "ELD-DEF-AWA")
def test_who_did_not_see_it_may_only_dodge_what_came_near() -> None:
    """E looks away: A 8″ behind it is within its Awareness of 11″, A 20″ behind is not."""
    near = position(f"model A ref red 10,10 ap:1\nmodel E ref blue 10,18 facing=180 ap:2\n{FRIENDS}")
    far = position(f"model A ref red 10,10 ap:1\nmodel E ref blue 10,30 facing=180 ap:2\n{FRIENDS}")
    waiting = asking(near, act("A", "idle"))

    assert [option.id for option in waiting.question.options] == ["none", "dodge"]
    result = play(far, act("A", "idle"))
    assert any("E does not react" in getattr(event, "text", "") for event in result.events)


@pytest.mark.clause("ELD-DEF-WTM", "ELD-INC-4", "ELD-DEF-WND")
def test_two_wounds_of_one_sequence_take_the_last_hp_and_no_more() -> None:
    game = position(f"model A ref red 10,{10 + T + 0.5:.3f} ap:2\nmodel E frail blue 10,10 facing=180\n{FRIENDS}")
    game = done(game, act("A", "idle"))
    game = done(game, act("A", "attack:blade", "E", "E"), (2, 3), (5, 6))

    assert marks(game, "E")[:2] == ["incapacitated", "crouched"]
    assert "dead" not in marks(game, "E")
    game = done(game, act("A", "idle"))
    game = done(game, act("A", "attack:blade", "E", "E"), (2, 20), 5)
    assert "dead" in marks(game, "E")


@pytest.mark.clause("ELD-ENG-2", "ELD-DEF-SEQ")
def test_engaged_is_looked_at_when_all_has_landed() -> None:
    game = position(f"model A ref red 10,16 ap:2\nmodel E ref blue 10,10 facing=180\n{FRIENDS}")
    game = done(game, move(game, "A", (10, 11.8), how="walk"))
    assert marks(game, "A") == []
    game = done(game, act("A", "pass"))

    assert marks(game, "A") == ["engaged"]
    assert marks(game, "E") == ["engaged"]


@pytest.mark.clause("ELD-DEF-DODGE", "ELD-DEF-SEQ")
def test_the_sequence_waits_for_dodge_moves() -> None:
    game = position(f"model A ref red 10,16 ap:2\nmodel E ref blue 10,10 facing=180 ap:1\n{FRIENDS}")
    game = done(game, act("A", "idle"), "dodge")
    game = done(game, act("A", "pass"), 15)

    assert SYSTEM.next_up(game) == ("E",)
    assert said(game, NextPhase()) == "A Dodge move of E is still to be made, or declined."
    assert not legal(game, act("A", "idle"))
    game = done(game, act("E", "stay_put"))
    assert (game.count("step"), counters(game, "E"), legal(game, act("A", "idle"))) == (0, {}, True)


def test_every_answer_of_a_sequence_can_be_taken_back() -> None:
    game = position(f"model A ref red 10,16 ap:2\nmodel E ref blue 10,10 facing=180 ap:1\n{FRIENDS}")
    journal = Journal(first=game, seed=1)
    for wish, given in (
        (move(game, "A", (10, 15), how="walk"), ("dodge",)),
        (act("A", "attack:bow", "E", "E"), ((3, 19), 12, 5)),
        (act("E", "stay_put"), ()),
    ):
        result = perform(SYSTEM, journal.game, wish, answers(given))
        assert isinstance(result, Done), result
        journal = journal.add(Entry(command=wish, answers=answers(given), events=result.events))
    end = journal.game

    undone = journal.undo().undo().undo()
    assert undone.game == game
    assert undone.redo().redo().redo().game == end
    assert end.model("E").count("wounds_lost") == 1


def test_nothing_of_a_sequence_is_left_behind() -> None:
    game = position(f"model A ref red 10,16 ap:2\nmodel E ref blue 10,10 facing=180 ap:1\n{FRIENDS}")
    game = done(game, act("A", "idle"), "attack:bow")
    result = play(game, act("A", "attack:bow", "E", "E"), *_dice(game))
    game = result.game

    assert game.counters == ()
    assert {name for model in game.models for name, _ in model.counters} <= {"ap", "wounds_lost"}
    assert {m.status for model in game.models for m in model.markers} <= {"engaged", "incapacitated", "crouched"}


def _dice(game: Game) -> tuple[tuple[int, ...], ...]:
    """Misses for every roll that is asked, however many dice it wants."""
    given: list[tuple[int, ...]] = []
    while not isinstance(result := perform(SYSTEM, game, act("A", "attack:bow", "E", "E"), answers(given)), Done):
        given.append((20,) * result.question.dice.count)  # type: ignore[union-attr]
    return tuple(given)


# ---------------------------------------------------------------- when a hand changes things in the middle


def hand(game: Game, model: str, status: str) -> Game:
    return done(game, by_hand(Gained(model=ModelId(model), marker=Marker(status))))


def test_a_dodger_that_cannot_move_any_more_may_still_decline() -> None:
    game = position(f"model A ref red 10,16 ap:2\nmodel E ref blue 10,10 facing=180 ap:1\n{FRIENDS}")
    game = done(game, act("A", "idle"), "dodge")
    game = hand(done(game, act("A", "pass"), 15), "E", "immobilized")

    assert not legal(game, move(game, "E", (10, 9), how="dodge"))
    assert done(game, act("E", "stay_put")).count("step") == 0


def test_a_model_that_began_and_is_caught_fast_goes_on_without_moving() -> None:
    game = hand(done(position(FAR), act("A", "crouch")), "A", "immobilized")

    assert not legal(game, act("A", "idle"))
    game = done(game, act("A", "activate"))
    assert (counters(game, "A")["ap"], legal(game, act("A", "dodge"))) == (1, True)


def test_a_model_that_began_and_is_laid_low_ends_its_sequence() -> None:
    game = hand(done(position(FAR), act("A", "crouch")), "A", "dead")

    assert plan(game, NextPhase()).label == "End the sequence"
    assert (done(game, NextPhase()).count("step"), done(game, NextPhase()).phase) == (0, "tactical")
