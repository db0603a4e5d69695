"""Inches, centimetres or millimetres, as one likes: the engine's inches at this border only."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDoubleSpinBox

from engine.game import MM_PER_INCH


@dataclass(frozen=True)
class Ruler:
    """A way to write lengths: *inches* in one of it, its sign, digits after the point, and grids to offer."""

    id: str
    title: str
    sign: str
    inches: float
    digits: int
    grids: tuple[float, ...]

    def say(self, inches: float) -> str:
        """A length as it is written."""
        number = f"{inches / self.inches:.{self.digits}f}"
        return f"{number.rstrip('0').rstrip('.') if '.' in number else number}{self.sign}"


INCHES = Ruler("inches", "Inches", "″", 1.0, 2, (0.25, 0.5, 1.0, 2.0))
RULERS = (
    INCHES,
    Ruler("centimetres", "Centimetres", " cm", 10 / MM_PER_INCH, 2, (0.5, 1.0, 2.0, 5.0)),
    Ruler("millimetres", "Millimetres", " mm", 1 / MM_PER_INCH, 1, (5.0, 10.0, 20.0, 50.0)),
)


def ruler(id: str) -> Ruler:
    """The ruler of that id; inches where there is none."""
    return next((one for one in RULERS if one.id == id), INCHES)


class LengthField(QDoubleSpinBox):
    """A length in inches, shown by a ruler.  Emits *measured(inches)* when a person has set it.

    What is only shown keeps its exact inches: 4″ shown as 10.16 cm is still 4″.
    """

    measured = Signal(float)

    def __init__(self, name: str, least: float = -40.0, most: float = 1200.0) -> None:
        super().__init__()
        self._ruler, self._inches = INCHES, 0.0
        self._least, self._most = least, most
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.setKeyboardTracking(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumWidth(64)
        self.take_ruler(INCHES)
        self.valueChanged.connect(self._set)

    @property
    def inches(self) -> float:
        """What is measured."""
        return self._inches

    def take_ruler(self, ruler: Ruler) -> None:
        """Show the same length by another ruler."""
        self._ruler = ruler
        self.blockSignals(True)
        self.setDecimals(ruler.digits)
        self.setRange(self._least / ruler.inches, self._most / ruler.inches)
        self.setSuffix(ruler.sign)
        self.setSingleStep(ruler.grids[0])
        self.setValue(self._inches / ruler.inches)
        self.blockSignals(False)

    def textFromValue(self, value: float) -> str:
        """Without a needless fraction."""
        return self._ruler.say(value * self._ruler.inches).removesuffix(self._ruler.sign)

    def show_inches(self, inches: float) -> None:
        """Show a length; nothing is emitted."""
        self._inches = inches
        self.blockSignals(True)
        self.setValue(inches / self._ruler.inches)
        self.blockSignals(False)

    def _set(self, shown: float) -> None:
        if abs(shown - self._inches / self._ruler.inches) > 0.5 * 10.0**-self._ruler.digits:
            self._inches = shown * self._ruler.inches
            self.measured.emit(self._inches)
