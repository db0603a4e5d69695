"""Skills: what a fighter can do that others cannot."""

from __future__ import annotations

from engine.rules import Trait

TRAITS: dict[str, Trait] = {}
"""Every skill of this book by the name a profile gives it."""
