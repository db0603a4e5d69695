"""Chapter: Hazard test — one die on entering hazardous ground: on a 1 the model goes down there.

It stops prone and the initiative is lost (OPC-DEF-HAZARD).  In a Follow me! the first to
cross rolls for all (OPC-FOLLOW-3): who comes after needs no die; a failure lays all of them
prone, or by the reading `hazard_all` only who crosses.
"""

from __future__ import annotations

from engine.ask import Steps, happens, roll
from engine.dice import D6, Faces
from engine.events import Counted, Noted
from engine.game import Game, Model, ModelId, Terrain, TerrainId
from engine.readings import chosen
from engine.systems.open_combat import initiative, prone
from engine.systems.open_combat.counters import FOLLOWING
from engine.systems.open_combat.tables import TABLES, assumed

PASSES_ON = int(TABLES["hazard"]["passes_on"])
KINDS: tuple[str, ...] = tuple(TABLES["hazard"]["kinds"])
WHY = ("OPC-DEF-HAZARD",)
TOGETHER = ("OPC-FOLLOW-3",)
PASSED = "hazard_passed"
"""Counter of a model in a Follow me!: one bit for each piece of terrain whose test its company has passed."""


def hazardous(piece: Terrain) -> bool:
    """Does crossing this piece take a hazard test?"""
    return piece.kind in KINDS


def note(piece: Terrain) -> str:
    """What is risked, in a sentence for a plan."""
    return f"{piece.name} takes a hazard test, {PASSES_ON}+{assumed('hazard')}: on less the model goes down in it."


def read(faces: Faces) -> bool:
    """The reading of the die: is it passed?"""
    return faces[0] >= PASSES_ON


def cross(game: Game, model: ModelId, piece: str) -> Steps[tuple[Game, bool]]:
    """A model enters hazardous ground: the game after the test, and whether it may go on."""
    crosser, name = game.model(model), game.table.piece(piece).name
    company, bit = companions(game, crosser), _bit(game, piece)
    if company and crosser.count(PASSED) & bit:
        return game, True
    why = (*WHY, *(TOGETHER if company else ()))
    what = f"hazard test of {crosser.name} in {name}, {PASSES_ON}+"
    passed = yield from roll(D6, read, what, side=crosser.side, model=model, need=f"{PASSES_ON}+", why=why)
    if passed:
        for one in company:
            value = one.count(PASSED) | bit
            game = yield from happens(Counted(of="model", whose=one.id, name=PASSED, value=value, why=TOGETHER))
        return game, True
    text = f"{crosser.name} goes down in {name}"
    game = yield from happens(Noted(text=text, model=model, why=why))
    everyone = bool(company) and chosen(game, "hazard_all") == "all"
    for fallen in [one.id for one in company] if everyone else [model]:
        game = yield from prone.lay(game, fallen, *why)
    game = yield from initiative.lose(game, model, *why)
    return game, False


def _bit(game: Game, piece: str) -> int:
    """The piece's place in a whole number of yes and no, one for each piece on the table."""
    return 1 << [each.id for each in game.table.terrain].index(TerrainId(piece))


def companions(game: Game, model: Model) -> tuple[Model, ...]:
    """Everyone of the model's Follow me!, itself included; nobody when it is in none.

    Those who have made their moves already are of it no longer: they crossed before.
    """
    callers = [marker.source for marker in model.markers if marker.status == FOLLOWING]
    if not callers:
        return ()
    return tuple(
        other
        for other in game.on_table()
        if any(marker.status == FOLLOWING and marker.source == callers[0] for marker in other.markers)
    )
