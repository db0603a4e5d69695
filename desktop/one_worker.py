"""A pool of one thread that comes to its end before Qt takes it apart."""

from __future__ import annotations

from PySide6.QtCore import QObject, QThreadPool


def one_worker(owner: QObject) -> QThreadPool:
    """One thread that belongs to *owner* and is waited for when that is deleted, wherever from.

    Qt's own wait, as it takes a pool apart, may hold Python still, which the thread needs to end: for ever.
    """
    pool = QThreadPool(owner)
    pool.setMaxThreadCount(1)
    owner.destroyed.connect(lambda: _run_out(pool))
    return pool


def _run_out(pool: QThreadPool) -> None:
    pool.clear()
    pool.waitForDone()
