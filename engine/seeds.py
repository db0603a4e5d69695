"""The read-only door to `seeds/` and `assets/`: rulebooks restated as data, boards, skirmishes.

Nothing in these files is a rule: they hold names, numbers, charts and sentences in our
own words, and unknown keys are refused so that nothing else can creep in.  Every answer
is read once, kept, and cannot be changed by the reader.  A fault in a file is a
ValueError whose sentence names the file and the reason.

Profiles and boards are given as plain mappings: `msgspec.convert(…, Profile)` or
`(…, Table)` makes the noun.  This module knows no noun of ours.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct

SEEDS = Path(__file__).parent.parent / "seeds"
"""One folder a rulebook."""
ASSETS = Path(__file__).parent.parent / "assets"
"""Pictures, boards and skirmishes made for this project."""

Raw = Mapping[str, Any]
"""Plain frozen TOML: text, numbers, booleans, tuples and further mappings."""

T = TypeVar("T")


class Chapter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A heading of the book; *id* is what clauses name."""

    id: str
    title: str


class Book(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which rules these are: title, edition, chapters in order, and what was left out on purpose.

    *counters* names what is counted as a player calls it, one and many ("Ki token", "Ki tokens");
    *signs* is what a counter that is no number says once it is set ("this is the last turn").
    """

    id: str
    title: str
    edition: str
    says: str
    chapters: tuple[Chapter, ...]
    sources: tuple[str, ...] = ()
    out_of_scope: tuple[str, ...] = ()
    counters: dict[str, tuple[str, str]] = {}
    signs: dict[str, str] = {}


class Clause(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One sentence of a rule, in our words.

    *automated*: the engine does it; otherwise it is played by hand and *note* says why.
    *reading*: what we decided where the source is silent or unclear.
    *assumed*: no source settles it; the number or the sentence is our own assumption.
    """

    id: str
    chapter: str
    says: str
    automated: bool = True
    reading: str = ""
    assumed: bool = False
    note: str = ""


class Option(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One way to read an unclear rule; *assumed* where nothing but this engine speaks for it."""

    id: str
    says: str
    assumed: bool = False


class Reading(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An unclear rule, switchable per game: *title* asks, *options* answer, *clauses* are touched."""

    id: str
    title: str
    options: tuple[Option, ...]
    default: str
    clauses: tuple[str, ...]

    def option(self, id: str) -> Option:
        """The option of this id; KeyError lists the ones there are."""
        for option in self.options:
            if option.id == id:
                return option
        raise KeyError(f"{self.title} There is no answer {id!r}, only {', '.join(o.id for o in self.options)}")


class _House(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    clause: tuple[Clause, ...]


class Member(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One fighter of a band: a given name and the profile behind it."""

    name: str
    profile: str


class Band(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A ready-made warband; *id* serves as side id."""

    id: str
    name: str
    says: str
    members: tuple[Member, ...]


class Place(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a fighter stands as a skirmish begins; inches, *z* the height under the base."""

    id: str
    name: str
    profile: str
    side: str
    x: float = 0.0
    y: float = 0.0
    z: float = 0.0
    facing: float = 0.0
    place: Literal["table", "reserve"] = "table"


class Seat(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A side of a skirmish."""

    id: str
    name: str


class Skirmish(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game ready to play: rulebook, board, sides in playing order and where everybody stands."""

    id: str
    name: str
    says: str
    system: str
    board: str
    sides: tuple[Seat, ...]
    models: tuple[Place, ...]


class _Rules(Struct, frozen=True, forbid_unknown_fields=True):
    clause: tuple[Clause, ...]
    definition: tuple[Clause, ...] = ()
    reading: tuple[Reading, ...] = ()


class _Warband(Struct, frozen=True, forbid_unknown_fields=True):
    band: Band
    profile: tuple[dict[str, Any], ...]


@cache
def systems() -> tuple[str, ...]:
    """Every rulebook that has seeds, by folder name."""
    return tuple(sorted(path.parent.name for path in SEEDS.glob("*/book.toml")))


@cache
def bare() -> str:
    """The book that restates not a single clause, for a table without rules; empty where there is none.

    Looked up in the text, which is far quicker than reading every rulebook.
    """
    files = {name: _folder(name) / "rules.toml" for name in systems()}
    return next((name for name, file in files.items() if "[[clause]]" not in file.read_text(encoding="utf-8")), "")


@cache
def book(system: str) -> Book:
    """Title, edition, chapters and limits of a rulebook."""
    path = _folder(system) / "book.toml"
    found = typed(path, Book)
    if found.id != system:
        raise _fault(path, f"the book calls itself {found.id!r} but lies in {system!r}")
    return found


def clauses(system: str) -> tuple[Clause, ...]:
    """Every sentence of the seed itself, in the book's order."""
    return _rules(system).clause


def definitions(system: str) -> tuple[Clause, ...]:
    """What the clauses lean on and the seed does not say; cited like clauses."""
    return _rules(system).definition


def readings(system: str) -> tuple[Reading, ...]:
    """The unclear rules that a game may switch."""
    return _rules(system).reading


def reading(system: str, id: str) -> Reading:
    """One switchable reading; KeyError with a sentence if there is none of this id."""
    for candidate in readings(system):
        if candidate.id == id:
            return candidate
    raise KeyError(f"no reading {id!r} in the seeds of {system}")


def clause(id: str) -> Clause:
    """The clause or definition of this id in any rulebook; KeyError with a sentence otherwise."""
    found = _by_id().get(id)
    if found is None:
        raise KeyError(f"no rulebook in seeds/ has a clause {id!r}")
    return found


@cache
def tables(system: str) -> Raw:
    """Charts and numbers of a rulebook, as they stand in its tables.toml."""
    frozen: Raw = _freeze(_toml(_folder(system) / "tables.toml"))
    return frozen


def bands(system: str) -> tuple[Band, ...]:
    """The ready-made warbands, by file name."""
    return tuple(warband.band for warband in _warbands(system))


@cache
def profiles(system: str) -> Mapping[str, Raw]:
    """Every printed stat line by profile id, ready for `msgspec.convert(…, Profile)`."""
    return MappingProxyType({raw["id"]: _freeze(raw) for each in _warbands(system) for raw in each.profile})


@cache
def boards() -> tuple[str, ...]:
    """Names of the boards that come with the program."""
    return tuple(sorted(path.stem for path in (ASSETS / "boards").glob("*.toml")))


@cache
def board(name: str) -> Raw:
    """One board as plain mappings, ready for `msgspec.convert(…, Table)`; KeyError if unknown."""
    if name not in boards():
        raise KeyError(f"no board {name!r} in assets/boards, only {', '.join(boards())}")
    frozen: Raw = _freeze(_toml(ASSETS / "boards" / f"{name}.toml"))
    return frozen


@cache
def skirmishes() -> tuple[str, ...]:
    """Names of the skirmishes that come with the program."""
    return tuple(sorted(path.stem for path in (ASSETS / "skirmishes").glob("*.toml")))


@cache
def skirmish(name: str) -> Skirmish:
    """One ready-made game; KeyError if unknown, ValueError if it names what does not exist."""
    if name not in skirmishes():
        raise KeyError(f"no skirmish {name!r} in assets/skirmishes, only {', '.join(skirmishes())}")
    path = ASSETS / "skirmishes" / f"{name}.toml"
    found = typed(path, Skirmish)
    _distinct(path, "model", [model.id for model in found.models])
    sides = {side.id for side in found.sides}
    if found.board not in boards():
        raise _fault(path, f"there is no board {found.board!r}")
    for model in found.models:
        if model.side not in sides:
            raise _fault(path, f"{model.id} belongs to {model.side!r}, which is no side of this skirmish")
        if model.profile not in profiles(found.system):
            raise _fault(path, f"{model.id} has the unknown profile {model.profile!r}")
    return found


@cache
def _rules(system: str) -> _Rules:
    path = _folder(system) / "rules.toml"
    found = typed(path, _Rules)
    every = found.clause + found.definition
    _distinct(path, "clause", [each.id for each in every])
    _distinct(path, "reading", [each.id for each in found.reading])
    chapters = {chapter.id for chapter in book(system).chapters}
    for each in every:
        if each.chapter not in chapters:
            raise _fault(path, f"{each.id} stands in chapter {each.chapter!r}, which the book does not have")
        if not each.automated and not each.note:
            raise _fault(path, f"{each.id} is played by hand but has no note saying why")
    for switch in found.reading:
        _check_reading(path, switch, {each.id for each in every})
    return found


def _check_reading(path: Path, switch: Reading, known: set[str]) -> None:
    _distinct(path, "option", [option.id for option in switch.options])
    if switch.default not in {option.id for option in switch.options}:
        raise _fault(path, f"the default of reading {switch.id} is {switch.default!r}, which is none of its options")
    for id in switch.clauses:
        if id not in known:
            raise _fault(path, f"reading {switch.id} touches the unknown clause {id!r}")


@cache
def house() -> tuple[Clause, ...]:
    """What every wish must keep to before any rulebook is asked."""
    return typed(SEEDS / "house.toml", _House).clause


@cache
def _by_id() -> Mapping[str, Clause]:
    books = [each for system in systems() for each in clauses(system) + definitions(system)]
    return {each.id: each for each in (*house(), *books)}


@cache
def _warbands(system: str) -> tuple[_Warband, ...]:
    """Profiles first, then bands, checked across all files: a band may share another's profile."""
    paths = sorted((_folder(system) / "profiles").glob("*.toml"))
    found = tuple(typed(path, _Warband) for path in paths)
    seen: set[str] = set()
    for path, each in zip(paths, found, strict=True):
        for raw in each.profile:
            if not isinstance(raw.get("id"), str):
                raise _fault(path, "a profile has no id")
            if raw["id"] in seen:
                raise _fault(path, f"profile {raw['id']!r} is written twice")
            seen.add(raw["id"])
    for path, each in zip(paths, found, strict=True):
        for member in each.band.members:
            if member.profile not in seen:
                raise _fault(path, f"{member.name} has the unknown profile {member.profile!r}")
    return found


def _folder(system: str) -> Path:
    """Only a folder that was listed: a name out of a file can never lead elsewhere."""
    if system not in systems():
        raise KeyError(f"no rulebook {system!r} in seeds/, only {', '.join(systems())}")
    return SEEDS / system


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise _fault(path, error.strerror or "cannot be read") from error
    except ValueError as error:  # covers broken TOML and broken UTF-8
        raise _fault(path, str(error)) from error


def typed(path: Path, kind: type[T]) -> T:
    """A file of ours as what it must be.  ValueError names the file and the reason."""
    try:
        return msgspec.convert(_toml(path), kind)
    except msgspec.ValidationError as error:
        raise _fault(path, str(error)) from error


def _distinct(path: Path, what: str, ids: list[str]) -> None:
    for position, id in enumerate(ids):
        if id in ids[:position]:
            raise _fault(path, f"{what} {id!r} is written twice")


def _fault(path: Path, reason: str) -> ValueError:
    return ValueError(f"{path.parent.parent.name}/{path.parent.name}/{path.name}: {reason}")


def _freeze(raw: Any) -> Any:
    if isinstance(raw, dict):
        return MappingProxyType({key: _freeze(value) for key, value in raw.items()})
    if isinstance(raw, list):
        return tuple(_freeze(value) for value in raw)
    return raw
