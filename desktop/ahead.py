"""What has nothing to do with Qt is imported before Qt.

From the moment PySide6 is loaded it reads the source text of every further module, in case
one of them switches its features: a quarter of a millisecond each, which the several hundred
modules of numpy, shapely and our engine need not pay.
"""

from engine import cases, dispute, journal, opening, play, skirmish, store, story, systems, uvtt

__all__ = ["cases", "dispute", "journal", "opening", "play", "skirmish", "store", "story", "systems", "uvtt"]
