"""The numbers of what is chosen: name, kind, heights, place, size, nature, corners; all can be typed."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace
from PySide6.QtWidgets import (
    QAbstractButton,
    QDoubleSpinBox,
    QHeaderView,
    QSizePolicy,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from desktop.build import fields
from desktop.build.pens import FOOTINGS, KINDS, SIGHTS
from desktop.build.stage import Stage
from desktop.look import Theme
from desktop.look.length_field import LengthField
from desktop.look.parts import Prose, roomy
from desktop.panels.panel import Panel
from engine import building
from engine.building import Parts
from engine.framing import fitted, frame

MOST_ROWS = 120
"""Corners listed; more are moved on the table itself."""
MIXED = "mixed"


class Inspector(Panel):
    """A card about the chosen pieces; hidden while there are none."""

    def __init__(self, stage: Stage, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("Piece", theme, parent, least=120)
        self.stage = stage
        self.shop = stage.workshop
        self.says = Prose("", "dim")
        self.body.addWidget(self.says)
        self._lengths: list[LengthField] = []
        self._build()
        self.shop.chose.connect(self.refresh)
        self.shop.adjusted.connect(self.refresh)
        self.refresh()

    def _build(self) -> None:
        form, each = fields.rows(), self._each
        self.name = fields.text("Name", "piece_name", lambda words: each("renamed", name=words.strip()))
        kinds = [(kind, kind.replace("_", " ").capitalize()) for kind in KINDS]
        self.kind = fields.choice("Kind", "piece_kind", kinds, self._set_kind, typed=True)
        self.sight = fields.choice("Sight", "piece_sight", SIGHTS, lambda word: each("changed", sight=word))
        self.footing = fields.choice("Footing", "piece_footing", FOOTINGS, lambda word: each("changed", footing=word))
        self.bottom = self._length("Bottom, inches above the table", "piece_bottom", self._set_bottom)
        self.top = self._length("Top, inches above the table", "piece_top", self._set_top)
        self.across = self._length("Middle, from the left", "piece_x", lambda to: self._set_middle(0, to))
        self.down = self._length("Middle, from above", "piece_y", lambda to: self._set_middle(1, to))
        self.wide = self._length("Width", "piece_width", lambda to: self._set_size(0, to), 0.05)
        self.deep = self._length("Depth", "piece_depth", lambda to: self._set_size(1, to), 0.05)
        self.turn = QDoubleSpinBox()
        roomy(self.turn)
        self.turn.setObjectName("piece_turn")
        self.turn.setAccessibleName("Turn by so many degrees")
        self.turn.setRange(-360, 360)
        self.turn.setSuffix("°")
        self.turn.setDecimals(1)
        self.turn.setKeyboardTracking(False)
        self.turn.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.turn.valueChanged.connect(self._turn_by)
        for title, parts in (
            ("Name", (self.name,)),
            ("Kind", (self.kind,)),
            ("Bottom, top", (self.bottom, self.top)),
            ("Middle", (self.across, self.down)),
            ("Size", (self.wide, self.deep)),
            ("Turn by", (self.turn,)),
            ("Sight", (self.sight,)),
            ("Footing", (self.footing,)),
        ):
            fields.row(form, title, *parts)
        self.body.addLayout(form)
        self._buttons()
        self._corner_list()

    def _buttons(self) -> None:
        shop = self.shop
        single = (
            ("turn_back", "↺ 45°", "Turn 45° back (Shift+R)", lambda: shop.turn(-45)),
            ("turn_on", "↻ 45°", "Turn 45° (R)", lambda: shop.turn(45)),
            ("duplicate", "Duplicate", "Duplicate (Ctrl+D)", shop.duplicate),
            ("lower", "Level ↓", "Onto the next level below ([)", lambda: shop.climb(-1)),
            ("lift", "Level ↑", "Onto the next level above (])", lambda: shop.climb(1)),
            ("delete", "Delete", "Take it off the table (Del)", shop.delete),
        )
        self.body.addWidget(fields.presses(self.theme, single))
        several = (
            ("align_left", "⇤ Left", "Align the left edges", lambda: shop.align("left")),
            ("align_centre", "Centre", "Align the middles, side by side", lambda: shop.align("centre")),
            ("align_right", "Right ⇥", "Align the right edges", lambda: shop.align("right")),
            ("align_top", "⤒ Top", "Align the upper edges", lambda: shop.align("top")),
            ("align_middle", "Middle", "Align the middles, one above the other", lambda: shop.align("middle")),
            ("align_bottom", "⤓ Bottom", "Align the lower edges", lambda: shop.align("bottom")),
            ("spread_across", "Spread ↔", "Equal gaps from left to right", lambda: shop.distribute("across")),
            ("spread_down", "Spread ↕", "Equal gaps from top to bottom", lambda: shop.distribute("down")),
            ("group", "Group", "Make one piece of them (Ctrl+G)", shop.group),
        )
        self.order = fields.presses(self.theme, several)
        self.body.addWidget(self.order)
        self.apart = fields.presses(
            self.theme, (("ungroup", "Take apart", "Every part for itself (Ctrl+Shift+G)", shop.ungroup),), across=1
        )
        self.body.addWidget(self.apart)

    def _corner_list(self) -> None:
        self.corners = QTableWidget(0, 2)
        self.corners.setObjectName("piece_corners")
        self.corners.setAccessibleName("Corners: from the left, from above")
        self.corners.setHorizontalHeaderLabels(["across", "down"])
        self.corners.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.corners.verticalHeader().setDefaultSectionSize(22)
        self.corners.setMinimumHeight(120)
        self.corners.setTabKeyNavigation(False)
        self.corners.setCornerButtonEnabled(False)
        for button in self.corners.findChildren(QAbstractButton):
            button.setAccessibleName("All corners")
        self.corners.cellChanged.connect(self._corner_typed)
        self.corners.currentCellChanged.connect(self._corner_chosen)
        self.body.addWidget(self.corners)

    def _length(self, name: str, id: str, done: Callable[[float], object], least: float = -40.0) -> LengthField:
        made = fields.length(name, id, done, least)
        self._lengths.append(made)
        return made

    # Showing -----------------------------------------------------------------------------------

    def refresh(self, *_: object) -> None:
        parts = self.shop.parts()
        self.setVisible(bool(parts))
        if not parts:
            return
        several = building.groups(parts)
        self.heading.setText("Piece" if len(parts) == 1 else "Group" if len(several) == 1 else f"{len(several)} pieces")
        self.says.say(self._summary(parts, several))
        for field in self._lengths:
            field.take_ruler(self.shop.ruler)
        fields.show_text(
            self.name, parts[0].name if len(parts) == 1 else building.called(several[0]) * (len(several) == 1)
        )
        self.name.setEnabled(len(parts) == 1)
        self.name.setToolTip("" if len(parts) == 1 else "Double click a part on the table to name it")
        fields.show_choice(self.kind, _same([part.kind for part in parts]))
        fields.show_choice(self.sight, _same([part.sight for part in parts]))
        fields.show_choice(self.footing, _same([part.footing for part in parts]))
        x, y = building.middle(parts)
        held = frame(parts)
        for field, inches in (
            (self.bottom, building.low(parts)), (self.top, building.high(parts)),
            (self.across, x), (self.down, y), (self.wide, held.width), (self.deep, held.depth),
        ):  # fmt: skip
            field.show_inches(inches)
        self.order.setVisible(len(several) > 1)
        self.apart.setVisible(len(several) == 1 and "/" in parts[0].id)
        self._list_corners(parts)

    def _summary(self, parts: Parts, several: tuple[Parts, ...]) -> str:
        if len(parts) == 1:
            corners = len(parts[0].outline)
            return (
                f"{corners} corners. Double click or C moves them." if corners <= MOST_ROWS else f"{corners} corners."
            )
        if len(several) == 1:
            return f"{len(parts)} parts in one group. Double click a part to change it alone."
        return ", ".join(building.called(group) for group in several[:4]) + (" …" if len(several) > 4 else "")

    def _list_corners(self, parts: Parts) -> None:
        outline = parts[0].outline if len(parts) == 1 else ()
        shown = bool(outline) and len(outline) <= MOST_ROWS and self.shop.shows_corners
        self.corners.setVisible(shown)
        if not shown:
            return
        self.corners.blockSignals(True)
        self.corners.setRowCount(len(outline))
        for row, corner in enumerate(outline):
            for column, inches in enumerate(corner):
                self.corners.setItem(row, column, QTableWidgetItem(self.shop.say(inches)))
        self.corners.setCurrentCell(min(self.shop.corner, len(outline) - 1), max(0, self.corners.currentColumn()))
        self.corners.blockSignals(False)

    # Changing ----------------------------------------------------------------------------------

    def _each(self, did: str, **changed: object) -> None:
        if all(getattr(part, name) == value for part in self.shop.parts() for name, value in changed.items()):
            return
        self.shop.edit(lambda parts: tuple(replace(part, **changed) for part in parts), did)
        self.refresh()

    def _set_kind(self, word: str) -> None:
        kind = "_".join(word.lower().split())
        if kind and kind != MIXED:
            self._each("changed", kind=kind)

    def _set_bottom(self, inches: float) -> None:
        if len(self.shop.parts()) == 1:
            self._each("changed", bottom=inches)
        else:
            self._changed(lambda parts: building.raised(parts, inches), f"put at {self.shop.say(inches)}")

    def _set_top(self, inches: float) -> None:
        if len(self.shop.parts()) == 1:
            self._each("changed", top=inches)
        else:
            self._changed(lambda parts: building.stretched(parts, inches), f"made {self.shop.say(inches)} high")

    def _set_middle(self, axis: int, inches: float) -> None:
        def there(parts: Parts) -> Parts:
            by = inches - building.middle(parts)[axis]
            return building.moved(parts, *((by, 0.0) if axis == 0 else (0.0, by)))

        self._changed(there, "moved")

    def _set_size(self, axis: int, inches: float) -> None:
        def sized(parts: Parts) -> Parts:
            old = frame(parts)
            return fitted(parts, old, old.sized(*((inches, old.depth) if axis == 0 else (old.width, inches))))

        self._changed(sized, "resized")

    def _turn_by(self, degrees: float) -> None:
        if degrees:
            self.shop.turn(degrees)
            self.turn.blockSignals(True)
            self.turn.setValue(0.0)
            self.turn.blockSignals(False)

    def _changed(self, change: Callable[[Parts], Parts], did: str) -> None:
        self.shop.edit(change, did)
        self.refresh()

    def _corner_typed(self, row: int, column: int) -> None:
        cell = self.corners.item(row, column)
        outline, _ = self.stage.outline()
        if cell is None or row >= len(outline):
            return
        inches = _inches(cell.text(), self.shop.ruler.sign, self.shop.ruler.inches)
        if inches is None:
            self.shop.refused.emit(f"“{cell.text()}” is no length. Type a number, such as 4 or 2.5.")
        else:
            corner = (inches, outline[row][1]) if column == 0 else (outline[row][0], inches)
            self.stage.reshape((*outline[:row], corner, *outline[row + 1 :]), "reshaped")
        self.refresh()

    def _corner_chosen(self, row: int, *_: int) -> None:
        if row >= 0:
            self.shop.corner = row
            self.stage.rest()


def _same(words: list[str]) -> str:
    return words[0] if len(set(words)) == 1 else MIXED


def _inches(typed: str, sign: str, one: float) -> float | None:
    try:
        return float(typed.replace(sign.strip(), "").replace(",", ".").strip()) * one
    except ValueError:
        return None
