"""Chapter: How far — walk, run, charge and crawl, and what has been spent of it this turn.

A warrior moves up to his Movement; running and charging is twice as much.  In the turn he
stands up it is half (fractions kept unless the reading `half_rate` rounds them up).
Reading: a move may be made in several stretches; together they are one move.
"""

from __future__ import annotations

import math

from msgspec.structs import replace

from engine.game import Game, Model
from engine.geometry.measure import gap
from engine.questions import Modifier, Objection, Ruling, Tally, tidy
from engine.systems.mordheim.conditions import RULES
from engine.systems.mordheim.questions import MOVE, MOVE_ALLOWANCE, NEAR_RUNNER
from engine.systems.mordheim.weapons import TABLES

NUMBERS = TABLES["movement"]
RUN_FACTOR = float(NUMBERS["run_factor"])
CHARGE_FACTOR = float(NUMBERS["charge_factor"])
CRAWL = float(NUMBERS["crawl"])
NO_RUN_WITHIN = float(NUMBERS["no_run_enemy_within"])
FACTORS = {"difficult": 1.0 / NUMBERS["difficult"], "very_difficult": 1.0 / NUMBERS["very_difficult"]}
"""What an inch of bad footing costs."""

TOLERANCE = 0.001
"""Inches forgiven when a path is held against a distance."""
SPENT = "moved"
"""Counter: thousandths of an inch moved this turn."""
WATCHED = "watched"
"""Counter: an enemy was within 8 inches when this warrior's move began."""
UNSEEN = (SPENT, WATCHED, "charge_missed", "move_order")
"""Counters of moving that only the rules look at."""
INCH = "″"


def walk(game: Game, model: Model) -> Tally:
    """The Movement of this turn with what halves it."""
    tally = RULES.tally(game, model, MOVE_ALLOWANCE, model.stat("M"))
    if tally.value != model.stat("M") and game.reading("half_rate", "kept") == "rounded_up":
        whole = math.ceil(tally.value - TOLERANCE)
        rounded = Modifier(op="least", amount=whole, label="rounded up", why=("MOR-DEF-HALF-RATE",))
        tally = replace(tally, modifiers=(*tally.modifiers, rounded))
    return replace(tally, suffix=INCH, why=("MOR-DEF-MOVE", "MOR-DEF-HALF-RATE"))


def run(game: Game, model: Model) -> Tally:
    """Twice the Movement."""
    half = walk(game, model)
    why = ("MOR-DEF-RUN",)
    return Tally(title="Run", base=RUN_FACTOR * half.value, base_label="twice the Move", suffix=INCH, why=why)


def charge(game: Game, model: Model) -> Tally:
    """Twice the Movement, into contact."""
    half = walk(game, model)
    why = ("MOR-DEF-CHARGE",)
    return Tally(title="Charge", base=CHARGE_FACTOR * half.value, base_label="twice the Move", suffix=INCH, why=why)


def crawl() -> Tally:
    """2 inches, whatever the Movement."""
    return Tally(title="Crawl", base=CRAWL, suffix=INCH, why=("MOR-KD-3",))


def spent(model: Model) -> float:
    """Inches of movement spent this turn."""
    return model.count(SPENT) / 1000.0


def left(tally: Tally, model: Model) -> float:
    """What is left of a distance, in inches."""
    return max(0.0, tally.value - spent(model))


def after_spending(tally: Tally, model: Model) -> Tally:
    """The distance less what was moved this turn, as a sum of its own."""
    if not spent(model):
        return tally
    gone = Modifier(op="plus", amount=-spent(model), label="moved already", why=("MOR-DEF-MOVE",))
    least = Modifier(op="least", amount=0.0, label="", why=())
    terms = (gone,) if tally.value >= spent(model) else (gone, least)
    return Tally(title=f"{tally.title} left", base=tally.value, modifiers=terms, suffix=INCH, why=tally.why)


def may(game: Game, model: Model, thing: str, words: str) -> Ruling:
    """May this warrior move like that at all, by what he is?"""
    return RULES.ruling(game, model, MOVE, thing, words)


def watchers(game: Game, model: Model) -> tuple[Model, ...]:
    """Enemies on their feet and not hidden within 8 inches."""
    return tuple(
        enemy
        for enemy in game.enemies(model)
        if gap(model, enemy).within(NO_RUN_WITHIN) and RULES.counts_for(game, enemy, NEAR_RUNNER).granted
    )


def kept_from_running(game: Game, model: Model) -> tuple[Objection, ...]:
    """Enemies near when the turn began: measured where the warrior stood before he moved."""
    why = ("MOR-DEF-RUN",)
    if model.has("moved"):
        if not model.count(WATCHED):
            return ()
        text = f"{model.name} may not run: an enemy was within {tidy(NO_RUN_WITHIN)}{INCH} as he set out."
        return (Objection(text=text, why=why, model=model.id),)
    found = []
    for enemy in watchers(game, model):
        between = gap(model, enemy)
        near = f"{enemy.name} is {between.distance:.1f}{INCH} away, within {tidy(NO_RUN_WITHIN)}{INCH}"
        text = f"{model.name} may not run: {near}."
        found.append(Objection(text=text, why=why, model=model.id, evidence=between.evidence()))
    return tuple(found)
