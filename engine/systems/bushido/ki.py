"""Chapter: Ki — the statistic, the tokens, and who may spend them.

The statistic says how many dice a Ki test throws and how many tokens a turn brings; the
limit of tokens is printed beside it, and what is above it is lost.
"""

from __future__ import annotations

from engine.ask import Steps, happens
from engine.events import Counted, Noted
from engine.game import Game, Model, ModelId
from engine.questions import Ruling, Tally
from engine.systems.bushido.conditions import RULES
from engine.systems.bushido.counters import KI_TOKENS, ki_tokens, printed
from engine.systems.bushido.questions import KI, SPEND

WHY = ("BUS-DEF-26",)


def statistic(game: Game, model: Model) -> Tally:
    """The Ki statistic in force now, without boosts for a single test."""
    return RULES.tally(game, model, KI, printed(model, "Ki"))


def limit(model: Model) -> int:
    """The most Ki tokens the model can keep."""
    return printed(model, "KiMax")


def may_spend(game: Game, model: Model) -> Ruling:
    """May the model spend or remove its own tokens?  A Controlled one may not."""
    return RULES.ruling(game, model, SPEND)


def receive(game: Game, model: ModelId, tokens: int, *why: str) -> Steps[Game]:
    """So many Ki tokens come to the model; what is above its limit is lost."""
    taker = game.model(model)
    total = min(ki_tokens(taker) + tokens, max(limit(taker), ki_tokens(taker)))
    if total == ki_tokens(taker):
        return game
    return (yield from happens(Counted(of="model", whose=model, name=KI_TOKENS, value=total, why=(*why, *WHY))))


def spend(game: Game, model: ModelId, tokens: int, *why: str) -> Steps[Game]:
    """So many Ki tokens go, as far as there are any; those of a Controlled model stay."""
    if not may_spend(game, game.model(model)).granted:
        return game
    left = max(0, ki_tokens(game.model(model)) - tokens)
    if left == ki_tokens(game.model(model)):
        return game
    return (yield from happens(Counted(of="model", whose=model, name=KI_TOKENS, value=left, why=why)))


def generate(game: Game, model: ModelId) -> Steps[Game]:
    """Ki generation: as many tokens as the statistic says; none while Spirit Blocked."""
    maker = game.model(model)
    if maker.has("spirit_block"):
        text = f"{maker.name} is Spirit Blocked and gets no Ki"
        return (yield from happens(Noted(text=text, model=model, why=("BUS-SPIRITBLOCKED-1",))))
    why = ("BUS-CONTROLLED-3",) if maker.has("control") else ()
    return (yield from receive(game, model, int(statistic(game, maker).value), *why))
