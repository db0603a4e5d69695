"""What the rules of Mordheim ask each other, by name; and what its phases are called."""

from __future__ import annotations

from engine.questions import Moment, Number, Permission

RECOVERY = "recovery"
MOVEMENT = "movement"
SHOOTING = "shooting"
COMBAT = "combat"
PHASES = (RECOVERY, MOVEMENT, SHOOTING, COMBAT)
"""The four phases of a turn in order; the ids of `Game.phase`."""
TITLES = {RECOVERY: "Recovery", MOVEMENT: "Movement", SHOOTING: "Shooting", COMBAT: "Close combat"}

MOVE_ALLOWANCE = Number("move_allowance", "Move")
"""Inches of an ordinary walk; a run or charge is twice as much of the same number."""

TO_HIT = Number("to_hit", "To hit")
"""Lowest D6 that hits, hand to hand or with a shot: a term below 0 makes it easier."""
TO_WOUND = Number("to_wound", "To wound")
"""Lowest D6 that wounds."""
SAVE = Number("save", "Armour save")
"""Lowest D6 with which armour stops a wound."""
STRENGTH = Number("strength", "Strength")
"""Of a blow or a shot: the bearer's and the weapon's."""
ATTACKS = Number("attacks", "Attacks")
SHOTS = Number("shots", "Shots")

MOVE = Permission("move", "may move")
"""Asked with one of: walk, run, charge, crawl, climb, jump, leap, flee."""
FIGHT = Permission("fight", "may fight hand to hand")
PARRY = Permission("parry", "may parry")
SHOOT = Permission("shoot", "may shoot")
CAST = Permission("cast", "may cast spells")
HIDE = Permission("hide", "may hide")
INTERCEPT = Permission("intercept", "may intercept a charge")

NEAR_RUNNER = Permission("near_runner", "keeps enemies within 8 inches from running")
CLOSEST_AT_RALLY = Permission("closest_at_rally", "is looked at as the closest model of a rally")
CLOSEST_TARGET = Permission("closest_target", "must be shot at as the closest target")
FRIEND_NEAR = Permission("friend_near", "keeps a friend nearby from being all alone")
LEND_LEADERSHIP = Permission("lend_leadership", "lends his Leadership to friends within 6 inches")
LEND_AT_ROUT = Permission("lend_at_rout", "lends his Leadership to a rout test")

END_OF_TURN = Moment("end_of_turn", "End of a player's turn")
END_OF_COMBAT = Moment("end_of_combat", "End of a close combat phase")
