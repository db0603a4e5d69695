"""Armor: what is taken off an attack's damage, with all that bears on it."""

from __future__ import annotations

from msgspec.structs import replace

from engine.game import Game, Model
from engine.questions import Modifier, Tally
from engine.systems.descent import kit
from engine.systems.descent.conditions import RULES
from engine.systems.descent.counters import printed
from engine.systems.descent.questions import ARMOR
from engine.systems.descent.tables import title
from engine.systems.descent.transformed import may_use_kit

WHY = ("DES-DEF-ARM",)


def armor(game: Game, model: Model, pierce: int = 0) -> Tally:
    """Printed armor and the suit worn, less what pierces it; a monkey has none (DES-TRANS-11)."""
    worn = kit.armor_bonus(model) if may_use_kit(game, model).granted else ()
    terms = [Modifier(op="plus", amount=more, label=title(item), why=("DES-DEF-EQUIP",)) for item, more in worn]
    if pierce:
        terms += [
            Modifier(op="plus", amount=-pierce, label="pierce", why=WHY),
            Modifier(op="least", amount=0, label="pierced through", why=WHY),
        ]
    found = RULES.tally(game, model, ARMOR, printed(model, "Armor"), more=tuple(terms))
    return replace(found, why=WHY)
