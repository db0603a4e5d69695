"""What may take long gives way in between, on whatever thread it runs, and changes nothing by it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import replace

from engine import courtesy, systems
from engine.game import Game
from engine.geometry.reach import priced_reach
from engine.geometry.sight import sight, sight_pairs
from engine.skirmish import skirmish


@pytest.fixture
def given() -> Iterator[list[str]]:
    """One entry for each time that something gave way."""
    found: list[str] = []
    courtesy.giving_way(lambda: found.append("way"))
    yield found
    courtesy.giving_way(None)


def reach(game: Game) -> object:
    """Of a model where no other test has one, so that nothing of it is known already."""
    priced_reach.cache_clear()
    man = game.on_table()[0]
    shifted = replace(man, x=man.x + 0.0123)
    return systems.load(game.system).card(game.with_model(shifted), shifted)


def look(game: Game) -> object:
    one, *others = game.on_table()
    return [sight(game.table, one, other, game.models) for other in others[:4]]


def looks(game: Game) -> object:
    """All at once, as the grid asks."""
    men = game.on_table()
    return sight_pairs(game.table, [(a, b) for a in men for b in men if a is not b], game.models)


def offers(game: Game) -> object:
    return systems.load(game.system).offers(game, game.on_table()[0])


@pytest.mark.parametrize(
    ("work", "battle", "often"),
    [
        (reach, "ruined_street", 800),
        (look, "ruined_street", 20),
        (looks, "ruined_street", 60),
        (offers, "cinder_ford", 15),
    ],
)
def test_long_work_gives_way_many_times_and_comes_to_the_same(
    given: list[str], work: Callable[[Game], object], battle: str, often: int
) -> None:
    game = skirmish(battle)
    politely = work(game)
    assert len(given) > often

    courtesy.giving_way(None)
    given.clear()
    assert repr(work(skirmish(battle))) == repr(politely)
    assert given == []
