"""Chapter: "Follow me!" — everyone in it takes two Move actions in a row, one model after the other.

The call only says who is in it: each then makes its moves by ordinary Move commands, under
all the rules of moving; whoever else of the side begins to act ends it (OPC-FOLLOW-2).
"""

from __future__ import annotations

from functools import partial

from engine.ask import Steps, happens
from engine.commands import Act
from engine.events import Gained
from engine.game import Game, Marker, Model, ModelId
from engine.questions import Objection
from engine.rules import Plan
from engine.system import Action
from engine.systems.open_combat import activation, combined
from engine.systems.open_combat.counters import ACTIVATED, BEGUN, FOLLOWING
from engine.systems.open_combat.questions import ACTIVATIONS

KIND = "follow_me"
WHY = ("OPC-FOLLOW-2",)


def plan_follow_me(game: Game, act: Act) -> Plan:
    """*targets*: the partners; none named proposes all who can join."""
    leader = game.model(act.model)
    found = list(combined.starter_objections(game, leader, KIND, *WHY))
    if not leader.on_table:
        return Plan(label="Follow me!", objections=tuple(found))
    friends = combined.company(game, leader, KIND, _nothing_more)
    found += combined.partner_objections(game, leader, friends, act.targets)
    taking = combined.partners(friends, act.targets)
    return Plan(
        label="Follow me!",
        objections=tuple(found),
        steps=activation.planned(partial(_call, leader=leader.id, able=taking, ask=not act.targets)),
        tallies=(activation.left_tally(leader),),
        evidence=combined.shown(game, leader, friends, taking),
        notes=(*combined.notes(game, friends, taking), "Each takes two Move actions, one model after the other."),
    )


def _nothing_more(friend: Model) -> tuple[Objection, ...]:
    return ()


def _call(game: Game, *, leader: ModelId, able: tuple[ModelId, ...], ask: bool) -> Steps[Game]:
    """Who comes along; all of them are in it, and whoever was acting before is done."""
    taking = able
    if ask:
        taking = yield from combined.who_comes(game, leader, able, _always)
    for friend in game.friends(game.model(leader)):
        if friend.has(FOLLOWING) or friend.count(ACTIVATED) == BEGUN:
            game = yield from activation.finish(game, friend.id)
    for name in (leader, *taking):
        game = yield from combined.mark(game, name)
        marker = Marker(FOLLOWING, source=leader)
        game = yield from happens(Gained(model=name, marker=marker, why=("OPC-COMB-4", *WHY)))
    return game


def _always(group: tuple[ModelId, ...]) -> bool:
    return True


ACTIONS: tuple[Action, ...] = (
    Action(
        KIND, "Follow me!", (ACTIVATIONS,), plan_follow_me, None, "follow_me",
        "Both actions of each: friends within an inch run along, two moves apiece.",
    ),
)  # fmt: skip
