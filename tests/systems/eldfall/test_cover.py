"""Chapter: Cover.  Scenery within an inch, taller and wider or not; Crouched; never for flyers."""

from __future__ import annotations

import pytest

from engine.systems.eldfall.cover import cover
from tests.systems.eldfall.ground import box
from tests.systems.eldfall.positions import T, position

FRONT = 10 - T / 2
"""Where the base of a model at 15,10 begins, seen from above."""


def wall(top=2.5, left=10, right=20, away=0.5, sight="solid"):
    y = FRONT - away
    return box(left, y - 0.2, right, y, top, name="Hedge", sight=sight)


def found(target, *lines, shooter="ref", at="15,2", more="", **readings):
    game = position(f"model A {shooter} red {at} facing=180 {more}\nmodel B {target} blue 15,10", *lines, **readings)
    shot = cover(game, game.model("A"), game.model("B"))
    return shot.kind, shot.modifier


@pytest.mark.clause("ELD-DEF-COV")
def test_light_behind_what_is_lower_than_the_model_heavy_behind_what_is_taller_and_wider():
    assert found("ref") == ("none", 0)
    assert found("ref", wall(top=1.0)) == ("light", -2)
    assert found("ref", wall(top=1.75)) == ("light", -2)
    assert found("ref", wall(top=2.5)) == ("heavy", -4)
    assert found("ref", wall(top=2.5, left=15, right=15.8)) == ("light", -2)  # taller, but a post
    assert found("ref", wall(top=2.5, left=14.5, right=15.7)) == ("light", -2)  # 1.2 in, the base has 1.26
    assert found("ref", wall(top=2.5, left=14.4, right=15.7)) == ("heavy", -4)


@pytest.mark.clause("ELD-DEF-COV")
def test_it_must_be_within_an_inch_higher_than_the_base_and_hide_something():
    assert found("ref", wall(away=1.0)) == ("heavy", -4)  # exactly an inch
    assert found("ref", wall(away=1.01)) == ("none", 0)
    assert found("ref", wall(top=0.15)) == ("none", 0)  # 4 mm are 0.157 in
    assert found("ref", wall(sight="clear")) == ("none", 0)
    assert found("ref", wall(), at="15,18") == ("none", 0)  # the shooter stands on this side of it
    assert found("ref", wall(left=20, right=30)) == ("none", 0)


@pytest.mark.clause("ELD-DEF-COV")
@pytest.mark.parametrize(
    ("kind", "is_covered"), [("small", True), ("ref", True), ("large", True), ("huge", False), ("giant", False)]
)
def test_only_small_medium_and_large_models_have_it_from_scenery(kind, is_covered):
    sizes = ('profile large "L" base=40 height=1.7717 STA=1', 'profile huge "H" base=50 height=1.9685 STA=1')
    long = wall(top=2.5, away=(50 - 32) / 2 / 25.4 + 0.3 if kind in ("huge", "giant") else 0.5)

    assert (found(kind, long, *sizes) != ("none", 0)) is (kind in ("small", "ref", "large"))


@pytest.mark.clause("ELD-CRO-10", "ELD-DEF-COV")
def test_the_crouched_count_as_in_light_cover_and_covers_do_not_add_up():
    assert found("ref blue 15,10 crouched\nmodel C ref") == ("light", -2)
    assert found("giant blue 15,10 crouched\nmodel C ref") == ("light", -2)  # whatever its size


@pytest.mark.clause("ELD-CRO-10", "ELD-DEF-COV")
def test_crouched_behind_a_wall_the_larger_cover_counts_or_both_by_the_reading():
    men = "model A ref red 15,2 facing=180\nmodel B ref blue 15,10 crouched"

    def shot(**readings):
        game = position(men, wall(top=0.5), **readings)
        return cover(game, game.model("A"), game.model("B"))

    assert (shot().kind, shot().modifier) == ("heavy", -4)  # half an inch is taller than 4 mm
    assert shot(several_covers="sum").modifier == -6
    assert [term.label for term in shot(several_covers="sum").modifiers] == [
        "Light Cover, Crouched",
        "Heavy Cover, Hedge",
    ]
    assert shot().pieces == ("hedge",)
    kerb = position(men, wall(top=0.15, away=0.0), several_covers="sum")
    assert cover(kerb, kerb.model("A"), kerb.model("B")).modifier == -2  # no higher than the base: Crouched only
    assert shot().evidence().pieces == ("hedge",)


@pytest.mark.clause("ELD-DEF-COV")
def test_of_several_pieces_the_one_that_gives_most_is_named():
    low = box(10, FRONT - 0.3, 20, FRONT - 0.2, 1, name="Kerb")
    game = position("model A ref red 15,2 facing=180\nmodel B ref blue 15,10", low, wall(away=0.6))
    shot = cover(game, game.model("A"), game.model("B"))

    assert (shot.kind, shot.pieces) == ("heavy", ("hedge",))
    assert [term.label for term in shot.modifiers] == ["Heavy Cover, Hedge"]
    only = position("model A ref red 15,2 facing=180\nmodel B ref blue 15,10", low)
    assert cover(only, only.model("A"), only.model("B")).pieces == ("kerb",)


@pytest.mark.clause("ELD-FLY-7")
def test_a_flyer_has_no_cover_at_all():
    men = "model A ref red 15,2 facing=180\nmodel B flyer blue 15,10 {}"

    def shot(mark):
        game = position(men.format(mark), wall(top=2.5))
        return cover(game, game.model("A"), game.model("B"))

    assert shot("").kind == "heavy"
    assert shot("flying").kind == "none"
    assert shot("flying").why == ("ELD-FLY-7",)
