"""Every action of the book besides plain moving, in the order in which a window lists them."""

from __future__ import annotations

from engine.systems.bushido import (
    charge,
    disengage,
    feats,
    focus,
    healing,
    idle,
    instants,
    melee,
    running,
    scenario,
    shooting,
    stand_up,
    waiting,
)

CHAPTERS = (
    *melee.ACTIONS,
    *charge.ACTIONS,
    *running.ACTIONS,
    *shooting.ACTIONS,
    *disengage.ACTIONS,
    *stand_up.ACTIONS,
    *feats.ACTIONS,
    *focus.ACTIONS,
    *healing.ACTIONS,
    *waiting.ACTIONS,
    *scenario.ACTIONS,
)
"""What a model may choose to do."""
ACTIONS = (*CHAPTERS, *instants.ACTIONS, *idle.offered(CHAPTERS))
"""What `SYSTEM.actions` holds: instant feats are no actions, so whoever has only those left can do nothing."""
