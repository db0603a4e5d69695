"""Square boards: sight between squares, steps past corners, ways that cost, inches turned into squares."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import MM_PER_INCH, Base
from engine.geometry.grid import (
    Board,
    Figure,
    Space,
    board,
    centre,
    distance,
    figure_of,
    figure_size,
    snap,
    space_at,
    spread,
    step,
    touching,
)
from engine.geometry.grid_sight import centre_sight, corner_sight
from tests.engine.geometry.worked import man


def spaces(rows: list[list[int]]) -> tuple[Space, ...]:
    return tuple((i, j) for i, j in rows)


def test_a_clear_line_tells_how_much_air_there_is() -> None:
    past = centre_sight(board(9, 9, [(2, 1)]), (0, 0), (5, 0))

    assert (past.verdict, past.margin) == ("clear", 0.5)
    assert past.line == ((0.5, 0.5), (5.5, 0.5))
    assert past.evidence(2.0).lines[0].points == ((1.0, 1.0, 0.0), (11.0, 1.0, 0.0))


def test_a_blocked_line_names_what_it_enters_and_how_deep() -> None:
    stopped = centre_sight(board(9, 9, [(3, 0), (8, 8)]), (0, 0), (5, 0), filled=[(4, 0)])

    assert stopped.blockers == (((3, 0),), ((4, 0),))
    assert stopped.margin == 0.5
    assert not stopped.sees
    assert len(stopped.evidence().areas[0].polygons) == 2


def test_a_door_is_named_by_the_two_squares_it_parts() -> None:
    stopped = centre_sight(board(9, 9, walls=[((2, 0), (1, 0))]), (0, 0), (5, 0))

    assert stopped.blockers == (((1, 0), (2, 0)),)
    assert stopped.evidence().lines[1].points == ((2.0, 0.0, 0.0), (2.0, 1.0, 0.0))


def test_whether_a_pinch_sees_is_the_rulebook_s_word() -> None:
    ground = board(9, 9, [(1, 0), (0, 1)])

    assert centre_sight(ground, (0, 0), (1, 1)).sees
    assert not centre_sight(ground, (0, 0), (1, 1), pinch_sees=False).sees
    assert not centre_sight(board(9, 9, [(1, 0)]), (0, 0), (1, 1), graze_sees=False).sees
    assert centre_sight(ground, (0, 0), (1, 1)).touched == (((0, 1),), ((1, 0),))


def test_other_figures_block_but_the_two_concerned_do_not() -> None:
    others = [(0, 0), (2, 0), (4, 0)]

    assert centre_sight(board(9, 9), (0, 0), (4, 0), filled=others).blockers == (((2, 0),),)
    assert centre_sight(board(9, 9), Figure((0, 0)), Figure((2, 0)), filled=others).verdict == "clear"


def test_a_figure_without_spaces_is_refused() -> None:
    with pytest.raises(ValueError, match="covers no space"):
        centre_sight(board(9, 9), (), (1, 1))


SPACES = st.tuples(st.integers(0, 6), st.integers(0, 6))
FILLED = st.frozensets(SPACES, max_size=14)


def brute(ground: Board, a: Space, b: Space) -> str:
    """Fractions along the line, square by square: enters when some stretch has a middle strictly inside."""
    own, (ax, ay) = {a, b}, (Fraction(2 * a[0] + 1, 2), Fraction(2 * a[1] + 1, 2))
    dx, dy = b[0] - a[0], b[1] - a[1]
    cuts = {Fraction(0), Fraction(1)}
    for k in range(8):
        cuts |= {(k - ax) / dx} if dx else set()
        cuts |= {(k - ay) / dy} if dy else set()
    marks = sorted(t for t in cuts if 0 <= t <= 1)
    for low, high in pairwise(marks):
        t = (low + high) / 2
        if (math.floor(ax + t * dx), math.floor(ay + t * dy)) in ground.blocked - own:
            return "blocked"
    return "free"


@given(SPACES, SPACES, FILLED)
@settings(deadline=None)
def test_blocked_means_a_square_is_entered(a: Space, b: Space, filled: frozenset[Space]) -> None:
    ground = Board(wide=7, deep=7, blocked=filled)

    assert (centre_sight(ground, a, b).verdict == "blocked") == (brute(ground, a, b) == "blocked")


@given(SPACES, SPACES, FILLED, st.sampled_from(["centre", "clear", "blocked"]))
@settings(max_examples=60, deadline=None)
def test_swapping_mirroring_and_turning_change_no_sight(
    a: Space, b: Space, filled: frozenset[Space], mode: str
) -> None:
    def verdict(viewer: Space, target: Space, blocked: frozenset[Space]) -> str:
        ground = Board(wide=7, deep=7, blocked=blocked)
        if mode == "centre":
            return centre_sight(ground, viewer, target).verdict
        return corner_sight(ground, viewer, target, pinch="clear" if mode == "clear" else "blocked").verdict

    def flip(s: Space) -> Space:
        return 6 - s[0], s[1]

    def turn(s: Space) -> Space:
        return s[1] + 40, -s[0] - 7

    right = verdict(a, b, filled)

    assert verdict(b, a, filled) == right
    assert verdict(flip(a), flip(b), frozenset(map(flip, filled))) == right
    assert verdict(turn(a), turn(b), frozenset(map(turn, filled))) == right


@given(SPACES, SPACES, FILLED)
@settings(deadline=None)
def test_a_margin_holds(a: Space, b: Space, filled: frozenset[Space]) -> None:
    """Both ends moved by less than the margin leave a clear line clear and a blocked one blocked."""
    found = centre_sight(Board(wide=7, deep=7, blocked=filled), a, b)
    room = min(found.margin, 3.0) * 0.99
    if found.verdict not in ("clear", "blocked") or a == b or room == 0.0:
        return
    squares = filled - {a, b}
    for angle in range(0, 360, 40):
        ux, uy = room * math.cos(math.radians(angle)), room * math.sin(math.radians(angle))
        for sign in (1.0, -1.0):
            (x0, y0), (x1, y1) = found.line
            p, q = (x0 + ux, y0 + uy), (x1 + sign * ux, y1 + sign * uy)
            inside = any(
                i < p[0] + t / 200 * (q[0] - p[0]) < i + 1 and j < p[1] + t / 200 * (q[1] - p[1]) < j + 1
                for t in range(201)
                for i, j in squares
            )
            if found.verdict == "clear":
                assert not inside


# Figures, inches and squares


@pytest.mark.parametrize(
    ("base", "facing", "size"),
    [
        (Base("round", 25.0, 25.0), 0.0, (1, 1)),
        (Base("rect", 25.0, 50.0), 0.0, (1, 2)),
        (Base("rect", 25.0, 50.0), 90.0, (2, 1)),
        (Base("rect", 50.0, 50.0), 180.0, (2, 2)),
        (Base("rect", 50.0, 75.0), 270.0, (3, 2)),
        (Base("round", 10.0, 90.0), 0.0, (1, 1)),
    ],
)
def test_bases_stand_for_spaces(base: Base, facing: float, size: tuple[int, int]) -> None:
    assert figure_size(base, facing) == size


def test_a_model_covers_the_spaces_under_its_base() -> None:
    horse = man("horse", 3.0, 5.5, facing=90.0, base=Base("rect", MM_PER_INCH, 2 * MM_PER_INCH))

    assert figure_of(horse).spaces == ((2, 5), (3, 5))
    assert figure_of(horse).centre() == (3.0, 5.5)


def test_points_fall_into_spaces_and_figures_snap() -> None:
    assert space_at((2.999999, 0.0)) == (2, 0)
    assert space_at((3.0, -0.1)) == (3, -1)
    assert space_at((0.3, 0.3), side=0.1) == (2, 2)
    assert centre((2, 3), 2.0) == (5.0, 7.0)
    assert snap((2.4, 3.6)).at == (2, 3)
    assert snap((2.4, 3.6), 2, 2).at == (1, 3)
    assert snap((3.0, 3.0), 2, 3).at == (2, 2)
    assert snap((7.0, 5.0), side=2.0).at == (3, 2)


@given(st.integers(-50, 50), st.integers(-50, 50), st.integers(1, 3), st.integers(1, 3), st.sampled_from([1.0, 1.5]))
def test_snapping_a_figure_s_middle_gives_the_figure(i: int, j: int, wide: int, deep: int, side: float) -> None:
    figure = Figure((i, j), wide, deep)

    assert snap(figure.centre(side), wide, deep, side) == figure


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: board(0, 4), "at least one space"),
        (lambda: board(4, 4, walls=[((0, 0), (1, 1))]), "side by side"),
        (lambda: space_at((0.0, 0.0), side=0.0), "side above 0"),
        (lambda: space_at((math.nan, 0.0)), "finite"),
        (lambda: snap((0.0, 0.0), 0, 1), "at least one space"),
        (lambda: step(board(4, 4), Figure((0, 0)), (2, 0)), "eight spaces"),
        (lambda: spread(board(4, 4), (0, 0), math.inf), "finite number"),
        (lambda: spread(board(4, 4), (0, 0), 3, cost=lambda space: -1), "less than nothing"),
    ],
)
def test_nonsense_is_refused_with_a_sentence(call, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        call()


# Steps, neighbours, distances


def test_a_diagonal_past_a_pillar_depends_on_the_rule_for_corners() -> None:
    ground, man_at = board(4, 4, [(1, 0)]), Figure((0, 0))

    assert step(ground, man_at, (1, 1), "free").allowed
    assert step(ground, man_at, (1, 1), "one").allowed
    refused = step(ground, man_at, (1, 1), "both")
    assert (refused.because, refused.at) == ("corner", ((1, 0),))
    assert not step(board(4, 4, [(1, 0), (0, 1)]), man_at, (1, 1), "one").allowed
    assert step(board(4, 4, [(1, 0), (0, 1)]), man_at, (1, 1), "free").allowed


def test_steps_are_refused_with_the_reason() -> None:
    ground = board(4, 4, [(1, 0)], [((0, 0), (0, 1))])

    assert step(ground, Figure((0, 0)), (1, 0)).because == "blocked"
    assert step(ground, Figure((0, 0)), (-1, 0)).because == "off the board"
    assert step(ground, Figure((0, 0)), (0, 1)).because == "wall"
    assert step(ground, Figure((0, 1)), (0, -1)).at == ((0, 1), (0, 0))
    assert step(ground, Figure((0, 0)), (0, 1)).evidence().lines[0].role == "blocked"


def test_a_wide_figure_does_not_fit_where_a_narrow_one_does() -> None:
    ground = board(4, 4, [(2, 1)])

    assert step(ground, Figure((1, 0)), (1, 0)).allowed
    assert step(ground, Figure((0, 0), 2, 2), (1, 0)).at == ((2, 1),)
    assert step(board(4, 4, walls=[((1, 0), (2, 0))]), Figure((0, 0), 1, 1), (1, 0)).allowed
    assert step(board(4, 4, walls=[((1, 0), (2, 0))]), Figure((0, 1), 2, 1), (1, -1), "one").because == "wall"


def test_neighbours_touch_diagonally_unless_something_is_between() -> None:
    ground = board(6, 6, [(1, 0), (0, 1)], [((3, 3), (4, 3))])

    assert touching(ground, (2, 2), (3, 3))
    assert not touching(ground, (2, 2), (2, 2))
    assert not touching(ground, (2, 2), (4, 2))
    assert touching(ground, (0, 0), (1, 1))
    assert not touching(ground, (0, 0), (1, 1), "one")
    assert not touching(ground, (3, 3), (4, 3))
    assert touching(ground, (3, 3), (4, 4), "one")
    assert touching(ground, Figure((2, 2), 2, 3), (4, 5))


def test_distances_between_spaces_and_figures() -> None:
    assert distance((0, 0), (3, 5)) == 5
    assert distance((0, 0), (3, 5), "straight") == 8
    assert distance((0, 0), (3, 5), "alternating") == 6
    assert distance((0, 0), (4, 4), "alternating") == 6
    assert distance(Figure((0, 0), 2, 2), (3, 1)) == 2
    assert distance((3, 1), Figure((0, 0), 2, 2)) == 2
    assert distance(Figure((0, 0), 2, 3), Figure((1, 1), 1, 1)) == 0
    assert distance(Figure((0, 0), 2, 2), Figure((2, 2), 2, 2)) == 1


# Ways that cost


def test_five_steps_round_a_wall_of_pillars() -> None:
    ground = board(5, 5, [(2, 0), (2, 1), (2, 2), (2, 3)])
    reach = spread(ground, (1, 1), 6)

    assert reach.cost((3, 1)) == 6
    assert reach.way((3, 1)) == ((1, 1), (1, 2), (1, 3), (2, 4), (3, 3), (3, 2), (3, 1))
    assert reach.margin((3, 1)) == 0
    assert reach.cost((4, 0)) is None
    assert reach.cost((2, 2)) is None
    assert reach.way((2, 2)) == ()
    assert spread(ground, (1, 1), 6, corners="both").cost((3, 1)) is None


def test_mud_costs_two_and_a_friend_may_be_passed_but_not_stood_on() -> None:
    ground = board(5, 1)
    reach = spread(ground, (0, 0), 4, cost=lambda space: 2 if space == (1, 0) else 1, crossed=[(2, 0)])

    assert [reach.cost((i, 0)) for i in range(5)] == [0, 2, 3, 4, None]
    assert [reach.may_end((i, 0)) for i in range(4)] == [True, True, False, True]
    assert len(reach.evidence().areas[0].polygons) == 3


def test_a_wall_beyond_the_corner_shuts_that_side_too() -> None:
    ground = board(4, 4, walls=[((1, 0), (1, 1))])

    assert step(ground, Figure((0, 0)), (1, 1), "one").allowed
    assert step(ground, Figure((0, 0)), (1, 1), "both").at == ((1, 0),)


def test_one_may_stay_where_one_stands_and_pays_only_for_what_is_entered() -> None:
    ground = board(6, 4)
    reach = spread(ground, Figure((0, 0), 2, 2), 1, cost=lambda space: 5 if space == (1, 0) else 1, crossed=[(1, 1)])

    assert reach.may_end((0, 0))
    assert reach.cost((1, 0)) == 1
    assert not reach.may_end((1, 0))


def test_a_monster_of_four_squares_needs_two_open_columns() -> None:
    gap_of_one = board(7, 4, [(3, 0), (3, 1), (3, 2)])
    gap_of_two = board(7, 4, [(3, 0), (3, 1)])

    assert spread(gap_of_one, Figure((0, 0), 2, 2), 20).cost((5, 0)) is None
    assert spread(gap_of_two, Figure((0, 0), 2, 2), 20).cost((5, 0)) == 5
    assert spread(gap_of_one, (0, 0), 20).cost((6, 0)) == 6


def test_fractions_of_a_step_are_kept_exactly() -> None:
    reach = spread(board(12, 1), (0, 0), Fraction(1), cost=lambda space: Fraction(1, 10))

    assert reach.cost((10, 0)) == 1
    assert reach.cost((11, 0)) is None


@given(SPACES, FILLED, st.integers(0, 6))
@settings(max_examples=30, deadline=None)
def test_ways_are_made_of_allowed_steps_and_go_back_as_well(start: Space, filled: frozenset[Space], limit: int) -> None:
    ground = Board(wide=7, deep=7, blocked=filled - {start})
    reach = spread(ground, start, limit, corners="one")
    for figure, cost, _ in reach.reached:
        way = reach.way(figure.at)

        assert len(way) - 1 == cost <= limit
        for a, b in pairwise(way):
            assert step(ground, Figure(a), (b[0] - a[0], b[1] - a[1]), "one").allowed
        assert spread(ground, figure.at, limit, corners="one").cost(start) == cost
