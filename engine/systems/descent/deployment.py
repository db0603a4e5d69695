"""Chapter: Setting up — figures on empty squares; and turning on the spot.

Figures look every way, so facing means nothing but for long ones, which turn by setting one half
beside the other: that is a move.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.ask import Steps, happens
from engine.commands import Deploy, Move, Turn
from engine.events import Placed, Turned
from engine.game import Game, Model
from engine.geometry.grid import Figure, figure_of, figure_size, snap
from engine.questions import Objection
from engine.rules import Plan
from engine.standing import outside_zone, over, set_up
from engine.systems.descent import able, board
from engine.systems.descent.movement import plan_move

WHY = ("DES-DEF-OWN-SQUARE",)
TURN_WHY = ("DES-DEF-LOS",)


def plan_deploy(game: Game, command: Deploy) -> Plan:
    """Set a figure up from the reserve: on the squares nearest to the place asked for."""
    model = game.model(command.model)
    wide, deep = figure_size(model.profile.base, command.facing)
    figure = snap(command.at[:2], wide, deep)
    x, y = figure.centre()
    ghost = replace(model, x=x, y=y, z=0.0, facing=command.facing, place="table")
    objections = (*over(game, able.OVER), *set_up(model, ("DES-DEF-ARM",), WHY))
    objections += (*outside_zone(game, ghost, WHY), *_taken(game, ghost, figure))

    def place(game: Game) -> Steps[Game]:
        return (yield from happens(Placed(model=model.id, at=(x, y, 0.0), facing=command.facing, why=WHY)))

    return Plan(label=f"Set up {model.name}", objections=objections, steps=(place,))


def plan_turn(game: Game, command: Turn) -> Plan:
    """Look another way, which means nothing; a long figure that would lie otherwise moves."""
    model = game.model(command.model)
    here = figure_of(model)
    if figure_size(model.profile.base, command.facing) != (here.wide, here.deep) and model.on_table:
        path = ((model.x, model.y), (model.x, model.y))
        return plan_move(game, Move(model=model.id, path=path, facing=command.facing))

    def turn(game: Game) -> Steps[Game]:
        return (yield from happens(Turned(model=model.id, facing=command.facing, why=TURN_WHY)))

    objections = () if model.on_table else able.absent(game, model) or able.not_in_dungeon(game, model)
    return Plan(label=f"Turn {model.name}", objections=objections, steps=(turn,))


def _taken(game: Game, ghost: Model, figure: Figure) -> tuple[Objection, ...]:
    """Walls, pits and figures where it would be set up."""
    if not board.walking(game.table).holds(figure):
        return (able.no(ghost, f"There is no open floor for {ghost.name} there.", *WHY),)
    standing = board.standing(game, ghost.id)
    inside = next((standing[space] for space in figure.spaces if space in standing), None)
    if inside is None:
        return ()
    return (able.no(ghost, f"{inside.name} stands there.", *WHY),)
