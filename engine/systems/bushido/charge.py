"""Chapter: Actions — Charge: straight at an enemy in sight, up to twice the Move, and an exchange."""

from __future__ import annotations

from engine.commands import Act
from engine.game import Game, Model, Point
from engine.questions import Objection
from engine.rules import Plan
from engine.system import Action
from engine.systems.bushido import approach, exchange, surprise
from engine.systems.bushido.activation import declare
from engine.systems.bushido.contact import apart
from engine.systems.bushido.foresight import foreseen
from engine.systems.bushido.questions import MAIN
from engine.systems.bushido.wish import CHARGE, CLAUSES, COMPLEX, Wish

WHY = (CLAUSES[CHARGE],)


def plan_charge(game: Game, act: Act) -> Plan:
    """Charge the enemy named."""
    model = game.model(act.model)
    if not act.targets:
        wish = Wish(model=model.id, action=CHARGE, title="Charge", cost=COMPLEX, moves=True)
        text = f"Say which enemy {model.name} charges."
        return declare(game, wish, objections=(Objection(text=text, why=WHY, model=model.id),))
    return plan_at(game, model, game.model(act.targets[0]))


def plan_at(game: Game, model: Model, target: Model, path: tuple[Point, ...] = ()) -> Plan:
    """The charge at this enemy, along the line given or the most direct that is allowed."""
    title = f"Charge {target.name}"
    if not (model.on_table and target.on_table):
        wish = Wish(model=model.id, action=CHARGE, title=title, cost=COMPLEX, moves=True)
        gone = model if not model.on_table else target
        return declare(
            game, wish, objections=(Objection(text=f"{gone.name} is not on the table.", why=WHY, model=gone.id),)
        )
    way = approach.charge(game, model, target, path)
    wish = Wish(
        model=model.id,
        action=CHARGE,
        title=title,
        cost=COMPLEX,
        selects=(target.id,),
        sees=True,
        touches=(target.id,),
        moves=True,
        inches=way.found.length,
    )
    pools, told = foreseen(game, model, target, way.found.end) if way.reaches else ((), ())
    return declare(
        game,
        wish,
        approach.step(model.id, target.id, CHARGE, path),
        *exchange.steps(model.id, target.id, charging=True),
        surprise.over(target.id),
        objections=way.objections,
        tallies=(*way.tallies, *pools),
        evidence=way.evidence,
        notes=(*way.notes(game), *told),
    )


def aims(game: Game, model: Model) -> tuple[tuple[str, ...], ...]:
    """Every enemy on the table, the nearest first."""
    if not model.on_table:
        return ()
    return tuple((enemy.id,) for enemy in sorted(game.enemies(model), key=lambda enemy: apart(model, enemy)))


ACTIONS = (
    Action(
        CHARGE,
        "Charge",
        (MAIN,),
        plan_charge,
        aims,
        icon="charge",
        says="Straight at an enemy in sight, up to twice the Move, and fight. Costs both activation counters.",
    ),
)
