"""Chapter: Attacks — attacking in one's own turn, one action a weapon."""

from __future__ import annotations

from engine.commands import Act
from engine.game import Game, Model, ModelId
from engine.geometry.evidence import NOTHING
from engine.geometry.grid import distance, figure_of
from engine.questions import Objection
from engine.rules import Plan
from engine.system import Action
from engine.systems.descent import able, fight, kit
from engine.systems.descent.counters import ATTACKS, in_play
from engine.systems.descent.pool import WHY
from engine.systems.descent.questions import HEROES, OVERLORD
from engine.systems.descent.tables import Weapon, weapons

BEFORE = "attack:"
ICONS = {"melee": "melee", "ranged": "shoot", "magic": "feat"}


def plan_attack(game: Game, act: Act) -> Plan:
    """Attack one enemy with the weapon that the action names."""
    weapon = weapons()[act.action.removeprefix(BEFORE)]
    attacker = game.model(act.model)
    if len(act.targets) != 1:
        text = f"{attacker.name} attacks one enemy at a time: name him."
        return Plan(label=weapon.title, objections=(able.no(attacker, text, *WHY),))
    target = game.model(act.targets[0])
    objections = able.not_its_turn(game, attacker)
    if not objections and attacker.count(ATTACKS) < 1:
        text = f"{attacker.name} has no attack left: his action gives none, or it is made."
        objections = (able.no(attacker, text, "DES-DEF-ACT", "DES-DEF-MONSTER"),)
    objections += fight.objections(game, attacker, target, weapon.id)
    return described(game, attacker, target, weapon, objections, guard=False)


def described(
    game: Game,
    attacker: Model,
    target: Model,
    weapon: Weapon,
    objections: tuple[Objection, ...],
    *,
    guard: bool,
) -> Plan:
    """The plan of an attack, with what it rests on."""
    there = in_play(attacker) and in_play(target)
    attack = fight.prepared(game, attacker, target, weapon, guard=guard)
    return Plan(
        label=f"{weapon.title} at {target.name}",
        objections=objections,
        steps=fight.steps(attack) if there and attacker.id != target.id else (),
        tallies=fight.tallies(game, attacker, target, weapon) if there else (),
        evidence=fight.evidence(game, attacker, target) if there else NOTHING,
        notes=fight.notes(game, attacker, target, weapon),
    )


def aims_with(game: Game, model: Model, weapon: str) -> tuple[tuple[ModelId, ...], ...]:
    """Every enemy in the dungeon, nearest first, if the figure has this weapon in hand.

    Beside a better weapon fists are offered only against those next to him, to keep the list short.
    """
    held = tuple(each.id for each in kit.weapons_of(model))
    if not in_play(model) or weapon not in held:
        return ()
    enemies = sorted(game.enemies(model), key=lambda other: (other.x - model.x) ** 2 + (other.y - model.y) ** 2)
    if weapon == kit.FISTS and len(held) > 1:
        enemies = [enemy for enemy in enemies if distance(figure_of(model), figure_of(enemy)) <= 1]
    return tuple((enemy.id,) for enemy in enemies if in_play(enemy))


def _action(weapon: Weapon) -> Action:
    def aims(game: Game, model: Model) -> tuple[tuple[str, ...], ...]:
        return aims_with(game, model, weapon.id)

    icon = ICONS[weapon.kind]
    return Action(f"{BEFORE}{weapon.id}", weapon.title, (HEROES, OVERLORD), plan_attack, aims=aims, icon=icon)


ACTIONS = tuple(_action(weapon) for weapon in sorted(weapons().values(), key=lambda each: each.id == kit.FISTS))
