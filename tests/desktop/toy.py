"""A rulebook of four rules, so that the window can be tested without any real one.

A model walks up to 6 in.  Hitting another rolls a D6 (4+ hits); whoever is hit chooses to
stand, or to fall prone; a prone model may do nothing.
"""

from __future__ import annotations

import math
from typing import Any

from engine.ask import Option, Steps, choose, happens, roll
from engine.commands import Act, Deploy, Move, Turn
from engine.dice import D6, Faces
from engine.events import Gained, Moved, PhaseBegan, Placed, Turned
from engine.game import Game, Marker, Model, ModelId, Profile, Side, SideId, Table, legs
from engine.questions import Objection
from engine.rules import Plan, Rules, Status
from engine.system import Action, Allowance, Phase, System

FIGHTER = Profile(id="fighter", name="Fighter", stats=(("M", 6),))
FALL_OR_STAND = (Option("fall", "Fall"), Option("stand", "Stand"))


def blow(faces: Faces) -> str:
    return "hit" if faces[0] >= 4 else "miss"


def plan_move(game: Game, command: Move) -> Plan:
    length = sum(math.dist(a, b) for a, b in legs(command.path))
    model = game.model(command.model)
    objections: tuple[Objection, ...] = ()
    if length > 6.0001:
        objections += (Objection(text=f"{length - 6:.1f}″ too far.", why=("TOY-1",), model=model.id),)
    if model.has("prone"):
        objections += (Objection(text=f"{model.name} is prone.", why=("TOY-4",), model=model.id),)

    def walk(game: Game) -> Steps[Game]:
        game = yield from happens(Moved(model=model.id, path=tuple((x, y, 0.0) for x, y in command.path)))
        return game

    return Plan(label=f"Walk {length:.1f}″", objections=objections, steps=(walk,))


def plan_hit(game: Game, act: Act) -> Plan:
    def swing(game: Game) -> Steps[Game]:
        target = ModelId(act.targets[0])
        if (yield from roll(D6, blow, "to hit", side=game.model(act.model).side, need="4+")) == "miss":
            return game
        if (yield from choose(game.model(target).side, FALL_OR_STAND, "Fall or stand?")) == "stand":
            return game
        game = yield from happens(Gained(model=target, marker=Marker("prone")))
        return game

    return Plan(label="Hit", steps=(swing,))


def plan_phase(game: Game) -> Plan:
    def on(game: Game) -> Steps[Game]:
        game = yield from happens(PhaseBegan(round=game.round + 1, phase="play", side=SideId("red")))
        return game

    return Plan(label="Next turn", steps=(on,))


def plan_deploy(game: Game, command: Deploy) -> Plan:
    def place(game: Game) -> Steps[Game]:
        game = yield from happens(Placed(model=command.model, at=command.at))
        return game

    return Plan(label="Deploy", steps=(place,))


def plan_turn(game: Game, command: Turn) -> Plan:
    def turn(game: Game) -> Steps[Game]:
        game = yield from happens(Turned(model=command.model, facing=command.facing))
        return game

    return Plan(label="Turn", steps=(turn,))


def aims(game: Game, model: Model) -> tuple[tuple[str, ...], ...]:
    return tuple((enemy.id,) for enemy in game.enemies(model))


def sees(game: Game, viewer: Model, target: Model) -> Any:
    from engine.geometry.sight import Policy, sight

    others = tuple(m for m in game.on_table() if m.id not in (viewer.id, target.id))
    return sight(game.table, viewer, target, others, Policy())


TOY = System(
    id="toy",
    title="Toy",
    rules=Rules(statuses={"prone": Status("prone", "Prone", lying="back")}),
    phases=(Phase("play", "Play"),),
    plan_move=plan_move,
    plan_phase=plan_phase,
    plan_deploy=plan_deploy,
    plan_turn=plan_turn,
    sees=sees,
    actions=(Action("hit", "Hit", ("play",), plan_hit, aims),),
    allowance=lambda game, model: Allowance(distance=6.0),
)


def model(id: str, side: str, x: float, y: float, name: str = "") -> Model:
    return Model(id=ModelId(id), name=name or id, side=SideId(side), profile=FIGHTER, x=x, y=y, place="table")


def skirmish() -> Game:
    """Ada and Ben in red at (10, 10) and (10, 14), Cid in blue at (20, 10), on a bare 36 in table."""
    return Game(
        system="toy",
        table=Table(),
        sides=(Side(id=SideId("red"), name="Red"), Side(id=SideId("blue"), name="Blue")),
        models=(
            model("ada", "red", 10, 10, "Ada"),
            model("ben", "red", 10, 14, "Ben"),
            model("cid", "blue", 20, 10, "Cid"),
        ),
        phase="play",
        active=SideId("red"),
    )


def load(name: str) -> System:
    if name != "toy":
        raise KeyError(f"There is no rulebook called {name!r}.")
    return TOY
