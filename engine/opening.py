"""Any file a player may open: a battle, a table, or a map of another program.

What a file is shows in its content; its name only decides where the content says nothing.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Struct

from engine import store, systems, uvtt
from engine.squaring import squared
from engine.store import Opened, Unreadable
from engine.store_format import MEGABYTE

SUFFIXES = (".battle", ".table", *uvtt.SUFFIXES)
"""What a file dialog should offer."""
TEXTS = (".position", ".txt")
"""Names of positions as text, which `engine.cases` and `engine.dispute` read."""
_BOM = b"\xef\xbb\xbf"
_SNIFFED = 64 * MEGABYTE


class _Ours(Struct, frozen=True):
    format: int
    kind: str


def is_map(path: str | Path) -> bool:
    """Is it a map whose cells have no size yet, so that the player must be asked for one?

    Unreadable, a sentence, when there is no such file.
    """
    path = Path(path)
    raw = store.file_bytes(path).removeprefix(_BOM).lstrip()
    if _ours(raw) or not raw:
        return False
    named = path.suffix.lower() in uvtt.SUFFIXES
    return named or (raw.startswith(b"{") and b'"map_size"' in raw[:_SNIFFED])


def check_kind(path: str | Path) -> None:
    """Unreadable, a sentence, where neither name nor content is that of a battle, a table or a map."""
    path = Path(path)
    raw = store.file_bytes(path).removeprefix(_BOM).lstrip()
    if path.suffix.lower() not in (*SUFFIXES, *TEXTS) and not _ours(raw) and not raw.startswith(b"{"):
        maps = ", ".join(uvtt.SUFFIXES)
        raise Unreadable(
            f"{path.name} is none of the files that Sightline opens: battles and tables that it saved itself "
            f"(.battle, .table), positions as text ({', '.join(TEXTS)}), and Universal VTT maps ({maps}); pictures "
            "are laid under the table in the window."
        )


def open_any(path: str | Path, cell_inches: float = 1.0, wall_height: float = 3.0, *, squares: bool = False) -> Opened:
    """Open a battle, a table or a map.  Unreadable: what is wrong, where, and what to do.

    A map is laid out on *squares* of one inch where that is asked for, each cell a square.
    """
    path = Path(path)
    if not is_map(path):
        check_kind(path)
        opened = store.read(path)
        book = opened.journal.first.system if opened.journal else ""
        if book and book not in systems.names():
            known = ", ".join(systems.names())
            raise Unreadable(f"{path.name} is played by the rulebook {book!r}, which is not here; there are: {known}.")
        return opened
    found = uvtt.read(path, 1.0 if squares else cell_inches, wall_height)
    if not squares:
        return Opened("map", found.table, None, found.warnings)
    try:
        laid = squared(found.table)
    except ValueError as fault:
        raise Unreadable(f"{path.name} cannot be laid out on squares: {fault}.") from fault
    return Opened("map", laid.table, None, found.warnings + laid.warnings)


def _ours(raw: bytes) -> bool:
    """Does the first line begin like one of our own, whole or torn?"""
    first = raw.partition(b"\n")[0]
    try:
        msgspec.json.decode(first, type=_Ours)
    except (msgspec.DecodeError, RecursionError):
        return first.startswith((b'{"format":1,"kind"', b'{"format": 1, "kind"'))
    return True
