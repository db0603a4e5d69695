"""Readings of unclear rules: shown with their default, switched per game, logged, and taken back."""

from __future__ import annotations

from at_table import Table
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox

from engine import seeds


def boxes(street: Table) -> dict[str, QComboBox]:
    street.window.docks["readings"].raise_()
    street.settle()
    found = street.window.panels.readings.findChildren(QComboBox)
    return {box.objectName().removeprefix("reading:"): box for box in found}


def test_every_reading_of_the_book_is_shown_with_its_default(street: Table) -> None:
    known = seeds.readings(street.session.game.system)

    shown = {name: (box.currentData(), box.currentText()[:8]) for name, box in boxes(street).items()}

    assert shown == {reading.id: (reading.default, "Default:") for reading in known}


def test_another_reading_is_a_fact_in_the_log_and_undo_takes_it_back(street: Table) -> None:
    street.window.docks["readings"].raise_()
    street.settle()
    box = boxes(street)["criticals"]
    box.setFocus()

    QTest.keyClick(box, Qt.Key.Key_Down)
    street.settle()

    assert street.session.game.reading("criticals") == "on"
    assert "By hand" in street.window.panels.log.text.toPlainText()
    assert boxes(street)["criticals"].currentData() == "on"

    street.session.undo()
    street.settle()

    assert street.session.game.reading("criticals") == "off"
    assert boxes(street)["criticals"].currentData() == "off"


def test_a_followed_clause_is_explained(street: Table) -> None:
    street.window.panels.readings.cited.emit("MOR-INJ-4")
    street.settle()

    assert "MOR-INJ-4" in street.window.panels.why.clause.text().replace("\u2011", "-")
