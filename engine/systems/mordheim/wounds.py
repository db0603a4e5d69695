"""Chapter: Wounds, saves and critical hits — what becomes of one hit, hand to hand or shot."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from msgspec import Struct

from engine.ask import Steps, happens, roll
from engine.dice import D6, Faces
from engine.events import Counted, Noted
from engine.game import Game, Model, ModelId
from engine.questions import Modifier, Tally
from engine.systems.mordheim import criticals
from engine.systems.mordheim.conditions import RULES
from engine.systems.mordheim.criticals import ORDINARY
from engine.systems.mordheim.injuries import Cause, suffer, take_out
from engine.systems.mordheim.questions import SAVE, STRENGTH, TO_WOUND
from engine.systems.mordheim.weapons import (
    BODY_ARMOUR,
    TABLES,
    Weapon,
    at_least,
    carries,
    save_worsened_by,
    shield_arm,
    to_wound_need,
)

WOUND, NO_WOUND, CRITICAL = "wound", "no wound", "critical hit"
SAVED, NOT_SAVED = "saved", "not saved"
MOST_ON_A_DIE = 6


class Blow(Struct, frozen=True, kw_only=True, cache_hash=True):
    """One attack or shot: who, at whom, with what.

    *fallen* is the status in which the target lay when the attacker's blows began, empty for
    one on his feet and for shots; *fresh* says that it is the first turn of this combat.
    """

    attacker: ModelId
    target: ModelId
    weapon: Weapon
    cause: Cause = "blow"
    fallen: str = ""
    fresh: bool = False


def strength(game: Game, blow: Blow) -> Tally:
    """Strength of the attack: the bearer's and the weapon's, or the missile's own."""
    attacker, weapon = game.model(blow.attacker), blow.weapon
    why = ("MOR-DEF-STRENGTH",)
    if weapon.fixed:
        return Tally(title=STRENGTH.title, base=weapon.fixed, base_label=weapon.name, why=why)
    more: tuple[Modifier, ...] = ()
    if weapon.strength and (blow.fresh or not weapon.has_rule("first_turn_only")):
        more = (Modifier(op="plus", amount=weapon.strength, label=weapon.name, why=why),)
    more += RULES.modifiers(game, attacker, STRENGTH)
    return Tally(title=STRENGTH.title, base=attacker.stat("S"), modifiers=more, why=why)


def to_wound(game: Game, blow: Blow) -> Tally | None:
    """Lowest D6 that wounds, or None where the attack cannot harm."""
    hard, tough = int(strength(game, blow).value), game.model(blow.target).stat("T")
    need = to_wound_need(hard, tough)
    if need is None:
        return None
    label = f"Strength {hard} against Toughness {tough}"
    return Tally(title=TO_WOUND.title, base=need, base_label=label, suffix="+", why=("MOR-DEF-TO-WOUND",))


def save(game: Game, blow: Blow) -> Tally | None:
    """Lowest D6 with which the target's armour stops the wound; None where it has no armour.

    A sum above 6 is armour that the blow goes through.
    """
    target, weapon = game.model(blow.target), blow.weapon
    armour = armour_of(target, blow.weapon, blow.cause)
    if armour is None:
        return None
    hard = save_worsened_by(int(strength(game, blow).value))
    terms = list(armour.modifiers)
    if hard:
        terms.append(Modifier(op="plus", amount=hard, label="Strength", why=("MOR-DEF-SAVE",)))
    if weapon.save and armour.base_label != weapon.name:
        terms.append(Modifier(op="plus", amount=weapon.save, label=weapon.name, why=_weapon_why(weapon)))
    best = int(TABLES["save"]["best"])
    if armour.base + sum(term.amount for term in terms) < best:
        terms.append(Modifier(op="least", amount=best, label="as for the best armour", why=("MOR-DEF-SAVE",)))
    return Tally(
        title=SAVE.title, base=armour.base, base_label=armour.base_label, modifiers=tuple(terms), suffix="+",
        why=armour.why,
    )  # fmt: skip


def armour_of(target: Model, weapon: Weapon, cause: Cause = "blow") -> Tally | None:
    """The save of what is worn, before Strength; a weapon that gives a save gives one to the bare."""
    table = TABLES["save"]
    why: tuple[str, ...] = ("MOR-DEF-SAVE",)
    suit = next((gear for gear in BODY_ARMOUR if carries(target, gear)), "")
    shield = carries(target, "shield") and (cause == "shot" or shield_arm(target))
    names = TABLES["armour"]
    if suit:
        bonus = -int(table["shield_bonus"])
        terms = (Modifier(op="plus", amount=bonus, label=names["shield"], why=why),) if shield else ()
        return Tally(title=SAVE.title, base=table[suit], base_label=names[suit], modifiers=terms, suffix="+", why=why)
    if shield:
        return Tally(title=SAVE.title, base=table["shield_alone"], base_label=names["shield"], suffix="+", why=why)
    if weapon.has_rule("gives_save"):
        why = (*why, "MOR-DEF-DAGGER")
        return Tally(title=SAVE.title, base=table["impossible_above"], base_label=weapon.name, suffix="+", why=why)
    return None


def _weapon_why(weapon: Weapon) -> tuple[str, ...]:
    return ("MOR-DEF-DAGGER",) if weapon.has_rule("gives_save") else ("MOR-DEF-AXE",)


@lru_cache(maxsize=64)
def wound_reading(need: int, critical: int) -> Callable[[Faces], str]:
    """The reading of a die to wound: at or above *critical* it is a critical hit."""

    def read(faces: Faces) -> str:
        if faces[0] < need:
            return NO_WOUND
        return CRITICAL if faces[0] >= critical else WOUND

    return read


def hit(game: Game, blow: Blow) -> Steps[Game]:
    """One hit: roll to wound, then the critical, then the save, then the wounds themselves."""
    attacker, target = game.model(blow.attacker), game.model(blow.target)
    wounding = to_wound(game, blow)
    if wounding is None:
        text = f"{attacker.name} is too weak to harm {target.name}"
        said = Noted(text=text, model=target.id, other=attacker.id, why=("MOR-DEF-TO-WOUND",))
        return (yield from happens(said))
    need = int(wounding.value)
    reading = wound_reading(need, criticals.scored_from(game, attacker, need))
    what = f"to wound {target.name}, {need}+"
    result = yield from roll(
        D6, reading, what, side=attacker.side, model=attacker.id, need=f"{need}+", why=wounding.why
    )
    if result == NO_WOUND:
        return game
    gravity = ORDINARY
    if result == CRITICAL:
        why = criticals.WHY
        used = Counted(of="model", whose=attacker.id, name=criticals.USED, value=1, why=why)
        game = yield from happens(used)
        gravity = yield from criticals.struck(attacker, target)
    if gravity.armour_save and (yield from _saved(game, blow)):
        why = ("MOR-DEF-SAVE",)
        return (yield from happens(Noted(text=f"{target.name} is saved by his armour", model=target.id, why=why)))
    if blow.fallen:
        return (yield from take_out(game, target.id, ("MOR-ATKKD-3", "MOR-KD-10")))
    return (
        yield from suffer(
            game, target.id, wounds=gravity.wounds, by=attacker.side, cause=blow.cause, bonus=gravity.injury_bonus,
            concussion=blow.weapon.has_rule("concussion"), attacker=attacker.id,
        )
    )  # fmt: skip


def _saved(game: Game, blow: Blow) -> Steps[bool]:
    """The armour save, rolled by the victim's side; not asked where no die could make it."""
    tally, target = save(game, blow), game.model(blow.target)
    if tally is None or tally.value > MOST_ON_A_DIE:
        return False
    need = int(tally.value)
    what, reading = f"armour of {target.name}, {need}+", at_least(need, SAVED, NOT_SAVED)
    rolled = yield from roll(D6, reading, what, side=target.side, model=target.id, need=f"{need}+", why=tally.why)
    return rolled == SAVED
