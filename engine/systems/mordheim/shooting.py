"""Chapter: Shooting — who may shoot at whom, what the die must show, and the shots themselves.

The fallen are shot at like anyone: only blows hit them by themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engine.ask import Steps, happens, roll
from engine.commands import Act
from engine.dice import D6
from engine.events import Counted, Gained, Noted
from engine.game import Game, Marker, Model, ModelId
from engine.geometry.measure import gap
from engine.questions import Modifier, Tally
from engine.rules import Plan
from engine.system import Action
from engine.systems.mordheim import criticals
from engine.systems.mordheim.conditions import RULES
from engine.systems.mordheim.questions import SHOOTING, SHOTS, TO_HIT
from engine.systems.mordheim.sight import sees
from engine.systems.mordheim.targets import shot_objections
from engine.systems.mordheim.weapons import TABLES, Weapon, at_least, missile
from engine.systems.mordheim.wounds import MOST_ON_A_DIE, Blow, hit, save, strength, to_wound

TABLE = TABLES["shooting"]
Step = Callable[[Game], Steps[Game]]


def to_hit(game: Game, shooter: Model, target: Model, weapon: Weapon) -> Tally:
    """Lowest D6 with which a shot hits: 7 less the Ballistic Skill, and what makes it harder."""
    skill = shooter.stat("BS")
    base = int(TABLE["by_skill"][min(max(skill, 1), 10) - 1])
    terms: list[Modifier] = []
    if sees(game, shooter, target).covered:
        terms.append(_harder("cover", "MOR-DEF-COVER", "cover"))
    near = gap(shooter, target).within(weapon.range * float(TABLE["long_range_beyond_share"]))
    if not near and not weapon.has_rule("thrown"):
        terms.append(_harder("long_range", "MOR-DEF-RANGE", "long range"))
    if shooter.has("moved") and not weapon.has_rule("thrown"):
        terms.append(_harder("moved", "MOR-DEF-MOVED-SHOT", "moved"))
    terms += RULES.modifiers(game, shooter, TO_HIT)
    least = int(TABLE["always_misses"]) + 1
    why = ("MOR-DEF-SHOT-TO-HIT",)
    if base + sum(term.amount for term in terms) < least:
        terms.append(Modifier(op="least", amount=least, label="as a 1 always misses", why=why))
    label = f"Ballistic Skill {skill}"
    return Tally(title=TO_HIT.title, base=base, base_label=label, modifiers=tuple(terms), suffix="+", why=why)


def _harder(name: str, why: str, label: str) -> Modifier:
    return Modifier(op="plus", amount=-int(TABLE[name]), label=label, why=(why,))


def shots(game: Game, shooter: Model, target: Model, weapon: Weapon) -> Tally:
    """How many shots: one, or two with a sling at half its range by one who did not move."""
    near = gap(shooter, target).within(weapon.range * float(TABLE["long_range_beyond_share"]))
    terms: tuple[Modifier, ...] = ()
    if weapon.has_rule("twice_at_half_range") and near and not shooter.has("moved"):
        terms = (Modifier(op="plus", amount=1, label=f"{weapon.name} at half range", why=("MOR-DEF-SLING",)),)
    return Tally(title=SHOTS.title, base=1, modifiers=terms, why=("MOR-DEF-SHOOTING",))


def plan_shoot(game: Game, act: Act) -> Plan:
    """Shoot at one enemy."""
    shooter, weapon = game.model(act.model), missile(game.model(act.model))
    target = game.model(act.targets[0]) if act.targets else None
    harder = None
    if target is not None and weapon is not None:
        harder = partial(_need, game, shooter, weapon=weapon)
    objections = shot_objections(game, shooter, act.targets, weapon, harder)
    label = "Shoot" if target is None else f"Shoot at {target.name}"
    if target is None or weapon is None or not (shooter.on_table and target.on_table):
        return Plan(label=label, objections=objections)
    blow = Blow(attacker=shooter.id, target=target.id, weapon=weapon, cause="shot")
    number = shots(game, shooter, target, weapon)
    hitting = to_hit(game, shooter, target, weapon)
    sums = (to_wound(game, blow), save(game, blow))
    steps: list[Step] = [partial(_shot, blow=blow)] * int(number.value)
    return Plan(
        label=label,
        objections=objections,
        steps=(*steps, partial(_done, shooter=shooter.id)),
        tallies=(number, hitting, strength(game, blow), *(tally for tally in sums if tally is not None)),
        evidence=sees(game, shooter, target).evidence(),
        notes=_notes(game, blow, hitting),
    )


def _need(game: Game, shooter: Model, target: Model, *, weapon: Weapon) -> int:
    return int(to_hit(game, shooter, target, weapon).value)


def _notes(game: Game, blow: Blow, hitting: Tally) -> tuple[str, ...]:
    target, notes = game.model(blow.target), []
    if hitting.value > MOST_ON_A_DIE:
        notes.append(f"No die can hit {target.name} from here.")
    if to_wound(game, blow) is None:
        notes.append(f"The shot is too weak to harm {target.name}.")
    armour = save(game, blow)
    if armour is not None and armour.value > MOST_ON_A_DIE:
        notes.append(f"The shot goes through the armour of {target.name}.")
    return tuple(notes)


def _shot(game: Game, *, blow: Blow) -> Steps[Game]:
    """One shot: roll to hit, then as for any hit."""
    shooter, target = game.model(blow.attacker), game.model(blow.target)
    if not target.on_table:
        text = f"a shot of {shooter.name} finds nobody"
        return (yield from happens(Noted(text=text, model=shooter.id, other=target.id, why=("MOR-OOA-2",))))
    tally = to_hit(game, shooter, target, blow.weapon)
    need, why = int(tally.value), tuple(dict.fromkeys((*tally.why, *(w for term in tally.modifiers for w in term.why))))
    if need > MOST_ON_A_DIE:
        text = f"the shot of {shooter.name} cannot hit"
        return (yield from happens(Noted(text=text, model=shooter.id, other=target.id, why=why)))
    if target.has("knocked_down") or target.has("stunned"):
        why = (*why, "MOR-DEF-SHOT-FALLEN")
    what, reading = f"to hit {target.name}, {need}+", at_least(need, "hit", "miss")
    rolled = yield from roll(D6, reading, what, side=shooter.side, model=shooter.id, need=f"{need}+", why=why)
    if rolled == "miss":
        return game
    return (yield from hit(game, blow))


def _done(game: Game, *, shooter: ModelId) -> Steps[Game]:
    """He has shot; the critical hit of this phase is forgotten."""
    if game.model(shooter).count(criticals.USED):
        game = yield from happens(Counted(of="model", whose=shooter, name=criticals.USED, value=0))
    return (yield from happens(Gained(model=shooter, marker=Marker("shot"), why=("MOR-DEF-SHOOTING",))))


def aims(game: Game, model: Model) -> tuple[tuple[str, ...], ...]:
    """Every enemy on the table, nearest first, for whoever carries a missile weapon."""
    if missile(model) is None or not model.on_table:
        return ()
    return tuple((enemy.id,) for enemy in sorted(game.enemies(model), key=lambda enemy: gap(model, enemy).distance))


ACTIONS = (
    Action(
        "shoot", "Shoot", (SHOOTING,), plan_shoot, aims, "shoot", "One enemy in sight and range, usually the closest."
    ),
)
