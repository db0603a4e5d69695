"""The numbers of one figure with their sums, and what became of figures in a few words."""

from __future__ import annotations

from msgspec.structs import replace

from engine.game import Game, Model
from engine.questions import Tally
from engine.systems.descent import kit, orders
from engine.systems.descent.armor import armor
from engine.systems.descent.conditions import RULES
from engine.systems.descent.counters import (
    ATTACKS,
    COINS,
    CONQUEST,
    FATIGUE_SPENT,
    IN_TOWN,
    MONKEY_TURNS,
    ORDERS,
    POINTS,
    POTIONS,
    SHATTERED,
    WOUNDS_LOST,
    fatigue_left,
    in_play,
    is_hero,
    printed,
    taking_turn,
    tokens,
    wounds_left,
)
from engine.systems.descent.cursed import conquest_value
from engine.systems.descent.pool import power_dice
from engine.systems.descent.speed import speed
from engine.systems.descent.tables import potions, title

NOTHING, UNHURT = "nothing", "no wound"


def card(game: Game, model: Model) -> tuple[Tally, ...]:
    """What is left this turn, wounds and fatigue, speed and armor, dice of each weapon, items, conquest."""
    found = list(_turn(model)) if taking_turn(model) else []
    found.append(Tally(title="Wounds", base=wounds_left(model), suffix=_of(model, "Wounds"), why=("DES-DEF-ARM",)))
    if is_hero(model):
        left = fatigue_left(model)
        found.append(Tally(title="Fatigue", base=left, suffix=_of(model, "Fatigue"), why=("DES-DEF-FAT",)))
    found += [speed(game, model), armor(game, model)]
    if model.count(MONKEY_TURNS):
        found.append(Tally(title="Turns as a monkey", base=model.count(MONKEY_TURNS), why=("DES-TRANS-12",)))
    found += _weapons(game, model)
    if is_hero(model):
        found += _belongings(model)
        found.append(conquest_value(model))
    return tuple(found)


def outcome(before: Game, after: Game) -> str:
    """What became of whom between two instants, each by name where several changed."""
    told = [
        (model.name, words)
        for model in after.models
        if before.has_model(model.id) and (words := _became(before.model(model.id), model))
    ]
    if not told:
        return _unhurt(before, after)
    if len(told) == 1:
        return told[0][1]
    return ", ".join(f"{name} {words}" for name, words in told)


def _turn(model: Model) -> tuple[Tally, ...]:
    names = ((POINTS, "Movement points"), (ATTACKS, "Attacks"), (ORDERS, "Orders to place"))
    return tuple(Tally(title=words, base=model.count(name), why=("DES-DEF-ACT",)) for name, words in names)


def _of(model: Model, stat: str) -> str:
    return f" of {printed(model, stat)}"


def _weapons(game: Game, model: Model) -> list[Tally]:
    """Dice of each weapon in hand: its power dice as a sum, the others by colour."""
    found = []
    for weapon in kit.weapons_of(model):
        sum_ = power_dice(game, model, weapon)
        dice = ", ".join(colour for colour in weapon.dice if colour != "black")
        found.append(replace(sum_, title=weapon.title, base_label=f"power, {dice}"))
    return found


def _belongings(model: Model) -> list[Tally]:
    found = [
        Tally(title=potions()[potion].title, base=model.count(potion), why=("DES-DEF-POTION",))
        for potion in POTIONS
        if model.count(potion)
    ]
    if model.count(COINS):
        found.append(Tally(title="Money", base=model.count(COINS), why=("DES-DEF-DEATH",)))
    return found


def _became(before: Model, after: Model) -> str:
    """What became of one figure; empty when nothing worth a word did."""
    if after.place == "removed" and before.place != "removed":
        return after.removed_as or "removed"
    if after.count(IN_TOWN) and not before.count(IN_TOWN):
        return "killed" if after.count(WOUNDS_LOST) == 0 and in_play(before) and _was_hurt(before, after) else "in town"
    parts: list[str] = []
    lost = after.count(WOUNDS_LOST) - before.count(WOUNDS_LOST)
    if lost:
        parts.append(f"{lost} wound{'s' if lost > 1 else ''}" if lost > 0 else f"heals {-lost}")
    for status in dict.fromkeys(marker.status for marker in (*before.markers, *after.markers)):
        if status in RULES.statuses and status not in orders.ORDERS:
            parts += _tokens(before, after, status)
    for name, value in after.counters:
        if name.startswith(SHATTERED) and value > before.count(name):
            parts.append(f"{title(name.removeprefix(SHATTERED))} shattered")
    return ", ".join(parts)


def _was_hurt(before: Model, after: Model) -> bool:
    """A killed hero wakes up with everything full, and has had his turn."""
    return not after.markers and after.count(FATIGUE_SPENT) == 0


def _tokens(before: Model, after: Model, status: str) -> list[str]:
    more = tokens(after, status) - tokens(before, status)
    name = RULES.statuses[status].title
    name = name[:1].lower() + name[1:]
    if more > 0:
        return [name if tokens(after, status) == 1 else f"{name} {tokens(after, status)}"]
    if more < 0:
        left = tokens(after, status)
        return [f"{name} {left}" if left else f"no longer {name}"]
    return []


def _unhurt(before: Game, after: Game) -> str:
    """No token and no wound changed: was anything gained or spent?"""
    for side in after.sides:
        gained = side.count(CONQUEST) - before.side(side.id).count(CONQUEST)
        if gained:
            return f"{abs(gained)} conquest {'gained' if gained > 0 else 'lost'}"
    spent = any(
        before.has_model(model.id) and model.count(ATTACKS) < before.model(model.id).count(ATTACKS)
        for model in after.models
    )
    if spent:
        return UNHURT
    for model in after.models:
        if before.has_model(model.id) and (before.model(model.id).x, before.model(model.id).y) != (model.x, model.y):
            return "moves"
    return "same" if before == after else NOTHING
