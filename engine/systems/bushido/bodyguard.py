"""Chapter: Traits — Bodyguard: changing places with a friend before the enemy's action begins.

It happens as the action is declared, before any test: from then on the bodyguard is the one
whom the enemy tests against, goes for, or shoots at.
"""

from __future__ import annotations

import math

from msgspec.structs import replace

from engine.ask import Option, Steps, choose, happens
from engine.events import Gained, Lost, Noted, Placed
from engine.game import Game, Marker, Model, ModelId
from engine.geometry.arcs import bearing
from engine.standing import no_room
from engine.systems.bushido.contact import apart, in_contact, touching
from engine.systems.bushido.counters import exhausted, printed
from engine.systems.bushido.fear import brave, fearsome
from engine.systems.bushido.guarded import STANDS_IN, now_aimed_at
from engine.systems.bushido.prone import PRONE
from engine.systems.bushido.sight import sees
from engine.systems.bushido.traits import has
from engine.systems.bushido.unmasking import guarding
from engine.systems.bushido.wish import SHOOT, Wish

WHY = ("BUS-DEF-TRAIT-BODYGUARD", "BUS-DEF-TRAIT-GUARDED")
LET_BE = Option("nobody", "Nobody steps in")


def step_in(game: Game, wish: Wish) -> Steps[Game]:
    """An enemy has declared to come into contact with a model or to shoot it: who takes its place?"""
    names = wish.selects if wish.action == SHOOT else wish.touches
    for name in names:
        attacked = game.model(name)
        guards = bodyguards(game, game.model(wish.model), attacked)
        if not guards:
            continue
        options = (LET_BE, *(Option(guard.id, f"{guard.name} steps in") for guard in guards))
        what = f"bodyguard of {attacked.name}"
        picked = yield from choose(attacked.side, options, what, model=attacked.id, why=WHY)
        if picked != LET_BE.id:
            game = yield from _change_places(game, game.model(wish.model), attacked, game.model(picked))
    return game


def bodyguards(game: Game, attacker: Model, attacked: Model) -> tuple[Model, ...]:
    """Friends of the attacked model that may step in for it now; only a guarded model has any."""
    if not has(attacked, "guarded") or attacked.side == attacker.side or in_contact(game, attacked):
        return ()
    return tuple(guard for guard in game.friends(attacked) if _may_guard(game, guard, attacked))


def _may_guard(game: Game, guard: Model, attacked: Model) -> bool:
    """Near and in sight, on its feet, not Exhausted, touching no enemy, and the two bases fit."""
    if not has(guard, "bodyguard") or exhausted(guard) or guard.has(PRONE) or in_contact(game, guard):
        return False
    if apart(guard, attacked) > printed(guard, "Bodyguard") or not sees(game, guard, attacked).sees:
        return False
    moved, freed = _swapped(attacked, guard, attacked)
    tried = game.with_model(moved).with_model(freed)
    return not no_room(tried, moved, WHY) and not no_room(tried, freed, WHY)


def _swapped(attacker: Model, guard: Model, attacked: Model) -> tuple[Model, Model]:
    """The bodyguard where the attacked model was, and the other way round.

    On the place of a larger base it stands at the edge the attacker comes to.
    """
    slack = max(0.0, attacked.profile.base.radius - guard.profile.base.radius)
    away = math.dist((attacker.x, attacker.y), (attacked.x, attacked.y))
    share = slack / away if away > slack else 0.0
    x = attacked.x + (attacker.x - attacked.x) * share
    y = attacked.y + (attacker.y - attacked.y) * share
    return replace(guard, x=x, y=y, facing=attacked.facing), replace(attacked, x=guard.x, y=guard.y)


def _change_places(game: Game, attacker: Model, attacked: Model, guard: Model) -> Steps[Game]:
    if fearsome(attacker):
        game, stands = yield from brave(game, guard.id, attacker.id)
        if not stands:
            text = f"{guard.name} does not dare to step in"
            return (yield from happens(Noted(text=text, model=guard.id, other=attacker.id, why=WHY)))
    game = yield from guarding(game, guard.id)
    moved, freed = _swapped(attacker, guard, attacked)
    facing = (moved.facing + bearing(moved, attacker)) % 360.0
    at = (moved.x, moved.y, moved.z)
    game = yield from happens(Placed(model=guard.id, at=at, facing=facing, why=WHY))
    back = (freed.x, freed.y, freed.z)
    game = yield from happens(Placed(model=attacked.id, at=back, facing=attacked.facing, why=WHY))
    return (yield from happens(Gained(model=guard.id, marker=Marker(STANDS_IN, 0, attacked.id), why=WHY)))


def redirected(game: Game, wish: Wish) -> Wish:
    """The action as it goes on: aimed at whoever stepped in."""
    return replace(
        wish,
        selects=tuple(now_aimed_at(game, name) for name in wish.selects),
        touches=tuple(name for each in wish.touches if _new(game, wish, name := now_aimed_at(game, each))),
    )


def _new(game: Game, wish: Wish, name: ModelId) -> bool:
    return not touching(game.model(wish.model), game.model(name))


def stand_down(game: Game) -> Steps[Game]:
    """The action is over: nobody stands in for anybody any more."""
    for model in game.on_table():
        if model.has(STANDS_IN):
            game = yield from happens(Lost(model=model.id, status=STANDS_IN, why=WHY))
    return game
