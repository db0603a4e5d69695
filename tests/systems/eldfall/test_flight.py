"""Chapter: Flying.  Over everything, down by force or by will, and what it takes away."""

from __future__ import annotations

import pytest

from engine.events import Gained, Lost, Moved
from engine.game import Marker
from engine.systems.eldfall.conditions import RULES
from engine.systems.eldfall.questions import STRIKE_MELEE, STRIKE_RANGED
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
    play,
    position,
    refused,
    said,
)

A = "model A flyer red 10,20 ap:2"
ROCK = box(5, 14, 15, 17, 3, name="Rock")
SPIRE = box(5, 14, 15, 17, 3, name="Spire", kind="block_infinite")


def aloft(*more, **readings):
    lines = [line for line in more if line.startswith("terrain")]
    men = [line for line in more if not line.startswith("terrain")]
    return position("\n".join((A + " flying", *men)), *lines, **readings)


def place(game, model="A"):
    found = game.model(model)
    return (round(found.x, 3), round(found.y, 3), round(found.z, 3))


@pytest.mark.clause("ELD-FLY-1", "ELD-FLY-2", "ELD-FLY-4", "ELD-FLY-5", "ELD-FLY-17")
def test_h_58_it_crosses_and_ends_over_rocks_friends_and_enemies():
    game = aloft(ROCK, "model B ref blue 10,12", "model C ref red 14,12")

    assert place(done(game, move(game, "A", (10, 10)))) == (10, 10, 0)
    assert place(done(aloft(ROCK), move(aloft(ROCK), "A", (10, 16)))) == (10, 16, 3)  # above the rock
    assert legal(game, move(game, "A", (10, 12)))
    assert legal(game, move(game, "A", (14, 12)))
    assert not legal(game, move(game, "A", (10, -0.1)))
    assert "costs 10.1″" in said(game, move(game, "A", (10, 9.9), how="walk"))


@pytest.mark.clause("ELD-FLY-6", "ELD-DEF-OWN-INFINITE")
def test_h_58_nothing_crosses_or_ends_over_what_is_endless():
    game = aloft(SPIRE)

    for end in ((10, 10), (10, 16)):
        assert "ELD-FLY-6" in refused(game, move(game, "A", end))
        assert "Spire is in the way" in said(game, move(game, "A", end))
    assert legal(game, move(game, "A", (16.5, 20), (16.5, 14)))


@pytest.mark.clause("ELD-FLY-5")
def test_two_flyers_do_not_end_in_one_place_but_one_ends_over_who_stands_there():
    game = aloft("model B flyer blue 10,12 flying", "model C ref red 14,12")

    assert refused(game, move(game, "A", (10, 12.5))) == ("ELD-DEF-MGEN",)
    assert legal(game, move(game, "A", (14, 12)))
    ground = position(f"{A}\nmodel B flyer blue 10,17 flying")
    assert legal(ground, move(ground, "A", (10, 17)))  # under a flyer


@pytest.mark.clause("ELD-FLY-15", "ELD-DEF-FALL", "ELD-DEF-WTM")
def test_shot_out_of_the_air_it_falls_by_the_reading_and_the_fall_hurts():
    """Over a friend on a pillar it comes down 7 in, Crouched by then: three rolls, of which one fails."""
    pillar = box(9.2, 19.2, 10.8, 20.8, 7, name="Pillar")
    men = "model A flyer red 10,20 z=7 flying wounds_lost:1\nmodel B ref red 10,20 z=7\nmodel C ref red 33,33\n"
    archer = position(f"{men}model E ref blue 20,20 facing=270 ap:1", pillar, active="blue", losing_flight="falls")
    shot = done(done(archer, act("E", "idle")), act("E", "attack:bow", "A"), (5, 20), 3, 5, 20, 5)

    assert marks(shot, "A") == ["incapacitated", "crouched", "dead"]


@pytest.mark.clause("ELD-FLY-15", "ELD-DEF-FALL", "ELD-DEF-WTM", "ELD-DEF-INFLICT")
def test_caught_in_the_air_by_a_rope_it_falls_by_the_reading_and_the_fall_hurts():
    """It comes down 7 in on its feet: two rolls, of which one fails."""
    pillar = box(9.2, 19.2, 10.8, 20.8, 7, name="Pillar")
    roper = "profile roper base=32 height=1.7717 STA=2 SPD=5 ACC=12 AG=11 T=13 ARM=3 HP=2 M=12 equipment=rope_dart"
    men = "model A flyer red 10,20 z=7 flying\nmodel B ref red 10,20 z=7\nmodel C ref red 33,33\n"
    game = position(
        f"{men}model E roper blue 18,20 facing=270 ap:1", pillar, roper, active="blue", losing_flight="falls"
    )  # fmt: skip
    caught = done(done(game, act("E", "idle")), act("E", "attack:rope_dart", "A"), 5, 20, 20, 5, 20)

    assert marks(caught, "A") == ["immobilized"]
    assert (caught.model("A").z, caught.model("A").count("wounds_lost")) == (0, 1)


@pytest.mark.clause("ELD-FLY-4", "ELD-DEF-MGEN")
def test_an_enemy_overhead_is_in_nobodys_way_on_the_ground():
    """A walks under B, three inches on, and may stop right below it."""
    men = "model A ref red 10,20 ap:1\nmodel B flyer blue 10,17 {}"
    aloft, down = position(men.format("flying")), position(men.format(""))

    assert place(done(aloft, move(aloft, "A", (10, 15.5)))) == (10, 15.5, 0)
    assert place(done(aloft, move(aloft, "A", (10, 17)))) == (10, 17, 0)
    assert place(done(down, move(down, "A", (10, 15.5)))) == (10, round(17 + T, 3), 0)


@pytest.mark.clause("ELD-FLY-3")
def test_its_melee_attacks_have_one_die_its_shots_do_not():
    game = aloft()

    assert RULES.tally(game, game.model("A"), STRIKE_MELEE, 3).value == 1
    assert RULES.tally(game, game.model("A"), STRIKE_RANGED, 3).value == 3


# ------------------------------------------------------------ down by force


@pytest.mark.clause("ELD-FLY-15", "ELD-CRO-14", "ELD-INT-1")
def test_h_53_whoever_becomes_crouched_flies_no_longer():
    game = done(aloft(), by_hand(Gained(model="A", marker=Marker("crouched"))))

    assert marks(game, "A") == ["crouched"]


@pytest.mark.clause("ELD-FLY-15", "ELD-INT-9")
@pytest.mark.parametrize("status", ["immobilized", "petrified", "dead"])
def test_caught_stone_or_dead_it_flies_no_longer_and_keeps_the_rest(status):
    game = done(aloft("model B ref red 30,30"), by_hand(Gained(model="A", marker=Marker(status))))

    assert "flying" not in marks(game, "A")
    assert status in marks(game, "A")


@pytest.mark.clause("ELD-FLY-15", "ELD-INC-6", "ELD-INC-5")
def test_h_52_incapacitated_it_lies_crouched_below():
    game = aloft("model B ref red 30,30").with_model(aloft(ROCK).model("A"))
    slowed = done(game, by_hand(Gained(model="A", marker=Marker("slowed"))))
    down = done(slowed, by_hand(Gained(model="A", marker=Marker("incapacitated"))))

    assert marks(down, "A") == ["slowed", "incapacitated", "crouched"]


@pytest.mark.clause("ELD-FLY-15")
@pytest.mark.parametrize("status", ["slowed", "blinded", "poisoned", "confused", "weakened"])
def test_other_states_do_not_bring_it_down(status):
    assert "flying" in marks(done(aloft(), by_hand(Gained(model="A", marker=Marker(status)))), "A")


@pytest.mark.clause("ELD-FLY-15", "ELD-CRO-14")
def test_whoever_lies_and_is_made_to_fly_is_down_at_once():
    game = position(A + " crouched")

    assert marks(done(game, by_hand(Gained(model="A", marker=Marker("flying")))), "A") == ["crouched"]


@pytest.mark.clause("ELD-FLY-15", "ELD-DEF-FLT")
def test_above_somebody_it_is_set_down_on_the_nearest_free_spot():
    game = position("model A flyer red 10,20 flying\nmodel B giant blue 10,20.4\nmodel C ref red 30,30")
    down = play(game, by_hand(Gained(model="A", marker=Marker("crouched"))))
    a, b = down.game.model("A"), down.game.model("B")

    apart = ((a.x - b.x) ** 2 + (a.y - b.y) ** 2) ** 0.5
    assert apart >= (60 + 32) / 2 / 25.4
    assert apart < (60 + 32) / 2 / 25.4 + 0.3
    assert [e.how for e in down.events if isinstance(e, Moved)] == ["land"]


@pytest.mark.clause("ELD-FLY-15", "ELD-DEF-FLT", "ELD-DEF-FALL")
def test_no_room_on_the_pillar_below_it_comes_to_its_foot_unharmed_or_falls_by_the_reading():
    """7 in down; Crouched its Speed is 3, half of that 2: three rolls of which two fail."""
    pillar = box(9.2, 19.2, 10.8, 20.8, 7, name="Pillar")
    men = "model A flyer red 10,20 z=7 flying\nmodel B ref blue 10,20 z=7\nmodel C ref red 30,30"
    lies = by_hand(Gained(model="A", marker=Marker("crouched")))

    down = done(position(men, pillar), lies)
    assert (down.model("A").z, down.model("A").count("wounds_lost")) == (0, 0)
    fallen = done(position(men, pillar, losing_flight="falls"), lies, 20, 20, 1)
    assert (fallen.model("A").z, fallen.model("A").count("wounds_lost")) == (0, 2)


@pytest.mark.clause("ELD-FLY-15", "ELD-DEF-FLT")
def test_however_its_flight_ends_it_is_set_down_lawfully():
    men = "model A flyer red 10,20 flying\nmodel B giant blue 10,20.4\nmodel C ref red 30,30"
    down = done(position(men), by_hand(Lost(model="A", status="flying")))
    a, b = down.model("A"), down.model("B")

    assert ((a.x - b.x) ** 2 + (a.y - b.y) ** 2) ** 0.5 >= (60 + 32) / 2 / 25.4
    twice = position(men.replace("flying\n", "flying@X flying@Y\n"))
    assert place(done(twice, by_hand(Lost(model="A", status="flying", source="X")))) == (10, 20, 0)  # it still flies


# ------------------------------------------------------------ by its own will


@pytest.mark.clause("ELD-FLY-16", "ELD-DEF-FLT")
def test_with_the_skill_it_takes_off_first_and_flies_ten_inches():
    game = position(A, ROCK)
    up = done(game, act("A", "take_off"))

    assert marks(up, "A") == ["flying"]
    assert place(done(up, move(up, "A", (10, 10)))) == (10, 10, 0)
    assert "does not have the Flight skill" in said(position(A.replace("flyer", "ref")), act("A", "take_off"))
    offered = [o.command.action for o in SYSTEM.offers(position(A.replace("flyer", "ref")), game.model("A"))]
    assert "take_off" in offered  # the model asked about has it


@pytest.mark.clause("ELD-FLY-16", "ELD-DEF-FLT")
def test_it_takes_off_or_lands_at_the_end_of_its_movement_too():
    later = done(position(A), act("A", "take_off_after"))
    assert not legal(later, move(later, "A", (10, 14.9), how="walk"))
    assert marks(done(later, move(later, "A", (10, 15))), "A") == ["flying"]

    landing = done(aloft(ROCK), act("A", "land_after"))
    landed = done(landing, move(landing, "A", (10, 10)))
    assert (marks(landed, "A"), place(landed)) == ([], (10, 10, 0))
    assert place(done(landing, move(landing, "A", (10, 16)))) == (10, 16, 3)  # on the rock, unharmed


@pytest.mark.clause("ELD-FLY-16", "ELD-DEF-FLT")
def test_h_59_one_of_the_two_and_once_an_activation():
    up = done(position(A), act("A", "take_off"))
    assert refused(up, act("A", "land_after")) == ("ELD-FLY-16", "ELD-DEF-FLT")
    down = done(aloft(), act("A", "land"))
    assert refused(down, act("A", "take_off_after")) == ("ELD-FLY-16", "ELD-DEF-FLT")

    both = done(position(A, flight_same_step="yes"), act("A", "take_off"))
    assert legal(both, act("A", "land_after"))
    assert not legal(done(both, act("A", "land")), act("A", "take_off"))


@pytest.mark.clause("ELD-DEF-FLT", "ELD-CRO-14", "ELD-FLY-15")
def test_the_engaged_crouched_and_immobilized_do_not_take_off():
    assert "ELD-DEF-FLT" in refused(position(A + f" engaged@B\nmodel B ref blue 10,{20 - T}"), act("A", "take_off"))
    assert "ELD-CRO-14" in refused(position(A + " crouched"), act("A", "take_off"))
    assert "ELD-FLY-15" in refused(position(A + " immobilized"), act("A", "take_off"))
    assert refused(aloft(), act("A", "take_off")) == ("ELD-GEN-3",)
    assert refused(position(A), act("A", "land")) == ("ELD-FLY-16",)


@pytest.mark.clause("ELD-FLY-16", "ELD-DEF-MGEN")
def test_it_lands_only_where_it_may_stand():
    game = aloft("model B ref blue 10,14")
    landing = done(game, act("A", "land_after"))

    assert "There is no room below for A to land" in said(landing, move(landing, "A", (10, 14.5)))
    assert legal(landing, move(landing, "A", (10, 14 + T)))
    over = position(f"{A} flying\nmodel B ref blue 10,20.5")
    assert "no room below" in said(over, act("A", "land"))


@pytest.mark.clause("ELD-FLY-12", "ELD-CRO-11")
def test_it_may_land_and_crouch_at_the_end_of_one_step():
    game = done(aloft(), act("A", "land_after"))
    game = done(game, act("A", "crouch_after"))
    told = SYSTEM.allowance(game, game.model("A")).ruling_text

    assert told == "It lands and crouches as its movement ends."
    assert marks(done(game, move(game, "A", (10, 15))), "A") == ["crouched"]
