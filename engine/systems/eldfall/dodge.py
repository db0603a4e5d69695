"""Chapter: Dodge — one die against each Attack; what success undoes and frees; the move that follows.

A Dodge is rolled on Agility, halved for who did not see the activated model at any point of its
movement.  The Immobilized choose between Agility and Toughness.  Success undoes every Hit that is
not critical.  With no Attack coming one die is rolled all the same.
Readings: one success among several makes the Dodge successful (`several_dodges`); Toughness is
not halved (`toughness_dodge`).
"""

from __future__ import annotations

from engine.ask import Option, Steps, choose, happens
from engine.events import Noted
from engine.game import Game, Model, ModelId
from engine.questions import Number, Tally
from engine.systems.eldfall import declared
from engine.systems.eldfall.acts import DODGE
from engine.systems.eldfall.conditions import RULES
from engine.systems.eldfall.counters import ACTING, DODGE_MOVE, FAILED_DODGE, GOOD_DODGE, SAW, set_counter
from engine.systems.eldfall.halving import half, value
from engine.systems.eldfall.losing import lose
from engine.systems.eldfall.markers import CROUCHED, IMMOBILIZED
from engine.systems.eldfall.questions import AG, T
from engine.systems.eldfall.questions import DODGE_MOVE as MAKE_DODGE_MOVE
from engine.systems.eldfall.readings import SEVERAL_DODGES, TOUGHNESS_DODGE, chosen
from engine.systems.eldfall.rolls import check

WHY = ("ELD-DEF-DODGE",)
EITHER_WHY = ("ELD-IMM-5",)


def number(game: Game, dodger: Model, attribute: Number = AG) -> Tally:
    """What a Dodge die must not exceed."""
    terms = []
    unseen = not dodger.count(ACTING) and not dodger.count(SAW)
    if unseen and (attribute == AG or chosen(game, TOUGHNESS_DODGE) == "halved"):
        terms.append(half("did not see the movement", *WHY))
    tally = value(game, dodger, attribute, *terms)
    title, label = f"Dodge: {tally.title}", tally.base_label
    return Tally(title=title, base=tally.base, base_label=label, modifiers=tally.modifiers, why=WHY)


def attributes(game: Game, dodger: Model) -> tuple[Number, ...]:
    """What the Dodge may be rolled on, the better one first: Agility, or Toughness for the Immobilized."""
    if not dodger.has(IMMOBILIZED):
        return (AG,)
    return tuple(sorted((AG, T), key=lambda one: -number(game, dodger, one).value))


def attackers(game: Game, dodger: Model) -> tuple[str, ...]:
    """Whose Attacks it dodges, each by a roll of its own: those aimed at it, and those whose Hits wait on it."""
    aimed = [model.id for model in game.on_table() if declared.dice_at(model, dodger.id)]
    return tuple(dict.fromkeys((*aimed, *declared.hitters(dodger))))


def rolls(game: Game, name: ModelId) -> Steps[Game]:
    """The dice of one dodger; does nothing for anybody else."""
    dodger = game.model(name)
    if declared.doing(dodger) != DODGE or not dodger.on_table:
        return game
    usable = attributes(game, dodger)
    options = tuple(Option(one.id, f"{one.title} {int(number(game, dodger, one).value)}") for one in usable)
    what = f"{dodger.name} is Immobilized: Dodge on Agility or Toughness?"
    picked = yield from choose(dodger.side, options, what, model=name, why=EITHER_WHY)
    attribute = next(one for one in usable if one.id == picked)
    why = EITHER_WHY if len(usable) > 1 else ()
    for attacker in attackers(game, dodger) or ("",):
        game = yield from _roll(game, name, attribute, attacker, *why)
    return (yield from _settled(game, name))


def _roll(game: Game, name: ModelId, attribute: Number, attacker: str, *why: str) -> Steps[Game]:
    dodger = game.model(name)
    of = f" from {game.model(attacker).name}" if attacker else ""
    found = yield from check(game, name, number(game, dodger, attribute), f"Dodge of {dodger.name}{of}", *WHY, *why)
    game = yield from declared.note(game, name, declared.DODGED if found else declared.UNDODGED, attacker)
    if not (found and attacker):
        return game
    undone = declared.hits(dodger, attacker)
    if not undone.all:
        return game
    text = f"{dodger.name} dodges {undone.plain} of {undone.all} {'Hits' if undone.all > 1 else 'Hit'}"
    game = yield from happens(Noted(text=text, model=name, why=WHY))
    return (yield from declared.drop(game, name, declared.HIT, attacker))


def successful(game: Game, dodger: Model) -> bool:
    """Has its Dodge succeeded, for what needs a successful one?"""
    good = dodger.has(declared.DODGED)
    if chosen(game, SEVERAL_DODGES) == "all":
        return good and not dodger.has(declared.UNDODGED)
    return good


def _settled(game: Game, name: ModelId) -> Steps[Game]:
    """After its dice: success frees the Immobilized; then a Dodge move is open, to whom may make one.

    Whether the Dodge succeeded is remembered only of who is Crouched, and may stand up by it.
    """
    dodger = game.model(name)
    good = successful(game, dodger)
    for status in (declared.DODGED, declared.UNDODGED):
        game = yield from lose(game, name, status, *WHY)
    if good:
        game = yield from lose(game, name, IMMOBILIZED, "ELD-IMM-6", *WHY)
    if not RULES.ruling(game, game.model(name), MAKE_DODGE_MOVE).granted:
        return game
    found = GOOD_DODGE if good or not dodger.has(CROUCHED) else FAILED_DODGE
    return (yield from set_counter(game, name, DODGE_MOVE, found, *WHY))
