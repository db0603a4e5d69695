"""Chapter: Scenarios — working at an objective, and what it scores.

The model touches the objective, stands in no enemy's zone and turns to face it.  Whoever did so
last holds the objective for its side; each end phase the holder scores one, a complex action
scores one at once.  After the third turn the higher score wins.
"""

from __future__ import annotations

from functools import partial

import shapely

from engine.ask import Option, Steps, choose, happens
from engine.commands import Act
from engine.events import Counted, Ended, Noted, Turned
from engine.game import Game, Model, ModelId, SideId, Terrain
from engine.geometry.evidence import Evidence
from engine.geometry.measure import CONTACT, gap_to_piece
from engine.geometry.shapes import footprint
from engine.questions import Objection
from engine.rules import Plan
from engine.system import Action
from engine.systems.bushido import straight
from engine.systems.bushido.activation import declare
from engine.systems.bushido.counters import SCORE
from engine.systems.bushido.ground import bare, flat
from engine.systems.bushido.questions import MAIN
from engine.systems.bushido.readings import GAME_LENGTH, chosen
from engine.systems.bushido.size import words
from engine.systems.bushido.wish import CLAUSES, COMPLEX, SCENARIO, SCENARIO_COMPLEX, SIMPLE, Wish

OBJECTIVE = "objective"
"""Word in the kind of a piece of scenery."""
HOLDS = "holds"
"""Counter of a side: 1 while it holds an objective."""
TURNS = 3
WHY = ("BUS-DEF-OWN-OBJECTIVE",)
TITLES = {SCENARIO: "Work at the objective", SCENARIO_COMPLEX: "Work hard at the objective"}


def objectives(game: Game) -> tuple[Terrain, ...]:
    """The pieces of scenery that the scenario is about."""
    return tuple(piece for piece in flat(game.table).terrain if OBJECTIVE in words(piece))


def touched(game: Game, model: Model) -> tuple[Terrain, ...]:
    """Objectives in contact with the model's base."""
    if not model.on_table:
        return ()
    return tuple(piece for piece in objectives(game) if gap_to_piece(bare(model), piece).plan <= CONTACT)


def plan_scenario(game: Game, act: Act) -> Plan:
    """Work at an objective that the model touches: a Simple or a Complex action."""
    model = game.model(act.model)
    hard = act.action == SCENARIO_COMPLEX
    wish = Wish(model=model.id, action=act.action, title=TITLES[act.action], cost=COMPLEX if hard else SIMPLE)
    found = touched(game, model)
    objections: tuple[Objection, ...] = ()
    if not found:
        text = f"{model.name} touches no objective to work at."
        shown = Evidence(pieces=tuple(piece.id for piece in objectives(game)))
        objections = (Objection(text=text, why=(CLAUSES[act.action],), model=model.id, evidence=shown),)
    return declare(
        game,
        wish,
        partial(_work, name=model.id, hard=hard),
        objections=objections,
        evidence=Evidence(pieces=tuple(piece.id for piece in found)),
    )


def score(game: Game) -> Steps[Game]:
    """In the end phase the side that holds an objective scores one; after the last turn the game ends."""
    if not objectives(game):
        return game
    for side in game.sides:
        if side.count(HOLDS):
            game = yield from _scores(game, side.id)
    if game.round < TURNS or game.outcome or chosen(game, GAME_LENGTH) != "scenario":
        return game
    return (yield from happens(Ended(outcome=result(game), why=WHY)))


def result(game: Game) -> str:
    """Who wins by the score now, in words."""
    ranked = sorted(game.sides, key=lambda side: -side.count(SCORE))
    if len(ranked) < 2 or ranked[0].count(SCORE) == ranked[1].count(SCORE):
        return f"a draw, {ranked[0].count(SCORE)} all" if ranked else "a draw"
    return f"{ranked[0].name} wins, {ranked[0].count(SCORE)} to {ranked[1].count(SCORE)}"


def _work(game: Game, name: ModelId, hard: bool) -> Steps[Game]:
    model = game.model(name)
    pieces = touched(game, model)
    if not pieces:
        return game
    options = tuple(Option(piece.id, piece.name) for piece in pieces)
    picked = yield from choose(model.side, options, "Which objective?", model=name, why=WHY)
    piece = next(each for each in pieces if each.id == picked)
    middle = shapely.centroid(footprint(piece))
    facing = straight.heading((model.x, model.y), (middle.x, middle.y))
    why = (CLAUSES[SCENARIO], *WHY)
    game = yield from happens(Turned(model=name, facing=facing, why=why))
    game = yield from happens(Noted(text=f"{model.name} works at {piece.name}", model=name, why=why))
    for side in game.sides:
        held = int(side.id == model.side)
        if side.count(HOLDS) != held:
            game = yield from happens(Counted(of="side", whose=side.id, name=HOLDS, value=held, why=WHY))
    return (yield from _scores(game, model.side)) if hard else game


def _scores(game: Game, side: SideId) -> Steps[Game]:
    more = game.side(side).count(SCORE) + 1
    return (yield from happens(Counted(of="side", whose=side, name=SCORE, value=more, why=WHY)))


def _aims(game: Game, model: Model) -> tuple[tuple[str, ...], ...]:
    """Offered where there is an objective at all."""
    return ((),) if objectives(game) else ()


ACTIONS = (
    Action(
        SCENARIO,
        TITLES[SCENARIO],
        (MAIN,),
        plan_scenario,
        _aims,
        icon="scenario",
        says="Touch the objective, out of contact and of enemy zones: your side holds it, and scores each end phase.",
    ),
    Action(
        SCENARIO_COMPLEX,
        TITLES[SCENARIO_COMPLEX],
        (MAIN,),
        plan_scenario,
        _aims,
        icon="scenario_complex",
        says="The same for both activation counters, and one point at once.",
    ),
)
