"""Chapter: The turn — four phases, points given and lost, roles that change, and the end of the battle."""

from __future__ import annotations

from functools import partial

import pytest
from msgspec.structs import replace

from engine.commands import NextPhase
from engine.events import Counted, Gained, Removed
from engine.game import Game, Marker, ModelId
from engine.systems.eldfall import turn
from tests.systems.eldfall.positions import SYSTEM, after, by_hand, done, legal, marks, plan, play, position, said, step

BOTH = "model R ref red 10,10\nmodel Q ref red 12,10\nmodel E ref blue 10,30"


def phases(game: Game, times: int) -> list[tuple[int, str, str]]:
    found = []
    for _ in range(times):
        game = after(game)
        found.append((game.round, game.phase, game.active))
    return found


@pytest.mark.clause("ELD-DEF-PHASE", "ELD-DEF-ROLE")
def test_a_turn_has_four_phases_and_then_it_is_the_other_players_turn() -> None:
    game = position(BOTH, phase="strategic", turn=1)

    assert phases(game, 8) == [
        (1, "upkeep", "red"), (1, "tactical", "red"), (1, "end", "red"), (1, "strategic", "blue"),
        (1, "upkeep", "blue"), (1, "tactical", "blue"), (1, "end", "blue"), (2, "strategic", "red"),
    ]  # fmt: skip


@pytest.mark.clause("ELD-DEF-UPK", "ELD-BLE-1", "ELD-POI-1")
def test_every_model_of_every_player_is_given_its_stamina_in_every_turn() -> None:
    game = after(position(BOTH, phase="strategic", active="blue"))

    assert [model.count("ap") for model in game.models] == [2, 2, 2]


@pytest.mark.clause("ELD-WEA-3", "ELD-DEF-UPK")
def test_the_weakened_get_one_point_less() -> None:
    weak = "model W ref red 14,10 weakened\nmodel O one red 16,10 weakened"
    result = play(position(f"{BOTH}\n{weak}", phase="strategic"), NextPhase())
    game, events = result.game, result.events

    assert game.model("W").count("ap") == 1
    assert game.model("O").count("ap") == 0
    assert [model.count("ap") for model in after(game).models] == [2, 2, 2, 1, 0]
    cited = {event.whose: event.why for event in events if isinstance(event, Counted)}
    assert cited["R"] == ("ELD-DEF-UPK",)
    assert cited["W"] == ("ELD-DEF-UPK", "ELD-WEA-3")


@pytest.mark.clause("ELD-WEA-3")
def test_weakness_takes_no_point_that_was_given_unless_one_reads_it_so() -> None:
    weak = by_hand(Gained(model=ModelId("R"), marker=Marker("weakened")))
    kept = done(position(BOTH.replace("10,10", "10,10 ap:2", 1)), weak)
    lost = done(position(BOTH.replace("10,10", "10,10 ap:2", 1), stamina_loss="loses"), weak)

    assert kept.model("R").count("ap") == 2
    assert lost.model("R").count("ap") == 1
    twice = by_hand(Gained(model=ModelId("R"), marker=Marker("weakened", 0, "b")))
    assert done(lost, twice).model("R").count("ap") == 1
    slow = by_hand(Gained(model=ModelId("R"), marker=Marker("slowed")))
    ready = position(BOTH.replace("10,10", "10,10 ap:2", 1), stamina_loss="loses")
    assert done(ready, slow).model("R").count("ap") == 2
    assert done(position(BOTH, stamina_loss="loses"), weak).model("R").count("ap") == 0


@pytest.mark.clause("ELD-FAT-2", "ELD-FAT-1")
def test_the_fatigued_regain_no_point_in_any_upkeep_phase() -> None:
    own = after(position(f"{BOTH}\nmodel W ref red 14,10 fatigued", phase="strategic"))
    others = after(position(f"{BOTH}\nmodel W ref red 14,10 fatigued ap:1", phase="strategic", active="blue"))

    assert own.model("W").count("ap") == 0
    assert others.model("W").count("ap") == 1


@pytest.mark.clause("ELD-FAT-2", "ELD-FAT-3", "ELD-DEF-UPK")
def test_fatigue_from_ones_own_turn_costs_the_points_of_the_others_turn() -> None:
    game = position(f"{BOTH}\nmodel W ref red 14,10 fatigued ap:1", phase="tactical", active="red")
    game = after(after(after(game)))

    assert (game.phase, game.active, game.model("W").count("ap")) == ("upkeep", "blue", 0)
    game = after(after(after(after(game))))
    assert (game.phase, game.active, game.model("W").count("ap")) == ("upkeep", "red", 2)
    assert marks(game, "W") == []


@pytest.mark.clause("ELD-FAT-3", "ELD-FAT-2")
def test_fatigue_from_the_others_turn_costs_nothing() -> None:
    game = position(f"{BOTH}\nmodel W ref red 14,10 fatigued ap:1", phase="tactical", active="blue")
    game = after(after(after(game)))

    assert (game.phase, game.active, game.model("W").count("ap")) == ("upkeep", "red", 2)


@pytest.mark.clause("ELD-INC-7", "ELD-DEA-4", "ELD-DEF-PET")
@pytest.mark.parametrize("state", ["incapacitated crouched", "dead", "petrified"])
def test_who_lies_or_is_stone_is_given_no_points(state: str) -> None:
    result = play(position(f"{BOTH}\nmodel W ref red 14,10 {state}", phase="strategic"), NextPhase())

    assert result.game.model("W").count("ap") == 0
    said_so = any("W is given no Activation Points" in getattr(event, "text", "") for event in result.events)
    assert said_so is (state != "dead")


def test_by_the_other_reading_stone_is_given_points() -> None:
    game = position(f"{BOTH}\nmodel W ref red 14,10 petrified", phase="strategic", petrified="triggers_only")

    assert after(game).model("W").count("ap") == 2


@pytest.mark.clause("ELD-DEF-END", "ELD-INC-8")
def test_unspent_points_of_everybody_are_gone_in_the_end_phase() -> None:
    game = position(
        "model R ref red 10,10 ap:2\nmodel Q ref red 12,10 ap:1 incapacitated crouched wounds_lost:2\n"
        "model P ref red 14,10\nmodel E ref blue 10,30 ap:1",
        phase="tactical",
    )
    assert game.model("Q").count("ap") == 1
    result = play(game, NextPhase())
    game = result.game
    cited = {event.whose: event.why for event in result.events if isinstance(event, Counted)}

    assert cited == {name: ("ELD-DEF-END", *(("ELD-INC-8",) if name == "Q" else ())) for name in "RQE"}
    assert [model.count("ap") for model in game.models] == [0, 0, 0, 0]
    assert [marks(game, name) for name in "RQPE"] == [[], ["incapacitated", "crouched"], [], []]


@pytest.mark.clause("ELD-ENG-2", "ELD-ENG-1")
def test_engaged_is_looked_at_as_each_phase_ends() -> None:
    """They stand in contact, face to face, and nobody is Engaged yet."""
    near = "model R ref red 10,10\nmodel Q ref red 20,10\nmodel E ref blue 10,8.74 facing=180"
    for phase in ("strategic", "upkeep", "tactical", "end"):
        game = after(position(near, phase=phase))

        assert marks(game, "R") == ["engaged"], phase
        assert marks(game, "E") == ["engaged"], phase
    for phase, found in (("strategic", []), ("upkeep", []), ("tactical", ["engaged"]), ("end", [])):
        assert marks(after(position(near, phase=phase, engaged_check="tactical")), "R") == found, phase


@pytest.mark.clause("ELD-DEF-PHASE", "ELD-DEF-OWN-SCORE")
def test_after_everybodys_fifth_turn_the_battle_is_over() -> None:
    last = position(f"{BOTH} dead", phase="end", active="blue", turn=5)
    before = position(BOTH, phase="end", active="red", turn=5)

    assert plan(last, NextPhase()).label == "End of the battle"
    assert plan(last, NextPhase()).notes[-2:] == ("Red has 1 point.", "Blue has 0 points.")
    assert after(last).outcome == f"{last.side('red').name} wins, 1 to 0"
    assert (after(before).round, after(before).active, after(before).outcome) == (5, "blue", "")
    assert said(after(last), NextPhase()).startswith("The battle is over")


@pytest.mark.clause("ELD-DEF-OWN-SCORE", "ELD-DEF-ALIVE")
def test_who_begins_a_turn_with_nobody_alive_has_lost() -> None:
    fallen = "model E ref blue 10,30 dead\nmodel D ref blue 12,30 incapacitated wounds_lost:2"
    game = position(f"model R ref red 10,10\n{fallen}", phase="end", active="red")
    red, blue = game.side("red").name, game.side("blue").name

    assert after(game).outcome == f"{red} wins: {blue} has nobody alive"
    fallen = f"model R ref red 10,10 dead\n{fallen}"
    assert after(position(fallen, phase="end", active="red")).outcome == f"{blue} has nobody alive"
    third = f"side red\nside blue\nside green\n{fallen.replace(' dead', '', 1)}\nmodel G ref green 30,30"
    assert after(position(third, phase="end", active="red")).outcome == "red and green win: blue has nobody alive"


def test_a_side_without_a_party_has_not_lost_and_what_is_decided_stays() -> None:
    alone = after(position("model R ref red 10,10", phase="end", active="red"))
    assert (alone.active, alone.outcome) == ("blue", "")

    over = replace(position("model R ref red 10,10\nmodel E ref blue 10,30 dead"), outcome="a draw")
    assert step(over, partial(turn.alone, side="blue")).game.outcome == "a draw"


def test_going_on_from_nowhere_begins_the_battle() -> None:
    game = after(replace(position(BOTH, turn=1), phase="", active=""))

    blue = after(replace(position(BOTH, turn=1), phase="", active="blue"))

    assert (game.round, game.phase, game.active) == (1, "strategic", "red")
    assert (blue.round, blue.phase, blue.active) == (1, "strategic", "blue")


@pytest.mark.clause("ELD-DEF-SEQ")
def test_one_does_not_go_on_in_the_middle_of_a_sequence() -> None:
    game = position(BOTH.replace("10,10", "10,10 acting:1 ap:1", 1))
    game = _with_step(game, 2)

    assert not legal(game, NextPhase())
    assert said(game, NextPhase()) == "R has made its movement; its Action comes first."
    assert turn.next_up(game) == ("R",)
    assert plan(game, NextPhase()).label == "R acts first"


def test_a_sequence_whose_model_was_taken_off_by_hand_can_be_ended() -> None:
    game = _with_step(position(BOTH.replace("10,10", "10,10 acting:1 ap:1", 1)), 2)
    game = done(game, by_hand(Removed(model=ModelId("R"), reason="lifted off")))

    assert plan(game, NextPhase()).label == "End the sequence"
    assert turn.next_up(game) == ()
    game = after(game)
    assert (game.phase, game.count("step")) == ("tactical", 0)
    assert after(game).phase == "end"


def test_a_sequence_without_its_model_or_its_dodger_can_be_ended() -> None:
    nobody = _with_step(position(BOTH), 2)
    assert plan(nobody, NextPhase()).label == "End the sequence"

    dodging = _with_step(position(BOTH.replace("10,30", "10,30 dodge_move:1").replace("10,10", "10,10 acting:1", 1)), 4)
    assert (plan(dodging, NextPhase()).label, turn.next_up(dodging)) == ("E acts first", ("E",))
    lifted = done(dodging, by_hand(Removed(model=ModelId("E"), reason="lifted off")))
    assert (plan(lifted, NextPhase()).label, turn.next_up(lifted)) == ("End the sequence", ())


def test_who_can_go_on_is_waited_for() -> None:
    for at, state in ((1, ""), (2, ""), (2, "dead")):
        game = _with_step(position(BOTH.replace("10,10", f"10,10 acting:1 {state}", 1)), at)

        assert plan(game, NextPhase()).label == "R acts first"
        assert turn.next_up(replace(game, outcome="over")) == ()


def test_a_turn_of_nobody_is_followed_by_that_of_the_first_side() -> None:
    assert turn.next_turn(replace(position(BOTH), active="")) == (2, "red")


def test_what_going_on_will_do_is_said_before() -> None:
    game = position(f"{BOTH}\nmodel W ref red 14,10 weakened\nmodel X ref red 16,10 fatigued", phase="strategic")

    assert SYSTEM.upkeep(game) == (
        "W is given 1 Activation Point: Stamina 2 − 1 Weakened = 1.",
        "X is given no Activation Points (fatigued).",
    )
    unspent = position("model R ref red 10,10 ap:1\nmodel Q ref red 12,10 ap:2\nmodel E ref blue 10,30 ap:2")
    assert SYSTEM.upkeep(unspent) == (f"{unspent.side('red').name} gives up Activation Points: R 1, Q 2.",)
    assert SYSTEM.upkeep(position(BOTH)) == ()


def _with_step(game: Game, step: int) -> Game:
    return replace(game, counters=(("how", 2), ("step", step)))
