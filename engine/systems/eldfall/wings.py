"""Chapter: Flying — taken up and given up of one's own will, in the Movement Step, with the Flight skill.

One of the two and once an Activation, at the start of the Movement Step or at its end; not while
Engaged, and never with fall damage.
Reading: not both in one Activation (`flight_same_step`).
"""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from engine.ask import Steps, happens
from engine.commands import Act
from engine.events import Noted
from engine.game import Game, Marker, Model, ModelId, Point3
from engine.questions import Objection
from engine.rules import Plan
from engine.system import Action
from engine.systems.eldfall import places, traits
from engine.systems.eldfall.conditions import RULES
from engine.systems.eldfall.counters import CHANGED_FLIGHT, ENDED_FLIGHT, ENTERED, FLIGHT_AFTER, LEFT, set_counter
from engine.systems.eldfall.flight import below
from engine.systems.eldfall.gaining import gain
from engine.systems.eldfall.hitbox import ghost
from engine.systems.eldfall.losing import lose
from engine.systems.eldfall.markers import FLYING
from engine.systems.eldfall.questions import FLY, TACTICAL
from engine.systems.eldfall.readings import FLIGHT_SAME_STEP, chosen
from engine.systems.eldfall.sequence import begin, may_begin

TAKE_OFF, LAND = "take_off", "land"
TAKE_OFF_LATER, LAND_LATER = "take_off_after", "land_after"
_ENTERS = (TAKE_OFF, TAKE_OFF_LATER)
_LATER = (TAKE_OFF_LATER, LAND_LATER)
LABELS = {
    TAKE_OFF: "Take off",
    LAND: "Land",
    TAKE_OFF_LATER: "Take off after moving",
    LAND_LATER: "Land after moving",
}
WHY = ("ELD-FLY-16", "ELD-DEF-FLT")


def plan_wings(game: Game, act: Act) -> Plan:
    """Take off or land, now or as the movement ends."""
    model, word = game.model(act.model), act.action
    objections = (*may_begin(game, model), *may_change(game, model, word))
    steps = (partial(begin, model=model.id), partial(_change, model=model.id, word=word))
    return Plan(label=LABELS[word], objections=objections, steps=steps if model.on_table else ())


def may_change(game: Game, model: Model, word: str) -> tuple[Objection, ...]:
    """Objections to taking off or landing in this Movement Step."""
    enters = word in _ENTERS
    found: list[Objection] = []
    aloft = model.has(FLYING)
    if enters == aloft:
        text = f"{model.name} is Flying already." if enters else f"{model.name} is not Flying."
        found.append(Objection(text=text, why=("ELD-GEN-3" if enters else "ELD-FLY-16",), model=model.id))
    if enters and not traits.has(model, traits.FLIGHT):
        found.append(Objection(text=f"{model.name} does not have the Flight skill.", why=WHY, model=model.id))
    done = model.count(CHANGED_FLIGHT)
    if done & (ENTERED if enters else LEFT) if chosen(game, FLIGHT_SAME_STEP) == "yes" else done:
        text = f"{model.name} has taken off or landed in this Activation already, and may do one of the two once."
        found.append(Objection(text=text, why=WHY, model=model.id))
    if word == LAND and aloft and model.on_table:
        found += _no_room(game, model, (model.x, model.y, model.z))
    words = "may not take off" if enters else "may not land of its own will"
    return (*found, *RULES.ruling(game, model, FLY, "enter" if enters else "leave", words).objections)


def no_landing(game: Game, model: Model, at: Point3) -> tuple[Objection, ...]:
    """The objection to ending a flight where the model is to land and has no room to stand."""
    if model.count(FLIGHT_AFTER) != LEFT:
        return ()
    return _no_room(game, model, at)


def _no_room(game: Game, model: Model, at: Point3) -> tuple[Objection, ...]:
    there = ghost(game, model, (*at[:2], below(game, model, at[:2])))
    grounded = replace(model, markers=tuple(marker for marker in model.markers if marker.status != FLYING))
    if not places.barred(game, grounded, there):
        return ()
    text = f"There is no room below for {model.name} to land."
    return (Objection(text=text, why=(*WHY, *places.WHY), model=model.id),)


def after_moving(game: Game, model: ModelId) -> Steps[Game]:
    """What was chosen for the end of the movement happens now."""
    chosen_for = game.model(model).count(FLIGHT_AFTER)
    if not chosen_for or not game.model(model).on_table:
        return game
    game = yield from set_counter(game, model, FLIGHT_AFTER, 0)
    game = yield from set_counter(game, model, ENDED_FLIGHT, chosen_for)
    return (yield from _go(game, model, chosen_for == ENTERED))


def _change(game: Game, *, model: ModelId, word: str) -> Steps[Game]:
    way = ENTERED if word in _ENTERS else LEFT
    done = game.model(model).count(CHANGED_FLIGHT)
    game = yield from set_counter(game, model, CHANGED_FLIGHT, done | way, *WHY)
    if word in _LATER:
        text = f"{game.model(model).name} {'takes off' if way == ENTERED else 'lands'} as its movement ends"
        game = yield from happens(Noted(text=text, model=model, why=WHY))
        return (yield from set_counter(game, model, FLIGHT_AFTER, way, *WHY))
    return (yield from _go(game, model, word in _ENTERS))


def _go(game: Game, model: ModelId, up: bool) -> Steps[Game]:
    if up:
        return (yield from gain(game, model, Marker(FLYING), *WHY))
    return (yield from lose(game, model, FLYING, *WHY))


def aims(game: Game, model: Model, word: str) -> tuple[tuple[str, ...], ...]:
    """Offered only to whoever has the skill, and only where it makes sense."""
    flies = model.has(FLYING)
    if word in _ENTERS:
        return ((),) if not flies and traits.FLIGHT in model.profile.traits else ()
    return ((),) if flies else ()


SAYS = "Once an Activation, at the start or at the end of the Movement Step."
ICONS = {TAKE_OFF: "fly", TAKE_OFF_LATER: "fly", LAND: "land", LAND_LATER: "land"}
ACTIONS = tuple(
    Action(word, label, (TACTICAL,), plan_wings, partial(aims, word=word), ICONS[word], SAYS)
    for word, label in LABELS.items()
)
