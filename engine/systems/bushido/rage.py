"""State: Berserk — what it must do as it activates: four steps, the first that applies.

Melee at the nearest valid enemy if he is in range; else, with two counters, a charge at the
nearest valid enemy; else it turns to the nearest enemy of all and runs straight at him, as
far as it can; else it may do as it likes.  Valid is whom it may select or target now.
Readings: a step that another state forbids is passed over (`berserk_forbidden`); in range
means by a way that is allowed (`berserk_range`); among equally near ones its player picks.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from msgspec import Struct

from engine.ask import Steps
from engine.events import Event, Gained
from engine.game import Game, Marker, Model, ModelId
from engine.geometry.evidence import NOTHING, Evidence, Line
from engine.geometry.measure import CONTACT, gap
from engine.geometry.tracks import Track
from engine.questions import Objection
from engine.systems.bushido import approach, fear, pace, sprint, straight, unmasking
from engine.systems.bushido.berserk import BERSERK
from engine.systems.bushido.conditions import RULES
from engine.systems.bushido.contact import apart, binding, touching
from engine.systems.bushido.controlled import CONTROL
from engine.systems.bushido.counters import activations, copies
from engine.systems.bushido.gaining import gain
from engine.systems.bushido.ground import INCH, bare
from engine.systems.bushido.impetuous import IMPETUOUS
from engine.systems.bushido.questions import DECLARE
from engine.systems.bushido.readings import BERSERK_FORBIDDEN, BERSERK_NEAREST, BERSERK_RANGE, chosen
from engine.systems.bushido.sight import sees
from engine.systems.bushido.wish import CHARGE, COMPLEX, MELEE, RUN, Wish

STEP = {MELEE: "BUS-BERSERK-4", CHARGE: "BUS-BERSERK-5", RUN: "BUS-BERSERK-6"}
FORBIDDEN = "forbidden"


class Duty(Struct, frozen=True, kw_only=True):
    """What a Berserk model must do now: an action, and the enemies it may do it to (several when equally near).

    *runs* are the ways of a compulsory run, one a target.  *action* is `FORBIDDEN` where another state forbids
    the step that applies and the reading says that its activation is lost.
    """

    action: str
    targets: tuple[ModelId, ...]
    runs: tuple[Track, ...] = ()


def rouse(game: Game, model: ModelId, event: Event) -> Steps[Game]:
    """With each Berserk marker comes an Impetuous one."""
    if not isinstance(event, Gained) or event.marker.status != BERSERK:
        return game
    return (yield from gain(game, model, Marker(IMPETUOUS), "BUS-BERSERK-2"))


@lru_cache(maxsize=256)
def duty(game: Game, model: Model) -> Duty | None:
    """The first of the steps that applies; None when the model may do as it likes."""
    if not model.has(BERSERK) or not model.on_table:
        return None
    return _melee(game, model) or _charge(game, model) or _run(game, model)


def gate(game: Game, wish: Wish) -> tuple[Objection, ...]:
    """A Berserk model declares what its step demands, and nothing else."""
    model = game.model(wish.model)
    must = duty(game, model)
    if must is None or (wish.action == must.action and (must.action == RUN or _aimed(wish, must))):
        return ()
    why = ["BUS-BERSERK-3"] if must.action == FORBIDDEN else ["BUS-BERSERK-3", STEP[must.action]]
    if len(must.targets) > 1:
        why.append("BUS-DEF-OWN-TIES")
    return (Objection(text=told(game, model), why=tuple(why), model=model.id, evidence=shown_duty(game, model)),)


def told(game: Game, model: Model) -> str:
    """What a Berserk model must do now, in a sentence; empty when it may do as it likes."""
    must = duty(game, model)
    if must is None:
        return ""
    if must.action == FORBIDDEN:
        return f"{model.name} is Berserk and must do what its state forbids: it loses its activation."
    names = " or ".join(game.model(name).name for name in must.targets)
    how = {MELEE: f"declare Melee against {names}", CHARGE: f"charge {names}", RUN: f"run straight at {names}"}
    nearest = "the nearest enemy" if must.action == RUN else "the nearest valid enemy"
    return f"{model.name} is Berserk and must {how[must.action]}, {nearest}."


def shown_duty(game: Game, model: Model) -> Evidence:
    """The ruler to the enemy it must go for, and the run it must make."""
    must = duty(game, model)
    if must is None:
        return NOTHING
    shown = NOTHING
    for name in must.targets:
        found = gap(bare(model), bare(game.model(name)))
        word = "nearest enemy" if must.action == RUN else "nearest valid enemy"
        line = Line(found.at, "ruler", f"{found.plan:.1f}{INCH} {word}")
        shown += Evidence(lines=(line,), pieces=(name,))
    return sum((run.evidence() for run in must.runs), shown)


def nearest(game: Game, model: Model, valid: Callable[[Model], bool]) -> tuple[Model, ...]:
    """The nearest enemy that is valid, edge to edge; all of them where several are equally near."""
    found = [(apart(model, enemy), enemy) for enemy in game.enemies(model) if valid(enemy)]
    least = min((far for far, _ in found), default=0.0)
    return tuple(enemy for far, enemy in found if far <= least + CONTACT)


def _aimed(wish: Wish, must: Duty) -> bool:
    return bool(wish.selects) and set(wish.selects) <= set(must.targets)


def _valid(game: Game, model: Model, kind: str) -> Callable[[Model], bool]:
    """May this enemy be selected (for Melee) or targeted (for a charge) now?"""

    def valid(enemy: Model) -> bool:
        touches = () if touching(model, enemy) else (enemy.id,)
        wish = Wish(model=model.id, action=kind, title=kind, selects=(enemy.id,), sees=kind == CHARGE, touches=touches)
        if unmasking.gate(game, wish) or fear.gate(game, wish):
            return False
        return kind == MELEE or sees(game, model, enemy).sees

    return valid if chosen(game, BERSERK_NEAREST) == "valid" else lambda enemy: True


def _melee(game: Game, model: Model) -> Duty | None:
    """Step 1."""
    if not _allowed(game, model, MELEE):
        return _forbidden(game, model, MELEE)
    targets = nearest(game, model, _valid(game, model, MELEE))
    return _at(MELEE, tuple(enemy.id for enemy in targets if _in_range(game, model, enemy, MELEE)))


def _charge(game: Game, model: Model) -> Duty | None:
    """Step 2."""
    if activations(model) < COMPLEX:
        return None
    if not _allowed(game, model, CHARGE) or copies(model, CONTROL) == 1 or binding(game, model):
        return _forbidden(game, model, CHARGE)
    targets = nearest(game, model, _valid(game, model, CHARGE))
    return _at(CHARGE, tuple(enemy.id for enemy in targets if _in_range(game, model, enemy, CHARGE)))


def _run(game: Game, model: Model) -> Duty | None:
    """Step 3."""
    if not _allowed(game, model, RUN) or binding(game, model):
        return _forbidden(game, model, RUN)
    found = [(e.id, sprint.runs(game, model, straight.facing(model, e))) for e in nearest(game, model, lambda e: True)]
    ways = [(name, way) for name, way in found if way is not None]
    if not ways:
        return None
    return Duty(action=RUN, targets=tuple(name for name, _ in ways), runs=tuple(way for _, way in ways))


def _at(action: str, targets: tuple[ModelId, ...]) -> Duty | None:
    return Duty(action=action, targets=targets) if targets else None


def _allowed(game: Game, model: Model, action: str) -> bool:
    return RULES.ruling(game, model, DECLARE, action).granted


def _forbidden(game: Game, model: Model, action: str) -> Duty | None:
    """A step that a state forbids: passed over, or (by reading) the end of the activation."""
    if chosen(game, BERSERK_FORBIDDEN) == "skipped" or _allowed(game, model, action):
        return None
    targets = nearest(game, model, lambda enemy: True)
    reaches = action == RUN or any(apart(model, e) <= pace.allowed(game, model, action).value for e in targets)
    return Duty(action=FORBIDDEN, targets=tuple(enemy.id for enemy in targets)) if targets and reaches else None


def _in_range(game: Game, model: Model, enemy: Model, kind: str) -> bool:
    if chosen(game, BERSERK_RANGE) == "distance":
        return apart(model, enemy) <= pace.allowed(game, model, kind).value
    way = approach.melee(game, model, enemy) if kind == MELEE else approach.charge(game, model, enemy)
    return way.reaches
