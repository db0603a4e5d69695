"""Chapter: Shooting — who may shoot at whom, to hit, and that the fallen are shot at like anyone."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.events import Noted, Rolled
from engine.systems.mordheim.shooting import shots, to_hit
from engine.systems.mordheim.weapons import MISSILE, Weapon
from tests.systems.mordheim.positions import (
    SYSTEM,
    cited,
    fate,
    fates,
    markers,
    play,
    position,
    refused,
    shoot,
)

KD, ST, OOA = "knocked down", "stunned", "out of action"


def street(models: str, **readings: str):
    """The shooting phase of red."""
    return position(models, "shooting", **readings)


def need(game, weapon: str = "bow", shooter: str = "A", target: str = "B") -> str:
    return to_hit(game, game.model(shooter), game.model(target), MISSILE[weapon]).text()


# ---------------------------------------------------------------- to hit


@pytest.mark.parametrize(("skill", "value"), [(1, 6), (2, 5), (3, 4), (4, 3), (5, 2), (6, 2), (9, 2)])
def test_to_hit_takes_7_less_the_ballistic_skill_and_a_1_misses(skill: int, value: int):
    game = street(
        f'profile a "A" M=4 WS=3 BS={skill} S=3 T=3 W=1 I=3 A=1 Ld=7\nmodel A a red 5,5\nmodel B slow blue 10,5'
    )

    assert to_hit(game, game.model("A"), game.model("B"), MISSILE["bow"]).value == value


def test_cover_long_range_and_a_move_each_make_it_one_harder():
    clear = street("model A archer red 5,5\nmodel B slow blue 10,5")
    moved = street("model A archer red 5,5 moved\nmodel B slow blue 10,5")
    far = street("model A archer red 5,5\nmodel B slow blue 20,5")
    covered = street(
        'terrain w "Low wall" wall 8,4 8.4,4 8.4,6 8,6 bottom=0 top=0.5 sight=solid footing=solid\n'
        "model A archer red 5,5\nmodel B slow blue 10,5"
    )

    assert need(clear) == "To hit 3+ Ballistic Skill 4"
    assert need(moved) == "To hit 3+ Ballistic Skill 4 + 1 moved = 4+"
    assert need(far) == "To hit 3+ Ballistic Skill 4 + 1 long range = 4+"
    assert need(covered) == "To hit 3+ Ballistic Skill 4 + 1 cover = 4+"


def test_half_the_range_is_not_yet_long():
    """The gap between the bases is measured, and 12 inches of 24 are still near."""
    near = street("model A archer red 5,5\nmodel B slow blue 17.984251968503937,5")
    beyond = street("model A archer red 5,5\nmodel B slow blue 17.985,5")

    assert need(near) == "To hit 3+ Ballistic Skill 4"
    assert need(beyond) == "To hit 3+ Ballistic Skill 4 + 1 long range = 4+"


@pytest.mark.clause("MOR-STAND-3")
def test_hc_26_whoever_stood_up_may_shoot_and_standing_up_is_not_moving():
    stood = street("model A archer red 5,5 standing_up\nmodel B slow blue 10,5")
    walked = street("model A archer red 5,5 standing_up moved\nmodel B slow blue 10,5")

    assert play(stood, shoot("A", "B"), 3, 1).plan.tallies[1].text() == "To hit 3+ Ballistic Skill 4"
    assert play(walked, shoot("A", "B"), 4, 1).plan.tallies[1].text() == "To hit 3+ Ballistic Skill 4 + 1 moved = 4+"


def test_thrown_knives_know_neither_long_range_nor_moving():
    game = street("model A archer red 5,5 moved\nmodel B slow blue 10.9,5")

    assert need(game, "throwing_knives") == "To hit 3+ Ballistic Skill 4"


def sling(moved: str, x: float) -> float:
    game = street(f"model A archer red 5,5 {moved}\nmodel B slow blue {x},5")
    weapon: Weapon = MISSILE["sling"]
    return shots(game, game.model("A"), game.model("B"), weapon).value


def test_a_sling_shoots_twice_at_half_range_if_he_stood_still():
    assert (sling("", 14.9), sling("", 15.1), sling("moved", 14.9)) == (2, 1, 1)


def test_a_shot_that_no_die_can_make_is_missed_without_one():
    game = street(
        'profile a "A" M=4 WS=3 BS=1 S=3 T=3 W=1 I=3 A=1 Ld=7 equipment=bow\n'
        "model A a red 5,5 moved\nmodel B slow blue 9,5"
    )

    done = play(game, shoot("A", "B"))

    assert [event.text for event in done.events if isinstance(event, Noted)] == ["the shot of A cannot hit"]
    assert done.plan.notes == ("No die can hit B from here.",)


# ---------------------------------------------------------------- the shot


@pytest.mark.clause("MOR-WND-2")
def test_hc_01_two_shots_take_two_of_three_wounds():
    game = street("model A archer red 5,5\nmodel D archer red 5,9\nmodel B ogre blue 10,5")

    first = play(game, shoot("A", "B"), 3, 5).game
    done = play(first, shoot("D", "B"), 3, 5)

    assert SYSTEM.wounds(done.game, done.game.model("B")) == (1, 3)
    assert markers(done.game, "B") == set()
    assert [event.what for event in done.events if isinstance(event, Rolled)] == ["to hit B, 3+", "to wound B, 5+"]


@pytest.mark.clause("MOR-INJ-1")
@pytest.mark.parametrize(("die", "result"), [(1, KD), (4, ST), (6, OOA)])
def test_hc_10_the_knocked_down_are_shot_at_like_anyone(die: int, result: str):
    game = street("model A archer red 5,5\nmodel B slow blue 10,5 knocked_down wounds_lost:1")

    done = play(game, shoot("A", "B"), 3, 4, die)

    assert fate(done.game, "B") == result
    assert "MOR-DEF-SHOT-FALLEN" in next(event for event in done.events if isinstance(event, Rolled)).why


def test_the_stunned_are_not_finished_by_a_shot():
    game = street("model A archer red 5,5\nmodel B slow blue 10,5 stunned wounds_lost:1")

    assert fates(game, "B", shoot("A", "B")) == {ST: Fraction(8, 9), OOA: Fraction(1, 9)}


def test_a_shield_helps_against_shots_even_beside_a_two_handed_weapon():
    game = street(
        'profile b "B" M=4 WS=3 BS=3 S=3 T=3 W=1 I=1 A=1 Ld=7 equipment=great_weapon,light_armour,shield\n'
        "model A archer red 5,5\nmodel B b blue 10,5"
    )

    done = play(game, shoot("A", "B"), 3, 4, 5)

    assert fate(done.game, "B") == "unhurt"
    assert [event.what for event in done.events if isinstance(event, Rolled)][-1] == "armour of B, 5+"


def test_who_has_shot_shoots_no_more():
    game = street("model A archer red 5,5\nmodel B slow blue 10,5")

    after = play(game, shoot("A", "B"), 1).game

    assert markers(after, "A") == {"shot"}
    assert cited(after, shoot("A", "B")) == {"MOR-DEF-SHOOTING"}


def test_a_second_shot_finds_nobody_when_the_first_took_him_out():
    game = street(
        'profile a "A" M=4 WS=3 BS=4 S=3 T=3 W=1 I=3 A=1 Ld=7 equipment=sling\nmodel A a red 5,5\n'
        "model B slow blue 10,5\nmodel C slow blue 30,30"
    )

    done = play(game, shoot("A", "B"), 3, 4, 6)

    assert [event.text for event in done.events if isinstance(event, Noted)] == ["a shot of A finds nobody"]


# ---------------------------------------------------------------- who may not shoot


@pytest.mark.clause("MOR-KD-5", "MOR-STUN-3")
@pytest.mark.parametrize(
    ("marker", "clause"),
    [
        ("knocked_down", "MOR-KD-5"),
        ("stunned", "MOR-STUN-3"),
        ("fleeing", "MOR-DEF-FLEEING"),
        ("rallied", "MOR-DEF-RALLY"),
        ("ran", "MOR-DEF-RUN"),
        ("charged", "MOR-DEF-SHOOTING"),
        ("failed_charge", "MOR-DEF-FAILED-CHARGE"),
    ],
)
def test_what_keeps_a_warrior_from_shooting(marker: str, clause: str):
    game = street(f"model A archer red 5,5 {marker}\nmodel B slow blue 10,5")

    assert cited(game, shoot("A", "B")) - {"MOR-TABLE-1"} == {clause}


def test_the_engaged_neither_shoot_nor_are_shot_at():
    game = street("model A archer red 5,5\nmodel B slow blue 5.984,5\nmodel D archer red 5,12\nmodel C slow blue 20,5")

    assert refused(game, shoot("A", "C"))["A is engaged with B and may not shoot."] == ("MOR-DEF-SHOOTING",)
    assert refused(game, shoot("D", "B")) == {
        "B is engaged with A: nobody may shoot into close combat.": ("MOR-DEF-SHOT-ENGAGED",)
    }
    assert play(game, shoot("D", "C"), 1).game.model("D").has("shot")


def test_phase_side_and_weapon():
    movement = position("model A archer red 5,5\nmodel B slow blue 10,5", "movement")
    theirs = position("model A archer red 5,5\nmodel B slow blue 10,5", "shooting", active="blue")
    bare = street("model A slow red 5,5\nmodel B slow blue 10,5")

    assert refused(movement, shoot("A", "B")) == {"Shots are made in the shooting phase.": ("MOR-DEF-PHASES",)}
    assert refused(theirs, shoot("A", "B")) == {"Only the active side shoots, and A is not of it.": ("MOR-DEF-PHASES",)}
    assert refused(bare, shoot("A", "B")) == {"A carries no missile weapon.": ("MOR-DEF-SHOOTING",)}


def test_a_crossbow_is_not_shot_in_a_turn_its_bearer_moved():
    line = 'profile x "X" M=4 WS=3 BS=4 S=3 T=3 W=1 I=3 A=1 Ld=7 equipment=dagger,crossbow\n'
    moved = street(f"{line}model A x red 5,5 moved\nmodel B slow blue 10,5")
    stood = street(f"{line}model A x red 5,5 standing_up\nmodel B slow blue 10,5")

    assert refused(moved, shoot("A", "B")) == {"A moved: the Crossbow is not ready.": ("MOR-DEF-MOVE-OR-FIRE",)}
    assert [tally.text() for tally in play(stood, shoot("A", "B"), 1).plan.tallies] == [
        "Shots 1",
        "To hit 3+ Ballistic Skill 4",
        "Strength 4 Crossbow",
        "To wound 3+ Strength 4 against Toughness 3",
    ]


def test_beyond_the_range_nothing_is_hit():
    game = street("model A archer red 5,5\nmodel B slow blue 30,5")

    assert refused(game, shoot("A", "B")) == {"B is 24.02″ away; the Bow reaches 24″.": ("MOR-DEF-RANGE",)}
    lines = SYSTEM.plan(game, shoot("A", "B")).objections[0].evidence.lines
    assert [line.label for line in lines] == ["24.02″"]


def test_out_of_sight_is_refused_with_what_stands_between():
    game = street(
        'terrain w "Wall" wall 8,0 8.4,0 8.4,10 8,10 bottom=0 top=3 sight=solid footing=solid\n'
        "model A archer red 5,5\nmodel B slow blue 10,5"
    )

    objection = SYSTEM.plan(game, shoot("A", "B")).objections[0]

    assert (objection.text, objection.why) == ("A cannot see B: Wall in the way.", ("MOR-DEF-SIGHT",))
    assert "w" in objection.evidence.pieces
    assert objection.evidence.lines[0].role == "blocked"


LOW = 'terrain w "Low wall" wall 9,4 9.4,4 9.4,6 9,6 bottom=0 top=0.5 sight=solid footing=solid\n'


def test_the_hidden_are_not_shot_at_by_those_who_do_not_see_round_the_cover():
    behind = street(f"{LOW}model A archer red 5,5\nmodel B slow blue 10,5 hidden")
    seen = street(f"{LOW}model A archer red 10,9\nmodel B slow blue 10,5 hidden")

    assert refused(behind, shoot("A", "B")) == {"B is hidden, and A does not see round his cover.": ("MOR-DEF-HIDING",)}
    assert play(seen, shoot("A", "B"), 1).game.model("A").has("shot")


# ---------------------------------------------------------------- the closest


def test_the_closest_enemy_in_sight_must_be_shot_at():
    game = street("model A archer red 5,5\nmodel B slow blue 10,5\nmodel C slow blue 5,14")

    assert refused(game, shoot("A", "C")) == {"B is closer: 4.02″ against 8.02″.": ("MOR-DEF-CLOSEST",)}


@pytest.mark.parametrize(
    ("nearer", "why"),
    [
        ("knocked_down", "he lies"),
        ("stunned", "he lies"),
        ("fleeing", "he is running away"),
    ],
)
def test_the_fallen_and_the_fleeing_may_be_passed_over(nearer: str, why: str):
    game = street(f"model A archer red 5,5\nmodel B slow blue 10,5 {nearer}\nmodel C slow blue 5,14")

    assert play(game, shoot("A", "C"), 1).game.model("A").has("shot"), why


def test_a_farther_target_that_is_easier_to_hit_may_be_taken():
    game = street(f"{LOW}model A archer red 5,5\nmodel B slow blue 10,5\nmodel C slow blue 5,14")

    assert play(game, shoot("A", "C"), 1).game.model("A").has("shot")


@pytest.mark.parametrize("nearer", ["B slow blue 10,5 hidden", "B slow blue 10,5"])
def test_an_enemy_who_cannot_be_shot_at_is_not_the_closest(nearer: str):
    wall = LOW if "hidden" in nearer else LOW.replace("top=0.5", "top=3")
    game = street(f"{wall}model A archer red 5,5 moved\nmodel {nearer}\nmodel C slow blue 5,30")
    near = street(f"{wall}model A archer red 5,5 moved\nmodel {nearer}\nmodel C slow blue 5,20")

    assert cited(game, shoot("A", "C")) == {"MOR-DEF-RANGE"}
    assert play(near, shoot("A", "C"), 1).game.model("A").has("shot")


def test_whoever_looks_down_from_two_inches_chooses_freely():
    roof = 'terrain r "Roof" block 3,3 7,3 7,7 3,7 bottom=0 top=2 sight=solid footing=solid\n'
    game = street(f"{roof}model A archer red 6.5,5 z=2\nmodel B slow blue 11,5\nmodel C slow blue 18,5")

    assert play(game, shoot("A", "C"), 1).game.model("A").has("shot")


@pytest.mark.parametrize(
    ("target", "sentence", "clause"),
    [
        ("A", "A is no enemy of A.", "MOR-DEF-SHOOTING"),
        ("D", "D is not on the table.", "MOR-OOA-2"),
    ],
)
def test_a_target_is_an_enemy_on_the_table(target: str, sentence: str, clause: str):
    game = street("model A archer red 5,5\nmodel B slow blue 10,5\nmodel D slow blue place=removed")

    assert clause in refused(game, shoot("A", target))[sentence]
    assert "MOR-DEF-SHOOTING" in cited(game, shoot("A"))


def test_offers_list_every_enemy_with_the_reasons_against_him():
    game = street("model A archer red 5,5\nmodel B slow blue 10,5\nmodel C slow blue 5,14")

    offers = [offer for offer in SYSTEM.offers(game, game.model("A")) if offer.command.action == "shoot"]

    assert [(offer.title, offer.legal) for offer in offers] == [("Shoot at B", True), ("Shoot at C", False)]
