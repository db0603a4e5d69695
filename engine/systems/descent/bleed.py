"""Effect: Bleed — as the next turn starts, a white die for each token, its damage in wounds; then all go."""

from __future__ import annotations

from engine.ask import Steps, roll
from engine.dice import unlike
from engine.game import Game, ModelId
from engine.rules import Status, at
from engine.systems.descent import shield, wounds
from engine.systems.descent.counters import tokens
from engine.systems.descent.faces import die_for, harm
from engine.systems.descent.questions import TURN_STARTS
from engine.systems.descent.readings import BLEED_MISS, chosen
from engine.systems.descent.tokens import shed_all

BLEED = "bleed"
WHITE = ("DES-BLEED-2", "DES-DEF-WHITE")
LOSS = ("DES-BLEED-3", "DES-BLEED-4")


def resolve(game: Game, model: ModelId) -> Steps[Game]:
    """Roll, lose the damage whatever the armor, and every token goes."""
    figure, spoiled = game.model(model), chosen(game, BLEED_MISS) == "whole_roll"
    die = die_for("white", "harm_or_miss" if spoiled else "harm")
    dice = unlike(*(die,) * tokens(figure, BLEED))
    what = f"bleeding of {figure.name}"
    lost = yield from roll(dice, harm("white", spoiled=spoiled), what, side=figure.side, model=model, why=WHITE)
    game, lost = yield from shield.against(game, model, lost, from_tokens=True)
    game = yield from wounds.lose(game, model, lost, *LOSS)
    return (yield from shed_all(game, model, BLEED, "DES-BLEED-5"))


STATUS = Status(
    BLEED,
    "Bleeding",
    (at(TURN_STARTS, resolve, "DES-BLEED-2"),),
    says="As its next turn starts it loses the damage of one white die for each token, armor or not; then all go.",
    why=("DES-BLEED-1", "DES-BLEED-2", "DES-BLEED-3", "DES-BLEED-4", "DES-BLEED-5"),
)
