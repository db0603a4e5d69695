"""Line of sight between whole models: clear, grazing or blocked, with what proves it.

A model's volume is its base swept from its elevation to its elevation plus its height.  *Clear*:
some thread from a point of the one to a point of the other keeps a distance from every solid.
*Grazing*: only touching threads exist, which the smallest move of an end would free.  *Blocked*:
anything else; a seam between two pieces is no gap.  Solids are closed; open outlines are walls of no
thickness; terrain whose *sight* is clear never blocks, and obscuring terrain hides without blocking.
Viewer and target do not block themselves.  Swapping them changes nothing, unless the policy does.

Length and heights in inches, in the frame of `engine.game`.  What is exact and what is searched is
said in `sight_search`; the geometry knows no rulebook: what blocks, and from where, is the `Policy`.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, dist, radians, sin
from typing import Literal

import numpy as np
from msgspec import Struct

from engine.game import Model, Point3, Table
from engine.geometry.evidence import Evidence, Line, Mark, Role
from engine.geometry.sight_ends import Array, Cut, End, Flags, Frame, clip_to_cut, frame_between, point_end, volume
from engine.geometry.sight_flat import in_the_way
from engine.geometry.sight_many import easy_answers
from engine.geometry.sight_margin import blocked_margin, clear_margin, roomiest
from engine.geometry.sight_search import between, free_thread, look, sample_threads, touching_thread
from engine.geometry.sight_share import Seen, angular, billboard
from engine.geometry.sight_solids import Block, gather, in_corridor, scenery
from engine.geometry.sight_thread import LONG, stops, touched
from engine.geometry.visible import region_area, visible_region

__all__ = [
    "TOUCH",
    "Policy",
    "Sight",
    "Verdict",
    "region_area",
    "sight",
    "sight_line",
    "sight_to_all",
    "visible_region",
]

TOUCH = 2e-8
"""Two things closer than this (inches) touch: the ends grow by it to tell grazing from blocked."""

_EVERYWHERE = 1e9

Verdict = Literal["clear", "grazing", "blocked"]


class Policy(Struct, frozen=True, kw_only=True):
    """Which things block, and from where to where.

    *eye*: the whole volume sees, or only one point over the centre at *eye_height* of the height.
    *flat*: heights do not count at all.  *front_half*: only what lies in front of the viewer's
    centre line counts.  *cover*: what hides part of the target, as the eye sees it, or as any thread
    between the two volumes meets it.  *grazing_sees*: does a touching line count as seen?  Not
    by default, unlike the design's first word: between two volumes the lines over the head of an
    equally tall man in between only touch him, and he does hide who stands behind him.
    """

    models_block: bool = True
    prone_ids: tuple[str, ...] = ()
    eye: Literal["volume", "eye_point"] = "volume"
    eye_height: float = 1.0
    flat: bool = False
    front_half: bool = False
    cover: Literal["eye", "corridor"] = "eye"
    grazing_sees: bool = False


class Sight(Struct, frozen=True, kw_only=True):
    """One answer with its certificate.

    *witness*: a free thread anyone can check (a touching one where grazing).  *blockers*: ids that
    together stop every line; *best*: the line to draw, *stop*: where it ends.  *share*: of the
    target's silhouette, seen from over the viewer's centre at eye height or, where that eye sees
    nothing of it but some other point does, from the witness's start; true within *share_error*.
    *hidden_by*: pieces that hide part of it, from either.  *margin*: as long as every corner, base and height
    moves by less than this, the verdict stands (a lower bound, at most 1 in; for blocked sight with
    heights, as good as the search for lines is).  0 where grazing.
    """

    verdict: Verdict
    witness: tuple[Point3, Point3] | None = None
    blockers: tuple[str, ...] = ()
    stop: Point3 | None = None
    best: tuple[Point3, Point3]
    share: float = 1.0
    share_error: float = 0.0
    hidden_by: tuple[str, ...] = ()
    margin: float = 0.0
    grazing_sees: bool = False
    label: str = ""

    @property
    def sees(self) -> bool:
        return self.verdict == "clear" or (self.verdict == "grazing" and self.grazing_sees)

    @property
    def covered(self) -> bool:
        """Seen, but something hides part of the target."""
        return self.sees and bool(self.hidden_by)

    def evidence(self) -> Evidence:
        """The deciding line, where it stops, and the pieces to outline."""
        role: Role = self.verdict
        line = Line(self.best, role, self.label, self.stop)
        marks = () if self.stop is None else (Mark(self.stop, "blocked", self.label),)
        pieces = self.hidden_by if self.sees else self.blockers
        return Evidence(lines=(line,), marks=marks, pieces=pieces)


def sight(
    table: Table,
    viewer: Model,
    target: Model,
    others: tuple[Model, ...],
    policy: Policy | None = None,
    *,
    margin: bool = True,
) -> Sight:
    """Does *viewer* see *target* past the table's terrain and the other models?  With all the proof.

    Without *margin* (which costs more than all the rest) the same answer says margin 0; that is
    for rules that ask often and only decide.
    """
    policy = policy or Policy()
    question = _Question.between_models(table, viewer, target, others, policy)
    return _full(question, policy, _names(table, others), margin=margin)


def sight_line(
    table: Table, start: Point3, end: Point3, others: tuple[Model, ...] = (), policy: Policy | None = None
) -> Sight:
    """The same question from one point to another; a corner or a face that is only touched grazes."""
    policy = policy or Policy()
    question = _Question(table, point_end(*start), point_end(*end), _standing(others, policy, ()), policy)
    return _full(question, policy, _names(table, others))


def sight_to_all(
    table: Table, viewer: Model, targets: Iterable[Model], others: tuple[Model, ...], policy: Policy | None = None
) -> dict[str, Sight]:
    """Verdict and line for each target, by id: the same answers as `sight`, without share and margin."""
    policy = policy or Policy()
    asked = [target for target in targets if target.id != viewer.id and target.on_table]
    answers = _easy(table, viewer, asked, others, policy)
    for target in asked:
        if str(target.id) not in answers:
            question = _Question.between_models(table, viewer, target, others, policy)
            verdict, thread = question.verdict()
            line = question.outward(sample_threads(question.a, question.b)[0] if thread is None else thread)
            answers[str(target.id)] = _brief(verdict, line, policy)
    return {str(target.id): answers[str(target.id)] for target in asked}


def hidden_by(
    table: Table, viewer: Model, target: Model, others: tuple[Model, ...], policy: Policy | None = None
) -> tuple[str, ...]:
    """Only the pieces that hide part of the target, as `sight` tells them, and much sooner.

    Nothing does: the target is in sight as a whole.  Something does: of the rest this says nothing.
    """
    policy = policy or Policy()
    return _hidden(_Question.between_models(table, viewer, target, others, policy), None)[0]


def _brief(verdict: Verdict, line: tuple[Point3, Point3], policy: Policy) -> Sight:
    witness = None if verdict == "blocked" else line
    return Sight(verdict=verdict, witness=witness, best=line, grazing_sees=policy.grazing_sees)


def _easy(
    table: Table, viewer: Model, asked: list[Model], others: tuple[Model, ...], policy: Policy
) -> dict[str, Sight]:
    """The answers that need no search, by target id."""
    if policy.eye != "volume" or policy.front_half or not asked:
        return {}
    models = _standing(others, policy, (viewer.id,))
    a = volume(viewer)
    frame = Frame(a.x, a.y, 1.0, 0.0)
    things = scenery(table.terrain)
    block = gather(things, models, (a, a), frame, _EVERYWHERE, things.solid)
    block = block.endless() if policy.flat else block
    place = {name: k for k, name in enumerate(block.ids)}
    ends = [volume(target).placed(frame) for target in asked]
    easy = easy_answers(a.placed(frame), ends, [place.get(str(target.id), -1) for target in asked], block)
    answers = {}
    for k, target in enumerate(asked):
        if easy.clear[k] or easy.blocked[k]:
            (x0, y0, z0), (x1, y1, z1) = easy.threads[k].tolist()
            line = (*frame.back(x0, y0), z0), (*frame.back(x1, y1), z1)
            answers[str(target.id)] = _brief("clear" if easy.clear[k] else "blocked", line, policy)
    return answers


class _Question:
    """One pair of ends in its own frame, with the solids near it."""

    def __init__(self, table: Table, a: End, b: End, models: tuple[Model, ...], policy: Policy) -> None:
        self.frame: Frame = frame_between(a, b)
        self.things = scenery(table.terrain)
        self.models, self.policy = models, policy
        self.a, self.b = a.placed(self.frame), b.placed(self.frame)
        self.ends = a, b
        self.empty = False
        self.block = self.near(0.01)

    @classmethod
    def between_models(
        cls, table: Table, viewer: Model, target: Model, others: tuple[Model, ...], policy: Policy
    ) -> _Question:
        a, b = volume(viewer), volume(target)
        if policy.eye == "eye_point":
            a = point_end(a.x, a.y, a.low + (a.high - a.low) * policy.eye_height)
        question = cls(table, a, b, _standing(others, policy, (viewer.id, target.id)), policy)
        if policy.front_half:
            turn = radians(viewer.facing)
            front = (sin(turn), -cos(turn))
            cut = Cut(*front, front[0] * viewer.x + front[1] * viewer.y)
            seen = clip_to_cut(b, cut)
            question.empty = seen is None
            question.b = (seen or b).placed(question.frame)
        return question

    def near(self, pad: float, *, obscuring: bool = False) -> Block:
        """Solids within *pad* of the pair's box; in a flat policy endlessly high."""
        wanted: Flags = self.things.solid | self.things.obscuring if obscuring else self.things.solid
        block = gather(self.things, self.models, self.ends, self.frame, pad, wanted)
        return block.endless() if self.policy.flat else block

    def verdict(self) -> tuple[Verdict, Array | None]:
        if self.empty:
            return "blocked", None
        found = look(self.a, self.b, self.block)
        if found.thread is not None:
            return "clear", found.thread
        grown = self.a.grown(TOUCH), self.b.grown(TOUCH)
        thread = look(*grown, self.block).thread if found.close else touching_thread(*grown, self.block)
        return ("blocked", None) if thread is None else ("grazing", thread)

    def furthest(self) -> tuple[Array, float]:
        """Of the likely lines the one that gets furthest, and which share of it."""
        tries = sample_threads(self.a, self.b)
        shares, _ = stops(between(self.a, self.b, self.block), tries)
        # one on the axis is worth a little more: it is what a player would draw
        best = int(np.argmax(shares + np.where(np.arange(len(tries)) < len(tries) // 3, 0.05, 0.0)))
        return np.asarray(tries[best]), float(shares[best])

    def blockers(self, line: Array) -> tuple[str, ...]:
        """Solids that together stop every line: those on this one, and on whatever gets past them."""
        block = between(self.a, self.b, self.block)
        names: set[str] = set()
        thread: Array | None = line
        while thread is not None:
            hit = touched(block, thread[None], 1e-9)[0]
            fresh = {name for name, on in zip(block.ids, hit.tolist(), strict=True) if on} - names
            if not fresh:
                return block.ids
            names |= fresh
            thread = free_thread(self.a, self.b, block.named(names))
        return tuple(name for name in block.ids if name in names)

    def seen(self, thread: Array | None) -> tuple[Seen, Block]:
        """The share seen from over the viewer's centre (if that sees nothing: from the witness's start)."""
        block = self.near(0.01, obscuring=True)
        block = block.take(in_corridor(block, (self.a, self.b)))
        opaque = frozenset(self.block.ids)
        counts = np.array([name in opaque for name in block.ids], dtype=np.bool_)
        height = self.a.low + (self.a.high - self.a.low) * self.policy.eye_height
        measure = angular if self.policy.flat and self.b.round and self.b.cut is None else billboard
        if self.b.radius == 0.0 and self.b.low == self.b.high:
            measure = _speck
        seen = measure((self.a.x, self.a.y, height), self.b, block, counts)
        if thread is not None and seen.share <= seen.error:
            x, y, z = thread[0].tolist()
            second = measure((x, y, z), self.b, block, counts)
            seen = Seen(second.share, second.error, seen.hides | second.hides)
        return seen, block

    def in_the_way(self) -> tuple[str, ...]:
        """Solids that stop at least one thread between the ends (heights by the hull of both)."""
        block = between(self.a, self.b, self.near(0.01, obscuring=True))
        found = in_the_way(self.a, self.b, block).tolist() if len(block) else []
        return tuple(name for name, on in zip(block.ids, found, strict=True) if on)

    def outward(self, thread: Array) -> tuple[Point3, Point3]:
        """A thread in the table's coordinates."""
        (x0, y0, z0), (x1, y1, z1) = thread.tolist()
        return (*self.frame.back(x0, y0), z0), (*self.frame.back(x1, y1), z1)


def _full(question: _Question, policy: Policy, names: dict[str, str], *, margin: bool = True) -> Sight:
    verdict, thread = question.verdict()
    if thread is not None and verdict == "clear" and margin:
        thread = roomiest(question.a, question.b, question.near(LONG), thread)
    stop: Point3 | None = None
    blockers: tuple[str, ...] = ()
    if thread is None:
        inner, share = question.furthest()
        line = question.outward(inner)
        if not question.empty:
            stop = _at(line, share)
            blockers = question.blockers(inner)
    else:
        line = question.outward(thread)
    hidden, seen = _hidden(question, thread)
    return Sight(
        verdict=verdict,
        witness=None if thread is None else line,
        blockers=blockers,
        stop=stop,
        best=line,
        share=0.0 if thread is None else seen.share,
        share_error=0.0 if thread is None else seen.error,
        hidden_by=hidden,
        margin=_margin(question, verdict, thread) if margin else 0.0,
        grazing_sees=policy.grazing_sees,
        label=_label(line, verdict, tuple(names.get(name, name) for name in blockers)),
    )


def _hidden(question: _Question, thread: Array | None) -> tuple[tuple[str, ...], Seen]:
    """What hides part of the target, and the share of it that is seen."""
    seen, block = question.seen(thread)
    hidden = tuple(name for name, on in zip(block.ids, seen.hides.tolist(), strict=True) if on)
    return (question.in_the_way() if question.policy.cover == "corridor" else hidden), seen


def _speck(eye: Point3, target: End, block: Block, counts: Flags) -> Seen:
    """A single point has no silhouette: where it is in sight it is seen as a whole."""
    return Seen(1.0, 0.0, np.zeros(len(block), dtype=np.bool_))


def _margin(question: _Question, verdict: Verdict, thread: Array | None) -> float:
    if question.empty or verdict == "grazing":
        return 0.0
    block = question.near(LONG)
    if thread is None:
        return blocked_margin(question.a, question.b, block)
    return clear_margin(thread, block)


def _standing(others: Iterable[Model], policy: Policy, apart: tuple[str, ...]) -> tuple[Model, ...]:
    """The models that block: on the table, not lying down, neither viewer nor target."""
    if not policy.models_block:
        return ()
    out = frozenset(policy.prone_ids) | frozenset(apart)
    return tuple(model for model in others if model.on_table and model.id not in out)


def _names(table: Table, others: Iterable[Model]) -> dict[str, str]:
    names = {str(piece.id): piece.name for piece in table.terrain}
    return names | {str(model.id): model.name for model in others}


def _at(line: tuple[Point3, Point3], share: float) -> Point3:
    (x0, y0, z0), (x1, y1, z1) = line
    return (x0 + share * (x1 - x0), y0 + share * (y1 - y0), z0 + share * (z1 - z0))


def _label(line: tuple[Point3, Point3], verdict: Verdict, blockers: tuple[str, ...]) -> str:
    words = f"{dist(*line):.2f}″ {verdict}"
    return f"{words}: {', '.join(blockers)}" if blockers else words
