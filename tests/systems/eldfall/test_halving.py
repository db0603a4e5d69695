"""Chapter: Order of modifiers — flat first, then halvings that round up, and cancel against doublings."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.game import Game, Marker, Model
from engine.questions import Modifier, Number
from engine.systems.eldfall.halving import flat, half, value
from engine.systems.eldfall.questions import (
    ACC,
    AG,
    ARM,
    DEF,
    INT,
    OFF,
    SPD,
    STA,
    STRIKE_MELEE,
    STRIKE_RANGED,
    M,
    T,
)
from tests.systems.eldfall.positions import position

SPD_HALVERS = ("crouched", "slowed", "crippled")


def ref(*statuses: str, **readings: str) -> tuple[Game, Model]:
    game = position(f"model R ref red 10,10 {' '.join(statuses)}", **readings)
    return game, game.model("R")


def now(number: Number, *statuses: str, **readings: str) -> int:
    tally = value(*ref(*statuses, **readings), number)
    assert tally.value == int(tally.value)
    return int(tally.value)


@pytest.mark.clause("ELD-CRO-6", "ELD-SLO-1", "ELD-CRI-3", "ELD-DEF-MOD")
@pytest.mark.parametrize(
    ("statuses", "speed"),
    [
        ((), 5),
        (("slowed",), 3),
        (("crippled",), 3),
        (("crouched",), 3),
        (("slowed", "crippled"), 2),
        (("crippled", "crouched"), 2),
        (("crouched", "slowed", "crippled"), 1),
        (("crippled", "slowed", "crouched"), 1),
    ],
)
def test_each_halving_of_speed_rounds_up_and_the_order_does_not_matter(statuses: tuple[str, ...], speed: int) -> None:
    assert now(SPD, *statuses) == speed


@pytest.mark.clause("ELD-CON-5", "ELD-SLO-2")
def test_confusion_halves_six_attributes_and_no_other() -> None:
    halved = {number.id: now(number, "confused") for number in (STA, SPD, OFF, DEF, ACC, INT, AG, T, ARM, M)}

    assert halved == {
        "STA": 2, "SPD": 5, "OFF": 7, "DEF": 6, "ACC": 6, "INT": 5, "AG": 6, "T": 13, "ARM": 3, "M": 6,
    }  # fmt: skip


@pytest.mark.clause("ELD-CRI-4", "ELD-CON-5", "ELD-DEF-MOD")
def test_agility_of_who_is_confused_and_crippled() -> None:
    assert now(AG, "crippled") == 6
    assert now(AG, "confused", "crippled") == 3


@pytest.mark.clause("ELD-WEA-2", "ELD-WEA-3", "ELD-WEA-1")
def test_weakness_halves_toughness_and_takes_one_stamina_and_nothing_else() -> None:
    assert now(T, "weakened") == 7
    assert now(STA, "weakened") == 1
    assert [now(number, "weakened") for number in (SPD, OFF, DEF, ACC, INT, AG, ARM, M)] == [
        5,
        13,
        11,
        12,
        9,
        11,
        3,
        12,
    ]


@pytest.mark.clause("ELD-CRO-7")
def test_a_crouched_model_has_half_its_armor() -> None:
    assert now(ARM, "crouched") == 2


@pytest.mark.clause("ELD-DEF-MOD", "ELD-POI-2")
def test_flat_modifiers_come_before_halvings() -> None:
    """13 − 6 = 7, halved 4; halving first would leave 1."""
    game, model = ref("weakened")

    assert value(game, model, T, flat(-6, "Poisoned")).value == 4


@pytest.mark.clause("ELD-DEF-MOD", "ELD-DEF-DIE")
def test_no_number_falls_below_nought() -> None:
    game, model = ref("weakened")
    tally = value(game, model, T, flat(-20, "odd"))

    assert tally.value == 0
    assert tally.text() == "Toughness 13 − 20 odd halved Weakened at least 0 never below 0 = 0"
    assert value(*ref(), T, flat(-13, "odd")).text() == "Toughness 13 − 13 odd = 0"


@pytest.mark.clause("ELD-DEF-CAN", "ELD-FLY-2")
@pytest.mark.parametrize(
    ("statuses", "speed"),
    [
        (("flying",), 10),
        (("flying", "slowed"), 5),
        (("flying", "slowed", "crippled"), 3),
    ],
)
def test_a_doubling_and_a_halving_of_speed_cancel(statuses: tuple[str, ...], speed: int) -> None:
    assert now(SPD, *statuses) == speed


@pytest.mark.clause("ELD-DEF-CAN")
def test_by_the_other_reading_speed_is_halved_and_then_doubled() -> None:
    assert now(SPD, "flying", "slowed", cancel_halvings="rolls_only") == 6
    assert now(SPD, "flying", "slowed", "crippled", cancel_halvings="rolls_only") == 4


@pytest.mark.clause("ELD-DEF-CAN")
def test_rolls_cancel_by_either_reading() -> None:
    twice = Modifier(op="double", amount=0, label="odd")
    for reading in ("always", "rolls_only"):
        game, model = ref("confused", cancel_halvings=reading)

        assert value(game, model, AG, twice).value == 11


@pytest.mark.clause("ELD-DEF-CAN")
def test_what_cancels_is_said_and_cited() -> None:
    game, model = ref("flying", "slowed")
    tally = value(game, model, SPD)

    assert "Slowed and Flying cancel out" in tally.text()
    assert {"ELD-DEF-CAN", "ELD-SLO-1", "ELD-FLY-2"} <= {why for term in tally.modifiers for why in term.why}


@pytest.mark.clause("ELD-GEN-3", "ELD-SLO-1", "ELD-DEF-MOD")
def test_a_state_from_two_causes_counts_once() -> None:
    """Speed 3, not 2."""
    game, model = ref("slowed@tar", "slowed@hymn")

    assert [marker.source for marker in model.markers] == ["tar", "hymn"]
    assert value(game, model, SPD).value == 3


@pytest.mark.clause("ELD-CRO-8", "ELD-CRO-4", "ELD-FLY-3")
def test_nothing_raises_a_strike_of_one() -> None:
    for statuses, melee, ranged in ((("crouched",), 1, 1), (("flying",), 1, 3), ((), 3, 3)):
        game, model = ref(*statuses)
        more = flat(1, "class")

        assert value(game, model, STRIKE_MELEE, more, base=2).value == melee
        assert value(game, model, STRIKE_RANGED, more, base=2).value == ranged


@given(start=st.integers(0, 40), halvings=st.integers(0, 6))
def test_rounding_up_after_each_halving_is_rounding_up_once(start: int, halvings: int) -> None:
    game, model = ref()
    found = value(game, model, AG, *(half("odd") for _ in range(halvings)), base=start)

    assert found.value == math.ceil(start / 2**halvings)


@given(flats=st.lists(st.integers(-20, 20), max_size=3), halvings=st.integers(0, 3), doubled=st.booleans())
def test_flat_first_then_what_is_left_of_halvings_and_doublings(flats: list[int], halvings: int, doubled: bool) -> None:
    game, model = ref(*(["flying"] if doubled else []))
    terms = (*(flat(number, "odd") for number in flats), *(half("odd") for _ in range(halvings)))
    found = value(game, model, SPD, *terms, base=7)
    left = max(0, 7 + sum(flats))
    net = int(doubled) - halvings
    expected = left * 2 if net > 0 else math.ceil(left / 2**-net)

    assert found.value == expected


def test_the_books_own_memory_changes_no_number() -> None:
    game, model = ref()
    marked = replace(model, markers=(Marker("reacts", 0, "dodge"),))

    assert value(game.with_model(marked), marked, AG) == value(game, model, AG)
