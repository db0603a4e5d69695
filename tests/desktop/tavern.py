"""A tavern brawl: a rulebook with just enough in it for every panel to have something to show.

Punching rolls a D6 (4+ hits), lets the victim choose to fall or stand, and if he stands
rolls 2D6 for damage; darts are thrown with 2D20; shouting needs no dice; who arm-wrestles
decides in secret where to push.  Dot lies out
cold, Eve is beyond everybody's reach.  Clause ids are real ones, so that links lead somewhere.
"""

from __future__ import annotations

from typing import Any

from engine.ask import Option, Steps, choose, happens, roll
from engine.commands import Act, Deploy, Move, Turn
from engine.dice import D6, TWO_D6, Dice, Faces
from engine.events import Counted, Gained, Moved, Noted, PhaseBegan, Placed, Turned
from engine.game import Game, Marker, Model, ModelId, Profile, Side, SideId
from engine.questions import Number, Objection, Tally
from engine.rules import Plan, Rules, Status, Trait, minus
from engine.system import Action, Allowance, Phase, System

PUNCH = Number("punch", "Punch")
BRAWLER = Profile(
    id="brawler", name="Brawler", stats=(("punch", 4), ("nerve", 7)), traits=("hard",), equipment=("tin_hat",)
)
RULES = Rules(
    statuses={
        "prone": Status("prone", "Prone", (minus(1, PUNCH, "MOR-KD-2"),)),
        "dazed": Status("dazed", "Dazed"),
        "spent": Status("spent", "Spent", hidden=True),
    },
    traits={"hard": Trait("hard", "Hard as nails", says="Shrugs off the first punch.")},
)
LEFT_OR_RIGHT = (Option("left", "Left"), Option("right", "Right"))
FALL_OR_STAND = (Option("fall", "Fall"), Option("stand", "Stand"))
TWO_D20 = Dice(2, 20)
FAR = Objection(text="Eve is out of reach.", why=("MOR-KD-1",))
SOBER = Objection(text="Eve is sober & quick.", why=("MOR-WND-1", "MOR-WND-2"))


def four_up(faces: Faces) -> str:
    return "hit" if faces[0] >= 4 else "miss"


def harm(faces: Faces) -> str:
    return "hurt" if sum(faces) >= 7 else "unhurt"


def board(faces: Faces) -> str:
    return "bullseye" if sum(faces) > 20 else "wide"


def punch(game: Game, act: Act) -> Plan:
    target = game.model(act.targets[0])

    def swing(game: Game) -> Steps[Game]:
        side = game.model(act.model).side
        hit = yield from roll(D6, four_up, "to hit", side=side, model=act.model, need="4+", why=("MOR-WND-2",))
        if hit == "miss":
            return game
        picked = yield from choose(target.side, FALL_OR_STAND, "fall or stand?", model=target.id)
        if picked == "fall":
            game = yield from happens(Gained(model=target.id, marker=Marker("prone"), why=("MOR-KD-1",)))
        elif (yield from roll(TWO_D6, harm, "damage", side=side, model=act.model)) == "hurt":
            game = yield from happens(Counted(of="model", whose=target.id, name="wounds_lost", value=1))
        return game

    objections = (FAR, SOBER) if target.id == "eve" else ()
    sums = (Tally(title="To hit", base=4, suffix="+"),)
    return Plan(label=f"Punch {target.name}", objections=objections, steps=(swing,), tallies=sums)


def darts(game: Game, act: Act) -> Plan:
    def throw(game: Game) -> Steps[Game]:
        where = yield from roll(TWO_D20, board, "two darts")
        game = yield from happens(Noted(text=where, model=act.model))
        return game

    return Plan(label="Throw darts", steps=(throw,))


def shout(game: Game, act: Act) -> Plan:
    def call(game: Game) -> Steps[Game]:
        game = yield from happens(Gained(model=act.model, marker=Marker("spent")))
        game = yield from happens(Noted(text="shouts", model=act.model))
        return game

    return Plan(label="Shout", steps=(call,), notes=("Everybody hears it.",))


def wrestle(game: Game, act: Act) -> Plan:
    def push(game: Game) -> Steps[Game]:
        picked = []
        for side in game.sides:
            picked.append((yield from choose(side.id, LEFT_OR_RIGHT, f"{side.name} pushes", secret=True)))
        game = yield from happens(Noted(text=f"pushed {' and '.join(picked)}", model=act.model))
        yield from roll(D6, four_up, "who sweats")
        return game

    return Plan(label="Arm-wrestle", steps=(push,))


def walk(game: Game, command: Move) -> Plan:
    def go(game: Game) -> Steps[Game]:
        path = tuple((x, y, 0.0) for x, y in command.path)
        game = yield from happens(Moved(model=command.model, path=path, why=("MOR-WND-4",)))
        return game

    return Plan(label="Walk", steps=(go,))


def next_phase(game: Game) -> Plan:
    def on(game: Game) -> Steps[Game]:
        game = yield from happens(PhaseBegan(round=game.round, phase=phase, side=game.active))
        return game

    phase = "brawl" if game.phase == "walk" else "walk"
    return Plan(label=TAVERN.phase(phase).title, steps=(on,))


def deploy(game: Game, command: Deploy) -> Plan:
    def place(game: Game) -> Steps[Game]:
        game = yield from happens(Placed(model=command.model, at=command.at))
        return game

    return Plan(label="Deploy", steps=(place,))


def turn(game: Game, command: Turn) -> Plan:
    def about(game: Game) -> Steps[Game]:
        game = yield from happens(Turned(model=command.model, facing=command.facing))
        return game

    return Plan(label="Turn", steps=(about,))


def nobody_sees(game: Game, viewer: Model, target: Model) -> Any:
    raise AssertionError("no panel looks")


def enemies(game: Game, model: Model) -> tuple[tuple[str, ...], ...]:
    return tuple((enemy.id,) for enemy in game.enemies(model))


def card(game: Game, model: Model) -> tuple[Tally, ...]:
    return (
        RULES.tally(game, model, PUNCH, model.stat("punch")),
        Tally(title="Nerve", base=model.stat("nerve"), why=("MOR-WND-1",)),
    )


def outcome(before: Game, after: Game) -> str:
    cid = after.model("cid")
    return "knocked over" if cid.has("prone") else "hurt" if cid.count("wounds_lost") else "nothing"


def allowance(game: Game, model: Model) -> Allowance:
    return Allowance(distance=6, tallies=(Tally(title="Still to walk", base=6, suffix="″"),))


TAVERN = System(
    id="tavern",
    title="Tavern",
    rules=RULES,
    phases=(Phase("walk", "Walking", "Everybody walks."), Phase("brawl", "Brawling", "Fists & darts.")),
    plan_move=walk,
    plan_phase=next_phase,
    plan_deploy=deploy,
    plan_turn=turn,
    sees=nobody_sees,
    actions=(
        Action("punch", "Punch", ("brawl",), punch, enemies, "fight"),
        Action("darts", "Darts", ("brawl",), darts),
        Action("shout", "Shout", ("brawl",), shout),
        Action("wrestle", "Arm-wrestle", (), wrestle),
    ),
    card=card,
    allowance=allowance,
    outcome=outcome,
    next_up=lambda game: ("ben",) if game.count("ben_waits") else (),
    upkeep=lambda game: ("Ben burns for 2.",) if game.count("ben_burns") else (),
    wounds=lambda game, model: (3 - model.count("wounds_lost"), 3),
)


def guest(id: str, name: str, side: str, x: float, z: float = 0.0) -> Model:
    return Model(id=ModelId(id), name=name, side=SideId(side), profile=BRAWLER, x=x, y=4, z=z, place="table")


def brawl(phase: str = "brawl") -> Game:
    """Ada and Ben of the Red Hand against Cid and Eve of the Ash & Oak; Dot is out cold."""
    dot = Model(id=ModelId("dot"), name="Dot", side=SideId("ash"), profile=BRAWLER, place="removed", removed_as="cold")
    return Game(
        system="tavern",
        sides=(Side(id=SideId("red"), name="The Red Hand"), Side(id=SideId("ash"), name="Ash & Oak")),
        models=(
            guest("cid", "Cid", "ash", 8),
            guest("ada", "Ada", "red", 4),
            guest("ben", "Ben", "red", 6, z=3),
            guest("eve", "Eve", "ash", 30),
            dot,
        ),
        phase=phase,
        active=SideId("red"),
    )


def load(name: str) -> System:
    if name != "tavern":
        raise KeyError(f"There is no rulebook called {name!r}.")
    return TAVERN
