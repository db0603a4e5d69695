"""Nonsense on the table: every question about it gets an answer or a sentence, never a traceback, never a hang."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from engine.game import Base, Model, Point, Table, Terrain
from engine.geometry import arcs, grid, heights, measure, passages, path, shapes, templates, zones
from engine.geometry.reach import reach
from engine.geometry.shade import shade
from engine.geometry.shapes import footprint
from engine.geometry.sight import Policy, region_area, sight, sight_line, sight_to_all, visible_region
from engine.geometry.slice import slice_along
from tests.engine.geometry.worked import block, man, slab, table

NAN, INF = math.nan, math.inf
PATIENCE = 20
"""Seconds of the clock after which a question counts as hung; the slowest takes about one."""


class Scene(Struct, frozen=True, kw_only=True):
    """A table, two models on it, and a place that one of them wants to get to."""

    table: Table
    one: Model
    other: Model
    to: Point = (20.0, 10.0)


HOUSE = slab("house", 12, 8, 3, 3)


def scene(*pieces: Terrain, one: dict[str, Any] | None = None, other: dict[str, Any] | None = None) -> Scene:
    first = man("one", **{"x": 8.0, "y": 9.0, **(one or {})})
    second = man("other", **{"x": 17.0, "y": 10.0, **(other or {})})
    return Scene(table=table(*(pieces or (HOUSE,))), one=first, other=second)


def star(count: int, x: float = 12.0, y: float = 9.0, size: float = 3.0) -> Terrain:
    """A star drawn in one line that crosses itself over and over."""
    turns = (2 * math.pi * (count // 2) * i / count for i in range(count))
    return block("star", *((x + size * math.cos(t), y + size * math.sin(t)) for t in turns))


def town(count: int) -> tuple[Terrain, ...]:
    """So many little houses, some of which overlap."""
    return tuple(
        slab(f"hut {i}", 0.5 + i % 60 * 0.58, 0.3 + i // 60 * 0.7, 0.3, 0.4, top=1.0 + i % 3) for i in range(count)
    )


POOR_TERRAIN: dict[str, tuple[Terrain, ...]] = {
    "three corners in a row": (block("p", (12, 8), (12, 10), (12, 12)),),
    "two corners": (block("p", (12, 8), (12, 12)),),
    "one corner": (block("p", (12, 9)),),
    "no corner": (block("p"),),
    "one corner many times": (block("p", *[(12.0, 9.0)] * 9),),
    "an open wall of one corner": (block("p", (12, 9), open=True),),
    "an open wall of no corner": (block("p", open=True),),
    "an open wall there and back": (block("p", (12, 7), (12, 12), (12, 7), (12, 12), open=True),),
    "an open wall that crosses itself": (block("p", (11, 7), (14, 11), (11, 11), (14, 7), open=True),),
    "a bow tie": (block("p", (11, 7), (14, 11), (14, 7), (11, 11)),),
    "a star of five": (star(5),),
    "a star of fifty-one": (star(51),),
    "a spike": (block("p", (11, 7), (14, 7), (14, 11), (14, 30), (14, 11), (11, 11)),),
    "every corner twice": (block("p", *[c for c in HOUSE.outline for _ in (0, 1)]),),
    "its first corner closes it": (block("p", *HOUSE.outline, HOUSE.outline[0]),),
    "drawn round twice": (block("p", *HOUSE.outline, *HOUSE.outline),),
    "a box in a box by one line": (block("p", *HOUSE.outline, (13, 9), (13, 10), (14, 10), (14, 9)),),
    "five hundred corners on one side": (block("p", *((12 + i / 250, 8.0) for i in range(500)), (14, 11), (12, 11)),),
    "a house five hundred corners round": (
        block("p", *((13 + 2 * math.cos(i / 79.58), 9 + 2 * math.sin(i / 79.58)) for i in range(500))),
    ),
    "a wall of a hair": (slab("p", 12, 6, 1e-12, 6),),
    "a crumb": (slab("p", 12, 9, 1e-9, 1e-9),),
    "the same house fifty times": tuple(replace(HOUSE, id=f"house {i}") for i in range(50)),
    "two houses of one name": (HOUSE, slab("house", 20, 8, 3, 3)),
    "houses within a millionth": tuple(slab(f"h{i}", 12 + i * 1e-7, 8 - i * 1e-7, 3, 3) for i in range(8)),
    "floors without end": tuple(slab(f"f{i}", 10, 6, 6, 8, bottom=i, top=i + 0.1) for i in range(200)),
    "a house as big as a land": (slab("p", -1e9, -1e9, 2e9, 2e9),),
    "a house without measure": (slab("p", -1e300, -1e300, 2e300, 2e300),),
    "a wall from here to nowhere": (block("p", (12, -1e9), (12.5, -1e9), (12.5, 1e9), (12, 1e9)),),
    "a house out of the world": (slab("p", 1e9, 1e9, 3, 3),),
    "a corner that is no number": (block("p", (12, 8), (NAN, 8), (15, 11)),),
    "a corner that is infinite": (block("p", (12, 8), (INF, 8), (15, 11)),),
    "an outline of no numbers": (block("p", *[(NAN, NAN)] * 4),),
    "a top that is no number": (slab("p", 12, 8, 3, 3, top=NAN),),
    "a top that is infinite": (slab("p", 12, 8, 3, 3, top=INF),),
    "a bottom that is no number": (slab("p", 12, 8, 3, 3, bottom=NAN),),
    "upside down": (slab("p", 12, 8, 3, 3, bottom=3.0, top=1.0),),
    "no height": (slab("p", 12, 8, 3, 3, bottom=1.0, top=1.0),),
    "flat on the ground": (slab("p", 12, 8, 3, 3, top=0.0),),
    "a pit": (slab("p", 6, 6, 12, 8, bottom=-3.0, top=-1.0),),
    "a tower to the sky": (slab("p", 12, 8, 3, 3, top=1e9),),
    "a chasm to the deep": (slab("p", 12, 8, 3, 3, bottom=-1e9, top=1e300),),
    "impassable without area": (block("p", (12, 8), (12, 12), footing="impassable"),),
    "a town of two thousand": town(2000),
    "nothing at all": (slab("p", 50, 50, 1, 1),),
}
POOR_MODELS: dict[str, Scene] = {
    "deep in a house": scene(one={"x": 13.0, "y": 9.0}),
    "half in a house": scene(one={"x": 12.0, "y": 9.0}),
    "in a corner of it": scene(one={"x": 12.0, "y": 8.0}),
    "both on one spot": scene(other={"x": 8.0, "y": 9.0}),
    "one on the other's head": scene(other={"x": 8.0, "y": 9.0, "z": 1.2}),
    "both in one house": scene(one={"x": 13.0, "y": 9.0}, other={"x": 13.5, "y": 9.5}),
    "under the ground": scene(one={"z": -5.0}),
    "high in the air": scene(one={"z": 1e9}),
    "off the table": scene(one={"x": -40.0, "y": 90.0}),
    "out of the world": scene(one={"x": 1e9, "y": -1e9}),
    "beyond measure": scene(one={"x": 1e300, "y": -1e300}),
    "nowhere": scene(one={"x": NAN}),
    "infinitely far": scene(other={"y": INF}),
    "at no height": scene(one={"z": NAN}),
    "infinitely high": scene(other={"z": INF}),
    "looking nowhere": scene(one={"facing": NAN, "base": Base("rect", 25, 50)}),
    "looking nowhere on a round base": scene(one={"facing": INF}),
    "turned a million times": scene(one={"facing": 1e9 + 0.1, "base": Base("oval", 60, 35)}),
    "a base of no size": scene(one={"base": Base("round", 0, 0)}),
    "an oval of no size": scene(one={"base": Base("oval", 0, 0)}),
    "an oval of no depth": scene(one={"base": Base("oval", 40, 0)}),
    "a square of no size": scene(one={"base": Base("rect", 0, 0)}),
    "a rectangle of no width": scene(one={"base": Base("rect", 0, 40)}),
    "two bases of no size on one spot": scene(
        one={"base": Base("round", 0, 0)}, other={"x": 8.0, "y": 9.0, "base": Base("round", 0, 0)}
    ),
    "a base of less than nothing": scene(one={"base": Base("round", -25, -25)}),
    "an oval of less than nothing": scene(other={"base": Base("oval", 25, -35)}),
    "a base of no number": scene(one={"base": Base("round", NAN, NAN)}),
    "a square of no number": scene(other={"base": Base("rect", 25, NAN)}),
    "a base without end": scene(one={"base": Base("rect", INF, 25)}),
    "a base as big as a land": scene(one={"base": Base("round", 1e9, 1e9)}),
    "an oval as long as a land": scene(one={"base": Base("oval", 1e9, 1)}),
    "a base of a crumb": scene(one={"base": Base("round", 1e-9, 1e-9)}),
    "no height": scene(one={"height": 0.0}),
    "both without height": scene(one={"height": 0.0}, other={"height": 0.0}),
    "less than no height": scene(one={"height": -2.0}),
    "a height of no number": scene(one={"height": NAN}),
    "a height without end": scene(other={"height": INF}),
    "as high as the sky": scene(one={"height": 1e9}),
}
POOR_PLACES: dict[str, Point] = {
    "where one stands": (8.0, 9.0),
    "in a house": (13.0, 9.0),
    "off the table": (-9.0, 50.0),
    "out of the world": (1e9, 1e9),
    "beyond measure": (1e300, -1e300),
    "no place": (NAN, 9.0),
    "infinitely far": (INF, 9.0),
    "a hair away": (8.0 + 1e-13, 9.0),
}
POOR_TABLES: dict[str, tuple[float, float]] = {
    "no table": (0.0, 0.0),
    "a table of one line": (36.0, 0.0),
    "a table of less than nothing": (-5.0, -5.0),
    "a table of no number": (NAN, 36.0),
    "a table without end": (INF, INF),
    "a table as big as a land": (1e9, 1e9),
}
SCENES: dict[str, Scene] = (
    {f"terrain: {name}": scene(*pieces) for name, pieces in POOR_TERRAIN.items()}
    | {f"model: {name}": found for name, found in POOR_MODELS.items()}
    | {f"to: {name}": replace(scene(), to=to) for name, to in POOR_PLACES.items()}
    | {
        f"table: {name}": replace(scene(), table=Table(width=w, height=h, terrain=(HOUSE,)))
        for name, (w, h) in POOR_TABLES.items()
    }
)


def told(found: Any) -> None:
    """Ask an answer of ours for everything it can say."""
    if not isinstance(found, Struct):
        return
    for name in dir(type(found)):
        if not name.startswith("_") and isinstance(getattr(type(found), name), property):
            getattr(found, name)
    if hasattr(found, "evidence"):
        found.evidence()


def fan(s: Scene) -> arcs.Sector:
    return arcs.arc_of(s.one, 120.0)


def ring(s: Scene, **more: Any) -> zones.BaseZone:
    return zones.zone_of(s.one, 3.0, **more)


def both(s: Scene) -> tuple[Model, Model]:
    return s.one, s.other


def head(model: Model) -> tuple[float, float, float]:
    return model.x, model.y, model.z + model.profile.height


def pieces(s: Scene, ask: Callable[[Terrain], Any]) -> None:
    for piece in s.table.terrain[:60]:
        told(ask(piece))


QUESTIONS: dict[str, Callable[[Scene], Any]] = {
    "footprint": lambda s: pieces(s, shapes.footprint),
    "borders": lambda s: pieces(s, shapes.borders),
    "solids": lambda s: shapes.solids(s.table),
    "outline": lambda s: shapes.outline(s.one),
    "gap": lambda s: measure.gap(*both(s)),
    "gap to point": lambda s: measure.gap_to_point(s.one, s.to),
    "gap to piece": lambda s: pieces(s, lambda piece: measure.gap_to_piece(s.one, piece)),
    "span": lambda s: measure.span(s.one.profile.base, s.to[0] - s.one.x, s.to[1] - s.one.y, s.one.facing),
    "surface": lambda s: heights.surface(s.table, s.one.profile.base, s.one.x, s.one.y, s.one.facing, s.one.z),
    "surface by any part": lambda s: heights.surface(
        s.table, s.one.profile.base, *s.to, s.one.facing, s.one.z + 3, support="any"
    ),
    "edge": lambda s: heights.edge(s.table, replace(s.one, z=3.0)),
    "edge where it stands": lambda s: heights.edge(s.table, s.one, min_drop=0.5),
    "fall": lambda s: heights.fall(s.table, replace(s.one, z=s.one.z + 5.0), s.to),
    "fall by any part": lambda s: heights.fall(s.table, s.one, (s.one.x, s.one.y), support="any"),
    "leap": lambda s: heights.leap(s.table, s.one.profile.base, (s.one.x, s.one.y), s.one.z + 3.0, s.to),
    "track": lambda s: path.track(s.table, s.one, (s.to,), both(s)),
    "track of no leg": lambda s: path.track(s.table, s.one, (), both(s)),
    "track there and back": lambda s: path.track(s.table, s.one, (s.to, s.to, (13.0, 9.0), s.to), both(s), leaps=3.0),
    "contact point": lambda s: path.contact_point(*both(s), ((s.one.x, s.one.y), s.to)),
    "shortest": lambda s: path.shortest(s.table, s.one, s.to, both(s), limit=30.0),
    "reach": lambda s: reach(s.table, s.one, 6.0, both(s)),
    "arc": lambda s: arcs.in_arc(*both(s), fan(s)),
    "front half": lambda s: arcs.front_half(*both(s)),
    "arc before the base": lambda s: arcs.in_arc(*both(s), arcs.arc_of(s.one, 270.0, apex="front")),
    "bearing": lambda s: arcs.bearing(*both(s)),
    "point in arc": lambda s: arcs.point_in_arc(fan(s), s.to),
    "zone": lambda s: zones.holding(ring(s), s.other),
    "zone in front": lambda s: zones.holding(ring(s, arc=fan(s)), s.other),
    "zone in space": lambda s: zones.holding(ring(s, volume=True), s.other),
    "overlap": lambda s: zones.overlap(ring(s), zones.zone_of(s.other, 2.0)),
    "overlap of fronts": lambda s: zones.overlap(ring(s, arc=fan(s)), zones.zone_of(s.other, 2.0)),
    "passage": lambda s: passages.passage(ring(s), s.other, (s.to, (s.one.x, s.one.y))),
    "passage of a front": lambda s: passages.passage(ring(s, arc=fan(s)), s.other, (s.to,)),
    "passages": lambda s: passages.passages([ring(s)], s.other, (s.to,)),
    "blast": lambda s: templates.lay(templates.blast(s.to, 1.5), both(s)),
    "flame": lambda s: templates.lay(templates.teardrop(s.to, s.one.facing, 8.0, 3.0), both(s)),
    "strip": lambda s: templates.lay(templates.strip((s.one.x, s.one.y), s.to, 1.0), both(s)),
    "cone": lambda s: templates.lay(templates.cone(s.to, s.one.facing, 60.0, 8.0), both(s)),
    "cut-out": lambda s: templates.lay(templates.cut_out(HOUSE.outline, s.to), both(s)),
    "under a blast": lambda s: templates.under(templates.blast((10.0, 9.0), 3.0), s.one),
    "space": lambda s: grid.space_at(s.to),
    "snap": lambda s: grid.snap(s.to),
    "figure": lambda s: grid.figure_of(s.one),
    "sight": lambda s: sight(s.table, *both(s), both(s)),
    "sight in plan": lambda s: sight(s.table, *both(s), both(s), Policy(flat=True)),
    "sight from an eye": lambda s: sight(s.table, *both(s), both(s), Policy(eye="eye_point", cover="corridor")),
    "sight to the front": lambda s: sight(s.table, *both(s), both(s), Policy(front_half=True), margin=False),
    "sight line": lambda s: sight_line(s.table, head(s.one), (*s.to, 1.0)),
    "sight to all": lambda s: sight_to_all(s.table, s.one, both(s), both(s)),
    "visible region": lambda s: visible_region(s.table, s.one),
    "visible from a place": lambda s: visible_region(s.table, s.to, 1.0),
    "region to paint": lambda s: region_area(s.table, s.other),
    "shade": lambda s: shade(s.table, s.one).area(),
    "shade of a place": lambda s: shade(s.table, s.to, 5.0),
    "cut": lambda s: slice_along(s.table, head(s.one), (*s.to, 0.0), both(s), beyond=1.0),
}


def answered(ask: Callable[[], Any]) -> str:
    """The sentence of a refusal, or nothing; a refusal of somebody else's kind is let through as it is."""
    try:
        told(ask())
    except ValueError as refusal:
        if type(refusal) is not ValueError:
            raise
        return str(refusal)
    return ""


@pytest.mark.timeout(PATIENCE)
@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("name", SCENES)
def test_nonsense_gets_an_answer_or_a_sentence(name: str, question: str) -> None:
    sentence = answered(lambda: QUESTIONS[question](SCENES[name]))

    if sentence:
        assert len(sentence.split()) >= 5


@pytest.mark.parametrize("corner", [(NAN, 8.0), (12.0, INF), (12.0, 1e13)])
def test_a_piece_of_no_numbers_is_refused_by_sight_in_the_same_words_as_by_all_else(
    corner: tuple[float, float],
) -> None:
    s = scene(block("p", corner, (15, 8), (15, 11)))
    sentences = {
        answered(lambda: footprint(s.table.terrain[0])),
        answered(lambda: sight(s.table, *both(s), both(s))),
        answered(lambda: sight_to_all(s.table, s.one, both(s), both(s))),
        answered(lambda: visible_region(s.table, s.one)),
        answered(lambda: measure.gap_to_piece(s.one, s.table.terrain[0])),
    }

    assert len(sentences) == 1
    assert "inches" in sentences.pop()


# Numbers asked with

HERE = scene()
PAIR = both(HERE)
BOARD = grid.board(8, 8, [(3, 3)])
NUMBERS: dict[str, Callable[[float], Any]] = {
    "reach so far": lambda v: reach(HERE.table, HERE.one, v, PAIR),
    "reach over steps": lambda v: reach(HERE.table, HERE.one, 6.0, PAIR, step=v),
    "reach at a price": lambda v: reach(HERE.table, HERE.one, 6.0, PAIR, factor=v),
    "shortest up to": lambda v: path.shortest(HERE.table, HERE.one, HERE.to, PAIR, limit=v),
    "shortest over steps": lambda v: path.shortest(HERE.table, HERE.one, HERE.to, PAIR, step=v),
    "track over steps": lambda v: path.track(HERE.table, HERE.one, (HERE.to,), PAIR, step=v),
    "track with leaps": lambda v: path.track(HERE.table, HERE.one, (HERE.to,), PAIR, leaps=v),
    "track at a distance": lambda v: path.track(HERE.table, HERE.one, (HERE.to,), PAIR).cut(v),
    "edge with a drop": lambda v: heights.edge(HERE.table, replace(HERE.one, x=13.0, z=3.0), min_drop=v),
    "surface from": lambda v: heights.surface(HERE.table, HERE.one.profile.base, 13.0, 9.0, 0.0, v),
    "leap of a height": lambda v: heights.leap(HERE.table, HERE.one.profile.base, (13.0, 9.0), 3.0, HERE.to, height=v),
    "within": lambda v: measure.gap(*PAIR).within(v),
    "span": lambda v: measure.span(HERE.one.profile.base, v, 1.0),
    "span at a facing": lambda v: measure.span(Base("rect", 25, 50), 1.0, 1.0, v),
    "zone of a radius": lambda v: zones.holding(zones.zone_of(HERE.one, v), HERE.other),
    "overlap of a radius": lambda v: zones.overlap(zones.zone_of(HERE.one, v), zones.zone_of(HERE.other, 2.0)),
    "passage of a radius": lambda v: passages.passage(zones.zone_of(HERE.one, v), HERE.other, (HERE.to,)),
    "arc of degrees": lambda v: arcs.in_arc(*PAIR, arcs.arc_of(HERE.one, v)),
    "arc turned": lambda v: arcs.in_arc(*PAIR, arcs.arc_of(HERE.one, 90.0, turned=v)),
    "blast": lambda v: templates.lay(templates.blast(HERE.to, v), PAIR),
    "flame of a length": lambda v: templates.lay(templates.teardrop(HERE.to, 0.0, v, 3.0), PAIR),
    "flame of a width": lambda v: templates.lay(templates.teardrop(HERE.to, 0.0, 8.0, v), PAIR),
    "flame of a facing": lambda v: templates.lay(templates.teardrop(HERE.to, v, 8.0, 3.0), PAIR),
    "strip": lambda v: templates.lay(templates.strip((8.0, 9.0), HERE.to, v), PAIR),
    "cone of degrees": lambda v: templates.lay(templates.cone(HERE.to, 270.0, v, 8.0), PAIR),
    "cone of a length": lambda v: templates.lay(templates.cone(HERE.to, 270.0, 60.0, v), PAIR),
    "cut-out turned": lambda v: templates.lay(templates.cut_out(HOUSE.outline, HERE.to, v), PAIR),
    "seen at a height": lambda v: visible_region(HERE.table, HERE.one, v),
    "shade of an eye at": lambda v: shade(HERE.table, HERE.one, v),
    "shade on a level": lambda v: shade(HERE.table, HERE.one, 5.0, v).area(),
    "eye height": lambda v: sight(HERE.table, *PAIR, PAIR, Policy(eye="eye_point", eye_height=v)),
    "line to a height": lambda v: sight_line(HERE.table, (8.0, 9.0, 1.0), (17.0, 10.0, v)),
    "cut beyond": lambda v: slice_along(HERE.table, (8.0, 9.0, 1.0), (17.0, 10.0, 1.0), PAIR, beyond=v),
    "space of a side": lambda v: grid.space_at(HERE.to, v),
    "snap of a side": lambda v: grid.snap(HERE.to, 1, 2, v),
    "figure of a side": lambda v: grid.figure_of(HERE.one, v),
    "spread": lambda v: grid.spread(BOARD, (2, 2), v),
}


@pytest.mark.timeout(PATIENCE)
@pytest.mark.parametrize("value", [NAN, INF, -INF, -1.0, -0.0, 5e-324, 1e-9, 1e9, 1e300])
@pytest.mark.parametrize("question", NUMBERS)
def test_nonsense_numbers_get_an_answer_or_a_sentence(question: str, value: float) -> None:
    sentence = answered(lambda: NUMBERS[question](value))

    if sentence:
        assert len(sentence.split()) >= 5


@pytest.mark.parametrize(("wide", "deep"), [(0, 4), (4, -1), (-3, -3)])
def test_a_board_without_spaces_is_refused(wide: int, deep: int) -> None:
    with pytest.raises(ValueError, match="at least one space each way"):
        grid.board(wide, deep)


def test_places_beyond_measure_are_refused() -> None:
    with pytest.raises(ValueError, match="beyond any table"):
        measure.gap(replace(HERE.one, x=2e12), HERE.other)
    assert measure.gap(replace(HERE.one, x=1e12), HERE.other).plan == pytest.approx(1e12, rel=1e-9)


def test_a_wild_outline_is_filled_by_turns() -> None:
    """A star of seven in one line, three turns round: its heart is covered thrice, so it is ground."""
    heart = measure.gap_to_point(man("dot", 12.0, 9.0, base=Base("round", 0, 0)), (12.0, 9.0))
    dot = man("dot", 12.0, 9.0, base=Base("round", 0, 0))

    assert heart.plan == 0.0
    assert shapes.footprint(star(7)).covers(shapes.outline(replace(dot, profile=replace(dot.profile, base=Base()))))
    assert measure.gap_to_piece(dot, star(7)).plan == 0.0
    assert measure.gap_to_piece(dot, star(5)).plan > 0.5
