"""Chapter: Perceive and Uncover — who makes out what is under a token."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.systems.eldfall.fights import begun, cited, has, pair, rolled
from tests.systems.eldfall.positions import T, act, chance, done, legal, marks, move, plan, play, position, refused

CROWD = "model X ref blue 30,30\nmodel Z ref red 30,33"


def token(apart=5.0, on_a="", more=""):
    return begun(pair(apart=apart, on_a=on_a, on_b="shrouded", more=f"{more}\n{CROWD}"))


@pytest.mark.clause("ELD-DEF-PERC", "ELD-SHR-9", "ELD-SHR-3")
def test_h_97_perceive_reveals_a_token_with_an_intellect_roll():
    game = token()
    result = play(game, act("A", "perceive", "B"), 9)

    assert marks(result.game, "B") == []
    assert rolled(result) == [("A looks at the Shrouded token", (9,))]
    assert "ELD-SHR-9" in cited(result)
    assert has(done(game, act("A", "perceive", "B"), 10), "B", "shrouded")
    assert chance(game, act("A", "perceive", "B"), "B revealed") == Fraction(9, 20)
    assert plan(game, act("A", "perceive", "B")).label == "Perceive: the token"


@pytest.mark.clause("ELD-DEF-PERC", "ELD-DEF-AWA", "ELD-DEF-LOS")
def test_the_token_must_be_within_awareness_and_in_sight():
    back = begun(
        position(
            f"model A ref red 10,10 facing=270 ap:2\nmodel B ref blue {10 + T + 5},10 facing=270 shrouded\n{CROWD}"
        )
    )

    assert legal(token(11.0), act("A", "perceive", "B"))
    assert refused(token(11.1), act("A", "perceive", "B")) == ("ELD-DEF-AWA",)
    assert refused(back, act("A", "perceive", "B")) == ("ELD-DEF-LOS",)


@pytest.mark.clause("ELD-DEF-AWA", "ELD-CRI-4", "ELD-CON-5")
def test_h_7_awareness_shrinks_with_agility():
    """Confused and Crippled: Agility 11, 6, 3."""
    assert legal(token(3.0, on_a="confused crippled"), act("A", "perceive", "B"))
    assert refused(token(3.1, on_a="confused crippled"), act("A", "perceive", "B")) == ("ELD-DEF-AWA",)
    assert plan(token(3.0, on_a="confused"), act("A", "perceive", "B")).tallies[0].value == 5


@pytest.mark.clause("ELD-DEF-PERC")
def test_there_must_be_a_token_of_an_enemy():
    game = token(more="model C ref red 10,14 shrouded")

    assert refused(begun(pair()), act("A", "perceive", "B")) == ("ELD-DEF-PERC",)
    assert refused(game, act("A", "perceive", "C")) == ("ELD-DEF-PERC",)
    assert refused(game, act("A", "perceive")) == ("ELD-DEF-PERC",)


@pytest.mark.clause("ELD-ENG-7", "ELD-BLI-6")
@pytest.mark.parametrize(("held", "clause"), [("engaged@X", "ELD-ENG-7"), ("blinded", "ELD-BLI-6")])
def test_h_35_the_engaged_and_the_blinded_do_not_perceive(held, clause):
    assert clause in refused(token(on_a=held), act("A", "perceive", "B"))


@pytest.mark.clause("ELD-DEF-ACT-UNCOVER", "ELD-DEF-OWN-UNCOVER", "ELD-DEF-MOD")
def test_uncover_reveals_every_token_within_awareness_on_half_the_intellect():
    """Intellect 9 is 5; D is out of Awareness, and the friend's token stays."""
    more = "model C ref blue 10,18 shrouded\nmodel D ref blue 32,10 shrouded\nmodel E ref red 10,5 shrouded"
    game = token(more=more)
    result = play(game, act("A", "uncover"), 5)

    assert [name for name in "BCDE" if has(result.game, name, "shrouded")] == ["D", "E"]
    assert {"ELD-DEF-ACT-UNCOVER", "ELD-DEF-OWN-UNCOVER"} <= cited(result)
    missed = done(game, act("A", "uncover"), 6)
    assert [name for name in "BCDE" if has(missed, name, "shrouded")] == ["B", "C", "D", "E"]
    assert plan(game, act("A", "uncover")).notes == ("Tokens within Awareness: 2.",)


@pytest.mark.clause("ELD-DEF-ACT", "ELD-DEF-ACT-UNCOVER")
def test_uncover_needs_an_idle():
    game = pair(apart=5, on_b="shrouded", more=CROWD)
    walked = done(game, move(game, "A", (11, 10)))

    assert "ELD-DEF-ACT" in refused(walked, act("A", "uncover"))
