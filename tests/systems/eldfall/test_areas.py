"""Chapter: Templates, Sweep and Friendly Fire — whom one roll strikes besides its target."""

from __future__ import annotations

import pytest

from engine.commands import Move
from engine.game import ModelId
from engine.systems.eldfall.aiming import weapons
from engine.systems.eldfall.areas import laid, swept, under
from engine.systems.eldfall.weapons import Weapon, armoury, templates, weapon_traits
from tests.systems.eldfall.fights import begun, cited, has, lost, pair, rolled, told
from tests.systems.eldfall.positions import T, act, asking, done, marks, plan, play, position, refused, said

R = T / 2
REF = "base=32 height=1.7717 STA=2 SPD=5 OFF=13 DEF=11 ACC=12 INT=9 AG=11 T=13 ARM=3 HP=2 M=12"
BREATHER = f'profile breather "Breather" {REF} equipment=bile_breath'
CROWD = "model X ref blue 30,30\nmodel Y ref blue 33,30\nmodel Z ref red 30,33"
TAR, BILE, FISTS = (armoury()[name] for name in ("tar_pot", "bile_breath", "kiln_fists"))
CIRCLE = 35.0 / 25.4
"""Radius in inches of the small circle."""


def aim(x, y, model="A"):
    return Move(model=ModelId(model), path=((10.0, 10.0), (x, y)), how="aim")


def names(models):
    return [model.id for model in models]


# ---------------------------------------------------------------- Sweep


def melee(*more, a="sweeper", on_b=""):
    """A in the middle: B in front, C to the left, D behind, E out of Reach."""
    return position(
        f"model A {a} red 10,10 facing=90 ap:2\nmodel B ref blue {10 + T + 0.5},10 facing=270 {on_b}\n"
        f"model C ref red 10.3,{10 - T - 0.5} facing=180\nmodel D ref blue {10 - T - 0.5},10 facing=90\n"
        f"model E ref blue {10 + T + 4},10.5 facing=270\n{CROWD}",
        *more,
    )


@pytest.mark.clause("ELD-DEF-ACT-SWEEP")
def test_a_sweep_strikes_friend_and_foe_within_reach_in_front():
    game = melee()

    assert names(swept(game, game.model("A"), FISTS)) == ["B", "C"]
    assert plan(begun(game), act("A", "attack:kiln_fists", "B")).notes == ("It strikes C as well.",)


@pytest.mark.clause("ELD-DEF-ACT-SWEEP")
def test_sweep_two_strikes_all_round():
    mill = Weapon(id="mill", name="Mill", power=10, reach=1.0, traits=(weapon_traits()["sweep_2"],))
    game = melee()

    assert names(swept(game, game.model("A"), mill)) == ["B", "C", "D"]


@pytest.mark.clause("ELD-DEF-ACT-SWEEP", "ELD-DEF-FF", "ELD-PAN-8")
def test_one_roll_one_hit_on_each_and_a_friend_tests_morale():
    """Power 16 − 3: 13 or less wounds.  C's Morale is 12."""
    game = begun(melee())
    result = play(game, act("A", "attack:kiln_fists", "B"), 13, 14, 13, 13)

    assert rolled(result) == [
        ("Kiln fists of A at B", (13,)),
        ("damage of A on B, Kiln fists", (14,)),
        ("damage of A on C, Kiln fists", (13,)),
        ("Morale of C, hit by A", (13,)),
    ]
    assert (lost(result.game, "B"), lost(result.game, "C")) == (0, 1)
    assert marks(result.game, "C") == ["panicked 1"]
    assert "ELD-PAN-8" in cited(result)
    assert not has(done(game, act("A", "attack:kiln_fists", "B"), 13, 14, 13, 12), "C", "panicked")


@pytest.mark.clause("ELD-DEF-ACT-SWEEP", "ELD-DEF-STK", "ELD-DEF-FERVOUR")
def test_parted_sweeps_strike_everybody_with_each_success():
    """Two dice, one at B and one at E: three stand within Reach, and each takes both Hits."""
    fervent = f'profile fervent "Fervent" {REF} traits=fervour equipment=kiln_fists'
    game = position(
        f"model A fervent red 10,10 facing=90 ap:2\nmodel B ref blue {10 + T + 0.5},10 facing=270\n"
        f"model E ref blue 10.3,{10 + T + 0.5} facing=0\n{CROWD}",
        fervent,
    )
    result = play(begun(game), act("A", "attack:kiln_fists", "B", "E"), 13, 13, (14, 14), (14, 14))

    assert rolled(result)[2:] == [
        ("damage of A on B, Kiln fists", (14, 14)),
        ("damage of A on E, Kiln fists", (14, 14)),
    ]


@pytest.mark.clause("ELD-DEF-ACT-SWEEP", "ELD-DEF-CONF")
def test_a_sweep_that_loses_the_confrontation_strikes_nobody():
    game = begun(melee(on_b="ap:1"), "attack:blade")
    result = play(game, act("A", "attack:kiln_fists", "B"), 10, 9, 20)

    assert told(result) == ["B hits A: 1 Hit"]


@pytest.mark.clause("ELD-INC-11", "ELD-INC-10", "ELD-DEF-FF", "ELD-DEA-7")
def test_a_sweep_strikes_the_incapacitated_but_not_the_dead_and_neither_tests_morale():
    game = position(
        f"model A sweeper red 10,10 facing=90 ap:2\nmodel B ref blue {10 + T + 0.5},10 facing=270\n"
        f"model C ref red 10.3,{10 - T - 0.5} facing=180 incapacitated crouched wounds_lost:2\n"
        f"model D ref blue 10.3,{10 + T + 0.5} facing=0 dead\n{CROWD}"
    )

    result = play(begun(game), act("A", "attack:kiln_fists", "B"), 13, 20, 13)
    assert [what for what, _ in rolled(result)] == [
        "Kiln fists of A at B", "damage of A on B, Kiln fists", "damage of A on C, Kiln fists",
    ]  # fmt: skip
    assert has(result.game, "C", "dead")


# ---------------------------------------------------------------- circles


def pot(*more, on_b="", lines="", **readings):
    """A throws at B, 6 in away; C stands beside B."""
    return position(
        f"model A thrower red 10,10 facing=90 ap:2\nmodel B ref blue 16,10 facing=270 {on_b}\n"
        f"model C ref red 16,{10 + T + 0.1} facing=0\n{CROWD}",
        *more,
        **readings,
    )


@pytest.mark.clause("ELD-DEF-ACT-TEMPLATE", "ELD-DEF-UNIT")
def test_a_small_circle_is_seventy_millimetres_wide_and_strikes_whom_it_touches():
    game = pot()
    assert templates()["circle_small"].length == pytest.approx(70 / 25.4)
    there = (16.0, 10.0, 0.0)

    assert laid(game, game.model("A"), TAR, there).discs == ((16.0, 10.0, pytest.approx(CIRCLE)),)
    assert names(under(game, game.model("A"), TAR, there)) == ["B", "C"]
    assert names(under(game, game.model("A"), TAR, (16.0, 10 - CIRCLE - R + 0.001, 0.0))) == ["B"]
    assert names(under(game, game.model("A"), TAR, (16.0, 10 - CIRCLE - R - 0.01, 0.0))) == []


@pytest.mark.clause("ELD-DEF-ACT-TEMPLATE", "ELD-DEF-FF", "ELD-DEF-INFLICT", "ELD-SLO-1")
def test_a_template_on_a_target_strikes_all_under_it_and_slows_them():
    """Power 11 − 3: 8 or less wounds; whoever is hit is Slowed."""
    result = play(begun(pot()), act("A", "attack:tar_pot", "B"), 12, 9, 8, 12)

    assert rolled(result) == [
        ("Tar pot of A at B", (12,)),
        ("damage of A on B, Tar pot", (9,)),
        ("damage of A on C, Tar pot", (8,)),
        ("Morale of C, hit by A", (12,)),
    ]
    assert (marks(result.game, "B"), marks(result.game, "C")) == (["slowed", "engaged"], ["slowed", "engaged"])
    assert plan(begun(pot()), act("A", "attack:tar_pot", "B")).notes == ("It strikes C as well.",)


@pytest.mark.clause("ELD-DEF-ACT-TEMPLATE", "ELD-DEF-DODGE")
def test_each_under_the_template_dodges_for_himself():
    game = begun(pot(on_b="ap:1"), "dodge")
    result = play(game, act("A", "attack:tar_pot", "B"), 12, 11, 20, 12)

    assert marks(result.game, "B") == ["reacts"]
    assert has(done(result.game, act("B", "stay_put")), "B", "slowed") is False
    assert [what for what, _ in rolled(result)] == [
        "Tar pot of A at B", "Dodge of B from A", "damage of A on C, Tar pot", "Morale of C, hit by A",
    ]  # fmt: skip


@pytest.mark.clause("ELD-DEF-ACT-TARGETLESS", "ELD-DEF-ACT-TEMPLATE")
def test_a_targetless_weapon_is_aimed_at_a_place():
    game = begun(pot())
    found = plan(game, aim(16, 11.5))
    result = play(game, aim(16, 11.5), 12, 20, 20, 12)

    assert found.label == "Tar pot at a place"
    assert found.notes == ("Under it: B and C.",)
    assert rolled(result)[0] == ("Tar pot of A at the place aimed at", (12,))
    assert "ELD-DEF-ACT-TARGETLESS" in cited(result)
    assert (has(result.game, "B", "slowed"), has(result.game, "C", "slowed")) == (True, True)
    assert told(play(game, aim(16, 11.5), 13)) == []


@pytest.mark.clause("ELD-DEF-ACT-TARGETLESS", "ELD-DEF-RCH", "ELD-DEF-LOS")
def test_the_place_must_be_in_reach_and_in_sight():
    """Ten inches from the hitbox, past its front."""
    wall = 'terrain w "Wall" wall 14,5 14.4,5 14.4,15 14,15 bottom=0 top=3 sight=solid footing=solid'

    assert plan(begun(pot()), aim(10 + (R + 9.99) * 0.6, 10 + (R + 9.99) * 0.8)).objections == ()
    assert refused(begun(pot()), aim(10 + (R + 10.1) * 0.6, 10 + (R + 10.1) * 0.8)) == (
        "ELD-DEF-RCH",
        "ELD-DEF-ACT-TARGETLESS",
    )
    assert refused(begun(pot()), aim(4, 10)) == ("ELD-DEF-LOS", "ELD-DEF-ACT-TARGETLESS")
    assert refused(begun(pot(wall)), aim(16, 10)) == ("ELD-DEF-LOS", "ELD-DEF-ACT-TARGETLESS")
    assert "nothing that is aimed at a place" in said(begun(pair()), aim(12, 10))
    assert weapons(pair().model("A")) == ()


@pytest.mark.clause("ELD-DEF-ACT-TARGETLESS", "ELD-DEF-COV")
def test_cover_does_not_count_for_a_place():
    game = begun(pot(on_b="crouched"))

    assert plan(game, aim(16, 10)).tallies[1].value == 12
    assert plan(game, act("A", "attack:tar_pot", "B")).tallies[1].value == 10


@pytest.mark.clause("ELD-SHR-3", "ELD-DEF-ACT-TARGETLESS")
@pytest.mark.parametrize(("reading", "slowed"), [("hit", True), ("spared", False)])
def test_h_98_a_token_under_the_template_is_hit_though_it_is_no_target(reading, slowed):
    game = begun(pot(on_b="shrouded", aoe_shrouded=reading))
    given = (12, 20, 20, 12) if slowed else (12, 20, 12)

    assert "ELD-SHR-3" in refused(game, act("A", "attack:tar_pot", "B"))
    assert has(done(game, aim(16, 11.5), *given), "B", "slowed") == slowed


@pytest.mark.clause("ELD-DEF-ACT-TEMPLATE")
def test_a_circle_reaches_three_inches_up_and_down_and_not_through_walls():
    """C on a roof 3.2 in up; then a wall between the middle and C."""
    roof = 'terrain r "Roof" block 15,11 18,11 18,14 15,14 bottom=0 top={} sight=clear footing=open'
    high = "model A thrower red 10,10 facing=90 ap:2\nmodel B ref blue 16,10 facing=270\nmodel C ref red 16,12 z={}\n"

    for top, struck in ((2.9, ["B", "C"]), (3.2, ["B"])):
        game = position(high.format(top) + CROWD, roof.format(top))
        assert names(under(game, game.model("A"), TAR, (16.0, 10.3, 0.0))) == struck
    wall = 'terrain w "Wall" wall 12,10.68 20,10.68 20,10.70 12,10.70 bottom=0 top=5 sight=solid footing=solid'
    game = pot(wall)
    assert names(under(game, game.model("A"), TAR, (16.0, 10.0, 0.0))) == ["B"]


# ---------------------------------------------------------------- sprays


def breath(x=16.0, y=10.0, **readings):
    return position(
        f"model A breather red 10,10 facing=90 ap:2\nmodel B ref blue {x},{y} facing=270\n"
        f"model C ref red 13.5,11.2 facing=0\nmodel D ref blue 13.5,13.5 facing=0\n{CROWD}",
        BREATHER,
        **readings,
    )


@pytest.mark.clause("ELD-DEF-ACT-TEMPLATE")
def test_a_spray_lies_from_the_attacker_to_its_target_and_beyond():
    game = breath()

    assert names(under(game, game.model("A"), BILE, (16.0, 10.0, 0.0))) == ["B", "C"]
    assert plan(begun(game), act("A", "attack:bile_breath", "B")).objections == ()


@pytest.mark.clause("ELD-DEF-ACT-TEMPLATE", "ELD-DEF-UNIT")
def test_a_spray_must_cover_its_target_to_the_far_side():
    """213 mm long from the edge of A: the far side of B may be 8.386 in away."""
    length = 213 / 25.4

    assert plan(begun(breath(x=10 + R + length - R)), act("A", "attack:bile_breath", "B")).objections == ()
    assert "ELD-DEF-ACT-TEMPLATE" in refused(
        begun(breath(x=10 + R + length - R + 0.05)), act("A", "attack:bile_breath", "B")
    )


# ---------------------------------------------------------------- shots into a melee


def mixed(on_c="", more=""):
    """A shoots at B, which C and D of A's side touch."""
    return position(
        f"model A ref red 10,10 facing=90 ap:2\nmodel B ref blue 16,10 facing=270\n"
        f"model C ref red 16,{10 + T} facing=0 {on_c}\nmodel D ref red 16,{10 - T} facing=180\n{more}{CROWD}"
    )


@pytest.mark.clause("ELD-DEF-FF")
def test_each_friend_beside_the_target_costs_a_shot_four():
    found = plan(begun(mixed()), act("A", "attack:bow", "B"))

    assert found.tallies[1].text() == "Bow: Accuracy 12 − 4 C beside it − 4 D beside it = 4"
    assert found.notes == ("A 17 or more hits C and D beside it instead.",)


@pytest.mark.clause("ELD-DEF-FF", "ELD-INC-10", "ELD-DEA-7")
@pytest.mark.parametrize("fallen", ["incapacitated crouched", "dead"])
def test_the_fallen_beside_the_target_are_ignored(fallen):
    assert plan(begun(mixed(on_c=fallen)), act("A", "attack:bow", "B")).tallies[1].value == 8


@pytest.mark.clause("ELD-DEF-FF", "ELD-PAN-8")
def test_natural_17_to_20_hits_a_friend_of_the_opponents_choice():
    game = begun(mixed())
    question = asking(game, act("A", "attack:bow", "B"), (17, 4)).question
    result = play(game, act("A", "attack:bow", "B"), (17, 4), "D", 10, 10, 13)

    assert (question.side, [option.id for option in question.options]) == ("blue", ["C", "D"])
    assert rolled(result) == [
        ("Bow of A at B", (17, 4)),
        ("damage of A on B, Bow", (10,)),
        ("damage of A on D, Bow", (10,)),
        ("Morale of D, hit by A", (13,)),
    ]
    assert (lost(result.game, "B"), lost(result.game, "D")) == (1, 1)
    assert marks(result.game, "D") == ["panicked 1", "engaged"]


@pytest.mark.clause("ELD-DEF-FF")
def test_without_friends_beside_it_a_17_is_only_a_miss():
    assert rolled(play(begun(pair(apart=5)), act("A", "attack:bow", "B"), (17, 20))) == [("Bow of A at B", (17, 20))]
