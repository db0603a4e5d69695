"""What States forbid a model to declare, said so that one learns what they leave.

In several States at once only what every one of them allows is allowed (ELD-GEN-2).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.game import Game, Model
from engine.questions import Objection, Permission
from engine.rules import Bar
from engine.systems.eldfall.acts import DOING
from engine.systems.eldfall.conditions import RULES

SEVERAL = ("ELD-GEN-2", "ELD-DEF-OWN-AND")


def barred(game: Game, model: Model, permission: Permission, thing: str) -> tuple[Objection, ...]:
    """Every State's objection to this movement or Action of the model: "Kestrel is Engaged and may only …"."""
    found = tuple(_barred(game, model, permission, thing))
    if len(found) < 2:
        return found
    return tuple(
        Objection(text=one.text, why=(*one.why, *SEVERAL), model=one.model, evidence=one.evidence) for one in found
    )


def _barred(game: Game, model: Model, permission: Permission, thing: str) -> Iterator[Objection]:
    for bearing in RULES.on(game, model):
        bar = bearing.clause
        if not isinstance(bar, Bar) or bar.permission != permission or not bar.forbids(thing):
            continue
        if bar.when is not None and not bar.when(game, model):
            continue
        left = [DOING[word] for word in bar.things]
        words = f"may only {listed(left, 'or')}" if bar.only else f"may not {DOING[thing]}"
        yield Objection(text=f"{model.name} is {bearing.label} and {words}.", why=bar.why, model=model.id)


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words in a row: 'a, b and c'; empty for none."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"
