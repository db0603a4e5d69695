"""How this game reads the unclear rules: every switch by name, and the option in force.

The defaults stand in the seeds and nowhere else; what each option means is said there.
"""

from __future__ import annotations

from engine.readings import chosen as chosen

BLEED_MISS = "bleed_miss"
START_ORDER = "start_order"
MONSTER_START = "monster_start"
WEB_STOPS_AT_ONCE = "web_stops_at_once"
DAZE_COUNTS = "daze_counts"
WEBBED_FREE_ACTIONS = "webbed_free_actions"
MONKEY_FREE_ACTIONS = "monkey_free_actions"
HEALING = "healing"
SHIELD_AGAINST_TOKENS = "shield_against_tokens"
FROST_ARMOR = "frost_armor"
MONKEY_ARMOR = "monkey_armor"
MASTER_MONSTERS = "master_monsters"
SIGHT_PINCH = "sight_pinch"
CORNER_STEPS = "corner_steps"
