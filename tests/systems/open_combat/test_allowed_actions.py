"""The table of allowed actions, cell by cell: who may do what unengaged, engaged, hidden, part-way up, prone or done.

Every action is asked for where nothing but what A is could forbid it; an engaged A touches E.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from engine import notation
from engine.commands import Command, Move
from engine.events import Lost
from engine.game import Game, ModelId, Point
from tests.systems.open_combat.fights import SYSTEM, about, act, play

BASE = 25.0 / 25.4
FOOT, EDGE = 10.0 + BASE / 2.0, 10.0 - BASE / 2.0
"""Where A touches the wall of the keep, and where it stands with its front at the edge above."""
PROFILES = """
profile red_one "Red" base=25 height=1.26 SPD=6 ATK=3 DEF=3 FOR=3 MIN=3 equipment=spear,bow
profile foe "Foe" base=25 height=1.26 SPD=6 ATK=3 DEF=3 FOR=3 MIN=3 equipment=sword,bow
"""
KEEP = 'terrain keep "Keep" block 0,0 10,0 10,12 0,12 bottom=0 top=4'
BARN = 'terrain barn "Barn" block 13,0 20,0 20,12 13,12 bottom=0 top=4'
TARGET = "model T foe blue 20,6"
FRIEND = f"model B red_one red {FOOT},{6.0 - BASE - 0.5}"
HELPER = f"model B red_one red {FOOT + BASE},{6.0 + BASE}"
"""In contact with E, and within an inch of A."""


@dataclass(frozen=True)
class Row:
    """An action: the command, where A stands for it, and what else is there."""

    command: Command
    x: float = FOOT
    z: float = 0.0
    more: str = ""
    apart: float = 0.0


def go(x: float, to: Point, how: str) -> Move:
    return Move(model=ModelId("A"), path=((x, 6.0), to), how=how)


ROWS = {
    "move": Row(go(FOOT, (FOOT + 2.0, 6.0), "walk")),
    "climb": Row(act("A", "climb")),
    "jump down": Row(act("A", "jump_down"), EDGE, 4.0),
    "jump across": Row(go(EDGE, (13.0 + BASE / 2.0, 6.0), "leap"), EDGE, 4.0, BARN),
    "hide": Row(act("A", "hide")),
    "shoot": Row(act("A", "shoot", "T"), more=TARGET),
    "attack": Row(act("A", "attack", "E"), apart=0.9),
    "follow me": Row(act("A", "follow_me", "B"), more=FRIEND),
    "volley": Row(act("A", "volley", "T", "B"), more=f"{TARGET}\n{FRIEND}"),
    "with me": Row(act("A", "with_me", "E", "B"), more=HELPER, apart=0.1),
    "rest": Row(act("A", "rest")),
    "stand up": Row(act("A", "stand_up")),
}
COLUMNS = ("unengaged", "engaged", "hidden", "part-way", "prone", "activated")
WORDS = {"hidden": "hidden", "prone": "prone", "activated": "actions:2 activated:2"}

FREE = ""
STAYS, CLINGS, LIES, DONE = "OPC-DEF-ENGAGED-STAYS", "OPC-DEF-CLINGING", "OPC-DEF-PRONE", "OPC-DEF-ONCE"
# fmt: off
TABLE = {
    #              unengaged       engaged         hidden          part-way  prone  activated
    "move":        (FREE,          STAYS,          FREE,           CLINGS,   LIES,  DONE),
    "climb":       (FREE,          STAYS,          FREE,           FREE,     LIES,  DONE),
    "jump down":   (FREE,          STAYS,          FREE,           FREE,     LIES,  DONE),
    "jump across": (FREE,          STAYS,          FREE,           CLINGS,   LIES,  DONE),
    "hide":        (FREE,          "OPC-HIDE-1",   "OPC-HIDE-7",   CLINGS,   LIES,  DONE),
    "shoot":       (FREE,          "OPC-DEF-SHOOT", FREE,          CLINGS,   LIES,  DONE),
    "attack":      (FREE,          FREE,           FREE,           CLINGS,   LIES,  DONE),
    "follow me":   (FREE,          STAYS,          FREE,           CLINGS,   LIES,  DONE),
    "volley":      (FREE,          "OPC-DEF-SHOOT", FREE,          CLINGS,   LIES,  DONE),
    "with me":     ("OPC-WITHME-2", FREE,          "OPC-WITHME-2", CLINGS,   LIES,  DONE),
    "rest":        (FREE,          "OPC-DEF-REST", FREE,           CLINGS,   LIES,  DONE),
    "stand up":    (LIES,          LIES,           LIES,           LIES,     FREE,  DONE),
}
# fmt: on
"""Empty where it may; else a clause the refusal cites.  `rest` is no row of the rules file and goes beyond it."""


def stands(row: Row, column: str) -> Game:
    """A where the row has it, in what the column says; E touches it, or is as far away as the row says."""
    touching = column == "engaged" or (column == "activated" and row.apart > 0.0)
    x, z, words = row.x, row.z, WORDS.get(column, "")
    if column == "part-way":
        x, z, words = FOOT, 2.0, "climbing@keep"
    gap = 0.0 if touching else row.apart
    foe = f"model E foe blue {x},{6.0 + BASE + gap} z={z if touching else row.z}" if touching or row.apart else ""
    head = "game open_combat round=1 phase=activations active=red"
    me = f"model A red_one red {x},6 z={z} fortitude_lost:1 {words}"
    return notation.read(f"{head}\n{PROFILES}\n{KEEP}\n{me}\n{row.more}\n{foe}\nmodel Z foe blue 34,34\n")


def from_here(game: Game, command: Command) -> Command:
    """The command, its path begun where A now is."""
    if not isinstance(command, Move):
        return command
    now = game.model("A")
    return Move(model=command.model, path=((now.x, now.y), *command.path[1:]), how=command.how)


@pytest.mark.clause(
    "OPC-HIDE-1", "OPC-WITHME-2", STAYS, CLINGS, LIES, DONE, "OPC-DEF-SHOOT", "OPC-DEF-REST", "OPC-DEF-REACH"
)
@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("name", ROWS)
def test_a_cell_of_the_table_of_allowed_actions(name: str, column: str):
    game = stands(ROWS[name], column)
    plan = SYSTEM.plan(game, from_here(game, ROWS[name].command))

    told = {clause for objection in plan.objections for clause in objection.why}
    wanted = TABLE[name][COLUMNS.index(column)]
    assert (not told) if wanted == FREE else wanted in told, [objection.text for objection in plan.objections]


@pytest.mark.clause("OPC-HIDE-8", "OPC-DEF-HIDDEN-ENDS")
@pytest.mark.parametrize(
    ("name", "given"),
    [("move", ()), ("shoot", (2,)), ("attack", (2,)), ("volley", ((2, 2, 2),))],
)
def test_what_a_hidden_model_does_ends_its_hiding(name: str, given: tuple[int | tuple[int, ...], ...]):
    game = stands(ROWS[name], "hidden")
    done = play(game, ROWS[name].command, *given)

    assert [event.status for event in about(done.events, Lost)].count("hidden") == 1
    assert not done.game.model("A").has("hidden")


CAN_BE = ("unengaged", "engaged", "hidden", "part-way", "prone")


@pytest.mark.clause("OPC-DEF-ATTACK", "OPC-DEF-SHOOT", "OPC-HIDE-5")
@pytest.mark.parametrize("column", CAN_BE)
@pytest.mark.parametrize("action", ["attack", "shoot"])
def test_a_cell_of_who_may_be_struck_and_shot_at(action: str, column: str):
    """T has A before it in the open: within an inch and in contact to strike, 5 in off to shoot."""
    column_words = {**WORDS, "part-way": "climbing@keep"}.get(column, "")
    x, z = FOOT, 2.0 if column == "part-way" else 0.0
    near = f"model T foe red {x + BASE},6 z={z}" if action == "attack" else f"model T foe red {x + 6.0},6"
    other = f"model F foe red {x},{6 + BASE}" if column == "engaged" else ""
    head = "game open_combat round=1 phase=activations active=red"
    me = f"model A red_one blue {x},6 z={z} {column_words}"
    game = notation.read(f"{head}\n{PROFILES}\n{KEEP}\n{me}\n{near}\n{other}\n")

    assert SYSTEM.plan(game, act("T", action, "A")).objections == ()
