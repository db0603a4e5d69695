"""Seeds and code, both ways: what is claimed is cited and tested, and nothing cites the unknown."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest

from engine import seeds, systems

TREE = Path(__file__).resolve().parent.parent
ID = re.compile(r"\b[A-Z]{3}-[A-Z][A-Z_]*(?:-[A-Z0-9_]+)*\b")


def marked() -> dict[str, list[str]]:
    """Clause id → the tests that carry its mark."""
    found: dict[str, list[str]] = {}
    for path in sorted((TREE / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.clause":
                for word in ast.walk(node):
                    if isinstance(word, ast.Constant) and isinstance(word.value, str):
                        found.setdefault(word.value, []).append(path.name)
    return found


def cited(system: str) -> set[str]:
    """Ids in the strings of a rulebook's code; comments and docstrings do not count."""
    found: set[str] = set()
    for path in sorted((TREE / "engine" / "systems" / system).rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        prose = {
            id(node.body[0].value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
            and node.body
            and isinstance(node.body[0], ast.Expr)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
                found |= set(ID.findall(node.value))
    return found


def mentioned(system: str) -> set[str]:
    """Ids anywhere in the rulebook's code, docstrings too."""
    folder = TREE / "engine" / "systems" / system
    return {found for path in sorted(folder.rglob("*.py")) for found in ID.findall(path.read_text(encoding="utf-8"))}


def known() -> set[str]:
    written = [clause for system in seeds.systems() for clause in (*seeds.clauses(system), *seeds.definitions(system))]
    return {clause.id for clause in (*seeds.house(), *written)}


@pytest.mark.parametrize("system", systems.names())
def test_every_automated_clause_is_cited_by_code(system: str) -> None:
    automated = {clause.id for clause in seeds.clauses(system) if clause.automated}

    assert sorted(automated - cited(system)) == []


@pytest.mark.parametrize("system", systems.names())
def test_every_automated_clause_has_a_marked_test(system: str) -> None:
    automated = {clause.id for clause in seeds.clauses(system) if clause.automated}

    assert sorted(automated - set(marked())) == []


@pytest.mark.parametrize("system", systems.names())
def test_every_switchable_reading_is_asked_for_by_code(system: str) -> None:
    folder = TREE / "engine" / "systems" / system
    code = "".join(path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py")))

    assert [reading.id for reading in seeds.readings(system) if f'"{reading.id}"' not in code] == []


def test_no_test_is_marked_with_an_unknown_clause() -> None:
    assert sorted(set(marked()) - known()) == []


@pytest.mark.parametrize("system", systems.names())
def test_no_code_cites_an_unknown_clause(system: str) -> None:
    prefixes = {clause.id.split("-")[0] for clause in seeds.clauses(system)}

    assert sorted(c for c in mentioned(system) - known() if c.split("-")[0] in prefixes) == []


@pytest.mark.parametrize("system", seeds.systems())
def test_what_is_left_to_the_players_says_why(system: str) -> None:
    silent = [c.id for c in seeds.clauses(system) if not c.automated and not (c.reading or c.note)]

    assert silent == []


@pytest.mark.parametrize("path", sorted((TREE / "seeds").glob("*/cases/*.toml")), ids=lambda path: path.stem)
def test_a_case_cites_known_clauses(path: Path) -> None:
    case = tomllib.loads(path.read_text(encoding="utf-8"))

    assert sorted(set(case["clauses"]) - known()) == []


def test_the_parts_of_a_ledger_are_found() -> None:
    """Guards the tests above against passing because they look at nothing."""
    assert len(known()) > 50
    assert len(marked()) > 50
    assert "mordheim" in systems.names()
