"""Chapter: Actions — nothing it may do: a model chosen without any legal action is Exhausted at once.

Whoever is free to walk is not stuck; so this is offered only where contact, a zone of control
or a state leaves a model little choice, and allowed only where it leaves none.
"""

from __future__ import annotations

from functools import partial

from engine.ask import Steps, happens
from engine.commands import Act
from engine.events import Noted
from engine.game import Game, Model, ModelId, Point
from engine.questions import Objection
from engine.rules import Plan
from engine.system import Action
from engine.systems.bushido import passing, straight, zone
from engine.systems.bushido.activation import hand_over, may_activate
from engine.systems.bushido.berserk import BERSERK
from engine.systems.bushido.contact import in_contact
from engine.systems.bushido.counters import activations
from engine.systems.bushido.held import HELD
from engine.systems.bushido.movement import plan_walk
from engine.systems.bushido.prone import PRONE
from engine.systems.bushido.questions import MAIN
from engine.systems.bushido.spending import pay

IDLE = "idle"
WHY = ("BUS-DEF-05",)
_TURNS = 16
"""Directions in which a way out is looked for."""
_STEP = 0.25
"""Inches of the walk that is tried in each."""


def cornered(game: Game, model: Model) -> bool:
    """Is there anything that keeps it from simply walking?"""
    if any(model.has(status) for status in (PRONE, HELD, BERSERK)):
        return True
    return in_contact(game, model) or bool(zone.owners_over(game, model))


def still_open(game: Game, model: Model, actions: tuple[Action, ...]) -> str:
    """Something it may still do, in words; empty when there is nothing."""
    if not cornered(game, model):
        return "walk"
    here = (model.x, model.y)
    for action in actions:
        aims = action.aims(game, model) if action.aims else ((),)
        for targets in aims:
            plan = action.plan(game, Act(model=model.id, action=action.id, targets=targets))
            if not plan.objections:
                return plan.label
    ways = ((here,), *((here, end) for end in _ends(game, model)))
    return "walk" if any(not plan_walk(game, model, way, None).objections for way in ways) else ""


def _ends(game: Game, model: Model) -> tuple[Point, ...]:
    """Where a walk might still lead: a little way in every direction, and straight out of each zone it stands in."""
    here = (model.x, model.y)
    around = tuple(straight.ahead(here, 360.0 * turn / _TURNS, _STEP) for turn in range(_TURNS))
    out = tuple(
        straight.away_from(here, (owner.x, owner.y), passing.way_out(game, model, owner) + passing.HAIR)
        for owner in zone.owners_over(game, model)
    )
    return (*around, *out)


def _exhaust(game: Game, *, name: ModelId) -> Steps[Game]:
    model = game.model(name)
    game = yield from happens(Noted(text=f"{model.name} can do nothing and is Exhausted", model=name, why=WHY))
    game = yield from pay(game, name, activations(model), "BUS-DEF-02", *WHY)
    return (yield from hand_over(game, model.side))


def offered(actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """This chapter's action, for a book whose other actions are these."""

    def plan(game: Game, act: Act) -> Plan:
        """Lose every counter left, where no action is legal."""
        model = game.model(act.model)
        objections = may_activate(game, model).objections
        open_to_it = "" if objections else still_open(game, model, actions)
        if open_to_it:
            text = f"{model.name} can still act ({open_to_it})."
            objections = (Objection(text=text, why=WHY, model=model.id),)
        steps = (partial(_exhaust, name=act.model),) if model.on_table else ()
        return Plan(label="Nothing it may do", objections=objections, steps=steps)

    def aims(game: Game, model: Model) -> tuple[tuple[str, ...], ...]:
        mine = model.side == game.active and activations(model) and model.on_table
        return ((),) if mine and cornered(game, model) else ()

    says = "Only where no other action is legal: it loses its activation counters and the other side goes on."
    return (Action(IDLE, "Nothing it may do", (MAIN,), plan, aims, icon="pass", says=says),)
