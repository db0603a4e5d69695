"""Chapter: Attack — the numbers of one: attribute, dice, Power against Armor, each with its sum.

A Melee Attack is rolled on Offense in the Active and on Defense in the Reactive Role, a shot on
Accuracy, a spell on Intellect.  Strike is the number of dice: 1 in the Reactive Role, never less.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.game import Game, Model
from engine.geometry.arcs import front_half
from engine.questions import Modifier, Number, Tally
from engine.systems.eldfall.conditions import RULES
from engine.systems.eldfall.cover import cover
from engine.systems.eldfall.halving import flat, half, settled, value
from engine.systems.eldfall.hitbox import touching
from engine.systems.eldfall.questions import (
    ACC,
    ARM,
    ATTRIBUTES,
    COUNT,
    DEF,
    INT,
    OFF,
    STRIKE_MELEE,
    STRIKE_RANGED,
)
from engine.systems.eldfall.traits import FERVOUR, SHIELD, WARY, has
from engine.systems.eldfall.weapons import TABLES, Weapon

WHY = ("ELD-DEF-ATK",)
STRIKE_WHY = ("ELD-DEF-STK",)
DAMAGE_WHY = ("ELD-DEF-WND",)
FRIENDS_WHY = ("ELD-DEF-FF",)
SHIELD_WHY = ("ELD-DEF-SHIELD",)
BEHIND_SHIELD = -3
"""What a shield takes off Melee Attacks on the front of its bearer; it adds as much Armor against shots."""


def reacting(game: Game, model: Model) -> bool:
    """Is it in the Reactive Role?  All are whose side does not activate now."""
    return model.side != game.active


def attribute(game: Game, attacker: Model, weapon: Weapon) -> Number:
    """What an Attack with this weapon is rolled on, in the role the attacker is in."""
    if weapon.spell:
        return INT
    if weapon.ranged:
        return ACC
    return DEF if reacting(game, attacker) else OFF


def to_hit(game: Game, attacker: Model, target: Model, weapon: Weapon, distance: float) -> Tally:
    """What a die of this Attack must not exceed; *distance* in inches picks the band of a shot.

    Both models may stand elsewhere than in *game*, if the game given has them there.
    """
    terms: list[Modifier] = []
    if weapon.ranged:
        terms += cover(game, attacker, target).modifiers
        terms += _beside_friends(game, attacker, target, weapon)
    elif has_shield(target, attacker):
        terms.append(flat(BEHIND_SHIELD, "shield", *SHIELD_WHY))
    return _rolled_on(game, attacker, weapon, distance, *terms)


def to_hit_place(game: Game, attacker: Model, weapon: Weapon, distance: float) -> Tally:
    """What a die of an Attack on a place so many inches away must not exceed."""
    return _rolled_on(game, attacker, weapon, distance)


def _rolled_on(game: Game, attacker: Model, weapon: Weapon, distance: float, *terms: Modifier) -> Tally:
    band = weapon.band(distance) if weapon.ranged else 0
    if band:
        terms = (flat(band, f"at {distance:.1f}″", "ELD-DEF-RCH"), *terms)
    tally = value(game, attacker, attribute(game, attacker, weapon), *terms)
    return replace(tally, title=f"{weapon.name}: {tally.title}", why=WHY)


def friends_beside(game: Game, attacker: Model, target: Model) -> tuple[Model, ...]:
    """Friends of the attacker in Base Contact with the target, who may stop a shot; the fallen are ignored."""
    if target.side == attacker.side:
        return ()
    return tuple(
        friend
        for friend in game.friends(attacker)
        if RULES.counts_for(game, friend, COUNT).granted and touching(game, friend, target)
    )


def goes_astray(game: Game, attacker: Model, target: Model, weapon: Weapon) -> bool:
    """Do the highest faces of this Attack hit a friend?"""
    return weapon.ranged and not weapon.template and bool(friends_beside(game, attacker, target))


def _beside_friends(game: Game, attacker: Model, target: Model, weapon: Weapon) -> tuple[Modifier, ...]:
    if not goes_astray(game, attacker, target, weapon):
        return ()
    each = int(TABLES["friendly_fire"]["modifier"])
    near = friends_beside(game, attacker, target)
    return tuple(flat(each, f"{friend.name} beside it", *FRIENDS_WHY) for friend in near)


def has_shield(bearer: Model, attacker: Model) -> bool:
    """Does a shield cover the bearer against this attacker: printed, usable, and to its front?"""
    return has(bearer, SHIELD) and front_half(bearer, attacker).lies != "out"


def strike(game: Game, attacker: Model, weapon: Weapon) -> Tally:
    """How many dice an Attack with this weapon has, in the role the attacker is in."""
    number = STRIKE_RANGED if weapon.ranged else STRIKE_MELEE
    late = reacting(game, attacker)
    base, label = (1, "Reactive Role") if late else (weapon.strike, weapon.name)
    terms = []
    if has(attacker, WARY if late else FERVOUR):
        terms.append(flat(1, "Wary" if late else "Fervour", "ELD-DEF-FERVOUR"))
    tally = RULES.tally(game, attacker, number, base, label, more=tuple(terms))
    if tally.value < 1:
        least = Modifier(op="least", amount=1, label="never below 1", why=STRIKE_WHY)
        tally = replace(tally, modifiers=(*tally.modifiers, least))
    return Tally(title=tally.title, base=base, base_label=label, modifiers=tally.modifiers, why=STRIKE_WHY)


def power(game: Game, attacker: Model, weapon: Weapon) -> int:
    """The Power of a Hit: printed, or the wielder's attribute and what is printed."""
    if not weapon.power_from:
        return weapon.power
    number = next(one for one in ATTRIBUTES if one.id == weapon.power_from)
    return max(0, int(value(game, attacker, number).value) + weapon.power)


def armour(game: Game, target: Model, attacker: Model, weapon: Weapon) -> Tally:
    """The Armor that a plain Hit of this weapon meets."""
    terms = []
    if weapon.ranged and has_shield(target, attacker):
        terms.append(flat(-BEHIND_SHIELD, "shield", *SHIELD_WHY))
    terms += [half(trait.name, "ELD-DEF-INFLICT") for trait in weapon.traits if trait.halves_armour]
    tally = value(game, target, ARM, *terms)
    ignores = next((trait for trait in weapon.traits if trait.no_armour), None)
    if ignores is None:
        return tally
    none = Modifier(op="most", amount=0, label=ignores.name, why=("ELD-DEF-INFLICT",))
    return settled(Tally(title=tally.title, base=tally.base, modifiers=(*tally.modifiers, none)))


def damage(game: Game, attacker: Model, target: Model, weapon: Weapon, *, critical: bool = False) -> Tally:
    """What a Damage die must not exceed: Power minus Armor, which a Critical Hit reduces to 0."""
    if critical:
        term = flat(0, "Armor 0 (Critical Hit)", "ELD-DEF-CRIT")
    else:
        met = armour(game, target, attacker, weapon)
        reasons = tuple(dict.fromkeys(clause for each in met.modifiers for clause in each.why))
        term = flat(-int(met.value), f"Armor ({met.text()})" if met.modifiers else "Armor", *reasons)
    base, label = power(game, attacker, weapon), "Power"
    why: tuple[str, ...] = DAMAGE_WHY
    if weapon.power_from:
        sign = "−" if weapon.power < 0 else "+"
        label = f"Power ({weapon.power_from} {sign} {abs(weapon.power)})"
        why = (*why, "ELD-DEF-ACT-UNARMED")
    return Tally(title="Damage", base=base, base_label=label, modifiers=(term,), why=why)
