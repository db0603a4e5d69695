"""The numbers of one model, each with its sum."""

from __future__ import annotations

from engine.game import Game, Model
from engine.questions import Tally
from engine.systems.open_combat import fortitude
from engine.systems.open_combat.allowance import numbers
from engine.systems.open_combat.attack import attack_of, defence_of
from engine.systems.open_combat.counters import CLIMBING
from engine.systems.open_combat.tables import INCH, TABLES
from engine.systems.open_combat.ways import on_foot


def card(game: Game, model: Model) -> tuple[Tally, ...]:
    """Fortitude, SPD and half of it, actions left, run-up, the height climbed, and the printed rest."""
    found = [fortitude.left(model), *numbers(game, model)]
    if model.has(CLIMBING):
        _, held = on_foot(game, model)
        found.append(Tally(title="Climbed", base=held, suffix=INCH, why=("OPC-CLIMB-12",)))
    mind = Tally(title=TABLES["characteristics"]["names"]["MIN"], base=model.stat("MIN"))
    return (*found, attack_of(game, model), defence_of(game, model), mind)
