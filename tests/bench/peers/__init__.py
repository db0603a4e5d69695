"""Other programs that answer the same question, fetched and built at run time into `.bench-work`.

A peer that is not to be had here is left out with a word.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from engine.game import Point
from tests.bench.worlds import World

HERE = Path(__file__).resolve().parent
WORK = HERE.parents[2] / ".bench-work"
PATIENCE = 240.0

Views = list[tuple[float, float]]
"""For each view the milliseconds and the area seen."""


class MissingError(Exception):
    """The peer is not to be had here, and why."""


def _run(*words: object, text: str = "") -> str:
    try:
        done = subprocess.run(
            [str(word) for word in words], input=text, text=True, capture_output=True, timeout=PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise MissingError(str(problem)[:200]) from problem
    if done.returncode:
        raise MissingError((done.stderr or "it failed").strip()[-200:])
    return done.stdout


def _text(world: World, eyes: list[Point]) -> str:
    rows = [f"{world.table.width!r} {world.table.height!r} {len(world.table.terrain)}"]
    for piece in world.table.terrain:
        rows.append(" ".join([str(len(piece.outline)), *(f"{x!r} {y!r}" for x, y in piece.outline)]))
    rows.append(str(len(eyes)))
    rows += [f"{x!r} {y!r}" for x, y in eyes]
    return "\n".join(rows) + "\n"


def _compiled(name: str, *words: object) -> Path:
    made = WORK / name
    if not made.exists():
        if shutil.which("g++") is None:
            raise MissingError("there is no g++")
        WORK.mkdir(exist_ok=True)
        _run("g++", "-O2", "-w", "-DNDEBUG", "-DCGAL_NDEBUG", HERE / f"{name}.cpp", *words, "-o", made)
    return made


@cache
def site() -> Path:
    """Where Python peers are installed, apart from the project's own."""
    place = WORK / "site"
    if not place.exists():
        WORK.mkdir(exist_ok=True)
        _run(sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", place, "pyvispoly", "scikit-fmm")
    return place


def _expansion() -> list[object]:
    return [_compiled("cgal_view", "-lgmp", "-lmpfr"), "expansion"]


def _sweep() -> list[object]:
    return [_compiled("cgal_view", "-lgmp", "-lmpfr"), "sweep"]


def _visilibity() -> list[object]:
    source = WORK / "visilibity"
    if not source.exists():
        fetch = (sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", ":all:", "-d", source)
        _run(*fetch, "visilibity")
        shutil.unpack_archive(next(source.glob("*.tar.gz")), source)
    folder = next((found.parent for found in source.rglob("visilibity.hpp")), None)
    if folder is None:
        raise MissingError("its source was not to be had")
    return [_compiled("visilibity_view", f"-I{folder}", folder / "visilibity.cpp")]


def _javascript() -> list[object]:
    modules = WORK / "node_modules"
    if not modules.exists():
        WORK.mkdir(exist_ok=True)
        _run("npm", "install", "--silent", "--prefix", WORK, "visibility-polygon")
    return ["node", HERE / "javascript_view.cjs", modules]


def _python() -> list[object]:
    return ["env", f"PYTHONPATH={site()}", sys.executable, HERE / "python_view.py"]


REFERENCE = "CGAL triangular expansion, C++, exact"
PEERS: dict[str, tuple[Callable[[], list[object]], int]] = {
    REFERENCE: (_expansion, 1_000_000),
    "CGAL rotational sweep, C++, exact": (_sweep, 20_000),
    "VisiLibity1, C++": (_visilibity, 20_000),
    "visibility-polygon, JavaScript": (_javascript, 1_000_000),
    "pyvispoly (CGAL from Python)": (_python, 20_000),
}
"""How each is made ready, and the number of edges up to which it answers in reasonable time."""


def views(name: str, world: World, eyes: list[Point]) -> Views:
    """The peer's answers; MissingError when it has none."""
    ready, most = PEERS[name]
    if world.edges > most:
        raise MissingError(f"too slow for {world.edges} edges")
    few = 24 if name == REFERENCE or world.edges < 2000 else 6
    rows = _run(*ready(), few, text=_text(world, eyes)).splitlines()
    return [(float(time) / 1000.0, float(area)) for time, area in (row.split() for row in rows)]


def all_views(world: World, eyes: list[Point]) -> Iterator[tuple[str, Views | str]]:
    """Every peer's answers, or why it has none."""
    for name in PEERS:
        try:
            yield name, views(name, world, eyes)
        except MissingError as reason:
            yield name, str(reason)
