"""Chapter: The turn.  Phases, what must be done in them, setting up, and how a battle ends."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.commands import ByHand, Deploy, NextPhase, Turn
from engine.events import PhaseBegan, Removed
from engine.game import ModelId
from engine.play import Done, perform
from tests.systems.mordheim.positions import markers
from tests.systems.mordheim.tables import SYSTEM, act, done, legal, move, next_turn, plan, refused, roof, table

BOTH = "model A man red 5,5\nmodel B man blue 25,25"


@pytest.mark.clause("MOR-DEF-TURN", "MOR-DEF-PHASES")
def test_four_phases_then_the_other_side_then_the_next_round():
    game = table(BOTH, phase="recovery")
    seen = []
    for _ in range(9):
        seen.append((game.round, game.active, game.phase))
        game = done(game, NextPhase())

    assert seen == [
        (2, "red", "recovery"),
        (2, "red", "movement"),
        (2, "red", "shooting"),
        (2, "red", "combat"),
        (2, "blue", "recovery"),
        (2, "blue", "movement"),
        (2, "blue", "shooting"),
        (2, "blue", "combat"),
        (3, "red", "recovery"),
    ]


def test_a_battle_begins_with_the_movement_of_the_first_side():
    game = SYSTEM.begin(table(BOTH, phase="combat", active="blue"))

    assert (game.round, game.active, game.phase) == (1, "red", "movement")


def test_a_game_before_its_battle_goes_on_to_the_first_movement_phase():
    game = done(replace(table(BOTH), phase="", active="", round=0), NextPhase())

    assert (game.round, game.active, game.phase) == (1, "red", "movement")


@pytest.mark.clause("MOR-DEF-ONE-TURN", "MOR-STAND-9")
def test_what_lasts_for_a_turn_is_gone_when_the_next_begins():
    marks = "standing_up rallied ran charged failed_charge moved shot fell dived climb_failed parried struck"
    game = table(
        f"model A man red 5,5 {marks} hidden moved:3500 injury_high:3 watched:1\nmodel B man blue 25,25 {marks}",
        phase="combat",
    )

    game = done(game, NextPhase())

    assert markers(game, "A") == {"hidden"}
    assert game.model("A").counters == ()
    assert markers(game, "B") == set()


def test_wounds_and_injuries_last_beyond_the_turn():
    game = table("model A man red 5,5 knocked_down wounds_lost:1 roll_off:1\nmodel B man blue 25,25", phase="combat")

    game = done(game, NextPhase())

    assert (markers(game, "A"), game.model("A").counters) == ({"knocked_down"}, (("wounds_lost", 1),))


@pytest.mark.clause("MOR-DEF-COMBAT")
def test_nobody_leaves_the_combat_phase_while_blows_are_open():
    game = table("model A man red 5,5\nmodel B i4 blue 5.984,5", phase="combat")

    assert refused(game, NextPhase()) == ("MOR-DEF-COMBAT",)
    assert [o.text for o in plan(game, NextPhase()).objections] == ["B still has to strike.", "A still has to strike."]
    assert SYSTEM.next_up(game) == ("B", "A")


@pytest.mark.clause("MOR-DEF-FLEEING")
def test_nobody_leaves_the_movement_phase_while_one_still_has_to_flee():
    game = table("model A man red 5,5 fleeing\nmodel B man blue 25,25")

    assert refused(game, NextPhase()) == ("MOR-DEF-FLEEING",)
    assert legal(done(game, act("A", "flee"), (1, 1)), NextPhase())


def test_every_phase_is_a_fact_with_its_clauses():
    result = perform(SYSTEM, table(BOTH), NextPhase())

    assert isinstance(result, Done)
    began = [event.why for event in result.events if isinstance(event, PhaseBegan)]
    assert began == [("MOR-DEF-TURN", "MOR-DEF-PHASES")]


@pytest.mark.clause("MOR-OOA-1")
def test_a_side_with_nobody_left_has_lost():
    gone = ByHand(facts=(Removed(model=ModelId("B"), reason="out of action"),))

    over = done(table(BOTH), gone)

    assert over.outcome == "Blue is wiped out"
    assert refused(over, NextPhase()) == ("MOR-DEF-TURN",)
    assert refused(over, move(over, "A", (6.0, 5.0))) == ("MOR-DEF-TURN",)


# ---------------------------------------------------------------- setting up


@pytest.mark.clause("MOR-DEF-DEPLOY")
def test_one_sets_up_inside_ones_own_zone():
    zone = 'zone "South" red 0,20 36,20 36,36 0,36'
    game = table("model A man red", zone)

    def at(x: float, y: float) -> Deploy:
        return Deploy(model=ModelId("A"), at=(x, y, 0.0))

    assert legal(game, at(10.0, 25.0))
    assert legal(game, at(10.0, 20.5))
    assert refused(game, at(10.0, 20.4)) == ("MOR-DEF-DEPLOY",)
    assert refused(done(game, at(10.0, 25.0)), at(10.0, 30.0)) == ("MOR-DEF-DEPLOY",)


@pytest.mark.clause("MOR-DEF-SPACE")
def test_one_sets_up_where_there_is_room_and_ground():
    wall = 'terrain w "Wall" wall 20,0 21,0 21,9 20,9 top=3'
    game = table("model A man red\nmodel B man red 15,15", roof(3.0), wall)

    def at(x: float, y: float, z: float = 0.0) -> Deploy:
        return Deploy(model=ModelId("A"), at=(x, y, z))

    assert refused(game, at(15.5, 15.0)) == ("MOR-DEF-SPACE",)
    assert refused(game, at(20.2, 5.0)) == ("MOR-DEF-SPACE",)
    assert refused(game, at(0.2, 20.0)) == ("MOR-DEF-SPACE",)
    assert refused(game, at(30.0, 20.0, 2.0)) == ("MOR-DEF-SPACE",)
    assert legal(game, at(6.0, 5.0, 3.0))
    assert legal(game, at(6.0, 5.0, 0.0))
    assert legal(game, at(15.0, 15.0 + 25 / 25.4))


@pytest.mark.clause("MOR-STUN-3")
def test_anybody_may_turn_on_the_spot_but_not_the_stunned():
    game = table("model A man red 5,5\nmodel B man blue 9,9 stunned")

    assert done(game, Turn(model=ModelId("A"), facing=90.0)).model("A").facing == 90.0
    assert refused(game, Turn(model=ModelId("B"), facing=90.0)) == ("MOR-STUN-3",)


def test_a_whole_turn_without_anything_to_do_asks_nothing():
    game = next_turn(next_turn(table(BOTH)))

    assert (game.round, game.active) == (3, "red")
