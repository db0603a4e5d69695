"""Every worked case of this book: those written as files, and those only code can ask.

The files cover what a command is refused, done or asking for; here stand the cases about
pools, splits, challenge numbers and effects that no command of a player brings about.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import cases
from engine.ask import Choose, Steps
from engine.commands import Command
from engine.events import Gained
from engine.game import Game, Marker, ModelId
from engine.systems.bushido import gaining, shoving
from engine.systems.bushido.exchange import offered_splits
from engine.systems.bushido.pools import exchange_pools, melee_pool, ranged_pool
from engine.systems.bushido.shooting import challenge_number
from engine.systems.bushido.weapons import ranged_weapons
from tests.systems.bushido.positions import (
    SYSTEM,
    T,
    act,
    asking,
    done,
    legal,
    marks,
    move,
    play,
    position,
    refused,
    step,
)

FOLDER = Path(__file__).resolve().parents[3] / "seeds" / "bushido" / "cases"
HERE = {11, 80, 82, 112, 116, 121, 149, 151, 163, 181}
"""Numbers of the worked cases that are told, or told in full, in this module."""


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.toml")), ids=lambda path: path.stem)
def test_a_worked_case_comes_out_as_written(path: Path) -> None:
    assert cases.run(cases.load(path)).differences == ()


def test_every_worked_case_is_told() -> None:
    """The numbers of section 4 of the restated rules, each as a file or in this module."""
    wanted = {
        *(1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20, 22, 23, 25, 26, 28, 29, 31, 32, 34, 35, 37, 38, 40, 41),
        *(43, 44, 46, 47, 49, 50, 52, 53, 55, 56, 58, 59, 61, 62, 64, 65, 67, 68, 70, 71, 73, 74, 76, 77, 79, 80, 82),
        *(83, 85, 86, 88, 89, 91, 92, 94, 95, 97, 98, 100, 101, 103, 104, 106, 107, 109, 110, 112, 113, 115, 116, 118),
        *(119, 121, 122, 124, 125, 127, 128, 130, 131, 133, 134, 136, 137, 139, 140, 142, 143, 145, 146, 148, 149),
        *(151, 152, 154, 155, 157, 158, 160, 161, 163, 164, 166, 167, 169, 170, 172, 173, 175, 176, 178, 179, 181),
        *(182, 184),
    }
    written = {int(path.stem.split("-")[1][:3].rstrip("abcdef")) for path in FOLDER.glob("h-*.toml")}

    assert len(wanted) == 123
    assert sorted(wanted - written - HERE) == []


def gained(model: str, status: str, count: int = 1):
    """A step: an effect lays so many markers."""

    def given(game: Game) -> Steps[Game]:
        return (yield from gaining.gain(game, ModelId(model), Marker(status), count=count))

    return given


def offered(game: Game, command: Command, *given: object) -> set[str]:
    """Ids of the divisions that a fighter is asked to pick from after these answers."""
    question = asking(game, command, *given).question

    assert isinstance(question, Choose)
    return {option.id for option in question.options}


@pytest.mark.clause("BUS-DISGUISED-2")
def test_h_011_a_push_into_the_disguised_is_no_choice() -> None:
    game = position(f"model A dull red {5 + T},10 facing=90\nmodel D man blue {8 + 2 * T},10 facing=270 disguise=5")

    def pushed(game: Game) -> Steps[Game]:
        return (yield from shoving.shove(game, ModelId("A"), 90.0, 3.0, "BUS-DEF-33"))

    after = step(game, pushed).game

    assert after.model("A").x == pytest.approx(8 + T, abs=0.001)
    assert marks(after, "D") == ["disguise 5"]


@pytest.mark.clause("BUS-FRIGHTENED-2", "BUS-FRIGHTENED-3", "BUS-DEF-28")
def test_h_022_three_frightened_markers_cost_one_die_of_each_pool() -> None:
    game = position("model F archer red 5,10 frightened frightened frightened activations:2")

    assert melee_pool(game, game.model("F")).text() == "Melee pool 4 − 1 Frightened = 3"
    assert ranged_pool(game, game.model("F")).text() == "Ranged pool 3 − 1 Frightened = 2"


@pytest.mark.clause("BUS-BERSERK-1")
def test_h_080_blind_rage_attacks_at_least_as_much_as_it_defends() -> None:
    game = position(
        f"model r man red 5,10 facing=90 berserk blind activations:2\nmodel E man blue {8 + T},10 facing=270"
    )

    assert offered(game, act("r", "melee", "E"), "2/1") == {"3/0", "2/1"}


@pytest.mark.clause("BUS-BERSERK-1", "BUS-FRIGHTENED-1")
def test_h_082_fright_and_rage_cancel_in_the_division() -> None:
    game = position(
        f"model r man red 5,10 facing=90 berserk frightened activations:2\nmodel N man blue {8 + T},10 facing=270"
    )

    assert offered(game, act("r", "melee", "N"), "2/1") == {"3/0", "2/1", "1/2", "0/3"}


@pytest.mark.clause("BUS-PRONE-1", "BUS-PRONE-7")
def test_h_112_a_prone_wrestler_is_offered_none_of_his_tricks() -> None:
    line = (
        f"model E man blue 5,10 facing=90 activations:2\nmodel P gripper red {5 + T},10 facing=270 {{}} activations:2"
    )
    gripper = 'profile gripper "Gripper" base=30 MP=4 RP=3 Move=4 Ki=2 KiMax=6 Wounds=5 equipment=grip'
    prone = position(line.format("prone"), gripper, active="blue")
    standing = position(line.format(""), gripper, active="blue")

    assert offered(prone, act("E", "melee", "P")) == {"3/0", "2/1", "1/2", "0/3"}
    assert "2/1 throw_attack" in offered(standing, act("E", "melee", "P"))


@pytest.mark.clause("BUS-DEF-32")
def test_h_116_a_prone_target_is_easier_to_hit() -> None:
    game = position(f"model A archer red 5,10 facing=90\nmodel P man blue {11 + T},10 prone\nmodel Q man blue 5,3.5")
    archer, bow = game.model("A"), ranged_weapons(game.model("A"))[0]

    assert challenge_number(game, archer, game.model("P"), bow, moves=False).value == 4
    assert challenge_number(game, archer, game.model("Q"), bow, moves=False).value == 5


@pytest.mark.clause("BUS-STUNNED-1", "BUS-STUNNED-2")
def test_h_121_three_stunned_markers_cost_one_die_of_each_pool() -> None:
    game = position("model A archer red 5,10 stunned stunned stunned activations:2")

    assert melee_pool(game, game.model("A")).value == 3
    assert ranged_pool(game, game.model("A")).value == 2


@pytest.mark.clause("BUS-STUNNED-1", "BUS-PRONE-1", "BUS-DEF-23")
def test_h_122_both_pools_grow_until_the_smaller_has_a_die() -> None:
    young = 'profile young "Young" base=30 MP=3 RP=3 Move=4 Ki=2 KiMax=6 Wounds=5 equipment=short_sword'
    game = position(f"model P young red 5,10 prone stunned\nmodel E young blue {5 + T},10 activations:2", young)
    mine, theirs = exchange_pools(game, game.model("P"), game.model("E"))

    assert melee_pool(game, game.model("P"), game.model("E")).value == 0
    assert (mine.value, theirs.value) == (1, 4)


@pytest.mark.clause("BUS-CONTROLLED-10", "BUS-CONTROLLED-11")
def test_h_149_one_marker_more_is_one_marker_less() -> None:
    game = position("model C man blue 5,10 control owner@red activations:2\nmodel E man red 25,10")
    after = step(game, gained("C", "control")).game

    assert marks(after, "C") == []
    assert after.model("C").side == "red"


@pytest.mark.clause("BUS-CONTROLLED-11")
@pytest.mark.parametrize(("reading", "left", "side"), [("lost", [], "red"), ("anew", ["control", "owner"], "blue")])
def test_what_is_added_beyond_what_it_cancels(reading: str, left: list[str], side: str) -> None:
    game = position("model C man blue 5,10 control owner@red\nmodel E man red 25,10", control_surplus=reading)
    after = step(game, gained("C", "control", count=2)).game

    assert sorted(marks(after, "C")) == left
    assert after.model("C").side == side


@pytest.mark.clause("BUS-CONTROLLED-11")
def test_h_151_doubling_is_not_adding() -> None:
    game = position("model C man blue 5,10 control control owner@red\nmodel E man red 25,10")

    def twice(game: Game) -> Steps[Game]:
        return (yield from gaining.doubled(game, ModelId("C"), "control"))

    assert marks(step(game, twice).game, "C").count("control") == 4


@pytest.mark.clause("BUS-BERSERK-1", "BUS-FRIGHTENED-1", "BUS-HELD-1")
def test_h_163_berserk_frightened_and_held() -> None:
    """Aggressive and Defensive cancel: two dice, divided as he likes, and disengaging is open again."""
    game = position(
        f"model P man red 5,10 facing=90 berserk frightened held@H activations:2\n"
        f"model H man blue {5 + T},10 facing=270 activations:2"
    )
    wishes = {action: act("P", action, "H") for action in ("melee", "disengage", "charge", "shoot", "heal")}
    free = {action for action, wish in wishes.items() if legal(game, wish)}

    assert melee_pool(game, game.model("P"), game.model("H")).value == 2
    assert {split.id for split in offered_splits(game, game.model("P"), 2)} == {"2/0", "1/1", "0/2"}
    assert free == {"disengage"}
    assert not any(legal(game, act("P", action)) for action in ("wait", "focus", "stand_up"))


@pytest.mark.clause("BUS-HELD-4", "BUS-HELD-7", "BUS-IMMOBILISED-11")
@pytest.mark.parametrize(("reading", "caught"), [("no_move", ["immobilised"]), ("move", [])])
def test_h_181_being_placed_is_no_movement(reading: str, caught: list[str]) -> None:
    game = position(
        f"model P man red 5,10 held@H\nmodel H man blue {5 + T},10\nmodel M man red 20,20 immobilised", placing=reading
    )
    may_be_placed = shoving.place_objections(game, game.model("P"), (5.0, 13.0)) == ()

    def placed(game: Game) -> Steps[Game]:
        game = yield from shoving.place(game, ModelId("M"), (20.0, 23.0), 0.0)
        if may_be_placed:
            game = yield from shoving.place(game, ModelId("P"), (5.0, 13.0), 0.0)
        return game

    after = step(game, placed).game

    assert may_be_placed == (reading == "no_move")
    assert marks(after, "P") == ([] if may_be_placed else ["held"])
    assert marks(after, "M") == caught


@pytest.mark.clause("BUS-DISGUISED-1", "BUS-DISGUISED-2")
def test_h_002_what_is_left_to_a_novice_alone_with_the_disguised() -> None:
    game = position(f"model A dull red 5,10 facing=90 activations:2\nmodel D man blue {8 + T},10 facing=90 disguise=5")

    assert refused(game, act("A", "melee", "D")) == ("BUS-DISGUISED-2",)
    assert not legal(game, act("A", "charge", "D"))
    assert legal(game, move(game, "A", (3, 10), how="walk"))
    assert legal(game, move(game, "A", (5 + 1.5, 7), how="run"))
    assert legal(game, act("A", "wait"))
    assert legal(game, act("A", "focus"))


@pytest.mark.clause("BUS-DISGUISED-12", "BUS-DISGUISED-13", "BUS-DISGUISED-14")
@pytest.mark.parametrize(
    ("wish", "given"),
    [
        (act("D", "melee", "E"), ()),
        (act("D", "charge", "E"), ()),
        (act("D", "shoot", "E"), ()),
    ],
)
def test_declaring_an_attack_gives_the_disguise_away_before_anything_else(
    wish: Command, given: tuple[int, ...]
) -> None:
    game = position(
        f"model D archer red 5,10 facing=90 disguise=5 immobilised activations:2\n"
        f"model E man blue {8 + T},10 facing=270"
    )

    assert "disguise 5" not in marks(asking(game, wish, *given).game, "D")


@pytest.mark.clause("BUS-DISGUISED-15")
@pytest.mark.parametrize("action", ["scenario", "scenario_complex"])
def test_working_at_the_objective_gives_the_disguise_away(action: str) -> None:
    shrine = 'terrain shrine "Shrine" objective 6,9 8,9 8,11 6,11 top=1.5'
    game = position(
        f"model D man red {6 - T / 2},10 facing=90 disguise=5 activations:2\nmodel E man blue 25,25", shrine
    )
    after = done(game, act("D", action))

    assert marks(after, "D") == []
    assert after.side("red").count("holds") == 1


@pytest.mark.clause("BUS-PRONE-12")
def test_a_prone_model_gains_no_second_prone_marker() -> None:
    game = position("model A man red 5,10 prone")

    assert marks(step(game, gained("A", "prone")).game, "A") == ["prone"]


@pytest.mark.clause("BUS-BERSERK-2")
def test_every_berserk_marker_brings_an_impetuous_one() -> None:
    game = position("model A man red 5,10")

    assert sorted(marks(step(game, gained("A", "berserk", count=2)).game, "A")) == [
        "berserk",
        "berserk",
        "impetuous",
        "impetuous",
    ]


@pytest.mark.clause("BUS-HELD-3", "BUS-HELD-5")
def test_the_held_are_turned_to_face_but_walk_nowhere() -> None:
    game = position(
        f"model P man red 5,10 facing=270 held@H activations:2\nmodel H man blue {5 + T},10 facing=0 activations:2",
        active="blue",
    )
    after = asking(game, act("H", "melee", "P")).game

    assert after.model("P").facing == pytest.approx(90)
    assert (after.model("P").x, after.model("P").y) == (5, 10)
    assert "BUS-HELD-2" in refused(
        position(f"model P man red 5,10 held@H activations:2\nmodel H man blue {5 + T},10"),
        move(game, "P", (3, 10), how="walk"),
    )


@pytest.mark.clause("BUS-HELD-4")
def test_the_held_cannot_be_shoved() -> None:
    game = position(f"model P man red 5,10 held@H\nmodel H man blue {5 + T},10")

    def pushed(game: Game) -> Steps[Game]:
        return (yield from shoving.shove(game, ModelId("P"), 0.0, 3.0, "BUS-DEF-33"))

    assert step(game, pushed).game.model("P").y == 10


@pytest.mark.clause("BUS-HELD-10", "BUS-IMMOBILISED-12", "BUS-HELD-11", "BUS-BLIND-6")
@pytest.mark.parametrize(
    ("profile", "status"), [("ghost", "held"), ("ghost", "immobilised"), ("agile", "held"), ("seer", "blind")]
)
def test_some_traits_keep_a_condition_away(profile: str, status: str) -> None:
    game = position(f"model A {profile} red 5,10\nmodel B man red 9,10")

    assert marks(step(game, gained("A", status), gained("B", status)).game, "A") == []
    assert marks(step(game, gained("B", status)).game, "B") == [status]


@pytest.mark.clause("BUS-ONFIRE-6")
def test_a_burning_model_puts_out_up_to_two_of_its_own_fires() -> None:
    game = position("model A man red 5,10 fire=3 fire=2 fire=1 activations:2\nmodel Z man blue 30,30")
    after = done(game, act("A", "wait"), "fire A", "3+2")

    assert marks(after, "A") == ["fire 1"]
    assert play(game, act("A", "wait"), "fire A", "1").game.model("A").values("fire") == (3, 2)


def test_every_event_of_this_module_is_one_the_book_knows() -> None:
    """Guards the marker names above: a misspelt one would be laid and never looked at."""
    assert {"held", "immobilised", "blind", "berserk", "control", "prone"} <= set(SYSTEM.rules.statuses)
    assert Gained(model=ModelId("A"), marker=Marker("prone")).marker.status in SYSTEM.rules.statuses
