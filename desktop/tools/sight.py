"""Who sees whom: the verdict, the deciding line, what stands in the way, and the cut along it."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import Qt

from desktop.scene.side_view import Slice, SliceBox, SliceLine
from desktop.tools.tool import Bench, Gesture
from engine.game import MM_PER_INCH, Game, Model, ModelId
from engine.geometry.evidence import NOTHING, Evidence, Mark
from engine.geometry.measure import gap
from engine.geometry.sight import Sight
from engine.geometry.slice import slice_along

HINT = "Click who looks, then point at who is looked at · click keeps it · Ctrl+C copies · Esc clears"


def gesture(bench: Bench) -> Gesture:
    """Click A, point at B; a click on B keeps the answer, a click on the table begins anew."""
    viewer: ModelId | None = bench.session.selection[0] if len(bench.session.selection) == 1 else None
    shown: ModelId | None = None
    while True:
        hand = yield
        pressed = hand.verb == "press" and hand.touch.button == Qt.MouseButton.LeftButton
        if viewer is not None and not _stands(bench, viewer):
            viewer = None
        if pressed and hand.model is None:
            bench.clear()
            viewer = shown = None
        elif pressed and (viewer is None or hand.model == viewer):
            bench.clear()
            viewer, shown = hand.model, None
            bench.session.select((viewer,) if viewer else ())
        elif pressed and viewer is not None and hand.model is not None:
            show(bench, viewer, hand.model, "kept")
            return
        elif viewer is not None and hand.model != shown:
            shown = hand.model
            if shown is None or shown == viewer:
                bench.show(NOTHING)
            else:
                show(bench, viewer, shown, "tool")


def show(bench: Bench, viewer: ModelId, target: ModelId, layer: str) -> None:
    """Paint the answer, cut the table along the deciding line, and say it in words."""
    game = bench.session.game
    one, other = game.model(viewer), game.model(target)
    sight = bench.session.system.sees(game, one, other)
    bench.show(_labelled(game, sight, one, other), layer)
    bench.sliced.emit(cut(game, sight, one, other))
    bench.measured.emit(f"{one.name} to {other.name}: {in_words(game, sight, one, other)}")


def in_words(game: Game, sight: Sight, one: Model, other: Model) -> str:
    """'9.56″ · blocked by Wall' or '12.24″ · clear by 11 mm · 86 % seen'."""
    parts = [f"{gap(one, other).distance:.2f}″"]
    if sight.sees:
        parts.append(f"{sight.verdict} by {sight.margin * MM_PER_INCH:.0f} mm")
        parts.append(f"{sight.share * 100:.0f} % seen")
    else:
        names = ", ".join(named(game, blocker) for blocker in sight.blockers[:2])
        parts.append(f"{sight.verdict}: {names}" if names else sight.verdict)
    return " · ".join(parts)


def named(game: Game, name: str) -> str:
    """What a player calls a model or a piece of terrain."""
    if game.has_model(name):
        return game.model(name).name
    return next((piece.name for piece in game.table.terrain if piece.id == name), name)


def cut(game: Game, sight: Sight, one: Model, other: Model) -> Slice:
    """The side view along the deciding line of an answer."""
    line = next(iter(sight.evidence().lines), None)
    a = line.points[0] if line else (one.x, one.y, one.z + one.profile.height)
    b = line.points[-1] if line else (other.x, other.y, other.z + other.profile.height)
    found = slice_along(game.table, a, b, game.on_table(), beyond=1.0)
    seats = {side.id: seat for seat, side in enumerate(game.sides)}
    boxes = []
    for box in found.boxes:
        is_model = box.kind == "model"
        role = "target" if box.name == other.id else "model" if is_model else "terrain"
        if box.name in sight.blockers:
            role = "blocker"
        side = seats.get(game.model(box.name).side, 0) if is_model else -1
        note = f"hides {(1 - sight.share) * 100:.0f} %" if (box.name,) == tuple(sight.blockers) else ""
        boxes.append(SliceBox(named(game, box.name), box.start, box.end, box.bottom, box.top, role, side, note))
    lines: tuple[SliceLine, ...] = ()
    if line:
        stop = found.along(line.stopped) if line.stopped else None
        lines = (SliceLine(tuple(found.along(point) for point in line.points), line.role, "", stop),)
    return Slice(f"{one.name} → {other.name}", found.length, tuple(boxes), lines, in_words(game, sight, one, other))


def _labelled(game: Game, sight: Sight, one: Model, other: Model) -> Evidence:
    """The evidence with the answer written on its first line."""
    evidence = sight.evidence()
    words = in_words(game, sight, one, other)
    if not evidence.lines:
        role = "clear" if sight.sees else "blocked"
        return evidence + Evidence(marks=(Mark((other.x, other.y, other.z), role, words),))
    first = replace(evidence.lines[0], label=words)
    return replace(evidence, lines=(first, *evidence.lines[1:]))


def _stands(bench: Bench, name: ModelId) -> bool:
    game = bench.session.game
    return game.has_model(name) and game.model(name).on_table
