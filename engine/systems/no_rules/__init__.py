"""Just a table: models, terrain and every measurement, without any rulebook.

Whatever a hand does is done; what a base would meet on its way is said, and forbids
nothing.  A phase is one player's turn, so that rounds can be counted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from engine import seeds, standing
from engine.ask import Steps, happens
from engine.commands import Deploy, Move, Turn
from engine.events import Event, Moved, PhaseBegan, Placed, Turned
from engine.game import Game, Model, Point3
from engine.geometry.path import track
from engine.geometry.sight import Policy, Sight, sight, sight_pairs
from engine.geometry.tracks import Track
from engine.questions import Tally
from engine.rules import Plan, Rules
from engine.system import Pairs, Phase, System, no_side

PLAY = "play"
STEP = 1.0
"""Inches of height that feet pass over; anything more is told as a climb or a drop."""
INCH = "″"


def plan_move(game: Game, command: Move) -> Plan:
    """Go that way, whatever is on it."""
    model = game.model(command.model)
    walked = track(game.table, model, command.path, standing.others(game, model), step=STEP)
    moved = Moved(model=model.id, path=_in_space(walked), how=command.how or "walk", facing=command.facing)
    return Plan(
        label=f"Move {walked.length:.1f}{INCH}",
        steps=_on_the_table(model, moved),
        tallies=(Tally(title="This way", base=walked.length, suffix=INCH),),
        evidence=walked.evidence(),
        notes=tuple(_met(game, model, walked)),
    )


def plan_deploy(game: Game, command: Deploy) -> Plan:
    """Set a model down, on the ground that is really there."""
    x, y, z = command.at
    model = game.model(command.model)
    ghost = replace(model, x=x, y=y, z=z, facing=command.facing, place="table")
    at = (x, y, standing.ground_under(game, ghost))
    notes = tuple(objection.text for objection in standing.no_room(game, replace(ghost, z=at[2]), ()))
    placed = Placed(model=model.id, at=at, facing=command.facing)
    return Plan(label=f"Set up {model.name}", steps=(_stated(placed),), notes=notes)


def plan_turn(game: Game, command: Turn) -> Plan:
    """Turn on the spot."""
    model = game.model(command.model)
    turned = Turned(model=model.id, facing=command.facing)
    return Plan(label=f"Turn {model.name}", steps=_on_the_table(model, turned))


def plan_phase(game: Game) -> Plan:
    """The next player's turn; after the last player a new round begins."""
    seats = [side.id for side in game.sides]
    at = (seats.index(game.active) + 1) % len(seats) if game.active in seats else 0
    side = seats[at] if seats else no_side(game)
    began = PhaseBegan(round=game.round + (at == 0), phase=PLAY, side=side)
    return Plan(label="Next turn", steps=(_stated(began),))


def sees(game: Game, viewer: Model, target: Model) -> Sight:
    """Sight over the whole bodies, every other model standing in the way."""
    between = tuple(other for other in standing.others(game, viewer) if other.id != target.id)
    return sight(game.table, viewer, target, between, Policy(), margin=True)


def glances(game: Game, pairs: Pairs) -> Mapping[tuple[str, str], Sight]:
    """The same verdicts for many pairs at once."""
    return sight_pairs(game.table, pairs, game.on_table(), Policy())


def card(game: Game, model: Model) -> tuple[Tally, ...]:
    """What can be measured of a model: its base, its height, and how high it stands."""
    base = model.profile.base
    across = Tally(title="Base", base=base.width, base_label=base.shape, suffix=" mm")
    along = Tally(title="Base along its facing", base=base.depth, suffix=" mm")
    height = Tally(title="Height", base=model.profile.height, suffix=INCH)
    stands = Tally(title="Stands", base=model.z, base_label="above the table", suffix=INCH)
    return (across, height, stands) if base.width == base.depth else (across, along, height, stands)


def begin(game: Game) -> Game:
    """The first player's turn."""
    return replace(game, phase=PLAY, active=no_side(game))


def _in_space(walked: Track) -> tuple[Point3, ...]:
    """The way with its elevations, each point once."""
    lines = [line for line in walked.evidence().lines if line.role == "path"]
    points = [point for line in lines for point in line.points]
    return tuple(dict.fromkeys([*points, (*walked.end, walked.end_z)]))


def _met(game: Game, model: Model, walked: Track) -> list[str]:
    said = [objection.text for objection in standing.in_the_way(game, model, walked, ())]
    said += [f"It climbs {walked.up:.1f}{INCH} in all."] if walked.up else []
    said += [f"It drops {walked.down:.1f}{INCH} in all."] if walked.down else []
    return said


def _on_the_table(model: Model, fact: Event) -> tuple[Callable[[Game], Steps[Game]], ...]:
    """One step that states the fact; none for a model that is not there to do it."""
    return (_stated(fact),) if model.on_table else ()


def _stated(fact: Event) -> Callable[[Game], Steps[Game]]:
    def step(game: Game) -> Steps[Game]:
        return (yield from happens(fact))

    return step


SYSTEM = System(
    id="no_rules",
    title=seeds.book("no_rules").title,
    rules=Rules(),
    phases=(Phase(PLAY, "Play", "No rules: move, measure and roll as you have agreed."),),
    plan_move=plan_move,
    plan_phase=plan_phase,
    plan_deploy=plan_deploy,
    plan_turn=plan_turn,
    sees=sees,
    glances=glances,
    card=card,
    begin=begin,
)
"""The record of a game without rules."""
