"""`sightline`: questions without a window first, then the window, or off screen a picture."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed
from pathlib import Path

from desktop import ahead, entry, libraries

OURS = ("desktop", "engine")
WITHOUT_A_WINDOW = ("play", "measure", "odds", "rules", "dispute")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; the exit status.  Qt is imported only where a window or a picture is wanted."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given and given[0] in WITHOUT_A_WINDOW:
        from engine.command_line import main as answer

        return answer(given)
    if given and given[0] == "menu-entry":
        return entry.main(given[1:])
    wanted = _parser().parse_args(given)
    offscreen = wanted.offscreen or not libraries.has_screen()
    if offscreen:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    elif libraries.uses_x11() and (lacking := libraries.missing(libraries.ON_X11)):
        return _refuse(libraries.sentence(lacking))
    try:
        ahead.engine_first() if offscreen or wanted.file else ahead.nouns_first()
        from desktop import foyer
    except ModuleNotFoundError as fault:
        if (fault.name or "").partition(".")[0] in OURS:
            raise
        return _refuse(f"{fault}: Sightline is not fully installed. Install it with: pip install -e .")
    except ImportError as fault:
        if fault.name and not fault.name.startswith("PySide6"):
            raise
        lacking = libraries.missing(libraries.ALWAYS) if sys.platform.startswith("linux") else {}
        return _refuse(libraries.sentence(lacking, str(fault)))
    options = foyer.Options(
        file=wanted.file,
        cell_inches=wanted.cell_inches,
        wall_height=wanted.wall_height,
        theme=wanted.theme,
        version=version(),
    )
    if offscreen:
        from desktop import demo

        return demo.run(options)
    return foyer.run(options)


def version() -> str:
    """The version that is installed."""
    try:
        return installed("sightline")
    except PackageNotFoundError:
        return "not installed"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="sightline",
        description="A tabletop visualiser for skirmish games with miniatures.",
        epilog="Without a window: sightline play, measure, odds, rules, dispute … (each explains itself with --help).  "
        "On Linux, sightline menu-entry puts it into the applications menu.",
    )
    parser.add_argument("file", nargs="?", type=Path, help="a .battle, a .table, or a .uvtt, .dd2vtt, .df2vtt map")
    parser.add_argument("--offscreen", action="store_true", help="open no window; write a picture")
    parser.add_argument("--cell-inches", type=_inches, help="inches a cell of a map is wide (default: ask, or 1)")
    parser.add_argument("--wall-height", type=_inches, default=3.0, help="height of a map's walls, inches (default 3)")
    parser.add_argument("--theme", choices=("system", "dark", "light", "contrast"), help="the look for this start")
    parser.add_argument("--version", action="version", version=f"Sightline {version()}")
    return parser


def _inches(text: str) -> float:
    try:
        inches = float(text)
    except ValueError:
        inches = 0.0
    if not 0.01 <= inches <= 1000:
        raise argparse.ArgumentTypeError(f"{text} is no length; give inches between 0.01 and 1000")
    return inches


def _refuse(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
