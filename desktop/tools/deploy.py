"""Set a model from the reserve down on the table."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import Qt

from desktop.tools.foretold import words_at
from desktop.tools.hand import Gesture
from desktop.tools.shove import ranks
from desktop.tools.squares import settled, turned
from desktop.tools.tool import Bench
from engine.commands import Deploy
from engine.game import Model, Point
from engine.geometry.heights import surface
from engine.play import Done

HINT = (
    "Choose who is in reserve, then click where to stand · several chosen come in ranks · R turns · "
    "the next one follows by itself · Esc lets go"
)
KEYS = frozenset({Qt.Key.Key_R, Qt.Key.Key_K})


def gesture(bench: Bench) -> Gesture:
    """The chosen model follows the hand; a click sets it down and takes the next one of its side."""
    facing: float | None = None
    try:
        while True:
            hand = yield
            model = _waiting(bench)
            if model is None or not bench.may_act():
                return
            together = _together(bench)
            if len(together) > 1:
                yield from ranks(bench, together, hand)
                return
            facing = model.facing if facing is None else facing
            if hand.verb == "key" and hand.key == Qt.Key.Key_R:
                facing = turned(bench.session.game, facing, -45.0 if hand.shift else 45.0)
            at = _standing(bench, model, hand.at, facing)
            if hand.verb == "press" and hand.touch.button == Qt.MouseButton.LeftButton:
                break
            bench.scene.sync(bench.session.game.with_model(replace(at, place="table")))
            bench.show(words_at(bench, at, bench.session.preview(_command(at))))
    finally:
        bench.put_back()
    if isinstance(bench.session.do(_command(at)), Done):
        _next(bench, model)


def _command(model: Model) -> Deploy:
    return Deploy(model=model.id, at=(model.x, model.y, model.z), facing=model.facing)


def _standing(bench: Bench, model: Model, at: Point, facing: float) -> Model:
    """The model at this place, on the highest floor seen there; on squares, on the nearest of them."""
    at = settled(bench.session.game, model, at, facing)
    z = surface(bench.session.game.table, model.profile.base, *at, facing, bench.scene.ground.ceiling).z
    return replace(model, x=at[0], y=at[1], z=z, facing=facing)


def _together(bench: Bench) -> tuple[Model, ...]:
    """Those of the reserve that are selected."""
    models = (bench.session.game.model(name) for name in bench.session.selection)
    return tuple(model for model in models if model.place == "reserve")


def _waiting(bench: Bench) -> Model | None:
    """Whom the hand holds: the selected model in reserve, else the first of the side to act, else anybody."""
    game = bench.session.game
    waiting = [model for model in game.models if model.place == "reserve"]
    chosen = [model for model in waiting if model.id in bench.session.selection]
    acting = [model for model in waiting if model.side == game.active]
    found = next(iter((*chosen, *acting, *waiting)), None)
    if found is not None and not chosen:
        bench.session.select((found.id,))
    return found


def _next(bench: Bench, placed: Model) -> None:
    game = bench.session.game
    waiting = [model for model in game.models if model.place == "reserve" and model.side == placed.side]
    if waiting:
        bench.session.select((waiting[0].id,))
