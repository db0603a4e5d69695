"""Chapter: Orders — placing one: Aim, Dodge, Guard or Rest, one a hero at a time."""

from __future__ import annotations

from engine.ask import Steps, happens
from engine.commands import Act
from engine.events import Gained
from engine.game import Game, Marker, Model
from engine.rules import Plan
from engine.system import Action
from engine.systems.descent import able
from engine.systems.descent.conditions import RULES
from engine.systems.descent.counters import DECLARED, ORDERS
from engine.systems.descent.declaring import heroes_with
from engine.systems.descent.orders import AIM, DODGE, GUARD, REST, order_of
from engine.systems.descent.questions import HEROES, PLACE_ORDER
from engine.systems.descent.tokens import count

WHY = ("DES-DEF-ORD",)
TITLES = {AIM: "Place Aim", DODGE: "Place Dodge", GUARD: "Place Guard", REST: "Place Rest"}
_CLAUSES = {AIM: "DES-DEF-AIM", DODGE: "DES-DEF-DODGE", GUARD: "DES-DEF-GUARD", REST: "DES-DEF-REST"}


def plan_order(game: Game, act: Act) -> Plan:
    """Place one order beside the hero; at any time of his turn, if his action lets him."""
    model, order = game.model(act.model), act.action
    objections = able.not_its_turn(game, model)
    objections += RULES.ruling(game, model, PLACE_ORDER, order, "cannot place an order").objections
    if not objections and model.count(ORDERS) < 1:
        text = f"{model.name} has no order to place: his action gives none, or it is placed."
        objections += (able.no(model, text, *WHY, "DES-DEF-ACT"),)
    there = order_of(model)
    if there:
        title = RULES.statuses[there].title.lower()
        text = f"{model.name} is {title} already and gets no other order."
        objections += (able.no(model, text, *WHY),)

    def place(game: Game) -> Steps[Game]:
        left = max(0, game.model(model.id).count(ORDERS) - 1)
        game = yield from count(game, model.id, ORDERS, left, *WHY)
        return (yield from happens(Gained(model=model.id, marker=Marker(order), why=(*WHY, _CLAUSES[order]))))

    return Plan(label=TITLES[order], objections=objections, steps=(place,), notes=(RULES.statuses[order].says,))


def _may_place(game: Game, model: Model) -> bool:
    """Has he an order to place, or not said yet what he does?"""
    return bool(model.count(ORDERS)) or not model.count(DECLARED)


ACTIONS = tuple(
    Action(id, title, (HEROES,), plan_order, aims=heroes_with(_may_place), icon=id, says=RULES.statuses[id].says)
    for id, title in TITLES.items()
)
