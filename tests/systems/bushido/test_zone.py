"""Chapter: Zone of control.  One inch, as far as its owner sees; who is bound by it, and who is not."""

from __future__ import annotations

import pytest
import shapely

from engine.systems.bushido.zone import area, exerts, ground_seen, owners_over, painted, within
from tests.systems.bushido.positions import SYSTEM, T, act, done, legal, move, plan, position, refused, said


def zones(game, model):
    return [owner.id for owner in owners_over(game, game.model(model))]


def painted_inches(game, model):
    """Square inches of a zone as painted."""
    return sum(shapely.Polygon(rings[0]).area for rings in area(game, game.model(model)).polygons)


def beside(d, *marks, facing=270, more=""):
    """A with two counters at 5,10; B an edge distance *d* to its right."""
    words = " ".join(marks)
    return position(
        f"model A man red 5,10 facing=90 activations:2\nmodel B man blue {5 + T + d},10 facing={facing} {words}\n{more}"
    )


@pytest.mark.clause("BUS-DEF-15", "BUS-DEF-16")
def test_exactly_an_inch_before_the_front_is_inside_and_a_hair_more_is_not():
    assert zones(beside(1.0), "A") == ["B"]
    assert zones(beside(1.001), "A") == []
    assert zones(beside(0.5), "A") == ["B"]


@pytest.mark.clause("BUS-DEF-15", "BUS-DEF-13")
def test_there_is_no_zone_behind_its_owner():
    assert zones(beside(0.5, facing=90), "A") == []
    assert zones(beside(0.5, facing=0), "A") == ["B"]  # half of A lies before the line


@pytest.mark.clause("BUS-DEF-15")
def test_a_wall_hides_part_of_the_zone():
    x = 5 + T / 2 + 0.3
    men = f"model A man red 5,10 facing=90\nmodel B man blue {5 + T + 0.9},10 facing=270"
    wall = f"terrain w wall {x},9 {x + 0.2},9 {x + 0.2},11 {x},11 bottom=0 top=3 sight=solid footing=solid"
    game, low = position(men, wall), position(men, wall.replace("top=3", "top=0.4"))

    assert zones(game, "A") == []
    assert zones(low, "A") == ["B"]  # tiny: the owner looks over it
    assert painted_inches(game, "B") < 0.8 * painted_inches(low, "B")
    assert ground_seen(low, low.model("B"), low.model("A")) is None


@pytest.mark.clause("BUS-DEF-15", "BUS-PRONE-2")
def test_a_friend_of_his_owner_in_between_hides_part_of_the_zone():
    """Shoulder to shoulder the friends of the owner fill the lane; lying down they hide nothing."""
    imp = 'profile imp "Imp" base=10x60 rect MP=1 Move=4 Ki=2 traits=small'
    men = f"model A man red 5,10 facing=90\nmodel B man blue {5 + T + 0.9},10 facing=270"
    friend = f"model C imp blue {5 + T / 2 + 0.5},10"

    assert zones(position(f"{men}\n{friend} facing=0 prone", imp), "A") == ["B"]
    assert zones(position(f"{men}\n{friend} facing=180", imp), "A") == ["C"]  # half of A stands before C


@pytest.mark.clause("BUS-PRONE-3", "BUS-DISGUISED-18")
def test_h_016_the_zones_of_the_prone_and_the_disguised_do_not_count_and_vanish_from_the_picture():
    free, prone, masked = beside(0.8), beside(0.8, "prone"), beside(0.8, "disguise=5")

    assert zones(free, "A") == ["B"]
    assert zones(prone, "A") == zones(masked, "A") == []
    assert [o.why for o in exerts(prone, prone.model("B")).objections] == [("BUS-PRONE-3",)]
    assert [o.why for o in exerts(masked, masked.model("B")).objections] == [("BUS-DISGUISED-18",)]
    assert painted(free, free.model("B")).areas
    assert not painted(prone, prone.model("B")).areas
    assert not painted(masked, masked.model("B")).areas


@pytest.mark.clause("BUS-PRONE-3", "BUS-DISGUISED-18", "BUS-DEF-15")
def test_the_overlay_of_the_window_shows_a_zone_and_loses_it_with_prone_and_disguised():
    def shown(game, model):
        """Whose zones are painted, told by where they lie: A's are left of 8 inches, B's right of it."""
        areas = [a for a in SYSTEM.allowance(game, game.model(model)).evidence.areas if a.role == "zone"]
        return "".join(sorted("A" if area.polygons[0][0][0][0] < 7.3 else "B" for area in areas))

    assert shown(beside(3.0), "A") == shown(beside(3.0), "B") == "AB"
    assert shown(beside(3.0, "prone"), "A") == shown(beside(3.0, "prone"), "B") == "A"
    assert shown(beside(3.0, "disguise=4"), "A") == shown(beside(3.0, "disguise=4"), "B") == "A"


@pytest.mark.clause("BUS-BLIND-1", "BUS-DEF-15")
def test_h_128_the_blind_have_no_zone_unless_the_reading_says_so():
    game = beside(0.5, "blind")
    literal = position(
        f"model A man red 5,10 facing=90\nmodel B man blue {5.5 + T},10 facing=270 blind", blind_zone="explicit_only"
    )

    assert zones(game, "A") == []
    assert zones(literal, "A") == ["B"]


@pytest.mark.clause("BUS-DEF-15")
def test_friends_have_no_zone_and_who_is_touched_by_an_enemy_has_none():
    busy = beside(0.5, more=f"model C man red {5.5 + T},{10 + T}")
    friend = position(f"model A man red 5,10 facing=90\nmodel B man red {5.5 + T},10 facing=270")

    assert zones(busy, "A") == []
    assert zones(friend, "A") == []


@pytest.mark.clause("BUS-DEF-TRAIT-INTANGIBLE", "BUS-DEF-15")
def test_the_intangible_heed_no_zone():
    game = position(f"model A ghost red 5,10 facing=90 activations:2\nmodel B man blue {5.5 + T},10 facing=270")

    assert zones(game, "A") == []
    assert legal(game, move(game, "A", (5.2, 8.0)))


@pytest.mark.clause("BUS-DEF-15", "BUS-DEF-18")
def test_a_walk_does_not_enter_a_zone():
    game = beside(3.0)

    assert legal(game, move(game, "A", (6.9, 10)))
    assert not legal(game, move(game, "A", (7.1, 10)))
    assert said(game, move(game, "A", (7.1, 10))) == "This walk enters B's zone of control after 2.0″."
    assert refused(game, move(game, "A", (7.1, 10), how="walk")) == ("BUS-DEF-15", "BUS-DEF-18")
    assert not legal(game, move(game, "A", (8.0, 8.6), (10.0, 8.6)))


@pytest.mark.clause("BUS-DEF-15", "BUS-DEF-16")
def test_who_begins_in_a_zone_first_goes_straight_away_until_he_is_out():
    game = beside(0.5)

    assert legal(game, move(game, "A", (4.4, 10)))
    assert legal(game, move(game, "A", (4.4, 10), (4.4, 7.5)))
    assert legal(game, move(game, "A", (4.0, 10.05)))  # nearly straight, as a hand draws it
    assert done(game, move(game, "A", (4.0, 10.05))).model("A").y == pytest.approx(10.0)
    assert refused(game, move(game, "A", (5.0, 9.0))) == ("BUS-DEF-15", "BUS-DEF-16")
    assert "straight away from B" in said(game, move(game, "A", (5.0, 7.0)))
    assert refused(game, move(game, "A", (4.8, 10))) == ("BUS-DEF-15", "BUS-DEF-16")  # too short to get out
    assert "enters B's zone of control" in said(game, move(game, "A", (4.4, 10), (5.0, 10)))


@pytest.mark.clause("BUS-DEF-15")
def test_from_several_zones_one_leaves_without_nearing_any_owner():
    game = position(
        f"model A man red 10,10 facing=90 activations:2\nmodel B man blue {10.5 + T},10 facing=270\n"
        f"model C man blue 10,{10.5 + T} facing=0"
    )

    assert zones(game, "A") == ["B", "C"]
    assert legal(game, move(game, "A", (9.0, 9.0)))
    assert legal(game, move(game, "A", (9.0, 8.5)))
    assert not legal(game, move(game, "A", (9.0, 10.5)))
    assert refused(game, move(game, "A", (9.9, 10.02), (9.0, 8.5))) == ("BUS-DEF-15", "BUS-DEF-16")  # nears C first


@pytest.mark.clause("BUS-DEF-15", "BUS-DEF-ACTION-SCENARIO", "BUS-DEF-ACTION-WAIT", "BUS-DEF-ACTION-FOCUS")
def test_in_a_zone_nobody_waits_or_works_at_the_scenario():
    shrine = "terrain o objective 3,9 4,9 4,11 3,11 bottom=0 top=1 sight=clear footing=solid"
    x = 4 + T / 2
    far = position(f"model A man red {x},10 facing=90 activations:2\nmodel B man blue 12,10 facing=270", shrine)
    near = position(
        f"model A man red {x},10 facing=90 activations:2\nmodel B man blue {x + T + 0.5},10 facing=270", shrine
    )

    assert legal(far, act("A", "scenario"))
    assert "BUS-DEF-15" in refused(near, act("A", "scenario"))
    assert plan(near, act("A", "scenario")).objections[0].evidence.areas


@pytest.mark.clause("BUS-DEF-15")
def test_a_model_that_leaves_contact_heeds_no_zone_until_it_has_moved():
    """A touches only the immobilised B, and walks away through the zone of C."""
    game = position(
        f"model A man red 5,10 facing=90 activations:2\nmodel B man blue {5 + T},10 facing=270 immobilised\n"
        "model C man blue 5,7.5 facing=180"
    )
    bound = position("model A man red 5,10 facing=90 activations:2\nmodel C man blue 5,7.5 facing=180")

    assert legal(game, move(game, "A", (4.0, 9.2)))
    assert not legal(bound, move(bound, "A", (4.0, 8.5)))
    assert within(bound, bound.model("C"), done(game, move(game, "A", (4.0, 9.2))).model("A"))
