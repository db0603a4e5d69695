"""Chapter: Issue a Duel — offered, refused or taken up, fought by two alone, and the end of the battle."""

from __future__ import annotations

import pytest

from engine.game import ModelId
from engine.systems.eldfall.wounds import suffer
from tests.systems.eldfall.fights import begun, cited, pair, told
from tests.systems.eldfall.positions import act, asking, done, legal, marks, move, play, position, refused, said, step

CROWD = "model C ref blue 14,14 facing=270 ap:2\nmodel D ref red 6,10 facing=90 ap:2\nmodel E ref blue 30,30 dead"


def duel(*given, a="frail", b="frail", on_b="ap:1"):
    game = begun(pair(a=a, b=b, on_b=on_b, more=CROWD), "none", "none")
    return done(game, act("A", "duel"), *given) if given else game


@pytest.mark.clause("ELD-DEF-ACT-DUEL")
def test_the_other_side_refuses_or_names_its_champion():
    question = asking(duel(), act("A", "duel")).question

    assert (question.side, [option.id for option in question.options]) == ("blue", ["refuse", "B", "C"])
    refused_ = play(duel(), act("A", "duel"), "refuse")
    assert told(refused_) == ["The Duel that A issued is refused"]
    assert marks(refused_.game, "A") == ["engaged"]


@pytest.mark.clause("ELD-DEF-ACT-DUEL")
def test_both_champions_are_given_points_as_many_as_their_stamina():
    game = duel("B")

    assert [game.model(name).count("ap") for name in "ABCD"] == [2, 2, 2, 2]
    assert "duelling" in marks(game, "A")
    assert "duelling" in marks(game, "B")


@pytest.mark.clause("ELD-DEF-ACT-DUEL")
def test_nobody_else_activates_or_reacts():
    game = duel("B")

    assert "ELD-DEF-ACT-DUEL" in refused(game, act("D", "idle"))
    assert asking(game, act("A", "idle")).question.model == "B"
    result = play(game, act("A", "idle"), "none")
    assert "C does not react: C may not perform Reactions (duel of others)" in told(result)


@pytest.mark.clause("ELD-DEF-ACT-DUEL", "ELD-DEF-OWN-DUEL", "ELD-DEF-OWN-SCORE")
def test_who_fells_the_other_champion_gets_six_points_and_the_battle_ends():
    game = done(duel("B"), act("A", "idle"), "none")
    result = play(game, act("A", "attack:blade", "B"), (13, 20), 10)

    assert result.game.side("red").count("score") == 6
    assert result.game.side("blue").count("score") == 0
    assert result.game.outcome == "Red wins, 7 to 0"
    assert {"ELD-DEF-OWN-DUEL", "ELD-DEF-ACT-DUEL"} <= cited(result)


@pytest.mark.clause("ELD-DEF-ACT-DUEL", "ELD-DEF-OWN-DUEL")
def test_both_fallen_in_one_sequence_is_a_draw_of_three_each():
    game = done(duel("B"), act("A", "idle"), "attack:blade")
    after = done(game, act("A", "attack:blade", "B"), 1, (1, 20), 10, 10)

    assert (after.side("red").count("score"), after.side("blue").count("score")) == (3, 3)
    assert after.outcome == "Red wins, 4 to 3"


@pytest.mark.clause("ELD-DEF-ACT-DUEL", "ELD-DEF-ACT")
def test_one_duel_at_a_time_after_an_idle_and_only_with_somebody_to_fight():
    game = done(duel("B"), act("A", "idle"), "none")
    fallen = begun(
        position("model A ref red 10,10 facing=90 ap:2\nmodel B ref blue 12,10 incapacitated\nmodel D ref red 5,5")
    )
    walked = pair(apart=5, more=CROWD)
    walked = done(walked, move(walked, "A", (11, 10)), "none")

    assert "A Duel is being fought already." in said(game, act("A", "duel"))
    assert refused(fallen, act("A", "duel")) == ("ELD-DEF-ACT-DUEL",)
    assert "ELD-DEF-ACT" in refused(walked, act("A", "duel"))
    assert legal(duel(), act("A", "duel"))


@pytest.mark.clause("ELD-DEF-ACT-DUEL", "ELD-DEF-OWN-DUEL")
def test_a_champion_that_falls_outside_a_sequence_ends_the_duel_at_once():
    def hurt(game):
        return (yield from suffer(game, ModelId("B"), 1, "ELD-BLE-7"))

    after = step(duel("B"), hurt).game

    assert after.side("red").count("score") == 6
    assert after.outcome.startswith("Red wins")
