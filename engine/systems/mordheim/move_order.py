"""Chapter: The order of moves — charges first, then those who flee, then everybody else.

And what every move asks before it is measured: whose turn and phase it is, and whether the
warrior is on the table at all.
"""

from __future__ import annotations

from engine.ask import Steps, happens
from engine.events import Counted
from engine.game import Game, Model
from engine.questions import Objection
from engine.standing import away, over
from engine.systems.mordheim.engaged import standing
from engine.systems.mordheim.questions import TITLES

MOVE_ORDER = "move_order"
"""Game counter of the turn: 0 while charges may be made, then `FLEEING` or `FREE`."""
FLEEING, FREE = 1, 2
WHY = ("MOR-DEF-MOVE-ORDER",)


def not_now(game: Game, model: Model, phase: str, does: str) -> tuple[Objection, ...]:
    """Objections to acting outside one's own turn and phase; *does* is the wish ("moves")."""
    gone = away(model, ("MOR-OOA-1", "MOR-OOA-2"), ("MOR-DEF-DEPLOY",))
    found = [*over(game, ("MOR-DEF-TURN",)), *gone]

    def no(text: str, *why: str) -> None:
        found.append(Objection(text=text, why=why, model=model.id))

    if model.side != game.active:
        whose = game.side(game.active).name if game.active else "nobody"
        no(f"It is the turn of {whose}; {model.name} {does} in the turn of his own side.", "MOR-DEF-TURN")
    if game.phase != phase:
        now = f"the {TITLES.get(game.phase, game.phase).lower()} phase" if game.phase else "before the battle"
        no(f"{model.name} {does} in the {phase} phase; this is {now}.", "MOR-DEF-PHASES")
    return tuple(found)


def must_flee(game: Game, model: Model) -> bool:
    """Is a compulsory move of this warrior still open this turn?"""
    return model.side == game.active and model.has("fleeing") and not model.has("moved") and standing(model)


def too_late_to_charge(game: Game, model: Model) -> tuple[Objection, ...]:
    """Charges come before every other move of the turn."""
    if not game.count(MOVE_ORDER):
        return ()
    text = f"{model.name} may not charge any more: charges come first, and others of his side have moved."
    return (Objection(text=text, why=WHY, model=model.id),)


def too_early(game: Game, model: Model) -> tuple[Objection, ...]:
    """Those who flee move before those who move freely."""
    return tuple(
        Objection(text=f"{other.name} is fleeing and has to move first.", why=WHY, model=other.id)
        for other in game.on_table()
        if other.id != model.id and must_flee(game, other)
    )


def note_order(game: Game, kind: int) -> Steps[Game]:
    """Remember that moves of this kind have begun."""
    if game.count(MOVE_ORDER) >= kind:
        return game
    return (yield from happens(Counted(of="game", whose="", name=MOVE_ORDER, value=kind, why=WHY)))
