"""Is there a free thread between two ends?  Filters first, then the plan, then slices with heights.

What is exact, and what is a search:

* every *yes* is a thread that `sight_thread` has tested against every solid;
* where each solid either stops all lines over its footprint (a wall as high as both tops, say) or
  none, *no* is exact: the plan decides (`sight_flat`);
* where heights decide, *no* is first tried as a proof over all plan lines at once (`sight_cells`),
  which settles what is not a close thing;
* what that leaves open is searched (`sight_lines`), each plan line exactly (`sight_slice`): a coarse
  grid, the cells still open, one in every cell of the arrangement of corner offsets between neighbouring
  critical directions, several in every gap the full walls leave; then the best are narrowed down until
  the best thread stands.  There a *no* is a search, not a proof.  Tried on holes around a known thread,
  through three to six walls or up to three floors in a row, it found every one down to half a
  thousandth of an inch.
"""

from __future__ import annotations

from dataclasses import replace
from math import pi

import numpy as np

from engine.geometry.sight_cells import all_shut
from engine.geometry.sight_ends import Array, End, Flags
from engine.geometry.sight_flat import EPS, PlanLine, free_line, window
from engine.geometry.sight_lines import Found, Lines
from engine.geometry.sight_solids import Block, Ways, in_corridor
from engine.geometry.sight_thread import inside, touched

_HAIR = 1e-6


def free_thread(a: End, b: End, block: Block, *, shrink: float = 0.0) -> Array | None:
    """A thread (2, 3) from a to b that keeps clear of every solid, or None.

    *shrink* takes in every solid's silhouette and heights by that much.
    """
    return look(a, b, block, shrink).thread


def touching_thread(a: End, b: End, block: Block) -> Array | None:
    """A thread between ends that were grown by a hair, past all edges in plan alone."""
    block = between(a, b, block)
    if not _apart(a, b) or _enters(a, block).any() or _enters(b, block).any():
        return None
    return _verified(a, b, block, free_line(a, b, block)[0], 0.0)


def proven_shut(a: End, b: End, block: Block, shrink: float) -> bool:
    """Is it proven that no thread leads from a to b, though every solid is taken in by *shrink*?

    Where the ends are close together or above one another, the search has to do for a proof.
    """
    found = look(a, b, block, shrink, search=False)
    return found.thread is None and not found.open


def look(a: End, b: End, block: Block, shrink: float = 0.0, *, search: bool = True) -> Found:
    """The same with a word on whether an answer of none is a close one.

    Without *search* what the proof by cells does not settle soon is left open.
    """
    block = between(a, b, block, shrink)
    tries = sample_threads(a, b)
    if not len(block):
        return Found(tries[0])
    tau = 0.0 if shrink else EPS
    for part in (tries[:4], tries[4:]):
        good = np.flatnonzero(~touched(block, part, tau).any(axis=1))
        if len(good):
            return Found(part[int(good[0])])
    ways, apart = ways_past(a, b, block), _apart(a, b)
    if apart and not ways.under.any():
        # nothing to pass under: lines from top to top are best, and what they all clear is not in the way
        a, b = replace(a, low=a.high), replace(b, low=b.high)
        kept = block.high >= _floor(a, b, block)[0] - EPS
        block = block.take(kept)
        if not len(block):
            return Found(sample_threads(a, b)[0])
        ways = Ways(ways.over[kept], ways.under[kept], ways.enters[kept])
    if apart and not ways.walls.all():
        shut = all_shut(a, b, block, ways, shrink, levels=3 if search else 7)
        if shut or (shut is not None and not search):
            return Found(None, close=False, open=not shut)
    if apart and not ways.enters.any():
        line, close = free_line(a, b, block, shrink)
        if line is not None and (found := _verified(a, b, block, line, shrink)) is not None:
            return Found(found)
        walls = ways.walls
        if line is None and not walls.all():
            line, close = free_line(a, b, block.take(walls), shrink)
        if line is None or walls.all():
            return Found(None, close or _level(a, b, block))
    return Lines(a, b, block, ways, apart, shrink).search()


def between(a: End, b: End, block: Block, shrink: float = 0.0) -> Block:
    """The solids that may stop a thread from a to b, heights taken in by *shrink*."""
    if shrink:
        middle = (block.low + block.high) / 2
        low, high = np.minimum(block.low + shrink, middle), np.maximum(block.high - shrink, middle)
        block = replace(block, low=low, high=high)
    block = block.take(in_corridor(block, (a, b)))
    if not len(block):
        return block
    return block.take((block.high > _floor(a, b, block)[0] + EPS) & (block.low < _roof(a, b, block)[1] - EPS))


def ways_past(a: End, b: End, block: Block) -> Ways:
    """Which solids can be passed over or under at all, by the hull of both ends seen from the side."""
    over, under = block.high < _roof(a, b, block)[1] - EPS, block.low > _floor(a, b, block)[0] + EPS
    return Ways(over, under, _enters(a, block) | _enters(b, block))


def sample_threads(a: End, b: End, shares: tuple[float, ...] = (0.5, 0.999, 0.001)) -> Array:
    """A few likely threads (n, 2, 3): level, then at shares of both heights; on the axis, then on both sides."""
    theta = np.zeros(3)
    win = window(a, b, theta)
    s = win.lo + (win.hi - win.lo) * np.array([0.5, 0.03, 0.97])
    low, high = max(a.low, b.low), min(a.high, b.high)
    level = (low + high) / 2
    heights = [(level, level)] if low <= high else []
    heights += [(a.low + f * (a.high - a.low), b.low + f * (b.high - b.low)) for f in shares]
    za, zb = (np.array(z) for z in zip(*heights, strict=True))
    count = len(heights)
    return along(a, b, np.repeat(theta, count), np.repeat(s, count), np.tile(za, 3), np.tile(zb, 3))


def along(a: End, b: End, theta: Array, s: Array, za: Array, zb: Array) -> Array:
    """The shortest threads (n, 2, 3) along plan lines, between the given heights."""
    ux, uy = np.cos(theta), np.sin(theta)
    _, t0, hit_a = a.chord(ux, uy, s)
    t1, _, hit_b = b.chord(ux, uy, s)
    # a line that misses by a rounding: round chords give the point nearest to it
    t0 = t0 if a.round else np.where(hit_a, t0, ux * a.x + uy * a.y)
    t1 = t1 if b.round else np.where(hit_b, t1, ux * b.x + uy * b.y)
    if b.x > a.radius + b.radius:
        t1 = np.maximum(t0, t1)
    rows = [np.stack([ux * t - uy * s, uy * t + ux * s, z], axis=1) for t, z in ((t0, za), (t1, zb))]
    return np.stack(rows, axis=1)


def _verified(a: End, b: End, block: Block, line: PlanLine | None, shrink: float) -> Array | None:
    if line is None:
        return None
    theta, s = np.array([line.theta]), np.array([line.s])
    thread = along(a, b, theta, s, np.array([(a.low + a.high) / 2]), np.array([(b.low + b.high) / 2]))[0]
    if shrink or not touched(block, thread[None], min(EPS / 2, line.gap / 4)).any():
        return np.asarray(thread, dtype=np.float64)
    return None


def _level(a: End, b: End, block: Block) -> bool:
    """Does some solid end within a hair of the highest or lowest lines?  Then they touch it."""
    above, below = block.high - _roof(a, b, block)[1], _floor(a, b, block)[0] - block.low
    return bool(((np.abs(above) < _HAIR) | (np.abs(below) < _HAIR)).any())


def _roof(a: End, b: End, block: Block) -> tuple[Array, Array]:
    """Lowest and highest of the hull's upper side over each solid, seen from the side."""
    return _hull(a, b, block, a.high, b.high)


def _floor(a: End, b: End, block: Block) -> tuple[Array, Array]:
    """Lowest and highest of the hull's lower side over each solid."""
    least, most = _hull(a, b, block, -a.low, -b.low)
    return -most, -least


def _hull(a: End, b: End, block: Block, top_a: float, top_b: float) -> tuple[Array, Array]:
    """It rises (or falls) all the way along x, so the ends of each solid's stretch decide."""
    x0, x1 = (a.radius, b.x + b.radius) if top_a > top_b else (-a.radius, b.x - b.radius)
    if top_a == top_b or x1 <= x0 + 1e-12:
        level = np.full(len(block), max(top_a, top_b))
        return level, level
    left, right = np.maximum(block.box[0], x0), np.minimum(block.box[2], x1)
    rate = (top_b - top_a) / (x1 - x0)
    first = top_a + rate * (np.minimum(left, x1) - x0)
    last = top_a + rate * (np.maximum(right, x0) - x0)
    return (first, last) if rate > 0 else (last, first)


def _apart(a: End, b: End) -> bool:
    """Do the outlines keep apart in plan?"""
    if b.x > a.radius + b.radius:
        return True
    return not (a.circle and b.circle and not a.cuts and not b.cuts) and _separable(a, b)


def _enters(end: End, block: Block) -> Flags:
    """Which solids reach into an end (by more than a hair), in plan and height?"""
    r, (left, near, right, far) = end.radius, block.box
    maybe = (left < end.x + r) & (right > end.x - r) & (near < end.y + r) & (far > end.y - r)
    maybe &= (block.low < end.high - EPS) & (block.high > end.low + EPS)
    if not maybe.any():
        return np.zeros(len(block), dtype=np.bool_)
    block = block.take(maybe)
    slim = end.grown(-min(1e-6, end.a / 2)) if end.a > 0 else end
    x, y = np.full((1, len(block)), end.x), np.full((1, len(block)), end.y)
    deep = inside(block, x, y)[0] & ~_on_rim(end, block)
    count = block.polygons
    if count:
        deep[:count] |= _edges_enter(slim, block)
    for k, solid in enumerate(block.rounds, start=count):
        deep[k] |= not _separable(slim, solid)
    maybe[maybe] = deep
    return np.asarray(maybe, dtype=np.bool_)


def _on_rim(end: End, block: Block) -> Flags:
    """A centre within a hair of an outline does not count as inside it."""
    rim = np.zeros(len(block), dtype=np.bool_)
    if not block.polygons:
        return rim
    x0, y0, x1, y1 = block.edges
    dx, dy = x1 - x0, y1 - y0
    at = np.clip(((end.x - x0) * dx + (end.y - y0) * dy) / np.maximum(dx * dx + dy * dy, 1e-30), 0.0, 1.0)
    close = np.hypot(end.x - x0 - at * dx, end.y - y0 - at * dy) < 1e-6
    rim[: block.polygons] = np.logical_or.reduceat(close, block.start)
    return rim


def _edges_enter(end: End, block: Block) -> Flags:
    """Does some edge of each polygon run inside the outline of the end?"""
    x0, y0, x1, y1 = block.edges
    length = np.hypot(x1 - x0, y1 - y0)
    safe = np.where(length > 0, length, 1.0)
    ux, uy = (x1 - x0) / safe, (y1 - y0) / safe
    ux = np.where(length > 0, ux, 1.0)
    t0, t1, hit = end.chord(ux, uy, ux * y0 - uy * x0)
    start = ux * x0 + uy * y0
    crosses = hit & (t1 - t0 > 1e-9) & (t0 < start + length) & (t1 > start)
    return np.asarray(np.logical_or.reduceat(crosses, block.start), dtype=np.bool_)


def _separable(a: End, b: End) -> bool:
    """Does one of 720 directions separate the outlines?  Circles: their distance says it."""
    if a.circle and b.circle and not a.cuts and not b.cuts:
        return bool((a.x - b.x) ** 2 + (a.y - b.y) ** 2 >= (a.radius + b.radius) ** 2)
    angle = np.arange(720) * (pi / 360)
    nx, ny = np.cos(angle), np.sin(angle)
    return bool((a.support(nx, ny)[0] < -b.support(-nx, -ny)[0]).any())
