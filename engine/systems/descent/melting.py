"""The throw that Burn, Daze, Frost and Web share: a power die for each token, a surge takes one off."""

from __future__ import annotations

from engine.ask import Steps, happens, roll
from engine.events import Noted
from engine.game import Game, ModelId
from engine.systems.descent.counters import tokens
from engine.systems.descent.faces import power_dice, surges
from engine.systems.descent.tokens import shed

Why = tuple[str, ...]


def throw(game: Game, model: ModelId, status: str, *, rolled: Why, removal: Why) -> Steps[Game]:
    """Throw for all tokens of one kind and take off as many as there are surges."""
    figure, here = game.model(model), tokens(game.model(model), status)
    dice = power_dice(here, "surge")
    what = f"{status} of {figure.name}"
    need = f"each surge takes one of {here} off" if here > 1 else "a surge takes it off"
    shown = yield from roll(dice, surges, what, side=figure.side, model=model, need=need, why=rolled)
    gone = min(shown, here)
    if not gone:
        said = f"all {here} {status} tokens stay" if here > 1 else f"the {status} token stays"
        text = f"{figure.name}: no surge, {said}"
        return (yield from happens(Noted(text=text, model=model, why=removal)))
    return (yield from shed(game, model, status, gone, *removal))
