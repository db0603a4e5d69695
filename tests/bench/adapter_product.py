"""Our engine behind the interface of an outside benchmark (see README.md).

A world there has *width*, *height*, *polys* (corner arrays), *heights* and *walls* (k, 4) of terrain, and
*models* (k, 3): x, y, base radius in inches.  Flat, as there: every piece hides, no model does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely

from engine.game import MM_PER_INCH, Base, Model, ModelId, Profile, SideId, Table, Terrain, TerrainId
from engine.geometry.reach import reach
from engine.geometry.sight import Policy, sight, sight_to_all, visible_region

HIGH = 9.0
POLICY = Policy(flat=True, models_block=False)


@dataclass
class Prepared:
    """A table, its models, and where they are now."""

    table: Table
    models: list[Model]


class Product:
    """Sightline."""

    name = "product"

    def prepare(self, world: Any) -> Prepared:
        terrain = [
            Terrain(id=TerrainId(f"p{k}"), name="piece", outline=tuple(map(tuple, p.tolist())), top=HIGH)
            for k, p in enumerate(world.polys)
        ]
        terrain += [
            Terrain(id=TerrainId(f"w{k}"), name="wall", outline=((a, b), (c, d)), open=True, top=HIGH)
            for k, (a, b, c, d) in enumerate(world.walls.tolist())
        ]
        models = [_model(k, *row) for k, row in enumerate(world.models.tolist())]
        return Prepared(Table(width=world.width, height=world.height, terrain=tuple(terrain)), models)

    def visibility(self, st: Prepared, p: Any, radius: float | None = None) -> Any:
        ring = visible_region(st.table, (float(p[0]), float(p[1])), 1.0)[0][0]
        if radius is None:
            return ring
        part = shapely.intersection(shapely.Polygon(ring), shapely.Point(p).buffer(radius, quad_segs=24))
        return shapely.get_coordinates(part)

    def los(self, st: Prepared, i: int, j: int) -> bool:
        return sight(st.table, st.models[i], st.models[j], (), POLICY, margin=False).verdict == "clear"

    def los_all(self, st: Prepared, i: int, polygon: Any = None) -> Any:
        found = sight_to_all(st.table, st.models[i], st.models, (), POLICY)
        return np.array([str(m.id) in found and found[str(m.id)].verdict == "clear" for m in st.models])

    def move(self, st: Prepared, i: int, x: float, y: float) -> None:
        st.models[i] = _model(i, float(x), float(y), st.models[i].profile.base.width / 2 / MM_PER_INCH)

    def fraction(self, st: Prepared, i: int, polygon: Any = None) -> Any:
        """The share of each base's width inside the directions that the visible region leaves open."""
        eye = st.models[i]
        ring = visible_region(st.table, eye, 1.0)
        whole = shapely.Polygon(ring[0][0]) if ring else shapely.Polygon()
        shapely.prepare(whole)
        shares = np.zeros(len(st.models))
        for k, model in enumerate(st.models):
            r = model.profile.base.width / 2 / MM_PER_INCH
            d = np.array([model.x - eye.x, model.y - eye.y])
            long = float(np.hypot(*d))
            if k == i or long <= r:
                continue
            turns = np.arcsin(r / long) * ((np.arange(32) + 0.5) / 16.0 - 1.0)
            along = long * np.cos(turns) - np.sqrt(np.maximum(0.0, r * r - (long * np.sin(turns)) ** 2))
            angles = np.arctan2(d[1], d[0]) + turns
            inside = shapely.intersects_xy(whole, eye.x + along * np.cos(angles), eye.y + along * np.sin(angles))
            shares[k] = inside.mean()
        return shares

    def reach(self, st: Prepared, i: int, distance: float) -> Any:
        return reach(st.table, st.models[i], distance, ()).area


def _model(number: int, x: float, y: float, r: float) -> Model:
    base = Base("round", 2 * r * MM_PER_INCH, 2 * r * MM_PER_INCH)
    profile = Profile(id="man", name="man", base=base, height=1.0)
    return Model(id=ModelId(f"m{number}"), name="man", side=SideId("red"), profile=profile, x=x, y=y, place="table")
