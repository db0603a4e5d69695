"""`odds`: the same driver under every roll, in exact fractions.

Between the numbered steps of a plan equal games merge, which keeps long combats cheap.
The module contains no word of any game: what an end is called is the book's `outcome`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from engine.ask import Answer, Choose, Picked, Roll, Steps, Thrown
from engine.commands import Command
from engine.dice import chances
from engine.game import Game
from engine.play import Refused, run_step
from engine.system import System

Policy = Callable[[Choose, Game], str]
"""Who decides where the rules ask a player: gives the id of an option."""

MOST_THROWS = 200_000
"""Runs of rule code after which the odds are called too long to be exact."""


class Stopped(Exception):  # noqa: N818 - asked for, not a fault
    """Whoever asked no longer wants to know."""


class TooLong(Exception):  # noqa: N818 - a finding, not a fault
    """The exact odds would take more than `MOST_THROWS` runs of the rules."""


@dataclass(frozen=True)
class Odds:
    """Every end the command can come to, with its exact chance."""

    before: Game
    ends: tuple[tuple[Game, Fraction], ...]
    outcome: Callable[[Game, Game], str]

    def chance(self, holds: Callable[[Game], bool]) -> Fraction:
        """The chance of the ends for which this holds."""
        return sum((share for game, share in self.ends if holds(game)), Fraction(0))

    def table(self) -> tuple[tuple[str, Fraction], ...]:
        """What can become of it in the book's words, likeliest first."""
        shares: dict[str, Fraction] = {}
        for game, share in self.ends:
            label = self.outcome(self.before, game)
            shares[label] = shares.get(label, Fraction(0)) + share
        return tuple(sorted(shares.items(), key=lambda row: (-row[1], row[0])))


def first_option(question: Choose, game: Game) -> str:
    """The policy that takes what the book offers first."""
    return question.options[0].id


def never() -> bool:
    """Nobody stops the reckoning."""
    return False


def odds(
    system: System,
    game: Game,
    command: Command,
    policy: Policy = first_option,
    stop: Callable[[], bool] = never,
) -> Odds | Refused:
    """The exact distribution of the games a command ends in, or why it is refused.

    Raises `TooLong` when it would take too many runs of the rules, and `Stopped` soon
    after *stop* has begun to say so (a window asks for other odds before these are done).
    """
    plan = system.plan(game, command)
    if plan.objections:
        return Refused(plan.objections, plan)
    budget = [MOST_THROWS]
    spread: dict[Game, Fraction] = {game: Fraction(1)}
    for step in plan.steps:
        merged: dict[Game, Fraction] = {}
        for before, share in spread.items():
            for after, chance in _ends(system, before, step, policy, budget, stop):
                merged[after] = merged.get(after, Fraction(0)) + share * chance
        spread = merged
    return Odds(game, tuple(spread.items()), system.outcome)


def _ends(
    system: System,
    game: Game,
    step: Callable[[Game], Steps[Game]],
    policy: Policy,
    budget: list[int],
    stop: Callable[[], bool],
) -> list[tuple[Game, Fraction]]:
    """All ends of one step: run it again for each answer to the first open question."""
    found: list[tuple[Game, Fraction]] = []
    open_runs: list[tuple[tuple[Answer, ...], Fraction]] = [((), Fraction(1))]
    while open_runs:
        answers, share = open_runs.pop()
        budget[0] -= 1
        if budget[0] < 0:
            raise TooLong
        if stop():
            raise Stopped
        reached = run_step(system, game, step, answers)
        if isinstance(reached, Game):
            found.append((reached, share))
        elif isinstance(reached, Roll):
            for _, chance, faces in chances(reached.dice, reached.read):
                open_runs.append(((*answers, Thrown(faces)), share * chance))
        else:
            open_runs.append(((*answers, Picked(policy(reached, game))), share))
    return found
