"""Chapter: Crawling — up to 2 inches for the knocked down, and out of contact only past the busy.

Touching enemies, he may crawl away only if each of them is engaged with somebody else who is
on his feet (the reading `crawl_guard` lets the fallen count).  The way must leave contact at
once and not come into any again.  Reading: a crawl neither climbs nor jumps.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.game import Game, Model, legs
from engine.geometry.exact import Placed
from engine.geometry.exact import standing as base_of
from engine.geometry.measure import CONTACT
from engine.geometry.sweep import leg, sweep_base
from engine.questions import Objection
from engine.systems.mordheim import pace
from engine.systems.mordheim.engaged import enemies_touching, standing, touching
from engine.systems.mordheim.ways import Way

LETTING_GO = 0.1
"""Inches within which contact must be broken; at a tangent it takes 0.04."""


def crawl_objections(game: Game, model: Model, found: Way) -> tuple[Objection, ...]:
    """Objections to a crawl along this way, its length left out."""
    objections = list(pace.may(game, model, "crawl", "may not crawl").objections)
    if not model.has("knocked_down") and not objections:
        text = f"{model.name} is on his feet; only the knocked down crawl."
        objections.append(Objection(text=text, why=("MOR-KD-3",), model=model.id))
    if found.hazards:
        text = f"{model.name} lies on the ground: he may neither climb nor jump."
        objections.append(Objection(text=text, why=("MOR-KD-3", "MOR-TABLE-1"), model=model.id))
    touched = enemies_touching(game, model)
    objections += [_held(model, enemy) for enemy in touched if not occupied(game, enemy, model)]
    for enemy in game.enemies(model):
        objections += _contact(model, enemy, found, touched=enemy in touched)
    return tuple(objections)


def occupied(game: Game, enemy: Model, crawler: Model) -> bool:
    """Is this enemy engaged with another opponent than the crawler?"""
    anyone = game.reading("crawl_guard", "standing") == "anyone"
    return any(
        touching(enemy, friend) and (anyone or standing(friend))
        for friend in game.friends(crawler)
        if friend.side != enemy.side
    )


def _held(model: Model, enemy: Model) -> Objection:
    text = f"{model.name} stays where he is: {enemy.name} touches him and fights nobody else who stands."
    return Objection(text=text, why=("MOR-KD-7", "MOR-KD-8"), model=model.id)


def _contact(model: Model, enemy: Model, found: Way, *, touched: bool) -> tuple[Objection, ...]:
    """Contact along the way: left too slowly, or entered."""
    if enemy.id not in found.track.contacts and not touched and not _near(model, enemy, found):
        return ()
    spans = _touching(model, enemy, found)
    if touched:
        late = [end for start, end in spans if end > LETTING_GO]
        if not late and enemy.id not in found.track.contacts:
            return ()
        text = f"{model.name} crawls away from {enemy.name}, not along him: contact must end at once and stay ended."
        return (Objection(text=text, why=("MOR-KD-7",), model=model.id),)
    if not spans and enemy.id not in found.track.contacts:
        return ()
    text = f"{model.name} may not crawl into contact with {enemy.name}."
    return (Objection(text=text, why=("MOR-DEF-CONTACT", "MOR-KD-3"), model=model.id),)


def _near(model: Model, enemy: Model, found: Way) -> bool:
    far = found.track.length + base_of(model).outer + base_of(enemy).outer + CONTACT
    return abs(model.x - enemy.x) <= far and abs(model.y - enemy.y) <= far


def _touching(model: Model, enemy: Model, found: Way) -> list[tuple[float, float]]:
    """Over which inches of the way the bases are within the contact tolerance."""
    body, rival = base_of(model), base_of(enemy)
    grown = Placed(rival.shape, rival.x, rival.y, rival.a + CONTACT, rival.b + CONTACT, rival.right)
    out, far = [], 0.0
    for start, end in legs(found.track.path):
        stretch = leg(start, end)
        span = sweep_base(replace(body, x=start[0], y=start[1]), stretch, grown)
        if span is not None:
            out.append((far + span[0], far + span[1]))
        far += stretch.length
    return out
