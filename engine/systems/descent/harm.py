"""Chapter: What a hit does — damage less armor, the shield, wounds, frost on armor, and then the tokens.

Damage is counted whole for frost on armor, then armor reduces it, then the shield may cancel what
is left; the armor is tested even by a blow that kills.  Tokens come after the wounds: one of each
kind if there was any damage before armor, poison one for each wound.
"""

from __future__ import annotations

from engine.ask import Steps, happens
from engine.events import Noted
from engine.game import Game, Model, ModelId
from engine.systems.descent import frost, shield, stun, wounds
from engine.systems.descent.armor import armor
from engine.systems.descent.attacking import Attack, running
from engine.systems.descent.counters import BOUGHT_TOKEN, HURT, PIERCE, RAW, in_play, is_hero
from engine.systems.descent.poison import POISON, poisoned
from engine.systems.descent.readings import FROST_ARMOR, chosen
from engine.systems.descent.tables import tokens as listed
from engine.systems.descent.tokens import gain, note

WHY = ("DES-DEF-ARM",)
GAIN = ("DES-DEF-GAIN",)
FIRST = {
    "bleed": "DES-BLEED-1",
    "burn": "DES-BURN-1",
    "daze": "DES-DAZE-1",
    "stun": "DES-STUN-1",
    "web": "DES-WEB-1",
    "curse": "DES-CURSE-1",
    "frost": "DES-FROST-1",
}
"""What each kind of token marks."""


def hurt(game: Game, attack: Attack) -> Steps[Game]:
    """Wounds, shield and armor of the one who was hit."""
    if not running(game):
        return game
    target, raw = game.model(attack.target), game.count(RAW)
    protection = armor(game, target, game.count(PIERCE))
    through = max(0, raw - int(protection.value))
    text = f"{game.model(attack.attacker).name} hits {target.name}: {raw} damage, armor {int(protection.value)}"
    game = yield from happens(Noted(text=text, model=target.id, other=attack.attacker, why=WHY))
    game, left = yield from shield.against(game, target.id, through)
    counted = raw - (through - left) if chosen(game, FROST_ARMOR) == "after_shield" else raw
    why = (*WHY, "DES-TRANS-11") if target.has("transformed") else WHY
    game = yield from frost.test_armor(game, target.id, counted)  # before a death takes the tokens off
    game = yield from wounds.lose(game, target.id, left, *why, *(("DES-POISON-1",) if _poisons(game, attack) else ()))
    return (yield from note(game, HURT, left))


def leave_tokens(game: Game, attack: Attack) -> Steps[Game]:
    """Tokens that the hit leaves on whoever lives."""
    if not running(game) or not in_play(game.model(attack.target)):
        return game
    if _poisons(game, attack) and game.count(HURT) and is_hero(game.model(attack.target)):
        game = yield from poisoned(game, attack.target, game.count(HURT))
    if game.count(RAW) < 1:
        return game
    for kind in FIRST:
        if _given(game, attack, kind):
            game = yield from _leave(game, attack.target, kind)
    return game


def test_weapon(game: Game, attack: Attack) -> Steps[Game]:
    """After the attack frost tests the weapon, hit or miss."""
    if not in_play(game.model(attack.attacker)):
        return game
    return (yield from frost.test_weapon(game, attack.attacker, attack.weapon))


def takes(game: Game, target: Model, kind: str) -> bool:
    """Can this figure carry such a token?"""
    if kind in listed("heroes_only") and not is_hero(target):
        return False
    return not (kind == stun.STUN and stun.immune(game, target))


def _leave(game: Game, target: ModelId, kind: str) -> Steps[Game]:
    if takes(game, game.model(target), kind):
        return (yield from gain(game, target, kind, 1, *GAIN, FIRST[kind]))
    if kind != stun.STUN:
        return game
    text = f"{game.model(target).name} has a name and cannot be stunned"
    return (yield from happens(Noted(text=text, model=target, why=("DES-DEF-MAST",))))


def _given(game: Game, attack: Attack, kind: str) -> bool:
    return kind in attack.with_what.gives or bool(game.count(f"{BOUGHT_TOKEN}{kind}"))


def _poisons(game: Game, attack: Attack) -> bool:
    return _given(game, attack, POISON) and is_hero(game.model(attack.target))
