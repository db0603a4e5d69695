"""One written line: its words, and what a word can be.

A word is bare (`knocked_down`) or quoted like JSON text (`"Long name"`), a list of them
(`0,0`), a value with a key (`top=3`, `traits=a,b`), or a counter (`wounds_lost:1`); any may
end in `@source`.  A `#` outside quotation marks begins a comment.  Faults are ValueErrors
whose sentence says what to do; who reads the lines adds the line number.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import NamedTuple

from engine.questions import tidy

_PART = re.compile(
    r'(?P<space>\s+)|(?P<comment>#.*)|(?P<quoted>"(?:[^"\\]|\\.)*")|(?P<mark>[=:@,])|(?P<bare>[^\s"#=:@,]+)'
)
_BARE = re.compile(r'[^\s"#=:@,\\]+')
_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")
_REAL = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,3})?")


class Word(NamedTuple):
    """One word, taken apart.  *sign* is '', '=' or ':'; *literal*: its key or only value was quoted."""

    key: str
    sign: str
    values: tuple[str, ...]
    source: str
    literal: bool
    raw: str

    @property
    def plain(self) -> bool:
        """Is it one value without key and source?"""
        return not self.sign and len(self.values) == 1 and not self.source

    @property
    def value(self) -> str:
        """The one value; ValueError when there are more or none."""
        if len(self.values) != 1:
            raise ValueError(f"“{self.raw}” must hold one value, not {len(self.values)}.")
        return self.values[0]

    def keyed(self, key: str) -> bool:
        """Is this `key=…`, with the key not quoted?"""
        return self.sign == "=" and self.key == key and not self.literal

    def is_point(self) -> bool:
        """Does it look like a place, `x,y` or `x,y,z`?"""
        return not self.sign and not self.source and len(self.values) in (2, 3)


def split(line: str) -> tuple[Word, ...]:
    """The words of one line.  ValueError, as a sentence, when it cannot be taken apart."""
    return tuple(_word(parts) for parts in _groups(line))


def quote(text: str) -> str:
    """The text as a bare word where that is possible, otherwise in quotation marks."""
    return text if _BARE.fullmatch(text) and text.isprintable() else quoted(text)


def quoted(text: str) -> str:
    """The text in quotation marks, on one line."""
    return json.dumps(text, ensure_ascii=False)


def number(real: float) -> str:
    """A number written so that reading it gives exactly the same number."""
    whole = repr(float(real))
    return whole[:-2] if whole.endswith(".0") else whole


def whole(text: str, what: str) -> int:
    """A whole number; *what* says in the error what it was for."""
    if not _WHOLE.fullmatch(text):
        raise ValueError(f"{what} must be a whole number, not “{text}”.")
    return int(text)


def real(text: str, what: str, *, least: float = -1e6, most: float = 1e6) -> float:
    """A finite number between *least* and *most*; *what* says in the error what it was for."""
    if not _REAL.fullmatch(text) or not math.isfinite(float(text)):
        raise ValueError(f"{what} must be a number, not “{text}”.")
    found = float(text)
    if not least <= found <= most:
        raise ValueError(f"{what} must lie between {tidy(least)} and {tidy(most)}, not at {text}.")
    return found


def point(word: Word) -> tuple[float, float]:
    """A place `x,y` in inches."""
    if not word.is_point() or len(word.values) != 2:
        raise ValueError(f"“{word.raw}” is no place; write x,y in inches, as in 3.5,12.")
    x, y = word.values
    return real(x, "x"), real(y, "y")


def _groups(line: str) -> Iterator[list[tuple[str, str]]]:
    group: list[tuple[str, str]] = []
    at = 0
    while at < len(line):
        found = _PART.match(line, at)
        if found is None:
            raise ValueError(f"the quotation mark at column {at + 1} is never closed; close it with another.")
        kind = found.lastgroup or ""
        if kind in ("space", "comment"):
            if group:
                yield group
            group = []
        else:
            group.append((kind, found.group()))
        at = found.end()
    if group:
        yield group


def _word(parts: list[tuple[str, str]]) -> Word:
    raw = "".join(text for _, text in parts)
    key, sign, literal = "", "", parts[0][0] == "quoted"
    if len(parts) > 1 and parts[1][1] in ("=", ":") and parts[1][0] == "mark" and parts[0][0] != "mark":
        key, sign, parts = _text(parts[0]), parts[1][1], parts[2:]
    source = ""
    if len(parts) >= 2 and parts[-2] == ("mark", "@") and parts[-1][0] != "mark":
        source, parts = _text(parts[-1]), parts[:-2]
    values: list[str] = []
    for index, part in enumerate(parts):
        if index % 2 and part != ("mark", ","):
            raise ValueError(f"“{raw}” cannot be read; put a space or a comma before “{part[1]}”, or quote it.")
        if not index % 2:
            values.append(_text(part))
    if parts and not len(parts) % 2:
        raise ValueError(f"“{raw}” ends in a comma; take it away or write what follows.")
    if not values and not sign:
        raise ValueError(f"“{raw}” cannot be read; write a word before the “{raw[0]}”.")
    return Word(key, sign, tuple(values), source, literal, raw)


def _text(part: tuple[str, str]) -> str:
    kind, text = part
    if kind == "mark":
        raise ValueError(f"there is a “{text}” where a word should stand; quote it if it belongs to a name.")
    if kind == "bare":
        return text
    try:
        read = json.loads(text)
        read.encode()
    except ValueError as error:
        raise ValueError(f"the quoted text {text} is not written as JSON text; mind the backslashes.") from error
    return str(read)
