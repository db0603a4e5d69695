"""Chapter: Shrouded — what declaring does to a token, Surprise Attacks, and Reactions changed into Attacks."""

from __future__ import annotations

import pytest

from engine.systems.eldfall.declared import reaction
from engine.systems.eldfall.halving import value
from engine.systems.eldfall.questions import ACC, AG, DEF, INT, OFF, SPD, M
from engine.systems.eldfall.questions import T as TOUGHNESS
from tests.systems.eldfall.fights import begun, cited, has, lost, pair, rolled, told
from tests.systems.eldfall.positions import T, act, asking, done, legal, move, plan, play, position, refused

CROWD = "model X ref blue 30,30\nmodel Y ref blue 33,30\nmodel Z ref red 30,33"


def options(game, command, *given):
    return [option.id for option in asking(game, command, *given).question.options]


# ---------------------------------------------------------------- the token goes


@pytest.mark.clause("ELD-SHR-7", "ELD-INT-7", "ELD-SHR-1")
@pytest.mark.parametrize(
    ("action", "hidden"),
    [("nothing", True), ("pass", True), ("dodge", False), ("uncover", False), ("duel", False)],
)
def test_any_action_but_nothing_ends_shrouded(action, hidden):
    game = begun(pair(on_a="shrouded", apart=5, more=f"{CROWD}\nmodel S ref blue 20,20 shrouded"))
    given = {"dodge": (5,), "uncover": (20,), "duel": ("refuse",)}.get(action, ())
    result = play(game, act("A", action), *given)

    assert has(result.game, "A", "shrouded") == hidden
    assert hidden or {"ELD-SHR-7", "ELD-INT-7"} <= cited(result)


@pytest.mark.clause("ELD-SHR-7")
def test_assisting_oneself_ends_shrouded():
    game = begun(pair(a="healer", on_a="shrouded bleeding"))
    after = done(game, act("A", "assist:field_dressing", "A"))

    assert not has(after, "A", "shrouded")
    assert not has(after, "A", "bleeding")


@pytest.mark.clause("ELD-SHR-7", "ELD-SHR-1")
def test_moving_and_idling_do_not_end_shrouded():
    game = pair(on_a="shrouded", apart=5)

    assert has(begun(game), "A", "shrouded")
    assert has(done(done(game, move(game, "A", (12, 10))), act("A", "nothing")), "A", "shrouded")


# ---------------------------------------------------------------- Surprise Attack


@pytest.mark.clause("ELD-SHR-8", "ELD-INT-8", "ELD-DEF-SUR")
def test_h_95_an_attack_out_of_the_dark_takes_its_target_unawares():
    """B's Agility 11 is 6 for its Dodge; it keeps it, and a 7 fails."""
    game = begun(pair(on_a="shrouded", on_b="ap:1", more=CROWD), "dodge")
    result = play(game, act("A", "attack:blade", "B"), "keep", (13, 20), 7, 10)

    assert rolled(result) == [
        ("Blade of A at B", (13, 20)),
        ("Dodge of B from A", (7,)),
        ("damage of A on B, Blade", (10,)),
    ]
    assert {"ELD-SHR-8", "ELD-INT-8", "ELD-DEF-SUR"} <= cited(result)
    assert not has(result.game, "A", "shrouded")
    assert plan(game, act("A", "attack:blade", "B")).tallies[-1].text() == "Dodge: Agility 11 halved Surprised = 6"
    assert plan(game, act("A", "attack:blade", "B")).notes == (
        "B Dodges.",
        "A shows itself, and its Attack is a Surprise Attack.",
        "B may Attack instead.",
    )


@pytest.mark.clause("ELD-DEF-SUR")
def test_the_surprised_have_half_of_five_attributes():
    game = pair(on_b="surprised")
    found = {n.id: int(value(game, game.model("B"), n).value) for n in (OFF, DEF, ACC, AG, INT, SPD, TOUGHNESS, M)}

    assert found == {"OFF": 7, "DEF": 6, "ACC": 6, "AG": 6, "INT": 5, "SPD": 5, "T": 13, "M": 12}


@pytest.mark.clause("ELD-DEF-SUR", "ELD-SHR-8")
def test_the_surprise_is_over_with_the_sequence():
    game = begun(pair(on_a="shrouded", more=CROWD))
    after = done(game, act("A", "attack:blade", "B"), (20, 20))

    assert not has(after, "B", "surprised")


@pytest.mark.clause("ELD-SHR-8", "ELD-DEF-SUR", "ELD-SHR-10")
def test_an_attack_in_reaction_out_of_the_dark_surprises_the_active_model():
    """A's Offense 13 is 7 against B's Defense 11."""
    game = begun(pair(on_b="shrouded ap:1", more=CROWD), "attack:blade")

    assert not has(game, "B", "shrouded")
    assert has(game, "A", "surprised")
    assert rolled(play(game, act("A", "attack:blade", "B"), 20, (8, 20))) == [
        ("Blade of B at A", (20,)), ("Blade of A at B", (8, 20)),
    ]  # fmt: skip
    assert lost(done(game, act("A", "attack:blade", "B"), 20, (7, 20), 10), "B") == 1


# ---------------------------------------------------------------- changed Reactions


@pytest.mark.clause("ELD-DEF-REV", "ELD-DEF-SUR")
def test_h_95_who_dodged_may_attack_instead_at_half_its_defense():
    game = begun(pair(on_a="shrouded", on_b="ap:1", more=CROWD), "dodge")

    assert options(game, act("A", "attack:blade", "B")) == ["keep", "attack:blade", "attack:bow"]
    result = play(game, act("A", "attack:blade", "B"), "attack:blade", 6, (5, 20), 10)
    assert told(result)[:2] == ["B changes its Reaction and Attacks A with Blade", "B hits A: 1 Hit"]
    assert lost(result.game, "A") == 1
    assert "ELD-DEF-REV" in cited(result)
    missed = play(game, act("A", "attack:blade", "B"), "attack:blade", 7, (20, 20))
    assert lost(missed.game, "A") == 0


@pytest.mark.clause("ELD-DEF-REV", "ELD-SHR-9", "ELD-DEF-PERC")
def test_who_looked_may_change_its_mind_or_find_nothing_left_to_see():
    game = begun(pair(on_a="shrouded", on_b="ap:1", more=CROWD), "perceive@A")
    kept = play(game, act("A", "attack:blade", "B"), "keep", (20, 20))

    assert told(kept) == ["B need look no further: A has shown itself"]
    changed = play(game, act("A", "attack:blade", "B"), "attack:blade", 20, (20, 20))
    assert rolled(changed) == [("Blade of B at A", (20,)), ("Blade of A at B", (20, 20))]


@pytest.mark.clause("ELD-DEF-REV")
def test_nobody_changes_his_reaction_against_an_attack_in_the_open_or_without_sight():
    open_fight = begun(pair(on_b="ap:1", more=CROWD), "dodge")
    assert rolled(play(open_fight, act("A", "attack:blade", "B"), (20, 20), 5))[0][0] == "Blade of A at B"
    turned = position(
        f"model A ref red 10,10 facing=90 ap:2 shrouded\nmodel B ref blue {10 + T + 0.5},10 facing=90 ap:1\n{CROWD}"
    )
    result = play(begun(turned, "dodge"), act("A", "attack:blade", "B"), (20, 20), 5)
    assert rolled(result)[0][0] == "Blade of A at B"


@pytest.mark.clause("ELD-FLY-14", "ELD-DEF-REV", "ELD-FLY-3", "ELD-FLY-10", "ELD-FLY-11")
def test_h_56_who_is_attacked_from_the_air_may_strike_back():
    game = begun(pair(on_a="flying", on_b="ap:1", more=f"model C ref blue {10 + T + 0.5},12 facing=0 ap:1\n{CROWD}"),
                 "dodge", "dodge")  # fmt: skip
    command = act("A", "attack:blade", "B")

    assert options(game, command) == ["keep", "attack:blade", "attack:bow"]
    assert options(game, command, "keep") == ["keep", "attack:bow"]
    result = play(game, command, "attack:blade", "keep", 11, 13, 5, 10)
    assert told(result)[0] == "B changes its Reaction and Attacks A with Blade"
    assert rolled(result)[:2] == [("Blade of B at A", (11,)), ("Blade of A at B", (13,))]
    assert "ELD-FLY-14" in cited(result)
    over = done(result.game, act("C", "stay_put"))
    assert not has(over, "A", "engaged")
    assert not has(over, "B", "engaged")
    assert lost(over, "B") == 1


@pytest.mark.clause("ELD-FLY-13", "ELD-FLY-14", "ELD-DEF-REV")
def test_who_stands_as_near_but_is_not_attacked_from_the_air_may_shoot_only():
    near = f"model C ref blue 10,{10 + T + 0.5} facing=0 ap:1\n{CROWD}"
    game = begun(pair(on_a="flying", on_b="ap:1", more=near), "dodge", "dodge")

    assert options(game, act("A", "attack:blade", "B"), "keep") == ["keep", "attack:bow"]
    assert options(game, act("A", "attack:blade", "C")) == ["keep", "attack:bow"]
    assert options(game, act("A", "attack:blade", "C"), "keep") == ["keep", "attack:blade", "attack:bow"]


@pytest.mark.clause("ELD-FLY-14")
def test_the_active_model_strikes_back_at_a_flyer_that_attacks_it_in_reaction():
    quiet = begun(pair(on_b="flying ap:1", more=CROWD), "dodge")
    game = begun(pair(on_b="flying ap:1", more=CROWD), "attack:blade")

    assert refused(quiet, act("A", "attack:blade", "B")) == ("ELD-FLY-13",)
    assert legal(game, act("A", "attack:blade", "B"))
    result = play(game, act("A", "attack:blade", "B"), 20, (13, 20), 10)
    assert "ELD-FLY-14" in cited(result)


@pytest.mark.clause("ELD-DEF-REV", "ELD-ENG-8")
def test_an_engaged_model_changes_into_a_melee_attack_only():
    game = pair(on_a="shrouded", on_b="ap:1 engaged@A", more=CROWD)
    game = begun(game, "dodge")

    assert options(game, act("A", "attack:blade", "B")) == ["keep", "attack:blade"]
    changed = done(game, act("A", "attack:blade", "B"), "attack:blade", 20, (20, 20))
    assert reaction(changed.model("B")) == ""


@pytest.mark.clause("ELD-DEF-REV", "ELD-DEF-STK")
def test_a_changed_reaction_has_the_strike_of_a_reaction():
    game = begun(pair(on_a="shrouded", b="eager", on_b="ap:1", more=CROWD), "dodge")
    result = play(game, act("A", "attack:blade", "B"), "attack:blade", (20, 19), (20, 20))

    assert rolled(result)[0] == ("Blade of B at A", (20, 19))
