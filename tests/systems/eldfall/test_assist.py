"""Chapter: Assist and Ritual — whom one may help, with what, how often, and what it does."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.odds import odds
from engine.play import Refused
from engine.systems.eldfall.assist import number
from engine.systems.eldfall.weapons import Aid
from tests.systems.eldfall.fights import begun, cited, has, lost, rolled, told
from tests.systems.eldfall.positions import (
    SYSTEM,
    T,
    act,
    asking,
    done,
    legal,
    marks,
    move,
    plan,
    play,
    position,
    refused,
)

REF = "base=32 height=1.7717 STA=2 SPD=5 OFF=13 DEF=11 ACC=12 INT=9 AG=11 T=13 ARM=3 HP=2 M=12"
MENDER = f'profile wren "Wren" {REF} equipment=mending_light,clear_sight,veil_of_ash,drink_deep,blade'
CROWD = "model X ref blue 30,30\nmodel Y ref blue 33,30\nmodel Z ref red 30,33"


def group(a="healer", on_a="", on_b="", on_c="", apart=0.0, **readings):
    """A helps B in front of it and C to its right; D is an enemy far off."""
    return begun(
        position(
            f"model A {a} red 10,10 facing=90 ap:2 {on_a}\nmodel B ref red {10 + T + apart},10 facing=270 {on_b}\n"
            f"model C ref red 10,{10 + T + apart} facing=0 {on_c}\nmodel D ref blue 20,25 facing=0\n{CROWD}",
            MENDER,
            **readings,
        )
    )


# ---------------------------------------------------------------- whom


@pytest.mark.clause("ELD-DEF-ACT-ASSIST", "ELD-DEF-BC", "ELD-DEF-RCH", "ELD-DEF-LOS")
def test_an_aid_is_for_oneself_and_friends_in_reach_and_sight():
    near, far = group(), group(apart=0.1)

    for target in "ABC":
        assert legal(near, act("A", "assist:field_dressing", target))
    assert legal(far, act("A", "assist:field_dressing", "A"))
    assert refused(far, act("A", "assist:field_dressing", "B")) == ("ELD-DEF-RCH",)
    assert legal(far, act("A", "assist:steady_hand", "B"))
    assert refused(near, act("A", "assist:field_dressing", "D"))[0] == "ELD-DEF-ACT-ASSIST"
    behind = begun(
        position(
            f"model A healer red 10,10 facing=270 ap:2\nmodel B ref red {10 + T},10 bleeding\nmodel D ref blue 20,20"
        )
    )
    assert refused(behind, act("A", "assist:field_dressing", "B")) == ("ELD-DEF-LOS",)


@pytest.mark.clause("ELD-DEF-ACT-ASSIST")
def test_some_aids_are_for_others_only_and_some_for_oneself():
    game = group(a="wren")

    assert refused(game, act("A", "assist:veil_of_ash", "A")) == ("ELD-DEF-ACT-ASSIST",)
    assert refused(game, act("A", "assist:drink_deep", "B")) == ("ELD-DEF-ACT-ASSIST",)
    assert refused(game, act("A", "assist:field_dressing", "B")) == ("ELD-DEF-ACT-ASSIST",)
    assert refused(game, act("A", "assist:clear_sight")) == ("ELD-DEF-ACT-ASSIST",)


@pytest.mark.clause("ELD-DEF-AWA", "ELD-DEF-ACT-ASSIST")
def test_an_aid_may_reach_as_far_as_awareness():
    """Agility 11."""
    for apart, why in ((11.0, ()), (11.1, ("ELD-DEF-AWA",))):
        game = group(a="wren", apart=apart, on_b="blinded")
        assert tuple(c for o in plan(game, act("A", "assist:clear_sight", "B")).objections for c in o.why) == why


@pytest.mark.clause("ELD-SHR-3", "ELD-DEF-ACT-ASSIST")
def test_h_97_no_assist_on_a_token():
    assert refused(group(on_b="shrouded bleeding"), act("A", "assist:field_dressing", "B")) == ("ELD-SHR-3",)


@pytest.mark.clause("ELD-ENG-7", "ELD-BLI-5")
@pytest.mark.parametrize("held", ["engaged@D", "blinded"])
def test_h_35_and_40_the_engaged_and_the_blinded_assist_only_themselves(held):
    game = group(on_a=held)
    clause = "ELD-ENG-7" if held.startswith("engaged") else "ELD-BLI-5"

    assert legal(game, act("A", "assist:field_dressing", "A"))
    assert clause in refused(game, act("A", "assist:field_dressing", "B"))


# ---------------------------------------------------------------- what it does


@pytest.mark.clause("ELD-BLE-8", "ELD-DEF-ACT-ASSIST")
def test_a_dressing_stops_bleeding_and_gives_a_hit_point_back():
    result = play(group(on_b="bleeding slowed wounds_lost:1"), act("A", "assist:field_dressing", "B"))

    assert marks(result.game, "B") == ["slowed"]
    assert lost(result.game, "B") == 0
    assert told(result) == ["A uses Field dressing on B"]
    assert "ELD-BLE-8" in cited(result)


@pytest.mark.clause(
    "ELD-BLI-7", "ELD-CON-6", "ELD-CRI-6", "ELD-SLO-3", "ELD-PAN-10", "ELD-POI-5", "ELD-WEA-6", "ELD-DEF-PET"
)
@pytest.mark.parametrize(
    ("aid", "status", "clause"),
    [
        ("clear_sight", "blinded", "ELD-BLI-7"),
        ("clear_sight", "confused", "ELD-CON-6"),
        ("clear_sight", "petrified", "ELD-DEF-PET"),
        ("steady_hand", "crippled", "ELD-CRI-6"),
        ("steady_hand", "slowed", "ELD-SLO-3"),
        ("steady_hand", "panicked", "ELD-PAN-10"),
        ("bitter_root", "poisoned", "ELD-POI-5"),
        ("bitter_root", "weakened", "ELD-WEA-6"),
    ],
)
def test_which_ability_ends_which_state(aid, status, clause):
    carrier = f'profile all "All" {REF} equipment={aid}'
    game = begun(
        position(
            f"model A all red 10,10 facing=90 ap:2\nmodel B ref red {10 + T},10 facing=270 {status}\n"
            f"model D ref blue 20,20\n{CROWD}",
            carrier,
        )
    )
    result = play(game, act("A", f"assist:{aid}", "B"), *((9,) if aid == "clear_sight" else ()))

    assert marks(result.game, "B") == []
    assert clause in cited(result)


@pytest.mark.clause("ELD-DEF-ACT-ASSIST", "ELD-DEF-DIE")
def test_a_spell_is_rolled_for_and_fails_above_intellect():
    game = group(a="wren", on_b="blinded")

    assert has(done(game, act("A", "assist:clear_sight", "B"), 10), "B", "blinded")
    assert not has(done(game, act("A", "assist:clear_sight", "B"), 9), "B", "blinded")
    found = odds(SYSTEM, game, act("A", "assist:clear_sight", "B"))
    assert not isinstance(found, Refused)
    assert dict(found.table()) == {"B no longer Blinded": Fraction(9, 20), "nobody is hurt": Fraction(11, 20)}


@pytest.mark.clause("ELD-DEF-STK", "ELD-DEF-ACT-ASSIST")
def test_strike_two_helps_two_or_one_twice():
    game = group(a="wren", on_b="wounds_lost:1 bleeding", on_c="wounds_lost:1", apart=3)

    both = done(game, act("A", "assist:mending_light", "B", "C"), 9, 9)
    assert (lost(both, "B"), lost(both, "C"), marks(both, "B")) == (0, 0, [])
    twice = play(game, act("A", "assist:mending_light", "B"), 10, 9)
    assert [what for what, _ in rolled(twice)] == ["Mending light of A on B"] * 2
    assert lost(twice.game, "B") == 0
    assert refused(game, act("A", "assist:mending_light", "A", "B", "C")) == ("ELD-DEF-ACT-ASSIST", "ELD-DEF-STK")
    offered = [
        o.command.targets for o in SYSTEM.offers(game, game.model("A")) if o.command.action == "assist:mending_light"
    ]
    assert offered == [("A",), ("B",), ("C",), ("Z",), ("A", "B"), ("A", "C"), ("B", "C")]


@pytest.mark.clause("ELD-INC-14", "ELD-INC-16", "ELD-INC-8")
def test_h_67_healed_in_the_same_phase_it_gets_up_and_activates_with_the_points_it_kept():
    game = group(on_b="incapacitated crouched wounds_lost:2 ap:1")
    game = done(game, act("A", "assist:field_dressing", "B"), "stands")

    assert marks(game, "B") == []
    assert legal(game, act("B", "idle"))


@pytest.mark.clause("ELD-SHR-1", "ELD-DEF-ACT-ASSIST", "ELD-DEF-WTM")
def test_a_veil_makes_a_friend_shrouded_as_the_sequence_ends():
    result = play(group(a="wren", apart=3), act("A", "assist:veil_of_ash", "B"), 9)

    assert marks(result.game, "B") == ["shrouded"]


@pytest.mark.clause("ELD-DEF-REA", "ELD-DEF-STK", "ELD-DEF-ACT-ASSIST")
def test_in_reaction_one_is_helped_and_active_spells_are_not_offered():
    game = position(
        f"model A ref red 10,10 facing=90 ap:2\nmodel B wren blue 16,10 facing=270 ap:1\n"
        f"model C ref blue 16,13 blinded\n{CROWD}",
        MENDER,
    )
    options = [option.id for option in asking(game, act("A", "idle")).question.options]

    assert [option for option in options if "@" in option] == [
        "assist:clear_sight@B", "assist:clear_sight@C", "assist:drink_deep@B",
    ]  # fmt: skip
    after = done(done(game, act("A", "idle"), "assist:clear_sight@C"), act("A", "nothing"), 9)
    assert not has(after, "C", "blinded")


# ---------------------------------------------------------------- Ritual


@pytest.mark.clause("ELD-DEF-ACT-RITUAL", "ELD-DEA-11", "ELD-DEA-12", "ELD-INC-14")
def test_h_73_a_ritual_that_says_so_revives_the_dead_without_a_roll():
    game = group(on_b="incapacitated crouched dead wounds_lost:2")
    result = play(game, act("A", "ritual:second_breath", "B"), "stays")

    assert rolled(result) == []
    assert marks(result.game, "B") == ["crouched"]
    assert lost(result.game, "B") == 1
    assert refused(game, act("A", "assist:field_dressing", "B")) == ("ELD-DEA-7", "ELD-DEA-11")


@pytest.mark.clause("ELD-DEF-ACT-RITUAL", "ELD-DEF-ACT", "ELD-IMM-3", "ELD-ENG-7")
def test_a_ritual_needs_an_idle():
    walk = position(
        f"model A healer red 10,10 facing=90 ap:2\nmodel B ref red {10 + T + 1},10 dead\nmodel D ref blue 20,20"
    )
    walked = done(walk, move(walk, "A", (11, 10)))

    assert "ELD-DEF-ACT" in refused(walked, act("A", "ritual:second_breath", "B"))
    assert "ELD-ENG-7" in refused(group(on_a="engaged@D"), act("A", "ritual:second_breath", "B"))


@pytest.mark.clause("ELD-DEF-ACT-RITUAL")
def test_a_spell_held_as_a_ritual_is_not_rolled_for():
    game = group()
    spell, rite = Aid(id="s", name="S", roll="INT"), Aid(id="r", name="R", roll="INT", ritual=True)

    assert number(game, game.model("A"), spell).value == 9
    assert number(game, game.model("A"), rite) is None


@pytest.mark.clause("ELD-DEF-ACT-ASSIST")
def test_what_is_foreseen_of_an_aid():
    assert plan(group(), act("A", "assist:field_dressing", "B")).notes == ("1 HP back, ends Bleeding.",)
    assert plan(group(a="wren"), act("A", "assist:clear_sight", "B")).tallies[0].text() == "Intellect 9"
