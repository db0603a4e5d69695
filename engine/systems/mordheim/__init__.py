"""Mordheim: wounds and injuries, with the core rules they lean on.

`SYSTEM` is the whole of it; every chapter of the book is a module beside this one.
"""

from __future__ import annotations

from dataclasses import replace

from engine import seeds
from engine.events import Gained, Removed
from engine.rules import after
from engine.system import MoveKind, Phase, System
from engine.systems.mordheim import close_combat, fleeing, hiding, pace, shooting
from engine.systems.mordheim.card import UNSEEN, card, outcome
from engine.systems.mordheim.conditions import RULES
from engine.systems.mordheim.deployment import plan_deploy, plan_turn
from engine.systems.mordheim.falling import roof_edge
from engine.systems.mordheim.injuries import wounds
from engine.systems.mordheim.movement import allowance, plan_move
from engine.systems.mordheim.questions import COMBAT, MOVEMENT, RECOVERY, SHOOTING
from engine.systems.mordheim.sight import glances, proven
from engine.systems.mordheim.turn import begin, next_up, plan_phase, upkeep, wiped_out

PHASES = (
    Phase(RECOVERY, "Recovery", "The stunned turn over, the knocked down may stand, the fleeing try to rally."),
    Phase(MOVEMENT, "Movement", "Charges first, then those who flee, then everybody else."),
    Phase(SHOOTING, "Shooting", "Whoever has a missile weapon may shoot once."),
    Phase(COMBAT, "Close combat", "Both sides strike, in order of charge and Initiative."),
)

MOVE_KINDS = (
    MoveKind("walk", "Walk", "Up to the Movement."),
    MoveKind("run", "Run", "Up to twice the Movement, with no enemy within 8 inches; no shot, no hiding."),
    MoveKind("charge", "Charge", "Up to twice the Movement, straight into contact; too short, and it fails."),
    MoveKind("climb", "Climb", "Up or down a wall he touches, on an Initiative test."),
    MoveKind("jump", "Jump down", "Up to 6 inches, one Initiative test for each full 2."),
    MoveKind("leap", "Leap a gap", "Up to 3 inches, out of the move, on an Initiative test."),
    MoveKind("crawl", "Crawl", "2 inches, for the knocked down."),
)

GENERAL = (
    ("Edge", after(Gained, roof_edge, "MOR-DEF-EDGE")),
    ("Out of action", after(Removed, wiped_out, "MOR-OOA-1")),
)
"""What follows from facts, where it needs a higher chapter than the one that states them."""

GROUNDS = {
    "sight": ("MOR-DEF-SIGHT",),
    "cover": ("MOR-DEF-COVER",),
    "gap": ("MOR-DEF-CONTACT",),
    "contact": ("MOR-DEF-CONTACT",),
    "path": ("MOR-DEF-MOVE", "MOR-DEF-CHARGE"),
    "reach": ("MOR-DEF-MOVE",),
    "climb": ("MOR-DEF-CLIMB",),
    "fall": ("MOR-DEF-FALL",),
    "jump": ("MOR-DEF-LEAP", "MOR-DEF-JUMP-DOWN"),
    "edge": ("MOR-DEF-EDGE",),
}
"""The clauses that make a measurement matter."""

SYSTEM = System(
    id="mordheim",
    title=seeds.book("mordheim").title,
    rules=replace(RULES, general=GENERAL),
    phases=PHASES,
    plan_move=plan_move,
    plan_phase=plan_phase,
    plan_deploy=plan_deploy,
    plan_turn=plan_turn,
    sees=proven,
    glances=glances,
    actions=(*fleeing.ACTIONS, *hiding.ACTIONS, *shooting.ACTIONS, *close_combat.ACTIONS),
    card=card,
    outcome=outcome,
    grounds=GROUNDS,
    unseen=(*UNSEEN, *pace.UNSEEN),
    move_kinds=MOVE_KINDS,
    allowance=allowance,
    upkeep=upkeep,
    next_up=next_up,
    begin=begin,
    wounds=wounds,
    readings=tuple((reading.id, reading.default) for reading in seeds.readings("mordheim")),
)
"""The record of this rulebook."""
