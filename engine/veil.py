"""What one side may know of a game: models whose book keeps them secret go by another name.

Who is behind a token is hidden from everybody but its own side; where it stands, how wide
its base is and what lies beside it are seen by all.  The game itself is never veiled: rules
know everything, only what is shown does not.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec.structs import replace

from engine.game import Game, Model, ModelId, Profile, SideId
from engine.system import System

TOKEN = "token"
"""The profile of whoever is not known."""

Known = Mapping[ModelId, str]
"""What models that are not known are called instead."""


def unknown(system: System, game: Game, viewer: SideId) -> dict[ModelId, str]:
    """Whom this side does not know, and what to call them; several of one word are numbered."""
    words = {model.id: system.hides(game, model, viewer) for model in game.models}
    found: dict[ModelId, str] = {}
    for model, word in words.items():
        if not word:
            continue
        twins = [name for name, other in words.items() if other == word]
        found[model] = word if len(twins) == 1 else f"{word} {twins.index(model) + 1}"
    return found


def veiled(game: Game, known: Known) -> Game:
    """The game with those models as tokens: no name, no profile, no counters."""
    for model, word in known.items():
        game = game.with_model(as_token(game.model(model), word))
    return game


def as_token(model: Model, word: str) -> Model:
    """One model as a token: place, base, side and markers are what anybody can see."""
    plain = Profile(id=TOKEN, name=word, base=model.profile.base, height=model.profile.height)
    return replace(model, name=word, profile=plain, counters=())


def told(text: str, game: Game, known: Known) -> str:
    """A sentence in which those models are not called by their names."""
    names = {game.model(model).name: word for model, word in known.items() if game.model(model).name}
    if not any(name in text for name in names):
        return text
    either = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.sub(rf"(?<!\w)(?:{either})(?!\w)", lambda found: names[found[0]], text)
