"""What a running sequence remembers of Actions and Reactions: hidden markers on the models.

An Attack is one marker for each of its dice, its value the number of the weapon on the card and
its source the target ("" for a spot on the field).  Hits wait as markers on whom they hit until
the Damage rolls.  Everything here is gone when the sequence ends.
"""

from __future__ import annotations

from engine.ask import Steps, happens
from engine.events import Counted, Gained, Lost
from engine.game import Game, Marker, Model, ModelId, Point3
from engine.rules import Status
from engine.systems.eldfall.acts import NOTHING
from engine.systems.eldfall.counters import ACTING
from engine.systems.eldfall.markers import REACTS
from engine.systems.eldfall.strike import Hits
from engine.systems.eldfall.weapons import Weapon, carried

ATTACKS = "attacks"
"""One die of an Attack: value = number of the weapon, source = its target."""
HIT = "hit"
"""Plain Hits of an Attack by its source, so many."""
CRITICAL_HIT = "critical_hit"
"""Critical Hits of an Attack by its source, so many."""
DODGED = "dodged"
"""The Attack of its source was dodged."""
UNDODGED = "undodged"
"""A roll to dodge the Attack of its source failed (source "" = there was no Attack)."""
SURPRISING = "surprising"
"""The Attack that this model declares has the Surprise Attack Trait."""

DOES = "does"
"""The Action that the activated model has declared: its source is a word of `acts`."""
AT = "at"
"""Whom or what any other Action or Reaction is aimed at: value = number of the aid, source = its object."""

AIM_X, AIM_Y, AIM_Z = "aim_x", "aim_y", "aim_z"
"""Where an Attack is aimed: thousandths of an inch.  In a Reaction the spot on the enemy's way."""
AIMED = "aimed"
"""1 when `AIM_X` and the others are set."""
UNSEEN = (AIM_X, AIM_Y, AIM_Z, AIMED)
FINE = 1000.0

STATUSES = tuple(
    Status(id, title, hidden=True)
    for id, title in (
        (DOES, "Acts"),
        (AT, "Aimed at"),
        (ATTACKS, "Attacks"),
        (HIT, "Hit"),
        (CRITICAL_HIT, "Critical Hit"),
        (DODGED, "Dodged"),
        (UNDODGED, "Not dodged"),
        (SURPRISING, "Surprise Attack"),
    )
)
"""Conditions that are the rules' own memory; nobody sees them."""

WHY = ("ELD-DEF-SEQ",)


def reaction(model: Model) -> str:
    """The Reaction the model has declared in this sequence, an id of `acts`; empty for none."""
    return next((marker.source for marker in model.markers if marker.status == REACTS), "")


def doing(model: Model) -> str:
    """What it has declared in this sequence, Action or Reaction: a word of `acts`; empty for nothing."""
    return reaction(model) or next((marker.source for marker in model.markers if marker.status == DOES), "")


def objects(model: Model) -> tuple[tuple[int, str], ...]:
    """What its Assist, Perceive and the like is aimed at: number of the aid, and the object, once for each die."""
    return tuple((marker.value, marker.source) for marker in model.markers if marker.status == AT)


def attack_with(model: Model) -> Weapon | None:
    """The weapon of the Attack that the model has declared."""
    number = next((marker.value for marker in model.markers if marker.status == ATTACKS), None)
    return None if number is None else carried(model)[number]


def targets(model: Model) -> tuple[str, ...]:
    """Whom its declared Attack is aimed at, each once, in order; "" stands for a spot on the field."""
    return tuple(dict.fromkeys(marker.source for marker in model.markers if marker.status == ATTACKS))


def dice_at(model: Model, target: str) -> int:
    """How many dice of its Attack go at this target."""
    return sum(marker.status == ATTACKS and marker.source == target for marker in model.markers)


def declare(game: Game, model: ModelId, action: str, *objects: tuple[int, str]) -> Steps[Game]:
    """Remember what a model declares: as its Reaction, or as its Action when it is the activated one."""
    status = DOES if game.model(model).count(ACTING) else REACTS
    why: tuple[str, ...] = WHY if status == DOES else ("ELD-DEF-REA",)
    if action == NOTHING:
        why = (*why, "ELD-DEF-ACT-NOTHING")
    game = yield from happens(Gained(model=model, marker=Marker(status, 0, action), why=why))
    for number, name in objects:
        game = yield from happens(Gained(model=model, marker=Marker(AT, number, name), why=why))
    return game


def declare_attack(game: Game, attacker: ModelId, weapon: Weapon, aims: tuple[str, ...]) -> Steps[Game]:
    """Remember an Attack: one entry of *aims* for each of its dice."""
    number = carried(game.model(attacker)).index(weapon)
    for target in aims:
        game = yield from happens(Gained(model=attacker, marker=Marker(ATTACKS, number, target), why=WHY))
    return game


def aim(game: Game, attacker: ModelId, spot: Point3) -> Steps[Game]:
    """Remember where an Attack is aimed."""
    for name, inches in zip((AIM_X, AIM_Y, AIM_Z), spot, strict=True):
        game = yield from _count(game, attacker, name, round(inches * FINE))
    return (yield from _count(game, attacker, AIMED, 1))


def aimed_at(model: Model) -> Point3 | None:
    """Where its Attack is aimed, in inches; None when that is not a spot but a model."""
    if not model.count(AIMED):
        return None
    return model.count(AIM_X) / FINE, model.count(AIM_Y) / FINE, model.count(AIM_Z) / FINE


def hits(victim: Model, attacker: str) -> Hits:
    """The Hits of one Attack on this model that still wait for Damage rolls."""
    return Hits(_value(victim, HIT, attacker), _value(victim, CRITICAL_HIT, attacker))


def hitters(victim: Model) -> tuple[str, ...]:
    """Whose Hits wait on this model, in the order they came."""
    return tuple(dict.fromkeys(m.source for m in victim.markers if m.status in (HIT, CRITICAL_HIT)))


def hit(game: Game, victim: ModelId, attacker: str, found: Hits) -> Steps[Game]:
    """Lay Hits beside a model, on top of those of the same Attack that wait there."""
    for status, number in ((HIT, found.plain), (CRITICAL_HIT, found.critical)):
        if number:
            before = _value(game.model(victim), status, attacker)
            game = yield from drop(game, victim, status, attacker)
            marker = Marker(status, before + number, attacker)
            game = yield from happens(Gained(model=victim, marker=marker, why=WHY))
    return game


def drop(game: Game, model: ModelId, status: str, source: str) -> Steps[Game]:
    """Take one kind of memory of one source away, if it is there."""
    if not any(m.status == status and m.source == source for m in game.model(model).markers):
        return game
    return (yield from happens(Lost(model=model, status=status, source=source, why=WHY)))


def note(game: Game, model: ModelId, status: str, source: str = "") -> Steps[Game]:
    """Remember something of this kind."""
    return (yield from happens(Gained(model=model, marker=Marker(status, 0, source), why=WHY)))


def forget(game: Game) -> Steps[Game]:
    """The sequence is over: nothing of it is remembered."""
    for model in game.models:
        for status in (status.id for status in STATUSES):
            if model.has(status):
                game = yield from happens(Lost(model=model.id, status=status, why=WHY))
        for name in UNSEEN:
            game = yield from _count(game, model.id, name, 0)
    return game


def _value(model: Model, status: str, source: str) -> int:
    return sum(marker.value for marker in model.markers if marker.status == status and marker.source == source)


def _count(game: Game, model: ModelId, name: str, value: int) -> Steps[Game]:
    if game.model(model).count(name) == value:
        return game
    return (yield from happens(Counted(of="model", whose=model, name=name, value=value, why=WHY)))
