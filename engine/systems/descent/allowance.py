"""Chapter: What is left — movement points, and every square where the figure may end with them."""

from __future__ import annotations

from functools import lru_cache

from engine.game import Game, Model
from engine.geometry.evidence import NOTHING, Evidence
from engine.geometry.grid import Figure, squares
from engine.questions import Tally
from engine.system import Allowance
from engine.systems.descent import able, ways
from engine.systems.descent.conditions import RULES
from engine.systems.descent.counters import POINTS, fatigue_left, is_hero
from engine.systems.descent.declaring import FATIGUE_WHY
from engine.systems.descent.movement import points_tally
from engine.systems.descent.questions import MOVEMENT_ACTION, SPEND_POINTS
from engine.systems.descent.speed import speed


def allowance(game: Game, model: Model) -> Allowance:
    """Movement points left, speed, and the squares in reach."""
    if not model.on_table:
        return Allowance(ruling_text=f"{model.name} is not on the board.")
    points = model.count(POINTS)
    tallies = (points_tally(model), speed(game, model), *_fatigue(model))
    stopped = able.not_in_dungeon(game, model) or able.not_its_turn(game, model)
    stopped += RULES.ruling(game, model, SPEND_POINTS, words="can spend no movement points").objections
    if stopped:
        return Allowance(tallies=tallies, ruling_text=stopped[0].text)
    climbs = RULES.ruling(game, model, MOVEMENT_ACTION, "paid").granted
    shown = _reached(ways.ground(game, model, climbs=climbs), ways.place(model), points)
    return Allowance(distance=float(points), tallies=tallies, evidence=shown)


def _fatigue(model: Model) -> tuple[Tally, ...]:
    if not is_hero(model):
        return ()
    return (Tally(title="Fatigue left", base=fatigue_left(model), why=FATIGUE_WHY),)


@lru_cache(maxsize=64)
def _reached(on: ways.Ground, start: Figure, points: int) -> Evidence:
    places = ways.reach(on, start, points)
    spaces = sorted({space for figure in places for space in figure.spaces} - set(start.spaces))
    return Evidence(areas=(squares(spaces),)) if spaces else NOTHING
