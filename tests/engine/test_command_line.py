"""The command line: the same engine without a window, in text and in JSON."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine import rule_list, seeds, systems
from engine.command_line import main, percent
from engine.game import Table, Terrain
from engine.journal import Journal
from engine.store import BattleFile, write_table
from tests.engine.test_cases import BEFORE, BLOW, FAR
from tests.engine.test_uvtt import ROOM, a_map
from tests.engine.toy import SYSTEM, duel

ROOT = Path(__file__).parents[2]
BOOK = next(name for name in seeds.systems() if any(clause.automated for clause in seeds.clauses(name)))
"""A rulebook with something in it."""


@pytest.fixture(autouse=True)
def _toy_book(monkeypatch):
    """The toy book beside the real ones."""
    real_names, real_load = systems.names, systems.load
    monkeypatch.setattr(systems, "names", lambda: (*real_names(), "toy"))
    monkeypatch.setattr(systems, "load", lambda name: SYSTEM if name == "toy" else real_load(name))


@pytest.fixture
def case(tmp_path):
    def make(do: str, tail: str = "", id: str = "TOY-1") -> str:
        path = tmp_path / f"{id}.toml"
        path.write_text(f'id = "{id}"\ntitle = "A test"\nsystem = "toy"\nbefore = """{BEFORE}"""\n{do}\n{tail}')
        return str(path)

    return make


def test_play_tells_the_story(case, capsys):
    code = main(["play", case(BLOW)])

    out, err = capsys.readouterr()
    assert code == 0
    assert out.splitlines() == [
        "TOY-1: A test",
        "  A strikes B.",
        "    A, to hit: 5.",
        "    A, to wound: 4.",
        "    How to suffer: Fall.",
        "    B is taken off the table: felled.",
        "  As written.",
    ]
    assert err == ""


def test_play_says_what_came_out_otherwise(case, capsys):
    code = main(["play", case(FAR)])

    out, err = capsys.readouterr()
    assert code == 1
    assert "It came out otherwise." in out
    assert err == (
        "sightline: TOY-1: Step 1 (“Too far”): it should be done, but is refused: "
        "A may walk 4 inches, not 9.0. [TOY-WALK]\n"
    )


def test_play_in_json(case, capsys):
    assert main(["play", case(BLOW), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["id"], found["ok"], found["differences"]) == ("TOY-1", True, [])
    assert found["story"][0] == "A strikes B."

    assert main(["play", "--json", case(BLOW), case(FAR, id="TOY-2")]) == 1
    assert [one["ok"] for one in json.loads(capsys.readouterr().out)] == [True, False]


def test_what_cannot_be_read_is_a_sentence_and_a_two(tmp_path, capsys):
    for command in (
        ["play", str(tmp_path / "gone.toml")],
        ["odds", str(tmp_path / "gone.toml")],
        ["measure", str(tmp_path / "gone.battle"), "gap A B"],
        ["measure", str(tmp_path / "gone.txt"), "gap A B"],
        ["rules", "chess"],
    ):
        assert main(command) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith("sightline: ")
        assert err.endswith(".\n")
        assert err.count("\n") == 1


@pytest.mark.parametrize("argv", [[], ["sing"], ["play"], ["measure", "x"], ["rules", "toy", "--colour"]])
def test_what_is_not_asked_right_is_a_two(argv, capsys):
    assert main(argv) == 2
    assert "usage: sightline" in capsys.readouterr().err


@pytest.mark.parametrize("argv", [["--help"], ["play", "-h"], ["measure", "-h"], ["odds", "-h"], ["rules", "-h"]])
def test_help_is_help(argv, capsys):
    assert main(argv) == 0
    out = capsys.readouterr().out
    assert out.startswith("usage: sightline")
    assert argv[0] != "measure" or "sight A B: does A see B, and B see A?" in out


def test_odds_are_fractions_and_percentages_in_columns(case, capsys):
    twice = BLOW.replace('["B"]', '["B", "B"]')

    assert main(["odds", case(twice)]) == 0

    assert capsys.readouterr().out.splitlines() == [
        "TOY-1: A strikes B.",
        "  9/16  56.25 %  nothing",
        "  7/16  43.75 %  B felled",
    ]


def test_odds_in_json(case, capsys):
    assert main(["odds", case(BLOW), "--json"]) == 0

    found = json.loads(capsys.readouterr().out)
    assert found["outcomes"] == [
        {"outcome": "nothing", "chance": "3/4", "float": 0.75},
        {"outcome": "B felled", "chance": "1/4", "float": 0.25},
    ]


def test_odds_of_what_is_refused_say_why(case, capsys):
    assert main(["odds", case(FAR)]) == 1
    assert capsys.readouterr().err == "sightline: TOY-1 is refused: A may walk 4 inches, not 9.0. [TOY-WALK]\n"


def test_odds_that_take_too_long_say_so(case, capsys, monkeypatch):
    monkeypatch.setattr("engine.odds.MOST_THROWS", 1)

    assert main(["odds", case(BLOW)]) == 2
    assert capsys.readouterr().err == "sightline: The odds would take too long to be told exactly.\n"


@pytest.mark.parametrize(
    ("share", "text"),
    [("0", "0.00 %"), ("1", "100.00 %"), ("1/3", "33.33 %"), ("1/99999", "< 0.01 %"), ("99998/99999", "> 99.99 %")],
)
def test_only_the_certain_is_certain(share, text):
    from fractions import Fraction

    assert percent(Fraction(share)) == text


def test_measure_a_battle(tmp_path, capsys):
    path = tmp_path / "a.battle"
    BattleFile.create(path, Journal(duel())).close()

    assert main(["measure", str(path), "gap A B", "sight A B"]) == 0

    out = capsys.readouterr().out.splitlines()
    assert out[0] == "gap A B: 1.02″ edge to edge"
    assert "  distance   1.0157″ edge to edge" in out
    assert "sight A B: clear by 13 mm · 100 % seen" in out


def test_measure_a_damaged_battle_warns(tmp_path, capsys):
    path = tmp_path / "a.battle"
    BattleFile.create(path, Journal(duel())).close()
    path.write_bytes(path.read_bytes() + b"torn")

    assert main(["measure", str(path), "gap A B"]) == 0

    assert "Line 2 of a.battle is damaged" in capsys.readouterr().err


def test_measure_a_position_as_text(tmp_path, capsys):
    path = tmp_path / "street.txt"
    path.write_text("# a street\ngame toy\nprofile f\nmodel A f red 5,5\nmodel B f blue 9,5\n")

    assert main(["measure", str(path), "gap A B", "--json"]) == 0

    (found,) = json.loads(capsys.readouterr().out)
    assert found["verdict"] == "apart"
    assert found["said"] == "3.02″ edge to edge"
    assert found["distance"] == pytest.approx(4 - 25 / 25.4)
    assert len(found["witness"]) == 2
    assert found["close"] is False
    assert found["margin_mm"] == pytest.approx(25.4 * (4 - 25 / 25.4 - 0.001), abs=1e-5)
    assert found["tolerance"] == {"too_close": 0.5 / 25.4, "too_close_mm": 0.5, "contact": 0.001}


def test_help_shows_every_measurement_with_an_example(capsys):
    from engine.measuring import USAGE

    main(["measure", "-h"])

    out = capsys.readouterr().out
    for verb, says in USAGE.items():
        assert says in out
        assert f'"{verb} ' in says


def test_json_of_every_measurement_is_plain_and_complete(tmp_path, capsys):
    path = tmp_path / "street.txt"
    path.write_text(
        'game toy\nprofile f height=1.2\nterrain r "Roof" floor 20,10 26,10 26,16 20,16 bottom=3 top=3\n'
        "model A f red 5,5\nmodel B f blue 9,5\nmodel C f red 23,13 z=3\n"
    )
    queries = ["sight A B", "cover A B", "gap A C", "contact A B", "within A B 3", "zone A 6", "zone A 6 90"]
    queries += ["arc A B", "reach A 3", "reach A 3 5,7", "path A 7,8 9,9", "path 1,1 2,2 3,1", "climb C 30,13"]
    queries += ["fall C 28,13", "jump C 28,13 2", "leap C 28,13", "edge C", "edge C 3", "surface C", "surface 22,12"]
    queries += ["blast 7,5 3", "flame A 9,5", "cone A 9,5 6", "line A 9,5 1"]

    assert main(["measure", str(path), *queries, "--json"]) == 0

    out = capsys.readouterr().out
    assert "Infinity" not in out
    assert "NaN" not in out
    for query, answer in zip(queries, json.loads(out), strict=True):
        assert answer["query"] == query
        assert answer["said"]
        assert answer["verdict"]
        assert answer["close"] is (answer["margin"] is not None and answer["margin"] < 0.5 / 25.4)
        assert (answer["margin"] is None) == (answer["margin_mm"] is None)


def test_measure_a_table_and_a_map(tmp_path, capsys):
    wall = Terrain(id="w", name="w", outline=((5, 0), (5, 10)), open=True, top=3)
    write_table(tmp_path / "a.table", Table(terrain=(wall,)))
    (tmp_path / "a.uvtt").write_text(json.dumps(a_map(walls=[ROOM])))

    assert main(["measure", str(tmp_path / "a.table"), "sight 1,5,1 9,5,1"]) == 0
    assert "sight 1,5,1 9,5,1: blocked" in capsys.readouterr().out
    query = "sight 15,3,1 17,3,1"
    assert main(["measure", str(tmp_path / "a.uvtt"), query, "--cell-inches", "2", "--wall-height", "0.5"]) == 0
    assert f"{query}: clear" in capsys.readouterr().out
    assert main(["measure", str(tmp_path / "a.uvtt"), query, "--cell-inches", "2"]) == 0
    assert f"{query}: blocked" in capsys.readouterr().out
    assert main(["measure", str(tmp_path / "a.uvtt"), query, "--cell-inches", "0"]) == 2
    assert "A cell cannot measure 0.0 inches" in capsys.readouterr().err


def test_measure_names_what_is_wrong_in_a_text(tmp_path, capsys):
    path = tmp_path / "street.txt"
    path.write_text("game toy\nmodel A f red 5,5\n")

    assert main(["measure", str(path), "gap A B"]) == 2
    assert capsys.readouterr().err.startswith("sightline: street.txt: Line 2: there is no profile f")


@pytest.mark.parametrize("system", seeds.systems())
def test_rules_list_every_clause_with_its_tests(system, capsys):
    assert main(["rules", system, "--json"]) == 0

    listed = json.loads(capsys.readouterr().out)
    known = [*seeds.clauses(system), *seeds.definitions(system)]
    assert [clause["id"] for clause in listed] == [clause.id for clause in known]
    assert [clause["says"] for clause in listed] == [clause.says for clause in known]
    for switch in seeds.readings(system):
        named = next(clause for clause in listed if clause["id"] == switch.clauses[0])
        assert switch.id in named["switches"]
    assert all(isinstance(clause["tests"], int) for clause in listed)


@pytest.mark.parametrize("system", seeds.systems())
def test_rules_as_text(system, capsys):
    assert main(["rules", system]) == 0

    out = capsys.readouterr().out
    assert max(map(len, out.splitlines()[1:]), default=0) <= 100
    for clause in seeds.clauses(system):
        assert f"\n{clause.id} " in out


def test_rules_count_marks_and_cases(tmp_path, monkeypatch):
    system = BOOK
    first, second, third = (clause.id for clause in seeds.clauses(system)[:3])
    folder = tmp_path / "tests" / "engine"
    folder.mkdir(parents=True)
    (folder / "test_x.py").write_text(
        f'@pytest.mark.clause("{first}", "{second}")\ndef test_a(): ...\n'
        f'@pytest.mark.clause("{first}")\ndef test_b(): ...\n'
    )
    cases = tmp_path / "seeds" / system / "cases"
    cases.mkdir(parents=True)
    (cases / "a.toml").write_text(f'id = "a"\nclauses = ["{second}"]')
    for kind in ("rules.toml", "book.toml"):
        (cases.parent / kind).write_text((seeds.SEEDS / system / kind).read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(rule_list, "TESTS", tmp_path / "tests")
    monkeypatch.setattr(seeds, "SEEDS", tmp_path / "seeds")

    listed = {clause.id: clause.tests for clause in rule_list.rule_list(system)}

    assert (listed[first], listed[second], listed[third]) == (2, 2, 0)


def test_rules_without_tests_say_so(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(rule_list, "TESTS", tmp_path / "nothing")

    assert main(["rules", BOOK]) == 0

    assert "automated, tests not installed" in capsys.readouterr().out


def test_nothing_of_qt_is_imported(case):
    """Neither by the module nor by running its commands."""
    path = next(p for p in sorted(seeds.SEEDS.glob("*/cases/*.toml")) if "[odds]" in p.read_text(encoding="utf-8"))
    code = (
        "import sys\nfrom engine.command_line import main\n"
        f"codes = [main(['play', {str(path)!r}]), main(['odds', {str(path)!r}]), main(['rules', {path.parts[-3]!r}])]\n"
        "assert 'PySide6' not in sys.modules, 'Qt was imported'\nassert codes == [0, 0, 0], codes"
    )

    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120)

    assert done.stderr == ""
    assert done.returncode == 0


def test_a_reader_who_has_seen_enough_is_no_fault():
    command = f"{sys.executable} -m engine rules {BOOK} | head -1"

    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True, timeout=120)

    assert len(done.stdout.splitlines()) == 1
    assert done.stderr == ""
