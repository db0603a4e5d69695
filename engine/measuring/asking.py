"""The questions themselves: words on a command line become models, places and numbers."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass

from engine.commands import Move
from engine.game import Game, Model, Point, Terrain
from engine.lines import real
from engine.measuring import laid, levels, moves, ranges, sights, ways
from engine.measuring.answer import End, Measured

MOST_MEASURED = 200.0
"""Inches of reach, range or radius that can be asked for."""

USAGE = {
    "sight": 'sight A B: does A see B, and B see A? Models or places.  "sight Kestrel Morrow"',
    "cover": 'cover A B: what hides part of B from A.  "cover Kestrel 12,8,1"',
    "gap": 'gap A B: how far apart, edge to edge. Models, places or terrain.  "gap Kestrel Morrow"',
    "contact": 'contact A B: do they touch?  "contact Kestrel Morrow"',
    "within": 'within A B inches: are they so near?  "within Kestrel Morrow 8"',
    "zone": 'zone A inches [degrees]: who is so near to A, in its front arc.  "zone Kestrel 8 180"',
    "arc": 'arc A B [degrees]: does A, as it faces, have B in its arc (180)?  "arc Kestrel Morrow 90"',
    "reach": "reach A [inches] [x,y]: the ground A can walk to (without inches: by the rules); "
    'does it get there?  "reach Kestrel 4 12,8"',
    "path": 'path A x,y …: carry the base of A along; or path x,y x,y …: only the tape.  "path Kestrel 12,8 14,8"',
    "climb": 'climb A x,y [x,y …]: what rises and drops on the way there.  "climb Kestrel 12,8"',
    "fall": 'fall A x,y: how deep A falls from its height at that place.  "fall Kestrel 12,8"',
    "jump": 'jump A x,y [inches]: the gap A jumps, and whether so many inches do.  "jump Kestrel 12,8 3"',
    "edge": 'edge A [inches]: the nearest edge to fall over; is it so near?  "edge Kestrel 1"',
    "blast": 'blast x,y inches: who is under a disc of that radius.  "blast 12,8 2.5"',
    "flame": 'flame A x,y [length width]: who is under a flame from A that way.  "flame Kestrel 12,8 8 2.25"',
    "cone": 'cone A x,y length [degrees]: who is in a cone from A that way (90).  "cone Kestrel 12,8 6 60"',
    "line": 'line A x,y width: who is under a straight line from A to there.  "line Kestrel 12,8 1"',
    "may": "may A x,y [x,y …] [kind] [facing=degrees]: do the rules let A go there, and if not, why not.  "
    '"may Kestrel 12,8 run"',
    "surface": 'surface A (or x,y): what carries A, or what lies highest there.  "surface 12,8"',
}
_ALSO = {"leap": "jump"}
_LEAST = {"reach": 1, "edge": 1, "surface": 1, "within": 3, "cone": 3, "line": 3}


def words_of(query: str) -> tuple[str, list[str]]:
    """The verb and the words after it.  ValueError, a sentence, for what is no question."""
    try:
        words = shlex.split(query)
    except ValueError:
        raise ValueError(f"“{query}” has a quotation mark that is never closed.") from None
    verb = words[0].lower() if words else ""
    verb = _ALSO.get(verb, verb)
    if verb not in _VERBS:
        raise ValueError(f"“{query}” is no measurement; ask {', '.join(_VERBS)}.")
    if len(words) - 1 < _LEAST.get(verb, 2):
        raise ValueError(f"“{query}” is too short; write {USAGE[verb]}")
    return verb, words[1:]


def model_named(game: Game, word: str) -> Model:
    """The model of that id or name.  ValueError, a sentence, where there is none or more than one."""
    if game.has_model(word):
        return game.model(word)
    wanted = word.casefold()
    for same in (
        [m for m in game.models if wanted in (m.id.casefold(), m.name.casefold())],
        [m for m in game.models if m.name.casefold().startswith(wanted) or wanted in m.name.casefold().split()],
    ):
        if len(same) == 1:
            return same[0]
        if same:
            raise ValueError(f"“{word}” may be {' or '.join(m.name for m in same)}; write the whole name or the id.")
    if not game.models:
        raise ValueError(f"There is no model “{word}”: this file holds no models. Write places as x,y instead.")
    raise ValueError(f"There is no model “{word}”; there are: {', '.join(f'{m.id} ({m.name})' for m in game.models)}.")


@dataclass(frozen=True)
class Asked:
    """One question: the game, the query as written, and its words after the verb."""

    game: Game
    query: str
    words: list[str]

    def answer(self, verb: str) -> Measured:
        """Ask it.  ValueError, a sentence, for words that do not fit."""
        return _VERBS[verb](self)

    # What the words mean ---------------------------------------------------------------------

    def model(self, place: int = 0) -> Model:
        model = model_named(self.game, self.words[place])
        if not model.on_table:
            raise ValueError(f"{model.name} is not on the table.")
        return model

    def end(self, place: int) -> End:
        word = self.words[place]
        if "," not in word or self.game.has_model(word):
            return self.model(place)
        x, y, *z = _numbers(word, 2, 3)
        return (x, y, z[0] if z else 0.0)

    def points(self, start: int) -> tuple[Point, ...]:
        return tuple(self.point(place) for place in range(start, len(self.words)))

    def point(self, place: int) -> Point:
        x, y = _numbers(self.words[place], 2, 2)
        return x, y

    def inches(self, place: int, what: str) -> float:
        return real(self.words[place], what, least=0, most=MOST_MEASURED)

    def degrees(self, place: int) -> float:
        return real(self.words[place], "The arc", least=0, most=360)

    def has(self, place: int) -> bool:
        return len(self.words) > place

    # The verbs -------------------------------------------------------------------------------

    def sight(self) -> Measured:
        return sights.sight_both_ways(self.game, self.end(0), self.end(1), self.query)

    def cover(self) -> Measured:
        a, b = self.end(0), self.end(1)
        return sights.tell_cover(self.game, a, b, sights.see(self.game, a, b), self.query)

    def _two(self) -> tuple[End, End | Terrain]:
        """A model or place, and a model, place or piece of terrain, whichever was written first."""
        pieces = {str(piece.id): piece for piece in self.game.table.terrain}
        for place in (0, 1):
            piece = pieces.get(self.words[place])
            if piece is not None and not self.game.has_model(piece.id):
                return self.model(1 - place), piece
        return self.end(0), self.end(1)

    def gap(self) -> Measured:
        return ranges.tell_gap(self.game, *self._two(), self.query)

    def contact(self) -> Measured:
        return ranges.tell_contact(self.game, *self._two(), self.query)

    def within(self) -> Measured:
        return ranges.tell_within(self.game, *self._two(), self.inches(2, "The range"), self.query)

    def zone(self) -> Measured:
        degrees = self.degrees(2) if self.has(2) else None
        return ranges.tell_zone(self.game, self.model(), self.inches(1, "The radius"), degrees, self.query)

    def arc(self) -> Measured:
        degrees = self.degrees(2) if self.has(2) else 180.0
        return ranges.tell_arc(self.game, self.model(0), self.model(1), degrees, self.query)

    def reach(self) -> Measured:
        model, rest = self.model(), self.words[1:]
        far = self.inches(1, "The reach") if rest and "," not in rest[0] else None
        goal = 2 if far is not None else 1
        return ways.tell_reach(self.game, model, far, self.point(goal) if self.has(goal) else None, self.query)

    def path(self) -> Measured:
        first = self.words[0]
        if "," in first and not self.game.has_model(first):
            places = tuple((x, y, z[0] if z else 0.0) for x, y, *z in (_numbers(word, 2, 3) for word in self.words))
            return ways.tell_tape(places, self.query)
        return ways.tell_path(self.game, self.model(), self.points(1), self.query)

    def climb(self) -> Measured:
        return ways.tell_climb(self.game, self.model(), self.points(1), self.query)

    def fall(self) -> Measured:
        return levels.tell_fall(self.game, self.model(), self.point(1), self.query)

    def jump(self) -> Measured:
        limit = self.inches(2, "The jump") if self.has(2) else None
        return levels.tell_jump(self.game, self.model(), self.point(1), limit, self.query)

    def edge(self) -> Measured:
        limit = self.inches(1, "The range") if self.has(1) else None
        return levels.tell_edge(self.game, self.model(), limit, self.query)

    def blast(self) -> Measured:
        return laid.tell_template(self.game, laid.blast_at(self.point(0), self.inches(1, "The radius")), self.query)

    def flame(self) -> Measured:
        model, length, width = self.model(), *laid.FLAME
        if self.has(2):
            length = self.inches(2, "The length")
        if self.has(3):
            width = self.inches(3, "The width")
        return laid.tell_template(
            self.game, laid.flame_from(model, self.point(1), length, width), self.query, sparing=model.id
        )

    def cone(self) -> Measured:
        model, degrees = self.model(), self.degrees(3) if self.has(3) else 90.0
        template = laid.cone_from(model, self.point(1), self.inches(2, "The length"), degrees)
        return laid.tell_template(self.game, template, self.query, sparing=model.id)

    def line(self) -> Measured:
        model = self.model()
        template = laid.line_from(model, self.point(1), self.inches(2, "The width"))
        return laid.tell_template(self.game, template, self.query, sparing=model.id)

    def may(self) -> Measured:
        model, path, how, facing = self.model(), [], "", None
        for place in range(1, len(self.words)):
            word = self.words[place]
            if word.startswith(moves.FACING):
                facing = real(word.removeprefix(moves.FACING), "The facing")
            elif "," in word:
                path.append(self.point(place))
            else:
                how = word
        if not path:
            raise ValueError(f"“{self.query}” names no place; write {USAGE['may']}")
        wish = Move(model=model.id, path=((model.x, model.y), *path), how=how, facing=facing)
        return moves.tell_may(self.game, wish, self.query)

    def surface(self) -> Measured:
        word = self.words[0]
        if "," in word and not self.game.has_model(word):
            return levels.tell_surface(self.game, self.point(0), self.query)
        return levels.tell_surface(self.game, self.model(), self.query)


_VERBS: dict[str, Callable[[Asked], Measured]] = {verb: getattr(Asked, verb) for verb in USAGE}


def _numbers(word: str, least: int, most: int) -> list[float]:
    parts = word.split(",")
    if not least <= len(parts) <= most:
        raise ValueError(f"“{word}” is no place; write x,y{'[,z]' if most > 2 else ''} in inches.")
    return [real(part, axis) for part, axis in zip(parts, ("x", "y", "z"), strict=False)]
