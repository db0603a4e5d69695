"""Blasts, flames, cones and lines: who is under them, in part, with the centre, or altogether."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.game import Base, Model, Point
from engine.geometry.shapes import outline
from engine.geometry.templates import Template, Under, blast, cone, cut_out, lay, strip, teardrop, under
from tests.engine.geometry.worked import man

INCH = Base("round", 25.4, 25.4)
SQUARE = Base("rect", 25.4, 25.4)


def foe(x: float, y: float, base: Base = INCH, facing: float = 0.0, name: str = "foe") -> Model:
    return man(name, x, y, base=base, facing=facing)


# Blasts


@pytest.mark.parametrize(
    ("x", "any_part", "touches", "centred", "wholly"),
    [
        (0.9, True, False, True, True),
        (1.0, True, False, True, True),
        (1.1, True, False, True, False),
        (1.5, True, False, True, False),
        (1.6, True, False, False, False),
        (2.0, False, True, False, False),
        (2.001, False, False, False, False),
    ],
)
def test_a_blast_over_one_base(x: float, any_part: bool, touches: bool, centred: bool, wholly: bool) -> None:
    found = under(blast((0.0, 0.0), 1.5), foe(x, 0.0))

    assert (found.any_part, found.touches, found.centred, found.wholly) == (any_part, touches, centred, wholly)
    assert found.margin == pytest.approx(abs(x - 2.0))
    assert found.centre_margin == pytest.approx(abs(x - 1.5))
    assert found.wholly_margin == pytest.approx(abs(x - 1.0))


def test_a_blast_names_who_is_under_it_in_the_order_given() -> None:
    away = replace(foe(0.0, 0.0, name="away"), place="reserve")
    laid = lay(blast((0.0, 0.0), 1.5), [foe(1.8, 0.0, name="edge"), foe(0.0, 0.5, name="mid"), foe(5.0, 0.0), away])

    assert laid.any_part == ("edge", "mid")
    assert laid.centred == ("mid",)
    assert laid.wholly == ("mid",)
    assert laid.touched == ()
    assert laid.evidence().pieces == ("edge", "mid")
    assert len(laid.evidence().areas[0].polygons) == 1
    assert lay(blast((0.0, 0.0), 1.5), [foe(2.0, 0.0)]).touched == ("foe",)


def test_the_share_covered_is_that_of_two_circles_crossing() -> None:
    r, d = 1.0, 1.0
    lens = 2 * r * r * math.acos(d / (2 * r)) - d / 2 * math.sqrt(4 * r * r - d * d)
    found = under(blast((0.0, 0.0), r), foe(d, 0.0, Base("round", 50.8, 50.8)))

    assert found.share == pytest.approx(lens / math.pi, abs=found.share_error)
    assert 0.0 < found.share_error < 2e-4
    assert under(blast((0.0, 0.0), 1.5), foe(0.0, 0.0)).share == 1.0
    assert under(blast((0.0, 0.0), 1.5), foe(4.0, 0.0)).share == 0.0


def test_a_square_base_sticks_out_of_a_blast_with_a_corner() -> None:
    found = under(blast((0.0, 0.0), 1.5), foe(0.7, 0.0, SQUARE))

    assert found.over == pytest.approx(math.hypot(1.2, 0.5) - 1.5)
    assert found.wholly
    assert not under(blast((0.0, 0.0), 1.29), foe(0.7, 0.0, SQUARE)).wholly


# Flames, cones, lines


def test_a_flame_is_narrow_at_its_tip_and_round_at_its_end() -> None:
    """Eight long, two wide: at the tip it has no width, at seven off it is two across."""
    flame = teardrop((0.0, 0.0), 0.0, 8.0, 2.0)

    assert under(flame, foe(0.0, -8.5)).touches
    assert under(flame, foe(0.0, -8.49)).any_part
    assert under(flame, foe(1.5, -7.0)).touches
    assert not under(flame, foe(1.5, -1.0)).any_part
    assert under(flame, foe(0.0, 0.5)).touches
    assert under(flame, foe(0.0, -7.0)).wholly
    lean = math.asin(1.0 / 7.0)
    off = foe(0.5 / math.cos(lean) + 3.5 * math.tan(lean), -3.5)
    assert under(flame, off).apart == pytest.approx(0.0, abs=1e-9)


def test_a_flame_turned_to_the_right_burns_to_the_right() -> None:
    flame = teardrop((10.0, 10.0), 90.0, 8.0, 2.5, point=0.25)

    assert lay(flame, [foe(17.0, 10.0, name="right"), foe(10.0, 3.0, name="up")]).centred == ("right",)
    assert under(flame, foe(9.5, 10.0)).touches


def test_a_cone_ends_in_an_arc() -> None:
    ninety = cone((0.0, 0.0), 0.0, 90.0, 6.0)

    assert under(ninety, foe(0.0, -6.5)).touches
    diagonal = 6.5 * math.sqrt(0.5)
    assert under(ninety, foe(diagonal - 0.02, -diagonal)).any_part
    assert under(ninety, foe(0.0, -3.0)).wholly
    assert under(ninety, foe(0.0, -3.0)).over == pytest.approx(0.5 - 3.0 * math.sqrt(0.5))
    assert not under(ninety, foe(0.0, 0.51)).any_part
    assert under(ninety, foe(3.0, -3.0)).centre == pytest.approx(0.0, abs=1e-9)
    assert under(ninety, foe(3.0, -3.0)).share == pytest.approx(0.5, abs=1e-3)


def test_a_straight_line_takes_all_in_its_width() -> None:
    line = strip((0.0, 0.0), (10.0, 0.0), 1.0)
    rows = [foe(2.0, 0.0, name="on"), foe(4.0, 0.9, name="edge"), foe(6.0, 1.0, name="rim"), foe(8.0, 1.1, name="off")]
    laid = lay(line, rows)

    assert (laid.any_part, laid.touched, laid.wholly) == (("on", "edge"), ("rim",), ("on",))
    assert laid.found[0].share == 1.0
    assert not under(line, foe(10.5, 0.0)).any_part
    assert under(strip((0.0, 0.0), (10.0, 0.0), 1.0, round_ends=True), foe(10.9, 0.0)).any_part


def test_a_cut_out_may_have_any_shape() -> None:
    """A hook: two inches wide, with a bay in which a base stands free."""
    hook = cut_out([(-3, 0), (3, 0), (3, -6), (1, -6), (1, -2), (-1, -2), (-1, -6), (-3, -6)], (10.0, 10.0), 90.0)

    assert not under(hook, foe(14.0, 10.0)).any_part
    assert under(hook, foe(12.3, 10.0)).any_part
    assert under(hook, foe(11.0, 10.0)).wholly
    assert under(hook, foe(15.0, 12.0)).wholly
    assert not under(hook, foe(15.0, 12.6)).wholly
    assert under(hook, foe(15.0, 12.0)).over == pytest.approx(-0.5)
    assert under(hook, foe(14.0, 10.0)).apart == pytest.approx(0.5)
    assert under(hook, foe(14.0, 10.0)).over == pytest.approx(1.5)
    wide = under(hook, foe(14.0, 10.0, Base("rect", 25.4, 152.4), 0.0))
    assert (wide.any_part, wide.centred, wide.wholly) == (True, False, False)
    assert wide.share == pytest.approx(4.0 / 6.0, abs=1e-6)


def test_a_base_of_no_size_is_a_point_under_a_template() -> None:
    dot = foe(0.5, 0.0, Base("round", 0.0, 0.0))
    found = under(blast((0.0, 0.0), 1.5), dot)

    assert (found.any_part, found.centred, found.wholly, found.share) == (True, True, True, 1.0)
    assert under(blast((0.0, 0.0), 0.4), dot).share == 0.0


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: blast((0.0, 0.0), 0.0), "sizes above 0"),
        (lambda: blast((math.nan, 0.0), 1.0), "finite"),
        (lambda: blast((0.0, 0.0), 1e30), "fit a table"),
        (lambda: cut_out([(0.0, 0.0), (1e200, 0.0), (0.0, 1e200)], (0.0, 0.0)), "beyond any table"),
        (lambda: teardrop((0.0, 0.0), 0.0, 2.0, 3.0), "round end"),
        (lambda: teardrop((0.0, 0.0), 0.0, 8.0, 2.0, point=2.0), "round end"),
        (lambda: strip((1.0, 1.0), (1.0, 1.0), 1.0), "sizes above 0"),
        (lambda: cone((0.0, 0.0), 0.0, 200.0, 6.0), "at most 180"),
        (lambda: cone((0.0, 0.0), 0.0, math.nan, 6.0), "at most 180"),
        (lambda: cone((0.0, 0.0), math.inf, 90.0, 6.0), "finite"),
        (lambda: cut_out([(0.0, 0.0), (1.0, 1.0)], (0.0, 0.0)), "no area"),
        (lambda: cut_out([], (0.0, 0.0)), "no area"),
        (lambda: cut_out([(0.0, 0.0), (1.0, math.nan), (1.0, 0.0)], (0.0, 0.0)), "finite"),
    ],
)
def test_nonsense_is_refused_with_a_sentence(call, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        call()


# Against drawn shapes and pushes

SHAPES = st.builds(Base, st.sampled_from(["round", "oval", "rect"]), st.floats(10.0, 80.0), st.floats(10.0, 80.0))
PLACES = st.floats(-6.0, 6.0)
TEMPLATES = st.sampled_from(
    [
        blast((0.0, 0.0), 1.5),
        teardrop((0.0, 3.0), 20.0, 8.0, 2.5, point=0.2),
        cone((0.0, 2.0), 340.0, 60.0, 7.0),
        cone((0.0, 0.0), 45.0, 180.0, 3.0),
        strip((-4.0, 1.0), (5.0, -2.0), 0.5),
        strip((-4.0, 1.0), (5.0, -2.0), 2.0, round_ends=True),
        cut_out([(-3, 0), (3, 0), (3, -5), (1, -5), (1, -2), (-1, -2), (-1, -5), (-3, -5)], (0.5, 2.0), 30.0),
    ]
)


@given(TEMPLATES, SHAPES, PLACES, PLACES, st.floats(0.0, 360.0))
@settings(max_examples=200, deadline=None)
def test_answers_agree_with_drawn_shapes(template: Template, base: Base, x: float, y: float, facing: float) -> None:
    found, drawn = under(template, foe(x, y, base, facing)), outline(foe(x, y, base, facing))
    plan = template.plan(around=True)
    area = shapely.intersection(plan, drawn).area / drawn.area

    if found.margin > 0.01:
        assert found.any_part == (area > 0.0)
    if found.apart > 0.0:
        assert found.apart == pytest.approx(shapely.distance(plan, drawn), abs=0.01)
    if found.wholly:
        assert area > 0.99
    elif found.wholly_margin > 0.05:
        assert area < 1.0
    if found.centre_margin > 0.01:
        assert found.centred == bool(shapely.intersects_xy(plan, x, y))
    assert found.share == pytest.approx(area, abs=found.share_error + 3e-3)


@given(TEMPLATES, SHAPES, PLACES, PLACES, st.floats(0.0, 360.0))
@settings(max_examples=150, deadline=None)
def test_a_push_by_less_than_the_margin_changes_nothing(
    template: Template, base: Base, x: float, y: float, push: float
) -> None:
    found = under(template, foe(x, y, base))

    def pushed(margin: float) -> Under:
        by = max(0.0, 0.999 * margin - 2e-6)
        way = math.radians(push)
        return under(template, foe(x + by * math.cos(way), y + by * math.sin(way), base))

    assert pushed(found.margin).any_part == found.any_part
    assert pushed(found.wholly_margin).wholly == found.wholly
    assert pushed(found.centre_margin).centred == found.centred


@given(SHAPES, PLACES, PLACES, st.floats(0.0, 360.0), st.floats(-1e3, 1e3))
@settings(max_examples=60, deadline=None)
def test_a_flame_and_its_target_may_be_moved_and_turned_together(
    base: Base, x: float, y: float, turn: float, far: float
) -> None:
    found = under(teardrop((0.0, 0.0), 0.0, 8.0, 2.0), foe(x, y, base))
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    at: Point = (far + x * cos - y * sin, x * sin + y * cos)
    moved = under(teardrop((far, 0.0), turn, 8.0, 2.0), foe(*at, base, turn))

    assert moved.apart == pytest.approx(found.apart, abs=1e-6)
    assert moved.over == pytest.approx(found.over, abs=1e-6)
    assert moved.share == pytest.approx(found.share, abs=1e-3)


def test_a_share_s_bounds_hold_the_truth_of_a_dense_count() -> None:
    flame, target = teardrop((0.0, 0.0), 0.0, 8.0, 2.0), foe(0.8, -6.0, Base("oval", 60.0, 35.0), 30.0)
    found = under(flame, target)
    plan = shapely.buffer(flame.plan(), 0.0)
    a, b, f = 60.0 / 50.8, 35.0 / 50.8, math.radians(30.0)
    u, v = np.meshgrid(np.linspace(-1, 1, 801), np.linspace(-1, 1, 801))
    inside = u * u + v * v <= 1.0
    u, v = u[inside] * a, v[inside] * b
    counted = shapely.contains_xy(
        plan, 0.8 + u * math.cos(f) - v * math.sin(f), -6.0 + u * math.sin(f) + v * math.cos(f)
    ).mean()

    assert found.share == pytest.approx(counted, abs=found.share_error + 1e-3)
