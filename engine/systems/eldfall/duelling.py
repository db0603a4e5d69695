"""Chapter: Issue a Duel — while two champions duel nobody else is activated or reacts."""

from __future__ import annotations

from engine.game import Game, Model
from engine.rules import Clause, Status, cannot
from engine.systems.eldfall.questions import ACTIVATE, REACT

DUELLING = "duelling"
WHY = ("ELD-DEF-ACT-DUEL",)

STATUS = Status(
    DUELLING,
    "Duelling",
    (),
    says="Champion of its side: until one of the two is Incapacitated or Dead nobody else activates or reacts.",
    why=WHY,
)


def duellists(game: Game) -> tuple[Model, ...]:
    """The champions of the running Duel; none when there is no Duel."""
    return tuple(model for model in game.models if model.has(DUELLING))


def stands_by(game: Game, model: Model) -> bool:
    """Is there a Duel that this model has no part in?"""
    return not model.has(DUELLING) and bool(duellists(game))


GENERAL: tuple[tuple[str, Clause], ...] = (
    ("Duel of others", cannot(ACTIVATE, why=WHY, when=stands_by)),
    ("Duel of others", cannot(REACT, why=WHY, when=stands_by)),
)
"""What a Duel forbids everybody else."""
