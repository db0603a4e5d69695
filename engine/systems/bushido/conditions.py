"""What a model can be: every state of the book, gathered; each chapter writes its own.

A trait that a model gains in play is a marker of the trait's id, so that every trait with
clauses is a status as well.
"""

from __future__ import annotations

from engine.game import Game, Model
from engine.questions import Modifier
from engine.rules import Rules, Status
from engine.systems.bushido import (
    berserk,
    blind,
    burning,
    controlled,
    death_sentence,
    diseased,
    disguised,
    frightened,
    guarded,
    held,
    immobilised,
    impetuous,
    prone,
    reloading,
    spirit_block,
    stunned,
    surprised,
)
from engine.systems.bushido.questions import AGGRESSIVE, DEFENSIVE
from engine.systems.bushido.traits import ARMS, CLAUSES, TRAITS

_WRITTEN = (
    berserk.STATUS,
    blind.STATUS,
    *burning.STATUSES,
    controlled.STATUS,
    controlled.OWNED,
    death_sentence.STATUS,
    diseased.STATUS,
    disguised.STATUS,
    frightened.STATUS,
    guarded.STATUS,
    held.STATUS,
    immobilised.STATUS,
    impetuous.STATUS,
    prone.STATUS,
    reloading.STATUS,
    spirit_block.STATUS,
    stunned.STATUS,
    surprised.STATUS,
)

_GAINED = {id: Status(id, TRAITS[id].title, TRAITS[id].clauses, TRAITS[id].says, why=TRAITS[id].why) for id in CLAUSES}

STATUSES = {**_GAINED, **{status.id: status for status in _WRITTEN}}
"""Every status by id; where a state and a trait share a name, the state has it."""

RULES = Rules(statuses=STATUSES, traits={**ARMS, **TRAITS})
"""What every chapter asks.  `SYSTEM.rules` is this and what follows from facts."""


def aggressive(game: Game, model: Model) -> tuple[Modifier, ...]:
    """Everything that makes the model Aggressive now, printed, gained or through a state; empty when it is not."""
    return RULES.modifiers(game, model, AGGRESSIVE)


def defensive(game: Game, model: Model) -> tuple[Modifier, ...]:
    """Everything that makes the model Defensive now; empty when it is not."""
    return RULES.modifiers(game, model, DEFENSIVE)
