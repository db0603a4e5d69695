"""Chapter: Movement — one plan for every way of moving, taken from the path or asked for by name.

A path of the knocked down is a crawl; one that ends in contact with an enemy is a charge;
what is longer than the Movement is a run where running is allowed.  Drops, gaps and rises on
the way are jumped, leapt and climbed whatever the kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from msgspec.structs import replace

from engine.commands import Move
from engine.game import Game, Model, Point
from engine.geometry.evidence import Evidence
from engine.questions import Modifier, Objection, Tally
from engine.rules import Plan
from engine.standing import warned
from engine.systems.mordheim import carrying, pace
from engine.systems.mordheim.carrying import Step
from engine.systems.mordheim.charge import (
    aimed_at,
    charge_objections,
    charge_steps,
    failed_steps,
    interceptors,
    into_contact,
    is_dive,
    needs_notice,
    over_barrier,
    up_to_barrier,
)
from engine.systems.mordheim.climbing import climb_notes, climb_objections
from engine.systems.mordheim.crawling import crawl_objections
from engine.systems.mordheim.engaged import enemies_touching, standing_enemies
from engine.systems.mordheim.falling import near_edge
from engine.systems.mordheim.jumping import jump_notes, jump_objections
from engine.systems.mordheim.move_order import FREE, not_now, too_early, too_late_to_charge
from engine.systems.mordheim.pace import INCH
from engine.systems.mordheim.questions import MOVEMENT
from engine.systems.mordheim.reach import allowance
from engine.systems.mordheim.space import landing_room, overshoot, space_objections
from engine.systems.mordheim.ways import Way, way

__all__ = ["allowance", "plan_move"]

KINDS = ("walk", "run", "charge", "climb", "jump", "leap", "crawl")


@dataclass(frozen=True)
class _Wish:
    """A move being judged: the way as it will be gone, of what kind, and on what allowance."""

    game: Game
    model: Model
    command: Move
    found: Way
    kind: str
    tally: Tally
    landing: Point | None = None

    @property
    def left(self) -> float:
        return pace.left(self.tally, self.model)

    @cached_property
    def lefts(self) -> Mapping[float, float]:
        """Movement left where each leap begins."""
        return carrying.lefts_of(self.game, self.model, self.found, self.command.how, self.left)

    @property
    def over(self) -> float:
        """Inches by which the way is too long; 0 when it is not."""
        over = self.found.cost - self.left
        return over if over > pace.TOLERANCE else 0.0


def plan_move(game: Game, command: Move) -> Plan:
    """Judge a path: every objection, what it costs and risks, and the steps of going it."""
    model = game.model(command.model)
    how = command.how
    objections = not_now(game, model, MOVEMENT, "moves")
    if how and how not in KINDS:
        text = f"There is no way of moving called {how!r}; there are: {', '.join(KINDS)}."
        objections += (Objection(text=text, why=("MOR-DEF-MOVE",), model=model.id),)
    if not model.on_table or (how and how not in KINDS):
        return Plan(label="Move", objections=objections)
    found = way(game, model, command.path, how)
    if how == "crawl" or (not how and model.has("knocked_down")):
        return _finished(_crawl(game, model, command, found), objections)
    if how in ("", "charge"):
        target = aimed_at(game, model, found)
        parted = over_barrier(game, model, found) if target is None and how == "charge" else None
        if target is not None or parted is not None:
            return _plan_charge(game, model, command, target, parted, objections)
        if how == "charge":
            objections += (_nobody(game, model, found),)
    return _finished(_walk(game, model, command, found), objections)


def _finished(wish: _Wish, objections: tuple[Objection, ...]) -> Plan:
    """The plan of a move that is no charge."""
    game, model, found = wish.game, wish.model, wish.found
    objections = (*objections, *_own_objections(wish), *space_objections(game, model, found, wish.landing))
    ran = wish.kind == "run"
    steps = carrying.steps_along(
        model.id,
        found,
        how=wish.kind,
        lefts=wish.lefts,
        ran=ran,
        order=FREE,
        facing=wish.command.facing,
        landing=wish.landing,
    )
    return _plan(wish, _label(wish), objections, steps, _notes(wish))


def _plan(
    wish: _Wish, label: str, objections: tuple[Objection, ...], steps: tuple[Step, ...], notes: tuple[str, ...]
) -> Plan:
    shown = wish.found.track.evidence()
    return Plan(
        label=label,
        objections=objections,
        steps=steps,
        tallies=_tallies(wish),
        evidence=warned(shown) if objections else shown,
        notes=notes,
    )


def _walk(game: Game, model: Model, command: Move, found: Way) -> _Wish:
    """Walk where that is far enough; run where it is not, and where running is allowed or asked for."""
    landing = landing_room(game, model, found)
    walking = _Wish(game, model, command, found, "walk", pace.walk(game, model), landing)
    running = _Wish(game, model, command, found, "run", pace.run(game, model), landing)
    if command.how == "run":
        return running
    climbs = found.has("climb", "climb_down")
    if command.how == "" and walking.over and not climbs and not _run_objections(running):
        return running
    return walking


def _crawl(game: Game, model: Model, command: Move, found: Way) -> _Wish:
    return _Wish(game, model, command, found, "crawl", pace.crawl())


def _own_objections(wish: _Wish) -> tuple[Objection, ...]:
    """Objections that depend on the kind of move."""
    game, model, found = wish.game, wish.model, wish.found
    objections: list[Objection] = []
    if wish.kind == "crawl":
        objections += crawl_objections(game, model, found)
    else:
        objections += pace.may(game, model, wish.kind, f"may not {wish.kind}").objections
        objections += _leaving(game, model)
        objections += climb_objections(game, model, found, wish.kind)
        objections += jump_objections(game, model, found)
        objections += _new_contact(game, model, found)
    if wish.kind == "run":
        objections += _run_objections(wish)
    objections += too_early(game, model)
    if wish.over and not (wish.command.how == "leap" and found.has("leap")):
        objections.append(_too_long(wish))
        if wish.kind == "walk" and not wish.command.how:
            objections += _run_objections(wish)
    return _distinct(objections)


def _run_objections(wish: _Wish) -> tuple[Objection, ...]:
    ruling = pace.may(wish.game, wish.model, "run", "may not run")
    return (*ruling.objections, *pace.kept_from_running(wish.game, wish.model))


def _leaving(game: Game, model: Model) -> tuple[Objection, ...]:
    """An engaged warrior stays, unless all his opponents lie."""
    return tuple(
        Objection(
            text=f"{model.name} is engaged with {enemy.name}, who is on his feet, and may not leave.",
            why=("MOR-DEF-LEAVING",),
            model=model.id,
            evidence=Evidence(pieces=(enemy.id,)),
        )
        for enemy in standing_enemies(game, model)
    )


def _new_contact(game: Game, model: Model, found: Way) -> tuple[Objection, ...]:
    before = [enemy.id for enemy in enemies_touching(game, model)]
    names = [name for name in found.track.contacts if game.model(name).side != model.side and name not in before]
    return tuple(
        Objection(
            text=f"{model.name} would touch {game.model(name).name}: only a charge goes into contact.",
            why=("MOR-DEF-CONTACT",),
            model=model.id,
            evidence=Evidence(pieces=(name,)),
        )
        for name in names
    )


def _too_long(wish: _Wish) -> Objection:
    verb, why = {
        "walk": ("walk", "MOR-DEF-MOVE"),
        "run": ("run", "MOR-DEF-RUN"),
        "crawl": ("crawl", "MOR-KD-3"),
        "charge": ("charge", "MOR-DEF-CHARGE"),
    }[wish.kind]
    cited = [why, *(clause for modifier in wish.tally.modifiers for clause in modifier.why)]
    if wish.found.track.difficult:
        cited.append("MOR-DEF-DIFFICULT")
    if wish.model.has("standing_up"):
        cited.append("MOR-STAND-2")
    far = _inches(wish.over)
    still = "still " if pace.spent(wish.model) else ""
    text = f"{far} further than the {_inches(wish.left)} {wish.model.name} may {still}{verb}."
    shown = overshoot(wish.found, wish.over, f"+{far}")
    return Objection(text=text, why=tuple(dict.fromkeys(cited)), model=wish.model.id, evidence=shown)


def _plan_charge(
    game: Game,
    model: Model,
    command: Move,
    target: Model | None,
    parted: tuple[Model, str] | None,
    objections: tuple[Objection, ...],
) -> Plan:
    """A charge: into contact, or as far as a failed one goes where it was declared by name."""
    barrier = target is None
    if target is None:
        assert parted is not None
        target = parted[0]
    path = command.path if barrier else into_contact(model, command.path, target)
    found = way(game, model, path, "")
    halted = None if barrier else up_to_barrier(game, model, found, target)
    if halted is not None:
        barrier, found = True, way(game, model, halted[0], "")
    landing = landing_room(game, model, found)
    wish = _Wish(game, model, command, found, "charge", pace.charge(game, model), landing)
    objections += charge_objections(game, model, target, found, look=not wish.over or command.how == "charge")
    objections += (*too_late_to_charge(game, model), *_leaving(game, model))
    objections += (*climb_objections(game, model, found, "charge"), *jump_objections(game, model, found))
    objections += space_objections(game, model, found, landing)
    notes = _charge_notes(wish, target, barrier=barrier)
    if wish.over and command.how == "charge":
        label = f"Charge at {target.name} that falls short"
        fails = failed_steps(game, model, target, found)
        return _plan(wish, label, _distinct(objections), fails, (_falls_short(wish), *notes))
    if wish.over:
        hint = Objection(text=_falls_short(wish), why=("MOR-DEF-FAILED-CHARGE",), model=model.id)
        objections += (_too_long(wish), hint)
    steps = charge_steps(game, model, target, found, facing=wish.command.facing, landing=landing, barrier=barrier)
    label = f"{'Diving charge' if is_dive(found, model, target) else 'Charge'} at {target.name}"
    return _plan(wish, label, _distinct(objections), steps, notes)


def _falls_short(wish: _Wish) -> str:
    walked = _inches(pace.left(pace.walk(wish.game, wish.model), wish.model))
    return f"Declared as a charge it falls {_inches(wish.over)} short: he moves {walked} and may not shoot."


def _nobody(game: Game, model: Model, found: Way) -> Objection:
    text = f"{model.name} charges nobody: the way ends in contact with no enemy."
    shown = found.track.evidence()
    return Objection(text=text, why=("MOR-DEF-CHARGE",), model=model.id, evidence=warned(shown))


def _charge_notes(wish: _Wish, target: Model, *, barrier: bool) -> tuple[str, ...]:
    game, model, found = wish.game, wish.model, wish.found
    notes = list(_notes(wish))
    if needs_notice(game, model, target):
        notes.insert(0, f"{target.name} is out of sight: an Initiative test to notice him.")
    if is_dive(found, model, target):
        notes.append("A diving charge: +1 to hit and +1 Strength in the close combat phase.")
    if barrier:
        notes.append("They fight across the obstacle.")
    if not wish.over:
        notes += [f"{enemy.name} may step in." for enemy, _, _ in interceptors(game, model, target, found)]
    return tuple(notes)


def _notes(wish: _Wish) -> tuple[str, ...]:
    """What is risked on the way and at its end, in words."""
    game, model, found = wish.game, wish.model, wish.found
    notes: list[str] = []
    for hazard in found.hazards:
        if hazard.kind in ("jump", "leap"):
            drop = carrying.drop_at(game, model, found, hazard)
            notes += jump_notes(game, model, hazard, wish.lefts.get(hazard.at, 0.0), drop)
        else:
            notes.append(climb_notes(game, model, hazard))
    if wish.kind == "run":
        notes.append("Running, he may neither shoot nor hide this turn.")
    edge = _edge_there(wish)
    return (*notes, *edge)


def _edge_there(wish: _Wish) -> tuple[str, ...]:
    x, y = wish.found.track.end
    edge = near_edge(wish.game, replace(wish.model, x=x, y=y, z=wish.found.track.end_z))
    if edge is None:
        return ()
    return (f"There he is {edge.distance:.1f}{INCH} from a drop of {edge.drop:.1f}{INCH}: put down, he may fall.",)


def _tallies(wish: _Wish) -> tuple[Tally, ...]:
    """The allowance with its sum, what is left of it, and what the way costs."""
    found, terms = wish.found, []
    rough = found.cost - found.track.length - _climbed(found)
    if rough > pace.TOLERANCE:
        terms.append(Modifier(op="plus", amount=rough, label="difficult ground", why=("MOR-DEF-DIFFICULT",)))
    if _climbed(found):
        terms.append(Modifier(op="plus", amount=_climbed(found), label="climbed", why=("MOR-DEF-CLIMB",)))
    cost = Tally(title="This way", base=found.track.length, modifiers=tuple(terms), suffix=INCH, why=("MOR-DEF-MOVE",))
    base = (pace.walk(wish.game, wish.model),) if wish.kind in ("run", "charge") else ()
    left = (pace.after_spending(wish.tally, wish.model),) if pace.spent(wish.model) else ()
    return (*base, wish.tally, *left, cost)


def _climbed(found: Way) -> float:
    return sum(h.size for h in found.hazards if h.kind in ("climb", "climb_down", "ladder"))


def _label(wish: _Wish) -> str:
    words = {"jump": "Jump down", "leap": "Leap", "climb": "Climb", "climb_down": "Climb down", "ladder": "Climb"}
    first = next((words[h.kind] for h in wish.found.hazards), "")
    kind = first if first and wish.kind == "walk" else wish.kind.capitalize()
    return f"{kind} {_inches(wish.found.cost)}"


def _inches(number: float) -> str:
    """A distance in words; hundredths where tenths would say 0.0."""
    return f"{number:.1f}{INCH}" if number >= 0.05 or number == 0.0 else f"{number:.3f}{INCH}"


def _distinct(objections: list[Objection] | tuple[Objection, ...]) -> tuple[Objection, ...]:
    """Each sentence once."""
    return tuple({objection.text: objection for objection in objections}.values())
