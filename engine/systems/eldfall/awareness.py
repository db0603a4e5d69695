"""Chapter: Awareness — a disc about the model, as many inches from its base as it has Agility.

Reading: the Agility that its States leave, without what changes a single roll (`awareness_agility`).
"""

from __future__ import annotations

from engine.game import Game, Model
from engine.questions import Tally
from engine.systems.eldfall.counters import printed
from engine.systems.eldfall.halving import value
from engine.systems.eldfall.questions import AG
from engine.systems.eldfall.readings import AWARENESS_AGILITY, chosen

WHY = ("ELD-DEF-AWA",)


def awareness(game: Game, model: Model) -> Tally:
    """The radius in inches, with its sum."""
    if chosen(game, AWARENESS_AGILITY) == "printed":
        return Tally(title="Awareness", base=printed(model, AG.id), suffix="″", why=WHY)
    agility = value(game, model, AG)
    return Tally(title="Awareness", base=agility.base, modifiers=agility.modifiers, suffix="″", why=WHY)
