"""Chapter: Zone of control — 1 inch round a base, as far as its owner sees.

In an enemy's zone a model moves only straight towards or straight away from him, nobody
shoots or works at a scenario, and whoever begins there stands up, goes straight into contact
or first goes straight away.  Walks and runs never enter one.  A zone does not count whose
owner is prone, disguised, blind or in contact with an enemy of his; nor do any for whoever
moves out of contact, or is intangible.
Reading: the zone is what of that inch the owner sees of the ground, whoever comes.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import shapely
from msgspec.structs import replace
from shapely.geometry.base import BaseGeometry

from engine.game import Game, Model, Point, Table, Terrain, TerrainId
from engine.geometry.arcs import arc_of
from engine.geometry.evidence import NOTHING, Area, Evidence
from engine.geometry.exact import standing
from engine.geometry.measure import ROUNDING, gap_to_piece
from engine.geometry.passages import Passage, passage
from engine.geometry.shapes import outline, solids
from engine.geometry.visible import visible_region
from engine.geometry.zones import BaseZone, holding, zone_of
from engine.questions import Objection, Ruling
from engine.systems.bushido import traits
from engine.systems.bushido.conditions import RULES
from engine.systems.bushido.contact import apart, enemies_touching, in_contact
from engine.systems.bushido.ground import INTANGIBLE, NUMBERS, bare
from engine.systems.bushido.questions import ZONE
from engine.systems.bushido.readings import BLIND_ZONE, chosen
from engine.systems.bushido.sight import FRONT, blocks, looks_out, stature
from engine.systems.bushido.size import piece_size, size
from engine.systems.bushido.straight import ahead
from engine.systems.bushido.wish import CLAUSES, SCENARIO, SCENARIO_COMPLEX, SHOOT, STAND_UP, Wish

WHY = ("BUS-DEF-15",)
RADIUS = float(NUMBERS["zone"])
"""Inches from the edge of a base."""
_EYES = 12
"""Steps over the front rim of a base from which its owner looks round what hides part of his zone."""
_HAIR = 1e-5


class _Shown(NamedTuple):
    """Whether the owner sees where somebody is: what `passage` wants to know."""

    sees: bool

    def evidence(self) -> Evidence:
        return NOTHING


@lru_cache(maxsize=1024)
def exerts(game: Game, owner: Model) -> Ruling:
    """Has this model a zone that counts?  Every reason when it has none."""
    found = list(RULES.counts_for(game, owner, ZONE).objections)
    looks = looks_out(game, owner)
    if not looks.granted and chosen(game, BLIND_ZONE) == "follows":
        text = f"{owner.name} sees nothing beyond base contact, so its zone of control is empty."
        found.append(Objection(text=text, why=(*looks.objections[0].why, *WHY), model=owner.id))
    for enemy in enemies_touching(game, owner):
        text = f"{owner.name} is in contact with {enemy.name}; its zone of control may be ignored."
        found.append(Objection(text=text, why=WHY, model=owner.id))
    return Ruling(tuple(found))


def against(game: Game, mover: Model) -> tuple[Model, ...]:
    """Enemies whose zones count for this model where it stands now, near or far."""
    if traits.has(mover, INTANGIBLE) or in_contact(game, mover):
        return ()
    return tuple(enemy for enemy in game.enemies(mover) if exerts(game, enemy).granted)


def owners_over(game: Game, mover: Model) -> tuple[Model, ...]:
    """Enemies in whose zone this model stands, and whose zone counts."""
    if traits.has(mover, INTANGIBLE):
        return ()
    near = (enemy for enemy in game.enemies(mover) if apart(enemy, mover) <= RADIUS + ROUNDING)
    return tuple(enemy for enemy in near if exerts(game, enemy).granted and within(game, enemy, mover))


def within(game: Game, owner: Model, mover: Model) -> bool:
    """Is some part of a base in a zone, whether it counts or not?  Exactly 1 inch away is in it."""
    if not holding(zone(owner), bare(mover)).near:
        return False
    seen = ground_seen(game, owner, mover)
    return seen is None or bool(shapely.dwithin(seen, outline(bare(mover)), _HAIR))


def zone(owner: Model) -> BaseZone:
    """The inch before the front of a base, what hides part of it left out."""
    flat = bare(owner)
    return zone_of(flat, RADIUS, arc=arc_of(flat, FRONT))


def ground_seen(game: Game, owner: Model, mover: Model | None = None) -> BaseGeometry | None:
    """What of its zone the owner sees; None when nothing hides any of it.  The mover hides nothing of it himself."""
    least = stature(game, owner)
    flat = bare(owner)
    walls = list(_scenery(game.table, flat, least))
    apart_from = {owner.id, "" if mover is None else mover.id}
    for model in game.on_table():
        big = model.id not in apart_from and size(model) >= least and apart(owner, model) < RADIUS
        if big and blocks(game, model):
            walls.append(_as_wall(bare(model)))
    if not walls:
        return None
    return _seen(Table(width=game.table.width, height=game.table.height, terrain=tuple(walls)), flat)


@lru_cache(maxsize=512)
def _scenery(table: Table, owner: Model, least: int) -> tuple[Terrain, ...]:
    """Scenery near a model that stops its sight, standing on flat ground."""
    ground = solids(table)
    near = (ground.pieces[i] for i in ground.within([(owner.x, owner.y)], standing(owner).outer + RADIUS))
    tall = (p for p in near if p.sight == "solid" and piece_size(p) >= least and len(p.outline) > 1)
    walls = (Terrain(id=p.id, name="", outline=p.outline, top=RADIUS, open=p.open) for p in tall)
    return tuple(wall for wall in walls if gap_to_piece(owner, wall).plan < RADIUS)


@lru_cache(maxsize=512)
def _seen(table: Table, owner: Model) -> BaseGeometry:
    """What is seen of a zone from the middle of its owner's base and from places all along its front rim."""
    base = standing(owner)
    turns = [owner.facing - 90.0 + 180.0 * i / _EYES for i in range(_EYES + 1)]
    eyes = [(owner.x, owner.y)]
    for turn in turns:
        ux, uy = ahead((0.0, 0.0), turn, 1.0)
        eyes.append(ahead((owner.x, owner.y), turn, base.support(ux, uy)))
    regions = [
        shapely.Polygon(rings[0], rings[1:]).buffer(0.0) for eye in eyes for rings in visible_region(table, eye, 0.0)
    ]
    return shapely.intersection(shapely.union_all(regions), zone(owner).rim())


@lru_cache(maxsize=512)
def _as_wall(model: Model) -> Terrain:
    ring = shapely.simplify(outline(model), _HAIR).exterior.coords
    return Terrain(id=TerrainId(model.id), name="", outline=tuple(ring)[:-1], top=RADIUS)


@lru_cache(maxsize=1024)
def area(game: Game, owner: Model, mover: Model | None = None) -> Area:
    """The zone as it is painted: what the owner sees of it."""
    return zone(owner).area(ground_seen(game, owner, mover), f"{owner.name}'s zone of control")


def painted(game: Game, owner: Model) -> Evidence:
    """The model's zone, or nothing at all where none counts."""
    if not owner.on_table or not exerts(game, owner).granted:
        return NOTHING
    return Evidence(areas=(replace(area(game, owner), label="zone of control"),))


@lru_cache(maxsize=4096)
def crossed(game: Game, owner: Model, mover: Model, path: tuple[Point, ...]) -> Passage:
    """How a base carried along a path meets a zone, whether that zone counts or not."""
    walker = bare(mover)
    whole = passage(zone_of(bare(owner), RADIUS), walker, path)
    if not whole.spans:
        return whole  # not within an inch at all, which is much sooner told than where the front ends
    seen = ground_seen(game, owner, mover)
    if seen is None:
        return passage(zone(owner), walker, path)

    def shown(at: Point) -> _Shown:
        there = replace(walker, x=at[0], y=at[1])
        return _Shown(bool(shapely.dwithin(seen, outline(there), _HAIR)))

    return passage(zone(owner), walker, path, shown)


def inside_objections(game: Game, model: Model, doing: str, *why: str) -> tuple[Objection, ...]:
    """Why a model may not do something where it stands: every enemy in whose zone that is."""
    return tuple(
        Objection(
            text=f"{model.name} stands in {enemy.name}'s zone of control and may not {doing} there.",
            why=(*WHY, *why),
            model=model.id,
            evidence=Evidence(areas=(area(game, enemy, model),), pieces=(enemy.id,)),
        )
        for enemy in owners_over(game, model)
    )


def gate(game: Game, wish: Wish) -> tuple[Objection, ...]:
    """What a model may not declare in an enemy's zone: shots, scenarios, and whatever does not move it out."""
    model = game.model(wish.model)
    doing, why = wish.words, CLAUSES[wish.action]
    if wish.action in (SCENARIO, SCENARIO_COMPLEX) or (wish.action == SHOOT and not wish.moves):
        return inside_objections(game, model, doing, why)
    if wish.moves or wish.action == STAND_UP or in_contact(game, model):
        return ()
    return inside_objections(game, model, f"{doing}; it goes straight away or straight into contact,", why)
