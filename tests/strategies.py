"""Hypothesis strategies: tables, games, and commands and answers for a given rulebook.

Names are drawn on purpose from what a notation or a file could trip over: quotation marks,
signs, the words of the notation itself, letters of other scripts.
"""

from __future__ import annotations

from hypothesis import strategies as st
from msgspec.structs import replace

from engine.ask import Answer, Choose, Picked, Thrown
from engine.commands import Act, ByHand, Command, Deploy, Move, NextPhase, Turn
from engine.events import (
    Added,
    Built,
    Counted,
    Covered,
    Ended,
    Event,
    Gained,
    Laid,
    Lost,
    Moved,
    Noted,
    PhaseBegan,
    Placed,
    Razed,
    ReadingChosen,
    Refitted,
    Removed,
    Renamed,
    Sided,
    Spread,
    Turned,
)
from engine.game import (
    Base,
    Cloth,
    Game,
    Marker,
    Model,
    ModelId,
    Numbers,
    Profile,
    Side,
    SideId,
    Table,
    Terrain,
    TerrainId,
    Zone,
)
from engine.play import Question
from engine.system import System

AWKWARD = ("open", "z", "place", "facing", "round", "base", "a,b", "x=1", "1:2", "a@b", 'say "no"', "#1", " ", "\\", "")
texts = st.text(st.characters(exclude_categories=("Cs",)), max_size=12) | st.sampled_from(AWKWARD)
names = texts.filter(bool)
inches = st.floats(-1000, 1000, allow_nan=False) | st.integers(-36, 72).map(float)
degrees = st.floats(-720, 720, allow_nan=False) | st.sampled_from((0.0, 90.0, 359.5))
small = st.integers(-9, 9)
points = st.tuples(inches, inches)


def counters() -> st.SearchStrategy[Numbers]:
    """Named numbers as a game keeps them: sorted, none of them 0."""
    numbers = st.integers(-(10**9), 10**9).filter(bool)
    return st.dictionaries(names, numbers, max_size=3).map(lambda found: tuple(sorted(found.items())))


def bases() -> st.SearchStrategy[Base]:
    sizes = st.floats(1, 200)
    return sizes.map(lambda size: Base("round", size, size)) | st.builds(
        Base, st.sampled_from(("round", "oval", "rect")), sizes, sizes
    )


@st.composite
def profiles(draw: st.DrawFn, id: str = "fighter") -> Profile:
    stats = draw(st.dictionaries(names, st.integers(-99, 99), max_size=4))
    return Profile(
        id=id,
        name=draw(texts),
        base=draw(bases()),
        height=draw(st.floats(0, 20)),
        stats=tuple(stats.items()),
        traits=tuple(draw(st.lists(texts, max_size=3))),
        equipment=tuple(draw(st.lists(texts, max_size=3))),
    )


@st.composite
def pieces(draw: st.DrawFn, id: str = "wall") -> Terrain:
    """A piece of terrain; its outline may cross itself, as hand-drawn ones do."""
    bottom = draw(st.floats(0, 20))
    open = draw(st.booleans())
    return Terrain(
        id=TerrainId(id),
        name=draw(texts),
        outline=tuple(draw(st.lists(points, min_size=2 if open else 3, max_size=6))),
        bottom=bottom,
        top=bottom + draw(st.floats(0, 10)),
        kind=draw(names),
        open=open,
        sight=draw(st.sampled_from(("solid", "clear", "obscuring"))),
        footing=draw(st.sampled_from(("solid", "open", "difficult", "very_difficult", "impassable"))),
    )


@st.composite
def tables(draw: st.DrawFn, cloth: bool = False) -> Table:
    ids = draw(st.lists(names, max_size=4, unique=True))
    return Table(
        name=draw(texts),
        width=draw(st.floats(1, 500)),
        height=draw(st.floats(1, 500)),
        ground=draw(texts),
        terrain=tuple(draw(pieces(id)) for id in ids),
        zones=draw(zones()),
        cloth=draw(st.none() | st.builds(Cloth, st.binary(max_size=40), inches, inches)) if cloth else None,
    )


@st.composite
def models(draw: st.DrawFn, id: str, side: str, profile: Profile) -> Model:
    markers = st.builds(Marker, names, small, texts)
    return Model(
        id=ModelId(id),
        name=draw(texts),
        side=SideId(side),
        profile=profile,
        x=draw(inches),
        y=draw(inches),
        z=draw(st.floats(0, 30)),
        facing=draw(degrees),
        place=draw(st.sampled_from(("table", "reserve", "removed"))),
        markers=tuple(draw(st.lists(markers, max_size=3))),
        counters=draw(counters()),
        removed_as=draw(texts),
    )


@st.composite
def games(draw: st.DrawFn, system: str = "toy", cloth: bool = False) -> Game:
    """Any game a file could hold, of no rulebook in particular."""
    sides = draw(st.lists(names, min_size=1, max_size=3, unique=True))
    kinds = [draw(profiles(id)) for id in draw(st.lists(names, min_size=1, max_size=2, unique=True))]
    ids = draw(st.lists(names, max_size=4, unique=True))
    return Game(
        system=system,
        table=draw(tables(cloth)),
        sides=tuple(Side(id=SideId(id), name=draw(texts), counters=draw(counters())) for id in sides),
        models=tuple(draw(models(id, draw(st.sampled_from(sides)), draw(st.sampled_from(kinds)))) for id in ids),
        round=draw(st.integers(0, 99)),
        phase=draw(texts),
        active=SideId(draw(st.sampled_from([*sides, ""]))),
        counters=draw(counters()),
        readings=tuple(sorted(draw(st.dictionaries(names, texts, max_size=2)).items())),
        outcome=draw(texts),
    )


def zones() -> st.SearchStrategy[tuple[Zone, ...]]:
    """At most two zones of three corners."""
    return st.lists(st.builds(Zone, texts, texts, st.tuples(points, points, points)), max_size=2).map(tuple)


@st.composite
def facts(draw: st.DrawFn, game: Game) -> Event:
    """A fact that fits this game: what a rule could state, or a person set by hand."""
    side = draw(st.sampled_from([side.id for side in game.sides]))
    text, number = draw(texts), draw(small)
    choices: list[Event] = [
        Counted(of="side", whose=side, name=draw(names), value=number),
        Counted(of="game", whose="", name=draw(names), value=number),
        PhaseBegan(round=draw(st.integers(1, 9)), phase=text, side=side),
        Noted(text=text),
        Built(piece=draw(pieces(draw(names)))),
        Razed(piece=text),
        Laid(name=text, width=draw(st.floats(1, 200)), height=44.0, ground=draw(names), zones=draw(zones())),
        Covered(cloth=draw(st.none() | st.builds(Cloth, st.binary(min_size=1, max_size=40), inches, inches))),
        ReadingChosen(name=draw(names), option=text),
        Ended(outcome=text),
    ]
    if game.table.cloth is not None:
        choices.append(Spread(x=draw(inches), y=draw(inches), width=draw(st.floats(0, 200)), height=20.0))
    if game.models:
        model = draw(st.sampled_from([model.id for model in game.models]))
        at = (draw(inches), draw(inches), draw(st.floats(0, 20)))
        choices += [
            Moved(model=model, path=((0.0, 0.0, 0.0), at), facing=draw(st.none() | degrees)),
            Turned(model=model, facing=draw(degrees)),
            Placed(model=model, at=at),
            Removed(model=model, reason=text),
            Gained(model=model, marker=Marker(draw(names), number)),
            Lost(model=model, status=text, value=draw(st.none() | small)),
            Counted(of="model", whose=model, name=draw(names), value=number),
            Sided(model=model, side=side),
            Renamed(model=model, name="Bess"),
            Refitted(model=model, profile=replace(game.model(model).profile, name="Bess on foot")),
        ]
        added = draw(names)
        if not game.has_model(added):
            choices.append(Added(model=replace(game.model(model), id=ModelId(added))))
    return draw(st.sampled_from(choices))


@st.composite
def commands(draw: st.DrawFn, system: System, game: Game) -> Command:
    """A wish, sensible or not: mostly of models that are there, sometimes of ones that are not."""
    ids = [*(model.id for model in game.models), ModelId("nobody")]
    model = draw(st.sampled_from(ids))
    kind = draw(st.sampled_from(("move", "move", "act", "act", "next", "turn", "deploy", "by hand")))
    if kind == "move":
        here = (game.model(model).x, game.model(model).y) if game.has_model(model) else (0.0, 0.0)
        step = st.floats(-6, 6, allow_nan=False)
        way = [here]
        for dx, dy in draw(st.lists(st.tuples(step, step), max_size=3)):
            way.append((way[-1][0] + dx, way[-1][1] + dy))
        how = draw(st.sampled_from([*(kind.id for kind in system.move_kinds), "", "", "dance"]))
        return Move(model=model, path=tuple(way), how=how)
    if kind == "act":
        action = draw(st.sampled_from([*(action.id for action in system.actions), "sing"]))
        targets = tuple(draw(st.lists(st.sampled_from(ids), max_size=2)))
        return Act(model=model, action=action, targets=targets)
    if kind == "turn":
        return Turn(model=model, facing=draw(degrees))
    if kind == "deploy":
        return Deploy(model=model, at=(draw(inches), draw(inches), 0.0))
    if kind == "by hand":
        return ByHand(facts=tuple(draw(st.lists(facts(game), max_size=2))), note=draw(texts))
    return NextPhase()


@st.composite
def answers(draw: st.DrawFn, question: Question) -> Answer:
    """An answer that fits the question."""
    if isinstance(question, Choose):
        return Picked(draw(st.sampled_from([option.id for option in question.options])))
    dice = question.dice
    faces = draw(st.lists(st.integers(1, dice.sides), min_size=dice.count, max_size=dice.count))
    return Thrown(tuple(faces))
