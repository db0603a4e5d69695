"""Who sees whom: the verdict with its margin, the deciding line, what stands in the way, and the cut along it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt

from desktop.scene.side_view import Slice
from desktop.session import Look
from desktop.tools.cutting import cut
from desktop.tools.hand import ARROWS, ENTER, TABS, Gesture, Hand, beside_by, next_of
from desktop.tools.tool import Bench
from engine.game import Game, Model, ModelId, Point3
from engine.geometry.evidence import NOTHING, Evidence, Line
from engine.geometry.sight import Sight
from engine.measuring.answer import End, Measured, asked, end_name, is_close
from engine.measuring.levels import top_at
from engine.measuring.ranges import between
from engine.measuring.sights import away, in_words, sight_both_ways

HINT = "Click who or where looks, then at whom or where · Tab the next, Enter keeps · Ctrl+C copies · Esc clears"
HELD = frozenset({*ARROWS, *ENTER, *TABS})
EYE = 1.0
"""Inches over the ground at which a mere place looks and is looked at; Shift+wheel changes it."""
EYE_STEP = 0.25

Spot = ModelId | Point3
"""Who looks or is looked at: a model, or a place at eye height."""


@dataclass
class _Watch:
    """Who looks (*clicked*, or selected before), at whom, what is known of it, and whether the answer is to stay."""

    viewer: Spot | None
    clicked: bool = False
    target: Spot | None = None
    told: Measured | None = None
    keep: bool = False
    eye: float = EYE


def gesture(bench: Bench) -> Gesture:
    """Click A, point at B; a click on B keeps the answer, a click on the table after that begins anew."""
    chosen = bench.session.selection
    watch = _Watch(chosen[0] if len(chosen) == 1 else None)
    while not watch.keep:
        hand = yield
        if isinstance(watch.viewer, str) and not _stands(bench, watch.viewer):
            watch.viewer = None
        if hand.verb == "press" and hand.touch.button == Qt.MouseButton.LeftButton:
            _press(bench, watch, hand)
        elif hand.verb in ("key", "wheel"):
            _steer(bench, watch, hand)
        elif hand.verb in ("hover", "drag") and watch.viewer is not None and "kept" not in bench.painted:
            spot = _spot(bench, watch, hand)
            if spot != watch.target:
                _point(bench, watch, spot)
    if watch.told is not None:
        show(bench, watch.told, _end(bench, watch.viewer), _end(bench, watch.target), "kept")


def _press(bench: Bench, watch: _Watch, hand: Hand) -> None:
    spot, anew = _spot(bench, watch, hand), "kept" in bench.painted and hand.model is None
    first, watch.clicked = not watch.clicked, True
    if (
        first and spot == watch.viewer
    ):  # who was selected is clicked all the same: “click who looks” is what the hint says
        watch.target, watch.told = None, None
        bench.clear()
        bench.show(NOTHING)
        return
    if watch.viewer is None or spot == watch.viewer or anew:
        bench.clear()
        watch.viewer = None if spot == watch.viewer else spot
        watch.target, watch.told = None, None
        bench.session.select((watch.viewer,) if isinstance(watch.viewer, str) else ())
        bench.show(NOTHING)
        return
    if spot != watch.target or watch.told is None:
        bench.clear()
        _point(bench, watch, spot)
    watch.keep = True


def _steer(bench: Bench, watch: _Watch, hand: Hand) -> None:
    """Tab to the next model, arrows move a place, Enter keeps, Shift+wheel lifts the eye of places."""
    if watch.viewer is None:
        return
    if hand.verb == "wheel":
        watch.eye = max(EYE_STEP, watch.eye + (EYE_STEP if hand.notches > 0 else -EYE_STEP))
        if not isinstance(watch.target, str):
            _point(bench, watch, _spot(bench, watch, hand))
    elif hand.key in ENTER:
        watch.keep = watch.target is not None
    elif hand.key in TABS:
        bench.clear()
        names = [model.id for model in bench.session.game.on_table() if model.id != watch.viewer]
        if names:
            now = watch.target if isinstance(watch.target, str) else None
            _point(bench, watch, next_of(names, now, hand))
    elif hand.key in ARROWS:
        bench.clear()
        here = watch.target or watch.viewer
        x, y, _ = _place(bench, here)
        _point(bench, watch, _lifted(bench, watch, beside_by((x, y), hand)))


def _point(bench: Bench, watch: _Watch, spot: Spot) -> None:
    """Ask about another target; until the answer comes a ruler holds its place."""
    watch.target, watch.told = spot, None
    if watch.viewer is None or spot == watch.viewer:
        bench.show(NOTHING)
        return
    game = bench.session.game
    viewer, a, b = watch.viewer, _end(bench, watch.viewer), _end(bench, spot)
    bench.show(Evidence(lines=(Line(between(game, a, b).at, "ruler", "looking …"),)))

    def heard(told: object) -> None:
        if isinstance(told, Measured) and (watch.viewer, watch.target) == (viewer, spot):
            watch.told = told
            show(bench, told, a, b, "kept" if watch.keep else "tool")

    bench.ask(lambda stop: sight_both_ways(game, a, b, asked("sight", a, b)), heard)


def show(bench: Bench, told: Measured, one: End, other: End, layer: str) -> None:
    """Paint the answer, cut the table along the deciding line, and say it in words."""
    bench.show(told.evidence, layer)
    if told.sight is not None:
        bench.sliced.emit(_cut(bench.session.game, told.sight, one, other, told.label))
    bench.tell(told, f"{end_name(one)} to {end_name(other)}")


def keep(bench: Bench, viewer: ModelId, target: ModelId) -> None:
    """Ask at once and keep the answer on the table."""
    game = bench.session.game
    one, other = game.model(viewer), game.model(target)
    show(bench, sight_both_ways(game, one, other, asked("sight", one, other)), one, other, "kept")


def aimed(bench: Bench, looks: tuple[Look, ...], sights: tuple[Sight, ...]) -> None:
    """An answer that no gesture asked for belongs to the action looked at: show the cut along it."""
    if bench.busy or bench.considered is None:
        return
    for (game, viewer, target), sight in zip(looks, sights):
        if game == bench.session.game:
            one, other = game.model(viewer), game.model(target)
            words = f"{away(game, one, other)} · {in_words(game, sight)}"
            bench.sliced.emit(_cut(game, sight, one, other, words))


def _cut(game: Game, sight: Sight, one: End, other: End, note: str) -> Slice:
    """The side view along the deciding line of an answer."""
    return cut(
        game,
        sight.best,
        "close" if is_close(sight.margin) else sight.verdict,
        f"{end_name(one)} → {end_name(other)}",
        note,
        stop=sight.stop,
        blockers=sight.blockers,
        names=(*sight.hidden_by, *(end.id for end in (one, other) if isinstance(end, Model))),
        target=other.id if isinstance(other, Model) else "",
    )


# Spots and ends ------------------------------------------------------------------------------


def _spot(bench: Bench, watch: _Watch, hand: Hand) -> Spot:
    return hand.model if hand.model is not None else _lifted(bench, watch, hand.at)


def _lifted(bench: Bench, watch: _Watch, at: tuple[float, float]) -> Point3:
    x, y, z = top_at(bench.session.game, at, bench.scene.ground.ceiling)
    return (x, y, z + watch.eye)


def _place(bench: Bench, spot: Spot) -> Point3:
    if isinstance(spot, str):
        model = bench.session.game.model(spot)
        return (model.x, model.y, model.z)
    return spot


def _end(bench: Bench, spot: Spot | None) -> End:
    if spot is None:
        raise ValueError("nobody looks there")
    return bench.session.game.model(spot) if isinstance(spot, str) else spot


def _stands(bench: Bench, name: str) -> bool:
    game = bench.session.game
    return game.has_model(name) and game.model(name).on_table
