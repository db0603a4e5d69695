"""What holds for every number and every mixture of States: rounding, cancelling, and what is left to do."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.game import Game, Marker, Model
from engine.questions import Modifier, Tally
from engine.systems.eldfall.acts import DECLARED, MOVES
from engine.systems.eldfall.conditions import RULES, STATUSES
from engine.systems.eldfall.forbidden import barred
from engine.systems.eldfall.halving import flat, half, settled, value
from engine.systems.eldfall.questions import AG, ATTRIBUTES, DECLARE, MOVE, SPD, T
from tests.systems.eldfall.positions import position

STATES = (
    *("bleeding", "blinded", "confused", "crippled", "crouched", "dead", "engaged", "fatigued", "flying"),
    *("immobilized", "incapacitated", "panicked", "poisoned", "shrouded", "slowed", "weakened", "petrified"),
)
HALVES = {
    "SPD": ("crippled", "crouched", "slowed"),
    "AG": ("confused", "crippled"),
    "ARM": ("crouched",),
    "T": ("weakened",),
    **dict.fromkeys(("OFF", "DEF", "ACC", "INT", "M"), ("confused",)),
}
"""Which States halve an attribute."""
PLAIN = position("model R ref red 18,18")


def inside(states: tuple[str, ...], game: Game = PLAIN, **stats: int) -> tuple[Game, Model]:
    """R in exactly these States, with these printed numbers."""
    model = game.model("R")
    printed = tuple((name, stats.get(name, number)) for name, number in model.profile.stats)
    markers = tuple(Marker(state, 0, "E" if state == "engaged" else "") for state in states)
    model = replace(model, markers=markers, profile=replace(model.profile, stats=printed))
    return game.with_model(model), model


def halved(number: int, times: int) -> int:
    """Rounded up after every halving."""
    for _ in range(times):
        number = (number + 1) // 2
    return number


several = st.lists(st.sampled_from(STATES), unique=True, max_size=6).map(tuple)


@given(several, st.integers(0, 25))
@settings(deadline=None, max_examples=150)
@pytest.mark.clause("ELD-DEF-MOD", "ELD-DEF-CAN", "ELD-FLY-2", "ELD-GEN-2")
def test_every_attribute_is_its_printed_number_halved_once_for_each_state_that_halves_it(
    states: tuple[str, ...], number: int
) -> None:
    game, model = inside(states, **{each.id: number for each in ATTRIBUTES})

    for attribute in ATTRIBUTES:
        times = sum(state in states for state in HALVES.get(attribute.id, ()))
        doubled = attribute == SPD and "flying" in states
        found = value(game, model, attribute).value
        if attribute.id == "STA":
            assert found == max(0, number - ("weakened" in states))
        elif doubled and not times:
            assert found == 2 * number
        else:
            assert found == halved(number, times - doubled)


@given(st.integers(0, 30), st.integers(0, 5))
@pytest.mark.clause("ELD-DEF-MOD")
def test_rounding_up_each_time_is_rounding_up_once_at_the_end(number: int, times: int) -> None:
    tally = Tally(title="Speed", base=number, modifiers=tuple(half(f"{n}") for n in range(times)))

    assert settled(tally).value == -(-number // 2**times) == halved(number, times)


@given(st.integers(0, 25), st.lists(st.integers(-12, 12), max_size=4), st.integers(0, 3))
@pytest.mark.clause("ELD-DEF-MOD", "ELD-DEF-DIE")
def test_flat_terms_come_first_and_nothing_falls_below_nought(number: int, terms: list[int], times: int) -> None:
    flats = [flat(term, "term") for term in terms]
    halvings = [half("half") for _ in range(times)]
    found = {
        settled(Tally(title="Toughness", base=number, modifiers=tuple(mixed))).value
        for mixed in ([*flats, *halvings], [*halvings, *flats], [*halvings[:1], *flats, *halvings[1:]])
    }

    assert found == {halved(max(0, number + sum(terms)), times)}


@given(st.integers(0, 25), st.integers(0, 4), st.integers(0, 4))
@pytest.mark.clause("ELD-DEF-CAN", "ELD-DEF-MOD")
def test_halvings_and_doublings_cancel_in_pairs(number: int, halves: int, twice: int) -> None:
    double = Modifier(op="double", amount=0, label="double")
    terms = (*(half("half") for _ in range(halves)), *(double for _ in range(twice)))
    found = settled(Tally(title="Agility", base=number, modifiers=terms)).value
    left = twice - halves

    assert found == (number * 2**left if left >= 0 else halved(number, -left))


@given(st.integers(1, 20), st.lists(st.sampled_from(("crippled", "slowed")), unique=True))
@settings(deadline=None)
@pytest.mark.clause("ELD-DEF-CAN", "ELD-FLY-2")
def test_where_only_rolls_cancel_speed_is_halved_first_and_then_doubled(speed: int, states: list[str]) -> None:
    other = replace(PLAIN, readings=(("cancel_halvings", "rolls_only"),))
    game, model = inside(("flying", *states), other, SPD=speed, AG=11)

    assert value(game, model, SPD).value == 2 * halved(speed, len(states))
    assert value(game, model, AG).value == halved(11, "crippled" in states)


@given(several, several)
@settings(deadline=None, max_examples=100)
@pytest.mark.clause("ELD-GEN-2", "ELD-DEF-OWN-AND")
def test_a_model_may_do_what_each_of_its_states_allows(one: tuple[str, ...], other: tuple[str, ...]) -> None:
    together = tuple(dict.fromkeys((*one, *other)))

    for permission, things in ((DECLARE, DECLARED), (MOVE, MOVES)):
        for thing in things:
            assert allowed(together, permission, thing) == (
                allowed(one, permission, thing) and allowed(other, permission, thing)
            )


@pytest.mark.clause("ELD-GEN-2", "ELD-DEF-OWN-AND")
@pytest.mark.parametrize(("one", "other"), list(combinations(STATES, 2)), ids=lambda state: str(state))
def test_every_pair_of_states(one: str, other: str) -> None:
    for permission, things in ((DECLARE, DECLARED), (MOVE, MOVES)):
        both = {thing for thing in things if allowed((one, other), permission, thing)}

        assert both == {
            thing for thing in things if allowed((one,), permission, thing) and allowed((other,), permission, thing)
        }


def allowed(states: tuple[str, ...], permission: object, thing: str) -> bool:
    game, model = inside(states)
    return not barred(game, model, permission, thing)  # type: ignore[arg-type]


@given(several)
@settings(deadline=None, max_examples=60)
@pytest.mark.clause("ELD-GEN-3")
def test_a_state_that_lies_there_twice_does_what_it_does_once(states: tuple[str, ...]) -> None:
    game, once = inside(states)
    twice = replace(once, markers=(*once.markers, *(replace(marker, source="mud") for marker in once.markers)))

    for attribute in ATTRIBUTES:
        assert value(game.with_model(twice), twice, attribute).value == value(game, once, attribute).value
    for thing in (*DECLARED, *MOVES):
        permission = MOVE if thing in MOVES else DECLARE
        assert bool(barred(game, twice, permission, thing)) == bool(barred(game, once, permission, thing))


@pytest.mark.clause("ELD-DEF-MOD", "ELD-POI-2", "ELD-WEA-2")
def test_a_sum_is_told_in_the_order_in_which_it_is_made() -> None:
    game, model = inside(("weakened", "poisoned"))
    tally = value(game, model, T, flat(-6, "Poisoned", "ELD-POI-2"))

    assert tally.value == 4
    assert tally.text() == "Toughness 13 − 6 Poisoned halved Weakened = 4"


def test_the_states_above_are_those_of_the_book() -> None:
    assert set(STATES) <= set(STATUSES)
    assert set(STATES) <= set(RULES.statuses)
