"""Chapter: Reactions — after the movement every enemy is asked in turn whether and how it reacts.

A Reaction costs an Activation Point and is one normal Action.  It needs sight of the activated model
at some point of its movement; a Dodge also does where that came within Awareness.  An Attack in
Reaction may only be aimed at the activated model: at the spot on its way where it is in reach and
seen best.  Whoever cannot react is not asked; the log says why.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.ask import Option, Steps, choose, happens
from engine.events import Counted, Noted
from engine.game import Game, Model, ModelId, Point3, SideId
from engine.questions import Objection
from engine.systems.eldfall import acts, assist, death_blow, declared, perceive, reveal, treasure
from engine.systems.eldfall.attack import strike
from engine.systems.eldfall.aware import within_along
from engine.systems.eldfall.conditions import RULES
from engine.systems.eldfall.counters import AP, SAW, TREASURE, points
from engine.systems.eldfall.forbidden import barred
from engine.systems.eldfall.markers import ENGAGED, INCAPACITATED, PANICKED
from engine.systems.eldfall.nerve import steady
from engine.systems.eldfall.opportunity import Chance, best
from engine.systems.eldfall.questions import DECLARE, REACT
from engine.systems.eldfall.readings import PASSING, chosen
from engine.systems.eldfall.targets import kind
from engine.systems.eldfall.weapons import carried, carried_aids

WHY = ("ELD-DEF-REA",)
NONE, GO, NOBODY = "none", "react", "nobody"
Way = tuple[Point3, ...]


class Reaction(NamedTuple):
    """One thing a model could react with: the id and words of the option, and what it declares."""

    id: str
    label: str
    action: str
    objects: tuple[tuple[int, str], ...] = ()
    chance: Chance | None = None


def ask(game: Game, active: ModelId, path: Way) -> Steps[Game]:
    """Every enemy of the activated model declares its Reaction, or none."""
    still: list[SideId] = []
    enemies = game.enemies(game.model(active))
    for place, enemy in enumerate(enemies):
        if enemy.side in still:
            continue
        more = any(other.side == enemy.side and _may_react(game, other, active, path) for other in enemies[place + 1 :])
        game, all_still = yield from _ask(game, enemy.id, active, path, _rest() if more else ())
        if all_still:
            still.append(enemy.side)
    return game


def _rest() -> tuple[Option, ...]:
    """One answer for everybody of a side who would still be asked."""
    return (Option(NOBODY, "Nobody else reacts"),)


def _may_react(game: Game, model: Model, active: ModelId, path: Way) -> bool:
    return points(model) > 0 and not cannot_react(game, model, game.model(active), path)


def _ask(game: Game, name: ModelId, active: ModelId, path: Way, rest: tuple[Option, ...]) -> Steps[tuple[Game, bool]]:
    """One model's Reaction; also whether its side lets nobody else react."""
    model, mover = game.model(name), game.model(active)
    if points(model) < 1:
        return game, False
    barriers = cannot_react(game, model, mover, path)
    if barriers:
        first = barriers[0]
        why = tuple(dict.fromkeys(clause for objection in barriers for clause in objection.why))
        text = f"{model.name} does not react: {first.text[:1].lower()}{first.text[1:].rstrip('.')}"
        text = text.replace(f": {model.name[:1].lower()}{model.name[1:]} ", f": {model.name} ")
        return (yield from happens(Noted(text=text, model=name, other=active, why=why))), False
    if model.has(PANICKED):
        options: tuple[Option, ...] = (Option(NONE, "No Reaction"), Option(GO, "React (Morale roll first)"), *rest)
        why = (*WHY, "ELD-PAN-1")
    else:
        found = available(game, model, mover, path)
        options = (Option(NONE, "No Reaction"), *(Option(one.id, one.label) for one in found), *rest)
        why = WHY
    picked = yield from choose(model.side, options, _question(model, mover), model=name, why=why)
    if picked in (NONE, NOBODY):
        return game, picked == NOBODY
    if picked == GO:
        return (yield from _panicked(game, name, active, path)), False
    game = yield from pay(game, name)
    return (yield from declare(game, name, active, next(one for one in found if one.id == picked))), False


def _panicked(game: Game, name: ModelId, active: ModelId, path: Way) -> Steps[Game]:
    """A Panicked model pays, rolls Morale, and only then learns what it may declare."""
    game = yield from pay(game, name)
    game = yield from steady(game, name)
    model, mover = game.model(name), game.model(active)
    found = available(game, model, mover, path)
    offered = (*_declining(game, found), *(Option(one.id, one.label) for one in found))
    if not offered:
        return game
    picked = yield from choose(model.side, offered, f"What does {model.name} react with?", model=name, why=WHY)
    if picked == NONE:
        return game
    return (yield from declare(game, name, active, next(one for one in found if one.id == picked)))


def _declining(game: Game, found: tuple[Reaction, ...]) -> tuple[Option, ...]:
    """Who has paid and may not declare Nothing may still decline to declare anything (reading `passing`)."""
    if any(one.action == acts.NOTHING for one in found) or chosen(game, PASSING) == "as_nothing":
        return ()
    return (Option(NONE, "Declare no Reaction after all"),)


def _question(model: Model, mover: Model) -> str:
    return f"Does {model.name} react to {mover.name}?"


def pay(game: Game, name: ModelId) -> Steps[Game]:
    """A Reaction costs its Activation Point as it is declared."""
    left = points(game.model(name)) - 1
    return (yield from happens(Counted(of="model", whose=name, name=AP, value=left, why=WHY)))


def cannot_react(game: Game, model: Model, mover: Model, path: Way) -> tuple[Objection, ...]:
    """Every reason why this model may not react to the movement at all."""
    found = [*RULES.ruling(game, model, REACT, words="may not perform Reactions").objections]
    aware = within_along(game, model, mover, path)
    if not model.count(SAW) and not aware:
        text = f"{model.name} neither saw {mover.name} move nor was aware of it."
        found.append(Objection(text=text, why=WHY, model=model.id))
    if model.has(ENGAGED) and not aware:
        text = f"{model.name} is Engaged and {mover.name} stayed outside its Awareness."
        found.append(Objection(text=text, why=("ELD-ENG-10",), model=model.id))
    return tuple(found)


def available(game: Game, model: Model, mover: Model, path: Way) -> tuple[Reaction, ...]:
    """What it may react with, in the order offered: Dodge, Attacks, the rest, Nothing."""
    found = [Reaction(acts.DODGE, "Dodge", acts.DODGE)]
    if model.count(SAW):
        found += _attacks(game, model, mover, path)
        found += _assists(game, model)
        found += _others(game, model)
        found.append(Reaction(acts.NOTHING, "Nothing", acts.NOTHING))
    return tuple(one for one in found if not barred(game, model, DECLARE, one.action))


def _attacks(game: Game, model: Model, mover: Model, path: Way) -> list[Reaction]:
    found = []
    for weapon in carried(model):
        if barred(game, model, DECLARE, kind(weapon)):
            continue
        chance = best(game, model, mover, weapon, path)
        if chance is not None:
            label = f"Attack with {weapon.name}, {chance.need} or less"
            found.append(Reaction(f"attack:{weapon.id}", label, kind(weapon), chance=chance))
    return found


def _assists(game: Game, model: Model) -> list[Reaction]:
    found = []
    for index, aid in enumerate(carried_aids(model)):
        for target in (model, *game.friends(model)):
            if not assist.objections(game, model, target, aid):
                whom = "itself" if target.id == model.id else target.name
                label = f"{aid.name} on {whom} ({assist.promised(aid)})"
                action = assist.action(model, target)
                found.append(Reaction(f"assist:{aid.id}@{target.id}", label, action, ((index, target.id),)))
    return found


def _others(game: Game, model: Model) -> list[Reaction]:
    found = []
    for enemy in game.enemies(model):
        aim = ((0, str(enemy.id)),)
        if not perceive.objections(game, model, enemy):
            found.append(Reaction(f"perceive@{enemy.id}", "Perceive the token", acts.PERCEIVE, aim))
        if enemy.has(INCAPACITATED) and not death_blow.objections(game, model, enemy):
            label = f"Death Blow on {enemy.name}"
            found.append(Reaction(f"death_blow@{enemy.id}", label, acts.DEATH_BLOW, aim))
    if not treasure.objections(game, model):
        found.append(Reaction(acts.INTERACT, "Interact", acts.INTERACT))
    for friend in game.friends(model):
        if (model.count(TREASURE) or friend.count(TREASURE)) and not treasure.trade_objections(game, model, friend):
            label, aim = f"Trade with {friend.name}", ((0, str(friend.id)),)
            found.append(Reaction(f"trade@{friend.id}", label, acts.TRADE, aim))
    return found


def declare(game: Game, name: ModelId, active: ModelId, reaction: Reaction) -> Steps[Game]:
    """Remember the Reaction; a Shrouded model that declares one is seen from now on."""
    game = yield from declared.declare(game, name, reaction.action, *reaction.objects)
    chance = reaction.chance
    if chance is not None:
        dice = int(strike(game, game.model(name), chance.weapon).value)
        game = yield from declared.declare_attack(game, name, chance.weapon, (active,) * dice)
        game = yield from declared.aim(game, name, chance.spot)
    game = yield from reveal.unmask(game, name, reaction.action)
    return (yield from reveal.spring(game, name))
