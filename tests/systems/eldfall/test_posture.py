"""Chapter: Crouched.  Entered and left in the Movement Step, once; by a Dodge; and what it brings."""

from __future__ import annotations

import pytest

from engine.events import Gained, Lost, Noted
from engine.game import Marker
from engine.systems.eldfall import posture
from engine.systems.eldfall.conditions import RULES
from engine.systems.eldfall.halving import value
from engine.systems.eldfall.questions import ARM, STRIKE_MELEE, STRIKE_RANGED
from tests.systems.eldfall.ground import box
from tests.systems.eldfall.positions import (
    SYSTEM,
    T,
    act,
    by_hand,
    done,
    legal,
    marks,
    move,
    plan,
    play,
    position,
    refused,
    said,
)

A = "model A ref red 10,20 ap:2"


def standing(*more, **readings):
    return position("\n".join((A, *more)), **readings)


def low(*more, **readings):
    return position("\n".join((A + " crouched", *more)), **readings)


@pytest.mark.clause("ELD-CRO-11", "ELD-CRO-16", "ELD-CRO-3")
def test_it_crouches_at_the_start_of_its_movement_step_and_then_walks_half_as_far():
    game = done(standing(), act("A", "crouch"))

    assert marks(game, "A") == ["crouched"]
    assert game.model("A").count("ap") == 1  # the Activation has begun
    assert legal(game, move(game, "A", (10, 17)))
    assert not legal(game, move(game, "A", (10, 16.9)))
    assert legal(game, act("A", "idle"))


@pytest.mark.clause("ELD-CRO-11", "ELD-CRO-16")
def test_it_crouches_at_the_end_of_its_movement_step_after_a_whole_run():
    chosen = play(standing(), act("A", "crouch_after"))
    game = chosen.game
    assert marks(game, "A") == []
    assert "A crouches as its movement ends" in [e.text for e in chosen.events if isinstance(e, Noted)]

    ran = done(game, move(game, "A", (10, 10)))
    assert marks(ran, "A") == ["crouched"]
    assert ran.model("A").y == 10
    assert marks(done(done(standing(), act("A", "crouch_after")), act("A", "idle")), "A") == ["crouched"]


@pytest.mark.clause("ELD-CRO-11", "ELD-CRO-3")
def test_h_22_it_stands_up_first_and_may_run_ten_inches():
    assert "ELD-CRO-3" in refused(low(), move(low(), "A", (10, 10), how="run"))
    game = done(low(), act("A", "stand"))

    assert marks(game, "A") == []
    assert done(game, move(game, "A", (10, 10))).model("A").y == 10


@pytest.mark.clause("ELD-CRO-11")
def test_it_stands_up_at_the_end_after_a_crouched_walk():
    chosen = play(low(), act("A", "stand_after"))
    game = chosen.game
    assert "A stands up as its movement ends" in [e.text for e in chosen.events if isinstance(e, Noted)]

    assert not legal(game, move(game, "A", (10, 16.9)))
    assert marks(done(game, move(game, "A", (10, 17))), "A") == []


@pytest.mark.clause("ELD-CRO-12")
def test_h_20_one_change_an_activation_and_another_in_the_next():
    game = done(standing(), act("A", "crouch"))
    assert refused(game, act("A", "stand")) == ("ELD-CRO-12",)
    assert refused(game, act("A", "stand_after")) == ("ELD-CRO-12",)
    assert "ELD-CRO-12" in refused(done(standing(), act("A", "crouch_after")), act("A", "crouch"))

    later = done(done(game, act("A", "idle")), act("A", "pass"))
    assert marks(done(later, act("A", "stand")), "A") == []


@pytest.mark.clause("ELD-CRO-12")
def test_by_the_reading_crouch_changes_it_may_do_each_once():
    game = done(standing(crouch_changes="one_each"), act("A", "crouch"))
    up = done(game, act("A", "stand"))

    assert marks(up, "A") == []
    assert refused(up, act("A", "crouch")) == ("ELD-CRO-12",)
    assert refused(up, act("A", "crouch_after")) == ("ELD-CRO-12",)
    assert legal(done(low(crouch_changes="one_each"), act("A", "stand")), act("A", "crouch"))


@pytest.mark.clause("ELD-GEN-3", "ELD-CRO-11")
def test_nobody_crouches_twice_or_stands_up_standing():
    assert refused(low(), act("A", "crouch")) == ("ELD-GEN-3",)
    assert refused(standing(), act("A", "stand")) == ("ELD-CRO-11",)
    assert said(low(), act("A", "crouch")) == "A is Crouched already."
    assert said(standing(), act("A", "stand")) == "A is not Crouched."
    offered = [offer.command.action for offer in SYSTEM.offers(standing(), standing().model("A"))]
    assert "crouch" in offered
    assert "stand" not in offered


@pytest.mark.clause("ELD-CRO-16", "ELD-CRO-11")
def test_nobody_but_the_activated_model_changes_posture():
    game = position(f"{A}\nmodel B ref blue 30,30 ap:2\nmodel C ref red 30,10 ap:2")

    assert "ELD-DEF-ROLE" in refused(game, act("B", "crouch"))
    begun = done(game, act("A", "crouch"))
    assert not legal(begun, act("C", "crouch"))
    assert not legal(done(begun, act("A", "idle"), "none"), act("A", "stand"))  # the Movement Step is over


@pytest.mark.clause("ELD-FLY-12", "ELD-IMM-2", "ELD-DEF-RIDE")
def test_flyers_the_immobilized_and_riders_do_not_crouch_of_their_own_will():
    assert "ELD-FLY-12" in refused(position(f"{A} flying"), act("A", "crouch"))
    assert "ELD-FLY-12" in refused(position(f"{A} flying"), act("A", "crouch_after"))
    lands = done(position(f"{A} flying"), act("A", "land_after"))
    assert "ELD-FLY-12" in refused(lands, act("A", "crouch"))
    assert "ELD-IMM-2" in refused(position(f"{A} immobilized"), act("A", "crouch"))
    assert "ELD-IMM-2" in refused(position(f"{A} immobilized crouched"), act("A", "stand"))
    assert "ELD-DEF-RIDE" in refused(position(f"{A} mounted"), act("A", "crouch"))
    assert legal(position(f"{A} engaged@B\nmodel B ref blue 10,18.5"), act("A", "crouch"))


@pytest.mark.clause("ELD-CRO-1", "ELD-CRO-2", "ELD-CRO-4", "ELD-CRO-7", "ELD-CRO-8", "ELD-DEF-STK")
def test_h_16_armor_is_halved_and_every_attack_has_one_die():
    game = low()
    model = game.model("A")

    assert value(game, model, ARM).value == 2
    for number in (STRIKE_MELEE, STRIKE_RANGED):
        assert RULES.tally(game, model, number, 3).value == 1
        assert RULES.tally(standing(), standing().model("A"), number, 3).value == 3
    assert legal(game, act("A", "idle"))


@pytest.mark.clause("ELD-DEF-MGEN", "ELD-CRO-11")
def test_it_does_not_stand_up_into_what_hangs_over_it():
    """B stands on a chest half an inch high and leans over A, who lies flat before it."""
    chest = box(9, 20.2, 11, 22, 0.5, name="Chest")
    over = low(f"model B ref red 10,{20 + 1.1} z=0.5", chest)
    assert refused(over, act("A", "stand")) == ("ELD-DEF-MGEN",)
    assert "no room above A" in plan(over, act("A", "stand_after")).objections[0].text
    bridge = low(box(5, 18, 15, 22, 1.5, name="Bridge", bottom=1.0))
    assert refused(bridge, act("A", "stand")) == ("ELD-DEF-MGEN",)
    assert legal(low(box(5, 18, 15, 22, 2.5, name="Bridge", bottom=2.0)), act("A", "stand"))


@pytest.mark.clause("ELD-DEF-MGEN")
@pytest.mark.parametrize("status", ["crouched", "dead"])
def test_whoever_is_made_to_rise_there_comes_clear(status):
    chest = box(9, 20.2, 11, 22, 0.5, name="Chest")
    game = position(f"model A ref red 10,20 {status}\nmodel B ref red 10,{20 + 1.1} z=0.5", chest)
    up = done(game, by_hand(Lost(model="A", status=status)))
    a, b = up.model("A"), up.model("B")

    assert ((a.x - b.x) ** 2 + (a.y - b.y) ** 2) ** 0.5 >= T - 0.001
    alone = position(f"model A ref red 10,20 {status}")
    assert done(alone, by_hand(Lost(model="A", status=status))).model("A").y == 20


# ------------------------------------------------------------ by a Dodge


def dodged(die, states="", more="", profile="ref", **readings):
    """A reacted to B's Idle with a Dodge (Agility 11) and threw this die; its Dodge move is open."""
    men = f"model A {profile} blue 10,20 ap:1 {states}\nmodel B ref red 10,12 facing=180 ap:1\n{more}"
    game = done(position(men, **readings), act("B", "idle"), "dodge")
    return done(game, act("B", "nothing"), die)


@pytest.mark.clause("ELD-CRO-13", "ELD-DEF-DODGE", "ELD-CRO-6")
def test_h_25_a_failed_dodge_moves_two_inches_and_leaves_it_crouched():
    game = dodged(12, "crouched")

    assert legal(game, move(game, "A", (10, 22)))
    assert "ELD-CRO-6" in refused(game, move(game, "A", (10, 22.1)))
    assert refused(game, act("A", "stand")) == ("ELD-CRO-13", "ELD-DEF-DODGE")
    assert refused(game, act("A", "stand_after")) == ("ELD-CRO-13", "ELD-DEF-DODGE")
    assert legal(dodged(12, "crouched", dodge_crouch_needs_success="no"), act("A", "stand"))


@pytest.mark.clause("ELD-CRO-13", "ELD-DEF-DODGE")
def test_h_26_a_good_dodge_stands_it_up_before_its_move_or_after():
    game = dodged(11, "crouched")
    first = done(game, act("A", "stand"))
    assert "crouched" not in marks(first, "A")
    assert legal(first, move(first, "A", (10, 23)))  # 3 in, standing
    assert refused(first, act("A", "crouch")) == ("ELD-CRO-13", "ELD-DEF-DODGE")  # once

    later = done(game, act("A", "stand_after"))
    assert not legal(later, move(later, "A", (10, 22.1)))
    assert marks(done(later, move(later, "A", (10, 22))), "A") == []
    assert marks(done(later, act("A", "stay_put")), "A") == []


@pytest.mark.clause("ELD-CRO-16", "ELD-DEF-SEQ")
def test_nobody_but_the_dodger_changes_posture_meanwhile():
    game = dodged(11, more="model C ref blue 30,30\nmodel D ref red 34,34 ap:1")

    for other in ("B", "C", "D"):
        assert "ELD-DEF-DODGE" not in refused(game, act(other, "crouch"))
    assert legal(game, act("A", "crouch"))


@pytest.mark.clause("ELD-CRO-13", "ELD-DEF-DODGE")
def test_by_the_reading_a_dodger_changes_posture_after_its_move_only():
    game = dodged(11, "crouched", crouch_and_dodge_move="after")

    assert refused(game, act("A", "stand")) == ("ELD-CRO-13", "ELD-DEF-DODGE")
    assert legal(game, act("A", "stand_after"))


@pytest.mark.clause("ELD-CRO-12", "ELD-CRO-13")
def test_what_was_chosen_for_the_movement_does_not_come_again_with_the_dodge():
    """A crouches as it Idles and Dodges as its Action; the Dodge brings it to its feet, and there it stays."""
    game = done(standing("model B ref blue 30,30"), act("A", "crouch_after"))
    game = done(done(game, act("A", "idle")), act("A", "dodge"), 1)
    up = done(game, act("A", "stand"))

    assert "crouched" not in marks(done(up, move(up, "A", (10, 18))), "A")
    assert posture.can_stand(low(), low().model("A"))
    assert not posture.can_stand(standing(), standing().model("A"))
    spent = done(
        done(low(crouch_changes="one"), act("A", "stand")), by_hand(Gained(model="A", marker=Marker("crouched")))
    )
    assert not posture.can_stand(spent, spent.model("A"))


@pytest.mark.clause("ELD-DEF-DODGE", "ELD-CRO-13")
def test_any_dodge_may_bring_it_down():
    later = done(dodged(20), act("A", "crouch_after"))
    assert "crouched" in marks(done(later, move(later, "A", (10, 23))), "A")
    game = done(dodged(20), act("A", "crouch"))

    assert "crouched" in marks(game, "A")
    assert not legal(game, move(game, "A", (10, 22.1)))


@pytest.mark.clause("ELD-CRO-11")
def test_the_label_says_what_happens():
    assert plan(standing(), act("A", "crouch")).label == "Crouch"
    assert plan(low(), act("A", "stand_after")).label == "Stand up after moving"
