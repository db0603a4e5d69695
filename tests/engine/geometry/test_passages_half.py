"""Past the half zone before a round base: told in closed form, held against what one zone says place by place."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.game import Base, Model, ModelId, Profile, SideId
from engine.geometry.arcs import arc_of
from engine.geometry.passages import passage
from engine.geometry.zones import holding, zone_of

NEAR = st.floats(-4.0, 4.0).map(lambda value: round(value, 3))
WIDE = st.sampled_from((25.0, 30.0, 40.0, 60.0))


def man(name: str, x: float, y: float, facing: float, wide: float) -> Model:
    profile = Profile(id="p", name="P", base=Base("round", wide, wide))
    return Model(id=ModelId(name), name=name, side=SideId("r"), profile=profile, x=x, y=y, facing=facing, place="table")


@settings(deadline=None, max_examples=30)
@given(NEAR, NEAR, NEAR, NEAR, st.floats(0.0, 359.0), WIDE, WIDE)
def test_inside_its_spans_the_base_is_in_the_half_zone_and_outside_it_is_not(x, y, u, v, facing, wide, broad):
    owner, mover = man("O", 0.3, -0.2, facing, wide), man("M", x, y, 0.0, broad)
    zone = zone_of(owner, 1.0, arc=arc_of(owner, 180.0))
    found = passage(zone, mover, ((x, y), (u, v)))
    length = ((u - x) ** 2 + (v - y) ** 2) ** 0.5

    for step in range(41):
        at = length * step / 40
        share = 0.0 if length == 0.0 else at / length
        there = replace(mover, x=x + share * (u - x), y=y + share * (v - y))
        clear = all(abs(at - end) > 1e-4 for span in found.spans for end in span) and holding(zone, there).margin > 1e-4
        if clear:
            assert holding(zone, there).near == any(low <= at <= high for low, high in found.spans)


def test_a_base_that_passes_behind_the_line_is_not_met_and_one_that_straddles_it_is():
    owner = man("O", 0.0, 0.0, 0.0, 30.0)  # looks up the screen
    zone = zone_of(owner, 1.0, arc=arc_of(owner, 180.0))
    r = owner.profile.base.radius

    assert passage(zone, man("M", -5.0, r + 0.01, 0.0, 30.0), ((-5.0, r + 0.01), (5.0, r + 0.01))).verdict == "misses"
    across = passage(zone, man("M", -5.0, 0.0, 0.0, 30.0), ((-5.0, 0.0), (5.0, 0.0)))
    assert across.verdict == "enters"
    assert across.spans[0] == pytest.approx((5.0 - 1.0 - 2.0 * r, 5.0 + 1.0 + 2.0 * r))
