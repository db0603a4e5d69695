"""Worked cases: what they may say, and what they say when it comes out otherwise."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from engine import notation, seeds, skirmish, systems
from engine.ask import Picked, Thrown
from engine.cases import Case, last_odds, lesson, load, position, run
from engine.commands import Act, ByHand, Deploy, Move, NextPhase, Turn
from engine.events import Counted, Gained
from engine.expected import differences, read
from engine.game import Marker
from engine.limits import game_fault
from engine.odds import Odds
from engine.play import Refused
from engine.rules import Rules, Status
from tests.engine.toy import SYSTEM, duel

BEFORE = """
game toy round=1 phase=day active=red
profile fighter
model A fighter red 0,0
model B fighter blue 2,0
model R fighter blue
"""


@pytest.fixture
def case(tmp_path):
    """Write a case of the toy book and read it; `do` is its steps."""

    def make(do: str, *, head: str = "", before: str = BEFORE, tail: str = "") -> Case:
        path = tmp_path / "case.toml"
        text = f'id = "TOY-1"\ntitle = "A test"\nsystem = "toy"\n{head}\nbefore = """{before}"""\n{do}\n{tail}'
        path.write_text(text, encoding="utf-8")
        return load(path)

    return make


def wrong(case: Case) -> list[str]:
    return list(run(case, SYSTEM).differences)


BLOW = """
[[do]]
say = "A strikes B."
act = { model = "A", action = "strike", targets = ["B"] }
answers = [5, [4], "fall"]
after = 'model B removed_as="felled"'
"""


def test_a_case_that_comes_out_as_written_tells_its_story(case):
    report = run(case(BLOW), SYSTEM)

    assert report.ok
    assert report.story == (
        "A strikes B.",
        "  A, to hit: 5.",
        "  A, to wound: 4.",
        "  How to suffer: Fall.",
        "  B is taken off the table: felled.",
    )
    assert not report.game.model("B").on_table


def test_every_kind_of_command_can_be_written(case):
    found = case(
        """
[[do]]
move = { model = "A", path = [[0, 0], [1, 0.5]], how = "walk" }
after = "model A 1,0.5"
[[do]]
turn = { model = "A", facing = 90 }
after = "model A facing=450"
[[do]]
deploy = { model = "R", at = [5, 6, 1], facing = 10 }
after = "model R fighter blue 5,6 z=1 facing=10"
[[do]]
by_hand = { facts = [{ type = "Gained", model = "B", marker = { status = "asleep" } }], note = "tired" }
after = "model B asleep"
[[do]]
next = true
after = "game round=1 phase=night active=red"
[[do]]
act = { model = "A", action = "pray" }
answers = [4, 3, 6]
after = "side red favour:2"
"""
    )

    assert wrong(found) == []
    assert [step.command for step in found.steps] == [
        Move(model="A", path=((0, 0), (1, 0.5)), how="walk"),
        Turn(model="A", facing=90),
        Deploy(model="R", at=(5, 6, 1), facing=10),
        ByHand(facts=(Gained(model="B", marker=Marker("asleep")),), note="tired"),
        NextPhase(),
        Act(model="A", action="pray"),
    ]
    assert found.steps[-1].answers == (Thrown((4,)), Thrown((3,)), Thrown((6,)))


def test_answers_are_faces_and_options(case):
    assert case(BLOW).steps[0].answers == (Thrown((5,)), Thrown((4,)), Picked("fall"))


FAR = '[[do]]\nsay = "Too far."\nmove = { model = "A", path = [[0, 0], [9, 0]] }\n'


@pytest.mark.parametrize(
    ("do", "sentence"),
    [
        (BLOW.replace("felled", "burnt"), "B should be removed as “burnt”, but is as “felled”."),
        (BLOW.replace('removed_as="felled"', ""), "B should be on the table, but is removed."),
        (BLOW.replace('"fall"]', '"burn"]'), "B should be removed, but is on the table."),
        (
            BLOW.replace(', "fall"]', "]"),
            "it should be done, but still asks: how to suffer Choose one of: fall (Fall), burn (Burn).",
        ),
        (BLOW.replace("[5,", "[9,"), "but still asks: 9 is not a face of a D6; type a number from 1 to 6. to hit (D6"),
        (BLOW.replace("[5,", "[2,"), "only 1 of 3 answers were asked for."),
        (FAR, "it should be done, but is refused: A may walk 4 inches, not 9.0. [TOY-WALK]"),
        (FAR.replace("9, 0", "3, 0") + 'expect = "refused"', "it should be refused, but is done."),
        (
            FAR + 'expect = "refused"\nrefused_by = ["TOY-SLEEP"]',
            "it should be refused by TOY-SLEEP, but only TOY-WALK is cited.",
        ),
        (FAR + 'expect = "refused"\nafter = "model A 9,0"', "A should be at x 9, but is at x 0."),
        (
            BLOW.replace(', [4], "fall"]', ']\nexpect = "asking"\nasks = "to save"').replace("felled", "x"),
            "it should ask “to save”, but asks: to wound (D6).",
        ),
        (
            BLOW.replace(', [4], "fall"]', ', 7]\nexpect = "asking"'),
            "an answer was not taken: 7 is not a face of a D6; type a number from 1 to 6.",
        ),
    ],
)
def test_what_comes_out_otherwise_is_said_with_its_step(case, do, sentence):
    report = run(case(do), SYSTEM)

    assert not report.ok
    assert report.differences[0].startswith("Step 1 (“")
    assert sentence in report.differences[0]


def test_a_refusal_that_was_expected_is_fine_and_changes_nothing(case):
    report = run(case(FAR + 'expect = "refused"\nrefused_by = ["TOY-WALK"]\nafter = "model A 0,0"'), SYSTEM)

    assert report.ok
    assert report.story == ("Too far.", "  Refused: A may walk 4 inches, not 9.0. [TOY-WALK]")


def test_a_question_that_was_expected_shows_the_game_so_far(case):
    report = run(case(BLOW.split("answers")[0] + 'answers = [5]\nexpect = "asking"\nasks = "to WOUND"'), SYSTEM)

    assert report.ok
    assert report.story[-1] == "  Now asked: to wound (D6)."


def test_a_case_stops_at_the_first_step_that_comes_out_otherwise(case):
    report = run(case(FAR + BLOW), SYSTEM)

    assert len(report.differences) == 1
    assert "A strikes B." not in report.story


def test_a_referee_may_let_it_pass(case):
    report = run(case(FAR + 'referee = "advise"\nafter = "model A 9,0"'), SYSTEM)

    assert report.ok
    assert "the referee lets it pass" in report.story[1]


@pytest.mark.parametrize(
    ("odds", "sentences"),
    [
        ('"B felled" = "1/4"\n"nothing" = "0.75"', []),
        (
            '"B felled" = "1/3"',
            ["The odds of “B felled” should be 1/3, but are 1/4 (of: nothing 3/4, B felled 1/4)."],
        ),
        ('"burning" = "1/4"', ["The odds of “burning” should be 1/4, but are 0 (of: nothing 3/4, B felled 1/4)."]),
        ('"burning" = "0"', []),
    ],
)
def test_the_odds_of_the_last_command_are_exact(case, odds, sentences):
    assert wrong(case(BLOW, tail="[odds]\n" + odds)) == sentences


def test_odds_decide_as_the_case_decides(case):
    burning = BLOW.replace('"fall"]', '"burn"]').replace('removed_as="felled"', "burning")

    assert wrong(case(burning, tail='[odds]\nburning = "1/4"')) == []


def test_odds_start_from_where_the_steps_before_lead(case):
    asleep = """
[[do]]
by_hand = { facts = [{ type = "Gained", model = "A", marker = { status = "asleep" } }] }
"""

    found = last_odds(case(asleep + BLOW), SYSTEM)

    assert isinstance(found, Refused)
    assert found.objections[0].why == ("TOY-SLEEP",)
    assert isinstance(last_odds(case(BLOW), SYSTEM), Odds)
    with pytest.raises(ValueError, match=r"Step 1 \(“A strikes B”\) still asks: to hit\."):
        last_odds(case(BLOW.split("answers")[0] + BLOW), SYSTEM)


BROKEN = [
    ("", {}, "a case needs at least one [[do]]."),
    ("[[do]]\n", {}, "step 1 needs one of move, act, turn, deploy, by_hand and next, and no more."),
    ("[[do]]\nnext = true\nturn = { model = 'A', facing = 1 }", {}, "step 1 needs one of move"),
    (
        "[[do]]\nnext = true\nafter = 'model Z'",
        {},
        "step 1, after: Line 1: there is no model Z in the position before.",
    ),
    ("[[do]]\nnext = true\nafter = 'terrain w 0,0'", {}, "after: Line 1: what is true afterwards is said of model"),
    ("[[do]]\nnext = true\nafter = 'side green a:1'", {}, "Line 1: a side line needs the id of a side"),
    ("[[do]]\nnext = true\nafter = 'game colour'", {}, "Line 1: colour has no meaning on this line"),
    ("[[do]]\nnext = true\nsing = true", {}, "contains unknown field sing"),
    ("[[do]]\nnext = 'yes'", {}, "Expected bool, got str - at $.do[0].next"),
    ("[[do]]\nmove = { model = 'A' }", {}, "missing required field path - at $.do[0].move"),
    ("[[do]]\nnext = true\nexpect = 'fine'", {}, "Invalid enum value 'fine' - at $.do[0].expect"),
    ("[[do]]\nnext = true", {"tail": "[odds]\nx = 'often'"}, "the odds of “x” must be a fraction such as 5/72"),
    ("[[do]]\nnext = true", {"tail": "[odds]\nx = '1/0'"}, "the odds of “x” must be a fraction such as 5/72"),
    ("[[do]]\nnext = true", {"tail": "[odds]\nx = '3/2'"}, "must lie between 0 and 1, not at 3/2."),
    ("[[do]]\nnext = true", {"before": "model A f red"}, "Line 1: there is no profile f"),
    ("[[do]]\nnext = true", {"before": "game chess"}, "the case is for toy, but its position is for chess."),
    ("[[do]]\nnext = true", {"head": 'board = "moon"'}, "no board 'moon' in assets/boards, only "),
    ("[[do]\n", {}, "case.toml: Expected"),
]


@pytest.mark.parametrize(("do", "more", "sentence"), BROKEN)
def test_a_broken_case_is_refused_with_file_and_place(case, do, more, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)) as caught:
        case(do, **more)

    assert str(caught.value).startswith("case.toml: ")
    assert str(caught.value).endswith(".")


def test_a_missing_case_is_refused(tmp_path):
    with pytest.raises(ValueError, match=r"gone\.toml cannot be read: No such file"):
        load(tmp_path / "gone.toml")
    (tmp_path / "rubbish.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ValueError, match=r"rubbish\.toml: this is no text"):
        load(tmp_path / "rubbish.toml")


def test_a_rulebook_that_is_not_here_is_said(case):
    with pytest.raises(ValueError, match="There is no rulebook called 'toy'; there are"):
        run(case(BLOW))


def told(line: str, *facts, system=SYSTEM) -> list[str]:
    """How the duel after these facts differs from one line of expectation."""
    from engine.events import apply

    game = duel()
    for fact in facts:
        game = apply(game, fact)
    return list(differences(read(line, duel()), game, system.rules, system.unseen))


def gained(status: str, value: int = 0, source: str = "") -> Gained:
    return Gained(model="B", marker=Marker(status, value, source))


def counted(name: str, value: int) -> Counted:
    return Counted(of="model", whose="B", name=name, value=value)


@pytest.mark.parametrize(
    ("line", "facts", "sentences"),
    [
        ("model B", (), []),
        ("model B", (gained("burning"),), ["B should not have burning, but has."]),
        ("model B burning", (), ["B should have burning, but has not."]),
        (
            "model B fire=3",
            (gained("fire", 2),),
            ["B should have fire=3, but has not.", "B should not have fire=2, but has."],
        ),
        ("model B fire=3 fire=3", (gained("fire", 3),), ["B should have fire=3, but has not."]),
        ("model B fire=3@A", (gained("fire", 3, "B"),), ["B should have fire from A, but has it from elsewhere."]),
        ("model B fire=3", (gained("fire", 3, "A"),), []),
        ("model B burning ...", (gained("burning"), gained("asleep"), counted("x", 1)), []),
        ("model B", (counted("hurt", 1),), ["B: hurt should be 0, but is 1."]),
        ("model B hurt:2", (counted("hurt", 1),), ["B: hurt should be 2, but is 1."]),
        ("model B hurt:0 ...", (counted("hurt", 1),), ["B: hurt should be 0, but is 1."]),
        ("model B 2.004,0", (), []),
        ("model B 2.01,0", (), ["B should be at x 2.01, but is at x 2."]),
        ("model B z=1 facing=10", (), ["B should be at z 1, but is at z 0.", "B should face 10°, but faces 0°."]),
        ("model B place=reserve", (), ["B should be in reserve, but is on the table."]),
        ("game outcome=over", (), ["outcome should be over, but is empty."]),
        ("game doom:1", (), ["doom should be 1, but is 0."]),
        ("side red routs:1", (), ["side red: routs should be 1, but is 0."]),
    ],
)
def test_only_what_is_written_is_looked_at_and_that_exactly(line, facts, sentences):
    assert told(line, *facts) == sentences


def test_what_only_the_rules_look_at_counts_only_where_it_is_written():
    rules = Rules(statuses={"busy": Status("busy", "Busy", hidden=True)})
    system = replace(SYSTEM, rules=rules, unseen=("tally",))

    assert told("model B", gained("busy"), counted("tally", 4), system=system) == []
    assert told("model B busy tally:3", gained("busy"), counted("tally", 4), system=system) == [
        "B: tally should be 3, but is 4."
    ]
    assert told("model B busy", system=system) == ["B should have busy, but has not."]


@pytest.mark.parametrize("name", seeds.skirmishes())
def test_a_skirmish_of_the_program_is_ready_to_play(name):
    game = skirmish.skirmish(name)
    found = seeds.skirmish(name)

    assert game_fault(game) == ""
    assert notation.read(notation.write(game)) == game
    assert game.readings == skirmish.readings(found.system)
    assert [model.id for model in game.models] == [model.id for model in found.models]
    assert game.model(found.models[0].id).profile == skirmish.profiles(found.system)[found.models[0].profile]
    assert game.phase in {phase.id for phase in systems.load(found.system).phases}
    assert game.active == found.sides[0].id
    assert game.table == skirmish.board(found.board)


@pytest.mark.parametrize("system", [name for name in seeds.systems() if seeds.readings(name)])
def test_a_position_has_the_profiles_and_readings_of_its_book(system):
    profile = next(iter(skirmish.profiles(system)))
    switch = seeds.readings(system)[0]
    other = next(option.id for option in switch.options if option.id != switch.default)
    text = f"game {system}\nreading {switch.id}={other}\nmodel A {profile} red 3,4"

    game = position(text)

    assert game.model("A").profile == skirmish.profiles(system)[profile]
    assert game.reading(switch.id) == other
    assert len(game.readings) == len(seeds.readings(system))
    assert position(text, choices={switch.id: switch.default}).reading(switch.id) == switch.default
    with pytest.raises(ValueError, match="no reading 'colour'"):
        position(text, choices={"colour": "red"})
    with pytest.raises(ValueError, match="There is no answer 'maybe', only"):
        position(f"game {system}\nreading {switch.id}=maybe")


def test_a_board_lies_under_what_the_position_adds():
    board = seeds.boards()[0]
    text = "game toy\nterrain extra 0,0 1,0 1,1 top=1"

    game = position(text, board_name=board)

    assert game.table.terrain[:-1] == skirmish.board(board).terrain
    assert game.table.terrain[-1].id == "extra"


CASES = sorted(seeds.SEEDS.glob("*/cases/*.toml"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_every_case_in_seeds_comes_out_as_written(path):
    found = load(path)

    report = run(found)

    assert report.differences == ()
    assert found.id.lower().endswith(path.stem.lower())
    assert all(isinstance(share, Fraction) for _, share in found.odds)


def test_ids_of_cases_are_their_own():
    ids = [load(path).id for path in CASES]

    assert len(ids) == len(set(ids))


def test_a_case_can_be_stepped_through_as_a_lesson(case):
    found = lesson(case(BLOW + FAR), SYSTEM)

    assert (found.game, len(found.entries)) == (found.first, 1), "what is refused has no entry"
    assert found.can_redo
    assert not found.redo().game.model("B").on_table
