"""Chapter: Items — what a figure carries, has equipped, has exhausted or lost; two hands, one suit of armor."""

from __future__ import annotations

from collections.abc import Mapping

from engine.ask import Steps, happens
from engine.events import Counted, Noted
from engine.game import Game, Model, ModelId
from engine.systems.descent.counters import EXHAUSTED, GONE, GOT, SHATTERED, STOWED, is_hero
from engine.systems.descent.tables import Shield, Weapon, armors, number, shields, title, weapons

FISTS = "fists"


def carried(model: Model) -> tuple[str, ...]:
    """Ids of all items the figure still has, equipped or in the pack, potions not among them."""
    own = [item for item in model.profile.equipment if _is_kit(item)]
    got = [name.removeprefix(GOT) for name, _ in model.counters if name.startswith(GOT)]
    return tuple(item for item in dict.fromkeys((*own, *got)) if _held(model, item) > 0)


def equipped(model: Model) -> tuple[str, ...]:
    """Ids of the items in hand or worn, one for each if there are two alike."""
    return tuple(item for item in carried(model) for _ in range(_held(model, item) - model.count(STOWED + item)))


def stowed(model: Model) -> tuple[str, ...]:
    """Ids of the items in the pack."""
    return tuple(item for item in carried(model) if model.count(STOWED + item))


def weapons_of(model: Model) -> tuple[Weapon, ...]:
    """The weapons the figure can attack with now; a hero always has his fists."""
    found = [weapons()[item] for item in dict.fromkeys(equipped(model)) if item in weapons()]
    if is_hero(model) and all(weapon.id != FISTS for weapon in found):
        found.append(weapons()[FISTS])
    return tuple(found)


def ready_shields(model: Model, *, against_tokens: bool = False) -> tuple[Shield, ...]:
    """Shields that may be exhausted now; against wounds that ignore armor only those whose cards name them."""
    worn = equipped(model)
    found: list[Shield] = []
    for item in dict.fromkeys(worn):
        shield, ready = shields().get(item), worn.count(item) - model.count(EXHAUSTED + item)
        if shield and (shield.ignores_armor or not against_tokens):
            found += [shield] * ready
    return tuple(found)


def armor_worn(model: Model) -> str:
    """Id of the suit of armor worn; empty without one."""
    return next((item for item in equipped(model) if item in armors()), "")


def armor_bonus(model: Model) -> tuple[tuple[str, int], ...]:
    """What worn armor adds, item by item."""
    return tuple((item, armors()[item].armor) for item in equipped(model) if item in armors())


def hands_used(items: tuple[str, ...]) -> int:
    """Hands that these items take up together."""
    charts: tuple[Mapping[str, Weapon | Shield], ...] = (weapons(), shields())
    return sum(chart[item].hands for item in items for chart in charts if item in chart)


def fits(items: tuple[str, ...]) -> bool:
    """Can all of these be equipped at once: two hands, one suit of armor?"""
    return hands_used(items) <= number("hands") and sum(item in armors() for item in items) <= 1


def natural(item: str) -> bool:
    """Is it part of the body, which neither shatters nor is laid down?"""
    return item in weapons() and weapons()[item].natural


def shatter(game: Game, model: ModelId, item: str, *why: str) -> Steps[Game]:
    """The item breaks and is gone for good."""
    figure = game.model(model)
    text = f"The {title(item)} of {figure.name} shatters and is gone"
    game = yield from happens(Noted(text=text, model=model, why=why))
    cited = (*why, "DES-DEF-SHATTER")
    if figure.count(EXHAUSTED + item):  # of two alike it is the one in use that breaks
        game = yield from _less(game, model, EXHAUSTED + item, cited)
    return (yield from _more(game, model, SHATTERED + item, cited))


def lay_down(game: Game, model: ModelId, item: str, *why: str) -> Steps[Game]:
    """The figure has this item no more: given away or dropped."""
    if game.model(model).count(STOWED + item):
        game = yield from _less(game, model, STOWED + item, why)
    return (yield from _more(game, model, GONE + item, why))


def receive(game: Game, model: ModelId, item: str, *why: str) -> Steps[Game]:
    """The figure has this item from now on: in hand if it fits there, else in the pack."""
    worn = equipped(game.model(model))
    game = yield from _more(game, model, GOT + item, why)
    if not fits((*worn, item)):
        game = yield from _more(game, model, STOWED + item, why)
    return game


def refresh(game: Game, model: ModelId, *why: str) -> Steps[Game]:
    """Exhausted cards are ready again."""
    for name, _ in game.model(model).counters:
        if name.startswith(EXHAUSTED):
            item = name.removeprefix(EXHAUSTED)
            text = f"{game.model(model).name} readies the {title(item)}"
            game = yield from happens(Noted(text=text, model=model, why=why))
            game = yield from happens(Counted(of="model", whose=model, name=name, value=0, why=why))
    return game


def _held(model: Model, item: str) -> int:
    own = model.profile.equipment.count(item) + model.count(GOT + item)
    return own - model.count(SHATTERED + item) - model.count(GONE + item)


def _is_kit(item: str) -> bool:
    return item in weapons() or item in shields() or item in armors()


def _more(game: Game, model: ModelId, name: str, why: tuple[str, ...]) -> Steps[Game]:
    value = game.model(model).count(name) + 1
    return (yield from happens(Counted(of="model", whose=model, name=name, value=value, why=why)))


def _less(game: Game, model: ModelId, name: str, why: tuple[str, ...]) -> Steps[Game]:
    value = game.model(model).count(name) - 1
    return (yield from happens(Counted(of="model", whose=model, name=name, value=value, why=why)))
