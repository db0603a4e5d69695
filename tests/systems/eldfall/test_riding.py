"""Chapter: Riders and mounts.  Off the mount by force, by will, or by a Dodge."""

from __future__ import annotations

import pytest

from engine.events import Gained, Refitted
from engine.game import Marker
from tests.systems.eldfall.positions import T, act, by_hand, done, legal, marks, move, play, position, refused, said

LANCER = 'profile ash_lancer "Lancer" base=40 height=1.7717 STA=2 SPD=7 AG=10 T=14 HP=4 M=13 traits=mounted'
A = "model A ash_lancer red 10,20 ap:2 mounted"
FRIEND = "\nmodel C ref red 30,30"


def riding(more="", **readings):
    return position(A + more + FRIEND, LANCER, **readings)


def rider(game):
    found = game.model("A")
    return found.profile.id, found.profile.base.width, marks(game, "A")


@pytest.mark.clause("ELD-CRO-15", "ELD-INT-2", "ELD-DEF-RIDE", "ELD-DEF-KNO")
def test_a_rider_who_becomes_crouched_is_on_foot_and_crouched():
    game = done(riding(), by_hand(Gained(model="A", marker=Marker("crouched"))))

    assert rider(game) == ("ash_lancer_on_foot", 32.0, ["crouched"])
    assert (game.model("A").x, game.model("A").y) == (10, 20)
    stands = done(riding(ridden_crouch="rider_stands"), by_hand(Gained(model="A", marker=Marker("crouched"))))
    assert rider(stands) == ("ash_lancer_on_foot", 32.0, [])


@pytest.mark.clause("ELD-CRO-15", "ELD-INC-5", "ELD-INT-2", "ELD-DEF-RIDE")
@pytest.mark.parametrize("reading", ["rider_crouches", "rider_stands"])
def test_h_28_incapacitated_he_lies_crouched_on_foot(reading):
    game = done(riding(ridden_crouch=reading), by_hand(Gained(model="A", marker=Marker("incapacitated"))))

    assert rider(game) == ("ash_lancer_on_foot", 32.0, ["incapacitated", "crouched"])


@pytest.mark.clause("ELD-DEF-RIDE")
def test_dead_he_is_on_foot_and_other_states_leave_him_mounted():
    assert rider(done(riding(), by_hand(Gained(model="A", marker=Marker("dead")))))[0] == "ash_lancer_on_foot"
    assert rider(done(riding(), by_hand(Gained(model="A", marker=Marker("slowed")))))[0] == "ash_lancer"


@pytest.mark.clause("ELD-DEF-RIDE", "ELD-DEF-MOUNTED")
def test_what_the_mount_had_in_hit_points_is_gone_with_it():
    """Mounted HP 4, on foot 3: the first HP lost was the mount's."""
    assert done(riding(" wounds_lost:1"), act("A", "dismount")).model("A").count("wounds_lost") == 0
    assert done(riding(" wounds_lost:3"), act("A", "dismount")).model("A").count("wounds_lost") == 2


@pytest.mark.clause("ELD-DEF-MOUNTED")
def test_he_dismounts_in_his_movement_step_and_walks_on():
    game = play(riding(), act("A", "dismount"))
    assert [type(e) for e in game.events].count(Refitted) == 1
    assert rider(game.game) == ("ash_lancer_on_foot", 32.0, [])
    assert legal(game.game, move(game.game, "A", (10, 15)))
    assert not legal(game.game, move(game.game, "A", (10, 14.9), how="walk"))
    assert "not mounted" in said(game.game, act("A", "dismount"))


@pytest.mark.clause("ELD-DEF-MOUNTED")
def test_he_dismounts_in_his_own_strategic_phase_without_an_activation():
    game = riding(phase="strategic")
    assert done(game, act("A", "dismount")).model("A").count("ap") == 2
    assert not legal(riding(phase="strategic", active="blue"), act("A", "dismount"))


@pytest.mark.clause("ELD-DEF-MOUNTED", "ELD-DEF-DODGE")
def test_dodging_mounted_he_makes_no_move_but_may_dismount():
    men = f"model A ash_lancer blue 10,20 ap:1 mounted\nmodel B ref red 10,{20 - T - 4} facing=180 ap:1"
    game = done(position(men, LANCER), act("B", "idle"), "dodge")
    game = done(game, act("B", "nothing"), 1)

    assert "ELD-DEF-MOUNTED" in refused(game, move(game, "A", (10, 21)))
    assert rider(done(game, act("A", "dismount"))) == ("ash_lancer_on_foot", 32.0, [])
    assert rider(done(game, act("A", "stay_put"))) == ("ash_lancer", 40.0, ["mounted"])
    assert done(game, act("A", "dismount")).count("step") == 0
