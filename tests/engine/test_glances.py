"""Many looks at once say what each says alone, for every book that lets them be asked together."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine import seeds, systems
from engine.game import Game, Model
from engine.skirmish import skirmish

READY = tuple(
    name
    for name in seeds.skirmishes()
    if (book := seeds.skirmish(name).system) in systems.names() and systems.load(book).glances is not None
)


def shuffled(game: Game, step: int) -> Game:
    """Everybody somewhere else, facing elsewhere, some of them in each other's way."""
    table = game.table
    for at, model in enumerate(game.on_table()):
        x = (3.0 + 5.7 * at + 2.3 * step) % (table.width - 4) + 2
        y = (2.0 + 3.1 * at * (step + 1)) % (table.height - 4) + 2
        game = game.with_model(replace(model, x=x, y=y, facing=(at * 77.0 + 40 * step) % 360))
    return game


def pairs(game: Game) -> tuple[tuple[Model, Model], ...]:
    return tuple((a, b) for a in game.on_table() for b in game.on_table() if a.id != b.id)


@pytest.mark.parametrize("step", range(2))
@pytest.mark.parametrize("name", READY)
def test_glances_agree_with_looks(name: str, step: int) -> None:
    game = skirmish(name) if step == 0 else shuffled(skirmish(name), step)
    system, asked = systems.load(game.system), pairs(game)
    assert system.glances is not None
    found = system.glances(game, asked)

    assert len(found) == len(asked) > 0
    looks = {(a.id, b.id): system.sees(game, a, b) for a, b in asked[:: 1 + len(asked) // 40]}
    assert {pair: (look.verdict, look.sees) for pair, look in looks.items()} == {
        pair: (found[pair].verdict, found[pair].sees) for pair in looks
    }


def test_some_see_and_some_do_not() -> None:
    found = []
    for name in READY:
        game = skirmish(name)
        glances = systems.load(game.system).glances
        assert glances is not None
        found += [look.sees for look in glances(game, pairs(game)).values()]

    assert {True, False} == set(found)
