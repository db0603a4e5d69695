"""What is known of an Action before it is declared: its numbers with their sums, and what it risks, in words."""

from __future__ import annotations

from msgspec.structs import replace

from engine.game import Game, Marker, Model, ModelId
from engine.questions import Tally
from engine.systems.eldfall import declared, dodge
from engine.systems.eldfall.acts import DODGE, PERCEIVE
from engine.systems.eldfall.areas import sweeps, swept, under
from engine.systems.eldfall.attack import damage, friends_beside, goes_astray, strike, to_hit
from engine.systems.eldfall.hitbox import apart
from engine.systems.eldfall.markers import FLYING, SHROUDED, SURPRISED
from engine.systems.eldfall.resolution import standing
from engine.systems.eldfall.surprise import SURPRISE
from engine.systems.eldfall.weapons import Weapon

Known = tuple[tuple[Tally, ...], tuple[str, ...]]


def attack(game: Game, attacker: Model, weapon: Weapon, aims: tuple[str, ...]) -> Known:
    """Sums and sentences for an Attack with so many dice at each of these targets."""
    tallies: list[Tally] = [strike(game, attacker, weapon)]
    notes: list[str] = []
    several = len(set(aims)) > 1
    game = _unawares(game, attacker, weapon, aims)
    for name in dict.fromkeys(aims):
        target = game.model(name)
        of = f", {target.name}" if several else ""
        hit = to_hit(game, attacker, target, weapon, apart(game, attacker, target).distance)
        tallies.append(replace(hit, title=hit.title + of))
        if weapon.hurts:
            harm = damage(game, attacker, target, weapon)
            tallies.append(replace(harm, title=harm.title + of))
        notes += _against(game, attacker, target, tallies)
        notes += _beside(game, attacker, target, weapon)
    if attacker.has(SHROUDED):
        notes.append(f"{attacker.name} shows itself, and its Attack is a Surprise Attack.")
    if attacker.has(SHROUDED) or attacker.has(FLYING):
        able = tuple(m for m in game.enemies(attacker) if declared.reaction(m) in (DODGE, PERCEIVE))
        notes += [f"{named(able)} may Attack instead."] if able else []
    return tuple(tallies), tuple(notes)


def _unawares(game: Game, attacker: Model, weapon: Weapon, aims: tuple[str, ...]) -> Game:
    """The game in which the targets of a Surprise Attack have been taken by surprise."""
    if not (attacker.has(SHROUDED) or weapon.has(SURPRISE)):
        return game
    for name in dict.fromkeys(aims):
        target = game.model(name)
        if not target.has(SURPRISED):
            game = game.with_model(replace(target, markers=(*target.markers, Marker(SURPRISED))))
    return game


def _against(game: Game, attacker: Model, target: Model, tallies: list[Tally]) -> list[str]:
    """What the target has declared against it, with its number."""
    weapon = declared.attack_with(target)
    if weapon is not None and attacker.id in declared.targets(target):
        there, aimed = standing(game, target, attacker)
        need = to_hit(there, target, aimed, weapon, apart(there, target, aimed).distance)
        tallies.append(replace(need, title=f"{target.name}, {need.title}"))
        return [f"{target.name} Attacks too: a Confrontation."]
    if declared.doing(target) == DODGE:
        tallies += [dodge.number(game, target, one) for one in dodge.attributes(game, target)]
        return [f"{target.name} Dodges."]
    return []


def _beside(game: Game, attacker: Model, target: Model, weapon: Weapon) -> list[str]:
    """Who else may come to harm."""
    if goes_astray(game, attacker, target, weapon):
        names = named(friends_beside(game, attacker, target))
        return [f"A 17 or more hits {names} beside it instead."]
    others: tuple[Model, ...] = ()
    if weapon.template:
        others = under(game, attacker, weapon, (target.x, target.y, target.z))
    elif sweeps(weapon):
        others = swept(game, attacker, weapon)
    rest = tuple(model for model in others if model.id != target.id)
    return [f"It strikes {named(rest)} as well."] if rest else []


def named(models: tuple[Model, ...]) -> str:
    """Models in words: Korb and Reed."""
    words = [model.name for model in models]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def answered(game: Game, active: ModelId) -> tuple[str, ...]:
    """Who Attacks the activated model in reaction, in words."""
    return tuple(
        f"{model.name} Attacks {game.model(active).name}."
        for model in game.on_table()
        if active in declared.targets(model)
    )
