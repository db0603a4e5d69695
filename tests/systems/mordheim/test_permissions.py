"""MOR-TABLE-1: what is allowed to whom, cell by cell, each played on a table."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine import seeds
from engine.commands import Command
from engine.game import Game
from engine.questions import Objection
from engine.systems.mordheim.conditions import RULES
from engine.systems.mordheim.questions import CAST, FIGHT, INTERCEPT, PARRY
from tests.systems.mordheim.tables import BASE, SYSTEM, act, move, plan, roof, table

COLUMNS = ("standing", "standing_up", "knocked_down", "stunned", "fleeing", "rallied")
FAR = "model Z man blue 34,34"
EDGE = "model A archer red 11.2,5 z=1.5 {}\n" + FAR
TOUCHED = f"model A archer red 5,5 {{}}\nmodel B man blue {5 + BASE},5"


def wish(models: str, command: Callable[[Game], Command], *terrain: str, phase: str = "movement"):
    def judged(status: str) -> tuple[Objection, ...]:
        game = table(models.format(status), *terrain, phase=phase)
        return plan(game, command(game)).objections

    return judged


def asked(permission, models: str = f"model A archer red 5,5 {{}}\n{FAR}"):
    def judged(status: str) -> tuple[Objection, ...]:
        game = table(models.format(status))
        return RULES.ruling(game, game.model("A"), permission).objections

    return judged


OPEN = f"model A archer red 5,5 {{}}\n{FAR}"
WALK = wish(OPEN, lambda game: move(game, "A", (7.0, 5.0), how="walk"))
CRAWL = wish(OPEN, lambda game: move(game, "A", (7.0, 5.0)))
RUN = wish(OPEN, lambda game: move(game, "A", (12.0, 5.0), how="run"))
CHARGE = wish("model A archer red 5,5 {}\nmodel B man blue 9,5", lambda game: move(game, "A", (9.0, 5.0)))
JUMP = wish(EDGE, lambda game: move(game, "A", (12.8, 5.0)), roof(1.5))
HIDE = wish(
    "model A archer red 7,5 {}\nmodel B man blue 12,5",
    lambda game: act("A", "hide"),
    'terrain w "Screen" wall 8,0 8.4,0 8.4,10 8,10 top=3',
)
SHOOT = wish("model A archer red 5,5 {}\nmodel B man blue 12,5", lambda game: act("A", "shoot", "B"), phase="shooting")
LEAVE = wish(TOUCHED, lambda game: move(game, "A", (3.5, 5.0)))
LEAVE_FALLEN = wish(TOUCHED + " knocked_down", lambda game: move(game, "A", (3.5, 5.0)))
STRIKE = wish(TOUCHED, lambda game: act("A", "fight", "B"), phase="combat")

Y: tuple[str, ...] = ()
HURT = ("MOR-STUN-3", "MOR-DEF-FLEEING", "MOR-DEF-RALLY")
"""Stunned, fleeing, rallied: where nothing is allowed."""
NO_HIDING = "MOR-DEF-HIDING"
NO_STEP = "MOR-DEF-INTERCEPT"
# fmt: off
TABLE = {
    #                           standing           stood up       knocked down       stunned, fleeing, rallied
    "walk":             (WALK, (Y,                 Y,             "MOR-KD-3",        *HURT)),
    "crawl":            (CRAWL, (Y,                Y,             Y,                 *HURT)),
    "run":              (RUN, (Y,                  "MOR-STAND-6", "MOR-KD-3",        *HURT)),
    "charge":           (CHARGE, (Y,               "MOR-STAND-5", "MOR-KD-3",        *HURT)),
    "climb or jump":    (JUMP, (Y,                 Y,             "MOR-KD-3",        *HURT)),
    "hide":             (HIDE, (Y,                 Y,             NO_HIDING,         HURT[0], NO_HIDING, HURT[2])),
    "shoot":            (SHOOT, (Y,                Y,             "MOR-KD-5",        *HURT)),
    "cast":             (asked(CAST), (Y,          Y,             "MOR-KD-6",        *HURT[:2], Y)),
    "may fight":        (asked(FIGHT, TOUCHED), (Y, Y,            "MOR-KD-4",        *HURT[:2], Y)),
    "strike":           (STRIKE, (Y,               "MOR-STAND-8", "MOR-KD-4",        *HURT[:2], Y)),
    "parry":            (asked(PARRY, TOUCHED), (Y, Y,            "MOR-ATKKD-4",     *HURT[:2], Y)),
    "intercept":        (asked(INTERCEPT), (Y,     NO_STEP,       NO_STEP,           HURT[0], NO_STEP, NO_STEP)),
    "leave combat":     (LEAVE, ("MOR-DEF-LEAVING", "MOR-STAND-7", "MOR-KD-8",       *HURT)),
    "leave the fallen": (LEAVE_FALLEN, (Y,         "MOR-STAND-7", "MOR-KD-8",        *HURT)),
}
# fmt: on
CELLS = [
    (row, column, verdict)
    for row, (_, verdicts) in TABLE.items()
    for column, verdict in zip(COLUMNS, verdicts, strict=True)
]


@pytest.mark.clause("MOR-TABLE-1", "MOR-KD-3", "MOR-KD-4", "MOR-KD-5", "MOR-KD-6", "MOR-STUN-3")
@pytest.mark.parametrize(("row", "column", "verdict"), CELLS, ids=[f"{row}-{column}" for row, column, _ in CELLS])
def test_every_cell_of_the_table(row: str, column: str, verdict: str | tuple[str, ...]):
    judged = TABLE[row][0]("" if column == "standing" else column)

    assert (not judged) is (verdict == Y), [objection.text for objection in judged]
    if verdict:
        assert verdict in [clause for objection in judged for clause in objection.why]


@pytest.mark.clause("MOR-TABLE-1")
def test_the_table_in_the_seeds_says_the_same():
    printed = {row["id"]: row["allowed"] for row in seeds.tables("mordheim")["permissions"]["rows"]}
    names = {"run": "run", "charge": "charge", "hide": "hide", "shoot": "shoot", "cast": "cast", "parry": "parry"}

    for row, printed_as in names.items():
        yes = ["no" if verdict else "yes" for verdict in TABLE[row][1]]
        assert list(printed[printed_as]) == yes, row
    assert SYSTEM.rules.statuses["knocked_down"].says


@pytest.mark.clause("MOR-STAND-2", "MOR-TABLE-1")
def test_climbing_and_jumping_come_out_of_half_a_move_after_standing_up():
    game = table(EDGE.format("standing_up"), roof(1.5))

    assert plan(game, move(game, "A", (12.8, 5.0))).tallies[0].value == 2.0
    assert plan(game, move(game, "A", (13.3, 5.0))).objections[0].why[-1] == "MOR-STAND-2"
