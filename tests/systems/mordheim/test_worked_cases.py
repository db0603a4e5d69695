"""Every worked case of this book, played as it is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import cases

FOLDER = Path(__file__).resolve().parents[3] / "seeds" / "mordheim" / "cases"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.toml")), ids=lambda path: path.stem)
def test_a_worked_case_comes_out_as_written(path: Path):
    assert cases.run(cases.load(path)).differences == ()


def test_there_are_worked_cases():
    assert len(list(FOLDER.glob("hc-*.toml"))) >= 28
