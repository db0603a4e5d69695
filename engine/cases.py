"""Worked cases: a position, what is done, what is answered, and what must be true after it.

A case is a TOML file that a person can write (see `seeds/`).  Running it is playing it:
the same driver as at the table, with the dice of the file.

    id, title, system           board = "name"       clauses = ["…"]     readings = { … }
    before = '''notation'''     assumed = true where no source settles it
    [[do]]  say, one command (move, act, turn, deploy, next, by_hand), answers, expect, after
    [odds]  "outcome of the last command" = "5/72"

`answers` are dice faces ([3, 4]) and ids of options ("stand_up") in the order asked for.
`expect` is done, refused (all of `refused_by` must be cited) or asking (`asks`, if written,
must be part of the question).  `after` is described in `engine.expected`.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engine import expected, notation, systems
from engine.ask import Answer, Choose, Picked, Thrown
from engine.commands import Act, ByHand, Command, Deploy, Move, NextPhase, Turn
from engine.expected import Expected
from engine.game import Game
from engine.journal import START, Entry, Journal
from engine.odds import Odds, odds
from engine.play import Asking, Done, Referee, Refused, Result, perform
from engine.questions import Objection
from engine.skirmish import board, chosen, profiles
from engine.story import story
from engine.system import System

Expect = Literal["done", "refused", "asking"]
LARGEST_CASE = 1 << 20
"""Bytes of one case file."""


@dataclass(frozen=True)
class Step:
    """One command of a case with its answers, and what must come of it."""

    say: str
    command: Command
    answers: tuple[Answer, ...]
    expect: Expect
    refused_by: tuple[str, ...]
    asks: str
    referee: Referee
    after: Expected


@dataclass(frozen=True)
class Case:
    """A case ready to be played.  *odds* are of its last command."""

    id: str
    title: str
    system: str
    clauses: tuple[str, ...]
    assumed: bool
    before: Game
    steps: tuple[Step, ...]
    odds: tuple[tuple[str, Fraction], ...] = ()


@dataclass(frozen=True)
class Report:
    """What a case came to: its story, and a sentence for everything that came out otherwise."""

    story: tuple[str, ...]
    differences: tuple[str, ...]
    game: Game

    @property
    def ok(self) -> bool:
        return not self.differences


class _Do(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    say: str = ""
    move: Move | None = None
    act: Act | None = None
    turn: Turn | None = None
    deploy: Deploy | None = None
    by_hand: ByHand | None = None
    next: bool = False
    answers: tuple[int | str | tuple[int, ...], ...] = ()
    expect: Expect = "done"
    refused_by: tuple[str, ...] = ()
    asks: str = ""
    referee: Referee = "strict"
    after: str = ""


class _File(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str
    title: str
    system: str
    before: str
    do: tuple[_Do, ...] = ()
    clauses: tuple[str, ...] = ()
    readings: dict[str, str] = {}
    assumed: bool = False
    board: str = ""
    odds: dict[str, str] = {}
    note: str = ""


def load(path: str | Path) -> Case:
    """Read a case.  ValueError: a sentence that names the file, the place in it and what to do."""
    path = Path(path)
    try:
        if path.stat().st_size > LARGEST_CASE:
            raise ValueError(f"it is larger than {LARGEST_CASE >> 20} MB, too much for a case.")
        raw = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), _File)
        return _case(raw)
    except msgspec.ValidationError as error:
        said = str(error).replace("`", "").replace("Object missing required field", "missing required field")
        raise ValueError(f"{path.name}: no worked case: {said}.") from error
    except UnicodeDecodeError as error:
        raise ValueError(f"{path.name}: this is no text; a worked case is written as text (TOML).") from error
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path.name}: {_ended(str(error))}") from error
    except OSError as error:
        raise ValueError(f"{path.name} cannot be read: {error.strerror}. Check its name and folder.") from error


def position(text: str, system: str = "", board_name: str = "", choices: dict[str, str] | None = None) -> Game:
    """A game from notation, with the book's profiles, default readings and a ready board at hand."""
    named = system or _named_system(text)
    game = notation.read(text, system=named, profiles=profiles(named))
    readings = chosen(named, dict(game.readings), choices or {})
    table = game.table
    if board_name:
        try:
            whole = board(board_name)
        except KeyError as unknown:
            raise ValueError(f"{unknown.args[0]}.") from unknown
        table = replace(whole, terrain=whole.terrain + table.terrain, zones=whole.zones + table.zones)
    return replace(game, readings=readings, table=table)


def run(case: Case, system: System | None = None) -> Report:
    """Play a case to its end, or to the first step that comes out otherwise.

    ValueError, a sentence, when its rulebook is not here.
    """
    system = system or rulebook(case.system)
    told: list[str] = []
    game = case.before
    for number, step in enumerate(case.steps, start=1):
        result = perform(system, game, step.command, step.answers, step.referee)
        told += _told(step, result, game)
        wrong = [f"Step {number}{_quoted(step.say)}: {fault}" for fault in _faults(step, result, system, game)]
        if number == len(case.steps) and not wrong and case.odds:
            wrong = _odds_faults(case, system, game)
        game = game if isinstance(result, Refused) else result.game
        if wrong:
            return Report(tuple(told), tuple(wrong), game)
    return Report(tuple(told), (), game)


def last_odds(case: Case, system: System | None = None) -> Odds | Refused:
    """The exact odds of the last command, from the game the steps before it lead to.

    Where a player must choose, the options that the case itself answers with are taken.
    ValueError when a step before it does not come out done; TooLong as `odds` says.
    """
    system = system or rulebook(case.system)
    game = case.before
    for number, step in enumerate(case.steps[:-1], start=1):
        result = perform(system, game, step.command, step.answers, step.referee)
        if isinstance(result, Asking):
            raise ValueError(f"Step {number}{_quoted(step.say)} still asks: {result.question.what}.")
        game = game if isinstance(result, Refused) else result.game
    return _odds_of(case.steps[-1], system, game)


def lesson(case: Case, system: System | None = None) -> Journal:
    """The case as a battle to step through: every command that was carried out, the cursor before the first.

    What is refused or left half asked changes nothing and has no entry.
    """
    system = system or rulebook(case.system)
    journal = Journal(first=case.before)
    for step in case.steps:
        result = perform(system, journal.game, step.command, step.answers, step.referee)
        if isinstance(result, Done) and result.events:
            answers = step.answers[: result.used]
            journal = journal.add(Entry(command=step.command, answers=answers, events=result.events))
    return journal.go_to(START)


def rulebook(name: str) -> System:
    """The rulebook of that name.  ValueError, a sentence, if it is not here."""
    try:
        return systems.load(name)
    except KeyError as unknown:
        raise ValueError(f"{unknown.args[0]}.") from unknown


def _case(raw: _File) -> Case:
    if not raw.do:
        raise ValueError("a case needs at least one [[do]].")
    before = position(raw.before, raw.system, raw.board, raw.readings)
    if before.system != raw.system:
        raise ValueError(f"the case is for {raw.system}, but its position is for {before.system}.")
    return Case(
        id=raw.id,
        title=raw.title,
        system=raw.system,
        clauses=raw.clauses,
        assumed=raw.assumed,
        before=before,
        steps=tuple(_step(number, do, before) for number, do in enumerate(raw.do, start=1)),
        odds=tuple((label, _share(label, text)) for label, text in raw.odds.items()),
    )


def _step(number: int, do: _Do, before: Game) -> Step:
    commands: list[Command] = [each for each in (do.move, do.act, do.turn, do.deploy, do.by_hand) if each is not None]
    if do.next:
        commands.append(NextPhase())
    if len(commands) != 1:
        raise ValueError(f"step {number} needs one of move, act, turn, deploy, by_hand and next, and no more.")
    try:
        after = expected.read(do.after, before)
    except ValueError as error:
        raise ValueError(f"step {number}, after: {error}") from error
    return Step(
        say=do.say,
        command=commands[0],
        answers=tuple(_answer(answer) for answer in do.answers),
        expect=do.expect,
        refused_by=do.refused_by,
        asks=do.asks,
        referee=do.referee,
        after=after,
    )


def _answer(written: int | str | tuple[int, ...]) -> Answer:
    if isinstance(written, str):
        return Picked(written)
    return Thrown((written,) if isinstance(written, int) else written)


def _share(label: str, text: str) -> Fraction:
    try:
        share = Fraction(text)
    except (ValueError, ZeroDivisionError) as error:
        raise ValueError(f"the odds of “{label}” must be a fraction such as 5/72, not “{text}”.") from error
    if not 0 <= share <= 1:
        raise ValueError(f"the odds of “{label}” must lie between 0 and 1, not at {text}.")
    return share


def _told(step: Step, result: Result, game: Game) -> list[str]:
    told = [step.say] if step.say else []
    if isinstance(result, Refused):
        return told + [f"  Refused: {reason(objection)}" for objection in result.objections]
    told += [f"  {sentence}" for sentence in story(result.events, game)]
    if isinstance(result, Asking):
        told.append(f"  Now asked: {asked(result)}")
    return told


def reason(objection: Objection) -> str:
    """One reason for no, with the clauses behind it."""
    return f"{objection.text} [{', '.join(objection.why)}]" if objection.why else objection.text


def asked(result: Asking) -> str:
    """An open question in words: what, of whom, and what can be answered."""
    question = result.question
    if isinstance(question, Choose):
        options = ", ".join(f"{option.id} ({option.label})" for option in question.options)
        return f"{question.what} Choose one of: {options}."
    need = f", needing {question.need}" if question.need else ""
    return f"{question.what} ({question.dice}{need})."


def _faults(step: Step, result: Result, system: System, game: Game) -> list[str]:
    came = "refused" if isinstance(result, Refused) else "asking" if isinstance(result, Asking) else "done"
    found: list[str] = []
    if came != step.expect:
        found.append(_otherwise(step.expect, result))
    elif isinstance(result, Refused):
        cited = {clause for objection in result.objections for clause in objection.why}
        missing = [clause for clause in step.refused_by if clause not in cited]
        if missing:
            found.append(f"it should be refused by {', '.join(missing)}, but only {', '.join(sorted(cited))} is cited.")
    elif isinstance(result, Asking):
        if result.fault:
            found.append(f"an answer was not taken: {result.fault}")
        elif step.asks.lower() not in result.question.what.lower():
            found.append(f"it should ask “{step.asks}”, but asks: {asked(result)}")
    elif result.used < len(step.answers):
        found.append(f"only {result.used} of {len(step.answers)} answers were asked for.")
    if found:
        return found
    now = game if isinstance(result, Refused) else result.game
    return list(expected.differences(step.after, now, system.rules, system.unseen))


def _otherwise(wanted: Expect, result: Result) -> str:
    if isinstance(result, Refused):
        reasons = " ".join(reason(objection) for objection in result.objections)
        return f"it should be {wanted}, but is refused: {reasons}"
    if isinstance(result, Asking):
        fault = f"{result.fault} " if result.fault else ""
        return f"it should be {wanted}, but still asks: {fault}{asked(result)}"
    return f"it should be {wanted}, but is done."


def _odds_of(step: Step, system: System, game: Game) -> Odds | Refused:
    answered = {answer.option for answer in step.answers if isinstance(answer, Picked)}

    def policy(question: Choose, at: Game) -> str:
        ids = [option.id for option in question.options]
        return next((id for id in ids if id in answered), ids[0])

    return odds(system, game, step.command, policy)


def _odds_faults(case: Case, system: System, game: Game) -> list[str]:
    found = _odds_of(case.steps[-1], system, game)
    if isinstance(found, Refused):
        return [f"The odds of the last command cannot be told, it is refused: {reason(found.objections[0])}"]
    table = dict(found.table())
    known = ", ".join(f"{label} {share}" for label, share in table.items())
    return [
        f"The odds of “{label}” should be {share}, but are {table.get(label, 0)} (of: {known})."
        for label, share in case.odds
        if table.get(label, Fraction(0)) != share
    ]


def _named_system(text: str) -> str:
    for _, kind, words in notation.written(text):
        if kind == "game" and words and words[0].plain:
            return words[0].value
    return ""


def _quoted(say: str) -> str:
    return f" (“{say.rstrip('.')}”)" if say else ""


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."
