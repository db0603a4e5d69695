"""State: Diseased — in each starting phase one marker and one Activation Counter are lost.

It happens among the starting effects, after the counters of the turn were gained.
"""

from __future__ import annotations

from engine.ask import Steps, happens
from engine.events import Lost
from engine.game import Game, ModelId
from engine.rules import Status, at
from engine.systems.bushido.counters import copies
from engine.systems.bushido.questions import START_EFFECTS
from engine.systems.bushido.readings import DISEASE_LOSS, chosen
from engine.systems.bushido.spending import pay

DISEASE = "disease"


def sicken(game: Game, model: ModelId) -> Steps[Game]:
    """One marker and one counter go; under the other reading every marker, each with a counter."""
    number = copies(game.model(model), DISEASE)
    for _ in range(number if chosen(game, DISEASE_LOSS) == "each_marker" else min(number, 1)):
        value = game.model(model).values(DISEASE)[-1]
        game = yield from happens(Lost(model=model, status=DISEASE, value=value, why=("BUS-DISEASED-1",)))
        game = yield from pay(game, model, 1, "BUS-DISEASED-2")
    return game


STATUS = Status(
    DISEASE,
    "Diseased",
    (at(START_EFFECTS, sicken, "BUS-DISEASED-1", "BUS-DISEASED-2"),),
    says="Each starting phase it loses one marker and one activation counter.",
    why=("BUS-DISEASED-1", "BUS-DISEASED-2"),
)
