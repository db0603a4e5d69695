"""`System`: the record a rulebook fills in, and all that the rest of the program knows of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from engine.ask import Steps, happens
from engine.commands import Act, ByHand, Command, Deploy, Move, NextPhase, Turn
from engine.courtesy import give_way
from engine.events import Event, Gained
from engine.game import Game, Model, SideId
from engine.geometry.evidence import NOTHING, Evidence
from engine.limits import event_fault
from engine.questions import Objection, Tally
from engine.rules import Plan, Rules

if TYPE_CHECKING:
    from engine.geometry.sight import Sight


@dataclass(frozen=True)
class Phase:
    """A part of a turn as the book calls it; *says* is one line for a newcomer."""

    id: str
    title: str
    says: str = ""


@dataclass(frozen=True)
class Action:
    """Something a model can do besides moving.

    *aims* gives what it could be aimed at, legal or not: one tuple of ids an offer
    (no *aims* when it needs none);
    *plan* judges one wish.  *phase* says in which phases the window lists it.
    """

    id: str
    title: str
    phases: tuple[str, ...]
    plan: Callable[[Game, Act], Plan]
    aims: Callable[[Game, Model], tuple[tuple[str, ...], ...]] | None = None
    icon: str = ""
    says: str = ""


@dataclass(frozen=True)
class Offer:
    """One line of the action list: a command, what it is called, and its plan with reasons."""

    command: Command
    title: str
    plan: Plan
    icon: str = ""

    @property
    def legal(self) -> bool:
        return not self.plan.objections


@dataclass(frozen=True)
class MoveKind:
    """A way of moving a player can ask for by name (walk, run, climb); '' lets the book pick."""

    id: str
    title: str
    says: str = ""


@dataclass(frozen=True)
class Allowance:
    """How far a model may still go: inches of each kind, with sums, and areas to paint."""

    distance: float = 0.0
    tallies: tuple[Tally, ...] = ()
    evidence: Evidence = NOTHING
    ruling_text: str = ""


@dataclass(frozen=True)
class Life:
    """What keeps a model on the table, in the book's words: *many* of it, and what a hand does to it.

    *lost* is the counter of what is gone; `System.wounds` reads it.
    """

    many: str = "wounds"
    lost: str = "wounds_lost"
    take: str = "Take a wound"
    give: str = "Give a wound back"


Pairs = tuple[tuple[Model, Model], ...]
"""Who looks, and at whom."""


def _nothing_allowed(game: Game, model: Model) -> Allowance:
    return Allowance()


def _all_known(game: Game, model: Model, viewer: SideId) -> str:
    return ""


def _no_card(game: Game, model: Model) -> tuple[Tally, ...]:
    return ()


@dataclass(frozen=True, kw_only=True)
class System:
    """One rulebook made playable.

    *plan_…* judge commands, *card* gives a model's numbers with their sums, *allowance*
    its reach, *sees* the sight between two models under this book's policy, *glances* the same
    verdicts for many pairs at once, by their ids and without share and margin, where the book's
    policy lets them be asked together; *body* gives the volume a model is measured as, where that
    is not the model as it stands; *outcome*
    names in a few words what became of the game between two instants (for the odds),
    *upkeep* says in one line what the next phase will do, *next_up* names the model the
    book wants to act now, if the order is not the player's; *wounds* gives what a model has
    left and what it began with, *life* what the book calls that.  *readings* are the default
    options of unclear rules; *details* of traits and equipment come from *rules*;
    *unseen* names counters that only the rules look at, so that no story tells of them;
    *hides* gives what a side calls a model it does not know, '' for one it knows (`engine.veil`);
    *grounds* gives, for a kind of measurement (sight, gap, reach …), the clauses that make
    it matter.
    """

    id: str
    title: str
    rules: Rules
    phases: tuple[Phase, ...]
    plan_move: Callable[[Game, Move], Plan]
    plan_phase: Callable[[Game], Plan]
    plan_deploy: Callable[[Game, Deploy], Plan]
    plan_turn: Callable[[Game, Turn], Plan]
    sees: Callable[[Game, Model, Model], Sight]
    glances: Callable[[Game, Pairs], Mapping[tuple[str, str], Sight]] | None = None
    body: Callable[[Game, Model], Model] | None = None
    space: Literal["inches", "squares"] = "inches"
    actions: tuple[Action, ...] = ()
    move_kinds: tuple[MoveKind, ...] = ()
    card: Callable[[Game, Model], tuple[Tally, ...]] = _no_card
    allowance: Callable[[Game, Model], Allowance] = _nothing_allowed
    outcome: Callable[[Game, Game], str] = field(default=lambda before, after: "same" if before == after else "changed")
    upkeep: Callable[[Game], tuple[str, ...]] = field(default=lambda game: ())
    next_up: Callable[[Game], tuple[str, ...]] = field(default=lambda game: ())
    begin: Callable[[Game], Game] = field(default=lambda game: game)
    wounds: Callable[[Game, Model], tuple[int, int]] | None = None
    life: Life = Life()
    readings: tuple[tuple[str, str], ...] = ()
    unseen: tuple[str, ...] = ()
    hides: Callable[[Game, Model, SideId], str] = _all_known
    grounds: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def phase(self, phase: str) -> Phase:
        for candidate in self.phases:
            if candidate.id == phase:
                return candidate
        raise KeyError(f"{self.title} has no phase {phase!r}")

    def action(self, action: str) -> Action | None:
        return next((candidate for candidate in self.actions if candidate.id == action), None)

    def plan(self, game: Game, command: Command) -> Plan:
        """Judge any wish.  Never raises for a wish that only makes no sense; it objects."""
        broken = _broken(game, command)
        if broken is not None:
            return Plan(label="Impossible", objections=(broken,))
        match command:
            case Move():
                return self.plan_move(game, command)
            case NextPhase():
                return self.plan_phase(game)
            case Act():
                action = self.action(command.action)
                if action is None:
                    text = f"{self.title} has no action called {command.action!r}."
                    return Plan(label="Impossible", objections=(Objection(text=text, why=("HSE-NAME-2",)),))
                return action.plan(game, command)
            case Deploy():
                return self.plan_deploy(game, command)
            case Turn():
                return self.plan_turn(game, command)
            case ByHand():
                return Plan(label=command.note or "By hand", steps=tuple(_stated(fact) for fact in command.facts))

    def offers(self, game: Game, model: Model) -> tuple[Offer, ...]:
        """Every action of the running phase for this model, one line a target, with reasons."""
        found: list[Offer] = []
        for action in self.actions:
            if game.phase not in action.phases:
                continue
            aims: tuple[tuple[str, ...], ...] = ((),)
            if action.aims is not None:
                aims = action.aims(game, model)
            for targets in aims:
                give_way()
                act = Act(model=model.id, action=action.id, targets=targets)
                plan = action.plan(game, act)
                found.append(Offer(act, plan.label or action.title, plan, action.icon))
        return tuple(found)


def _stated(fact: Event) -> Callable[[Game], Steps[Game]]:
    def step(game: Game) -> Steps[Game]:
        if isinstance(fact, Gained) and game.model(fact.model).place == "removed":
            raise KeyError(f"{game.model(fact.model).name} is off the table; put the model back first")
        game = yield from happens(fact)
        return game

    return step


def _broken(game: Game, command: Command) -> Objection | None:
    """Why a command cannot even be judged: it names what is not there, or no place at all."""
    named = command.targets if isinstance(command, Act) else ()
    if isinstance(command, Move | Turn | Act | Deploy):
        named = (command.model, *named)
    for name in named:
        if not game.has_model(name):
            return Objection(text=f"There is no model called {name!r} in this game.", why=("HSE-NAME-1",))
    if isinstance(command, Move) and len(command.path) < 2:
        text = "A move needs a path of at least two points: where the model stands and where it goes."
        return Objection(text=text, why=("HSE-PATH-1",))
    numbers: tuple[tuple[float, ...], ...] = ()
    match command:
        case Move():
            numbers = command.path if command.facing is None else (*command.path, (command.facing,))
        case Deploy():
            numbers = (command.at, (command.facing,))
        case Turn():
            numbers = ((command.facing,),)
        case _:
            pass
    if isinstance(command, ByHand):
        senseless = next(filter(None, map(event_fault, command.facts)), "")
        return Objection(text=senseless, why=("HSE-PATH-1",)) if senseless else None
    if not all(map(_finite, numbers)):
        return Objection(text="A place or facing of this command is not a sensible number.", why=("HSE-PATH-1",))
    return None


def _finite(point: tuple[float, ...]) -> bool:
    return all(-1e6 < value < 1e6 for value in point)


def no_side(game: Game) -> SideId:
    """The first side, where a book does not say who begins."""
    return game.sides[0].id if game.sides else SideId("")
