"""Chapter: Engaged.  When it comes and only then, how it goes at once, and what it leaves to do."""

from __future__ import annotations

import pytest

from engine.events import Gained, Moved, Placed, Refitted, Removed, Turned
from engine.game import Marker
from engine.systems.eldfall.engagement import check, check_phase, disengage, engagers, engages, shown
from tests.systems.eldfall.ground import box
from tests.systems.eldfall.positions import T, by_hand, done, legal, marks, move, position, refused, said, step


def pair(gap, first="ref", second="ref", facing=180, more="", **readings):
    """A looks up at B, who stands so many inches away and looks at A unless told otherwise."""
    men = f"model A {first} red 10,10 {more}\nmodel B {second} blue 10,{10 - T - gap} facing={facing}"
    return position(men, **readings)


def checked(game):
    return step(game, check).game


def held(game):
    """Who is Engaged by whom, as two letters each."""
    return [f"{m.id}{enemy.id}" for m in game.models for enemy in engagers(game, m)]


@pytest.mark.clause("ELD-ENG-1", "ELD-DEF-ENG", "ELD-DEF-RCH")
def test_within_an_inch_of_two_blades_both_are_engaged():
    assert held(checked(pair(1.0))) == ["AB", "BA"]
    assert held(checked(pair(1.001))) == []
    assert held(checked(pair(0.0))) == ["AB", "BA"]


@pytest.mark.clause("ELD-ENG-1", "ELD-DEF-ENG")
def test_h_31_a_reach_of_two_against_one_engages_one_way():
    assert held(checked(pair(1.5, "ref", "spear"))) == ["AB"]
    assert held(checked(pair(1.5, "spear", "ref"))) == ["BA"]


@pytest.mark.clause("ELD-DEF-RCH", "ELD-DEF-ENG")
def test_the_bare_hand_engages_in_base_contact_and_has_no_reach_to_paint():
    bare = 'profile bare "Bare" base=32 height=1.7717 STA=2 SPD=5 AG=11 HP=2'
    men = "model A bare red 10,10\nmodel B bare blue 10,{} facing=180"

    assert held(checked(position(men.format(10 - T), bare))) == ["AB", "BA"]
    assert held(checked(position(men.format(10 - T - 0.01), bare))) == []
    assert held(checked(position(men.format(10 - T - 0.0005), bare))) == ["AB", "BA"]  # within the tolerance
    game = position(men.format(10 - T), bare)
    assert shown(game, game.model("A")).areas == ()


@pytest.mark.clause("ELD-ENG-1", "ELD-DEF-ENG", "ELD-DEF-LOS")
def test_the_enemy_must_see_the_model_not_the_model_the_enemy():
    assert held(checked(pair(0.5, facing=0))) == ["BA"]  # B looks away, A looks at it
    wall = box(0, 10 - T / 2 - 0.3, 20, 10 - T / 2 - 0.2, 3)
    men = f"model A ref red 10,10\nmodel B ref blue 10,{10 - T - 0.5} facing=180"
    assert held(checked(position(men, wall))) == []


@pytest.mark.clause("ELD-ENG-1", "ELD-BLI-4")
def test_h_40_the_blinded_engage_nobody_and_are_engaged():
    assert held(checked(pair(0.5, more="blinded"))) == ["AB"]


@pytest.mark.clause("ELD-CRO-9", "ELD-FLY-10", "ELD-FLY-11")
def test_crouched_and_flying_models_engage_nobody_and_no_flyer_is_engaged():
    assert held(checked(pair(0.5, more="crouched"))) == ["AB"]
    assert held(checked(pair(0.5, more="flying"))) == []
    assert held(checked(pair(0.5, more="petrified"))) == ["AB"]
    assert held(checked(pair(0.5, more="incapacitated crouched"))) == []
    assert held(checked(pair(0.5, more="dead"))) == []
    assert held(checked(pair(0.5, more="shrouded"))) == ["AB", "BA"]


@pytest.mark.clause("ELD-GEN-3", "ELD-ENG-1")
def test_whoever_is_engaged_by_an_enemy_is_not_engaged_by_it_again():
    game = checked(pair(0.5))

    assert step(game, check).events == ()
    assert marks(game, "A") == ["engaged"]


@pytest.mark.clause("ELD-ENG-1")
def test_nobody_is_engaged_by_who_is_not_there():
    game = position("model A ref red 10,10 engaged@Z engaged@B\nmodel B ref blue 0,0 place=reserve")

    assert held(game) == []


@pytest.mark.clause("ELD-ENG-1")
def test_every_reason_why_nobody_is_engaged_is_told():
    game = pair(3.0, more="flying")
    found = engages(game, game.model("A"), game.model("B"))

    assert [o.why[0] for o in found.objections] == ["ELD-FLY-11", "ELD-ENG-1"]
    assert "reach of 1″" in found.objections[1].text


@pytest.mark.clause("ELD-ENG-1", "ELD-ENG-2")
def test_a_check_looks_at_everybody_as_they_stand_before_it():
    """B, at A's back, engages A; that A then sees B does not yet engage B: the next check does."""
    men = f"model A ref red 10,10 facing=0\nmodel B ref blue 10,{10 + T + 0.5} facing=0"
    first = checked(position(men))

    assert held(first) == ["AB"]
    assert held(checked(first)) == ["AB", "BA"]


@pytest.mark.clause("ELD-ENG-2", "ELD-ENG-1")
def test_h_29_walking_into_reach_engages_only_as_the_sequence_ends():
    game = position(f"model A ref red 10,14 ap:2\nmodel B ref blue 10,{10 - T} facing=180")
    game = done(game, move(game, "A", (10, 10.4)))

    assert marks(game, "A") == []
    assert marks(game, "B") == []


@pytest.mark.clause("ELD-ENG-2")
def test_the_check_ends_all_four_phases_or_by_the_reading_the_tactical_only():
    for phase in ("strategic", "upkeep", "tactical", "end"):
        assert held(step(pair(0.5), lambda g, p=phase: check_phase(g, p)).game) == ["AB", "BA"]
    only = pair(0.5, engaged_check="tactical")
    assert held(step(only, lambda g: check_phase(g, "upkeep")).game) == []
    assert held(step(only, lambda g: check_phase(g, "tactical")).game) == ["AB", "BA"]


@pytest.mark.clause("ELD-ENG-12")
def test_out_of_reach_whoever_moved_it_ends_at_once_and_only_for_that_enemy():
    game = checked(pair(0.5, "ref", "spear"))
    assert held(game) == ["AB", "BA"]
    y = game.model("B").y
    away = Moved(model="B", path=((10.0, y, 0.0), (10.0, y - 1.0, 0.0)))

    assert held(done(game, by_hand(away))) == ["AB"]  # 1.5 in: the spear still reaches, the blade does not
    assert held(done(game, by_hand(Moved(model="A", path=((10.0, 10.0, 0.0), (10.0, 13.0, 0.0)))))) == []


@pytest.mark.clause("ELD-ENG-12")
def test_being_lifted_away_or_made_smaller_ends_it_as_a_move_does():
    lifted = by_hand(Placed(model="B", at=(30.0, 30.0, 0.0), facing=180.0))
    assert held(done(checked(pair(0.5)), lifted)) == []

    lancer = 'profile ash_lancer "L" base=40 height=1.7717 STA=2 SPD=7 AG=10 HP=3 equipment=blade'
    men = f"model A ref red 10,10 engaged@B\nmodel B ash_lancer blue 10,{10 - 36 / 25.4 - 0.95} facing=180 mounted"
    game = position(men, lancer)
    assert held(game) == ["AB"]
    smaller = by_hand(Refitted(model="B", profile=game.model("A").profile))
    assert held(done(game, smaller)) == []  # 4 mm less base: 1.1 in away


@pytest.mark.clause("ELD-ENG-12")
def test_h_32_an_enemy_that_turns_its_back_holds_on_unless_the_reading_says_otherwise():
    """B's spear reaches A at 1.5 in, A's blade does not reach B; so nothing shows A to B but its eyes."""
    turned = by_hand(Turned(model="B", facing=0.0))

    assert held(done(checked(pair(1.5, "ref", "spear")), turned)) == ["AB"]
    ends = checked(pair(1.5, "ref", "spear", losing_sight="ends"))
    assert held(done(ends, turned)) == []
    assert held(done(ends, by_hand(Turned(model="B", facing=150.0)))) == ["AB"]  # it still sees A


@pytest.mark.clause("ELD-ENG-14", "ELD-FLY-11")
@pytest.mark.parametrize("status", ["incapacitated", "petrified", "crouched", "dead", "flying"])
def test_h_41_an_enemy_that_goes_down_lets_go_and_keeps_its_own(status):
    game = done(checked(pair(0.5)), by_hand(Gained(model="B", marker=Marker(status))))

    assert held(game) == ["BA"]
    assert "engaged" in marks(game, "B")


@pytest.mark.clause("ELD-ENG-14")
@pytest.mark.parametrize("status", ["slowed", "blinded", "confused", "immobilized", "panicked"])
def test_other_states_of_the_enemy_end_nothing(status):
    game = done(checked(pair(0.5)), by_hand(Gained(model="B", marker=Marker(status))))

    assert held(game) == ["AB", "BA"]


@pytest.mark.clause("ELD-ENG-12")
def test_an_enemy_that_leaves_the_field_holds_nobody():
    assert marks(done(checked(pair(0.5)), by_hand(Removed(model="B", reason="gone"))), "A") == []


@pytest.mark.clause("ELD-ENG-13", "ELD-DEF-DIS")
def test_disengaging_frees_the_model_from_everybody_but_nobody_from_it():
    men = f"model A ref red 10,10\nmodel B ref blue 10,{10 - T - 0.5} facing=180\n"
    game = checked(position(men + f"model C ref blue {10 + T + 0.5},10 facing=270"))
    assert held(game) == ["AB", "AC", "BA", "CA"]

    assert held(step(game, lambda g: disengage(g, "A")).game) == ["BA", "CA"]


# ------------------------------------------------------------ what it leaves to do


@pytest.mark.clause("ELD-ENG-3", "ELD-ENG-4")
def test_the_engaged_idle_or_walk_and_make_no_special_movement():
    game = pair(0.5, more="ap:2 engaged@B")

    assert legal(game, move(game, "A", (10, 10 - 0.3)))
    for how in ("run", "climb", "jump"):
        assert "ELD-ENG-4" in refused(game, move(game, "A", (10, 10 - 0.3), how=how))
    assert "may only Idle or Walk" in said(game, move(game, "A", (10, 9.7), how="run"))


@pytest.mark.clause("ELD-ENG-5", "ELD-ENG-6", "ELD-ENG-12")
def test_h_34_engaged_by_two_its_player_picks_whom_it_walks_at():
    left, up = (10 - T - 0.9, 10), (10, 10 - T - 0.9)
    men = f"model A ref red 10,10 ap:2 engaged@B engaged@C\nmodel B ref blue {up[0]},{up[1]} facing=180\n"
    men += f"model C ref blue {left[0]},{left[1]} facing=90"
    game = position(men)

    assert legal(game, move(game, "A", (10, 9.5)))
    assert legal(game, move(game, "A", (9.5, 10)))
    assert legal(game, move(game, "A", (9.5, 10.05)))  # a hand is not a ruler: 6 degrees astray
    for astray in ((9.5, 9.5), (10.5, 10), (10, 11), (9.5, 10.2)):
        assert refused(game, move(game, "A", astray)) == ("ELD-ENG-5", "ELD-ENG-6")
    walked = done(game, move(game, "A", (10, 9.3)))
    assert held(walked) == ["AB"]  # out of C's reach


@pytest.mark.clause("ELD-ENG-5")
def test_a_walk_at_the_enemy_is_set_straight_and_ends_in_contact():
    game = pair(0.9, more="ap:2 engaged@B")
    walked = done(game, move(game, "A", (10.06, 7.0)))

    assert walked.model("A").x == pytest.approx(10.0)
    assert walked.model("A").y == pytest.approx(10 - 0.9, abs=1e-6)


@pytest.mark.clause("ELD-ENG-5")
def test_a_walk_at_an_enemy_aslant_is_set_straight_too():
    """B stands 3 to the right and 4 up, 5 in from middle to middle; a spear holds A from there."""
    game = position("model A ref red 10,20 ap:2 engaged@B\nmodel B pike blue 13,16 facing=220")
    walked = done(game, move(game, "A", (11.2, 18.35)))

    model = walked.model("A")
    assert (model.x - 10) / (20 - model.y) == pytest.approx(3 / 4)
    assert 2.0 < ((model.x - 10) ** 2 + (20 - model.y) ** 2) ** 0.5 < 2.05
    for astray in ((11.5, 19.0), (10.5, 18.0), (8.8, 18.4), (8.8, 21.6)):
        assert "ELD-ENG-5" in refused(game, move(game, "A", astray))


@pytest.mark.clause("ELD-ENG-1")
def test_reach_and_holds_are_painted():
    game = checked(pair(0.5, "spear", "ref"))
    painted = shown(game, game.model("A"))

    assert [area.label for area in painted.areas] == ["reach 2″"]
    assert [line.label for line in painted.lines] == ["0.50″"]
    assert shown(pair(3.0, more="crouched"), pair(3.0, more="crouched").model("A")).areas == ()
