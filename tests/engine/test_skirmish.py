"""Battles set up from bands and boards, beside the ready ones."""

from __future__ import annotations

import pytest

from engine import seeds, skirmish, systems
from engine.game import SideId, Table, Zone

BOOKS = [name for name in systems.names() if seeds.bands(name) and seeds.bands(name)[0].members]


@pytest.mark.parametrize("system", BOOKS)
def test_two_bands_sit_down_with_everybody_in_reserve(system):
    first, second = (band.id for band in seeds.bands(system)[:2])
    game = skirmish.battle(system, Table(), (first, second))

    assert [side.id for side in game.sides] == [first, second]
    assert {model.place for model in game.models} == {"reserve"}
    assert len(game.models) == sum(len(band.members) for band in seeds.bands(system)[:2])
    assert game.phase in {phase.id for phase in systems.load(system).phases}


@pytest.mark.parametrize("system", BOOKS)
def test_a_band_against_itself_is_told_apart(system):
    name = seeds.bands(system)[0].id
    game = skirmish.battle(system, Table(), (name, name))

    assert [side.id for side in game.sides] == [name, f"{name}_2"]
    assert len({model.id for model in game.models}) == len(game.models)
    assert len({model.name for model in game.models}) == len(game.models)


def test_without_bands_two_empty_sides_sit_down():
    game = skirmish.battle("no_rules", Table())

    assert ([side.name for side in game.sides], game.models) == (["Blue", "Orange"], ())


def test_the_zones_of_a_board_go_to_the_sides_in_their_order():
    square = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0))
    zones = (Zone("South", SideId("x"), square), Zone("North", SideId("y"), square), Zone("Well", SideId(""), square))
    game = skirmish.battle("no_rules", Table(zones=zones))

    assert [(zone.name, zone.side) for zone in game.table.zones] == [
        ("Blue sets up", "blue"),
        ("Orange sets up", "orange"),
        ("Well", ""),
    ]


def test_an_unknown_band_is_named():
    with pytest.raises(KeyError, match="no band 'nobody'"):
        skirmish.battle("no_rules", Table(), ("nobody",))
