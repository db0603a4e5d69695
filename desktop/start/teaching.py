"""Lessons by doing: a ready skirmish and a few steps, each done when something has truly happened at the table.

A file of ``assets/lessons`` holds names, sentences and what is wanted; nothing in it is a rule or a condition.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

from msgspec import Struct
from PySide6.QtCore import QSettings

from engine import seeds, systems

LESSONS = seeds.ASSETS / "lessons"
Happening = Literal["refused", "undone", "asked", "answered"]


class Wanted(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What makes a step done; every part that is given must hold.

    *tool* is in the hand; *selected* is the chosen model; *measured* is the first word of the question that was
    answered, *of* the models it is about; a *fact* of that kind with those *parts* was written in the journal;
    *happened* says what the table did.
    """

    tool: str = ""
    selected: str = ""
    measured: str = ""
    of: tuple[str, ...] = ()
    fact: str = ""
    parts: dict[str, str | int] = {}
    happened: Happening | Literal[""] = ""


class Step(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing to do, in words; *then* says what it meant, *keys* how it is done without a mouse.

    *at* is a model to point at, *to* a place (inches) to ring; without *done* the step only tells.
    """

    do: str
    then: str = ""
    keys: str = ""
    at: str = ""
    to: tuple[float, float] | None = None
    done: Wanted | None = None


class Lesson(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A lesson: on which skirmish it is given, and its steps.  *place* orders the list."""

    id: str
    title: str
    says: str
    skirmish: str
    steps: tuple[Step, ...]
    place: int = 99


@cache
def lessons() -> tuple[Lesson, ...]:
    """Every lesson whose rulebook is here, in order.  ValueError names a file that is wrong."""
    found = [_read(path.stem) for path in sorted(LESSONS.glob("*.toml"))]
    here = [each for each in found if seeds.skirmish(each.skirmish).system in systems.names()]
    return tuple(sorted(here, key=lambda each: (each.place, each.title)))


def is_learned(name: str) -> bool:
    """Was this lesson gone through once?"""
    return str(QSettings().value(f"learned/{name}", "false")) == "true"


def learned(name: str) -> None:
    """Remember that this lesson was gone through."""
    QSettings().setValue(f"learned/{name}", "true")


def _read(name: str) -> Lesson:
    path = LESSONS / f"{name}.toml"
    found = seeds.typed(path, Lesson)
    if found.id != name:
        raise ValueError(f"{path.name}: the lesson calls itself {found.id!r}")
    if found.skirmish not in seeds.skirmishes():
        raise ValueError(f"{path.name}: there is no skirmish {found.skirmish!r}")
    known = {model.id for model in seeds.skirmish(found.skirmish).models}
    for step in found.steps:
        named = {step.at, *((step.done.selected, *step.done.of) if step.done else ())} - {""}
        if not named <= known:
            raise ValueError(f"{path.name}: {', '.join(sorted(named - known))} is no model of {found.skirmish}")
    return found
