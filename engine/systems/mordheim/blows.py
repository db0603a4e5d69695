"""Chapter: Close combat — who may strike whom: contact, order, allocation, and who is protected."""

from __future__ import annotations

from engine.game import Game, Model, ModelId
from engine.geometry.evidence import NOTHING, Evidence
from engine.geometry.measure import gap
from engine.questions import Objection
from engine.standing import away, over
from engine.systems.mordheim.conditions import RULES
from engine.systems.mordheim.engaged import enemies_touching, standing, standing_enemies, touching
from engine.systems.mordheim.questions import COMBAT, FIGHT
from engine.systems.mordheim.strike_order import ahead, tier, told

STRUCK_WHY = ("MOR-DEF-COMBAT",)


def allocated(aims: tuple[ModelId, ...], number: int) -> tuple[ModelId, ...]:
    """One aim an attack: a single aim takes them all (MOR-DEF-ALLOCATION)."""
    return aims * number if len(aims) == 1 else aims[:number]


def free_kills(game: Game, attacker: Model) -> tuple[ModelId, ...]:
    """Stunned enemies taken out beside the blows, where the reading `finish_stunned` says so."""
    if game.reading("finish_stunned", "one_attack") != "free" or standing_enemies(game, attacker):
        return ()
    return tuple(enemy.id for enemy in enemies_touching(game, attacker) if enemy.has("stunned"))


def fight_objections(game: Game, attacker: Model, aims: tuple[ModelId, ...], number: int) -> tuple[Objection, ...]:
    """Every reason why these blows may not be struck."""
    found = [*_may_strike(game, attacker)]
    if attacker.on_table and not enemies_touching(game, attacker):
        found.append(_no(attacker, f"{attacker.name} touches no enemy.", "MOR-DEF-ENGAGED", "MOR-DEF-COMBAT"))
    found += _order(game, attacker)
    found += _shares(game, attacker, aims, number)
    for aim in dict.fromkeys(aims):
        found += _target(game, attacker, game.model(aim))
    return tuple(found)


def hold_objections(game: Game, attacker: Model) -> tuple[Objection, ...]:
    """Whoever has a standing enemy in contact strikes; only the fallen may be left alone."""
    found = [*_may_strike(game, attacker)]
    if not enemies_touching(game, attacker):
        found.append(_no(attacker, f"{attacker.name} touches no enemy.", "MOR-DEF-ENGAGED", "MOR-DEF-COMBAT"))
    for enemy in standing_enemies(game, attacker)[:1]:
        text = f"{attacker.name} is fighting {enemy.name}, who stands: he strikes."
        found.append(_no(attacker, text, *STRUCK_WHY, evidence=Evidence(pieces=(enemy.id,))))
    return tuple(found)


def _no(model: Model, text: str, *why: str, evidence: Evidence = NOTHING) -> Objection:
    return Objection(text=text, why=why, model=model.id, evidence=evidence)


def _may_strike(game: Game, attacker: Model) -> tuple[Objection, ...]:
    found = [*over(game, ("MOR-DEF-TURN",)), *away(attacker, ("MOR-OOA-1",), ("MOR-DEF-DEPLOY",))]
    if game.phase != COMBAT:
        found.append(_no(attacker, "Blows are struck in the close combat phase.", "MOR-DEF-PHASES"))
    if attacker.has("struck"):
        found.append(_no(attacker, f"{attacker.name} has struck his blows of this phase already.", *STRUCK_WHY))
    barred = RULES.ruling(game, attacker, FIGHT, words="may not strike")
    found += [objection for objection in barred.objections if objection.why != STRUCK_WHY]
    return tuple(found)


def _order(game: Game, attacker: Model) -> tuple[Objection, ...]:
    """Out of turn: who is first, and why."""
    if attacker.has("struck") or game.phase != COMBAT or not attacker.on_table:
        return ()
    mine = tier(game, attacker)
    found = []
    for other in ahead(game, attacker):
        theirs = tier(game, other)
        text = f"Not yet: {told(other, theirs)} before {told(attacker, mine)}."
        why = dict.fromkeys(("MOR-DEF-STRIKE-ORDER", *theirs.why, *mine.why))
        found.append(_no(attacker, text, *why, evidence=Evidence(pieces=(other.id,))))
    return tuple(found)


def _shares(game: Game, attacker: Model, aims: tuple[ModelId, ...], number: int) -> tuple[Objection, ...]:
    """Attacks are divided before the first die: one aim for each, or one for all."""
    why = "MOR-DEF-ALLOCATION"
    if not aims:
        if len(enemies_touching(game, attacker)) > 1:
            return (_no(attacker, f"{attacker.name} touches several enemies: say whom he strikes.", why),)
        return ()
    killed = free_kills(game, attacker)
    spent = tuple(aim for aim in aims if aim not in killed)
    if len(spent) > 1 and len(spent) != number:
        text = f"{attacker.name} has {number} attacks, but {len(spent)} targets were named: one for each attack."
        return (_no(attacker, text, why),)
    return ()


def _target(game: Game, attacker: Model, target: Model) -> tuple[Objection, ...]:
    """Is this one an enemy in contact, and not protected by a standing one?"""
    if not target.on_table:
        return (_no(attacker, f"{target.name} is not on the table.", "MOR-OOA-2"),)
    if target.side == attacker.side:
        return (_no(attacker, f"{target.name} is no enemy of {attacker.name}.", "MOR-DEF-COMBAT"),)
    if attacker.on_table and not touching(attacker, target):
        apart = gap(attacker, target)
        text = f"{attacker.name} does not touch {target.name}: they are {apart.distance:.2f}″ apart."
        return (_no(attacker, text, "MOR-DEF-ENGAGED", evidence=apart.evidence()),)
    guards = standing_enemies(game, attacker)
    if standing(target) or not guards:
        return ()
    text = (
        f"{attacker.name} is fighting {guards[0].name}, who still stands, and may not attack {target.name}, who lies."
    )
    return (_no(attacker, text, "MOR-PROT-1", evidence=Evidence(pieces=(guards[0].id, target.id))),)
