"""Changing who is on the table past every rule: models added in play, and all that can be set of a model by hand."""

from __future__ import annotations

from desktop.adding.add import AddFrame
from desktop.adding.edit import EditFrame

__all__ = ["AddFrame", "EditFrame"]
