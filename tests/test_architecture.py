"""The house rules that a machine can keep: budgets, names, borders, bound facts."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import systems

TREE = Path(__file__).resolve().parent.parent
SOURCES = sorted(path for top in ("engine", "desktop") for path in (TREE / top).rglob("*.py"))
FILE_LINES = 400
FUNCTION_LINES = 40
BANNED = {"manager", "handler", "helper", "util", "utils", "data", "info", "process", "state", "states"}
QT_NAMES = {"saveState", "restoreState", "mimeData", "setData", "data", "headerData"}
"""Methods of Qt that a class of ours may override."""


def named(path: Path) -> str:
    return path.relative_to(TREE).as_posix()


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def body_lines(function: ast.FunctionDef) -> int:
    """Lines from the first statement after the docstring to the last."""
    body = function.body[1:] if ast.get_docstring(function) else function.body
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0


def words(name: str) -> set[str]:
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}


@pytest.mark.parametrize("path", SOURCES, ids=named)
def test_a_file_stays_within_its_budget(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").count("\n")

    assert lines <= FILE_LINES


@pytest.mark.parametrize("path", SOURCES, ids=named)
def test_a_function_stays_within_its_budget(path: Path) -> None:
    long = [f"{f.name}: {body_lines(f)} lines" for f in functions(parsed(path)) if body_lines(f) > FUNCTION_LINES]

    assert long == []


@pytest.mark.parametrize("path", SOURCES, ids=named)
def test_names_come_from_the_glossary(path: Path) -> None:
    tree = parsed(path)
    banned = BANNED | (set() if "scene" in path.parts else {"item", "items"})
    defined = [n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.ClassDef)] + [path.stem]

    assert [name for name in defined if words(name) & banned and name not in QT_NAMES] == []


@pytest.mark.parametrize("path", SOURCES, ids=named)
def test_luck_lives_in_one_module(path: Path) -> None:
    imported = {
        name.split(".")[0]
        for node in ast.walk(parsed(path))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }

    assert "random" not in imported or named(path) == "desktop/dice_cup.py"


@pytest.mark.parametrize("path", [p for p in SOURCES if "systems" in p.parts], ids=named)
def test_a_fact_is_never_dropped(path: Path) -> None:
    """A rule that forgets `game = ` before `yield from happens(...)` would go on with a stale game."""
    dropped = [
        node.lineno
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.YieldFrom)
    ]

    assert dropped == []


@pytest.mark.parametrize("path", [p for p in SOURCES if "systems" in p.parts], ids=named)
def test_rules_walk_tuples_never_sets(path: Path) -> None:
    """Python shuffles the order of a set between processes; a replay would differ."""
    loops = [node.iter for node in ast.walk(parsed(path)) if isinstance(node, ast.For | ast.comprehension)]
    sets = [
        loop.lineno
        for loop in loops
        if isinstance(loop, ast.Set | ast.SetComp)
        or (isinstance(loop, ast.Call) and isinstance(loop.func, ast.Name) and loop.func.id in {"set", "frozenset"})
    ]

    assert sets == []


@pytest.mark.parametrize("system", systems.names())
def test_a_rulebook_is_named_only_in_its_folder(system: str) -> None:
    own = TREE / "engine" / "systems" / system
    strangers = [
        named(path)
        for path in SOURCES
        if own not in path.parents and system in path.read_text(encoding="utf-8").lower()
    ]

    assert strangers == []


def test_the_engine_runs_where_qt_is_not_installed() -> None:
    script = (
        "import sys, pkgutil, importlib; sys.modules['PySide6'] = None; sys.modules['shiboken6'] = None\n"
        "import engine\n"
        "for m in pkgutil.walk_packages(engine.__path__, 'engine.'):\n"
        "    if not m.name.endswith('__main__'): importlib.import_module(m.name)\n"
        "print('fine')"
    )
    ran = subprocess.run([sys.executable, "-c", script], cwd=TREE, capture_output=True, text=True, check=False)

    assert (ran.stdout.strip(), ran.stderr) == ("fine", "")
