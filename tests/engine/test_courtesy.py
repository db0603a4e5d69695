"""What may take long gives way in between, on whatever thread it runs, and changes nothing by it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from engine import courtesy, systems
from engine.game import Game
from engine.geometry.sight import sight, sight_pairs
from engine.skirmish import skirmish


@pytest.fixture(scope="module")
def street() -> Game:
    return skirmish("ruined_street")


@pytest.fixture
def given() -> Iterator[list[str]]:
    """One entry for each time that something gave way."""
    found: list[str] = []
    courtesy.giving_way(lambda: found.append("way"))
    yield found
    courtesy.giving_way(None)


def reach(game: Game) -> object:
    return systems.load(game.system).card(game, game.on_table()[0])


def look(game: Game) -> object:
    one, *others = game.on_table()
    return [sight(game.table, one, other, game.models) for other in others[:4]]


def looks(game: Game) -> object:
    """All at once, as the grid asks."""
    men = game.on_table()
    return sight_pairs(game.table, [(a, b) for a in men for b in men if a is not b], game.models)


def offers(game: Game) -> object:
    return systems.load(game.system).offers(game, game.on_table()[0])


@pytest.mark.parametrize("work", [reach, look, looks, offers])
def test_long_work_gives_way_many_times_and_comes_to_the_same(
    street: Game, given: list[str], work: Callable[[Game], object]
) -> None:
    politely = work(street)
    assert len(given) > 5

    courtesy.giving_way(None)
    given.clear()
    assert repr(work(street)) == repr(politely)
    assert given == []
