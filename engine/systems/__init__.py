"""The rulebooks: one folder each, found by looking, never listed."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from engine.system import System


@cache
@cache
def names() -> tuple[str, ...]:
    """The ids of every rulebook in this folder, sorted."""
    return tuple(sorted(found.name for found in iter_modules(__path__) if found.ispkg))


@cache
def load(name: str) -> System:
    """The rulebook of that id.  KeyError, as a sentence, if there is none."""
    if name not in names():
        raise KeyError(f"There is no rulebook called {name!r}; there are: {', '.join(names()) or 'none'}")
    system = import_module(f"{__name__}.{name}").SYSTEM
    if not isinstance(system, System):
        raise TypeError(f"engine.systems.{name} must define SYSTEM, an engine.system.System")
    return system


@cache
def on_squares(name: str) -> bool:
    """Is this rulebook, if it is here at all, played on squares of one inch?"""
    return name in names() and load(name).space == "squares"
