"""Chapter: Injuries — wounds lost, the injury roll, and what it does to a warrior.

`suffer` is the one way in: blows, shots and falls all end here.  `take_out` is the one way off
the table.  The gravest result of a turn is kept in the counter `injury_high`, so that of
several rolls only the highest applies; `turn.py` clears it as a player's turn begins.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Literal, NamedTuple

from engine.ask import Steps, happens, roll
from engine.dice import D6, Dice, Faces
from engine.events import Counted, Gained, Lost, Noted, Removed, Why
from engine.game import NO_MODEL, Game, Marker, Model, ModelId, SideId
from engine.systems.mordheim.questions import PHASES
from engine.systems.mordheim.weapons import TABLES, at_least, carries

Cause = Literal["blow", "shot", "fall"]

KNOCKED_DOWN = "knocked down"
STUNNED = "stunned"
OUT_OF_ACTION = "out of action"
EASED = "knocked down instead"
"""Stunned by the dice, but knocked down thanks to a helmet, a skull or no pain."""
MARKERS = {KNOCKED_DOWN: "knocked_down", STUNNED: "stunned"}
"""Results in words, as the log prints them, and the status each lays on the warrior."""

GRAVITY = {"": 0, KNOCKED_DOWN: 1, EASED: 2, STUNNED: 3, OUT_OF_ACTION: 4}
"""From mild to grave, as kept in the counter `injury_high`; 0 is no injury yet."""


def wounds_left(model: Model) -> int:
    """Wounds the warrior has left, never below 0 (MOR-WND-1)."""
    return max(0, model.stat("W") - model.count("wounds_lost"))


def wounds(game: Game, model: Model) -> tuple[int, int]:
    """Wounds left, and the Wounds value."""
    return wounds_left(model), model.stat("W")


def suffer(
    game: Game,
    victim: ModelId,
    *,
    wounds: int,
    by: SideId,
    cause: Cause,
    bonus: int = 0,
    concussion: bool = False,
    attacker: ModelId = NO_MODEL,
) -> Steps[Game]:
    """So many unsaved wounds: each takes one away, and from the last one on each is an injury die.

    *by* is the side that rolls, *bonus* is added to each die (critical hits).  The dice of one
    blow are thrown together; the gravest result counts.
    """
    before = wounds_left(game.model(victim))
    for _ in range(min(wounds, before)):
        left = wounds_left(game.model(victim))
        why = ("MOR-WND-2", "MOR-WND-3") if left > 1 else ("MOR-WND-3", "MOR-INJ-1")
        lost = game.model(victim).count("wounds_lost") + 1
        game = yield from happens(Counted(of="model", whose=victim, name="wounds_lost", value=lost, why=why))
    rolls = wounds - max(0, before - 1)
    if rolls < 1:
        return game
    result = yield from _injured(game, victim, rolls, _Rolls(by, bonus, concussion), ran_out=before > 0)
    if result == OUT_OF_ACTION:
        return (yield from take_out(game, victim, ("MOR-CHART-3",)))
    return (yield from _apply(game, victim, result, _scope(game, attacker)))


class _Rolls(NamedTuple):
    """What bears on the injury rolls of one blow: who rolls, what is added, which chart."""

    by: SideId
    bonus: int
    concussion: bool


def _injured(game: Game, victim: ModelId, number: int, cause: _Rolls, ran_out: bool) -> Steps[str]:
    """The result of so many injury rolls: the gravest, or die by die where each may be eased."""
    if game.reading("helmet_save", "per_result") == "per_result":
        return (yield from _injury(game, victim, Dice(number, 6), cause, ran_out))
    worst = ""
    for index in range(number):
        result = yield from _injury(game, victim, D6, cause, ran_out and index == 0)
        if result == OUT_OF_ACTION:
            return result
        if result == STUNNED:
            result = yield from _eased(game, victim)
        worst = max(worst, result, key=GRAVITY.__getitem__)
    return worst


def take_out(game: Game, victim: ModelId, why: Why) -> Steps[Game]:
    """Out of action: off the table at once, whatever wounds are left."""
    fact = Removed(model=victim, reason="out of action", why=(*why, "MOR-OOA-1", "MOR-OOA-2"))
    return (yield from happens(fact))


def chart_of(model: Model, concussion: bool) -> str:
    """Which injury chart is read: true grit and concussion weapons have their own."""
    gritty = "true_grit" in model.profile.traits
    if gritty and concussion:
        return "true_grit_concussion"
    return "true_grit" if gritty else "concussion" if concussion else "normal"


@lru_cache(maxsize=256)
def injury_chart(chart: str, modifier: int) -> Callable[[Faces], str]:
    """The reading of injury dice on a chart: the highest counts, and totals off an end count as that end."""
    rows = TABLES["injury"][chart]

    def read(faces: Faces) -> str:
        total = max(faces) + modifier
        found = next((str(result) for result, up_to in rows if total <= up_to), OUT_OF_ACTION)
        return found.replace("_", " ")

    return read


def helmet_need(model: Model) -> int | None:
    """Lowest D6 that turns stunned into knocked down: helmet, thick skull, or both."""
    table = TABLES["injury"]
    helmet, skull = carries(model, "helmet"), "thick_skull" in model.profile.traits
    if helmet and skull:
        return int(table["thick_skull_with_helmet"])
    return int(table["helmet"]) if helmet else int(table["thick_skull"]) if skull else None


def _injury(game: Game, victim: ModelId, dice: Dice, cause: _Rolls, ran_out: bool) -> Steps[str]:
    """An injury roll by whoever caused the wounds, read off the victim's chart."""
    model = game.model(victim)
    modifier = cause.bonus + sum(model.values("injury_modifier"))
    why = ["MOR-INJ-1" if ran_out else "MOR-STAND-11", "MOR-INJ-2", "MOR-INJ-3"]
    why += ["MOR-CHART-1", "MOR-CHART-2", "MOR-CHART-3"]
    what = f"injury of {model.name}"
    if modifier:
        what += f", {'−' if modifier < 0 else '+'}{abs(modifier)}"
        why.append("MOR-DEF-INJURY-MODIFIER")
    chart = chart_of(model, cause.concussion)
    if cause.concussion:
        why.append("MOR-DEF-CONCUSSION")
    if chart.startswith("true_grit"):
        why.append("MOR-DEF-TRUE-GRIT")
    if dice.count > 1:
        why.append("MOR-INJ-4")
    return (yield from roll(dice, injury_chart(chart, modifier), what, side=cause.by, model=victim, why=tuple(why)))


def _eased(game: Game, victim: ModelId) -> Steps[str]:
    """Stunned, unless no pain, a helmet or a thick skull makes it knocked down."""
    model = game.model(victim)
    if "no_pain" in model.profile.traits:
        said = Noted(text=f"{model.name} feels no pain", model=victim, why=("MOR-DEF-NO-PAIN",))
        game = yield from happens(said)
        return EASED
    need = helmet_need(model)
    if need is None:
        return STUNNED
    why = ("MOR-DEF-HELMET",) if carries(model, "helmet") else ()
    if "thick_skull" in model.profile.traits:
        why = (*why, "MOR-DEF-THICK-SKULL")
    what = f"{model.name} not to be stunned, {need}+"
    reading = at_least(need, EASED, STUNNED)
    return (yield from roll(D6, reading, what, side=model.side, model=victim, need=f"{need}+", why=why))


def _apply(game: Game, victim: ModelId, result: str, scope: int) -> Steps[Game]:
    """Only the highest result of the turn applies: what is not graver than it changes nothing."""
    model = game.model(victim)
    known = model.count("injury_high") if model.count("injury_scope") == scope else 0
    if GRAVITY[result] <= known:
        text = f"{model.name} was injured as badly this turn"
        return (yield from happens(Noted(text=text, model=victim, why=("MOR-INJ-4",))))
    why = ("MOR-INJ-4", "MOR-DEF-ONE-TURN")
    high = Counted(of="model", whose=victim, name="injury_high", value=GRAVITY[result], why=why)
    game = yield from happens(high)
    if model.count("injury_scope") != scope:
        game = yield from happens(Counted(of="model", whose=victim, name="injury_scope", value=scope, why=why))
    if result == STUNNED and game.reading("helmet_save", "per_result") == "per_result":
        result = yield from _eased(game, victim)
    return (yield from lay(game, victim, result))


def lay(game: Game, victim: ModelId, result: str) -> Steps[Game]:
    """The warrior goes down as the result says, but an injury never leaves him better off."""
    model = game.model(victim)
    if result == STUNNED:
        return (yield from _down(game, victim, STUNNED, KNOCKED_DOWN, ("MOR-CHART-2", "MOR-STUN-2")))
    if result == KNOCKED_DOWN and "jump_up" in model.profile.traits:
        text = f"{model.name} jumps up at once"
        return (yield from happens(Noted(text=text, model=victim, why=("MOR-DEF-JUMP-UP",))))
    if model.has(MARKERS[STUNNED]) and game.reading("better_by_injury", "no") == "no":
        text = f"{model.name} stays stunned"
        return (yield from happens(Noted(text=text, model=victim, why=("MOR-DEF-NEVER-BETTER",))))
    return (yield from _down(game, victim, KNOCKED_DOWN, STUNNED, ("MOR-CHART-1", "MOR-KD-2")))


def _down(game: Game, victim: ModelId, result: str, instead_of: str, why: Why) -> Steps[Game]:
    status = MARKERS[result]
    for gone in (MARKERS[instead_of], "standing_up"):
        if game.model(victim).has(gone):
            game = yield from happens(Lost(model=victim, status=gone, why=why))
    if game.model(victim).has(status):
        return game
    return (yield from happens(Gained(model=victim, marker=Marker(status), why=why)))


def _scope(game: Game, attacker: ModelId) -> int:
    """Of which rolls only the highest counts, as a number: 0 the whole turn (MOR-INJ-4)."""
    reading = game.reading("injury_scope", "turn")
    if reading == "turn":
        return 0
    phase = PHASES.index(game.phase) + 1 if game.phase in PHASES else len(PHASES) + 1
    if reading == "phase":
        return phase
    ids = tuple(model.id for model in game.models)
    return phase * 1000 + (ids.index(attacker) + 1 if attacker in ids else 0)
