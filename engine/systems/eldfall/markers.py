"""The States of the book by id, and what a window calls them; the only place where they are spelt.

A marker is a State with its source; several markers of one State count once.  A marker's value
says when it ends: `NEXT_STRATEGIC`, or 0 where nothing ends it by itself.
"""

from __future__ import annotations

from types import MappingProxyType

BLEEDING = "bleeding"
BLINDED = "blinded"
CONFUSED = "confused"
CRIPPLED = "crippled"
CROUCHED = "crouched"
DEAD = "dead"
ENGAGED = "engaged"
FATIGUED = "fatigued"
FLYING = "flying"
IMMOBILIZED = "immobilized"
INCAPACITATED = "incapacitated"
PANICKED = "panicked"
POISONED = "poisoned"
SHROUDED = "shrouded"
SLOWED = "slowed"
WEAKENED = "weakened"
PETRIFIED = "petrified"
"""Named by the book as something that ends other States; what it is, is an assumption."""
MOUNTED = "mounted"
"""Not a State of the book: a rider and its mount are one model for as long as this lasts."""

TITLES = MappingProxyType(
    {
        BLEEDING: "Bleeding",
        BLINDED: "Blinded",
        CONFUSED: "Confused",
        CRIPPLED: "Crippled",
        CROUCHED: "Crouched",
        DEAD: "Dead",
        ENGAGED: "Engaged",
        FATIGUED: "Fatigued",
        FLYING: "Flying",
        IMMOBILIZED: "Immobilized",
        INCAPACITATED: "Incapacitated",
        PANICKED: "Panicked",
        POISONED: "Poisoned",
        SHROUDED: "Shrouded",
        SLOWED: "Slowed",
        WEAKENED: "Weakened",
        PETRIFIED: "Petrified",
        MOUNTED: "Mounted",
    }
)

NEXT_STRATEGIC = 1
"""Value of a marker that ends as the next Strategic Phase of the model's own player begins."""

REACTS = "reacts"
"""Not a State: the Reaction that a model has declared; its source is the id of the Reaction."""
DUE = "due"
"""Not a State: a State that lands as the Activation Sequence ends (source "status" or "status@source")."""
SURPRISED = "surprised"
"""Not a State: the target of a Surprise Attack, until the sequence ends."""
