"""Chapter: Perceive and Uncover — who makes out what is under a Shrouded token.

Perceive aims at one token in sight and within Awareness: an Intellect roll reveals it.  Uncover is a
Special Action on half the Intellect, and reveals every token of an enemy within Awareness.
"""

from __future__ import annotations

from engine.ask import Steps, happens
from engine.events import Noted
from engine.game import Game, Model, ModelId
from engine.questions import Objection, Tally
from engine.systems.eldfall import declared
from engine.systems.eldfall.acts import PERCEIVE, UNCOVER
from engine.systems.eldfall.aware import beyond, within
from engine.systems.eldfall.conditions import RULES
from engine.systems.eldfall.halving import half, value
from engine.systems.eldfall.losing import lose
from engine.systems.eldfall.markers import SHROUDED
from engine.systems.eldfall.questions import BE_TARGET, INT
from engine.systems.eldfall.rolls import check
from engine.systems.eldfall.targets import unseen

WHY = ("ELD-DEF-PERC",)
UNCOVER_WHY = ("ELD-DEF-ACT-UNCOVER", "ELD-DEF-OWN-UNCOVER")


def objections(game: Game, model: Model, target: Model) -> tuple[Objection, ...]:
    """Why this model may not try to make out that one."""
    found: list[Objection] = []
    if target.side == model.side:
        found.append(Objection(text=f"{target.name} is a friend of {model.name}.", why=WHY, model=model.id))
    if not target.on_table:
        found.append(Objection(text=f"{target.name} is not on the field.", why=WHY, model=model.id))
    elif not target.has(SHROUDED):
        found.append(Objection(text=f"{target.name} is no Shrouded token.", why=WHY, model=model.id))
    if not (model.on_table and target.on_table):
        return tuple(found)
    found += RULES.ruling(game, target, BE_TARGET, PERCEIVE).objections
    return (*found, *beyond(game, model, target), *unseen(game, model, target))


def number(game: Game, model: Model) -> Tally:
    """What the die of a Perceive must not exceed."""
    return value(game, model, INT)


def uncovering(game: Game, model: Model) -> Tally:
    """What the die of an Uncover must not exceed."""
    return value(game, model, INT, half("Uncover", *UNCOVER_WHY))


def tokens(game: Game, model: Model) -> tuple[Model, ...]:
    """The Shrouded enemies within its Awareness."""
    return tuple(other for other in game.enemies(model) if other.has(SHROUDED) and within(game, model, other))


def look(game: Game, name: ModelId) -> Steps[Game]:
    """The declared Perceive: an Intellect roll."""
    for _, target in declared.objects(game.model(name)):
        looker, token = game.model(name), game.model(target)
        if not token.has(SHROUDED):
            text = f"{looker.name} need look no further: {token.name} has shown itself"
            game = yield from happens(Noted(text=text, model=name, why=WHY))
            continue
        what = f"{looker.name} looks at the Shrouded token"
        if (yield from check(game, name, number(game, looker), what, *WHY)):
            game = yield from lose(game, ModelId(target), SHROUDED, "ELD-SHR-9", *WHY)
    return game


def uncover(game: Game, name: ModelId) -> Steps[Game]:
    """The declared Uncover: half the Intellect, and every token within Awareness is revealed."""
    model = game.model(name)
    if not (yield from check(game, name, uncovering(game, model), f"{model.name} Uncovers", *UNCOVER_WHY)):
        return game
    for token in tokens(game, model):
        game = yield from lose(game, token.id, SHROUDED, *UNCOVER_WHY)
    return game


BODIES = {PERCEIVE: look, UNCOVER: uncover}
