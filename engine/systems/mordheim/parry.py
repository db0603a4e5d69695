"""Chapter: Close combat — parrying.

Against somebody who may parry, all blows roll to hit before any of them wounds, because it
is the best hit that is turned aside.  Which hits are left is kept, one bit a blow, in the
attacker's counter `hits` until his blows are done.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from engine.ask import Option, Steps, choose, happens, roll
from engine.dice import D6, Faces
from engine.events import Counted, Gained, Noted
from engine.game import Game, Marker, Model
from engine.systems.mordheim.conditions import RULES
from engine.systems.mordheim.questions import PARRY
from engine.systems.mordheim.weapons import at_least, parries_with
from engine.systems.mordheim.wounds import MOST_ON_A_DIE, Blow, strength

HITS = "hits"
"""Counter on the attacker: the sum of 2**number over the blows that hit and were not parried."""
WHY = ("MOR-DEF-PARRY",)
PARRIED = "parried"


def may_parry(game: Game, target: Model) -> bool:
    """Has he something in hand to parry with, and may he still do so in this phase?"""
    return bool(parries_with(target)) and RULES.ruling(game, target, PARRY).granted


@lru_cache(maxsize=8)
def hit_on(need: int) -> Callable[[Faces], int]:
    """The reading of a die to hit whose face still matters: the face, or 0 for a miss."""

    def read(faces: Faces) -> int:
        return faces[0] if faces[0] >= need else 0

    return read


def all_to_hit(game: Game, *, blows: tuple[tuple[int, Blow, int], ...]) -> Steps[Game]:
    """Roll every blow (its number, itself, what it needs) at one target, who may parry the best."""
    first = blows[0][1]
    attacker, target = game.model(first.attacker), game.model(first.target)
    if not target.on_table:
        return game
    faces: list[int] = []
    for _, _, need in blows:
        what, why = f"to hit {target.name}, {need}+", ("MOR-DEF-TO-HIT",)
        face = yield from roll(
            D6, hit_on(need), what, side=attacker.side, model=attacker.id, need=f"{need}+", why=why
        )  # fmt: skip
        faces.append(face)
    best = faces.index(max(faces))
    if _can_turn(game, blows[best][1], faces[best]):
        parried = yield from _parry(game, blows[best][1], faces[best])
        if parried != "taken":
            game = yield from happens(Gained(model=target.id, marker=Marker("parried"), why=WHY))
        if parried == PARRIED:
            faces[best] = 0
            text = f"{target.name} parries"
            game = yield from happens(Noted(text=text, model=target.id, other=attacker.id, why=WHY))
    left = attacker.count(HITS) + sum(1 << number for number in _first(blows, faces))
    return (yield from happens(Counted(of="model", whose=attacker.id, name=HITS, value=left, why=WHY)))


def _first(blows: tuple[tuple[int, Blow, int], ...], faces: list[int]) -> tuple[int, ...]:
    """Numbers of blows as many as hit: of blows alike but for their number, the first ones.

    Which of three like blows hit makes no difference, and games that do not differ merge in the odds.
    """
    found: list[int] = []
    for blow in dict.fromkeys(blow for _, blow, _ in blows):
        alike = [(number, face) for (number, other, _), face in zip(blows, faces) if other == blow]
        hits = sum(1 for _, face in alike if face)
        found += [number for number, _ in alike[:hits]]
    return tuple(found)


def _can_turn(game: Game, blow: Blow, face: int) -> bool:
    """Never a miss, never a 6, never a blow of twice his own Strength."""
    hard = int(strength(game, blow).value)
    return 0 < face < MOST_ON_A_DIE and hard < 2 * game.model(blow.target).stat("S")


def _parry(game: Game, blow: Blow, face: int) -> Steps[str]:
    """The defender decides, then rolls: higher than the hit turns it aside."""
    target = game.model(blow.target)
    need = face + 1
    options = (Option("parry", f"Parry ({parries_with(target)}), {need}+"), Option("take", "Take the blow"))
    picked = yield from choose(target.side, options, f"parry the hit of {face}", model=target.id, why=WHY)
    if picked == "take":
        return "taken"
    reading, what = at_least(need, PARRIED, "not parried"), f"parry by {target.name}, {need}+"
    return (yield from roll(D6, reading, what, side=target.side, model=target.id, need=f"{need}+", why=WHY))
