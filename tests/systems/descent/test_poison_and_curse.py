"""Effects: Poison and Cursed."""

from __future__ import annotations

import pytest

from engine.events import Counted, Gained
from engine.game import Game, ModelId
from engine.systems.descent.wounds import heal, lose
from tests.systems.descent.positions import (
    MISS,
    act,
    begin,
    cited,
    conquest,
    declared,
    done,
    harm,
    marks,
    number,
    plan,
    play,
    position,
    shows,
    step,
    wounds,
)

FANG = act("M", "attack:venom_fang", "H")
NO_DAMAGE = shows("yellow", damage=0, surge=0)


def bitten(words: str = "", kind: str = "hero") -> Game:
    """A hero of armor 2 before a monster with a poison attack."""
    models = f"model H {kind} red 3.5,3.5 {words}\nmodel M adder blue 4.5,3.5 turn:1 attacks:2"
    return position(models, phase="overlord")


@pytest.mark.clause("DES-POISON-1", "DES-POISON-2", "DES-DEF-ARM")
def test_wounds_come_first_and_then_as_many_tokens():
    result = play(bitten(), FANG, (shows("red", damage=4),), (NO_DAMAGE,))

    assert (wounds(result.game, "H"), marks(result.game, "H")) == (10, ["poison"] * 2)
    assert {"DES-POISON-1", "DES-POISON-2"} <= cited(result)
    kinds = [type(event) for event in result.events if isinstance(event, Counted | Gained) and "H" in str(event)]
    assert kinds.index(Counted) < kinds.index(Gained)


@pytest.mark.clause("DES-POISON-1", "DES-DEF-GAIN")
def test_damage_that_armor_stops_leaves_no_poison():
    game = done(bitten(kind="knight"), FANG, (shows("red", damage=2),), (NO_DAMAGE,))

    assert (wounds(game, "H"), marks(game, "H")) == (12, [])
    assert marks(done(bitten(), FANG, (MISS,)), "H") == []


@pytest.mark.clause("DES-POISON-2", "DES-DEF-SHD")
def test_wounds_that_a_shield_cancels_leave_none_either():
    game = done(bitten(kind="warded"), FANG, (shows("red", damage=4),), (NO_DAMAGE,), "exhaust")

    assert (wounds(game, "H"), marks(game, "H")) == (11, ["poison"])


@pytest.mark.clause("DES-POISON-2", "DES-DEF-DEATH")
def test_tokens_are_as_many_as_wounds_that_were_really_there_and_a_dead_hero_has_none():
    assert marks(done(bitten("wounds_lost:10"), FANG, (shows("red", damage=4),), (NO_DAMAGE,)), "H") == []


def healed(game: Game, *points: int) -> list[tuple[int, int]]:
    """Wounds and poison tokens after each healing."""
    seen = []
    for number_of in points:
        game = step(game, lambda game, n=number_of: (yield from heal(game, ModelId("H"), n, "DES-DEF-POTION"))).game
        seen.append((wounds(game, "H"), len(marks(game, "H"))))
    return seen


def hero(words: str, **readings: str) -> Game:
    return position(f"model H hero red 3.5,3.5 {words}\nmodel M beast blue 12.5,8.5", **readings)


@pytest.mark.clause("DES-POISON-3", "DES-POISON-4")
def test_healing_takes_poison_off_first_then_heals():
    assert healed(hero("wounds_lost:3 poison poison"), 3) == [(10, 0)]
    assert healed(hero("wounds_lost:3 poison=3"), 2) == [(9, 1)]
    assert healed(hero("wounds_lost:3 poison poison poison"), 2, 2) == [(9, 1), (10, 0)]


@pytest.mark.clause("DES-POISON-3")
def test_healing_beyond_what_is_missing_is_lost_or_capped_by_reading():
    assert healed(hero("wounds_lost:2 poison poison"), 5) == [(12, 0)]
    assert healed(hero("wounds_lost:2 poison poison", healing="capped"), 5) == [(10, 0)]


@pytest.mark.clause("DES-POISON-3", "DES-POISON-4", "DES-DEF-POTION", "DES-BURN-4")
def test_a_potion_meets_poison_and_its_plan_says_so():
    game = declared(hero("wounds_lost:5 poison poison healing_potion:1"), "H", "run")

    drink = act("H", "potions")
    assert plan(game, drink).notes == ("Healing potion: 2 poison off, 1 wound back.",)
    result = play(game, drink)
    assert (wounds(result.game, "H"), marks(result.game, "H"), number(result.game, "H", "healing_potion")) == (8, [], 0)
    assert {"DES-POISON-3", "DES-POISON-4"} <= cited(result)


@pytest.mark.clause("DES-CURSE-1", "DES-CURSE-2", "DES-CURSE-3", "DES-DEF-DEATH")
def test_curses_make_a_death_dearer_and_go_with_it():
    def die(game: Game) -> Game:
        return step(game, lambda game: (yield from lose(game, ModelId("H"), 12, "DES-DEF-ARM"))).game

    result = step(hero("curse curse"), lambda game: (yield from lose(game, ModelId("H"), 12, "DES-DEF-ARM")))
    assert (conquest(result.game), marks(result.game, "H")) == (5, [])
    assert {"DES-CURSE-2", "DES-CURSE-3"} <= cited(result)
    assert conquest(die(hero("curse=2 burn daze"))) == 5
    assert conquest(die(hero(""))) == 7


@pytest.mark.clause("DES-CURSE-3")
def test_no_start_of_turn_takes_a_curse_off():
    assert marks(begin(hero("curse bleed"), "H", (harm(0),)), "H") == ["curse"]


@pytest.mark.clause("DES-CURSE-1", "DES-DEF-GAIN")
def test_a_cursing_attack_leaves_one_token_on_heroes_only():
    models = "model H bare red 3.5,3.5\nmodel M crone blue 5.5,3.5 turn:1 attacks:1"
    whisper = act("M", "attack:cold_whisper", "H")
    hit = (shows("white", range=2, damage=3),)

    game = done(position(models, phase="overlord"), whisper, hit, (shows("yellow", range=3),))
    assert (marks(game, "H"), wounds(game, "H")) == (["curse"], 9)
