"""State: Frightened — fear tests, on the way into contact and again in the end phase.

Who declares to go into contact with a fearsome enemy tests first; failing, he loses one
activation counter and does not act.  Whom a fearsome model goes into contact with tests too
and is frightened if he fails.  A Frightened model fails without dice in the main phase and
tests once more in the end phase, against the number it failed when it took fright; without
such a number, or having passed, it is rid of all markers.
"""

from __future__ import annotations

from engine.ask import Steps, happens
from engine.events import Counted, Lost, Noted
from engine.game import Game, Marker, Model, ModelId
from engine.geometry.evidence import Evidence
from engine.questions import Modifier, Objection, Tally
from engine.systems.bushido import ki, traits
from engine.systems.bushido.contact import touching
from engine.systems.bushido.counters import FEAR_CN, copies, printed
from engine.systems.bushido.frightened import FRIGHTENED
from engine.systems.bushido.gaining import gain
from engine.systems.bushido.guarded import now_aimed_at
from engine.systems.bushido.questions import MAIN
from engine.systems.bushido.readings import FRIGHTENED_CONTACT, FRIGHTENED_NUMBER, FRIGHTENED_RETEST, chosen
from engine.systems.bushido.rolls import challenge
from engine.systems.bushido.spending import stop
from engine.systems.bushido.wish import MELEE, Wish

FEAR = "fear"
WHY = ("BUS-DEF-25", "BUS-DEF-TRAIT-FEAR")

WITHOUT_TEST = ("BUS-FRIGHTENED-8", "BUS-DEF-RULING-FRIGHT-WITHOUT-TEST")


def fearsome(model: Model) -> bool:
    """Has this model the Fear trait?"""
    return traits.has(model, FEAR)


def gate(game: Game, wish: Wish) -> tuple[Objection, ...]:
    """A Frightened model declares nothing that brings it into contact with Fear, unless it is steadfast."""
    model = game.model(wish.model)
    if not model.has(FRIGHTENED) or traits.has(model, "steadfast"):
        return ()
    found = []
    for name in dict.fromkeys((*wish.touches, *(wish.selects if wish.action == MELEE else ()))):
        enemy = game.model(name)
        near = touching(model, enemy)
        if not fearsome(enemy) or (near and chosen(game, FRIGHTENED_CONTACT) == "touching_allowed"):
            continue
        doing = "fight" if near else "go into contact with"
        text = f"{model.name} is Frightened and may not {doing} {enemy.name}, who causes Fear."
        shown = Evidence(pieces=(enemy.id,))
        found.append(Objection(text=text, why=("BUS-FRIGHTENED-4",), model=model.id, evidence=shown))
    return tuple(found)


def approached(game: Game, wish: Wish) -> tuple[Model, ...]:
    """Enemies into whose contact this action would newly bring the model."""
    model = game.model(wish.model)
    names = (now_aimed_at(game, name) for name in wish.touches)
    return tuple(enemy for enemy in map(game.model, names) if not touching(model, enemy))


def applies(game: Game, wish: Wish) -> bool:
    """Does this action call for a fear test of either side?"""
    fresh = approached(game, wish)
    return any(map(fearsome, fresh)) or (bool(fresh) and fearsome(game.model(wish.model)))


def test(game: Game, wish: Wish) -> Steps[Game]:
    """Who declares tests first; if he stands, whom he goes for tests against him."""
    actor = game.model(wish.model)
    if actor.has(FRIGHTENED) and any(map(fearsome, approached(game, wish))):
        text = f"{actor.name} is Steadfast and goes for the fearsome though Frightened"
        game = yield from happens(Noted(text=text, model=actor.id, why=("BUS-DEF-TRAIT-STEADFAST",)))
    for enemy in filter(fearsome, approached(game, wish)):
        game, stands = yield from brave(game, actor.id, enemy.id)
        if not stands:
            return (yield from stop(game, 1, *WHY))
    if fearsome(actor):
        for enemy in approached(game, wish):
            game, stands = yield from brave(game, enemy.id, actor.id)
            if not stands:
                game = yield from frighten(game, enemy.id, printed(actor, "Fear"))
    return game


def brave(game: Game, name: ModelId, cause: ModelId) -> Steps[tuple[Game, bool]]:
    """One fear test of the main phase: the game after it, and whether it was passed."""
    model, source = game.model(name), game.model(cause)
    number = printed(source, "Fear")
    if traits.has(model, "fearless"):
        return game, True
    if model.has(FRIGHTENED) and game.phase == MAIN:
        text = f"{model.name} is Frightened and fails its fear test without dice"
        game = yield from happens(Noted(text=text, model=name, other=cause, why=("BUS-FRIGHTENED-5",)))
        return game, False
    if fearsome(model) and printed(model, "Fear") >= number:
        return game, True
    dice = fear_dice(game, model, source)
    passed = yield from _throw(game, model, dice, number, f"Fear test of {model.name} against {source.name}")
    if passed and traits.has(source, "terror"):
        why = ("BUS-DEF-TRAIT-TERROR",)
        passed = yield from _throw(game, model, dice, number, f"Terror: {model.name} tests again", *why)
    return game, passed


def fear_dice(game: Game, model: Model, source: Model | None = None) -> Tally:
    """Dice of a fear test: the Ki statistic, less the Dread of the one who causes it."""
    found = ki.statistic(game, model)
    dread = 0 if source is None else printed(source, "Dread")
    if not dread:
        return found
    term = Modifier(op="plus", amount=-dread, label="Dread", why=("BUS-DEF-TRAIT-DREAD",))
    return Tally(
        title="Fear test",
        base=found.base,
        base_label=found.base_label,
        modifiers=(*found.modifiers, term),
        why=WHY,
    )


def frighten(game: Game, name: ModelId, number: int) -> Steps[Game]:
    """A failed test: a Frightened marker, and the number to test against again; a second one changes nothing."""
    model = game.model(name)
    if model.has(FRIGHTENED):
        if chosen(game, FRIGHTENED_NUMBER) == "entry" or model.count(FEAR_CN) == number:
            return game
        return (yield from happens(_number(name, number, "BUS-FRIGHTENED-6")))
    game = yield from gain(game, name, Marker(FRIGHTENED), *WHY)
    if game.model(name).has(FRIGHTENED):
        game = yield from happens(_number(name, number, *WHY))
    return game


def recover(game: Game, name: ModelId) -> Steps[Game]:
    """In the end phase a Frightened model tests again; one frightened without a test just recovers."""
    model = game.model(name)
    if not model.has(FRIGHTENED):
        return game
    number = model.count(FEAR_CN)
    if not number:
        return (yield from happens(Lost(model=name, status=FRIGHTENED, why=WITHOUT_TEST)))
    tests = 1 if chosen(game, FRIGHTENED_RETEST) == "once" else copies(model, FRIGHTENED)
    for _ in range(tests):
        passed = traits.has(model, "fearless")
        if not passed:
            what = f"Fear test of {model.name} to take heart"
            passed = yield from _throw(game, model, fear_dice(game, model), number, what, "BUS-FRIGHTENED-6")
        if not passed:
            text = f"{model.name} stays Frightened"
            game = yield from happens(Noted(text=text, model=name, why=("BUS-FRIGHTENED-9",)))
            continue
        value = None if tests == 1 else game.model(name).values(FRIGHTENED)[-1]
        game = yield from happens(Lost(model=name, status=FRIGHTENED, value=value, why=("BUS-FRIGHTENED-7",)))
    return game


def _throw(game: Game, model: Model, dice: Tally, number: int, what: str, *why: str) -> Steps[bool]:
    courage = printed(model, "Courage")
    more = ("BUS-DEF-TRAIT-COURAGE",) if courage else ()
    return (
        yield from challenge(
            dice.value, number, what, *WHY, *more, *why, side=model.side, model=model.id, bonus=courage
        )
    )


def _number(model: ModelId, number: int, *why: str) -> Counted:
    return Counted(of="model", whose=model, name=FEAR_CN, value=number, why=why)
