"""Chapter: Dice — what the coloured dice show, and only as much of it as a throw needs to know.

A die is thrown for a purpose.  Sides that come to the same for that purpose bear the same word,
so whoever throws real dice is asked no more than matters: for burn only whether it is a surge, in
melee no range.  The faces stand in the charts and are assumed (DES-DEF-ODDS); no rule rests on them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Literal, NamedTuple

from engine.dice import Dice, Die, Faces, unlike
from engine.systems.descent.tables import raw

Purpose = Literal["surge", "blank", "harm", "harm_or_miss"]
"""Surges count, or blanks, or damage alone (a miss being none, or a thing of its own)."""

TITLES = {"black": "power"}
BASES = ("red", "blue", "white")
LOSEABLE = ("yellow", "green", "black")
"""Dice that Daze can take."""


class Face(NamedTuple):
    """One side of a die."""

    miss: int = 0
    range: int = 0
    damage: int = 0
    surge: int = 0
    enhance: int = 0

    @property
    def blank(self) -> bool:
        return not any(self)


class Matters(NamedTuple):
    """What counts in an attack besides damage and misses."""

    range: bool
    surges: bool


class Score(NamedTuple):
    """Dice of an attack added up; with a *miss* among them nothing else is.

    *enhanced* are power dice that may be range or damage; where no range is needed they are damage.
    """

    miss: bool
    range: int
    damage: int
    surges: int
    enhanced: int


@cache
def faces(colour: str) -> tuple[Face, ...]:
    """The six sides of a die of this colour, as the charts have them."""
    return tuple(Face(**{key: int(value) for key, value in side.items()}) for side in raw()["dice"]["faces"][colour])


def title(colour: str) -> str:
    """What a die of this colour is called."""
    return TITLES.get(colour, colour)


@cache
def die_for(colour: str, purpose: Purpose) -> Die:
    """One die outside attacks, with a word on each side for what counts."""
    return Die(title(colour), tuple(_word(face, purpose) for face in faces(colour)))


@cache
def attack_die(colour: str, matters: Matters) -> Die:
    """One die of an attack, its sides in words as far as they matter."""
    return Die(title(colour), tuple(_attack_word(face, matters) for face in faces(colour)))


@cache
def power_dice(count: int, purpose: Purpose) -> Dice:
    """So many power dice, thrown for surges or for blanks."""
    return unlike(*(die_for("black", purpose),) * count)


def surges(faces_thrown: Faces) -> int:
    """How many of these power dice show a surge."""
    return sum(faces("black")[face - 1].surge for face in faces_thrown)


def any_blank(faces_thrown: Faces) -> bool:
    """Does any of these power dice show its blank?"""
    return any(faces("black")[face - 1].blank for face in faces_thrown)


@cache
def harm(colour: str, *, spoiled: bool) -> Callable[[Faces], int]:
    """A reading of dice of one colour that counts their damage; one miss is none, or *spoiled* the whole throw."""

    def read(faces_thrown: Faces) -> int:
        shown = [faces(colour)[face - 1] for face in faces_thrown]
        if spoiled and any(face.miss for face in shown):
            return 0
        return sum(face.damage for face in shown if not face.miss)

    return read


@cache
def attack_dice(colours: tuple[str, ...], matters: Matters) -> Dice:
    """Dice of these colours, thrown for an attack in which so much matters."""
    return unlike(*(attack_die(colour, matters) for colour in colours))


@cache
def scored(colours: tuple[str, ...], matters: Matters) -> Callable[[Faces], Score]:
    """A reading of dice of these colours that adds them up as far as it matters."""

    def read(faces_thrown: Faces) -> Score:
        return added(tuple(zip(colours, faces_thrown, strict=True)), matters)

    return read


@cache
def one_by_one(colours: tuple[str, ...], matters: Matters) -> Callable[[Faces], tuple[tuple[str, int], ...]]:
    """A reading that keeps dice apart, as (colour, face), for throws of which some may be made again.

    Dice of one colour are sorted, and of sides that come to the same the first is kept.
    """

    def read(faces_thrown: Faces) -> tuple[tuple[str, int], ...]:
        kept = []
        for colour, face in zip(colours, faces_thrown, strict=True):
            words = attack_die(colour, matters).words
            kept.append((colours.index(colour), words.index(words[face - 1]) + 1))
        return tuple((colours[at], face) for at, face in sorted(kept))

    return read


def added(thrown: tuple[tuple[str, int], ...], matters: Matters) -> Score:
    """Dice as (colour, face) added up as far as it matters."""
    shown = [faces(colour)[face - 1] for colour, face in thrown]
    if any(face.miss for face in shown):
        return Score(True, 0, 0, 0, 0)
    enhanced = sum(face.enhance for face in shown)
    return Score(
        miss=False,
        range=sum(face.range for face in shown) if matters.range else 0,
        damage=sum(face.damage for face in shown) + (0 if matters.range else enhanced),
        surges=sum(face.surge for face in shown) if matters.surges else 0,
        enhanced=enhanced if matters.range else 0,
    )


def worth(colour: str, matters: Matters) -> int:
    """What the sides of a die add to an attack in which so much matters, all together: the die lost last has most."""
    return sum(
        face.damage + face.enhance + face.range * matters.range + face.surge * matters.surges for face in faces(colour)
    )


def _word(face: Face, purpose: Purpose) -> str:
    match purpose:
        case "surge":
            return "surge" if face.surge else "no surge"
        case "blank":
            return "blank" if face.blank else "not blank"
        case "harm":
            return f"{0 if face.miss else face.damage} damage"
        case "harm_or_miss":
            return "miss" if face.miss else f"{face.damage} damage"


def _attack_word(face: Face, matters: Matters) -> str:
    if face.miss:
        return "miss"
    parts = [f"range {face.range}"] if matters.range and face.range else []
    if face.damage:
        parts.append(f"{face.damage} damage")
    if face.surge and matters.surges:
        parts.append("surge" if face.surge == 1 else f"{face.surge} surges")
    if face.enhance:
        parts.append("1 range or damage" if matters.range else "1 damage")
    return ", ".join(parts) or ("blank" if face.blank else "nothing that counts")
