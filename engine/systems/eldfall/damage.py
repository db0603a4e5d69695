"""Chapter: Damage and Wounds — every Hit that was let through is a die against Power minus Armor."""

from __future__ import annotations

from engine.ask import Steps, happens, roll
from engine.events import Noted
from engine.game import Game, ModelId
from engine.systems.eldfall import declared
from engine.systems.eldfall.attack import damage
from engine.systems.eldfall.friendly_fire import shaken
from engine.systems.eldfall.inflicting import inflict
from engine.systems.eldfall.strike import dice, wounding
from engine.systems.eldfall.weapons import Weapon
from engine.systems.eldfall.wounds import suffer

WHY = ("ELD-DEF-WND",)


def rolls(game: Game, name: ModelId) -> Steps[Game]:
    """The Damage dice for all Hits that wait on a model, one attacker after the other."""
    for attacker in declared.hitters(game.model(name)):
        game = yield from _from_one(game, name, ModelId(attacker))
    return game


def _from_one(game: Game, victim: ModelId, attacker: ModelId) -> Steps[Game]:
    weapon = declared.attack_with(game.model(attacker))
    found = declared.hits(game.model(victim), attacker)
    for status in (declared.HIT, declared.CRITICAL_HIT):
        game = yield from declared.drop(game, victim, status, attacker)
    if weapon is None or not found.all:
        return game
    wounds = 0
    if weapon.hurts:
        for number, critical in ((found.plain, False), (found.critical, True)):
            wounds += yield from _dice(game, victim, attacker, weapon, number, critical)
        game = yield from suffer(game, victim, wounds, *WHY)
        game = yield from shaken(game, victim, attacker)
    return (yield from inflict(game, victim, attacker, weapon, wounded=wounds > 0))


def _dice(game: Game, victim: ModelId, attacker: ModelId, weapon: Weapon, number: int, critical: bool) -> Steps[int]:
    if not number:
        return 0
    struck, striker = game.model(victim), game.model(attacker)
    tally = damage(game, striker, struck, weapon, critical=critical)
    need = int(tally.value)
    why = (*tally.why, *dict.fromkeys(clause for term in tally.modifiers for clause in term.why))
    if need < 1:
        text = f"{weapon.name} cannot wound {struck.name}: {tally.text()}"
        game = yield from happens(Noted(text=text, model=victim, other=attacker, why=why))
        return 0
    what = f"damage of {striker.name} on {struck.name}, {weapon.name}" + (", critical" if critical else "")
    wounds: int = yield from roll(
        dice(number), wounding(need), what, side=striker.side, model=attacker, need=f"{need} or less each", why=why
    )
    return wounds
