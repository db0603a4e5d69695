"""Chapter: Shields — exhausted to cancel wounds, ready again when its bearer's cards are refreshed."""

from __future__ import annotations

from engine.ask import Option, Steps, choose, happens
from engine.events import Counted, Noted
from engine.game import Game, ModelId
from engine.systems.descent import frost, kit
from engine.systems.descent.counters import EXHAUSTED, is_hero, wounds_left
from engine.systems.descent.readings import SHIELD_AGAINST_TOKENS, chosen
from engine.systems.descent.tables import Shield
from engine.systems.descent.transformed import may_use_kit

WHY = ("DES-DEF-SHD",)


def against(game: Game, model: ModelId, wounds: int, *, from_tokens: bool = False) -> Steps[tuple[Game, int]]:
    """Let the hero cancel wounds with his ready shields, one by one; gives the game and the wounds that are left."""
    hero = game.model(model)
    if wounds < 1 or not is_hero(hero) or not may_use_kit(game, hero).granted:
        return game, wounds
    if from_tokens and chosen(game, SHIELD_AGAINST_TOKENS) == "never":
        return game, wounds
    for shield in kit.ready_shields(hero, against_tokens=from_tokens):
        if wounds:
            game, wounds = yield from _offer(game, model, shield, wounds)
    return game, wounds


def _offer(game: Game, model: ModelId, shield: Shield, wounds: int) -> Steps[tuple[Game, int]]:
    """Exhaust one shield or keep it ready; gives the game and the wounds that are left."""
    hero = game.model(model)
    cancelled = min(wounds, shield.cancels)
    name = shield.title[:1].lower() + shield.title[1:]
    options = (
        Option("exhaust", f"Exhaust the {name}: cancel {cancelled} of {wounds}"),
        Option("keep", f"Keep it ready and take {min(wounds, wounds_left(hero))}"),
    )
    asked = f"Does {hero.name} use the {name}?"
    answer = yield from choose(hero.side, options, asked, model=model, why=WHY)
    if answer == "keep":
        return game, wounds
    game = yield from _exhaust(game, model, shield, cancelled)
    return game, wounds - cancelled


def _exhaust(game: Game, model: ModelId, shield: Shield, cancelled: int) -> Steps[Game]:
    hero = game.model(model)
    name = shield.title[:1].lower() + shield.title[1:]
    text = f"{hero.name} exhausts the {name}: {cancelled} {'wound' if cancelled == 1 else 'wounds'} cancelled"
    game = yield from happens(Noted(text=text, model=model, why=WHY))
    value = hero.count(EXHAUSTED + shield.id) + 1
    game = yield from happens(Counted(of="model", whose=model, name=EXHAUSTED + shield.id, value=value, why=WHY))
    return (yield from frost.test_shield(game, model, shield.id))
