"""Chapter: Stratagems — in the Strategic Phase the Leader of the active party may use one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from engine import seeds
from engine.ask import Steps, happens
from engine.commands import Act
from engine.events import Noted
from engine.game import Game, Marker, Model, ModelId
from engine.questions import Number, Objection
from engine.rules import Plan
from engine.standing import away, over
from engine.system import Action
from engine.systems.eldfall.conditions import RULES
from engine.systems.eldfall.counters import COMMANDED, EXTRA_AP, set_counter, set_side
from engine.systems.eldfall.gaining import gain
from engine.systems.eldfall.halving import value
from engine.systems.eldfall.losing import lose
from engine.systems.eldfall.markers import DEAD, NEXT_STRATEGIC, TITLES
from engine.systems.eldfall.questions import ATTRIBUTES, COMMAND, STRATEGIC
from engine.systems.eldfall.rolls import check
from engine.systems.eldfall.traits import LEADER

WHY = ("ELD-DEF-LEAD",)
STRATAGEMS = seeds.tables("eldfall")["stratagems"]


def plan_stratagem(game: Game, act: Act) -> Plan:
    """The Leader uses a Stratagem on one model of the field."""
    leader, name = game.model(act.model), act.action.partition(":")[2]
    wording = STRATAGEMS[name]
    found = list(_may_command(game, leader))
    target = game.model(act.targets[0]) if act.targets else None
    if target is None:
        found.append(Objection(text=f"{wording['name']} needs a model to be used on.", why=WHY, model=leader.id))
        return Plan(label=wording["name"], objections=tuple(found))
    found += _may_be_meant(game, leader, target, wording)
    step = partial(_used, leader=leader.id, target=target.id, name=name)
    label = f"{wording['name']}: {target.name}"
    tallies = (value(game, target, _resisting(wording)),) if wording.get("resist") else ()
    return Plan(label=label, objections=tuple(found), steps=(step,), tallies=tallies, notes=(wording["says"],))


def aims_of(name: str) -> Callable[[Game, Model], tuple[tuple[str, ...], ...]]:
    """On whom a Leader could use it: friends and himself, or enemies."""

    def aims(game: Game, model: Model) -> tuple[tuple[str, ...], ...]:
        if LEADER not in model.profile.traits:
            return ()
        enemy = STRATAGEMS[name]["of"] == "enemy"
        return tuple((m.id,) for m in game.on_table() if (m.side != model.side) == enemy and not m.has(DEAD))

    return aims


def _may_command(game: Game, leader: Model) -> tuple[Objection, ...]:
    found = [*over(game, WHY), *away(leader, WHY, WHY)]

    def no(text: str) -> None:
        found.append(Objection(text=text, why=WHY, model=leader.id))

    if LEADER not in leader.profile.traits:
        no(f"Only a Leader uses Stratagems; {leader.name} is none.")
    if game.phase != STRATEGIC or game.active != leader.side:
        no(f"{leader.name} uses Stratagems in the Strategic Phase of its own player.")
    if game.side(leader.side).count(COMMANDED):
        no(f"{leader.name} has used a Stratagem in this phase already.")
    return (*found, *RULES.ruling(game, leader, COMMAND, words="cannot use Stratagems").objections)


def _may_be_meant(game: Game, leader: Model, target: Model, wording: Any) -> tuple[Objection, ...]:
    found = list(away(target, WHY, WHY))
    if (target.side != leader.side) != (wording["of"] == "enemy"):
        text = f"{wording['name']} is used on {'an enemy' if wording['of'] == 'enemy' else 'a friend'}."
        found.append(Objection(text=text, why=WHY, model=target.id))
    if target.has(DEAD):
        text = f"{target.name} is Dead and profits from nothing."
        found.append(Objection(text=text, why=("ELD-DEA-6",), model=target.id))
    if wording.get("cures") and not any(target.has(status) for status in wording["cures"]):
        names = " or ".join(TITLES[status] for status in wording["cures"])
        found.append(Objection(text=f"{target.name} is not {names}.", why=WHY, model=target.id))
    return tuple(found)


def _used(game: Game, *, leader: ModelId, target: ModelId, name: str) -> Steps[Game]:
    wording = STRATAGEMS[name]
    game = yield from set_side(game, game.model(leader).side, COMMANDED, 1, *WHY)
    game = yield from happens(Noted(text=f"Stratagem: {wording['name']}", model=leader, other=target, why=WHY))
    if wording.get("resist"):
        number = _resisting(wording)
        who = game.model(target)
        what = f"{number.title} of {who.name} against {wording['name']}"
        if (yield from check(game, target, value(game, who, number), what, *WHY)):
            return game
    for status in wording.get("cures", ()):
        game = yield from lose(game, target, status, *WHY)
    for status, lasts in wording.get("gives", ()):
        marker = Marker(status, NEXT_STRATEGIC if lasts == "strategic" else 0, name)
        game = yield from gain(game, target, marker, *WHY)
    if wording.get("points"):
        game = yield from set_counter(
            game, target, EXTRA_AP, game.model(target).count(EXTRA_AP) + wording["points"], *WHY
        )
    return game


def _resisting(wording: Any) -> Number:
    return next(number for number in ATTRIBUTES if number.id == wording["resist"])


ACTIONS = tuple(
    Action(
        f"stratagem:{name}", wording["name"], (STRATEGIC,), plan_stratagem, aims_of(name), "stratagem", wording["says"]
    )
    for name, wording in STRATAGEMS.items()
)
"""One action a Stratagem."""
