"""Chapter: Death — a monster leaves the board; a hero costs conquest and wakes up in town."""

from __future__ import annotations

from engine.ask import Steps, happens
from engine.events import Counted, Ended, Event, Lost, Noted, Placed, Removed
from engine.game import Game, Model, ModelId
from engine.systems.descent import town
from engine.systems.descent.closing import close
from engine.systems.descent.counters import (
    COINS,
    CONQUEST,
    FATIGUE_SPENT,
    IN_TOWN,
    MONKEY_TURNS,
    WOUNDS_LOST,
    heroes_side,
    is_hero,
)
from engine.systems.descent.cursed import CURSE, conquest_value
from engine.systems.descent.tables import number
from engine.systems.descent.tokens import count

KILLED = "killed"
WHY = ("DES-DEF-DEATH",)
TOKENS_GO = {CURSE: ("DES-CURSE-3", *WHY), "transformed": ("DES-DEF-MONK", *WHY)}
"""What takes a kind of token off a dead hero, where a clause of its own says so."""


def kill(game: Game, model: ModelId, *why: str) -> Steps[Game]:
    """A figure without wounds: a monster is removed, a hero pays and goes to town."""
    if is_hero(game.model(model)):
        return (yield from _kill_hero(game, model, *why))
    cited = tuple(dict.fromkeys((*why, "DES-DEF-ARM")))
    return (yield from happens(Removed(model=model, reason=KILLED, why=cited)))


def money_kept(coins: int) -> int:
    """What a killed hero keeps of his money: he loses half of it, down to a multiple of 25."""
    step = number("money_step")
    return coins - coins // 2 // step * step


def _kill_hero(game: Game, model: ModelId, *why: str) -> Steps[Game]:
    hero = game.model(model)
    game = yield from _pay(game, hero)
    game = yield from close(game, model, *WHY)
    for status in dict.fromkeys(marker.status for marker in hero.markers):
        game = yield from happens(Lost(model=model, status=status, why=TOKENS_GO.get(status, WHY)))
    for name, value in (
        (WOUNDS_LOST, 0),
        (FATIGUE_SPENT, 0),
        (MONKEY_TURNS, 0),
        (COINS, money_kept(hero.count(COINS))),
    ):
        game = yield from count(game, model, name, value, *WHY)
    game = yield from count(game, model, IN_TOWN, 1, *WHY)
    bed = town.free_space(game)
    if bed is None:
        return (yield from happens(Removed(model=model, reason=KILLED, why=(*why, *WHY))))
    at = (*bed.centre(), 0.0)
    game = yield from happens(Noted(text=f"{hero.name} is killed and wakes up in town", model=model, why=(*why, *WHY)))
    return (yield from happens(Placed(model=model, at=at, facing=hero.facing, why=WHY)))


def _pay(game: Game, hero: Model) -> Steps[Game]:
    """The heroes lose his conquest value, curses included; with none left they have lost."""
    side, value = heroes_side(game), conquest_value(hero)
    left = max(0, side.count(CONQUEST) - int(value.value))
    why = (*WHY, "DES-CURSE-2") if value.modifiers else WHY
    text = f"{hero.name} is killed: {value.text()}"
    game = yield from happens(Noted(text=text, model=hero.id, why=why))
    game = yield from happens(Counted(of="side", whose=side.id, name=CONQUEST, value=left, why=why))
    if left or game.outcome:
        return game
    words = f"the overlord wins, {side.name} have no conquest left"
    return (yield from happens(Ended(outcome=words, why=(*WHY, "DES-DEF-OWN-QUEST"))))


def last_gone(game: Game, model: ModelId, event: Event) -> Steps[Game]:
    """After a figure is gone: with the last monster the heroes have won, with the last hero it is over."""
    hero = is_hero(game.model(model))
    left = [other for other in game.models if is_hero(other) == hero and (other.place != "removed" or _in_town(other))]
    if game.outcome or left:
        return game
    if hero:
        words, why = f"{heroes_side(game).name} have left the dungeon", ("DES-DEF-PORTAL",)
    else:
        words, why = f"{heroes_side(game).name} win, the last monster is dead", ("DES-DEF-OWN-QUEST",)
    return (yield from happens(Ended(outcome=words, why=why)))


def _in_town(model: Model) -> bool:
    return bool(model.count(IN_TOWN))
