"""Long reckoning gives way to whoever shares the interpreter with it.

Python runs one thread at a time and shares its time out evenly: a window that draws while a
worker reckons takes twice as long, and as much again for each time it lends the interpreter to
Qt.  So what loops here for long says in between that it could wait, and whoever runs it on a
worker says how.  On a command line or in a test nobody does.
"""

from __future__ import annotations

from collections.abc import Callable

_how: Callable[[], None] | None = None


def give_way() -> None:
    """Between two rounds of a loop that may go on for more than a hundredth of a second."""
    if _how is not None:
        _how()


def giving_way(how: Callable[[], None] | None) -> None:
    """From now on long reckoning calls *how* now and then, on the thread it runs on; None: it does not."""
    global _how
    _how = how
