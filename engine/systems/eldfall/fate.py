"""What became of a game between two instants, in the few words of a line of odds.

Wounds and States that are due when Dodge moves are still open count as if they had landed.
"""

from __future__ import annotations

from engine.game import Game, Model
from engine.systems.eldfall.counters import BROKE, HELD, NERVE, TREASURE, WOUNDS_DUE, WOUNDS_LOST
from engine.systems.eldfall.due import due
from engine.systems.eldfall.markers import CROUCHED, DEAD, ENGAGED, INCAPACITATED, SHROUDED, TITLES
from engine.systems.eldfall.wounds import health_left

UNTOLD = (ENGAGED, INCAPACITATED, DEAD, SHROUDED)
"""States that the words leave out, or say in their own way."""
SAME, NOTHING_HAPPENS = "nothing changes", "nobody is hurt"


def outcome(before: Game, after: Game) -> str:
    """The end in words: "Korb incapacitated", "Halka loses 1 HP, Korb Weakened", "nobody is hurt"."""
    found = [words for model in before.models if (words := _of(before, after, model))]
    if after.outcome and after.outcome != before.outcome:
        found.append(after.outcome)
    if found:
        return "; ".join(found)
    return SAME if before == after else NOTHING_HAPPENS


def _of(before: Game, after: Game, then: Model) -> str:
    """What became of one model; empty when nothing did that is told."""
    now = after.model(then.id)
    if now.place == "removed" and then.place != "removed":
        return f"{now.name} {now.removed_as}"
    found = [_life(then, now), *_conditions(after, then, now)]
    if now.count(NERVE) == BROKE and then.count(NERVE) != BROKE:
        found.append("panics")
    if now.count(NERVE) == HELD and then.count(NERVE) != HELD:
        found.append("keeps its nerve")
    if now.count(TREASURE) > then.count(TREASURE):
        found.append("takes a treasure")
    told = [words for words in found if words]
    return f"{now.name} {', '.join(told)}" if told else ""


def _life(then: Model, now: Model) -> str:
    """Dead, incapacitated, HP lost or regained."""
    waiting = now.count(WOUNDS_DUE)
    left = health_left(now) - waiting
    falls = waiting > 0 and (then.has(INCAPACITATED) or now.has(INCAPACITATED))
    if (now.has(DEAD) or falls) and not then.has(DEAD):
        return "dead"
    down = now.has(INCAPACITATED) or (waiting > 0 and left <= 0)
    if down and not then.has(INCAPACITATED):
        return "incapacitated"
    lost = now.count(WOUNDS_LOST) + waiting - then.count(WOUNDS_LOST)
    if lost > 0:
        return f"loses {lost} HP"
    back = f"{-lost} HP back" if lost < 0 else ""
    up = "no longer incapacitated" if then.has(INCAPACITATED) and not down and not now.has(DEAD) else ""
    return ", ".join(words for words in (back, up) if words)


def _conditions(after: Game, then: Model, now: Model) -> list[str]:
    """States gained, those that are due among them, and States lost."""
    coming = {marker.status for marker in due(after, now.id)}
    there = {marker.status for marker in now.markers} | coming
    felled = INCAPACITATED in there or DEAD in there
    had = {marker.status for marker in then.markers}
    untold = (*UNTOLD, CROUCHED) if felled else UNTOLD
    found = [TITLES[status] for status in TITLES if status in there - had and status not in untold]
    found += [f"no longer {TITLES[status]}" for status in TITLES if status in had - there and status not in untold]
    if SHROUDED in had and SHROUDED not in there:
        found.append("revealed")
    if SHROUDED in there and SHROUDED not in had:
        found.append(TITLES[SHROUDED])
    if INCAPACITATED in coming and not now.has(INCAPACITATED):
        found.insert(0, "incapacitated")
    if DEAD in coming:
        found.insert(0, "dead")
    return found
