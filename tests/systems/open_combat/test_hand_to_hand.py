"""Chapter: Hand-to-hand — whom a model may strike, what bars it, and follow-ups."""

from __future__ import annotations

from engine.events import Moved
from tests.systems.open_combat.fights import ROOF, about, act, asked, at, cited, markers, play, position, refused

BLOW = act("A", "attack", "E")


def test_a_blow_costs_one_action_and_the_model_may_strike_twice():
    game = position("model A sword red 5,5\nmodel E sword blue 5.984,5")

    once = play(game, BLOW, 2).game
    twice = play(once, BLOW, 2).game

    assert (once.model("A").count("actions"), twice.model("A").count("actions")) == (1, 2)
    assert "A has been activated already this turn." in refused(twice, BLOW)


def test_without_contact_there_is_no_blow_and_the_distance_is_said():
    game = position("model A sword red 5,5\nmodel E sword blue 6.5,5")

    assert refused(game, BLOW) == {"E is 0.52″ from A; the sword needs contact.": ("OPC-DEF-ATTACK",)}


def test_a_spear_strikes_up_to_an_inch_away_but_no_further():
    near = position("model A spear red 5,5\nmodel E tough blue 6.984251,5")
    beyond = position("model A spear red 5,5\nmodel E tough blue 6.995,5")

    assert play(near, BLOW, 2).game.model("A").count("actions") == 1
    assert refused(beyond, BLOW) == {"E is 1.01″ from A; the spear reaches 1″.": ("OPC-DEF-ATTACK", "OPC-DEF-REACH")}


def test_a_spear_at_an_inch_does_not_engage():
    game = position("model A spear red 5,5\nmodel E bow blue 6.9,5\nmodel T sword red 20,5", active="blue")

    assert play(game, act("E", "shoot", "A"), 2).game.model("E").count("actions") == 1


def test_a_spear_that_forced_back_may_follow_to_keep_its_distance():
    game = position("model A spear red 5,5\nmodel E tough blue 6.5,5")

    assert asked(game, BLOW, 3) == {"follow": "A follows, 1″ to keep its distance", "stay": "Stay"}
    followed = play(game, BLOW, 3, "follow").game

    assert (at(followed, "A"), at(followed, "E")) == ((6.0, 5.0, 0.0), (7.5, 5.0, 0.0))


def test_friends_the_missing_and_several_at_once_are_no_target():
    game = position("model A sword red 5,5\nmodel B sword red 5.984,5\nmodel E sword blue 5,5.984\nmodel F sword blue")

    assert "B is no enemy of A." in refused(game, act("A", "attack", "B"))
    assert "F is not on the table." in refused(game, act("A", "attack", "F"))
    assert "A attacks one enemy: name it." in refused(game, act("A", "attack", "B", "E"))
    assert play(game, act("A", "attack"), 2).plan.label == "Attack E"


def test_prone_and_clinging_models_strike_nobody():
    for marker, clause in (("prone", "OPC-DEF-PRONE"), ("climbing", "OPC-DEF-CLINGING")):
        game = position(f"model A sword red 5,5 {marker}\nmodel E sword blue 5.984,5")

        assert cited(game, BLOW) == {clause}


def test_all_reasons_are_given_not_the_first():
    game = position("model A sword red 5,5 prone actions:2 activated:2\nmodel E sword blue 9,5", active="blue")

    assert cited(game, BLOW) >= {"OPC-DEF-OWN-TURN", "OPC-DEF-PRONE", "OPC-DEF-ONCE", "OPC-DEF-ATTACK"}


def test_a_blow_ends_the_hiding_of_both():
    game = position("model A spear red 5,5 hidden\nmodel E tough blue 6.5,5 hidden")

    after = play(game, BLOW, 2).game

    assert (markers(after, "A"), markers(after, "E")) == (set(), set())


# ---------------------------------------------------------------- follow-up


def test_the_attacker_may_follow_by_the_same_distance():
    game = position("model A sword red 5,5\nmodel E sword blue 5.984,5")

    stayed, followed = play(game, BLOW, 4, "stay"), play(game, BLOW, 4, "follow")

    assert (at(stayed.game, "A"), at(stayed.game, "E")) == ((5.0, 5.0, 0.0), (6.984, 5.0, 0.0))
    assert [(move.model, move.how) for move in about(followed.events, Moved)] == [("E", "shove"), ("A", "walk")]
    assert at(followed.game, "A") == (6.0, 5.0, 0.0)


def test_on_a_six_the_attacker_may_leave_the_enemy_where_it_is():
    game = position("model A sword red 5,5\nmodel E sword blue 5.984,5")

    assert asked(game, BLOW, 6) == {"force_back": "Force E back, 1″ (assumed)", "stay": "Leave it there"}
    assert at(play(game, BLOW, 6, "stay").game, "E") == (5.984, 5.0, 0.0)
    assert at(play(game, BLOW, 6, "force_back", "stay").game, "E") == (6.984, 5.0, 0.0)


def test_nobody_follows_an_enemy_who_went_over_an_edge():
    game = position(f"{ROOF}\nmodel A sword red 8.4,5 z=4\nmodel E sword blue 9.384,5 z=4")

    done = play(game, BLOW, 4, (1, 1))

    assert at(done.game, "A") == (8.4, 5.0, 4.0)
    assert markers(done.game, "E") == {"prone"}


def test_nobody_follows_over_an_edge_of_his_own():
    """E is forced along the roof past a notch; A, straight behind, would cross the open air."""
    left = 'terrain l "Left" block 0,0 6.5,0 6.5,10 0,10 bottom=0 top=4 sight=solid footing=solid'
    right = 'terrain r "Right" block 7,0 20,0 20,10 7,10 bottom=0 top=4 sight=solid footing=solid'
    game = position(f"{left}\n{right}\nmodel A sword red 6.2,5 z=4\nmodel E sword blue 7.184,5 z=4")

    done = play(game, BLOW, 4)

    assert (at(done.game, "A"), at(done.game, "E")) == ((6.2, 5.0, 4.0), (8.184, 5.0, 4.0))


def test_nobody_follows_up_a_ledge():
    """E stands a ledge higher than A, who still touches it; forced back, it is out of his reach."""
    ledge = 'terrain l "Ledge" block 5.5,0 20,0 20,10 5.5,10 bottom=0 top=0.9 sight=solid footing=solid'
    game = position(f"{ledge}\nmodel A sword red 5,5\nmodel E sword blue 5.984,5 z=0.9")

    done = play(game, BLOW, 4)

    assert (at(done.game, "A"), at(done.game, "E")) == ((5.0, 5.0, 0.0), (6.984, 5.0, 0.9))


def test_with_the_straight_way_taken_no_way_round_is_longer_than_the_force_back():
    """A post before A; contact with E would be 1.8 inches off."""
    post = 'terrain p "Post" wall 5.9,5.3 6.1,5.3 6.1,5.5 5.9,5.5 bottom=0 top=2 sight=solid footing=solid'
    game = position(f"{post}\nmodel A spear red 5,5\nmodel E tough blue 6.8,5")

    done = play(game, BLOW, 4)

    assert (at(done.game, "A"), at(done.game, "E")) == ((5.0, 5.0, 0.0), (7.8, 5.0, 0.0))


def test_a_casualty_is_neither_forced_back_nor_followed():
    game = position("model A sword red 5,5\nmodel E frail blue 5.984,5\nmodel F sword blue 30,30")

    done = play(game, BLOW, 6)

    assert (done.game.model("E").place, done.game.model("E").removed_as) == ("removed", "casualty")
    assert done.game.outcome == ""
