"""Chapter: Templates and Sweep — whom one roll strikes besides its target.

A circle lies with its centre on the target (or on the spot aimed at), a spray with its narrow end
against the attacker.  Every model that it covers or touches is hit, friend or foe, that stands no
further above or below than the template reaches and has a line of sight to the middle of the
circle, or to whoever sprays.  The user is spared.  A Sweep strikes every model within Reach that
the attacker sees; Sweep II all round.
"""

from __future__ import annotations

import math

from msgspec.structs import replace

from engine.game import NO_SIDE, Base, Game, Model, ModelId, Point3, Profile
from engine.geometry.arcs import bearing
from engine.geometry.evidence import Evidence
from engine.geometry.exact import standing as base_of
from engine.geometry.measure import CONTACT
from engine.geometry.shapes import axes
from engine.geometry.sight import Policy, sight
from engine.geometry.templates import Hull, blast, lay, teardrop
from engine.questions import Objection
from engine.systems.eldfall.conditions import RULES
from engine.systems.eldfall.hitbox import hitbox
from engine.systems.eldfall.markers import SHROUDED
from engine.systems.eldfall.questions import BE_HIT
from engine.systems.eldfall.reach import in_reach
from engine.systems.eldfall.readings import AOE_SHROUDED, chosen
from engine.systems.eldfall.sight import sees
from engine.systems.eldfall.weapons import Template, Weapon, templates

WHY = ("ELD-DEF-ACT-TEMPLATE",)
SWEEP_WHY = ("ELD-DEF-ACT-SWEEP",)
SWEEP, SWEEP_ROUND = "sweep_1", "sweep_2"
MIDDLE = ModelId("middle of the template")
_POINT = Profile(id="point", name="Point", base=Base("round", 0.2, 0.2), height=0.01)
"""As good as a point: what a circle bursts from."""
NARROW = 0.25
"""The narrow end of a spray as a share of its width (no source measures it)."""


def laid(game: Game, attacker: Model, weapon: Weapon, spot: Point3) -> Hull:
    """The template of a weapon as it lies when it is aimed at a spot."""
    form = templates()[weapon.template]
    if form.shape == "circle":
        return blast(spot[:2], form.length / 2.0, form.name)
    tip, facing = _tip(attacker, spot)
    return teardrop(tip, facing, form.length, form.width, point=form.width * NARROW / 2.0, name=form.name)


def under(game: Game, attacker: Model, weapon: Weapon, spot: Point3) -> tuple[Model, ...]:
    """Every model that a template strikes when it is aimed at a spot, in the order of the roster."""
    form = templates()[weapon.template]
    others = [model for model in game.on_table() if model.id != attacker.id and struck_at_all(game, model)]
    spared = chosen(game, AOE_SHROUDED) == "spared"
    found = lay(laid(game, attacker, weapon, spot), [hitbox(game, model) for model in others])
    covered = {*found.any_part, *found.touched}
    return tuple(
        model
        for model in others
        if model.id in covered
        and not (spared and model.has(SHROUDED))
        and _level(game, attacker, model, form, spot)
        and _open_to(game, attacker, model, form, spot)
    )


def swept(game: Game, attacker: Model, weapon: Weapon) -> tuple[Model, ...]:
    """Every model that a Sweep strikes: within Reach and in sight, friend or foe."""
    around = weapon.has(SWEEP_ROUND)
    return tuple(
        model
        for model in game.on_table()
        if model.id != attacker.id
        and struck_at_all(game, model)
        and in_reach(game, attacker, model, weapon.reach)
        and sees(game, attacker, model, moving=around).sees
    )


def sweeps(weapon: Weapon) -> bool:
    return weapon.has(SWEEP) or weapon.has(SWEEP_ROUND)


def struck_at_all(game: Game, model: Model) -> bool:
    """May anything hit this model?  The Incapacitated yes, the Dead no."""
    return RULES.ruling(game, model, BE_HIT).granted


def template_objections(game: Game, attacker: Model, target: Model, weapon: Weapon) -> tuple[Objection, ...]:
    """The objection to a target that the spray does not cover to its far side."""
    if not weapon.template or templates()[weapon.template].shape == "circle" or attacker.id == target.id:
        return ()
    length = templates()[weapon.template].length
    far = math.dist((attacker.x, attacker.y), (target.x, target.y)) + base_of(target).outer
    reach = length + base_of(attacker).outer
    if far <= reach + CONTACT:
        return ()
    text = f"{weapon.name} must cover {target.name} wholly; its far side is {far - reach:.2f}″ beyond the template."
    shown = lay(laid(game, attacker, weapon, (target.x, target.y, target.z)), ()).evidence()
    return (Objection(text=text, why=(*WHY, "ELD-DEF-UNIT"), model=attacker.id, evidence=shown),)


def painted(game: Game, attacker: Model, weapon: Weapon, spot: Point3) -> Evidence:
    """The template on the field and whom it strikes."""
    template = lay(laid(game, attacker, weapon, spot), ()).evidence()
    return replace(template, pieces=tuple(model.id for model in under(game, attacker, weapon, spot)))


def _tip(attacker: Model, spot: Point3) -> tuple[tuple[float, float], float]:
    """Where a spray begins, and its facing: at the edge of the base, towards the spot."""
    there = replace(attacker, x=spot[0], y=spot[1])
    facing = attacker.facing
    if (attacker.x, attacker.y) != spot[:2]:
        facing = (attacker.facing + bearing(attacker, there)) % 360.0
    ux, uy = axes(facing)[1]
    edge = base_of(attacker).support(ux, uy)
    return (attacker.x + ux * edge, attacker.y + uy * edge), facing


def _level(game: Game, attacker: Model, model: Model, form: Template, spot: Point3) -> bool:
    """Does the model stand on a surface that the template reaches up or down to?"""
    middle = spot[2] if form.shape == "circle" else attacker.z
    rise = hitbox(game, model).z - middle
    return -form.down - CONTACT <= rise <= form.up + CONTACT


def _open_to(game: Game, attacker: Model, model: Model, form: Template, spot: Point3) -> bool:
    """Is there a line of sight between where the effect comes from and the model?"""
    if form.shape == "spray":
        return sees(game, attacker, model, moving=True).sees
    return sight(game.table, point_at(spot), hitbox(game, model), (), Policy(), margin=False).sees


def point_at(spot: Point3) -> Model:
    """A place on the field as something that can be seen and measured to."""
    x, y, z = spot
    return Model(id=MIDDLE, name="that place", side=NO_SIDE, profile=_POINT, x=x, y=y, z=z, place="table")
