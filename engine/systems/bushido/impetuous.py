"""State: Impetuous — it has to act before calmer friends may.

As long as any model of a Warband has a marker and an Activation Counter, only marked models
of that Warband activate.  An action that costs counters takes one marker off, never two.
"""

from __future__ import annotations

from engine.ask import Steps, happens
from engine.events import Lost
from engine.game import Game, Model, ModelId
from engine.geometry.evidence import Evidence
from engine.questions import Objection
from engine.rules import Status
from engine.systems.bushido.counters import exhausted
from engine.systems.bushido.readings import IMPETUOUS_SCOPE, chosen

IMPETUOUS = "impetuous"

STATUS = Status(
    IMPETUOUS,
    "Impetuous",
    (),
    says="Must act before friends without this marker. One marker goes with each action it takes.",
    why=("BUS-IMPETUOUS-1", "BUS-IMPETUOUS-2", "BUS-IMPETUOUS-3"),
)


def eager(game: Game, model: Model) -> tuple[Model, ...]:
    """Impetuous models that have to activate before this one may (by default of its own Warband)."""
    if model.has(IMPETUOUS):
        return ()
    both = chosen(game, IMPETUOUS_SCOPE) == "both_warbands"
    return tuple(
        other
        for other in game.on_table()
        if (both or other.side == model.side) and other.has(IMPETUOUS) and not exhausted(other)
    )


def held_back(game: Game, model: Model) -> tuple[Objection, ...]:
    """The Impetuous models that keep this one from activating, in one sentence."""
    first = eager(game, model)
    if not first:
        return ()
    names = [other.name for other in first]
    who = f"{names[0]} is" if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]} are"
    text = f"{who} Impetuous and {'has' if len(names) == 1 else 'have'} to act before {model.name}."
    shown = Evidence(pieces=tuple(other.id for other in first))
    return (Objection(text=text, why=("BUS-IMPETUOUS-1",), model=first[0].id, evidence=shown),)


def calm_down(game: Game, model: ModelId) -> Steps[Game]:
    """After an action that cost counters one marker goes, whether it cost one counter or two."""
    if not game.model(model).has(IMPETUOUS):
        return game
    return (yield from happens(Lost(model=model, status=IMPETUOUS, value=0, why=("BUS-IMPETUOUS-3",))))
