"""Chapter: Glyphs, stairs and portals — ways that lead elsewhere: to town and back, up and down, out."""

from __future__ import annotations

from engine.ask import Option, Steps, choose, happens
from engine.commands import Act
from engine.events import Noted, Placed, Removed
from engine.game import Game, Model, ModelId, Terrain
from engine.geometry.grid import Figure, Space, step
from engine.questions import Objection
from engine.rules import Plan
from engine.system import Action
from engine.systems.descent import able, board, orders, paying, town
from engine.systems.descent.counters import GLYPH_USED, IN_TOWN, in_play
from engine.systems.descent.declaring import heroes_with
from engine.systems.descent.questions import HEROES
from engine.systems.descent.tokens import count
from engine.systems.descent.walking import put_down

GLYPH_WHY = ("DES-DEF-GLYPH",)
STAIRS_WHY = ("DES-DEF-MACT",)
PORTAL_WHY = ("DES-DEF-PORTAL",)
LEFT = "left the dungeon"
_AROUND = ((0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1))


def plan_glyph(game: Game, act: Act) -> Plan:
    """From an open glyph to town, or from town to an open glyph; once a turn."""
    model = game.model(act.model)
    back = bool(model.count(IN_TOWN))
    words = "leave town by a glyph" if back else "go to town by the glyph"
    objections = paying.objections(game, model, "glyph", words)
    if model.count(GLYPH_USED):
        objections += (able.no(model, f"{model.name} has used a glyph this turn.", *GLYPH_WHY),)
    objections += _no_way_back(game, model) if back else _no_way_to_town(game, model)

    def travel(game: Game) -> Steps[Game]:
        game = yield from paying.pay(game, model.id, "glyph")
        game = yield from count(game, model.id, GLYPH_USED, 1, *GLYPH_WHY)
        if back:
            return (yield from _back(game, model.id))
        return (yield from _to_town(game, model.id))

    label = paying.labelled(words[:1].upper() + words[1:], "glyph")
    return Plan(label=label, objections=objections, steps=(travel,), tallies=paying.price(model, "glyph"))


def plan_stairs(game: Game, act: Act) -> Plan:
    """Walk up or down the stairs in whose space the hero stands."""
    model = game.model(act.model)
    ends = other_ends(game, model)
    free = tuple(piece for piece in ends if _free_space(game, piece) is not None)
    objections = (*able.not_in_dungeon(game, model), *paying.objections(game, model, "stairs", "take the stairs"))
    if not ends:
        objections += (able.no(model, f"{model.name} stands on no stairs that lead anywhere.", *STAIRS_WHY),)
    elif not free:
        objections += (able.no(model, "Somebody stands at the other end of the stairs.", *STAIRS_WHY),)

    def climb(game: Game) -> Steps[Game]:
        game = yield from paying.pay(game, model.id, "stairs")
        end = yield from paying.which(game, model.id, free, "Which stairs?", *STAIRS_WHY)
        space = _free_space(game, end)
        return game if space is None else (yield from _set_down(game, model.id, space, *STAIRS_WHY))

    label = paying.labelled("Take the stairs", "stairs")
    steps = (climb,) if free else ()
    return Plan(label=label, objections=objections, steps=steps, tallies=paying.price(model, "stairs"))


def plan_leave(game: Game, act: Act) -> Plan:
    """Leave the dungeon for good by the portal on which the hero stands; no movement action."""
    model = game.model(act.model)
    objections: tuple[Objection, ...] = (*able.not_in_dungeon(game, model), *able.not_its_turn(game, model))
    if not in_play(model) or not board.pieces_under(game, model, board.PORTAL):
        objections += (able.no(model, f"{model.name} stands on no portal.", *PORTAL_WHY),)

    def leave(game: Game) -> Steps[Game]:
        return (yield from happens(Removed(model=model.id, reason=LEFT, why=(*PORTAL_WHY, "DES-DEF-MONK"))))

    return Plan(label="Leave by the portal", objections=objections, steps=(leave,))


def other_ends(game: Game, model: Model) -> tuple[Terrain, ...]:
    """Stairs of the same name as those the figure stands on, elsewhere on the board."""
    if not in_play(model):
        return ()
    here = board.pieces_under(game, model, board.STAIRS)
    names = [piece.name for piece in here]
    return tuple(piece for piece in board.pieces(game.table, board.STAIRS) if piece.name in names and piece not in here)


def landings(game: Game) -> tuple[Space, ...]:
    """Spaces where a hero may come back from town: open glyphs, or beside one on which somebody stands."""
    standing, walking = board.standing(game), board.walking(game.table)
    found: list[Space] = []
    for piece in board.pieces(game.table, board.OPEN_GLYPH):
        for space in board.spaces_of(piece):
            if space not in standing:
                found.append(space)
                continue
            ends = (step(walking, Figure(space), way, board.corners(game)) for way in _AROUND)
            found += [taken.end.at for taken in ends if taken.allowed and taken.end.at not in standing]
    return tuple(dict.fromkeys(found))


def _no_way_to_town(game: Game, model: Model) -> tuple[Objection, ...]:
    found = able.not_in_dungeon(game, model)
    if not in_play(model) or not board.pieces_under(game, model, board.OPEN_GLYPH):
        found += (able.no(model, f"{model.name} stands on no open glyph.", *GLYPH_WHY),)
    if not town.spaces(game):
        found += (able.no(model, "This board has no town: draw a zone called Town.", *GLYPH_WHY),)
    elif town.free_space(game) is None:
        found += (able.no(model, "There is no room left in town.", *GLYPH_WHY),)
    return found


def _no_way_back(game: Game, model: Model) -> tuple[Objection, ...]:
    if landings(game):
        return ()
    return (able.no(model, "No open glyph of this board has room for him.", *GLYPH_WHY),)


def _to_town(game: Game, model: ModelId) -> Steps[Game]:
    bed = town.free_space(game)
    if bed is None:
        return game
    game = yield from orders.drop(game, model, (orders.AIM,), "DES-DEF-AIM")
    game = yield from count(game, model, IN_TOWN, 1, *GLYPH_WHY)
    text = f"{game.model(model).name} goes to town"
    game = yield from happens(Noted(text=text, model=model, why=GLYPH_WHY))
    at = (*bed.centre(), 0.0)
    return (yield from happens(Placed(model=model, at=at, facing=game.model(model).facing, why=GLYPH_WHY)))


def _back(game: Game, model: ModelId) -> Steps[Game]:
    spaces = landings(game)
    if not spaces:
        return game
    options = tuple(Option(f"{i}_{j}", f"Column {i + 1}, row {j + 1}") for i, j in spaces)
    asked = f"Where does {game.model(model).name} step out of the glyph?"
    answer = yield from choose(game.model(model).side, options, asked, model=model, why=GLYPH_WHY)
    space = next(space for space in spaces if f"{space[0]}_{space[1]}" == answer)
    game = yield from count(game, model, IN_TOWN, 0, *GLYPH_WHY)
    return (yield from _set_down(game, model, space, *GLYPH_WHY))


def _set_down(game: Game, model: ModelId, space: Space, *why: str) -> Steps[Game]:
    figure = Figure(space)
    at = (*figure.centre(), 0.0)
    game = yield from orders.drop(game, model, (orders.AIM,), "DES-DEF-AIM")
    game = yield from happens(Placed(model=model, at=at, facing=game.model(model).facing, why=why))
    return (yield from put_down(game, model, fell=board.in_pit(game, game.model(model))))


def _free_space(game: Game, piece: Terrain) -> Space | None:
    standing = board.standing(game)
    return next((space for space in board.spaces_of(piece) if space not in standing), None)


def _on_portal(game: Game, model: Model) -> bool:
    return in_play(model) and bool(board.pieces_under(game, model, board.PORTAL))


def _on_glyph(game: Game, model: Model) -> bool:
    return bool(model.count(IN_TOWN)) or (in_play(model) and bool(board.pieces_under(game, model, board.OPEN_GLYPH)))


ACTIONS = (
    Action("glyphs", "Use a glyph", (HEROES,), plan_glyph, aims=heroes_with(_on_glyph), icon="glyph"),
    Action("stairs", "Take the stairs", (HEROES,), plan_stairs, aims=heroes_with(other_ends), icon="stairs"),
    Action("leave", "Leave by the portal", (HEROES,), plan_leave, aims=heroes_with(_on_portal), icon="portal"),
)
