"""Chapter: Surges — bought with what is printed on the weapon, and whether the attack hits after that.

Enhancements are range or damage as their thrower likes: as much range as the attack needs, the
rest damage, once no more surges are spent.  So nothing is asked that has only one sensible answer.
"""

from __future__ import annotations

from engine.ask import Option, Steps, choose, happens
from engine.events import Noted
from engine.game import Game
from engine.systems.descent import sight
from engine.systems.descent.armor import armor
from engine.systems.descent.attacking import Attack, keep, numbers, running
from engine.systems.descent.counters import BOUGHT_TOKEN, FATIGUE_SPENT, MISSED, RAW
from engine.systems.descent.tables import Surge
from engine.systems.descent.tokens import count, note

WHY = ("DES-DEF-SURGE",)
HIT = ("DES-DEF-ATTACK", "DES-DEF-PRES")


def spaces(game: Game, attack: Attack) -> int:
    """The range that the attack needs: none in melee."""
    if not attack.matters.range:
        return 0
    return sight.line(game, game.model(attack.attacker), game.model(attack.target)).spaces


def spend(game: Game, attack: Attack) -> Steps[Game]:
    """Spend surges until none is left that buys anything, or its owner has enough."""
    attacker = game.model(attack.attacker)
    while running(game):
        offered = _offered(game, attack)
        if not offered:
            break
        left = numbers(game).surges
        options = (*(Option(str(at), _label(surge)) for at, surge in offered), Option("enough", "Spend no more"))
        asked = f"What does {attacker.name} spend {left} {'surge' if left == 1 else 'surges'} on?"
        answer = yield from choose(attacker.side, options, asked, model=attacker.id, why=WHY)
        if answer == "enough":
            break
        game = yield from _bought(game, attack, attack.with_what.surges[int(answer)])
    return game


def judge(game: Game, attack: Attack) -> Steps[Game]:
    """Does it hit?  A miss side, or too little range, and it does not."""
    attacker, target = game.model(attack.attacker), game.model(attack.target)
    if not running(game):
        if not game.count(MISSED):
            return game
        text = f"{attacker.name} misses {target.name}"
        return (yield from happens(Noted(text=text, model=attacker.id, other=target.id, why=HIT)))
    found, needed = numbers(game), spaces(game, attack)
    if not found.hits(needed):
        game = yield from note(game, MISSED, 1)
        reached = found.range + found.enhanced
        text = f"{attacker.name} misses {target.name}: range {reached} of {needed}"
        return (yield from happens(Noted(text=text, model=attacker.id, other=target.id, why=(*HIT, "DES-DEF-RNG"))))
    return (yield from note(game, RAW, found.damage_at(needed)))


def _offered(game: Game, attack: Attack) -> list[tuple[int, Surge]]:
    """What can be paid for, the most useful first: to hit at all, then wounds, then tokens."""
    found, needed, target = numbers(game), spaces(game, attack), game.model(attack.target)
    affordable = [(at, surge) for at, surge in attack.sold if surge.cost <= found.surges]

    def worth(each: tuple[int, Surge]) -> tuple[int, int, int, bool, int]:
        after = found.bought(each[1])
        short = max(0, after.needed(needed) - after.enhanced)
        strength = after.damage_at(needed) - int(armor(game, target, after.pierce).value)
        return short, -max(0, strength), -strength, not each[1].gives, each[1].cost

    return sorted(affordable, key=worth)


def _bought(game: Game, attack: Attack, surge: Surge) -> Steps[Game]:
    attacker = game.model(attack.attacker)
    game = yield from keep(game, numbers(game).bought(surge))
    if surge.gives:
        name = f"{BOUGHT_TOKEN}{surge.gives}"
        game = yield from note(game, name, game.count(name) + 1)
    if surge.fatigue:
        spent = max(0, attacker.count(FATIGUE_SPENT) - surge.fatigue)
        game = yield from count(game, attacker.id, FATIGUE_SPENT, spent, *WHY)
    return game


def _label(surge: Surge) -> str:
    return f"{surge.cost} for {surge.title}"
