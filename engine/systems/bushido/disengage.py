"""Chapter: Actions — Disengage: defend well against one enemy in contact, and walk away from all of them."""

from __future__ import annotations

from functools import partial

from engine.ask import Steps
from engine.commands import Act
from engine.game import Game, Model, ModelId
from engine.questions import Objection
from engine.rules import Plan
from engine.system import Action
from engine.systems.bushido import bout, exchange
from engine.systems.bushido.activation import Step, declare
from engine.systems.bushido.conditions import RULES
from engine.systems.bushido.contact import enemies_touching, touching
from engine.systems.bushido.exchange import split_limit
from engine.systems.bushido.foresight import foreseen
from engine.systems.bushido.grip import release
from engine.systems.bushido.held import holders
from engine.systems.bushido.questions import MAIN, MOVE_ITSELF
from engine.systems.bushido.wish import DISENGAGE, Wish

WHY = ("BUS-DEF-ACTION-DISENGAGE",)


def plan_disengage(
    game: Game,
    act: Act,
    *,
    walk: tuple[Step, ...] = (),
    inches: float = 0.0,
    objections: tuple[Objection, ...] = (),
) -> Plan:
    """Disengage from the enemy named, or from the only one in contact; *walk* is what follows a success."""
    model = game.model(act.model)
    touched = enemies_touching(game, model)
    foe = next((enemy for enemy in touched if enemy.id in act.targets), touched[0] if len(touched) == 1 else None)
    title = f"Disengage from {foe.name}" if foe else "Disengage"
    wish = Wish(model=act.model, action=DISENGAGE, title=title, moves=True, inches=inches)
    found = (*_objections(game, model, touched, foe), *objections)
    if foe is None:
        return declare(game, wish, objections=found)
    fight = exchange.steps(act.model, foe.id, disengaging=True)
    apart = partial(_free, name=act.model, foe=foe.id)
    after = tuple(partial(_if_free, step=step, name=act.model) for step in walk)
    steps: tuple[Step, ...] = (*fight[:-1], apart, fight[-1], *after, partial(_done, name=act.model))
    pools, told = foreseen(game, model, foe, marks=(bout.DISENGAGING,)) if model.on_table else ((), ())
    return declare(game, wish, *steps, objections=found, tallies=pools, notes=told)


def _objections(game: Game, model: Model, touched: tuple[Model, ...], foe: Model | None) -> tuple[Objection, ...]:
    found = []
    if len(touched) > 1 and foe is None:
        names = ", ".join(enemy.name for enemy in touched)
        text = f"{model.name} touches several enemies ({names}): say from whom it disengages."
        found.append(Objection(text=text, why=WHY, model=model.id))
    if split_limit(game, model, disengaging=True) == "none":
        text = f"{model.name} is Aggressive: it cannot defend as much as it attacks, so it cannot disengage."
        found.append(Objection(text=text, why=(*WHY, "BUS-DEF-TRAIT-AGGRESSIVE"), model=model.id))
    return tuple(found)


def _free(game: Game, *, name: ModelId, foe: ModelId) -> Steps[Game]:
    """Before the exchange is forgotten: did no attack get through, or are the two apart?"""
    model, enemy = game.model(name), game.model(foe)
    if not model.on_table:
        return game
    out = not enemy.on_table or not touching(model, enemy)
    if not out and model.count(bout.STRUCK):
        return game
    if foe in holders(model):
        game = yield from release(game, name, foe, "BUS-HELD-9")
    return (yield from bout.remember(game, name, bout.FREE, 1))


def _if_free(game: Game, *, step: Step, name: ModelId) -> Steps[Game]:
    """A step of the walk, for a model that got free."""
    model = game.model(name)
    if not (model.on_table and model.count(bout.FREE) and RULES.ruling(game, model, MOVE_ITSELF).granted):
        return game
    return (yield from step(game))


def _done(game: Game, *, name: ModelId) -> Steps[Game]:
    return (yield from bout.remember(game, name, bout.FREE, 0))


def _aims(game: Game, model: Model) -> tuple[tuple[str, ...], ...]:
    """One button for each enemy in contact."""
    return tuple((enemy.id,) for enemy in enemies_touching(game, model))


ACTIONS = (
    Action(
        DISENGAGE,
        "Disengage",
        (MAIN,),
        plan_disengage,
        _aims,
        icon="disengage",
        says="Fight one enemy in contact with at least as many defence as attack dice; defend, and you may walk away.",
    ),
)
