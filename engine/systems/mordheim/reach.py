"""Chapter: What is left — how far a warrior may still go, and the ground he can get to."""

from __future__ import annotations

from functools import lru_cache

from engine.game import Game, Model, Table
from engine.geometry.evidence import Evidence
from engine.geometry.reach import priced_reach, reach
from engine.standing import bare, others
from engine.system import Allowance
from engine.systems.mordheim import pace
from engine.systems.mordheim.engaged import standing_enemies
from engine.systems.mordheim.move_order import not_now
from engine.systems.mordheim.questions import MOVEMENT
from engine.systems.mordheim.ways import STEP


def allowance(game: Game, model: Model) -> Allowance:
    """Inches left to walk or crawl, with the sums of walk, run and charge, and the ground in reach."""
    if not model.on_table:
        return Allowance(ruling_text=f"{model.name} is not on the table.")
    crawls = model.has("knocked_down")
    walking = pace.crawl() if crawls else pace.walk(game, model)
    tallies = [walking if not pace.spent(model) else pace.after_spending(walking, model)]
    if not crawls:
        tallies += [pace.run(game, model), pace.charge(game, model)]
    kind = "crawl" if crawls else "walk"
    why_not = [
        o.text
        for o in (*not_now(game, model, MOVEMENT, "moves"), *pace.may(game, model, kind, f"may not {kind}").objections)
    ]
    if not crawls:
        why_not += [f"{model.name} is engaged with {enemy.name}." for enemy in standing_enemies(game, model)]
    if why_not:
        told = tuple(tallies) if game.phase == MOVEMENT else ()
        return Allowance(tallies=told, ruling_text=why_not[0])
    walks = pace.left(walking, model)
    shown = _ground(game, model, walks)
    if not crawls and not pace.kept_from_running(game, model) and pace.may(game, model, "run", "").granted:
        shown = shown + _ground(game, model, pace.left(pace.run(game, model), model))
    return Allowance(distance=walks, tallies=tuple(tallies), evidence=shown)


def _ground(game: Game, model: Model, inches: float) -> Evidence:
    if inches <= 0.0:
        return Evidence()
    return _reached(game.table, bare(model), round(inches, 6), tuple(bare(other) for other in others(game, model)))


@lru_cache(maxsize=64)
def _reached(table: Table, model: Model, inches: float, crowd: tuple[Model, ...]) -> Evidence:
    plain = reach(table, model, inches, crowd, step=STEP)
    if not plain.rough:
        return plain.evidence()
    return priced_reach(table, model, inches, crowd, step=STEP, factors=tuple(pace.FACTORS.items())).evidence()
