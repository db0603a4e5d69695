"""Chapter: Falling — down to what is really below, prone, and hurt by the chart.

A model falls that loses its hold in a climb or is forced back over an edge.  It comes to lie
at the foot of the drop, in the nearest free place; in something bottomless it is lost.
The chart goes by inches fallen; where the source breaks off, tables.toml says `assumed`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

from msgspec.structs import replace

from engine import standing
from engine.ask import Steps, happens, roll
from engine.dice import Dice, Faces
from engine.events import Lost, Moved, Noted, Removed
from engine.game import Game, Model, ModelId, Point, Point3, Table
from engine.geometry import heights
from engine.geometry.evidence import Evidence, Line
from engine.geometry.measure import CONTACT, gap_to_point, span
from engine.geometry.path import track
from engine.geometry.sweep import leg
from engine.questions import Tally
from engine.readings import chosen
from engine.standing import bare
from engine.systems.open_combat import activation, fortitude, gaps, prone, space
from engine.systems.open_combat.counters import ACTIVATED, BEGUN, CLIMBING
from engine.systems.open_combat.tables import BEYOND, INCH, STEP, TABLES, inches

CHART = TABLES["falling"]
WHY = ("OPC-FALL-3", "OPC-DEF-FALL-HEIGHT", "OPC-DEF-FALL-PLACE")
_PRINTED = ("OPC-FALL-5", "OPC-FALL-6", "OPC-FALL-7")
"""The clause of each row of the chart that the source still has."""
_KNOWN = 2
"""So many rows say in the source what their dice do."""
_EXACT = 1e-6


def fall(game: Game, model: ModelId, over: Point, *why: str) -> Steps[Game]:
    """Down from where the model is, its middle at *over*: prone below, and the chart."""
    drop = depth(game, game.model(model), over)
    game = yield from come_down(game, model, over, "fall", *WHY, *why)
    if not game.model(model).on_table:
        return game
    game = yield from prone.lay(game, model, "OPC-FALL-3")
    game = yield from hurt(game, model, drop, *why)
    faller = game.model(model)
    if faller.count(ACTIVATED) == BEGUN and chosen(game, "after_fall") == "ends":
        game = yield from activation.finish(game, model)
    return game


def come_down(game: Game, model: ModelId, over: Point, how: str, *why: str) -> Steps[Game]:
    """The way down of a fall or a jump, and what is bottomless; neither harm nor prone."""
    faller = game.model(model)
    pit = bottom(game, faller, over)
    points = ((faller.x, faller.y, faller.z), (*over, faller.z), landing_at(game, faller, over))
    game = yield from happens(Moved(model=model, path=points, how=how, why=why))
    if faller.has(CLIMBING):
        game = yield from happens(Lost(model=model, status=CLIMBING, why=why))
    if pit:
        reason = f"lost in {standing.named(game, pit)}"
        return (yield from happens(Removed(model=model, reason=reason, why=("OPC-EX-1",))))
    return game


def hurt(game: Game, model: ModelId, drop: float, *why: str) -> Steps[Game]:
    """The chart: so many dice for so many inches, each 5 or 6 costs 1 Fortitude."""
    faller, number, cited = game.model(model), fall_dice(game, drop), (*clauses(drop), *why)
    if not number:
        text = f"{faller.name} is not hurt by the {inches(drop)} down"
        return (yield from happens(Noted(text=text, model=model, why=cited)))
    what = f"the {inches(drop)} down of {faller.name}{assumption(drop)}"
    need = f"{CHART['hurts_on']}+ hurts"
    read = losses(chosen(game, "two_dice_row"))
    lost = yield from roll(Dice(number, 6), read, what, side=faller.side, model=model, need=need, why=cited)
    if not lost:
        return (yield from happens(Noted(text=f"{faller.name} is not hurt", model=model, why=cited)))
    return (yield from fortitude.lose(game, model, lost, *cited))


def fall_dice(game: Game, drop: float) -> int:
    """How many dice a fall of so many inches rolls; a limit of the chart itself still counts."""
    row = _row(drop)
    if chosen(game, "fall_chart_above_six") == "three":
        row = min(row, len(_PRINTED))
    dice: int = CHART["row"][row]["dice"]
    return dice


@lru_cache(maxsize=4)
def losses(reading: str) -> Callable[[Faces], int]:
    """The reading of the dice of a fall: Fortitude lost, for each die that hurts or ("any") once in all."""

    def read(faces: Faces) -> int:
        bad = sum(face >= CHART["hurts_on"] for face in faces)
        lost: int = CHART["fortitude"] * (min(bad, 1) if reading == "any" else bad)
        return lost

    return read


def clauses(drop: float) -> tuple[str, ...]:
    """The clauses of the chart that speak of such a fall."""
    row = _row(drop)
    return ("OPC-FALL-4", _PRINTED[row] if row < len(_PRINTED) else "OPC-FALL-8")


def assumption(drop: float) -> str:
    """The words for a fall of which the source does not say what it does."""
    return " (assumed)" if _row(drop) >= _KNOWN else ""


def _row(drop: float) -> int:
    """Which row of the chart a fall stands in."""
    return next(number for number, row in enumerate(CHART["row"]) if drop <= float(row.get("up_to", "inf")) + _EXACT)


def below(game: Game, model: Model, over: Point) -> heights.Fall:
    """The fall of a model from its elevation with its middle at *over*."""
    return _below(game.table, bare(model), over)


def bottom(game: Game, model: Model, over: Point) -> str:
    """The bottomless piece into which a model would fall at *over*; empty when there is ground."""
    found = gaps.bottomless_at(game.table, over, model.z)
    return "" if found is None else found.id


def landing_at(game: Game, model: Model, over: Point) -> Point3:
    """Where it comes to lie: at the foot of the drop, clear of walls and of everybody; in a pit right below."""
    found = below(game, model, over)
    if bottom(game, model, over):
        return (*over, found.landing)
    return space.nearest_free(game, replace(model, x=found.at[0], y=found.at[1], z=found.landing))


def depth(game: Game, model: Model, over: Point) -> float:
    """How many inches it falls, down to where it comes to lie."""
    return max(0.0, round(model.z - landing_at(game, model, over)[2], 9))


def beyond(game: Game, model: Model, at: Point) -> Point:
    """A point just over an edge, seen from the model; any side that drops where its middle is right on it."""
    far = math.dist((model.x, model.y), at)
    ux, uy = ((at[0] - model.x) / far, (at[1] - model.y) / far) if far > _EXACT else (1.0, 0.0)
    turned = ((ux, uy), (-ux, -uy), (-uy, ux), (uy, -ux))
    points = [(at[0] + x * BEYOND, at[1] + y * BEYOND) for x, y in turned]
    return next((point for point in points if below(game, model, point).drop > STEP), points[0])


def over_edge(game: Game, model: Model, end: Point) -> Point | None:
    """Where a base pushed straight to *end* goes over an edge: a point just beyond it; None if it stays up.

    By the reading `edge_rule`: when its centre is over, any part of it, or all of it.
    """
    start, rule = (model.x, model.y), chosen(game, "edge_rule")
    line = leg(start, end)
    if line.length <= _EXACT:
        return None
    ahead = span(model.profile.base, line.ux, line.uy, model.facing) if rule == "any_overhang" else 0.0
    crossed = _crossing(game.table, bare(model), line.at(line.length + ahead))
    if crossed is None:
        return _beside(game, replace(model, x=end[0], y=end[1])) if rule == "any_overhang" else None
    if rule == "whole_base":
        held = heights.surface(game.table, model.profile.base, *end, model.facing, model.z, support="any")
        if model.z - held.z <= STEP and not bottom(game, model, end):
            return None
    return crossed


def _beside(game: Game, model: Model) -> Point | None:
    """Where a base hangs over an edge beside its way: a point just beyond that edge."""
    found = edge_near(game, model, 0.0)
    if found is None or gap_to_point(model, found.at).overlap <= CONTACT:
        return None
    return beyond(game, model, found.at)


def tally(game: Game, drop: float) -> Tally:
    """The dice of a fall of so many inches, as a number with its reason."""
    label = f"for {inches(drop)}{assumption(drop)}"
    return Tally(title="Dice of the fall", base=fall_dice(game, drop), base_label=label, why=clauses(drop))


def words(game: Game, drop: float, pit: str = "") -> str:
    """What a fall of so many inches comes to, in words."""
    if pit:
        return f"{standing.named(game, pit)} is bottomless: whoever ends in it is lost."
    number = fall_dice(game, drop)
    if not number:
        return f"{inches(drop)} down hurts nobody."
    dice = "a die, 5 or 6 costs" if number == 1 else f"{number} dice, each 5 or 6 costs"
    if number > 1 and chosen(game, "two_dice_row") == "any":
        dice = f"{number} dice, any 5 or 6 costs"
    return f"{inches(drop)} down: {dice} 1 Fortitude{assumption(drop)}."


def line_down(game: Game, model: Model, over: Point) -> Evidence:
    """The drop below a point, to scale."""
    drop = depth(game, model, over)
    return Evidence(lines=(Line(((*over, model.z), (*over, model.z - drop)), "fall", f"{drop:.2f}{INCH}"),))


def edge_near(game: Game, model: Model, within: float = math.inf) -> heights.Edge | None:
    """The nearest edge with more than a step below it, if the base is so near; None on the table."""
    found = _edge(game.table, bare(model)) if model.z > STEP else None
    return found if found is not None and found.within(within) else None


@lru_cache(maxsize=1024)
def _edge(table: Table, model: Model) -> heights.Edge | None:
    return heights.edge(table, model, min_drop=STEP + CONTACT)


@lru_cache(maxsize=4096)
def _below(table: Table, model: Model, over: Point) -> heights.Fall:
    """Cached, because the odds ask for the same fall once for every way the dice may lie."""
    return heights.fall(table, model, over)


@lru_cache(maxsize=1024)
def _crossing(table: Table, model: Model, end: Point) -> Point | None:
    """A point just beyond where a centre carried straight to *end* first goes over an edge or a pit."""
    walked = track(table, model, ((model.x, model.y), end), (), step=STEP)
    drops = (change.at for change in walked.changes if change.kind == "drop" and change.height > STEP)
    line = leg((model.x, model.y), end)
    first = min((*drops, *gaps.into_bottomless(table, line, model.z)), default=None)
    return None if first is None else line.at(first + BEYOND)
