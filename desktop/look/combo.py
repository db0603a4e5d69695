"""A box to choose from that yields where room is short, and ends with three dots what it cannot show whole."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QComboBox, QSizePolicy, QStyle, QStyleOptionComboBox, QStylePainter, QWidget

ROOM = 4
"""Pixels between the words and the ends of their field."""


class Combo(QComboBox):
    """*name* is what a screen reader says; *least* letters are always shown."""

    def __init__(self, name: str, id: str = "", *, least: int = 8, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(id)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(least)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Qt would cut the words where the field ends."""
        if self.isEditable():
            super().paintEvent(event)
            return
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        painter = QStylePainter(self)
        field = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, self
        )
        words = option.currentText or self.placeholderText()
        option.currentText = self.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, field.width() - ROOM)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        painter.end()
