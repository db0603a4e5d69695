"""Templates in words: who is under a blast, a flame, a cone or a line, in part or wholly, and by how much."""

from __future__ import annotations

import math

from msgspec.structs import replace

from engine.game import Game, Model, Point
from engine.geometry.evidence import Mark
from engine.geometry.measure import span
from engine.geometry.templates import Template, Under, blast, cone, lay, strip, teardrop, under
from engine.measuring.answer import CLOSE_WORDS, Measured, by, end_values, inches, is_close, spare

FLAME = (8.0, 2.25)
"""Length and width of a flame, in inches, unless others are asked for."""


def tell_template(game: Game, template: Template, query: str = "", sparing: str = "") -> Measured:
    """Everybody under a template, and who is only just or only just not; *sparing* leaves one model out."""
    pairs = [(under(template, model), model) for model in game.on_table() if model.id != sparing]
    shown = sorted(((one, m) for one, m in pairs if one.any_part or is_close(one.margin)), key=lambda p: p[0].apart)
    hit = [model.name for one, model in shown if one.any_part]
    doubtful = [(one, model) for one, model in shown if is_close(one.margin)]
    said = f"{len(hit)} under the {template.name}" + (f": {', '.join(hit)}" if hit else "")
    said += f" · {CLOSE_WORDS}: {', '.join(model.name for _, model in doubtful)}" if doubtful else ""
    spared = min((one.margin for one, _ in pairs), default=None)
    marks = tuple(Mark((m.x, m.y, m.z), "close", _part(one)) for one, m in doubtful)
    rows = [(f"{model.name} ({model.id})", _told(one)) for one, model in shown]
    rows += [] if spared is None else [("margin", spare(spared))]
    label = f"{template.name} · {len(hit)} under it" + (f", {len(doubtful)} {CLOSE_WORDS}" if doubtful else "")
    evidence = lay(template, [model for _, model in pairs]).evidence()
    return Measured(
        query=query,
        verdict=f"{len(hit)} under",
        said=said,
        rows=tuple(rows),
        values={"template": template, "under": [_values(one, model) for one, model in shown]},
        margin=spared,
        close=bool(doubtful),
        label=label,
        evidence=replace(evidence, marks=marks, areas=tuple(replace(area, label=label) for area in evidence.areas)),
    )


def _part(one: Under) -> str:
    return by("under it" if one.any_part else "not under it", one.margin)


def _told(one: Under) -> str:
    centre = by("centre under it" if one.centred else "centre outside", one.centre_margin)
    if one.wholly:
        return f"{_part(one)}; {by('wholly', one.wholly_margin)}; {centre}"
    share = f"{one.share * 100:.0f} % ± {one.share_error * 100:.1f} of the base"
    return f"{_part(one)}; {share}; {centre}"


def _values(one: Under, model: Model) -> dict[str, object]:
    return {
        **end_values(model),
        "any_part": one.any_part,
        "centred": one.centred,
        "wholly": one.wholly,
        "share": one.share,
        "share_error": one.share_error,
        "margin": one.margin,
        "centre_margin": one.centre_margin,
        "wholly_margin": one.wholly_margin,
        "close": is_close(one.margin),
    }


def blast_at(place: Point, radius: float) -> Template:
    """A disc of so many inches round a place.  ValueError unless it has a size."""
    return blast(place, radius, f"{inches(radius)} blast")


def rim_towards(model: Model, place: Point) -> tuple[Point, float]:
    """The point of the base's rim towards a place, and that direction as a facing.  ValueError at its centre."""
    dx, dy = place[0] - model.x, place[1] - model.y
    far = math.hypot(dx, dy)
    if far == 0.0:
        raise ValueError(f"{model.name} stands there: that is no direction.")
    out = span(model.profile.base, dx, dy, model.facing)
    return (model.x + dx / far * out, model.y + dy / far * out), math.degrees(math.atan2(dx, -dy)) % 360.0


def flame_from(model: Model, place: Point, length: float = FLAME[0], width: float = FLAME[1]) -> Template:
    """A flame from the rim of a base towards a place."""
    tip, facing = rim_towards(model, place)
    return teardrop(tip, facing, length, width, name=f"{inches(length)} flame")


def cone_from(model: Model, place: Point, length: float, degrees: float) -> Template:
    """A cone from the rim of a base towards a place."""
    tip, facing = rim_towards(model, place)
    return cone(tip, facing, degrees, length, f"{inches(length)} cone")


def line_from(model: Model, place: Point, width: float) -> Template:
    """A straight line of a width from the rim of a base to a place."""
    tip, _ = rim_towards(model, place)
    return strip(tip, place, width, name=f"{inches(width)} wide line")
