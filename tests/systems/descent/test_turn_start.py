"""Chapter: The start of a turn.  Tokens in the owner's order, then orders, cards and what the figure gets."""

from __future__ import annotations

import pytest

from engine.commands import NextPhase
from engine.events import Chose, Gained, Rolled
from engine.game import Marker, ModelId
from tests.systems.descent.positions import (
    SYSTEM,
    B,
    E,
    S,
    act,
    after,
    asking,
    begin,
    by_hand,
    cited,
    done,
    harm,
    marks,
    notes,
    number,
    plan,
    play,
    position,
    wounds,
)

FOE = "model M beast blue 12.5,8.5"


def hero(words: str, kind: str = "hero", **readings: str):
    return position(f"model H {kind} red 3.5,3.5 {words}\n{FOE}", **readings)


@pytest.mark.clause("DES-DEF-START", "DES-DEF-OWNER")
def test_the_owner_picks_the_order_kind_by_kind():
    game = hero("burn bleed wounds_lost:11")
    first = asking(game, act("H", "begin_turn")).question

    assert [(option.id, option.label) for option in first.options] == [("bleed", "Bleeding"), ("burn", "On fire")]
    assert (first.side, first.what) == ("red", "What does H resolve first?")

    alive = begin(game, "H", "burn", (S,), (harm(0),))
    assert (wounds(alive, "H"), marks(alive, "H")) == (1, [])
    assert begin(game, "H", "burn", (S,), (harm(1),)).model("H").removed_as == "killed"


@pytest.mark.clause("DES-DEF-START")
def test_by_the_other_reading_the_order_is_fixed():
    game = hero("stun web frost daze burn bleed", start_order="listed")

    result = play(game, act("H", "begin_turn"), (harm(2),), (E,), (E,), (E,), (E,))

    thrown = [event.what for event in result.events if isinstance(event, Rolled)]
    assert thrown == ["bleeding of H", "burn of H", "daze of H", "frost of H", "web of H"]
    assert not any(isinstance(event, Chose) for event in result.events)
    assert (wounds(result.game, "H"), marks(result.game, "H")) == (9, ["burn", "daze", "frost", "web"])


@pytest.mark.clause("DES-DEF-START", "DES-BLEED-3", "DES-BURN-3", "DES-BURN-4", "DES-WEB-4", "DES-STUN-5")
def test_several_effects_at_once():
    game = hero("bleed burn burn web stun")

    game = begin(game, "H", "bleed", (harm(2),), "burn", (S, B), "web", (E,))

    assert (wounds(game, "H"), marks(game, "H")) == (9, ["burn", "web"])
    assert (number(game, "H", "web_held"), number(game, "H", "stunned")) == (1, 1)


@pytest.mark.clause("DES-DEF-START")
def test_the_last_kind_left_is_not_asked_about():
    result = play(hero("daze burn"), act("H", "begin_turn"), "daze", (E,), (S,))

    assert sum(isinstance(event, Chose) for event in result.events) == 1


@pytest.mark.clause("DES-DEF-START", "DES-DEF-SHD")
def test_cards_are_refreshed_after_the_tokens():
    result = play(hero("exhausted_oak_round:1", "knight"), act("H", "begin_turn"))

    assert number(result.game, "H", "exhausted_oak_round") == 0
    assert {"DES-DEF-START", "DES-DEF-SHD"} <= cited(result)


@pytest.mark.clause("DES-DEF-ORD", "DES-DEF-REST", "DES-DEF-AIM")
def test_the_start_of_a_turn_takes_every_order_but_aim_and_rest_brings_fatigue_back():
    kept = {
        order: marks(begin(hero(f"{order} fatigue_spent:3"), "H"), "H") for order in ("aim", "dodge", "guard", "rest")
    }
    fatigue = {
        order: number(begin(hero(f"{order} fatigue_spent:3"), "H"), "H", "fatigue_spent") for order in ("guard", "rest")
    }

    assert kept == {"aim": ["aim"], "dodge": [], "guard": [], "rest": []}
    assert fatigue == {"guard": 3, "rest": 0}


@pytest.mark.clause("DES-DEF-REST", "DES-DEF-START")
def test_whoever_is_hurt_by_his_tokens_has_not_rested():
    unhurt = begin(hero("rest burn fatigue_spent:3"), "H", (S,))
    hurt = begin(hero("rest burn fatigue_spent:3"), "H", (E,))

    assert number(unhurt, "H", "fatigue_spent") == 0
    assert (number(hurt, "H", "fatigue_spent"), marks(hurt, "H")) == (3, ["burn"])


@pytest.mark.clause("DES-DEF-TURN", "DES-BLEED-2")
def test_by_the_other_reading_monsters_resolve_all_but_stun_as_the_overlords_turn_starts():
    models = (
        "model H hero red 3.5,3.5 turn:2\nmodel M beast blue 12.5,8.5 bleed web stun\nmodel N beast blue 14.5,8.5 burn"
    )
    game = position(models, monster_start="overlord_turn")

    assert plan(game, NextPhase()).notes == (
        "M bleeds: 1 white die, the damage in wounds, then it stops.",
        "M is webbed: 1 power die, held where it is unless surges take every token.",
        "N burns: 1 power die, a wound for each token no surge puts out.",
    )
    game = after(game, "bleed", (harm(2),), (E,), (E,))

    assert (wounds(game, "M"), marks(game, "M")) == (4, ["stun", "web"])
    assert (wounds(game, "N"), marks(game, "N")) == (5, ["burn"])

    game = begin(game, "M")
    assert (marks(game, "M"), number(game, "M", "web_held"), number(game, "M", "turn")) == (["web"], 0, 2)
    game = begin(game, "N")
    assert (marks(game, "N"), number(game, "N", "mp")) == (["burn"], 4)


@pytest.mark.clause("DES-DEF-TURN", "DES-DEF-DIE")
def test_under_that_reading_too_a_monster_its_tokens_kill_resolves_no_more():
    monsters = "model M beast blue 12.5,8.5 bleed burn wounds_lost:5\nmodel N beast blue 14.5,8.5 burn"
    game = position(f"model H hero red 3.5,3.5 turn:2\n{monsters}", monster_start="overlord_turn")

    game = after(game, "bleed", (harm(2),), (E,))
    assert (game.model("M").removed_as, wounds(game, "N")) == ("killed", 5)


@pytest.mark.clause("DES-DEF-TURN", "DES-BLEED-2")
def test_under_that_reading_what_a_monster_gains_in_the_overlords_turn_waits_for_his_next():
    models = "model H hero red 3.5,3.5 turn:2\nmodel M beast blue 12.5,8.5 web"
    game = after(position(models, monster_start="overlord_turn"), (E,))
    game = done(game, by_hand(Gained(model=ModelId("M"), marker=Marker("bleed"))))

    assert SYSTEM.upkeep(game) == ()
    assert marks(begin(game, "M"), "M") == ["bleed", "web"]
    game = after(begin(game, "M"))
    later = after(begin(after(game), "H"))
    assert marks(after(later, "bleed", (harm(1),), (S,)), "M") == []


@pytest.mark.clause("DES-DEF-TURN", "DES-WEB-4")
def test_a_monster_webbed_under_that_reading_is_held_in_its_activation():
    models = "model H hero red 3.5,3.5 turn:2\nmodel M beast blue 12.5,8.5 web"
    game = begin(after(position(models, monster_start="overlord_turn"), (E,)), "M")

    assert number(game, "M", "web_held") == 1


@pytest.mark.clause("DES-DEF-TURN")
def test_by_the_book_a_monster_that_is_not_activated_resolves_nothing():
    models = "model H hero red 3.5,3.5 turn:2\nmodel M beast blue 12.5,8.5 bleed"
    game = after(after(position(models)))

    assert (game.phase, game.round, wounds(game, "M"), marks(game, "M")) == ("heroes", 3, 6, ["bleed"])


@pytest.mark.clause("DES-DEF-START")
def test_what_a_turn_will_begin_with_is_said_before():
    game = hero("bleed bleed burn stun rest")

    plan = play(game, act("H", "begin_turn"), "bleed", (harm(0), harm(0)), "burn", (E,)).plan
    assert plan.notes == (
        "H bleeds: 2 white dice, the damage in wounds, then it stops.",
        "H burns: 1 power die, a wound for each token no surge puts out.",
        "H is stunned: half an action, no token stays.",
        "H has rested: unhurt by its tokens, all fatigue is back.",
    )
    assert plan.notes == tuple(line for line in asking(game, act("H", "begin_turn")).plan.notes)


@pytest.mark.clause("DES-DEF-TURN")
def test_the_same_stands_beside_the_button_that_goes_on():
    game = position(f"model H hero red 3.5,3.5 turn:2\n{FOE} web", phase="heroes")
    later = after(game)

    assert later.phase == "overlord"
    assert SYSTEM.upkeep(later) == ("M is webbed: 1 power die, held where it is unless surges take every token.",)


@pytest.mark.clause("DES-DEF-START", "DES-DEF-GLYPH", "DES-BLEED-2")
def test_whoever_went_to_town_resolves_all_his_tokens_there():
    town = 'zone "Town" red 0,0 2,0 2,1 0,1'
    game = position(f"model H hero red 0.5,0.5 in_town:1 bleed burn\n{FOE}", town)

    assert len(SYSTEM.upkeep(game)) == 2
    result = play(game, act("H", "begin_turn"), "bleed", (harm(1),), (S,))
    assert (wounds(result.game, "H"), marks(result.game, "H"), number(result.game, "H", "turn")) == (11, [], 1)
    assert "is dead" not in notes(result)
