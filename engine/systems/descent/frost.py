"""Effect: Frost — items under ice: after use a die a token, and a blank shatters the item.

Start of turn: a die for each token, a surge takes one off, a blank does nothing.  Weapon, shield
and armor are tested apart; there a blank shatters the item and a surge does nothing.
"""

from __future__ import annotations

from engine.ask import Steps, happens, roll
from engine.events import Noted
from engine.game import Game, Model, ModelId
from engine.rules import Status, at
from engine.systems.descent import kit, melting
from engine.systems.descent.counters import is_hero, tokens
from engine.systems.descent.faces import any_blank, power_dice
from engine.systems.descent.questions import TURN_STARTS
from engine.systems.descent.readings import MONKEY_ARMOR, chosen
from engine.systems.descent.tables import number, title
from engine.systems.descent.transformed import MONKEY

FROST = "frost"


def thaw(game: Game, model: ModelId) -> Steps[Game]:
    """Each surge takes one frost token off; the others stay."""
    removal = ("DES-FROST-3", "DES-FROST-4")
    return (yield from melting.throw(game, model, FROST, rolled=("DES-FROST-2",), removal=removal))


STATUS = Status(
    FROST,
    "Under frost",
    (at(TURN_STARTS, thaw, "DES-FROST-2"),),
    says="As his turn starts each surge takes a token off. After an attack his weapon is tested, his shield whenever "
    "it takes damage, his armor when an attack does 5 or more: a blank, and the item shatters.",
    why=("DES-FROST-1", "DES-FROST-2", "DES-FROST-5", "DES-FROST-7", "DES-FROST-8"),
)


def brittle(model: Model) -> bool:
    """Are this figure's items weakened by ice?  Only heroes have items."""
    return is_hero(model) and model.has(FROST)


def test_weapon(game: Game, model: ModelId, weapon: str) -> Steps[Game]:
    """After an attack with a weapon; fists are none."""
    if not brittle(game.model(model)) or kit.natural(weapon) or weapon not in kit.carried(game.model(model)):
        return game
    return (yield from _test(game, model, weapon, "DES-FROST-5", "DES-FROST-6"))


def test_shield(game: Game, model: ModelId, shield: str) -> Steps[Game]:
    """Each time the shield is exhausted to take damage."""
    if not brittle(game.model(model)):
        return game
    return (yield from _test(game, model, shield, "DES-FROST-7", "DES-FROST-6"))


def test_armor(game: Game, model: ModelId, damage: int) -> Steps[Game]:
    """Each time one attack deals its wearer 5 or more, counted before armor."""
    hero = game.model(model)
    worn = kit.armor_worn(hero)
    if damage < number("frost_armor") or not worn or not brittle(hero):
        return game
    if hero.has(MONKEY) and chosen(game, MONKEY_ARMOR) == "inert":
        text = f"{hero.name} is a monkey: frost does not reach the {title(worn)}"
        return (yield from happens(Noted(text=text, model=model, why=("DES-TRANS-8", "DES-FROST-8"))))
    return (yield from _test(game, model, worn, "DES-FROST-8", "DES-FROST-6"))


def _test(game: Game, model: ModelId, item: str, *why: str) -> Steps[Game]:
    """A power die for every token; any blank, and the item is gone."""
    hero = game.model(model)
    dice = power_dice(tokens(hero, FROST), "blank")
    what = f"frost on the {title(item)} of {hero.name}"
    need = "a blank shatters it"
    broken = yield from roll(dice, any_blank, what, side=hero.side, model=model, need=need, why=why)
    if not broken:
        text = f"The {title(item)} of {hero.name} holds"
        return (yield from happens(Noted(text=text, model=model, why=why)))
    return (yield from kit.shatter(game, model, item, *why))
