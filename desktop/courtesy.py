"""A worker waits while the window is at work: the hand comes before what is reckoned for it.

A worker sees that from the time which the window's thread has spent on a core during an instant
in which the worker slept; where the system does not tell, from how late the interpreter came
back.  So nobody has to tell the worker anything, and a window that waits for it is not waited for.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from importlib.abc import MetaPathFinder
from time import perf_counter, sleep

from engine import courtesy

SWITCH_S = 0.0001
"""Seconds after which a thread that waits for the interpreter gets it.

Nearly every call of Qt gives it away and asks for it back; with Python's own 0.005 a turn of the
loop with forty such calls stood still for a fifth of a second while anything was reckoned.
"""
EVERY_S = 0.003
"""How long a worker reckons between two looks, and never less than it has just waited."""
ASIDE_S = 0.003
MOST_S = 0.06
"""How long a worker waits at a time, and altogether before it goes on all the same."""
_BLINK_S, _LATE_S = 0.0002, 0.0002
"""The sleep of a look, and how much later it ends where somebody keeps the interpreter."""
_BUSY = 0.4
"""The share of a look that the window's thread spends on a core where it is at work."""


class _Manners(threading.local):
    """Of one worker: when it looks up next."""

    next_look = 0.0


class _Fetching(MetaPathFinder):
    """Finds no module, but is asked for each: a rulebook that is fetched on a worker is a hundred of them."""

    def find_spec(self, *_: object) -> None:
        step_aside()


_manners, _fetching = _Manners(), _Fetching()


def begin() -> None:
    """From now on workers of this program are courteous."""
    sys.setswitchinterval(SWITCH_S)
    courtesy.giving_way(step_aside)
    if _fetching not in sys.meta_path:
        sys.meta_path.insert(0, _fetching)


def end() -> None:
    """As Python begins."""
    sys.setswitchinterval(0.005)
    courtesy.giving_way(None)
    sys.meta_path.remove(_fetching)


def step_aside() -> None:
    """On a worker: wait while the window is at work, but not for ever, and half of the time at most."""
    began = perf_counter()
    if threading.get_ident() == threading.main_thread().ident or began < _manners.next_look:
        return
    while _is_at_work() and perf_counter() - began < MOST_S:
        sleep(ASIDE_S)
    now = perf_counter()
    _manners.next_look = now + max(EVERY_S, now - began)


def _is_at_work() -> bool:
    """Is the window's thread at work just now?"""
    before, spent = perf_counter(), _spent()
    sleep(_BLINK_S)
    took = perf_counter() - before
    return _spent() - spent > took * _BUSY if _told else took > _BLINK_S + _LATE_S


def _spent_by(thread: int | None) -> Callable[[], float] | None:
    """What tells how many seconds that thread has been on a core; None where the system does not."""
    if thread is None or sys.platform in ("win32", "darwin"):
        return None
    clock = time.pthread_getcpuclockid(thread)
    return lambda: time.clock_gettime(clock)


_told = _spent_by(threading.main_thread().ident)
_spent: Callable[[], float] = _told or (lambda: 0.0)
