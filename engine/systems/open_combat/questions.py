"""What the rules of Open Combat ask each other, by name; and what its one phase is called."""

from __future__ import annotations

from engine.questions import Moment, Number, Permission

ACTIVATIONS = "activations"
"""The one phase of a side's turn; the id of `Game.phase`."""

SPD = Number("spd", "Speed")
"""Inches of a Move action."""
CLIMB_STEP = Number("climb_step", "Climb per action")
"""Inches of one climb: half of SPD."""
ATK = Number("atk", "Attack")
DEF = Number("def", "Defence")

MOVE = Permission("move", "may move")
"""Asked with one of: walk, jump, leap, and part-way up a climb drop or ladder."""
CLIMB = Permission("climb", "may climb")
HIDE = Permission("hide", "may hide")
ATTACK = Permission("attack", "may attack")
SHOOT = Permission("shoot", "may shoot")
STAND = Permission("stand", "may stand up")
REST = Permission("rest", "may rest")
COMBINE = Permission("combine", "may take part in a combined action")
"""Asked with one of: follow_me, volley, with_me."""

END_OF_TURN = Moment("end_of_turn", "End of a side's turn")
