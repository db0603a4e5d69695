"""How one builds: what draws the hand, what things stand on, and what is measured in."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QCheckBox, QWidget

from desktop.build import fields
from desktop.build.workshop import Workshop
from desktop.look import Theme
from desktop.look.rulers import RULERS
from desktop.panels.panel import Panel


class GridCard(Panel):
    """Settings that are remembered."""

    def __init__(self, shop: Workshop, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("Grid and units", theme, parent, least=40)
        self.shop = shop
        form = fields.rows()
        tip = "Snap to the grid and to neighbours (G); Ctrl held: not now"
        self.snaps = self._check("Snap", "snaps", tip, shop.set_snaps)
        self.grid = fields.choice("Grid", "grid", (), lambda inches: shop.set_grid(float(inches)))
        self.grid.setToolTip("How far apart the lines of the grid are")
        self.stacks = self._check("Stack", "stacks", "Put what is moved on what lies below it (K)", shop.set_stacks)
        self.ruler = fields.choice("Measured in", "ruler", [(one.id, one.title) for one in RULERS], shop.take_ruler)
        self.ruler.setToolTip("Measure in inches, centimetres or millimetres")
        self.carries = self._check("Carry models", "carries", "Who stands on a piece goes with it", shop.set_carries)
        fields.row(form, "Grid", self.grid, self.snaps)
        fields.row(form, "Units", self.ruler, self.stacks)
        fields.row(form, "", self.carries)
        self.body.addLayout(form)
        shop.adjusted.connect(self.refresh)
        self.refresh()

    def _check(self, title: str, id: str, tip: str, do: Callable[[bool], object]) -> QCheckBox:
        made = QCheckBox(title)
        made.setObjectName(id)
        made.setToolTip(tip)
        made.setAccessibleName(tip)
        made.clicked.connect(do)
        return made

    def refresh(self, *_: object) -> None:
        shop, one = self.shop, self.shop.ruler
        self.snaps.setChecked(shop.snaps)
        self.stacks.setChecked(shop.stacks)
        self.carries.setChecked(shop.carries)
        grids = [(repr(grid * one.inches), f"{grid:g}{one.sign}") for grid in one.grids]
        if repr(shop.grid) not in dict(grids):
            grids.append((repr(shop.grid), shop.say(shop.grid)))
        fields.fill(self.grid, grids)
        fields.show_choice(self.grid, repr(shop.grid))
        fields.show_choice(self.ruler, one.id)
