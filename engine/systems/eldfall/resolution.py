"""Chapter: Resolution — all dice of a sequence: Strikes and Confrontations, Dodges, Damage, and the other Actions.

Each is a step of its own, so that what comes to the same is reckoned once in the odds.  Nothing
lands here: Wounds and the States they bring wait until the Dodge moves are made (`landing`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from engine.ask import Steps, happens, roll
from engine.dice import Faces
from engine.events import Noted
from engine.game import Game, Model, ModelId
from engine.systems.eldfall import damage, declared, dodge, friendly_fire
from engine.systems.eldfall.areas import point_at, struck_at_all, sweeps, swept, under
from engine.systems.eldfall.attack import friends_beside, goes_astray, to_hit, to_hit_place
from engine.systems.eldfall.bodies import BODIES
from engine.systems.eldfall.hitbox import apart
from engine.systems.eldfall.markers import DEAD, INCAPACITATED
from engine.systems.eldfall.strike import NO_HITS, Clash, Hits, Volley, answered, clash, dice, unopposed, volley
from engine.systems.eldfall.targets import strikes_back
from engine.systems.eldfall.underway import at
from engine.systems.eldfall.weapons import Weapon

Step = Callable[[Game], Steps[Game]]
WHY = ("ELD-DEF-ATK",)
CONFRONTATION = ("ELD-DEF-CONF", "ELD-DEF-CRIT")
AREA = ("ELD-DEF-ACT-TARGETLESS", "ELD-DEF-ACT-TEMPLATE")
SPOT = ""
"""The target of an Attack that is aimed at a place."""


class _Aim(NamedTuple):
    need: int
    astray: bool
    what: str
    why: tuple[str, ...] = ()


def steps(game: Game, active: ModelId) -> tuple[Step, ...]:
    """Everything that is rolled for, once Action and Reactions are declared."""
    others = tuple(model.id for model in game.on_table() if model.id != active)
    everyone = (*others, active)
    return (
        *(partial(_clash, active=active, other=name) for name in others),
        partial(_at_spot, attacker=active),
        *(partial(dodge.rolls, name=name) for name in everyone),
        *(partial(damage.rolls, name=name) for name in everyone),
        *(partial(_carry_out, name=name) for name in everyone),
    )


def standing(game: Game, attacker: Model, target: Model) -> tuple[Game, Model]:
    """The target as the attacker aims at it: in a Reaction, somewhere on its way."""
    spot = declared.aimed_at(attacker)
    if spot is None or attacker.side == target.side:
        return game, target
    ghost = at(target, spot)
    return game.with_model(ghost), ghost


def _clash(game: Game, *, active: ModelId, other: ModelId) -> Steps[Game]:
    """The dice of another model at the activated one, and of that one at it: a Confrontation if there are both.

    In a Confrontation the reacting model throws first; it makes no difference, and has fewer dice.
    """
    theirs = declared.dice_at(game.model(other), active)
    mine = declared.dice_at(game.model(active), other)
    if not mine and not theirs:
        return game
    reacting = (yield from _volley(game, other, active, theirs)) if theirs else Volley()
    if theirs and mine:
        found = yield from _answer(game, active, other, mine, reacting)
    elif mine:
        acting = yield from _volley(game, active, other, mine)
        found = Clash(NO_HITS, unopposed(acting.successes), acting.strays)
    else:
        found = Clash(unopposed(reacting.successes), NO_HITS)
    game = yield from _struck(game, active, other, found.second, found.strays)
    return (yield from _struck(game, other, active, found.first, reacting.strays))


def _volley(game: Game, attacker: ModelId, target: str, count: int) -> Steps[Volley]:
    """The dice of one model at one target."""
    aim = _aimed(game, attacker, target)
    if aim.need < 1:
        game = yield from _fails(game, attacker, aim)
        return Volley()
    found: Volley = yield from _throw(game, attacker, count, volley(aim.need, aim.astray), aim)
    return found


def _answer(game: Game, attacker: ModelId, target: ModelId, count: int, against: Volley) -> Steps[Clash]:
    """The dice of the activated model in a Confrontation, read together with those of the other."""
    aim = _aimed(game, attacker, target)
    if aim.need < 1:
        game = yield from _fails(game, attacker, aim)
        return Clash(*clash(against.successes, ()))
    reading = answered(against.successes, aim.need, aim.astray)
    found: Clash = yield from _throw(game, attacker, count, reading, aim, *CONFRONTATION)
    return found


def _throw(
    game: Game, attacker: ModelId, count: int, reading: Callable[[Faces], Any], aim: _Aim, *why: str
) -> Steps[Any]:
    side, need = game.model(attacker).side, f"{aim.need} or less"
    reasons = (*WHY, *aim.why, *why)
    found = yield from roll(dice(count), reading, aim.what, side=side, model=attacker, need=need, why=reasons)
    return found


def _aimed(game: Game, attacker: ModelId, target: str) -> _Aim:
    striker = game.model(attacker)
    weapon = weapon_of(striker)
    if target == SPOT:
        spot = declared.aimed_at(striker) or (striker.x, striker.y, striker.z)
        need = int(to_hit_place(game, striker, weapon, apart(game, striker, point_at(spot)).distance).value)
        return _Aim(need, False, f"{weapon.name} of {striker.name} at the place aimed at")
    there, aimed = standing(game, striker, game.model(target))
    need = int(to_hit(there, striker, aimed, weapon, apart(there, striker, aimed).distance).value)
    back = ("ELD-FLY-14",) if not weapon.ranged and strikes_back(striker, aimed) else ()
    what = f"{weapon.name} of {striker.name} at {aimed.name}"
    return _Aim(need, goes_astray(there, striker, aimed, weapon), what, back)


def weapon_of(attacker: Model) -> Weapon:
    """The weapon of an Attack that has been declared.  LookupError if none has been."""
    weapon = declared.attack_with(attacker)
    if weapon is None:
        raise LookupError(f"{attacker.name} has declared no Attack")
    return weapon


def _fails(game: Game, attacker: ModelId, aim: _Aim) -> Steps[Game]:
    text = f"{aim.what} fails without a die: it would need {aim.need} or less"
    return (yield from happens(Noted(text=text, model=attacker, why=(*WHY, "ELD-DEF-DIE"))))


def _struck(game: Game, attacker: ModelId, target: ModelId, found: Hits, strays: int) -> Steps[Game]:
    """Hits are laid on the target and on whom they take with it, and dice gone astray on friends."""
    striker, struck = game.model(attacker), game.model(target)
    if found.all:
        text = f"{striker.name} hits {struck.name}: {worded(found)}"
        why = (*WHY, *(("ELD-INC-11",) if struck.has(INCAPACITATED) else ()))
        game = yield from happens(Noted(text=text, model=attacker, other=target, why=why))
        for victim in _taken_along(game, striker, struck):
            game = yield from declared.hit(game, victim, attacker, found)
    if strays:
        near = friends_beside(*_from(game, striker, struck))
        game = yield from friendly_fire.astray(game, striker, near, strays, struck.side)
    return game


def _from(game: Game, striker: Model, struck: Model) -> tuple[Game, Model, Model]:
    there, aimed = standing(game, striker, struck)
    return there, striker, aimed


def worded(found: Hits) -> str:
    """Hits in words: "2 Hits, 1 of them critical"."""
    number = f"{found.all} Hit{'s' if found.all > 1 else ''}"
    if not found.critical:
        return number
    return f"{number}, {'all' if not found.plain else found.critical} critical"


def _taken_along(game: Game, striker: Model, struck: Model) -> tuple[ModelId, ...]:
    """Everybody whom an Attack on this target hits: the target first."""
    weapon = weapon_of(striker)
    found = [struck.id] if struck_at_all(game, struck) else []
    if weapon.template:
        aimed = standing(game, striker, struck)[1]
        found += [model.id for model in under(game, striker, weapon, (aimed.x, aimed.y, aimed.z))]
    elif sweeps(weapon):
        found += [model.id for model in swept(game, striker, weapon)]
    return tuple(dict.fromkeys(found))


def _at_spot(game: Game, *, attacker: ModelId) -> Steps[Game]:
    """An Attack aimed at a place: whoever is under the template is hit."""
    striker = game.model(attacker)
    count, spot = declared.dice_at(striker, SPOT), declared.aimed_at(striker)
    if not count or spot is None:
        return game
    volleyed = yield from _volley(game, attacker, SPOT, count)
    found = unopposed(volleyed.successes)
    if not found.all:
        return game
    for victim in under(game, striker, weapon_of(striker), spot):
        text = f"{striker.name} hits {victim.name}: {worded(found)}"
        game = yield from happens(Noted(text=text, model=attacker, other=victim.id, why=AREA))
        game = yield from declared.hit(game, victim.id, attacker, found)
    return game


def _carry_out(game: Game, *, name: ModelId) -> Steps[Game]:
    """Every other Action and Reaction; whoever is down already does nothing more."""
    model = game.model(name)
    body = BODIES.get(declared.doing(model))
    if body is None or not model.on_table or model.has(INCAPACITATED) or model.has(DEAD):
        return game
    return (yield from body(game, name))
