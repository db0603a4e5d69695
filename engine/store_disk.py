"""What the store asks of the operating system: one writer a file, and names that last.

Reading needs no lock.  A lock file beside the battle would outlive a crash; this lock is
held by the system on the open file itself and ends with the program that holds it,
however it ends.
"""

from __future__ import annotations

import errno
import os
import sys
from io import FileIO
from pathlib import Path

_FAR = 1 << 62
"""A byte beyond any file, because Windows shuts out readers from the bytes it locks."""
_TAKEN = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)


def hold(file: FileIO) -> bool:
    """Take an open file for its only writer; False when another window or program has it.

    True, too, on a disk that knows no locks: what another program adds there is still
    noticed before the next line is written.
    """
    try:
        _lock(file)
    except OSError as refused:
        return refused.errno not in _TAKEN
    return True


def taken(path: Path) -> bool:
    """Is another window or program writing this file now?  False where there is none."""
    try:
        with FileIO(path, "r+") as file:
            return not hold(file)
    except OSError:
        return False


def forget(path: Path) -> None:
    """Take a file away that may never have been made."""
    try:
        path.unlink(missing_ok=True)
    except OSError:
        return  # it could not be made either


def sync_folder(folder: Path) -> None:
    """Make a new name last, where the system lets a folder be flushed.  OSError if that fails."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def keep_beside(path: Path) -> None:
    """Copy a damaged file to the first free name *.bak, *.bak2, …  OSError if that fails."""
    number = 1
    while (beside := path.with_name(f"{path.name}.bak{number if number > 1 else ''}")).exists():
        number += 1
    with open(beside, "xb") as file:
        file.write(path.read_bytes())
        file.flush()
        os.fsync(file.fileno())


if sys.platform == "win32":
    import msvcrt

    def _lock(file: FileIO) -> None:
        file.seek(_FAR)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: FileIO) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
