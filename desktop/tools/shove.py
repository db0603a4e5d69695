"""Shove models by hand, one or many, past every rule; and set many down in ranks."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import Qt

from desktop.tools import select
from desktop.tools.formation import ORDERS, formed, moved
from desktop.tools.hand import ARROWS, Gesture, Hand, moved_enough
from desktop.tools.squares import settled, squared, stepped
from desktop.tools.tool import Bench
from engine.commands import Deploy
from engine.events import Placed
from engine.game import Game, Model, Point
from engine.geometry.evidence import Evidence, Mark
from engine.play import Done, Refused, Result

HINT = (
    "Drag shoves all that are selected, past every rule · R turns them together · arrows 1 mm, Shift 1 inch · "
    "a band on empty table selects"
)
RANKS_HINT = "Click to set all of them down · R turns · K another order · Esc lets go"
KEYS = frozenset({*ARROWS, Qt.Key.Key_R})
HELD = frozenset({Qt.Key.Key_R})
TURN = 45.0
"""Degrees of one press of R."""


def gesture(bench: Bench) -> Gesture:
    """One shove, or one selection."""
    hand = yield
    if hand.verb == "press" and hand.touch.button == Qt.MouseButton.LeftButton:
        if hand.model is None:
            yield from select.band(bench, hand)
            return
        if hand.shift or hand.ctrl:
            others = tuple(name for name in bench.session.selection if name != hand.model)
            bench.session.select(others if hand.model in bench.session.selection else (*others, hand.model))
            return
        if hand.model not in bench.session.selection:
            bench.session.select((hand.model,))
        if bench.may_act():
            yield from _carry(bench, hand)
    elif hand.verb == "key" and bench.may_act():
        if hand.key in ARROWS:
            _put(bench, _shoved(bench, _chosen(bench), stepped(bench.session.game, (0.0, 0.0), hand), 0.0))
        else:
            _put(bench, _shoved(bench, _chosen(bench), (0.0, 0.0), _turn(bench, hand)))


def _carry(bench: Bench, press: Hand) -> Gesture:
    """All that are selected follow the hand until they are let down."""
    chosen, turn, hand = _chosen(bench), 0.0, press
    by: Point = (0.0, 0.0)
    lifted = False
    try:
        while hand.verb not in ("release", "hover"):
            hand = yield
            if hand.verb == "key" and hand.key == Qt.Key.Key_R:
                turn += _turn(bench, hand)
            elif hand.verb == "drag" and (lifted or moved_enough(press.touch, hand.touch)):
                by = (hand.at[0] - press.at[0], hand.at[1] - press.at[1])
            else:
                continue
            lifted = True
            _lift(bench, _shoved(bench, chosen, by, turn))
    finally:
        bench.put_back()
    if lifted:
        _put(bench, _shoved(bench, chosen, by, turn))


def _turn(bench: Bench, hand: Hand) -> float:
    """Degrees of one press of R: an eighth, on squares a quarter, back with Shift."""
    return (-1 if hand.shift else 1) * (2 * TURN if squared(bench.session) else TURN)


def _shoved(bench: Bench, models: tuple[Model, ...], by: Point, turn: float) -> tuple[Model, ...]:
    """The models moved and turned alike, each on the squares nearest to where that leads."""
    game = bench.session.game
    return _on_squares(game, moved(game.table, models, by, turn, bench.scene.ground.ceiling))


def _on_squares(game: Game, models: tuple[Model, ...]) -> tuple[Model, ...]:
    places = (settled(game, model, (model.x, model.y)) for model in models)
    return tuple(replace(model, x=x, y=y) for model, (x, y) in zip(models, places, strict=True))


def ranks(bench: Bench, models: tuple[Model, ...], hand: Hand) -> Gesture:
    """Models of the reserve follow the hand in ranks; a click sets down all that may stand there."""
    facing, order = models[0].facing, 0
    bench.hinted.emit(RANKS_HINT)
    placed: tuple[Model, ...] = ()
    try:
        while True:
            if hand.verb == "key" and hand.key == Qt.Key.Key_K:
                order = (order + 1) % len(ORDERS)
            elif hand.verb == "key":
                facing = (facing + _turn(bench, hand)) % 360.0
            game = bench.session.game
            placed = _on_squares(
                game, formed(game.table, models, hand.at, facing, ORDERS[order], bench.scene.ground.ceiling)
            )
            if hand.verb == "press" and hand.touch.button == Qt.MouseButton.LeftButton:
                break
            _lift(bench, placed)
            said = f"{len(placed)} in {ORDERS[order]}"
            bench.show(Evidence(marks=(Mark((*hand.at, 0.0), "ruler", said),)))
            bench.when_still(partial(_judge, bench, placed))
            hand = yield
    finally:
        bench.put_back()
    _set_down(bench, placed)


def _set_down(bench: Bench, placed: tuple[Model, ...]) -> None:
    """One entry each, so that the book has its say on everybody; who may not stand there stays selected."""
    left = []
    for model in placed:
        if not isinstance(bench.session.do(_deploy(model)), Done):
            left.append(model.id)
        if bench.session.pending is not None:
            break
    bench.session.select(left or [model.id for model in placed])


def _judge(bench: Bench, placed: tuple[Model, ...]) -> None:
    """Once the hand rests: who may not stand there, and why."""
    refused = [(model, found.objections) for model in placed if isinstance(found := _weighed(bench, model), Refused)]
    marks = []
    for at, (model, objections) in enumerate(refused):
        more = f"  (+{len(refused) - 1})" if len(refused) > 1 else ""
        said = f"{objections[0].text}{more}" if at == 0 and objections else ""
        marks.append(Mark((model.x, model.y, model.z), "blocked", said))
    if marks:
        bench.show(Evidence(marks=tuple(marks)))


def _weighed(bench: Bench, model: Model) -> Result:
    return bench.session.preview(_deploy(model))


def _deploy(model: Model) -> Deploy:
    return Deploy(model=model.id, at=(model.x, model.y, model.z), facing=model.facing)


def _chosen(bench: Bench) -> tuple[Model, ...]:
    game = bench.session.game
    return tuple(model for name in bench.session.selection if (model := game.model(name)).on_table)


def _lift(bench: Bench, placed: tuple[Model, ...]) -> None:
    """Show them elsewhere than they stand, with ghosts where they stand."""
    game: Game = bench.session.game
    shown, ghosts = game, []
    for model in placed:
        ghosts += [game.model(model.id)] if game.model(model.id).on_table else []
        shown = shown.with_model(model)
    bench.scene.sync(shown, ghosts=ghosts)


def _put(bench: Bench, placed: tuple[Model, ...]) -> None:
    """One entry for all of them."""
    game = bench.session.game
    facts = [
        Placed(model=model.id, at=(model.x, model.y, model.z), facing=model.facing)
        for model in placed
        if model != game.model(model.id)
    ]
    if not facts:
        return
    first = game.model(facts[0].model).name
    more = f" and {len(facts) - 1} more" if len(facts) > 1 else ""
    bench.in_hand = frozenset(fact.model for fact in facts)
    bench.session.by_hand(facts, f"Shove {first}{more}")
    bench.in_hand = frozenset()
