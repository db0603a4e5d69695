"""Chapter: Actions — Melee: go into contact with an enemy, seen or not, and fight an exchange."""

from __future__ import annotations

from engine.commands import Act
from engine.game import Game, Model, Point
from engine.questions import Objection
from engine.rules import Plan
from engine.system import Action
from engine.systems.bushido import approach, exchange, surprise
from engine.systems.bushido.activation import declare
from engine.systems.bushido.contact import touching
from engine.systems.bushido.foresight import foreseen
from engine.systems.bushido.questions import MAIN
from engine.systems.bushido.wish import MELEE, Wish

WHY = ("BUS-DEF-ACTION-MELEE",)


def plan_melee(game: Game, act: Act) -> Plan:
    """Fight the enemy named, or the only one in contact."""
    model = game.model(act.model)
    touched = tuple(enemy for enemy in game.enemies(model) if touching(model, enemy))
    names = act.targets or tuple(enemy.id for enemy in touched[:1] if len(touched) == 1)
    if not names:
        text = f"Say which enemy {model.name} selects for its melee action."
        wish = Wish(model=model.id, action=MELEE, title="Melee")
        return declare(game, wish, objections=(Objection(text=text, why=WHY, model=model.id),))
    return plan_at(game, model, game.model(names[0]))


def plan_at(game: Game, model: Model, target: Model, path: tuple[Point, ...] = ()) -> Plan:
    """The melee action against this enemy, by the way given or the most direct that is allowed."""
    missing = _missing(model, target)
    if missing:
        wish = Wish(model=model.id, action=MELEE, title=f"Melee with {target.name}", selects=(target.id,))
        return declare(game, wish, objections=missing)
    way = approach.melee(game, model, target, path)
    into = way.reaches and not touching(model, target)
    wish = Wish(
        model=model.id,
        action=MELEE,
        title=f"Melee with {target.name}",
        selects=(target.id,),
        touches=(target.id,) if into else (),
        moves=True,
    )
    fight = exchange.steps(model.id, target.id) if way.touches else ()
    pools, told = foreseen(game, model, target, way.found.end) if way.touches else ((), ())
    return declare(
        game,
        wish,
        approach.step(model.id, target.id, MELEE, path),
        *fight,
        surprise.over(target.id),
        objections=way.objections,
        tallies=(*way.tallies, *pools),
        evidence=way.evidence,
        notes=(*way.notes(game), *told),
    )


def _missing(model: Model, target: Model) -> tuple[Objection, ...]:
    """Why there is nobody to go at."""
    if not model.on_table:
        return (Objection(text=f"{model.name} is not on the table.", why=WHY, model=model.id),)
    if not target.on_table:
        return (Objection(text=f"{target.name} is not on the table.", why=WHY, model=target.id),)
    if target.side == model.side:
        return (Objection(text=f"{target.name} is a friend of {model.name}.", why=WHY, model=target.id),)
    return ()


def _aims(game: Game, model: Model) -> tuple[tuple[str, ...], ...]:
    """One button for each enemy on the table, the nearest first."""
    enemies = sorted(game.enemies(model), key=lambda enemy: (enemy.x - model.x) ** 2 + (enemy.y - model.y) ** 2)
    return tuple((enemy.id,) for enemy in enemies)


ACTIONS = (
    Action(
        MELEE,
        "Melee",
        (MAIN,),
        plan_melee,
        _aims,
        icon="melee",
        says="Go up to Move inches into contact with an enemy and fight. No line of sight is needed.",
    ),
)
