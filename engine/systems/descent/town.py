"""Chapter: Town — where killed heroes wake up, and where a woken glyph leads.

Town is the zone of the board that bears this name.  On a board without one a killed hero is off
the table until he comes back.
"""

from __future__ import annotations

import math

from engine.game import Game
from engine.geometry.grid import Figure, Space, figure_of

NAME = "Town"


def spaces(game: Game) -> tuple[Space, ...]:
    """The spaces of the town, row by row; none where the board has no town."""
    found = []
    for zone in game.table.zones:
        if zone.name == NAME:
            xs, ys = [x for x, _ in zone.outline], [y for _, y in zone.outline]
            columns = range(math.floor(min(xs)), math.ceil(max(xs)))
            found += [(i, j) for j in range(math.floor(min(ys)), math.ceil(max(ys))) for i in columns]
    return tuple(found)


def free_space(game: Game) -> Figure | None:
    """A space of the town where nobody stands; None when it is full or the board has none."""
    taken = [space for model in game.on_table() for space in figure_of(model).spaces]
    return next((Figure(space) for space in spaces(game) if space not in taken), None)
