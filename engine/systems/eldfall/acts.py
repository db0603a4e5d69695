"""What can be declared: kinds of movement and Actions, each with its verb and its definition."""

from __future__ import annotations

from types import MappingProxyType

IDLE, WALK, RUN, CLIMB, JUMP = "idle", "walk", "run", "climb", "jump"
MOVES = (IDLE, WALK, RUN, CLIMB, JUMP)
"""What may be declared in the Movement Step."""
SPECIAL_MOVES = (RUN, CLIMB, JUMP)
"""Special Movement: the only Action after it is Nothing."""

MELEE, RANGED = "attack_melee", "attack_ranged"
ASSIST_SELF, ASSIST_ALLY = "assist_self", "assist_ally"
DODGE, PERCEIVE, INTERACT, TRADE, DEATH_BLOW, NOTHING = (
    "dodge", "perceive", "interact", "trade", "death_blow", "nothing",
)  # fmt: skip
DUEL, RITUAL, UNCOVER = "duel", "ritual", "uncover"
ATTACKS = (MELEE, RANGED)
NORMAL = (MELEE, RANGED, ASSIST_SELF, ASSIST_ALLY, DODGE, PERCEIVE, INTERACT, TRADE, DEATH_BLOW, NOTHING)
SPECIAL = (DUEL, RITUAL, UNCOVER)
"""Special Actions: only after an Idle, only in the Active Role."""
DECLARED = (*NORMAL, *SPECIAL)
PASS = "pass"
"""Declaring no Action at all.  Always possible, and not the Action Nothing."""

DOING = MappingProxyType(
    {
        IDLE: "Idle",
        WALK: "Walk",
        RUN: "Run",
        CLIMB: "Climb",
        JUMP: "Jump",
        MELEE: "declare a Melee Attack",
        RANGED: "declare a Ranged Attack",
        ASSIST_SELF: "Assist itself",
        ASSIST_ALLY: "Assist others",
        DODGE: "Dodge",
        PERCEIVE: "Perceive",
        INTERACT: "Interact",
        TRADE: "Trade",
        DEATH_BLOW: "deal a Death Blow",
        NOTHING: "declare Nothing",
        DUEL: "issue a Duel",
        RITUAL: "perform a Ritual",
        UNCOVER: "Uncover",
        PASS: "go without an Action",
    }
)
"""Each as a verb, for sentences of refusal."""
