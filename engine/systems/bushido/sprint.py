"""Chapter: Running — one turn at the start, then straight on, and no turn at the end.

The turn is to a point in sight, so the way begins in the model's front half.  A run never
enters an enemy's zone of control nor comes into contact with an enemy.
"""

from __future__ import annotations

from itertools import pairwise

from engine.game import Game, Model, Point
from engine.geometry.evidence import Evidence, Line
from engine.geometry.measure import CONTACT
from engine.geometry.tracks import Track
from engine.questions import Objection
from engine.systems.bushido import pace, passing, straight
from engine.systems.bushido.contact import leaving, touching
from engine.systems.bushido.ground import carried, obstructions, overshoot
from engine.systems.bushido.sight import in_front, looks_out
from engine.systems.bushido.wish import CLAUSES, RUN

WHY = (CLAUSES[RUN], "BUS-DEF-18")
STRAIGHT = 3.0
"""Degrees within which a line drawn by hand is straight."""
_LEAST = 0.05
"""Inches below which it is no run at all."""


def one_line(path: tuple[Point, ...]) -> tuple[Point, ...] | None:
    """The path as one straight leg; None when it bends."""
    first = straight.heading(path[0], path[-1])
    bends = (straight.off(straight.heading(a, b), first) for a, b in pairwise(path) if a != b)
    return (path[0], path[-1]) if all(bend <= STRAIGHT for bend in bends) else None


def run_objections(game: Game, model: Model, found: Track, *, turned: bool = False) -> tuple[Objection, ...]:
    """All that speaks against a run along a straight way; *turned* says that something turns the model first."""
    objections = [*leaving(game, model, found), *obstructions(game, model, found)]
    objections += passing.zone_objections(game, model, found, "run")
    objections += no_contact(game, model, found, "run")
    start, end = found.path[0], found.path[-1]
    if not turned and looks_out(game, model).granted and not in_front(model, end):
        line = Line(((*start, 0.0), (*end, 0.0)), "warning")
        text = f"{model.name} runs towards a point in its sight, and this lies behind it."
        why = ("BUS-DEF-13", *WHY)
        objections.append(Objection(text=text, why=why, model=model.id, evidence=Evidence(lines=(line,))))
    inches = pace.allowed(game, model, RUN).value
    objections += too_long(model, found, inches, RUN)
    return tuple(objections)


def too_long(model: Model, found: Track, inches: float, kind: str) -> tuple[Objection, ...]:
    """The objection to a way that costs more than these inches."""
    over = pace.over(found, inches)
    if not over:
        return ()
    far = f"{over:.1f}″" if over >= 0.05 else f"{over:.3f}″"
    text = f"{far} further than the {inches:.1f}″ {model.name} may {kind}."
    why = (CLAUSES[kind], "BUS-DEF-18", *(("BUS-DEF-19",) if found.difficult else ()))
    return (Objection(text=text, why=why, model=model.id, evidence=overshoot(found, over, f"+{far}")),)


def no_contact(game: Game, model: Model, found: Track, doing: str) -> tuple[Objection, ...]:
    """Neither a walk nor a run comes into contact with an enemy."""
    fresh = [
        game.model(name)
        for name in found.contacts
        if game.model(name).side != model.side and not touching(model, game.model(name))
    ]
    return tuple(
        Objection(
            text=f"{model.name} would touch {enemy.name}: a {doing} does not go into contact.",
            why=("BUS-DEF-18",),
            model=model.id,
            evidence=Evidence(pieces=(enemy.id,)),
        )
        for enemy in fresh
    )


def furthest(game: Game, model: Model, facing: float) -> Track:
    """As far as a run goes along a facing: short of zones, bases, walls and the edge of the table."""
    start, inches = (model.x, model.y), pace.allowed(game, model, RUN).value
    way = carried(game, model, (start, straight.ahead(start, facing, inches)))
    far = [way.blocked_at, pace.affordable(game, way, inches)]
    entry = passing.first_entry(game, model, way.path)
    far += [] if entry is None else [entry - passing.HAIR]
    far.append(straight.to_edge(game.table, model, facing))
    short = min(far)
    if way.blocked_at < inches and any(_enemy(game, model, bump.thing) for bump in way.bumps):
        short = min(short, way.blocked_at - 2.0 * CONTACT)
    return way if short >= way.length else carried(game, model, way.cut(max(0.0, short)))


def runs(game: Game, model: Model, facing: float) -> Track | None:
    """The longest run along a facing, if there is one at all."""
    found = furthest(game, model, facing)
    if found.length < _LEAST or run_objections(game, model, found, turned=True):
        return None
    return found


def _enemy(game: Game, model: Model, thing: str) -> bool:
    return game.has_model(thing) and game.model(thing).side != model.side
