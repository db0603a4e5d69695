"""An Action as it is declared: what the sequence must know of it before it is carried out."""

from __future__ import annotations

from msgspec import Struct

from engine.game import ModelId


class Wish(Struct, frozen=True, kw_only=True):
    """One Action: *action* is a word of `acts`, *title* the words on its button, *targets* whom it names."""

    model: ModelId
    action: str
    title: str
    targets: tuple[str, ...] = ()
