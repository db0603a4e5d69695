"""Numbers with the sums that made them: in which order the terms combine, and how they read."""

from __future__ import annotations

import pytest

from engine.questions import Modifier, Op, Tally


def tally(base: float, *terms: tuple[Op, float, str]) -> Tally:
    modifiers = tuple(Modifier(op=op, amount=amount, label=label) for op, amount, label in terms)
    return Tally(title="Reach", base=base, modifiers=modifiers)


@pytest.mark.parametrize(
    ("terms", "value"),
    [
        ((), 9),
        ((("plus", -2, "mud"),), 7),
        ((("half", 0, "mud"),), 4.5),
        ((("half_up", 0, "mud"),), 5),
        ((("half_up", 0, "mud"), ("half_up", 0, "rain")), 3),
        ((("double", 0, "wind"),), 18),
        ((("double", 0, "wind"), ("half_up", 0, "mud")), 10),
        ((("half_up", 0, "mud"), ("plus", -2, "rain")), 4),
        ((("note", 0, "wind and mud cancel out"),), 9),
        ((("set", 1, "stone"), ("plus", 3, "wind")), 4),
        ((("most", 1, "stone"), ("plus", 3, "wind")), 1),
        ((("plus", -20, "mud"), ("least", 0, "never below 0")), 0),
    ],
)
def test_terms_combine_in_one_order(terms: tuple[tuple[Op, float, str], ...], value: float) -> None:
    """Set, plus and minus, half, double, at least, at most, whatever the order in which they stand."""
    assert tally(9, *terms).value == value
    assert tally(9, *reversed(terms)).value == value


def test_a_sum_reads_as_one_line() -> None:
    found = tally(
        9, ("plus", -2, "mud"), ("half", 0, "rain"), ("half_up", 0, "fog"), ("double", 0, "wind"), ("note", 0, "calm")
    )

    assert found.text() == "Reach 9 − 2 mud halved rain halved fog doubled wind (calm) = 4"
    assert tally(9, ("set", 2, "stone"), ("least", 1, "ever"), ("most", 5, "law")).text() == (
        "Reach 9 set to 2 stone at least 1 ever at most 5 law = 2"
    )
    assert tally(9).text() == "Reach 9"
