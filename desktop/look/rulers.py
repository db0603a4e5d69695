"""Inches, centimetres or millimetres, as one likes: the engine's inches, turned at this border only.

Engine and rulebooks speak inches.  What they say is shown by the ruler of the look: a length
whose exact inches are known is written to a tenth of a millimetre, any other only as
finely as the sentence knew it, so that no digit is made up.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial

from msgspec.structs import replace

from desktop.look import veil
from engine.game import MM_PER_INCH
from engine.geometry.evidence import Area, Evidence, Line, Mark

SIGN = "″"
LENGTHS = ("distance", "plan", "height", "length", "rise", "drop", "gap", "travel", "overlap", "up", "down")
"""Values of a measurement that are lengths, and may be said by any ruler."""
SAME = 5e-4
"""Inches within which two exact lengths are one."""
_LENGTHS = re.compile(rf"(?<![\d.])(\d+(?:\.\d+)?)(?:(\s?[–×]\s?)(\d+(?:\.\d+)?))?{SIGN}")
_AREA = re.compile(r"(\d+(?:\.\d+)?) square inches")


@dataclass(frozen=True)
class Ruler:
    """A way to write lengths: *inches* in one of it, its sign, digits after the point, and grids to offer.

    *lines* are how far apart the board's faint and its numbered lines are, in the ruler's own measure.
    """

    id: str
    title: str
    one: str
    sign: str
    inches: float
    digits: int
    grids: tuple[float, ...]
    lines: tuple[float, float]

    def say(self, inches: float) -> str:
        """A length as it is written, without needless noughts."""
        return self.number(inches) + self.sign

    def number(self, inches: float) -> str:
        """The same without the sign."""
        return _trimmed(f"{inches / self.inches:.{self.digits}f}")

    def short(self, inches: float, *, signed: bool = True) -> str:
        """A length where there is little room: no finer than a height is read off the table."""
        digits = self.digits if self.inches == 1.0 else self.digits - 1
        return _trimmed(f"{inches / self.inches:.{digits}f}") + (self.sign if signed else "")

    def fixed(self, inches: float, digits: int = 1) -> str:
        """A length that changes under the hand: always so many digits as *digits* of inches would be worth."""
        return f"{inches / self.inches:.{max(0, digits + self.digits - 2)}f}{self.sign}"

    def tell(self, text: str, exact: Iterable[float] = ()) -> str:
        """A sentence whose lengths are in inches, by this ruler; *exact* inches that may be meant."""
        if self.inches == 1.0:
            return text
        known = tuple(exact)
        if SIGN in text:
            text = _LENGTHS.sub(partial(self._found, known), text)
        return _AREA.sub(self._found_area, text) if "square inches" in text else text

    def _found(self, known: tuple[float, ...], found: re.Match[str]) -> str:
        first, between, second = found.groups()
        if second is None:
            return self._written(first, known) + self.sign
        return f"{self._written(first, known)}{between}{self._written(second, known)}{self.sign}"

    def _written(self, number: str, known: tuple[float, ...]) -> str:
        """One number: exact where it is known, else as fine as it was written."""
        inches, digits = float(number), len(number.partition(".")[2])
        near = [length for length in known if abs(length - inches) <= 0.5 * 10.0**-digits + 1e-9]
        if near and max(near) - min(near) <= SAME:
            inches, digits = near[0], 3
        if not digits:
            return self.number(inches)
        return f"{inches / self.inches:.{max(digits + self.digits - 3, self.digits - 1)}f}"

    def _found_area(self, found: re.Match[str]) -> str:
        return f"{float(found[1]) / self.inches**2:.{max(0, 2 * self.digits - 3)}f}{self.sign}²"

    def evidence(self, shown: Evidence) -> Evidence:
        """The same with its words by this ruler; the ends of a line know how long it is."""
        if self.inches == 1.0:
            return shown
        return replace(
            shown,
            lines=tuple(self._line(line) for line in shown.lines),
            areas=tuple(self._retold(area) for area in shown.areas),
            marks=tuple(self._retold(mark) for mark in shown.marks),
        )

    def _line(self, line: Line) -> Line:
        if SIGN not in line.label:
            return line
        return replace(line, label=self.tell(line.label, lengths(line)))

    def _retold(self, shown: Area | Mark) -> Area | Mark:
        return replace(shown, label=self.tell(shown.label)) if SIGN in shown.label else shown


INCHES = Ruler("inches", "Inches", "an inch", SIGN, 1.0, 2, (0.25, 0.5, 1.0, 2.0), (1.0, 6.0))
RULERS = (
    INCHES,
    Ruler("centimetres", "Centimetres", "a centimetre", " cm", 10 / MM_PER_INCH, 2, (0.5, 1.0, 2.0, 5.0), (5.0, 10.0)),
    Ruler(
        "millimetres", "Millimetres", "a millimetre", " mm", 1 / MM_PER_INCH, 1, (5.0, 10.0, 20.0, 50.0), (50.0, 100.0)
    ),
)


def ruler(id: str) -> Ruler:
    """The ruler of that id; inches where there is none."""
    return next((one for one in RULERS if one.id == id), INCHES)


def tell(text: str, exact: Iterable[float] = ()) -> str:
    """A sentence by the ruler in force, as the widgets' colours are those of the look in force.

    Every sentence comes through here, so it is told as the viewer may know it, too.
    """
    return _in_force[0].tell(veil.over(text), exact)


def say(inches: float) -> str:
    """A length by the ruler in force."""
    return _in_force[0].say(inches)


def in_force() -> Ruler:
    """The ruler of the look that the application wears."""
    return _in_force[0]


def wear(one: Ruler) -> None:
    """From now on this ruler is in force."""
    _in_force[0] = one


_in_force = [INCHES]


def known(values: object, key: str = "") -> tuple[float, ...]:
    """The exact inches of every length in a measurement's values, however deep they lie."""
    if isinstance(values, Mapping):
        return tuple(found for name, value in values.items() for found in known(value, str(name)))
    if isinstance(values, list | tuple) and key not in LENGTHS:
        return tuple(found for value in values for found in known(value))
    return (float(values),) if key in LENGTHS and isinstance(values, int | float) else ()


def lengths(line: Line) -> tuple[float, ...]:
    """Exact inches a line's words may be about: in space and in plan, whole and leg by leg, and its rise."""
    legs = list(zip(line.points, line.points[1:]))
    space = [math.dist(a, b) for a, b in legs]
    plan = [math.dist(a[:2], b[:2]) for a, b in legs]
    rise = abs(line.points[-1][2] - line.points[0][2]) if line.points else 0.0
    return (sum(space), sum(plan), rise, *space, *plan)


def _trimmed(number: str) -> str:
    return number.rstrip("0").rstrip(".") if "." in number else number
