"""Bushido: the seventeen model states, with the turn, the fights and the movement they lean on.

`SYSTEM` is the whole of it; every chapter of the book is a module beside this one.  From below:
what is asked and counted (questions, counters, readings, rolls, wish), the states and traits,
`conditions` that gathers them, space and dice pools, `activation` through which every action
goes, the actions, and the phases of the turn.
"""

from __future__ import annotations

from dataclasses import replace

from engine import seeds
from engine.events import Gained, Lost, Moved, Placed, Removed, Sided
from engine.rules import after
from engine.system import MoveKind, Phase, System
from engine.systems.bushido import bout, counters
from engine.systems.bushido.actions import ACTIONS
from engine.systems.bushido.allowance import allowance
from engine.systems.bushido.aside import plan_move
from engine.systems.bushido.card import card, outcome
from engine.systems.bushido.conditions import RULES
from engine.systems.bushido.controlled import come_back, go_over
from engine.systems.bushido.deployment import plan_deploy, plan_turn
from engine.systems.bushido.gaining import shed
from engine.systems.bushido.grip import let_go
from engine.systems.bushido.questions import END, MAIN, START, TITLES
from engine.systems.bushido.rage import rouse
from engine.systems.bushido.sight import glances, proven
from engine.systems.bushido.turn import begin, next_up, plan_phase, wiped_out
from engine.systems.bushido.upkeep import upkeep
from engine.systems.bushido.wounds import wounds

PHASES = (
    Phase(START, TITLES[START], "Everybody gets Ki and two activation counters; dice say who acts first."),
    Phase(MAIN, TITLES[MAIN], "The sides take turns: one action with one model, until nobody has counters left."),
    Phase(END, TITLES[END], "Fright is tested again, stuns wear off, fire, bleeding and poison wound."),
)

MOVE_KINDS = (
    MoveKind("walk", "Walk", "Up to Move inches on any way, never into an enemy's zone or contact."),
    MoveKind("run", "Run", "One and a half times Move, straight ahead, no turn at the end."),
    MoveKind("charge", "Charge", "Twice Move straight at an enemy in sight, and a fight; costs both counters."),
    MoveKind("melee", "Melee", "Up to Move inches into contact with an enemy, and a fight."),
    MoveKind("shoot", "Walk and shoot", "A walk before or after a shot; the shot is harder by 1."),
    MoveKind("feat", "Walk and use a feat", "A walk before or after a Ki feat that allows one."),
    MoveKind("heal", "Go and heal", "A walk into contact with the one to be healed."),
    MoveKind("disengage", "Disengage and walk", "Fight defensively first; defended, the model walks this way."),
)

GENERAL = (
    ("Berserk", after(Gained, rouse, "BUS-BERSERK-2")),
    ("Immune", after(Gained, shed, "BUS-DEF-TRAIT-IMMUNE")),
    ("Controlled", after(Gained, go_over, "BUS-CONTROLLED-1")),
    ("Controlled", after(Lost, come_back, "BUS-CONTROLLED-10")),
    *(("Held", after(fact, let_go, "BUS-HELD-7")) for fact in (Moved, Placed, Removed, Sided)),
    ("Killed", after(Removed, wiped_out, "BUS-DEF-10")),
)
"""What follows from facts, where it needs a higher chapter than the one that states them."""


GROUNDS = {
    "sight": ("BUS-DEF-14", "BUS-PRONE-2", "BUS-BLIND-1"),
    "cover": ("BUS-DEF-32",),
    "gap": ("BUS-DEF-16",),
    "contact": ("BUS-DEF-11", "BUS-HELD-7"),
    "within": ("BUS-DEF-16",),
    "path": ("BUS-DEF-18", "BUS-DEF-16"),
    "reach": ("BUS-DEF-18",),
    "zone": ("BUS-DEF-15", "BUS-PRONE-3", "BUS-DISGUISED-18"),
    "arc": ("BUS-DEF-13",),
}
"""The clauses that make a measurement matter."""

SYSTEM = System(
    id="bushido",
    title=seeds.book("bushido").title,
    rules=replace(RULES, general=GENERAL),
    phases=PHASES,
    plan_move=plan_move,
    plan_phase=plan_phase,
    plan_deploy=plan_deploy,
    plan_turn=plan_turn,
    sees=proven,
    glances=glances,
    actions=ACTIONS,
    card=card,
    allowance=allowance,
    outcome=outcome,
    grounds=GROUNDS,
    unseen=(*counters.UNSEEN, *bout.UNSEEN),
    move_kinds=MOVE_KINDS,
    upkeep=upkeep,
    next_up=next_up,
    begin=begin,
    wounds=wounds,
    readings=tuple((reading.id, reading.default) for reading in seeds.readings("bushido")),
)
"""The record of this rulebook."""
