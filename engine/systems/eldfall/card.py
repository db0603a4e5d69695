"""The numbers of one model with their sums."""

from __future__ import annotations

from msgspec.structs import replace

from engine.game import Game, Model
from engine.questions import Tally
from engine.systems.eldfall.awareness import awareness
from engine.systems.eldfall.counters import TREASURE, points, printed
from engine.systems.eldfall.halving import value
from engine.systems.eldfall.questions import ACC, AG, ARM, DEF, INT, OFF, SPD, STA, M, T

FIRST = (SPD, AG, OFF, DEF, ACC, INT, T, ARM, M)
WHY = ("ELD-DEF-MOD",)


def card(game: Game, model: Model) -> tuple[Tally, ...]:
    """Points, then every attribute as the States leave it, Awareness and what is carried."""
    found = [
        Tally(title="Activation Points", base=points(model), suffix=_stamina(game, model), why=("ELD-DEF-UPK",)),
    ]
    for number in FIRST:
        tally = value(game, model, number)
        suffix = "″" if number == SPD else ""
        found.append(replace(tally, suffix=suffix, why=WHY))
        if number == AG:
            found.append(awareness(game, model))
    if model.count(TREASURE):
        found.append(Tally(title="Treasures", base=model.count(TREASURE), why=("ELD-DEF-OWN-TREASURE",)))
    return tuple(found)


def _stamina(game: Game, model: Model) -> str:
    """Of how many: what the Upkeep Phase gives as things stand."""
    now = value(game, model, STA)
    return f" of {int(now.value)}" if int(now.value) == printed(model, STA.id) else f" (Stamina {int(now.value)})"
