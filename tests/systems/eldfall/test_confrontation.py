"""Chapter: Resolution — dice in their order, Confrontations, Criticals, parted Strikes, and exact odds."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.odds import odds
from engine.play import Refused
from tests.systems.eldfall.fights import begun, cited, has, lost, pair, rolled, told
from tests.systems.eldfall.positions import SYSTEM, T, act, chance, counters, done, marks, play, position

HALF, TWENTIETH = Fraction(1, 2), Fraction(1, 20)


def ends(game, command):
    found = odds(SYSTEM, game, command)

    assert not isinstance(found, Refused)
    return dict(found.table())


# ---------------------------------------------------------------- one Attack


@pytest.mark.clause("ELD-DEF-ATK", "ELD-DEF-WND", "ELD-DEF-SEQ")
def test_an_attack_that_nobody_answers_rolls_its_strikes_then_damage():
    result = play(begun(pair()), act("A", "attack:blade", "B"), (13, 14), 10)

    assert rolled(result) == [("Blade of A at B", (13, 14)), ("damage of A on B, Blade", (10,))]
    assert told(result) == ["A hits B: 1 Hit"]
    assert lost(result.game, "B") == 1
    assert marks(result.game, "A") == ["engaged"]
    assert counters(result.game, "A") == {"ap": 1}
    assert result.game.counters == ()


@pytest.mark.clause("ELD-DEF-CRIT", "ELD-DEF-WND")
def test_critical_hits_roll_damage_apart_against_no_armour():
    """Power 13: plain Hits wound with 10 or less, critical ones with 13 or less."""
    result = play(begun(pair()), act("A", "attack:blade", "B"), (1, 5), 11, 13)

    assert told(result) == ["A hits B: 2 Hits, 1 critical"]
    assert rolled(result)[1:] == [("damage of A on B, Blade", (11,)), ("damage of A on B, Blade, critical", (13,))]
    assert lost(result.game, "B") == 1


@pytest.mark.clause("ELD-DEF-WND", "ELD-DEF-CRIT")
def test_exact_odds_of_two_strikes():
    """A die wounds as a plain Hit with 12/20 · 10/20 and as a critical one with 1/20 · 13/20: 133/400."""
    die = Fraction(12, 20) * HALF + TWENTIETH * Fraction(13, 20)
    game = begun(pair(more="model C ref blue 30,30"))

    assert die == Fraction(133, 400)
    assert ends(game, act("A", "attack:blade", "B")) == {
        "nobody is hurt": (1 - die) ** 2,
        "B loses 1 HP": 2 * die * (1 - die),
        "B incapacitated": die**2,
    }


@pytest.mark.clause("ELD-DEF-DIE")
def test_an_attribute_of_nothing_fails_without_a_die():
    """INT 1, Confused 1, at 13 in −3: nothing is left to roll."""
    dull = (
        'profile dull "Dull" base=32 height=1.7717 STA=2 SPD=5 OFF=1 DEF=1 ACC=1 INT=1 AG=1 T=1 ARM=0 HP=2 M=1 '
        "equipment=blinding_glare"
    )
    game = position(f"model A dull red 5,10 facing=90 ap:2\nmodel B ref blue {5 + T + 13},10 facing=270", dull)
    result = play(begun(game), act("A", "attack:blinding_glare", "B"))

    assert rolled(result) == []
    assert told(result) == ["Blinding glare of A at B fails without a die: it would need 0 or less"]


@pytest.mark.clause("ELD-DEF-STK")
def test_parted_strikes_are_rolled_and_answered_target_by_target():
    """B answers with a Confrontation against its one die, C dodges its one die."""
    game = pair(on_b="ap:1", more=f"model C ref blue 10,{10 + T + 0.5} facing=0 ap:1")
    result = play(begun(game, "attack:blade", "dodge"), act("A", "attack:blade", "B", "C"), 8, 7, 3, 12, 2, 10)

    assert rolled(result) == [
        ("Blade of B at A", (8,)),
        ("Blade of A at B", (7,)),
        ("Blade of A at C", (3,)),
        ("Dodge of C from A", (12,)),
        ("damage of A on C, Blade", (2,)),
        ("damage of B on A, Blade", (10,)),
    ]


# ---------------------------------------------------------------- Confrontation


@pytest.mark.clause("ELD-DEF-CONF")
def test_the_example_of_the_rulebook():
    """8 of the reacting model beats the 6 and not the 11: one Hit by A, none by B."""
    result = play(begun(pair(on_b="ap:1"), "attack:blade"), act("A", "attack:blade", "B"), 8, (6, 11), 10)

    assert told(result) == ["A hits B: 1 Hit"]
    assert lost(result.game, "B") == 1
    assert lost(result.game, "A") == 0
    assert {"ELD-DEF-CONF", "ELD-DEF-CRIT"} <= cited(result)


@pytest.mark.clause("ELD-DEF-CONF")
def test_equal_successes_cancel_each_other():
    result = play(begun(pair(on_b="ap:1"), "attack:blade"), act("A", "attack:blade", "B"), 8, (8, 20))

    assert told(result) == []
    assert rolled(result) == [("Blade of B at A", (8,)), ("Blade of A at B", (8, 20))]


@pytest.mark.clause("ELD-DEF-CONF", "ELD-DEF-CRIT")
def test_criticals_on_both_sides_hurt_both():
    result = play(begun(pair(on_b="ap:1"), "attack:blade"), act("A", "attack:blade", "B"), 1, (1, 13), 13, 13)

    assert told(result) == ["A hits B: 1 Hit, all critical", "B hits A: 1 Hit, all critical"]
    assert (lost(result.game, "A"), lost(result.game, "B")) == (1, 1)


@pytest.mark.clause("ELD-DEF-CONF", "ELD-DEF-CRIT")
def test_exact_odds_of_a_confrontation_of_one_die_each():
    """A Crouched: one die of 13 against one of 11.

    A scores plain when it succeeds with v and B shows neither a 1 nor a success of v or more: B's
    successes are 2 to 11.  Every plain Hit wounds on 10, every critical one on 13, A's on ARM 3;
    B's meet Armor 2 of the Crouched A: 11.
    """
    game = begun(pair(a="ref", on_a="crouched", on_b="ap:1", more=CROWD), "attack:blade", "none")
    mine = sum(Fraction(20 - 1 - max(0, 11 - v + 1), 400) for v in range(2, 12)) + Fraction(2 * 19, 400)
    theirs = sum(Fraction(20 - 1 - (13 - w + 1), 400) for w in range(2, 12))
    wounds_b = mine * HALF + TWENTIETH * Fraction(13, 20)
    wounds_a = theirs * Fraction(11, 20) + TWENTIETH * Fraction(13, 20)
    both = TWENTIETH * TWENTIETH * Fraction(13, 20) ** 2
    found = ends(game, act("A", "attack:blade", "B"))

    assert found["A loses 1 HP; B loses 1 HP"] == both
    assert found["B loses 1 HP"] == wounds_b - both
    assert found["A loses 1 HP"] == wounds_a - both
    assert sum(found.values()) == 1


CROWD = "model C ref blue 30,30 ap:1\nmodel D ref red 33,33"


@pytest.mark.clause("ELD-DEF-CONF")
def test_who_attacks_somebody_else_confronts_nobody():
    """B Attacks A, and A shoots at C: two Attacks that nobody answers."""
    game = pair(on_b="ap:1", more="model C ref blue 15,12 facing=270")
    result = play(begun(game, "attack:blade"), act("A", "attack:bow", "C"), 11, (12, 20), 10, 10)

    assert told(result) == ["B hits A: 1 Hit", "A hits C: 1 Hit"]
    assert (lost(result.game, "A"), lost(result.game, "C"), lost(result.game, "B")) == (1, 1, 0)
    assert "ELD-DEF-CONF" not in cited(result)


@pytest.mark.clause("ELD-DEF-CONF")
def test_several_reacting_models_confront_one_after_the_other_only_whom_a_attacks():
    game = pair(on_b="ap:1", more=f"model C ref blue 10,{10 + T + 0.5} facing=0 ap:1")
    result = play(begun(game, "attack:blade", "attack:blade"), act("A", "attack:blade", "B"), 11, (13, 20), 11, 20, 10)

    assert told(result) == ["A hits B: 1 Hit", "C hits A: 1 Hit"]
    assert (lost(result.game, "A"), lost(result.game, "B")) == (1, 0)


@pytest.mark.clause("ELD-DEF-WTM")
def test_both_may_fall_in_the_same_sequence():
    """Nothing lands before all is rolled: who falls has struck all the same."""
    game = pair(a="frail", b="frail", on_b="ap:1", more=CROWD)
    after = done(begun(game, "attack:blade", "none"), act("A", "attack:blade", "B"), 1, (1, 20), 1, 1)

    assert has(after, "A", "incapacitated")
    assert has(after, "B", "incapacitated")


@pytest.mark.clause("ELD-DEF-WTM")
def test_incapacitated_at_once_by_the_other_reading():
    game = pair(a="frail", b="frail", on_b="ap:1", more=CROWD, incapacitated_when="at_once")
    command = act("A", "attack:blade", "B")
    facts = play(begun(game, "attack:blade", "none"), command, 1, (1, 20), 1, 1).events
    falls = [i for i, e in enumerate(facts) if getattr(getattr(e, "marker", None), "status", "") == "incapacitated"]
    throws = [i for i, e in enumerate(facts) if type(e).__name__ == "Rolled"]

    assert falls[0] < throws[-1]


@pytest.mark.clause("ELD-DEF-WTM", "ELD-INC-3")
@pytest.mark.parametrize(("reading", "bleeds"), [("end_of_sequence", False), ("at_once", True)])
def test_who_is_down_at_once_helps_nobody_any_more(reading, bleeds):
    """C reacts with a dressing for B, and is shot down in the same sequence."""
    game = position(
        f"model A ref red 10,10 facing=90 ap:2\nmodel B ref blue 16,{10 + T} bleeding\n"
        f"model C frailmend blue 16,10 facing=270 ap:1\n{CROWD.replace('C', 'E')}",
        'profile frailmend "Aide" base=32 height=1.7717 STA=2 SPD=5 OFF=13 DEF=11 ACC=12 INT=9 AG=11 T=13 ARM=3 HP=1 '
        "M=12 equipment=field_dressing",
        incapacitated_when=reading,
    )
    game = done(game, act("A", "idle"), "assist:field_dressing@B", "none")
    after = done(game, act("A", "attack:bow", "C"), (5, 20), 10)

    assert has(after, "C", "incapacitated")
    assert has(after, "B", "bleeding") == bleeds


@pytest.mark.clause("ELD-DEF-STK")
def test_odds_of_a_confrontation_end_in_moments():
    game = begun(pair(a="eager", b="eager", on_b="ap:1"), "attack:blade")
    found = odds(SYSTEM, game, act("A", "attack:blade", "B"))

    assert not isinstance(found, Refused)
    assert sum(share for _, share in found.ends) == 1
    assert chance(game, act("A", "attack:blade", "B"), "nobody is hurt") > 0
