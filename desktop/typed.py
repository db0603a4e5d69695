"""What is typed into the palette and is no command: a move, a turn or a measurement, told and painted before Enter."""

from __future__ import annotations

import re
from functools import partial

from desktop.desk import Desk
from desktop.look import rulers
from desktop.palette import Find
from desktop.tools.cutting import cut
from engine.commands import Move, Turn
from engine.game import Game
from engine.geometry.evidence import NOTHING, Evidence
from engine.measuring import measure, moves
from engine.measuring.answer import Measured
from engine.measuring.asking import USAGE
from engine.measuring.typed import asked_for, is_question, is_wish, wished
from engine.play import Asking, Refused, Result
from engine.story import story

DONE = "Enter does it"
ASKS = "Enter does it and asks for dice or a decision"


class Typed:
    """Reads a line as a wish or a question about the table as it lies."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def __call__(self, text: str) -> list[Find]:
        """One row for what is typed, with what would become of it; none where it is neither wish nor question."""
        wish = is_wish(text)
        if not wish and not is_question(text, self._seen):
            return []
        secret = self._secret(text)
        if secret:
            says = f"Nobody you know is called {secret}. Name a token as the list does."
            return [_unclear(text, ValueError(says), late=not wish)]
        return [self._wish(text) if wish else self._question(text)]

    @property
    def _seen(self) -> Game:
        """The table as the viewer may know it: models have the same ids there, but not always their names."""
        return self._desk.session.onlooker.seen

    def _secret(self, text: str) -> str:
        """A name in it that the viewer cannot know; what is typed must not find out whose token it is."""
        session = self._desk.session
        for hidden in session.onlooker.unknown:
            for name in (session.game.model(hidden).name, hidden):
                found = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE)
                if found:
                    return found[0]
        return ""

    @property
    def _who(self) -> str:
        return next(iter(self._desk.session.selection), "")

    # Wishes --------------------------------------------------------------------------------------

    def _wish(self, text: str) -> Find:
        session = self._desk.session
        try:
            wish = wished(self._seen, text, rulers.in_force().inches, self._who)
        except ValueError as fault:
            return _unclear(text, fault)
        result, model = session.preview(wish), session.game.model(wish.model)
        return Find(
            title=f"{model.name}: {_titled(session.game, wish, result)}",
            kind="refused" if isinstance(result, Refused) else ASKS if isinstance(result, Asking) else DONE,
            run=partial(self._do, wish),
            says=rulers.tell(" ".join(_said(result))),
            refused=isinstance(result, Refused),
            shown=_shown(session.game, wish, result),
        )

    def _do(self, wish: Move | Turn) -> None:
        bench, session = self._desk.bench, self._desk.session
        game, model = session.game, session.game.model(wish.model)
        session.select((wish.model,))
        result = session.do(wish)
        if isinstance(result, Refused) and isinstance(wish, Move):
            bench.tell(moves.told(game, wish, result.plan), f"May {model.name} go there?")

    # Questions -----------------------------------------------------------------------------------

    def _question(self, text: str) -> Find:
        try:
            query = asked_for(self._seen, text, rulers.in_force().inches, self._who)
        except ValueError as fault:
            return _unclear(text, fault, late=True)
        verb = query.partition(" ")[0]
        says = USAGE[verb].partition(":")[2].partition("  ")[0].strip()
        ask = partial(self._ask, query, text)
        return Find(title=f"Measure: {text.strip()}", kind="Enter asks it", run=ask, says=says)

    def _ask(self, query: str, text: str) -> None:
        """Reckoned beside the window; what is found stays on the table and can be copied and settled."""
        bench, session = self._desk.bench, self._desk.session
        game = session.game

        def heard(found: object) -> None:
            if isinstance(found, Measured):
                bench.show(found.evidence, "kept")
                self._cut(game, found, text)
                bench.tell(found, text.strip().rstrip("?"))
            elif isinstance(found, str):
                session.noted.emit(found)

        bench.clear()
        bench.ask(lambda stop: _answered(game, query), heard)

    def _cut(self, game: Game, found: Measured, text: str) -> None:
        lines = [line for line in found.evidence.lines if len(line.points) > 1]
        if lines:
            line = lines[-1]
            names = tuple(word for word in found.query.split()[1:] if game.has_model(word))
            ends = (line.points[0], line.points[-1])
            self._desk.bench.sliced.emit(cut(game, ends, line.role, text.strip(), line.label, names=names))


def _answered(game: Game, query: str) -> object:
    """The answer, or the sentence that says why there is none."""
    try:
        return measure(game, query)
    except ValueError as fault:
        return str(fault)


def _unclear(text: str, fault: ValueError, *, late: bool = False) -> Find:
    says = str(fault)
    return Find(title=text.strip(), kind="", run=lambda: None, says=says, refused=True, stays=True, late=late)


def _titled(game: Game, wish: Move | Turn, result: Result) -> str:
    if result.plan.label:
        return rulers.tell(result.plan.label)
    told = story(result.events, game) if not isinstance(result, Refused) else ()
    if told:
        return rulers.tell(told[0].rstrip("."))
    return "turns" if isinstance(wish, Turn) else "moves"


def _said(result: Result) -> list[str]:
    """Every reason for no; else what is risked."""
    if isinstance(result, Refused):
        return [found.text for found in result.objections]
    return list(result.plan.notes)


def _shown(game: Game, wish: Move | Turn, result: Result) -> Evidence:
    if isinstance(wish, Move):
        return moves.told(game, wish, result.plan).evidence
    return sum((found.evidence for found in result.objections), NOTHING) if isinstance(result, Refused) else NOTHING
