"""Figures and scenery the tests put on a table."""

from __future__ import annotations

from engine.game import Base, Model, ModelId, Profile, SideId, Terrain, TerrainId

BLUE, ORANGE = SideId("blue"), SideId("orange")


def figure(
    name: str, x: float, y: float, z: float = 0.0, *, side: str = BLUE, base: Base | None = None, **more: object
) -> Model:
    """A model on the table, on a 25 mm round base unless told otherwise."""
    profile = Profile(id="figure", name="Figure", base=base or Base("round", 25, 25))
    return Model(id=ModelId(name.lower()), name=name, side=side, profile=profile, x=x, y=y, z=z, place="table", **more)


def block(name: str, x0: float, y0: float, x1: float, y1: float, **more: object) -> Terrain:
    """An upright rectangle of scenery."""
    outline = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return Terrain(id=TerrainId(name), name=name, outline=outline, **({"top": 2.0} | more))
