"""A worker waits while the window draws: the hand comes before what is reckoned for it.

Whether the window's thread is at work is seen from how long the interpreter takes to come back
after an instant's sleep: at once where nobody else wanted it, after `SWITCH_S` where somebody
keeps it.  So nothing has to be told to the worker, and a window that waits for it is not waited for.
"""

from __future__ import annotations

import sys
import threading
from importlib.abc import MetaPathFinder
from time import perf_counter, sleep

from engine import courtesy

SWITCH_S = 0.0005
"""Seconds after which a thread that waits for the interpreter gets it.

Nearly every call of Qt gives it away and asks for it back; with Python's own 0.005 a turn of the
loop with forty such calls stood still for a fifth of a second while anything was reckoned.
"""
EVERY_S = 0.003
"""How long a worker reckons between two looks."""
_BLINK_S = 0.0002
_LATE_S = 0.0003
"""The sleep of a look, and how much later than that it ends where somebody keeps the interpreter."""
ASIDE_S = 0.004
MOST_S = 0.08
"""How long a worker waits at a time, and altogether before it goes on all the same."""

_MAIN = threading.main_thread().ident
_looked = threading.local()


def begin() -> None:
    """From now on workers of this program are courteous."""
    sys.setswitchinterval(SWITCH_S)
    courtesy.giving_way(step_aside)
    sys.meta_path.insert(0, _fetching)


def end() -> None:
    """As Python begins."""
    sys.setswitchinterval(0.005)
    courtesy.giving_way(None)
    sys.meta_path.remove(_fetching)


class _Fetching(MetaPathFinder):
    """Finds no module, but is asked for each: a rulebook that is fetched on a worker is a hundred of them."""

    def find_spec(self, *_: object) -> None:
        step_aside()


_fetching = _Fetching()


def step_aside() -> None:
    """On a worker: wait while somebody else is at work, but not for ever."""
    began = perf_counter()
    if threading.get_ident() == _MAIN or began - getattr(_looked, "at", 0.0) < EVERY_S:
        return
    while _is_wanted() and perf_counter() - began < MOST_S:
        sleep(ASIDE_S)
    _looked.at = perf_counter()


def _is_wanted() -> bool:
    """Does somebody else keep the interpreter?"""
    before = perf_counter()
    sleep(_BLINK_S)
    return perf_counter() - before > _BLINK_S + _LATE_S
