"""Chapter: Actions — who may activate, what it may declare, what it costs and who is next.

Every action of the book goes through `declare`: the chapters give it a `Wish` and the body of
the action, and get the `Plan`.  In order: may this model activate; may it declare this action
(every reason, not the first); what declaring does; the tests that come before anything moves;
the body; the counters it costs; and the other side's turn to act.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from engine.ask import Option, Steps, choose, happens
from engine.events import Counted, PhaseBegan
from engine.game import Game, Model, SideId
from engine.geometry.evidence import NOTHING, Evidence
from engine.questions import Objection, Ruling, Tally, listed
from engine.rules import Bar, Plan
from engine.standing import away, over
from engine.systems.bushido import bodyguard, contact, fear, jump_up, rage, tearing_free, unmasking, zone
from engine.systems.bushido.conditions import RULES
from engine.systems.bushido.controlled import CONTROL, controlled
from engine.systems.bushido.counters import STOPPED, activations, copies, exhausted
from engine.systems.bushido.impetuous import calm_down, eager, held_back
from engine.systems.bushido.questions import DECLARE, MAIN, SPEND, TITLES
from engine.systems.bushido.readings import CONTROLLED_TOKENS, IMPETUOUS_REMOVAL, TEST_ORDER, chosen
from engine.systems.bushido.spending import pay, stopped
from engine.systems.bushido.wish import DOING, Wish

Step = Callable[[Game], Steps[Game]]
Gate = Callable[[Game, Wish], tuple[Objection, ...]]
Declaring = Callable[[Game, Wish], Steps[Game]]


class DeclarationTest(NamedTuple):
    """A test that an action calls for before anything moves.

    *take* rolls it, and ends the action by `spending.stop` when it fails.
    """

    title: str
    applies: Callable[[Game, Wish], bool]
    take: Declaring


GATES: tuple[Gate, ...] = (contact.gate, zone.gate, unmasking.gate, fear.gate, rage.gate)
"""What else may forbid an action: contact, zones of control, Berserk steps, Disguise, Fear."""
AT_DECLARATION: tuple[Declaring, ...] = (jump_up.springs_up, unmasking.declared, bodyguard.step_in)
"""What declaring an action does by itself."""
TESTS: tuple[DeclarationTest, ...] = (
    DeclarationTest("Size test", tearing_free.applies, tearing_free.test),
    DeclarationTest("Fear test", fear.applies, fear.test),
    DeclarationTest("Ki test", unmasking.applies, unmasking.test),
)
"""In their default order: Size, Fear, Disguise."""


def declare(
    game: Game,
    wish: Wish,
    *body: Step,
    objections: tuple[Objection, ...] = (),
    tallies: tuple[Tally, ...] = (),
    evidence: Evidence = NOTHING,
    notes: tuple[str, ...] = (),
) -> Plan:
    """The plan of a declared action.

    *objections* are the chapter's own (the way is blocked, nothing in range); the general ones
    come before them.  The *body* is skipped once a test has stopped the action.
    """
    actor = game.model(wish.model)
    found = (*may_activate(game, actor).objections, *_may_declare(game, wish), *objections)
    steps = (partial(_declared, wish=wish), *(partial(_unless_stopped, step=step) for step in body))
    return Plan(
        label=wish.title,
        objections=found,
        steps=(*steps, partial(_settle, wish=wish, side=actor.side)) if actor.on_table else (),
        tallies=tallies,
        evidence=evidence,
        notes=notes,
    )


def may_activate(game: Game, model: Model) -> Ruling:
    """Is it this model's turn to be chosen?  Game running, Main Phase, side, counters, Impetuous friends."""
    found = [*over(game, ("BUS-DEF-06",)), *away(model, ("BUS-DEF-10",), ("BUS-DEF-05",))]

    def no(text: str, *why: str) -> None:
        found.append(Objection(text=text, why=why, model=model.id))

    if game.phase != MAIN:
        now = f"the {TITLES[game.phase].lower()}" if game.phase in TITLES else "before the game"
        no(f"{model.name} acts in the main phase; this is {now}.", "BUS-DEF-05")
    if model.side != game.active:
        whose = game.side(game.active).name if game.active else "nobody"
        no(f"{whose} acts now; {model.name} has to wait for its own side's turn to act.", "BUS-DEF-05")
    if exhausted(model) and model.on_table:
        no(f"{model.name} is Exhausted: it has no activation counter left this turn.", "BUS-DEF-02")
    return Ruling(tuple(found) + held_back(game, model))


def _may_declare(game: Game, wish: Wish) -> tuple[Objection, ...]:
    actor = game.model(wish.model)
    found = list(_barred(game, actor, wish))
    if wish.complex and activations(actor) == 1:
        text = f"{wish.title} is a Complex action and needs 2 activation counters; {actor.name} has 1."
        found.append(Objection(text=text, why=("BUS-DEF-02",), model=actor.id))
    if wish.complex and copies(actor, CONTROL) == 1:
        text = f"{actor.name} has only one Control marker left: no Complex action."
        found.append(Objection(text=text, why=("BUS-CONTROLLED-9",), model=actor.id))
    if wish.tokens and controlled(actor) and _tokens_barred(game):
        found += RULES.ruling(game, actor, SPEND, words="is Controlled and may not spend tokens").objections
    for gate in GATES:
        found += gate(game, wish)
    return tuple(found)


def _barred(game: Game, actor: Model, wish: Wish) -> Iterator[Objection]:
    """What states forbid, said so that one learns from it what they leave."""
    for bearing in RULES.on(game, actor):
        bar = bearing.clause
        if not isinstance(bar, Bar) or bar.permission != DECLARE or not bar.forbids(wish.action):
            continue
        if bar.when is not None and not bar.when(game, actor):
            continue
        left = [DOING[thing] for thing in bar.things]
        words = f"may only {listed(left, 'or')}" if bar.only else f"may not {DOING[wish.action]}"
        yield Objection(text=f"{actor.name} is {bearing.label} and {words}.", why=bar.why, model=actor.id)


def _tokens_barred(game: Game) -> bool:
    return chosen(game, CONTROLLED_TOKENS) == "not_declared"


def _declared(game: Game, wish: Wish) -> Steps[Game]:
    """What declaring does, then the tests, in order; the first that fails ends the action."""
    for act in AT_DECLARATION:
        game = yield from act(game, wish)
    wish = bodyguard.redirected(game, wish)
    due = [test for test in TESTS if test.applies(game, wish)]
    while due and not stopped(game):
        test = due[0]
        if len(due) > 1 and chosen(game, TEST_ORDER) == "active_player":
            options = tuple(Option(each.title, each.title) for each in due)
            first = yield from choose(game.active, options, "Which test comes first?", model=wish.model)
            test = next(each for each in due if each.title == first)
        due.remove(test)
        game = yield from test.take(game, wish)
    return game


def _unless_stopped(game: Game, step: Step) -> Steps[Game]:
    if stopped(game):
        return game
    return (yield from step(game))


def _settle(game: Game, wish: Wish, side: SideId) -> Steps[Game]:
    """Pay for the action, let an Impetuous model calm down, and hand over to the other side."""
    game = yield from bodyguard.stand_down(game)
    cut_short = stopped(game)
    cost = game.count(STOPPED) - 1 if cut_short else wish.cost
    if cut_short:
        game = yield from happens(Counted(of="game", whose="", name=STOPPED, value=0))
    voided = chosen(game, IMPETUOUS_REMOVAL) == "took_effect"
    had = activations(game.model(wish.model))
    game = yield from pay(game, wish.model, cost, "BUS-DEF-02")
    if had > activations(game.model(wish.model)) and not (cut_short and voided):
        game = yield from calm_down(game, wish.model)
    return (yield from hand_over(game, side))


def can_act(game: Game, side: str) -> bool:
    """Does this side have a model on the table with an Activation Counter that may be chosen?"""
    ready = (model for model in game.on_table() if model.side == side and not exhausted(model))
    return any(not eager(game, model) for model in ready)


def hand_over(game: Game, side: str) -> Steps[Game]:
    """The next side to act: the opponent of *side* if it can, otherwise *side* goes on."""
    if game.phase != MAIN or game.outcome:
        return game
    after = next((other.id for other in game.others(side) if can_act(game, other.id)), SideId(side))
    if after == game.active:
        return game
    return (
        yield from happens(
            PhaseBegan(round=game.round, phase=MAIN, side=after, why=("BUS-DEF-05", "BUS-DEF-RULING-EXHAUSTED-NEXT"))
        )
    )
