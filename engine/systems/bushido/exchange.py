"""Chapter: Melee Exchange — its numbered steps, one step of a plan each.

`steps` is what every action puts into its body that leads to an exchange.  They do nothing
where the two do not touch.  Between them everything is remembered in the counters of `bout`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engine.ask import Option, Steps, choose, happens, roll
from engine.dice import Dice
from engine.events import Noted, Turned
from engine.game import Game, Model, ModelId
from engine.geometry.arcs import bearing
from engine.questions import Moment
from engine.systems.bushido import bout
from engine.systems.bushido.conditions import RULES, aggressive, defensive
from engine.systems.bushido.contact import touching
from engine.systems.bushido.frightened import FRIGHTENED
from engine.systems.bushido.grip import let_go_of_others
from engine.systems.bushido.guarded import now_aimed_at
from engine.systems.bushido.initiative import initiative
from engine.systems.bushido.pools import boosts, exchange_pools, ignored, melee_pool
from engine.systems.bushido.questions import EXCHANGE_BEGINS, EXCHANGE_ENDS
from engine.systems.bushido.rolls import NOTHING_ROLLED, Score, score
from engine.systems.bushido.spending import pay_for_fight
from engine.systems.bushido.split import Limit, Split, limit, splits
from engine.systems.bushido.strikes import hit, may_use, warded
from engine.systems.bushido.traits import has
from engine.systems.bushido.weapons import melee_weapons

Step = Callable[[Game], Steps[Game]]
WHY = ("BUS-DEF-29",)
FACING_SLACK = 1e-9
"""Degrees below which two models face each other already."""


def steps(
    acting: ModelId, foe: ModelId, *, charging: bool = False, stood_up: bool = False, disengaging: bool = False
) -> tuple[Step, ...]:
    """A whole exchange between the acting model and the enemy it chose, if they touch by then."""
    flags = {bout.CHARGED: charging, bout.STOOD_UP: stood_up, bout.DISENGAGING: disengaging}
    marks = tuple(name for name, wanted in flags.items() if wanted)
    return (
        partial(_begin, acting=acting, foe=foe, marks=marks),
        _arm,
        _take_initiative,
        _boost,
        _divide,
        _reveal,
        partial(_roll, attacking=True, first=True),
        partial(_roll, attacking=False, first=True),
        partial(_roll, attacking=True, first=False),
        partial(_roll, attacking=False, first=False),
        _compare,
        partial(_attack, first=True),
        partial(_attack, first=False),
        _end,
    )


def _begin(game: Game, *, acting: ModelId, foe: ModelId, marks: tuple[str, ...]) -> Steps[Game]:
    """Step 1: both turn to face; from here on there is an exchange."""
    foe = now_aimed_at(game, foe)
    mover, enemy = game.model(acting), game.model(foe)
    if not (mover.on_table and enemy.on_table and mover.side != enemy.side and touching(mover, enemy)):
        return game
    for one, other in ((mover, enemy), (enemy, mover)):
        game = yield from _face(game, one, other)
    game = yield from bout.remember(game, acting, bout.FIGHTING, bout.ACTING)
    game = yield from bout.remember(game, foe, bout.FIGHTING, bout.OTHER)
    for mark in marks:
        game = yield from bout.remember(game, acting, mark, 1)
    game = yield from let_go_of_others(game, (acting, foe))
    for idle in ignored(game, game.model(acting), game.model(foe)):
        text, why = f"{idle.name} is prone and does not assist", ("BUS-PRONE-4", "BUS-DEF-RULING-IGNORING-PRONE")
        game = yield from happens(Noted(text=text, model=idle.id, other=acting, why=why))
    return (yield from _at(game, EXCHANGE_BEGINS))


def _face(game: Game, model: Model, other: Model) -> Steps[Game]:
    """Turn on the spot to face the other: no movement, so even the held and immobilised do."""
    turn = bearing(model, other)
    if abs(turn) < FACING_SLACK:
        return game
    why = (*WHY, "BUS-DEF-RULING-FACING")
    return (yield from happens(Turned(model=model.id, facing=(model.facing + turn) % 360.0, why=why)))


def _at(game: Game, moment: Moment) -> Steps[Game]:
    """What happens to both fighters at a moment of the exchange."""
    for model in bout.fighters(game) or ():
        if not game.model(model.id).on_table:
            continue
        for clause in RULES.at(game, game.model(model.id), moment):
            game = yield from clause.procedure(game, model.id)
    return game


def _arm(game: Game) -> Steps[Game]:
    """Step 2: weapons, the model that does not act first."""
    for model in (bout.fighters(game) or ())[::-1]:
        carried = melee_weapons(model)
        options = tuple(Option(weapon.id, weapon.name) for weapon in carried)
        what = f"which weapon {model.name} fights with"
        picked = yield from choose(model.side, options, what, model=model.id, why=WHY)
        number = next(index for index, weapon in enumerate(carried) if weapon.id == picked)
        game = yield from bout.remember(game, model.id, bout.WEAPON, number)
    return game


def _take_initiative(game: Game) -> Steps[Game]:
    """Step 3: who attacks first."""
    pair = bout.fighters(game)
    if pair is None:
        return game
    found = initiative(game, *pair)
    first = found.first
    if found.contested:
        options = tuple(Option(model.id, f"{model.name} first") for model in pair)
        first = ModelId((yield from choose(game.active, options, "who attacks first", why=found.why)))
    name = game.model(first).name
    text = f"{name} attacks first: {found.reason}"
    game = yield from happens(Noted(text=text, model=first, why=found.why))
    return (yield from bout.remember(game, first, bout.FIRST, 1))


def _boost(game: Game) -> Steps[Game]:
    """Step 4: Ki boosts, whoever attacks second declares first."""
    for model in (bout.in_order(game) or ())[::-1]:
        foe = bout.opponent(game, game.model(model.id))
        if foe is not None:
            game = yield from boosts(game, model.id, melee_pool(game, game.model(model.id), foe))
    return game


def split_limit(game: Game, model: Model, disengaging: bool = False) -> Limit:
    """How this model may divide its pool now."""
    return limit(
        bool(defensive(game, model)),
        bool(aggressive(game, model)),
        steadfast_and_frightened=_steady(model),
        disengaging=disengaging or model.count(bout.DISENGAGING) > 0,
    )


def _steady(model: Model) -> bool:
    """Frightened, and steadfast all the same?"""
    return model.has(FRIGHTENED) and has(model, "steadfast")


BOUND = {
    "defensive": ", as many in defence as in attack or more",
    "aggressive": ", as many in attack as in defence or more",
}
"""What a limit adds to the question."""


def _why_bound(game: Game, model: Model) -> tuple[str, ...]:
    """The clauses behind the limit, and behind its being lifted."""
    terms = (*defensive(game, model), *aggressive(game, model))
    steady = ("BUS-DEF-TRAIT-STEADFAST",) if _steady(model) else ()
    leaving = ("BUS-DEF-ACTION-DISENGAGE",) if model.count(bout.DISENGAGING) else ()
    return tuple(dict.fromkeys((*WHY, *(clause for term in terms for clause in term.why), *steady, *leaving)))


def offered_splits(game: Game, model: Model, pool: int) -> tuple[Split, ...]:
    """Every way in which this model may divide so many dice with its weapon, the most even first."""
    abilities = tuple(ability for ability in bout.weapon(model).abilities if may_use(game, model, ability.kind))
    return splits(pool, split_limit(game, model), abilities)


def _divide(game: Game) -> Steps[Game]:
    """Step 5: both divide their pools in secret, whoever attacks second is asked first."""
    pair = bout.in_order(game)
    if pair is None:
        return game
    pools = dict(zip((model.id for model in pair), exchange_pools(game, *pair)))
    for model in pair[::-1]:
        dice = int(pools[model.id].value)
        found = offered_splits(game, game.model(model.id), dice) or splits(dice, "free")
        options = tuple(Option(split.id, split.label) for split in found)
        bound = BOUND.get(split_limit(game, model), "")
        what = f"how {model.name} divides {dice} {'die' if dice == 1 else 'dice'}{bound}"
        why = _why_bound(game, model)
        picked = yield from choose(model.side, options, what, model=model.id, why=why, secret=True)
        game = yield from _put(game, model.id, next(split for split in found if split.id == picked))
    return game


def _put(game: Game, model: ModelId, split: Split) -> Steps[Game]:
    grid = bout.weapon(game.model(model)).abilities
    number = 0 if split.ability is None else grid.index(split.ability) + 1
    for name, value in ((bout.ATTACK_DICE, split.attack), (bout.DEFENCE_DICE, split.defence), (bout.ABILITY, number)):
        game = yield from bout.remember(game, model, name, value)
    return game


def _reveal(game: Game) -> Steps[Game]:
    """Step 6: both show their dice at once, and name the special they paid for."""
    for model in bout.in_order(game) or ():
        shown = Split(model.count(bout.ATTACK_DICE), model.count(bout.DEFENCE_DICE), bout.ability(model))
        text = f"{model.name} shows {shown.label}"
        game = yield from happens(Noted(text=text, model=model.id, why=WHY))
    return game


def _roll(game: Game, *, attacking: bool, first: bool) -> Steps[Game]:
    """Step 7: one of the four throws; it is set against the one before it as soon as both lie.

    All four belong to one moment of the exchange: nothing is decided between them.
    """
    pair = bout.in_order(game)
    if pair is None or bout.over(game):
        return game
    attacker, defender = pair if first else pair[::-1]
    thrower = attacker if attacking else defender
    result = yield from _thrown(game, thrower, attacking)
    mine = result.result if attacking else attacker.count(bout.MARGIN) - bout.EVEN - result.result
    if not attacking and (mine < 0 or not attacker.count(bout.ATTACK_DICE)):
        mine = -1
    game = yield from bout.remember(game, attacker.id, bout.MARGIN, bout.EVEN + mine)
    sign = 1 if thrower.id == pair[0].id else -1
    spare = (pair[0].count(bout.SPARE) or bout.EVEN) + sign * result.dice
    return (yield from bout.remember(game, pair[0].id, bout.SPARE, spare))


def _thrown(game: Game, model: Model, attacking: bool) -> Steps[Score]:
    dice = model.count(bout.ATTACK_DICE if attacking else bout.DEFENCE_DICE)
    if dice == 0:
        return NOTHING_ROLLED
    what = f"{'attack' if attacking else 'defence'} of {model.name}"
    found: Score = yield from roll(
        Dice(dice, 6), score, what, side=model.side, model=model.id, why=(*WHY, "BUS-DEF-23")
    )
    return found


def _compare(game: Game) -> Steps[Game]:
    """Steps 8 and 10: ties go to whoever has more dice that are not 1 in all, then to the active player."""
    pair = bout.in_order(game)
    if pair is None or bout.over(game):
        return game
    spare = pair[0].count(bout.SPARE) - bout.EVEN
    for model, ahead in ((pair[0], spare), (pair[1], -spare)):
        won = ahead > 0 or (ahead == 0 and bout.acting(model))
        if model.count(bout.MARGIN) == bout.EVEN and not won:
            game = yield from bout.remember(game, model.id, bout.MARGIN, bout.EVEN - 1)
    return (yield from bout.remember(game, pair[0].id, bout.SPARE, 0))


def _attack(game: Game, *, first: bool) -> Steps[Game]:
    """Steps 8 to 12 for the first attacker, then (13) with changed parts for the other."""
    pair = bout.in_order(game)
    if pair is None or bout.over(game):
        return game
    attacker, defender = pair if first else pair[::-1]
    level = attacker.count(bout.MARGIN) - bout.EVEN
    if level < 0:
        game = yield from warded(game, attacker.id, defender.id)
    else:
        game = yield from hit(game, attacker.id, defender.id, level)
    # Nobody asks any more by how much: without it games that differ in nothing else merge in the odds.
    return (yield from bout.remember(game, attacker.id, bout.MARGIN, 0))


def _end(game: Game) -> Steps[Game]:
    """Step 14: the exchange is over; the model that did not act pays one counter, boosts expire."""
    pair = bout.fighters(game)
    if pair is None:
        return game
    game = yield from _at(game, EXCHANGE_ENDS)
    game = yield from let_go_of_others(game, (pair[0].id, pair[1].id), "end")
    game = yield from pay_for_fight(game, pair[1].id)
    return (yield from bout.forget(game))
