"""Chapter: Hand-to-hand — an Attack action against an enemy in contact, or within the reach of a weapon.

A spear strikes up to an inch away, without engaging anybody (OPC-DEF-REACH).  An attack
ends the hiding of both.
"""

from __future__ import annotations

from functools import partial

from engine.ask import Steps
from engine.commands import Act
from engine.game import Game, Model, ModelId
from engine.geometry.evidence import NOTHING, Evidence
from engine.geometry.measure import gap
from engine.questions import Objection
from engine.rules import Plan
from engine.standing import touching
from engine.system import Action
from engine.systems.open_combat import activation, attack, hiding
from engine.systems.open_combat.attack import Attack
from engine.systems.open_combat.questions import ACTIVATIONS, ATTACK
from engine.systems.open_combat.tables import inches
from engine.systems.open_combat.weapons import Weapon, in_hand

WHY = ("OPC-DEF-ATTACK",)


def in_reach(attacker: Model, target: Model, weapon: Weapon) -> bool:
    """Does it touch the target, or does its weapon reach so far?"""
    return touching(attacker, target) or gap(attacker, target).within(weapon.reach)


def target_objections(game: Game, attacker: Model, target: Model, weapon: Weapon) -> tuple[Objection, ...]:
    """Why this one may not be struck: gone, a friend, or out of reach."""
    name, evidence, why = attacker.name, NOTHING, WHY
    if not target.on_table:
        text = f"{target.name} is not on the table."
    elif target.side == attacker.side:
        text = f"{target.name} is no enemy of {name}."
    elif in_reach(attacker, target, weapon):
        return ()
    else:
        apart = gap(attacker, target)
        reach = f"reaches {inches(weapon.reach)}" if weapon.reach else "needs contact"
        text = f"{target.name} is {inches(apart.distance)} from {name}; the {weapon.name.lower()} {reach}."
        why, evidence = (*WHY, *(("OPC-DEF-REACH",) if weapon.reach else ())), apart.evidence()
    return (Objection(text=text, why=why, model=attacker.id, evidence=evidence),)


def plan_attack(game: Game, act: Act) -> Plan:
    """Strike at one enemy; without a target named, at the only one in reach."""
    model = game.model(act.model)
    weapon, names = in_hand(model), _targets(game, model, act.targets)
    found = list(activation.objections(game, model, ATTACK, doing="attacks", words="may not attack"))
    if len(names) != 1:
        text = f"{model.name} attacks one enemy: name it." if names else f"{model.name} has no enemy within reach."
        found.append(Objection(text=text, why=WHY, model=model.id))
        return Plan(label="Attack", objections=tuple(found))
    target = game.model(names[0])
    label = f"Attack {target.name}"
    if not (model.on_table and target.on_table):
        return Plan(
            label=label,
            objections=(*found, *(target_objections(game, model, target, weapon) if model.on_table else ())),
        )
    found += target_objections(game, model, target, weapon)
    blow = Attack(kind="blow", starter=model.id, target=target.id, weapon=weapon)
    return Plan(
        label=label,
        objections=tuple(found),
        steps=activation.planned(partial(_begin, blow=blow), partial(attack.strike, attack=blow)),
        tallies=attack.tallies(game, blow),
        evidence=_apart(model, target) + attack.evidence(game, blow),
        notes=attack.notes(game, blow),
    )


def _apart(attacker: Model, target: Model) -> Evidence:
    """The ruler of a long weapon; in contact there is nothing to measure."""
    return Evidence(pieces=(target.id,)) if touching(attacker, target) else gap(attacker, target).evidence()


def _targets(game: Game, model: Model, named: tuple[str, ...]) -> tuple[ModelId, ...]:
    """Whom the attack is aimed at: those named, or every enemy within reach."""
    if named:
        return tuple(dict.fromkeys(ModelId(name) for name in named))
    if not model.on_table:
        return ()
    weapon = in_hand(model)
    return tuple(enemy.id for enemy in game.enemies(model) if in_reach(model, enemy, weapon))


def _begin(game: Game, *, blow: Attack) -> Steps[Game]:
    """The action is spent, and neither of the two is hidden any longer."""
    game = yield from activation.spend(game, blow.starter, 1, *WHY)
    return (yield from unhide(game, blow))


def unhide(game: Game, blow: Attack) -> Steps[Game]:
    """Whoever strikes and whoever is struck is hidden no longer."""
    for name in (*blow.everyone, blow.target):
        game = yield from hiding.end(game, name, "OPC-HIDE-8" if name == blow.target else "OPC-DEF-HIDDEN-ENDS")
    return game


def aims(game: Game, model: Model) -> tuple[tuple[str, ...], ...]:
    """Every enemy within reach; if there is none, the nearest, so that the list says what is missing."""
    if not model.on_table:
        return ()
    weapon = in_hand(model)
    enemies = sorted(game.enemies(model), key=lambda enemy: gap(model, enemy).distance)
    near = tuple((enemy.id,) for enemy in enemies if in_reach(model, enemy, weapon))
    return near or tuple((enemy.id,) for enemy in enemies[:1])


ACTIONS: tuple[Action, ...] = (
    Action(
        "attack", "Attack", (ACTIVATIONS,), plan_attack, aims, "fight", "One action: one enemy in contact or reach."
    ),
)
