"""The charts and numbers of this book, as they stand in its seeds."""

from __future__ import annotations

from engine import seeds

TABLES = seeds.tables("open_combat")
"""Everything in tables.toml.  A part with `assumed = true` is our own number."""
STEP = float(TABLES["ground"]["free_step"])
"""Rises and drops of up to so many inches are walked over."""
TOLERANCE = 0.001
"""Inches forgiven when a distance is held against a number."""
BEYOND = 0.02
"""How far beyond an edge a middle is taken to be that goes over it, in inches."""
INCH = "″"


def inches(number: float) -> str:
    """A distance in words, to the hundredth, or to the thousandth where that would say nothing."""
    if 0.0 < abs(number) < 0.005:
        return f"{number:.3f}{INCH}"
    return f"{number:.2f}".rstrip("0").rstrip(".") + INCH


def assumed(*parts: str) -> str:
    """The words to add where a number rests on one of these parts of the tables, if any of them is ours."""
    return " (assumed)" if any(TABLES[part].get("assumed", False) for part in parts) else ""
