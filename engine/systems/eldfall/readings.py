"""How this game reads the unclear rules: every switch by name, and the option in force.

The defaults stand in the seeds and nowhere else; what each option means is said there.
"""

from __future__ import annotations

from engine import seeds
from engine.game import Game

CANCEL_HALVINGS = "cancel_halvings"
MOVEMENT_FACTORS = "movement_factors"
BASE_THICKNESS = "base_thickness"
AWARENESS_AGILITY = "awareness_agility"
SEVERAL_COVERS = "several_covers"
PASSING = "passing"
AUTOMATIC_SIGHT = "automatic_sight"
STATE_SOURCES = "state_sources"
STRATEGIC_ORDER = "strategic_order"
WOUNDS_OUTSIDE = "wounds_outside"
STAMINA_LOSS = "stamina_loss"
PAST_EDGE = "past_edge"
EDGE_ROUTE = "edge_route"
CROUCHED_PANIC = "crouched_panic"
IMMOBILIZED_PANIC = "immobilized_panic"
SEVERAL_DODGES = "several_dodges"
TOUGHNESS_DODGE = "toughness_dodge"
LOSING_FLIGHT = "losing_flight"
CROUCH_AND_DODGE_MOVE = "crouch_and_dodge_move"
PETRIFIED_STATE = "petrified"
DEAD_TARGETS = "dead_targets"
LOST_OVER_EDGE = "lost_over_edge"
RIDDEN_CROUCH = "ridden_crouch"
SHROUDED_DODGE = "shrouded_dodge"
DODGE_CROUCH_NEEDS_SUCCESS = "dodge_crouch_needs_success"
IMMOBILIZED_ACTIONS = "immobilized_may_use_normal_actions"
PANICKED_AND_ENGAGED = "panicked_and_engaged"
INCAPACITATED_WHEN = "incapacitated_when"
ENGAGED_SIGHT = "engaged_sight"
CROUCH_CHANGES = "crouch_changes"
STRONG_POISON_WEAKENS = "strong_poison_weakens"
WOUNDED_WHILE_INCAPACITATED = "wounded_while_incapacitated"
ENGAGED_CHECK = "engaged_check"
LOSING_SIGHT = "losing_sight"
FLIGHT_SAME_STEP = "flight_same_step"
AOE_SHROUDED = "aoe_shrouded"
RECOVERY_CHECK = "recovery_check"
FLYING_SURFACE = "flying_surface"
FLYING_BLOCKS_SIGHT = "flying_blocks_sight"


def chosen(game: Game, reading: str) -> str:
    """The option of this reading in force: the game's own choice, or the default of the seeds.

    KeyError, as a sentence, if there is no such reading.
    """
    return game.reading(reading) or seeds.reading("eldfall", reading).default
