"""Worked cases as lessons: found by a word, opened as a battle that is stepped through."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from desktop.look import Theme
from desktop.look.parts import GAP, Prose, label
from engine import seeds

PATH = Qt.ItemDataRole.UserRole


@dataclass(frozen=True)
class Lesson:
    """A worked case that can be opened."""

    path: Path
    id: str
    title: str
    system: str


@cache
def lessons() -> tuple[Lesson, ...]:
    """Every worked case that comes with the program, by rulebook; one that cannot be read is left out."""
    found = []
    for path in sorted(seeds.SEEDS.glob("*/cases/*.toml")):
        try:
            raw = tomllib.loads(_head(path.read_text(encoding="utf-8")))
        except (OSError, ValueError):
            continue
        found.append(Lesson(path, str(raw.get("id", "")), str(raw.get("title", path.stem)), path.parent.parent.name))
    return tuple(found)


def _head(text: str) -> str:
    """What stands before the position, which is by far the longest part of a case and tells nothing here."""
    return text.partition("\nbefore = ")[0]


def known() -> bool:
    """Have the lessons been read?  There are hundreds, too many to read while the window waits."""
    return lessons.cache_info().currsize > 0


class Lessons(QFrame):
    """Emits *wanted(path)* with the case to open."""

    wanted = Signal(object)

    def __init__(self, look: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("class", "card")
        self.setAccessibleName("Lessons")
        self.line = QLineEdit()
        self.line.setPlaceholderText("Find by a word: stunned, charge, fall …")
        self.line.setAccessibleName("Find a lesson by a word")
        self.line.setClearButtonEnabled(True)
        self.line.textChanged.connect(self._match)
        self.list = QListWidget()
        self.list.setObjectName("lessons")
        self.list.setAccessibleName("Lessons")
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setSpacing(1)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemActivated.connect(self._open)
        self.list.itemClicked.connect(self._open)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 12, 14, 12)
        column.setSpacing(GAP)
        column.addWidget(label("Worked examples", "title"))
        column.addWidget(Prose("Case by case, dice and all. Redo (Ctrl+Y) plays the next step.", "dim"))
        column.addWidget(self.line)
        column.addWidget(self.list, 1)
        self._match("")

    def _match(self, text: str) -> None:
        wanted = text.casefold().split()
        self.list.clear()
        book = ""
        for lesson in lessons():
            title = seeds.book(lesson.system).title if lesson.system in seeds.systems() else lesson.system
            told = f"{lesson.title} {lesson.id} {title}".casefold()
            if not all(word in told for word in wanted):
                continue
            if title != book:
                book = title
                heading = QListWidgetItem(title)
                heading.setFlags(Qt.ItemFlag.NoItemFlags)
                self.list.addItem(heading)
            row = QListWidgetItem(lesson.title)
            row.setToolTip(f"{lesson.id}: {lesson.title}")
            row.setData(PATH, str(lesson.path))
            self.list.addItem(row)

    def _open(self, row: QListWidgetItem) -> None:
        path = row.data(PATH)
        if path:
            self.wanted.emit(Path(path))
