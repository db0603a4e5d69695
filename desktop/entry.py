"""An entry in the applications menu of a Linux desktop, with the icon and the kinds of file the program opens.

Three files in the user's data folder; no rights are needed, and `remove` leaves nothing behind.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from platformdirs import user_data_path

ASSETS = Path(__file__).parents[1] / "assets"
ENTRY = Path("applications") / "sightline.desktop"
ICON = Path("icons") / "hicolor" / "scalable" / "apps" / "sightline.svg"
KINDS = Path("mime") / "packages" / "sightline.xml"
REFRESH = (("update-desktop-database", "applications"), ("update-mime-database", "mime"))
"""Programs that tell a running desktop of it, each with its folder; without them it is found at the next login."""


def possible() -> bool:
    """Does this system keep its applications menu so?"""
    return sys.platform.startswith("linux")


def share_folder() -> Path:
    """Where a user's own entries, icons and kinds of file lie."""
    return user_data_path("sightline").parent


def install(command: Path, folder: Path) -> tuple[Path, ...]:
    """Write entry, icon and kinds of file below *folder*; the entry starts *command*.  OSError if it cannot be."""
    text = (ASSETS / "linux" / "sightline.desktop").read_text(encoding="utf-8")
    written = {
        ENTRY: text.replace("Exec=sightline ", f"Exec={quoted(str(command))} "),
        ICON: (ASSETS / "icons" / "sightline.svg").read_text(encoding="utf-8"),
        KINDS: (ASSETS / "linux" / "sightline.xml").read_text(encoding="utf-8"),
    }
    for name, content in written.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")
    _refresh(folder)
    return tuple(folder / name for name in written)


def remove(folder: Path) -> tuple[Path, ...]:
    """Take away what `install` wrote; those files that were there."""
    found = tuple(folder / name for name in (ENTRY, ICON, KINDS) if (folder / name).exists())
    for path in found:
        path.unlink()
    _refresh(folder)
    return found


def quoted(command: str) -> str:
    """A path as an entry's Exec line wants it: reserved characters escaped, percent signs doubled."""
    escaped = "".join(f"\\{sign}" if sign in '"`$\\' else sign for sign in command)
    return f'"{escaped}"'.replace("\\", "\\\\").replace("%", "%%")


def running() -> Path:
    """The program that is running, as it can be started again."""
    beside = Path(sys.executable).with_name("sightline")
    return beside if beside.exists() else Path(sys.argv[0]).resolve()


def main(arguments: Sequence[str]) -> int:
    """`sightline menu-entry` and `sightline menu-entry --remove`; the exit status."""
    if arguments not in ([], ["--remove"]):
        print("Write: sightline menu-entry, or: sightline menu-entry --remove", file=sys.stderr)
        return 2
    if not possible():
        print("Only Linux desktops keep such a menu; here, make a shortcut to sightline.", file=sys.stderr)
        return 1
    try:
        print(sentence(add=not arguments))
    except OSError as fault:
        print(f"The applications menu cannot be changed: {fault}", file=sys.stderr)
        return 1
    return 0


def sentence(*, add: bool) -> str:
    """Add or remove the entry of this user, and say so.  OSError if it cannot be."""
    if add:
        where = install(running(), share_folder())[0]
        return f"Sightline is in the applications menu now ({where}) and opens its files."
    return "Sightline is no longer in the applications menu." if remove(share_folder()) else "There was no entry."


def _refresh(folder: Path) -> None:
    for program, name in REFRESH:
        if (folder / name).is_dir() and shutil.which(program):
            subprocess.run([program, str(folder / name)], check=False, capture_output=True)
