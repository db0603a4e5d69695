"""Chapter: The Activation Sequence — Activation, Movement, Reaction, Action, Resolution.

A sequence is played in two commands of the active player: a movement (or Idle), after which the
reacting models declare; then an Action, with which everything is resolved together.  Dodge moves
are commands of the dodgers.  When the last is made, Wounds and States land, Engaged is looked
at, and the sequence is over.  What it must remember stands in counters and hidden markers.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.ask import Steps, happens
from engine.events import Counted
from engine.game import Game, Model, ModelId, Point3
from engine.geometry.evidence import NOTHING, Evidence
from engine.questions import Objection, Tally, listed
from engine.rules import Plan
from engine.standing import away, over
from engine.systems.eldfall import acts, declared, engagement, landing, reactions
from engine.systems.eldfall.conditions import RULES
from engine.systems.eldfall.counters import (
    ACTING,
    ACTION,
    AP,
    DODGE_MOVE,
    DODGING,
    HELD_FAST,
    HOW,
    IDLED,
    MOVEMENT,
    OF_A_SEQUENCE,
    RESOLVING,
    SAW,
    SEEN,
    SPECIAL,
    STAYED,
    STEP,
    WALKED,
    acting,
    dodgers,
    points,
    running,
    set_counter,
    set_game,
)
from engine.systems.eldfall.forbidden import barred
from engine.systems.eldfall.losing import lose
from engine.systems.eldfall.markers import ENGAGED, PANICKED
from engine.systems.eldfall.questions import ACTIVATE, DECLARE, SEQUENCE_ENDS, TACTICAL, TITLES
from engine.systems.eldfall.sight import sees, sees_along
from engine.systems.eldfall.wish import Wish

Step = Callable[[Game], Steps[Game]]
WHY = ("ELD-DEF-SEQ",)
OVER = ("ELD-DEF-PHASE",)
KINDS = {acts.IDLE: IDLED, acts.WALK: WALKED, acts.RUN: SPECIAL, acts.CLIMB: SPECIAL, acts.JUMP: SPECIAL, "": STAYED}
"""What a kind of movement counts as for the Action after it; '' is none at all."""


def may_begin(game: Game, model: Model) -> tuple[Objection, ...]:
    """Objections to this model making its movement now: not its turn, no points, another sequence is running."""
    found = list(_its_turn(game, model))
    step = running(game)
    if not step:
        found += _may_activate(game, model)
        found += _rolls_first(model)
    elif not (step == MOVEMENT and model.count(ACTING)):
        found += _waits(game, model)
    return tuple(found)


def may_activate(game: Game, model: Model) -> tuple[Objection, ...]:
    """Objections to a new sequence with this model, movement left aside."""
    waiting = _waits(game, model) if running(game) else ()
    return (*_its_turn(game, model), *waiting, *_may_activate(game, model))


def _its_turn(game: Game, model: Model) -> tuple[Objection, ...]:
    found = [*over(game, OVER), *away(model, ("ELD-DEF-ALIVE",), ("ELD-DEF-DEP",))]
    if game.phase != TACTICAL:
        now = f"the {TITLES[game.phase]}" if game.phase in TITLES else "before the game"
        text = f"{model.name} activates in the {TITLES[TACTICAL]}; this is {now}."
        found.append(Objection(text=text, why=WHY, model=model.id))
    if model.side != game.active:
        whose = game.side(game.active).name if game.active else "nobody"
        text = f"It is the turn of {whose}; {model.name} may only react."
        found.append(Objection(text=text, why=("ELD-DEF-ROLE",), model=model.id))
    return tuple(found)


def _may_activate(game: Game, model: Model) -> tuple[Objection, ...]:
    found = [*RULES.ruling(game, model, ACTIVATE, words="may not perform Activations").objections]
    if points(model) < 1 and model.on_table:
        text = f"{model.name} has no Activation Point left."
        found.append(Objection(text=text, why=WHY, model=model.id))
    return tuple(found)


def _rolls_first(model: Model) -> tuple[Objection, ...]:
    if not model.has(PANICKED):
        return ()
    text = f"{model.name} is Panicked: it activates with a Morale roll before anything is declared."
    return (Objection(text=text, why=("ELD-PAN-1",), model=model.id),)


def _waits(game: Game, model: Model) -> tuple[Objection, ...]:
    """Who is to do what before this model may begin."""
    return (Objection(text=unfinished(game), why=WHY, model=model.id),)


def unfinished(game: Game) -> str:
    """What the running sequence still waits for, as a sentence; empty when none is running."""
    active, step = acting(game), running(game)
    if step == DODGING:
        names = listed([model.name for model in dodgers(game)])
        return f"A Dodge move of {names} is still to be made, or declined."
    name = active.name if active else "the activated model"
    if step == MOVEMENT:
        return f"{name} has been activated and moves or Idles first."
    return f"{name} has made its movement; its Action comes first." if step else ""


def begin(game: Game, model: ModelId) -> Steps[Game]:
    """Step 1: the Activation, for one point.  Does nothing once the sequence is running."""
    if running(game):
        return game
    left = max(points(game.model(model)) - 1, 0)
    game = yield from happens(Counted(of="model", whose=model, name=AP, value=left, why=WHY))
    game = yield from set_counter(game, model, ACTING, 1, *WHY)
    return (yield from set_game(game, STEP, MOVEMENT, *WHY))


def sets_out(game: Game, *, model: ModelId) -> Steps[Game]:
    """Before step 2: whoever the model engages sees it set out, whichever way it looks itself."""
    for enemy in game.enemies(game.model(model)):
        held = any(marker.status == ENGAGED and marker.source == model for marker in enemy.markers)
        if held and sees(game, enemy, game.model(model)).sees:
            game = yield from set_counter(game, enemy.id, SAW, HELD_FAST, "ELD-ENG-9", "ELD-DEF-REA")
    return game


def moved(game: Game, model: ModelId, path: tuple[Point3, ...], how: str) -> Steps[Game]:
    """After step 2: who saw the movement is noted, the others declare their Reactions, and the Action is due.

    *path* is the way gone, the place alone for an Idle; *how* the kind of movement, '' for none.
    """
    game = yield from set_game(game, HOW, KINDS[how], *WHY)
    if not game.model(model).on_table:
        return (yield from finish(game))
    for enemy in game.enemies(game.model(model)):
        if not enemy.count(SAW) and sees_along(game, enemy, game.model(model), path).sees:
            game = yield from set_counter(game, enemy.id, SAW, SEEN, "ELD-DEF-REA")
    game = yield from reactions.ask(game, model, path)
    return (yield from set_game(game, STEP, ACTION, *WHY))


def resolve(
    game: Game,
    wish: Wish,
    *body: Step,
    objections: tuple[Objection, ...] = (),
    tallies: tuple[Tally, ...] = (),
    evidence: Evidence = NOTHING,
    notes: tuple[str, ...] = (),
) -> Plan:
    """The plan of an Action: steps 4 and 5.  *objections* are the chapter's own; the general ones come first."""
    model = game.model(wish.model)
    found = (*may_act(game, model, wish.action), *objections)
    steps: tuple[Step, ...] = (_resolving, *body, *CLOSING) if model.on_table else ()
    return Plan(label=wish.title, objections=found, steps=steps, tallies=tallies, evidence=evidence, notes=notes)


def may_act(game: Game, model: Model, action: str) -> tuple[Objection, ...]:
    """Objections to this model taking this Action now (a word of `acts`, or `PASS`)."""
    found = list(_its_turn(game, model))
    step = running(game)
    if not step:
        text = f"{model.name} has not been activated: it moves or Idles before its Action."
        found.append(Objection(text=text, why=WHY, model=model.id))
    elif step != ACTION or not model.count(ACTING):
        found += _waits(game, model)
    if action == acts.PASS:
        return tuple(found)
    found += barred(game, model, DECLARE, action)
    if action in acts.SPECIAL and step and game.count(HOW) != IDLED:
        text = f"A Special Action needs an Idle in the Movement Step; {model.name} did not Idle."
        found.append(Objection(text=text, why=("ELD-DEF-ACT",), model=model.id))
    if action != acts.NOTHING and step and game.count(HOW) == SPECIAL:
        text = f"After a Run, Climb or Jump {model.name} may only declare Nothing."
        found.append(Objection(text=text, why=("ELD-DEF-MOVE",), model=model.id))
    return tuple(found)


def dodged(game: Game, model: ModelId) -> Steps[Game]:
    """A Dodge move has been made or declined; after the last one the sequence ends."""
    game = yield from set_counter(game, model, DODGE_MOVE, 0, "ELD-DEF-DODGE")
    if dodgers(game):
        return game
    return (yield from finish(game))


def finish(game: Game) -> Steps[Game]:
    """What is due lands, Engaged is looked at, and nothing of the sequence is left."""
    for step in CLOSING:
        game = yield from step(game)
    return game


def _resolving(game: Game) -> Steps[Game]:
    return (yield from set_game(game, STEP, RESOLVING, *WHY))


def _await_dodges(game: Game) -> Steps[Game]:
    """Dodge moves come at the end of the Resolution Step, before anything lands."""
    return (yield from set_game(game, STEP, DODGING, *WHY)) if dodgers(game) else game


def _land(game: Game) -> Steps[Game]:
    """Wounds and the States they bring are applied last, all at the same time."""
    return game if dodgers(game) else (yield from landing.land(game))


def _look(game: Game) -> Steps[Game]:
    return game if dodgers(game) else (yield from engagement.check(game))


def _tidy(game: Game) -> Steps[Game]:
    """Nothing of the sequence is left but what it did."""
    if dodgers(game):
        return game
    game = yield from declared.forget(game)
    for model in game.models:
        for status, why in RULES.ending(model, SEQUENCE_ENDS):
            game = yield from lose(game, model.id, status, *why)
        for name in OF_A_SEQUENCE:
            game = yield from set_counter(game, model.id, name, 0)
    game = yield from set_game(game, HOW, 0)
    return (yield from set_game(game, STEP, 0))


CLOSING: tuple[Step, ...] = (_await_dodges, _land, _look, _tidy)
"""The end of the Resolution Step; nothing but the first happens while Dodge moves are open."""
