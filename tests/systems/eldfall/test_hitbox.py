"""Chapter: Size and Hitbox.  Cylinders, what shrinks them, and the distances between them."""

from __future__ import annotations

import pytest

from engine.measuring import measure
from engine.systems.eldfall.hitbox import apart, height, hitbox, swept, touching
from engine.systems.eldfall.size import SIZES, effect_size, size, size_name
from tests.systems.eldfall.ground import box
from tests.systems.eldfall.positions import T, position

MM = 25.4


def tall(game, model="A"):
    return round(height(game, game.model(model)).value * MM, 2)


def gap(game, first="A", second="B"):
    return apart(game, game.model(first), game.model(second))


@pytest.mark.clause("ELD-DEF-SIZE", "ELD-DEF-UNIT")
@pytest.mark.parametrize(
    ("base", "word", "number", "mm"),
    [
        (25, "small", 0, 25.0),
        (32, "medium", 1, 45.0),
        (40, "large", 2, 45.0),
        (50, "huge", 3, 50.0),
        (60, "gigantic", 4, 60.0),
        (80, "colossal", 5, 80.0),
        (100, "epic", 6, 100.0),
    ],
)
def test_a_size_is_named_or_read_from_the_base_and_gives_the_height(base, word, number, mm):
    extra = f'profile p "P" base={base} height=9 STA=1\nprofile q "Q" base={base} height=9 STA=1 traits={word}'
    game = position("model A q red 5,5\nmodel B p red 20,20", extra)

    assert size(game.model("A")) == size(game.model("B")) == number
    assert size_name(game.model("A")) == SIZES["names"][word]
    assert tall(game, "A") == mm  # the word names it
    assert tall(game, "B") == round(9 * MM, 2)  # a card without the word has its own height


@pytest.mark.clause("ELD-CRO-5", "ELD-DEA-5", "ELD-DEF-BASEH")
def test_crouched_and_dead_models_are_as_high_as_their_base_is_thick():
    men = "model A ref red 5,5 {}\nmodel B ref blue 20,20"

    assert tall(position(men.format(""))) == 45.0
    assert tall(position(men.format("crouched"))) == 4.0
    assert tall(position(men.format("dead"))) == 4.0
    assert tall(position(men.format("dead crouched"))) == 4.0
    assert tall(position(men.format("incapacitated crouched"))) == 4.0
    assert tall(position(men.format("slowed"))) == 45.0
    assert tall(position(men.format("crouched"), base_thickness="three")) == 3.0
    game = position(men.format("crouched"))
    assert hitbox(game, game.model("A")).profile.base.width == 32.0  # only lower, as wide as before


@pytest.mark.clause("ELD-DEF-DIST", "ELD-DEF-BC")
def test_a_distance_runs_between_the_closest_points_of_two_hitboxes():
    game = position(f"model A ref red 5,5\nmodel B ref blue 5,{5 + T + 3}\nmodel C ref blue {5 + T},5")

    assert gap(game).distance == pytest.approx(3.0)
    assert not touching(game, game.model("A"), game.model("B"))
    assert touching(game, game.model("A"), game.model("C"))
    assert touching(game, game.model("A"), game.model("A"))  # always with itself


@pytest.mark.clause("ELD-DEF-DIST")
def test_height_counts_from_the_top_of_the_lower_hitbox():
    rock = box(10, 0, 20, 10, 4, name="Rock")
    game = position("model A ref red 15,5\nmodel B ref blue 15,5 z=4", rock)
    low = position("model A ref red 15,5 crouched\nmodel B ref blue 15,5 z=4", rock)

    assert gap(game).distance == pytest.approx(4 - 1.7717, abs=1e-4)
    assert gap(low).distance == pytest.approx(4 - 4 / MM, abs=1e-4)


@pytest.mark.clause("ELD-FLY-17", "ELD-DEF-DIST")
def test_a_flyer_is_measured_as_if_it_stood_on_the_field():
    rock = box(10, 0, 20, 10, 4, name="Rock")
    men = f"model A flyer red 15,5 z=4 flying\nmodel B ref blue 15,{5 + T + 6}"

    assert gap(position(men, rock)).distance == pytest.approx(6.0)
    assert gap(position(men.replace(" flying", ""), rock)).distance == pytest.approx((6**2 + (4 - 1.7717) ** 2) ** 0.5)
    below = position(men, rock, flying_surface="below")
    assert gap(below).distance == pytest.approx((6**2 + (4 - 1.7717) ** 2) ** 0.5)


@pytest.mark.clause("ELD-DEF-RIDE", "ELD-DEF-KNO")
def test_a_rider_is_as_big_as_the_mount_but_effects_compare_the_riders_own_size():
    lancer = 'profile ash_lancer "Lancer" base=40 height=1.7717 STA=2 SPD=7 HP=3 traits=mounted'
    rider = position("model A ash_lancer red 5,5 mounted", lancer).model("A")
    nobody = position("model A ref red 5,5 mounted").model("A")

    assert (size(rider), effect_size(rider)) == (2, 1)
    assert effect_size(nobody) == 1  # a card that knows no rider on foot


@pytest.mark.clause("ELD-DEF-DIST")
def test_what_a_hitbox_sweeps_is_its_place_at_every_corner_and_a_slab_along_each_leg():
    game = position("model A ref red 5,5")
    found = swept(hitbox(game, game.model("A")), ((5.0, 5.0, 0.0), (9.0, 5.0, 0.0), (9.0, 5.0, 2.0)))

    assert [(v.x, v.y, v.z) for v in found] == [(5, 5, 0), (9, 5, 0), (9, 5, 2), (7, 5, 0)]
    assert found[-1].profile.base.shape == "rect"
    assert (found[-1].profile.base.width, found[-1].profile.base.depth) == pytest.approx((32.0, 4 * MM))


@pytest.mark.clause("ELD-DEF-DIST", "ELD-FLY-17", "ELD-CRO-5")
@pytest.mark.parametrize(
    ("men", "inches"),
    [
        (f"model A flyer red 15,5 z=4 flying\nmodel B ref blue 15,{5 + T + 6}", 6.0),  # measured on the field
        (f"model A ref red 15,5 z=4 crouched\nmodel B ref blue 15,{5 + T + 3}", (9 + (4 - 1.7717) ** 2) ** 0.5),
        (f"model A ref red 15,5 crouched\nmodel B ref blue 15,{5 + T + 3} z=4", (9 + (4 - 4 / MM) ** 2) ** 0.5),
    ],
)
def test_the_tape_and_the_zone_measure_what_the_rules_measure(men, inches):
    game = position(men)

    assert gap(game).distance == pytest.approx(inches, abs=1e-4)
    assert measure(game, "gap A B").values["distance"] == pytest.approx(inches, abs=1e-4)
    assert measure(game, f"zone A {inches + 0.1}").values["within"] == ["B"]
    assert measure(game, f"zone A {inches - 0.1}").values["within"] == []
