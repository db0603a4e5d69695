"""Each state with each other: what combines, and what cancels.

A row: the two states | melee pool (4), ranged pool (3) and how the pool may be divided |
what may be declared, in the order and the signs of the state × action table | markers left by
the end phase | wounds marked after it (1 before) | Ki tokens (2 before) and activation counters
after the starting phase, and the markers left by it.

Fright and holds cancel rage in the division and nowhere else.  A sentence is bought off
whenever there are three tokens and nobody else's hand on them.  Sickness frees the controlled.
Prone leaves standing up alone, held leaves what is done in contact; rage gives way to both.
"""

from __future__ import annotations

from itertools import combinations

import pytest

from engine.commands import NextPhase
from engine.game import Game
from engine.play import Asking, perform
from engine.systems.bushido.exchange import split_limit
from engine.systems.bushido.pools import melee_pool, ranged_pool
from tests.systems.bushido.duties import ACTIONS, duties, table
from tests.systems.bushido.positions import SYSTEM, answers, play
from tests.systems.bushido.test_matrix import CODES, MATRIX

# fmt: off
PAIRS = """
disguise + frightened        | 3 2 def. | mm··mmm··mx·· | disguise=5                 | 1 | 4 2 disguise=5 frightened
disguise + held              | 3 3 def. | xxxxxxx·xmxxx | disguise=5 held            | 1 | 4 2 disguise=5 held
disguise + immobilised       | 4 3 free | SSSSmSS··Sx·S | disguise=5 immobilised     | 1 | 4 2 disguise=5 immobilised
disguise + impetuous         | 4 3 free | mm··mmm··mx·· | disguise=5 impetuous       | 1 | 4 2 disguise=5 impetuous
disguise + fire              | 4 3 free | mm··mmm··mx·· | disguise=5                 | 3 | 4 2 disguise=5 fire=2
disguise + poison            | 4 3 free | mm··mmm··mx·· | disguise=5                 | 3 | 4 2 disguise=5 poison=2
disguise + prone             | 3 3 free | xxxxxxxxxx·xx | disguise=5 prone           | 1 | 4 2 disguise=5 prone
disguise + reload            | 4 3 free | mm··mmm··mx·· | disguise=5 reload          | 1 | 4 2 disguise=5 reload
disguise + spirit_block      | 4 3 free | mm··mmm··mx·· | disguise=5 spirit_block    | 1 | 2 2 disguise=5
disguise + stunned           | 3 2 free | mm··mmm··mx·· | disguise=5                 | 1 | 4 2 disguise=5 stunned
disguise + berserk           | 4 3 agg. | mxxxxxxxxxxxx | disguise=5                 | 1 | 4 2 disguise=5 berserk
disguise + bleed             | 4 3 free | mm··mmm··mx·· | disguise=5                 | 3 | 4 2 disguise=5 bleed=2
disguise + blind             | 3 3 free | mxx·xmm··mx·· | disguise=5                 | 1 | 4 2 disguise=5 blind
disguise + control           | 4 3 free | mx··mmxxxmx·· | disguise=5 control         | 1 | 4 2 disguise=5 control
disguise + death_sentence    | 4 3 free | mm··mmm··mx·· | disguise=5 death_sentence  | 1 | 1 2 disguise=5
disguise + disease           | 4 3 free | mm··mmm··mx·· | disguise=5 disease         | 1 | 4 1 disguise=5
frightened + held            | 2 2 def. | xxxxxxx·x·xxx | held                       | 1 | 4 2 frightened held
frightened + immobilised     | 3 2 def. | SSSS·SS··Sx·S | immobilised                | 1 | 4 2 frightened immobilised
frightened + impetuous       | 3 2 def. | ··········x·· | impetuous                  | 1 | 4 2 frightened impetuous
frightened + fire            | 3 2 def. | ··········x·· | -                          | 3 | 4 2 frightened fire=2
frightened + poison          | 3 2 def. | ··········x·· | -                          | 3 | 4 2 frightened poison=2
frightened + prone           | 2 2 def. | xxxxxxxxxx·xx | prone                      | 1 | 4 2 frightened prone
frightened + reload          | 3 2 def. | ··········x·· | reload                     | 1 | 4 2 frightened reload
frightened + spirit_block    | 3 2 def. | ··········x·· | spirit_block               | 1 | 2 2 frightened
frightened + stunned         | 2 1 def. | ··········x·· | -                          | 1 | 4 2 frightened stunned
frightened + berserk         | 3 2 free | ·xxxxxxxxxxxx | -                          | 1 | 4 2 frightened berserk
frightened + bleed           | 3 2 def. | ··········x·· | -                          | 3 | 4 2 frightened bleed=2
frightened + blind           | 2 2 def. | ·xx·x·····x·· | -                          | 1 | 4 2 frightened blind
frightened + control         | 3 2 def. | ·x····xxx·x·· | control                    | 1 | 4 2 frightened control
frightened + death_sentence  | 3 2 def. | ··········x·· | death_sentence             | 1 | 1 2 frightened
frightened + disease         | 3 2 def. | ··········x·· | disease                    | 1 | 4 1 frightened
held + immobilised           | 3 3 def. | xxxxxxx·xSxxx | held immobilised           | 1 | 4 2 held immobilised
held + impetuous             | 3 3 def. | xxxxxxx·x·xxx | held impetuous             | 1 | 4 2 held impetuous
held + fire                  | 3 3 def. | xxxxxxx·x·xxx | held                       | 3 | 4 2 held fire=2
held + poison                | 3 3 def. | xxxxxxx·x·xxx | held                       | 3 | 4 2 held poison=2
held + prone                 | 2 3 def. | xxxxxxxxxx·xx | held prone                 | 1 | 4 2 held prone
held + reload                | 3 3 def. | xxxxxxx·x·xxx | held reload                | 1 | 4 2 held reload
held + spirit_block          | 3 3 def. | xxxxxxx·x·xxx | held spirit_block          | 1 | 2 2 held
held + stunned               | 2 2 def. | xxxxxxx·x·xxx | held                       | 1 | 4 2 held stunned
held + berserk               | 3 3 free | xxxxxxx·x·xxx | held                       | 1 | 4 2 held berserk
held + bleed                 | 3 3 def. | xxxxxxx·x·xxx | held                       | 3 | 4 2 held bleed=2
held + blind                 | 2 3 def. | xxxxxxx·x·xxx | held                       | 1 | 4 2 held blind
held + control               | 3 3 def. | xxxxxxxxx·xxx | held control               | 1 | 4 2 held control
held + death_sentence        | 3 3 def. | xxxxxxx·x·xxx | held death_sentence        | 1 | 1 2 held
held + disease               | 3 3 def. | xxxxxxx·x·xxx | held disease               | 1 | 4 1 held
immobilised + impetuous      | 4 3 free | SSSS·SS··Sx·S | immobilised impetuous      | 1 | 4 2 immobilised impetuous
immobilised + fire           | 4 3 free | SSSS·SS··Sx·S | immobilised                | 3 | 4 2 immobilised fire=2
immobilised + poison         | 4 3 free | SSSS·SS··Sx·S | immobilised                | 3 | 4 2 immobilised poison=2
immobilised + prone          | 3 3 free | xxxxxxxxxxSxx | immobilised prone          | 1 | 4 2 immobilised prone
immobilised + reload         | 4 3 free | SSSS·SS··Sx·S | immobilised reload         | 1 | 4 2 immobilised reload
immobilised + spirit_block   | 4 3 free | SSSS·SS··Sx·S | immobilised spirit_block   | 1 | 2 2 immobilised
immobilised + stunned        | 3 2 free | SSSS·SS··Sx·S | immobilised                | 1 | 4 2 immobilised stunned
immobilised + berserk        | 4 3 agg. | Sxxxxxxxxxxxx | immobilised                | 1 | 4 2 immobilised berserk
immobilised + bleed          | 4 3 free | SSSS·SS··Sx·S | immobilised                | 3 | 4 2 immobilised bleed=2
immobilised + blind          | 3 3 free | SxxSxSS··Sx·S | immobilised                | 1 | 4 2 immobilised blind
immobilised + control        | 4 3 free | SxSS·SxxxSx·S | immobilised control        | 1 | 4 2 immobilised control
immobilised + death_sentence | 4 3 free | SSSS·SS··Sx·S | immobilised death_sentence | 1 | 1 2 immobilised
immobilised + disease        | 4 3 free | SSSS·SS··Sx·S | immobilised disease        | 1 | 4 1 immobilised
impetuous + fire             | 4 3 free | ··········x·· | impetuous                  | 3 | 4 2 impetuous fire=2
impetuous + poison           | 4 3 free | ··········x·· | impetuous                  | 3 | 4 2 impetuous poison=2
impetuous + prone            | 3 3 free | xxxxxxxxxx·xx | impetuous prone            | 1 | 4 2 impetuous prone
impetuous + reload           | 4 3 free | ··········x·· | impetuous reload           | 1 | 4 2 impetuous reload
impetuous + spirit_block     | 4 3 free | ··········x·· | impetuous spirit_block     | 1 | 2 2 impetuous
impetuous + stunned          | 3 2 free | ··········x·· | impetuous                  | 1 | 4 2 impetuous stunned
impetuous + berserk          | 4 3 agg. | ·xxxxxxxxxxxx | impetuous                  | 1 | 4 2 impetuous berserk
impetuous + bleed            | 4 3 free | ··········x·· | impetuous                  | 3 | 4 2 impetuous bleed=2
impetuous + blind            | 3 3 free | ·xx·x·····x·· | impetuous                  | 1 | 4 2 impetuous blind
impetuous + control          | 4 3 free | ·x····xxx·x·· | impetuous control          | 1 | 4 2 impetuous control
impetuous + death_sentence   | 4 3 free | ··········x·· | impetuous death_sentence   | 1 | 1 2 impetuous
impetuous + disease          | 4 3 free | ··········x·· | impetuous disease          | 1 | 4 1 impetuous
fire + poison                | 4 3 free | ··········x·· | -                          | 5 | 4 2 fire=2 poison=2
fire + prone                 | 3 3 free | xxxxxxxxxx·xx | prone                      | 3 | 4 2 fire=2 prone
fire + reload                | 4 3 free | ··········x·· | reload                     | 3 | 4 2 fire=2 reload
fire + spirit_block          | 4 3 free | ··········x·· | spirit_block               | 3 | 2 2 fire=2
fire + stunned               | 3 2 free | ··········x·· | -                          | 3 | 4 2 fire=2 stunned
fire + berserk               | 4 3 agg. | ·xxxxxxxxxxxx | -                          | 3 | 4 2 fire=2 berserk
fire + bleed                 | 4 3 free | ··········x·· | -                          | 5 | 4 2 fire=2 bleed=2
fire + blind                 | 3 3 free | ·xx·x·····x·· | -                          | 3 | 4 2 fire=2 blind
fire + control               | 4 3 free | ·x····xxx·x·· | control                    | 3 | 4 2 fire=2 control
fire + death_sentence        | 4 3 free | ··········x·· | death_sentence             | 3 | 1 2 fire=2
fire + disease               | 4 3 free | ··········x·· | disease                    | 3 | 4 1 fire=2
poison + prone               | 3 3 free | xxxxxxxxxx·xx | prone                      | 3 | 4 2 poison=2 prone
poison + reload              | 4 3 free | ··········x·· | reload                     | 3 | 4 2 poison=2 reload
poison + spirit_block        | 4 3 free | ··········x·· | spirit_block               | 3 | 2 2 poison=2
poison + stunned             | 3 2 free | ··········x·· | -                          | 3 | 4 2 poison=2 stunned
poison + berserk             | 4 3 agg. | ·xxxxxxxxxxxx | -                          | 3 | 4 2 poison=2 berserk
poison + bleed               | 4 3 free | ··········x·· | -                          | 5 | 4 2 poison=2 bleed=2
poison + blind               | 3 3 free | ·xx·x·····x·· | -                          | 3 | 4 2 poison=2 blind
poison + control             | 4 3 free | ·x····xxx·x·· | control                    | 3 | 4 2 poison=2 control
poison + death_sentence      | 4 3 free | ··········x·· | death_sentence             | 3 | 1 2 poison=2
poison + disease             | 4 3 free | ··········x·· | disease                    | 3 | 4 1 poison=2
prone + reload               | 3 3 free | xxxxxxxxxx·xx | prone reload               | 1 | 4 2 prone reload
prone + spirit_block         | 3 3 free | xxxxxxxxxx·xx | prone spirit_block         | 1 | 2 2 prone
prone + stunned              | 2 2 free | xxxxxxxxxx·xx | prone                      | 1 | 4 2 prone stunned
prone + berserk              | 3 3 agg. | xxxxxxxxxx·xx | prone                      | 1 | 4 2 prone berserk
prone + bleed                | 3 3 free | xxxxxxxxxx·xx | prone                      | 3 | 4 2 prone bleed=2
prone + blind                | 2 3 free | xxxxxxxxxx·xx | prone                      | 1 | 4 2 prone blind
prone + control              | 3 3 free | xxxxxxxxxx·xx | prone control              | 1 | 4 2 prone control
prone + death_sentence       | 3 3 free | xxxxxxxxxx·xx | prone death_sentence       | 1 | 1 2 prone
prone + disease              | 3 3 free | xxxxxxxxxx·xx | prone disease              | 1 | 4 1 prone
reload + spirit_block        | 4 3 free | ··········x·· | reload spirit_block        | 1 | 2 2 reload
reload + stunned             | 3 2 free | ··········x·· | reload                     | 1 | 4 2 reload stunned
reload + berserk             | 4 3 agg. | ·xxxxxxxxxxxx | reload                     | 1 | 4 2 reload berserk
reload + bleed               | 4 3 free | ··········x·· | reload                     | 3 | 4 2 reload bleed=2
reload + blind               | 3 3 free | ·xx·x·····x·· | reload                     | 1 | 4 2 reload blind
reload + control             | 4 3 free | ·x····xxx·x·· | reload control             | 1 | 4 2 reload control
reload + death_sentence      | 4 3 free | ··········x·· | reload death_sentence      | 1 | 1 2 reload
reload + disease             | 4 3 free | ··········x·· | reload disease             | 1 | 4 1 reload
spirit_block + stunned       | 3 2 free | ··········x·· | spirit_block               | 1 | 2 2 stunned
spirit_block + berserk       | 4 3 agg. | ·xxxxxxxxxxxx | spirit_block               | 1 | 2 2 berserk
spirit_block + bleed         | 4 3 free | ··········x·· | spirit_block               | 3 | 2 2 bleed=2
spirit_block + blind         | 3 3 free | ·xx·x·····x·· | spirit_block               | 1 | 2 2 blind
spirit_block + control       | 4 3 free | ·x····xxx·x·· | spirit_block control       | 1 | 2 2 control
spirit_block + death_sentence | 4 3 free | ··········x·· | spirit_block death_sentence | 1 | 2 2 death_sentence
spirit_block + disease       | 4 3 free | ··········x·· | spirit_block disease       | 1 | 2 1 -
stunned + berserk            | 3 2 agg. | ·xxxxxxxxxxxx | -                          | 1 | 4 2 stunned berserk
stunned + bleed              | 3 2 free | ··········x·· | -                          | 3 | 4 2 stunned bleed=2
stunned + blind              | 2 2 free | ·xx·x·····x·· | -                          | 1 | 4 2 stunned blind
stunned + control            | 3 2 free | ·x····xxx·x·· | control                    | 1 | 4 2 stunned control
stunned + death_sentence     | 3 2 free | ··········x·· | death_sentence             | 1 | 1 2 stunned
stunned + disease            | 3 2 free | ··········x·· | disease                    | 1 | 4 1 stunned
berserk + bleed              | 4 3 agg. | ·xxxxxxxxxxxx | -                          | 3 | 4 2 berserk bleed=2
berserk + blind              | 3 3 agg. | ·xxxxxxxxxxxx | -                          | 1 | 4 2 berserk blind
berserk + control            | 4 3 agg. | ·xxxxxxxxxxxx | control                    | 1 | 4 2 berserk control
berserk + death_sentence     | 4 3 agg. | ·xxxxxxxxxxxx | death_sentence             | 1 | 1 2 berserk
berserk + disease            | 4 3 agg. | ·xxxxxxxxxxxx | disease                    | 1 | 4 1 berserk
bleed + blind                | 3 3 free | ·xx·x·····x·· | -                          | 3 | 4 2 bleed=2 blind
bleed + control              | 4 3 free | ·x····xxx·x·· | control                    | 3 | 4 2 bleed=2 control
bleed + death_sentence       | 4 3 free | ··········x·· | death_sentence             | 3 | 1 2 bleed=2
bleed + disease              | 4 3 free | ··········x·· | disease                    | 3 | 4 1 bleed=2
blind + control              | 3 3 free | ·xx·x·xxx·x·· | control                    | 1 | 4 2 blind control
blind + death_sentence       | 3 3 free | ·xx·x·····x·· | death_sentence             | 1 | 1 2 blind
blind + disease              | 3 3 free | ·xx·x·····x·· | disease                    | 1 | 4 1 blind
control + death_sentence     | 4 3 free | ·x····xxx·x·· | control death_sentence     | 1 | 4 2 control death_sentence
control + disease            | 4 3 free | ·x····xxx·x·· | control disease            | 1 | 4 1 -
death_sentence + disease     | 4 3 free | ··········x·· | death_sentence disease     | 1 | 1 1 -
"""
TWICE = """
disguise                     | 4 3 free | mm··mmm··mx·· | disguise=5 disguise=5      | 1 | 4 2 disguise=5 disguise=5
frightened                   | 3 2 def. | ··········x·· | -                          | 1 | 4 2 frightened frightened
immobilised                  | 4 3 free | SSSS·SS··Sx·S | immobilised immobilised    | 1 | 4 2 immobilised immobilised
impetuous                    | 4 3 free | ··········x·· | impetuous impetuous        | 1 | 4 2 impetuous impetuous
fire                         | 4 3 free | ··········x·· | fire=2                     | 3 | 4 2 fire=2 fire=2
poison                       | 4 3 free | ··········x·· | poison=2                   | 3 | 4 2 poison=2 poison=2
reload                       | 4 3 free | ··········x·· | reload reload              | 1 | 4 2 reload reload
spirit_block                 | 4 3 free | ··········x·· | spirit_block spirit_block  | 1 | 2 2 spirit_block
stunned                      | 3 2 free | ··········x·· | stunned                    | 1 | 4 2 stunned stunned
berserk                      | 4 3 agg. | ·xxxxxxxxxxxx | -                          | 1 | 4 2 berserk berserk
bleed                        | 4 3 free | ··········x·· | bleed=2                    | 3 | 4 2 bleed=2 bleed=2
blind                        | 3 3 free | ·xx·x·····x·· | -                          | 1 | 4 2 blind blind
control                      | 4 3 free | ·······x··x·· | control control            | 1 | 4 2 control control
death_sentence               | 4 3 free | ··········x·· | death_sentence death_sentence | 1 | 1 2 death_sentence
disease                      | 4 3 free | ··········x·· | disease disease            | 1 | 4 1 disease
"""
# fmt: on


def rows(text: str) -> dict[tuple[str, ...], tuple[str, ...]]:
    """States of a row → its other cells."""
    found = {}
    for line in text.strip().splitlines():
        states, *cells = (cell.strip() for cell in line.split("|"))
        found[tuple(states.split(" + "))] = tuple(cells)
    return found


SHORT = {"free": "free", "defensive": "def.", "aggressive": "agg."}
ROWS = rows(PAIRS)
DOUBLES = {(state, state): cells for (state,), cells in rows(TWICE).items()}
EVERY = ROWS | DOUBLES


def words(game: Game) -> str:
    """A's markers as the table writes them, the hidden one left out."""
    worn = [f"{m.status}={m.value}" if m.value else m.status for m in game.model("A").markers if m.status != "owner"]
    return " ".join(worn) or "-"


def started(game: Game) -> Game:
    """After the starting phase, A's side active first, and a sentence bought off if that is offered."""
    dice = (6, 1) if game.active == "red" else (1, 6)
    waiting = perform(SYSTEM, game, NextPhase(), answers(dice))
    return play(game, NextPhase(), *dice, *(("pay",) if isinstance(waiting, Asking) else ())).game


@pytest.mark.parametrize("states", EVERY, ids="+".join)
def test_what_two_states_do_to_the_pools_and_their_division(states: tuple[str, str]) -> None:
    game = table(*states)
    model = game.model("A")
    found = f"{melee_pool(game, model).value:g} {ranged_pool(game, model).value:g} {SHORT[split_limit(game, model)]}"

    assert found == EVERY[states][0]


@pytest.mark.parametrize("states", EVERY, ids="+".join)
def test_what_a_model_in_two_states_may_declare(states: tuple[str, str]) -> None:
    found = duties(table(*states), table(*states, apart=0.0))

    assert "".join(CODES[found[action]] for action in ACTIONS) == EVERY[states][1]


@pytest.mark.parametrize("states", EVERY, ids="+".join)
def test_what_the_end_phase_leaves_of_two_states(states: tuple[str, str]) -> None:
    after = play(table(*states, phase="end"), NextPhase()).game

    assert (words(after), str(after.model("A").count("wounds_lost"))) == EVERY[states][2:4]


@pytest.mark.parametrize("states", EVERY, ids="+".join)
def test_what_the_starting_phase_leaves_of_two_states(states: tuple[str, str]) -> None:
    after = started(table(*states, phase="start", counters="ki:2 wounds_lost:1"))
    model = after.model("A")

    assert f"{model.count('ki')} {model.count('activations')} {words(after)}" == EVERY[states][4]


def test_every_pair_has_its_row() -> None:
    states = [state for state in MATRIX if state]

    assert len(states) == 17
    assert set(ROWS) == set(combinations(states, 2))
    assert [state for state in states if (state, state) not in DOUBLES] == ["held", "prone"]
