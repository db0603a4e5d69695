"""Moves and measurements as a player types them: names without quotation marks, lengths by any ruler.

    move to 12,8          move Pip Larr to 12,8 14,8      move 3 towards Wick     move 2 away from Wick
    move 4 north          move Pip to Wick                turn Pip to Wick        turn to 90
    gap Pip Wick          does Pip see Wick               how far is Pip from Wick

A number alone is in the ruler in use; with a sign (3in, 3″, 7.5cm, 30mm) it is by that.
Who is meant may be left out where a model is selected.
"""

from __future__ import annotations

import math
import re

from engine.commands import Move, Turn
from engine.game import MM_PER_INCH, Game, Model, Point
from engine.geometry.path import contact_point
from engine.lines import number
from engine.measuring.asking import USAGE, model_named, words_of

MOVES = ("move", "go", "walk", "carry")
TURNS = ("turn", "face")
NORTH = {"north": (0.0, -1.0), "south": (0.0, 1.0), "east": (1.0, 0.0), "west": (-1.0, 0.0)}
"""Ways on the table as it lies before the player."""
ALSO = {"up": "north", "down": "south", "right": "east", "left": "west"}
MOVE_USAGE = (
    "Write “move Pip to 12,8”, “move Pip 3 towards Wick”, “move Pip 2 away from Wick”, “move Pip 4 north” "
    "or “move Pip to Wick”."
)
TURN_USAGE = "Write “turn Pip to Wick”, or “turn Pip to 90” (degrees, 0 looks up the table)."
_ASKED = {"sees": "sight", "see": "sight", "distance": "gap", "touch": "contact", "touches": "contact"}
_SENTENCES = (
    (re.compile(r"^(?:does|can) (.+?) see (.+)$"), "sight {} {}"),
    (re.compile(r"^how far (?:is )?(.+?) (?:from|to) (.+)$"), "gap {} {}"),
    (re.compile(r"^(?:does|do) (.+?) touch (.+)$"), "contact {} {}"),
    (re.compile(r"^(.+?) sees (.+)$"), "sight {} {}"),
)
_LENGTH = re.compile(r"^(-?\d+(?:\.\d+)?)(in|inch|inches|″|\"|cm|mm)?$")
_SIGNS = {"in": 1.0, "inch": 1.0, "inches": 1.0, "″": 1.0, '"': 1.0, "cm": 10 / MM_PER_INCH, "mm": 1 / MM_PER_INCH}
_OF_TWO = ("gap", "sight", "contact", "cover", "arc", "within")
"""What is asked of two ends; everything else is asked of one."""
_DEGREES = {"zone": 2, "arc": 2, "cone": 3}
"""Which word after the verb is an angle, so no length."""
_FILLERS = {"to", "the", "of", "from", "and", "with", "contact"}


def is_wish(text: str) -> bool:
    """Does it ask for a move or a turn?"""
    return text.strip().casefold().partition(" ")[0] in (*MOVES, *TURNS)


def is_question(text: str, game: Game) -> bool:
    """Does it ask for a measurement?"""
    said = text.strip().rstrip("?").casefold()
    first = said.partition(" ")[0]
    if first in USAGE or first in _ASKED:
        return " " in said
    return any(pattern.match(_quoted(game, said)) for pattern, _ in _SENTENCES)


def wished(game: Game, text: str, unit: float = 1.0, who: str = "") -> Move | Turn:
    """The wish in a sentence.  *unit*: inches a bare number is worth; *who*: the model meant where none is named.

    ValueError, a sentence, for what cannot be understood.
    """
    verb, *words = _worded(game, text)
    if verb in TURNS:
        return _turned(game, words, who)
    model, words = _first(game, words, who, MOVE_USAGE)
    if not model.on_table:
        raise ValueError(f"{model.name} is not on the table.")
    return Move(model=model.id, path=((model.x, model.y), *_way(game, model, words, unit)))


def asked_for(game: Game, text: str, unit: float = 1.0, who: str = "") -> str:
    """A measurement as `measure` takes it, in inches, from what a person typed.  ValueError, a sentence."""
    said = text.strip().rstrip("?").casefold()
    for pattern, form in _SENTENCES:
        found = pattern.match(_quoted(game, said))
        if found:
            text = form.format(*found.groups())
            break
    verb, *words = _worded(game, text)
    verb = _ASKED.get(verb, verb)
    if verb not in USAGE:
        raise ValueError(f"“{text}” is no measurement; ask {', '.join(USAGE)}.")
    words = [word for word in words if word.casefold() not in _FILLERS]
    ends = sum(_is_named(game, word) for word in words)
    if who and ends < (2 if verb in _OF_TWO else 1):
        words.insert(0, who)
    turned = _DEGREES.get(verb)
    told = [word if place == turned else _in_inches(word, unit) for place, word in enumerate(words)]
    query = " ".join([verb, *(f'"{word}"' if " " in word else word for word in told)])
    words_of(query)
    return query


# Words -------------------------------------------------------------------------------------------


def _quoted(game: Game, text: str) -> str:
    """Every full name of a model as one word; the longest first, so that no name cuts another in two."""
    names = sorted({(m.name.casefold(), str(m.id)) for m in game.models}, key=lambda pair: -len(pair[0]))
    text = text.casefold()
    for name, id in names:
        if " " in name:
            text = re.sub(rf'(?<![\w"]){re.escape(name)}(?![\w"])', id, text)
    return text


def _worded(game: Game, text: str) -> list[str]:
    words = re.sub(r"\s*,\s*", ",", _quoted(game, text)).replace('"', " ").split()
    joined: list[str] = []
    for word in words:  # “3 in” and “3 cm” are one word
        if joined and word in _SIGNS and re.fullmatch(r"-?[\d.,]+", joined[-1]):
            joined[-1] += word
        else:
            joined.append(word)
    if not joined:
        raise ValueError("Nothing is typed yet.")
    return joined


def _head(words: list[str]) -> str:
    return words[0] if words else ""


def _is_named(game: Game, word: str) -> bool:
    if not word:
        return False
    try:
        model_named(game, word)
    except ValueError:
        return "," in word
    return True


def _first(game: Game, words: list[str], who: str, usage: str) -> tuple[Model, list[str]]:
    """Whom a wish is about, and the words after it."""
    known = words and not _LENGTH.match(words[0]) and words[0] not in (*_FILLERS, *NORTH, *ALSO, "towards", "away")
    if known and "," not in words[0]:
        return model_named(game, words[0]), words[1:]
    if who and game.has_model(who):
        return game.model(who), words
    raise ValueError(f"Who is meant? Select a model, or name it. {usage}")


def _inches(word: str, unit: float) -> float | None:
    """A length in inches; None where it is none."""
    found = _LENGTH.match(word)
    if found is None:
        return None
    return float(found[1]) * (_SIGNS[found[2]] if found[2] else unit)


def _in_inches(word: str, unit: float) -> str:
    """The word with its lengths in inches: 30mm → 1.18…, 20,30 by a centimetre ruler → 7.87…,11.8…"""
    parts = [_inches(part, unit) for part in word.split(",")]
    return ",".join(number(part) for part in parts if part is not None) if None not in parts else word


def _place(word: str, unit: float) -> Point | None:
    """A place in inches; None where the word is none."""
    parts = [_inches(part, unit) for part in word.split(",")]
    if len(parts) != 2 or parts[0] is None or parts[1] is None:
        return None
    return (parts[0], parts[1])


# Ways --------------------------------------------------------------------------------------------


def _way(game: Game, model: Model, words: list[str], unit: float) -> tuple[Point, ...]:
    """The points of a way: to places, to somebody, so far towards or away, or in a direction."""
    far = _inches(words[0], unit) if words else None
    if far is not None:
        return (_along(game, model, far, words[1:], unit),)
    said = [word for word in words if word not in _FILLERS]
    places = [_place(word, unit) for word in said]
    if said and None not in places:
        return tuple(place for place in places if place is not None)
    if len(said) == 1 or (said and said[0] == "towards"):
        return (_to(game, model, model_named(game, said[-1])),)
    raise ValueError(MOVE_USAGE)


def _along(game: Game, model: Model, far: float, words: list[str], unit: float) -> Point:
    """So many inches in a direction; towards a model not further than to its base."""
    said = [word for word in words if word not in _FILLERS]
    if not said:
        raise ValueError(MOVE_USAGE)
    if said[0] in NORTH or said[0] in ALSO:
        dx, dy = NORTH[ALSO.get(said[0], said[0])]
        return (model.x + dx * far, model.y + dy * far)
    if len(said) != 2 or said[0] not in ("towards", "toward", "away"):
        raise ValueError(MOVE_USAGE)
    place, other = _place(said[1], unit), None
    if place is None:
        other = model_named(game, said[1])
        place = (other.x, other.y)
    x, y = place
    away = math.dist((model.x, model.y), (x, y))
    if away < 1e-9:
        raise ValueError(f"{model.name} stands exactly there; no direction leads towards it or away.")
    sign = -1.0 if said[0] == "away" else 1.0
    if other is not None and sign > 0:
        touch = _to(game, model, other)
        if math.dist((model.x, model.y), touch) < far:
            return touch
    return (model.x + sign * far * (x - model.x) / away, model.y + sign * far * (y - model.y) / away)


def _to(game: Game, model: Model, other: Model) -> Point:
    """Where the model first touches the other on the straight way to it."""
    if other.id == model.id:
        raise ValueError(f"{model.name} cannot go to itself; name somebody else, or a place.")
    if not other.on_table:
        raise ValueError(f"{other.name} is not on the table.")
    way = ((model.x, model.y), (other.x, other.y))
    return contact_point(model, other, way) or (other.x, other.y)


def _turned(game: Game, words: list[str], who: str) -> Turn:
    said = [word for word in words if word not in _FILLERS and word != "face"]
    if not said:
        raise ValueError(TURN_USAGE)
    goal, named = said[-1], said[-2:-1] or ([who] if who else [])
    if not named:
        raise ValueError(f"Who is meant? Select a model, or name it. {TURN_USAGE}")
    model, degrees = model_named(game, named[0]), _inches(goal, 1.0)
    if degrees is not None:
        return Turn(model=model.id, facing=degrees % 360.0)
    other = model_named(game, goal)
    facing = math.degrees(math.atan2(other.x - model.x, model.y - other.y)) % 360.0
    return Turn(model=model.id, facing=facing)
