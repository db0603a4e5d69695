"""Measurements asked for in words: `sight A B`, `gap A B`, `reach A 4`, `fall A 3,4`, `climb A 3,4`.

A model is named by its id, its name or the beginning of its name, a place is `x,y` or
`x,y,z` in inches.  The numbers are those of `engine.geometry`, the same that rules and
window use; sight between two models is judged by the rulebook of the game, if it has one.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from engine import systems
from engine.game import Base, Game, Model, ModelId, Point, Point3, Profile, SideId
from engine.geometry.heights import edge, fall
from engine.geometry.measure import Gap, gap, gap_to_piece, gap_to_point
from engine.geometry.path import track
from engine.geometry.reach import reach
from engine.geometry.sight import Sight, sight, sight_line
from engine.lines import real

MOST_MEASURED = 200.0
"""Inches of reach that can be asked for."""
_LEAST_WORDS = {"sight": 2, "gap": 2, "reach": 1, "fall": 2, "climb": 2, "edge": 1}
USAGE = {
    "sight": "sight A B: does A see B? Models or places.",
    "gap": "gap A B: how far apart, edge to edge. Models, places or terrain.",
    "reach": "reach A [inches]: the ground A can walk to; without inches, as far as the rules let it.",
    "fall": "fall A x,y: how deep A falls from its height at that place.",
    "climb": "climb A x,y [x,y …]: what rises and drops on the way there.",
    "edge": "edge A: how far to the nearest edge one could fall over.",
}


@dataclass(frozen=True)
class Measured:
    """One answer: a verdict, rows of label and words to read, and the same as plain values."""

    query: str
    verdict: str
    rows: tuple[tuple[str, str], ...] = ()
    values: dict[str, Any] = field(default_factory=dict)


def measure(game: Game, query: str) -> Measured:
    """Answer one question about a game.  ValueError, a sentence, when it cannot be asked like that."""
    try:
        words = shlex.split(query)
    except ValueError:
        raise ValueError(f"“{query}” has a quotation mark that is never closed.") from None
    verb = words[0].lower() if words else ""
    if verb not in _VERBS:
        raise ValueError(f"“{query}” is no measurement; ask {', '.join(_VERBS)}.")
    if len(words) - 1 < _LEAST_WORDS[verb]:
        raise ValueError(f"“{query}” is too short; write {USAGE[verb]}")
    return _VERBS[verb](game, query, words[1:])


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
            raise ValueError(f"“{word}” may be {_or([m.name for m in same])}; write the whole name or the id.")
    if not game.models:
        raise ValueError(f"There is no model “{word}”: this file holds no models. Write places as x,y instead.")
    raise ValueError(f"There is no model “{word}”; there are: {', '.join(f'{m.id} ({m.name})' for m in game.models)}.")


def _sight(game: Game, query: str, words: list[str]) -> Measured:
    a, b = (_model_or_place(game, word) for word in words[:2])
    system = systems.load(game.system) if game.system in systems.names() else None
    if isinstance(a, Model) and isinstance(b, Model):
        for model in (a, b):
            _on_table(model)
        others = tuple(m for m in game.on_table() if m.id not in (a.id, b.id))
        found = system.sees(game, a, b) if system else sight(game.table, a, b, others)
    elif isinstance(a, Model) or isinstance(b, Model):
        ends = [end if isinstance(end, Model) else _speck(end) for end in (a, b)]
        for end in ends:
            _on_table(end)
        others = tuple(m for m in game.on_table() if m.id not in (ends[0].id, ends[1].id))
        found = sight(game.table, ends[0], ends[1], others)
    else:
        found = sight_line(game.table, a, b, game.on_table())
    return _sight_told(game, query, found)


def _sight_told(game: Game, query: str, found: Sight) -> Measured:
    rows = [("margin", f"{_inches(found.margin)} (anything may move by less and this stands)")]
    if found.sees:
        rows.append(("seen", f"{found.share * 100:.1f} % ± {found.share_error * 100:.1f}"))
    if found.witness:
        rows.append(("witness", " → ".join(map(_at, found.witness))))
    if found.blockers:
        rows.append(("blocked by", ", ".join(_called(game, id) for id in found.blockers)))
    if found.stop:
        rows.append(("stops at", _at(found.stop)))
    if found.hidden_by:
        rows.append(("hidden by", ", ".join(_called(game, id) for id in found.hidden_by)))
    values = {
        "sees": found.sees,
        "margin": found.margin,
        "share": found.share,
        "share_error": found.share_error,
        "witness": found.witness,
        "blockers": found.blockers,
        "hidden_by": found.hidden_by,
        "stop": found.stop,
    }
    return Measured(query, found.verdict, tuple(rows), values)


def _gap(game: Game, query: str, words: list[str]) -> Measured:
    pieces = {str(piece.id): piece for piece in game.table.terrain}
    ends = [words[0], words[1]]
    piece = next((pieces[word] for word in ends if word in pieces and not game.has_model(word)), None)
    if piece is not None:
        ends.remove(piece.id)
        found = gap_to_piece(_as_model(game, ends[0]), piece)
    else:
        a, b = (_model_or_place(game, word) for word in ends)
        if isinstance(a, Model):
            found = gap(a, b) if isinstance(b, Model) else gap_to_point(a, b)
        else:
            found = gap_to_point(b, a) if isinstance(b, Model) else gap_to_point(_speck(a), b)
    return _gap_told(query, found)


def _gap_told(query: str, found: Gap) -> Measured:
    verdict = "overlap" if found.overlapping else "contact" if found.contact else _inches(found.distance)
    rows = [
        ("distance", f"{_inches(found.distance)} edge to edge"),
        ("in plan", _inches(found.plan)),
        ("in height", _inches(found.height)),
        ("margin", f"{_inches(found.margin)} from contact turning"),
        ("between", " → ".join(map(_at, found.at))),
    ]
    values = {
        "distance": found.distance,
        "plan": found.plan,
        "height": found.height,
        "overlap": found.overlap,
        "contact": found.contact,
        "margin": found.margin,
        "witness": found.at,
    }
    return Measured(query, verdict, tuple(rows), values)


def _reach(game: Game, query: str, words: list[str]) -> Measured:
    model = _as_model(game, words[0])
    if len(words) > 1:
        distance, why = real(words[1], "The reach", least=0, most=MOST_MEASURED), ""
    elif game.system in systems.names():
        allowance = systems.load(game.system).allowance(game, model)
        distance = allowance.distance
        why = "; ".join(tally.text() for tally in allowance.tallies) or allowance.ruling_text
    else:
        raise ValueError(f"“{query}” needs a distance here; write {USAGE['reach']}")
    others = tuple(m for m in game.on_table() if m.id != model.id)
    found = reach(game.table, model, distance, others)
    area = float(found.area.area)
    rows = [("distance", _inches(distance)), ("area", f"{area:.2f} square inches for its centre")]
    rows += [("but", "it stands inside something or over the edge of the table")] if distance and not area else []
    rows += [("because", why)] if why else []
    rows += [("rough ground", ", ".join(_called(game, id) for id in found.rough))] if found.rough else []
    values = {
        "distance": distance,
        "area": area,
        "polygons": found.polygons,
        "rough": found.rough,
        "because": why,
    }
    return Measured(query, f"{area:.2f} square inches", tuple(rows), values)


def _fall(game: Game, query: str, words: list[str]) -> Measured:
    model = _as_model(game, words[0])
    found = fall(game.table, model, _point(words[1]))
    verdict = f"falls {_inches(found.drop)}" if found.drop else "stands firm"
    onto = _called(game, found.piece) if found.piece else "the table"
    rows = [
        ("from", f"{_inches(model.z)} up"),
        ("to", f"{_inches(found.landing)} up, on {onto}"),
        ("margin", _inches(found.margin)),
        ("lies at", _at(found.at)),
    ]
    values = {"drop": found.drop, "landing": found.landing, "piece": found.piece, "margin": found.margin}
    return Measured(query, verdict, tuple(rows), {**values, "at": found.at})


def _climb(game: Game, query: str, words: list[str]) -> Measured:
    model = _as_model(game, words[0])
    others = tuple(m for m in game.on_table() if m.id != model.id)
    found = track(game.table, model, tuple(map(_point, words[1:])), others)
    level = not found.up and not found.down
    verdict = "level" if level else f"{_inches(found.up)} up, {_inches(found.down)} down"
    rows = [
        ("way", f"{_inches(found.length)} in plan, ending {_inches(found.end_z)} up"),
        ("highest rise", _inches(found.highest_rise)),
        ("deepest drop", _inches(found.deepest_drop)),
    ]
    bumps = tuple(dict.fromkeys(bump.thing for bump in found.bumps))
    rows += [("in the way", ", ".join(_called(game, id) for id in bumps))] if bumps else []
    rows += [("touches", ", ".join(_called(game, id) for id in found.contacts))] if found.contacts else []
    values = {
        "length": found.length,
        "up": found.up,
        "down": found.down,
        "highest_rise": found.highest_rise,
        "deepest_drop": found.deepest_drop,
        "end_z": found.end_z,
        "blockers": bumps,
        "contacts": found.contacts,
    }
    return Measured(query, verdict, tuple(rows), values)


def _edge(game: Game, query: str, words: list[str]) -> Measured:
    found = edge(game.table, _as_model(game, words[0]))
    if found is None:
        return Measured(query, "no edge near", (), {"distance": None})
    onto = _called(game, found.beyond) if found.beyond else "the table"
    rows = [("at", _at(found.at)), ("drop", f"{_inches(found.drop)} to {onto}")]
    values = {"distance": found.distance, "at": found.at, "drop": found.drop, "beyond": found.beyond}
    return Measured(query, _inches(found.distance), tuple(rows), values)


_VERBS: dict[str, Callable[[Game, str, list[str]], Measured]] = {
    "sight": _sight,
    "gap": _gap,
    "reach": _reach,
    "fall": _fall,
    "climb": _climb,
    "edge": _edge,
}


def _model_or_place(game: Game, word: str) -> Model | Point3:
    if "," not in word or game.has_model(word):
        return _as_model(game, word)
    x, y, *z = _numbers(word, 2, 3)
    return (x, y, z[0] if z else 0.0)


def _as_model(game: Game, word: str) -> Model:
    model = model_named(game, word)
    _on_table(model)
    return model


def _on_table(model: Model) -> None:
    if not model.on_table:
        raise ValueError(f"{model.name} is not on the table.")


def _speck(at: Point3) -> Model:
    """A body of no size, where geometry asks for one."""
    nobody = Profile(id="", name="", base=Base("round", 0.0, 0.0), height=0.0)
    x, y, z = at
    return Model(id=ModelId(""), name=_at(at), side=SideId(""), profile=nobody, x=x, y=y, z=z, place="table")


def _point(word: str) -> Point:
    x, y = _numbers(word, 2, 2)
    return x, y


def _numbers(word: str, least: int, most: int) -> list[float]:
    parts = word.split(",")
    if not least <= len(parts) <= most:
        raise ValueError(f"“{word}” is no place; write x,y{'[,z]' if most > 2 else ''} in inches.")
    return [real(part, axis) for part, axis in zip(parts, ("x", "y", "z"), strict=False)]


def _called(game: Game, id: str) -> str:
    """An id with its name, where that says more."""
    if game.has_model(id):
        name = game.model(id).name
    else:
        name = next((piece.name for piece in game.table.terrain if piece.id == id), id)
    return id if name == id else f"{name} ({id})"


def _inches(number: float) -> str:
    text = f"{number:.3f}".rstrip("0").rstrip(".")
    return f"{'0' if text == '-0' else text} in"


def _at(place: tuple[float, ...]) -> str:
    return ",".join(f"{number:.3f}".rstrip("0").rstrip(".") for number in place)


def _or(names: list[str]) -> str:
    return " or ".join(names)
