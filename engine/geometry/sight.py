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

from collections.abc import Iterable, Mapping
from math import dist

from msgspec import Struct

from engine.game import Model, Point3, Table
from engine.geometry.evidence import Evidence, Line, Mark, Role
from engine.geometry.shapes import axes
from engine.geometry.sight_ends import Array, point_end
from engine.geometry.sight_many import easy_answers
from engine.geometry.sight_margin import blocked_margin, clear_margin, roomiest
from engine.geometry.sight_policy import TOUCH, Policy, standing
from engine.geometry.sight_question import Question, Verdict
from engine.geometry.sight_search import sample_threads
from engine.geometry.sight_share import Seen
from engine.geometry.sight_thread import LONG
from engine.geometry.visible import region_area, visible_region

__all__ = [
    "TOUCH",
    "Policy",
    "Sight",
    "Verdict",
    "hidden_by",
    "region_area",
    "sight",
    "sight_line",
    "sight_pairs",
    "sight_to_all",
    "visible_region",
]


OUTSIDE = "outside the front arc"


class Sight(Struct, frozen=True, kw_only=True):
    """One answer with its certificate.

    *witness*: a free thread anyone can check (a touching one where grazing).  *blockers*: ids that
    together stop every line; *best*: the line to draw, *stop*: where it ends.  *share*: of the
    target's silhouette, seen from over the viewer's centre at eye height or, where that eye sees
    nothing of it but some other point does, from the witness's start; true within *share_error*.
    *open_share*: what of it no obscuring piece hides either, for rulebooks that tell light cover from heavy.
    *hidden_by*: pieces that hide part of it, from either.  *margin*: as long as every corner, base and height
    moves by less than this, the verdict stands (a lower bound, at most 1 in where solids decide; proven, but
    for ends close together or above one another, where it is as good as the search for lines).  0 where
    grazing; infinite where no small move turns it: a rule decides, or figures stand in squares.  *why*:
    what decides, where it is no solid: the front arc, or a rule's words.  *edges*: of the front arc, then.
    """

    verdict: Verdict
    witness: tuple[Point3, Point3] | None = None
    blockers: tuple[str, ...] = ()
    stop: Point3 | None = None
    best: tuple[Point3, Point3]
    share: float = 1.0
    share_error: float = 0.0
    open_share: float = 1.0
    hidden_by: tuple[str, ...] = ()
    margin: float = 0.0
    grazing_sees: bool = False
    label: str = ""
    why: str = ""
    edges: tuple[tuple[Point3, Point3], ...] = ()

    @property
    def sees(self) -> bool:
        return self.verdict == "clear" or (self.verdict == "grazing" and self.grazing_sees)

    @property
    def covered(self) -> bool:
        """Seen, but something hides part of the target."""
        return self.sees and bool(self.hidden_by)

    def evidence(self) -> Evidence:
        """The deciding line, where it stops, the edges of the arc, and the pieces to outline."""
        role: Role = self.verdict
        line = Line(self.best, role, self.label, self.stop)
        marks = () if self.stop is None else (Mark(self.stop, "blocked", self.label),)
        pieces = self.hidden_by if self.sees else self.blockers
        return Evidence(lines=(line, *(Line(edge, "zone") for edge in self.edges)), marks=marks, pieces=pieces)


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
    question = Question.between_models(table, viewer, target, others, policy)
    return _full(question, policy, _names(table, others), margin=margin)


def sight_line(
    table: Table, start: Point3, end: Point3, others: tuple[Model, ...] = (), policy: Policy | None = None
) -> Sight:
    """The same question from one point to another; a corner or a face that is only touched grazes."""
    policy = policy or Policy()
    question = Question(table, (point_end(*start), point_end(*end)), standing(others, policy, ()), policy)
    return _full(question, policy, _names(table, others))


def sight_to_all(
    table: Table,
    viewer: Model,
    targets: Iterable[Model],
    others: tuple[Model, ...],
    policy: Policy | None = None,
    *,
    hint: Mapping[str, Sight] | None = None,
) -> dict[str, Sight]:
    """Verdict and line for each target, by id: the same answers as `sight`, without share and margin.

    *hint*: the answers of the last frame; a line that still holds is taken, and nothing else is.
    """
    pairs = [(viewer, target) for target in targets if target.on_table and target.id != viewer.id]
    hints = [hint.get(target.id) for _, target in pairs] if hint else None
    found = _told(table, pairs, others, policy or Policy(), hints)
    return {target.id: answer for (_, target), answer in zip(pairs, found, strict=True)}


def sight_pairs(
    table: Table,
    pairs: Iterable[tuple[Model, Model]],
    others: tuple[Model, ...],
    policy: Policy | None = None,
    *,
    hint: Mapping[tuple[str, str], Sight] | None = None,
) -> dict[tuple[str, str], Sight]:
    """Who sees whom: verdict and line for each pair (viewer, target), by their ids; as `sight_to_all`."""
    asked = list(pairs)
    hints = [hint.get((viewer.id, target.id)) for viewer, target in asked] if hint else None
    found = _told(table, asked, others, policy or Policy(), hints)
    return {(viewer.id, target.id): answer for (viewer, target), answer in zip(asked, found, strict=True)}


def _told(
    table: Table,
    pairs: list[tuple[Model, Model]],
    others: tuple[Model, ...],
    policy: Policy,
    hints: list[Sight | None] | None,
) -> list[Sight]:
    """All at once where that settles it, one by one where it does not: both ways together, if the policy allows."""
    answers: list[Sight] = []
    swaps = policy.arc >= 360.0 and policy.eye == policy.to == "volume"
    back: dict[tuple[str, str], tuple[Verdict, tuple[Point3, Point3]]] = {}
    for k, easy in enumerate(easy_answers(table, pairs, others, policy)):
        easy = back.get((pairs[k][1].id, pairs[k][0].id)) if easy is None else easy
        if easy is None:
            question = Question.between_models(table, *pairs[k], others, policy)
            old = hints[k] if hints else None
            verdict, thread = question.verdict(None if old is None else old.witness)
            easy = verdict, question.outward(sample_threads(question.a, question.b)[0] if thread is None else thread)
            if swaps:
                back[(pairs[k][0].id, pairs[k][1].id)] = easy[0], (easy[1][1], easy[1][0])
        verdict, line = easy
        witness = None if verdict == "blocked" else line
        answers.append(Sight(verdict=verdict, witness=witness, best=line, grazing_sees=policy.grazing_sees))
    return answers


def hidden_by(
    table: Table, viewer: Model, target: Model, others: tuple[Model, ...], policy: Policy | None = None
) -> tuple[str, ...]:
    """Only the pieces that hide part of the target, as `sight` tells them, and much sooner.

    Nothing does: the target is in sight as a whole.  Something does: of the rest this says nothing.
    """
    policy = policy or Policy()
    return _hidden(Question.between_models(table, viewer, target, others, policy), None)[0]


def _full(question: Question, policy: Policy, names: dict[str, str], *, margin: bool = True) -> Sight:
    verdict, thread = question.verdict()
    if thread is not None and verdict == "clear" and margin:
        thread = roomiest(question.a, question.b, question.near(LONG), thread, question.depths)
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
    hidden, seen, open_share = _hidden(question, thread)
    named = tuple(names.get(name, name) for name in blockers)
    return Sight(
        verdict=verdict,
        witness=None if thread is None else line,
        blockers=blockers,
        stop=stop,
        best=line,
        share=0.0 if thread is None else seen.share,
        share_error=0.0 if thread is None else seen.error,
        open_share=0.0 if thread is None else open_share,
        hidden_by=hidden,
        margin=_margin(question, verdict, thread) if margin else 0.0,
        grazing_sees=policy.grazing_sees,
        label=_label(line, verdict, (OUTSIDE,) if question.empty else named),
        why=OUTSIDE if question.empty else "",
        edges=_edges(question, line) if question.empty else (),
    )


def _hidden(question: Question, thread: Array | None) -> tuple[tuple[str, ...], Seen, float]:
    """What hides part of the target, and the share of it that is seen."""
    seen, open_share, block = question.seen(thread)
    hidden = tuple(name for name, on in zip(block.ids, seen.hides.tolist(), strict=True) if on)
    return (question.in_the_way() if question.policy.cover == "corridor" else hidden), seen, open_share


def _margin(question: Question, verdict: Verdict, thread: Array | None) -> float:
    if verdict == "grazing":
        return 0.0
    if thread is not None:
        return clear_margin(thread, question.near(LONG), question.depths)
    parts = (question,) if question.other is None else (question, question.other)
    shut = min(blocked_margin(part.a, part.b, part.near(LONG)) for part in parts)
    return max(question.away() / 2, shut) if question.empty else shut


def _edges(question: Question, line: tuple[Point3, Point3]) -> tuple[tuple[Point3, Point3], ...]:
    """Of the viewer's front arc: from its middle, as long as the line that decides, at its height."""
    if question.pair is None:
        return ()
    viewer, half = question.pair[0], question.policy.arc / 2
    long, z = dist(*line), line[0][2]
    ends = (viewer.facing - half, viewer.facing + half)
    ways = (axes(end)[1] for end in ends)
    return tuple(((viewer.x, viewer.y, z), (viewer.x + x * long, viewer.y + y * long, z)) for x, y in ways)


def _names(table: Table, others: Iterable[Model]) -> dict[str, str]:
    names = {str(piece.id): piece.name for piece in table.terrain}
    return names | {str(model.id): model.name for model in others}


def _at(line: tuple[Point3, Point3], share: float) -> Point3:
    (x0, y0, z0), (x1, y1, z1) = line
    return (x0 + share * (x1 - x0), y0 + share * (y1 - y0), z0 + share * (z1 - z0))


def _label(line: tuple[Point3, Point3], verdict: Verdict, blockers: tuple[str, ...]) -> str:
    words = f"{dist(*line):.2f}″ {verdict}"
    return f"{words}: {', '.join(blockers)}" if blockers else words
