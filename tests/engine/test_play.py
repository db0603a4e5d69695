"""The one driver: a wish becomes objections, a question, or facts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.ask import Choose, Picked, Roll, Thrown
from engine.commands import Act, ByHand, Deploy, Move, NextPhase, Turn
from engine.dice import D6
from engine.events import Built, Chose, Counted, Gained, Lost, Moved, Noted, Overruled, Placed, Removed, Rolled
from engine.game import Marker, Terrain
from engine.play import Asking, Done, Refused, perform
from tests import strategies
from tests.engine.toy import SYSTEM, TINDER, duel, fighter

STRIKE = Act(model="A", action="strike", targets=("B",))
WALK = Move(model="A", path=((0, 0), (0, 3)))
TOO_FAR = Move(model="A", path=((0, 0), (0, 9)))
HIT, MISS = Thrown((5,)), Thrown((2,))


def play(command, *answers, game=None, referee="strict"):
    return perform(SYSTEM, game or duel(), command, answers, referee)


def test_a_legal_wish_becomes_facts_and_a_game():
    result = play(WALK)

    assert isinstance(result, Done)
    assert result.events == (Moved(model="A", path=((0, 0, 0), (0, 3, 0)), why=("TOY-WALK",)),)
    assert (result.game.model("A").x, result.game.model("A").y) == (0, 3)
    assert (result.objections, result.used) == ((), 0)


def test_an_illegal_wish_is_refused_with_every_reason():
    asleep = duel(fighter("A", "red", 0, 0, "asleep"))

    result = play(TOO_FAR, game=asleep)

    assert isinstance(result, Refused)
    assert [(objection.text, objection.why) for objection in result.objections] == [
        ("A may not act (asleep).", ("TOY-SLEEP",)),
        ("A may walk 4 inches, not 9.0.", ("TOY-WALK",)),
    ]


def test_a_wish_that_needs_dice_waits_and_shows_the_game_so_far():
    result = play(STRIKE)

    assert isinstance(result, Asking)
    assert isinstance(result.question, Roll)
    assert (result.question.what, result.question.dice, result.question.need) == ("to hit", D6, "4+")
    assert (result.question.side, result.question.model) == ("red", "A")
    assert (result.game, result.events, result.used, result.fault) == (duel(), (), 0, "")


def test_going_on_is_the_same_wish_with_one_answer_more():
    result = play(STRIKE, HIT, HIT)

    assert isinstance(result, Asking)
    assert isinstance(result.question, Choose)
    assert [option.id for option in result.question.options] == ["fall", "burn"]
    assert result.question.side == "blue"
    assert [(type(event), event.faces) for event in result.events] == [(Rolled, (5,)), (Rolled, (5,))]
    assert result.used == 2


def test_taking_back_a_die_is_running_with_one_answer_fewer():
    further, back = play(STRIKE, HIT, HIT), play(STRIKE, HIT)

    assert isinstance(further, Asking)
    assert isinstance(back, Asking)
    assert (back.question.what, back.events) == ("to wound", further.events[:1])


def test_the_driver_records_every_die_and_every_choice():
    result = play(STRIKE, Thrown((6,), (True,)), HIT, Picked("fall"))

    assert isinstance(result, Done)
    first, second, chose, removed = result.events
    assert first == Rolled(what="to hit", sides=6, faces=(6,), typed=(True,), side="red", model="A", why=("TOY-BLOW",))
    assert second.typed == (False,)
    assert chose == Chose(what="how to suffer", option="fall", label="Fall", side="blue", model="B")
    assert removed == Removed(model="B", reason="felled", why=("TOY-BLOW",))
    assert result.used == 3
    assert not result.game.model("B").on_table


def test_answers_nobody_asked_for_are_left_unused():
    result = play(STRIKE, MISS, HIT, HIT)

    assert isinstance(result, Done)
    assert result.used == 1
    assert result.events[-1] == Noted(text="missed", model="A", other="B", why=("TOY-BLOW",))


@pytest.mark.parametrize(
    ("answers", "fault", "used"),
    [
        ((Thrown((7,)),), "7 is not a face of a D6; type a number from 1 to 6.", 0),
        ((Thrown((5, 5)),), "D6 needs 1 dice, but 2 were given.", 0),
        ((Picked("fall"),), "“to hit” asks for dice, not for a choice.", 0),
        ((HIT, HIT, Picked("flee")), "“how to suffer” takes one of: Fall, Burn.", 2),
        ((HIT, HIT, HIT), "“how to suffer” takes one of: Fall, Burn.", 2),
    ],
)
def test_an_answer_that_does_not_fit_is_asked_for_again_with_the_reason(answers, fault, used):
    result = play(STRIKE, *answers)

    assert isinstance(result, Asking)
    assert (result.fault, result.used) == (fault, used)


def test_something_follows_a_fact():
    """TOY-FIRE: whoever is of tinder and catches fire is sooty too."""
    game = duel(fighter("B", "blue", 2, 0, profile=TINDER))

    result = play(STRIKE, HIT, HIT, Picked("burn"), game=game)

    assert isinstance(result, Done)
    assert [event.marker.status for event in result.events if isinstance(event, Gained)] == ["burning", "sooty"]
    assert result.game.model("B").markers == (Marker("burning"), Marker("sooty"))


def test_something_happens_instead_of_a_fact():
    game = duel(fighter("B", "blue", 2, 0, "shield"))

    result = play(STRIKE, HIT, HIT, Picked("fall"), game=game)

    assert isinstance(result, Done)
    assert result.events[-2:] == (
        Lost(model="B", status="shield", why=("TOY-SHIELD",)),
        Noted(text="the shield broke", model="B", why=("TOY-SHIELD",)),
    )
    assert result.game == duel()


def test_a_marker_that_a_model_has_once_is_not_laid_twice():
    game = duel(fighter("B", "blue", 2, 0, "burning", profile=TINDER))

    result = play(STRIKE, HIT, HIT, Picked("burn"), game=game)

    assert isinstance(result, Done)
    assert result.game == game
    assert not any(isinstance(event, Gained) for event in result.events)


def test_rules_that_trigger_each_other_for_ever_are_stopped_by_name():
    game = duel(fighter("B", "blue", 2, 0, "curse"))

    with pytest.raises(RecursionError, match="Rules trigger each other without end; the last was cursed"):
        play(ByHand(facts=(Gained(model="B", marker=Marker("x")),)), game=game)


def test_advise_does_it_and_writes_the_objections_down():
    result = play(TOO_FAR, referee="advise")

    assert isinstance(result, Done)
    assert result.events[0] == Overruled(objections=("A may walk 4 inches, not 9.0.",), why=("TOY-WALK",))
    assert result.game.model("A").y == 9
    assert [objection.why for objection in result.objections] == [("TOY-WALK",)]


def test_off_does_it_and_says_nothing():
    result = play(TOO_FAR, referee="off")

    assert isinstance(result, Done)
    assert [type(event) for event in result.events] == [Moved]
    assert result.objections == ()


@pytest.mark.parametrize("referee", ["strict", "advise", "off"])
@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (Move(model="Z", path=((0, 0), (1, 0))), "There is no model called 'Z' in this game."),
        (Move(model="A", path=((0, 0),)), "A move needs a path of at least two points"),
        (
            Move(model="A", path=((0, 0), (float("nan"), 0))),
            "A place or facing of this command is not a sensible number.",
        ),
        (
            Move(model="A", path=((0, 0), (float("inf"), 0))),
            "A place or facing of this command is not a sensible number.",
        ),
        (Act(model="A", action="sing"), "Toy has no action called 'sing'."),
        (Act(model="A", action="strike", targets=("Z",)), "There is no model called 'Z' in this game."),
        (Act(model="A", action="strike"), "A blow needs a target."),
        (Deploy(model="A", at=(0, 0, float("nan"))), "A place or facing of this command is not a sensible number."),
        (Turn(model="A", facing=float("nan")), "A place or facing of this command is not a sensible number."),
        (ByHand(facts=(Moved(model="A", path=()),)), "went along a path without end, or with none."),
        (ByHand(facts=(Moved(model="A", path=((0, 0, float("nan")),)),)), "a path without end, or with none."),
        (Turn(model="Z", facing=0), "There is no model called 'Z' in this game."),
    ],
)
def test_what_cannot_be_done_at_all_no_referee_lets_pass(command, sentence, referee):
    result = play(command, referee=referee)

    assert isinstance(result, Refused)
    assert sentence in result.objections[0].text


@pytest.mark.parametrize("referee", ["strict", "advise", "off"])
def test_by_hand_everything_is_allowed(referee):
    wall = Terrain(id="w", name="Wall", outline=((0, 0), (1, 0), (1, 1)))
    facts = (
        Gained(model="B", marker=Marker("asleep")),
        Counted(of="model", whose="B", name="wounds_lost", value=1),
        Moved(model="B", path=((2, 0, 0), (40, 40, 7))),
        Built(piece=wall),
    )

    result = play(ByHand(facts=facts, note="an edit"), referee=referee)

    assert isinstance(result, Done)
    assert result.events == facts
    assert result.game.model("B").has("asleep")
    assert result.game.model("B").z == 7
    assert result.plan.label == "an edit"


def test_an_edit_of_what_is_not_there_is_refused():
    result = play(ByHand(facts=(Gained(model="Z", marker=Marker("x")),)))

    assert isinstance(result, Refused)
    assert result.objections[0].text == "This edit speaks of what is not there: no model 'Z' in this game."


def test_a_rulebook_that_breaks_is_not_hushed_up():
    broken = replace(SYSTEM, plan_phase=lambda game: SYSTEM.plan(game, ByHand(facts=(Removed(model="Z"),))))

    with pytest.raises(KeyError):
        perform(broken, duel(), NextPhase())


def test_offers_list_every_action_of_the_phase_with_its_reasons():
    game = duel(fighter("A", "red", 0, 0, "asleep"), fighter("C", "blue", 5, 5))

    offers = SYSTEM.offers(game, game.model("A"))

    assert [offer.command.targets for offer in offers] == [("B",), ("C",)]
    assert [offer.legal for offer in offers] == [False, False]
    assert SYSTEM.offers(duel(), duel().model("A"))[0].legal


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_no_wish_raises_and_every_refusal_has_a_reason(data):
    game = duel(fighter("C", "blue", 5, 5, "shield"))
    command = data.draw(strategies.commands(SYSTEM, game))
    referee = data.draw(st.sampled_from(("strict", "advise", "off")))
    answers = ()
    result = perform(SYSTEM, game, command, answers, referee)
    while isinstance(result, Asking):
        answers = (*answers, data.draw(strategies.answers(result.question)))
        result = perform(SYSTEM, game, command, answers, referee)

    if isinstance(result, Refused):
        assert result.objections
        assert all(objection.text.endswith(".") for objection in result.objections)
    else:
        assert result.used == len(answers)
        assert perform(SYSTEM, game, command, answers, referee).game == result.game


def test_no_hand_lays_a_marker_beside_a_model_that_is_gone():
    """A removed model wears nothing; the same edit may put it back first."""
    gone = perform(SYSTEM, duel(), ByHand(facts=(Removed(model="B", reason="fled"),))).game
    marked = Gained(model="B", marker=Marker("asleep"))

    refused = play(ByHand(facts=(marked,)), game=gone)
    back = play(ByHand(facts=(Placed(model="B", at=(1, 2, 0)), marked)), game=gone)

    assert [objection.text for objection in refused.objections] == [
        "This edit speaks of what is not there: B is off the table; put the model back first."
    ]
    assert back.game.model("B").has("asleep")
