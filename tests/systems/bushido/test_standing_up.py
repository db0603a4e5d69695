"""Chapter: Actions — Stand Up, and what the prone and those beside them may do."""

from __future__ import annotations

import pytest

from engine.events import Chose, Gained, Rolled
from engine.game import Marker
from engine.systems.bushido.readings import STAND_UP_OPPONENT
from tests.systems.bushido.fights import LEFT, RIGHT, duel, table
from tests.systems.bushido.positions import T, act, by_hand, counters, done, legal, marks, move, play, refused


@pytest.mark.clause("BUS-PRONE-9", "BUS-BERSERK-8")
@pytest.mark.parametrize("more", ["", "berserk impetuous", "fire=2 fire=1"])
def test_h_079_h_106_a_prone_model_may_only_stand_up(more):
    game = table(f"model P man red 10,10 activations:2 prone {more}\nmodel E man blue 14,10 activations:2")

    assert legal(game, act("P", "stand_up"))
    for wish in (act("P", "melee", "E"), act("P", "wait"), act("P", "focus"), move(game, "P", (9, 10), how="walk")):
        assert "BUS-PRONE-9" in refused(game, wish)


@pytest.mark.clause("BUS-DEF-ACTION-STAND-UP")
def test_alone_it_gets_up_and_may_face_another_way():
    game = table("model P man red 10,10 facing=0 activations:2 prone\nmodel E man blue 20,10 activations:2")

    kept = done(game, act("P", "stand_up"), "keep")
    assert (marks(kept, "P"), kept.model("P").facing, counters(kept, "P")) == ([], 0, {"activations": 1})
    assert done(game, act("P", "stand_up"), "E").model("P").facing == pytest.approx(90)


@pytest.mark.clause("BUS-DEF-ACTION-STAND-UP")
def test_on_its_feet_it_has_nothing_to_stand_up_from():
    game = table("model P man red 10,10 activations:2\nmodel E man blue 20,10")

    assert refused(game, act("P", "stand_up")) == ("BUS-DEF-ACTION-STAND-UP",)


@pytest.mark.clause("BUS-PRONE-10", "BUS-PRONE-11")
def test_h_110_standing_up_in_contact_starts_an_exchange_one_die_short_and_first():
    result = play(duel(a="prone"), act("A", "stand_up"), "2/2", "2/1", (2, 2), (6, 6), (2, 2), (6,))
    divided = [event.what for event in result.events if isinstance(event, Chose)]
    thrown = [event.what for event in result.events if isinstance(event, Rolled)]

    assert divided == ["how B divides 4 dice", "how A divides 3 dice"]
    assert thrown[0] == "attack of A"
    assert marks(result.game, "A") == []
    assert counters(result.game, "A") == {"activations": 1}
    assert counters(result.game, "B") == {"activations": 1}


@pytest.mark.clause("BUS-PRONE-10", "BUS-HELD-6", "BUS-IMMOBILISED-5")
def test_h_161_held_immobilised_and_prone_it_stands_up_with_two_dice():
    """Size dice 5 and 3 make 6: free and on its feet, but still held: 4 − 1 held − 1 standing up."""
    game = duel(a="held@B immobilised prone")
    result = play(game, act("A", "stand_up"), (5, 3), "2/2", "1/1", (2,), (6, 6), (2, 2), (6,))

    assert marks(result.game, "A") == ["held"]
    bound = "how A divides 2 dice, as many in defence as in attack or more"
    assert bound in [event.what for event in result.events if isinstance(event, Chose)]


@pytest.mark.clause("BUS-PRONE-9", "BUS-IMMOBILISED-4")
def test_h_064_immobilised_and_prone_it_fails_to_get_up():
    game = table("model P man red 10,10 activations:2 immobilised prone\nmodel E man blue 20,10 activations:2")
    after = done(game, act("P", "stand_up"), (4, 2))

    assert marks(after, "P") == ["immobilised", "prone"]
    assert counters(after, "P") == {"activations": 1}
    assert "BUS-PRONE-9" in refused(game, act("P", "wait"))


@pytest.mark.clause("BUS-PRONE-10", "BUS-IMMOBILISED-5", "BUS-IMMOBILISED-6")
def test_h_065_or_gets_free_and_up_at_once():
    game = table("model P man red 10,10 activations:2 immobilised prone\nmodel E man blue 20,10 activations:2")

    assert marks(done(game, act("P", "stand_up"), (6, 2), "keep"), "P") == []


@pytest.mark.clause("BUS-PRONE-10")
def test_among_several_enemies_the_player_says_whom_it_fights():
    crowd = duel(a="prone", more=f"model C man blue {LEFT} facing=90 activations:2")

    assert "BUS-PRONE-10" in refused(crowd, act("A", "stand_up"))
    after = play(crowd, act("A", "stand_up", "C"), "2/2", "1/1", (2,), (6, 6), (2, 2), (6,))
    assert "how A divides 2 dice" in [event.what for event in after.events if isinstance(event, Chose)]


def test_or_by_another_reading_the_nearest():
    crowd = duel(a="prone", more=f"model C man blue {LEFT} facing=90 activations:2", **{STAND_UP_OPPONENT: "nearest"})

    assert legal(crowd, act("A", "stand_up"))


@pytest.mark.clause("BUS-PRONE-12")
def test_a_prone_model_gains_no_second_marker():
    game = table("model P man red 10,10 prone\nmodel E man blue 20,10")

    assert marks(done(game, by_hand(Gained(model="P", marker=Marker("prone")))), "P") == ["prone"]


@pytest.mark.clause("BUS-PRONE-4", "BUS-PRONE-5", "BUS-PRONE-3")
def test_h_107_beside_only_a_prone_enemy_one_may_do_as_if_alone():
    game = table(
        f"model E archer red 10,10 facing=90 activations:2\nmodel P man blue {RIGHT} prone activations:2\n"
        "model Q man blue 16,10 facing=90 activations:2"
    )

    for wish in (
        move(game, "E", (10, 7), how="walk"),
        act("E", "shoot", "P"),
        act("E", "shoot", "Q"),
        act("E", "wait"),
        act("E", "melee", "P"),
    ):
        assert legal(game, wish)


@pytest.mark.clause("BUS-PRONE-5")
def test_h_109_but_a_standing_enemy_beside_it_still_binds():
    game = table(
        f"model E archer red 10,10 facing=90 activations:2\nmodel P man blue {RIGHT} prone activations:2\n"
        f"model Q man blue 10,{10 + T} facing=0 activations:2"
    )

    for wish in (act("E", "melee", "P"), act("E", "melee", "Q"), act("E", "disengage", "Q")):
        assert legal(game, wish)
    for wish in (act("E", "wait"), act("E", "shoot", "P"), act("E", "focus")):
        assert "BUS-DEF-11" in refused(game, wish)


@pytest.mark.clause("BUS-DEF-TRAIT-JUMP-UP")
def test_who_jumps_up_does_what_it_likes_on_its_feet():
    game = table(
        'profile acrobat "Acrobat" base=30 MP=4 Move=4 Ki=2 KiMax=6 Wounds=5 traits=jump_up equipment=short_sword\n'
        f"model A acrobat red 10,10 facing=90 activations:2 prone\nmodel B man blue {RIGHT} facing=270 activations:2"
    )
    result = play(game, act("A", "melee", "B"), "2/2", "2/2", (2, 2), (6, 6), (2, 2), (6, 6))

    assert marks(result.game, "A") == []
    assert "how A divides 4 dice" in [event.what for event in result.events if isinstance(event, Chose)]
