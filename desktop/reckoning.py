"""What is reckoned on a worker thread: odds, and who sees whom.

Apart from `reckoner`, which carries any work there and is needed before the engine's geometry is.
"""

from __future__ import annotations

from desktop.reckoner import Stop
from engine.commands import Command
from engine.game import Game, ModelId
from engine.geometry.sight import Sight
from engine.odds import Stopped, TooLong, odds
from engine.system import System

Look = tuple[Game, ModelId, ModelId]
"""A question of sight: in this game, does the first see the second?"""


def odds_of(system: System, game: Game, command: Command, stop: Stop) -> object:
    """The odds of a wish, why there are none, or None where nobody waits any more."""
    try:
        return odds(system, game, command, stop=stop)
    except (TooLong, Stopped) as end:
        return end if isinstance(end, TooLong) else None


def sights_of(system: System, looks: tuple[Look, ...], stop: Stop) -> tuple[Sight, ...]:
    """Who sees whom, as far as it was reckoned before nobody waited any more."""
    found: list[Sight] = []
    for game, viewer, target in looks:
        if stop():
            break
        found.append(system.sees(game, game.model(viewer), game.model(target)))
    return tuple(found)
