"""Chapter: Actions — Stand Up: on its feet again, and straight into a fight if an enemy is there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from engine.ask import Option, Steps, choose, happens
from engine.commands import Act
from engine.events import Lost, Turned
from engine.game import Game, Model, ModelId
from engine.geometry.arcs import bearing
from engine.questions import Objection
from engine.rules import Plan
from engine.system import Action
from engine.systems.bushido import bout, exchange
from engine.systems.bushido.activation import declare
from engine.systems.bushido.contact import apart, enemies_touching, holds
from engine.systems.bushido.foresight import foreseen
from engine.systems.bushido.prone import PRONE
from engine.systems.bushido.questions import MAIN
from engine.systems.bushido.readings import STAND_UP_OPPONENT, chosen
from engine.systems.bushido.wish import STAND_UP, Wish

Step = Callable[[Game], Steps[Game]]
WHY = ("BUS-DEF-ACTION-STAND-UP",)
KEEP = Option("keep", "Face where it faces")
MOST_FACINGS = 8
"""Enemies among whom to pick one to face."""


def plan_stand_up(game: Game, act: Act) -> Plan:
    """Stand up; *targets* names the enemy to fight where several touch it."""
    model = game.model(act.model)
    foes = opponents(game, model)
    foe = next((enemy for enemy in foes if enemy.id in act.targets), foes[0] if len(foes) == 1 else None)
    title = f"Stand up and fight {foe.name}" if foe else "Stand up"
    wish = Wish(model=act.model, action=STAND_UP, title=title, moves=True)
    body: list[Step] = [partial(_rise, name=act.model, turns=not foes)]
    pools, told = ((), ()) if foe is None else foreseen(game, _up(model), foe, marks=(bout.STOOD_UP,))
    if foe is not None:
        body += exchange.steps(act.model, foe.id, stood_up=True)
    objections = _objections(game, model, act, foes, foe)
    return declare(game, wish, *body, objections=objections, tallies=pools, notes=told)


def _up(model: Model) -> Model:
    """The model on its feet."""
    return replace(model, markers=tuple(marker for marker in model.markers if marker.status != PRONE))


def opponents(game: Game, model: Model) -> tuple[Model, ...]:
    """Whom it may have to fight on its feet: enemies in contact, without those it may leave out of account.

    Where all of them could be left out, they still may be fought.
    """
    if not model.on_table:
        return ()
    touching = enemies_touching(game, model)
    found = tuple(enemy for enemy in touching if holds(game, enemy).granted)
    if found and chosen(game, STAND_UP_OPPONENT) == "nearest":
        return (min(found, key=lambda enemy: apart(model, enemy)),)
    return found


def _objections(
    game: Game, model: Model, act: Act, foes: tuple[Model, ...], foe: Model | None
) -> tuple[Objection, ...]:
    found = []
    if model.on_table and not model.has(PRONE):
        found.append(Objection(text=f"{model.name} is on its feet already.", why=WHY, model=model.id))
    if len(foes) > 1 and foe is None:
        names = ", ".join(enemy.name for enemy in foes)
        text = f"{model.name} touches several enemies ({names}): say whom it fights when it stands."
        found.append(Objection(text=text, why=(*WHY, "BUS-PRONE-10"), model=model.id))
    return tuple(found)


def _rise(game: Game, *, name: ModelId, turns: bool) -> Steps[Game]:
    """The marker goes; with nobody to fight the model may face another way."""
    game = yield from happens(Lost(model=name, status=PRONE, why=WHY))
    return (yield from _face(game, game.model(name))) if turns else game


def _face(game: Game, model: Model) -> Steps[Game]:
    enemies = sorted(game.enemies(model), key=lambda enemy: apart(model, enemy))[:MOST_FACINGS]
    options = (KEEP, *(Option(enemy.id, f"Face {enemy.name}") for enemy in enemies))
    picked = yield from choose(model.side, options, f"where {model.name} faces", model=model.id, why=WHY)
    if picked == KEEP.id:
        return game
    facing = (model.facing + bearing(model, game.model(picked))) % 360.0
    return (yield from happens(Turned(model=model.id, facing=facing, why=WHY)))


def _aims(game: Game, model: Model) -> tuple[tuple[str, ...], ...]:
    """Nobody's button unless it is prone; one for each enemy it could fight."""
    if not model.has(PRONE):
        return ()
    return tuple((enemy.id,) for enemy in opponents(game, model)) or ((),)


ACTIONS = (
    Action(
        STAND_UP,
        "Stand up",
        (MAIN,),
        plan_stand_up,
        _aims,
        icon="stand_up",
        says="The only action of a prone model. If an enemy touches it, a fight follows with one die less.",
    ),
)
