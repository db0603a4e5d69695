"""What States forbid a model to declare, said so that one learns what they leave.

In several States at once only what every one of them allows is allowed (ELD-GEN-2).
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.game import Game, Model
from engine.questions import Objection, Permission, listed
from engine.rules import Bar
from engine.systems.eldfall.acts import DOING
from engine.systems.eldfall.conditions import RULES

SEVERAL = ("ELD-GEN-2", "ELD-DEF-OWN-AND")


def barred(game: Game, model: Model, permission: Permission, thing: str) -> tuple[Objection, ...]:
    """Every State's objection to this movement or Action of the model: "Kestrel is Engaged and may only …"."""
    found = tuple(_barred(game, model, permission, thing))
    labels = [label for label, _ in found]
    several = SEVERAL if any(label != labels[0] for label in labels) else ()
    return tuple(replace(objection, why=(*objection.why, *several)) for _, objection in found)


def _barred(game: Game, model: Model, permission: Permission, thing: str) -> Iterator[tuple[str, Objection]]:
    for bearing in RULES.on(game, model):
        bar = bearing.clause
        if not isinstance(bar, Bar) or bar.permission != permission or not bar.forbids(thing):
            continue
        if bar.when is not None and not bar.when(game, model):
            continue
        left = [DOING[word] for word in bar.things]
        words = f"may only {listed(left, 'or')}" if bar.only else f"may not {DOING[thing]}"
        text = f"{model.name} is {bearing.label} and {words}."
        yield bearing.label, Objection(text=text, why=bar.why, model=model.id)
