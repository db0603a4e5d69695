"""A disputed measurement, settled so that anybody can settle it again.

A `Dispute` is a position and a question about it, with the answer, its margin and proof,
the clauses that make the answer matter, and what other readings of the rules would give.
Its *code* is a fingerprint of position and question: whoever opens the text again gets the
same code, and with it the same verdict.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from engine import notation, seeds, systems
from engine.game import Game
from engine.measuring import Measured, measure
from engine.measuring.asking import words_of
from engine.seeds import Clause, Reading

SUFFIX = ".position"
"""Of a dispute's text, and of any position kept as text."""
_HEAD = "# Sightline dispute sheet"
_LINE = re.compile(r"^#\s*(question|code|answer):\s*(.*\S)\s*$", re.MULTILINE)


@dataclass(frozen=True, kw_only=True)
class Differs:
    """Another reading of the rules under which the answer would be another one."""

    reading: Reading
    option: str
    said: str


@dataclass(frozen=True, kw_only=True)
class Dispute:
    """One question about one position, answered.

    *grounds* are the clauses that make it matter, *otherwise* the readings that would give
    another answer; *tried* says how many were tried in all.
    """

    game: Game
    query: str
    code: str
    measured: Measured
    grounds: tuple[Clause, ...] = ()
    otherwise: tuple[Differs, ...] = ()
    tried: int = 0

    def text(self) -> str:
        """The position as lines of text, headed by question, answer and code."""
        head = (_HEAD, f"# question: {self.query}", f"# answer: {self.measured.said}", f"# code: {self.code}")
        return "\n".join(head) + "\n\n" + notation.write(self.game)


@dataclass(frozen=True, kw_only=True)
class Reopened:
    """A dispute read from its text, with the code and the answer that were written over it."""

    dispute: Dispute
    stated_code: str
    stated_answer: str

    @property
    def agrees(self) -> bool:
        """Are code and answer the ones that were written?"""
        written = (self.stated_code or self.dispute.code, self.stated_answer or self.dispute.measured.said)
        return written == (self.dispute.code, self.dispute.measured.said)

    def verdict(self) -> str:
        """One sentence: is this the position and the answer of the sheet?"""
        dispute = self.dispute
        if self.agrees:
            return f"{dispute.code}: position and answer are those of the sheet: {dispute.measured.said}."
        if self.stated_code and self.stated_code != dispute.code:
            return (
                f"The position or the question was changed: the sheet says {self.stated_code}, "
                f"this text comes to {dispute.code}. The answer now is: {dispute.measured.said}."
            )
        return (
            f"{dispute.code}: the position is that of the sheet, but its answer was “{self.stated_answer}” and is now "
            f"“{dispute.measured.said}”; the sheet was made by another version of the program."
        )


def dispute(game: Game, query: str) -> Dispute:
    """Answer a question about a position and gather all that bears on it.

    The picture under the table and who has the turn to speak do not matter; the position is
    the one that its text describes.  ValueError, a sentence, when it cannot be asked.
    """
    game = notation.read(notation.write(game))
    verb, _ = words_of(query)
    measured = measure(game, query)
    tried = list(_other_readings(game))
    answers = ((reading, option, measure(other, query)) for reading, option, other in tried)
    differs = tuple(
        Differs(reading=reading, option=option, said=answer.said)
        for reading, option, answer in answers
        if answer.said != measured.said
    )
    return Dispute(
        game=game,
        query=query,
        code=code_of(game, query),
        measured=measured,
        grounds=_grounds(game, verb, measured),
        otherwise=differs,
        tried=len(tried),
    )


def code_of(game: Game, query: str) -> str:
    """Eight letters and digits that stand for a position and a question; never 0, 1, 8, 9, which look like letters."""
    digest = hashlib.sha256(f"{' '.join(query.split())}\n{notation.write(game)}".encode()).digest()
    letters = base64.b32encode(digest).decode()[:8]
    return f"{letters[:4]}-{letters[4:]}"


def is_dispute(text: str) -> bool:
    """Is this the text of a dispute sheet, rather than a bare position?"""
    return text.lstrip("\ufeff \t\r\n").startswith(_HEAD)


def reopen(text: str) -> Reopened:
    """Read a sheet's text and answer its question again.  ValueError, a sentence, when that cannot be done."""
    stated = dict(reversed(_LINE.findall(text)))
    if "question" not in stated:
        raise ValueError("This text holds no question; a dispute sheet has a line “# question: …”.")
    again = dispute(notation.read(text), stated["question"])
    return Reopened(dispute=again, stated_code=stated.get("code", ""), stated_answer=stated.get("answer", ""))


def _other_readings(game: Game) -> Iterator[tuple[Reading, str, Game]]:
    """The same position under every other reading, one switched at a time."""
    if game.system not in seeds.systems():
        return
    chosen = dict(game.readings)
    for reading in seeds.readings(game.system):
        now = chosen.get(reading.id, reading.default)
        for option in reading.options:
            if option.id != now:
                switched = tuple(sorted((chosen | {reading.id: option.id}).items()))
                yield reading, option.id, replace(game, readings=switched)


def _grounds(game: Game, verb: str, measured: Measured) -> tuple[Clause, ...]:
    """The clauses the answer itself cites, then those the book names for this kind of question."""
    if game.system not in systems.names():
        return ()
    cited = measured.values.get("clauses", ())
    return tuple(seeds.clause(id) for id in dict.fromkeys((*cited, *systems.load(game.system).grounds.get(verb, ()))))
