"""Chapter: Movement.  Walking, running, crawling, leaving combat, hiding; distances written out."""

from __future__ import annotations

import math

import pytest
from msgspec.structs import replace

from engine.commands import Move
from engine.events import Gained, Moved
from engine.game import ModelId
from engine.play import Done, perform
from tests.systems.mordheim.positions import markers
from tests.systems.mordheim.tables import (
    BASE,
    SYSTEM,
    act,
    done,
    legal,
    move,
    place,
    plan,
    refused,
    roof,
    said,
    table,
)

FAR = "model Z man blue 34,34"
MUD = 'terrain mud "Mud" mud 0,0 36,0 36,36 0,36 bottom=0 top=0 sight=clear footing={}'


# ---------------------------------------------------------------- walking


@pytest.mark.clause("MOR-DEF-MOVE")
def test_a_walk_goes_up_to_the_movement_and_not_a_tenth_more():
    game = table(f"model A man red 5,5\nmodel Y man blue 12,5\n{FAR}")

    assert place(done(game, move(game, "A", (5.0, 9.0))), "A") == (5.0, 9.0, 0.0)
    assert said(game, move(game, "A", (5.0, 9.1), how="walk")) == "0.1″ further than the 4.0″ A may walk."
    assert refused(game, move(game, "A", (5.0, 9.1), how="walk")) == ("MOR-DEF-MOVE",)


@pytest.mark.clause("MOR-DEF-MOVE")
def test_a_move_may_be_made_in_stretches_but_is_one_move():
    game = table(f"model A man red 5,5\nmodel Y man blue 12,5\n{FAR}")

    game = done(game, move(game, "A", (5.0, 8.0)))

    assert game.model("A").count("moved") == 3000
    assert [tally.text() for tally in plan(game, move(game, "A", (5.0, 9.0))).tallies] == [
        "Move 4″",
        "Move left 4″ − 3 moved already = 1″",
        "This way 1″",
    ]
    assert legal(game, move(game, "A", (5.0, 9.0)))
    assert said(game, move(game, "A", (5.0, 9.5), how="walk")) == "0.5″ further than the 1.0″ A may still walk."


@pytest.mark.clause("MOR-DEF-DIFFICULT")
def test_difficult_ground_halves_and_very_difficult_ground_quarters():
    for footing, most in (("difficult", 2.0), ("very_difficult", 1.0)):
        game = table(f"model A man red 5,5\nmodel Y man blue 12,5\n{FAR}", MUD.format(footing))

        assert legal(game, move(game, "A", (5.0, 5.0 + most)))
        assert refused(game, move(game, "A", (5.0, 5.1 + most), how="walk")) == ("MOR-DEF-MOVE", "MOR-DEF-DIFFICULT")


@pytest.mark.clause("MOR-DEF-DIFFICULT", "MOR-STAND-2")
def test_the_factors_multiply_with_standing_up():
    game = table(f"model A man red 5,5 standing_up\n{FAR}", MUD.format("difficult"))

    assert legal(game, move(game, "A", (5.0, 6.0)))
    assert not legal(game, move(game, "A", (5.0, 6.1)))


@pytest.mark.clause("MOR-DEF-SPACE")
def test_walls_models_and_the_table_edge_stop_a_walk():
    wall = 'terrain w "Keep" wall 8,0 8.4,0 8.4,10 8,10 top=3 footing=impassable'
    game = table(f"model A man red 5,5\nmodel B man red 5,7\nmodel C man red 2,5\n{FAR}", wall)

    assert refused(game, move(game, "A", (9.0, 5.0))) == ("MOR-DEF-SPACE",)
    assert said(game, move(game, "A", (9.0, 5.0))) == "Keep is in the way after 2.5″."
    assert refused(game, move(game, "A", (5.0, 9.0))) == ("MOR-DEF-SPACE",)
    assert said(game, move(game, "A", (5.0, 9.0))) == "B is in the way after 1.0″."
    assert said(game, move(game, "A", (5.0, 7.0))) == "B is in the way after 1.0″."
    assert said(game, move(game, "C", (0.2, 5.0))) == "C may not leave the table."


@pytest.mark.clause("MOR-DEF-OBSTACLE")
def test_a_barrier_lower_than_an_inch_costs_nothing():
    low = 'terrain w "Kerb" barrier 6,0 6.4,0 6.4,10 6,10 top=0.9'
    game = table(f"model A man red 5,5\n{FAR}", low)

    walk = plan(game, move(game, "A", (8.0, 5.0)))

    assert walk.objections == ()
    assert [tally.text() for tally in walk.tallies] == ["Move 4″", "This way 3″"]
    assert place(done(game, move(game, "A", (8.0, 5.0))), "A") == (8.0, 5.0, 0.0)


@pytest.mark.clause("MOR-DEF-CONTACT")
def test_only_a_charge_goes_into_contact():
    game = table("model A man red 5,5\nmodel B man blue 8,5")

    assert refused(game, move(game, "A", (8.0 - BASE, 5.0), how="walk")) == ("MOR-DEF-CONTACT",)
    assert legal(game, move(game, "A", (8.0 - BASE - 0.01, 5.0), how="walk"))


@pytest.mark.clause("MOR-DEF-PHASES", "MOR-DEF-TURN")
def test_one_moves_in_the_movement_phase_of_ones_own_side():
    shooting = table("model A man red 5,5\nmodel B man blue 25,25", phase="shooting")
    moving = table("model A man red 5,5\nmodel B man blue 25,25")

    assert refused(shooting, move(shooting, "A", (6.0, 5.0))) == ("MOR-DEF-PHASES",)
    assert refused(moving, move(moving, "B", (24.0, 25.0))) == ("MOR-DEF-TURN",)


def test_a_path_that_starts_elsewhere_is_walked_to_first():
    game = table(f"model A man red 5,5\n{FAR}")
    command = Move(model=ModelId("A"), path=((5.0, 7.0), (5.0, 8.0)))

    assert [tally.text() for tally in plan(game, command).tallies][-1] == "This way 3″"


# ---------------------------------------------------------------- running


@pytest.mark.clause("MOR-DEF-RUN")
def test_a_run_is_twice_the_movement_and_leaves_no_shot_and_no_hiding():
    game = table(f"model A archer red 5,5\n{FAR}")

    ran = done(game, move(game, "A", (5.0, 13.0)))

    assert markers(ran, "A") == {"moved", "ran"}
    assert refused(game, move(game, "A", (5.0, 13.1), how="run")) == ("MOR-DEF-RUN",)
    assert "MOR-DEF-RUN" in refused(ran, act("A", "hide"))


@pytest.mark.clause("MOR-DEF-RUN")
@pytest.mark.parametrize(("gap", "runs"), [(8.0, False), (8.001, True)])
def test_an_enemy_within_eight_inches_keeps_him_from_running(gap: float, runs: bool):
    game = table(f"model A man red 5,5\nmodel B man blue {5 + BASE + gap},5")

    assert legal(game, move(game, "A", (5.0, 12.0))) is runs
    if not runs:
        assert refused(game, move(game, "A", (5.0, 12.0))) == ("MOR-DEF-MOVE", "MOR-DEF-RUN")
        assert "A may not run: B is 8.0″ away, within 8″." in said(game, move(game, "A", (5.0, 12.0)))


@pytest.mark.clause("MOR-DEF-IGNORED", "MOR-DEF-RUN")
@pytest.mark.parametrize("status", ["knocked_down", "stunned", "fleeing", "hidden"])
def test_the_fallen_the_fleeing_and_the_hidden_keep_nobody_from_running(status: str):
    game = table(f"model A man red 5,5\nmodel B man blue 9,5 {status}")

    assert legal(game, move(game, "A", (5.0, 12.0)))


@pytest.mark.clause("MOR-DEF-RUN")
def test_the_eight_inches_are_measured_where_he_set_out():
    game = table("model A man red 5,5\nmodel B man blue 13.5,5")

    game = done(game, move(game, "A", (5.0, 8.5)))

    assert game.model("A").count("watched") == 1
    assert refused(game, move(game, "A", (5.0, 12.9))) == ("MOR-DEF-MOVE", "MOR-DEF-RUN")
    assert "an enemy was within 8″ as he set out" in said(game, move(game, "A", (5.0, 12.9)))


# ---------------------------------------------------------------- order


@pytest.mark.clause("MOR-DEF-MOVE-ORDER")
def test_charges_come_before_all_other_moves():
    game = table("model A man red 5,5\nmodel B man red 5,9\nmodel C man blue 9,5")

    moved = done(game, move(game, "B", (6.0, 9.0)))

    assert legal(game, move(game, "A", (8.5, 5.0)))
    assert refused(moved, move(moved, "A", (8.5, 5.0))) == ("MOR-DEF-MOVE-ORDER",)
    charged = done(game, move(game, "A", (8.5, 5.0)))
    assert legal(charged, move(charged, "B", (6.0, 9.0)))


@pytest.mark.clause("MOR-DEF-MOVE-ORDER")
def test_those_who_flee_move_before_those_who_are_free_to():
    game = table(f"model A man red 5,5 fleeing\nmodel B man red 5,9\n{FAR}")

    assert refused(game, move(game, "B", (6.0, 9.0))) == ("MOR-DEF-MOVE-ORDER",)
    fled = done(game, act("A", "flee"), (1, 1))
    assert legal(fled, move(fled, "B", (6.0, 9.0)))
    assert fled.count("move_order") == 1


# ---------------------------------------------------------------- crawling


@pytest.mark.clause("MOR-KD-3")
def test_the_knocked_down_crawls_two_inches_and_does_nothing_else():
    game = table(f"model A man red 5,5 knocked_down\n{FAR}")

    crawled = done(game, move(game, "A", (5.0, 7.0)))

    assert (place(crawled, "A"), markers(crawled, "A")) == ((5.0, 7.0, 0.0), {"knocked_down", "moved"})
    assert refused(game, move(game, "A", (5.0, 7.1))) == ("MOR-KD-3",)
    assert said(game, move(game, "A", (5.0, 7.1))) == "0.1″ further than the 2.0″ A may crawl."
    for how in ("walk", "run", "charge"):
        assert "MOR-KD-3" in refused(game, move(game, "A", (5.0, 6.0), how=how))


def test_who_stands_does_not_crawl():
    game = table(f"model A man red 5,5\n{FAR}")

    assert refused(game, move(game, "A", (5.0, 6.0), how="crawl")) == ("MOR-KD-3",)


@pytest.mark.clause("MOR-KD-3", "MOR-DEF-DIFFICULT")
def test_hc_25_difficult_ground_halves_a_crawl():
    game = table(f"model A man red 5,5 knocked_down\n{FAR}", MUD.format("difficult"))

    assert legal(game, move(game, "A", (5.0, 6.0)))
    assert refused(game, move(game, "A", (5.0, 6.1))) == ("MOR-KD-3", "MOR-DEF-DIFFICULT")


@pytest.mark.clause("MOR-KD-7", "MOR-KD-8")
def test_hc_19_nobody_crawls_away_from_an_enemy_with_nobody_else_to_fight():
    game = table(f"model A man red 5,5\nmodel B man blue {5 + BASE},5 knocked_down", active="blue")

    assert refused(game, move(game, "B", (7.0, 5.0))) == ("MOR-KD-7", "MOR-KD-8")


@pytest.mark.clause("MOR-KD-7")
def test_hc_20_a_friend_on_his_feet_keeps_the_enemy_busy():
    models = f"model A man red 5,5\nmodel B man blue {5 + BASE},5 knocked_down\nmodel C man blue {5 - BASE},5"
    game = table(models, active="blue")

    assert legal(game, move(game, "B", (7.0 + BASE, 5.0)))
    assert refused(game, move(game, "B", (7.1 + BASE, 5.0))) == ("MOR-KD-3",)


@pytest.mark.clause("MOR-KD-8")
def test_hc_22_a_friend_who_lies_keeps_nobody_busy_except_by_the_other_reading():
    fallen = f"model B man blue {5 + BASE},5 knocked_down\nmodel C man blue {5 - BASE},5 knocked_down"
    models = f"model A man red 5,5\n{fallen}"

    standing = table(models, active="blue")
    anyone = table(models, active="blue", crawl_guard="anyone")

    assert refused(standing, move(standing, "B", (7.0, 5.0))) == ("MOR-KD-7", "MOR-KD-8")
    assert legal(anyone, move(anyone, "B", (7.0, 5.0)))


@pytest.mark.clause("MOR-KD-7")
def test_hc_23_straight_away_or_at_a_tangent_but_not_round_him():
    models = f"model A man red 5,5\nmodel B man blue {5 + BASE},5 knocked_down\nmodel C man blue {5 - BASE},5"
    game = table(models, active="blue")
    round_him = tuple((5 + BASE * math.cos(angle / 40), 5 + BASE * math.sin(angle / 40)) for angle in range(1, 41))

    assert legal(game, move(game, "B", (5 + BASE + 2.0, 5.0)))
    tangent = done(game, move(game, "B", (5 + BASE, 7.0)))
    away = math.dist(place(tangent, "B")[:2], (5.0, 5.0)) - BASE
    assert round(away, 3) == round(math.sqrt(BASE**2 + 4) - BASE, 3) == 1.245
    assert "MOR-KD-7" in refused(game, move(game, "B", *round_him))
    along_then_off = (*round_him[:16], (6.6, 6.3))
    assert refused(game, move(game, "B", *along_then_off)) == ("MOR-KD-7",)


@pytest.mark.clause("MOR-DEF-CONTACT", "MOR-KD-3")
def test_a_crawl_does_not_go_into_contact_not_even_on_the_way():
    game = table("model A man red 5,5 knocked_down\nmodel B man blue 7.2,5\nmodel C man blue 5.5,6.3")

    assert "MOR-DEF-CONTACT" in refused(game, move(game, "A", (7.2 - BASE, 5.0)))
    past = move(game, "A", (5.5 - BASE, 6.3 - 0.5), (5.5 - BASE, 6.3), (5.5 - BASE, 6.7))
    assert "MOR-DEF-CONTACT" in refused(game, past)


@pytest.mark.clause("MOR-KD-3", "MOR-TABLE-1")
def test_a_crawl_goes_over_no_edge():
    game = table(f"model A man red 11,5 z=3 knocked_down\n{FAR}", roof(3.0))

    assert refused(game, move(game, "A", (12.9, 5.0))) == ("MOR-KD-3", "MOR-TABLE-1")
    assert legal(game, move(game, "A", (11.9, 5.0)))


# ---------------------------------------------------------------- leaving combat


@pytest.mark.clause("MOR-DEF-LEAVING")
def test_he_does_not_leave_an_enemy_on_his_feet():
    game = table(f"model A man red 5,5\nmodel B man blue {5 + BASE},5")

    assert "MOR-DEF-LEAVING" in refused(game, move(game, "A", (3.0, 5.0)))
    assert "A is engaged with B" in said(game, move(game, "A", (3.0, 5.0)))


@pytest.mark.clause("MOR-DEF-LEAVING")
def test_hc_53_from_the_fallen_he_may_walk_away_or_charge_another():
    fallen = f"model B man blue {5 + BASE},5 knocked_down\nmodel C man blue 5,{5 + BASE} stunned"
    game = table(f"model A man red 5,5\n{fallen}\nmodel D man blue 1.5,5")
    guarded = table(f"model A man red 5,5\n{fallen}\nmodel E man blue {5 - BASE},5\nmodel D man blue 5,1")

    assert legal(game, move(game, "A", (5.0, 3.0)))
    assert markers(done(game, move(game, "A", (2.0, 5.0))), "A") == {"moved", "charged"}
    assert "MOR-DEF-LEAVING" in refused(guarded, move(guarded, "A", (5.0, 1.5)))


# ---------------------------------------------------------------- hiding


SCREEN = 'terrain w "Screen" wall 8,0 8.4,0 8.4,10 8,10 top=3'


@pytest.mark.clause("MOR-DEF-HIDING")
def test_behind_cover_he_may_hide_and_in_the_open_he_may_not():
    models = "model A man red 7,5\nmodel C man red 7,14\nmodel B man blue 12,5"
    game = table(models, SCREEN)

    assert markers(done(game, act("A", "hide")), "A") == {"hidden"}
    assert refused(game, act("C", "hide")) == ("MOR-DEF-HIDING",)
    assert [o.text for o in plan(game, act("C", "hide")).objections] == ["B sees C in the open."]


@pytest.mark.clause("MOR-DEF-HIDING")
def test_to_be_seen_in_part_is_cover_enough_to_hide():
    low = 'terrain w "Sill" barrier 8,0 8.4,0 8.4,10 8,10 top=0.8'
    behind = table("model A man red 7,5\nmodel B man blue 12,5", low)
    before = table("model A man red 9,5\nmodel B man blue 12,5", low)

    assert legal(behind, act("A", "hide"))
    assert refused(before, act("A", "hide")) == ("MOR-DEF-HIDING",)


@pytest.mark.clause("MOR-DEF-HIDING", "MOR-DEF-FALL", "MOR-DEF-RALLY")
@pytest.mark.parametrize(
    ("status", "clause"),
    [
        ("ran", "MOR-DEF-RUN"),
        ("charged", "MOR-DEF-HIDING"),
        ("failed_charge", "MOR-DEF-HIDING"),
        ("fell", "MOR-DEF-FALL"),
        ("fleeing", "MOR-DEF-HIDING"),
        ("knocked_down", "MOR-DEF-HIDING"),
        ("stunned", "MOR-STUN-3"),
        ("rallied", "MOR-DEF-RALLY"),
    ],
)
def test_who_may_not_hide(status: str, clause: str):
    game = table(f"model A man red 7,5 {status}\nmodel B man blue 12,5", SCREEN)

    assert clause in refused(game, act("A", "hide"))


@pytest.mark.clause("MOR-DEF-HIDING")
def test_whoever_is_touched_by_an_enemy_may_not_hide_though_nobody_on_his_feet_sees_him():
    apart = 25 / 25.4  # two round bases of 25 mm that touch
    touched = table(f"model A man red 7,5\nmodel B man blue {7 - apart},5 knocked_down")
    near = table(f"model A man red 7,5\nmodel B man blue {7 - apart - 0.5},5 knocked_down")

    assert [o.text for o in plan(touched, act("A", "hide")).objections] == ["A is engaged."]
    assert refused(touched, act("A", "hide")) == ("MOR-DEF-HIDING",)
    assert legal(near, act("A", "hide"))


@pytest.mark.clause("MOR-DEF-HIDING")
def test_moving_on_gives_a_hiding_up_but_going_down_does_not():
    game = table("model A man red 7,5 hidden\nmodel B man blue 20,5", SCREEN)

    moved = perform(SYSTEM, game, move(game, "A", (7.0, 7.0)))

    assert isinstance(moved, Done)
    assert markers(moved.game, "A") == {"moved"}
    assert [e.marker.status for e in moved.events if isinstance(e, Gained)] == ["moved"]
    assert [e.how for e in moved.events if isinstance(e, Moved)] == ["walk"]


# ---------------------------------------------------------------- reach


def test_the_reach_left_is_a_number_with_its_sum_and_ground_to_paint():
    game = table(f"model A man red 5,5 standing_up\nmodel B man blue {5 + BASE},25\n{FAR}")

    left = SYSTEM.allowance(game, game.model("A"))

    assert left.distance == 2.0
    assert left.tallies[0].text() == "Move 4″ halved Getting up = 2″"
    assert [area.role for area in left.evidence.areas] == ["reach"]


@pytest.mark.parametrize(
    ("status", "inches"), [("", 4.0), ("knocked_down", 2.0), ("stunned", 0.0), ("fleeing", 0.0), ("rallied", 0.0)]
)
def test_the_reach_of_each_condition(status: str, inches: float):
    game = table(f"model A man red 5,5 {status}\n{FAR}")

    assert SYSTEM.allowance(game, game.model("A")).distance == inches


@pytest.mark.parametrize(("status", "words"), [("charged", "A may not walk (charged)."), ("ran", "")])
def test_a_reach_of_nothing_says_why(status: str, words: str):
    game = table(f"model A man red 5,5 {status}\nmodel Z man blue 30,30")

    assert SYSTEM.allowance(game, game.model("A")).ruling_text == words
    later = SYSTEM.allowance(replace(game, phase="shooting"), game.model("A"))
    assert (later.tallies, later.ruling_text) == ((), "A moves in the movement phase; this is the shooting phase.")


def test_a_too_long_way_is_drawn_to_its_end_with_the_excess_marked():
    game = table(f"model A man red 5,5\nmodel Y man blue 12,5\n{FAR}")

    far = plan(game, move(game, "A", (5.0, 11.0), how="walk"))

    assert [line.role for line in far.evidence.lines] == ["warning"]
    (excess,) = far.objections[0].evidence.lines
    assert (excess.points, excess.role, excess.label) == (((5.0, 9.0, 0.0), (5.0, 11.0, 0.0)), "warning", "+2.0″")


def test_an_unknown_way_of_moving_is_refused_with_the_ways_there_are():
    game = table(f"model A man red 5,5\n{FAR}")

    assert refused(game, move(game, "A", (5.0, 6.0), how="teleport")) == ("MOR-DEF-MOVE",)
    assert "walk, run, charge" in said(game, move(game, "A", (5.0, 6.0), how="teleport"))


# ---------------------------------------------------------------- sight


@pytest.mark.clause("MOR-DEF-SIGHT")
@pytest.mark.parametrize(("status", "verdict"), [("", "blocked"), ("knocked_down", "clear"), ("stunned", "clear")])
def test_models_on_their_feet_block_sight_and_the_fallen_do_not(status: str, verdict: str):
    big = 'profile big "Big" base=50 height=2 M=4 WS=3 BS=3 S=3 T=3 W=1 I=3 A=1 Ld=7'
    game = table(f"{big}\nmodel A man red 5,5\nmodel C big blue 8,5 {status}\nmodel B man blue 11,5")

    assert SYSTEM.sees(game, game.model("A"), game.model("B")).verdict == verdict


@pytest.mark.clause("MOR-DEF-SIGHT")
@pytest.mark.parametrize(("reading", "seen"), [("clear", True), ("blocked", False)])
def test_a_line_that_only_brushes_a_wall_sees_unless_the_reading_closes_it(reading: str, seen: bool):
    wall = f'terrain s "Wall" wall 7,{5 - BASE / 2} 9,{5 - BASE / 2} 9,10 7,10 top=3'
    game = table("model A man red 5,5\nmodel B man blue 11,5", wall, grazing_sight=reading)

    sight = SYSTEM.sees(game, game.model("A"), game.model("B"))

    assert (sight.verdict, sight.sees) == ("grazing", seen)


@pytest.mark.clause("MOR-DEF-MOVED-SHOT")
def test_turning_on_the_spot_is_no_move():
    game = table(f"model A man red 5,5 hidden\n{FAR}")
    turn = Move(model=ModelId("A"), path=((5.0, 5.0), (5.0, 5.0)), facing=90.0)

    turned = done(game, turn)

    assert (markers(turned, "A"), turned.model("A").facing) == ({"hidden"}, 90.0)
    assert turned.model("A").count("moved") == 0
