"""Chapter: Close combat — a warrior's blows of one phase, and attacking the fallen.

One `fight` is all the blows of one warrior in one phase.  Whom they go to is settled before
the first die, and so is how each target stands or lies: the plan is that snapshot.  It is
what keeps a warrior from putting an enemy down and then finishing him as a fallen one,
while the next warrior, planned later, may.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import combinations_with_replacement

from engine.ask import Steps, happens, roll
from engine.commands import Act
from engine.dice import D6
from engine.events import Counted, Gained, Noted
from engine.game import Game, Marker, Model, ModelId
from engine.questions import Modifier, Tally
from engine.rules import Plan
from engine.system import Action
from engine.systems.mordheim import criticals
from engine.systems.mordheim.blows import allocated, fight_objections, free_kills, hold_objections
from engine.systems.mordheim.conditions import RULES
from engine.systems.mordheim.engaged import enemies_touching, standing, standing_enemies, touching
from engine.systems.mordheim.injuries import take_out
from engine.systems.mordheim.parry import HITS, all_to_hit, may_parry
from engine.systems.mordheim.questions import ATTACKS, COMBAT, TO_HIT
from engine.systems.mordheim.strike_order import LOST, ROLL_OFF, fresh, order, roll_off, tied, tier
from engine.systems.mordheim.weapons import TABLES, at_least, wielded
from engine.systems.mordheim.wounds import MOST_ON_A_DIE, Blow, hit, save, strength, to_wound

Step = Callable[[Game], Steps[Game]]

__all__ = ["ACTIONS", "attacks", "order", "to_hit"]


def attacks(game: Game, model: Model) -> Tally:
    """How many blows a warrior strikes in a phase."""
    more = RULES.modifiers(game, model, ATTACKS)
    arms = wielded(model)
    if len(arms) > 1:
        why = ("MOR-DEF-TWO-WEAPONS",)
        more = (Modifier(op="plus", amount=1, label=f"{arms[1].name} in the other hand", why=why), *more)
    return Tally(title=ATTACKS.title, base=model.stat("A"), modifiers=more, why=("MOR-DEF-COMBAT",))


def to_hit(game: Game, attacker: Model, target: Model) -> Tally:
    """Lowest D6 with which a blow at a standing enemy hits."""
    table, skill, against = TABLES["to_hit"], attacker.stat("WS"), target.stat("WS")
    if skill > against:
        base = table["against_lower"]
    elif against > 2 * skill:
        base = table["against_more_than_double"]
    else:
        base = table["otherwise"]
    why = ("MOR-DEF-TO-HIT",)
    label = f"Weapon Skill {skill} against {against}"
    terms = RULES.modifiers(game, attacker, TO_HIT)
    least = int(table["always_misses"]) + 1
    if base + sum(term.amount for term in terms) < least:
        terms = (*terms, Modifier(op="least", amount=least, label="as a 1 always misses", why=why))
    return Tally(title=TO_HIT.title, base=base, base_label=label, modifiers=terms, suffix="+", why=why)


def plan_fight(game: Game, act: Act) -> Plan:
    """All blows of one warrior; *targets* has one id an attack, or a single id for all of them."""
    attacker = game.model(act.model)
    touched = enemies_touching(game, attacker)
    aims = tuple(ModelId(name) for name in act.targets) or tuple(enemy.id for enemy in touched[:1] if len(touched) == 1)
    number = max(0, int(attacks(game, attacker).value))
    objections = fight_objections(game, attacker, aims, number)
    label = f"Fight {_named(game, aims)}" if aims else "Fight"
    if not aims or not attacker.on_table:
        return Plan(label=label, objections=objections)
    killed = free_kills(game, attacker)
    blows = _blows(game, attacker, tuple(aim for aim in allocated(aims, number) if aim not in killed))
    return Plan(
        label=label,
        objections=objections,
        steps=_steps(game, attacker, blows, killed),
        tallies=_tallies(game, attacker, blows),
        notes=_notes(game, attacker, blows, killed),
    )


def _blows(game: Game, attacker: Model, aims: tuple[ModelId, ...]) -> tuple[Blow, ...]:
    """One blow an aim; the last of a full set is struck with the second weapon, if there is one.

    How each target lies is noted here, once, for all of them (MOR-DEF-SNAPSHOT).
    """
    arms = wielded(attacker)
    first = attacker.stat("A")
    found = []
    for index, aim in enumerate(aims):
        target = game.model(aim)
        weapon = arms[1] if len(arms) > 1 and index >= first else arms[0]
        lying = next((status for status in ("stunned", "knocked_down") if target.has(status)), "")
        found.append(
            Blow(attacker=attacker.id, target=aim, weapon=weapon, fallen=lying, fresh=fresh(game, attacker, target))
        )
    return tuple(found)


def _steps(game: Game, attacker: Model, blows: tuple[Blow, ...], killed: tuple[ModelId, ...]) -> tuple[Step, ...]:
    """The numbered steps: a roll-off if there is a tie, the blows one by one, and that he has struck."""
    steps: list[Step] = [partial(_finish, attacker=attacker.id, target=target, why=()) for target in killed]
    guarded = {blow.target for blow in blows if may_parry(game, game.model(blow.target))}
    opened: list[ModelId] = []
    for number, blow in enumerate(blows):
        near = touching(attacker, game.model(blow.target))
        if blow.target in guarded and blow.target not in opened:
            opened.append(blow.target)
            steps.append(partial(all_to_hit, blows=_numbered(game, blows, blow.target)))
        if blow.target in guarded:
            steps.append(partial(_left, blow=blow, number=number, near=near))
        else:
            steps.append(partial(_strike, blow=blow, near=near))
    steps.append(partial(_done, attacker=attacker.id))
    if tied(game, attacker):
        won = [partial(_unless_lost, attacker=attacker.id, step=step) for step in steps]
        return (partial(roll_off, name=attacker.id), *won)
    return tuple(steps)


def _numbered(game: Game, blows: tuple[Blow, ...], target: ModelId) -> tuple[tuple[int, Blow, int], ...]:
    """The blows at one target with their numbers and what they need to hit."""
    need = _need(game, blows[0].attacker, target)
    return tuple((number, blow, need) for number, blow in enumerate(blows) if blow.target == target)


def _need(game: Game, attacker: ModelId, target: ModelId) -> int:
    return int(to_hit(game, game.model(attacker), game.model(target)).value)


def _unless_lost(game: Game, *, attacker: ModelId, step: Step) -> Steps[Game]:
    """After a lost roll-off the enemy strikes first, and this warrior is asked again later."""
    if game.model(attacker).count(ROLL_OFF) == LOST:
        return game
    return (yield from step(game))


def _lost(game: Game, blow: Blow, near: bool) -> bool:
    """Is the target gone: out of action, or fallen away from the contact it was in?"""
    target = game.model(blow.target)
    return not target.on_table or (near and not touching(game.model(blow.attacker), target))


def _strike(game: Game, *, blow: Blow, near: bool) -> Steps[Game]:
    """One blow: lost, finishing a fallen one, or rolled to hit."""
    attacker, target = game.model(blow.attacker), game.model(blow.target)
    if _lost(game, blow, near):
        text = f"a blow of {attacker.name} finds nobody"
        return (yield from happens(Noted(text=text, model=attacker.id, other=target.id, why=("MOR-OOA-2",))))
    if blow.fallen == "stunned":
        return (yield from _finish(game, attacker=attacker.id, target=target.id, why=_put_down(game, attacker, target)))
    if blow.fallen:
        why = ("MOR-ATKKD-1", "MOR-ATKKD-2", *_put_down(game, attacker, target))
        text = f"{target.name} lies there: the blow hits"
        game = yield from happens(Noted(text=text, model=target.id, other=attacker.id, why=why))
        return (yield from hit(game, blow))
    need = _need(game, attacker.id, target.id)
    what = f"to hit {target.name}, {need}+"
    why = ("MOR-DEF-TO-HIT",) if standing(target) else ("MOR-DEF-TO-HIT", "MOR-MULTI-1", "MOR-DEF-SNAPSHOT")
    reading = at_least(need, "hit", "miss")
    rolled = yield from roll(D6, reading, what, side=attacker.side, model=attacker.id, need=f"{need}+", why=why)
    if rolled == "miss":
        return game
    return (yield from hit(game, blow))


def _left(game: Game, *, blow: Blow, number: int, near: bool) -> Steps[Game]:
    """A blow whose die to hit has been rolled already: it wounds if it hit and was not parried."""
    if _lost(game, blow, near) or not game.model(blow.attacker).count(HITS) >> number & 1:
        return game
    return (yield from hit(game, blow))


def _finish(game: Game, *, attacker: ModelId, target: ModelId, why: tuple[str, ...]) -> Steps[Game]:
    """A stunned enemy is at his mercy: out of action without a die."""
    text = f"{game.model(target).name} lies stunned and is finished"
    said = Noted(text=text, model=target, other=attacker, why=("MOR-ATKST-2", *why))
    game = yield from happens(said)
    return (yield from take_out(game, target, ("MOR-ATKST-2",)))


def _put_down(game: Game, attacker: Model, target: Model) -> tuple[str, ...]:
    """The clauses that let a second warrior finish what a first began this phase."""
    helped = any(friend.has("struck") and touching(friend, target) for friend in game.friends(attacker))
    return ("MOR-MULTI-2", "MOR-MULTI-3") if helped else ()


def _done(game: Game, *, attacker: ModelId) -> Steps[Game]:
    """His blows are done; what only counted while they lasted is dropped."""
    for name in (HITS, ROLL_OFF, criticals.USED):
        if game.model(attacker).count(name):
            game = yield from happens(Counted(of="model", whose=attacker, name=name, value=0))
    return (yield from happens(Gained(model=attacker, marker=Marker("struck"), why=("MOR-DEF-COMBAT",))))


def _tallies(game: Game, attacker: Model, blows: tuple[Blow, ...]) -> tuple[Tally, ...]:
    """The numbers the blows rest on, once for each target."""
    found = [attacks(game, attacker), tier(game, attacker)]
    for target in dict.fromkeys(blow.target for blow in blows):
        blow = next(blow for blow in blows if blow.target == target)
        if blow.fallen == "stunned":
            continue
        if not blow.fallen:
            found.append(to_hit(game, attacker, game.model(target)))
        found.append(strength(game, blow))
        found += [tally for tally in (to_wound(game, blow), save(game, blow)) if tally is not None]
    return tuple(found)


def _notes(game: Game, attacker: Model, blows: tuple[Blow, ...], killed: tuple[ModelId, ...]) -> tuple[str, ...]:
    """What a player should know before the first die, in words."""
    notes = [f"{game.model(name).name} lies stunned: out of action without a die." for name in killed]
    for target in dict.fromkeys(blow.target for blow in blows):
        blow, model = next(blow for blow in blows if blow.target == target), game.model(target)
        if blow.fallen == "stunned":
            notes.append(f"{model.name} lies stunned: one blow takes him out of action without a die.")
            continue
        if blow.fallen:
            notes.append(f"{model.name} lies knocked down: blows hit, and a wound not saved takes him out of action.")
        elif may_parry(game, model):
            notes.append(f"{model.name} may parry the best hit, unless it is a 6.")
        armour = save(game, blow)
        if armour is not None and armour.value > MOST_ON_A_DIE:
            notes.append(f"The blow goes through the armour of {model.name}.")
        if to_wound(game, blow) is None:
            notes.append(f"{attacker.name} is too weak to harm {model.name}.")
    rivals = tied(game, attacker)
    if rivals:
        notes.append(f"Tied with {rivals[0].name} at Initiative {attacker.stat('I')}: a roll-off comes first.")
    return tuple(notes)


def plan_hold(game: Game, act: Act) -> Plan:
    """Strike nobody: allowed where only the fallen are in reach, for nobody must finish them."""
    attacker = game.model(act.model)
    objections = hold_objections(game, attacker)
    steps: tuple[Step, ...] = (partial(_done, attacker=attacker.id),) if attacker.on_table else ()
    return Plan(label="Strike nobody", objections=objections, steps=steps)


def aims(game: Game, model: Model) -> tuple[tuple[str, ...], ...]:
    """Every enemy in contact, whether he may be struck or not, then every way to divide the attacks."""
    touched = tuple(enemy.id for enemy in enemies_touching(game, model))
    worthy = tuple(enemy.id for enemy in standing_enemies(game, model)) or touched
    number = max(0, int(attacks(game, model).value))
    divided = tuple(set_ for set_ in combinations_with_replacement(worthy, number) if len(dict.fromkeys(set_)) > 1)
    return (*((enemy,) for enemy in touched), *divided)


def _named(game: Game, aims: tuple[ModelId, ...]) -> str:
    """'Kestrel', or 'Kestrel twice, Morrow' where the attacks are divided."""
    often = {1: "", 2: " twice"}
    names = [
        game.model(aim).name + (often.get(aims.count(aim), f" {aims.count(aim)} times") if len(aims) > 1 else "")
        for aim in dict.fromkeys(aims)
    ]
    return ", ".join(names)


ACTIONS = (
    Action(
        "fight", "Fight", (COMBAT,), plan_fight, aims, "fight", "Strike all blows of this phase at enemies in contact."
    ),
    Action("hold", "Strike nobody", (COMBAT,), plan_hold, None, "hold", "Leave the fallen alone in this phase."),
)
