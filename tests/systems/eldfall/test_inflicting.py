"""Chapter: Traits — the States that weapons bring: on Hits and Wounds, resisted, by size, for how long."""

from __future__ import annotations

import pytest

from tests.systems.eldfall.fights import begun, cited, lost, rolled, told
from tests.systems.eldfall.positions import T, act, marks, play, position

REF = "base=32 height=1.7717 STA=2 SPD=5 OFF=13 DEF=11 ACC=12 INT=9 AG=11 T=13 ARM=3 HP=2 M=12"
CROWD = "model X ref blue 30,30\nmodel Y ref blue 33,30\nmodel Z ref red 30,33"


def armed(weapon, apart=0.0, b="ref", on_a="", on_b="", **readings):
    """A carries only this weapon; B stands so many inches off, with its back to A so that it engages nobody."""
    return begun(
        position(
            f"model A armed red 10,10 facing=90 ap:2 {on_a}\n"
            f"model B {b} blue {10 + T + apart},10 facing=90 {on_b}\n{CROWD}",
            f'profile armed "Armed" {REF} equipment={weapon}',
            **readings,
        )
    )


def after(weapon, *given, apart=0.0, **how):
    game = armed(weapon, apart, **how)

    return play(game, act("A", f"attack:{weapon}", "B"), *given)


def left(result):
    """Markers of B without its being Engaged."""
    return [word for word in marks(result.game, "B") if word != "engaged"]


# ---------------------------------------------------------------- on a Wound


@pytest.mark.clause("ELD-DEF-POI", "ELD-WEA-4", "ELD-WEA-5")
def test_weak_poison_weakens_until_the_next_strategic_phase():
    """Power 12 − 3: a 9 wounds, a 10 does not."""
    result = after("reed_bow", (5, 20), 9, apart=5)

    assert left(result) == ["weakened 1"]
    assert {"ELD-DEF-POI", "ELD-WEA-4"} <= cited(result)
    assert left(after("reed_bow", (5, 20), 10, apart=5)) == []


@pytest.mark.clause("ELD-DEF-POI", "ELD-POI-4")
@pytest.mark.parametrize(("reading", "weakened"), [("lasting", "weakened"), ("next_phase", "weakened 1")])
def test_strong_poison_weakens_and_poisons(reading, weakened):
    result = after("venom_needles", (5, 20), 9, strong_poison_weakens=reading)

    assert left(result) == [weakened, "poisoned"]
    assert "ELD-POI-4" in cited(result)


@pytest.mark.clause("ELD-DEF-BLEED")
def test_bleed_leaves_who_is_wounded_bleeding():
    assert left(after("hook_knives", (5, 20), 9)) == ["bleeding"]
    assert left(after("hook_knives", (5, 20), 10)) == []


@pytest.mark.clause("ELD-DEF-INFLICT", "ELD-CRI-1")
def test_crippling_is_resisted_by_toughness():
    """Bile 11 − 3: an 8 wounds; Toughness 13."""
    assert left(after("bile_breath", 12, 8, 14, apart=3)) == ["crippled"]
    result = after("bile_breath", 12, 8, 13, apart=3)
    assert left(result) == []
    assert rolled(result)[-1] == ("Toughness roll of B against Crippling", (13,))


# ---------------------------------------------------------------- on a Hit


@pytest.mark.clause("ELD-DEF-KNO", "ELD-CRO-14", "ELD-FLY-15", "ELD-INT-1")
def test_h_53_knockdown_on_a_flyer_brings_it_down_crouched():
    """A flies too, else it could not strike; so it has one die."""
    result = after("bell_hammer", 5, 20, apart=0.5, on_a="flying", on_b="flying")

    assert left(result) == ["crouched"]
    assert "ELD-DEF-KNO" in cited(result)


@pytest.mark.clause("ELD-DEF-KNO")
@pytest.mark.parametrize(("b", "left_with"), [("small", ["crouched"]), ("ref", ["crouched"]), ("giant", [])])
def test_knockdown_fells_nobody_two_sizes_larger(b, left_with):
    """Medium hits Small, Medium and Gigantic; Damage misses."""
    result = after("bell_hammer", (5, 20), 20, apart=0.6, b=b)

    assert left(result) == left_with
    assert b != "giant" or "B is too large for Knockdown" in told(result)


@pytest.mark.clause("ELD-DEF-INFLICT", "ELD-BLI-1")
def test_blinding_is_a_hit_without_damage_that_toughness_resists():
    result = after("blinding_glare", 9, 14, apart=5)

    assert rolled(result) == [("Blinding glare of A at B", (9,)), ("Toughness roll of B against Blinding", (14,))]
    assert left(result) == ["blinded"]
    assert left(after("blinding_glare", 9, 13, apart=5)) == []
    assert lost(result.game, "B") == 0


@pytest.mark.clause("ELD-DEF-INFLICT", "ELD-FLY-15", "ELD-INT-9")
def test_a_flyer_that_is_bound_or_petrified_flies_no_longer():
    assert left(after("rope_dart", 12, 20, 12, apart=5, on_b="flying")) == ["immobilized"]
    assert left(after("grey_gaze", 9, 14, apart=5, on_b="flying")) == ["petrified"]


@pytest.mark.clause("ELD-DEF-INFLICT", "ELD-CON-1")
def test_confusing_is_resisted_by_intellect():
    assert left(after("muddling_hymn", 9, 10, apart=5)) == ["confused"]
    assert left(after("muddling_hymn", 9, 9, apart=5)) == []


@pytest.mark.clause("ELD-DEF-TERROR", "ELD-PAN-9")
def test_terror_panics_who_fails_morale_until_his_next_strategic_phase():
    result = after("dread_hymn", 9, 13, apart=5)

    assert left(result) == ["panicked 1"]
    assert "ELD-PAN-9" in cited(result)
    assert left(after("dread_hymn", 9, 12, apart=5)) == []


@pytest.mark.clause("ELD-DEF-INFLICT", "ELD-FAT-1")
def test_exhausting_fatigues():
    assert left(after("cantor_rod", (5, 20), 20, apart=0.5)) == ["fatigued 1"]


@pytest.mark.clause("ELD-INC-15", "ELD-DEF-INFLICT", "ELD-INC-5")
def test_a_stunning_blow_makes_incapacitated_with_hp_left():
    result = after("sleep_maul", (5, 20), 14, apart=0.5)

    assert left(result) == ["incapacitated", "crouched"]
    assert lost(result.game, "B") == 0


@pytest.mark.clause("ELD-DEF-WTM", "ELD-DEF-INFLICT")
def test_wounds_land_before_the_states_they_bring():
    facts = [
        getattr(event, "name", "") or getattr(getattr(event, "marker", None), "status", "")
        for event in after("hook_knives", (5, 20), 9).events
    ]

    assert facts.index("wounds_lost") < facts.index("bleeding")
