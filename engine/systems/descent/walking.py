"""Chapter: Movement — walking a way space by space, and what happens on it.

Aim goes with the first step, a pit is fallen into, a glyph wakes under a hero, and heroes on guard
break in where they said they would.
"""

from __future__ import annotations

from math import atan2, degrees

from msgspec.structs import replace

from engine.ask import Steps, happens
from engine.events import Built, Counted, Moved, Noted
from engine.game import Game, Model, ModelId, Point3
from engine.geometry.grid import Figure, figure_of, figure_size
from engine.systems.descent import board, fight, guard, orders, wounds
from engine.systems.descent.counters import CONQUEST, heroes_side, in_play, is_hero
from engine.systems.descent.tables import number
from engine.systems.descent.ways import Stride, Way

WHY = ("DES-DEF-MP",)
PIT = ("DES-DEF-PIT",)
GLYPH = ("DES-DEF-GLYPH",)


def walk(game: Game, model: ModelId, way: Way, facing: float | None = None) -> Steps[Game]:
    """Go along the whole way, as far as the figure lives."""
    game = yield from orders.drop(game, model, (orders.AIM,), "DES-DEF-AIM")
    breaks = () if is_hero(game.model(model)) else (yield from guard.on_the_way(game, model, way))
    gone: list[Stride] = []
    for done in range(len(way.strides) + 1):
        due = [attack for at, attack in breaks if at == done]
        last = done == len(way.strides)
        if due or last or (gone and _something_at(game, model, gone[-1])):
            game = yield from _went(game, model, gone, facing if last else None)
            if gone:
                game = yield from put_down(game, model, fell=gone[-1].kind == "fall")
            gone = []
        for attack in due:
            game = yield from fight.whole(game, attack)
        if last or not _goes_on(game, model):
            return game
        gone.append(way.strides[done])
    return game


def put_down(game: Game, model: ModelId, *, fell: bool) -> Steps[Game]:
    """What happens to a figure that has just come to a space, however it came there."""
    if fell:
        game = yield from fall(game, model)
    if not is_hero(game.model(model)) or not in_play(game.model(model)):
        return game
    for piece in board.pieces_under(game, game.model(model), board.GLYPH):
        game = yield from wake(game, model, piece.id)
    return game


def fall(game: Game, model: ModelId) -> Steps[Game]:
    """A figure that fills only pit spaces takes a wound which armor does not stop."""
    text = f"{game.model(model).name} falls into the pit"
    game = yield from happens(Noted(text=text, model=model, why=PIT))
    return (yield from wounds.lose(game, model, number("pit_wounds"), *PIT))


def wake(game: Game, model: ModelId, piece: str) -> Steps[Game]:
    """A hero steps on a glyph: it is open from now on, and the heroes gain conquest."""
    glyph, side = game.table.piece(piece), heroes_side(game)
    text = f"{game.model(model).name} wakes the {glyph.name[:1].lower() + glyph.name[1:]}"
    game = yield from happens(Noted(text=text, model=model, why=GLYPH))
    game = yield from happens(Built(piece=replace(glyph, kind=board.OPEN_GLYPH), why=GLYPH))
    gained = side.count(CONQUEST) + number("glyph_conquest")
    return (yield from happens(Counted(of="side", whose=side.id, name=CONQUEST, value=gained, why=GLYPH)))


def toward(model: Model, start: Figure, end: Figure) -> float:
    """Which way a figure looks after a step: along it, or for a long one along its own length."""
    (ax, ay), (bx, by) = start.centre(), end.centre()
    along = degrees(atan2(bx - ax, ay - by)) % 360.0
    if end.wide == end.deep:
        return along
    shape = (end.wide, end.deep)
    quarters = [turn for turn in (0.0, 90.0, 180.0, 270.0) if figure_size(model.profile.base, turn) == shape]
    return min(quarters, key=lambda turn: abs((turn - along + 180.0) % 360.0 - 180.0))


def _goes_on(game: Game, model: ModelId) -> bool:
    return in_play(game.model(model)) and not game.outcome


def _something_at(game: Game, model: ModelId, stride: Stride) -> bool:
    """Does something happen where this step ends, so that the figure has to be there first?"""
    if stride.kind == "fall":
        return True
    if not is_hero(game.model(model)):
        return False
    covered = set(stride.end.spaces)
    return any(covered & set(board.spaces_of(piece)) for piece in board.pieces(game.table, board.GLYPH))


def _went(game: Game, model: ModelId, gone: list[Stride], facing: float | None) -> Steps[Game]:
    """One stretch of the way as one fact."""
    if not gone:
        return game
    figure = game.model(model)
    start = figure_of(figure)
    places = (start, *(stride.end for stride in gone))
    path: tuple[Point3, ...] = ((figure.x, figure.y, figure.z), *((*place.centre(), 0.0) for place in places[1:]))
    looks = toward(figure, places[-2], places[-1]) if facing is None else facing
    how = "jump" if any(stride.kind == "jump" for stride in gone) else "climb" if gone[0].kind == "climb" else "walk"
    why = (*WHY, *(PIT if how != "walk" else ()), *(("DES-DEF-LARGE",) if len(start.spaces) > 1 else ()))
    return (yield from happens(Moved(model=model, path=path, how=how, facing=looks, why=why)))
