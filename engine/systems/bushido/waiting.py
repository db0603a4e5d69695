"""Chapter: Actions — Wait: take breath, and do exactly one thing about what ails the model or a burning friend."""

from __future__ import annotations

from functools import partial
from itertools import combinations

from engine.ask import Option, Steps, choose, happens
from engine.commands import Act
from engine.events import Lost, Noted
from engine.game import Game, Model, ModelId
from engine.rules import Plan
from engine.system import Action
from engine.systems.bushido.activation import declare
from engine.systems.bushido.contact import friends_touching
from engine.systems.bushido.questions import MAIN
from engine.systems.bushido.readings import FIRE_PUT_OUT, chosen
from engine.systems.bushido.wish import WAIT, Wish

WHY = ("BUS-DEF-ACTION-WAIT",)
FIRES = 2
"""Fire markers that one Wait puts out at most."""
NOTHING = Option("nothing", "Nothing in particular")

ALL_AT_ONCE = {
    "stunned": ("Shake off all Stunned markers", "BUS-STUNNED-4"),
    "immobilised": ("Get free of all Immobilised markers", "BUS-IMMOBILISED-9"),
}
"""States that a Wait ends altogether."""


def plan_wait(game: Game, act: Act) -> Plan:
    """Wait; what it is for is asked when there is more than one thing to do."""
    wish = Wish(model=act.model, action=WAIT, title="Wait")
    waiting = game.model(act.model)
    notes = tuple(option.label for option in uses(game, waiting)) if waiting.on_table else ()
    return declare(game, wish, partial(_use, name=act.model), notes=notes)


def uses(game: Game, model: Model) -> tuple[Option, ...]:
    """What this model may do with a Wait, the doing before the idling."""
    found = [Option(status, words) for status, (words, _) in ALL_AT_ONCE.items() if model.has(status)]
    if model.has("reload"):
        found.append(Option("reload", "Take off one Reload marker"))
    if model.has("fire"):
        found.append(Option(f"fire {model.id}", f"Put out up to {FIRES} Fire markers of its own"))
    for friend in friends_touching(game, model):
        if friend.has("fire"):
            found.append(Option(f"fire {friend.id}", f"Put out up to {FIRES} Fire markers of {friend.name}"))
    return (*found, NOTHING)


def _use(game: Game, *, name: ModelId) -> Steps[Game]:
    """Exactly one of the things a Wait is good for."""
    waiting = game.model(name)
    what = f"what {waiting.name} waits for"
    wish = yield from choose(waiting.side, uses(game, waiting), what, model=name, why=WHY)
    if wish in ALL_AT_ONCE:
        return (yield from happens(Lost(model=name, status=wish, why=(ALL_AT_ONCE[wish][1], *WHY))))
    if wish == "reload":
        value = waiting.values("reload")[-1]
        why = ("BUS-RELOADING-2", *WHY)
        return (yield from happens(Lost(model=name, status="reload", value=value, why=why)))
    if wish == NOTHING.id:
        return (yield from happens(Noted(text=f"{waiting.name} waits", model=name, why=WHY)))
    return (yield from _put_out(game, waiting, game.model(wish.removeprefix("fire "))))


def _put_out(game: Game, waiting: Model, burning: Model) -> Steps[Game]:
    """Up to two Fire markers, of values the waiting model's player picks (or the highest, by reading)."""
    why = ("BUS-ONFIRE-6" if waiting.id == burning.id else "BUS-ONFIRE-7", *WHY)
    worn = burning.values("fire")
    if chosen(game, FIRE_PUT_OUT) == "highest":
        out = worn[:FIRES]
    else:
        options = tuple(Option(_written(values), _named(values)) for values in _picks(worn))
        what = f"which Fire markers of {burning.name} go out"
        picked = yield from choose(waiting.side, options, what, model=waiting.id, why=why)
        out = next(values for values in _picks(worn) if _written(values) == picked)
    for value in out:
        game = yield from happens(Lost(model=burning.id, status="fire", value=value, why=why))
    return game


def _picks(worn: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Every pick of up to two markers, the most and highest first."""
    found = [pick for count in range(min(FIRES, len(worn)), -1, -1) for pick in combinations(worn, count)]
    return tuple(dict.fromkeys(found))


def _written(values: tuple[int, ...]) -> str:
    return "+".join(map(str, values)) or "none"


def _named(values: tuple[int, ...]) -> str:
    return f"Fire {' and '.join(map(str, values))}" if values else "None"


ACTIONS = (
    Action(
        WAIT,
        "Wait",
        (MAIN,),
        plan_wait,
        icon="wait",
        says="Shake off stuns or bonds, put out two fires, or reload: one of these, not in contact with an enemy.",
    ),
)
