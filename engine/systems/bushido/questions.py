"""What the rules of this book ask each other, by name; and what its phases are called."""

from __future__ import annotations

from engine.questions import Moment, Number, Permission

START = "start"
MAIN = "main"
END = "end"
PHASES = (START, MAIN, END)
"""The three phases of a turn in order; the ids of `Game.phase`."""
TITLES = {START: "Starting phase", MAIN: "Main phase", END: "End phase"}

MELEE_POOL = Number("melee_pool", "Melee pool")
"""Dice of a Melee Exchange, split into attack and defence."""
RANGED_POOL = Number("ranged_pool", "Ranged pool")
"""Dice of a Ranged Attack."""
KI = Number("ki", "Ki")
"""The Ki statistic: dice of Ki and Fear tests, tokens generated a turn.  Not the tokens themselves."""
SIZE_DICE = Number("size_dice", "Size test dice")
MOVE = Number("move", "Move")
"""Inches of a walk; a run is one and a half, a charge two of the same number."""
RANGED_CN = Number("ranged_cn", "Challenge number")
"""What a shot must reach."""
DAMAGE = Number("damage", "Damage roll")
"""What is added to 2D6 on the wound table."""
TOUGH = Number("tough", "Tough")
"""Wounds taken off whatever a model suffers."""

AGGRESSIVE = Number("aggressive", "Aggressive")
"""Any term at all: the model must put as many dice in attack as in defence, or more."""
DEFENSIVE = Number("defensive", "Defensive")
"""Any term at all: the model must put as many dice in defence as in attack, or more."""

ACTIVATE = Permission("activate", "may activate")
DECLARE = Permission("declare", "may declare")
"""Asked with an action: walk, run, charge, melee, shoot, scenario, scenario_complex, feat, focus,
disengage, stand_up, wait, heal."""
MOVE_ITSELF = Permission("move_itself", "may move")
BE_MOVED = Permission("be_moved", "may be moved")
SPECIAL = Permission("special", "may use Special Attacks and Defences")
"""Asked with: attack, defence."""
INITIATIVE = Permission("initiative", "profits from what changes Initiative")
DRAW_SIGHT = Permission("draw_sight", "can see beyond base contact")
BLOCK_SIGHT = Permission("block_sight", "blocks lines of sight")
ZONE = Permission("zone", "exerts a zone of control")
HOLDS_ENEMIES = Permission("holds_enemies", "keeps enemies in contact from acting freely")
"""An enemy that touches only models which do not count here acts as if it touched nobody."""
SPEND = Permission("spend", "may spend or remove tokens")
GAIN = Permission("gain", "may gain this marker")
"""Asked with a status: what Immune [status] forbids."""

KI_GENERATION = Moment("ki_generation", "End of Ki generation")
START_EFFECTS = Moment("start_effects", "Effects of the starting phase")
EXCHANGE_BEGINS = Moment("exchange_begins", "Beginning of a Melee Exchange")
"""Asked of both fighters."""
EXCHANGE_ENDS = Moment("exchange_ends", "End of a Melee Exchange")
END_EFFECTS = Moment("end_effects", "Effects of the end phase")
END_EXPIRY = Moment("end_expiry", "What lasts until the end phase is over")
