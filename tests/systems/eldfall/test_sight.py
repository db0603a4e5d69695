"""Chapter: Line of Sight.  Hitbox to hitbox, out of the front, and what shows itself whatever stands between."""

from __future__ import annotations

import pytest

from engine.measuring import measure
from engine.systems.eldfall.sight import nearest_along, proven, sees, sees_along
from tests.systems.eldfall.ground import box
from tests.systems.eldfall.positions import SYSTEM, T, position

WALL = box(0, 8, 30, 8.2)


def look(game, viewer="A", target="B", **more):
    return sees(game, game.model(viewer), game.model(target), **more).sees


def along(game, *path, viewer="B", mover="A"):
    return sees_along(game, game.model(viewer), game.model(mover), tuple((x, y, 0.0) for x, y in path)).sees


@pytest.mark.clause("ELD-DEF-LOS")
def test_a_model_sees_out_of_its_front_half_only():
    men = "model A ref red 10,10 facing={}\nmodel B ref blue 10,5"

    assert look(position(men.format(0)))
    assert not look(position(men.format(180)))
    assert look(position(men.format(90)))  # half of B lies before the line
    assert look(position(men.format(180)), moving=True)  # it sees all round while it moves
    assert SYSTEM.sees(position(men.format(0)), *position(men.format(0)).models[:2]).margin > 0


@pytest.mark.clause("ELD-DEF-LOS")
def test_scenery_and_every_third_hitbox_stop_the_line():
    men = "model A ref red 10,10\nmodel B ref blue 10,5"
    between = "\nmodel C {} {} 10,7.5 {}"

    assert not look(position(men, WALL))
    assert not look(position(men + between.format("giant", "red", "")))
    assert not look(position(men + between.format("giant", "blue", "")))
    assert look(position(men + between.format("small", "red", "")))  # over its head
    assert look(position(men + between.format("giant", "red", "crouched")))
    assert look(position(men + between.format("giant", "red", "dead")))


@pytest.mark.clause("ELD-DEF-LOS", "ELD-BLI-4")
def test_the_blinded_see_nobody_but_themselves():
    game = position("model A ref red 10,10 blinded\nmodel B ref blue 10,5 facing=180")

    assert not look(game)
    assert look(game, "A", "A")
    assert look(game, "B", "A")
    assert "nothing but itself" in proven(game, game.model("A"), game.model("B")).label


@pytest.mark.clause("ELD-CRO-5", "ELD-DEF-BASEH")
def test_h_23_crouched_behind_a_low_wall_nobody_ten_inches_away_sees_it():
    y = 10 - T / 2
    wall = box(0, y - 0.1, 30, y, 1)
    men = f"model R ref red 15,10 {{}}\nmodel E ref blue 15,{10 - T - 10} facing=180"

    assert look(position(men.format(""), wall), "E", "R")
    assert not look(position(men.format("crouched"), wall), "E", "R")
    assert not look(position(men.format("crouched"), wall, base_thickness="three"), "E", "R")


@pytest.mark.clause("ELD-FLY-8", "ELD-FLY-9")
def test_a_flyer_sees_and_is_seen_by_everybody_behind_walls_and_backs():
    men = "model A flyer red 10,10 facing=180 {}\nmodel B ref blue 10,5 facing=0"

    assert not look(position(men.format(""), WALL))
    assert not look(position(men.format(""), WALL), "B", "A")
    assert look(position(men.format("flying"), WALL))
    assert look(position(men.format("flying"), WALL), "B", "A")


@pytest.mark.clause("ELD-FLY-8", "ELD-FLY-9", "ELD-BLI-4")
def test_h_44_a_blinded_flyer_sees_nothing_but_is_seen_by_all():
    men = "model A flyer red 10,10 flying blinded\nmodel B ref blue 10,5 facing=0"

    assert not look(position(men, WALL))
    assert look(position(men, WALL), "B", "A")
    assert look(position(men, WALL, automatic_sight="automatic_wins"))


@pytest.mark.clause("ELD-FLY-9", "ELD-BLI-4")
def test_the_blinded_do_not_see_a_flyer_either():
    men = "model A flyer red 10,10 flying\nmodel B ref blue 10,5 facing=180 blinded"

    assert not look(position(men), "B", "A")
    assert look(position(men, automatic_sight="automatic_wins"), "B", "A")


@pytest.mark.clause("ELD-ENG-9")
def test_the_engaged_see_whoever_engages_them_even_behind_their_back():
    men = (
        f"model A ref red 10,10 facing=0 engaged@B\nmodel B ref blue 10,{10 + T + 0.5} facing=0\nmodel C ref blue 14,13"
    )

    assert look(position(men))
    assert not look(position(men), "A", "C")  # that one engages nobody
    assert not look(position(men.replace("engaged@B", "")))
    assert not look(position(men.replace("engaged@B", "engaged@B blinded")))


@pytest.mark.clause("ELD-ENG-9")
def test_the_reading_engaged_sight_grants_it_in_the_reactive_role_only():
    men = f"model A ref red 10,10 facing=0 engaged@B\nmodel B ref blue 10,{10 + T + 0.5} facing=0"

    assert not look(position(men, engaged_sight="reactive"))
    assert look(position(men, active="blue", engaged_sight="reactive"))


@pytest.mark.clause("ELD-SHR-6")
def test_the_shrouded_see_all_round_but_not_through_walls():
    men = "model A ref red 10,10 facing=180 shrouded\nmodel B ref blue 10,5"

    assert look(position(men))
    assert not look(position(men, WALL))


def test_whoever_flies_overhead_hides_nobody():
    men = "model A ref red 10,10\nmodel B ref blue 10,5\nmodel C giant red 10,7.5 flying"

    assert look(position(men))
    assert not look(position(men, flying_blocks_sight="yes"))


def test_many_looks_at_once_give_the_same_answers():
    wall = box(8, 8, 20, 8.2)
    men = "model A ref red 10,10\nmodel B ref blue 10,5 facing=180\nmodel C flyer red 14,12 flying\n"
    men += "model D ref blue 15,10 facing=270 blinded\nmodel E ref red 20,10 facing=90 shrouded\n"
    men += f"model F ref blue 10,{10 + T + 0.5} facing=0\nmodel G giant red 13,10 crouched"
    game = position(men.replace("10,10\n", "10,10 engaged@F\n", 1), wall)
    pairs = tuple((a, b) for a in game.on_table() for b in game.on_table())

    found = SYSTEM.glances(game, pairs)
    assert {ids: found[ids].sees for ids in found} == {(a.id, b.id): sees(game, a, b).sees for a, b in pairs}
    assert found["A", "F"].sees
    assert not found["D", "C"].sees
    assert found["E", "D"].sees


@pytest.mark.clause("ELD-DEF-REA", "ELD-DEF-LOS")
def test_a_reactor_has_seen_a_model_that_showed_itself_anywhere_on_its_way():
    """A runs from behind one end of a wall to behind the other; in the gap between B sees it."""
    walls = (box(0, 9, 8, 9.2, name="West"), box(12, 9, 36, 9.2, name="East"))
    game = position("model A ref red 26,12\nmodel B ref blue 10,2 facing=180", *walls)

    assert not look(game, "B", "A")
    assert along(game, (10, 12), (26, 12))
    assert along(game, (4, 12), (26, 12))  # both ends hidden, the middle of the way is not
    assert not along(game, (20, 12), (26, 12))
    back = position("model A ref red 26,12\nmodel B ref blue 10,2 facing=0", *walls)
    assert not along(back, (4, 12), (26, 12))  # it looks the other way


@pytest.mark.clause("ELD-DEF-REA")
def test_the_nearest_point_of_a_way_counts_for_awareness():
    game = position(f"model A ref red 20,10\nmodel B ref blue 10,{10 + T + 5}")
    found = nearest_along(game, game.model("B"), game.model("A"), ((5.0, 10.0, 0.0), (20.0, 10.0, 0.0)))

    assert found.distance == pytest.approx(5.0)
    assert nearest_along(game, game.model("B"), game.model("A"), ()).distance > 9


@pytest.mark.clause("ELD-FLY-17", "ELD-DEF-REA")
def test_the_way_of_a_flyer_is_measured_on_the_field():
    rock = box(8, 8, 12, 12, 6, name="Rock")
    men = f"model A flyer red 10,10 z=6 flying\nmodel B ref blue 10,{10 + T + 5}"
    high = ((10.0, 10.0, 6.0), (10.0, 4.0, 0.0))

    game = position(men, rock)
    assert nearest_along(game, game.model("B"), game.model("A"), high).distance == pytest.approx(5.0)
    below = position(men, rock, flying_surface="below")
    assert nearest_along(below, below.model("B"), below.model("A"), high).distance > 6.5


@pytest.mark.clause("ELD-BLI-4", "ELD-FLY-8")
def test_where_a_rule_decides_its_words_are_told_and_no_margin():
    blind = measure(position("model A ref red 10,10 blinded\nmodel B ref blue 10,5 facing=180"), "sight A B")
    flyer = measure(position("model A flyer red 10,10 facing=180 flying\nmodel B ref blue 10,5", WALL), "sight A B")

    assert (blind.verdict, blind.close, blind.plain()["margin"]) == ("blocked", False, None)
    assert "nothing but itself" in blind.said
    assert (flyer.verdict, flyer.close, flyer.plain()["margin"]) == ("clear", False, None)
    assert flyer.said == "seen: A is Flying and sees everybody"
    assert ("margin", "none: no small move turns it") in flyer.rows


@pytest.mark.clause("ELD-DEF-LOS")
def test_who_stands_behind_is_said_to_and_by_how_much():
    found = measure(position("model A ref red 10,10 facing=180\nmodel B ref blue 10,5"), "sight A B")

    assert found.said.startswith("outside the front arc · ")
    assert found.margin == pytest.approx((5 - T / 2) / 2, abs=0.01)
