"""Colours as the three common deficiencies see them: what must be told apart stays apart, and never by hue alone.

The simulation is that of Machado, Oliveira and Fernandes (2009) at full severity, in linear
light; distances are in CIELAB, where about 2 is the least difference an eye notices.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from desktop.look import Theme, theme

SEEN_BY = {
    "everybody": np.eye(3),
    "protanopes": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopes": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopes": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
APART = 12.0
"""Distance in CIELAB at which two colours are told apart at a glance."""
WHITE = np.array([0.95047, 1.0, 1.08883])
TO_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)

EVERY = [(name, eyes) for name in ("dark", "light", "contrast") for eyes in SEEN_BY]


def lab(colour: str, eyes: str) -> np.ndarray:
    """A colour as these eyes see it."""
    rgb = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    seen = np.clip(SEEN_BY[eyes] @ linear, 0.0, 1.0)
    t = TO_XYZ @ seen / WHITE
    f = np.where(t > 0.008856, np.cbrt(t), 7.787 * t + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def apart(one: str, other: str, eyes: str) -> float:
    return float(np.linalg.norm(lab(one, eyes) - lab(other, eyes)))


def test_the_simulation_confuses_what_those_eyes_confuse() -> None:
    """Guards the tests below: a red and a green of one lightness are far apart, but not to a deuteranope."""
    assert apart("#c06060", "#6f8f4f", "everybody") > 40
    assert apart("#c06060", "#6f8f4f", "deuteranopes") < 25
    assert apart("#4060c0", "#408070", "tritanopes") < apart("#4060c0", "#408070", "everybody")


@pytest.mark.parametrize(("name", "eyes"), EVERY)
def test_the_first_two_sides_are_told_apart_by_colour(name: str, eyes: str) -> None:
    look = theme(name)

    assert apart(look.side(0).colour, look.side(1).colour, eyes) > 2 * APART


@pytest.mark.parametrize("name", ["dark", "light", "contrast"])
def test_every_side_has_a_rim_of_its_own(name: str) -> None:
    rims = [side.rim for side in theme(name).sides]

    assert len(set(rims)) == len(rims) >= 4


def told_apart(look: Theme, one: str, other: str, eyes: str) -> bool:
    """By colour, or by what is left without any: the dash of the line, or the sign at its end."""
    a, b = look.stroke(one), look.stroke(other)
    return apart(a.colour, b.colour, eyes) > APART or a.dash != b.dash or a.tip != b.tip


@pytest.mark.parametrize(("name", "eyes"), EVERY)
def test_verdicts_are_told_apart_by_colour_too(name: str, eyes: str) -> None:
    look = theme(name)

    assert apart(look.stroke("clear").colour, look.stroke("blocked").colour, eyes) > APART
    assert all(told_apart(look, a, b, eyes) for a, b in combinations(("clear", "blocked", "close", "grazing"), 2))


@pytest.mark.parametrize("name", ["dark", "light", "contrast"])
@pytest.mark.parametrize(("one", "other"), list(combinations(("clear", "blocked", "close", "grazing"), 2)))
def test_no_verdict_rests_on_its_colour(name: str, one: str, other: str) -> None:
    a, b = theme(name).stroke(one), theme(name).stroke(other)

    assert a.tip != b.tip
    assert a.dash != b.dash


@pytest.mark.parametrize(("name", "eyes"), EVERY)
def test_warnings_are_no_refusals_to_any_eye(name: str, eyes: str) -> None:
    look = theme(name)

    assert told_apart(look, "warning", "blocked", eyes)
    assert look.stroke("warning").tip != look.stroke("blocked").tip
