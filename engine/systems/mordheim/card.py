"""The numbers of one model with their sums, and what became of models in a few words."""

from __future__ import annotations

from msgspec.structs import replace

from engine.game import Game, Model
from engine.questions import Tally
from engine.systems.mordheim import close_combat
from engine.systems.mordheim.engaged import enemies_touching, standing
from engine.systems.mordheim.injuries import wounds_left
from engine.systems.mordheim.leadership import leadership
from engine.systems.mordheim.movement import allowance
from engine.systems.mordheim.questions import COMBAT, MOVEMENT
from engine.systems.mordheim.strike_order import LOST, ROLL_OFF, tier
from engine.systems.mordheim.weapons import PLAIN, wielded
from engine.systems.mordheim.wounds import Blow, armour_of, strength

UNHURT, NOBODY_HURT = "unhurt", "nobody hurt"
UNSEEN = ("injury_high", "injury_scope", "roll_off", "hits", "critical")
"""Counters of this half of the book that only its rules look at."""
PRINTED = (("WS", "Weapon Skill"), ("BS", "Ballistic Skill"), ("T", "Toughness"), ("I", "Initiative"))


def card(game: Game, model: Model) -> tuple[Tally, ...]:
    """Wounds, move left, characteristics, attacks and armour; in contact also what hits each enemy."""
    stats = dict(model.profile.stats)
    left = wounds_left(model)
    unhindered = "MOR-WND-4" if left else "MOR-STAND-10"
    why = ("MOR-WND-1", "MOR-WND-3", unhindered)
    found = [Tally(title="Wounds", base=left, suffix=f" of {model.stat('W')}", why=why)]
    if model.on_table and game.phase == MOVEMENT and model.side == game.active:
        found += allowance(game, model).tallies
    found += [Tally(title=title, base=stats[key]) for key, title in PRINTED if key in stats]
    blow = Blow(attacker=model.id, target=model.id, weapon=wielded(model)[0])
    found += [strength(game, blow), close_combat.attacks(game, model), leadership(game, model)]
    worn = armour_of(model, PLAIN)
    if worn is not None:
        found.append(worn)
    if model.on_table and standing(model):
        found += _in_contact(game, model)
    return tuple(found)


def _in_contact(game: Game, model: Model) -> list[Tally]:
    """When he strikes, and what he needs to hit each enemy on his feet."""
    enemies = enemies_touching(game, model)
    found = [tier(game, model)] if enemies and game.phase == COMBAT else []
    for enemy in enemies:
        if standing(enemy):
            found.append(replace(close_combat.to_hit(game, model, enemy), title=f"To hit {enemy.name}"))
    return found


def outcome(before: Game, after: Game) -> str:
    """What became of whom between two instants: in a word, or each by name where several could be struck."""
    changed = [
        (model.name, _became(before.model(model.id), model)) for model in after.models if before.has_model(model.id)
    ]
    told = [(name, words) for name, words in changed if words]
    targets = _struck_at(before, after)
    if not told and _lost_roll_off(before, after):
        return "loses the roll-off"
    if not told:
        return UNHURT if len(targets) < 2 else NOBODY_HURT
    alone = len(told) == 1 and len(targets) < 2
    return told[0][1] if alone else ", ".join(f"{name} {words}" for name, words in told)


def _became(before: Model, after: Model) -> str:
    """What became of one model; empty when nothing worth a word did."""
    if after.place == "removed":
        return after.removed_as if before.place != "removed" else ""
    for status, words in (("stunned", "stunned"), ("knocked_down", "knocked down"), ("fleeing", "flees")):
        if after.has(status) and not before.has(status):
            return words
    return _milder(before, after)


def _milder(before: Model, after: Model) -> str:
    if before.has("knocked_down") and not after.has("knocked_down"):
        return "stands up"
    if _hurt(before, after):
        return "stunned" if after.has("stunned") else "knocked down" if after.has("knocked_down") else "wounded"
    for status, words in (("fell", "falls unhurt"), ("failed_charge", "charge fails"), ("rallied", "rallies")):
        if after.has(status) and not before.has(status):
            return words
    return ""


def _hurt(before: Model, after: Model) -> bool:
    return any(after.count(name) > before.count(name) for name in ("wounds_lost", "injury_high"))


def _struck_at(before: Game, after: Game) -> tuple[str, ...]:
    """Names of all whom the warrior who has just struck could have struck."""
    for model in after.models:
        if model.has("struck") and not before.model(model.id).has("struck"):
            return tuple(enemy.name for enemy in enemies_touching(before, before.model(model.id)))
    return ()


def _lost_roll_off(before: Game, after: Game) -> bool:
    fresh = [m for m in after.models if m.count(ROLL_OFF) == LOST != before.model(m.id).count(ROLL_OFF)]
    return bool(fresh) and not _struck_at(before, after)
