"""Chapter: Critical hits — in play only where the reading `criticals` says so.

A critical belongs to the warrior who scores it, once a phase; the counter `critical` on him
remembers it until his blows or shots are done.
"""

from __future__ import annotations

from msgspec import Struct

from engine.ask import Steps, roll
from engine.dice import D6, Faces
from engine.game import Game, Model
from engine.systems.mordheim.weapons import TABLES

USED = "critical"
"""The counter on a warrior who has had his critical hit of this phase."""
WHY = ("MOR-DEF-CRITICAL",)


class Critical(Struct, frozen=True, kw_only=True):
    """What a row of the chart does; *armour_save* says whether armour may still stop it."""

    wounds: int = 1
    armour_save: bool = True
    injury_bonus: int = 0


ORDINARY = Critical()
"""A wound that is not critical."""

CHART: tuple[tuple[str, int, Critical], ...] = tuple(
    (
        f"{row['wounds']} wounds{'' if row['armour_save'] else ', no armour save'}"
        + (f", +{row['injury_bonus']} to injuries" if row["injury_bonus"] else ""),
        row["up_to"],
        Critical(wounds=row["wounds"], armour_save=row["armour_save"], injury_bonus=row["injury_bonus"]),
    )
    for row in TABLES["critical"]["chart"]
)
"""Rows in order: what it is in words, the highest die for it, what it does."""


def critical_chart(faces: Faces) -> str:
    """The row of the chart a die falls on, in words."""
    return next(words for words, up_to, _ in CHART if faces[0] <= up_to)


def scored_from(game: Game, attacker: Model, need: int) -> int:
    """Lowest D6 to wound that is critical; above 6 where none can be.

    Not if the 6 was needed to wound at all, and not a second time in one phase.
    """
    on = int(TABLES["critical"]["on"])
    if game.reading("criticals", "off") != "on" or need >= on or attacker.count(USED):
        return on + 1
    return on


def struck(attacker: Model, target: Model) -> Steps[Critical]:
    """Roll on the chart."""
    what = f"critical hit on {target.name}"
    words = yield from roll(D6, critical_chart, what, side=attacker.side, model=attacker.id, why=WHY)
    return next(row for label, _, row in CHART if label == words)
