"""Chapter: Scenarios.  Working at an objective, holding it, and the score."""

from __future__ import annotations

import pytest

from engine.systems.bushido.scenario import score
from tests.systems.bushido.positions import T, act, counters, done, position, refused, said, step

SHRINE = 'terrain o "Shrine" objective 3,9 4,9 4,11 3,11 bottom=0 top=1 sight=clear footing=solid'
X = 4 + T / 2


def at_the_shrine(*more, **named):
    men = (f"model A man red {X},10 facing=90 activations:2", "model B man blue 30,30 activations:2", *more)
    return position("\n".join(men), SHRINE, **named)


def sides(game):
    return {side.id: dict(side.counters) for side in game.sides}


@pytest.mark.clause("BUS-DEF-ACTION-SCENARIO", "BUS-DEF-OWN-OBJECTIVE")
def test_a_simple_action_takes_hold_of_it_and_faces_it():
    game = at_the_shrine('side red "Red"', 'side blue "Blue" holds:1')

    worked = done(game, act("A", "scenario"))

    assert sides(worked) == {"red": {"holds": 1}, "blue": {}}
    assert worked.model("A").facing == pytest.approx(270.0)
    assert counters(worked, "A") == {"activations": 1}


@pytest.mark.clause("BUS-DEF-ACTION-SCENARIO", "BUS-DEF-OWN-OBJECTIVE")
def test_a_complex_action_scores_one_at_once():
    worked = done(at_the_shrine(), act("A", "scenario_complex"))

    assert sides(worked)["red"] == {"holds": 1, "score": 1}
    assert counters(worked, "A") == {}


@pytest.mark.clause("BUS-DEF-ACTION-SCENARIO", "BUS-DEF-11")
def test_one_must_touch_it_and_touch_no_enemy():
    game = at_the_shrine(f"model C man blue {X + T},10 facing=270", "model D man red 20,20 activations:2")

    assert "touches no objective" in said(game, act("D", "scenario"))
    assert refused(game, act("D", "scenario")) == ("BUS-DEF-ACTION-SCENARIO",)
    assert "BUS-DEF-11" in refused(game, act("A", "scenario"))


@pytest.mark.clause("BUS-DEF-OWN-OBJECTIVE")
def test_the_holder_scores_each_end_phase_and_after_the_third_turn_the_higher_score_wins():
    lines = ('side red "Red" holds:1 score:1', 'side blue "Blue" score:1')

    second = step(at_the_shrine(*lines, turn=2), score).game
    third = step(at_the_shrine(*lines, turn=3), score).game

    assert (sides(second)["red"]["score"], second.outcome) == (2, "")
    assert third.outcome == "Red wins, 2 to 1"
    draw = step(at_the_shrine('side red "Red" score:2', 'side blue "Blue" score:2', turn=3), score).game
    assert draw.outcome == "a draw, 2 all"
    assert step(at_the_shrine(*lines, turn=3, game_length="open"), score).game.outcome == ""
    assert step(position("model A man red 5,5", turn=3), score).game.outcome == ""
