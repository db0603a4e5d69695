"""A rulebook of a few sentences, so that the kernel can be tested without a real one.

Two phases; a walk of up to 4 inches; a blow on 4+ that wounds on 4+ and can be saved by
choice; a burning status, a shield that takes a removal instead, a curse that never ends.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.ask import Option, Steps, choose, happens, roll
from engine.commands import Act, Deploy, Move, Turn
from engine.dice import D6, Faces
from engine.events import Counted, Event, Gained, Lost, Moved, Noted, PhaseBegan, Placed, Removed, Turned
from engine.game import Base, Game, Marker, Model, ModelId, Point3, Profile, Side, SideId
from engine.questions import Moment, Number, Objection, Permission
from engine.rules import Plan, Rules, Status, Trait, after, cannot, instead, minus, once, refuse, until
from engine.system import Action, MoveKind, Phase, System

WALK = Number("walk", "Walk")
ACT = Permission("act", "may not act")
DAWN = Moment("dawn", "Dawn")


def four_up(faces: Faces) -> bool:
    return faces[0] >= 4


def scorch(game: Game, model: ModelId, event: Event) -> Steps[Game]:
    """TOY-FIRE: who catches fire is marked with soot once."""
    if isinstance(event, Gained) and event.marker.status == "burning":
        game = yield from happens(Gained(model=model, marker=Marker("sooty"), why=("TOY-FIRE",)))
    return game


def shielded(game: Game, model: ModelId, event: Event) -> Steps[Game]:
    """TOY-SHIELD: the shield goes instead of the model."""
    game = yield from happens(Lost(model=model, status="shield", why=("TOY-SHIELD",)))
    game = yield from happens(Noted(text="the shield broke", model=model, why=("TOY-SHIELD",)))
    return game


def cursed(game: Game, model: ModelId, event: Event) -> Steps[Game]:
    """A curse that brings itself about for ever."""
    game = yield from happens(Gained(model=model, marker=Marker("curse")))
    return game


RULES = Rules(
    statuses={
        "burning": Status("burning", "burning", (minus(1, WALK, "TOY-FIRE"), once("TOY-FIRE"), until(DAWN))),
        "asleep": Status("asleep", "asleep", (cannot(ACT, why=("TOY-SLEEP",)),)),
        "shield": Status("shield", "shielded", (instead(Removed, shielded, "TOY-SHIELD"),)),
        "curse": Status("curse", "cursed", (after(Gained, cursed),)),
    },
    traits={"tinder": Trait("tinder", "Tinder", (after(Gained, scorch, "TOY-FIRE"),))},
)


def plan_move(game: Game, move: Move) -> Plan:
    model = game.model(move.model)
    (x0, y0), (x1, y1) = move.path[0], move.path[-1]
    allowed = RULES.tally(game, model, WALK, 4)
    objections = RULES.ruling(game, model, ACT, "walk").objections
    length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
    if length > allowed.value:
        text = f"{model.name} may walk {allowed.value:g} inches, not {length:.1f}."
        objections += (Objection(text=text, why=("TOY-WALK",), model=model.id),)
    path: tuple[Point3, ...] = tuple((x, y, model.z) for x, y in move.path)
    return Plan("Walk", objections, (_state(Moved(model=model.id, path=path, why=("TOY-WALK",))),), (allowed,))


def plan_strike(game: Game, act: Act) -> Plan:
    model = game.model(act.model)
    if not act.targets:
        return refuse("Strike", Objection(text="A blow needs a target.", why=("TOY-BLOW",)))
    objections = RULES.ruling(game, model, ACT, "strike").objections
    return Plan("Strike", objections, tuple(_blow(model.id, ModelId(target)) for target in act.targets))


def _blow(striker: ModelId, target: ModelId) -> Callable[[Game], Steps[Game]]:
    def step(game: Game) -> Steps[Game]:
        if not game.model(target).on_table:
            return game
        side = game.model(striker).side
        hit = yield from roll(D6, four_up, "to hit", side=side, model=striker, need="4+", why=("TOY-BLOW",))
        if not hit:
            game = yield from happens(Noted(text="missed", model=striker, other=target, why=("TOY-BLOW",)))
            return game
        wounded = yield from roll(D6, four_up, "to wound", side=side, model=striker)
        if not wounded:
            return game
        options = (Option("fall", "Fall"), Option("burn", "Burn"))
        picked = yield from choose(game.model(target).side, options, "how to suffer", model=target)
        if picked == "burn":
            game = yield from happens(Gained(model=target, marker=Marker("burning"), why=("TOY-FIRE",)))
        else:
            game = yield from happens(Removed(model=target, reason="felled", why=("TOY-BLOW",)))
        return game

    return step


def plan_pray(game: Game, act: Act) -> Plan:
    """A prayer of three dice in one throw, counted on the side."""

    def step(game: Game) -> Steps[Game]:
        count = yield from roll(D6, four_up, "to be heard")
        side = game.model(act.model).side
        now = game.side(side).count("favour") + int(count)
        game = yield from happens(Counted(of="side", whose=side, name="favour", value=now))
        return game

    return Plan("Pray", steps=(step, step, step))


def plan_phase(game: Game) -> Plan:
    following = "night" if game.phase == "day" else "day"
    now = game.round + (following == "day")
    return Plan("Next", steps=(_state(PhaseBegan(round=now, phase=following, side=game.active)),))


def plan_deploy(game: Game, deploy: Deploy) -> Plan:
    if game.model(deploy.model).place != "reserve":
        return refuse("Deploy", Objection(text="Only a model in reserve can be set up.", why=("TOY-RESERVE",)))
    return Plan("Deploy", steps=(_state(Placed(model=deploy.model, at=deploy.at, facing=deploy.facing)),))


def plan_turn(game: Game, turn: Turn) -> Plan:
    return Plan("Turn", steps=(_state(Turned(model=turn.model, facing=turn.facing)),))


def _state(fact: Event) -> Callable[[Game], Steps[Game]]:
    def step(game: Game) -> Steps[Game]:
        game = yield from happens(fact)
        return game

    return step


def sees(game: Game, viewer: Model, target: Model) -> Any:
    from engine.geometry.sight import Policy, sight

    others = tuple(m for m in game.on_table() if m.id not in (viewer.id, target.id))
    return sight(game.table, viewer, target, others, Policy())


def outcome(before: Game, after: Game) -> str:
    gone = [model.id for model in after.models if not model.on_table and before.model(model.id).on_table]
    return f"{', '.join(gone)} felled" if gone else "burning" if after != before else "nothing"


SYSTEM = System(
    id="toy",
    title="Toy",
    rules=RULES,
    phases=(Phase("day", "Day"), Phase("night", "Night")),
    plan_move=plan_move,
    plan_phase=plan_phase,
    plan_deploy=plan_deploy,
    plan_turn=plan_turn,
    sees=sees,
    actions=(
        Action("strike", "Strike", ("day",), plan_strike, aims=lambda game, m: tuple((e.id,) for e in game.enemies(m))),
        Action("pray", "Pray", ("night",), plan_pray),
    ),
    move_kinds=(MoveKind("walk", "Walk"),),
    outcome=outcome,
)

FIGHTER = Profile(id="fighter", name="Fighter", base=Base(), stats=(("W", 1),))
TINDER = Profile(id="tinder", name="Tinder", base=Base(), traits=("tinder",))


def fighter(id: str, side: str, x: float, y: float, *markers: str, profile: Profile = FIGHTER) -> Model:
    return Model(
        id=ModelId(id),
        name=id,
        side=SideId(side),
        profile=profile,
        x=x,
        y=y,
        place="table",
        markers=tuple(Marker(status) for status in markers),
    )


def duel(*more: Model) -> Game:
    """A of red and B of blue two inches apart, by day; red to act."""
    sides = (Side(id=SideId("red"), name="Red"), Side(id=SideId("blue"), name="Blue"))
    models = {model.id: model for model in (fighter("A", "red", 0, 0), fighter("B", "blue", 2, 0), *more)}
    return Game(system="toy", sides=sides, models=tuple(models.values()), phase="day", active=SideId("red"))
