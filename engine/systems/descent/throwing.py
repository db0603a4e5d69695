"""Chapter: The throw of an attack — base dice first, the rest only if they did not miss; dice thrown again.

Aim lets the attacker, Dodge the one attacked have any dice thrown again, once; an aimed attack that
is dodged is thrown once, for the two cancel out.  Where nobody can have that, dice are only added up,
and after a miss nothing more is thrown.
"""

from __future__ import annotations

from engine.ask import Option, Steps, choose, happens, roll
from engine.events import Noted
from engine.game import Game, Model
from engine.systems.descent.attacking import Attack, add, again, dice, put, running
from engine.systems.descent.counters import AGAIN, AIMED, BOUGHT, DAZE_LEFT, FATIGUE_SPENT, fatigue_left, is_hero
from engine.systems.descent.faces import BASES, added, attack_dice, attack_die, one_by_one, scored, title
from engine.systems.descent.orders import DODGE
from engine.systems.descent.pool import most_power
from engine.systems.descent.tokens import count, note

AIM_WHY, DODGE_WHY, BOTH_WHY = ("DES-DEF-AIM",), ("DES-DEF-DODGE",), ("DES-DEF-AIMED-DODGE",)
FATIGUE_WHY = ("DES-DEF-FAT",)
WHY = ("DES-DEF-ATTACK", "DES-DEF-DICE")
Thrown = tuple[tuple[str, int], ...]
"""Dice as (colour, face)."""


def base(game: Game, attack: Attack) -> Steps[Game]:
    """Red, blue and white dice, where nothing will be thrown again."""
    if not running(game) or _may_change(game, attack):
        return game
    return (yield from _throw(game, attack, tuple(colour for colour in dice(game) if colour in BASES)))


def others(game: Game, attack: Attack) -> Steps[Game]:
    """The other dice; where some may be thrown again, all of them at once, and which they are."""
    if not running(game):
        return game
    if not _may_change(game, attack):
        return (yield from _throw(game, attack, tuple(colour for colour in dice(game) if colour not in BASES)))
    attacker, pool = game.model(attack.attacker), dice(game)
    what = f"attack of {attacker.name}"
    thrown: Thrown = yield from roll(
        attack_dice(pool, attack.matters),
        one_by_one(pool, attack.matters),
        what,
        side=attacker.side,
        model=attacker.id,
        why=WHY,
    )
    game, unwanted = yield from _unwanted(game, attack, thrown)
    kept = list(thrown)
    for die in unwanted:
        kept.remove(die)
    game = yield from put(game, tuple(colour for colour, _ in unwanted), AGAIN)
    return (yield from add(game, added(tuple(kept), attack.matters)))


def once_more(game: Game, attack: Attack) -> Steps[Game]:
    """The dice that are thrown again; what they show stands."""
    pool = again(game)
    if not running(game) or not pool:
        return game
    return (yield from _throw(game, attack, pool, again=True))


def buy(game: Game, attack: Attack) -> Steps[Game]:
    """In his own turn a hero may add power dice for fatigue, one by one, up to five in the attack."""
    attacker = game.model(attack.attacker)
    while running(game) and _may_buy(game, attack):
        attacker = game.model(attack.attacker)
        left = fatigue_left(attacker)
        options = (Option("enough", "No more dice"), Option("buy", f"1 fatigue of {left} for a power die"))
        asked = f"Does {attacker.name} add a power die?"
        if (yield from choose(attacker.side, options, asked, model=attacker.id, why=FATIGUE_WHY)) == "enough":
            return game
        spent = attacker.count(FATIGUE_SPENT) + 1
        game = yield from count(game, attacker.id, FATIGUE_SPENT, spent, *FATIGUE_WHY)
        if game.count(DAZE_LEFT):
            game = yield from note(game, DAZE_LEFT, game.count(DAZE_LEFT) - 1)
            text = f"Dazed, {attacker.name} loses the power die again"
            game = yield from happens(Noted(text=text, model=attacker.id, why=("DES-DAZE-5", "DES-DAZE-7")))
            continue
        game = yield from note(game, BOUGHT, game.count(BOUGHT) + 1)
        game = yield from _throw(game, attack, ("black",))
    return game


def _may_buy(game: Game, attack: Attack) -> bool:
    attacker = game.model(attack.attacker)
    power = dice(game).count("black") + game.count(BOUGHT)
    return is_hero(attacker) and not attack.guard and fatigue_left(attacker) > 0 and power < most_power()


def _may_change(game: Game, attack: Attack) -> bool:
    """Can dice of this attack be thrown again?"""
    return bool(game.count(AIMED)) or game.model(attack.target).has(DODGE)


def _throw(game: Game, attack: Attack, pool: tuple[str, ...], *, again: bool = False) -> Steps[Game]:
    if not pool:
        return game
    attacker = game.model(attack.attacker)
    what = f"attack of {attacker.name}{', thrown again' if again else ''}"
    score = yield from roll(
        attack_dice(pool, attack.matters),
        scored(pool, attack.matters),
        what,
        side=attacker.side,
        model=attacker.id,
        why=WHY,
    )
    return (yield from add(game, score))


def _unwanted(game: Game, attack: Attack, thrown: Thrown) -> Steps[tuple[Game, Thrown]]:
    """Which dice are thrown again: as the one attacked says, or as the attacker does."""
    attacker, target = game.model(attack.attacker), game.model(attack.target)
    if target.has(DODGE):
        again = yield from _picked(
            target, thrown, attack, f"{target.name} dodges: which dice does {attacker.name} throw again?", DODGE_WHY
        )
        if again and game.count(AIMED):
            text = f"{target.name} dodges the aimed attack: it stands as it was thrown"
            game = yield from happens(Noted(text=text, model=target.id, other=attacker.id, why=BOTH_WHY))
            return game, ()
        if again or not game.count(AIMED):
            return game, again
    return game, (
        yield from _picked(attacker, thrown, attack, f"Which dice does {attacker.name} throw again?", AIM_WHY)
    )


def _picked(whose: Model, thrown: Thrown, attack: Attack, asked: str, why: tuple[str, ...]) -> Steps[Thrown]:
    """Dice picked one by one, or all at once."""
    picked: Thrown = ()
    while len(picked) < len(thrown):
        rest = list(thrown)
        for die in picked:
            rest.remove(die)
        dice_left = tuple(dict.fromkeys(rest))
        enough = Option("enough", "Only these" if picked else "None: it stands")
        single = tuple(Option(f"{colour}_{face}", _words(colour, face, attack)) for colour, face in dice_left)
        everything = (Option("all", "All of them"),) if not picked else ()
        options = _in_order(whose, attack, thrown, picked, (enough, *everything, *single))
        answer = yield from choose(whose.side, options, asked, model=whose.id, why=why)
        if answer == "enough":
            break
        if answer == "all":
            return thrown
        picked += (next(die for die in dice_left if f"{die[0]}_{die[1]}" == answer),)
    return picked


def _in_order(
    whose: Model, attack: Attack, thrown: Thrown, picked: Thrown, options: tuple[Option, ...]
) -> tuple[Option, ...]:
    """What is likeliest first: a miss of one's own is thrown again, a hit on oneself whole."""
    missed = added(thrown, attack.matters).miss
    misses = [f"{colour}_{face}" for colour, face in thrown if added(((colour, face),), attack.matters).miss]
    if whose.id == attack.target:
        first = "all" if not missed and not picked else "enough"
    else:
        left = [id for id in misses if id not in [f"{colour}_{face}" for colour, face in picked]]
        first = left[0] if missed and left else "enough"
    return tuple(sorted(options, key=lambda option: option.id != first))


def _words(colour: str, face: int, attack: Attack) -> str:
    return f"the {title(colour)} die: {attack_die(colour, attack.matters).words[face - 1]}"
