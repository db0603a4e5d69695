"""Every worked case of this book: those written as files, and those only code can ask.

The files cover what a command comes to; here stand the cases about healing by numbers that no
potion of this book heals, and what must be true at all times.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from engine import cases, seeds
from engine.ask import Steps
from engine.game import Game, ModelId
from engine.systems.descent.poison import poisoned
from engine.systems.descent.wounds import heal, lose
from tests.systems.descent.positions import marks, position, step
from tests.systems.descent.positions import wounds as left

FOLDER = Path(__file__).resolve().parents[3] / "seeds" / "descent" / "cases"
HERE = {32, 34, 38}
"""Numbers of the worked cases that are told in this module."""


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.toml")), ids=lambda path: path.stem)
def test_a_worked_case_comes_out_as_written(path: Path) -> None:
    assert cases.run(cases.load(path)).differences == ()


def test_every_worked_case_is_told() -> None:
    """The numbers of section 4 of the restated rules, each as a file or in this module."""
    wanted = {
        *(1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20, 22, 23, 25, 26, 28, 29, 31, 32, 34, 35, 37, 38),
        *(40, 41, 43, 44, 46, 47, 49, 50, 52, 53, 55, 56, 58, 59, 61, 62, 64, 65, 67, 68, 70, 71, 73, 74, 76, 77),
        *(79, 80, 82, 83, 85, 86, 88, 89, 91, 92),
    }
    written = {int(path.stem.split("-")[1][:2]) for path in FOLDER.glob("h-*.toml")}

    assert len(wanted) == 62
    assert sorted(wanted - written - HERE) == []


def test_every_clause_that_a_file_can_show_is_shown_by_one() -> None:
    shown = {clause for path in FOLDER.glob("*.toml") for clause in cases.load(path).clauses}
    silent = {clause.id for clause in seeds.clauses("descent")} - shown

    assert silent == {  # each only says which token is meant
        *("DES-BLEED-1", "DES-DAZE-1", "DES-STUN-1", "DES-WEB-1", "DES-CURSE-1", "DES-FROST-1"),
    }


def healed(points: int):
    """A step: so many points of healing for H."""

    def given_back(game: Game) -> Steps[Game]:
        return (yield from heal(game, ModelId("H"), points, "DES-DEF-POTION"))

    return given_back


def hero(*words: str, **readings: str) -> Game:
    return position(f"model H hero red 4.5,4.5 {' '.join(words)}", **readings)


@pytest.mark.clause("DES-POISON-3", "DES-POISON-4")
def test_32_healing_takes_the_poison_off_first_and_later_healing_goes_on_from_there() -> None:
    start = hero("poison=3", "wounds_lost:3")

    first = step(start, healed(2)).game
    second = step(first, healed(2)).game

    assert (left(start, "H"), marks(start, "H")) == (9, ["poison 3"])
    assert (left(first, "H"), marks(first, "H")) == (9, ["poison 1"])
    assert (left(second, "H"), marks(second, "H")) == (10, [])


@pytest.mark.clause("DES-POISON-3")
@pytest.mark.parametrize(
    ("reading", "wounds_left", "tokens"),
    [("point_by_point", 12, []), ("capped", 10, [])],
)
def test_34_five_points_against_two_tokens_and_two_wounds(reading: str, wounds_left: int, tokens: list[str]) -> None:
    """Point by point one is left over; capped at the wounds that are missing, the tokens take all."""
    game = step(hero("poison", "poison", "wounds_lost:2", healing=reading), healed(5)).game

    assert (left(game, "H"), marks(game, "H")) == (wounds_left, tokens)


@pytest.mark.clause("DES-POISON-1", "DES-POISON-2", "DES-POISON-3", "DES-POISON-4")
@pytest.mark.parametrize("reading", ["point_by_point", "capped"])
def test_38_there_is_never_more_poison_than_wounds_are_missing(reading: str) -> None:
    luck = Random(38)
    game = hero(healing=reading)
    for _ in range(300):
        if luck.random() < 0.5:
            hurt = min(luck.randint(0, 4), left(game, "H") - 1)

            def bitten(game: Game, hurt: int = hurt) -> Steps[Game]:
                game = yield from lose(game, ModelId("H"), hurt, "DES-POISON-1")
                return (yield from poisoned(game, ModelId("H"), hurt))

            game = step(game, bitten).game
        else:
            game = step(game, healed(luck.randint(1, 4))).game

        assert marks(game, "H").count("poison") <= 12 - left(game, "H")
