"""Chapter: Climbing, one action of it — up or down by half of SPD, and the D6 after it.

What a climb comes to before it is begun stands in `climbing`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from engine.ask import Steps, happens, roll
from engine.dice import D6, Faces, chances
from engine.events import Gained, Lost, Moved
from engine.game import Game, Marker, Model, ModelId, Point, Point3
from engine.geometry.measure import ROUNDING
from engine.readings import chosen
from engine.systems.open_combat import activation, falling, initiative
from engine.systems.open_combat.counters import CLIMBING, PRONE
from engine.systems.open_combat.speed import add_run_up
from engine.systems.open_combat.tables import TABLES, TOLERANCE, inches

FALLS_ON = int(TABLES["climbing"]["falls_on"])
HOLDS, SLIPS = "holds", "falls"
WHY = ("OPC-CLIMB-4", "OPC-CLIMB-5")


@dataclass(frozen=True)
class Climb:
    """One climb being judged: from height *held* above the foot, up to *top* or down to 0.

    *heights* are those reached by each action that can be spent now; *landing* is where it
    ends on top (up) or at the foot (down), *face* where the model hangs meanwhile.
    """

    model: Model
    way: Literal["up", "down"]
    piece: str
    foot: float
    held: float
    top: float
    heights: tuple[float, ...]
    face: Point
    landing: Point
    actions: int

    @property
    def whole(self) -> bool:
        """Does it reach its end with the actions left?"""
        return bool(self.heights) and abs(self.heights[-1] - self.goal) <= ROUNDING

    @property
    def goal(self) -> float:
        return self.top if self.way == "up" else 0.0

    @property
    def rest(self) -> float:
        """Inches still to climb."""
        return abs(self.goal - self.held)


def grip(faces: Faces) -> str:
    """The reading of the die after a climb."""
    return SLIPS if faces[0] <= FALLS_ON else HOLDS


def odds_of_holding(actions: int) -> Fraction:
    """The chance that so many climbs in a row go well, from the die itself."""
    good = sum((found.chance for found in chances(D6, grip) if found.reading == HOLDS), Fraction(0))
    return good**actions


def climb_once(game: Game, *, climb: Climb, number: int) -> Steps[Game]:
    """One Interact action of a climb, and the die after it."""
    model, climber = climb.model.id, game.model(climb.model.id)
    if not climber.on_table or climber.has(PRONE) or initiative.lost(game) or game.outcome:
        return game
    height = climb.heights[number]
    game = yield from activation.spend(game, model, 1, *WHY)
    edge: tuple[Point3, ...] = ((*climb.face, climber.z),) if (climber.x, climber.y) != climb.face else ()
    points = ((climber.x, climber.y, climber.z), *edge, (*climb.face, climb.foot + height))
    why = WHY if climb.way == "up" else (*WHY, "OPC-DEF-CLIMB-DOWN")
    game = yield from happens(Moved(model=model, path=points, how="climb", why=why))
    marker = Marker(CLIMBING, source=climb.piece)
    game = yield from happens(Gained(model=model, marker=marker, why=("OPC-CLIMB-12",)))
    if chosen(game, "run_up_climb") == "yes":
        gone = abs(height - (climb.heights[number - 1] if number else climb.held))
        game = yield from add_run_up(game, model, gone)
    what = f"{climber.name} after climbing to {inches(height)}"
    why = ("OPC-CLIMB-7", "OPC-CLIMB-8", "OPC-CLIMB-11")
    held = yield from roll(D6, grip, what, side=climber.side, model=model, need=f"{FALLS_ON + 1}+", why=why)
    if held == SLIPS:
        return (yield from _slip(game, model, climb.face))
    if abs(height - climb.goal) > ROUNDING:
        return game
    if math.dist(climb.face, climb.landing) > TOLERANCE:
        top = climb.foot + height
        over = ((*climb.face, top), (*climb.landing, top))
        game = yield from happens(Moved(model=model, path=over, how="climb", why=("OPC-CLIMB-10",)))
    return (yield from happens(Lost(model=model, status=CLIMBING, why=("OPC-CLIMB-12",))))


def _slip(game: Game, model: ModelId, face: Point) -> Steps[Game]:
    """It falls from the height it has, what it has just gained included."""
    game = yield from falling.fall(game, model, face, "OPC-CLIMB-9", "OPC-FALL-1")
    if chosen(game, "climb_one_loses_initiative") == "on":
        game = yield from initiative.lose(game, model, "OPC-INIT-1")
    return game
