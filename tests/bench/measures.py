"""What is measured: our engine and, in the same run, what it has to stand beside.

Times are milliseconds, one for each question asked.  On a shared machine only ratios mean much.
"""

from __future__ import annotations

import gc
import math
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterable
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
import shapely

from engine.game import MM_PER_INCH, Model, Point, Table
from engine.geometry.measure import CONTACT, gap
from engine.geometry.reach import reach, wedges
from engine.geometry.shade import shade
from engine.geometry.sight import Policy, sight_to_all, visible_region
from tests.bench import peers
from tests.bench.worlds import World, man, surrounded, world

EYE = 0.5
"""All terrain is higher than this: every piece hides, as for programs that know no heights."""
FLAT = Policy(flat=True, models_block=False)
HIGH = Policy(models_block=False)
VIEWS = 24
BASE = 32.0

Times = list[float]


def timed(questions: Iterable[Callable[[], Any]], best_of: int = 5) -> Times:
    """The least milliseconds of a few for each question."""
    gc.collect()
    gc.disable()
    found = []
    for ask in questions:
        best = math.inf
        for _ in range(best_of):
            start = time.perf_counter()
            ask()
            best = min(best, time.perf_counter() - start)
        found.append(best * 1000.0)
    gc.enable()
    return found


def median(times: Times) -> float:
    return statistics.median(times)


def late(times: Times) -> float:
    """The 95th percentile."""
    return sorted(times)[min(len(times) - 1, int(0.95 * len(times)))]


def moved(model: Model, to: Point) -> Model:
    return man(int(model.id.split()[-1]), to, model.profile.base.width)


# ---- the visible region


def our_views(place: World, eyes: list[Point]) -> tuple[Times, list[float]]:
    """Milliseconds and areas; every tile has been made before."""
    rings = [visible_region(place.table, eye, EYE) for eye in eyes]
    times = timed(lambda eye=eye: visible_region(place.table, eye, EYE) for eye in eyes)
    return times, [shapely.Polygon(ring[0][0]).area for ring in rings]


def shadow_union(place: World, eye: Point) -> float:
    """The area by shapely: all shadows united and taken away."""
    edges = np.concatenate([shapely.get_coordinates(p).repeat(2, axis=0)[1:-1] for p in place.polygons])
    edges = edges.reshape(-1, 2, 2)
    away = edges - np.array(eye)
    far = np.array(eye) + away * (2e3 / np.hypot(away[..., 0], away[..., 1]))[..., None]
    beyond = np.array(eye) + (far.mean(axis=1) - np.array(eye)) * 3.0
    rings = np.stack([edges[:, 0], edges[:, 1], far[:, 1], beyond, far[:, 0]], axis=1)
    hidden = shapely.union_all([*shapely.polygons(rings), *place.polygons])
    return float(shapely.difference(shapely.box(0, 0, place.table.width, place.table.height), hidden).area)


# ---- sight between bases


def radius(model: Model) -> float:
    return model.profile.base.width / 2.0 / MM_PER_INCH


def rays(place: World, pairs: list[tuple[Model, Model]], across: int, toward: int) -> np.ndarray:
    """Does any of the rays between points across the two bases get through?  One bulk query."""
    a = np.array([(p.x, p.y, radius(p)) for p, _ in pairs])
    b = np.array([(q.x, q.y, radius(q)) for _, q in pairs])
    d = b[:, :2] - a[:, :2]
    side = np.stack([-d[:, 1], d[:, 0]], axis=1) / np.hypot(d[:, 0], d[:, 1])[:, None]
    u, v = (np.linspace(-1.0, 1.0, k) if k > 1 else np.zeros(1) for k in (across, toward))
    starts = a[:, None, :2] + side[:, None] * (a[:, 2:] * u)[..., None]
    ends = b[:, None, :2] + side[:, None] * (b[:, 2:] * v)[..., None]
    lines = np.empty((len(pairs), across, toward, 2, 2))
    lines[..., 0, :], lines[..., 1, :] = starts[:, :, None], ends[:, None]
    stopped = np.zeros(len(pairs) * across * toward, dtype=bool)
    stopped[place.tree.query(shapely.linestrings(lines.reshape(-1, 2, 2)), predicate="intersects")[0]] = True
    return np.asarray((~stopped).reshape(len(pairs), -1).any(axis=1))


def one_against_all(place: World, policy: Policy = FLAT) -> Times:
    models = place.models[:30]
    return timed((lambda m=m: sight_to_all(place.table, m, place.models, (), policy) for m in models), 2)


def rays_one_against_all(place: World) -> Times:
    rows = [[(m, other) for other in place.models if other is not m] for m in place.models[:30]]
    return timed((lambda row=row: rays(place, row, 5, 5) for row in rows), 2)


def all_pairs(place: World) -> tuple[float, list[tuple[Model, Model]], np.ndarray]:
    """Milliseconds for every pair once, the pairs, and the exact answers."""
    men = place.models
    pairs = [(p, q) for k, p in enumerate(men) for q in men[k + 1 :]]
    start = time.perf_counter()
    answers = [sight_to_all(place.table, p, men[k + 1 :], (), FLAT) for k, p in enumerate(men)]
    taken = (time.perf_counter() - start) * 1000.0
    return taken, pairs, np.array([answer.verdict == "clear" for row in answers for answer in row.values()])


def wrong(place: World, pairs: list[tuple[Model, Model]], sees: np.ndarray, across: int, toward: int) -> float:
    """The share of all pairs for which the rays give another answer."""
    return float((rays(place, pairs, across, toward) != sees).mean())


# ---- reach


def our_reach(place: World, starts: list[Point]) -> tuple[Times, list[float]]:
    """Milliseconds for the rings to paint, and the areas.

    The ground near a start is in triangles already, as the grid of fast marching is drawn already.
    """
    men = [man(500 + k, start, BASE) for k, start in enumerate(starts)]
    areas = [float(reach(place.table, m, 12.0, ()).area.area) for m in men]

    def fresh(model: Model) -> Any:
        wedges.cache_clear()
        return wedges(place.table, model, 12.0, ())

    return timed((lambda m=m: fresh(m) for m in men), 5), areas


class Marching:
    """Fast marching on a grid (scikit-fmm), with the obstacles grown by the base drawn on it before."""

    def __init__(self, place: World, step: float = 0.1) -> None:
        sys.path.append(str(peers.site()))
        try:
            import skfmm
        except ImportError as problem:
            raise peers.MissingError(str(problem)) from problem
        finally:
            sys.path.remove(str(peers.site()))
        self.march, self.step = skfmm, step
        r = BASE / 2.0 / MM_PER_INCH
        grown = shapely.union_all(shapely.buffer(place.polygons, r))
        shapely.prepare(grown)
        wide, high = place.table.width, place.table.height
        self.x, self.y = np.arange(step / 2, wide, step), np.arange(step / 2, high, step)
        x, y = np.meshgrid(self.x, self.y)
        self.taken = shapely.contains_xy(grown, x, y) | (x < r) | (x > wide - r) | (y < r) | (y > high - r)

    def area(self, start: Point, far: float) -> float:
        margin = far + self.step
        (i0, i1), (j0, j1) = (
            np.searchsorted(line, (v - margin, v + margin)) for line, v in zip((self.x, self.y), start, strict=True)
        )
        x, y = np.meshgrid(self.x[i0:i1] - start[0], self.y[j0:j1] - start[1])
        front = np.ma.MaskedArray(np.hypot(x, y) - self.step, self.taken[j0:j1, i0:i1])
        away = self.march.distance(front, dx=self.step, narrow=0.0) + self.step
        return float((np.ma.filled(away, 1e9) <= far).sum()) * self.step**2


def reach_beside_marching(place: World, starts: list[Point]) -> tuple[Times, Times, list[float]]:
    """Milliseconds of ours and of fast marching, in turns, and how far its areas are off."""
    march = Marching(place)
    _, areas = our_reach(place, starts)
    ours, theirs = [], []
    for start in starts * 3:
        ours += our_reach(place, [start])[0]
        theirs += timed([partial(march.area, start, 12.0)])
    return ours, theirs, [march.area(at, 12.0) / own - 1.0 for at, own in zip(starts, areas, strict=True)]


# ---- one step of a drag, heights, growth


def drag_path(place: World, model: Model, steps: int) -> list[Point]:
    """Places 0.1 in apart that the base can stand on."""
    luck = random.Random(4)
    x, y, turn, found = model.x, model.y, luck.uniform(0, 6.28), []
    r = radius(model)
    while len(found) < steps:
        to = (x + 0.1 * math.cos(turn), y + 0.1 * math.sin(turn))
        inside = r < to[0] < place.table.width - r and r < to[1] < place.table.height - r
        if inside and place.free(to, r + 0.02):
            x, y = to
            found.append(to)
        else:
            turn = luck.uniform(0, 6.28)
    return found


def drag_step(table: Table, model: Model, others: tuple[Model, ...], policy: Policy = FLAT) -> int:
    """The visible region, sight to all others, distances to all, contacts."""
    visible_region(table, model, EYE)
    seen = sight_to_all(table, model, others, (), policy)
    gaps = [gap(model, other).distance for other in others]
    return sum(each <= CONTACT for each in gaps) + len(seen)


def drag(place: World, steps: int = 120, best_of: int = 5) -> dict[str, Times]:
    """Milliseconds by part and in all, one for each step: the least of a few drags.

    Each of them runs a hair beside the others, so that each place is new to every cache.
    """
    model, others = place.models[3], place.models[:3] + place.models[4:]
    path = drag_path(place, model, steps)
    gc.collect()
    gc.disable()
    found = [[_step(place.table, moved(model, (x + 1e-9 * k, y)), others) for x, y in path] for k in range(best_of)]
    gc.enable()
    least = np.array(found).min(axis=0) * 1000.0
    return dict(zip(("visible region", "sight to all", "distances to all", "in all"), least.T.tolist(), strict=True))


def _step(table: Table, here: Model, others: tuple[Model, ...]) -> list[float]:
    """Seconds of each part of one step, and of all."""
    marks = [time.perf_counter()]
    visible_region(table, here, EYE)
    marks.append(time.perf_counter())
    sight_to_all(table, here, others, (), FLAT)
    marks.append(time.perf_counter())
    [gap(here, other) for other in others]
    marks.append(time.perf_counter())
    return [b - a for a, b in pairwise(marks)] + [marks[-1] - marks[0]]


def heights(place: World) -> dict[str, tuple[float, float]]:
    """Median milliseconds flat and with heights."""
    eyes = place.eyes(VIEWS)
    for eye in eyes:
        shade(place.table, eye, 2.5)
    flat_view = timed(lambda e=e: visible_region(place.table, e, 2.5) for e in eyes)
    high_view = timed(lambda e=e: shade(place.table, e, 2.5) for e in eyes)
    return {
        "visible region, and the shadows of low terrain": (median(flat_view), median(high_view)),
        "sight, one against all": (median(one_against_all(place, FLAT)), median(one_against_all(place, HIGH))),
    }


def growth() -> dict[str, tuple[float, float]]:
    """Median milliseconds on a table and with ten times its terrain round it, asked in the middle."""
    small, large = surrounded()
    middle = (1.2 * 72.0, 1.2 * 48.0, 2.2 * 72.0, 2.2 * 48.0)
    eyes = large.eyes(12, 0.7, middle)
    found: dict[str, list[float]] = {"visible region": [], "sight to all within 24 in": [], "reach of 12 in": []}
    for place in (small, large):
        near = [[m for m in place.models if math.dist((m.x, m.y), eye) < 24.0] for eye in eyes]
        men = [man(700 + k, eye, BASE) for k, eye in enumerate(eyes)]
        drag_step(place.table, men[0], place.models)
        found["visible region"].append(median(our_views(place, eyes)[0]))
        found["sight to all within 24 in"].append(
            median(
                timed((partial(sight_to_all, place.table, m, r, (), FLAT) for m, r in zip(men, near, strict=True)), 3)
            )
        )
        found["reach of 12 in"].append(median(our_reach(place, eyes)[0]))
    return {name: (a, b) for name, (a, b) in found.items()}


def worlds(names: Iterable[str]) -> list[World]:
    return [world(name) for name in names]
