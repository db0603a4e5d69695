"""`Session`: the window's only door to the engine.

It holds the one `Journal`, the referee's setting, who is selected, and, while a command
waits for dice or a decision, the pair *(command, answers so far)*.  A question is never
anything more: one answer more is another run of the same command, one fewer takes it
back, and cancelling drops the pair.

Selection lives here and not in the scene: it belongs to no rule, but panels and tools
must agree on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from desktop.battles import Battles, Kept, Opened, set_up
from desktop.dice_cup import fresh_seed, shake
from desktop.keeping import Keeping, sentence
from desktop.onlooker import Onlooker
from desktop.reckoner import Reckoner
from desktop.reckoning import Look as Look
from desktop.reckoning import odds_of, sights_of
from desktop.study import Studies, Study
from engine.ask import Answer, Roll, Thrown
from engine.commands import ByHand, Command
from engine.events import Event
from engine.game import Game, ModelId
from engine.journal import Entry, Journal
from engine.play import Asking, Done, Referee, Refused, Result, perform
from engine.questions import Objection
from engine.rules import Plan
from engine.system import System

T = TypeVar("T")

OPEN_QUESTION = "A question is open: answer it first, or press Esc to drop what was begun."


class Session(QObject):
    """One battle being played, and every way to change it.

    Signals: *changed(before, after, events)* whenever the game on show is another one
    (*events* are the facts that are new, () after undo); *asked(Asking | None)*;
    *refused(Refused)*; *selected(ids)*; *faulted(sentence)*; *noted(sentence, "" when all is well)*;
    *journal_changed()*; *referee_changed(referee)*; *odds_ready(command, Odds | Refused |
    TooLong)*; *looked(looks, sights)*; *studied()*; *resettled(Dispute)*: a sheet
    was opened.  *keeping* knows where the battle is on disk.
    """

    changed = Signal(object, object, object)
    asked = Signal(object)
    refused = Signal(object)
    selected = Signal(object)
    faulted = Signal(str)
    noted = Signal(str)
    journal_changed = Signal()
    referee_changed = Signal(str)
    odds_ready = Signal(object, object)
    looked = Signal(object, object)
    studied = Signal()
    resettled = Signal(object)

    def __init__(self, game: Game, system: Callable[[str], System], battles: Battles, seed: int | None = None) -> None:
        """Begin *game*.  *system* finds a rulebook by id; *battles* reads and keeps files; None: a fresh seed."""
        super().__init__()
        self._load = system
        self._battles = battles
        self._referee: Referee = "strict"
        self._selection: tuple[ModelId, ...] = ()
        self._wish: Command | None = None
        self._answers: tuple[Answer, ...] = ()
        self._pending: Asking | None = None
        self._shown = 0
        self.onlooker = Onlooker(self)
        self._odds, self._looks = Reckoner(self), Reckoner(self)
        self._odds.found.connect(self.odds_ready)
        self._looks.found.connect(self.looked)
        for reckoner in (self._odds, self._looks):
            reckoner.broke.connect(self.faulted)
        self._studies = Studies(self)
        self._studies.came.connect(self.studied)
        self._studies.broke.connect(self.faulted)
        self._system = system(game.system)
        self._journal = Journal(first=game, seed=fresh_seed() if seed is None else seed)
        self.keeping = Keeping(battles.keep(), self)
        self.keeping.failed.connect(self.faulted)
        self.keeping.mended.connect(self.noted)

    @property
    def system(self) -> System:
        return self._system

    @property
    def journal(self) -> Journal:
        return self._journal

    @property
    def game(self) -> Game:
        """The game on show: what is true so far while a question is open."""
        return self._pending.game if self._pending is not None else self._journal.game

    @property
    def pending(self) -> Asking | None:
        return self._pending

    @property
    def answers(self) -> tuple[Answer, ...]:
        """The answers given so far to the open command."""
        return self._answers

    @property
    def referee(self) -> Referee:
        return self._referee

    @property
    def selection(self) -> tuple[ModelId, ...]:
        return self._selection

    @property
    def path(self) -> Path | None:
        """The file the player named; None while only the autosave keeps the battle."""
        return self.keeping.kept.path

    @property
    def title(self) -> str:
        """What the battle is called: its file, whose copy it is, or its table."""
        return self.keeping.kept.title or self.game.table.name

    @property
    def dirty(self) -> bool:
        """Has the battle moves in it that only the autosave keeps?"""
        return self.path is None and bool(self._journal.entries)

    @property
    def on_disk(self) -> bool:
        """Is every confirmed entry in a file?"""
        return self.keeping.on_disk

    @property
    def can_undo(self) -> bool:
        return self._pending is not None or self._journal.can_undo

    @property
    def can_redo(self) -> bool:
        return self._pending is None and self._journal.can_redo

    def cover(self, on: bool) -> None:
        """Keep from each side what only the other may know, or show everything."""
        if on != self.onlooker.covered:
            self.onlooker.covered = on
            self.changed.emit(self.game, self.game, ())

    def plan(self, command: Command) -> Plan:
        """How the rulebook judges a wish, before any die."""
        return self._guard(lambda: self._system.plan(self.game, command), Plan())

    def preview(self, command: Command) -> Result:
        """What would become of a wish; nothing is recorded and no signal is sent."""
        game = self._journal.game
        broken: Result = Refused((), Plan())
        return self._guard(lambda: perform(self._system, game, command, (), self._referee), broken)

    def study(self, model: ModelId) -> Study:
        """What is known of a model so far; `studied` tells when it is more.  While a question is open, no offers."""
        return self._studies.of(self._system, self.game, model)

    def do(self, command: Command) -> Result:
        """Carry out a wish: facts and a journal entry, or a question, or every reason for no."""
        if self._pending is not None:
            self.faulted.emit(OPEN_QUESTION)
            return self._pending
        return self._run(command, ())

    def by_hand(self, facts: Iterable[Event], note: str = "") -> Result:
        """Set facts past every rule; logged as such."""
        return self.do(ByHand(facts=tuple(facts), note=note))

    def answer(self, answer: Answer) -> Result | None:
        """Answer the open question; None when none is open."""
        if self._wish is None:
            return None
        return self._run(self._wish, (*self._answers, answer))

    def throw(self) -> Result | None:
        """Let the cup answer the open roll; None when no roll is open."""
        if self._pending is None or not isinstance(self._pending.question, Roll):
            return None
        dice = self._pending.question.dice
        faces = shake(dice, self._journal.seed, len(self._journal.entries), len(self._answers))
        return self.answer(Thrown(faces, (False,) * dice.count))

    def take_back(self) -> None:
        """Take back the last answer; the same question is asked again."""
        if self._wish is not None and self._answers:
            self._run(self._wish, self._answers[:-1])

    def cancel(self) -> None:
        """Drop the command that waits; the game is as before it was wished for."""
        if self._pending is None:
            return
        before = self.game
        self._forget()
        self.asked.emit(None)
        self.changed.emit(before, self.game, ())

    def undo(self) -> None:
        """One step back: the last answer of an open command, the open command, or the last entry."""
        if self._answers:
            self.take_back()
        elif self._pending is not None:
            self.cancel()
        elif self._journal.can_undo:
            self._stand(self._journal.undo())

    def redo(self) -> None:
        """One step on, with the same dice."""
        if self.can_redo:
            self._stand(self._journal.redo())

    def go_to(self, index: int) -> None:
        """Stand just after that journal entry (or at `START`)."""
        self.cancel()
        self._stand(self._journal.go_to(index))

    def select(self, ids: Iterable[str]) -> None:
        """Select these models; names that are not in the game are passed over."""
        chosen = tuple(ModelId(name) for name in dict.fromkeys(ids) if self.game.has_model(name))
        if chosen != self._selection:
            self._selection = chosen
            self.selected.emit(chosen)

    def set_referee(self, referee: Referee) -> None:
        """Strict refuses, advise lets pass and writes it down, off does not ask."""
        if referee != self._referee:
            self._referee = referee
            self.referee_changed.emit(referee)

    def odds(self, command: Command) -> None:
        """Reckon the odds of a wish in the background; the answer comes as *odds_ready*."""
        system, game = self._system, self._journal.game
        self._odds.ask(command, lambda stop: odds_of(system, game, command, stop))

    def no_odds(self) -> None:
        """Nobody waits for odds any more."""
        self._odds.forget()

    def look(self, looks: tuple[Look, ...]) -> None:
        """Who sees whom, in the background, the newest wish only; the answers come as *looked*."""
        system = self._system
        self._looks.ask(looks, lambda stop: sights_of(system, looks, stop))

    def no_looks(self) -> None:
        """Nobody waits for sight any more: the hand has moved on."""
        self._looks.forget()

    def may_leave(self) -> bool:
        """May this battle be let go of?  Not at the first asking while none of its files holds all of it."""
        return self.keeping.may_leave()

    def new(self, game: Game) -> bool:
        """Begin another battle; the old one stays in its file.  False when it may not be left."""
        return self._replace(Journal(first=game, seed=fresh_seed()), None)

    def resume(self, journal: Journal) -> bool:
        """Go on with a whole journal, wherever its cursor stands; the old battle stays in its file."""
        return self._replace(journal, None)

    def open(self, path: Path, *, cell_inches: float = 1.0, wall_height: float = 3.0, squares: bool = False) -> bool:
        """Open a battle, a table or a map.  On a fault nothing changes but for the sentence said."""
        if not self.may_leave():
            return False
        if self.keeping.kept.holds(path):
            self.keeping.close()
        try:
            found = self._battles.read(path, cell_inches=cell_inches, wall_height=wall_height, squares=squares)
        except (OSError, ValueError, KeyError) as fault:
            self.faulted.emit(sentence(path, fault))
            return False
        return self.take(path, found)

    def take(self, path: Path, found: Opened) -> bool:
        """Go on with what was read from *path*.  On a fault nothing changes but for the sentence said.

        On a table or a map everybody of the running battle waits in reserve.
        """
        try:
            if found.journal is not None:
                self._load(found.journal.first.system)
        except KeyError as fault:
            if found.kept is not None:
                found.kept.close()
            self.faulted.emit(sentence(path, fault))
            return False
        if found.journal is None:
            done = self.new(self._system.begin(set_up(self._journal.first, found.table)))
        else:
            done = self._replace(found.journal, found.kept)
        if done:
            self.noted.emit(found.note)
        if done and found.settled is not None:
            self.resettled.emit(found.settled)
        return done

    def save_as(self, path: Path) -> None:
        """Write the whole journal to *path* and go on keeping it there; `keeping.saved` tells when it is."""
        self.keeping.save(self._journal, path, self._battles.save)

    def close(self) -> None:
        """Let go of the file and the worker; every confirmed entry is on disk already."""
        self._odds.close()
        self._looks.close()
        self._studies.close()
        self.keeping.close()

    def _run(self, command: Command, answers: tuple[Answer, ...]) -> Result:
        try:
            result = perform(self._system, self._journal.game, command, answers, self._referee)
        except Exception as broken:  # a rulebook's fault must not take the battle with it
            self.cancel()
            self.faulted.emit(f"A rule broke down and nothing was changed: {broken!r}.")
            return Refused((Objection(text=f"A rule broke down: {broken!r}.", why=()),), Plan())
        if isinstance(result, Refused):
            self.cancel()
            self.refused.emit(result)
        elif isinstance(result, Asking):
            self._ask(command, answers, result)
        else:
            self._confirm(command, answers, result)
        return result

    def _ask(self, command: Command, answers: tuple[Answer, ...], asking: Asking) -> None:
        before = self.game
        news = asking.events[self._shown :]
        self._wish, self._answers, self._pending = command, answers[: asking.used], asking
        self._shown = len(asking.events)
        self.changed.emit(before, asking.game, news)
        self.asked.emit(asking)
        if asking.fault:
            self.faulted.emit(asking.fault)

    def _confirm(self, command: Command, answers: tuple[Answer, ...], done: Done) -> None:
        before, news, was_open = self.game, done.events[self._shown :], self._pending is not None
        self._forget()
        if done.events:
            entry = Entry(command=command, answers=answers[: done.used], events=done.events)
            self._journal = self._journal.add(entry)
            self.keeping.keep(self._journal)
        if was_open:
            self.asked.emit(None)
        self.changed.emit(before, self.game, news)
        self.journal_changed.emit()

    def _stand(self, journal: Journal) -> None:
        before, self._journal = self.game, journal
        self.keeping.keep(journal)
        self.changed.emit(before, self.game, ())
        self.journal_changed.emit()

    def _replace(self, journal: Journal, kept: Kept | None) -> bool:
        if not self.may_leave():
            if kept is not None:
                kept.close()
            return False
        before = self.game
        was_open = self._pending is not None
        self._odds.forget()
        self._looks.forget()
        self._studies.forget()
        self._forget()
        self._system = self._load(journal.first.system)
        self._journal = journal
        self.keeping.take(kept or self._battles.keep())
        if was_open:
            self.asked.emit(None)
        self.changed.emit(before, self.game, ())
        self._selection = ()
        self.selected.emit(())
        self.journal_changed.emit()
        return True

    def _forget(self) -> None:
        self._wish, self._answers, self._pending, self._shown = None, (), None, 0

    def _guard(self, ask: Callable[[], T], otherwise: T) -> T:
        try:
            return ask()
        except Exception as broken:  # shown as a sentence; the window lives on
            self.faulted.emit(f"A rule broke down: {broken!r}.")
            return otherwise
