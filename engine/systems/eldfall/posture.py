"""Chapter: Crouched — entered and cancelled of one's own will: in the Movement Step, or by a Dodge.

At the start or at the end of its own Movement Step the activated model may crouch or stand up,
once an Activation.  A Dodge may bring a dodger down, and a successful one to its feet, before or
after its move.
Readings: one change in all, not one of each (`crouch_changes`); crouching by a Dodge needs no
success (`dodge_crouch_needs_success`), and may come before or after the move
(`crouch_and_dodge_move`).
"""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from engine.ask import Steps, happens
from engine.commands import Act
from engine.events import Noted
from engine.game import Game, Marker, Model, ModelId
from engine.questions import Objection
from engine.rules import Plan
from engine.system import Action
from engine.systems.eldfall import room
from engine.systems.eldfall.conditions import RULES
from engine.systems.eldfall.counters import (
    CHANGED_CROUCH,
    CROUCH_AFTER,
    DODGE_CROUCH,
    DODGE_MOVE,
    DODGING,
    ENDED_CROUCH,
    ENTERED,
    FLIGHT_AFTER,
    GOOD_DODGE,
    LEFT,
    running,
    set_counter,
)
from engine.systems.eldfall.gaining import gain
from engine.systems.eldfall.losing import lose
from engine.systems.eldfall.markers import CROUCHED, FLYING
from engine.systems.eldfall.questions import CROUCH, TACTICAL
from engine.systems.eldfall.readings import (
    CROUCH_AND_DODGE_MOVE,
    CROUCH_CHANGES,
    DODGE_CROUCH_NEEDS_SUCCESS,
    chosen,
)
from engine.systems.eldfall.sequence import begin, may_begin

CROUCH_NOW, STAND_NOW = "crouch", "stand"
CROUCH_LATER, STAND_LATER = "crouch_after", "stand_after"
_ENTERS = (CROUCH_NOW, CROUCH_LATER)
_LATER = (CROUCH_LATER, STAND_LATER)
LABELS = {
    CROUCH_NOW: "Crouch",
    STAND_NOW: "Stand up",
    CROUCH_LATER: "Crouch after moving",
    STAND_LATER: "Stand up after moving",
}
WHY = ("ELD-CRO-11", "ELD-CRO-12", "ELD-CRO-16")
BY_DODGE = ("ELD-CRO-13", "ELD-DEF-DODGE")


def plan_posture(game: Game, act: Act) -> Plan:
    """Crouch or stand up, now or as the movement ends."""
    model, word = game.model(act.model), act.action
    label = LABELS[word]
    if dodging(game, model):
        objections = may_change_dodging(game, model, word)
        return Plan(label=label, objections=objections, steps=(partial(_change_dodging, model=model.id, word=word),))
    objections = (*may_begin(game, model), *may_change(game, model, word))
    steps = (partial(begin, model=model.id), partial(_change, model=model.id, word=word))
    return Plan(label=label, objections=objections, steps=steps if model.on_table else ())


def dodging(game: Game, model: Model) -> bool:
    """Has this model a Dodge move to make now?"""
    return running(game) == DODGING and bool(model.count(DODGE_MOVE))


def may_change(game: Game, model: Model, word: str) -> tuple[Objection, ...]:
    """Objections to this change of posture in the model's Movement Step."""
    enters = word in _ENTERS
    done = model.count(CHANGED_CROUCH)
    spent = done & (ENTERED if enters else LEFT) if chosen(game, CROUCH_CHANGES) == "one_each" else done
    found = list(_senseless(model, enters))
    if spent:
        text = f"{model.name} has crouched or stood up in this Activation already, which it may do once."
        found.append(Objection(text=text, why=("ELD-CRO-12",), model=model.id))
    return (*found, *_barred(game, model, word, enters))


def may_change_dodging(game: Game, model: Model, word: str) -> tuple[Objection, ...]:
    """Objections to this change of posture as part of a Dodge."""
    enters = word in _ENTERS
    found = list(_senseless(model, enters))
    if model.count(DODGE_CROUCH):
        text = f"{model.name} has used this Dodge to crouch or stand up already."
        found.append(Objection(text=text, why=BY_DODGE, model=model.id))
    needs_success = not enters and chosen(game, DODGE_CROUCH_NEEDS_SUCCESS) == "yes"
    if needs_success and model.count(DODGE_MOVE) != GOOD_DODGE:
        text = f"Only a successful Dodge brings {model.name} to its feet, and this one failed."
        found.append(Objection(text=text, why=BY_DODGE, model=model.id))
    if word not in _LATER and chosen(game, CROUCH_AND_DODGE_MOVE) == "after":
        text = f"{model.name} may crouch or stand up after the move of its Dodge only."
        found.append(Objection(text=text, why=BY_DODGE, model=model.id))
    return (*found, *_barred(game, model, word, enters))


def change(game: Game, model: ModelId, *why: str, enters: bool) -> Steps[Game]:
    """The model crouches, or stands up."""
    if enters:
        return (yield from gain(game, model, Marker(CROUCHED), *why))
    return (yield from lose(game, model, CROUCHED, *why))


def after_moving(game: Game, model: ModelId) -> Steps[Game]:
    """What was chosen for the end of the movement happens now."""
    chosen_for = game.model(model).count(CROUCH_AFTER)
    if not chosen_for or not game.model(model).on_table:
        return game
    game = yield from set_counter(game, model, CROUCH_AFTER, 0)
    game = yield from set_counter(game, model, ENDED_CROUCH, chosen_for)
    return (yield from change(game, model, *WHY, enters=chosen_for == ENTERED))


def can_stand(game: Game, model: Model) -> bool:
    """May a Crouched model stand up now, with the change of this Activation?"""
    return model.has(CROUCHED) and not may_change(game, model, STAND_NOW)


def stand(game: Game, model: ModelId, *why: str) -> Steps[Game]:
    """The change of this Activation is used to stand up."""
    done = game.model(model).count(CHANGED_CROUCH)
    game = yield from set_counter(game, model, CHANGED_CROUCH, done | LEFT, *why)
    return (yield from change(game, model, *why, enters=False))


def _change(game: Game, *, model: ModelId, word: str) -> Steps[Game]:
    way = ENTERED if word in _ENTERS else LEFT
    done = game.model(model).count(CHANGED_CROUCH)
    game = yield from set_counter(game, model, CHANGED_CROUCH, done | way, *WHY)
    if word in _LATER:
        return (yield from _later(game, model, way, *WHY))
    return (yield from change(game, model, *WHY, enters=word in _ENTERS))


def _change_dodging(game: Game, *, model: ModelId, word: str) -> Steps[Game]:
    game = yield from set_counter(game, model, DODGE_CROUCH, 1, *BY_DODGE)
    if word in _LATER:
        return (yield from _later(game, model, ENTERED if word in _ENTERS else LEFT, *BY_DODGE))
    return (yield from change(game, model, *BY_DODGE, enters=word in _ENTERS))


def _later(game: Game, model: ModelId, way: int, *why: str) -> Steps[Game]:
    """Remember, and say, what is to happen as the movement ends."""
    text = f"{game.model(model).name} {'crouches' if way == ENTERED else 'stands up'} as its movement ends"
    game = yield from happens(Noted(text=text, model=model, why=why))
    return (yield from set_counter(game, model, CROUCH_AFTER, way, *why))


def _senseless(model: Model, enters: bool) -> tuple[Objection, ...]:
    """The objection to crouching when Crouched, and to standing up when not."""
    if enters != model.has(CROUCHED):
        return ()
    text = f"{model.name} is Crouched already." if enters else f"{model.name} is not Crouched."
    return (Objection(text=text, why=("ELD-GEN-3" if enters else "ELD-CRO-11",), model=model.id),)


def _barred(game: Game, model: Model, word: str, enters: bool) -> tuple[Objection, ...]:
    """What the States say; a flyer that lands at the end of its movement may crouch after that."""
    lands = word in _LATER and model.count(FLIGHT_AFTER) == LEFT
    if lands:
        model = replace(model, markers=tuple(marker for marker in model.markers if marker.status != FLYING))
    words = "may not crouch of its own will" if enters else "may not stand up"
    ruling = RULES.ruling(game, model, CROUCH, "enter" if enters else "leave", words)
    return ruling.objections if enters else (*ruling.objections, *room.to_stand(game, model))


def aims(game: Game, model: Model, word: str) -> tuple[tuple[str, ...], ...]:
    """Offered only where it makes sense: to crouch when up, to stand when down."""
    return ((),) if (word in _ENTERS) != model.has(CROUCHED) else ()


SAYS = "Once an Activation, at the start or at the end of the Movement Step; or by a Dodge."
ICONS = {CROUCH_NOW: "crouch", CROUCH_LATER: "crouch", STAND_NOW: "stand_up", STAND_LATER: "stand_up"}
ACTIONS = tuple(
    Action(word, label, (TACTICAL,), plan_posture, partial(aims, word=word), ICONS[word], SAYS)
    for word, label in LABELS.items()
)
