"""How this game reads the unclear rules: every switch by name, and the option in force.

The defaults stand in the seeds and nowhere else; what each option means is said there.
"""

from __future__ import annotations

from engine import seeds
from engine.game import Game

DISGUISE_FAIL_COST = "disguise_fail_cost"
DISGUISE_REMOVED = "disguise_removed"
KI_GATE = "ki_gate"
FAILED_DISGUISE_PRICE = "failed_disguise_price"
DISGUISE_OUTSIDE_ACTIVATION = "disguise_outside_activation"
FEAT_AGAINST = "feat_against"
SHOT_AFTER_WALK = "shot_after_walk"
FRIGHTENED_NUMBER = "frightened_number"
FRIGHTENED_RETEST = "frightened_retest"
HELD_MARKERS = "held_markers"
PLACING = "placing"
HOLD_ENDS = "hold_ends"
IMMOBILISED_MOVEMENT = "immobilised_movement"
BESIDE_IMMOBILISED = "beside_immobilised"
IMPETUOUS_SCOPE = "impetuous_scope"
IMPETUOUS_REMOVAL = "impetuous_removal"
IMPETUOUS_LASTS = "impetuous_lasts"
END_PHASE_ORDER = "end_phase_order"
TOUGH_EACH = "tough_each"
DEATH_WHILE_BURNING = "death_while_burning"
FIRE_PUT_OUT = "fire_put_out"
IGNORING_PRONE = "ignoring_prone"
PRONE_INITIATIVE = "prone_initiative"
BLIND_ZONE = "blind_zone"
BLIND_TOUCHING = "blind_touching"
CONTROL_RETURN = "control_return"
CONTROL_SURPLUS = "control_surplus"
CONTROLLED_TOKENS = "controlled_tokens"
DEATH_SENTENCE_PAYMENTS = "death_sentence_payments"
DEATH_SENTENCE_REDIRECTED = "death_sentence_redirected"
DISEASE_LOSS = "disease_loss"
BERSERK_RANGE = "berserk_range"
BERSERK_NEAREST = "berserk_nearest"
BERSERK_FORBIDDEN = "berserk_forbidden"
BLEED_HEALED = "bleed_healed"
TEST_ORDER = "test_order"
STAND_UP_OPPONENT = "stand_up_opponent"
SUCCESS_LEVELS = "success_levels"
SIGHT_TO_MODEL = "sight_to_model"
FRIGHTENED_CONTACT = "frightened_contact"
DISGUISED_CONTACT = "disguised_contact"
GRAZING_SIGHT = "grazing_sight"
GAME_LENGTH = "game_length"


def chosen(game: Game, reading: str) -> str:
    """The option of this reading in force: the game's own choice, or the default of the seeds.

    KeyError, as a sentence, if there is no such reading.
    """
    return game.reading(reading) or seeds.reading("bushido", reading).default
