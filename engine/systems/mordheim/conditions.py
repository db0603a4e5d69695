"""What a warrior can be: knocked down, stunned, getting up, fleeing… and what each of these forbids.

Every status is a list of clauses, so one look at it says what the table of permissions
(MOR-TABLE-1) says of its column.  Procedures that need higher chapters (what follows from
falling down near an edge) are hung on in `SYSTEM`, not here.
"""

from __future__ import annotations

from engine.game import Game, Model
from engine.rules import Rules, Status, cannot, half, may_be_ignored_for, minus, once, only, plus, until
from engine.systems.mordheim.engaged import OVER_WALL, is_engaged
from engine.systems.mordheim.questions import (
    CAST,
    CLOSEST_AT_RALLY,
    CLOSEST_TARGET,
    COMBAT,
    END_OF_COMBAT,
    END_OF_TURN,
    FIGHT,
    FRIEND_NEAR,
    HIDE,
    INTERCEPT,
    LEND_AT_ROUT,
    LEND_LEADERSHIP,
    MOVE,
    MOVE_ALLOWANCE,
    NEAR_RUNNER,
    PARRY,
    SHOOT,
    STRENGTH,
    TO_HIT,
)
from engine.systems.mordheim.traits import TRAITS

IGNORED = (NEAR_RUNNER, CLOSEST_AT_RALLY, CLOSEST_TARGET, FRIEND_NEAR)
"""Where the fallen and the fleeing do not count."""


def _in_contact(game: Game, model: Model) -> bool:
    return is_engaged(game, model)


def _in_combat(game: Game, model: Model) -> bool:
    return game.phase == COMBAT


KNOCKED_DOWN = Status(
    "knocked_down",
    "Knocked down",
    (
        once(),
        only(MOVE, "crawl", why=("MOR-KD-3", "MOR-TABLE-1")),
        cannot(FIGHT, why=("MOR-KD-4", "MOR-KD-9")),
        cannot(SHOOT, why=("MOR-KD-5",)),
        cannot(CAST, why=("MOR-KD-6",)),
        cannot(PARRY, why=("MOR-ATKKD-4",)),
        cannot(HIDE, why=("MOR-DEF-HIDING", "MOR-TABLE-1")),
        cannot(INTERCEPT, why=("MOR-DEF-INTERCEPT", "MOR-TABLE-1")),
        may_be_ignored_for(*IGNORED, LEND_LEADERSHIP, why=("MOR-DEF-IGNORED", "MOR-DEF-LEADER")),
    ),
    says="On the ground, face up: he may crawl 2 inches and nothing else, and blows against him hit by themselves.",
    lying="face_up",
    why=("MOR-KD-2", "MOR-KD-10"),
)

STUNNED = Status(
    "stunned",
    "Stunned",
    (
        once(),
        *(cannot(wish, why=("MOR-STUN-3",)) for wish in (MOVE, FIGHT, SHOOT, CAST, PARRY, HIDE, INTERCEPT)),
        may_be_ignored_for(*IGNORED, LEND_LEADERSHIP, LEND_AT_ROUT, why=("MOR-DEF-IGNORED", "MOR-DEF-LEADER")),
    ),
    says="Face down and at the mercy of his enemies: he does nothing until he is turned over.",
    lying="face_down",
    why=("MOR-STUN-2",),
)

STANDING_UP = Status(
    "standing_up",
    "Getting up",
    (
        once(),
        half(MOVE_ALLOWANCE, "MOR-STAND-2"),
        cannot(MOVE, "charge", why=("MOR-STAND-5",)),
        cannot(MOVE, "run", why=("MOR-STAND-6",)),
        cannot(MOVE, why=("MOR-STAND-7",), when=_in_contact),
        cannot(INTERCEPT, why=("MOR-DEF-INTERCEPT",)),
        until(END_OF_TURN, "MOR-STAND-9"),
    ),
    says="He got up this turn: half his move, no run, no charge, and his blows come last.",
    why=("MOR-STAND-1", "MOR-STAND-3", "MOR-STAND-4", "MOR-STAND-8"),
)

FLEEING = Status(
    "fleeing",
    "Fleeing",
    (
        once(),
        only(MOVE, "flee", why=("MOR-DEF-FLEEING", "MOR-TABLE-1")),
        *(cannot(wish, why=("MOR-DEF-FLEEING", "MOR-TABLE-1")) for wish in (FIGHT, SHOOT, CAST, PARRY)),
        cannot(HIDE, why=("MOR-DEF-HIDING",)),
        cannot(INTERCEPT, why=("MOR-DEF-INTERCEPT",)),
        may_be_ignored_for(*IGNORED, LEND_LEADERSHIP, why=("MOR-DEF-RALLY", "MOR-TABLE-1")),
    ),
    says="He runs for the nearest table edge, 2D6 inches a turn, until he rallies.",
    why=("MOR-DEF-FLEEING",),
)

RALLIED = Status(
    "rallied",
    "Rallied",
    (
        once(),
        cannot(MOVE, why=("MOR-DEF-RALLY",)),
        cannot(SHOOT, why=("MOR-DEF-RALLY",)),
        cannot(HIDE, why=("MOR-DEF-RALLY", "MOR-TABLE-1")),
        cannot(INTERCEPT, why=("MOR-DEF-INTERCEPT",)),
        until(END_OF_TURN, "MOR-DEF-RALLY"),
    ),
    says="He came to his senses this turn: he may cast and fight back, but neither move nor shoot.",
    why=("MOR-DEF-RALLY",),
)

HIDDEN = Status(
    "hidden",
    "Hidden",
    (
        once(),
        may_be_ignored_for(NEAR_RUNNER, CLOSEST_AT_RALLY, why=("MOR-DEF-RUN", "MOR-DEF-RALLY")),
    ),
    says="Behind cover and out of mind: nobody who cannot see round the cover shoots at him or charges him.",
    why=("MOR-DEF-HIDING",),
)

CHARGED = Status(
    "charged",
    "Charged",
    (
        once(),
        cannot(MOVE, why=("MOR-DEF-MOVE",)),
        cannot(SHOOT, why=("MOR-DEF-SHOOTING",)),
        cannot(HIDE, why=("MOR-DEF-HIDING",)),
        until(END_OF_TURN, "MOR-DEF-STRIKE-ORDER"),
    ),
    says="He charged this turn and strikes first.",
    why=("MOR-DEF-CHARGE",),
)

FAILED_CHARGE = Status(
    "failed_charge",
    "Failed charge",
    (
        once(),
        cannot(MOVE, why=("MOR-DEF-FAILED-CHARGE",)),
        cannot(SHOOT, why=("MOR-DEF-FAILED-CHARGE",)),
        cannot(HIDE, why=("MOR-DEF-HIDING",)),
        until(END_OF_TURN, "MOR-DEF-FAILED-CHARGE"),
    ),
    says="His charge fell short: no more move and no shot this turn.",
    why=("MOR-DEF-FAILED-CHARGE",),
)

RAN = Status(
    "ran",
    "Ran",
    (
        once(),
        cannot(MOVE, "climb", "charge", why=("MOR-DEF-CLIMB", "MOR-DEF-MOVE")),
        cannot(SHOOT, why=("MOR-DEF-RUN",)),
        cannot(HIDE, why=("MOR-DEF-RUN", "MOR-DEF-HIDING")),
        until(END_OF_TURN, "MOR-DEF-RUN"),
    ),
    says="He ran this turn: he neither shoots nor hides.",
    why=("MOR-DEF-RUN",),
)

FELL = Status(
    "fell",
    "Fell",
    (
        once(),
        cannot(MOVE, why=("MOR-DEF-FALL",)),
        cannot(HIDE, why=("MOR-DEF-FALL",)),
        until(END_OF_TURN, "MOR-DEF-FALL"),
    ),
    says="He fell this turn and moves no further.",
    why=("MOR-DEF-FALL",),
)

CLIMB_FAILED = Status(
    "climb_failed",
    "Lost his grip",
    (once(), cannot(MOVE, why=("MOR-DEF-CLIMB",)), until(END_OF_TURN, "MOR-DEF-CLIMB")),
    says="He could not get up the wall and does not move this turn.",
    why=("MOR-DEF-CLIMB",),
)

DIVED = Status(
    "dived",
    "Diving charge",
    (
        once(),
        minus(1, TO_HIT, "MOR-DEF-DIVING-CHARGE", when=_in_combat),
        plus(1, STRENGTH, "MOR-DEF-DIVING-CHARGE", when=_in_combat),
        until(END_OF_TURN, "MOR-DEF-DIVING-CHARGE"),
    ),
    says="He comes down from above: +1 to hit and +1 Strength in this close combat phase.",
    why=("MOR-DEF-DIVING-CHARGE",),
)

MOVED = Status(
    "moved",
    "Moved",
    (once(), until(END_OF_TURN)),
    says="He moved this turn.",
    hidden=True,
    why=("MOR-DEF-MOVED-SHOT",),
)
SHOT = Status(
    "shot",
    "Shot",
    (once(), cannot(SHOOT, why=("MOR-DEF-SHOOTING",)), until(END_OF_TURN)),
    says="He has shot this turn.",
    why=("MOR-DEF-SHOOTING",),
)
STRUCK = Status(
    "struck",
    "Has fought",
    (once(), cannot(FIGHT, why=("MOR-DEF-COMBAT",)), until(END_OF_COMBAT), until(END_OF_TURN)),
    says="His blows of this close combat phase are done.",
    why=("MOR-DEF-COMBAT",),
)
PARRIED = Status(
    "parried",
    "Parried",
    (once(), cannot(PARRY, why=("MOR-DEF-PARRY",)), until(END_OF_COMBAT), until(END_OF_TURN)),
    says="He has turned his one blow of this phase aside.",
    why=("MOR-DEF-PARRY",),
)
INJURY_MODIFIER = Status(
    "injury_modifier",
    "Injury modifier",
    (),
    says="The marker's number is added to every injury roll against him.",
    why=("MOR-DEF-INJURY-MODIFIER",),
)
ACROSS = Status(
    OVER_WALL,
    "Across the barrier",
    (),
    says="He fights an enemy over a low obstacle.",
    why=("MOR-DEF-ENGAGED",),
)

STATUSES = {
    status.id: status
    for status in (
        KNOCKED_DOWN,
        STUNNED,
        STANDING_UP,
        FLEEING,
        RALLIED,
        HIDDEN,
        CHARGED,
        FAILED_CHARGE,
        RAN,
        FELL,
        CLIMB_FAILED,
        DIVED,
        MOVED,
        SHOT,
        STRUCK,
        PARRIED,
        INJURY_MODIFIER,
        ACROSS,
    )
}

RULES = Rules(statuses=STATUSES, traits=TRAITS)
"""What every chapter asks.  `SYSTEM.rules` is this and the triggers of the higher chapters."""
