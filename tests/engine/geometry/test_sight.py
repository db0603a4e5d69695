"""What players ask about sight at the table, one answer a test."""

from __future__ import annotations

import math

import pytest
from msgspec.structs import replace

from engine.game import Base, Model, ModelId, Point, Profile, SideId, Table, Terrain, TerrainId
from engine.geometry.sight import Policy, Sight, sight, sight_line, sight_to_all
from tests.engine.geometry import sight_checker

MAN = Profile(id="man", name="Man", height=1.2)


def man(name: str, x: float, y: float = 0.0, z: float = 0.0, **more: object) -> Model:
    here = Model(id=ModelId(name), name=name.title(), side=SideId("red"), profile=MAN, x=x, y=y, z=z, place="table")
    return replace(here, **more)


def piece(name: str, outline: tuple[Point, ...], bottom: float, top: float, **more: object) -> Terrain:
    here = Terrain(id=TerrainId(name), name=name.title(), outline=outline, bottom=bottom, top=top)
    return replace(here, **more)


def box(name: str, x0: float, y0: float, x1: float, y1: float, bottom: float = 0, top: float = 3) -> Terrain:
    return piece(name, ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), bottom, top)


def look(
    *terrain: Terrain, policy: Policy | None = None, others: tuple[Model, ...] = (), to: Model | None = None
) -> Sight:
    return sight(Table(terrain=terrain), man("ann", 0), to or man("bob", 8), others, policy)


def test_on_open_ground_the_line_is_drawn_from_rim_to_rim() -> None:
    found = look()

    assert found.verdict == "clear"
    assert found.sees
    assert not found.covered
    assert found.share == 1.0
    (x0, _, _), (x1, _, _) = found.witness or ((0, 0, 0), (0, 0, 0))
    assert (x0, x1) == pytest.approx((25 / 50.8, 8 - 25 / 50.8))
    assert found.label == "7.02″ clear"


def test_a_house_between_is_named_and_the_line_stops_at_its_wall() -> None:
    found = look(box("house", 3, -4, 5, 4), box("shed", 3, 6, 5, 8))

    assert found.verdict == "blocked"
    assert not found.sees
    assert found.witness is None
    assert found.blockers == ("house",)
    assert found.stop is not None
    assert found.stop[0] == pytest.approx(3)
    assert found.share == 0.0
    assert found.label == "7.02″ blocked: House"
    evidence = found.evidence()
    assert evidence.pieces == ("house",)
    assert evidence.lines[0].role == "blocked"
    assert evidence.lines[0].stopped == found.stop
    assert evidence.marks[0].at == found.stop


def test_two_houses_that_only_together_hide_him_are_both_named() -> None:
    found = look(box("east", 3, -4, 5, 0.1), box("west", 3, 0.1, 5, 4))

    assert set(found.blockers) == {"east", "west"}
    assert found.margin == 0.0


def test_a_low_wall_gives_cover_and_says_how_much_shows() -> None:
    found = look(box("wall", 7, -4, 7.2, 4, top=0.6))

    assert found.sees
    assert found.covered
    assert found.hidden_by == ("wall",)
    # from the eye at 1.2 over the far edge of the wall to the billboard 8 inches away
    hidden = 1.2 - 0.6 * 8 / 7.2
    assert found.share == pytest.approx(1 - hidden / 1.2, abs=1e-6)
    assert found.evidence().pieces == ("wall",)


def test_a_hedge_obscures_and_does_not_block() -> None:
    found = look(replace(box("hedge", 3, -4, 5, 4), sight="obscuring"))

    assert found.verdict == "clear"
    assert found.hidden_by == ("hedge",)
    assert found.share == 1.0


def test_a_pond_never_blocks() -> None:
    found = look(replace(box("pond", 3, -4, 5, 4), sight="clear"))

    assert found.verdict == "clear"
    assert found.hidden_by == ()


def test_an_equally_tall_man_between_leaves_only_a_touching_line_over_his_head() -> None:
    found = look(others=(man("cid", 4),))

    assert found.verdict == "grazing"
    assert found.margin == 0.0
    assert not found.sees
    assert look(others=(man("cid", 4),), policy=Policy(grazing_sees=True)).sees


def test_a_taller_man_between_blocks_unless_he_lies_down_or_models_do_not_block() -> None:
    cid = man("cid", 4, profile=replace(MAN, base=Base("round", 40, 40), height=1.5))

    assert look(others=(cid,)).blockers == ("cid",)
    assert look(others=(cid,), policy=Policy(prone_ids=("cid",))).verdict == "clear"
    assert look(others=(cid,), policy=Policy(models_block=False)).verdict == "clear"
    assert look(others=(replace(cid, place="reserve"),)).verdict == "clear"


def test_viewer_and_target_among_the_others_do_not_block_themselves() -> None:
    found = look(others=(man("ann", 0), man("bob", 8)))

    assert found.verdict == "clear"


def test_models_in_contact_see_each_other() -> None:
    found = look(to=man("bob", 25 / 25.4))

    assert found.verdict == "clear"


def test_models_pushed_into_one_another_see_each_other() -> None:
    assert look(to=man("bob", 0.2)).verdict == "clear"
    assert look(box("rock", -2, -2, 2, 2), to=man("bob", 0.2)).verdict == "blocked"


def test_a_floor_between_two_storeys_hides_the_man_below() -> None:
    floor = box("floor", -2, -2, 2, 2, bottom=2.8, top=3)
    found = look(floor, to=man("bob", 0, z=3))

    assert found.verdict == "blocked"
    assert found.blockers == ("floor",)


def test_through_a_hole_in_the_floor_he_is_seen() -> None:
    left, right = box("left", -2, -2, -0.1, 2, 2.8, 3), box("right", 0.1, -2, 2, 2, 2.8, 3)

    assert look(left, right, to=man("bob", 0, z=3)).verdict == "clear"


def test_floors_that_meet_in_a_seam_leave_no_crack() -> None:
    left, right = box("left", -2, -2, 0.1, 2, 2.8, 3), box("right", 0.1, -2, 2, 2, 2.8, 3)
    found = look(left, right, to=man("bob", 0, z=3))

    assert found.verdict == "blocked"
    assert set(found.blockers) == {"left", "right"}


def test_no_line_passes_between_a_wall_and_the_ground_it_stands_on() -> None:
    assert look(box("wall", 3, -9, 4, 9, top=2)).verdict == "blocked"


def test_an_eye_point_sees_less_than_a_whole_body() -> None:
    corner = box("corner", 3, -0.2, 4, 9)
    eye = Policy(eye="eye_point")

    assert look(corner).verdict == "clear"
    assert look(box("corner", 3, -0.4, 4, 9), policy=eye).verdict == "blocked"
    assert look(box("low", 3, -9, 4, 9, top=1.0), policy=Policy(eye="eye_point", eye_height=0.9)).verdict == "clear"


def test_flat_means_heights_do_not_count() -> None:
    kerb = box("kerb", 3, -9, 4, 9, top=0.1)

    assert look(kerb).verdict == "clear"
    assert look(kerb, policy=Policy(flat=True)).verdict == "blocked"


def test_only_what_lies_in_front_counts_where_the_book_says_so() -> None:
    front = Policy(front_half=True)
    table = Table()
    ahead, behind = man("bob", 0, -5), man("bob", 0, 5)

    assert sight(table, man("ann", 0), ahead, (), front).verdict == "clear"
    assert sight(table, man("ann", 0), behind, (), front).verdict == "blocked"
    assert sight(table, man("ann", 0, facing=180.0), behind, (), front).verdict == "clear"
    assert sight(table, man("ann", 0, facing=90.0), man("bob", 5, 0.3), (), front).verdict == "clear"


def test_a_square_base_in_front_is_cut_at_the_line_too() -> None:
    square = man("bob", 4, 0.1, profile=replace(MAN, base=Base("rect", 25, 25)))
    table, ann = Table(terrain=(box("wall", 2, -9, 2.2, 0.3),)), man("ann", 0)

    assert sight(table, ann, square, ()).verdict == "clear"
    assert sight(table, ann, square, (), Policy(front_half=True)).verdict == "blocked"


def test_equal_bases_in_one_file_leave_only_lines_along_their_rims() -> None:
    cid = man("cid", 4, profile=replace(MAN, height=1.5))

    assert look(others=(cid,)).verdict == "grazing"
    assert look(others=(replace(cid, y=0.001),)).verdict == "clear"


def test_the_corridor_is_obscured_by_what_meets_any_line() -> None:
    post = box("post", 4, 0.3, 4.1, 0.45)

    assert look(post, policy=Policy(cover="corridor")).hidden_by == ("post",)
    assert look(box("post", 4, 0.5, 4.1, 0.6), policy=Policy(cover="corridor")).hidden_by == ()


@pytest.mark.parametrize("shape", ["oval", "rect"])
def test_a_turned_base_shows_or_hides_its_long_side(shape: str) -> None:
    long = replace(MAN, base=Base(shape, 25, 75))  # type: ignore[arg-type]
    wall = box("wall", 4, -9, 4.2, 0.7)
    across, along = man("bob", 8, facing=0.0, profile=long), man("bob", 8, facing=90.0, profile=long)
    ann = man("ann", 0, profile=replace(MAN, base=Base("round", 2, 2)))
    table = Table(terrain=(wall,))

    assert sight(table, ann, across, ()).verdict == "clear"
    assert sight(table, ann, along, ()).verdict == "blocked"


def test_the_margin_says_how_far_a_wall_must_move() -> None:
    radius = 25 / 50.8
    hiding = look(box("wall", 4, -radius - 0.1, 4.1, radius + 0.1))
    open_by = look(box("wall", 4, -9, 4.1, radius - 0.02))

    assert hiding.verdict == "blocked"
    assert 0.02 <= hiding.margin <= 0.05
    assert open_by.verdict == "clear"
    assert 0.005 <= open_by.margin <= 0.01


def test_all_answers_of_a_drag_at_once() -> None:
    table = Table(terrain=(box("house", 3, -2, 5, 2),))
    ann, bob, cid = man("ann", 0), man("bob", 8), man("cid", 4, -6)
    away = man("dan", 1, place="reserve")
    found = sight_to_all(table, ann, (ann, bob, cid, away), (ann, bob, cid, away))

    assert {name: answer.verdict for name, answer in found.items()} == {"bob": "blocked", "cid": "clear"}
    assert found["cid"].witness is not None


def test_a_line_between_two_points_may_graze() -> None:
    table = Table(terrain=(box("house", 3, 0, 5, 2),))

    assert sight_line(table, (0, 0, 1), (8, 0, 1)).verdict == "grazing"
    assert sight_line(table, (0, -0.01, 1), (8, -0.01, 1)).verdict == "clear"
    assert sight_line(table, (0, 0.01, 1), (8, 0.01, 1)).blockers == ("house",)
    assert sight_line(table, (4, 1, 5), (4, 1, 1)).verdict == "blocked"


def test_bodies_that_overlap_inside_a_wall_see_each_other_where_they_stick_out_of_it() -> None:
    # he stands half in a block that ends just behind the other's middle; what they share is all inside it
    table = Table(terrain=(box("block", -2, -3, 1.25, 3, top=1.2),))
    tall = man("tall", 0, profile=Profile(id="t", name="t", base=Base("round", 40, 40), height=2.0))
    low = man("low", 1.55, profile=Profile(id="l", name="l", base=Base("round", 40, 40), height=0.8))
    there, back = sight(table, tall, low, ()), sight(table, low, tall, ())
    hood = replace(table, terrain=(*table.terrain, box("hood", 1.25, -3, 3, 3, 0.0, 0.9)))

    assert there.verdict == back.verdict == "clear"
    assert there.witness is not None
    assert sight_checker.free(table, (), there.witness)
    assert sight(hood, tall, low, ()).verdict == "blocked"


@pytest.mark.parametrize("odd", [piece("none", (), 0, 3), piece("point", ((4, 0),), 0, 3)])
def test_terrain_that_is_no_shape_stops_nothing(odd: Terrain) -> None:
    assert look(odd).verdict == "clear"


@pytest.mark.parametrize(
    "odd",
    [
        piece("nan", ((3, -9), (math.nan, 1), (4, 9)), 0, 3),
        piece("high", ((3, -9), (4, 9), (4, -9)), math.inf, 3),
    ],
)
def test_terrain_of_no_numbers_is_refused(odd: Terrain) -> None:
    with pytest.raises(ValueError, match="finite number of inches"):
        look(odd)


@pytest.mark.parametrize(
    "odd",
    [
        piece("stroke", ((4, -9), (4, 9)), 0, 3),
        piece("there and back", ((4, -9), (4, 9), (4, -9)), 0, 3),
        piece("bow", ((3, -9), (5, 9), (5, -9), (3, 9)), 0, 3),
        piece("doubled", ((3, -9), (3, -9), (5, -9), (5, 9), (3, 9), (3, -9)), 0, 3),
        piece("open", ((4, -9), (4, 0), (4.5, 0), (4.5, 9)), 0, 3, open=True),
        piece("huge", ((3, -1e6), (5, -1e6), (5, 1e6), (3, 1e6)), 0, 1e6),
    ],
)
def test_odd_outlines_still_block(odd: Terrain) -> None:
    assert look(odd).verdict == "blocked"


def test_a_piece_whose_top_lies_below_its_bottom_is_refused_as_everywhere() -> None:
    with pytest.raises(ValueError, match=r"its top .* lies below its bottom"):
        look(piece("upside down", ((3, -9), (5, -9), (5, 9), (3, 9)), 3, 0))


def test_a_model_that_is_nowhere_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match="finite number"):
        look(to=man("bob", math.nan))


def test_models_of_no_size_are_points() -> None:
    dot = replace(MAN, base=Base("round", 0, 0), height=0.0)
    table = Table(terrain=(box("house", 3, 0.1, 5, 2),))

    assert sight(table, man("ann", 0, profile=dot), man("bob", 8, profile=dot), ()).verdict == "clear"
    assert sight(table, man("ann", 0, 1, profile=dot), man("bob", 8, 1, profile=dot), ()).verdict == "blocked"


def test_a_falling_line_from_a_tall_man_is_not_free_just_because_the_highest_one_is() -> None:
    ann = man("ann", 0, profile=replace(MAN, height=2.5))
    cid = man("cid", 6, profile=replace(MAN, base=Base("rect", 25, 35), height=1.6), facing=9.0)
    found = sight(Table(), ann, man("bob", 9.68), (cid,))

    assert found.verdict == "clear"
    assert found.margin > 0


def test_a_base_that_several_things_reach_into_is_seen_where_it_is_free_of_all() -> None:
    # a high wall through his right side, a low crate through the rest: his head shows left of the wall
    wall, crate = box("wall", 8.1, -9, 8.3, 9), box("crate", 7.2, -2, 9, 2, top=0.8)

    assert look(wall, crate).verdict == "clear"
    assert look(wall, box("crate", 7.2, -2, 9, 2, top=1.3)).verdict == "blocked"
