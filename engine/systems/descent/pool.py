"""Chapter: The dice of an attack — the weapon's, the trait's, and what Daze takes away.

Daze takes one yellow, green or power die for each token, as the figure's owner picks; with more
tokens than such dice all of them.  Dice bought with fatigue are taken too, while tokens are left over.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.ask import Option, Steps, choose, happens
from engine.events import Lost, Noted
from engine.game import Game, Model
from engine.questions import Modifier, Tally
from engine.systems.descent.attacking import Attack, dice, put
from engine.systems.descent.conditions import RULES
from engine.systems.descent.counters import AIMED, ATTACK_ON, ATTACKS, DAZE_LEFT, PIERCE, is_hero, printed, tokens
from engine.systems.descent.daze import DAZE
from engine.systems.descent.faces import LOSEABLE, title, worth
from engine.systems.descent.orders import AIM, GUARD
from engine.systems.descent.questions import POWER_DICE
from engine.systems.descent.readings import DAZE_COUNTS, chosen
from engine.systems.descent.tables import Weapon, raw
from engine.systems.descent.tokens import count, note

WHY = ("DES-DEF-ATTACK",)
LOSS: tuple[str, ...] = ("DES-DAZE-5", "DES-DAZE-6")
ALL_LOST: tuple[str, ...] = ("DES-DAZE-5", "DES-DAZE-7", "DES-DEF-BASE")
_TRAITS = {"melee": "Melee", "ranged": "Ranged", "magic": "Magic"}


def most_power() -> int:
    """Power dice that one attack may have."""
    return int(raw()["dice"]["most_power"])


def power_dice(game: Game, model: Model, weapon: Weapon) -> Tally:
    """Power dice of an attack: those on the weapon and those of the hero's trait, five at most."""
    trait = _TRAITS[weapon.kind]
    on_weapon = weapon.dice.count("black")
    terms = [Modifier(op="plus", amount=on_weapon, label=weapon.title, why=WHY)] if on_weapon else []
    base = printed(model, trait) if is_hero(model) else 0
    if base + on_weapon > most_power():
        terms.append(Modifier(op="most", amount=most_power(), label="at most", why=("DES-DEF-FAT",)))
    found = RULES.tally(game, model, POWER_DICE, base, f"{trait} trait" if is_hero(model) else "", tuple(terms))
    return replace(found, why=(*WHY, "DES-DEF-ODDS"))


def colours(game: Game, model: Model, weapon: Weapon) -> tuple[str, ...]:
    """Every die of the attack before Daze takes any."""
    plain = tuple(colour for colour in weapon.dice if colour != "black")
    return (*plain, *("black",) * int(power_dice(game, model, weapon).value))


def loseable(pool: tuple[str, ...]) -> tuple[str, ...]:
    """Those of these dice that Daze can take."""
    return tuple(colour for colour in pool if colour in LOSEABLE)


def declare(game: Game, attack: Attack) -> Steps[Game]:
    """Pay for the attack, say whether it is aimed, and settle its dice."""
    game = yield from _pay(game, attack)
    game = yield from note(game, ATTACK_ON, 1)
    game = yield from note(game, PIERCE, attack.with_what.pierce)
    game = yield from _aim(game, attack)
    attacker = game.model(attack.attacker)
    game = yield from put(game, colours(game, attacker, attack.with_what))
    return (yield from _dazed(game, attacker, attack))


def _pay(game: Game, attack: Attack) -> Steps[Game]:
    attacker, target = game.model(attack.attacker), game.model(attack.target)
    breaks = " breaks in and" if attack.guard else ""
    name = attack.with_what.title[:1].lower() + attack.with_what.title[1:]
    text = f"{attacker.name}{breaks} attacks {target.name}: {name}"
    why = (*WHY, "DES-DEF-GUARD") if attack.guard else WHY
    game = yield from happens(Noted(text=text, model=attacker.id, other=target.id, why=why))
    if attack.guard:
        return (yield from happens(Lost(model=attacker.id, status=GUARD, why=("DES-DEF-GUARD",))))
    return (yield from count(game, attacker.id, ATTACKS, max(0, attacker.count(ATTACKS) - 1), *WHY))


def _aim(game: Game, attack: Attack) -> Steps[Game]:
    attacker = game.model(attack.attacker)
    if not attacker.has(AIM):
        return game
    options = (Option("aimed", "An aimed attack"), Option("plain", "Keep the order for later"))
    asked = f"Does {attacker.name} use his Aim?"
    answer = yield from choose(attacker.side, options, asked, model=attacker.id, why=("DES-DEF-AIM",))
    if answer != "aimed":
        return game
    game = yield from note(game, AIMED, 1)
    return (yield from happens(Lost(model=attacker.id, status=AIM, why=("DES-DEF-AIM",))))


def _dazed(game: Game, attacker: Model, attack: Attack) -> Steps[Game]:
    """Each token takes a die; the owner picks which, and is offered first what he will miss least."""
    dazed, pool = tokens(attacker, DAZE), dice(game)
    if not dazed:
        return game
    at_risk = loseable(pool)
    if dazed >= len(at_risk):
        lost, why = at_risk, ALL_LOST
    else:
        lost, why = (yield from _picked(attacker, at_risk, dazed, attack)), LOSS
    left = list(pool)
    for colour in lost:
        left.remove(colour)
    game = yield from put(game, tuple(left))
    if chosen(game, DAZE_COUNTS) == "all_dice":
        game = yield from note(game, DAZE_LEFT, dazed - len(lost))
    text = f"Dazed, {attacker.name} loses {listed(lost)}" if lost else f"Dazed, {attacker.name} has no die to lose"
    return (yield from happens(Noted(text=text, model=attacker.id, why=why)))


def _picked(attacker: Model, at_risk: tuple[str, ...], number: int, attack: Attack) -> Steps[tuple[str, ...]]:
    lost: tuple[str, ...] = ()
    for turn in range(number):
        rest = list(at_risk)
        for colour in lost:
            rest.remove(colour)
        kinds = sorted((colour for colour in LOSEABLE if colour in rest), key=lambda one: worth(one, attack.matters))
        options = tuple(Option(colour, f"a {title(colour)} die") for colour in kinds)
        asked = f"Dazed: which die does {attacker.name} lose?" + (f" ({turn + 1} of {number})" if number > 1 else "")
        lost += ((yield from choose(attacker.side, options, asked, model=attacker.id, why=LOSS)),)
    return lost


def listed(colours_lost: tuple[str, ...]) -> str:
    """Dice in words: "a green and 2 power dice"."""
    parts = []
    for colour in dict.fromkeys(colours_lost):
        number = colours_lost.count(colour)
        parts.append(f"a {title(colour)} die" if number == 1 else f"{number} {title(colour)} dice")
    return " and ".join(parts)
