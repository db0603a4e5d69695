"""What a model can be: hidden, part-way up a climb, prone, following; and what each of these forbids.

One look at a status says what the table of allowed actions says of its column.  What being
engaged forbids is no marker: it stands in `GENERAL`, as clauses that bear while bases touch.
"""

from __future__ import annotations

from engine.game import Game, Model
from engine.readings import chosen
from engine.rules import Clause, Rules, Status, cannot, once, only
from engine.systems.open_combat import mind
from engine.systems.open_combat.counters import CLIMBING, FOLLOWING, HIDDEN, PRONE
from engine.systems.open_combat.engaged import is_engaged
from engine.systems.open_combat.questions import ATTACK, CLIMB, COMBINE, HIDE, MOVE, REST, SHOOT, STAND
from engine.systems.open_combat.skills import TRAITS


def _engaged(game: Game, model: Model) -> bool:
    return is_engaged(game, model)


def _held(game: Game, model: Model) -> bool:
    """Is it engaged, and does that keep it where it is?"""
    if model.has(FOLLOWING) and not _kept_from_following(game, model):
        return False
    return is_engaged(game, model) and chosen(game, "engaged_moves") == "no"


def _kept_from_following(game: Game, model: Model) -> bool:
    return is_engaged(game, model) and chosen(game, "follow_me_engaged") == "no"


def _kept_from_volley(game: Game, model: Model) -> bool:
    return is_engaged(game, model) and chosen(game, "volley_engaged") == "no"


def _standing(game: Game, model: Model) -> bool:
    return not model.has(PRONE)


HIDING = Status(
    HIDDEN,
    "Hidden",
    (once(),),
    says="Behind cover: no shot is aimed at it by whoever has no clear line of sight to it.",
    why=("OPC-HIDE-7",),
)

CLINGING = Status(
    CLIMBING,
    "Part-way up",
    (
        once(),
        only(MOVE, "drop", "ladder", why=("OPC-DEF-CLINGING",)),
        *(cannot(wish, why=("OPC-DEF-CLINGING",)) for wish in (HIDE, SHOOT, ATTACK, COMBINE, REST)),
    ),
    says="Holding on between the foot and the top: it climbs on, climbs down or drops.",
    why=("OPC-CLIMB-12",),
)

LYING = Status(
    PRONE,
    "Prone",
    (
        once(),
        *(cannot(wish, why=("OPC-DEF-PRONE",)) for wish in (MOVE, CLIMB, HIDE, SHOOT, ATTACK, COMBINE, REST)),
    ),
    says="On the ground: it stands up with one action, and does nothing else before.",
    lying="face_up",
    why=("OPC-FALL-3",),
)

IN_A_FOLLOW_ME = Status(
    FOLLOWING,
    "Following",
    (once(),),
    says="In a Follow me!: it takes two Move actions in a row.",
    why=("OPC-FOLLOW-2",),
)

GENERAL: tuple[tuple[str, Clause], ...] = (
    ("Engaged", cannot(MOVE, why=("OPC-DEF-ENGAGED-STAYS",), when=_held)),
    ("Engaged", cannot(CLIMB, why=("OPC-DEF-ENGAGED-STAYS",), when=_held)),
    ("Engaged", cannot(HIDE, why=("OPC-HIDE-1",), when=_engaged)),
    ("Engaged", cannot(SHOOT, why=("OPC-DEF-SHOOT",), when=_engaged)),
    ("Engaged", cannot(REST, why=("OPC-DEF-REST",), when=_engaged)),
    ("Engaged", cannot(COMBINE, "follow_me", why=("OPC-DEF-ENGAGED-STAYS",), when=_kept_from_following)),
    ("Engaged", cannot(COMBINE, "volley", why=("OPC-DEF-SHOOT",), when=_kept_from_volley)),
    ("On its feet", cannot(STAND, why=("OPC-DEF-PRONE",), when=_standing)),
    *mind.CLAUSES,
)

RULES = Rules(
    statuses={status.id: status for status in (HIDING, CLINGING, LYING, IN_A_FOLLOW_ME)},
    traits=TRAITS,
    general=GENERAL,
)
"""The statuses and traits of this book, and what bears on everybody."""
