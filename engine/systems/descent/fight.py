"""Chapter: Attacks — the steps of one attack in order, and the reasons against it.

Declared and paid for; base dice; the rest; dice thrown again; fatigue; surges; hit or miss; wounds;
tokens; frost on the weapon.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.ask import Steps
from engine.game import Game, Model
from engine.geometry.evidence import Evidence
from engine.questions import Objection, Tally
from engine.systems.descent import able, attacking, harm, kit, pool, sight, spending, throwing
from engine.systems.descent.armor import armor
from engine.systems.descent.attacking import Attack
from engine.systems.descent.conditions import RULES
from engine.systems.descent.counters import ATTACK_ON, in_play, is_hero, tokens
from engine.systems.descent.daze import DAZE
from engine.systems.descent.faces import BASES, faces
from engine.systems.descent.orders import AIM, DODGE
from engine.systems.descent.questions import ATTACK
from engine.systems.descent.tables import Weapon, weapons

Step = Callable[[Game], Steps[Game]]
Part = Callable[[Game, Attack], Steps[Game]]

PARTS: tuple[Part, ...] = (
    throwing.base,
    throwing.others,
    throwing.once_more,
    throwing.buy,
    spending.spend,
    spending.judge,
    harm.hurt,
    harm.leave_tokens,
    harm.test_weapon,
)


def steps(attack: Attack) -> tuple[Step, ...]:
    """The attack, step by step; nothing of it happens when one of the two is no longer there."""

    def first(game: Game) -> Steps[Game]:
        if not _both_there(game, attack):
            return game
        return (yield from pool.declare(game, attack))

    def part(do: Part) -> Step:
        def step(game: Game) -> Steps[Game]:
            if not game.count(ATTACK_ON):
                return game
            return (yield from do(game, attack))

        return step

    def last(game: Game) -> Steps[Game]:
        return (yield from attacking.finish(game))

    return (first, *map(part, PARTS), last)


def whole(game: Game, attack: Attack) -> Steps[Game]:
    """The same attack in one go, where it breaks into something else."""
    for step in steps(attack):
        game = yield from step(game)
    return game


def prepared(game: Game, attacker: Model, target: Model, weapon: Weapon, *, guard: bool) -> Attack:
    """This attack, and whether range can matter in it: the base dice alone may always reach far enough."""
    shown = [[face.range for face in faces(colour) if not face.miss] for colour in weapon.dice if colour in BASES]
    close = sight.line(game, attacker, target).spaces <= sum(min(ranges) for ranges in shown)
    return Attack(attacker=attacker.id, target=target.id, weapon=weapon.id, guard=guard, close=close)


def objections(game: Game, attacker: Model, target: Model, weapon: str) -> tuple[Objection, ...]:
    """What keeps one figure from attacking another with this weapon at all."""
    found = (*able.not_in_dungeon(game, attacker), *able.not_in_dungeon(game, target))
    if attacker.side == target.side:
        found += (able.no(attacker, f"{target.name} is no enemy of {attacker.name}.", *pool.WHY),)
    found += RULES.ruling(game, attacker, ATTACK, weapon, "cannot attack").objections
    if weapon not in (each.id for each in kit.weapons_of(attacker)):
        title = weapons()[weapon].title.lower() if weapon in weapons() else weapon
        found += (able.no(attacker, f"{attacker.name} has no {title} in hand.", *pool.WHY, "DES-DEF-EQUIP"),)
    if found or attacker.id == target.id:
        return found
    return _out_of_sight(game, attacker, target, weapons()[weapon])


def _out_of_sight(game: Game, attacker: Model, target: Model, weapon: Weapon) -> tuple[Objection, ...]:
    line = sight.line(game, attacker, target)
    if not line.sees:
        why = sight.PIT_WHY if line.because else sight.WHY
        between = sight.blockers(game, line)
        text = f"{attacker.name} does not see {target.name}"
        text += f": {line.because or ' and '.join(between) + ' in the way' if line.because or between else 'blocked'}."
        return (Objection(text=text, why=why, model=attacker.id, evidence=line.evidence()),)
    if weapon.kind == "melee" and line.spaces > weapon.reach:
        far = "next to" if weapon.reach == 1 else f"within {weapon.reach} spaces of"
        text = f"{attacker.name} is not {far} {target.name}: range {line.spaces}."
        return (Objection(text=text, why=(*pool.WHY, *sight.RANGE_WHY), model=attacker.id, evidence=line.evidence()),)
    return ()


def tallies(game: Game, attacker: Model, target: Model, weapon: Weapon) -> tuple[Tally, ...]:
    """The numbers that the attack rests on."""
    line = sight.line(game, attacker, target)
    found = [pool.power_dice(game, attacker, weapon), armor(game, target, weapon.pierce)]
    if weapon.kind != "melee":
        found.insert(0, Tally(title="Range needed", base=line.spaces, why=sight.RANGE_WHY))
    return tuple(found)


def notes(game: Game, attacker: Model, target: Model, weapon: Weapon) -> tuple[str, ...]:
    """What the players should know before the throw."""
    dice = pool.colours(game, attacker, weapon)
    found = [f"Dice: {pool.listed(dice)}."]
    dazed, at_risk = tokens(attacker, DAZE), len(pool.loseable(dice))
    if dazed:
        lost = min(dazed, at_risk)
        found.append(f"Dazed: {lost or 'no'} of the yellow, green and power dice {'is' if lost == 1 else 'are'} lost.")
    if attacker.has(AIM):
        found.append(f"{attacker.name} may use his Aim.")
    if target.has(DODGE):
        found.append(f"{target.name} may have dice thrown again.")
    leaves = [kind for kind in weapon.gives if kind == "poison" or harm.takes(game, target, kind)]
    if leaves and (is_hero(target) or leaves != ["poison"]):
        found.append(f"A hit that does damage leaves: {', '.join(leaves)}.")
    return tuple(found)


def evidence(game: Game, attacker: Model, target: Model) -> Evidence:
    """The line of sight."""
    return sight.line(game, attacker, target).evidence()


def _both_there(game: Game, attack: Attack) -> bool:
    return in_play(game.model(attack.attacker)) and in_play(game.model(attack.target))
