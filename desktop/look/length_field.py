"""A field for a length, by whatever ruler is in use."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QDoubleSpinBox

from desktop.look.parts import roomy
from desktop.look.rulers import INCHES, Ruler

EDGES = 18
"""Pixels of a field at both sides of its words."""


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
        roomy(self)
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

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Where the whole does not fit it is the unit that goes, not the last digits."""
        whole = self.textFromValue(self.value()) + self._ruler.sign
        fits = self.fontMetrics().horizontalAdvance(whole) + EDGES <= self.width()
        self.setSuffix(self._ruler.sign if fits else "")

    def textFromValue(self, value: float) -> str:
        """Without a needless fraction."""
        return self._ruler.say(value * self._ruler.inches).removesuffix(self._ruler.sign)

    def show_inches(self, inches: float) -> None:
        """Show a length; nothing is emitted."""
        self._inches = inches
        self.blockSignals(True)
        self.setValue(inches / self._ruler.inches)
        self._fit()
        self.blockSignals(False)

    def _set(self, shown: float) -> None:
        if abs(shown - self._inches / self._ruler.inches) > 0.5 * 10.0**-self._ruler.digits:
            self._inches = shown * self._ruler.inches
            self.measured.emit(self._inches)
