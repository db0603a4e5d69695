"""Two thousand random commands on the keep: nothing raises, and nothing comes about that the book does not know."""

from __future__ import annotations

from random import Random

import pytest

from engine.commands import ByHand
from engine.game import Game, Model
from engine.geometry import heights
from engine.geometry.measure import gap
from engine.play import Refused
from engine.skirmish import skirmish
from tests.systems.open_combat.fights import SYSTEM
from tests.test_every_system import a_command, invariants, settle

COMMANDS = 2_000
FEW = 6
"""With fewer models than this left, the battle begins anew."""


def broken(game: Game) -> list[str]:
    """What no rule of this book lets come about."""
    on = game.on_table()
    found = invariants(game) + [wrong for model in on for wrong in _wrong(game, model)]
    for number, one in enumerate(on):
        for other in on[number + 1 :]:
            low = min(one.profile.height, other.profile.height)
            if gap(one, other).overlapping and abs(one.z - other.z) < low - 0.01:
                found.append(f"{one.name} stands in {other.name}")
    return found + (["a lost initiative was not handed over"] if game.count("initiative_lost") else [])


def _wrong(game: Game, model: Model) -> list[str]:
    engaged = any(gap(model, enemy).contact for enemy in game.enemies(model))
    under = heights.surface(game.table, model.profile.base, model.x, model.y, model.facing, model.z, support="any")
    tests = {
        "is off the table": not (0 <= model.x <= game.table.width and 0 <= model.y <= game.table.height),
        "spent more than two actions": model.count("actions") > 2,
        "is hidden and engaged": model.has("hidden") and engaged,
        "lies and climbs": model.has("prone") and model.has("climbing"),
        "hangs in the air": not model.has("climbing") and abs(under.z - model.z) > 0.01,
        "has no Fortitude left": model.count("fortitude_lost") >= model.stat("FOR"),
    }
    return [f"{model.name} {words}" for words, is_so in tests.items() if is_so]


@pytest.mark.parametrize("seed", [11])
def test_two_thousand_commands_break_nothing(seed: int) -> None:
    luck, first = Random(seed), skirmish("sundered_keep")
    game, done = first, 0
    assert broken(first) == []
    for _ in range(COMMANDS):
        command = a_command(luck, game, SYSTEM)
        if isinstance(command, ByHand):
            continue
        result, _ = settle(luck, SYSTEM, game, command)
        if isinstance(result, Refused):
            assert all(objection.why for objection in result.objections), command
            continue
        assert broken(result.game) == [], command
        game, done = result.game, done + 1
        if game.outcome or len(game.on_table()) < FEW:
            game = first
    assert done > COMMANDS / 10
