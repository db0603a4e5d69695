"""Eldfall Chronicles: the sixteen States, with the turn, the activations and the fights they lean on.

`SYSTEM` is the whole of it; every chapter of the book is a module beside this one.  From below:
what is asked and counted (states, questions, counters, acts, readings, rolls), the States and
traits, `conditions` that gathers them, numbers (`halving`), space, weapons and wounds, what
reacting and resolving do, `sequence` through which every activation goes, the actions, and the
phases of the turn.
"""

from __future__ import annotations

from dataclasses import replace

from engine import seeds
from engine.events import Gained, Lost, Removed
from engine.rules import after
from engine.system import Life, Phase, System
from engine.systems.eldfall import (
    climbing,
    coming_down,
    counters,
    declared,
    duel,
    engagement,
    room,
    setting_down,
    treasure,
)
from engine.systems.eldfall.actions import ACTIONS, MOVE_KINDS
from engine.systems.eldfall.allowance import allowance
from engine.systems.eldfall.card import card
from engine.systems.eldfall.conditions import RULES
from engine.systems.eldfall.deployment import plan_deploy, plan_turn
from engine.systems.eldfall.fate import outcome
from engine.systems.eldfall.gaining import merge
from engine.systems.eldfall.hitbox import hitbox as volume
from engine.systems.eldfall.identity import hides
from engine.systems.eldfall.incapacitated import gets_up, goes_down
from engine.systems.eldfall.morale import after_a_fall
from engine.systems.eldfall.movement import plan_move
from engine.systems.eldfall.questions import END, STRATEGIC, TACTICAL, TITLES, UPKEEP
from engine.systems.eldfall.sight import glances, proven
from engine.systems.eldfall.turn import begin, foreseen, next_up, plan_phase
from engine.systems.eldfall.upkeep import drained
from engine.systems.eldfall.wounds import wounds as hit_points

PHASES = (
    Phase(STRATEGIC, TITLES[STRATEGIC], "States run out, Bleeding and Poisoned models roll; Stratagems, Regeneration."),
    Phase(UPKEEP, TITLES[UPKEEP], "Every model of every player is given as many Activation Points as it has Stamina."),
    Phase(TACTICAL, TITLES[TACTICAL], "The active player activates his models, the others react with theirs."),
    Phase(END, TITLES[END], "Unspent Activation Points are gone; then it is the next player's turn."),
)

GENERAL = (
    ("State", after(Gained, merge, "ELD-GEN-3")),
    ("Incapacitated", after(Gained, goes_down, "ELD-INC-5")),
    ("Incapacitated", after(Lost, gets_up, "ELD-INC-16")),
    *(("Broken Morale", after(fact, after_a_fall, "ELD-PAN-7")) for fact in (Gained, Lost, Removed)),
    ("Weakened", after(Gained, drained, "ELD-WEA-3")),
    *coming_down.GENERAL,
    *setting_down.GENERAL,
    *room.GENERAL,
    *climbing.GENERAL,
    ("Treasure", after(Gained, treasure.dropped, "ELD-DEF-OWN-TREASURE")),
    *(("Duel", after(fact, duel.fell, "ELD-DEF-ACT-DUEL")) for fact in (Gained, Removed)),
    *engagement.GENERAL,
)
"""What follows from facts, where it needs a higher chapter than the one that states them."""

GROUNDS = {
    "sight": ("ELD-DEF-LOS", "ELD-FLY-8", "ELD-FLY-9", "ELD-BLI-4", "ELD-ENG-9", "ELD-SHR-6"),
    "cover": ("ELD-DEF-COV", "ELD-CRO-10", "ELD-FLY-7"),
    "gap": ("ELD-DEF-DIST", "ELD-FLY-17"),
    "contact": ("ELD-DEF-BC",),
    "within": ("ELD-DEF-RCH", "ELD-DEF-AWA", "ELD-ENG-1"),
    "path": ("ELD-DEF-DIST", "ELD-DEF-MGEN"),
    "reach": ("ELD-DEF-MOVE",),
    "zone": ("ELD-DEF-RCH", "ELD-ENG-1"),
    "climb": ("ELD-DEF-CLIMB", "ELD-DEF-MGEN"),
    "fall": ("ELD-DEF-FALL",),
    "jump": ("ELD-DEF-JUMP",),
    "edge": ("ELD-PAN-2", "ELD-DEF-OWN-EDGE"),
    "arc": ("ELD-DEF-LOS",),
}
"""The clauses that make a measurement matter."""

LIFE = Life(many="HP", take="Suffer a Wound", give="Regain 1 HP")
"""What keeps a model on its feet, in the words of this book."""

SYSTEM = System(
    id="eldfall",
    title=seeds.book("eldfall").title,
    rules=replace(RULES, general=(*RULES.general, *GENERAL)),
    phases=PHASES,
    plan_move=plan_move,
    plan_phase=plan_phase,
    plan_deploy=plan_deploy,
    plan_turn=plan_turn,
    sees=proven,
    glances=glances,
    actions=ACTIONS,
    move_kinds=MOVE_KINDS,
    allowance=allowance,
    grounds=GROUNDS,
    body=volume,
    card=card,
    outcome=outcome,
    upkeep=foreseen,
    next_up=next_up,
    begin=begin,
    hides=hides,
    wounds=hit_points,
    life=LIFE,
    unseen=(*counters.UNSEEN, *declared.UNSEEN),
    readings=tuple((reading.id, reading.default) for reading in seeds.readings("eldfall")),
)
"""The record of this rulebook."""
