"""Written positions, and how to play commands on them: shared by every test of this book.

Bases are 30 mm (1.181 in): `T` apart two of them touch.  A model "man" has MP 4, RP 3, Move 4,
Ki 2 with at most 6 tokens, and 5 wounds.  Models look up the screen unless the line says where.
"""

from __future__ import annotations

from engine import notation, systems
from engine.game import MM_PER_INCH, Game
from tests.systems.playing import (
    Given,
    act,
    after,
    answers,
    asking,
    by_hand,
    chance,
    counters,
    done,
    legal,
    marks,
    move,
    plan,
    play,
    refused,
    said,
    step,
)

__all__ = [
    "Given",
    "act",
    "after",
    "answers",
    "asking",
    "by_hand",
    "chance",
    "counters",
    "done",
    "legal",
    "marks",
    "move",
    "plan",
    "play",
    "refused",
    "said",
    "step",
]

SYSTEM = systems.load("bushido")
T = 30.0 / MM_PER_INCH
"""Centre to centre of two touching 30 mm bases, in inches."""

# fmt: off
_MAN = "MP=4 RP=3 Move=4 Ki=2 KiMax=6 Wounds=5"
PROFILES = f"""
profile man      "Man"      base=30 {_MAN} equipment=short_sword
profile dull     "Dull"     base=30 MP=4 RP=3 Move=4 Ki=1 KiMax=4 Wounds=5 equipment=short_sword
profile tough    "Tough"    base=30 {_MAN} Tough=1 traits=tough equipment=short_sword
profile frail    "Frail"    base=30 {_MAN} Tough=-1 traits=tough equipment=short_sword
profile durable  "Durable"  base=30 {_MAN} traits=durable equipment=short_sword
profile mending  "Mending"  base=30 {_MAN} Regenerate=1 traits=regenerate equipment=short_sword
profile oni      "Oni"      base=30 MP=4 RP=0 Move=4 Ki=1 KiMax=4 Wounds=8 Fear=4 traits=fear,rage equipment=iron_club
profile eager    "Eager"    base=30 {_MAN} Impetuous=1 traits=impetuous equipment=short_sword
profile agile    "Agile"    base=30 {_MAN} traits=agile equipment=short_sword
profile ghost    "Ghost"    base=30 {_MAN} traits=intangible equipment=short_sword
profile seer     "Seer"     base=30 {_MAN} traits=sixth_sense equipment=short_sword
profile kami     "Kami"     base=30 {_MAN} traits=kami equipment=short_sword
profile fearless "Fearless" base=30 {_MAN} traits=fearless equipment=short_sword
profile fearful  "Fearful"  base=30 {_MAN} Fear=4 traits=fear equipment=short_sword
profile hidden   "Hidden"   base=30 {_MAN} Disguise=5 traits=disguise equipment=short_sword
profile archer   "Archer"   base=30 {_MAN} equipment=short_bow,short_sword
profile gunner   "Gunner"   base=30 {_MAN} equipment=matchlock,short_sword
profile healer   "Healer"   base=30 {_MAN} Heal=2 traits=heal equipment=short_sword
"""
# fmt: on


def position(
    models: str, *lines: str, phase: str = "main", active: str = "red", turn: int = 2, **readings: str
) -> Game:
    """Models as lines of notation, in a phase, under readings; *lines* are terrain and sides."""
    chosen = "\n".join(f"reading {name}={option}" for name, option in readings.items())
    head = f"game bushido round={turn} phase={phase} active={active}"
    return notation.read("\n".join((head, chosen, PROFILES, *lines, models)))
