"""What the rules of this book ask each other, by name; and what its phases are called."""

from __future__ import annotations

from types import MappingProxyType

from engine.questions import Moment, Number, Permission

STRATEGIC = "strategic"
UPKEEP = "upkeep"
TACTICAL = "tactical"
END = "end"
PHASES = (STRATEGIC, UPKEEP, TACTICAL, END)
"""The four phases of a turn in order; the ids of `Game.phase`."""
TITLES = MappingProxyType(
    {STRATEGIC: "Strategic phase", UPKEEP: "Upkeep phase", TACTICAL: "Tactical phase", END: "End phase"}
)

STA = Number("STA", "Stamina")
"""Activation Points of an Upkeep Phase."""
SPD = Number("SPD", "Speed")
"""Inches of a Walk."""
OFF = Number("OFF", "Offense")
DEF = Number("DEF", "Defense")
ACC = Number("ACC", "Accuracy")
INT = Number("INT", "Intellect")
AG = Number("AG", "Agility")
"""Rolled for Dodge; also the radius of Awareness in inches."""
T = Number("T", "Toughness")
ARM = Number("ARM", "Armor")
M = Number("M", "Morale")
ATTRIBUTES = (STA, SPD, OFF, DEF, ACC, INT, AG, T, ARM, M)
"""The printed numbers of a profile in printed order, without HP; a Number's id is the stat's name."""

STRIKE_MELEE = Number("strike_melee", "Strike")
"""Attack dice of a Melee Attack."""
STRIKE_RANGED = Number("strike_ranged", "Strike")
"""Attack dice of a Ranged Attack or spell."""
HEIGHT = Number("height", "Hitbox height")
"""Inches from the underside of the base to the top of the hitbox."""
ARC = Number("arc", "Arc of sight")
"""Degrees about its facing through which a model looks out."""

ACTIVATE = Permission("activate", "may perform Activations")
REACT = Permission("react", "may perform Reactions")
RECEIVE_AP = Permission("receive_ap", "receives Activation Points")
"""Asked with: upkeep (regaining them in the Upkeep Phase), effect."""
MOVE = Permission("move", "may move")
"""Asked with the kind of movement: idle, walk, run, climb, jump."""
DODGE_MOVE = Permission("dodge_move", "may make a Dodge move")
DECLARE = Permission("declare", "may declare")
"""Asked with an action of `acts`: attack_melee, attack_ranged, assist_self, assist_ally, dodge …"""
CROUCH = Permission("crouch", "may change Crouched")
"""Asked with: enter, leave.  Of one's own will."""
FLY = Permission("fly", "may change Flying")
"""Asked with: enter, leave.  Of one's own will."""
DRAW_SIGHT = Permission("draw_sight", "has Line of Sight")
"""To anything but itself."""
CAUSE_ENGAGED = Permission("cause_engaged", "causes Engaged")
BECOME_ENGAGED = Permission("become_engaged", "becomes Engaged")
HAVE_COVER = Permission("have_cover", "benefits from Cover")
BE_TARGET = Permission("be_target", "may be targeted")
"""Asked with an action of `acts` aimed at the model."""
BE_HIT = Permission("be_hit", "is Hit")
"""By anything at all, aimed at it or not."""
STAND_IN_THE_WAY = Permission("stand_in_the_way", "obstructs movement")
"""Asked of the one who stands there (`RULES.counts_for`)."""
REGAIN_HP = Permission("regain_hp", "regains HP")
USE = Permission("use", "may have any use of Skills, Traits and Items")
COUNT = Permission("count", "counts for game impacts")
"""Scoring, Friendly Fire, Broken Morale (`RULES.counts_for`)."""
COMMAND = Permission("command", "may use Stratagems")

BEGINS_EXPIRY = Moment("strategic_expiry", "What lasts until the Strategic Phase")
SEQUENCE_ENDS = Moment("sequence_ends", "End of an Activation Sequence")
