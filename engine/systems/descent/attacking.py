"""One attack, and what it keeps from step to step: who, whom, with what, and the numbers so far.

The numbers are counters of the game while the attack lasts, so that chances merge between its
steps; `finish` takes them all away again.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

from engine.ask import Steps
from engine.game import Game, ModelId
from engine.systems.descent.counters import (
    AGAIN,
    ATTACK_ON,
    COLOURS,
    DAMAGE,
    ENHANCED,
    MISSED,
    PIERCE,
    POOL,
    RANGE,
    SCRATCH,
    SURGES,
)
from engine.systems.descent.faces import Matters, Score
from engine.systems.descent.tables import Surge, Weapon, weapons
from engine.systems.descent.tokens import note


class Attack(Struct, frozen=True, kw_only=True):
    """Who attacks whom with what; *guard*: breaking in on the overlord's turn.

    *close*: so near that whatever does not miss reaches far enough, so that range is never looked at.
    """

    attacker: ModelId
    target: ModelId
    weapon: str
    guard: bool = False
    close: bool = False

    @property
    def with_what(self) -> Weapon:
        return weapons()[self.weapon]

    @property
    def matters(self) -> Matters:
        """Range counts but in melee and at close quarters, surges where the weapon has something to buy."""
        return Matters(range=self._by_range, surges=bool(self.sold))

    @property
    def sold(self) -> tuple[tuple[int, Surge], ...]:
        """What surges buy, with its place on the weapon; mere range only where range counts."""
        listed = enumerate(self.with_what.surges)
        return tuple((at, one) for at, one in listed if self._by_range or one != Surge(one.cost, range=one.range))

    @property
    def _by_range(self) -> bool:
        return self.with_what.kind != "melee" and not self.close


class Numbers(NamedTuple):
    """What the dice, and the surges spent, have come to so far."""

    range: int
    damage: int
    surges: int
    enhanced: int
    pierce: int

    def bought(self, surge: Surge) -> Numbers:
        """The numbers after spending surges on this."""
        return Numbers(
            range=self.range + surge.range,
            damage=self.damage + surge.damage,
            surges=self.surges - surge.cost,
            enhanced=self.enhanced,
            pierce=self.pierce + surge.pierce,
        )

    def needed(self, spaces: int) -> int:
        """Power dice that have to be range to get so far; in melee *spaces* is 0."""
        return max(0, spaces - self.range)

    def hits(self, spaces: int) -> bool:
        return self.needed(spaces) <= self.enhanced

    def damage_at(self, spaces: int) -> int:
        """Damage once what is needed for the range has gone there, and all else into damage."""
        return self.damage + self.enhanced - self.needed(spaces)


def running(game: Game) -> bool:
    """Is an attack under way, and has it not missed?"""
    return bool(game.count(ATTACK_ON)) and not game.count(MISSED)


def numbers(game: Game) -> Numbers:
    """The numbers of the attack under way."""
    return Numbers(*(game.count(name) for name in (RANGE, DAMAGE, SURGES, ENHANCED, PIERCE)))


def keep(game: Game, found: Numbers) -> Steps[Game]:
    """Write the numbers down."""
    for name, value in zip((RANGE, DAMAGE, SURGES, ENHANCED, PIERCE), found, strict=True):
        game = yield from note(game, name, value)
    return game


def add(game: Game, score: Score) -> Steps[Game]:
    """Add dice to the numbers; one miss spoils everything."""
    if score.miss:
        return (yield from note(game, MISSED, 1))
    before = numbers(game)
    return (
        yield from keep(
            game,
            Numbers(
                before.range + score.range,
                before.damage + score.damage,
                before.surges + score.surges,
                before.enhanced + score.enhanced,
                before.pierce,
            ),
        )
    )


def dice(game: Game, before: str = POOL) -> tuple[str, ...]:
    """Colours of the dice of the attack under way, or of those to be thrown again."""
    return tuple(colour for colour in COLOURS for _ in range(game.count(f"{before}{colour}")))


def put(game: Game, colours: tuple[str, ...], before: str = POOL) -> Steps[Game]:
    """Write down which dice are in the attack, or to be thrown again."""
    for colour in COLOURS:
        game = yield from note(game, f"{before}{colour}", colours.count(colour))
    return game


def again(game: Game) -> tuple[str, ...]:
    """Colours of the dice to be thrown again."""
    return dice(game, AGAIN)


def finish(game: Game) -> Steps[Game]:
    """The attack is over: nothing of it is kept."""
    for name in SCRATCH:
        game = yield from note(game, name, 0)
    return game
