"""`perform`: the one driver.  A wish becomes objections, a question, or facts.

Half-done is not a state: a command waiting for dice is (command, answers so far), and
going on means running it again with one answer more.  Preview, play, odds and replay
are this one path.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from engine.ask import Answer, Choose, Picked, Roll, Said, Steps, Thrown
from engine.commands import ByHand, Command
from engine.dice import Dice, Faces
from engine.events import Chose, Event, Overruled, Rolled, apply
from engine.game import Game
from engine.questions import Objection
from engine.rules import Plan
from engine.system import System

Referee = Literal["strict", "advise", "off"]
DEEPEST = 40
"""How far triggers may trigger each other before the driver calls it a loop."""

Question = Roll[Any] | Choose


@dataclass(frozen=True)
class Refused:
    """The rules say no; *objections* are all the reasons."""

    objections: tuple[Objection, ...]
    plan: Plan


@dataclass(frozen=True)
class Asking:
    """The command waits for dice or a decision; *game* is what is true so far.

    *fault* says why the last answer given was not taken, if it was not.
    """

    question: Question
    game: Game
    events: tuple[Event, ...]
    plan: Plan
    used: int = 0
    fault: str = ""


@dataclass(frozen=True)
class Done:
    """The command became facts.  *objections* are those the referee let pass."""

    game: Game
    events: tuple[Event, ...]
    plan: Plan
    objections: tuple[Objection, ...] = ()
    used: int = 0


Result = Refused | Asking | Done


def perform(
    system: System,
    game: Game,
    command: Command,
    answers: tuple[Answer, ...] = (),
    referee: Referee = "strict",
) -> Result:
    """Carry out a wish as far as the answers go.

    A `ByHand` wish, and any wish that cannot be carried out at all (it names what is not
    there), is judged alike by every referee.  Raises only on a fault in a rulebook.
    """
    plan = system.plan(game, command)
    if plan.objections and (referee == "strict" or not plan.steps):
        return Refused(plan.objections, plan)
    run = _Run(system, game, answers)
    overruled = plan.objections if referee == "advise" else ()
    if overruled:
        texts = tuple(objection.text for objection in overruled)
        cited = tuple(dict.fromkeys(clause for objection in overruled for clause in objection.why))
        run.events.append(Overruled(objections=texts, why=cited))
    try:
        for step in plan.steps:
            run.drive(step(run.game))
    except _Pause as pause:
        return Asking(pause.question, run.game, tuple(run.events), plan, run.used, pause.fault)
    except KeyError as missing:
        if not isinstance(command, ByHand):
            raise
        fault = Objection(text=f"This edit speaks of what is not there: {missing.args[0]}.", why=("HSE-NAME-1",))
        return Refused((fault,), plan)
    return Done(run.game, tuple(run.events), plan, overruled, run.used)


def run_step(
    system: System, game: Game, step: Callable[[Game], Steps[Game]], answers: tuple[Answer, ...]
) -> Game | Question:
    """One step with these answers: the game after it, or the first question left open."""
    run = _Run(system, game, answers)
    try:
        run.drive(step(game))
    except _Pause as pause:
        return pause.question
    return run.game


class _Pause(Exception):  # noqa: N818 - not an error: the way out of nested generators
    def __init__(self, question: Question, fault: str = "") -> None:
        super().__init__()
        self.question = question
        self.fault = fault


class _Run:
    """One pass of the driver: the game so far, the facts so far, the answers left."""

    def __init__(self, system: System, game: Game, answers: tuple[Answer, ...]) -> None:
        self.system = system
        self.game = game
        self.events: list[Event] = []
        self.left: Iterator[Answer] = iter(answers)
        self.used = 0

    def drive(self, steps: Steps[Game], depth: int = 0) -> None:
        """Run one generator to its end, feeding it games, readings and options."""
        if depth > DEEPEST:
            names = getattr(steps, "__qualname__", "a rule")
            raise RecursionError(f"Rules trigger each other without end; the last was {names}.")
        reply: Any = None
        while True:
            try:
                said: Said = steps.send(reply)
            except StopIteration:
                return
            if isinstance(said, Roll):
                reply = self._rolled(said)
            elif isinstance(said, Choose):
                reply = self._chosen(said)
            else:
                self._happened(said, depth)
                reply = self.game

    def _happened(self, event: Event, depth: int) -> None:
        rules = self.system.rules
        if rules.repeated(self.game, event):
            return
        for model, clause in rules.replacing(self.game, event):
            self.drive(clause.procedure(self.game, model, event), depth + 1)
            return
        triggers = rules.following(self.game, event)
        self.game = apply(self.game, event)
        self.events.append(event)
        for model, follower in triggers:
            self.drive(follower.procedure(self.game, model, event), depth + 1)

    def _rolled(self, question: Roll[Any]) -> Any:
        answer = next(self.left, None)
        if answer is None:
            raise _Pause(question)
        if not isinstance(answer, Thrown):
            raise _Pause(question, f"“{question.what}” asks for dice, not for a choice.")
        fault = question.dice.fault(answer.faces)
        if fault:
            raise _Pause(question, fault)
        self.used += 1
        meaning = question.read(answer.faces)
        typed = answer.typed if len(answer.typed) == len(answer.faces) else (False,) * len(answer.faces)
        self.events.append(
            Rolled(
                what=question.what,
                sides=question.dice.sides,
                faces=answer.faces,
                typed=typed,
                meaning=meaning if isinstance(meaning, str) else "",
                side=question.side,
                model=question.model,
                why=question.why,
                words=_words(question.dice, answer.faces),
            )
        )
        return meaning

    def _chosen(self, question: Choose) -> str:
        answer = next(self.left, None)
        if answer is None:
            raise _Pause(question)
        option = None
        if isinstance(answer, Picked):
            option = next((o for o in question.options if o.id == answer.option), None)
        if option is None:
            offered = ", ".join(o.label for o in question.options)
            raise _Pause(question, f"“{question.what}” takes one of: {offered}.")
        self.used += 1
        self.events.append(
            Chose(
                what=question.what,
                option=option.id,
                label=option.label,
                side=question.side,
                model=question.model,
                why=question.why,
                secret=question.secret,
            )
        )
        return option.id


def _words(dice: Dice, faces: Faces) -> tuple[str, ...]:
    """What each die shows, where its sides bear words."""
    if not dice.kinds:
        return ()
    return tuple(f"{dice.kinds[place].title} {dice.word(place, face)}" for place, face in enumerate(faces))
