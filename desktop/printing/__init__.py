"""The table on paper, at true size on many sheets or to scale on one, and as a picture in a file."""

from __future__ import annotations

from desktop.printing.picture_panel import PicturePanel
from desktop.printing.print_panel import PrintPanel

__all__ = ["PicturePanel", "PrintPanel"]
