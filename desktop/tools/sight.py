"""Who sees whom: the verdict, the deciding line, what stands in the way, and the cut along it."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import replace as replaced

from msgspec.structs import replace
from PySide6.QtCore import Qt

from desktop.scene.side_view import BoxRole, Slice, SliceBox, SliceLine
from desktop.session import Look
from desktop.tools.hand import Gesture, Hand
from desktop.tools.tool import Bench
from engine.game import MM_PER_INCH, Game, Model, ModelId
from engine.geometry.evidence import NOTHING, Evidence, Line
from engine.geometry.measure import gap
from engine.geometry.sight import Sight
from engine.geometry.slice import Box, slice_along

HINT = "Click who looks, then point at who is looked at · click keeps it · Ctrl+C copies · Esc clears"
FLAT = 0.05
"""Inches; what is lower is ground and not drawn in the cut."""


@dataclass
class _Watch:
    """Who looks, at whom, what is known of it, and whether the answer is to stay."""

    viewer: ModelId | None
    target: ModelId | None = None
    sight: Sight | None = None
    keep: bool = False


def gesture(bench: Bench) -> Gesture:
    """Click A, point at B; a click on B keeps the answer, a click on the table begins anew."""
    chosen = bench.session.selection
    watch = _Watch(chosen[0] if len(chosen) == 1 else None)
    while not (watch.keep and watch.sight):
        hand = yield
        if watch.viewer is not None and not _stands(bench, watch.viewer):
            watch.viewer = None
        if hand.verb == "told":
            _hear(bench, watch, hand)
        elif hand.verb == "press" and hand.touch.button == Qt.MouseButton.LeftButton:
            _press(bench, watch, hand.model)
        elif watch.viewer is not None and hand.model != watch.target and not watch.keep:
            _point(bench, watch, hand.model)
    if watch.viewer and watch.target and watch.sight:
        show(bench, watch.sight, watch.viewer, watch.target, "kept")


def _press(bench: Bench, watch: _Watch, model: ModelId | None) -> None:
    bench.clear()
    if model is None or watch.viewer is None or model == watch.viewer:
        watch.viewer, watch.target, watch.sight, watch.keep = model, None, None, False
        bench.session.select((model,) if model else ())
        return
    if model != watch.target:
        _point(bench, watch, model)
    watch.keep = True


def _point(bench: Bench, watch: _Watch, model: ModelId | None) -> None:
    """Ask about another target; until the answer comes a ruler holds its place."""
    watch.target, watch.sight = model, None
    if watch.viewer is None or model is None or model == watch.viewer:
        bench.show(NOTHING)
        return
    game = bench.session.game
    bench.show(Evidence(lines=(Line(gap(game.model(watch.viewer), game.model(model)).at, "ruler", "looking …"),)))
    bench.session.look(((game, watch.viewer, model),))


def _hear(bench: Bench, watch: _Watch, hand: Hand) -> None:
    for (_, viewer, target), sight in hand.told:
        if (viewer, target) == (watch.viewer, watch.target):
            watch.sight = sight
            show(bench, sight, viewer, target, "tool")


def show(bench: Bench, sight: Sight, viewer: ModelId, target: ModelId, layer: str) -> None:
    """Paint the answer, cut the table along the deciding line, and say it in words."""
    game = bench.session.game
    one, other = game.model(viewer), game.model(target)
    bench.show(_labelled(game, sight, one, other), layer)
    bench.sliced.emit(cut(game, sight, one, other))
    bench.measured.emit(f"{one.name} to {other.name}: {in_words(game, sight, one, other)}")


def aimed(bench: Bench, looks: tuple[Look, ...], sights: tuple[Sight, ...]) -> None:
    """An answer that no gesture asked for belongs to the action looked at: show the cut along it."""
    if bench.busy or bench.considered is None:
        return
    for (game, viewer, target), sight in zip(looks, sights):
        if game == bench.session.game:
            bench.sliced.emit(cut(game, sight, game.model(viewer), game.model(target)))


def in_words(game: Game, sight: Sight, one: Model, other: Model) -> str:
    """'9.56″ · blocked by Wall' or '12.24″ · clear by 11 mm · 86 % seen'."""
    parts = [f"{gap(one, other).distance:.2f}″"]
    if sight.sees:
        parts.append(f"{sight.verdict} by {sight.margin * MM_PER_INCH:.0f} mm")
        parts.append(f"{sight.share * 100:.0f} % seen")
    else:
        names = [named(game, blocker) for blocker in sight.blockers]
        more = f" and {len(names) - 1} more" if len(names) > 1 else ""
        parts.append(f"{sight.verdict}: {names[0]}{more}" if names else sight.verdict)
    return " · ".join(parts)


def named(game: Game, name: str) -> str:
    """What a player calls a model or a piece of terrain."""
    if game.has_model(name):
        return game.model(name).name
    return next((piece.name for piece in game.table.terrain if piece.id == name), name)


def cut(game: Game, sight: Sight, one: Model, other: Model) -> Slice:
    """The side view along the deciding line of an answer."""
    found = slice_along(game.table, *sight.best, game.on_table(), beyond=1.0)
    boxes: list[SliceBox] = []
    for box in found.boxes:
        if box.top - box.bottom > FLAT:
            made = _box(game, sight, one, other, box)
            told = any(made.label == earlier.label for earlier in boxes)
            boxes.append(replaced(made, label="") if told else made)
    stop = None if sight.stop is None else found.along(sight.stop)
    line = SliceLine(tuple(found.along(point) for point in sight.best), sight.verdict, "", stop)
    return Slice(f"{one.name} → {other.name}", found.length, tuple(boxes), (line,), in_words(game, sight, one, other))


def _box(game: Game, sight: Sight, viewer: Model, target: Model, box: Box) -> SliceBox:
    """A box of the cut in its role; only the two concerned and what decides are named."""
    role: BoxRole = "terrain"
    side, named_ones = -1, (*sight.blockers[:1], *sight.hidden_by[:1])
    if box.kind == "model":
        side = [seat.id for seat in game.sides].index(game.model(box.name).side)
        role, named_ones = ("target" if box.name == target.id else "model"), (*named_ones, viewer.id, target.id)
    elif box.name in sight.blockers:
        role = "blocker"
    label = named(game, box.name) if box.name in named_ones else ""
    return SliceBox(label, box.start, box.end, box.bottom, box.top, role, side)


def _labelled(game: Game, sight: Sight, one: Model, other: Model) -> Evidence:
    """The evidence with the answer written on its first line."""
    evidence = sight.evidence()
    words = in_words(game, sight, one, other)
    lines = tuple(replace(line, label="" if place else words) for place, line in enumerate(evidence.lines))
    return replace(evidence, lines=lines, marks=tuple(replace(mark, label="") for mark in evidence.marks))


def _stands(bench: Bench, name: ModelId) -> bool:
    game = bench.session.game
    return game.has_model(name) and game.model(name).on_table
