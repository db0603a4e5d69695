"""Chapter: Interact, Trade and Death Blow — what is done in Base Contact."""

from __future__ import annotations

from functools import partial

import pytest

from engine.game import ModelId
from engine.systems.eldfall.scoring import score
from engine.systems.eldfall.treasure import in_contact, is_treasure
from engine.systems.eldfall.wounds import suffer
from tests.systems.eldfall.fights import begun, cited, has, pair, rolled
from tests.systems.eldfall.positions import SYSTEM, T, act, asking, done, legal, marks, play, position, refused, step

R = T / 2
CROWD = "model X ref blue 30,30\nmodel Y ref blue 33,30\nmodel Z ref red 30,33"


def crate(name="crate", kind="treasure_crate", x=10 + R):
    corners = f"{x},9.5 {x + 1},9.5 {x + 1},10.5 {x},10.5"
    return f'terrain {name} "The {name}" {kind} {corners} bottom=0 top=1 sight=clear footing=solid'


def chest(*lines, on_a="", more=""):
    return begun(
        position(f"model A ref red 10,10 facing=90 ap:2 {on_a}\nmodel B ref blue 20,10\n{more}\n{CROWD}", *lines)
    )


# ---------------------------------------------------------------- Interact


@pytest.mark.clause("ELD-DEF-ACT-INTERACT", "ELD-DEF-OWN-TREASURE")
def test_a_treasure_in_contact_is_taken_up():
    game = chest(crate())
    result = play(game, act("A", "interact"))

    assert result.game.model("A").count("treasure") == 1
    assert result.game.table.terrain == ()
    assert rolled(result) == []
    assert "ELD-DEF-OWN-TREASURE" in cited(result)
    assert score(result.game, "red").value == 2


@pytest.mark.clause("ELD-DEF-ACT-INTERACT", "ELD-DEF-OWN-TREASURE", "ELD-DEF-BC")
def test_it_must_be_touched():
    assert refused(chest(crate(x=10 + R + 0.1)), act("A", "interact")) == (
        "ELD-DEF-ACT-INTERACT", "ELD-DEF-OWN-TREASURE", "ELD-DEF-BC",
    )  # fmt: skip
    assert in_contact(chest(crate(kind="crate")), chest().model("A")) == ()
    assert not is_treasure(chest(crate(kind="treasured_crate")).table.terrain[0])


@pytest.mark.clause("ELD-DEF-ACT-INTERACT", "ELD-DEF-OWN-TREASURE")
def test_a_locked_one_asks_for_an_intellect_roll():
    game = chest(crate(kind="treasure_locked_crate"))

    assert done(game, act("A", "interact"), 9).model("A").count("treasure") == 1
    failed = done(game, act("A", "interact"), 10)
    assert failed.model("A").count("treasure") == 0
    assert len(failed.table.terrain) == 1


@pytest.mark.clause("ELD-DEF-ACT-INTERACT")
def test_of_several_its_player_picks_one():
    game = chest(crate(), crate("box", x=10 - R - 1))

    assert [o.id for o in asking(game, act("A", "interact")).question.options] == ["crate", "box"]
    after = done(game, act("A", "interact"), "box")
    assert [piece.id for piece in after.table.terrain] == ["crate"]


@pytest.mark.clause("ELD-DEF-OWN-TREASURE", "ELD-DEA-7", "ELD-INC-10")
def test_who_falls_drops_what_he_carries_and_it_is_taken_up_again():
    def hurt(game):
        return (yield from suffer(game, ModelId("A"), 2, "ELD-DEF-FALL"))

    game = position(f"model A ref red 10,10 treasure:2\nmodel B ref blue {10 + T},10 ap:2 facing=270\n{CROWD}")
    after = step(game, partial(hurt)).game

    assert after.model("A").count("treasure") == 0
    assert [piece.id for piece in after.table.terrain] == ["treasure_A_0", "treasure_A_1"]
    assert all(is_treasure(piece) for piece in after.table.terrain)
    assert score(after, "red").value == 0


# ---------------------------------------------------------------- Trade


def partners(on_a="treasure:2", on_b="", apart=0.0):
    return begun(
        position(f"model A ref red 10,10 facing=90 ap:2 {on_a}\nmodel B ref red {10 + T + apart},10 {on_b}\n{CROWD}")
    )


@pytest.mark.clause("ELD-DEF-ACT-TRADE", "ELD-DEF-OWN-TREASURE")
def test_treasures_change_hands_in_contact_as_many_as_one_likes():
    game = partners(on_b="treasure:1")
    options = [option.id for option in asking(game, act("A", "trade", "B")).question.options]

    assert options == ["give:2", "give:1", "take:1"]
    after = done(game, act("A", "trade", "B"), "give:2")
    assert (after.model("A").count("treasure"), after.model("B").count("treasure")) == (0, 3)
    after = done(game, act("A", "trade", "B"), "take:1")
    assert (after.model("A").count("treasure"), after.model("B").count("treasure")) == (3, 0)


@pytest.mark.clause("ELD-DEF-ACT-TRADE", "ELD-DEF-BC")
def test_a_trade_needs_contact_a_friend_and_something_to_trade():
    assert legal(partners(), act("A", "trade", "B"))
    assert "ELD-DEF-BC" in refused(partners(apart=0.1), act("A", "trade", "B"))
    assert refused(partners(on_a=""), act("A", "trade", "B")) == ("ELD-DEF-ACT-TRADE", "ELD-DEF-OWN-TREASURE")
    assert "ELD-DEF-ACT-TRADE" in refused(begun(pair(0.0, on_a="treasure:1")), act("A", "trade", "B"))


@pytest.mark.clause("ELD-ENG-7")
def test_the_engaged_neither_interact_nor_trade_nor_deal_death_blows():
    game = chest(
        crate(),
        on_a="engaged@B treasure:1",
        more=f"model C ref red 10,{10 + T}\nmodel D ref blue 10,{10 - T} incapacitated",
    )

    for wish in (act("A", "interact"), act("A", "trade", "C"), act("A", "death_blow", "D")):
        assert "ELD-ENG-7" in refused(game, wish)


# ---------------------------------------------------------------- Death Blow


@pytest.mark.clause("ELD-DEF-ACT-DEATH-BLOW", "ELD-DEA-10")
def test_a_death_blow_kills_without_a_roll():
    game = begun(pair(0.0, on_b="incapacitated crouched wounds_lost:2", more=CROWD))
    result = play(game, act("A", "death_blow", "B"))

    assert marks(result.game, "B") == ["incapacitated", "crouched", "dead"]
    assert rolled(result) == []
    assert "ELD-DEF-ACT-DEATH-BLOW" in cited(result)


@pytest.mark.clause("ELD-DEF-ACT-DEATH-BLOW", "ELD-DEF-BC", "ELD-DEA-7")
def test_it_is_for_the_incapacitated_in_contact_only():
    assert "ELD-DEF-BC" in refused(begun(pair(0.1, on_b="incapacitated", more=CROWD)), act("A", "death_blow", "B"))
    assert refused(begun(pair(0.0, more=CROWD)), act("A", "death_blow", "B")) == ("ELD-DEF-ACT-DEATH-BLOW",)
    assert refused(begun(pair(0.0, on_b="incapacitated dead", more=CROWD)), act("A", "death_blow", "B")) == (
        "ELD-DEA-7",
    )


@pytest.mark.clause("ELD-DEF-ACT-DEATH-BLOW", "ELD-DEF-WTM")
def test_who_is_saved_from_it_in_the_same_sequence_dies_all_the_same():
    """Results are simultaneous: C's dressing in reaction heals B, and the Death Blow lands last."""
    game = position(
        f"model A ref red 10,10 facing=90 ap:2\nmodel B ref blue {10 + T},10 incapacitated crouched wounds_lost:2\n"
        f"model C healer blue {10 + 2 * T},10 facing=270 ap:1\n{CROWD}"
    )
    game = done(game, act("A", "idle"), "assist:field_dressing@B")
    after = done(game, act("A", "death_blow", "B"), "stays")

    assert has(after, "B", "dead")


@pytest.mark.clause("ELD-DEF-ACT-NOTHING", "ELD-DEF-OWN-PASS", "ELD-ENG-7")
@pytest.mark.parametrize(("reading", "free"), [("always", True), ("as_nothing", False)])
def test_h_35_passing_is_always_open_unless_it_is_read_as_nothing(reading, free):
    game = begun(pair(on_a="engaged@B", passing=reading, more=CROWD))

    assert legal(game, act("A", "pass")) == free
    assert "ELD-ENG-7" in refused(game, act("A", "nothing"))
    assert legal(begun(pair(passing=reading)), act("A", "pass"))
    assert legal(begun(pair()), act("A", "nothing"))
    assert done(begun(pair(apart=5)), act("A", "nothing")) == done(begun(pair(apart=5)), act("A", "pass"))
    assert "ELD-DEF-ACT-NOTHING" in cited(play(begun(pair()), act("A", "nothing")))
    assert "ELD-DEF-OWN-PASS" in cited(play(begun(pair()), act("A", "pass")))


@pytest.mark.clause("ELD-DEF-ACT")
def test_each_is_offered_where_there_is_something_for_it():
    game = chest(crate(), more=f"model C ref red 10,{10 + T} treasure:1\nmodel D ref blue 10,{10 - T} incapacitated")
    words = [offer.command.action for offer in SYSTEM.offers(game, game.model("A"))]

    assert {"interact", "trade", "death_blow", "nothing", "pass", "dodge", "duel"} <= set(words)
    bare = begun(pair())
    assert not {"interact", "trade", "death_blow", "uncover", "perceive"} & {
        offer.command.action for offer in SYSTEM.offers(bare, bare.model("A"))
    }
