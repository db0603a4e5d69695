"""Written positions, and how to play commands on them: shared by every test of this book.

A model "ref" is the reference model of the worked cases: Medium (32 mm, 45 mm high), STA 2, SPD 5,
OFF 13, DEF 11, ACC 12, INT 9, AG 11, T 13, ARM 3, HP 2, M 12, with a blade and a bow.  `T` apart two
such bases touch.  Models look up the screen unless the line says where, and have no Activation
Points unless the line gives them some, so that nobody reacts unasked.
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

SYSTEM = systems.load("eldfall")
T = 32.0 / MM_PER_INCH
"""Centre to centre of two touching 32 mm bases, in inches."""

# fmt: off
_REF = "base=32 height=1.7717 STA=2 SPD=5 OFF=13 DEF=11 ACC=12 INT=9 AG=11 T=13 ARM=3 HP=2 M=12"
PROFILES = f"""
profile ref     "Reference" {_REF} equipment=blade,bow
profile one     "Tired"     {_REF.replace("STA=2", "STA=1")} equipment=blade,bow
profile frail   "Frail"     {_REF.replace("HP=2", "HP=1")} equipment=blade,bow
profile flyer   "Flyer"     {_REF} traits=flight equipment=blade,bow
profile leader  "Leader"    {_REF} traits=leader equipment=blade,bow
profile eager   "Eager"     {_REF} traits=fervour,wary equipment=blade,bow
profile healer  "Healer"    {_REF} equipment=field_dressing,steady_hand,second_breath,blade,bow
profile mender  "Mender"    {_REF} Regeneration=1 traits=regeneration equipment=blade,bow
profile spear   "Spearman"  {_REF} equipment=long_spear
profile pike    "Pikeman"   {_REF} equipment=pike
profile knife   "Knifeman"  {_REF} equipment=skinning_knife
profile hammer  "Hammerer"  {_REF} equipment=bell_hammer
profile sleeper "Stunner"   {_REF} equipment=sleep_maul
profile venom   "Poisoner"  {_REF} equipment=venom_needles
profile nettle  "Nettler"   {_REF} equipment=nettle_needles
profile thrower "Thrower"   {_REF} equipment=tar_pot
profile sweeper "Sweeper"   {_REF} equipment=kiln_fists
profile small   "Small"     {_REF.replace("base=32 height=1.7717", "base=25 height=0.9843")} equipment=blade,bow
profile giant   "Giant"     {_REF.replace("base=32 height=1.7717", "base=60 height=2.3622")} equipment=kiln_fists
"""
# fmt: on


def position(
    models: str, *lines: str, phase: str = "tactical", active: str = "red", turn: int = 2, **readings: str
) -> Game:
    """Models as lines of notation, in a phase, under readings; *lines* are terrain and sides."""
    chosen = "\n".join(f"reading {name}={option}" for name, option in readings.items())
    head = f"game eldfall round={turn} phase={phase} active={active}"
    return notation.read("\n".join((head, chosen, PROFILES, *lines, models)))
