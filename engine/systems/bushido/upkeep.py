"""What the running phase will do as one goes on, by name and number, before it is done."""

from __future__ import annotations

from engine.game import Game, Model
from engine.systems.bushido.activation import can_act
from engine.systems.bushido.berserk import BERSERK
from engine.systems.bushido.blind import BLIND
from engine.systems.bushido.burning import KINDS, going
from engine.systems.bushido.controlled import CONTROL
from engine.systems.bushido.counters import FEAR_CN, copies, ki_tokens, passes, printed
from engine.systems.bushido.death_sentence import PRICE, may_buy_off
from engine.systems.bushido.diseased import DISEASE
from engine.systems.bushido.end_phase import burning_wounds, last_turn
from engine.systems.bushido.frightened import FRIGHTENED
from engine.systems.bushido.impetuous import IMPETUOUS
from engine.systems.bushido.ki import limit, statistic
from engine.systems.bushido.questions import END, MAIN, START
from engine.systems.bushido.spirit_block import SPIRIT_BLOCK
from engine.systems.bushido.start_phase import ENDS_ON, due_passes, in_order, length_rolled
from engine.systems.bushido.stunned import STUNNED
from engine.systems.bushido.traits import has
from engine.systems.bushido.wounds import wounds_left


def upkeep(game: Game) -> tuple[str, ...]:
    """One short sentence for each thing that going on will do; the gravest first."""
    if game.outcome:
        return ()
    if game.phase == START:
        return (*_length(game), *(line for model in in_order(game) for line in _starting(game, model)), *_tokens(game))
    if game.phase == MAIN and can_act(game, game.active) and passes(game.side(game.active)):
        side = game.side(game.active)
        return (f"{side.name} spends one of {passes(side)} Pass Tokens instead of acting.",)
    lines = [line for model in in_order(game) for line in _ending(game, model)]
    if game.phase == MAIN:
        return tuple(f"In the end phase: {line}" for line in lines)
    return (*lines, *(("The game ends with this turn.",) if game.phase == END and last_turn(game) else ()))


def _length(game: Game) -> tuple[str, ...]:
    if not length_rolled(game):
        return ()
    return (f"A die decides whether this turn is the last: {ENDS_ON} or more, and it is.",)


def _starting(game: Game, model: Model) -> tuple[str, ...]:
    """What the starting phase does to one model out of the ordinary."""
    lines: list[str] = []
    gained = 0 if model.has(SPIRIT_BLOCK) else int(statistic(game, model).value)
    if model.has(SPIRIT_BLOCK):
        left = copies(model, SPIRIT_BLOCK) - 1
        lines.append(f"{model.name} is Spirit Blocked: no Ki this turn, {_left(left)}.")
    if model.has(DISEASE):
        lines.append(f"{model.name} is Diseased: one activation counter fewer, {_left(copies(model, DISEASE) - 1)}.")
    later = min(ki_tokens(model) + gained, max(limit(model), ki_tokens(model)))
    if model.has("death_sentence") and later >= PRICE and (may_buy_off(model) or not model.has(CONTROL)):
        lines.append(f"{model.name} may pay {PRICE} of {later} Ki to lose a Death Sentence.")
    if has(model, "rage"):
        lines.append(f"{model.name} rages: Berserk and Impetuous.")
    if IMPETUOUS in model.profile.traits:
        lines.append(f"{model.name} gains {_markers(max(1, printed(model, 'Impetuous')), 'Impetuous')}.")
    return tuple(lines)


def _tokens(game: Game) -> tuple[str, ...]:
    return tuple(
        f"{game.side(side).name} gets {number} Pass Token{'s' if number > 1 else ''}."
        for side, number in due_passes(game)
        if number
    )


def _ending(game: Game, model: Model) -> tuple[str, ...]:
    """What the end phase does to one model."""
    lines: list[str] = []
    for kind in KINDS:
        if model.has(kind.status):
            lines.append(_burns(game, model, kind.status, burning_wounds(game, model, kind)))
    if model.has(FRIGHTENED):
        number = model.count(FEAR_CN)
        test = f"tests against {number} to lose its fright" if number else "loses its fright without a test"
        lines.append(f"{model.name} {test}.")
    if model.has(STUNNED):
        lines.append(f"{model.name} loses one Stunned marker, {_left(copies(model, STUNNED) - 1)}.")
    lines += [f"{model.name} is no longer {word}." for status, word in _OVER if model.has(status)]
    if has(model, "regenerate") and model.count("wounds_lost"):
        healed = min(max(1, printed(model, "Regenerate")), model.count("wounds_lost"))
        lines.append(f"{model.name} heals {healed}.")
    return tuple(lines)


_OVER = ((BLIND, "Blind"), (BERSERK, "Berserk"))
_VERBS = {"fire": "burns", "bleed": "bleeds", "poison": "is poisoned"}


def _burns(game: Game, model: Model, status: str, wounds: int) -> str:
    left = wounds_left(model)
    fate = ", which kills it" if wounds >= left else f" of {left} left"
    markers = len(model.values(status)) - len(going(model, status))
    harm = f"{wounds} wound{'' if wounds == 1 else 's'}{fate}" if wounds else "no wound"
    return f"{model.name} {_VERBS[status]}: {harm}; {_left(markers)}."


def _left(markers: int) -> str:
    if markers < 1:
        return "no marker stays"
    return "1 marker stays" if markers == 1 else f"{markers} markers stay"


def _markers(number: int, name: str) -> str:
    return f"an {name} marker" if number == 1 else f"{number} {name} markers"
