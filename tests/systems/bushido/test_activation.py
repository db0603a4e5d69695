"""Chapter: Actions.  What every declared action goes through, whatever it is."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pytest

from engine.ask import Steps, happens
from engine.commands import NextPhase
from engine.events import Chose, Noted, Removed
from engine.game import Game, ModelId
from engine.play import Asking, Done, Refused, Result, perform
from engine.systems.bushido.activation import declare
from engine.systems.bushido.ki import spend
from engine.systems.bushido.wish import Wish
from tests.systems.bushido.positions import SYSTEM, T, answers, counters, marks, position

A = ModelId("A")
FOES = "model B man blue 25,25 activations:2"


def wish(action: str = "wait", **more: object) -> Wish:
    return Wish(model=A, action=action, title=f"the {action}", **more)  # type: ignore[arg-type]


def body(game: Game) -> Steps[Game]:
    """An action that only says that it was carried out."""
    return (yield from happens(Noted(text="carried out")))


def declared(game: Game, wished: Wish, *given, step: Callable[[Game], Steps[Game]] = body) -> Result:
    system = dataclasses.replace(SYSTEM, plan_phase=lambda game: declare(game, wished, step))
    return perform(system, game, NextPhase(), answers(given))


def carried_out(result: Result) -> bool:
    assert isinstance(result, Done), result
    return any(isinstance(event, Noted) and event.text == "carried out" for event in result.events)


def no(result: Result) -> list[str]:
    """Clauses of every objection, in order."""
    assert isinstance(result, Refused), result
    return ["+".join(objection.why) for objection in result.objections]


@pytest.mark.clause("BUS-DEF-02", "BUS-DEF-05")
def test_a_simple_action_costs_one_counter_a_complex_one_two():
    game = position(f"model A man red 5,5 activations:2\n{FOES}")

    for cost, left in ((1, {"activations": 1}), (2, {})):
        result = declared(game, wish(cost=cost))
        assert carried_out(result)
        assert isinstance(result, Done)
        assert counters(result.game, "A") == left
        assert result.game.active == "blue"


@pytest.mark.clause("BUS-DEF-02")
def test_with_one_counter_there_is_no_complex_action():
    game = position(f"model A man red 5,5 activations:1\n{FOES}")

    assert no(declared(game, wish("focus", cost=2))) == ["BUS-DEF-02"]
    assert carried_out(declared(game, wish()))


@pytest.mark.clause("BUS-CONTROLLED-9", "BUS-CONTROLLED-6")
def test_with_one_control_marker_there_is_no_complex_action():
    line = "model A man red 5,5 activations:2 owner@blue {}\nmodel B man blue 25,25 activations:2"

    assert no(declared(position(line.format("control")), wish(cost=2))) == ["BUS-CONTROLLED-9"]
    assert carried_out(declared(position(line.format("control control")), wish(cost=2)))
    assert carried_out(declared(position(line.format("control")), wish()))


@pytest.mark.clause("BUS-CONTROLLED-4", "BUS-CONTROLLED-5", "BUS-CONTROLLED-6")
def test_a_controlled_model_declares_nothing_that_needs_a_token():
    line = "model A man red 5,5 activations:2 owner@blue control control ki:3\nmodel B man blue 25,25 activations:2"
    costly = wish("feat", tokens=2)

    def pays(game: Game) -> Steps[Game]:
        return (yield from spend(game, A, 2, "BUS-DEF-27"))

    assert no(declared(position(line), costly)) == ["BUS-CONTROLLED-4+BUS-CONTROLLED-5+BUS-DEF-01"]
    assert carried_out(declared(position(line), wish("feat")))

    kept = declared(position(line, controlled_tokens="token_stays"), costly, step=pays)
    assert isinstance(kept, Done)
    assert counters(kept.game, "A")["ki"] == 3


def test_every_reason_is_given_not_the_first():
    game = position(f"model A man red 5,5 prone blind\n{FOES}", active="blue", phase="end")

    assert no(declared(game, wish("run", cost=1))) == [
        "BUS-DEF-05",
        "BUS-DEF-05",
        "BUS-DEF-02",
        "BUS-PRONE-9",
        "BUS-BLIND-3",
    ]


@pytest.mark.clause("BUS-BLIND-3", "BUS-BLIND-4")
@pytest.mark.parametrize(("action", "clause"), [("run", "BUS-BLIND-3"), ("charge", "BUS-BLIND-4")])
def test_the_blind_neither_run_nor_charge(action: str, clause: str):
    game = position(f"model A man red 5,5 blind activations:2\n{FOES}")

    assert no(declared(game, wish(action))) == [clause]
    assert carried_out(declared(game, wish("walk")))


@pytest.mark.clause("BUS-HELD-2", "BUS-PRONE-9")
def test_held_and_prone_leave_only_standing_up():
    words = (
        "walk",
        "run",
        "charge",
        "melee",
        "shoot",
        "scenario",
        "focus",
        "wait",
        "heal",
        "feat",
        "disengage",
        "stand_up",
    )

    def allowed(line: str) -> list[str]:
        game = position(f"model A man red 5,5 activations:2 {line}\nmodel B man blue {5 + T},5 activations:2")
        clear = {"in_contact": True}
        return [word for word in words if isinstance(declared(game, wish(word, **clear)), Done)]

    assert allowed("held@B") == ["feat", "disengage", "stand_up"]
    assert allowed("prone") == ["stand_up"]
    assert allowed("held@B prone") == ["stand_up"]


@pytest.mark.parametrize(
    ("line", "action", "text"),
    [
        ("prone", "walk", "A is Prone and may only stand up."),
        ("held@B", "walk", "A is Held and may only disengage, use a Ki feat or stand up."),
        ("blind", "charge", "A is Blind and may not charge."),
    ],
)
def test_an_objection_says_what_a_state_leaves(line: str, action: str, text: str):
    result = declared(position(f"model A man red 5,5 activations:2 {line}\n{FOES}"), wish(action))

    assert isinstance(result, Refused)
    assert [objection.text for objection in result.objections] == [text]


# ---------------------------------------------------------------- tests before an action


@pytest.mark.clause("BUS-IMMOBILISED-4", "BUS-IMPETUOUS-3")
def test_a_failed_test_ends_the_action_at_its_full_cost():
    game = position(f"model A man red 5,5 activations:2 immobilised impetuous\n{FOES}")

    result = declared(game, wish("charge", cost=2, moves=True), (4, 3))

    assert not carried_out(result)
    assert isinstance(result, Done)
    assert (counters(result.game, "A"), marks(result.game, "A"), result.game.count("stopped")) == (
        {},
        ["immobilised"],
        0,
    )
    assert result.game.active == "blue"


@pytest.mark.clause("BUS-IMMOBILISED-5", "BUS-IMMOBILISED-6")
def test_a_passed_test_lets_it_go_on():
    game = position(f"model A man red 5,5 activations:2 immobilised immobilised\n{FOES}")

    result = declared(game, wish("walk", moves=True), (5, 5))

    assert carried_out(result)
    assert isinstance(result, Done)
    assert (counters(result.game, "A"), marks(result.game, "A")) == ({"activations": 1}, [])


@pytest.mark.clause("BUS-IMPETUOUS-3")
def test_by_the_other_reading_an_action_that_came_to_nothing_calms_nobody():
    models = f"model A man red 5,5 activations:2 immobilised impetuous\n{FOES}"
    game = position(models, impetuous_removal="took_effect")

    result = declared(game, wish("walk", moves=True), (2, 2))

    assert isinstance(result, Done)
    assert marks(result.game, "A") == ["immobilised", "impetuous"]


@pytest.mark.clause("BUS-IMMOBILISED-1", "BUS-DISGUISED-7")
def test_size_comes_before_ki_and_the_first_failure_is_the_last_die():
    models = "model A man red 5,5 activations:2 immobilised\nmodel B man blue 12,5 disguise=5 activations:2"
    far = wish("charge", cost=2, moves=True, touches=(ModelId("B"),), selects=(ModelId("B"),))

    failed = declared(position(models), far, (5, 1))
    assert isinstance(failed, Done)
    assert (counters(failed.game, "A"), marks(failed.game, "B")) == ({}, ["disguise 5"])

    through = declared(position(models), far, (5, 5), (6, 1))
    assert carried_out(through)
    assert isinstance(through, Done)
    assert (marks(through.game, "A"), marks(through.game, "B")) == ([], [])


@pytest.mark.clause("BUS-IMMOBILISED-1", "BUS-DISGUISED-7")
def test_by_the_other_reading_the_active_player_says_which_test_comes_first():
    models = "model A man red 5,5 activations:2 immobilised\nmodel B man blue 12,5 disguise=5 activations:2"
    game = position(models, test_order="active_player")
    far = wish("charge", cost=2, moves=True, touches=(ModelId("B"),), selects=(ModelId("B"),))

    asked = declared(game, far)
    assert isinstance(asked, Asking)
    assert [option.id for option in asked.question.options] == ["Size test", "Ki test"]

    failed = declared(game, far, "Ki test", (3, 3))
    assert isinstance(failed, Done)
    assert (marks(failed.game, "A"), counters(failed.game, "A")) == (["immobilised"], {})
    assert [event.side for event in failed.events if isinstance(event, Chose)] == ["red"]


@pytest.mark.clause("BUS-IMPETUOUS-3")
def test_an_action_that_costs_no_counter_calms_nobody():
    game = position(f"model A man red 5,5 activations:2 impetuous\n{FOES}")

    result = declared(game, wish(cost=0))

    assert isinstance(result, Done)
    assert (marks(result.game, "A"), counters(result.game, "A")) == (["impetuous"], {"activations": 2})


# ---------------------------------------------------------------- afterwards


@pytest.mark.clause("BUS-DEF-10", "BUS-DEF-05")
def test_whoever_dies_of_its_own_action_pays_nothing_and_the_other_side_acts():
    game = position(f"model A man red 5,5 activations:2 impetuous\nmodel C man red 9,5 activations:1\n{FOES}")

    def dies(game: Game) -> Steps[Game]:
        return (yield from happens(Removed(model=A, reason="killed")))

    result = declared(game, wish(), step=dies)

    assert isinstance(result, Done)
    assert (result.game.active, marks(result.game, "A")) == ("blue", [])


@pytest.mark.clause("BUS-DEF-06")
def test_nobody_acts_once_the_game_is_over():
    from msgspec.structs import replace

    game = replace(position(f"model A man red 5,5 activations:2\n{FOES}"), outcome="Red wins")

    assert no(declared(game, wish())) == ["BUS-DEF-06"]
