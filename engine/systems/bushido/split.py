"""Chapter: Melee Exchange — dividing a pool into attack and defence dice.

A special attack or defence is paid in dice before the rest is divided.  The most even division
comes first: it is what odds assume where two secret choices are open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

from msgspec import Struct

from engine.systems.bushido.weapons import Ability

Limit = Literal["free", "defensive", "aggressive", "none"]
"""Any division; as many defence as attack dice or more; the other way round; impossible."""


class Split(Struct, frozen=True, cache_hash=True):
    """So many attack and so many defence dice, and the ability paid for, if any."""

    attack: int
    defence: int
    ability: Ability | None = None

    @property
    def id(self) -> str:
        """The option's id: '2/1' or '1/1 sweep_attack'."""
        return f"{self.attack}/{self.defence}" + (f" {self.ability.id}" if self.ability else "")

    @property
    def label(self) -> str:
        """The words on the button, short enough for it: the last number is what the special costs."""
        dice = f"{self.attack} attack, {self.defence} defence"
        if self.ability is None:
            return dice
        return f"{dice}, {self.ability.cost} {self.ability.title.removesuffix(' Attack')}"


def limit(
    defensive: bool, aggressive: bool, *, steadfast_and_frightened: bool = False, disengaging: bool = False
) -> Limit:
    """How a pool may be divided (BUS-DEF-TRAIT-DEFENSIVE, -AGGRESSIVE, -STEADFAST, BUS-DEF-ACTION-DISENGAGE).

    Defensive and Aggressive cancel each other.  Whoever disengages must be able to defend at
    least as much as he attacks, which an aggressive model is not.
    """
    free = steadfast_and_frightened or defensive == aggressive
    if disengaging:
        return "none" if aggressive and not free else "defensive"
    if free:
        return "free"
    return "defensive" if defensive else "aggressive"


def splits(pool: int, limit: Limit, abilities: Iterable[Ability] = ()) -> tuple[Split, ...]:
    """Every division of a pool of at least one die, the most even first, then with abilities.

    An ability without a die of its kind would do nothing and is not offered; so none ever
    takes the last die of a pool.
    """
    found = _divided(pool, limit, None)
    for ability in abilities:
        found += _divided(pool - ability.cost, limit, ability)
    return tuple(found)


def _divided(dice: int, limit: Limit, ability: Ability | None) -> list[Split]:
    allowed: Callable[[int, int], bool] = _ALLOWED[limit]
    found = [
        Split(attack, dice - attack, ability)
        for attack in range(dice, -1, -1)
        if allowed(attack, dice - attack) and _useful(attack, dice - attack, ability)
    ]
    return sorted(found, key=lambda split: (abs(split.attack - split.defence), -split.attack))


def _useful(attack: int, defence: int, ability: Ability | None) -> bool:
    return ability is None or bool(attack if ability.kind == "attack" else defence)


_ALLOWED: dict[Limit, Callable[[int, int], bool]] = {
    "free": lambda attack, defence: True,
    "defensive": lambda attack, defence: defence >= attack,
    "aggressive": lambda attack, defence: attack >= defence,
    "none": lambda attack, defence: False,
}
