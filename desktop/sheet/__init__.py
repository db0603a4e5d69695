"""Dispute sheets: a settled measurement on paper, with everything needed to settle it again."""

from __future__ import annotations

from desktop.sheet.page import Sheet
from desktop.sheet.writing import FORMATS, Written, write

__all__ = ["FORMATS", "Sheet", "Written", "write"]
