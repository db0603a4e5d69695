"""Names of what lies beside a model: counters and markers that several chapters speak of."""

from __future__ import annotations

ACTIONS = "actions"
"""Actions spent in the activation of this turn."""
ACTIVATED = "activated"
"""0: not yet this turn; `BEGUN`: acting now; `DONE`: its activation is over."""
BEGUN, DONE = 1, 2
RUN_UP = "run_up"
"""Thousandths of an inch covered by Move actions in the activation of this turn."""
FORTITUDE_LOST = "fortitude_lost"
COMBINED = "combined"
"""1 once the model took part in a combined action this turn."""
HAZARD_PASSED = "hazard_passed"
"""In a Follow me!: one bit for each piece of terrain whose hazard test its company has passed."""
INITIATIVE_LOST = "initiative_lost"
"""Counter of the game: 1 from the moment the initiative is lost until what lost it is resolved."""

TURN_COUNTERS = (ACTIONS, ACTIVATED, RUN_UP, COMBINED, HAZARD_PASSED)
"""Counters of a model that a turn begins without."""
UNSEEN = (*TURN_COUNTERS, INITIATIVE_LOST)
"""Counters that only the rules look at: events and the card tell of them in words."""

HIDDEN = "hidden"
CLIMBING = "climbing"
"""Part-way up or down a climb, at the height the model has; its source is the piece."""
PRONE = "prone"
FOLLOWING = "following"
"""In a Follow me! with moves still to make; its source is who called."""
