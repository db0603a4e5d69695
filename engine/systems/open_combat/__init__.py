"""Open Combat: hiding, climbing, falling, jumping and combined actions, on real heights.

`SYSTEM` is the whole of it; every chapter of the book is a module beside this one.
"""

from __future__ import annotations

from dataclasses import replace

from engine import seeds
from engine.events import Moved, Placed, Removed
from engine.rules import after
from engine.system import Life, MoveKind, Phase, System
from engine.systems.open_combat import climbing, fighting, fortitude, hiding, jumping
from engine.systems.open_combat.allowance import allowance
from engine.systems.open_combat.card import card
from engine.systems.open_combat.conditions import RULES
from engine.systems.open_combat.counters import FORTITUDE_LOST, UNSEEN
from engine.systems.open_combat.deployment import plan_deploy, plan_turn
from engine.systems.open_combat.ends import outcome
from engine.systems.open_combat.movement import plan_move
from engine.systems.open_combat.questions import ACTIVATIONS
from engine.systems.open_combat.sight import glances, proven
from engine.systems.open_combat.turn import begin, next_up, plan_phase, upkeep

PHASES = (Phase(ACTIVATIONS, "Activations", "Each model once: two actions in any mix, until all are done or a 1 is."),)

MOVE_KINDS = (
    MoveKind("walk", "Walk", "Up to SPD; ladders and stairs an inch for an inch."),
    MoveKind("climb", "Climb", "Up or down a face it touches: half of SPD an action, a D6 after each."),
    MoveKind("jump", "Jump down", "From an edge it stands at, a whole Move action; it lands on its feet."),
    MoveKind("leap", "Jump across", "A gap in a straight line: D6 and the run-up against its width."),
)

GENERAL = (
    ("Hidden no longer", after(Moved, hiding.look_again, "OPC-HIDE-8", "OPC-DEF-HIDDEN-ENDS")),
    ("Hidden no longer", after(Placed, hiding.look_again, "OPC-HIDE-8", "OPC-DEF-HIDDEN-ENDS")),
    ("Casualty", after(Removed, fortitude.wiped_out, "OPC-DEF-FORTITUDE")),
)
"""What follows from facts, where it needs a higher chapter than the one that states them."""

GROUNDS = {
    "sight": ("OPC-DEF-SIGHT",),
    "cover": ("OPC-DEF-OBSCURED", "OPC-HIDE-6"),
    "gap": ("OPC-DEF-WITHIN", "OPC-DEF-CONTACT"),
    "contact": ("OPC-DEF-ENGAGED", "OPC-HIDE-3", "OPC-CLIMB-3"),
    "within": ("OPC-DEF-WITHIN", "OPC-COMB-1"),
    "path": ("OPC-DEF-SPD", "OPC-CLIMB-2"),
    "reach": ("OPC-DEF-SPD", "OPC-DEF-REACH"),
    "climb": ("OPC-CLIMB-3", "OPC-CLIMB-5"),
    "fall": ("OPC-FALL-3", "OPC-DEF-FALL-HEIGHT"),
    "jump": ("OPC-JUMP-6", "OPC-JUMP-8", "OPC-DEF-TRAVEL"),
    "edge": ("OPC-FALL-2", "OPC-DEF-EDGE"),
}
"""The clauses that make a measurement matter."""

SYSTEM = System(
    id="open_combat",
    title=seeds.book("open_combat").title,
    rules=replace(RULES, general=(*RULES.general, *GENERAL)),
    phases=PHASES,
    plan_move=plan_move,
    plan_phase=plan_phase,
    plan_deploy=plan_deploy,
    plan_turn=plan_turn,
    sees=proven,
    glances=glances,
    actions=(*climbing.ACTIONS, *jumping.ACTIONS, *hiding.ACTIONS, *fighting.ACTIONS),
    card=card,
    outcome=outcome,
    unseen=UNSEEN,
    grounds=GROUNDS,
    move_kinds=MOVE_KINDS,
    allowance=allowance,
    upkeep=upkeep,
    next_up=next_up,
    begin=begin,
    wounds=fortitude.wounds,
    life=Life("Fortitude", FORTITUDE_LOST, "Take 1 Fortitude away", "Give 1 Fortitude back"),
    readings=tuple((reading.id, reading.default) for reading in seeds.readings("open_combat")),
)
"""The record of this rulebook."""
