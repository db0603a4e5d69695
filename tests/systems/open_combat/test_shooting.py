"""Chapter: Shooting — range, the three kinds of sight, hidden targets, the obscured target test."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.events import Noted, Rolled
from engine.systems.open_combat.sight import seen, view
from tests.systems.open_combat.fights import (
    SYSTEM,
    about,
    act,
    asked,
    at,
    chances,
    cited,
    harm,
    lost,
    markers,
    planned,
    play,
    position,
    refused,
)

SHOT = act("A", "shoot", "E")
GAP = 25 / 25.4


def wall(top: float, x: float = 10.0, low: float = 5.3) -> str:
    """A wall across the upper part of the lane between A at 5,5 and E at 14,5."""
    corners = f"{x},{low} {x + 0.4},{low} {x + 0.4},9 {x},9"
    return f'terrain w "Wall" wall {corners} bottom=0 top={top} sight=solid footing=solid'


def lane(more: str = "", shooter: str = "bow", hidden: str = "", **readings: str):
    return position(f"{more}\nmodel A {shooter} red 5,5\nmodel E sword blue 14,5 {hidden}", **readings)


def sight(game) -> str:
    return view(seen(game, game.model("A"), game.model("E")))


# ---------------------------------------------------------------- the corridor


def test_clear_obscured_and_blocked():
    assert sight(lane()) == "clear"
    assert sight(lane(wall(3))) == "obscured"
    assert sight(lane(wall(3, low=0))) == "blocked"


def test_what_only_comes_near_the_corridor_does_not_touch_it():
    """Two 25 mm bases in line: the corridor is 0.984 inches wide, its border at y = 5.492."""
    assert sight(lane(wall(3, low=5.495))) == "clear"
    assert sight(lane(wall(3, low=5.485))) == "obscured"


def test_a_model_between_blocks_one_beside_obscures_and_a_prone_one_does_neither():
    assert sight(lane("model B sword red 10,5")) == "blocked"
    assert sight(lane("model B sword red 10,5.5")) == "obscured"
    assert sight(lane("model B sword red 10,5 prone")) == "clear"


def test_terrain_lower_than_half_the_target_obscures_nothing():
    """Models are 1.2 inches tall."""
    assert sight(lane(wall(0.59))) == "clear"
    assert sight(lane(wall(0.6))) == "obscured"
    assert sight(lane(wall(0.59), low_terrain="obscures")) == "obscured"


def test_half_the_target_is_reckoned_from_its_feet():
    """A parapet half an inch high on the roof where it stands."""
    roof = 'terrain r "Roof" block 0,0 20,0 20,10 0,10 bottom=0 top=4 sight=solid footing=solid'
    parapet = 'terrain w "Parapet" wall 10,5.3 10.4,5.3 10.4,9 10,9 bottom=4 top={} sight=solid footing=solid'
    models = "model A bow red 5,5 z=4\nmodel E sword blue 14,5 z=4"

    assert sight(position(f"{roof}\n{parapet.format(4.5)}\n{models}")) == "clear"
    assert sight(position(f"{roof}\n{parapet.format(4.7)}\n{models}")) == "obscured"


def test_heights_count_a_wall_below_the_line_is_nobodys_cover():
    roofs = (
        'terrain l "Left" block 0,0 6,0 6,10 0,10 bottom=0 top=4 sight=solid footing=solid\n'
        'terrain r "Right" block 13,0 20,0 20,10 13,10 bottom=0 top=4 sight=solid footing=solid'
    )
    game = position(f"{roofs}\n{wall(3, low=0)}\nmodel A bow red 5,5 z=4\nmodel E sword blue 14,5 z=4")

    assert sight(game) == "clear"


def test_the_window_is_shown_the_same_answer():
    game = lane(wall(3))
    found = SYSTEM.sees(game, game.model("A"), game.model("E"))

    assert (found.sees, found.covered, found.hidden_by) == (True, True, ("w",))
    assert found.label.endswith("″ obscured: Wall")


# ---------------------------------------------------------------- the shot


def test_a_clear_shot_needs_no_test():
    done = play(lane(), SHOT, 5)

    assert [roll.what for roll in about(done.events, Rolled)] == ["attack of A on E"]
    assert lost(done.game, "E") == 1


def test_a_shot_forces_back_and_nobody_follows():
    done = play(lane(), SHOT, 4)

    assert (at(done.game, "E"), at(done.game, "A")) == ((15.0, 5.0, 0.0), (5.0, 5.0, 0.0))


def test_hc_68_a_single_shot_scores_no_additional_hits():
    game = position(
        'profile a "A" SPD=4 ATK=9 DEF=3 FOR=3 MIN=3 equipment=bow\nmodel A a red 5,5\nmodel E tough blue 14,5'
    )

    assert lost(play(game, SHOT, (6, 5, 2), "6", "stay").game, "E") == 1
    assert harm(game, SHOT, "E") == {0: Fraction(8, 27), 1: Fraction(19, 27)}


def test_range_is_measured_from_base_to_base():
    inside = position(f"model A bow red 5,5\nmodel E sword blue {5 + GAP + 12},5")
    beyond = position(f"model A bow red 5,5\nmodel E sword blue {5 + GAP + 12.01},5")

    assert play(inside, SHOT, 2).game.model("A").count("actions") == 1
    assert refused(beyond, SHOT) == {"E is 12.01″ from A; the bow carries 12″ (assumed).": ("OPC-DEF-SHOOT",)}


def test_a_blocked_line_and_an_empty_hand():
    blocked, unarmed = lane(wall(3, low=0)), lane(shooter="sword")

    assert refused(blocked, SHOT) == {"A cannot see E: Wall in the way.": ("OPC-DEF-SIGHT",)}
    assert "A carries no missile weapon." in refused(unarmed, SHOT)


def test_the_engaged_the_prone_and_the_clinging_do_not_shoot():
    engaged = position("model A bow red 5,5\nmodel E sword blue 14,5\nmodel F sword blue 5,5.984")

    assert cited(engaged, SHOT) == {"OPC-DEF-SHOOT"}
    for marker, clause in (("prone", "OPC-DEF-PRONE"), ("climbing", "OPC-DEF-CLINGING")):
        assert clause in cited(position(f"model A bow red 5,5 {marker}\nmodel E sword blue 14,5"), SHOT)


def test_an_engaged_enemy_may_be_shot_at_unless_the_reading_forbids_it():
    models = "model A bow red 5,5\nmodel B sword red 14.984,5\nmodel E sword blue 14,5"

    assert lost(play(position(models), SHOT, 5).game, "E") == 1
    assert refused(position(models, shoot_into_combat="refused"), SHOT) == {"E is engaged with B.": ("OPC-DEF-SHOOT",)}


def test_no_shot_at_friends_or_at_several():
    game = position("model A bow red 5,5\nmodel B bow red 9,9\nmodel E sword blue 14,5")

    assert "B is no enemy of A." in refused(game, act("A", "shoot", "B"))
    assert "A shoots at one target: name it." in refused(game, act("A", "shoot"))


# ---------------------------------------------------------------- the obscured target test


@pytest.mark.parametrize(("die", "passes"), [(4, True), (6, True), (3, False)])
def test_an_obscured_target_takes_a_four(die: int, passes: bool):
    given = (die, 5) if passes else (die,)

    done = play(lane(wall(3)), SHOT, *given)

    assert lost(done.game, "E") == (1 if passes else 0)
    assert (done.game.model("A").count("actions"), done.game.active) == (1, "red")


def test_a_one_in_the_test_loses_the_initiative_too():
    lost_it, kept = play(lane(wall(3)), SHOT, 1), play(lane(wall(3), obscured_one="keeps"), SHOT, 1)

    assert (lost_it.game.active, kept.game.active) == ("blue", "red")
    assert about(lost_it.events, Noted)[0].text == "A loses E from sight: the shot is lost"


def test_the_odds_of_an_obscured_shot():
    game = lane(wall(3))

    assert harm(game, SHOT, "E")[1] == Fraction(1, 2) * Fraction(1, 3)
    assert chances(game, SHOT).chance(lambda game: game.active == "blue") == Fraction(1, 6) + Fraction(1, 12)


def test_what_is_risked_is_said_and_that_it_is_assumed():
    assert planned(lane(wall(3)), SHOT).notes[0] == ("E is obscured: 4+ before the shot (assumed), or it is lost.")


def test_sharp_eyes_roll_it_again_once_or_keep_it():
    game = lane(wall(3), "keen")

    assert asked(game, SHOT, 2) == {"reroll": "Roll again", "keep": "Keep it: failed"}
    assert lost(play(game, SHOT, 2, "reroll", 4, 5).game, "E") == 1
    assert play(game, SHOT, 2, "keep").game.active == "red"
    assert play(game, SHOT, 2, "reroll", 1).game.active == "blue"
    assert harm(game, SHOT, "E")[1] == Fraction(3, 4) * Fraction(1, 3)


# ---------------------------------------------------------------- hidden targets


@pytest.mark.clause("OPC-HIDE-5")
def test_hc_04_an_obscured_line_does_not_find_a_hidden_model():
    hidden = lane(wall(1, 13.1), hidden="hidden")

    assert cited(hidden, SHOT) == {"OPC-HIDE-5", "OPC-HIDE-6"}
    assert lost(play(lane(wall(1, 13.1)), SHOT, 4, 5).game, "E") == 1


@pytest.mark.clause("OPC-HIDE-6")
def test_hc_05_a_clear_line_does_and_needs_no_test():
    game = position(f"{wall(1, 13.1)}\nmodel A bow red 19,5\nmodel E sword blue 14,5 hidden")

    done = play(game, SHOT, 5)

    assert sight(game) == "clear"
    assert lost(done.game, "E") == 1


def test_by_the_other_reading_any_line_finds_it():
    game = lane(wall(1, 13.1), hidden="hidden", clear_sight="any_line")

    assert lost(play(game, SHOT, 4, 5).game, "E") == 1


def test_who_shoots_is_hidden_no_longer():
    game = position("model A bow red 5,5 hidden\nmodel E sword blue 14,5")

    assert markers(play(game, SHOT, 2).game, "A") == set()
