"""What is counted in this book, by name, and how many tokens lie beside a figure."""

from __future__ import annotations

from engine.game import Game, Model, Side
from engine.systems.descent.tables import armors, potions, shields, weapons

# of a figure
WOUNDS_LOST = "wounds_lost"
FATIGUE_SPENT = "fatigue_spent"
TURN = "turn"
"""1 while the figure takes its turn, 2 once it has taken it this round."""
TAKING, TAKEN = 1, 2
DECLARED = "declared"
"""1 once the hero has declared his action this turn."""
POINTS = "mp"
"""Movement points left."""
ATTACKS = "attacks"
"""Attacks left this turn."""
ORDERS = "orders"
"""Orders that may still be placed this turn."""
RESOLVED = "resolved"
"""Kinds of token dealt with at the start of this turn, one bit each in their listed order."""
STUNNED = "stunned"
"""1 in a turn that began with a stun token taken off."""
WEB_HELD = "web_held"
"""1 in a turn at whose start web tokens remained after the throw."""
MONKEY_TURNS = "monkey_turns"
IN_TOWN = "in_town"
GLYPH_USED = "glyph_used"
COINS = "coins"

# of a side
CONQUEST = "conquest"

STOWED, SHATTERED, EXHAUSTED, GONE, GOT = "stowed_", "shattered_", "exhausted_", "gone_", "got_"
"""Before an item's id: in the pack, shattered, exhausted until refreshed, given away or dropped, received."""

# of the game, inside one attack
ATTACK_ON = "attack_on"
RANGE, DAMAGE, SURGES, ENHANCED, MISSED = "attack_range", "attack_damage", "attack_surges", "attack_enhanced", "missed"
PIERCE = "attack_pierce"
AIMED = "attack_aimed"
DAZE_LEFT = "attack_daze_left"
"""Daze tokens that have not taken a die of this attack yet."""
BOUGHT = "attack_bought"
"""Power dice bought with fatigue in this attack."""
RAW = "attack_raw"
HURT = "attack_hurt"
POOL, AGAIN, BOUGHT_TOKEN = "pool_", "again_", "attack_gives_"
"""Before a colour: dice of the attack, dice to be thrown again; before a token: bought with surges."""
COLOURS = ("red", "blue", "white", "green", "yellow", "black")

SCRATCH = (
    *(ATTACK_ON, RANGE, DAMAGE, SURGES, ENHANCED, MISSED, PIERCE, AIMED, DAZE_LEFT, BOUGHT, RAW, HURT),
    *(f"{before}{colour}" for before in (POOL, AGAIN) for colour in COLOURS),
    *(f"{BOUGHT_TOKEN}{token}" for token in ("bleed", "burn", "daze", "stun", "web", "frost", "poison", "curse")),
)
"""Counters of the game that an attack uses while it lasts."""

TURN_COUNTERS = (DECLARED, POINTS, ATTACKS, ORDERS, RESOLVED, STUNNED, WEB_HELD, GLYPH_USED)
"""Counters of a figure that end with its turn."""


def _of_kit() -> tuple[str, ...]:
    items = (*weapons(), *shields(), *armors())
    return tuple(f"{before}{item}" for before in (STOWED, SHATTERED, EXHAUSTED, GONE, GOT) for item in items)


UNSEEN = (
    TURN,
    DECLARED,
    POINTS,
    ATTACKS,
    ORDERS,
    RESOLVED,
    STUNNED,
    WEB_HELD,
    GLYPH_USED,
    IN_TOWN,
    *SCRATCH,
    *_of_kit(),
)
"""Counters that only the rules look at; what they mean is said in words of its own."""

POTIONS = tuple(potions())
"""Counters of the potions a figure carries: their ids."""


def is_hero(model: Model) -> bool:
    """Is the figure a hero's?  Everything else is a monster."""
    return "hero" in model.profile.traits


def printed(model: Model, stat: str, otherwise: int = 0) -> int:
    """A printed number of the profile, or *otherwise* where the profile has none."""
    return dict(model.profile.stats).get(stat, otherwise)


def tokens(model: Model, status: str) -> int:
    """How many tokens of one kind: markers, one with a value counting for so many."""
    return sum(max(1, value) for value in model.values(status))


def wounds_left(model: Model) -> int:
    """Wound tokens the figure has left, never below 0."""
    return max(0, printed(model, "Wounds", 1) - model.count(WOUNDS_LOST))


def fatigue_left(model: Model) -> int:
    """Fatigue tokens the hero has left, never below 0."""
    return max(0, printed(model, "Fatigue") - model.count(FATIGUE_SPENT))


def taking_turn(model: Model) -> bool:
    """Is it this figure's turn now?  A hero in town takes his, a dead monster none."""
    return model.count(TURN) == TAKING and (model.on_table or bool(model.count(IN_TOWN)))


def acting(game: Game) -> Model | None:
    """The figure whose turn it is, if one is being taken."""
    return next((model for model in game.models if taking_turn(model)), None)


def in_play(model: Model) -> bool:
    """Does the figure stand in the dungeon: on the board and not in town?"""
    return model.on_table and not model.count(IN_TOWN)


def heroes_side(game: Game) -> Side:
    """The side of the heroes: the first with a hero, or the first of all."""
    heroes = [model.side for model in game.models if is_hero(model)]
    return next((side for side in game.sides if side.id in heroes), game.sides[0])


def overlord_side(game: Game) -> Side:
    """The overlord's side: the first that is not the heroes'; theirs where they play alone."""
    heroes = heroes_side(game)
    return next(iter(game.others(heroes.id)), heroes)
