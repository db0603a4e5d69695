"""A position as lines of text, and back: tests, worked cases, the clipboard.

    game BOOK round=1 phase=movement active=red [outcome="…"] [counter:1]
    reading criticals=on
    side red "Red Hand" [routs:1]
    profile fighter "Fighter" base=25 height=1.2 M=4 WS=3 traits=no_pain equipment=club,helmet
    table 36x36 ground=moss "Street"
    zone "South edge" red 0,28 36,28 36,36 0,36
    terrain w1 "Wall" wall 0,0 4,0 4,0.4 0,0.4 bottom=0 top=3 sight=solid footing=solid [open]
    model A fighter red 0,0 z=3 facing=90 "Long name" knocked_down on_fire=3@B wounds_lost:1

A bare word on a model's line is a marker, `word=number` a marker with its value, `@word`
who put it there, `word:number` a counter.  Bases are `25` (round), `60x35 oval`,
`25x50 rect`.  A model whose place is left out stands on the table if it has a position,
otherwise in the reserve.  What is named like a key or a word of this notation is written
in quotation marks.  Reading what was written gives the equal game; only the picture under
a table is left out, and a comment says so.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, get_args

from msgspec.structs import replace

from engine.game import (
    Base,
    Game,
    Marker,
    Model,
    ModelId,
    Numbers,
    Place,
    Profile,
    Side,
    SideId,
    Table,
    Terrain,
    TerrainId,
    Zone,
)
from engine.limits import game_fault, model_fault, piece_fault, table_fault
from engine.lines import Word, point, real, split, whole
from engine.notation_write import write as write

SIDES = (Side(id=SideId("red"), name="Red"), Side(id=SideId("blue"), name="Blue"))
"""Who plays where a position does not say."""
KINDS = ("game", "reading", "side", "profile", "table", "zone", "terrain", "model")
_PLACES = get_args(Place)
_SIGHTS = ("solid", "clear", "obscuring")
_FOOTINGS = ("solid", "open", "difficult", "very_difficult", "impassable")


def read(text: str, *, system: str = "", profiles: Mapping[str, Profile] | None = None) -> Game:
    """The game a text describes.

    *system* is the rulebook where no `game` line names one, *profiles* are stat lines that
    need not be written out.  ValueError: a sentence with the line's number and what to do.
    """
    reading = _Reading(Game(system=system), dict(profiles or {}))
    lines = list(written(text))
    for kind in KINDS:
        for at, first, words in lines:
            if first == kind:
                with_line(at, reading.take, kind, words)
    return reading.finish()


def written(text: str) -> Iterator[tuple[int, str, tuple[Word, ...]]]:
    """Every line that says something: its number, its first word, the words after that."""
    for at, line in enumerate(text.split("\n"), start=1):
        words = with_line(at, split, line)
        if not words:
            continue
        kind = words[0].values[0] if words[0].plain else words[0].raw
        if kind not in KINDS:
            raise ValueError(f"Line {at}: “{kind}” begins no line of a position; begin with {', '.join(KINDS)}.")
        yield at, kind, words[1:]


def with_line(at: int, act: Callable[..., Any], *given: Any) -> Any:
    """Do it, and put the line's number before the sentence of any ValueError."""
    try:
        return act(*given)
    except ValueError as error:
        sentence = str(error)
        raise ValueError(f"Line {at}: {sentence[:1].lower()}{sentence[1:]}") from error


def marks(words: Iterable[Word]) -> tuple[tuple[Marker, ...], Numbers]:
    """Markers in the order written, counters sorted by name; ValueError for any other word."""
    markers: list[Marker] = []
    counters: list[Word] = []
    for word in words:
        if word.sign == ":":
            counters.append(word)
        elif word.sign == "=":
            markers.append(Marker(word.key, whole(word.value, f"The value of {word.key}"), word.source))
        elif word.literal or len(word.values) != 1:
            raise ValueError(f"{word.raw} is no marker; write a word, word=number, or word:number for a counter.")
        else:
            markers.append(Marker(word.value, 0, word.source))
    return tuple(markers), numbers(counters)


def numbers(words: Iterable[Word], what: str = "counter") -> Numbers:
    """Counters `word:number`, sorted by name, those of 0 left out."""
    found: dict[str, int] = {}
    for word in words:
        if word.sign != ":" or word.source:
            raise ValueError(f"{word.raw} is no {what}; write it as word:number.")
        if word.key in found:
            raise ValueError(f"the {what} {word.key} is written twice; write it once.")
        found[word.key] = whole(word.value, f"The {what} {word.key}")
    return tuple(sorted((name, value) for name, value in found.items() if value))


class _Reading:
    """The game as far as it was read; lines of one kind come in their order, kinds in that of `KINDS`."""

    def __init__(self, game: Game, profiles: dict[str, Profile]) -> None:
        self.game = game
        self.known = profiles
        self.own: set[str] = set()
        self.seen: set[str] = set()
        self.sides: dict[str, Side] = {}
        self.zones: list[Zone] = []
        self.pieces: dict[str, Terrain] = {}
        self.models: dict[str, Model] = {}

    def take(self, kind: str, words: tuple[Word, ...]) -> None:
        """Read one line.  ValueError when it does not fit."""
        if kind in ("game", "table") and kind in self.seen:
            raise ValueError(f"there is a {kind} line already; keep one of the two.")
        self.seen.add(kind)
        getattr(self, f"_{kind}")(list(words))

    def finish(self) -> Game:
        """The whole game, with what was left out put in."""
        table = replace(self.game.table, zones=tuple(self.zones), terrain=tuple(self.pieces.values()))
        sides = tuple(self.sides.values()) if "side" in self.seen else SIDES
        game = replace(self.game, table=table, sides=sides, models=tuple(self.models.values()))
        if not game.system:
            raise ValueError("The position does not say which rulebook it is for; begin it with a line “game NAME”.")
        if "active" not in self.seen:
            game = replace(game, active=game.sides[0].id)
        if fault := game_fault(game):
            raise ValueError(fault)
        return game

    def _game(self, words: list[Word]) -> None:
        if words and words[0].plain:
            self.game = replace(self.game, system=words.pop(0).value)
        keys = _keys(words, "round", "phase", "active", "outcome")
        if "active" in keys:
            self.seen.add("active")
        self.game = replace(
            self.game,
            round=whole(keys.get("round", "1"), "The round"),
            phase=keys.get("phase", ""),
            active=SideId(keys.get("active", "")),
            outcome=keys.get("outcome", ""),
            counters=numbers(words),
        )

    def _reading(self, words: list[Word]) -> None:
        chosen = dict(self.game.readings)
        for word in words:
            if word.sign != "=" or word.source:
                raise ValueError(f"{word.raw} is no reading; write it as name=choice.")
            chosen[word.key] = word.value
        self.game = replace(self.game, readings=tuple(sorted(chosen.items())))

    def _side(self, words: list[Word]) -> None:
        id = _plain(words, "a side needs an id: side red “Red Hand”.")
        name = _name(words, id)
        self._new(id, "sides", self.sides)
        self.sides[id] = Side(id=SideId(id), name=name, counters=numbers(words))

    def _profile(self, words: list[Word]) -> None:
        id = _plain(words, "a profile needs an id: profile fighter “Fighter” base=25 M=4.")
        self._new(id, "profiles", self.own)
        name = _name(words, id)
        shape = next((word for word in words if word.plain and not word.literal), None)
        if shape is not None:
            words.remove(shape)
        lists = {word.key: word.values for word in words if word.keyed("traits") or word.keyed("equipment")}
        words[:] = [word for word in words if not (word.keyed("traits") or word.keyed("equipment"))]
        keys = _keys(words, "base", "height")
        stats = tuple((word.key, _stat(word)) for word in words)
        if len(dict(stats)) < len(stats):
            raise ValueError("a characteristic is written twice; write each once.")
        self.known[id] = Profile(
            id=id,
            name=name,
            base=_base(keys.get("base", "25"), shape.value if shape else ""),
            height=real(keys.get("height", "1.2"), "The height", least=0),
            stats=stats,
            traits=lists.get("traits", ()),
            equipment=lists.get("equipment", ()),
        )
        self.own.add(id)

    def _table(self, words: list[Word]) -> None:
        name = _name(words, "Table")
        size = _plain(words, "a table needs its size in inches: table 36x36.")
        width, height = _by(size, "The table")
        keys = _keys(words, "ground")
        _nothing_left(words)
        ground = keys.get("ground", "moss")
        self.game = replace(self.game, table=Table(name=name, width=width, height=height, ground=ground))
        _sound(table_fault(self.game.table))

    def _zone(self, words: list[Word]) -> None:
        name = _plain(words, "a zone needs a name: zone “South edge” red 0,28 36,28 36,36 0,36.")
        side = _plain(words, "a zone needs the id of its side after its name.")
        zone = Zone(name, SideId(side), tuple(point(word) for word in words))
        _sound(table_fault(Table(zones=(zone,))))
        self.zones.append(zone)

    def _terrain(self, words: list[Word]) -> None:
        id = _plain(words, "a terrain needs an id, a kind and its corners: terrain w1 wall 0,0 4,0 4,1.")
        name = _name(words, id) if words and words[0].plain and words[0].literal else id
        kind = words.pop(0).value if words and words[0].plain and words[0].raw != "open" else "block"
        open = any(word.raw == "open" for word in words)
        words[:] = [word for word in words if word.raw != "open"]
        outline = tuple(point(word) for word in words if word.is_point())
        words[:] = [word for word in words if not word.is_point()]
        keys = _keys(words, "bottom", "top", "sight", "footing")
        _nothing_left(words)
        piece = Terrain(
            id=TerrainId(id),
            name=name,
            outline=outline,
            bottom=real(keys.get("bottom", "0"), "The bottom"),
            top=real(keys.get("top", "0"), "The top"),
            kind=kind,
            open=open,
            sight=_one_of(keys.get("sight", "solid"), _SIGHTS, "sight"),
            footing=_one_of(keys.get("footing", "solid"), _FOOTINGS, "footing"),
        )
        _sound(piece_fault(piece))
        self._new(id, "pieces of terrain", self.pieces)
        self.pieces[id] = piece

    def _model(self, words: list[Word]) -> None:
        id = _plain(words, "a model needs an id, a profile and a side: model A fighter red 3,4.")
        profile = _plain(words, "a model needs a profile after its id.")
        if profile not in self.known:
            raise ValueError(f"there is no profile {profile}; write a profile line, or name one of the rulebook.")
        side = _plain(words, "a model needs the id of its side after its profile.")
        name = _name(words, id)
        where = next((word for word in words if word.is_point()), None)
        if where is not None:
            words.remove(where)
        x, y = point(where) if where else (0.0, 0.0)
        keys = _keys(words, "z", "facing", "place", "removed_as")
        markers, counters = marks(words)
        model = Model(
            id=ModelId(id),
            name=name,
            side=SideId(side),
            profile=self.known[profile],
            x=x,
            y=y,
            z=real(keys.get("z", "0"), "The elevation z"),
            facing=real(keys.get("facing", "0"), "The facing"),
            place=_one_of(keys.get("place", "table" if where else "reserve"), _PLACES, "place"),
            markers=markers,
            counters=counters,
            removed_as=keys.get("removed_as", ""),
        )
        _sound(model_fault(model))
        self._new(id, "models", self.models)
        sides = self.sides if "side" in self.seen else {each.id: each for each in SIDES}
        if side not in sides:
            raise ValueError(f"model {id} belongs to {side}, which is no side; the sides are {', '.join(sides)}.")
        self.models[id] = model

    def _new(self, id: str, what: str, known: Collection[str]) -> None:
        if id in known:
            raise ValueError(f"there are two {what} called {id}; give one of them another id.")


def _sound(fault: str) -> None:
    if fault:
        raise ValueError(fault)


def _plain(words: list[Word], missing: str) -> str:
    if not words or not words[0].plain:
        raise ValueError(missing)
    return words.pop(0).value


def _name(words: list[Word], otherwise: str) -> str:
    """Take the quoted word of a line off it; it is the name."""
    for word in words:
        if word.plain and word.literal:
            words.remove(word)
            return word.value
    return otherwise


def _keys(words: list[Word], *known: str) -> dict[str, str]:
    """Take the words `key=value` of these keys off a line."""
    found: dict[str, str] = {}
    for word in tuple(words):
        if any(word.keyed(key) for key in known):
            if word.key in found:
                raise ValueError(f"{word.key}= is written twice; write it once.")
            found[word.key] = word.value
            words.remove(word)
    return found


def _nothing_left(words: list[Word]) -> None:
    if words:
        raise ValueError(f"{words[0].raw} has no meaning on this line; take it away.")


def _one_of(text: str, choices: tuple[str, ...], what: str) -> Any:
    if text not in choices:
        raise ValueError(f"{what}={text} is not known; write one of {', '.join(choices)}.")
    return text


def _stat(word: Word) -> int:
    if word.sign != "=" or word.source:
        raise ValueError(f"{word.raw} is no characteristic; write it as NAME=number.")
    return whole(word.value, f"The characteristic {word.key}")


def _by(text: str, what: str) -> tuple[float, float]:
    """“36x24” as two numbers above 0."""
    first, sign, second = text.partition("x")
    if not sign:
        raise ValueError(f"{what} needs two sizes such as 36x24, not “{text}”.")
    return real(first, what, least=1e-3), real(second, what, least=1e-3)


def _base(size: str, shape: str) -> Base:
    if shape not in ("", "round", "oval", "rect"):
        raise ValueError(f"“{shape}” is no shape of a base; write round, oval or rect.")
    if "x" in size:
        width, depth = _by(size, "The base")
    else:
        width = depth = real(size, "The base", least=1e-3)
    return Base(_one_of(shape or "round", ("round", "oval", "rect"), "shape"), width, depth)
