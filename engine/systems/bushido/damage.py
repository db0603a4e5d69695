"""Chapter: Wound Table — what a damage roll comes to.

Two dice are added, the sum is kept between 2 and 12, and the table says how far the wounds
lie above or below the success level.  A strong model rolls three and keeps the two highest, a
weak one the two lowest.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Literal

from engine.dice import Dice, Faces
from engine.systems.bushido.weapons import TABLES

Kept = Literal["both", "highest", "lowest"]
"""Which two dice of a damage roll count."""


def wounds_by(level: int, rolled: int) -> int:
    """Wounds for a success level and a damage roll, modifiers included (BUS-DEF-30)."""
    table = TABLES["damage"]
    lowest, highest = int(table["lowest"]), int(table["highest"])
    return max(0, level + int(table["adjustment"][min(max(rolled, lowest), highest) - lowest]))


def damage_dice(kept: Kept) -> Dice:
    """Two D6, or three where two of them are picked."""
    return Dice(2 if kept == "both" else 3, 6)


@lru_cache(maxsize=1024)
def damage_reading(level: int, plus: int, kept: Kept = "both", halved: bool = False) -> Callable[[Faces], int]:
    """The reading of a damage roll: wounds; cached, so that odds are too."""

    def read(faces: Faces) -> int:
        wounds = wounds_by(level, sum(_kept(faces, kept)) + plus)
        return wounds // 2 if halved else wounds

    return read


def _kept(faces: Faces, kept: Kept) -> Faces:
    if kept == "both":
        return faces
    return tuple(sorted(faces, reverse=kept == "highest")[:2])
