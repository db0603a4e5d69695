"""Chapter: Reactions — what the activated model was while it moved, whatever it became as its movement ended.

Who crouches, rises, takes off or lands at the end of the Movement Step did all of its way as it was
before; so it is seen and shot at there as it was then, and where it ended as it is now.
"""

from __future__ import annotations

import math

from msgspec.structs import replace

from engine.game import Marker, Model, Point3
from engine.systems.eldfall.counters import ENDED_CROUCH, ENDED_FLIGHT, ENTERED
from engine.systems.eldfall.markers import CROUCHED, FLYING

_SAME = 0.002
"""Inches; spots are remembered in thousandths."""


def underway(model: Model) -> Model:
    """The model as it was on its way in this sequence; the same model if it changed nothing at the end."""
    for ended, status in ((ENDED_CROUCH, CROUCHED), (ENDED_FLIGHT, FLYING)):
        done = model.count(ended)
        if not done:
            continue
        markers = tuple(marker for marker in model.markers if marker.status != status)
        model = replace(model, markers=markers if done == ENTERED else (*markers, Marker(status)))
    return model


def at(model: Model, spot: Point3) -> Model:
    """The model at a spot of its way: as it is where the way ended, as it was anywhere else."""
    x, y, z = spot
    here = math.dist(spot, (model.x, model.y, model.z)) <= _SAME
    return replace(model if here else underway(model), x=x, y=y, z=z)
