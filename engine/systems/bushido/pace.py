"""Chapter: How far — walk, run, charge and melee, all out of the Move of the profile.

A walk and the approach of a Melee action are up to the Move, a run one and a half, a charge
twice as much.
"""

from __future__ import annotations

from engine.game import Game, Model, Point, Table, legs
from engine.geometry.sweep import Spans, leg, merged
from engine.geometry.sweep import over as stretches
from engine.geometry.tracks import Track
from engine.questions import Modifier, Tally
from engine.systems.bushido.conditions import RULES
from engine.systems.bushido.counters import printed
from engine.systems.bushido.ground import FACTORS, IDEAL, INCH, NUMBERS, TOLERANCE, WHY, flat, is_ideal
from engine.systems.bushido.questions import MOVE
from engine.systems.bushido.wish import CHARGE, CLAUSES, MELEE, RUN, WALK

SPACE = ("BUS-DEF-18",)
TITLES = {WALK: "Walk", RUN: "Run", CHARGE: "Charge", MELEE: "Melee move"}


def allowed(game: Game, model: Model, kind: str, path: tuple[Point, ...] = ()) -> Tally:
    """Inches of a walk, run, charge or melee, with the sum; *path* tells whether a walk keeps to ideal ground."""
    move = RULES.tally(game, model, MOVE, printed(model, "Move"), "Move")
    factor = float(NUMBERS.get(kind, 1.0))
    why = (*SPACE, CLAUSES[kind])
    if factor != 1.0:
        label = "twice the Move" if factor == 2.0 else f"{factor:g} × Move"
        return Tally(title=TITLES[kind], base=factor * move.value, base_label=label, suffix=INCH, why=why)
    terms = move.modifiers
    if kind == WALK and path and is_ideal(game, path):
        terms = (*terms, Modifier(op="plus", amount=IDEAL, label="ideal ground", why=WHY))
    return Tally(title=TITLES[kind], base=move.base, base_label="Move", modifiers=terms, suffix=INCH, why=why)


def over(found: Track, inches: float) -> float:
    """By how many inches a way costs more than these; 0 when it does not."""
    more = found.cost(FACTORS) - inches
    return more if more > TOLERANCE else 0.0


def affordable(game: Game, found: Track, inches: float) -> float:
    """How many inches along a way these pay for: difficult ground takes more of them."""
    if not over(found, inches):
        return found.length
    if not found.difficult:
        return min(found.length, inches)
    gone = 0.0
    for start, end in _rough(flat(game.table), found.path):
        if gone + inches <= start:
            break
        inches -= start - gone
        if FACTORS["difficult"] * (end - start) > inches:
            return start + inches / FACTORS["difficult"]
        inches -= FACTORS["difficult"] * (end - start)
        gone = end
    return min(found.length, gone + inches)


def _rough(table: Table, path: tuple[Point, ...]) -> Spans:
    """Stretches of a path with its middle on difficult ground."""
    pieces = [piece for piece in table.terrain if piece.footing in FACTORS]
    spans, offset = [], 0.0
    for start, end in legs(path):
        way = leg(start, end)
        spans += [(a + offset, b + offset) for piece in pieces for a, b in stretches(way, piece)]
        offset += way.length
    return merged(spans)
