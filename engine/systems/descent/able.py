"""What keeps a figure from doing anything at all now: reasons shared by every action and move."""

from __future__ import annotations

from engine.game import Game, Model
from engine.questions import Objection
from engine.standing import over
from engine.systems.descent.counters import IN_TOWN, TAKEN, TURN, acting, is_hero, taking_turn
from engine.systems.descent.questions import HEROES, OVERLORD, TITLES

OVER = ("DES-DEF-OWN-QUEST",)
TURN_WHY = ("DES-DEF-TURN",)


def no(model: Model, text: str, *why: str) -> Objection:
    """One reason for no about this figure."""
    return Objection(text=text, why=why, model=model.id)


def absent(game: Game, model: Model) -> tuple[Objection, ...]:
    """The battle is over, or the figure is not there."""
    found = over(game, OVER)
    if model.place == "removed" and not model.count(IN_TOWN):
        found += (no(model, f"{model.name} is off the board: {model.removed_as or 'removed'}.", "DES-DEF-ARM"),)
    if model.place == "reserve":
        found += (no(model, f"{model.name} has not been set up yet.", "DES-DEF-OWN-SQUARE"),)
    return found


def not_in_dungeon(game: Game, model: Model) -> tuple[Objection, ...]:
    """As `absent`, or the hero is in town."""
    if model.count(IN_TOWN) and model.place != "reserve":
        return (*over(game, OVER), no(model, f"{model.name} is in town.", "DES-DEF-DEATH"))
    return absent(game, model)


def wrong_part(game: Game, model: Model) -> tuple[Objection, ...]:
    """It is the other side's part of the round."""
    part = HEROES if is_hero(model) else OVERLORD
    if game.phase == part:
        return ()
    whose = "the heroes'" if part == HEROES else "the overlord's"
    return (
        no(
            model,
            f"{model.name} acts in {whose} part of the round; this is: {TITLES.get(game.phase, 'no part yet')}.",
            *TURN_WHY,
        ),
    )


def may_start(game: Game, model: Model) -> tuple[Objection, ...]:
    """What keeps a figure from beginning its turn; a monster's activation ends where another's begins."""
    found = (*absent(game, model), *wrong_part(game, model))
    if taking_turn(model):
        return (*found, no(model, f"{model.name} is taking a turn already.", *TURN_WHY))
    if model.count(TURN) == TAKEN:
        return (*found, no(model, f"{model.name} has had a turn this round.", *TURN_WHY))
    now = acting(game)
    if now is not None and (is_hero(now) or is_hero(model)):
        found += (no(now, f"{now.name}'s turn has to end first.", *TURN_WHY),)
    return found


def not_its_turn(game: Game, model: Model) -> tuple[Objection, ...]:
    """What keeps a figure from acting: it is not there, or not taking its turn."""
    found = (*absent(game, model), *wrong_part(game, model))
    if found or taking_turn(model):
        return found
    if model.count(TURN) == TAKEN:
        return (no(model, f"{model.name} has had a turn this round.", *TURN_WHY),)
    begin = "begin his turn" if is_hero(model) else "be activated"
    return (no(model, f"{model.name} has to {begin} first.", *TURN_WHY),)
