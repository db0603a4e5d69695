"""Chapter: The turn — starting phase, main phase by turns, end phase; and when a game is over.

Going on leaves a phase: its steps are carried out as one presses on, so that what they will do
can be read beforehand.  In the main phase going on spends a Pass Token while there is somebody
left to act, and ends the phase when neither side has.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine import seeds
from engine.ask import Steps, happens
from engine.events import Counted, Ended, Event, PhaseBegan
from engine.game import Game, Marker, Model, ModelId, SideId, counted
from engine.questions import Objection, listed
from engine.rules import Plan
from engine.standing import over
from engine.systems.bushido import end_phase, start_phase
from engine.systems.bushido.activation import can_act, hand_over
from engine.systems.bushido.controlled import owner
from engine.systems.bushido.counters import AMMO, PASSES, exhausted, passes, printed
from engine.systems.bushido.impetuous import IMPETUOUS
from engine.systems.bushido.questions import END, MAIN, START, TITLES
from engine.systems.bushido.upkeep import upkeep

OVER = ("BUS-DEF-06",)
PASS = ("BUS-DEF-05", "BUS-DEF-ACTION-PASS")


def begin(game: Game) -> Game:
    """A game starts in the starting phase of its first turn, Disguise markers and ammunition laid out."""
    first = game.sides[0].id if game.sides else SideId("")
    models = tuple(_laid_out(model) for model in game.models)
    return replace(game, round=1, phase=START, active=first, models=models)


def plan_phase(game: Game) -> Plan:
    """Go on: carry out the running phase, or in the main phase pass."""
    if game.phase == MAIN:
        return _plan_main(game)
    ending = game.phase == END
    chapter = end_phase if ending else start_phase
    label = TITLES[START] if ending else TITLES[MAIN]
    steps = chapter.steps(game) if game.phase in TITLES else (_to_start,)
    return Plan(label=label, objections=over(game, OVER), steps=steps, notes=upkeep(game))


def next_up(game: Game) -> tuple[str, ...]:
    """Impetuous models that have to act before their friends may."""
    if game.phase != MAIN or game.outcome:
        return ()
    return tuple(m.id for m in game.on_table() if m.side == game.active and m.has(IMPETUOUS) and not exhausted(m))


def wiped_out(game: Game, model: ModelId, event: Event) -> Steps[Game]:
    """After a model is gone: a side with nobody left, controlled or not, has lost."""
    if game.outcome:
        return game
    side = owner(game.model(model))
    if any(other.place != "removed" and owner(other) == side for other in game.models):
        return game
    words = f"{game.side(side).name} has nobody left"
    return (yield from happens(Ended(outcome=words, why=("BUS-DEF-06", "BUS-DEF-10"))))


def _plan_main(game: Game) -> Plan:
    side = game.active
    if not can_act(game, side):
        other = next((each.id for each in game.others(side) if can_act(game, each.id)), None)
        if other is None:
            return Plan(label=TITLES[END], objections=over(game, OVER), steps=(_to_end,), notes=upkeep(game))

        def over_to(game: Game) -> Steps[Game]:
            return (yield from hand_over(game, side))

        return Plan(label=f"Over to {game.side(other).name}", objections=over(game, OVER), steps=(over_to,))
    tokens = passes(game.side(side))
    if tokens:
        label = f"Pass ({tokens} token{'s' if tokens > 1 else ''})"
        return Plan(label=label, objections=over(game, OVER), steps=(_pass,), notes=upkeep(game))
    text = f"{game.side(side).name} still has to act with {_names(game, side)}, and has no Pass Token to spend instead."
    objections = (*over(game, OVER), Objection(text=text, why=PASS))
    # What is refused is not promised: the button says who has to act before anything is next.
    return Plan(label=f"{game.side(side).name} acts", objections=objections, steps=(_to_end,), notes=upkeep(game))


def _pass(game: Game) -> Steps[Game]:
    """A Pass Token instead of an action; then the other side acts."""
    side = game.side(game.active)
    fact = Counted(of="side", whose=side.id, name=PASSES, value=passes(side) - 1, why=PASS)
    game = yield from happens(fact)
    return (yield from hand_over(game, side.id))


def _to_end(game: Game) -> Steps[Game]:
    return (yield from happens(PhaseBegan(round=game.round, phase=END, side=game.active, why=("BUS-DEF-05",))))


def _to_start(game: Game) -> Steps[Game]:
    """A game that has not begun begins."""
    first = game.active or (game.sides[0].id if game.sides else SideId(""))
    return (yield from happens(PhaseBegan(round=max(game.round, 1), phase=START, side=first, why=("BUS-DEF-04",))))


def _names(game: Game, side: str) -> str:
    return listed([model.name for model in game.on_table() if model.side == side and not exhausted(model)])


def _laid_out(model: Model) -> Model:
    """The model with what it begins a game with: a Disguise marker, ammunition."""
    weapons = seeds.tables("bushido")["weapons"]
    ammo = sum(int(weapons[name].get("ammo", 0)) for name in model.profile.equipment if name in weapons)
    if ammo and not model.count(AMMO):
        model = replace(model, counters=counted(model.counters, AMMO, ammo))
    if "disguise" in model.profile.traits and not model.has("disguise"):
        disguise = Marker("disguise", printed(model, "Disguise"))
        model = replace(model, markers=(*model.markers, disguise))
    return model
