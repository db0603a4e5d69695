"""Chapter: Guard — one attack at any time in the overlord's turn: between his commands, or on a monster's way.

While a monster walks every hero on guard is asked once, where on its way he breaks in; he may strike
only from where he could attack it in his own turn.  A guard attack has no fatigue dice.
"""

from __future__ import annotations

import dataclasses

from msgspec.structs import replace

from engine.ask import Option, Steps, choose
from engine.commands import Act
from engine.game import Game, Model, ModelId
from engine.questions import Objection
from engine.rules import Plan
from engine.system import Action
from engine.systems.descent import able, fight, kit
from engine.systems.descent.attack import ICONS, aims_with, described
from engine.systems.descent.attacking import Attack
from engine.systems.descent.conditions import RULES
from engine.systems.descent.counters import in_play, is_hero
from engine.systems.descent.orders import GUARD
from engine.systems.descent.questions import ATTACK, OVERLORD
from engine.systems.descent.tables import Weapon, weapons
from engine.systems.descent.ways import Way

BEFORE = "guard:"
WHY = ("DES-DEF-GUARD",)
NOT_NOW = "not_now"


def watching(game: Game) -> tuple[Model, ...]:
    """Heroes on guard who could attack at all."""
    if game.phase != OVERLORD or game.outcome:
        return ()
    return tuple(
        model
        for model in game.models
        if in_play(model) and model.has(GUARD) and RULES.ruling(game, model, ATTACK).granted
    )


def plan_guard(game: Game, act: Act) -> Plan:
    """Break in with one attack in the overlord's turn."""
    weapon = weapons()[act.action.removeprefix(BEFORE)]
    hero = game.model(act.model)
    if len(act.targets) != 1:
        text = f"{hero.name} attacks one enemy at a time: name him."
        return Plan(label=weapon.title, objections=(able.no(hero, text, *WHY),))
    target = game.model(act.targets[0])
    objections: tuple[Objection, ...] = ()
    if game.phase != OVERLORD:
        objections += (able.no(hero, "A guard breaks in on the overlord's turn only.", *WHY),)
    if not hero.has(GUARD):
        objections += (able.no(hero, f"{hero.name} is not on guard.", *WHY),)
    objections += fight.objections(game, hero, target, weapon.id)
    plan = described(game, hero, target, weapon, objections, guard=True)
    return dataclasses.replace(plan, label=f"Guard: {plan.label}")


def on_the_way(game: Game, monster: ModelId, way: Way) -> Steps[tuple[tuple[int, Attack], ...]]:
    """Where on a monster's way heroes on guard break in: after how many of its steps, and their attacks."""
    found: list[tuple[int, Attack]] = []
    for hero in watching(game):
        chances = _chances(game, hero, game.model(monster), way)
        if not chances:
            continue
        labels = tuple(Option(f"{at}:{attack.weapon}", _label(game, at, attack)) for at, attack in chances)
        asked = f"{game.model(monster).name} moves: where does {hero.name} break in?"
        options = (Option(NOT_NOW, "Not now"), *labels)
        answer = yield from choose(hero.side, options, asked, model=hero.id, why=WHY)
        if answer != NOT_NOW:
            found.append(next(each for each in chances if f"{each[0]}:{each[1].weapon}" == answer))
    return tuple(sorted(found, key=lambda each: each[0]))


def _chances(game: Game, hero: Model, monster: Model, way: Way) -> tuple[tuple[int, Attack], ...]:
    """After each step (0: before the first) every weapon with which the monster can be attacked there.

    Fists are named only where nothing better will do.
    """
    found: list[tuple[int, Attack]] = []
    for at, figure in enumerate((way.start, *(stride.end for stride in way.strides))):
        x, y = figure.centre()
        there = replace(monster, x=x, y=y, facing=monster.facing)
        moved = game.with_model(there)
        able_to = [w.id for w in kit.weapons_of(hero) if not fight.objections(moved, moved.model(hero.id), there, w.id)]
        better = [weapon for weapon in able_to if weapon != kit.FISTS] or able_to
        found += [(at, fight.prepared(moved, hero, there, weapons()[w], guard=True)) for w in better]
    return tuple(found)


def _label(game: Game, at: int, attack: Attack) -> str:
    when = "Before it moves" if at == 0 else f"After {at} {'step' if at == 1 else 'steps'}"
    return f"{when}: {attack.with_what.title}"


def _action(weapon: Weapon) -> Action:
    def aims(game: Game, model: Model) -> tuple[tuple[str, ...], ...]:
        return aims_with(game, model, weapon.id) if is_hero(model) and model.has(GUARD) else ()

    title = f"Guard: {weapon.title}"
    return Action(f"{BEFORE}{weapon.id}", title, (OVERLORD,), plan_guard, aims=aims, icon=ICONS[weapon.kind])


ACTIONS = tuple(_action(weapon) for weapon in sorted(weapons().values(), key=lambda each: each.id == kit.FISTS))
