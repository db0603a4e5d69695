"""Rows of fields as the cards of build mode have them, each with a name to be read aloud."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QFormLayout, QGridLayout, QLabel, QLineEdit, QWidget

from desktop.look import Theme
from desktop.look.combo import Combo
from desktop.look.enter import keep_enter
from desktop.look.length_field import LengthField
from desktop.look.parts import TIGHT, Press


def rows() -> QFormLayout:
    """A form as all cards have it."""
    form = QFormLayout()
    form.setSpacing(6)
    form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
    form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
    return form


def row(form: QFormLayout, title: str, *fields: QWidget) -> QLabel:
    """One line of it: a title and a field, or several side by side."""
    heading = QLabel(title)
    heading.setProperty("class", "dim")
    if len(fields) == 1:
        form.addRow(heading, fields[0])
        heading.setBuddy(fields[0])
        return heading
    holder = QWidget()
    beside = QGridLayout(holder)
    beside.setContentsMargins(0, 0, 0, 0)
    beside.setSpacing(TIGHT)
    for place, field in enumerate(fields):
        beside.addWidget(field, 0, place)
        beside.setColumnStretch(place, 1)
    form.addRow(heading, holder)
    return heading


def length(
    name: str, id: str, done: Callable[[float], object], least: float = -40.0, most: float = 1200.0
) -> LengthField:
    """A length that calls *done* with inches when a person has set it."""
    made = LengthField(name, least, most)
    made.setObjectName(id)
    made.measured.connect(done)
    keep_enter(made)
    return made


def text(name: str, id: str, done: Callable[[str], object]) -> QLineEdit:
    """A line that calls *done* when a person has typed something else."""
    made = QLineEdit()
    made.setObjectName(id)
    made.setAccessibleName(name)
    made.setProperty("shown", "")

    def finish() -> None:
        if made.text() != made.property("shown"):
            made.setProperty("shown", made.text())
            done(made.text())

    made.editingFinished.connect(finish)
    keep_enter(made)
    return made


def show_text(field: QLineEdit, words: str) -> None:
    """Show other words; nothing is called."""
    field.setProperty("shown", words)
    if field.text() != words:
        field.setText(words)
        field.setCursorPosition(0)


def choice(
    name: str,
    id: str,
    options: Iterable[tuple[str, str]],
    done: Callable[[str], object],
    *,
    typed: bool = False,
) -> QComboBox:
    """A box of (id, title); *typed* lets a person write a word of his own.  Calls *done* with the id."""
    made = Combo(name, id)
    fill(made, options)
    made.activated.connect(lambda at: done(str(made.itemData(at) or made.itemText(at))))
    if typed:
        made.setEditable(True)
        made.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        line = made.lineEdit()
        if line is not None:
            line.editingFinished.connect(lambda: done(made.currentText().strip()))
            line.setAccessibleName(name)
    keep_enter(made)
    return made


def fill(box: QComboBox, options: Iterable[tuple[str, str]]) -> None:
    """Offer these instead."""
    box.blockSignals(True)
    box.clear()
    for id, title in options:
        box.addItem(title, id)
    box.blockSignals(False)


def show_choice(box: QComboBox, id: str) -> None:
    """Show one of the options, or what is none of them; nothing is called."""
    box.blockSignals(True)
    at = box.findData(id)
    box.setCurrentIndex(at)
    box.setPlaceholderText(id if at < 0 else "")
    if box.isEditable():
        box.setEditText(id if at < 0 else box.itemText(at))
    box.blockSignals(False)


def presses(
    theme: Theme, wanted: Sequence[tuple[str, str, str, Callable[[], object]]], across: int = 3, kind: str = ""
) -> QWidget:
    """Small buttons in rows: (id, title, tip, what to do)."""
    holder = QWidget()
    grid = QGridLayout(holder)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setSpacing(TIGHT)
    for place, (id, title, tip, do) in enumerate(wanted):
        button = Press(title, theme, kind, tip=tip)
        button.setObjectName(id)
        button.setAccessibleName(tip or title)
        button.clicked.connect(lambda _=False, do=do: do())
        grid.addWidget(button, place // across, place % across)
    return holder
