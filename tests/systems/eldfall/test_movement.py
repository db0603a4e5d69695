"""Chapter: Movement.  What is crossed, what stops, what is too far, and where nobody may end."""

from __future__ import annotations

import pytest

from engine.commands import Turn
from engine.events import Moved
from engine.play import Refused, perform
from tests.systems.eldfall.ground import box
from tests.systems.eldfall.positions import (
    SYSTEM,
    T,
    act,
    done,
    legal,
    move,
    plan,
    play,
    position,
    refused,
    said,
)

A = "model A ref red 10,20 ap:2\n"


def place(game, model="A"):
    found = game.model(model)
    return (round(found.x, 3), round(found.y, 3), round(found.z, 3))


@pytest.mark.clause("ELD-DEF-MOVE", "ELD-DEF-DIST")
def test_a_walk_goes_up_to_the_speed_along_its_very_path():
    game = position(A)

    assert place(done(game, move(game, "A", (10, 15), how="walk"))) == (10, 15, 0)
    assert refused(game, move(game, "A", (10, 14.99), how="walk")) == ("ELD-DEF-MOVE",)
    assert legal(game, move(game, "A", (12, 20), (12, 17), how="walk"))
    assert not legal(game, move(game, "A", (12, 20), (12, 16.9), how="walk"))
    assert plan(game, move(game, "A", (10, 16))).label == "Walk 4.0″"


@pytest.mark.clause("ELD-DEF-MOVE")
def test_what_is_further_is_a_run_of_up_to_twice_the_speed():
    game = position(A)

    assert plan(game, move(game, "A", (10, 10))).label == "Run 10.0″"
    assert legal(game, move(game, "A", (10, 10)))
    assert not legal(game, move(game, "A", (10, 9.9)))
    assert "costs 10.1″" in said(game, move(game, "A", (10, 9.9)))


@pytest.mark.clause("ELD-DEF-MOVE")
def test_the_model_ends_looking_where_it_is_told():
    game = position(A)
    walked = play(game, move(game, "A", (10, 17), facing=90.0))

    assert walked.game.model("A").facing == 90.0
    assert [e.how for e in walked.events if isinstance(e, Moved)] == ["walk"]


@pytest.mark.clause("ELD-DEF-MGEN")
def test_friends_are_passed_but_nobody_ends_on_them():
    game = position(A + "model B ref red 10,18\n")

    assert place(done(game, move(game, "A", (10, 16)))) == (10, 16, 0)
    assert refused(game, move(game, "A", (10, 17.5))) == ("ELD-DEF-MGEN",)
    assert legal(game, move(game, "A", (10, 18 + T)))  # touching is not overlapping


@pytest.mark.clause("ELD-DEF-MGEN", "ELD-DEF-BC")
def test_h_92_touching_an_enemy_ends_the_movement_there():
    game = position(A + "model B ref blue 10,16\n")
    walked = play(game, move(game, "A", (10, 15.1)))

    assert place(walked.game) == (10, round(16 + T, 3), 0)
    assert "Touching B ends its movement." in plan(game, move(game, "A", (10, 15.1))).notes
    assert legal(game, move(game, "A", (12, 18), (10, 15.9)))
    past = position(f"model A ref red 10,{16 + T} ap:2\nmodel B ref blue 10,16\n")
    assert place(done(past, move(past, "A", (10, 20)))) == (10, 20, 0)  # away from a touch


@pytest.mark.clause("ELD-DEA-8", "ELD-DEA-9")
def test_h_74_the_dead_are_walked_over_but_not_stood_upon():
    game = position(A + "model B ref blue 10,18 dead\n")

    assert place(done(game, move(game, "A", (10, 16)))) == (10, 16, 0)
    assert refused(game, move(game, "A", (10, 17.5))) == ("ELD-DEA-9", "ELD-DEF-MGEN")
    incapacitated = position(A + "model B ref blue 10,18 incapacitated crouched\n")
    assert place(done(incapacitated, move(incapacitated, "A", (10, 16)))) == (10, round(18 + T, 3), 0)


@pytest.mark.clause("ELD-DEF-MGEN", "ELD-CRO-5")
def test_what_is_no_taller_than_the_hitbox_is_crossed_at_no_cost():
    low, high = box(5, 18, 15, 18.3, 1.77), box(5, 18, 15, 18.3, 1.79)

    assert place(done(position(A, low), move(position(A, low), "A", (10, 15)))) == (10, 15, 0)
    assert "ELD-DEF-CLIMB" in refused(position(A, high), move(position(A, high), "A", (10, 15), how="walk"))
    crouched = position(A.replace("ap:2", "ap:2 crouched"), low)
    assert "ELD-DEF-MGEN" in refused(crouched, move(crouched, "A", (10, 17.2)))


@pytest.mark.clause("ELD-DEF-MGEN")
def test_a_model_may_end_on_what_it_steps_onto():
    game = position(A, box(5, 10, 15, 18, 1.0, name="Slab"))

    assert place(done(game, move(game, "A", (10, 16)))) == (10, 16, 1)


@pytest.mark.clause("ELD-DEF-MGEN", "ELD-DEF-OWN-INFINITE")
def test_the_edge_of_the_field_and_scenery_are_in_the_way():
    game = position("model A ref red 10,1 ap:2\n")
    assert "A may not leave the table" in said(game, move(game, "A", (10, 0.5)))
    assert legal(game, move(game, "A", (10, T / 2)))
    spire = position(A, box(5, 15, 15, 18, 1.0, name="Spire", kind="block_infinite"))
    assert "Spire is in the way" in said(spire, move(spire, "A", (10, 16)))
    assert "Spire is in the way" in said(spire, move(spire, "A", (10, 16), how="climb"))


@pytest.mark.clause("ELD-DEF-LADDER")
def test_a_ladder_leads_up_without_a_climb_and_every_inch_of_it_costs_two():
    roof = box(5, 10, 15, 18, 2, name="Roof")
    ladder = box(9.5, 18, 10.5, 18.1, 2, name="Ladder", kind="ladder", footing="open")
    game = position("model A ref red 10,18.7 ap:2\n", roof, ladder)

    up = plan(game, move(game, "A", (10, 17.7)))
    assert up.label == "Walk 1.0″"
    assert not up.objections
    assert up.tallies[-1].text() == "This way 1″ along it + 4 up and down 2″ of ladder, counted twice = 5″"
    assert place(done(game, move(game, "A", (10, 17.7)))) == (10, 17.7, 2)
    assert legal(game, move(game, "A", (10, 17.7), how="walk"))  # 1 along and twice 2 up
    assert not legal(game, move(game, "A", (10, 17.6), how="walk"))
    bare = position("model A ref red 10,18.7 ap:2\n", roof)
    assert "ELD-DEF-CLIMB" in refused(bare, move(bare, "A", (10, 17.7), how="walk"))


@pytest.mark.clause("ELD-CRO-3", "ELD-CRO-6")
def test_h_22_the_crouched_walk_or_idle_only():
    game = position(A.replace("ap:2", "ap:2 crouched"))

    assert legal(game, move(game, "A", (10, 17), how="walk"))
    assert not legal(game, move(game, "A", (10, 16.9), how="walk"))
    for how in ("run", "climb", "jump"):
        assert "ELD-CRO-3" in refused(game, move(game, "A", (10, 19), how=how))
    assert "ELD-CRO-6" in refused(game, move(game, "A", (10, 16.5)))
    assert legal(game, act("A", "idle"))


@pytest.mark.clause("ELD-IMM-1", "ELD-IMM-2")
def test_the_immobilized_neither_move_nor_idle_but_activate():
    game = position(A.replace("ap:2", "ap:2 immobilized"))

    for how in ("walk", "run", "climb", "jump"):
        assert "ELD-IMM-2" in refused(game, move(game, "A", (10, 19), how=how))
    assert "ELD-IMM-2" in refused(game, act("A", "idle"))
    assert "ELD-IMM-2" in refused(game, act("A", "crouch"))
    assert legal(game, act("A", "activate"))


@pytest.mark.clause("ELD-DEF-MOVE")
def test_turning_on_the_spot_is_an_idle():
    game = position(A)
    turned = done(game, Turn(model="A", facing=450.0))

    assert turned.model("A").facing == 90.0
    assert turned.model("A").count("ap") == 1
    assert not legal(turned, Turn(model="A", facing=0.0))
    assert plan(game, Turn(model="A", facing=90.0)).label == "Idle, facing 90°"


@pytest.mark.clause("ELD-DEF-SEQ", "ELD-DEF-MOVE")
def test_only_the_active_players_models_move_for_a_point_and_once():
    game = position(A + "model B ref blue 30,30 ap:2\nmodel C ref red 30,10\n")

    assert "ELD-DEF-ROLE" in refused(game, move(game, "B", (30, 29)))
    assert "no Activation Point" in said(game, move(game, "C", (30, 9)))
    walked = done(game, move(game, "A", (10, 19)), "none")
    assert walked.model("A").count("ap") == 1
    assert not legal(walked, move(walked, "A", (10, 18)))


TOGGLES = ("crouch", "stand", "crouch_after", "stand_after", "take_off", "land", "take_off_after", "land_after")


@pytest.mark.parametrize("action", ["idle", "dismount", "stay_put", *TOGGLES])
def test_nothing_is_done_with_a_model_that_is_not_on_the_field_whoever_referees(action):
    game = position("model A flyer red 0,0 place=reserve ap:2 mounted\nmodel B ref red 3,3")

    assert isinstance(perform(SYSTEM, game, act("A", action), (), "off"), Refused)


@pytest.mark.parametrize("how", ["", "walk", "run", "climb", "jump", "dodge"])
def test_no_way_is_gone_by_a_model_that_is_not_on_the_field(how):
    game = position("model A ref red 0,0 place=reserve ap:2\nmodel B ref red 3,3")

    assert isinstance(perform(SYSTEM, game, move(game, "A", (3, 5), how=how), (), "off"), Refused)


def test_an_unknown_way_of_moving_and_a_model_off_the_table_are_refused_in_words():
    game = position(A + "model B ref red 0,0 place=reserve\n")

    assert "There is no way of moving called 'swim'" in said(game, move(game, "A", (10, 19), how="swim"))
    assert refused(game, move(game, "B", (3, 3)))


@pytest.mark.clause("ELD-DEF-MOVE", "ELD-DEF-AWA")
def test_what_is_left_is_told_and_painted():
    game = position(A)
    found = SYSTEM.allowance(game, game.model("A"))

    assert found.distance == 5
    assert [tally.title for tally in found.tallies] == ["Speed", "Walk", "Run"]
    assert {area.label for area in found.evidence.areas} == {"reach 1″", "walk 5″", "run 10″"}
    spent = position("model A ref red 10,20\n")
    painted = SYSTEM.allowance(spent, spent.model("A")).evidence.areas
    assert [area.label for area in painted] == ["reach 1″", "awareness 11″"]
    assert "no Activation Point" in SYSTEM.allowance(spent, spent.model("A")).ruling_text
    held = position(A.replace("ap:2", "ap:2 engaged@B") + f"model B ref blue 10,{20 - T - 0.5} facing=180")
    assert SYSTEM.allowance(held, held.model("A")).ruling_text == "Only straight at B."


@pytest.mark.clause("ELD-ENG-5")
def test_a_hold_that_a_hand_lays_on_a_model_by_itself_breaks_no_plan():
    game = position("model A ref red 10,20 ap:2 engaged@A")

    assert said(game, move(game, "A", (12, 20), how="walk")) == ""
