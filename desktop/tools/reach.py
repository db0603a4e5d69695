"""How far the model under the mouse may still go, with the sums that say so."""

from __future__ import annotations

from msgspec.structs import replace

from desktop.tools.hand import Gesture
from desktop.tools.tool import Bench
from engine.game import ModelId
from engine.geometry.evidence import NOTHING, Evidence, Mark

HINT = "Point at a model to see how far it may go · click keeps it · Esc clears"


def gesture(bench: Bench) -> Gesture:
    """Follow the mouse from model to model; a click keeps what is shown and selects."""
    shown: ModelId | None = None
    while True:
        hand = yield
        if hand.verb == "press" and hand.model is not None:
            bench.session.select((hand.model,))
            bench.show(zone(bench, hand.model), "kept")
            return
        if hand.model != shown:
            shown = hand.model
            bench.show(zone(bench, shown) if shown is not None else NOTHING)


def zone(bench: Bench, model: ModelId) -> Evidence:
    """The allowance's area, and its sums in words at the model."""
    allowance = bench.session.allowance(model)
    found = bench.session.game.model(model)
    sums = [tally.text() for tally in allowance.tallies] or [f"{allowance.distance:g}″"]
    said = allowance.ruling_text or " · ".join(sums)
    area = replace(allowance.evidence, pieces=())
    return area + Evidence(marks=(Mark((found.x, found.y, found.z), "reach", said),))
