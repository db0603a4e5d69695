"""What one cell of the grid says, and the order in which cells are asked for."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isinf
from time import perf_counter

from desktop.reckoner import Stop
from engine.game import MM_PER_INCH, Game, Model, ModelId
from engine.geometry.sight import Sight
from engine.measuring.answer import is_close
from engine.measuring.sights import in_words
from engine.system import System

Pair = tuple[ModelId, ModelId]
"""Who looks, and at whom."""
AT_ONCE = 160
"""Pairs that are glanced at together."""
CHUNK_MS = 120.0
"""Milliseconds of reckoning between two looks at the window."""
ASKED = "…"


@dataclass(frozen=True)
class Seen:
    """One verdict: its *role* says how it is drawn, *margin* (inches) what would turn it.

    *share* is None where only the verdict is known so far.
    """

    role: str
    sees: bool
    share: float | None
    margin: float | None
    said: str

    @property
    def close(self) -> bool:
        return self.role == "close"

    @property
    def percent(self) -> int | None:
        """Per cent of the target that is seen; never 0 or 100 unless that is so to half a per cent."""
        if self.share is None:
            return None
        whole = round(self.share * 100)
        return whole if not self.sees or whole else 1


@dataclass(frozen=True)
class Answers:
    """Some cells, reckoned for this game; *whole* when nothing that was asked is left."""

    game: Game
    cells: Mapping[Pair, Seen]
    whole: bool


def seats(game: Game) -> tuple[Model, ...]:
    """Everybody on the table, side by side, each side in its own order."""
    order = [side.id for side in game.sides]
    place = {model.id: order.index(model.side) if model.side in order else len(order) for model in game.models}
    return tuple(sorted(game.on_table(), key=lambda model: place[model.id]))


def wanted(game: Game, changed: Iterable[str], *, enemies_only: bool) -> tuple[Pair, ...]:
    """Every pair to ask for: first those of models that changed, then enemies, then friends."""
    moved = frozenset(changed)
    models = seats(game)
    pairs = [(a, b) for a in models for b in models if a.id != b.id and not (enemies_only and a.side == b.side)]
    pairs.sort(key=lambda pair: (not moved & {pair[0].id, pair[1].id}, pair[0].side == pair[1].side))
    return tuple((a.id, b.id) for a, b in pairs)


def both_ways(pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    """The same pairs in the same order, but each with its way back beside it: the two are soon answered together."""
    waiting = dict.fromkeys(pairs)
    ordered: list[Pair] = []
    for pair in tuple(waiting):
        for way in (pair, (pair[1], pair[0])):
            if way in waiting:
                del waiting[way]
                ordered.append(way)
    return tuple(ordered)


def changed(before: Game | None, after: Game) -> tuple[str, ...]:
    """Ids of the models that are not as they were."""
    known = {model.id: model for model in before.models} if before is not None else {}
    return tuple(model.id for model in after.models if known.get(model.id) != model)


def glance(system: System, game: Game, pairs: Sequence[Pair], stop: Stop) -> Answers:
    """Only the verdicts, of a good many pairs at once; none where the book has no such glance."""
    if system.glances is None:
        return Answers(game, {}, True)
    began, found, at = perf_counter(), dict[Pair, Seen](), 0
    while at < len(pairs) and not stop() and (perf_counter() - began) * 1e3 < CHUNK_MS:
        some = pairs[at : at + AT_ONCE]
        told = system.glances(game, tuple((game.model(a), game.model(b)) for a, b in some))
        found |= {pair: _glanced(told[pair]) for pair in some}
        at += AT_ONCE
    return Answers(game, found, at >= len(pairs))


def _glanced(found: Sight) -> Seen:
    """A verdict without share and margin."""
    counts = "" if found.verdict != "grazing" else ", which counts as seen" if found.sees else ", not seen"
    return Seen(found.verdict, found.sees, None, None, f"{found.verdict}{counts} · share and margin follow")


def ask(system: System, game: Game, pairs: Sequence[Pair], stop: Stop) -> Answers:
    """The verdicts of the first pairs, as many as `CHUNK_MS` allow; at least one."""
    began, found = perf_counter(), {}
    for viewer, target in pairs:
        if stop():
            break
        found[(viewer, target)] = seen(system, game, game.model(viewer), game.model(target))
        if (perf_counter() - began) * 1e3 > CHUNK_MS:
            break
    return Answers(game, found, len(found) == len(pairs))


def seen(system: System, game: Game, viewer: Model, target: Model) -> Seen:
    """One verdict, as the book in play judges it."""
    found = system.sees(game, viewer, target)
    role = "close" if is_close(found.margin) else found.verdict
    return Seen(role, found.sees, found.share, found.margin, in_words(game, found))


def as_text(models: Sequence[Model], cells: Mapping[Pair, Seen]) -> str:
    """The grid in letters: rows look, columns are looked at."""
    wide = max((len(model.name) for model in models), default=0)
    columns = [max(9, len(model.name)) for model in models]
    head = "sees →".ljust(wide) + "  " + "  ".join(m.name.ljust(w) for m, w in zip(models, columns, strict=True))
    lines = [head]
    for viewer in models:
        words = [_word(viewer, target, cells).ljust(w) for target, w in zip(models, columns, strict=True)]
        lines.append(f"{viewer.name.ljust(wide)}  {'  '.join(words)}")
    return "\n".join(line.rstrip() for line in lines)


def _word(viewer: Model, target: Model, cells: Mapping[Pair, Seen]) -> str:
    cell = cells.get((viewer.id, target.id))
    if viewer.id == target.id:
        return "-"
    if cell is None:
        return ASKED
    sign = {"clear": "", "grazing": "~", "close": "?", "blocked": ""}[cell.role]
    if cell.sees and cell.percent is None:
        return f"yes{sign}"
    return f"{cell.percent} %{sign}" if cell.sees else f"no{sign}"


def as_csv(models: Sequence[Model], cells: Mapping[Pair, Seen]) -> str:
    """A line a pair, for a spreadsheet; the margin in millimetres."""
    out = io.StringIO()
    lines = csv.writer(out, lineterminator="\n")
    lines.writerow(("viewer", "target", "sees", "verdict", "share", "margin_mm", "says"))
    for viewer in models:
        for target in models:
            cell = cells.get((viewer.id, target.id))
            if cell is not None:
                margin = "" if cell.margin is None or isinf(cell.margin) else round(cell.margin * MM_PER_INCH, 2)
                sees = "yes" if cell.sees else "no"
                share = "" if cell.share is None else round(cell.share, 3)
                row = (viewer.name, target.name, sees, cell.role, share, margin, cell.said)
                lines.writerow(row)
    return out.getvalue()
