"""State: Panicked — the roll that comes first, the run for the edge, and what is left to who cannot run."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.commands import NextPhase
from engine.events import Moved, Removed
from engine.game import Game
from engine.odds import Odds, odds
from tests.systems.eldfall.positions import (
    SYSTEM,
    act,
    counters,
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

ACTIVATE = act("R", "activate")
FRIENDS = "model F1 ref red 30,30\nmodel F2 ref red 33,33"


def shaken(states: str = "", at: str = "12,18", others: str = "", profile: str = "ref", **readings: str) -> Game:
    return position(f"model R {profile} red {at} panicked ap:2 {states}\n{FRIENDS}\n{others}", **readings)


def place(game: Game, model: str = "R") -> tuple[float, float]:
    return round(game.model(model).x, 2), round(game.model(model).y, 2)


@pytest.mark.clause("ELD-PAN-1")
def test_nothing_is_declared_before_the_morale_roll() -> None:
    game = shaken()

    assert refused(game, move(game, "R", (13, 18))) == ("ELD-PAN-1",)
    assert "ELD-PAN-1" in refused(game, act("R", "idle"))
    assert plan(game, ACTIVATE).tallies[0].text() == "Morale 12"
    assert legal(game, ACTIVATE)


@pytest.mark.clause("ELD-PAN-1", "ELD-PAN-9")
def test_who_passes_acts_as_it_likes_this_time() -> None:
    game = done(shaken(), ACTIVATE, 12)

    assert (game.model("R").count("ap"), place(game), marks(game, "R")) == (1, (12, 18), ["panicked"])
    assert legal(game, move(game, "R", (20, 18), how="run"))
    assert "activates with its movement" in said(game, ACTIVATE)  # no second roll
    game = done(game, move(game, "R", (13, 18), how="walk"))
    assert game.model("R").count("ap") == 1
    assert legal(game, act("R", "pass"))


@pytest.mark.clause("ELD-PAN-1")
def test_each_activation_has_a_roll_of_its_own() -> None:
    game = done(shaken(), ACTIVATE, 12)
    game = done(game, act("R", "idle"))
    game = done(game, act("R", "pass"))

    assert game.model("R").count("ap") == 1
    assert "ELD-PAN-1" in refused(game, act("R", "idle"))
    assert legal(game, ACTIVATE)


@pytest.mark.clause("ELD-PAN-1", "ELD-CON-5")
def test_a_confused_models_morale_is_halved() -> None:
    game = shaken("confused")

    assert place(done(game, ACTIVATE, 6)) == (12, 18)
    assert place(done(game, ACTIVATE, 7)) == (2, 18)


@pytest.mark.clause("ELD-PAN-2", "ELD-DEF-MOVE")
def test_who_fails_runs_the_whole_distance_at_the_nearest_edge() -> None:
    game = done(shaken(), ACTIVATE, 13)

    assert place(game) == (2, 18)
    assert game.model("R").count("ap") == 1
    assert "ELD-PAN-2" in refused(game, move(game, "R", (4, 18)))


@pytest.mark.clause("ELD-PAN-2", "ELD-SLO-1")
def test_the_slowed_run_six_inches() -> None:
    assert place(done(shaken("slowed", at="10,18"), ACTIVATE, 13)) == (4, 18)


@pytest.mark.clause("ELD-PAN-2")
def test_after_the_run_only_nothing_is_left() -> None:
    game = done(shaken(others="model E ref blue 12,10 ap:0"), ACTIVATE, 13)

    assert "ELD-PAN-2" in refused(game, act("R", "dodge"))
    assert "ELD-PAN-2" in refused(game, act("R", "attack:bow", "E"))
    assert legal(game, act("R", "nothing"))
    assert legal(game, act("R", "pass"))


@pytest.mark.clause("ELD-PAN-3")
def test_of_two_edges_equally_near_its_player_picks() -> None:
    game = shaken(at="12,12")
    ends = {place(done(game, ACTIVATE, 13, edge)) for edge in ("left", "top")}

    assert ends == {(2, 12), (12, 2)}


@pytest.mark.clause("ELD-PAN-4", "ELD-INT-6", "ELD-DEF-ALIVE")
def test_past_the_edge_it_is_removed_and_lost_and_the_sequence_is_over() -> None:
    result = play(shaken(at="6,18"), ACTIVATE, 13)

    assert result.game.model("R").place == "removed"
    assert result.game.model("R").removed_as == "gone past the edge"
    assert result.game.count("step") == 0
    assert [type(event) for event in result.events if isinstance(event, Moved | Removed)] == [Moved, Removed]
    assert legal(result.game, act("F1", "idle")) or not result.game.model("F1").count("ap")


@pytest.mark.clause("ELD-PAN-4")
def test_touching_the_edge_is_not_past_it() -> None:
    """Centre 10.63 from the edge: a run of 10 leaves the rim of a 32 mm base at it."""
    at = f"{10 + 16 / 25.4 + 0.0001:.4f},18"

    assert done(shaken(at=at), ACTIVATE, 13).model("R").place == "table"


@pytest.mark.clause("ELD-PAN-5", "ELD-INT-5", "ELD-PAN-2")
def test_who_is_engaged_idles_and_declares_a_dodge() -> None:
    game = done(shaken("engaged@E", others="model E ref blue 12,16.7 facing=180"), ACTIVATE, 13)

    assert place(game) == (12, 18)
    assert legal(game, act("R", "dodge"))
    assert "ELD-PAN-5" in refused(game, act("R", "attack:blade", "E"))
    assert "ELD-PAN-5" in refused(game, act("R", "pass"))
    assert said(game, act("R", "pass")).endswith("it declares a Dodge.")


@pytest.mark.clause("ELD-PAN-5", "ELD-ENG-13", "ELD-DEF-DIS")
def test_the_dodge_of_an_engaged_model_may_disengage_it() -> None:
    game = done(shaken("engaged@E", others="model E ref blue 12,16.7 facing=180"), ACTIVATE, 13)
    game = done(game, act("R", "dodge"), 5)
    game = done(game, move(game, "R", (9, 18), how="dodge"))

    assert (place(game), marks(game, "R"), game.count("step")) == ((9, 18), ["panicked"], 0)


@pytest.mark.clause("ELD-PAN-5", "ELD-PAN-1")
def test_an_engaged_model_that_passes_is_only_engaged() -> None:
    game = done(shaken("engaged@E", others="model E ref blue 12,16.7 facing=180"), ACTIVATE, 12)
    game = done(game, act("R", "idle"))

    assert legal(game, act("R", "attack:blade", "E"))
    assert legal(game, act("R", "pass"))


def test_by_the_other_reading_the_engaged_idle_and_dodge_without_a_roll() -> None:
    game = shaken("engaged@E", others="model E ref blue 12,16.7 facing=180", panicked_and_engaged="always")
    game = done(game, ACTIVATE)

    assert legal(game, act("R", "dodge"))
    assert "ELD-PAN-5" in refused(game, act("R", "pass"))


@pytest.mark.clause("ELD-PAN-2", "ELD-CRO-3", "ELD-CRO-11")
def test_a_crouched_model_stands_and_runs() -> None:
    game = done(shaken("crouched"), ACTIVATE, 13)
    walks = done(shaken("crouched", crouched_panic="walks"), ACTIVATE, 13)

    assert (place(game), marks(game, "R")) == ((2, 18), ["panicked"])
    assert (place(walks), marks(walks, "R")) == ((9, 18), ["panicked", "crouched"])


@pytest.mark.clause("ELD-PAN-2", "ELD-IMM-2", "ELD-IMM-4")
def test_an_immobilized_model_stays_and_may_dodge_or_do_nothing() -> None:
    game = done(shaken("immobilized"), ACTIVATE, 13)
    stiff = done(shaken("immobilized", immobilized_panic="nothing"), ACTIVATE, 13)

    assert place(game) == (12, 18)
    assert [word for word in ("dodge", "nothing", "pass", "interact") if legal(game, act("R", word))] == [
        "dodge", "nothing", "pass",
    ]  # fmt: skip
    assert [word for word in ("dodge", "nothing", "pass") if legal(stiff, act("R", word))] == ["nothing", "pass"]


@pytest.mark.clause("ELD-PAN-2", "ELD-FLY-2", "ELD-FLY-4")
def test_a_flyer_runs_twenty_inches() -> None:
    game = done(shaken("flying", at="18,18.1", profile="flyer"), ACTIVATE, 13)

    assert game.model("R").place == "removed"
    wide = position(f"model R flyer red 30,30 panicked ap:2 flying\n{FRIENDS.replace('30,30', '10,10')}",
                    "table 80x80 \"Wide\"")  # fmt: skip
    assert place(done(wide, ACTIVATE, 13, "left")) == (10, 30)


@pytest.mark.clause("ELD-PAN-2", "ELD-ENG-1", "ELD-DEF-MGEN")
def test_an_enemy_on_its_line_stops_it_and_engages_it_at_the_end() -> None:
    """The enemy stands 5″ on the way; the run ends in base contact."""
    game = done(shaken(others="model E ref blue 7,18 facing=90"), ACTIVATE, 13)

    assert place(game) == (8.26, 18)
    game = done(game, act("R", "nothing"))
    assert marks(game, "R") == ["panicked", "engaged"]


@pytest.mark.clause("ELD-PAN-6", "ELD-PAN-1", "ELD-DEF-REA")
def test_reacting_it_pays_rolls_and_has_only_dodge_or_nothing_left() -> None:
    from tests.systems.eldfall.positions import asking

    game = position(f"model A ref red 10,10 ap:1 facing=180\n{FRIENDS}\n"
                    "model R ref blue 10,16 panicked ap:2\nmodel R2 ref blue 30,5\nmodel R3 ref blue 33,5")  # fmt: skip
    walk = move(game, "A", (10, 11), how="walk")

    assert [option.id for option in asking(game, walk).question.options] == ["none", "react"]
    failed = asking(game, walk, "react", 13)
    assert [option.id for option in failed.question.options] == ["dodge", "nothing"]
    assert failed.game.model("R").count("ap") == 1
    passed = asking(game, walk, "react", 12)
    assert "attack:bow" in [option.id for option in passed.question.options]


@pytest.mark.clause("ELD-INC-1", "ELD-INC-2", "ELD-DEA-1", "ELD-DEA-2", "ELD-PAN-1")
@pytest.mark.parametrize(("state", "clause"), [("incapacitated crouched", "ELD-INC-1"), ("dead", "ELD-DEA-1")])
def test_the_fallen_neither_roll_nor_run(state: str, clause: str) -> None:
    game = shaken(state)

    assert clause in refused(game, ACTIVATE)
    assert not [offer for offer in SYSTEM.offers(game, game.model("R")) if offer.legal]


@pytest.mark.clause("ELD-PAN-1")
def test_the_odds_of_holding_ones_nerve() -> None:
    found = odds(SYSTEM, shaken(), ACTIVATE)

    assert isinstance(found, Odds)
    assert found.chance(lambda game: place(game) == (12, 18)) == Fraction(12, 20)
    assert found.table() == (("R keeps its nerve", Fraction(12, 20)), ("R panics", Fraction(8, 20)))


@pytest.mark.clause("ELD-DEF-SEQ")
def test_activating_without_movement_is_for_those_who_cannot_move() -> None:
    game = position(f"model R ref red 12,18 immobilized ap:2\n{FRIENDS}\nmodel Q ref red 20,20 ap:1")

    assert "ELD-DEF-SEQ" in refused(game, act("Q", "activate"))
    game = done(game, ACTIVATE)
    assert (place(game), counters(game, "R")["ap"]) == ((12, 18), 1)
    assert legal(game, act("R", "dodge"))
    assert not legal(game, NextPhase())
