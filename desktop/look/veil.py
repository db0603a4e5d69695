"""What the viewer may read: sentences go through here on their way to the window, as they do through the ruler.

The rule of who may know what is the engine's (`engine.veil`); whose eyes they are, the session's.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from engine.geometry.evidence import Evidence


def over(text: str) -> str:
    """A sentence as the viewer may know it."""
    return _in_force[0](text)


def draw(told: Callable[[str], str]) -> None:
    """From now on sentences are told so."""
    _in_force[0] = told


def evidence(shown: Evidence) -> Evidence:
    """Evidence whose words are told so; the same object where nothing is kept secret."""
    words = [line.label for line in shown.lines] + [area.label for area in shown.areas]
    words += [mark.label for mark in shown.marks]
    if all(over(label) == label for label in words):
        return shown
    return replace(
        shown,
        lines=tuple(replace(line, label=over(line.label)) for line in shown.lines),
        areas=tuple(replace(area, label=over(area.label)) for area in shown.areas),
        marks=tuple(replace(mark, label=over(mark.label)) for mark in shown.marks),
    )


def _as_it_is(text: str) -> str:
    return text


_in_force: list[Callable[[str], str]] = [_as_it_is]
