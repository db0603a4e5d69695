"""Chapter: Jumping across — a gap in a straight line, as part of a Move action.

SPD must leave the travel of the whole base.  A D6 and the run-up, every inch moved in this
activation before take-off, must reach the width of the gap.  On a 1 it stumbles whatever the
total: 1 inch on, into the gap, and the initiative is lost.  Short without a 1, it goes as far
as the total.  It lands level or lower; lower is a jump down besides.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from msgspec.structs import replace

from engine import standing
from engine.ask import Steps, happens, roll
from engine.dice import D6, Faces, chances
from engine.events import Moved, Noted
from engine.game import Game, Model, ModelId, Point
from engine.geometry.bumps import bumps
from engine.geometry.evidence import Evidence, Line
from engine.geometry.exact import standing as base_of
from engine.geometry.measure import CONTACT
from engine.geometry.shapes import solids
from engine.geometry.sweep import leg
from engine.geometry.tracks import Stretch
from engine.questions import Modifier, Objection, Tally
from engine.readings import chosen
from engine.systems.open_combat import activation, falling, initiative, space
from engine.systems.open_combat.gaps import Gap
from engine.systems.open_combat.speed import add_run_up
from engine.systems.open_combat.tables import BEYOND, INCH, STEP, TABLES, TOLERANCE, inches

STUMBLES_ON = int(TABLES["jumping"]["stumbles_on"])
STUMBLE = float(TABLES["jumping"]["stumble"])
"""Inches a stumble still travels."""
STUMBLES, CLEARS = "stumbles", "clears the gap"


@dataclass(frozen=True)
class Leap:
    """One leap being judged: the gap, the move left at the edge, and the run-up there (inches)."""

    gap: Gap
    left: float
    before: float
    run: float

    @property
    def run_up(self) -> float:
        """All inches of this activation before take-off."""
        return self.before + self.run

    @property
    def short(self) -> float:
        """By how much the move left is too little for the travel of the whole base; 0 when it is not."""
        over = self.gap.travel - self.left
        return over if over > TOLERANCE else 0.0


def target(game: Game, gap: Gap) -> float:
    """What die and run-up must reach: the gap, or gap and base by the reading `jump_target`."""
    return gap.travel if chosen(game, "jump_target") == "gap_plus_base" else gap.width


def need(game: Game, leap: Leap) -> int:
    """The lowest face that clears the gap; 7 when none does."""
    least = math.ceil(target(game, leap.gap) - leap.run_up - TOLERANCE)
    return min(max(least, STUMBLES_ON + 1), 7)


@lru_cache(maxsize=8)
def flight(lowest: int) -> Callable[[Faces], str]:
    """The reading of the die of a leap that *lowest* clears: a stumble, across, or short, with its face."""

    def read(faces: Faces) -> str:
        if faces[0] <= STUMBLES_ON:
            return STUMBLES
        return CLEARS if faces[0] >= lowest else f"short on a {faces[0]}"

    return read


def chance(lowest: int) -> Fraction:
    """The chance to clear a gap with so high a face, from the die itself."""
    return sum((found.chance for found in chances(D6, flight(lowest)) if found.reading == CLEARS), Fraction(0))


def objections(game: Game, model: Model, leap: Leap, speed: float) -> tuple[Objection, ...]:
    """Objections to one leap: too far for its SPD, too high a landing, something in the way in the air.

    *speed* is what a whole Move action covers: a leap from the edge may be in its reach.
    """
    gap, found = leap.gap, list[Objection]()
    if leap.short:
        reach = f"the whole base must travel {inches(gap.travel)} over a gap of {inches(gap.width)}"
        text = f"Short by {inches(leap.short)}: {reach}, and {inches(leap.left)} of the move is left at the edge."
        if leap.run > TOLERANCE and gap.travel <= speed + TOLERANCE and activation.left(model) > 1:
            text += " Move up to the edge first, and leap with the next action."
        why = ("OPC-JUMP-6", "OPC-DEF-TRAVEL")
        found.append(Objection(text=text, why=why, model=model.id, evidence=shown(game, leap)))
    if gap.drop < -CONTACT:
        text = f"The far side is {inches(-gap.drop)} higher than the take-off: a leap lands level or lower."
        found.append(Objection(text=text, why=("OPC-DEF-LANDING",), model=model.id, evidence=shown(game, leap)))
    jumper, level = _at_take_off(model, gap), (Stretch(0.0, gap.travel, gap.z),)
    flown = leg((jumper.x, jumper.y), gap.at(gap.touch_down))
    met = bumps(solids(game.table), jumper, base_of(jumper), [flown], standing.others(game, model), level, (), STEP)
    return (*found, *space.in_flight(game, model, met, gap.z))


def tallies(game: Game, leap: Leap) -> tuple[Tally, ...]:
    """Gap, travel, move left, run-up and die, each with its sum."""
    gap, lowest = leap.gap, need(game, leap)
    base = Modifier(
        op="plus", amount=gap.travel - gap.width, label="for the whole base", why=("OPC-DEF-TRAVEL", "OPC-DEF-TAKE-OFF")
    )
    run = Modifier(op="plus", amount=leap.run, label="in this move", why=("OPC-JUMP-7",))
    label = f"against {inches(target(game, gap))} with {_with(leap.run_up)}, never on a {STUMBLES_ON}"
    die = Tally(
        title="Die needed", base=lowest, base_label=label, suffix="+", why=("OPC-JUMP-8", "OPC-JUMP-9", "OPC-EX-6")
    )
    return (
        Tally(title="Gap along the line", base=gap.width, suffix=INCH, why=("OPC-JUMP-8",)),
        Tally(title="Travel", base=gap.width, modifiers=(base,), suffix=INCH, why=("OPC-JUMP-6", "OPC-EX-7")),
        Tally(title="Move left at the edge", base=leap.left, suffix=INCH, why=("OPC-JUMP-6", "OPC-EX-5")),
        Tally(title="Run-up", base=leap.before, modifiers=(run,), suffix=INCH, why=("OPC-JUMP-7", "OPC-EX-4")),
        die,
    )


def notes(game: Game, model: Model, leap: Leap, *, begins: str = "Leaps") -> tuple[str, ...]:
    """What a leap asks and risks, in words."""
    gap, lowest = leap.gap, need(game, leap)
    first = f"{begins} {inches(gap.width)}: {lowest}+ with {_with(leap.run_up)} ({chance(lowest)})."
    if lowest > 6:
        first = f"{begins} {inches(gap.width)}: no die can do it with {_with(leap.run_up)}."
    found = [first, f"On a 1 it stumbles {inches(STUMBLE)}, and the initiative is lost."]
    over, jumper = _in_gap(gap, STUMBLE), _at_take_off(model, gap)
    drop = falling.depth(game, jumper, over)
    found.append(falling.words(game, drop, falling.bottom(game, jumper, over)))
    if gap.drop > STEP:
        found.append(f"The landing is lower: {falling.words(game, gap.drop)}")
    return tuple(found)


def shown(game: Game, leap: Leap) -> Evidence:
    """The leap from take-off to landing, and the fall of a stumble, to scale."""
    gap = leap.gap
    (ax, ay), (bx, by, landing) = gap.at(gap.take_off), gap.end()
    flown = ((ax, ay, gap.z), (bx, by, gap.z), *(((bx, by, landing),) if gap.drop > CONTACT else ()))
    lines = [Line(flown, "leap", f"{gap.width:.2f}{INCH} gap, {gap.travel:.2f}{INCH} travel")]
    x, y = _in_gap(gap, STUMBLE)
    if gap.depth > CONTACT:
        lines.append(Line(((x, y, gap.z), (x, y, gap.floor)), "fall", f"{gap.depth:.2f}{INCH}"))
    return Evidence(lines=tuple(lines))


def cross(game: Game, *, model: ModelId, leap: Leap) -> Steps[Game]:
    """The die of a leap from the edge, and where it brings the model."""
    jumper, gap, lowest = game.model(model), leap.gap, need(game, leap)
    what = f"the leap of {jumper.name} over {inches(gap.width)} with {_with(leap.run_up)}"
    hope = f"{lowest}+" if lowest <= 6 else "nothing does"
    why = ("OPC-JUMP-5", "OPC-JUMP-7")
    found = yield from roll(D6, flight(lowest), what, side=jumper.side, model=model, need=hope, why=why)
    if found == CLEARS:
        return (yield from _land(game, model, gap, "OPC-JUMP-8"))
    if found == STUMBLES:
        return (yield from _stumble(game, model, gap))
    if chosen(game, "jump_short") == "stays":
        text = f"{jumper.name} is too short and does not take off"
        return (yield from happens(Noted(text=text, model=model, why=("OPC-JUMP-10",))))
    carried = float(found.rpartition(" ")[2]) + leap.run_up
    return (yield from falling.fall(game, model, _in_gap(gap, carried), "OPC-JUMP-10"))


def _stumble(game: Game, model: ModelId, gap: Gap) -> Steps[Game]:
    """An inch on, whatever the total; the initiative is lost once the fall is resolved."""
    why = ("OPC-JUMP-9", "OPC-DEF-STUMBLE")
    if gap.travel <= STUMBLE + TOLERANCE:
        game = yield from _land(game, model, gap, *why)
    else:
        game = yield from falling.fall(game, model, _in_gap(gap, STUMBLE), *why)
    return (yield from initiative.lose(game, model, "OPC-INIT-1", *why))


def _land(game: Game, model: ModelId, gap: Gap, *why: str) -> Steps[Game]:
    """Across: the whole base past the far edge; a lower landing is a jump down besides."""
    jumper = game.model(model)
    (x, y, z), here = gap.end(), (jumper.x, jumper.y, jumper.z)
    path = (here, (x, y, gap.z), *(((x, y, z),) if gap.drop > CONTACT else ()))
    game = yield from happens(Moved(model=model, path=path, how="leap", why=("OPC-JUMP-5", *why)))
    game = yield from add_run_up(game, model, gap.travel)
    if gap.drop <= STEP:
        return game
    return (yield from falling.hurt(game, model, gap.drop, "OPC-DEF-LANDING", "OPC-JUMP-3"))


def _in_gap(gap: Gap, carried: float) -> Point:
    """Where the centre is over the gap after so many inches from take-off."""
    least, most = gap.near + BEYOND, gap.far - BEYOND
    return gap.at(min(max(gap.take_off + carried, least), max(least, most)))


def _with(run_up: float) -> str:
    """The run-up in words."""
    return f"{inches(run_up)} of run-up" if run_up > TOLERANCE else "no run-up"


def _at_take_off(model: Model, gap: Gap) -> Model:
    x, y = gap.at(gap.take_off)
    return replace(model, x=x, y=y, z=gap.z)
