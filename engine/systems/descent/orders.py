"""Chapter: Orders — Aim, Dodge, Guard and Rest: the tokens, and what takes them away again."""

from __future__ import annotations

from engine.ask import Steps, happens
from engine.events import Lost
from engine.game import Game, Model, ModelId
from engine.rules import Status, once

AIM, DODGE, GUARD, REST = "aim", "dodge", "guard", "rest"
ORDERS = (AIM, DODGE, GUARD, REST)
LOST_BY_WOUNDS = {AIM: "DES-DEF-AIM", GUARD: "DES-DEF-GUARD", REST: "DES-DEF-REST"}
"""Orders that a wound takes away, and the clause that says so."""

STATUSES = (
    Status(
        AIM,
        "Aiming",
        (once("DES-DEF-ORD"),),
        says="His next aimed attack may be thrown again, die by die. Gone when he moves, is hurt or equips anew.",
        why=("DES-DEF-AIM",),
    ),
    Status(
        DODGE,
        "Dodging",
        (once("DES-DEF-ORD"),),
        says="Once in each attack on him he may have dice thrown again, until his next turn.",
        why=("DES-DEF-DODGE",),
    ),
    Status(
        GUARD,
        "On guard",
        (once("DES-DEF-ORD"),),
        says="At any time in the overlord's turn he may break in with one attack. Gone when used or hurt.",
        why=("DES-DEF-GUARD",),
    ),
    Status(
        REST,
        "Resting",
        (once("DES-DEF-ORD"),),
        says="Unhurt until his next turn starts, he has all his fatigue back.",
        why=("DES-DEF-REST",),
    ),
)


def order_of(model: Model) -> str:
    """The order that lies beside a hero; empty without one."""
    return next((order for order in ORDERS if model.has(order)), "")


def drop(game: Game, model: ModelId, orders: tuple[str, ...], *why: str) -> Steps[Game]:
    """These orders go, if one of them is there."""
    for order in orders:
        if game.model(model).has(order):
            game = yield from happens(Lost(model=model, status=order, why=why))
    return game


def shaken(game: Game, model: ModelId) -> Steps[Game]:
    """A wound takes every order but Dodge away."""
    for order, why in LOST_BY_WOUNDS.items():
        game = yield from drop(game, model, (order,), why)
    return game
