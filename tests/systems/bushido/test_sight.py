"""Chapter: Line of sight.  Flat, into the front half, past whatever is smaller than either end."""

from __future__ import annotations

import pytest

from engine.measuring import measure
from engine.systems.bushido.sight import cover, in_front, sees
from tests.systems.bushido.positions import SYSTEM, T, position

BIG = """
profile mid  "Mid"  base=40 MP=4 Move=4 Ki=2
profile tall "Tall" base=50 MP=4 Move=4 Ki=2
"""


def look(game, viewer, target):
    return sees(game, game.model(viewer), game.model(target))


@pytest.mark.clause("BUS-DEF-14")
def test_a_model_of_the_same_size_hides_and_a_smaller_one_does_not():
    game = position("model A man red 5,10 facing=90\nmodel B man blue 10,10\nmodel C man blue 15,10", BIG)
    larger = position("model A mid red 5,10 facing=90\nmodel B man blue 10,10\nmodel C man blue 15,10 facing=270", BIG)

    assert not look(game, "A", "C").sees
    assert look(game, "A", "C").hidden_by == ("B",)
    assert look(larger, "A", "C").sees  # B is smaller than the one who looks
    assert look(larger, "C", "A").sees  # and smaller than the one looked at


@pytest.mark.clause("BUS-DEF-14", "BUS-DEF-19")
def test_blocking_scenery_hides_by_its_size_and_clear_scenery_never():
    wall = "terrain w wall 9,8 9.4,8 9.4,12 9,12 bottom=0 top={} sight={} footing=solid"
    men = "model A man red 5,10 facing=90\nmodel B man blue 14,10"

    assert not look(position(men, wall.format(1.2, "solid")), "A", "B").sees
    assert look(position(men, wall.format(0.4, "solid")), "A", "B").sees
    assert look(position(men, wall.format(9.0, "clear")), "A", "B").sees
    assert look(position(men, wall.format(9.0, "obscuring")), "A", "B").sees
    tall = position("model A tall red 5,10 facing=90\nmodel B man blue 14,10", BIG, wall.format(1.2, "solid"))
    assert look(tall, "A", "B").sees


@pytest.mark.clause("BUS-DEF-13", "BUS-DEF-14")
def test_only_the_front_half_is_seen_its_border_included():
    game = position(
        "model A man red 10,10 facing=0\nmodel B man blue 15,10\nmodel C man blue 10,15\nmodel D man blue 10,5"
    )

    assert look(game, "A", "D").sees
    assert look(game, "A", "B").sees  # half of its base lies before the line
    assert not look(game, "A", "C").sees
    assert in_front(game.model("A"), (20.0, 10.0))
    assert not in_front(game.model("A"), (20.0, 10.01))


@pytest.mark.clause("BUS-DEF-14")
def test_a_line_that_only_touches_does_not_see_unless_the_reading_says_so():
    """Of three equal bases in a row the middle one hides the last, but for the line along their edges."""
    men = "model A man red 5,10 facing=90\nmodel B man blue 10,10\nmodel C man blue 15,10"

    assert look(position(men), "A", "C").verdict == "grazing"
    assert not look(position(men), "A", "C").sees
    assert look(position(men, grazing_sight="clear"), "A", "C").sees


@pytest.mark.clause("BUS-PRONE-2", "BUS-DEF-14")
def test_h_115_who_lies_prone_hides_nobody():
    standing = position("model A man red 5,10 facing=90\nmodel P mid blue 10,10\nmodel B man blue 15,10", BIG)
    lying = position("model A man red 5,10 facing=90\nmodel P mid blue 10,10 prone\nmodel B man blue 15,10", BIG)

    assert not look(standing, "A", "B").sees
    assert look(lying, "A", "B").sees


@pytest.mark.clause("BUS-BLIND-1")
def test_h_124_the_blind_see_only_whom_they_touch():
    game = position(f"model A man red 5,10 facing=90 blind\nmodel B man blue {5 + T},10\nmodel C man blue 5,5")
    behind = f"model A man red 5,10 facing=270 blind\nmodel B man blue {5 + T},10"

    assert look(game, "A", "B").sees
    assert not look(game, "A", "C").sees
    assert "sees nothing beyond base contact" in look(game, "A", "C").label
    assert not look(position(behind), "A", "B").sees
    assert look(position(behind, blind_touching="all_round"), "A", "B").sees


@pytest.mark.clause("BUS-DEF-14", "BUS-BLIND-1", "BUS-PRONE-2")
def test_by_another_reading_the_line_runs_from_centre_to_centre():
    wall = "terrain w wall 9,9.7 9.4,9.7 9.4,12 9,12 bottom=0 top=3 sight=solid footing=solid"
    men = "model A man red 5,10 facing=90\nmodel B man blue 14,10"

    assert look(position(men, wall), "A", "B").sees
    assert not look(position(men, wall, sight_to_model="centres"), "A", "B").sees
    assert not look(
        position("model A man red 5,10 facing=0\nmodel B man blue 14,10.1", sight_to_model="centres"), "A", "B"
    ).sees


@pytest.mark.clause("BUS-DEF-19")
def test_from_a_hill_one_looks_over_what_is_smaller_than_the_hill():
    hill = "terrain h hill 3,8 7,8 7,12 3,12 bottom=0 top=2.4 sight=clear footing=open"
    men = "model A man red 5,10 facing=90\nmodel B mid blue 10,10\nmodel C man blue 15,10 facing=270"

    assert not look(position(men, BIG), "A", "C").sees
    assert look(position(men, BIG, hill), "A", "C").sees
    assert not look(position(men, BIG, hill), "C", "A").sees


@pytest.mark.clause("BUS-DEF-32")
def test_cover_is_scenery_in_the_way_and_within_an_inch_of_the_target():
    men = "model A man red 5,10 facing=90\nmodel B man blue 14,10"
    r = T / 2
    x, y = 14 - r - 0.9, 14 - r - 0.5
    near = f"terrain w wall {x},9 {y},9 {y},11 {x},11 bottom=0 top=0.4 sight=solid"
    far = "terrain w wall 9,9 9.4,9 9.4,11 9,11 bottom=0 top=0.4 sight=solid"
    woods = "terrain w woods 13,9 15,9 15,11 13,11 bottom=0 top=3 sight=obscuring footing=difficult"
    aside = "terrain w wall 14,11 15,11 15,12 14,12 bottom=0 top=0.4 sight=solid"

    def covered(piece):
        game = position(men, piece)
        return cover(game, game.model("A"), game.model("B"))

    assert covered(near) == ("w",)
    assert covered(far) == ()
    assert covered(woods) == ("w",)
    assert covered(aside) == ()


@pytest.mark.clause("BUS-DEF-14")
def test_the_window_gets_the_same_answer_with_its_margin():
    game = position("model A man red 5,10 facing=90\nmodel B man blue 15,10 facing=270")
    shown = SYSTEM.sees(game, game.model("A"), game.model("B"))

    assert shown.sees
    assert shown.margin == pytest.approx(0.5)


@pytest.mark.clause("BUS-DEF-13", "BUS-DEF-14")
def test_who_stands_behind_is_said_to_and_by_how_much():
    """Facing right, and 5 inches behind: the base's rim is 5 less half of 30 mm from the line through the middle."""
    found = measure(position("model A man red 10,10 facing=90\nmodel B man blue 5,10"), "sight A B")

    assert found.verdict == "blocked"
    assert found.margin == pytest.approx((5 - 15 / 25.4) / 2)
    assert found.said == "outside the front arc · 56 mm to spare"
    assert ("because", "outside the front arc") in found.rows
    arc = "facing 90°; its edges 10,10,0.5 → 10,6.1811,0.5; 10,10,0.5 → 10,13.8189,0.5"
    assert ("front arc", arc) in found.rows
    assert not found.close


@pytest.mark.clause("BUS-BLIND-1")
def test_the_blind_are_said_to_be_and_how_far_they_are_from_touching():
    found = measure(position("model A man red 5,10 facing=90 blind\nmodel B man blue 10,10"), "sight A B")

    assert found.said == "A sees nothing beyond base contact (blind) · 48 mm to spare"
    assert found.margin == pytest.approx((5 - 30 / 25.4) / 2)
