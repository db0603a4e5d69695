"""Chapter: Movement — how many inches each kind of movement has, from the Speed as it is now.

A Walk has the Speed, a Run twice as much; a Climb, a Jump, the move of a Dodge and the interval
of a fall have half of it, rounded up.
Reading: the States are applied to the Speed first, the kind of movement to what they leave, so
that the two never cancel (`movement_factors`).
"""

from __future__ import annotations

from engine import seeds
from engine.game import Game, Model
from engine.questions import Modifier, Tally
from engine.systems.eldfall.acts import CLIMB, DODGE, JUMP, RUN, WALK
from engine.systems.eldfall.halving import value
from engine.systems.eldfall.questions import SPD
from engine.systems.eldfall.readings import MOVEMENT_FACTORS, chosen

TABLE = seeds.tables("eldfall")["movement"]
FALL = "fall"
WHY = {
    WALK: ("ELD-DEF-MOVE",),
    RUN: ("ELD-DEF-MOVE",),
    CLIMB: ("ELD-DEF-MOVE", "ELD-DEF-CLIMB"),
    JUMP: ("ELD-DEF-MOVE", "ELD-DEF-JUMP"),
    DODGE: ("ELD-DEF-DODGE",),
    FALL: ("ELD-DEF-FALL",),
}
TITLES = {WALK: "Walk", RUN: "Run", CLIMB: "Climb", JUMP: "Jump", DODGE: "Dodge move", FALL: "Fall unhurt"}
"""What a player calls the inches of each kind."""


def speed(game: Game, model: Model) -> Tally:
    """The Speed as the States leave it, in inches."""
    return value(game, model, SPD)


def allowed(game: Game, model: Model, kind: str) -> Tally:
    """Inches of a kind of movement (or of a `FALL` that hurts nobody), with the sum that gives them."""
    factor = _factor(kind)
    if chosen(game, MOVEMENT_FACTORS) == "together":
        found = value(game, model, SPD, *factor)
        return Tally(title=TITLES[kind], base=found.base, base_label="Speed", modifiers=found.modifiers, suffix="″")
    here = speed(game, model)
    label = "Speed as it is now" if here.modifiers else "Speed"
    return Tally(
        title=TITLES[kind], base=here.value, base_label=label, modifiers=factor, suffix="″", why=WHY[kind]
    )  # fmt: skip


def _factor(kind: str) -> tuple[Modifier, ...]:
    times = float(TABLE[kind])
    if times == 1.0:
        return ()
    return (Modifier(op="double" if times > 1.0 else "half_up", amount=0, label=TITLES[kind], why=WHY[kind]),)
