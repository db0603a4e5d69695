"""Chapter: Melee Exchange — what becomes of an attack: specials, the damage roll, what the weapon leaves behind."""

from __future__ import annotations

from engine.ask import Steps, happens, roll
from engine.events import Noted
from engine.game import Game, Marker, Model, ModelId
from engine.questions import Modifier, Tally
from engine.systems.bushido import bout
from engine.systems.bushido.conditions import RULES
from engine.systems.bushido.contact import touching
from engine.systems.bushido.damage import Kept, damage_dice, damage_reading
from engine.systems.bushido.death_sentence import against_marked
from engine.systems.bushido.gaining import gain
from engine.systems.bushido.held import HELD, hold_marker
from engine.systems.bushido.prone import PRONE
from engine.systems.bushido.questions import DAMAGE, SPECIAL
from engine.systems.bushido.readings import SUCCESS_LEVELS, chosen
from engine.systems.bushido.shoving import shove_away
from engine.systems.bushido.traits import has
from engine.systems.bushido.weapons import TABLES, Ability, Kind, Laid, Special, Weapon
from engine.systems.bushido.wounds import suffer, wounds_left

CHARGE_WHY = ("BUS-DEF-ACTION-CHARGE",)
MOST_LEVELS = 10


def may_use(game: Game, model: Model, kind: Kind) -> bool:
    """May the model use special attacks (or defences) now?"""
    return RULES.ruling(game, model, SPECIAL, kind).granted


def paid_for(game: Game, model: Model, kind: Kind) -> Ability | None:
    """The special attack (or defence) the model paid for, as long as it may use it."""
    ability = bout.ability(model)
    return ability if ability is not None and ability.kind == kind and may_use(game, model, kind) else None


def hit(game: Game, attacker: ModelId, victim: ModelId, level: int) -> Steps[Game]:
    """A successful attack of an exchange: the special attack first, then the damage roll."""
    striker, struck = game.model(attacker), game.model(victim)
    ability, weapon = paid_for(game, striker, "attack"), bout.weapon(striker)
    special = ability.special if ability else None
    with_it = f" with a {ability.title}" if ability else ""
    text = f"{striker.name} gets through to {struck.name}{with_it}, success level {level}"
    game = yield from happens(Noted(text=text, model=attacker, other=victim, why=("BUS-DEF-29",)))
    game = yield from bout.remember(game, victim, bout.STRUCK, 1)
    if special is not None:
        game = yield from carried_out(game, attacker, victim, special)
    if special is None or not special.no_damage:
        charged = game.model(attacker).count(bout.CHARGED) > 0
        game = yield from damage(game, attacker, victim, level, weapon, special=special, charged=charged)
    if special is not None:
        game = yield from lay(game, victim, special.gives, ABILITY_WHY.get(special.id, "BUS-DEF-33"))
    fell = game.model(victim).has(PRONE) and not struck.has(PRONE)
    if fell or (special is not None and special.ends_attack) or _parted(game, attacker, victim):
        return (yield from bout.remember(game, attacker, bout.OVER, 1))
    return game


def warded(game: Game, attacker: ModelId, defender: ModelId) -> Steps[Game]:
    """An attack that failed: the special defence, if one was paid for and may still be used."""
    guard = game.model(defender)
    if game.model(attacker).count(bout.ATTACK_DICE):
        text = f"{guard.name} holds off {game.model(attacker).name}"
        game = yield from happens(Noted(text=text, model=defender, other=attacker, why=("BUS-DEF-29",)))
    ability = paid_for(game, guard, "defence")
    if ability is None or not guard.count(bout.DEFENCE_DICE):
        return (yield from _lost_its_use(game, guard))
    text = f"{guard.name} turns the attack into a {ability.title}"
    game = yield from happens(Noted(text=text, model=defender, other=attacker, why=("BUS-DEF-33",)))
    game = yield from carried_out(game, defender, attacker, ability.special)
    game = yield from lay(game, attacker, ability.special.gives, "BUS-DEF-33")
    if _parted(game, attacker, defender):
        return (yield from bout.remember(game, defender, bout.OVER, 1))
    return game


def _lost_its_use(game: Game, guard: Model) -> Steps[Game]:
    """Felled during the exchange, a model cannot use the special defence it has paid for."""
    ability = bout.ability(guard)
    if ability is None or ability.kind != "defence" or may_use(game, guard, "defence"):
        return game
    text = f"{guard.name} went down and cannot use its {ability.title}"
    why = ("BUS-PRONE-7", "BUS-DEF-RULING-PRONE-IN-EXCHANGE")
    return (yield from happens(Noted(text=text, model=guard.id, why=why)))


def carried_out(game: Game, user: ModelId, victim: ModelId, special: Special) -> Steps[Game]:
    """What a special attack or defence does besides damage: away, prone, held."""
    why = (ABILITY_WHY.get(special.id, "BUS-DEF-33"), "BUS-DEF-33")
    if special.away or special.clear:
        inches = special.away or float(TABLES["movement"]["zone"])
        game = yield from shove_away(game, victim, user, inches, *why, past=special.clear, topples=special.prone)
    if special.prone and game.model(victim).on_table:
        game = yield from gain(game, victim, Marker(PRONE), *why)
    if special.held and game.model(victim).on_table:
        marker = hold_marker(game, game.model(victim), user)
        if marker is not None:
            game = yield from gain(game, victim, marker, *why)
        if not game.model(victim).has(HELD):
            text = f"{game.model(victim).name} slips the grip, but does not strike back"
            grapple = ("BUS-DEF-RULING-GRAPPLE-IMMUNE",)
            game = yield from happens(Noted(text=text, model=victim, other=user, why=grapple))
    return game


def damage_bonus(
    game: Game, attacker: Model, victim: Model, weapon: Weapon, special: Special | None = None, charged: bool = False
) -> Tally:
    """What is added to a damage roll of this attacker against this victim."""
    terms = [*_plus(weapon.damage, weapon.name, "BUS-DEF-OWN-WEAPONS")]
    if special is not None:
        terms += _plus(special.damage, special.name, "BUS-DEF-33")
    if charged:
        terms += _plus(int(TABLES["movement"]["charge_damage"]), "charge", *CHARGE_WHY)
    terms += (*against_marked(victim, "damage"), *RULES.modifiers(game, attacker, DAMAGE))
    return Tally(title=DAMAGE.title, base=0, modifiers=tuple(terms), why=("BUS-DEF-30",))


def damage(
    game: Game,
    attacker: ModelId,
    victim: ModelId,
    level: int,
    weapon: Weapon,
    *,
    special: Special | None = None,
    charged: bool = False,
) -> Steps[Game]:
    """The damage roll of a success level, the wounds, and the markers the weapon leaves where it wounded."""
    striker, struck = game.model(attacker), game.model(victim)
    if not struck.on_table:
        return game
    if weapon.entangling:
        return (yield from gain(game, victim, Marker("immobilised"), "BUS-DEF-TRAIT-ENTANGLING"))
    bonus = damage_bonus(game, striker, struck, weapon, special, charged)
    kept, counted = (
        _kept(game, striker),
        level if chosen(game, SUCCESS_LEVELS) == "extended" else min(level, MOST_LEVELS),
    )
    halved = special is not None and special.halves
    plus = int(bonus.value)
    what = f"damage on {struck.name}, success level {counted}" + (f", {plus:+d}" if plus else "")
    why = ("BUS-DEF-30", *dict.fromkeys(clause for term in bonus.modifiers for clause in term.why))
    reading = damage_reading(counted, plus, kept, halved)
    wounds = yield from roll(damage_dice(kept), reading, what, side=striker.side, model=attacker, why=why)
    game = yield from suffer(game, victim, wounds, "BUS-DEF-30", cause=weapon.name)
    if wounds_left(game.model(victim)) < wounds_left(struck):
        return (yield from lay(game, victim, weapon.gives, "BUS-DEF-OWN-WEAPONS"))
    return game


def lay(game: Game, victim: ModelId, markers: tuple[Laid, ...], why: str) -> Steps[Game]:
    """The markers a weapon or special leaves on a victim still on the table."""
    for each in markers:
        game = yield from gain(game, victim, each.marker, LEFT.get(each.status, why), count=each.count)
    return game


ABILITY_WHY = {
    "sweep": "BUS-DEF-ABILITY-SWEEP",
    "slam": "BUS-DEF-ABILITY-SLAM",
    "throw": "BUS-DEF-ABILITY-THROW",
    "push": "BUS-DEF-ABILITY-PUSH",
    "grapple": "BUS-DEF-ABILITY-GRAPPLE",
    "stun": "BUS-DEF-ABILITY-STUN",
    "powerful": "BUS-DEF-ABILITY-POWERFUL",
}
"""What each special attack or defence is defined by."""

LEFT = {
    "fire": "BUS-DEF-TRAIT-FIRE",
    "poison": "BUS-DEF-TRAIT-POISON",
    "bleed": "BUS-DEF-TRAIT-BLEED",
    "disease": "BUS-DEF-TRAIT-DISEASE",
    "spirit_block": "BUS-DEF-TRAIT-KI-BLOCK",
}
"""The weapon trait behind each marker that a wound leaves."""


def _kept(game: Game, striker: Model) -> Kept:
    """Strong keeps the two highest of three dice, weak the two lowest; both at once cancel."""
    strong, weak = has(striker, "strong"), has(striker, "weak")
    if strong == weak:
        return "both"
    return "highest" if strong else "lowest"


def _parted(game: Game, first: ModelId, second: ModelId) -> bool:
    """Has one of them left the table, or the contact?"""
    a, b = game.model(first), game.model(second)
    return not (a.on_table and b.on_table and touching(a, b))


def _plus(amount: int, label: str, *why: str) -> tuple[Modifier, ...]:
    return (Modifier(op="plus", amount=amount, label=label, why=why),) if amount else ()
