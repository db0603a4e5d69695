"""Chapter: Setting up — where, until when, and in which States a model may begin; the card; the score."""

from __future__ import annotations

import pytest

from engine import notation
from engine.commands import Deploy, Turn
from engine.events import Removed
from engine.game import Game, ModelId
from engine.systems.eldfall.awareness import awareness
from engine.systems.eldfall.scoring import score
from engine.systems.eldfall.turn import begin
from tests.systems.eldfall.positions import SYSTEM, act, after, by_hand, done, legal, marks, position, refused, said

ZONE = 'zone red 0,0 36,0 36,6 0,6 "South"'


def early(models: str, *lines: str) -> Game:
    return position(models, *lines, phase="strategic", turn=1)


def deploy(model: str, x: float, y: float) -> Deploy:
    return Deploy(model=ModelId(model), at=(x, y, 0.0), facing=180.0)


@pytest.mark.clause("ELD-DEF-DEP")
def test_models_are_set_up_before_the_first_strategic_phase_is_over() -> None:
    game = early("model R ref red 0,0 place=reserve\nmodel E ref blue 10,30")
    game = done(game, deploy("R", 10, 3))

    assert (game.model("R").place, game.model("R").x, game.model("R").facing) == ("table", 10, 180.0)
    assert said(game, deploy("R", 12, 3)) == "R has been set up already."
    late = position("model R ref red 0,0 place=reserve\nmodel E ref blue 10,30")
    assert "The battle has begun" in said(late, deploy("R", 10, 3))


@pytest.mark.clause("ELD-DEF-DEP")
def test_not_on_others_not_off_the_table() -> None:
    game = early("model R ref red 0,0 place=reserve\nmodel E ref blue 10,30")

    assert said(game, deploy("R", 10, 29.5)) == "R would stand on E."
    assert said(game, deploy("R", 0.2, 20)) == "R would stand over the edge of the table."


@pytest.mark.clause("ELD-DEF-DEP")
def test_a_model_may_begin_crouched_or_not_after_all() -> None:
    game = done(early("model R ref red 10,10"), act("R", "begin:crouched"))

    assert marks(game, "R") == ["crouched"]
    assert marks(done(game, act("R", "begin:crouched")), "R") == []
    assert "ELD-DEF-DEP" in refused(position("model R ref red 10,10", phase="strategic"), act("R", "begin:crouched"))


@pytest.mark.clause("ELD-DEF-DEP", "ELD-DEF-STEALTH", "ELD-DEF-FLT")
def test_flying_takes_flight_and_shrouded_takes_stealth() -> None:
    sneak = 'profile sneak "Sneak" base=32 height=1.7717 STA=2 SPD=5 AG=11 T=13 HP=2 M=12 traits=stealth'
    game = early("model R ref red 10,10\nmodel W flyer red 13,10\nmodel S sneak red 16,10", sneak)

    assert not legal(game, act("R", "begin:flying"))
    assert not legal(game, act("W", "begin:shrouded"))
    assert marks(done(game, act("W", "begin:flying")), "W") == ["flying"]
    assert marks(done(game, act("S", "begin:shrouded")), "S") == ["shrouded"]
    flying = done(game, act("W", "begin:flying"))
    assert "ELD-FLY-12" in refused(flying, act("W", "begin:crouched"))
    crouched = done(game, act("W", "begin:crouched"))
    assert "ELD-CRO-14" in refused(crouched, act("W", "begin:flying"))


@pytest.mark.clause("ELD-DEF-DEP", "ELD-DEF-RIDE")
def test_a_rider_begins_mounted() -> None:
    rider = 'profile rider "Rider" base=40 height=1.7717 STA=2 SPD=7 AG=10 T=13 HP=2 M=12 traits=mounted'
    foot = rider.replace("rider", "foot").replace(" traits=mounted", "")
    models = "model R rider red 10,10\nmodel F foot red 14,10\nmodel E rider blue 10,30 mounted"
    game = begin(notation.read(f"game eldfall round=3 phase=end active=blue\n{rider}\n{foot}\n{models}"))

    assert [marks(game, name) for name in "RFE"] == [["mounted"], [], ["mounted"]]
    assert (game.round, game.phase, game.active) == (1, "strategic", "red")


@pytest.mark.clause("ELD-DEF-DEP")
def test_turning_is_free_while_setting_up() -> None:
    game = early("model R ref red 10,10")

    assert done(game, Turn(model=ModelId("R"), facing=45.0)).model("R").facing == 45.0


def test_set_up_is_over_with_the_first_phase() -> None:
    assert not legal(after(early("model R ref red 10,10")), act("R", "begin:crouched"))


# ---------------------------------------------------------------- the card


@pytest.mark.clause("ELD-DEF-MOD", "ELD-DEF-UPK")
def test_the_card_begins_with_points_and_has_every_sum() -> None:
    game = position("model R ref red 10,10 ap:1 wounds_lost:1 confused crippled weakened treasure:1")
    told = [tally.text() for tally in SYSTEM.card(game, game.model("R"))]

    assert told == [
        "Activation Points 1 (Stamina 1)",
        "Speed 5″ halved Crippled = 3″",
        "Agility 11 halved Confused halved Crippled = 3",
        "Awareness 11″ halved Confused halved Crippled = 3″",
        "Offense 13 halved Confused = 7",
        "Defense 11 halved Confused = 6",
        "Accuracy 12 halved Confused = 6",
        "Intellect 9 halved Confused = 5",
        "Toughness 13 halved Weakened = 7",
        "Armor 3",
        "Morale 12 halved Confused = 6",
        "Treasures 1",
    ]


@pytest.mark.clause("ELD-DEF-AWA", "ELD-CRI-4", "ELD-CON-5")
def test_awareness_is_agility_as_the_states_leave_it() -> None:
    game = position("model R ref red 10,10 crippled")
    printed = position("model R ref red 10,10 crippled", awareness_agility="printed")

    assert awareness(game, game.model("R")).value == 6
    assert awareness(printed, printed.model("R")).value == 11


def test_every_line_of_a_card_cites_a_clause() -> None:
    game = position("model R ref red 10,10 flying slowed")

    assert [tally.title for tally in SYSTEM.card(game, game.model("R")) if not tally.why] == []


# ---------------------------------------------------------------- the score


@pytest.mark.clause("ELD-DEF-OWN-SCORE", "ELD-DEA-7", "ELD-INC-10", "ELD-DEF-ALIVE")
def test_treasures_of_the_living_and_losses_of_the_enemy_are_scored() -> None:
    game = position(
        "model R ref red 10,10 treasure:1\nmodel Q ref red 14,10 treasure:1 incapacitated\nmodel P ref red 18,10 dead\n"
        "model E ref blue 10,30\nmodel D ref blue 14,30 dead treasure:1\nmodel C ref blue 18,30 incapacitated"
    )

    assert score(game, "red").text() == "Score 0 + 2 for 1 treasure + 1 for 1 enemy lost = 3"
    assert score(game, "blue").value == 1


@pytest.mark.clause("ELD-DEF-OWN-SCORE", "ELD-PAN-4")
def test_who_ran_past_the_edge_is_scored_as_dead() -> None:
    lines = "model R ref red 10,10\nmodel E ref blue 10,30\nmodel D ref blue 14,30"
    for reading, points in (("as_dead", 1), ("unscored", 0)):
        game = position(lines, lost_over_edge=reading)
        game = _removed(game, "gone past the edge")
        assert score(game, "red").value == points
    assert score(_removed(position(lines), "lifted off by hand"), "red").value == 0


@pytest.mark.clause("ELD-DEF-OWN-DUEL", "ELD-DEF-OWN-SCORE")
def test_points_of_a_duel_count() -> None:
    game = position("model R ref red 10,10\nmodel E ref blue 10,30", 'side red "Red" score:6', 'side blue "Blue"')

    assert score(game, "red").value == 6


@pytest.mark.clause("ELD-DEF-OWN-SCORE")
def test_equal_points_are_a_draw() -> None:
    game = position("model R ref red 10,10\nmodel E ref blue 10,30", phase="end", active="blue", turn=5)

    assert after(game).outcome == "a draw, 0 to 0"


def _removed(game: Game, reason: str) -> Game:
    return done(game, by_hand(Removed(model=ModelId("D"), reason=reason)))
