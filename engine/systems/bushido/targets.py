"""Chapter: Terms — to Target a model means to see it; why one cannot."""

from __future__ import annotations

from engine.game import Game, Model
from engine.questions import Objection
from engine.systems.bushido.contact import touching
from engine.systems.bushido.sight import looks_out, sees

WHY = ("BUS-DEF-17", "BUS-DEF-14")


def unseen(game: Game, viewer: Model, target: Model) -> tuple[Objection, ...]:
    """The objection to targeting somebody out of sight; none where he is seen."""
    found = sees(game, viewer, target)
    if found.sees:
        return ()
    blind = () if touching(viewer, target) else looks_out(game, viewer).objections
    text = f"{viewer.name} does not see {target.name}." if not blind else blind[0].text
    why = (*WHY, *(clause for objection in blind for clause in objection.why))
    return (Objection(text=text, why=why, model=viewer.id, evidence=found.evidence()),)
