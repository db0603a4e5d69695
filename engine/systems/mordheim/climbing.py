"""Chapter: Climbing — up or down a wall he touches, no higher than his Movement, on an Initiative test.

Failing up he does not move this turn; failing down he falls from where he began.  Ladders and
stairs cost as many inches and ask for no test.  Animals cannot climb at all.
"""

from __future__ import annotations

from engine.game import Game, Model
from engine.geometry import heights
from engine.geometry.evidence import Evidence, Line
from engine.geometry.exact import standing as base_of
from engine.geometry.measure import CONTACT, ROUNDING, gap_to_piece
from engine.geometry.shapes import solids
from engine.questions import Objection
from engine.systems.mordheim import pace
from engine.systems.mordheim.characteristics import need
from engine.systems.mordheim.pace import INCH
from engine.systems.mordheim.ways import FREE_BELOW, STEP, Hazard, Way

WHY = ("MOR-DEF-CLIMB",)


def climb_objections(game: Game, model: Model, found: Way, kind: str) -> tuple[Objection, ...]:
    """Objections to every climb of a way: from contact, within the Movement, not at a run, by no animal."""
    climbs = [h for h in found.hazards if h.kind in ("climb", "climb_down")]
    ladders = [h for h in found.hazards if h.kind == "ladder"]
    objections: list[Objection] = []
    if climbs or ladders:
        objections += pace.may(game, model, "climb", "may not climb").objections
    if climbs and kind == "run":
        objections.append(Objection(text=f"{model.name} may not run and climb.", why=WHY, model=model.id))
    most = pace.walk(game, model).value
    for hazard in climbs:
        shown = _shown(model, found, hazard)
        if not _at_hand(game, model, hazard):
            text = _out_of_reach(game, model, hazard)
            why = (*WHY, "MOR-DEF-OBSTACLE")
            objections.append(Objection(text=text, why=why, model=model.id, evidence=shown))
        if hazard.size > most + pace.TOLERANCE:
            over = hazard.size - most
            may = f"the {most:.1f}{INCH} {model.name} may climb"
            text = f"{hazard.size:.1f}{INCH} is {over:.1f}{INCH} higher than {may}."
            objections.append(Objection(text=text, why=WHY, model=model.id, evidence=shown))
    return tuple(objections)


def climb_notes(game: Game, model: Model, hazard: Hazard) -> str:
    """What a climb asks and risks, in words."""
    if hazard.kind == "ladder":
        return f"By the ladder: {hazard.size:.1f}{INCH} of movement, no test."
    test = f"Initiative {need(model.stat('I'))}"
    if hazard.kind == "climb":
        return f"Climbs {hazard.size:.1f}{INCH} on {test}; failing, he does not move this turn."
    return f"Climbs down {hazard.size:.1f}{INCH} on {test}; failing, he falls from the top."


def _at_hand(game: Game, model: Model, hazard: Hazard) -> bool:
    """Does the climb begin where he stands: at a wall his base touches, or an edge it reaches?"""
    body = base_of(model)
    if pace.spent(model) > pace.TOLERANCE:
        return False
    if hazard.at > 2.0 * body.outer + CONTACT:
        return False
    if hazard.kind == "climb_down":
        edge = heights.edge(game.table, model, min_drop=FREE_BELOW)
        return edge is not None and edge.distance <= CONTACT
    ground = solids(game.table)
    top = model.z + hazard.size
    for i in ground.within([(model.x, model.y)], body.outer + CONTACT):
        piece = ground.pieces[i]
        wall = ground.stopping[i] and piece.bottom <= model.z + STEP and piece.top >= top - STEP
        if wall and gap_to_piece(model, piece).plan <= CONTACT + ROUNDING:
            return True
    return False


def _out_of_reach(game: Game, model: Model, hazard: Hazard) -> str:
    if hazard.kind == "climb_down":
        return f"{model.name} climbs down from an edge he stands at, and this one is {hazard.at:.1f}{INCH} on."
    name = game.table.piece(hazard.piece).name if hazard.piece else "The rise"
    tall = f"{hazard.size:.1f}{INCH} high, is in the way after {hazard.at:.1f}{INCH}"
    return f"{name}, {tall}: climbing begins at a wall touched as he sets out."


def _shown(model: Model, found: Way, hazard: Hazard) -> Evidence:
    x, y = hazard.point
    z = found.track.z_at(max(0.0, hazard.at - 1e-5))
    top = z - hazard.size if hazard.kind == "climb_down" else z + hazard.size
    line = Line(((x, y, z), (x, y, top)), "warning", f"{hazard.size:.1f}{INCH}")
    return Evidence(lines=(line,), pieces=(hazard.piece,) if hazard.piece else ())
