"""From seeds to nouns: profiles, readings, boards, and skirmishes ready to play."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from engine import seeds, systems
from engine.game import Game, Model, ModelId, Profile, Side, SideId, Table
from engine.limits import game_fault, table_fault

T = TypeVar("T")
Readings = tuple[tuple[str, str], ...]


@cache
def profiles(system: str) -> Mapping[str, Profile]:
    """Every stat line of a rulebook by id; none where it has no seeds.  ValueError names a faulty one."""
    if system not in seeds.systems():
        return MappingProxyType({})
    return MappingProxyType({id: _noun(raw, Profile, f"profile {id}") for id, raw in seeds.profiles(system).items()})


@cache
def readings(system: str) -> Readings:
    """Every switchable reading of a rulebook with its default, sorted as a game keeps them."""
    if system not in seeds.systems():
        return ()
    return tuple(sorted((reading.id, reading.default) for reading in seeds.readings(system)))


def chosen(system: str, *choices: Mapping[str, str]) -> Readings:
    """The defaults with these choices over them, later ones last.  ValueError for what cannot be chosen."""
    found = dict(readings(system))
    for choice in choices:
        for id, option in choice.items():
            if system in seeds.systems():
                try:
                    seeds.reading(system, id).option(option)
                except KeyError as unknown:
                    raise ValueError(f"{unknown.args[0]}") from unknown
            found[id] = option
    return tuple(sorted(found.items()))


@cache
def board(name: str) -> Table:
    """A board that comes with the program.  KeyError if unknown, ValueError if it is faulty."""
    table = _noun(seeds.board(name), Table, f"board {name}")
    if fault := table_fault(table):
        raise ValueError(f"assets/boards/{name}.toml: {fault}")
    return table


def battle(system: str, table: Table, bands: tuple[str, ...] = ()) -> Game:
    """Another battle: any rulebook on any table, the bands in their seats with everybody in reserve.

    Without bands two empty sides sit down.  Zones of the table go to the sides in the order
    in which they are named there.  KeyError for a band or a rulebook that is not here.
    """
    known = profiles(system)
    ready = {band.id: band for band in (seeds.bands(system) if system in seeds.systems() else ())}
    sides: list[Side] = []
    models: list[Model] = []
    for seat, name in enumerate(bands):
        if name not in ready:
            raise KeyError(f"no band {name!r} in the seeds of {system}, only {', '.join(ready)}")
        again = bands[:seat].count(name)
        side = Side(id=SideId(f"{name}_{again + 1}" if again else name), name=_again(ready[name].name, again))
        sides.append(side)
        for number, member in enumerate(ready[name].members, start=1):
            models.append(
                Model(
                    id=ModelId(f"{side.id}_{number}"),
                    name=_again(member.name, again),
                    side=side.id,
                    profile=known[member.profile],
                )
            )
    seated = tuple(sides) or (Side(id=SideId("blue"), name="Blue"), Side(id=SideId("orange"), name="Orange"))
    game = Game(
        system=system,
        table=zoned(table, seated),
        sides=seated,
        models=tuple(models),
        active=seated[0].id,
        readings=readings(system),
    )
    return systems.load(system).begin(game)


def _again(name: str, times: int) -> str:
    """A second band of the same kind is told apart by its number."""
    return f"{name} {times + 1}" if times else name


def zoned(table: Table, sides: tuple[Side, ...]) -> Table:
    """The same table, its zones given to these sides in the order in which their owners are named there."""
    owners = list(dict.fromkeys(zone.side for zone in table.zones if zone.side))
    heirs = dict(zip(owners, sides, strict=False))
    zones = tuple(
        replace(zone, side=heirs[zone.side].id, name=f"{heirs[zone.side].name} sets up") if zone.side in heirs else zone
        for zone in table.zones
    )
    return replace(table, zones=zones)


def skirmish(name: str) -> Game:
    """A ready-made game at its very beginning.  KeyError if unknown, ValueError if it is faulty."""
    found = seeds.skirmish(name)
    known = profiles(found.system)
    models = tuple(
        Model(
            id=ModelId(model.id),
            name=model.name,
            side=SideId(model.side),
            profile=known[model.profile],
            x=model.x,
            y=model.y,
            z=model.z,
            facing=model.facing,
            place=model.place,
        )
        for model in found.models
    )
    game = Game(
        system=found.system,
        table=board(found.board),
        sides=tuple(Side(id=SideId(side.id), name=side.name) for side in found.sides),
        models=models,
        active=SideId(found.sides[0].id) if found.sides else SideId(""),
        readings=readings(found.system),
    )
    if fault := game_fault(game):
        raise ValueError(f"assets/skirmishes/{name}.toml: {fault}")
    return systems.load(found.system).begin(game)


def _noun(raw: Mapping[str, Any], kind: type[T], what: str) -> T:
    """Typed; tuples and mappings of the seeds are taken as they are."""
    try:
        return msgspec.convert(_thawed(raw), kind)
    except msgspec.ValidationError as error:
        raise ValueError(f"{what}: {error}".replace("`", "")) from error


def _thawed(raw: Any) -> Any:
    if isinstance(raw, Mapping):
        return {key: _thawed(value) for key, value in raw.items()}
    return [_thawed(value) for value in raw] if isinstance(raw, tuple) else raw
