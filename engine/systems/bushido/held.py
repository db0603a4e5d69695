"""State: Held — another model has hold of it; it can neither go nor be moved away.

A Held marker remembers its holder as its source.  The hold ends by itself the moment the two
no longer touch, the holder fights somebody else or the two have become friends, whatever
brought that about: `grip.let_go` follows every fact that could.  A marker laid by hand without a
source stays until a hand takes it off.
"""

from __future__ import annotations

from engine.game import Game, Marker, Model, ModelId
from engine.rules import Status, cannot, minus, only, plus
from engine.systems.bushido.questions import BE_MOVED, DECLARE, DEFENSIVE, MELEE_POOL, MOVE_ITSELF
from engine.systems.bushido.readings import HELD_MARKERS, chosen

HELD = "held"

STATUS = Status(
    HELD,
    "Held",
    (
        plus(1, DEFENSIVE, "BUS-HELD-1"),
        only(DECLARE, "disengage", "feat", "stand_up", why=("BUS-HELD-2",)),
        cannot(MOVE_ITSELF, why=("BUS-HELD-3", "BUS-HELD-5")),
        cannot(BE_MOVED, why=("BUS-HELD-4", "BUS-HELD-5")),
        minus(1, MELEE_POOL, "BUS-HELD-6"),
    ),
    says="In an enemy's grip: nothing moves it, it has one die less in melee, defends with at least half of them, and "
    "may only disengage, use a Ki feat or stand up. Free once it disengages, the two no longer touch, or the holder "
    "fights somebody else.",
    why=("BUS-HELD-2", "BUS-HELD-7", "BUS-HELD-8", "BUS-HELD-9"),
)


def holders(model: Model) -> tuple[ModelId, ...]:
    """Who has hold of it, in the order in which they took hold."""
    return tuple(ModelId(marker.source) for marker in model.markers if marker.status == HELD and marker.source)


def hold_marker(game: Game, victim: Model, holder: ModelId) -> Marker | None:
    """The marker this holder lays, or None where it has hold already (BUS-HELD-7, reading `held_markers`)."""
    if holder in holders(victim):
        return None
    if victim.has(HELD) and chosen(game, HELD_MARKERS) == "single":
        return None
    return Marker(HELD, 0, holder)
