"""The cards of the right column besides the inspector: the pen, a zone, and the board itself."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop.build import fields
from desktop.build.pens import PENS
from desktop.build.workshop import Workshop
from desktop.build.zones import change_zone
from desktop.look import GROUNDS, Theme, rulers
from desktop.look.parts import Prose
from desktop.panels.panel import Panel
from engine import seeds, skirmish
from engine.game import SideId

SIZES = ((22.0, 30.0), (24.0, 24.0), (36.0, 36.0), (44.0, 30.0), (48.0, 48.0), (60.0, 44.0), (72.0, 48.0), (96.0, 48.0))
"""Inches of boards as they are sold and played on."""


class PenCard(Panel):
    """What the drawing tool draws with."""

    def __init__(self, shop: Workshop, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("Draw with", theme, parent, least=60)
        self.shop = shop
        pens = [(pen.id, f"{(place + 1) % 10}  {pen.title}") for place, pen in enumerate(PENS)]
        self.pen = fields.choice("Draw with", "pen", pens, self._take)
        self.says = Prose("", "dim")
        self.body.addWidget(self.pen)
        self.body.addWidget(self.says)
        self.close_it = fields.presses(
            theme,
            (
                ("close_outline", "Close the outline", "Close the outline (Enter)", lambda: self.finish()),
                ("drop_outline", "Drop it", "Drop the outline (Esc)", lambda: self.drop()),
            ),
            across=2,
        )
        self.body.addWidget(self.close_it)
        self.finish: Callable[[], object] = lambda: None
        self.drop: Callable[[], object] = lambda: None
        shop.adjusted.connect(self.refresh)
        self.refresh()

    def refresh(self, *_: object) -> None:
        pen, say = self.shop.pen, self.shop.say
        fields.show_choice(self.pen, pen.id)
        height = f"from {say(pen.bottom)} to {say(pen.top)}" if pen.bottom else f"{say(pen.top)} high"
        self.says.say(f"{height}. Change height, sight and footing of what was drawn in its card.")

    def _take(self, id: str) -> None:
        self.shop.take_pen(next(pen for pen in PENS if pen.id == id))


class ZoneCard(Panel):
    """The chosen zone: its name and whose it is; or whose zone is drawn next."""

    def __init__(self, shop: Workshop, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("Zone", theme, parent, least=60)
        self.shop = shop
        form = fields.rows()
        self.name = fields.text("Name of the zone", "zone_name", self._rename)
        self.side = fields.choice("Whose zone", "zone_side", (), self._give)
        fields.row(form, "Name", self.name)
        fields.row(form, "Side", self.side)
        self.body.addLayout(form)
        self.take_away = fields.presses(
            theme, (("zone_delete", "Delete the zone", "Take the zone away (Del)", shop.delete),), across=1
        )
        self.body.addWidget(self.take_away)
        shop.chose.connect(self.refresh)
        shop.adjusted.connect(self.refresh)
        self.refresh()

    def refresh(self, *_: object) -> None:
        zone = self.shop.chosen_zone()
        sides = [(str(side.id), side.name) for side in self.shop.session.game.sides]
        fields.fill(self.side, [("", "Nobody's"), *sides])
        fields.show_choice(self.side, str(zone.side) if zone is not None else self.shop.side)
        self.heading.setText("Zone" if zone is not None else "Draw a zone for")
        fields.show_text(self.name, zone.name if zone is not None else "")
        self.name.setEnabled(zone is not None)
        self.name.setPlaceholderText("named after its side")
        self.take_away.setVisible(zone is not None)

    def _rename(self, words: str) -> None:
        zone = self.shop.chosen_zone()
        if zone is not None and words.strip():
            change_zone(self.shop, replace(zone, name=words.strip()))

    def _give(self, side: str) -> None:
        zone = self.shop.chosen_zone()
        self.shop.side = side
        if zone is not None:
            change_zone(self.shop, replace(zone, side=SideId(side)))
        self.shop.adjusted.emit()


class BoardCard(Panel):
    """Name, size and ground of the board, the picture on it; ready boards, and files."""

    save = Signal()
    open = Signal()
    export = Signal()
    ready = Signal(str)

    def __init__(self, shop: Workshop, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("Board", theme, parent, least=120)
        self.shop = shop
        form = fields.rows()
        self.name = fields.text("Name of the table", "board_name", lambda words: shop.lay(name=words, note="Renamed"))
        self.wide = fields.length("Width of the board", "board_width", lambda to: self._resize(width=to), 1.0)
        self.high = fields.length("Height of the board", "board_height", lambda to: self._resize(height=to), 1.0)
        self.usual = fields.choice("Usual sizes", "board_size", (), self._preset)
        grounds = [(ground, ground.capitalize()) for ground in GROUNDS]
        self.ground = fields.choice(
            "Ground", "board_ground", grounds, lambda ground: shop.lay(ground=ground, note="Ground")
        )
        for title, parts in (
            ("Name", (self.name,)),
            ("Size", (self.wide, self.high)),
            ("Usual", (self.usual,)),
            ("Ground", (self.ground,)),
        ):
            fields.row(form, title, *parts)
        self.body.addLayout(form)
        self._pictures(theme)
        self._files(theme)
        shop.changed.connect(self.refresh)
        shop.adjusted.connect(self.refresh)
        self.refresh()

    def refresh(self, *_: object) -> None:
        table, rule = self.shop.table, self.shop.ruler
        fields.show_text(self.name, table.name)
        for field, inches in ((self.wide, table.width), (self.high, table.height)):
            field.take_ruler(rule)
            field.show_inches(inches)
        named = [(f"{wide} {high}", f"{rule.say(wide)} × {rule.say(high)}") for wide, high in SIZES]
        fields.fill(self.usual, named)
        fields.show_choice(self.usual, f"{table.width} {table.height}")
        if self.usual.currentIndex() < 0:
            self.usual.setPlaceholderText("another size")
        fields.show_choice(self.ground, table.ground)
        for button in self.pictured:
            button.setVisible(table.cloth is not None)

    def _pictures(self, theme: Theme) -> None:
        """A picture as the ground; what can be done to it only where there is one."""
        ask = self.shop.pictured.emit
        off = "Take the picture off the table (Ctrl+Z brings it back)"
        wanted = (
            ("cloth_choose", "Picture…", "Lay a picture of a mat or a table on the board", lambda: ask("choose")),
            ("cloth_size", "Its size…", "How large the picture is, and where it lies", lambda: ask("size")),
            ("cloth_off", "Take the picture off", off, lambda: ask("off")),
        )
        first, rest = fields.presses(theme, wanted[:2], across=2), fields.presses(theme, wanted[2:], across=1)
        size = first.findChild(QWidget, "cloth_size")
        self.pictured = (rest, *([size] if size is not None else []))
        self.body.addWidget(first)
        self.body.addWidget(rest)

    def _files(self, theme: Theme) -> None:
        self.boards = fields.choice("Lay out a ready board", "ready_board", self._ready(), self._lay_out)
        self.body.addWidget(self.boards)
        self.body.addWidget(
            fields.presses(
                theme,
                (
                    ("table_save", "Save table…", "Save the table by itself (.table)", self.save.emit),
                    ("table_open", "Open…", "Open a table, a battle or a map", self.open.emit),
                    ("table_export", "Map…", "Write it as a Universal VTT map for other programs", self.export.emit),
                    (
                        "table_clear",
                        "Clear all",
                        "Take every piece off the table (Ctrl+Z brings all back)",
                        self._clear,
                    ),
                ),
                across=2,
            )
        )

    def _ready(self) -> list[tuple[str, str]]:
        found = [("", "Lay out a ready board …")]
        for name in seeds.boards():
            table = skirmish.board(name)
            found.append((name, rulers.tell(f"{table.name}, {table.width:g} × {table.height:g}″")))
        return found

    def _lay_out(self, name: str) -> None:
        self.boards.setCurrentIndex(0)
        if name and name in seeds.boards():
            self.ready.emit(name)

    def _resize(self, *, width: float | None = None, height: float | None = None) -> None:
        table = self.shop.table
        wide = table.width if width is None else width
        self.shop.lay(size=(wide, table.height if height is None else height), note="Another size of board")
        self.refresh()

    def _preset(self, sides: str) -> None:
        wide, high = (float(side) for side in sides.split())
        self.shop.lay(size=(wide, high), note="Another size of board")

    def _clear(self) -> None:
        self.shop.choose_all()
        if self.shop.chosen:
            self.shop.delete()
