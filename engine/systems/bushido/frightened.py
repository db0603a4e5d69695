"""State: Frightened — on the defensive, and nowhere near what is fearsome.

It fails every Fear test of the main phase and tests again in the end phase, against the
number it failed when it took fright.  The tests stand in `fear`.
"""

from __future__ import annotations

from engine.ask import Steps, happens
from engine.events import Counted, Event, Lost
from engine.game import Game, ModelId
from engine.rules import Status, after, minus, plus
from engine.systems.bushido.counters import FEAR_CN
from engine.systems.bushido.questions import DEFENSIVE, MELEE_POOL, RANGED_POOL

FRIGHTENED = "frightened"


def forget(game: Game, model: ModelId, event: Event) -> Steps[Game]:
    """With the last marker, whatever took it, the number to test against is forgotten."""
    calm = game.model(model)
    if not isinstance(event, Lost) or event.status != FRIGHTENED or calm.has(FRIGHTENED) or not calm.count(FEAR_CN):
        return game
    return (yield from happens(Counted(of="model", whose=model, name=FEAR_CN, value=0, why=event.why)))


STATUS = Status(
    FRIGHTENED,
    "Frightened",
    (
        plus(1, DEFENSIVE, "BUS-FRIGHTENED-1"),
        minus(1, MELEE_POOL, "BUS-FRIGHTENED-2"),
        minus(1, RANGED_POOL, "BUS-FRIGHTENED-3"),
        after(Lost, forget, "BUS-FRIGHTENED-7"),
    ),
    says="Defensive, one die less in melee and shooting, never into contact with Fear. Tests again in the end phase.",
    why=("BUS-FRIGHTENED-4", "BUS-FRIGHTENED-5", "BUS-FRIGHTENED-6", "BUS-FRIGHTENED-8"),
)
