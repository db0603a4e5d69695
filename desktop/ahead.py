"""What has nothing to do with Qt is imported before Qt.

From the moment PySide6 is loaded it reads the source text of every further module, in case
one of them switches its features: a quarter of a millisecond each, which the several hundred
modules of numpy, shapely and our engine need not pay.
"""

from __future__ import annotations

from importlib import import_module

MODULES = ("cases", "dispute", "journal", "opening", "play", "skirmish", "store", "story", "systems", "uvtt")


def engine_first() -> None:
    """Import the engine, and with it numpy and shapely.  ImportError where one of them is not installed."""
    for name in MODULES:
        import_module(f"engine.{name}")
