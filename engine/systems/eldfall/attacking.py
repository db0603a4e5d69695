"""Chapter: Attack — in the Active Role: one line for each weapon and target, and for parted Strikes.

A weapon with more than one die may part them among as many targets; named twice, a target gets
two.  Dice that nobody is named for go to the first.
"""

from __future__ import annotations

from functools import partial
from itertools import combinations

from engine.ask import Steps
from engine.commands import Act
from engine.game import Game, Model, ModelId
from engine.geometry.evidence import NOTHING, Evidence
from engine.questions import Objection
from engine.rules import Plan
from engine.system import Action
from engine.systems.eldfall import areas, declared, foresight, reveal
from engine.systems.eldfall.action import impossible, nobody, plan, whom
from engine.systems.eldfall.attack import strike
from engine.systems.eldfall.questions import TACTICAL
from engine.systems.eldfall.reach import ruler
from engine.systems.eldfall.sight import sees
from engine.systems.eldfall.targets import kind, objections
from engine.systems.eldfall.weapons import Weapon, armoury, carried, unarmed
from engine.systems.eldfall.wish import Wish

WHY = ("ELD-DEF-ATK",)
STRIKE_WHY = ("ELD-DEF-STK",)


def plan_attack(game: Game, act: Act, *, weapon: Weapon) -> Plan:
    """Attack the models named with this weapon."""
    attacker = game.model(act.model)
    title = f"{weapon.name}: {whom(game, act.targets)}" if act.targets else weapon.name
    wish = Wish(model=act.model, action=kind(weapon), title=title, targets=act.targets)
    if weapon not in carried(attacker):
        text = f"{attacker.name} does not carry a {weapon.name.lower()}."
        return impossible(game, wish, Objection(text=text, why=WHY, model=attacker.id))
    found = _objections(game, attacker, weapon, act.targets)
    dice = max(1, int(strike(game, attacker, weapon).value))
    aims = shared(act.targets, dice)
    declaring = (partial(_declare, attacker=act.model, weapon=weapon, aims=aims),)
    tallies, notes = foresight.attack(game, attacker, weapon, aims) if not found else ((), ())
    return plan(
        game, wish, *declaring, objections=found, tallies=tallies, notes=notes,
        evidence=_shown(game, attacker, weapon, act.targets),
    )  # fmt: skip


def shared(targets: tuple[str, ...], dice: int) -> tuple[str, ...]:
    """One target for each die: as named, and what is left over on the first."""
    if not targets:
        return ()
    named = targets[:dice]
    return (*named, *(targets[0],) * (dice - len(named)))


def _objections(game: Game, attacker: Model, weapon: Weapon, targets: tuple[str, ...]) -> tuple[Objection, ...]:
    found: list[Objection] = []
    if not targets:
        return nobody(attacker.id, f"Say whom {attacker.name} Attacks.", *WHY)
    for name in dict.fromkeys(targets):
        found += objections(game, attacker, game.model(name), weapon)
    dice = strike(game, attacker, weapon)
    if len(targets) > max(1, int(dice.value)):
        text = f"{attacker.name} has {int(dice.value)} Strike with {weapon.name}, not {len(targets)}."
        why = tuple(dict.fromkeys((*STRIKE_WHY, *(clause for term in dice.modifiers for clause in term.why))))
        found.append(Objection(text=text, why=why, model=attacker.id))
    return tuple(found)


def _declare(game: Game, *, attacker: ModelId, weapon: Weapon, aims: tuple[str, ...]) -> Steps[Game]:
    """Weapon and targets are named, and a Surprise Attack takes them unawares."""
    game = yield from declared.declare_attack(game, attacker, weapon, aims)
    return (yield from reveal.spring(game, attacker))


def _shown(game: Game, attacker: Model, weapon: Weapon, targets: tuple[str, ...]) -> Evidence:
    """What to paint: the template, the line of a shot, or the ruler of a blow."""
    aimed = [game.model(name) for name in targets if game.model(name).on_table and name != attacker.id]
    if not aimed or not attacker.on_table:
        return NOTHING
    first = aimed[0]
    if weapon.template:
        return areas.painted(game, attacker, weapon, (first.x, first.y, first.z))
    return sees(game, attacker, first).evidence() if weapon.ranged else ruler(game, attacker, first)


def aims(game: Game, model: Model, *, weapon: Weapon) -> tuple[tuple[str, ...], ...]:
    """One line for each enemy, legal or not, and one for each way to part the Strikes among legal ones.

    The bare hand is offered only where it can be used, or where there is nothing else.
    """
    if weapon not in carried(model) or not model.on_table:
        return ()
    enemies = game.enemies(model)
    dice = int(strike(game, model, weapon).value)
    spare = weapon == unarmed() and len([one for one in carried(model) if not one.ranged]) > 1
    legal: tuple[str, ...] = ()
    if spare or dice > 1:
        legal = tuple(enemy.id for enemy in enemies if not objections(game, model, enemy, weapon))
    single: tuple[str, ...] = legal if spare else tuple(enemy.id for enemy in enemies)
    parted = tuple(group for number in range(2, dice + 1) for group in combinations(legal, number))
    return (*((name,) for name in single), *parted)


def _action(weapon: Weapon) -> Action:
    return Action(
        f"attack:{weapon.id}",
        weapon.name,
        (TACTICAL,),
        partial(plan_attack, weapon=weapon),
        partial(aims, weapon=weapon),
        icon="shoot" if weapon.ranged else "attack",
        says=weapon.says,
    )


ACTIONS: tuple[Action, ...] = tuple(_action(weapon) for weapon in armoury().values())
"""One for each weapon of the book; a model is offered those it carries."""
