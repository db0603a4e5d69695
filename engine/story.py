"""What happened, in plain English: the one teller for the log, the command line and the cases.

A book's own names for phases and conditions are used where its rules are here.  What only
keeps the rules' books (hidden conditions, unseen counters, conditions that end by
themselves) is not told.
"""

from __future__ import annotations

from math import dist
from typing import assert_never

from engine import seeds, systems
from engine.commands import Act, ByHand, Deploy, Move, NextPhase, Turn
from engine.events import (
    Added,
    Built,
    Chose,
    Counted,
    Covered,
    Ended,
    Event,
    Gained,
    Laid,
    Lost,
    Moved,
    Noted,
    Overruled,
    PhaseBegan,
    Placed,
    Razed,
    ReadingChosen,
    Refitted,
    Removed,
    Renamed,
    Rolled,
    Sided,
    Spread,
    Turned,
    apply,
)
from engine.game import Game, Marker, Point3
from engine.geometry.grid import space_at, steps_along
from engine.journal import Entry
from engine.questions import tidy
from engine.rules import Status, Until
from engine.system import System

_GAITS = {
    "": "moves",
    "walk": "walks",
    "run": "runs",
    "charge": "charges",
    "climb": "climbs",
    "jump": "jumps",
    "leap": "leaps",
    "crawl": "crawls",
    "fall": "falls",
    "flee": "flees",
    "dodge": "dodges aside",
    "land": "comes down",
    "aside": "moves aside",
    "shove": "is shoved",
    "by_hand": "is moved by hand",
}
_LEAST = 0.005
"""Inches below which a change of place is not worth a word."""


def tell(event: Event, game: Game) -> str:
    """One fact in a sentence; *game* is the one before it.  Empty when it is not worth telling."""
    match event:
        case Moved() | Turned() | Placed() | Added() | Removed() | Sided() | Renamed() | Refitted():
            return _about_model(event, game)
        case Gained() | Lost() | Counted():
            return _about_condition(event, game)
        case Rolled():
            return _rolled(event, game)
        case Chose():
            sign = "" if event.what.endswith(("?", ":")) else ":"
            return _sentence(f"{event.what}{sign} {event.label or event.option}")
        case Noted():
            named = not event.model or name(game, event.model) in event.text
            return _sentence(event.text if named else f"{name(game, event.model)}: {event.text}")
        case PhaseBegan():
            return _phase(event, game)
        case Overruled():
            return _sentence(f"Against the rules, but the referee lets it pass: {' '.join(event.objections)}")
        case Built():
            there = any(piece.id == event.piece.id for piece in game.table.terrain)
            return _sentence(f"{event.piece.name} is {'changed' if there else 'set up on the table'}")
        case Razed():
            gone = next((piece.name for piece in game.table.terrain if piece.id == event.piece), event.piece)
            return _sentence(f"{gone} is taken off the table")
        case Laid():
            return _laid(event, game)
        case Covered() | Spread():
            return _about_picture(event, game)
        case ReadingChosen():
            return _sentence(f"From now on {plain(event.name)} is read as “{plain(event.option)}”")
        case Ended():
            return _sentence(f"The battle is over: {event.outcome}")
        case _ as never:
            assert_never(never)


def veiled(event: Event, game: Game) -> str:
    """As `tell`, while the command still waits: a secret choice is not said, only that it was made."""
    if isinstance(event, Chose) and event.secret:
        who = side_name(game, event.side) or "A side"
        return _sentence(f"{who} has decided in secret")
    return tell(event, game)


def story(events: tuple[Event, ...], game: Game) -> tuple[str, ...]:
    """The sentences of several facts in a row, from the game before them."""
    told: list[str] = []
    for event in events:
        told.append(tell(event, game))
        game = apply(game, event)
    return tuple(sentence for sentence in told if sentence)


def headline(entry: Entry, game: Game) -> str:
    """A journal entry in one line, without full stop; *game* is the one before it."""
    command = entry.command
    match command:
        case ByHand():
            said = f"By hand: {command.note or 'an edit'}"
        case Act():
            system = _system(game)
            action = system.action(command.action) if system else None
            title = (action.title if action else plain(command.action)).lower()
            at = ", ".join(name(game, target) for target in dict.fromkeys(command.targets))
            said = f"{name(game, command.model)}: {title}{f' {at}' if at else ''}"
        case Move() | Turn() | Deploy() | NextPhase():
            wanted = PhaseBegan if isinstance(command, NextPhase) else Moved | Turned | Placed
            facts = [event for event in entry.events if isinstance(event, wanted)]
            told = tell(facts[0], game) if facts else ""
            said = told or next(iter(story(entry.events, game)), "Nothing happens")
    return said.rstrip(".")


def name(game: Game, model: str) -> str:
    """What a model is called, or its id where there is none."""
    return game.model(model).name if game.has_model(model) else model


def side_name(game: Game, side: str) -> str:
    """What a side is called, or its id where there is none."""
    return next((each.name for each in game.sides if each.id == side), side)


def plain(word: str) -> str:
    """An id as words: wounds_lost → wounds lost."""
    return word.replace("_", " ")


def condition(game: Game, marker: Marker) -> str:
    """A condition in words, with its value: “on fire 3”.  Empty where only the rules look at it."""
    status = _status(game, marker.status)
    if status and status.hidden:
        return ""
    title = status.title if status else plain(marker.status)
    words = title[:1].lower() + title[1:]
    return f"{words} {marker.value}" if marker.value else words


def _laid(event: Laid, game: Game) -> str:
    """What is new about the board; nothing where it is laid as it was."""
    table, news = game.table, []
    if (event.width, event.height) != (table.width, table.height):
        news.append(f"the board now measures {tidy(event.width)} × {tidy(event.height)}″")
    if event.ground != table.ground:
        news.append(f"its ground is {plain(event.ground)}" if news else f"the ground is now {plain(event.ground)}")
    if event.name != table.name:
        news.append(f"the table is called {event.name}")
    before, after = {zone.name: zone for zone in table.zones}, {zone.name: zone for zone in event.zones}
    drawn = [name for name, zone in after.items() if before.get(name) != zone]
    news += [f"the zone “{name}” is {'changed' if name in before else 'drawn'}" for name in drawn]
    news += [f"the zone “{name}” is gone" for name in before if name not in after]
    return _sentence("; ".join(news)) if news else ""


def _about_picture(event: Covered | Spread, game: Game) -> str:
    lying, table = game.table.cloth, game.table
    if isinstance(event, Covered):
        if event.cloth is None:
            return _sentence("The picture under the table is taken off") if lying is not None else ""
        size = f"{tidy(event.cloth.width or table.width)} × {tidy(event.cloth.height or table.height)}″"
        return _sentence(f"{'Another' if lying is not None else 'A'} picture lies under the table, {size}")
    news = []
    if lying is None or (event.width, event.height) != (lying.width, lying.height):
        news.append(f"measures {tidy(event.width)} × {tidy(event.height)}″")
    if lying is None or (event.x, event.y) != (lying.x, lying.y):
        news.append(f"begins at {tidy(event.x)}, {tidy(event.y)}")
    return _sentence(f"The picture under the table now {' and '.join(news)}") if news else ""


def _about_model(event: Moved | Turned | Placed | Added | Removed | Sided | Renamed | Refitted, game: Game) -> str:
    match event:
        case Moved():
            return _moved(event, game)
        case Turned():
            return _sentence(f"{name(game, event.model)} turns to face {tidy(event.facing % 360)}°")
        case Placed():
            x, y, z = event.at
            up = f", {tidy(z)}″ up" if z > _LEAST else ""
            if systems.on_squares(game.system):
                column, row = space_at((x, y))
                return _sentence(f"{name(game, event.model)} is set down on column {column + 1}, row {row + 1}")
            return _sentence(f"{name(game, event.model)} is set down at {tidy(x)}, {tidy(y)}{up}")
        case Added():
            return _sentence(f"{event.model.name} joins {side_name(game, event.model.side)}")
        case Removed():
            why = f": {plain(event.reason)}" if event.reason else ""
            return _sentence(f"{name(game, event.model)} is taken off the table{why}")
        case Sided():
            return _sentence(f"{name(game, event.model)} goes over to {side_name(game, event.side)}")
        case Renamed():
            return _sentence(f"{name(game, event.model)} is called {event.name} from now on")
        case Refitted():
            return _sentence(f"{name(game, event.model)} goes on as {event.profile.name}")
        case _ as never:
            assert_never(never)


def _moved(event: Moved, game: Game) -> str:
    gait = _GAITS.get(event.how, f"moves ({plain(event.how)})")
    steps = list(zip(event.path, event.path[1:], strict=False))
    length = sum(dist(before[:2], after[:2]) for before, after in steps)
    rise = event.path[-1][2] - event.path[0][2]
    way = []
    if length > _LEAST and event.how != "fall":
        way.append(_spaces(event.path) if systems.on_squares(game.system) else f"{tidy(length)}″")
    if abs(rise) > _LEAST:
        way.append(f"{tidy(abs(rise))}″" + ("" if event.how == "fall" else " up" if rise > 0 else " down"))
    return _sentence(f"{name(game, event.model)} {gait} {' and '.join(way)}".rstrip())


def _spaces(path: tuple[Point3, ...]) -> str:
    """How far it was on a board of squares, diagonals counting one."""
    count = steps_along(point[:2] for point in path)
    return f"{count} space{'' if count == 1 else 's'}"


def _about_condition(event: Gained | Lost | Counted, game: Game) -> str:
    if isinstance(event, Counted):
        return _counted(event, game)
    who = name(game, event.model)
    if isinstance(event, Gained):
        words = condition(game, event.marker)
        return _sentence(f"{who}: {words}") if words else ""
    status = _status(game, event.status)
    if status and any(isinstance(clause, Until) for clause in status.clauses):
        return ""
    words = condition(game, Marker(event.status, event.value or 0))
    left = len(apply(game, event).model(event.model).values(event.status))
    if words and left and not event.value:
        return _sentence(f"{who}: still {words}, {left} marker{'s' if left > 1 else ''} left")
    return _sentence(f"{who}: no longer {words}") if words else ""


def _counted(event: Counted, game: Game) -> str:
    system = _system(game)
    if system and event.name in system.unseen:
        return ""
    if event.of == "model":
        now = apply(game, event)
        if system and system.wounds:
            left, most = system.wounds(now, now.model(event.whose))
            if (left, most) != system.wounds(game, game.model(event.whose)):
                return _sentence(f"{name(game, event.whose)} has {left} of {most} {system.life.many} left")
        before = game.model(event.whose).count(event.name)
        who = name(game, event.whose)
    elif event.of == "side":
        before, who = game.side(event.whose).count(event.name), side_name(game, event.whose)
    else:
        before, who = game.count(event.name), ""
    return _number(game, event, who, before) if before != event.value else ""


def _number(game: Game, event: Counted, who: str, before: int) -> str:
    """What is counted, as the book's players call it: “Rust now has 3 Ki tokens (was 1)”."""
    book = seeds.book(game.system) if game.system in seeds.systems() else None
    if book and event.name in book.signs:
        sign = book.signs[event.name]
        return _sentence(f"{who}: {sign}" if who else sign) if event.value else ""
    many = counter(game, event.name, event.value)
    if many == plain(event.name):
        return _sentence(f"{who}{': ' if who else ''}{many} {event.value} (was {before})")
    return _sentence(f"{who} now has {event.value} {many} (was {before})" if who else f"{event.value} {many} now")


def counter(game: Game, name: str, value: int = 0) -> str:
    """What a counter is called at this value, in the words of the book in play: “Ki token”, “Ki tokens”."""
    book = seeds.book(game.system) if game.system in seeds.systems() else None
    one, many = book.counters.get(name, ("", "")) if book else ("", "")
    return (one if value == 1 else many) or plain(name)


def _rolled(event: Rolled, game: Game) -> str:
    who = name(game, event.model) if event.model else ""
    if not who or who in event.what:
        who = side_name(game, event.side) if event.side else ""
    faces = ", ".join(event.words or map(str, event.faces))
    kind = f"D{event.sides} " if event.sides != 6 and not event.words else ""
    typed = " (typed in)" if event.typed and all(event.typed) else ""
    meaning = f", {plain(event.meaning)}" if event.meaning else ""
    return _sentence(f"{who}{', ' if who else ''}{event.what}: {kind}{faces}{typed}{meaning}")


def _phase(event: PhaseBegan, game: Game) -> str:
    title = plain(event.phase)
    system = _system(game)
    if system:
        title = next((phase.title for phase in system.phases if phase.id == event.phase), title)
    if title[1:] == title[1:].lower():  # a name such as "Tactical Phase" keeps its capitals
        title = title[:1].lower() + title[1:]
    parts = [f"Turn {event.round}", title]
    who = side_name(game, event.side)
    return _sentence(", ".join(part for part in parts if part) + (f": {who}" if who else ""))


def _status(game: Game, status: str) -> Status | None:
    system = _system(game)
    return system.rules.statuses.get(status) if system else None


def _system(game: Game) -> System | None:
    """The book of this game, where it is here; a story needs no rules."""
    return systems.load(game.system) if game.system in systems.names() else None


def _sentence(text: str) -> str:
    text = text.strip()
    whole = text[:1].upper() + text[1:]
    return whole if whole.endswith((".", "!", "?")) else f"{whole}."
