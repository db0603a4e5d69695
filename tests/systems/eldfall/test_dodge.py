"""Chapter: Dodge — its number, one die an Attack, what success undoes and frees, and the move that follows."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.odds import odds
from engine.play import Refused
from engine.systems.eldfall.acts import DODGE
from engine.systems.eldfall.dodge import number
from engine.systems.eldfall.questions import T as TOUGHNESS
from tests.systems.eldfall.fights import begun, cited, has, lost, pair, rolled, told
from tests.systems.eldfall.positions import SYSTEM, T, act, asking, done, marks, move, plan, play, position, refused

CROWD = "model X ref blue 30,30\nmodel Y ref blue 33,30\nmodel Z ref red 30,33"


def blind_side(on_b="", **readings):
    """B looks away from A, 5 in from it."""
    return position(
        f"model A ref red 10,10 facing=90 ap:2\nmodel B ref blue {10 + T + 5},10 facing=90 ap:1 {on_b}\n{CROWD}",
        **readings,
    )


def dodging(game, model="B"):
    return int(number(game, game.model(model)).value)


# ---------------------------------------------------------------- the number


@pytest.mark.clause("ELD-DEF-DODGE")
def test_a_dodge_is_agility_and_half_of_it_for_who_did_not_see():
    assert dodging(begun(pair(on_b="ap:1", more=CROWD), "dodge")) == 11
    assert dodging(begun(blind_side(), "dodge")) == 6


@pytest.mark.clause("ELD-CRI-4", "ELD-BLI-4", "ELD-DEF-DODGE", "ELD-DEF-AWA")
def test_h_43_blinded_and_crippled():
    """Agility 11 is 6, so is Awareness; the Dodge 3."""
    game = position(
        f"model A ref red 10,10 facing=90 ap:2\nmodel B ref blue {10 + T + 5},10 facing=270 ap:1 blinded crippled"
    )

    assert dodging(begun(game, "dodge")) == 3
    further = position(
        f"model A ref red 10,10 facing=90 ap:2\nmodel B ref blue {10 + T + 6.1},10 facing=270 ap:1 blinded crippled"
    )
    assert told(play(further, act("A", "idle"))) == ["B does not react: B neither saw A move nor was aware of it"]


@pytest.mark.clause("ELD-DEF-DODGE")
def test_the_active_model_sees_its_own_movement():
    assert dodging(begun(pair(on_b="ap:1"), "attack:blade"), "A") == 11
    assert plan(begun(pair()), act("A", "dodge")).tallies[0].text() == "Dodge: Agility 11"


# ---------------------------------------------------------------- what it undoes


@pytest.mark.clause("ELD-DEF-DODGE", "ELD-DEF-CRIT")
def test_success_undoes_every_hit_that_is_not_critical():
    game = begun(pair(on_b="ap:1", more=CROWD), "dodge")
    result = play(game, act("A", "attack:blade", "B"), (1, 13), 11, 13)

    assert told(result) == ["A hits B: 2 Hits, 1 critical", "B dodges 1 of 2 Hits"]
    assert rolled(result)[-1] == ("damage of A on B, Blade, critical", (13,))
    assert result.game.model("B").count("wounds_due") == 1


@pytest.mark.clause("ELD-DEF-DODGE")
def test_failure_undoes_nothing():
    result = play(begun(pair(on_b="ap:1", more=CROWD), "dodge"), act("A", "attack:blade", "B"), (12, 13), 12, (10, 11))

    assert rolled(result)[1:] == [("Dodge of B from A", (12,)), ("damage of A on B, Blade", (10, 11))]
    assert result.game.model("B").count("wounds_due") == 1


@pytest.mark.clause("ELD-DEF-DODGE")
def test_exact_odds_of_dodged_strikes():
    """Crouched, A has one die of 13 and B dodges with 11: 12/20 · 9/20 · 10/20 plain, 1/20 · 13/20 critical."""
    game = begun(pair(on_a="crouched", on_b="ap:1", more=CROWD), "dodge")
    found = odds(SYSTEM, game, act("A", "attack:blade", "B"))

    assert not isinstance(found, Refused)
    wounded = Fraction(12, 20) * Fraction(9, 20) * Fraction(10, 20) + Fraction(1, 20) * Fraction(13, 20)
    assert dict(found.table()) == {"B loses 1 HP": wounded, "nobody is hurt": 1 - wounded}


@pytest.mark.clause("ELD-DEF-DODGE")
def test_the_example_of_the_rulebook_a_die_for_each_attack():
    """A dodges B's Attack and not C's."""
    game = pair(on_b="ap:1", more=f"model C ref blue 10,{10 + T + 0.5} facing=0 ap:1\n{CROWD}")
    game = begun(game, "attack:blade", "attack:blade")
    result = play(game, act("A", "dodge"), 11, 10, 8, 14, 10)

    assert rolled(result) == [
        ("Blade of B at A", (11,)),
        ("Blade of C at A", (10,)),
        ("Dodge of A from B", (8,)),
        ("Dodge of A from C", (14,)),
        ("damage of C on A, Blade", (10,)),
    ]
    assert result.game.model("A").count("wounds_due") == 1


@pytest.mark.clause("ELD-DEF-DODGE")
def test_without_an_attack_one_die_is_rolled_all_the_same():
    result = play(begun(pair(on_b="ap:1"), "dodge"), act("A", "nothing"), 5)

    assert rolled(result) == [("Dodge of B", (5,))]


# ---------------------------------------------------------------- Immobilized


@pytest.mark.clause("ELD-IMM-5", "ELD-WEA-2")
def test_h_46_immobilized_and_weakened_it_picks_before_it_rolls():
    game = begun(pair(on_b="immobilized weakened ap:1", more=CROWD), "dodge")
    question = asking(game, act("A", "nothing")).question

    assert [(o.id, o.label) for o in question.options] == [("AG", "Agility 11"), ("T", "Toughness 7")]
    assert has(done(game, act("A", "nothing"), "T", 8), "B", "immobilized")
    assert not has(done(game, act("A", "nothing"), "T", 7), "B", "immobilized")
    assert not has(done(game, act("A", "nothing"), "AG", 11), "B", "immobilized")


@pytest.mark.clause("ELD-IMM-5")
def test_the_better_number_is_offered_first():
    game = begun(pair(on_b="immobilized ap:1", more=CROWD), "dodge")

    assert [o.id for o in asking(game, act("A", "nothing")).question.options] == ["T", "AG"]


@pytest.mark.clause("ELD-IMM-5", "ELD-DEF-DODGE")
@pytest.mark.parametrize(("reading", "toughness"), [("whole", 13), ("halved", 7)])
def test_whether_toughness_is_halved_for_who_did_not_see(reading, toughness):
    game = begun(blind_side("immobilized", toughness_dodge=reading), "dodge")
    dodger = game.model("B")

    assert int(number(game, dodger).value) == 6
    assert int(number(game, dodger, TOUGHNESS).value) == toughness


@pytest.mark.clause("ELD-IMM-6", "ELD-DEF-DODGE")
@pytest.mark.parametrize(("reading", "freed"), [("one_success", True), ("all", False)])
def test_h_47_one_success_of_two_frees_it(reading, freed):
    """Agility 11: 15 fails, 6 succeeds; the first Attack hits."""
    game = pair(on_a="immobilized", on_b="ap:1", more=f"model C ref blue 10,{10 + T + 0.5} facing=0 ap:1\n{CROWD}",
                several_dodges=reading)  # fmt: skip
    game = done(game, act("A", "activate"), "attack:blade", "attack:blade")
    result = play(game, act("A", "dodge"), 11, 10, "AG", 15, 6, 10)

    assert lost(result.game, "A") + result.game.model("A").count("wounds_due") == 1
    assert has(result.game, "A", "immobilized") != freed


@pytest.mark.clause("ELD-IMM-6", "ELD-IMM-7")
def test_only_a_successful_dodge_gives_an_immobilized_model_a_move():
    game = begun(pair(on_b="immobilized ap:1", more=CROWD), "dodge")
    failed = play(game, act("A", "nothing"), "AG", 12)
    freed = play(game, act("A", "nothing"), "AG", 11)

    assert failed.game.model("B").count("dodge_move") == 0
    assert failed.game.count("step") == 0
    assert freed.game.model("B").count("dodge_move") == 2
    assert "ELD-IMM-6" in cited(freed)


# ---------------------------------------------------------------- the move


@pytest.mark.clause("ELD-DEF-DODGE", "ELD-DEF-WTM")
def test_success_or_not_the_dodger_may_move_and_wounds_land_after_that():
    game = begun(pair(on_b="ap:1", more=CROWD), "dodge")
    game = done(game, act("A", "attack:blade", "B"), (12, 20), 12, 10)

    assert (lost(game, "B"), game.model("B").count("wounds_due")) == (0, 1)
    assert SYSTEM.next_up(game) == ("B",)
    assert refused(game, move(game, "B", (15, 10), how="dodge")) == ("ELD-DEF-DODGE", "ELD-DEF-MOD")
    after = done(game, move(game, "B", (14.7, 10), how="dodge"))
    assert (after.model("B").x, lost(after, "B")) == (14.7, 1)
    assert after.count("step") == 0


@pytest.mark.clause("ELD-INC-4", "ELD-DEF-WTM", "ELD-DEF-DODGE")
def test_who_will_be_incapacitated_still_makes_its_dodge_move():
    game = begun(pair(b="frail", on_b="ap:1", more=CROWD), "dodge")
    game = done(game, act("A", "attack:blade", "B"), (12, 20), 12, 10)
    after = done(game, move(game, "B", (14, 10), how="dodge"))

    assert marks(after, "B") == ["incapacitated", "crouched"]
    assert after.model("B").x == 14


@pytest.mark.clause("ELD-DEF-SEQ")
def test_nobody_else_acts_while_a_dodge_move_is_open():
    game = begun(pair(on_b="ap:1", more=CROWD), "dodge")
    game = done(game, act("A", "nothing"), 5)

    assert "ELD-DEF-SEQ" in refused(game, act("A", "idle"))


@pytest.mark.clause("ELD-ENG-13", "ELD-DEF-DIS")
def test_h_37_an_engaged_dodger_disengages_though_its_roll_failed():
    game = position(
        f"model A ref red 10,10 facing=90 ap:2 engaged@B\nmodel B ref blue {10 + T},10 facing=270 engaged@A\n{CROWD}"
    )
    game = done(begun(game), act("A", "dodge"), 12)
    after = done(game, move(game, "A", (7, 10), how="dodge"))

    assert marks(after, "A") == []
    assert plan(begun(pair(on_a="engaged@B")), act("A", "dodge")).notes == (
        "The move of the Dodge Disengages A, whether the roll succeeds or not.",
    )


@pytest.mark.clause("ELD-SHR-7", "ELD-INT-7")
@pytest.mark.parametrize(("reading", "hidden"), [("ends", False), ("stays", True)])
def test_h_94_a_dodge_ends_shrouded(reading, hidden):
    active = begun(pair(on_a="shrouded", shrouded_dodge=reading))
    reacting = pair(on_b="shrouded ap:1", shrouded_dodge=reading)

    assert has(done(active, act("A", "dodge"), 5), "A", "shrouded") == hidden
    assert has(begun(reacting, "dodge"), "B", "shrouded") == hidden


@pytest.mark.clause("ELD-ENG-13", "ELD-DEF-DIS", "ELD-ENG-1")
def test_who_dodges_round_to_the_back_of_its_enemy_is_disengaged_within_its_reach():
    """A pike reaches 3 in; from behind B does not see A, so the check does not engage it again."""
    game = position(
        f"model A ref red 10,10 facing=90 ap:1 engaged@B\nmodel B pike blue {10 + T},10 facing=345\n{CROWD}"
    )
    game = done(done(game, act("A", "idle")), act("A", DODGE), 20)

    assert marks(done(game, move(game, "A", (10, 12), how="dodge")), "A") == []
    assert marks(done(game, act("A", "stay_put")), "A") == ["engaged"]


@pytest.mark.clause("ELD-PAN-5", "ELD-INT-5")
def test_h_82_panicked_and_engaged_it_dodges_away_from_the_enemy_not_into_it():
    """The nearest edge is behind the enemy."""
    game = position(
        f"model A ref red 8,18 facing=270 ap:2 panicked engaged@B\nmodel B ref blue {8 - T},18 facing=90\n{CROWD}"
    )
    game = done(done(game, act("A", "activate"), 13), act("A", DODGE), 12)
    after = done(game, move(game, "A", (11, 18), how="dodge"))

    assert (after.model("A").x, marks(after, "A")) == (11.0, ["panicked"])
    assert {area.label for area in SYSTEM.allowance(game, game.model("A")).evidence.areas} >= {"dodge 3″"}


@pytest.mark.clause("ELD-PAN-5", "ELD-INT-5")
def test_h_82_panicked_and_engaged_it_may_only_dodge():
    game = position(
        f"model A ref red 10,10 facing=90 ap:2 panicked engaged@B\nmodel B ref blue {10 + T},10 facing=270\n{CROWD}"
    )
    game = done(game, act("A", "activate"), 13)

    assert plan(game, act("A", DODGE)).objections == ()
    assert "ELD-PAN-5" in refused(game, act("A", "pass"))
    assert "ELD-PAN-5" in refused(game, act("A", "attack:blade", "B"))
