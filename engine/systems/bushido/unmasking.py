"""State: Disguised — who may go for it, the Ki test that finds it out, and what gives it away.

The test comes once the shot, feat or movement is known to reach, and before anything moves.
Passed, the marker goes and the action goes on; failed, the action is over and costs what it
would have cost.
"""

from __future__ import annotations

from engine.ask import Steps, happens
from engine.events import Lost
from engine.game import Game, Model, ModelId
from engine.geometry.evidence import Evidence
from engine.questions import Objection, Tally
from engine.systems.bushido import ki
from engine.systems.bushido.contact import touching
from engine.systems.bushido.counters import printed
from engine.systems.bushido.disguised import DISGUISE
from engine.systems.bushido.guarded import now_aimed_at
from engine.systems.bushido.readings import (
    DISGUISE_FAIL_COST,
    DISGUISE_REMOVED,
    DISGUISED_CONTACT,
    FAILED_DISGUISE_PRICE,
    KI_GATE,
    chosen,
)
from engine.systems.bushido.rolls import challenge
from engine.systems.bushido.spending import stop
from engine.systems.bushido.wish import CHARGE, FEAT, MELEE, SCENARIO, SCENARIO_COMPLEX, SHOOT, Wish

KEEN = 2
"""The least Ki statistic that may test."""
GIVES_AWAY = {
    MELEE: "BUS-DISGUISED-12",
    SHOOT: "BUS-DISGUISED-13",
    CHARGE: "BUS-DISGUISED-14",
    SCENARIO: "BUS-DISGUISED-15",
    SCENARIO_COMPLEX: "BUS-DISGUISED-15",
}
"""Actions whose declaration takes the marker off, with the clause."""
IN_RANGE = ("BUS-DISGUISED-3", "BUS-DISGUISED-4")
"""A shot or feat: tested once it is in range."""
IN_REACH = ("BUS-DISGUISED-7", "BUS-DISGUISED-6")
"""A way into contact: tested once the movement suffices."""


def keen(game: Game, model: Model) -> bool:
    """Has this model the Ki statistic to see through a disguise at all?"""
    return gate_ki(game, model).value >= KEEN


def gate_ki(game: Game, model: Model) -> Tally:
    """The Ki statistic that counts here: the one in force now, or (reading `ki_gate`) the printed one."""
    now = ki.statistic(game, model)
    return now if chosen(game, KI_GATE) == "current" else Tally(title=now.title, base=printed(model, "Ki"))


def masked(game: Game, model: Model, target: Model) -> bool:
    """Is this an enemy who is disguised?"""
    return target.side != model.side and target.has(DISGUISE)


def fooled(game: Game, model: Model, target: Model, *, sees: bool, touches: bool) -> tuple[Objection, ...]:
    """Why a model may not target (*sees*) a disguised enemy, or move into contact with him (*touches*)."""
    if not masked(game, model, target) or keen(game, model):
        return ()
    found = []
    ki_words = f"Ki {gate_ki(game, model).value:g}"
    if sees:
        text = f"{target.name} is Disguised; with {ki_words} {model.name} cannot target it."
        found.append(_no(model, target, text, "BUS-DISGUISED-1"))
    if touches and not touching(model, target):
        text = f"{target.name} is Disguised; with {ki_words} {model.name} cannot move into contact with it."
        found.append(_no(model, target, text, "BUS-DISGUISED-2"))
    if touching(model, target) and not sees and chosen(game, DISGUISED_CONTACT) == "never":
        text = f"{target.name} is Disguised; with {ki_words} {model.name} cannot fight it, though they touch."
        found.append(_no(model, target, text, "BUS-DISGUISED-2"))
    return tuple(found)


def gate(game: Game, wish: Wish) -> tuple[Objection, ...]:
    """What somebody of little Ki may not declare at the disguised."""
    model = game.model(wish.model)
    names = dict.fromkeys((*wish.selects, *wish.touches))
    melee = wish.action in (MELEE, CHARGE)
    return tuple(
        objection
        for name in names
        for objection in fooled(
            game,
            model,
            game.model(name),
            sees=wish.sees and name in wish.selects,
            touches=melee or name in wish.touches,
        )
    )


def declared(game: Game, wish: Wish) -> Steps[Game]:
    """Some actions give a disguise away as they are declared, whatever becomes of them."""
    why = GIVES_AWAY.get(wish.action)
    if why is None or not game.model(wish.model).has(DISGUISE):
        return game
    return (yield from happens(Lost(model=wish.model, status=DISGUISE, why=(why,))))


def guarding(game: Game, model: ModelId) -> Steps[Game]:
    """Whoever steps in as a bodyguard gives his disguise away at once."""
    if not game.model(model).has(DISGUISE):
        return game
    return (yield from happens(Lost(model=model, status=DISGUISE, why=("BUS-DISGUISED-16",))))


def tested(game: Game, wish: Wish) -> tuple[Model, ...]:
    """Disguised enemies whom this action, as far as it reaches, calls to be seen through."""
    model = game.model(wish.model)
    if not keen(game, model):
        return ()
    fresh = (name for name in wish.touches if not touching(model, game.model(name)))
    names = dict.fromkeys(now_aimed_at(game, name) for name in (*(wish.selects if wish.ranged else ()), *fresh))
    return tuple(target for target in map(game.model, names) if masked(game, model, target))


def applies(game: Game, wish: Wish) -> bool:
    """Does this action call for a Ki test before anything moves?"""
    return bool(tested(game, wish))


def test(game: Game, wish: Wish) -> Steps[Game]:
    """The Ki test: passed, the action goes on; failed, it is over and paid for."""
    why = IN_RANGE if wish.ranged else IN_REACH
    for target in tested(game, wish):
        game, found_out = yield from see_through(game, wish.model, target.id, *why)
        if not found_out:
            game = yield from lose_price(game, wish)
            full = chosen(game, DISGUISE_FAIL_COST) == "full"
            return (yield from stop(game, wish.cost if full else 1, "BUS-DISGUISED-10", "BUS-DISGUISED-11"))
    return game


def see_through(game: Game, roller: ModelId, name: ModelId, *why: str) -> Steps[tuple[Game, bool]]:
    """One Ki test against the highest marker; passed, the disguise is off.  The game after it, and whether it was."""
    model, target = game.model(roller), game.model(name)
    number = target.values(DISGUISE)[0]
    dice = ki.statistic(game, model)
    passed = yield from challenge(
        dice.value,
        number,
        f"Ki test of {model.name} to see through {target.name}",
        "BUS-DISGUISED-5",
        *why,
        side=model.side,
        model=model.id,
    )
    if not passed:
        return game, False
    value = None if chosen(game, DISGUISE_REMOVED) == "all" else number
    seen = ("BUS-DISGUISED-8", "BUS-DISGUISED-9")
    game = yield from happens(Lost(model=name, status=DISGUISE, value=value, why=seen))
    return game, True


def lose_price(game: Game, wish: Wish) -> Steps[Game]:
    """Ki to be paid for a feat is lost with it (reading `failed_disguise_price`); nothing was shot."""
    if wish.action != FEAT or not wish.tokens or chosen(game, FAILED_DISGUISE_PRICE) == "refunded":
        return game
    return (yield from ki.spend(game, wish.model, wish.tokens, "BUS-DEF-27", "BUS-DISGUISED-10"))


def _no(model: Model, target: Model, text: str, why: str) -> Objection:
    return Objection(text=text, why=(why,), model=model.id, evidence=Evidence(pieces=(target.id,)))
