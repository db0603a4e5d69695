"""What each declared Action or Reaction does besides Attack and Dodge, by its word of `acts`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from engine.ask import Steps
from engine.game import Game, ModelId
from engine.systems.eldfall import assist, death_blow, duel, perceive, treasure

BODIES: Mapping[str, Callable[[Game, ModelId], Steps[Game]]] = MappingProxyType(
    {**assist.BODIES, **perceive.BODIES, **treasure.BODIES, **death_blow.BODIES, **duel.BODIES}
)
"""What is not here (Nothing, and declining to declare) does nothing."""
