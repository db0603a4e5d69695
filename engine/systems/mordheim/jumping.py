"""Chapter: Jumping — down from edges, over gaps, and onto enemies.

Down: up to 6 inches, free, one Initiative test for each full 2.  A gap: up to 3 inches, out of
the move, one test; too little movement left is a fall.  Whoever fails falls from where he jumped.
Reading: beyond the greatest distance it may not be tried (`jump_over_max`).
"""

from __future__ import annotations

import math
from fractions import Fraction

from engine.game import Game, Model
from engine.geometry.evidence import Evidence, Line
from engine.questions import Objection
from engine.systems.mordheim import pace
from engine.systems.mordheim.characteristics import need
from engine.systems.mordheim.falling import fall_strength
from engine.systems.mordheim.pace import INCH
from engine.systems.mordheim.ways import LEAP_MOST, Hazard, Way
from engine.systems.mordheim.weapons import TABLES

DOWN = TABLES["movement"]["jump_down"]
DOWN_MOST = float(DOWN["most"])
DIVE_MOST = float(TABLES["movement"]["diving_charge"]["most"])
DIVE_WITHIN = float(TABLES["movement"]["diving_charge"]["enemy_within"])
WHYS = {"jump": "MOR-DEF-JUMP-DOWN", "leap": "MOR-DEF-LEAP"}


def tests(hazard: Hazard) -> int:
    """How many Initiative tests a jump down or a leap asks for."""
    if hazard.kind == "leap":
        return 1
    return math.floor(hazard.size / float(DOWN["test_each"]) + pace.TOLERANCE)


def most(hazard: Hazard) -> float:
    """The greatest distance that may be jumped or leapt."""
    return LEAP_MOST if hazard.kind == "leap" else DOWN_MOST


def too_far(hazard: Hazard) -> bool:
    return hazard.size > most(hazard) + pace.TOLERANCE


def jump_objections(game: Game, model: Model, found: Way) -> tuple[Objection, ...]:
    """Objections to the jumps and leaps of a way: what he is, and how far it is."""
    jumps = [h for h in found.hazards if h.kind in WHYS]
    objections: list[Objection] = []
    for kind, word in (("jump", "jump down"), ("leap", "leap")):
        if any(hazard.kind == kind for hazard in jumps):
            objections += pace.may(game, model, kind, f"may not {word}").objections
    if game.reading("jump_over_max", "refused") != "refused":
        return tuple(objections)
    for hazard in jumps:
        if too_far(hazard):
            over, does = hazard.size - most(hazard), "leapt" if hazard.kind == "leap" else "jumped down"
            limit = f"the {most(hazard):.0f}{INCH} that may be {does}"
            text = f"{hazard.size:.2f}{INCH} is {over:.2f}{INCH} more than {limit}."
            why = (WHYS[hazard.kind],)
            objections.append(Objection(text=text, why=why, model=model.id, evidence=_shown(found, hazard)))
    return tuple(objections)


def jump_notes(game: Game, model: Model, hazard: Hazard, left: float, drop: float) -> tuple[str, ...]:
    """What a jump asks and risks, in short sentences; *left* is the movement there is for a leap."""
    falls = f"The fall: {drop:.1f}{INCH}, D3 hits of Strength {fall_strength(game, drop)}."
    if hazard.kind == "leap" and (too_far(hazard) or hazard.size > left + pace.TOLERANCE):
        return (f"A gap of {hazard.size:.1f}{INCH} and {left:.1f}{INCH} of move left: he falls.", falls)
    number = tests(hazard)
    word = "Leaps" if hazard.kind == "leap" else "Jumps down"
    if not number:
        return (f"{word} {hazard.size:.1f}{INCH} without a test.",)
    chance = Fraction(min(model.stat("I"), 5), 6) ** number
    often = {1: "", 2: " twice"}.get(number, f" {number} times")
    test = f"Initiative {need(model.stat('I'))}{often} ({chance})"
    return (f"{word} {hazard.size:.1f}{INCH}: {test}, or he falls.", falls)


def _shown(found: Way, hazard: Hazard) -> Evidence:
    (ax, ay), (bx, by) = found.track.at(hazard.at), found.track.at(hazard.until)
    z = found.track.z_at(max(0.0, hazard.at - 1e-5))
    low = z if hazard.kind == "leap" else z - hazard.size
    return Evidence(lines=(Line(((ax, ay, z), (bx, by, low)), "warning", f"{hazard.size:.2f}{INCH}"),))
