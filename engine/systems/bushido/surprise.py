"""Chapter: Surprised — an enemy from where one does not look.

Who began his activation out of a model's sight and out of contact, and stays out of its sight
as he moves, surprises it when he targets it or comes into contact.  Nobody surprises a model
with a sixth sense.  The blind see nobody who comes from outside contact (`blind_zone`).
"""

from __future__ import annotations

import math
from collections.abc import Callable

from msgspec.structs import replace

from engine.ask import Steps, happens
from engine.events import Gained, Lost
from engine.game import Game, Marker, Model, ModelId, Point
from engine.systems.bushido import straight, traits
from engine.systems.bushido.contact import touching
from engine.systems.bushido.guarded import now_aimed_at
from engine.systems.bushido.readings import BLIND_ZONE, chosen
from engine.systems.bushido.sight import looks_out, sees
from engine.systems.bushido.surprised import SURPRISED, WHY

_STEP = 0.5
"""How often, in inches along the way, the victim's sight is looked at again."""


def surprises(game: Game, mover: Model, path: tuple[Point, ...], victim: Model) -> bool:
    """Does somebody who goes along this path (or stays, with an empty one) take the victim unawares?"""
    if traits.has(victim, "sixth_sense") or touching(mover, victim):
        return False
    if not looks_out(game, victim).granted:
        return chosen(game, BLIND_ZONE) == "follows"
    return not any(sees(game.with_model(there), victim, there).sees for there in _along(mover, path))


def _along(mover: Model, path: tuple[Point, ...]) -> tuple[Model, ...]:
    """The mover at its start, every half inch of its way, and at its end."""
    length = straight.length(path) if path else 0.0
    count = max(1, math.ceil(length / _STEP))
    places = [straight.cut(path, length * i / count)[-1] for i in range(1, count + 1)] if length > 0.0 else []
    return (mover, *(replace(mover, x=x, y=y) for x, y in places))


def take_unawares(game: Game, victim: ModelId) -> Steps[Game]:
    """The victim is Surprised until the action ends."""
    return (yield from happens(Gained(model=victim, marker=Marker(SURPRISED), why=WHY)))


def over(victim: ModelId) -> Callable[[Game], Steps[Game]]:
    """The step with which an action ends for somebody who was Surprised in it."""

    def step(game: Game) -> Steps[Game]:
        taken = now_aimed_at(game, victim)
        if not game.model(taken).has(SURPRISED):
            return game
        return (yield from happens(Lost(model=taken, status=SURPRISED, why=WHY)))

    return step
