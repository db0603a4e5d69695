"""What a worked case expects to be true after a step, and how the game differs from it.

The lines are those of the notation, but only what is written is looked at:

    model B 3,4 z=0 facing=90 knocked_down wounds_lost:1
    model C removed_as="out of action"
    side red routs:1
    game round=2 phase=combat active=blue outcome="…"

Of a named model markers and counters must be exactly these (hidden conditions and unseen
counters only where they are written), unless the line ends in `...`; it must stand on the
table unless the line says where else.  Profile and side after the id may be left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from engine.game import Game, Marker, Model
from engine.lines import Word, point, real, whole
from engine.notation import marks, with_line, written
from engine.questions import tidy
from engine.rules import Rules

NEAR = 0.005
"""Inches or degrees within which a written number is met."""


@dataclass(frozen=True)
class ModelLine:
    """What one line says of a model; what is None was not written."""

    model: str
    x: float | None
    y: float | None
    z: float | None
    facing: float | None
    place: str
    removed_as: str | None
    markers: tuple[Marker, ...]
    counters: tuple[tuple[str, int], ...]
    exact: bool


@dataclass(frozen=True)
class Expected:
    """Everything that must be true."""

    models: tuple[ModelLine, ...] = ()
    sides: tuple[tuple[str, str, int], ...] = ()
    game: tuple[tuple[str, str], ...] = ()
    counters: tuple[tuple[str, int], ...] = ()


def read(text: str, game: Game) -> Expected:
    """The expectation a text describes.  ValueError: a sentence with the line and what to do."""
    models: list[ModelLine] = []
    sides: list[tuple[str, str, int]] = []
    keys: list[tuple[str, str]] = []
    counters: list[tuple[str, int]] = []
    for at, kind, words in written(text):
        if kind == "model":
            models.append(with_line(at, _model, list(words), game))
        elif kind == "side":
            sides += with_line(at, _side, list(words), game)
        elif kind == "game":
            found, counted = with_line(at, _game, list(words), game)
            keys += found
            counters += counted
        else:
            raise ValueError(f"Line {at}: what is true afterwards is said of model, side and game, not of {kind}.")
    return Expected(tuple(models), tuple(sides), tuple(keys), tuple(counters))


def differences(expected: Expected, game: Game, rules: Rules, unseen: tuple[str, ...] = ()) -> tuple[str, ...]:
    """A sentence for everything that came out otherwise."""
    found: list[str] = []
    for line in expected.models:
        if not game.has_model(line.model):
            found.append(f"{line.model} is not in this game any more.")
            continue
        model = game.model(line.model)
        found += _where(line, model)
        found += _markers(line, model, rules)
        found += _counters(line, model, unseen)
    for side, name, value in expected.sides:
        found += _numbers(f"side {side}: {name}", value, game.side(side).count(name))
    for name, value in expected.counters:
        found += _numbers(name, value, game.count(name))
    for key, text in expected.game:
        actual = str(getattr(game, key))
        if actual != text:
            found.append(f"{key} should be {text or 'empty'}, but is {actual or 'empty'}.")
    return tuple(found)


def _model(words: list[Word], game: Game) -> ModelLine:
    if not words or not words[0].plain:
        raise ValueError("a model needs its id: model B knocked_down.")
    id = words.pop(0).value
    if not game.has_model(id):
        raise ValueError(f"there is no model {id} in the position before.")
    model = game.model(id)
    if [word.raw for word in words[:2]] == [model.profile.id, model.side]:
        del words[:2]
    exact = not any(word.raw == "..." for word in words)
    words = [word for word in words if word.raw != "..."]
    where = next((word for word in words if word.is_point()), None)
    if where:
        words.remove(where)
    keys: dict[str, str] = {}
    for word in tuple(words):
        if any(word.keyed(key) for key in ("z", "facing", "place", "removed_as")):
            keys[word.key] = word.value
            words.remove(word)
    markers, _ = marks(words)
    x, y = point(where) if where else (None, None)
    return ModelLine(
        model=id,
        x=x,
        y=y,
        z=real(keys["z"], "The elevation z") if "z" in keys else None,
        facing=real(keys["facing"], "The facing") if "facing" in keys else None,
        place=keys.get("place", "removed" if "removed_as" in keys else "table"),
        removed_as=keys.get("removed_as"),
        markers=markers,
        counters=_counted(words),
        exact=exact,
    )


def _side(words: list[Word], game: Game) -> list[tuple[str, str, int]]:
    if not words or not words[0].plain or words[0].value not in {side.id for side in game.sides}:
        raise ValueError("a side line needs the id of a side of this game.")
    side = words.pop(0).value
    return [(side, name, value) for name, value in _counted(words, only=True)]


def _game(words: list[Word], game: Game) -> tuple[list[tuple[str, str]], tuple[tuple[str, int], ...]]:
    if words and words[0].plain and words[0].value == game.system:
        words.pop(0)
    keys = [word for word in words if any(word.keyed(key) for key in ("round", "phase", "active", "outcome"))]
    rest = [word for word in words if word not in keys]
    return [(word.key, word.value) for word in keys], _counted(rest, only=True)


def _counted(words: Iterable[Word], only: bool = False) -> tuple[tuple[str, int], ...]:
    """Counters as written, those of 0 too."""
    found = []
    for word in words:
        if word.sign == ":":
            found.append((word.key, whole(word.value, f"The counter {word.key}")))
        elif only:
            raise ValueError(f"{word.raw} has no meaning on this line; write counters as word:number.")
    return tuple(found)


def _where(line: ModelLine, model: Model) -> list[str]:
    found = []
    if model.place != line.place:
        found.append(f"{model.id} should be {_place(line.place)}, but is {_place(model.place)}.")
    elif line.removed_as is not None and line.removed_as != model.removed_as:
        found.append(f"{model.id} should be removed as “{line.removed_as}”, but is as “{model.removed_as}”.")
    for what, wanted, actual in (("x", line.x, model.x), ("y", line.y, model.y), ("z", line.z, model.z)):
        if wanted is not None and abs(wanted - actual) > NEAR:
            found.append(f"{model.id} should be at {what} {tidy(wanted)}, but is at {what} {tidy(actual)}.")
    if line.facing is not None and min((line.facing - model.facing) % 360, (model.facing - line.facing) % 360) > NEAR:
        found.append(f"{model.id} should face {tidy(line.facing)}°, but faces {tidy(model.facing)}°.")
    return found


def _place(place: str) -> str:
    return {"table": "on the table", "reserve": "in reserve"}.get(place, place)


def _markers(line: ModelLine, model: Model, rules: Rules) -> list[str]:
    named = {marker.status for marker in line.markers}
    hidden = {id for id, status in rules.statuses.items() if status.hidden} - named
    wanted = Counter((marker.status, marker.value) for marker in line.markers)
    actual = Counter((marker.status, marker.value) for marker in model.markers if marker.status not in hidden)
    missing, surplus = wanted - actual, actual - wanted if line.exact else Counter()
    found = [f"{model.id} should have {_listed(missing)}, but has not."] if missing else []
    found += [f"{model.id} should not have {_listed(surplus)}, but has."] if surplus else []
    sources = {(marker.status, marker.value, marker.source) for marker in model.markers}
    for marker in line.markers:
        if marker.source and not missing and (marker.status, marker.value, marker.source) not in sources:
            found.append(f"{model.id} should have {marker.status} from {marker.source}, but has it from elsewhere.")
    return found


def _listed(markers: Counter[tuple[str, int]]) -> str:
    return ", ".join(f"{status}={value}" if value else status for status, value in sorted(markers.elements()))


def _counters(line: ModelLine, model: Model, unseen: tuple[str, ...]) -> list[str]:
    found: list[str] = []
    for name, value in line.counters:
        found += _numbers(f"{model.id}: {name}", value, model.count(name))
    named = {name for name, _ in line.counters}
    if line.exact:
        for name, value in model.counters:
            if name not in named and name not in unseen:
                found += _numbers(f"{model.id}: {name}", 0, value)
    return found


def _numbers(what: str, wanted: int, actual: int) -> list[str]:
    return [f"{what} should be {wanted}, but is {actual}."] if wanted != actual else []
