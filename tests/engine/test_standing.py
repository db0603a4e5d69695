"""Whether a model is in play at all: what is said, and what is cited, in every book alike."""

from __future__ import annotations

import pytest

from engine import notation, standing
from engine.game import Game
from engine.questions import Objection

TEXT = """
game no_rules round=1{outcome}
profile man "Man" base=25
side red "Red"
model A man red 5,5
model B man red place=reserve
model C man red place=removed removed_as=casualty
"""
GONE, ASIDE, PLACED = ("gone",), ("aside",), ("placed",)


def table(outcome: str = "") -> Game:
    return notation.read(TEXT.format(outcome=outcome))


def said(objections: tuple[Objection, ...]) -> list[tuple[str, tuple[str, ...]]]:
    return [(objection.text, objection.why) for objection in objections]


def test_nothing_more_is_done_once_a_battle_is_over():
    assert said(standing.over(table(), GONE)) == []
    assert said(standing.over(table(' outcome="Red wins"'), GONE)) == [("The battle is over: Red wins.", GONE)]


@pytest.mark.parametrize(
    ("model", "acting", "setting_up"),
    [
        ("A", [], [("A has been set up already.", PLACED)]),
        ("B", [("B has not been set up yet.", ASIDE)], []),
        ("C", [("C is off the table: casualty.", GONE)], [("C is off the table: casualty.", GONE)]),
    ],
)
def test_a_model_acts_on_the_table_and_is_set_up_once(model: str, acting: list[object], setting_up: list[object]):
    there = table().model(model)

    assert said(standing.away(there, GONE, ASIDE)) == acting
    assert said(standing.set_up(there, GONE, PLACED)) == setting_up
