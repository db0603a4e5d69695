"""Chapter: What is left — how far a model may move from here, what it can climb and where it can fall."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from engine import standing
from engine.commands import Act
from engine.game import Game, Model, Table
from engine.geometry.evidence import Evidence
from engine.geometry.measure import CONTACT, gap_to_piece
from engine.geometry.reach import priced_reach, reach
from engine.questions import Tally
from engine.standing import bare
from engine.system import Allowance
from engine.systems.open_combat import activation, climbing, falling, gaps
from engine.systems.open_combat.counters import CLIMBING
from engine.systems.open_combat.questions import MOVE
from engine.systems.open_combat.speed import run_up_tally, spd
from engine.systems.open_combat.tables import STEP
from engine.systems.open_combat.ways import FACTORS

EDGE_WITHIN = 2.0
"""An edge at most so many inches from the base is shown with its drop."""


def allowance(game: Game, model: Model) -> Allowance:
    """Inches of one Move action with its sums; the ground in reach, the climb at hand and the edge near by."""
    if not model.on_table:
        return Allowance(ruling_text=f"{model.name} is not on the table.")
    told = numbers(game, model)
    no = activation.objections(game, model, MOVE, "walk", words="may not move", doing="moves")
    shown = _climb(game, model)
    if no:
        clinging = model.has(CLIMBING) and activation.left(model) > 0
        return Allowance(tallies=told, ruling_text=no[0].text, evidence=shown if clinging else Evidence())
    far = spd(game, model).value
    crowd = tuple(bare(other) for other in standing.others(game, model))
    shown = _reached(game.table, bare(model), round(far, 6), crowd) + shown
    edge = falling.edge_near(game, model, EDGE_WITHIN)
    return Allowance(distance=far, tallies=told, evidence=shown if edge is None else shown + edge.evidence())


def numbers(game: Game, model: Model) -> tuple[Tally, ...]:
    """SPD, half of it, actions left and the run-up so far, each with its sum."""
    return (spd(game, model), climbing.step_tally(game, model), activation.left_tally(model), run_up_tally(model))


def _climb(game: Game, model: Model) -> Evidence:
    """The climb it could begin, or go on with, where it is."""
    plan = climbing.plan_climb(game, Act(model=model.id, action="climb"))
    return Evidence() if plan.objections else plan.evidence


@lru_cache(maxsize=64)
def _reached(table: Table, model: Model, inches: float, crowd: tuple[Model, ...]) -> Evidence:
    walkable = _without_bottom(table, model)
    found = reach(walkable, model, inches, crowd, step=STEP)
    if found.rough:
        found = priced_reach(walkable, model, inches, crowd, step=STEP, factors=tuple(FACTORS.items()))
    return found.evidence()


def _without_bottom(table: Table, model: Model) -> Table:
    """The table as it is for walking: nobody walks into what is bottomless, up to its brink."""
    pits = [p for p in table.terrain if p.kind in gaps.BOTTOMLESS and abs(p.top - model.z) <= STEP]
    if not pits or any(gap_to_piece(model, pit).overlap > CONTACT for pit in pits):
        return table
    walled = tuple(replace(piece, footing="impassable") if piece in pits else piece for piece in table.terrain)
    return replace(table, terrain=walled)
