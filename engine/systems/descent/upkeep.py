"""What the start of a turn will do to whom, in a sentence each, before it is done."""

from __future__ import annotations

from engine.game import Game, Model, ModelId
from engine.systems.descent.counters import IN_TOWN, TURN, in_play, is_hero, tokens
from engine.systems.descent.orders import REST
from engine.systems.descent.questions import HEROES, OVERLORD
from engine.systems.descent.readings import MONSTER_START, chosen

Lines = tuple[tuple[ModelId, str], ...]

_DICE = {
    "bleed": "bleeds: {n} white {dice}, the damage in wounds, then it stops",
    "burn": "burns: {n} power {dice}, a wound for each token no surge puts out",
    "daze": "is dazed: {n} power {dice}, each surge clears a token",
    "frost": "is under frost: {n} power {dice}, each surge melts a token",
    "web": "is webbed: {n} power {dice}, held where it is unless surges take every token",
}


def upkeep(game: Game) -> Lines:
    """For each figure whose turn is still to come in this part of the round: who, and what its tokens do."""
    if game.outcome:
        return ()
    coming = [
        model
        for model in game.models
        if (in_play(model) or model.count(IN_TOWN))
        and not model.count(TURN)
        and is_hero(model) == (game.phase == HEROES)
    ]
    thrown = game.phase == OVERLORD and chosen(game, MONSTER_START) == "overlord_turn"
    return tuple((model.id, f"{model.name} {line}.") for model in coming for line in lines(model, thrown=thrown))


def lines(model: Model, *, thrown: bool = False) -> tuple[str, ...]:
    """What the start of this figure's turn does, without its name; *thrown*: the dice for its tokens are."""
    found = []
    for kind, text in () if thrown else _DICE.items():
        number = tokens(model, kind)
        if number:
            found.append(text.format(n=number, dice="die" if number == 1 else "dice"))
    stuns = tokens(model, "stun")
    if stuns:
        left = (
            f"{stuns - 1} stun tokens stay" if stuns > 2 else "1 stun token stays" if stuns == 2 else "no token stays"
        )
        found.append(f"is stunned: {'half an action' if is_hero(model) else 'nothing this turn'}, {left}")
    if model.has(REST):
        found.append("has rested: unhurt by its tokens, all fatigue is back")
    return tuple(found)


def told(game: Game) -> tuple[str, ...]:
    """The same in a line each, without saying of whom it was asked."""
    return tuple(line for _, line in upkeep(game))
