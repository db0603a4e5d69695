"""Chapter: Damage and Wounds — HP, Incapacitated, Dead, healing; in a sequence last and together, elsewhere at once."""

from __future__ import annotations

from functools import partial

import pytest

from engine.game import ModelId
from engine.systems.eldfall.landing import land
from engine.systems.eldfall.wounds import heal, health_left, suffer, wounds
from tests.systems.eldfall.fights import begun, cited, has, lost, pair, rolled
from tests.systems.eldfall.positions import act, done, marks, play, position, step

CROWD = "model C ref blue 30,30\nmodel D ref blue 33,30"


def hurt(game, number, model="B"):
    return step(game, partial(_suffer, model=model, number=number)).game


def _suffer(game, *, model, number):
    return (yield from suffer(game, ModelId(model), number, "ELD-DEF-FALL"))


def healed(game, number, *given, model="B", revives=False):
    def one(game):
        return (yield from heal(game, ModelId(model), number, "ELD-DEF-ACT-ASSIST", revives=revives))

    return step(game, one, given=given).game


# ---------------------------------------------------------------- outside sequences


@pytest.mark.clause("ELD-DEF-WND", "ELD-INC-4", "ELD-INC-5")
def test_wounds_take_hp_and_none_left_is_incapacitated_and_crouched():
    game = pair(more=CROWD)

    assert lost(hurt(game, 1), "B") == 1
    assert marks(hurt(game, 1), "B") == []
    assert marks(hurt(game, 2), "B") == ["incapacitated", "crouched"]


@pytest.mark.clause("ELD-DEF-WND", "ELD-INC-4")
def test_h_61_nobody_suffers_more_wounds_at_once_than_he_has_hp():
    game = hurt(pair(on_b="wounds_lost:1", more=CROWD), 2)

    assert lost(game, "B") == 2
    assert marks(game, "B") == ["incapacitated", "crouched"]


@pytest.mark.clause("ELD-INC-13", "ELD-INT-4", "ELD-DEA-10")
def test_h_62_another_wound_kills_and_every_state_is_kept():
    game = hurt(pair(on_b="slowed incapacitated crouched wounds_lost:2", more=CROWD), 1)

    assert marks(game, "B") == ["slowed", "incapacitated", "crouched", "dead"]
    assert lost(game, "B") == 2


@pytest.mark.clause("ELD-INC-13", "ELD-INC-15")
@pytest.mark.parametrize(("reading", "dead", "gone"), [("dead", True, 0), ("loses_hp", False, 1)])
def test_h_65_incapacitated_with_hp_left_a_wound_kills(reading, dead, gone):
    game = pair(on_b="incapacitated crouched", more=CROWD, wounded_while_incapacitated=reading)
    game = hurt(game, 1)

    assert has(game, "B", "dead") == dead
    assert lost(game, "B") == gone


@pytest.mark.clause("ELD-INC-13")
def test_with_the_other_reading_the_last_hp_of_an_incapacitated_model_goes_before_it_dies():
    game = pair(on_b="incapacitated crouched wounds_lost:1", more=CROWD, wounded_while_incapacitated="loses_hp")
    game = hurt(game, 1)

    assert (lost(game, "B"), has(game, "B", "dead")) == (2, False)
    assert has(hurt(game, 1), "B", "dead")


@pytest.mark.clause("ELD-DEF-WTM")
def test_outside_sequences_two_wounds_one_after_the_other_kill():
    game = pair(b="frail", more=CROWD)

    assert marks(hurt(hurt(game, 1), 1), "B") == ["incapacitated", "crouched", "dead"]


@pytest.mark.clause("ELD-DEF-WTM")
def test_by_the_other_reading_the_wounds_of_a_phase_land_together():
    game = hurt(hurt(pair(b="frail", more=CROWD, wounds_outside="together"), 1), 1)

    assert (lost(game, "B"), game.model("B").count("wounds_due")) == (0, 2)
    assert marks(step(game, land).game, "B") == ["incapacitated", "crouched"]


@pytest.mark.clause("ELD-DEA-3", "ELD-DEF-WND")
def test_nothing_more_happens_to_the_dead_and_the_removed():
    assert hurt(pair(on_b="dead", more=CROWD), 1) == pair(on_b="dead", more=CROWD)
    gone = position("model A ref red 10,10\nmodel B ref blue 12,10 place=reserve")

    assert hurt(gone, 1) == gone


@pytest.mark.clause("ELD-DEF-WND")
def test_what_the_window_shows_of_hp():
    game = pair(on_b="wounds_lost:1")

    assert health_left(game.model("B")) == 1
    assert wounds(game, game.model("B")) == (1, 2)
    assert wounds(pair(on_b="dead"), pair(on_b="dead").model("B")) == (0, 2)


# ---------------------------------------------------------------- in a sequence


@pytest.mark.clause("ELD-INC-4", "ELD-INC-5", "ELD-DEF-WND", "ELD-DEF-WTM", "ELD-INT-3")
def test_h_61_two_damage_rolls_of_one_sequence_do_not_kill_a_model_with_one_hp():
    result = play(begun(pair(on_b="wounds_lost:1", more=CROWD)), act("A", "attack:blade", "B"), (2, 3), (4, 5))

    assert marks(result.game, "B") == ["incapacitated", "crouched"]
    assert lost(result.game, "B") == 2
    assert {"ELD-INC-4", "ELD-INC-5", "ELD-DEF-WTM"} <= cited(result)


@pytest.mark.clause("ELD-INC-13", "ELD-INC-11", "ELD-DEA-10", "ELD-INT-4")
def test_h_62_in_a_later_sequence_a_hit_that_wounds_makes_it_dead():
    game = begun(pair(on_b="bleeding incapacitated crouched wounds_lost:2", more=CROWD))
    result = play(game, act("A", "attack:blade", "B"), (2, 20), 11)

    assert marks(result.game, "B") == ["bleeding", "incapacitated", "crouched", "dead"]
    assert "ELD-INC-11" in cited(result)


@pytest.mark.clause("ELD-DEF-WTM", "ELD-INC-6")
def test_wounds_become_due_as_they_are_rolled_and_land_last():
    facts = [
        event
        for event in play(begun(pair(more=CROWD)), act("A", "attack:blade", "B"), (2, 20), 10).events
        if getattr(event, "name", "") in ("wounds_due", "wounds_lost")
    ]

    assert [(event.name, event.value) for event in facts] == [("wounds_due", 1), ("wounds_due", 0), ("wounds_lost", 1)]


@pytest.mark.clause("ELD-FLY-15", "ELD-CRO-14", "ELD-INC-6", "ELD-INT-1")
def test_h_52_a_flyer_that_loses_its_last_hp_comes_down():
    game = begun(pair(on_b="flying wounds_lost:1", apart=5, more=CROWD))
    after = done(game, act("A", "attack:bow", "B"), (2, 20), 10)

    assert marks(after, "B") == ["incapacitated", "crouched"]


@pytest.mark.clause("ELD-INC-7", "ELD-INC-8")
def test_h_67_points_are_kept_and_healing_brings_it_back():
    game = begun(pair(b="frail", on_b="ap:1", more=CROWD), "none")
    game = done(game, act("A", "attack:blade", "B"), (2, 20), 10)

    assert game.model("B").count("ap") == 1
    up = healed(game, 1, "stands")
    assert marks(up, "B") == []
    assert up.model("B").count("ap") == 1


# ---------------------------------------------------------------- healing


@pytest.mark.clause("ELD-INC-14", "ELD-INC-16", "ELD-CRO-13")
@pytest.mark.parametrize(("answer", "left"), [("stands", []), ("stays", ["crouched"])])
def test_h_70_healed_it_may_stand_or_stay_crouched(answer, left):
    game = healed(pair(on_b="incapacitated crouched wounds_lost:2", more=CROWD), 1, answer)

    assert marks(game, "B") == left
    assert lost(game, "B") == 1


@pytest.mark.clause("ELD-DEF-WND")
def test_nobody_regains_more_than_he_lost():
    assert lost(healed(pair(on_b="wounds_lost:1", more=CROWD), 3), "B") == 0
    assert healed(pair(more=CROWD), 1) == pair(more=CROWD)


@pytest.mark.clause("ELD-DEA-11", "ELD-DEA-12", "ELD-INC-14")
def test_h_73_the_dead_regain_hp_only_by_what_says_that_it_revives_them():
    dead = pair(on_b="incapacitated crouched dead wounds_lost:2", more=CROWD)

    assert healed(dead, 1) == dead
    back = healed(dead, 1, "stays", revives=True)
    assert marks(back, "B") == ["crouched"]
    assert lost(back, "B") == 1


@pytest.mark.clause("ELD-DEF-WND")
def test_a_weapon_that_cannot_get_through_the_armour_rolls_no_damage():
    """Unarmed 13 − 3 = 10 against Armor 12."""
    plate = (
        'profile plate "Plate" base=32 height=1.7717 STA=2 SPD=5 OFF=13 DEF=11 ACC=12 INT=9 AG=11 T=13 ARM=12 HP=2 '
        "M=12 equipment=blade"
    )
    game = pair(0.0, "ref", "plate", "", "", CROWD, plate)
    result = play(begun(game), act("A", "attack:unarmed", "B"), 5)

    assert rolled(result) == [("Unarmed of A at B", (5,))]
    assert lost(result.game, "B") == 0
