"""Chapter: Melee Exchange and Ranged Attacks — how many dice a fighter has, with a reason for every one."""

from __future__ import annotations

from msgspec.structs import replace

from engine.ask import Option, Steps, choose
from engine.game import Game, Model, ModelId
from engine.questions import Modifier, Number, Tally
from engine.systems.bushido import bout
from engine.systems.bushido.conditions import RULES
from engine.systems.bushido.contact import enemies_touching, touching
from engine.systems.bushido.counters import RAN, exhausted, ki_tokens, printed
from engine.systems.bushido.death_sentence import against_marked
from engine.systems.bushido.ki import may_spend, spend
from engine.systems.bushido.prone import PRONE
from engine.systems.bushido.questions import MELEE_POOL, RANGED_POOL
from engine.systems.bushido.readings import IGNORING_PRONE, chosen
from engine.systems.bushido.rolls import grown
from engine.systems.bushido.surprised import SURPRISED
from engine.systems.bushido.weapons import TABLES

WHY = ("BUS-DEF-31",)
CAP_WHY = ("BUS-DEF-28",)


def melee_pool(game: Game, model: Model, foe: Model | None = None) -> Tally:
    """Dice of this model in an exchange, against *foe* where there is one; may come to less than 1."""
    terms = list(_hardship(game, model))
    if foe is not None:
        terms += _assist(game, model, foe)
        terms += against_marked(foe, "melee")
    terms += RULES.modifiers(game, model, MELEE_POOL)
    return capped(model, MELEE_POOL, "MP", (*terms, *_boost(model)))


def ranged_pool(game: Game, shooter: Model, target: Model | None = None) -> Tally:
    """Dice of a shot at *target*; may come to less than 1."""
    marked = () if target is None else against_marked(target, "ranged")
    terms = (*marked, *RULES.modifiers(game, shooter, RANGED_POOL), *_boost(shooter))
    return capped(shooter, RANGED_POOL, "RP", terms)


def capped(model: Model, number: Number, stat: str, terms: tuple[Modifier, ...]) -> Tally:
    """A printed statistic with its terms, never more than twice what is printed (a printed 0 may become 1)."""
    base = printed(model, stat)
    most = max(1, 2 * base)
    if base + sum(term.amount for term in terms) > most:
        label = f"as {number.title.lower()} at most doubles"
        terms = (*terms, Modifier(op="most", amount=most, label=label, why=CAP_WHY))
    return Tally(title=number.title, base=base, modifiers=terms, why=("BUS-DEF-29" if stat == "MP" else "BUS-DEF-32",))


def exchange_pools(game: Game, first: Model, second: Model) -> tuple[Tally, Tally]:
    """The pools of two opponents as they are divided: both grow until the smaller has one die (BUS-DEF-23)."""
    pools = melee_pool(game, first, second), melee_pool(game, second, first)
    dice = grown(pools[0].value, pools[1].value)
    return _grown(pools[0], dice[0]), _grown(pools[1], dice[1])


def _grown(pool: Tally, dice: int) -> Tally:
    more = dice - int(pool.value)
    if more == 0:
        return pool
    label = "until the smaller pool has a die"
    kept = tuple(replace(m, amount=m.amount + more) if m.op == "most" else m for m in pool.modifiers)
    return replace(pool, modifiers=(*kept, Modifier(op="plus", amount=more, label=label, why=("BUS-DEF-23",))))


def _hardship(game: Game, model: Model) -> tuple[Modifier, ...]:
    """Exhausted, ran, just stood up: what no marker says."""
    found = []
    if exhausted(model) and model.on_table:
        found.append(_minus("Exhausted", "BUS-DEF-02", *WHY))
    if model.count(RAN):
        found.append(_minus("ran this turn", *WHY))
    if model.count(bout.STOOD_UP):
        found.append(_minus("stood up", "BUS-PRONE-10", *WHY))
    return tuple(found)


def _assist(game: Game, model: Model, foe: Model) -> tuple[Modifier, ...]:
    """A die for every further enemy in contact whom no friend engages and who counts."""
    out = ignored(game, model, foe)
    return tuple(_minus(f"{enemy.name} assists", *WHY) for enemy in _others(game, model, foe) if enemy not in out)


def ignored(game: Game, model: Model, foe: Model) -> tuple[Model, ...]:
    """Prone enemies whom the acting model leaves out of account, so that they do not assist (BUS-PRONE-4)."""
    if not (bout.acting(model) or chosen(game, IGNORING_PRONE) == "defending_too"):
        return ()
    return tuple(enemy for enemy in _others(game, model, foe) if enemy.has(PRONE))


def _others(game: Game, model: Model, foe: Model) -> tuple[Model, ...]:
    """Enemies in contact besides the opponent, whom no friend of the model engages."""
    return tuple(
        enemy
        for enemy in enemies_touching(game, model)
        if enemy.id != foe.id and not any(touching(friend, enemy) for friend in game.friends(model))
    )


def _boost(model: Model) -> tuple[Modifier, ...]:
    if not model.count(bout.BOOSTED):
        return ()
    return (Modifier(op="plus", amount=int(TABLES["ki"]["boost"]), label="Ki boost", why=("BUS-DEF-27",)),)


def boosts(game: Game, name: ModelId, pool: Tally) -> Steps[Game]:
    """Offer a Ki boost of a pool, where the model has the Ki, may spend it and would gain by it."""
    model = game.model(name)
    cost = int(TABLES["ki"]["boost_cost"])
    able = ki_tokens(model) >= cost and may_spend(game, model).granted and not model.has(SURPRISED)
    if not able or pool.value >= max(1, 2 * pool.base):
        return game
    options = (Option("no", "No boost"), Option("boost", f"One die more for {cost} Ki"))
    why = ("BUS-DEF-27",)
    wish = yield from choose(model.side, options, f"Ki boost for {model.name}", model=name, why=why)
    if wish != "boost":
        return game
    game = yield from spend(game, name, cost, *why)
    return (yield from bout.remember(game, name, bout.BOOSTED, 1))


def _minus(label: str, *why: str) -> Modifier:
    return Modifier(op="plus", amount=-1, label=label, why=why)
