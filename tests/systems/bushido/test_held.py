"""State: Held — what ends a hold, and getting away by disengaging."""

from __future__ import annotations

import pytest

from engine.commands import ByHand
from engine.events import Gained, Lost, Moved, Placed, Removed, Rolled, Sided
from engine.game import Marker
from engine.systems.bushido.readings import HELD_MARKERS, HOLD_ENDS
from tests.systems.bushido.fights import LEFT, RIGHT, duel, fight_events, fought, table
from tests.systems.bushido.positions import T, act, by_hand, counters, done, legal, marks, move, refused

HELD_PAIR = f"model P man red 10,10 facing=90 activations:2 held@H\nmodel H man blue {RIGHT} facing=270 activations:2\n"


def held(more: str = "", active: str = "red", **readings):
    return table(HELD_PAIR + more, active, **readings)


def holders(game, model="P"):
    return [marker.source for marker in game.model(model).markers if marker.status == "held"]


# ---------------------------------------------------------------- what it may do


@pytest.mark.clause("BUS-HELD-2", "BUS-HELD-3")
def test_a_held_model_may_only_disengage():
    game = held("model E man blue 20,10 activations:2")

    assert legal(game, act("P", "disengage", "H"))
    for wish in (act("P", "melee", "H"), act("P", "wait"), act("P", "focus"), move(game, "P", (9, 10), how="walk")):
        assert "BUS-HELD-2" in refused(game, wish)


@pytest.mark.clause("BUS-HELD-2", "BUS-PRONE-9")
def test_h_032_held_and_prone_it_may_only_stand_up():
    game = table(HELD_PAIR.replace("held@H", "held@H prone"))

    assert legal(game, act("P", "stand_up"))
    assert "BUS-PRONE-9" in refused(game, act("P", "disengage", "H"))


@pytest.mark.clause("BUS-HELD-2")
def test_a_feat_that_can_be_used_in_contact_may_be_used():
    game = table(
        f"model P caller red 10,10 facing=90 activations:2 held@H ki:6\nmodel H man blue {RIGHT} activations:2\n"
    )

    assert legal(game, act("P", "feat:call_the_name", "H"))
    assert "BUS-HELD-2" in refused(game, act("P", "feat:strings_of_salt", "H"))


# ---------------------------------------------------------------- what ends it


@pytest.mark.clause("BUS-HELD-7")
@pytest.mark.parametrize(
    "fact",
    [
        Moved(model="H", path=((10 + T, 10, 0), (15, 10, 0))),
        Moved(model="P", path=((10, 10, 0), (5, 10, 0)), how="pushed"),
        Placed(model="P", at=(5, 5, 0)),
        Placed(model="H", at=(20, 5, 0)),
        Removed(model="H", reason="killed"),
    ],
)
def test_h_181_the_hold_ends_with_contact_whatever_moved_whom(fact):
    assert holders(done(held("model E man blue 30,30"), by_hand(fact))) == []


def test_moving_along_in_contact_keeps_the_hold():
    game = held()
    around = Moved(model="H", path=((10 + T, 10, 0), (10, 10 + T, 0)))

    assert holders(done(game, by_hand(around))) == ["H"]


@pytest.mark.clause("BUS-DEF-RULING-HOLD-SIDES", "BUS-CONTROLLED-1")
def test_h_046_the_hold_ends_when_the_holder_joins_the_held_models_warband():
    taken = by_hand(Gained(model="H", marker=Marker("control", 0, "red")))

    assert holders(done(held("model E man blue 30,30"), taken)) == []


@pytest.mark.clause("BUS-DEF-RULING-HOLD-SIDES", "BUS-CONTROLLED-1")
def test_h_047_and_when_the_held_model_joins_the_holders():
    taken = by_hand(Gained(model="P", marker=Marker("control", 0, "blue")))

    assert holders(done(held("model F man red 30,30"), taken)) == []


def test_a_change_of_sides_that_leaves_them_enemies_keeps_the_hold():
    bystander = by_hand(Sided(model="E", side="red"))

    assert holders(done(held("model E man blue 30,30"), bystander)) == ["H"]


def test_a_marker_laid_by_hand_without_a_holder_stays():
    game = table("model P man red 10,10 held\nmodel H man blue 20,10")

    assert marks(done(game, by_hand(Moved(model="P", path=((10, 10, 0), (5, 10, 0))))), "P") == ["held"]


@pytest.mark.clause("BUS-HELD-8")
def test_h_037_the_hold_ends_as_the_holder_attacks_somebody_else():
    """H turns on M, P's friend beside it; the exchange has hardly begun when P is free, hit or not."""
    game = held(f"model M man red {10 + T},{10 + T} facing=0 activations:2", active="blue")
    after = done(game, act("H", "melee", "M"), "2/2", "1/2", (2,), (6, 6), (2, 2), (6, 6))

    assert holders(after) == []


@pytest.mark.clause("BUS-HELD-8")
def test_h_038_and_as_somebody_else_attacks_the_holder():
    game = held(f"model M man red {10 + T},{10 + T} facing=0 activations:2")
    after = done(game, act("M", "melee", "H"), "1/2", "2/2", (2, 2), (6, 6), (2,), (6, 6))

    assert holders(after) == []


@pytest.mark.clause("BUS-HELD-8")
def test_h_040_a_third_model_attacking_the_held_one_changes_nothing():
    game = table(
        HELD_PAIR.replace("man red", "whale red") + f"model K man blue {LEFT} facing=90 activations:2", active="blue"
    )
    after = done(game, act("K", "melee", "P"), "1/1", "2/2", (2, 2), (6,), (2,), (6, 6))

    assert holders(after) == ["H"]


@pytest.mark.clause("BUS-HELD-8")
@pytest.mark.parametrize(("reading", "thrown"), [("start", 0), ("end", 4)])
def test_by_either_reading_the_hold_ends_before_or_after_that_exchange(reading, thrown):
    game = duel(more=f"model P man red {10 + T},{10 + T} held@B", **{HOLD_ENDS: reading})
    events = fight_events(game, "1/2", "2/2", (2, 2), (6, 6), (2,), (6, 6))
    ended = next(index for index, event in enumerate(events) if isinstance(event, Lost) and event.status == "held")

    assert sum(isinstance(event, Rolled) for event in events[:ended]) == thrown


@pytest.mark.clause("BUS-HELD-7", "BUS-HELD-8")
def test_two_holders_are_two_markers_that_end_one_by_one():
    two = HELD_PAIR.replace("held@H", "held@H held@K") + f"model K man blue {LEFT}\nmodel E man blue 30,30"

    assert holders(done(table(two), by_hand(Removed(model="H")))) == ["K"]


@pytest.mark.parametrize(("reading", "lie"), [("per_holder", ["C", "A"]), ("single", ["C"])])
def test_a_second_holder_by_either_reading(reading, lie):
    game = duel("wrestler", b="held@C", more=f"model C man red {10 + T},{10 + T}", **{HELD_MARKERS: reading})
    after = fought(game, "1/1", "2/1 grapple_attack", (6, 6), (2,), (2,), (6,))

    assert holders(after, "B") == lie


def test_the_same_holder_does_not_hold_twice():
    game = duel("wrestler", b="held@A")
    after = fought(game, "1/2", "2/1 grapple_attack", (6, 6), (2, 2), (2,), (6,))

    assert holders(after, "B") == ["A"]


# ---------------------------------------------------------------- disengaging


@pytest.mark.clause("BUS-HELD-9", "BUS-DEF-ACTION-DISENGAGE")
def test_h_034_defended_it_is_free_and_walks_away():
    game = held()
    away = move(game, "P", (6, 10), how="disengage")
    after = done(game, away, "2/2", "1/2", (2,), (6, 6), (2, 2), (6, 6))

    assert holders(after) == []
    assert (after.model("P").x, after.model("P").y) == (6, 10)
    assert counters(after, "P") == {"activations": 1}
    assert counters(after, "H") == {"activations": 1}


@pytest.mark.clause("BUS-HELD-9", "BUS-DEF-ACTION-DISENGAGE")
def test_h_035_hit_it_stays_held_and_where_it_is():
    game = held()
    away = move(game, "P", (6, 10), how="disengage")
    after = done(game, away, "2/2", "1/2", (2,), (6, 6), (5, 4), (3, 2), (1, 1))

    assert holders(after) == ["H"]
    assert (after.model("P").x, after.model("P").y) == (10, 10)
    assert counters(after, "P") == {"activations": 1}


def test_held_by_somebody_else_too_it_defends_but_does_not_walk():
    two = HELD_PAIR.replace("held@H", "held@H held@K") + f"model K man blue {LEFT} activations:2"
    game = table(two)
    away = move(game, "P", (10, 7), how="disengage")
    after = done(game, away, "H", "2/2", "1/1", (2,), (6, 6), (2, 2), (6,))

    assert holders(after) == ["K"]
    assert after.model("P").y == 10


@pytest.mark.clause("BUS-DEF-ACTION-DISENGAGE", "BUS-DEF-TRAIT-AGGRESSIVE")
def test_the_aggressive_cannot_disengage_unless_something_makes_them_defensive_too():
    berserk = duel(a="aggressive")
    cancelled = duel(a="aggressive held@B")

    assert "BUS-DEF-TRAIT-AGGRESSIVE" in refused(berserk, act("A", "disengage", "B"))
    assert legal(cancelled, act("A", "disengage", "B"))


@pytest.mark.clause("BUS-DEF-ACTION-DISENGAGE")
def test_whoever_touches_nobody_has_nobody_to_disengage_from():
    game = table("model A man red 10,10 activations:2\nmodel B man blue 20,10")

    assert "BUS-DEF-ACTION-DISENGAGE" in refused(game, act("A", "disengage", "B"))


@pytest.mark.clause("BUS-DEF-18")
def test_a_way_out_that_is_too_long_or_into_contact_is_refused():
    game = held("model K man blue 6,10 activations:2")

    assert "BUS-DEF-18" in refused(game, move(game, "P", (10, 16), how="disengage"))
    assert "BUS-DEF-18" in refused(game, move(game, "P", (6 + T, 10), how="disengage"))


def test_a_hand_may_still_do_anything():
    assert isinstance(by_hand(Removed(model="H")), ByHand)
