"""Chapter: Damage and death — wounds suffered, wounds healed, and a model killed.

`suffer` is the one way in for wounds, `heal` the one way back, `kill` the one way off the table.
"""

from __future__ import annotations

from engine.ask import Steps, happens
from engine.events import Counted, Lost, Noted, Removed
from engine.game import Game, Model, ModelId
from engine.questions import Modifier, Tally
from engine.systems.bushido import rise
from engine.systems.bushido.conditions import RULES
from engine.systems.bushido.counters import WOUNDS_LOST, printed
from engine.systems.bushido.questions import TOUGH
from engine.systems.bushido.readings import BLEED_HEALED, chosen
from engine.systems.bushido.traits import has

KILLED = "killed"
NOT_HEALED = ("soulless", "kami")
"""Traits of those whom nobody heals."""


def wounds_left(model: Model) -> int:
    """Wounds the model has left, never below 0."""
    return max(0, printed(model, "Wounds", 1) - model.count(WOUNDS_LOST))


def wounds(game: Game, model: Model) -> tuple[int, int]:
    """Wounds left, and the whole track."""
    return wounds_left(model), printed(model, "Wounds", 1)


def toughness(game: Game, model: Model) -> Tally:
    """Wounds taken off whatever it suffers; below 0 it suffers more."""
    return RULES.tally(game, model, TOUGH, printed(model, "Tough"))


def really(game: Game, model: Model, amount: int, tough: bool = True) -> Tally:
    """How many of *amount* wounds are suffered: Tough takes off, Durable leaves one at most."""
    terms: list[Modifier] = []
    hard = int(toughness(game, model).value) if tough else 0
    if hard and amount > 0:
        terms.append(Modifier(op="plus", amount=-hard, label="Tough", why=("BUS-DEF-TRAIT-TOUGH",)))
        terms.append(Modifier(op="least", amount=0, label="no wound", why=("BUS-DEF-TRAIT-TOUGH",)))
    if has(model, "durable"):
        terms.append(Modifier(op="most", amount=1, label="Durable", why=("BUS-DEF-TRAIT-DURABLE",)))
    return Tally(title="Wounds", base=max(0, amount), modifiers=tuple(terms))


def suffer(
    game: Game, victim: ModelId, amount: int, *why: str, tough: bool = True, cause: str = "", rises: bool = True
) -> Steps[Game]:
    """So many wounds from one source; *cause* says in words what did it, *tough* False passes by toughness.

    The last wound kills.  Whether any was truly suffered is seen by comparing `wounds_left`
    before and after.  *rises* False keeps a killed model from coming back by its Rise trait.
    """
    hurt = game.model(victim)
    if not hurt.on_table or amount < 1:
        return game
    tally = really(game, hurt, amount, tough)
    reasons = tuple(dict.fromkeys((*why, *(clause for term in tally.modifiers for clause in term.why))))
    suffered = int(tally.value)
    if suffered < 1:
        by = f" from {cause}" if cause else ""
        return (yield from happens(Noted(text=f"{hurt.name} takes no wound{by}", model=victim, why=reasons)))
    lost = min(hurt.count(WOUNDS_LOST) + suffered, printed(hurt, "Wounds", 1))
    game = yield from happens(Counted(of="model", whose=victim, name=WOUNDS_LOST, value=lost, why=reasons))
    if wounds_left(game.model(victim)):
        return game
    if rises:
        game, back = yield from rise.rises(game, victim)
        if back:
            return game
    return (yield from kill(game, victim, *why))


def kill(game: Game, victim: ModelId, *why: str) -> Steps[Game]:
    """Killed: off the table at once, with every marker; a Controlled model dies as its owner's."""
    if game.model(victim).has("control"):
        game = yield from happens(Lost(model=victim, status="control", why=("BUS-DEF-10",)))
    return (yield from happens(Removed(model=victim, reason=KILLED, why=("BUS-DEF-10", *why))))


def can_be_healed(model: Model) -> bool:
    """Neither soulless nor a kami."""
    return not any(has(model, trait) for trait in NOT_HEALED)


def heal(game: Game, model: ModelId, amount: int, *why: str) -> Steps[Game]:
    """Up to so many marked wounds are unmarked; a healed wound stops all bleeding."""
    hurt = game.model(model)
    healed = min(amount, hurt.count(WOUNDS_LOST)) if hurt.on_table else 0
    if healed > 0:
        left = hurt.count(WOUNDS_LOST) - healed
        game = yield from happens(Counted(of="model", whose=model, name=WOUNDS_LOST, value=left, why=why))
    stops = healed > 0 or (hurt.on_table and chosen(game, BLEED_HEALED) == "any_attempt")
    if stops and hurt.has("bleed"):
        return (yield from happens(Lost(model=model, status="bleed", why=("BUS-BLEEDING-5",))))
    return game
