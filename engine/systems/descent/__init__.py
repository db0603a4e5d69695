"""Descent, first edition: the ten lingering effects, with the round, the squares and the fights they lean on.

`SYSTEM` is the whole of it; every chapter of the book is a module beside this one.  From below:
what is asked, counted and charted (questions, counters, readings, tables, faces), tokens, death and
wounds, the effects and `conditions` that gathers them, the board and ways on it, the attack
(attacking, pool, throwing, spending, harm, fight), what a hero does with his turn, and the round.
"""

from __future__ import annotations

from dataclasses import replace

from engine import seeds
from engine.events import Removed
from engine.rules import after
from engine.system import MoveKind, Phase, System
from engine.systems.descent import attack, belongings, declaring, doors, guard, passages, placing, turn
from engine.systems.descent.allowance import allowance
from engine.systems.descent.card import card, outcome
from engine.systems.descent.conditions import RULES
from engine.systems.descent.counters import UNSEEN
from engine.systems.descent.death import last_gone
from engine.systems.descent.deployment import plan_deploy, plan_turn
from engine.systems.descent.movement import plan_move
from engine.systems.descent.questions import HEROES, OVERLORD, TITLES
from engine.systems.descent.sight import proven
from engine.systems.descent.turn import begin, next_up, plan_phase
from engine.systems.descent.upkeep import told
from engine.systems.descent.wounds import wounds

PHASES = (
    Phase(HEROES, TITLES[HEROES], "Each hero once, in any order: tokens first, then one action."),
    Phase(OVERLORD, TITLES[OVERLORD], "Each monster at most once: tokens first, then it moves and attacks."),
)

MOVE_KINDS = (
    MoveKind("walk", "Walk", "One movement point a space; friends are passed, pits are walked round."),
    MoveKind("jump", "Jump", "Straight over a pit, three movement points for each space of it."),
)

GROUNDS = {
    "sight": ("DES-DEF-LOS", "DES-DEF-PIT"),
    "gap": ("DES-DEF-RNG",),
    "within": ("DES-DEF-RNG",),
    "contact": ("DES-DEF-ATTACK", "DES-DEF-CORNER"),
    "path": ("DES-DEF-MP", "DES-DEF-LARGE"),
    "reach": ("DES-DEF-MP", "DES-WEB-4", "DES-TRANS-9"),
    "jump": ("DES-DEF-MACT", "DES-DEF-PIT"),
}
"""The clauses that make a measurement matter."""

ACTIONS = (
    *turn.ACTIONS,
    *declaring.ACTIONS,
    *attack.ACTIONS,
    *guard.ACTIONS,
    *placing.ACTIONS,
    declaring.FATIGUE,
    *doors.ACTIONS,
    *belongings.ACTIONS,
    *passages.ACTIONS,
)

GENERAL = (("The last one gone", after(Removed, last_gone, "DES-DEF-OWN-QUEST", "DES-DEF-PORTAL")),)
"""What follows from facts, whoever states them."""

SYSTEM = System(
    id="descent",
    title=seeds.book("descent").title,
    rules=replace(RULES, general=(*RULES.general, *GENERAL)),
    phases=PHASES,
    plan_move=plan_move,
    plan_phase=plan_phase,
    plan_deploy=plan_deploy,
    plan_turn=plan_turn,
    sees=proven,
    space="squares",
    actions=ACTIONS,
    move_kinds=MOVE_KINDS,
    card=card,
    allowance=allowance,
    outcome=outcome,
    upkeep=told,
    next_up=next_up,
    begin=begin,
    wounds=wounds,
    readings=tuple((reading.id, reading.default) for reading in seeds.readings("descent")),
    unseen=UNSEEN,
    grounds=GROUNDS,
)
"""The record of this rulebook."""
