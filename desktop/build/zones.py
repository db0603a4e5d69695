"""Zones of the board: drawn, changed, named after the side whose they are."""

from __future__ import annotations

from desktop.build.workshop import Workshop
from engine.building import outline_fault
from engine.game import Point, SideId, Zone


def add_zone(shop: Workshop, outline: tuple[Point, ...]) -> bool:
    """A zone of the side in hand; it is chosen.  False, with a sentence said, where it cannot be."""
    if said := outline_fault(outline):
        shop.refused.emit(said)
        return False
    zones = shop.table.zones
    done = shop.lay(zones=(*zones, Zone(_name(shop), SideId(shop.side), outline)), note="A zone drawn")
    if done:
        shop.choose_zone(len(zones))
    return done


def change_zone(shop: Workshop, zone: Zone, note: str = "A zone changed") -> bool:
    """The chosen zone becomes this one."""
    if shop.zone is None:
        return False
    if said := outline_fault(zone.outline):
        shop.refused.emit(said)
        return False
    zones = tuple(zone if at == shop.zone else old for at, old in enumerate(shop.table.zones))
    return shop.lay(zones=zones, note=note)


def _name(shop: Workshop) -> str:
    sides = {side.id: side.name for side in shop.session.game.sides}
    wanted = f"{sides[SideId(shop.side)]} sets up" if shop.side in sides else "Zone"
    used = {zone.name for zone in shop.table.zones}
    number, name = 1, wanted
    while name in used:
        number += 1
        name = f"{wanted} {number}"
    return name
