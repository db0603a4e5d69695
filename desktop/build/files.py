"""A table by itself in a file: saved, opened, laid out from a ready one, written for other programs."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop.banner import Banner
from desktop.build.workshop import Workshop
from desktop.look import Theme
from desktop.scene import TableScene
from engine import skirmish, store, uvtt, uvtt_write
from engine.game import Table

TABLE = ".table"
PIXELS = 70
"""Pixels a cell of an exported map is wide, as other programs have it."""
MOST_PIXELS = 8192


class TableFiles:
    """What the board card's buttons do; faults are sentences in the banner."""

    def __init__(self, window: QWidget, shop: Workshop, banner: Banner) -> None:
        self._window = window
        self._shop = shop
        self._banner = banner

    def choose_save(self) -> None:
        """Ask for a name and save the table under it."""
        first = f"{self._shop.table.name}{TABLE}"
        name, _ = QFileDialog.getSaveFileName(self._window, "Save table", first, f"Tables (*{TABLE})")
        if name:
            path = Path(name)
            self.save(path if path.suffix else path.with_suffix(TABLE))

    def save(self, path: Path) -> bool:
        """Save the table, without models; False when that failed."""
        try:
            store.write_table(path, self._shop.table)
        except OSError as error:
            self._banner.fault(str(error))
            return False
        self._banner.note(f"The table is in {path.name}. Open it for any battle: everybody then waits in reserve.")
        return True

    def choose_export(self, look: Theme) -> None:
        """Ask for a name and write a map for other programs."""
        kinds = " ".join(f"*{suffix}" for suffix in uvtt.SUFFIXES)
        name, _ = QFileDialog.getSaveFileName(self._window, "Export map", "table.uvtt", f"Universal VTT ({kinds})")
        if name:
            path = Path(name)
            self.export(path if path.suffix else path.with_suffix(".uvtt"), look)

    def export(self, path: Path, look: Theme) -> bool:
        """Write the table as a Universal VTT map of cells an inch wide, with its picture."""
        table = self._shop.table
        pixels = min(PIXELS, int(MOST_PIXELS / max(table.width, table.height)))
        try:
            walls = uvtt_write.write(path, table, self._picture(table, pixels, look), pixels=pixels)
        except OSError as error:
            self._banner.fault(str(error))
            return False
        self._banner.note(f"The map is in {path.name}: {walls} walls and doors, a cell an inch. Heights stay behind.")
        return True

    def lay_out(self, name: str) -> None:
        """A ready board in place of this one; undo brings the old one back."""
        try:
            table = skirmish.board(name)
        except (KeyError, ValueError) as fault:
            self._banner.fault(str(fault.args[0]))
            return
        zoned = skirmish.zoned(table, self._shop.session.game.sides)
        self._shop.replace_table(table, zoned.zones)

    def _picture(self, table: Table, pixels: int, look: Theme) -> bytes:
        """The bare table from above, without models and zones."""
        canvas = QImage(round(table.width * pixels), round(table.height * pixels), QImage.Format.Format_RGB32)
        scene = TableScene(look)
        scene.set_scale(pixels)
        scene.sync(replace(self._shop.session.game, table=replace(table, zones=()), models=()))
        painter = QPainter(canvas)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        whole = QRectF(0, 0, table.width, table.height)
        scene.render(painter, QRectF(canvas.rect()), whole, Qt.AspectRatioMode.IgnoreAspectRatio)
        painter.end()
        kept = QByteArray()
        buffer = QBuffer(kept)
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        canvas.save(buffer, "PNG")  # type: ignore[call-overload]
        return bytes(kept.data())
