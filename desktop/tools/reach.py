"""How far a model may still go, with the sums that say so, and who is within so many inches of it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt

from desktop.tools.hand import DIGITS, Gesture, Hand
from desktop.tools.overlays import WAITING, walk_evidence
from desktop.tools.tool import Bench
from engine.game import Model, ModelId
from engine.geometry.evidence import NOTHING, Evidence, Mark
from engine.measuring.answer import asked, inches
from engine.measuring.ranges import tell_zone
from engine.system import Allowance

HINT = "Point at a model · digits or Shift+wheel: a ring of 1–12″ · click keeps it, also in a drag · Esc clears"
MOST = 12.0
"""Inches of the widest ring."""
STEPS = {Qt.Key.Key_Up: 1.0, Qt.Key.Key_Down: -1.0}
KEYS = frozenset({*DIGITS, *STEPS, Qt.Key.Key_Return, Qt.Key.Key_Enter})


@dataclass
class _Zone:
    """Whose zone is shown, how wide its ring is, and how far it walks as soon as that is known."""

    owner: ModelId | None = None
    radius: float = 0.0
    walk: Allowance | None = None


def gesture(bench: Bench) -> Gesture:
    """Follow the mouse from model to model, or show the selected one; a click or Enter keeps it."""
    zone = _Zone(radius=bench.overlays.radius)
    while True:
        hand = yield
        if hand.verb == "press" and hand.touch.button == Qt.MouseButton.LeftButton:
            if hand.model is None:
                bench.overlays.clear()
                bench.session.select(())
                continue
            bench.session.select((hand.model,))
            zone.owner = hand.model
            _keep(bench, hand.model, zone)
        elif hand.verb == "key" and hand.key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if zone.owner is not None:
                _keep(bench, zone.owner, zone)
        elif hand.verb in ("key", "wheel"):
            zone.radius = bench.overlays.radius = _radius(zone.radius, hand)
            _resize(bench, zone)
        elif hand.verb in ("hover", "drag") and _owner(bench, hand) != zone.owner:
            _point(bench, zone, _owner(bench, hand))


def _radius(now: float, hand: Hand) -> float:
    """One more or fewer; or the digit, after a 1 also 10, 11 and 12; 0 draws no ring."""
    if hand.verb == "wheel":
        return min(MOST, max(0.0, now + (1.0 if hand.notches > 0 else -1.0)))
    if hand.key in STEPS:
        return min(MOST, max(0.0, now + STEPS[Qt.Key(hand.key)]))
    digit = float(hand.key - Qt.Key.Key_0)
    return 10.0 + digit if now == 1.0 and digit <= 2.0 else digit


def _owner(bench: Bench, hand: Hand) -> ModelId | None:
    """The model under the mouse, else the selected one."""
    if hand.model is not None:
        return hand.model
    game = bench.session.game
    return next((name for name in bench.session.selection if game.model(name).on_table), None)


def _point(bench: Bench, zone: _Zone, owner: ModelId | None) -> None:
    """Another model: its ring at once, its walk as soon as it is known."""
    zone.owner, zone.walk = owner, None
    _paint(bench, zone)
    if owner is None:
        return
    session, game = bench.session, bench.session.game
    model = game.model(owner)

    def heard(walk: object) -> None:
        if zone.owner == owner and isinstance(walk, Allowance):
            zone.walk = walk
            _paint(bench, zone)

    bench.ask(lambda stop: session.system.allowance(game, model), heard)


def _resize(bench: Bench, zone: _Zone) -> None:
    """The ring has another radius; a kept one of the same model follows."""
    kept = bench.overlays.kept
    if kept is not None and kept.model == zone.owner:
        bench.overlays.keep(kept.model, zone.radius)
        _tell(bench, bench.session.game.model(kept.model), zone.radius)
    else:
        _paint(bench, zone)


def _paint(bench: Bench, zone: _Zone) -> None:
    kept = bench.overlays.kept
    if zone.owner is None or (kept is not None and kept.model == zone.owner):
        bench.show(NOTHING)
        return
    model = bench.session.game.model(zone.owner)
    waiting = Evidence(marks=(Mark((model.x, model.y, model.z), "ruler", WAITING),))
    evidence = waiting if zone.walk is None else walk_evidence(model, zone.walk)
    if zone.radius:
        evidence += _tell(bench, model, zone.radius)
    bench.show(evidence)


def _keep(bench: Bench, owner: ModelId, zone: _Zone) -> None:
    bench.show(NOTHING)
    bench.overlays.keep(owner, zone.radius)
    if zone.radius:
        _tell(bench, bench.session.game.model(owner), zone.radius)


def _tell(bench: Bench, model: Model, radius: float) -> Evidence:
    """Who is within, in the status line and to copy."""
    if not radius:
        return NOTHING
    told = tell_zone(bench.session.game, model, radius, query=asked("zone", model, radius))
    bench.tell(told, f"{inches(radius)} round {model.name}")
    return told.evidence
