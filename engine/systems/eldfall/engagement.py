"""Chapter: Engaged — how the State comes, which only the checks bring, and how it goes, at any moment.

At the end of the Resolution Step and of every phase whoever stands within the reach of an
enemy's melee weapon and in that enemy's sight becomes Engaged by it.  It goes both ways only
where both reach.  It ends for an enemy as soon as the model is out of that enemy's reach, or
the enemy is Incapacitated, Petrified, Crouched or Dead; for all of them when the model
Disengages.
Readings: also when the enemy takes off, for a flyer engages nobody; not when it only looks
away (`losing_sight`).
"""

from __future__ import annotations

from engine.ask import Steps, happens
from engine.events import Event, Gained, Moved, Placed, Refitted, Removed, Turned
from engine.game import Game, Marker, Model, ModelId
from engine.geometry.evidence import NOTHING, Evidence
from engine.questions import Objection, Ruling
from engine.rules import Clause, after
from engine.systems.eldfall import reach
from engine.systems.eldfall.conditions import RULES
from engine.systems.eldfall.losing import lose
from engine.systems.eldfall.markers import CROUCHED, DEAD, ENGAGED, FLYING, INCAPACITATED, PETRIFIED
from engine.systems.eldfall.questions import BECOME_ENGAGED, CAUSE_ENGAGED, TACTICAL
from engine.systems.eldfall.readings import ENGAGED_CHECK, LOSING_SIGHT, chosen
from engine.systems.eldfall.sight import sees
from engine.systems.eldfall.weapons import longest_reach

GAINED = ("ELD-ENG-1", "ELD-ENG-2", "ELD-DEF-ENG")
OUT_OF_REACH = "ELD-ENG-12"
ENDED_BY = {
    INCAPACITATED: ("ELD-ENG-14",),
    PETRIFIED: ("ELD-ENG-14",),
    CROUCHED: ("ELD-ENG-14",),
    DEAD: ("ELD-ENG-14",),
    FLYING: ("ELD-FLY-11",),
}
"""What an enemy becomes that then engages nobody any more."""


def engaged(model: Model) -> bool:
    """Is the model Engaged by anybody?"""
    return model.has(ENGAGED)


def engagers(game: Game, model: Model) -> tuple[Model, ...]:
    """The enemies on the table by whom the model is Engaged, in the order in which they did it."""
    names = dict.fromkeys(marker.source for marker in model.markers if marker.status == ENGAGED)
    return tuple(game.model(name) for name in names if game.has_model(name) and game.model(name).on_table)


def engages(game: Game, enemy: Model, model: Model) -> Ruling:
    """Would a check now make the model Engaged by this enemy?  Every reason why not."""
    found = [*RULES.ruling(game, enemy, CAUSE_ENGAGED, words="engages nobody").objections]
    found += RULES.ruling(game, model, BECOME_ENGAGED, words="is engaged by nobody").objections
    inches = longest_reach(enemy)
    if not reach.in_melee_reach(game, enemy, model):
        text = f"{model.name} is out of {enemy.name}'s reach of {inches:g}″."
        found.append(Objection(text=text, why=("ELD-ENG-1", *reach.WHY), model=model.id))
    elif not sees(game, enemy, model).sees:
        text = f"{enemy.name} does not see {model.name}."
        found.append(Objection(text=text, why=("ELD-ENG-1",), model=model.id))
    return Ruling(tuple(found))


def check(game: Game) -> Steps[Game]:
    """The check for Engaged: everybody as things stand now, all at the same time."""
    pairs = [
        (model.id, enemy.id)
        for model in game.on_table()
        for enemy in game.enemies(model)
        if enemy not in engagers(game, model) and engages(game, enemy, model).granted
    ]
    for model, enemy in pairs:
        game = yield from happens(Gained(model=model, marker=Marker(ENGAGED, 0, enemy), why=GAINED))
    return game


def check_phase(game: Game, phase: str) -> Steps[Game]:
    """The check at the end of a phase; by the reading `engaged_check` only that of the Tactical Phase."""
    if phase != TACTICAL and chosen(game, ENGAGED_CHECK) == "tactical":
        return game
    return (yield from check(game))


def disengage(game: Game, model: ModelId, *why: str) -> Steps[Game]:
    """A Dodge frees the model from everybody who engages it, success or not (ELD-DEF-DIS)."""
    return (yield from lose(game, model, ENGAGED, "ELD-ENG-13", "ELD-DEF-DIS", *why))


def _after_a_move(game: Game, model: ModelId, event: Event) -> Steps[Game]:
    """Whoever is out of an enemy's reach is no longer Engaged by it, whoever moved."""
    for other in game.on_table():
        for enemy in engagers(game, other):
            why = _over(game, enemy, other)
            if why:
                game = yield from lose(game, other.id, ENGAGED, *why, source=enemy.id)
    return game


def _over(game: Game, enemy: Model, model: Model) -> tuple[str, ...]:
    """The clauses by which an enemy's hold has ended where both are now; empty while it lasts."""
    if not reach.in_melee_reach(game, enemy, model):
        return (OUT_OF_REACH, *reach.WHY)
    if chosen(game, LOSING_SIGHT) == "ends" and not sees(game, enemy, model).sees:
        return (OUT_OF_REACH, "ELD-ENG-1")
    return ()


def _after_removal(game: Game, model: ModelId, event: Event) -> Steps[Game]:
    """Whoever leaves the field holds nobody."""
    return (yield from _let_go(game, model, OUT_OF_REACH))


def _after_a_gain(game: Game, model: ModelId, event: Event) -> Steps[Game]:
    """Whoever comes down, turns to stone or takes off lets go of all whom it engages."""
    if not isinstance(event, Gained) or event.marker.status not in ENDED_BY:
        return game
    return (yield from _let_go(game, model, *ENDED_BY[event.marker.status]))


def _let_go(game: Game, enemy: ModelId, *why: str) -> Steps[Game]:
    for other in tuple(game.models):
        game = yield from lose(game, other.id, ENGAGED, *why, source=enemy)
    return game


GENERAL: tuple[tuple[str, Clause], ...] = (
    ("Engaged", after(Moved, _after_a_move, OUT_OF_REACH)),
    ("Engaged", after(Placed, _after_a_move, OUT_OF_REACH)),
    ("Engaged", after(Turned, _after_a_move, OUT_OF_REACH)),
    ("Engaged", after(Refitted, _after_a_move, OUT_OF_REACH)),
    ("Engaged", after(Removed, _after_removal, OUT_OF_REACH)),
    ("Engaged", after(Gained, _after_a_gain, "ELD-ENG-14")),
)
"""What bears on every model."""


def shown(game: Game, model: Model) -> Evidence:
    """The model's own melee reach, if it engages anybody there, and rulers to those who engage it."""
    found = NOTHING
    if RULES.ruling(game, model, CAUSE_ENGAGED).granted:
        inches = longest_reach(model)
        found += reach.painted(game, model, inches, f"reach {inches:g}″")
    for enemy in engagers(game, model):
        found += reach.ruler(game, enemy, model)
    return found
