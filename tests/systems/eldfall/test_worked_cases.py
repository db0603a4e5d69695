"""Every worked case of this book: those written as files, and those only code can ask.

The files tell what a command is refused, done or asking for; here stand the cases about numbers
and sight, and beside each chapter of files the clauses that they prove.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import cases
from engine.ask import Answer, Choose, Picked, Thrown
from engine.commands import Command, NextPhase
from engine.game import Game, Marker, ModelId
from engine.play import Asking, Done, perform
from engine.systems.eldfall import gaining
from engine.systems.eldfall.awareness import awareness
from engine.systems.eldfall.halving import value
from engine.systems.eldfall.questions import ACC, AG, ARM, ATTRIBUTES, DEF, INT, OFF, SPD, STA, M, T
from engine.systems.eldfall.sight import sees
from tests.systems.eldfall.positions import SYSTEM, act, done, marks, position, step
from tests.systems.eldfall.positions import T as APART

FOLDER = Path(__file__).resolve().parents[3] / "seeds" / "eldfall" / "cases"
HERE = {2, 7, 8, 44}
"""Numbers of the worked cases that are told in this module."""
WANTED = {
    *(1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20, 22, 23, 25, 26, 28, 29, 31, 32, 34, 35, 37, 38, 40, 41, 43, 44),
    *(46, 47, 49, 50, 52, 53, 55, 56, 58, 59, 61, 62, 64, 65, 67, 68, 70, 71, 73, 74, 76, 77, 79, 80, 82, 83, 85, 86),
    *(88, 89, 91, 92, 94, 95, 97, 98, 100),
}
"""The numbers of section 4 of the restated rules."""


def number(path: Path) -> int:
    return int(path.stem.split("-")[1][:3])


def files(first: int, last: int) -> list[Path]:
    return [path for path in sorted(FOLDER.glob("h-*.toml")) if first <= number(path) <= last]


def told(path: Path) -> tuple[str, ...]:
    return cases.run(cases.load(path)).differences


@pytest.mark.clause(
    *("ELD-GEN-2", "ELD-GEN-3", "ELD-BLE-6", "ELD-CRI-3", "ELD-CRO-6", "ELD-CRO-7", "ELD-CRO-8", "ELD-FLY-2"),
    *("ELD-POI-2", "ELD-POI-3", "ELD-SLO-1", "ELD-WEA-2", "ELD-WEA-3", "ELD-WEA-4"),
)
@pytest.mark.parametrize("path", files(1, 19), ids=lambda path: path.stem)
def test_values_and_rounding(path: Path) -> None:
    assert told(path) == ()


@pytest.mark.clause(
    *("ELD-CRO-3", "ELD-CRO-5", "ELD-CRO-10", "ELD-CRO-11", "ELD-CRO-12", "ELD-CRO-13", "ELD-CRO-15", "ELD-CRO-16"),
    *("ELD-INC-5", "ELD-INT-2", "ELD-DEF-RIDE", "ELD-DEF-KNO"),
)
@pytest.mark.parametrize("path", files(20, 28), ids=lambda path: path.stem)
def test_crouched(path: Path) -> None:
    assert told(path) == ()


@pytest.mark.clause(
    *("ELD-ENG-1", "ELD-ENG-2", "ELD-ENG-4", "ELD-ENG-5", "ELD-ENG-6", "ELD-ENG-7", "ELD-ENG-8", "ELD-ENG-12"),
    *("ELD-ENG-13", "ELD-ENG-14", "ELD-INC-6", "ELD-BLI-5", "ELD-CRO-9", "ELD-DEF-DIS", "ELD-DEF-ENG"),
)
@pytest.mark.parametrize("path", files(29, 42), ids=lambda path: path.stem)
def test_engaged(path: Path) -> None:
    assert told(path) == ()


@pytest.mark.clause(
    *("ELD-CRI-4", "ELD-BLI-4", "ELD-IMM-2", "ELD-IMM-3", "ELD-IMM-4", "ELD-IMM-5", "ELD-IMM-6", "ELD-IMM-7"),
    *("ELD-FAT-1", "ELD-FAT-2", "ELD-FAT-3", "ELD-DEF-AWA", "ELD-DEF-DODGE"),
)
@pytest.mark.parametrize("path", files(43, 51), ids=lambda path: path.stem)
def test_blinded_immobilized_fatigued(path: Path) -> None:
    assert told(path) == ()


@pytest.mark.clause(
    *("ELD-FLY-2", "ELD-FLY-3", "ELD-FLY-4", "ELD-FLY-5", "ELD-FLY-6", "ELD-FLY-10", "ELD-FLY-11", "ELD-FLY-12"),
    *("ELD-FLY-13", "ELD-FLY-14", "ELD-FLY-15", "ELD-FLY-16", "ELD-CRO-14", "ELD-INT-1", "ELD-DEF-FLT", "ELD-DEF-REV"),
)
@pytest.mark.parametrize("path", files(52, 60), ids=lambda path: path.stem)
def test_flying(path: Path) -> None:
    assert told(path) == ()


@pytest.mark.clause(
    *("ELD-INC-1", "ELD-INC-4", "ELD-INC-5", "ELD-INC-6", "ELD-INC-7", "ELD-INC-8", "ELD-INC-12", "ELD-INC-13"),
    *("ELD-INC-14", "ELD-INC-15", "ELD-INC-16", "ELD-INT-3", "ELD-INT-4", "ELD-DEA-8", "ELD-DEA-9", "ELD-DEA-10"),
    *("ELD-DEA-11", "ELD-DEA-12", "ELD-BLE-6", "ELD-BLE-7", "ELD-WEA-4", "ELD-DEF-LEAD", "ELD-DEF-WTM"),
)
@pytest.mark.parametrize("path", files(61, 77), ids=lambda path: path.stem)
def test_incapacitated_and_dead(path: Path) -> None:
    assert told(path) == ()


@pytest.mark.clause(
    *("ELD-PAN-1", "ELD-PAN-2", "ELD-PAN-3", "ELD-PAN-4", "ELD-PAN-5", "ELD-PAN-6", "ELD-PAN-7", "ELD-INT-5"),
    *("ELD-INT-6", "ELD-INC-2", "ELD-DEA-2", "ELD-DEF-BRK", "ELD-DEF-OWN-EDGE"),
)
@pytest.mark.parametrize("path", files(78, 92), ids=lambda path: path.stem)
def test_panicked(path: Path) -> None:
    assert told(path) == ()


@pytest.mark.clause(
    *("ELD-SHR-3", "ELD-SHR-6", "ELD-SHR-7", "ELD-SHR-8", "ELD-SHR-9", "ELD-SHR-10", "ELD-INT-7", "ELD-INT-8"),
    *("ELD-DEF-SUR", "ELD-DEF-PERC", "ELD-DEF-ACT-TEMPLATE"),
)
@pytest.mark.parametrize("path", files(93, 100), ids=lambda path: path.stem)
def test_shrouded(path: Path) -> None:
    assert told(path) == ()


def test_every_worked_case_is_told() -> None:
    written = {number(path) for path in FOLDER.glob("h-*.toml")}

    assert len(WANTED) == 67
    assert sorted(WANTED - written - HERE) == []


# ---------------------------------------------------------------- told here


def numbers(game: Game, model: str) -> dict[str, int]:
    """Every attribute of a model as its States leave it."""
    return {each.id: int(value(game, game.model(model), each).value) for each in ATTRIBUTES}


@pytest.mark.clause("ELD-CRO-6", "ELD-SLO-1", "ELD-CRI-3", "ELD-DEF-MOD")
def test_h_002_any_number_of_halvings_is_one_division_rounded_up() -> None:
    """The States in any order: 5, 3, 2, 1; 9, 5, 3, 2."""
    states = ("crouched", "slowed", "crippled")
    for speed, wanted in ((5, (5, 3, 2, 1)), (9, (9, 5, 3, 2)), (1, (1, 1, 1, 1)), (0, (0, 0, 0, 0))):
        profile = f'profile quick "Quick" base=32 SPD={speed} HP=2'
        for many, want in enumerate(wanted):
            for words in (states[:many], tuple(reversed(states))[:many]):
                game = position(f"model R quick red 10,18 {' '.join(words)}", profile)

                assert value(game, game.model("R"), SPD).value == want == -(-speed // 2**many)


@pytest.mark.clause("ELD-CON-5", "ELD-CRI-4", "ELD-DEF-AWA")
def test_h_007_confused_and_crippled_it_is_aware_of_three_inches() -> None:
    game = position("model R ref red 10,18 confused crippled")
    printed = position("model R ref red 10,18 confused crippled", awareness_agility="printed")

    assert value(game, game.model("R"), AG).value == 3
    assert awareness(game, game.model("R")).value == 3
    assert awareness(printed, printed.model("R")).value == 11


@pytest.mark.clause("ELD-CON-5")
def test_h_008_what_confusion_halves_and_what_it_leaves() -> None:
    game = position("model R ref red 10,18 confused")

    assert numbers(game, "R") == {
        OFF.id: 7,
        DEF.id: 6,
        ACC.id: 6,
        INT.id: 5,
        AG.id: 6,
        M.id: 6,
        SPD.id: 5,
        T.id: 13,
        ARM.id: 3,
        STA.id: 2,
    }


@pytest.mark.clause("ELD-BLE-5", "ELD-WEA-2", "ELD-WEA-3", "ELD-CRO-7", "ELD-CRI-4", "ELD-FLY-2")
@pytest.mark.parametrize(
    ("state", "changed"),
    [
        ("bleeding", {}),
        ("blinded", {}),
        ("crippled", {"SPD": 3, "AG": 6}),
        ("crouched", {"SPD": 3, "ARM": 2}),
        ("fatigued", {}),
        ("flying", {"SPD": 10}),
        ("poisoned", {}),
        ("slowed", {"SPD": 3}),
        ("weakened", {"T": 7, "STA": 1}),
    ],
)
def test_what_every_state_changes_and_nothing_else(state: str, changed: dict[str, int]) -> None:
    plain, game = position("model R ref red 10,18"), position(f"model R ref red 10,18 {state}")

    assert numbers(game, "R") == {**numbers(plain, "R"), **changed}


@pytest.mark.clause("ELD-BLI-4", "ELD-FLY-8", "ELD-FLY-9")
@pytest.mark.parametrize(("reading", "out"), [("blindness_wins", False), ("automatic_wins", True)])
def test_h_044_a_blinded_flyer_sees_nothing_and_is_seen_by_all(reading: str, out: bool) -> None:
    wall = "terrain w wall 10,14 26,14 26,14.4 10,14.4 top=5"
    game = position(
        "model R flyer red 18,18 facing=180 blinded flying\nmodel E ref blue 18,8 facing=0",
        wall,
        automatic_sight=reading,
    )
    mine, theirs = game.model("R"), game.model("E")

    assert sees(game, mine, theirs).sees is out
    assert sees(game, theirs, mine).sees
    assert sees(game, mine, mine).sees


@pytest.mark.clause("ELD-GEN-2")
def test_several_states_count_all_at_once() -> None:
    game = position("model R ref red 10,18 confused crouched weakened slowed crippled")

    assert numbers(game, "R") == {
        "STA": 1,
        "SPD": 1,
        "OFF": 7,
        "DEF": 6,
        "ACC": 6,
        "INT": 5,
        "AG": 3,
        "T": 7,
        "ARM": 2,
        "M": 6,
    }


@pytest.mark.clause("ELD-POI-4", "ELD-WEA-4", "ELD-DEF-POI")
@pytest.mark.parametrize(
    ("who", "weapon", "reading", "left"),
    [
        ("nettle", "nettle_needles", "lasting", ["weakened 1"]),
        ("venom", "venom_needles", "lasting", ["poisoned", "weakened"]),
        ("venom", "venom_needles", "next_phase", ["poisoned", "weakened 1"]),
    ],
)
def test_what_a_poisoned_weapon_leaves(who: str, weapon: str, reading: str, left: list[str]) -> None:
    game = position(
        f"model E {who} red 10,18 facing=90 ap:1\nmodel R ref blue {10 + APART},18 facing=90\nmodel Z ref blue 30,30",
        strong_poison_weakens=reading,
    )
    after = done(done(game, act("E", "idle")), act("E", f"attack:{weapon}", "R"), (5, 20), 5)

    assert sorted(mark for mark in marks(after, "R") if "ed" in mark and mark != "engaged") == left


@pytest.mark.clause("ELD-FLY-15", "ELD-INT-9")
@pytest.mark.parametrize("state", ["incapacitated", "dead", "immobilized", "petrified", "crouched"])
def test_what_ends_flight(state: str) -> None:
    game = position("model R flyer red 10,18 flying\nmodel Y ref red 2,2\nmodel Y2 ref red 4,2")

    def given(game: Game):
        return (yield from gaining.gain(game, ModelId("R"), Marker(state)))

    assert "flying" not in marks(step(game, given).game, "R")


@pytest.mark.clause(
    *("ELD-BLE-8", "ELD-BLI-7", "ELD-CON-6", "ELD-CRI-6", "ELD-POI-5", "ELD-SLO-3", "ELD-WEA-6", "ELD-PAN-10"),
)
@pytest.mark.parametrize(
    ("state", "aid"),
    [
        ("bleeding", "field_dressing"),
        ("blinded", "clear_sight"),
        ("confused", "clear_sight"),
        ("petrified", "clear_sight"),
        ("crippled", "steady_hand"),
        ("slowed", "steady_hand"),
        ("panicked", "steady_hand"),
        ("poisoned", "bitter_root"),
        ("weakened", "bitter_root"),
    ],
)
def test_only_an_ability_that_says_so_ends_a_state(state: str, aid: str) -> None:
    carried = "field_dressing,clear_sight,steady_hand,bitter_root"
    aids = f'profile medic "Medic" base=32 SPD=5 INT=20 AG=11 STA=2 HP=2 M=12 equipment={carried}'
    game = position(
        f"model H medic red 10,18 facing=90 ap:1\nmodel R ref red {10 + APART},18 {state}\nmodel Z ref blue 33,33", aids
    )
    game = done(game, act("H", "idle"))
    dice = (2,) if aid == "clear_sight" else ()

    assert marks(done(game, act("H", f"assist:{aid}", "R"), *dice), "R") == []
    assert marks(going_round(game), "R") == [state], "by itself it stays, turn after turn"


def going_round(game: Game) -> Game:
    """Nothing, and then all phases until red is active again; every roll shows a 2."""
    game = done(game, act("H", "pass"))
    for _ in range(7):
        game = going_on(game, NextPhase())
    assert (game.phase, game.active) == ("upkeep", "red")
    return game


def going_on(game: Game, command: Command) -> Game:
    answers: tuple[Answer, ...] = ()
    while isinstance(result := perform(SYSTEM, game, command, answers), Asking):
        question = result.question
        picked = Picked(question.options[0].id) if isinstance(question, Choose) else Thrown((2,) * question.dice.count)
        answers = (*answers, picked)
    assert isinstance(result, Done), result
    return result.game
