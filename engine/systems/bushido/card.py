"""The numbers of one model with their sums, and what became of models in a few words."""

from __future__ import annotations

from msgspec.structs import replace

from engine.game import Game, Model
from engine.questions import Tally
from engine.systems.bushido.conditions import RULES, aggressive, defensive
from engine.systems.bushido.contact import enemies_touching, touching
from engine.systems.bushido.counters import (
    ACTIVATIONS,
    AMMO,
    activations,
    copies,
    ki_tokens,
    printed,
)
from engine.systems.bushido.initiative import initiative
from engine.systems.bushido.ki import limit, statistic
from engine.systems.bushido.pools import melee_pool, ranged_pool
from engine.systems.bushido.wounds import toughness, wounds_left

NOTHING, UNHURT = "nothing", "nobody hurt"


def card(game: Game, model: Model) -> tuple[Tally, ...]:
    """Counters, Ki and wounds, both pools and Ki with their terms; in contact also the sums against each enemy."""
    track = printed(model, "Wounds", 1)
    found = [
        _counters(model),
        Tally(title="Ki tokens", base=ki_tokens(model), suffix=f" of {limit(model)}", why=("BUS-DEF-26",)),
        Tally(title="Wounds", base=wounds_left(model), suffix=f" of {track}", why=("BUS-DEF-10",)),
        replace(statistic(game, model), why=("BUS-DEF-26",)),
        melee_pool(game, model),
    ]
    if printed(model, "RP") > 0:
        found.append(ranged_pool(game, model))
    if AMMO in dict(model.counters):
        found.append(Tally(title="Ammo", base=model.count(AMMO), why=("BUS-DEF-TRAIT-AMMO",)))
    tough = toughness(game, model)
    if tough.base or tough.modifiers:
        found.append(replace(tough, why=("BUS-DEF-TRAIT-TOUGH",)))
    found += _leaning(game, model)
    if model.on_table:
        found += _against(game, model)
    return tuple(found)


def _counters(model: Model) -> Tally:
    """Activation Counters; none is Exhausted."""
    label = "Exhausted" if not activations(model) else ""
    return Tally(title="Activation counters", base=activations(model), base_label=label, why=("BUS-DEF-02",))


def _leaning(game: Game, model: Model) -> list[Tally]:
    """What binds the split of the pool: Aggressive, Defensive, or both and so neither."""
    forward, back = aggressive(game, model), defensive(game, model)
    pool = max(1, int(melee_pool(game, model).value))
    found = []
    for title, trait, mine, other in (
        ("Attack dice at least", "Aggressive", forward, back),
        ("Defence dice at least", "Defensive", back, forward),
    ):
        if not mine:
            continue
        least, label = (pool + 1) // 2, f"{trait}: {', '.join(term.label for term in mine)}"
        if other:
            least, label = 0, f"{trait} ({', '.join(term.label for term in mine)}) is cancelled"
        why = tuple(dict.fromkeys(clause for term in (*mine, *other) for clause in term.why))
        found.append(Tally(title=title, base=least, base_label=label, why=why))
    return found


def _against(game: Game, model: Model) -> list[Tally]:
    """Against each enemy in contact: the pool if it is another, and whether it would strike first or second."""
    found: list[Tally] = []
    for enemy in enemies_touching(game, model):
        pool = melee_pool(game, model, enemy)
        if pool != melee_pool(game, model):
            found.append(replace(pool, title=f"Melee against {enemy.name}"))
        first = initiative(game, model, enemy)
        place = 1 if first.first == model.id else 2
        title = f"Strikes against {enemy.name}"
        found.append(Tally(title=title, base=place, base_label=first.reason, suffix=" of 2", why=first.why))
    return found


def outcome(before: Game, after: Game) -> str:
    """What became of whom between two instants: in a word, or each by name where several changed or could have."""
    told = [
        (model.name, words)
        for model in after.models
        if before.has_model(model.id) and (words := _became(before.model(model.id), model))
    ]
    if not told:
        return _unhurt(before, after)
    alone = len(told) == 1 and not _fought(before, after)
    return told[0][1] if alone else ", ".join(f"{name} {words}" for name, words in told)


def _became(before: Model, after: Model) -> str:
    """What became of one model; empty when nothing worth a word did."""
    if after.place == "removed":
        return (after.removed_as or "removed") if before.place != "removed" else ""
    parts: list[str] = []
    lost = after.count("wounds_lost") - before.count("wounds_lost")
    if lost:
        parts.append(f"{lost} wound{'s' if lost > 1 else ''}" if lost > 0 else f"heals {-lost}")
    for status in dict.fromkeys(marker.status for marker in (*before.markers, *after.markers)):
        if (record := RULES.statuses.get(status)) is None or record.hidden:
            continue
        more = copies(after, status) - copies(before, status)
        title = record.title[:1].lower() + record.title[1:]
        if more > 0 and not before.has(status):
            parts.append(title)
        elif more < 0 and not after.has(status):
            parts.append(f"no longer {title}")
    return ", ".join(parts)


def _fought(before: Game, after: Game) -> bool:
    """Does somebody who paid for an action or a fight touch an enemy, alive or fallen?"""
    there = [model for model in after.models if before.has_model(model.id) and before.model(model.id).on_table]
    paid = [model for model in there if model.count(ACTIVATIONS) < before.model(model.id).count(ACTIVATIONS)]
    return any(touching(one, other) for one in paid for other in there if other.side != one.side)


def _unhurt(before: Game, after: Game) -> str:
    """No marker and no wound changed: did anybody fight, or get anywhere?"""
    if _fought(before, after):
        return UNHURT
    for model in after.models:
        was = before.model(model.id) if before.has_model(model.id) else model
        if (was.x, was.y) != (model.x, model.y):
            return "moves"
    spent = any(
        before.has_model(m.id) and m.count(ACTIVATIONS) < before.model(m.id).count(ACTIVATIONS) for m in after.models
    )
    return NOTHING if spent or before != after else "same"
