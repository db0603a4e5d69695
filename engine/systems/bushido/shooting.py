"""Chapter: Ranged Attacks — bands, the challenge number with its terms, the shot, and what it costs.

Nobody shoots from contact or out of an enemy's zone (the gates of `activation` say so).  The
walk that may come before or after a shot is handed in by `aside`; a turn towards the
target is a walk of no inches.
"""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from engine.ask import Option, Steps, choose, happens, roll
from engine.commands import Act
from engine.events import Counted, Noted, Turned
from engine.game import Game, Marker, Model, ModelId, Point
from engine.geometry.arcs import bearing
from engine.questions import Modifier, Objection, Tally
from engine.rules import Plan
from engine.system import Action
from engine.systems.bushido import bout, surprise, unmasking, zone
from engine.systems.bushido.activation import Step, declare
from engine.systems.bushido.conditions import RULES
from engine.systems.bushido.contact import apart, touching
from engine.systems.bushido.counters import AMMO, RAN, SHOTS
from engine.systems.bushido.gaining import gain
from engine.systems.bushido.guarded import now_aimed_at
from engine.systems.bushido.ki import may_spend
from engine.systems.bushido.pools import boosts, ranged_pool
from engine.systems.bushido.prone import PRONE
from engine.systems.bushido.questions import MAIN, RANGED_CN
from engine.systems.bushido.readings import DEATH_SENTENCE_REDIRECTED, SHOT_AFTER_WALK, chosen
from engine.systems.bushido.rolls import challenge, level, pool
from engine.systems.bushido.sight import cover, sees
from engine.systems.bushido.size import HUGE, size, size_name
from engine.systems.bushido.strikes import damage
from engine.systems.bushido.surprised import SURPRISED
from engine.systems.bushido.targets import unseen
from engine.systems.bushido.weapons import TABLES, Weapon, ranged_weapons
from engine.systems.bushido.wish import SHOOT, Wish

WHY = ("BUS-DEF-32",)
ACTION_WHY = ("BUS-DEF-ACTION-SHOOT",)
BANDS = ("short", "medium", "long")
AMONG_FRIENDS = 6
"""Challenge number of the test whether a shot into a melee finds its target."""


def plan_shot(
    game: Game,
    shooter: Model,
    target: Model,
    *,
    path: tuple[Point, ...] = (),
    before: tuple[Step, ...] = (),
    after: tuple[Step, ...] = (),
    inches: float = 0.0,
    objections: tuple[Objection, ...] = (),
) -> Plan:
    """One shot: *path* and *before* are a walk to where it is taken from, *after* a walk that follows it."""
    there, turns = stance(game, shooter, target, path)
    moves = bool(before or after or turns)
    late = bool(before) and chosen(game, SHOT_AFTER_WALK) == "after_walk"
    weapons = ranged_weapons(shooter)
    usable = tuple(weapon for weapon in weapons if not unusable(shooter, weapon) and band(weapon, there, target))
    wish = Wish(
        model=shooter.id,
        action=SHOOT,
        title=f"Shoot {target.name}",
        selects=(target.id,),
        sees=True,
        ranged=not late,
        moves=moves,
        inches=inches,
        tokens=1 if usable and all(weapon.ammo for weapon in usable) else 0,
    )
    turn = (partial(_turn, name=shooter.id, target=target.id),) if turns and not before else ()
    stuck = zone.inside_objections(game.with_model(there), there, "shoot", *ACTION_WHY) if moves else ()
    found = (*_objections(game, shooter, there, target, weapons, usable), *stuck, *objections)
    seen_through = (partial(unmasking.test, wish=replace(wish, ranged=True)),) if late else ()
    tallies = tuple(
        tally
        for weapon in usable[:1]
        for tally in (challenge_number(game, there, target, weapon, moves), ranged_pool(game, shooter, target))
    )
    body = (
        *turn,
        *before,
        *seen_through,
        *_steps(game, shooter.id, target.id, moves, path),
        *after,
        surprise.over(target.id),
    )
    return declare(game, wish, *body, objections=found, tallies=tallies, notes=_notes(game, there, target))


def stance(game: Game, shooter: Model, target: Model, path: tuple[Point, ...] = ()) -> tuple[Model, bool]:
    """The shooter as it shoots, and whether it has to turn for it.

    After a walk it faces the target; otherwise it turns only if it would not see it as it stands.
    """
    there = replace(shooter, x=path[-1][0], y=path[-1][1]) if path else shooter
    if there.id == target.id or (there.x, there.y) == (target.x, target.y):
        return there, False
    turned = replace(there, facing=(there.facing + bearing(there, target)) % 360.0)
    if path:
        return turned, True
    if sees(game, there, target).sees or not sees(game.with_model(turned), turned, target).sees:
        return there, False
    return turned, True


def unusable(shooter: Model, weapon: Weapon) -> Objection | None:
    """Why this weapon cannot be shot now: a Reload marker, or no ammunition."""
    if weapon.reload and shooter.has("reload"):
        text = f"{shooter.name} has to reload before it can shoot the {weapon.name.lower()} again."
        return Objection(text=text, why=("BUS-RELOADING-1",), model=shooter.id)
    if weapon.ammo and not shooter.count(AMMO):
        text = f"{shooter.name} has no ammunition left for the {weapon.name.lower()}."
        return Objection(text=text, why=("BUS-DEF-TRAIT-AMMO",), model=shooter.id)
    return None


def band(weapon: Weapon, shooter: Model, target: Model) -> str:
    """short, medium or long; empty beyond the weapon's range."""
    distance = apart(shooter, target)
    return next((name for name, inches in zip(BANDS, weapon.ranges) if distance <= inches), "")


def challenge_number(game: Game, shooter: Model, target: Model, weapon: Weapon, moves: bool) -> Tally:
    """What the shot must reach, with a clause behind every term."""
    table = TABLES["ranged"]
    name = band(weapon, shooter, target) or BANDS[-1]
    terms = []

    def term(amount: int, label: str) -> None:
        if amount:
            terms.append(Modifier(op="plus", amount=amount, label=label, why=WHY))

    term(int(table["target_size"][size_name(target)]), f"{size_name(target)} target")
    term(int(table["target_prone"]) if target.has(PRONE) else 0, "prone target")
    term(int(table["target_surprised"]) if target.has(SURPRISED) else 0, "surprised target")
    term(int(table["cover"]) if cover(game, shooter, target) else 0, "cover")
    term(int(table["target_ran"]) if target.count(RAN) else 0, "target ran")
    term(int(table["shooter_moves"]) if moves else 0, "shooter moves")
    term(int(table["shot_before"]) if shooter.count(SHOTS) else 0, "has shot this turn")
    label = f"{name} range, {weapon.name.lower()}"
    more = RULES.modifiers(game, shooter, RANGED_CN)
    return Tally(title=RANGED_CN.title, base=int(table[name]), base_label=label, modifiers=(*terms, *more), why=WHY)


def _objections(
    game: Game, shooter: Model, there: Model, target: Model, weapons: tuple[Weapon, ...], usable: tuple[Weapon, ...]
) -> tuple[Objection, ...]:
    found: list[Objection] = []

    def no(text: str, *why: str) -> None:
        found.append(Objection(text=text, why=why, model=shooter.id))

    if not weapons:
        no(f"{shooter.name} has no ranged weapon.", *WHY)
    if target.side == shooter.side:
        no(f"{target.name} is a friend of {shooter.name}.", *ACTION_WHY)
    if not target.on_table:
        no(f"{target.name} is not on the table.", *ACTION_WHY)
    if not (shooter.on_table and target.on_table):
        return tuple(found)
    if weapons and not usable:
        found += [barred for weapon in weapons if (barred := unusable(shooter, weapon)) is not None]
        for weapon in weapons:
            if not band(weapon, there, target):
                far, most = apart(there, target), weapon.ranges[-1]
                no(f"{target.name} is {far:.2f}″ away; the {weapon.name.lower()} shoots {most:g}″.", *WHY)
    found += unseen(game.with_model(there), there, target)
    return tuple(found)


def _notes(game: Game, shooter: Model, target: Model) -> tuple[str, ...]:
    near = _friends_at_risk(game, shooter, target)
    if not near or size(target) == HUGE:
        return ()
    return (f"{near[0].name} stands in the way: a shot that goes astray hits {near[0].name}.",)


def _steps(game: Game, name: ModelId, target: ModelId, moves: bool, path: tuple[Point, ...]) -> tuple[Step, ...]:
    shot = partial(_shoot, name=name, moves=moves)
    check = partial(_into_melee, name=name)
    found = (check, shot) if chosen(game, DEATH_SENTENCE_REDIRECTED) == "one_hit" else (shot, check)
    aim = partial(_aim, name=name, target=target, origin=game.model(name), path=path)
    return (aim, *found, partial(_wound, name=name), partial(_spent, name=name))


def _turn(game: Game, *, name: ModelId, target: ModelId) -> Steps[Game]:
    shooter = game.model(name)
    facing = (shooter.facing + bearing(shooter, game.model(target))) % 360.0
    return (yield from happens(Turned(model=name, facing=facing, why=ACTION_WHY)))


def _aim(game: Game, *, name: ModelId, target: ModelId, origin: Model, path: tuple[Point, ...]) -> Steps[Game]:
    """The weapon is chosen and the target marked; somebody who did not see it coming is Surprised."""
    shooter, target = game.model(name), now_aimed_at(game, target)
    carried = ranged_weapons(shooter)
    usable = [w for w in carried if not unusable(shooter, w) and band(w, shooter, game.model(target))]
    options = tuple(Option(weapon.id, weapon.name) for weapon in usable or carried)
    picked = yield from choose(shooter.side, options, f"which weapon {shooter.name} shoots", model=name, why=WHY)
    number = next(index for index, weapon in enumerate(carried) if weapon.id == picked)
    game = yield from bout.remember(game, name, bout.WEAPON, number)
    if surprise.surprises(game, origin, path, game.model(target)):
        game = yield from surprise.take_unawares(game, target)
    return (yield from bout.remember(game, target, bout.SHOT_AT, 1))


def _weapon(shooter: Model) -> Weapon:
    carried = ranged_weapons(shooter)
    return carried[min(shooter.count(bout.WEAPON), len(carried) - 1)]


def _aimed_at(game: Game) -> Model | None:
    return next((model for model in game.on_table() if model.count(bout.SHOT_AT)), None)


def _shoot(game: Game, *, name: ModelId, moves: bool) -> Steps[Game]:
    """The pool, a boost, and the test against the challenge number."""
    target = _aimed_at(game)
    if target is None:
        return game
    game = yield from boosts(game, name, ranged_pool(game, game.model(name), target))
    shooter = game.model(name)
    number = int(challenge_number(game, shooter, target, _weapon(shooter), moves).value)
    dice = pool(ranged_pool(game, shooter, target).value)
    what = f"shot of {shooter.name} at {target.name}"
    need = f"{number} or more"
    why = (*WHY, "BUS-DEF-22")
    found = yield from roll(dice, level(number), what, side=shooter.side, model=name, need=need, why=why)
    text = f"{shooter.name} {'misses' if found < 0 else f'hits, success level {found}'}"
    game = yield from happens(Noted(text=text, model=name, other=target.id, why=WHY))
    return (yield from bout.remember(game, name, bout.SHOT_LEVEL, found + 1))


def _friends_at_risk(game: Game, shooter: Model, target: Model) -> tuple[Model, ...]:
    """Friends of the shooter in contact with the target, the nearest to the shooter first."""
    near = [friend for friend in game.friends(shooter) if touching(friend, target)]
    return tuple(sorted(near, key=lambda friend: apart(shooter, friend)))


def _into_melee(game: Game, *, name: ModelId) -> Steps[Game]:
    """A shot at somebody in contact with a friend may hit that friend instead."""
    target, shooter = _aimed_at(game), game.model(name)
    checked_first = chosen(game, DEATH_SENTENCE_REDIRECTED) == "one_hit"
    if target is None or not (checked_first or shooter.count(bout.SHOT_LEVEL)):
        return game
    friends = _friends_at_risk(game, shooter, target)
    if not friends or size(target) == HUGE:
        return game
    number = AMONG_FRIENDS + int(TABLES["ranged"]["target_size"][size_name(target)])
    dice = ranged_pool(game, shooter).value
    what = f"does the shot find {target.name} and not {friends[0].name}"
    if (yield from challenge(dice, number, what, *WHY, side=shooter.side, model=name)):
        return game
    text = f"The shot goes astray and hits {friends[0].name}"
    game = yield from happens(Noted(text=text, model=friends[0].id, other=name, why=WHY))
    game = yield from bout.remember(game, target.id, bout.SHOT_AT, 0)
    return (yield from bout.remember(game, friends[0].id, bout.SHOT_AT, 1))


def _wound(game: Game, *, name: ModelId) -> Steps[Game]:
    """A hit: the damage roll against whoever is hit in the end."""
    shooter, target = game.model(name), _aimed_at(game)
    if target is None or not shooter.count(bout.SHOT_LEVEL):
        return game
    weapon = _weapon(shooter)
    return (yield from damage(game, name, target.id, shooter.count(bout.SHOT_LEVEL) - 1, weapon))


def _spent(game: Game, *, name: ModelId) -> Steps[Game]:
    """Reload markers come, ammunition goes, the shot is counted, and what was remembered of it is dropped."""
    shooter = game.model(name)
    weapon = _weapon(shooter)
    for model in game.models:
        game = yield from bout.remember(game, model.id, bout.SHOT_AT, 0)
    for counter in (bout.SHOT_LEVEL, bout.WEAPON, bout.BOOSTED):
        game = yield from bout.remember(game, name, counter, 0)
    if weapon.reload:
        game = yield from gain(game, name, Marker("reload"), "BUS-DEF-TRAIT-RELOAD", count=weapon.reload)
    if weapon.ammo and may_spend(game, shooter).granted:
        left = max(0, shooter.count(AMMO) - 1)
        why = ("BUS-DEF-TRAIT-AMMO",)
        game = yield from happens(Counted(of="model", whose=name, name=AMMO, value=left, why=why))
    return (yield from happens(Counted(of="model", whose=name, name=SHOTS, value=shooter.count(SHOTS) + 1, why=WHY)))


def plan_shoot(game: Game, act: Act) -> Plan:
    """Shoot the model named, from where the shooter stands."""
    shooter = game.model(act.model)
    if not act.targets:
        wish = Wish(model=act.model, action=SHOOT, title="Shoot")
        text = f"Say whom {shooter.name} shoots."
        return declare(game, wish, objections=(Objection(text=text, why=ACTION_WHY, model=act.model),))
    return plan_shot(game, shooter, game.model(act.targets[0]))


def _aims(game: Game, model: Model) -> tuple[tuple[str, ...], ...]:
    """One button for each enemy, if there is anything to shoot with."""
    return tuple((enemy.id,) for enemy in game.enemies(model)) if ranged_weapons(model) else ()


ACTIONS = (
    Action(
        SHOOT,
        "Shoot",
        (MAIN,),
        plan_shoot,
        _aims,
        icon="shoot",
        says="A shot at an enemy in sight, not from contact nor from an enemy's zone. Drag to walk before or after it.",
    ),
)
