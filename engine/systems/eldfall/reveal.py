"""Chapter: Shrouded — what declaring does to a token, and how the others may answer an Attack out of the dark.

Any normal action but Nothing, and any Special Action, ends being Shrouded; an Attack out of it is a
Surprise Attack.  Whoever declared a Dodge or Perceive in reaction and sees the activated model may
change it into an Attack, once that model Attacks out of Shrouded or Flying.
Reading: a Dodge ends Shrouded too (`shrouded_dodge`).
"""

from __future__ import annotations

from engine.ask import Option, Steps, choose, happens
from engine.events import Noted
from engine.game import Game, Model, ModelId
from engine.systems.eldfall import declared
from engine.systems.eldfall.acts import ATTACKS, DODGE, NOTHING, PASS, PERCEIVE
from engine.systems.eldfall.attack import strike
from engine.systems.eldfall.counters import acting
from engine.systems.eldfall.forbidden import barred
from engine.systems.eldfall.losing import lose
from engine.systems.eldfall.markers import FLYING, REACTS, SHROUDED
from engine.systems.eldfall.questions import DECLARE
from engine.systems.eldfall.readings import SHROUDED_DODGE, chosen
from engine.systems.eldfall.surprise import SURPRISE, take_unawares
from engine.systems.eldfall.targets import kind, objections, strikes_back
from engine.systems.eldfall.weapons import Weapon, carried

WHY = ("ELD-DEF-REV",)
KEEP = "keep"


def unmask(game: Game, name: ModelId, action: str) -> Steps[Game]:
    """A Shrouded model declares something: the token goes, unless it is Nothing."""
    model = game.model(name)
    if not model.has(SHROUDED) or action in ("", NOTHING, PASS):
        return game
    if action == DODGE and chosen(game, SHROUDED_DODGE) == "stays":
        return game
    why: tuple[str, ...] = ("ELD-SHR-7", "ELD-INT-7")
    if action in ATTACKS:
        why = (*why, "ELD-SHR-8", "ELD-INT-8")
        game = yield from declared.note(game, name, declared.SURPRISING)
    return (yield from lose(game, name, SHROUDED, *why))


def spring(game: Game, name: ModelId) -> Steps[Game]:
    """The targets of a Surprise Attack are taken unawares: out of Shrouded, or with a weapon that has the Trait."""
    attacker = game.model(name)
    weapon = declared.attack_with(attacker)
    hidden = attacker.has(declared.SURPRISING)
    if weapon is None or not (hidden or weapon.has(SURPRISE)):
        return game
    why = ("ELD-SHR-8",) if hidden else ()
    for target in declared.targets(attacker):
        if target and game.model(target).on_table:
            game = yield from take_unawares(game, ModelId(target), name, *why)
    return game


def change(game: Game, name: ModelId) -> Steps[Game]:
    """This reacting model may change its Dodge or Perceive into an Attack on the activated one."""
    model, active = game.model(name), acting(game)
    if active is None or not may_change(model, active):
        return game
    usable = answers(game, model, active)
    doing = declared.doing(model)
    keep = Option(KEEP, f"Keep the {'Dodge' if doing == DODGE else 'Perceive'}")
    options = (keep, *(Option(f"attack:{weapon.id}", f"Attack with {weapon.name}") for weapon in usable))
    out = "Flying" if active.has(FLYING) else "the dark"
    what = f"{active.name} Attacks out of {out}: does {model.name} Attack it instead?"
    picked = yield from choose(model.side, options, what, model=name, why=WHY)
    if picked == KEEP:
        return game
    weapon = next(one for one in usable if f"attack:{one.id}" == picked)
    back = ("ELD-FLY-14",) if strikes_back(model, active) and not weapon.ranged else ()
    text = f"{model.name} changes its Reaction and Attacks {active.name} with {weapon.name}"
    game = yield from happens(Noted(text=text, model=name, other=active.id, why=(*WHY, *back)))
    game = yield from lose(game, name, REACTS, *WHY)
    game = yield from lose(game, name, declared.AT, *WHY)
    game = yield from declared.declare(game, name, kind(weapon))
    dice = int(strike(game, game.model(name), weapon).value)
    game = yield from declared.declare_attack(game, name, weapon, (active.id,) * dice)
    return (yield from spring(game, name))


def may_change(model: Model, active: Model) -> bool:
    """Did it react with Dodge or Perceive, and does the active model Attack out of hiding or flight?

    That it must see that model is asked of every Attack (`targets`).
    """
    if declared.reaction(model) not in (DODGE, PERCEIVE) or declared.doing(active) not in ATTACKS:
        return False
    return active.has(declared.SURPRISING) or active.has(FLYING)


def answers(game: Game, model: Model, active: Model) -> tuple[Weapon, ...]:
    """The weapons with which it may Attack the activated model now."""
    return tuple(
        weapon
        for weapon in carried(model)
        if not barred(game, model, DECLARE, kind(weapon)) and not objections(game, model, active, weapon)
    )
