"""Chapter: Sight and range — from the middle of a space to the middle of a space, past walls and figures.

Walls, closed doors, obstacles and any other figure stop the line; a touched corner does not.  Large
figures look from, and are seen in, any of their spaces.  From a pit one sees only the pit and the
spaces next to it.  Range is spaces to the target, a diagonal counting one.
"""

from __future__ import annotations

from functools import lru_cache
from math import inf

from msgspec import Struct

from engine.game import Game, Model, Table
from engine.geometry.evidence import Evidence
from engine.geometry.grid import Figure, Space, distance, figure_of, touching
from engine.geometry.grid_sight import GridSight, centre_sight
from engine.geometry.sight import Sight
from engine.systems.descent import board
from engine.systems.descent.readings import SIGHT_PINCH, chosen

WHY = ("DES-DEF-LOS",)
PIT_WHY = ("DES-DEF-PIT",)
TOUCHES = "the line only touches what it passes, and that stops nothing"
RANGE_WHY = ("DES-DEF-RNG",)


class Line(Struct, frozen=True, kw_only=True):
    """How one figure sees another: the nearest of its spaces that is seen, how far, by which line.

    *spaces*: the range; where nothing is seen that of the nearest space.  *because* says why
    nothing is seen where it is not the line's fault.
    """

    sees: bool
    spaces: int
    line: GridSight
    because: str = ""

    def evidence(self) -> Evidence:
        """The line and what stops it."""
        return self.line.evidence()


def line(game: Game, viewer: Model, target: Model) -> Line:
    """The best line from one figure to the other under this book's rules."""
    others = tuple(sorted(board.standing(game, viewer.id, target.id)))
    pinch = chosen(game, SIGHT_PINCH) == "sees"
    return _line(game.table, figure_of(viewer), figure_of(target), others, pinch)


@lru_cache(maxsize=8192)
def _line(table: Table, viewer: Figure, target: Figure, others: tuple[Space, ...], pinch: bool) -> Line:
    ground = board.seeing(table)
    pairs = sorted((distance(a, b), a, b) for a in viewer.spaces for b in target.spaces)
    pit = board.pit_of(table, viewer) if board.fills_pit(table, viewer) else frozenset()
    found: list[Line] = []
    for spaces, a, b in pairs:
        because = _too_far_up(pit, b)
        seen = centre_sight(ground, a, b, others, pinch_sees=pinch)
        found.append(Line(sees=seen.sees and not because, spaces=spaces, line=seen, because=because))
        if found[-1].sees:
            return found[-1]
    return found[0]


def _too_far_up(pit: frozenset[Space], target: Space) -> str:
    """Why a figure down in this pit does not see that space; empty when it does, or *pit* is none."""
    if not pit or any(distance(space, target) <= 1 for space in pit):
        return ""
    return "from down in the pit only the spaces next to it are seen"


def adjacent(game: Game, one: Model, other: Model) -> bool:
    """Do two figures stand in spaces side by side or at a corner, with nothing between?"""
    return touching(board.walking(game.table), figure_of(one), figure_of(other), board.corners(game))


def proven(game: Game, viewer: Model, target: Model) -> Sight:
    """The same answer as the window and the dispute sheet show it.

    Figures stand in spaces, and what a line from middle to middle meets is counted: no small move turns it.
    """
    found = line(game, viewer, target)
    (ax, ay), (bx, by) = found.line.line
    ends = ((ax, ay, 0.0), (bx, by, 0.0))
    label = found.because or f"range {found.spaces}"
    if found.sees:
        clear = found.line.verdict == "clear"
        return Sight(
            verdict="clear" if clear else "grazing",
            witness=ends,
            best=ends,
            share=1.0,
            open_share=1.0,
            margin=inf,
            grazing_sees=True,
            label=label,
            why="" if clear else TOUCHES,
        )
    names = _names(game, found)
    return Sight(
        verdict="blocked",
        best=ends,
        blockers=names,
        stop=ends[0] if found.because else None,
        share=0.0,
        open_share=0.0,
        margin=inf,
        label=label if found.because else "",
        why=found.because,
    )


def blockers(game: Game, found: Line) -> tuple[str, ...]:
    """Names of what stops a line, in words for an objection."""
    names = [_named(game, id) for id in _names(game, found)]
    return tuple(dict.fromkeys(names))


def _names(game: Game, found: Line) -> tuple[str, ...]:
    """Ids of the figures and pieces that a line enters, or that pinch it."""
    met = found.line.blockers or found.line.touched
    standing = board.standing(game)
    ids: list[str] = []
    for spaces in met:
        if len(spaces) == 1 and spaces[0] in standing:
            ids.append(standing[spaces[0]].id)
            continue
        ids += [piece.id for piece in board.at(game.table, spaces)]
    return tuple(dict.fromkeys(ids))


def _named(game: Game, id: str) -> str:
    return game.model(id).name if game.has_model(id) else game.table.piece(id).name
