"""A bare yard to build on: the window in build mode, and a hand over it."""

from __future__ import annotations

from at_table import Table
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from toy import skirmish

from desktop.build.workshop import Workshop
from engine import building
from engine.game import Table as Board
from engine.game import Terrain

KEY = Qt.Key


def block(id: str, x: float, y: float, size: float = 2.0, top: float = 2.0, **more: object) -> Terrain:
    corners = ((x, y), (x + size, y), (x + size, y + size), (x, y + size))
    return Terrain(id=id, name=id.capitalize(), outline=corners, top=top, **more)


class Yard(Table):
    """The window in build mode on a bare board of 30 × 20 with these pieces."""

    def piece(self, id: str) -> Terrain:
        return self.session.game.table.piece(id)

    def ids(self) -> list[str]:
        return [piece.id for piece in self.session.game.table.terrain]

    @property
    def shop(self) -> Workshop:
        return self.window.build.shop

    def find(self, name: str) -> QWidget:
        found = self.window.findChild(QWidget, name)
        assert found is not None
        return found

    def lay(self, *pieces: Terrain) -> None:
        game = skirmish()
        self.session.new(replace(game, table=Board(name="Yard", width=30, height=20, terrain=pieces)))
        self.view.fit_table()
        self.settle()

    def typed(self, name: str, text: str) -> None:
        """Type into a field and press Enter."""
        field = self.find(name)
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, text)
        QTest.keyClick(field, KEY.Key_Return)
        self.settle()

    def said(self) -> str:
        banner = self.window.banner
        return banner.sentence.text() if banner.isVisible() else ""

    def notes(self) -> list[str]:
        return [entry.command.note for entry in self.session.journal.entries]


def middle(piece: Terrain) -> tuple[float, float]:
    """Of the rectangle round it, to a thousandth of an inch."""
    x, y = building.middle((piece,))
    return round(x, 3), round(y, 3)
