"""Chapter: Mind — a model with none left has half its SPD, ATK and DEF, fractions kept.

Nothing in these chapters takes Mind: what is lost is counted by hand, as `mind_lost`.
"""

from __future__ import annotations

from engine.game import Game, Model
from engine.rules import Clause, half
from engine.systems.open_combat.questions import ATK, DEF, SPD

MIND_LOST = "mind_lost"
WHY = "OPC-DEF-MIND"


def gone(game: Game, model: Model) -> bool:
    """Is all of its Mind lost?  A model that is printed without any has none to lose."""
    return 0 < model.stat("MIN") <= model.count(MIND_LOST)


CLAUSES: tuple[tuple[str, Clause], ...] = tuple(
    ("no Mind left", half(number, WHY, when=gone)) for number in (SPD, ATK, DEF)
)
"""What bears on every model in whom nothing is left to lose."""
