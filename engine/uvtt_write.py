"""A table as a Universal VTT map: what stops sight becomes walls, doors and openings become portals.

Heights, footing and woods have no place in that format and are left behind.  Read back by
`engine.uvtt` it gives the same walls.
"""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import msgspec

from engine.game import Table, Terrain
from engine.geometry.measure import CONTACT
from engine.store import write_whole

FORMAT = 0.3
_PORTALS = ("door", "window", "opening")


def write(path: str | Path, table: Table, picture: bytes = b"", *, pixels: int = 70, cell_inches: float = 1.0) -> int:
    """Write the map; a cell is *cell_inches* wide and *pixels* wide in the *picture* (PNG, or none).

    Gives the number of walls and portals in it.  Unwritable, as a sentence, if that fails.
    """
    seen = [piece for piece in table.terrain if piece.sight == "solid" and piece.top - piece.bottom > CONTACT]
    portals = [piece for piece in table.terrain if piece.open and piece.kind in _PORTALS and len(piece.outline) == 2]
    walls = [piece for piece in seen if piece not in portals]
    drawn: dict[str, Any] = {
        "format": FORMAT,
        "resolution": {
            "map_origin": {"x": 0.0, "y": 0.0},
            "map_size": {"x": table.width / cell_inches, "y": table.height / cell_inches},
            "pixels_per_grid": pixels,
        },
        "line_of_sight": [_line(piece, cell_inches) for piece in walls if piece.open],
        "objects_line_of_sight": [_line(piece, cell_inches) for piece in walls if not piece.open],
        "portals": [_portal(piece, cell_inches) for piece in portals],
        "environment": {"baked_lighting": True, "ambient_light": "ffffffff"},
        "lights": [],
        "image": base64.b64encode(picture).decode("ascii"),
    }
    write_whole(path, lambda: msgspec.json.encode(drawn))
    return len(walls) + len(portals)


def _line(piece: Terrain, cell: float) -> list[dict[str, float]]:
    return [{"x": x / cell, "y": y / cell} for x, y in piece.outline]


def _portal(piece: Terrain, cell: float) -> dict[str, Any]:
    ends = _line(piece, cell)
    start, end = ends
    centre = {axis: (start[axis] + end[axis]) / 2 for axis in ("x", "y")}
    return {"position": centre, "bounds": ends, "rotation": 0.0, "closed": piece.sight == "solid", "freestanding": True}
