"""Every clause of a rulebook, and how many tests hold it down."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from engine import seeds

TESTS = seeds.SEEDS.parent / "tests"
"""Beside the package in a checkout; not there in an installed one."""


class Listed(Struct, frozen=True, kw_only=True):
    """One clause.

    *switches* are the readings that touch it, with their defaults; *tests* the marks and worked
    cases bound to it, None where tests are not installed.
    """

    id: str
    kind: Literal["clause", "definition"]
    chapter: str
    says: str
    automated: bool
    assumed: bool
    reading: str
    switches: dict[str, str]
    note: str
    tests: int | None


def rule_list(system: str) -> tuple[Listed, ...]:
    """The clauses, then the definitions they lean on.  KeyError if the rulebook has no seeds."""
    bound = _bound(system)
    switches: dict[str, dict[str, str]] = {}
    for reading in seeds.readings(system):
        for id in reading.clauses:
            switches.setdefault(id, {})[reading.id] = reading.default
    found = []
    kinds: tuple[tuple[Literal["clause", "definition"], tuple[seeds.Clause, ...]], ...] = (
        ("clause", seeds.clauses(system)),
        ("definition", seeds.definitions(system)),
    )
    for kind, clauses in kinds:
        for clause in clauses:
            found.append(
                Listed(
                    id=clause.id,
                    kind=kind,
                    chapter=clause.chapter,
                    says=clause.says,
                    automated=clause.automated,
                    assumed=clause.assumed,
                    reading=clause.reading,
                    switches=switches.get(clause.id, {}),
                    note=clause.note,
                    tests=None if bound is None else bound[clause.id],
                )
            )
    return tuple(found)


def _bound(system: str) -> Counter[str] | None:
    """Clause id → marks in tests and clauses of worked cases."""
    if not (TESTS / "engine").is_dir():
        return None
    found: Counter[str] = Counter()
    for path in sorted(TESTS.rglob("test_*.py")):
        found.update(_marks(path))
    for path in sorted((seeds.SEEDS / system / "cases").glob("*.toml")):
        try:
            found.update(msgspec.toml.decode(path.read_bytes(), type=_Bound).clauses)
        except msgspec.DecodeError:
            continue  # `play` says what is wrong with it
    return found


class _Bound(Struct):
    clauses: tuple[str, ...] = ()


def _marks(path: Path) -> list[str]:
    """The ids in every `pytest.mark.clause(…)` of a file, each mark counted once."""
    text = path.read_text(encoding="utf-8")
    if "mark.clause" not in text:
        return []
    return [
        word.value
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.clause"
        for word in node.args
        if isinstance(word, ast.Constant) and isinstance(word.value, str)
    ]
