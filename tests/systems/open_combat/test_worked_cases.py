"""Every worked case of this book, played as it is written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine import cases

FOLDER = Path(__file__).resolve().parents[3] / "seeds" / "open_combat" / "cases"
# fmt: off
NUMBERS = (
    1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 22, 23, 25, 26, 28, 29, 31, 32, 34, 35, 37, 38, 40, 41, 43, 44, 46,
    47, 49, 50, 52, 53, 55, 56, 58, 59, 61, 62, 64, 65, 67, 68, 70, 71, 73, 74, 76, 77,
)
# fmt: on
"""The worked cases of the rules file, by number; HC-20 is a table of its own, in test_worked_tables."""


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.toml")), ids=lambda path: path.stem)
def test_a_worked_case_comes_out_as_written(path: Path) -> None:
    assert cases.run(cases.load(path)).differences == ()


def test_every_case_of_the_rules_file_is_there_and_the_example_comes_first() -> None:
    names = sorted(path.stem for path in FOLDER.glob("*.toml"))
    numbers = {int(found[1]) for name in names if (found := re.match(r"hc-(\d+)", name))}

    assert names[0] == "example"
    assert numbers == set(NUMBERS)
