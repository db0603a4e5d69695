"""Keys of one's own: chosen, kept, given back, and never the same twice."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from at_table import CTRL, Table
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from desktop.keys import KeyEditor
from desktop.menus import Menus


@pytest.fixture
def editor(table: Table, qtbot: QtBot) -> Iterator[KeyEditor]:
    table.window.menus.by_name["change_keys"].trigger()
    made = table.window.beside.key_editor
    qtbot.waitUntil(lambda: made.isVisible() and made.whole)
    yield made
    made.close()


def action(table: Table, name: str) -> QAction:
    return table.window.menus.by_name[name]


def type_keys(
    editor: KeyEditor, name: str, key: Qt.Key, mod: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    """As a hand does: click into the field, press the keys, go elsewhere."""
    field = editor.fields[name]
    field.setFocus()
    field.clear()
    QTest.keyClick(field, key, mod)
    field.editingFinished.emit()


def test_other_keys_work_at_once_and_the_old_ones_no_more(table: Table, editor: KeyEditor) -> None:
    type_keys(editor, "fit", Qt.Key.Key_J)
    editor.close()
    table.window.activateWindow()
    table.view.setFocus()
    table.settle()
    table.view.zoom_to(80)
    assert table.view.pixels_per_inch == 80
    table.key(Qt.Key.Key_F)
    assert table.view.pixels_per_inch == 80
    table.key(Qt.Key.Key_J)
    assert table.view.pixels_per_inch < 80


def test_keys_that_are_taken_are_refused_with_the_name_of_who_has_them(table: Table, editor: KeyEditor) -> None:
    type_keys(editor, "fit", Qt.Key.Key_T)

    assert "T already is “Tape”" in editor.fault.text()
    assert action(table, "fit").shortcut() == QKeySequence("F")
    assert editor.fields["fit"].keySequence() == QKeySequence("F")


def test_chosen_keys_are_kept_for_the_next_start(table: Table, editor: KeyEditor) -> None:
    type_keys(editor, "fit", Qt.Key.Key_J)

    assert Menus(table.window).by_name["fit"].shortcut() == QKeySequence("J")


def test_a_command_can_be_left_without_keys(table: Table, editor: KeyEditor) -> None:
    field = editor.fields["fit"]
    field.clear()
    field.editingFinished.emit()

    assert action(table, "fit").shortcuts() == []
    assert Menus(table.window).by_name["fit"].shortcuts() == []


def test_keys_are_given_back(table: Table, editor: KeyEditor) -> None:
    type_keys(editor, "fit", Qt.Key.Key_J)
    type_keys(editor, "names", Qt.Key.Key_F)
    back = next(b for b in editor.findChildren(QPushButton) if b.accessibleName() == "Fit table: keys as they came")
    back.click()
    assert "F now is “Names of all models”" in editor.fault.text()
    assert action(table, "fit").shortcut() == QKeySequence("J")

    every = editor.findChild(QPushButton, "all_back")
    assert isinstance(every, QPushButton)
    every.click()
    assert action(table, "fit").shortcut() == QKeySequence("F")
    assert action(table, "names").shortcuts() == []


def test_a_command_is_found_by_name_or_key(editor: KeyEditor) -> None:
    editor.line.setText("line of sight")
    assert editor.fields["tool_sight"].isVisible()
    assert not editor.fields["fit"].isVisible()

    editor.line.setText("ctrl+shift+s")
    assert editor.fields["save_as"].isVisible()
    assert not editor.fields["tool_sight"].isVisible()


def test_the_key_sheet_shows_the_keys_that_were_chosen(table: Table, editor: KeyEditor, qtbot: QtBot) -> None:
    type_keys(editor, "fit", Qt.Key.Key_J)
    table.window.beside.show_keys()
    qtbot.waitUntil(lambda: table.window.beside.sheet.whole)
    caps = [child.text() for child in table.window.beside.sheet.findChildren(type(editor.fault))]
    table.window.beside.sheet.close()

    assert "J" in caps


def test_the_sheet_shows_the_keys_of_build_mode_also_outside_it(street: Table, qtbot: QtBot) -> None:
    street.window.beside.show_keys()
    qtbot.waitUntil(lambda: street.window.beside.sheet.whole)
    told = [label.text() for label in street.window.beside.sheet.findChildren(QLabel)]

    assert "BUILD MODE (CTRL+B)" in told
    assert "Duplicate pieces" in told
    assert "Ctrl+D" in told
    assert "HANDS IN BUILD MODE" in told
    street.window.beside.sheet.close()
    street.window.activateWindow()
    qtbot.waitUntil(street.window.isActiveWindow)
    street.key(Qt.Key.Key_B, CTRL)
    qtbot.waitUntil(lambda: street.window.build.on, timeout=10_000)
    street.window.beside.show_keys()
    qtbot.waitUntil(lambda: street.window.beside.sheet.whole)
    again = [label.text() for label in street.window.beside.sheet.findChildren(QLabel)]
    assert "Duplicate pieces" in again
    street.window.beside.sheet.close()
