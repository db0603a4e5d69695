"""Chapter: Hiding.  Behind what it touches and is high enough, until it gives itself away."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.commands import ByHand
from engine.events import Placed
from engine.game import ModelId
from engine.systems.open_combat.hiding import cover_of, height_needed, shields
from tests.systems.open_combat.fights import act, at, cited, markers, planned, play, refused, sums
from tests.systems.open_combat.positions import FOOT, block, heights, move

MM = 1.0 / 25.4
TALL = 1.26
"""Height of the miniatures of these positions, in inches: 32 mm."""


def behind(top: float, *more: str, x: float = FOOT, words: str = "", **readings: str):
    """M beside a wall so high."""
    return heights(f"model M spd4 red {x},6 {words}", block(top, "wall"), *more, **readings)


HIDE = act("M", "hide")


@pytest.mark.clause("OPC-HIDE-2", "OPC-HIDE-4", "OPC-HIDE-7")
def test_half_its_height_is_enough_and_takes_one_interact_action():
    """HC-01: exactly half."""
    game = behind(TALL / 2)

    assert sums(game, HIDE)[0] == "Cover needed 0.63″ half of 1.26″"
    hidden = play(game, HIDE).game
    assert (markers(hidden, "M"), hidden.model("M").count("actions")) == ({"hidden"}, 1)


@pytest.mark.clause("OPC-HIDE-4")
def test_a_tenth_of_a_millimetre_less_is_too_low():
    game = behind(TALL / 2 - 0.1 * MM)

    assert refused(game, HIDE) == {"Wall is 0.63″ high above its feet, 0.004″ less than half of M.": ("OPC-HIDE-4",)}


@pytest.mark.clause("OPC-HIDE-3")
def test_it_must_touch_the_feature():
    """HC-02."""
    game = behind(2.0, x=FOOT + 0.1)

    assert refused(game, HIDE) == {"Wall is 0.1″ away: it hides in contact with a feature only.": ("OPC-HIDE-3",)}
    alone = behind(2.0, x=25.0)
    assert refused(alone, HIDE) == {"M touches no terrain feature to hide behind.": ("OPC-HIDE-3",)}


@pytest.mark.clause("OPC-HIDE-2", "OPC-HIDE-7")
def test_move_and_hide_are_both_actions_and_nobody_hides_twice():
    """HC-07."""
    game = behind(2.0, x=FOOT + 3.0)

    beside = play(game, move(game, "M", (FOOT, 6.0))).game
    hidden = play(beside, HIDE).game
    assert hidden.model("M").count("actions") == 2
    again = behind(2.0, words="hidden")
    assert refused(again, HIDE) == {"M is hidden already.": ("OPC-HIDE-7",)}


@pytest.mark.clause("OPC-HIDE-1")
def test_an_engaged_model_does_not_hide():
    game = behind(2.0, f"model E spd4 blue {FOOT},6.98")

    assert refused(game, HIDE) == {"M may not hide (engaged).": ("OPC-HIDE-1",)}


@pytest.mark.clause("OPC-HIDE-5", "OPC-HIDE-6")
def test_hidden_it_is_the_target_of_no_shot_but_along_a_clear_line():
    """HC-04, HC-05; by the other reading any line will do."""
    game, any_line = behind(2.0, words="hidden"), behind(2.0, words="hidden", clear_sight="any_line")

    assert [o.why for o in shields(game, game.model("M"), clear=False)] == [("OPC-HIDE-5", "OPC-HIDE-6")]
    assert shields(game, game.model("M"), clear=True) == ()
    assert shields(any_line, any_line.model("M"), clear=False) == ()
    seen = behind(2.0)
    assert shields(seen, seen.model("M"), clear=False) == ()


@pytest.mark.clause("OPC-HIDE-8")
def test_engaged_by_an_enemy_it_is_hidden_no_longer():
    """HC-08: hiding does not forbid the charge, and it ends with it."""
    game = behind(2.0, f"model E spd4 blue {FOOT + 3.0},6", words="hidden", active="blue")

    charged = play(game, move(game, "E", (FOOT + 25 * MM, 6.0))).game
    assert markers(charged, "M") == set()


@pytest.mark.clause("OPC-DEF-HIDDEN-ENDS", "OPC-HIDE-8")
@pytest.mark.parametrize(("reading", "left"), [("cover", set()), ("engaged", {"hidden"})])
def test_away_from_its_cover_it_is_seen_again(reading: str, left: set[str]):
    game = behind(2.0, words="hidden", hidden_lasts=reading)

    along = play(game, move(game, "M", (FOOT, 8.0))).game
    away = play(game, move(game, "M", (FOOT + 1.0, 8.0))).game
    assert (markers(along, "M"), markers(away, "M")) == ({"hidden"}, left)


@pytest.mark.clause("OPC-DEF-HIDDEN-ENDS")
def test_a_run_over_open_ground_to_other_cover_is_seen():
    """The wall it hid behind is left, whatever it touches at the end; hiding there is another action."""
    barn = f'terrain barn "Barn" block {FOOT + 2.5},0 {FOOT + 5.0},0 {FOOT + 5.0},12 {FOOT + 2.5},12 bottom=0 top=2'
    game = behind(2.0, barn, words="hidden")

    there = play(game, move(game, "M", (FOOT + 2.5 - 25 * MM / 2, 6.0))).game
    assert cover_of(there, there.model("M")) is not None
    assert markers(there, "M") == set()


@pytest.mark.clause("OPC-DEF-HIDDEN-ENDS")
def test_a_model_set_elsewhere_by_hand_is_looked_at_again():
    game = behind(2.0, words="hidden")
    lifted = ByHand(facts=(Placed(model=ModelId("M"), at=(25.0, 25.0, 0.0)),))

    assert markers(play(game, lifted).game, "M") == set()


@pytest.mark.clause("OPC-DEF-HIDDEN-ENDS")
def test_who_climbs_up_its_cover_and_falls_is_seen():
    game = behind(3.0, words="hidden")

    fallen = play(game, move(game, "M", (9.4, 6.0)), 1, 4).game
    assert markers(fallen, "M") == {"prone"}


@pytest.mark.clause("OPC-HIDE-4")
def test_on_a_roof_what_counts_is_the_height_above_its_feet():
    parapet = 'terrain parapet "Parapet" wall 9.8,0 10,0 10,12 9.8,12 bottom=3 top=3.7'
    low = 'terrain kerb "Kerb" wall 9.8,0 10,0 10,12 9.8,12 bottom=3 top=3.4'
    x = 9.8 - 25 * MM / 2

    for piece, hides in ((parapet, True), (low, False)):
        game = heights(f"model M spd4 red {x},6 z=3", block(3.0), piece)
        assert (planned(game, HIDE).objections == ()) is hides
        assert (cover_of(game, game.model("M")) is not None) is hides


@pytest.mark.clause("OPC-DEF-PRONE", "OPC-DEF-CLINGING")
def test_prone_or_on_a_wall_nobody_hides():
    assert cited(behind(2.0, words="prone"), HIDE) == {"OPC-DEF-PRONE"}
    assert "OPC-DEF-CLINGING" in cited(behind(3.0, words="z=1.5 climbing@wall"), HIDE)
    assert at(behind(2.0), "M")[2] == 0.0


@pytest.mark.clause("OPC-HIDE-4")
def test_a_miniature_of_unknown_height_counts_as_32_mm():
    game = behind(0.63)
    model = replace(game.model("M"), profile=replace(game.model("M").profile, height=0.0))

    assert height_needed(model).text() == "Cover needed 0.63″ half of 1.26″ (assumed)"
