"""Chapter: Awareness — who is within it: anybody whose hitbox overlaps or touches the disc."""

from __future__ import annotations

from engine.game import Game, Model, Point3
from engine.geometry.evidence import Evidence
from engine.questions import Objection
from engine.systems.eldfall.awareness import WHY, awareness
from engine.systems.eldfall.hitbox import apart
from engine.systems.eldfall.reach import painted
from engine.systems.eldfall.sight import nearest_along


def within(game: Game, model: Model, other: Model) -> bool:
    """Is the other inside the Awareness of this model?"""
    return apart(game, model, other).within(awareness(game, model).value)


def within_along(game: Game, model: Model, mover: Model, path: tuple[Point3, ...]) -> bool:
    """Was the mover inside the Awareness of this model at any point of its way?"""
    return nearest_along(game, model, mover, path).within(awareness(game, model).value)


def beyond(game: Game, model: Model, other: Model) -> tuple[Objection, ...]:
    """The objection to somebody outside the Awareness."""
    if within(game, model, other):
        return ()
    radius = awareness(game, model).value
    far = apart(game, model, other).distance
    text = f"{other.name} is {far:.2f}″ away; the Awareness of {model.name} is {radius:g}″."
    shown: Evidence = painted(game, model, radius, "Awareness")
    return (Objection(text=text, why=WHY, model=model.id, evidence=shown),)
