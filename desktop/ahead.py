"""What has nothing to do with Qt is imported before Qt.

From the moment PySide6 is loaded it reads the source text of every further module, in case
one of them switches its features: a quarter of a millisecond each, which the several hundred
modules of numpy, shapely and our engine need not pay.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

NOUNS = ("play", "skirmish", "store", "systems")
"""What the start page needs of the engine: neither numpy nor shapely."""
WHOLE = ("cases", "dispute", "journal", "opening", "story", "uvtt")
LATER = ("numpy", "shapely")
"""Not needed for a first look, but without them there is nothing to go on to."""


def nouns_first() -> None:
    """Import what a first look needs.  ImportError where anything is missing that is needed at all."""
    for name in LATER:
        if find_spec(name) is None:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    for name in NOUNS:
        import_module(f"engine.{name}")


def engine_first() -> None:
    """Import the engine, and with it numpy and shapely.  ImportError where one of them is not installed."""
    for name in NOUNS + WHOLE:
        import_module(f"engine.{name}")
