"""Chapter: Actions — Focus: two counters for as many Ki tokens as the Ki statistic says."""

from __future__ import annotations

from functools import partial

from engine.ask import Steps
from engine.commands import Act
from engine.game import Game, ModelId
from engine.rules import Plan
from engine.system import Action
from engine.systems.bushido.activation import declare
from engine.systems.bushido.ki import receive, statistic
from engine.systems.bushido.questions import MAIN
from engine.systems.bushido.wish import COMPLEX, FOCUS, Wish

WHY = ("BUS-DEF-ACTION-FOCUS",)


def plan_focus(game: Game, act: Act) -> Plan:
    """Gain Ki; this is no generation, so Spirit Block does not stop it."""
    wish = Wish(model=act.model, action=FOCUS, title="Focus", cost=COMPLEX)
    return declare(
        game, wish, partial(_gather, name=act.model), tallies=(statistic(game, game.model(act.model)),)
    )  # fmt: skip


def _gather(game: Game, *, name: ModelId) -> Steps[Game]:
    tokens = int(statistic(game, game.model(name)).value)
    return (yield from receive(game, name, tokens, *WHY))


ACTIONS = (
    Action(
        FOCUS,
        "Focus",
        (MAIN,),
        plan_focus,
        icon="focus",
        says="Two counters: gain as many Ki tokens as the Ki statistic. Not in contact with an enemy.",
    ),
)
