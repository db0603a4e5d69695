"""Chapter: Action Step and Resolution — one plan for every Action: declare, changes of mind, all dice."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engine.ask import Steps, happens
from engine.events import Noted
from engine.game import Game, ModelId
from engine.geometry.evidence import NOTHING, Evidence
from engine.questions import Objection, Tally
from engine.rules import Plan
from engine.systems.eldfall import declared, resolution, reveal, sequence
from engine.systems.eldfall.acts import PASS
from engine.systems.eldfall.wish import Wish

Step = Callable[[Game], Steps[Game]]


def plan(
    game: Game,
    wish: Wish,
    *declaring: Step,
    objects: tuple[tuple[int, str], ...] = (),
    objections: tuple[Objection, ...] = (),
    tallies: tuple[Tally, ...] = (),
    evidence: Evidence = NOTHING,
    notes: tuple[str, ...] = (),
) -> Plan:
    """The plan of an Action of the activated model.

    *objects* are whom or what it is aimed at (number of the aid, name); *declaring* what else its
    declaration does.  Then whoever may changes his Reaction, and everything is resolved.
    """
    reacting = [model.id for model in game.on_table() if declared.reaction(model)]
    return sequence.resolve(
        game,
        wish,
        partial(_declare, wish=wish, objects=objects),
        *declaring,
        *(partial(reveal.change, name=name) for name in reacting),
        *resolution.steps(game, wish.model),
        objections=objections,
        tallies=tallies,
        evidence=evidence,
        notes=notes,
    )


def _declare(game: Game, *, wish: Wish, objects: tuple[tuple[int, str], ...]) -> Steps[Game]:
    """Remember the Action; a Shrouded model that declares one is seen from now on."""
    if wish.action == PASS:
        text = f"{game.model(wish.model).name} declares no Action"
        return (yield from happens(Noted(text=text, model=wish.model, why=("ELD-DEF-OWN-PASS",))))
    game = yield from declared.declare(game, wish.model, wish.action, *objects)
    return (yield from reveal.unmask(game, wish.model, wish.action))


def whom(game: Game, names: tuple[str, ...]) -> str:
    """Models in words, each once: 'Korb and Reed'."""
    words = [game.model(name).name for name in dict.fromkeys(names)]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else ""


def impossible(game: Game, wish: Wish, *objections: Objection) -> Plan:
    """The plan of an Action that no referee could let pass: all the reasons for no, and no steps."""
    found = (*sequence.may_act(game, game.model(wish.model), wish.action), *objections)
    return Plan(label=wish.title, objections=found)


def nobody(model: ModelId, text: str, *why: str) -> tuple[Objection, ...]:
    """The objection to an Action that does not say whom it is aimed at."""
    return (Objection(text=text, why=why, model=model),)
