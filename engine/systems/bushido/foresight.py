"""Chapter: Melee Exchange — what is known of one before it is declared: pools, limits, who attacks first."""

from __future__ import annotations

from msgspec.structs import replace

from engine.game import Game, Model, Point, counted
from engine.questions import Tally
from engine.systems.bushido import bout
from engine.systems.bushido.exchange import BOUND, split_limit
from engine.systems.bushido.initiative import initiative
from engine.systems.bushido.pools import exchange_pools


def foreseen(
    game: Game, model: Model, foe: Model, at: Point | None = None, *, marks: tuple[str, ...] = ()
) -> tuple[tuple[Tally, ...], tuple[str, ...]]:
    """Sums and sentences for an exchange that this model would begin where it stands, or *at* a point.

    *marks* are counters of `bout` the exchange would begin with (stood up, disengaging).
    """
    x, y = at or (model.x, model.y)
    words = model.counters
    for name, value in ((bout.FIGHTING, bout.ACTING), *((mark, 1) for mark in marks)):
        words = counted(words, name, value)
    actor = replace(model, x=x, y=y, counters=words)
    other = replace(foe, counters=counted(foe.counters, bout.FIGHTING, bout.OTHER))
    then = game.with_model(actor).with_model(other)
    pools = exchange_pools(then, actor, other)
    tallies = tuple(
        replace(pool, title=f"{pool.title} of {one.name}") for pool, one in zip(pools, (actor, other), strict=True)
    )
    first = initiative(then, actor, other)
    notes = [f"{then.model(first.first).name} attacks first: {first.reason}."]
    for one in (actor, other):
        bound = BOUND.get(split_limit(then, one))
        if bound:
            notes.append(f"{one.name} divides its dice with{bound.removeprefix(',')}.")
    return tallies, tuple(notes)
