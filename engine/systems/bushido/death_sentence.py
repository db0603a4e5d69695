"""State: Death Sentence — whoever fights or shoots the marked model does it better.

One die more in the pool and one more on every damage roll, however many markers.  In the
starting phase the marked model may pay three Ki tokens to have one marker taken off.
"""

from __future__ import annotations

from engine.ask import Option, Steps, choose, happens
from engine.events import Counted, Lost
from engine.game import Game, Model, ModelId
from engine.questions import Modifier
from engine.rules import Status, at
from engine.systems.bushido.controlled import controlled
from engine.systems.bushido.counters import KI_TOKENS, ki_tokens
from engine.systems.bushido.questions import START_EFFECTS
from engine.systems.bushido.readings import DEATH_SENTENCE_PAYMENTS, chosen

DEATH_SENTENCE = "death_sentence"
PRICE = 3
"""Ki tokens that take one marker off."""

PAY = Option("pay", f"Pay {PRICE} Ki")
KEEP = Option("keep", "Keep the marker")


def against_marked(marked: Model, kind: str) -> tuple[Modifier, ...]:
    """What an Enemy of the marked model gains: *kind* is melee, ranged or damage; empty when unmarked."""
    if not marked.has(DEATH_SENTENCE):
        return ()
    clause = {"melee": "BUS-DEATHSENTENCE-2", "ranged": "BUS-DEATHSENTENCE-1", "damage": "BUS-DEATHSENTENCE-3"}[kind]
    label = f"Death Sentence on {marked.name}"
    return (Modifier(op="plus", amount=1, label=label, why=(clause, "BUS-DEATHSENTENCE-4")),)


def may_buy_off(model: Model) -> bool:
    """Marked, with enough tokens, and free to spend them."""
    return model.has(DEATH_SENTENCE) and ki_tokens(model) >= PRICE and not controlled(model)


def buy_off(game: Game, model: ModelId) -> Steps[Game]:
    """The marked model may pay for one marker; once, or as often as it can under the other reading."""
    why = ("BUS-DEATHSENTENCE-5",)
    while may_buy_off(game.model(model)):
        marked = game.model(model)
        question = f"Does {marked.name} pay {PRICE} Ki to lose a Death Sentence?"
        wish = yield from choose(marked.side, (PAY, KEEP), question, model=model, why=why)
        if wish == KEEP.id:
            return game
        left = ki_tokens(marked) - PRICE
        game = yield from happens(Counted(of="model", whose=model, name=KI_TOKENS, value=left, why=why))
        value = marked.values(DEATH_SENTENCE)[-1]
        game = yield from happens(Lost(model=model, status=DEATH_SENTENCE, value=value, why=why))
        if chosen(game, DEATH_SENTENCE_PAYMENTS) == "once":
            return game
    return game


STATUS = Status(
    DEATH_SENTENCE,
    "Death sentence",
    (at(START_EFFECTS, buy_off, "BUS-DEATHSENTENCE-5"),),
    says="Whoever fights or shoots it has one die more and adds 1 to damage. It may buy itself off for 3 Ki a turn.",
    why=("BUS-DEATHSENTENCE-1", "BUS-DEATHSENTENCE-2", "BUS-DEATHSENTENCE-3", "BUS-DEATHSENTENCE-4"),
)
