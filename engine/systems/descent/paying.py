"""Chapter: Movement actions — what all of them share: whose turn it is, the price, and what forbids them."""

from __future__ import annotations

from engine.ask import Option, Steps, choose
from engine.game import Game, Model, ModelId, Terrain
from engine.questions import Objection, Tally
from engine.systems.descent import able
from engine.systems.descent.conditions import RULES
from engine.systems.descent.counters import POINTS, STUNNED, is_hero
from engine.systems.descent.questions import MOVEMENT_ACTION, SPEND_POINTS
from engine.systems.descent.tables import cost
from engine.systems.descent.tokens import count

WHY = ("DES-DEF-MACT",)


def objections(game: Game, model: Model, action: str, words: str, *, monsters: bool = False) -> tuple[Objection, ...]:
    """What keeps a figure from a movement action, before anything that is peculiar to it; few are for *monsters*."""
    if not is_hero(model) and not monsters:
        return (able.no(model, f"{model.name} is a monster: only heroes {words}.", *WHY),)
    found = able.not_its_turn(game, model)
    price = cost(action)
    kind = "paid" if price else "free"
    found += RULES.ruling(game, model, MOVEMENT_ACTION, kind, f"cannot {words}").objections
    if price:
        found += RULES.ruling(game, model, SPEND_POINTS, words="can spend no movement points").objections
    if price > model.count(POINTS):
        text = f"To {words} costs {price} movement {'point' if price == 1 else 'points'}; {model.name} has "
        found += (able.no(model, f"{text}{model.count(POINTS) or 'none'}.", *WHY),)
    return found


def pay(game: Game, model: ModelId, action: str) -> Steps[Game]:
    """The movement points of a movement action."""
    left = max(0, game.model(model).count(POINTS) - cost(action))
    why = (*WHY, "DES-DEF-STFAT") if game.model(model).count(STUNNED) else WHY
    return (yield from count(game, model, POINTS, left, *why))


def price(model: Model, action: str) -> tuple[Tally, ...]:
    """What it costs, and what there is to pay with."""
    return (
        Tally(title="Price", base=cost(action), suffix=" MP", why=WHY),
        Tally(title="Movement points left", base=model.count(POINTS), why=("DES-DEF-MP",)),
    )


def labelled(words: str, action: str) -> str:
    """An action with its price: "Open the chest (2 MP)"."""
    return f"{words} ({cost(action)} MP)" if cost(action) else words


def which(game: Game, model: ModelId, pieces: tuple[Terrain, ...], asked: str, *why: str) -> Steps[Terrain]:
    """One of several pieces of scenery, as the hero's player picks."""
    options = tuple(Option(piece.id, piece.name) for piece in pieces)
    answer = yield from choose(game.model(model).side, options, asked, model=model, why=why)
    return next(piece for piece in pieces if piece.id == answer)


def quietly(name: str) -> str:
    """A name within a sentence: "Cellar door" as "the cellar door"."""
    words = name[:1].lower() + name[1:]
    return words if words.startswith(("the ", "a ", "an ")) else f"the {words}"
