"""Skills: what a fighter can do that others cannot."""

from __future__ import annotations

from engine.rules import Trait

SHARP_EYED = "sharp_eyed"

TRAITS: dict[str, Trait] = {
    SHARP_EYED: Trait(
        SHARP_EYED,
        "Sharp-eyed",
        says="Rolls a failed obscured target test again, once; in a volley it counts if this model calls it.",
        why=("OPC-DEF-SHARP-EYED", "OPC-VOLLEY-11"),
    ),
}
"""Every skill of this book by the name a profile gives it."""
