"""Build mode: pieces from a library or drawn, moved, turned, resized, stacked and measured in what one likes.

All of it is facts set by hand, so undo, redo, the log and the file know it as they know a move.
"""

from desktop.build.mode import Build

__all__ = ["Build"]
