"""The only luck in the program: faces shaken from a seed that the journal keeps.

The same seed, entry and question always give the same faces, so a battle can be run again
die for die; a command that is made anew after an undo is a later entry and gets new dice.
"""

from __future__ import annotations

import random

from engine.dice import Dice, Faces

LARGEST_SEED = 2**31 - 1


def fresh_seed() -> int:
    """A seed for a new battle, from the operating system's own noise."""
    return random.SystemRandom().randint(1, LARGEST_SEED)


def shake(dice: Dice, seed: int, entry: int, question: int) -> Faces:
    """Faces for the *question*-th question of the *entry*-th command ever made under *seed*."""
    cup = random.Random(f"{seed}/{entry}/{question}/{dice}")
    return tuple(cup.randint(1, dice.sides) for _ in range(dice.count))
