"""Chapter: Activations — who may act, and how its two actions are spent.

A model's activation begins with its first action and ends when two are spent, when another
model of its side begins, or with the initiative.  Those in a Follow me! (`following`) are
activated together: each makes its moves in its turn, until somebody else begins.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.ask import Steps, happens
from engine.events import Counted, Lost
from engine.game import Game, Model, ModelId
from engine.questions import Objection, Permission, Tally
from engine.readings import chosen
from engine.standing import away, over
from engine.systems.open_combat import initiative
from engine.systems.open_combat.conditions import RULES
from engine.systems.open_combat.counters import ACTIONS, ACTIVATED, BEGUN, DONE, FOLLOWING, PRONE
from engine.systems.open_combat.tables import TABLES

MOST = int(TABLES["activation"]["actions"])
"""Actions of an activation."""
WHY = ("OPC-DEF-ACTIVATION",)
Step = Callable[[Game], Steps[Game]]


def left(model: Model) -> int:
    """Actions the model may still spend in this turn."""
    return 0 if model.count(ACTIVATED) == DONE else max(0, MOST - model.count(ACTIONS))


def fresh(model: Model) -> bool:
    """Are both actions unspent, and the activation not begun?"""
    return model.count(ACTIVATED) == 0 and model.count(ACTIONS) == 0


def left_tally(model: Model) -> Tally:
    """Actions left, as a number with its reason."""
    return Tally(title="Actions left", base=left(model), suffix=f" of {MOST}", why=WHY)


def objections(
    game: Game, model: Model, permission: Permission, thing: str = "", *, number: int = 1, words: str = "", doing: str
) -> tuple[Objection, ...]:
    """Every reason why this model may not now spend *number* actions so: its turn, its activation, what it is in.

    *permission* and *thing* are what statuses are asked for, *words* say it in the objection
    ("may not hide"), *doing* in the present ("hides").
    """
    found = list(_turn_objections(game, model, doing))
    if found and not model.on_table:
        return tuple(found)
    found += RULES.ruling(game, model, permission, thing, words or f"may not {doing}").objections
    if model.has(FOLLOWING) and permission.id != "move":
        text = f"{model.name} takes part in a Follow me! and only moves."
        found.append(Objection(text=text, why=("OPC-FOLLOW-2", "OPC-COMB-6"), model=model.id))
    if model.count(ACTIVATED) == DONE:
        found.append(_over(game, model))
    elif left(model) < number:
        text = f"That takes {_counted(number)}, and {model.name} has {_counted(left(model))} left."
        found.append(Objection(text=text, why=WHY, model=model.id))
    return tuple(found)


def spend(game: Game, model: ModelId, number: int = 1, *why: str) -> Steps[Game]:
    """Spend actions; the activation begins with the first and ends with the last."""
    game = yield from begin(game, model)
    spent = game.model(model).count(ACTIONS) + number
    cited = (*WHY, *why)
    game = yield from happens(Counted(of="model", whose=model, name=ACTIONS, value=spent, why=cited))
    return (yield from finish(game, model)) if spent >= MOST else game


def begin(game: Game, model: ModelId) -> Steps[Game]:
    """The activation of a model begins, if it has not; that of any other of its side ends."""
    actor = game.model(model)
    for friend in game.friends(actor):
        parted = friend.has(FOLLOWING) and not actor.has(FOLLOWING)
        if friend.count(ACTIVATED) == BEGUN or parted:
            game = yield from finish(game, friend.id)
    if actor.count(ACTIVATED):
        return game
    why = ("OPC-DEF-ONCE",)
    return (yield from happens(Counted(of="model", whose=model, name=ACTIVATED, value=BEGUN, why=why)))


def finish(game: Game, model: ModelId) -> Steps[Game]:
    """The activation of a model is over, whatever it had left."""
    actor = game.model(model)
    if actor.count(ACTIVATED) != DONE:
        why = ("OPC-DEF-ONCE",)
        game = yield from happens(Counted(of="model", whose=model, name=ACTIVATED, value=DONE, why=why))
    if actor.has(FOLLOWING):
        game = yield from happens(Lost(model=model, status=FOLLOWING, why=("OPC-COMB-6",)))
    return game


def planned(*steps: Step) -> tuple[Step, ...]:
    """The steps of a plan, with what every plan of this book ends with: a lost initiative takes effect."""
    return (*steps, initiative.settle)


def _turn_objections(game: Game, model: Model, doing: str) -> list[Objection]:
    gone = away(model, ("OPC-DEF-FORTITUDE",), ("OPC-DEF-DEPLOY",))
    found = [*over(game, ("OPC-DEF-TURN",)), *gone]
    if model.side != game.active:
        text = f"It is not the turn of {game.side(model.side).name}: nobody of theirs {doing} now."
        found.append(Objection(text=text, why=("OPC-DEF-OWN-TURN",), model=model.id))
    return found


def _over(game: Game, model: Model) -> Objection:
    """Its activation is over: both actions spent, or lost with a fall by the reading `after_fall`."""
    cut = model.has(PRONE) and model.count(ACTIONS) < MOST and chosen(game, "after_fall") == "ends"
    why = ("OPC-DEF-ONCE", *(("OPC-DEF-FALL-ACTIONS",) if cut else ()))
    return Objection(text=f"{model.name} has been activated already this turn.", why=why, model=model.id)


def _counted(number: int) -> str:
    return {0: "no action", 1: "one action"}.get(number, f"{number} actions")
