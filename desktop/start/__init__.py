"""The start page: go on, begin, open or learn, with nothing to read first."""

from __future__ import annotations

from desktop.start.page import StartPage

__all__ = ["StartPage"]
