"""Chapter: Ki Feats — price, aim, resistance and what they lay or take; Bodyguard and Rise."""

from __future__ import annotations

import pytest

from engine.commands import NextPhase
from engine.events import Lost, Noted, Placed
from engine.systems.bushido.readings import DISGUISE_OUTSIDE_ACTIVATION, FEAT_AGAINST
from tests.systems.bushido.fights import RIGHT, duel, fought, table
from tests.systems.bushido.positions import T, act, asking, counters, done, legal, marks, move, play, refused

CALL, LAMP, STRINGS = "feat:call_the_name", "feat:lamp_in_the_eyes", "feat:strings_of_salt"
CLEAN, WAIL, CROWD = "feat:wash_clean", "feat:wail", "feat:slip_into_the_crowd"


def facing(a="caller", b="man", apart=5.0, on_a="ki:6", on_b="", more=""):
    return table(
        f"model A {a} red 10,10 facing=90 activations:2 {on_a}\n"
        f"model B {b} blue {10 + T + apart},10 facing=270 activations:2 {on_b}\n{more}"
    )


# ---------------------------------------------------------------- feats


@pytest.mark.clause("BUS-DEF-27", "BUS-DEF-ACTION-FEAT")
def test_a_simple_feat_costs_its_ki_and_one_counter():
    after = done(facing(), act("A", CALL, "B"))

    assert marks(after, "B") == ["death_sentence"]
    assert counters(after, "A") == {"activations": 1, "ki": 4}


@pytest.mark.clause("BUS-CONTROLLED-1", "BUS-DEF-27")
@pytest.mark.parametrize(("dice", "side"), [((3, 1), "red"), ((5, 2), "blue")])
def test_a_complex_feat_that_may_be_withstood(dice, side):
    """Ki 2 against 5: 3 falls short, 5 and a supporting die withstand."""
    after = done(facing(more="model E man blue 30,30"), act("A", STRINGS, "B"), dice)

    assert after.model("B").side == side
    assert counters(after, "A") == {"ki": 3}


def test_a_feat_needs_its_ki_its_range_its_sight_and_its_kind_of_target():
    assert refused(facing(on_a="ki:1"), act("A", CALL, "B")) == ("BUS-DEF-27",)
    assert legal(facing(apart=8), act("A", CALL, "B"))
    assert refused(facing(apart=8.1), act("A", CALL, "B")) == ("BUS-DEF-ACTION-FEAT",)
    assert "BUS-DEF-17" in refused(facing(on_a="ki:6 blind"), act("A", CALL, "B"))
    friend = facing(more="model F man red 10,14 activations:2")
    assert "BUS-DEF-ACTION-FEAT" in refused(friend, act("A", CALL, "F"))
    assert "BUS-DEF-27" in refused(facing("man"), act("A", CALL, "B"))


@pytest.mark.clause("BUS-BLIND-1")
def test_h_125_blind_one_still_aims_at_whom_one_touches_in_front():
    game = facing(apart=0, on_a="ki:6 blind")

    assert legal(game, act("A", CALL, "B"))


@pytest.mark.clause("BUS-DISGUISED-10", "BUS-DISGUISED-11", "BUS-DISGUISED-3")
def test_h_178_a_feat_at_the_disguised_fails_with_its_price():
    after = done(facing(on_a="ki:3", on_b="disguise=5"), act("A", CALL, "B"), (3, 1))

    assert marks(after, "B") == ["disguise 5"]
    assert counters(after, "A") == {"activations": 1, "ki": 1}


@pytest.mark.clause("BUS-DISGUISED-3")
def test_h_017_a_pulse_is_aimed_at_nobody():
    game = facing("cleaner", apart=2, on_b="disguise=5")
    after = done(game, act("A", WAIL))

    assert marks(after, "B") == ["disguise 5", "frightened"]


@pytest.mark.clause("BUS-FRIGHTENED-8")
def test_h_026_fright_by_a_feat_has_no_number():
    after = done(facing("cleaner", apart=2), act("A", WAIL))

    assert marks(after, "B") == ["frightened"]
    assert "fear_cn" not in counters(after, "B")


def test_a_pulse_reaches_every_enemy_within_its_range_and_nobody_else():
    game = facing(
        "cleaner", apart=3, more="model C man blue 10,14 activations:2\nmodel D man blue 10,16\nmodel F man red 10,8"
    )
    after = done(game, act("A", WAIL))

    assert [model.id for model in after.models if model.has("frightened")] == ["B", "C"]


def test_what_a_feat_takes_it_takes_from_friends_and_itself():
    game = facing("cleaner", on_a="ki:6 poison=2 bleed=1 disease stunned")

    assert marks(done(game, act("A", CLEAN, "A")), "A") == ["stunned"]


@pytest.mark.clause("BUS-DISGUISED-12")
def test_h_013_a_feat_keeps_the_disguise_and_may_even_bring_one():
    assert marks(done(facing("cleaner", on_a="ki:6"), act("A", CROWD)), "A") == ["disguise 4"]
    assert marks(done(facing(on_a="ki:6 disguise=5"), act("A", CALL, "B")), "A") == ["disguise 5"]


@pytest.mark.clause("BUS-IMMOBILISED-2")
def test_h_059_a_feat_without_a_walk_is_free_for_the_immobilised_with_one_it_is_not():
    game = facing(on_a="ki:6 immobilised")

    assert marks(done(game, act("A", CALL, "B")), "A") == ["immobilised"]
    walk = move(game, "A", (11, 10), how="feat")
    assert "Size" in asking(game, walk, "walk lamp_in_the_eyes B").question.what


def test_a_feat_joined_with_a_walk_reaches_from_its_end():
    game = facing(apart=9)
    after = done(game, move(game, "A", (13.5, 10), how="feat"), (2, 2))

    assert (after.model("A").x, marks(after, "B")) == (13.5, ["blind"])


@pytest.mark.clause("BUS-CONTROLLED-4")
def test_a_controlled_model_uses_no_feat_that_costs_ki():
    assert "BUS-CONTROLLED-4" in refused(facing(on_a="ki:6 control owner@blue"), act("A", CALL, "B"))


# ---------------------------------------------------------------- bodyguard


def court(on_g=""):
    """Enemy A looks at D from the left; D's bodyguard G stands behind D."""
    return table(
        f"model A man red {10 - T - 4},10 facing=90 activations:2\n"
        "model D ward blue 10,10 facing=270 activations:2\n"
        f"model G guard blue 13,10 facing=270 {'' if 'activations' in on_g else 'activations:2'} {on_g}"
    )


@pytest.mark.clause("BUS-DEF-TRAIT-BODYGUARD")
def test_a_bodyguard_changes_places_and_takes_the_melee():
    result = play(court(), act("A", "melee", "D"), "G", "2/2", "2/2", (2, 2), (6, 6), (2, 2), (6, 6))
    after = result.game

    assert (after.model("G").x, after.model("D").x) == (10, 13)
    assert counters(after, "G") == {"activations": 1}
    assert counters(after, "D") == {"activations": 2}
    assert sum(isinstance(event, Placed) for event in result.events) == 2
    assert [marks(after, name) for name in "ADG"] == [[], [], []]


@pytest.mark.clause("BUS-DISGUISED-16", "BUS-DISGUISED-10")
def test_h_014_stepping_in_gives_the_bodyguards_disguise_away_and_nothing_is_tested():
    result = play(court("disguise=5"), act("A", "melee", "D"), "G", "2/2", "2/2", (2, 2), (6, 6), (2, 2), (6, 6))
    first = next(event for event in result.events if isinstance(event, Lost))

    assert (first.status, first.why) == ("disguise", ("BUS-DISGUISED-16",))
    assert marks(result.game, "G") == []


@pytest.mark.clause("BUS-DEF-TRAIT-BODYGUARD")
def test_or_lets_it_be():
    after = done(court(), act("A", "melee", "D"), "nobody", "2/2", "2/2", (2, 2), (6, 6), (2, 2), (6, 6))

    assert after.model("D").x == 10
    assert counters(after, "D") == {"activations": 1}


@pytest.mark.clause("BUS-DEF-TRAIT-BODYGUARD")
@pytest.mark.parametrize("words", ["prone", "activations:0", "blind"])
def test_neither_the_prone_nor_the_exhausted_nor_the_unseeing_step_in(words):
    game = court(words)

    assert asking(game, act("A", "melee", "D")).question.what == "how D divides 4 dice"


@pytest.mark.clause("BUS-DEF-TRAIT-BODYGUARD")
@pytest.mark.parametrize("beside", [f"13,{10 + T}", f"10,{10 + T}"])
def test_nobody_steps_in_out_of_contact_or_for_somebody_in_it(beside):
    """A red model touches the bodyguard, then the guarded model."""
    game = table(
        f"model A man red {6 - T},10 facing=90 activations:2\nmodel D ward blue 10,10 facing=270 activations:2\n"
        f"model G guard blue 13,10 facing=270 activations:2\nmodel R man red {beside} facing=0 activations:2"
    )

    assert asking(game, act("A", "melee", "D")).question.what.startswith("how D divides")


@pytest.mark.clause("BUS-DEF-TRAIT-GUARDED")
def test_nobody_steps_in_for_a_model_that_is_not_guarded():
    game = table(
        f"model A man red {6 - T},10 facing=90 activations:2\nmodel D man blue 10,10 facing=270 activations:2\n"
        "model G guard blue 13,10 facing=270 activations:2"
    )

    assert asking(game, act("A", "melee", "D")).question.what == "how D divides 4 dice"


@pytest.mark.clause("BUS-DEF-TRAIT-BODYGUARD", "BUS-DEF-25")
def test_a_bodyguard_must_face_fear_before_it_steps_in():
    game = table(
        f"model A fearful red {10 - T - 3},10 facing=90 activations:2\n"
        "model D ward blue 10,10 facing=270 activations:2\n"
        "model G guard blue 13,10 facing=270 activations:2"
    )
    result = play(game, act("A", "melee", "D"), "G", (2, 1), (6, 1), "2/2", "2/2", (2, 2), (6, 6), (2, 2), (6, 6))

    assert any(isinstance(event, Noted) and "does not dare" in event.text for event in result.events)
    assert result.game.model("D").x == 10


@pytest.mark.clause("BUS-DEF-TRAIT-BODYGUARD")
def test_a_bodyguard_takes_a_shot():
    game = table(
        "model A archer red 4,10 facing=90 activations:2\nmodel D ward blue 10,10 facing=270 activations:2\n"
        "model G guard blue 13,10 facing=270 activations:2"
    )
    after = done(game, act("A", "shoot", "D"), "G", (6, 2, 2), (4, 4))

    assert after.model("G").count("wounds_lost") > 0
    assert (after.model("G").x, after.model("D").x) == (10, 13)


# ---------------------------------------------------------------- rise


DUEL = f"model A man red 10,10 activations:2\nmodel B riser blue {RIGHT} activations:2"
RISER = 'profile riser "Riser" base=30 MP=4 RP=3 Move=4 Ki=2 KiMax=6 Wounds=5 Rise=4 traits=rise equipment=short_sword'


@pytest.mark.clause("BUS-DEF-TRAIT-RISE", "BUS-DEF-10")
@pytest.mark.parametrize(("die", "place"), [(4, "table"), (3, "removed")])
def test_who_has_rise_may_come_back_whole_and_prone(die, place):
    game = table(f"{RISER}\n{DUEL} wounds_lost:4\nmodel C man blue 30,30")
    after = fought(game, "2/2", "2/2", (6, 6), (2, 2), (2, 2), (6, 6), (4, 4), die)

    assert after.model("B").place == place
    if place == "table":
        assert (marks(after, "B"), counters(after, "B")) == (["prone"], {"activations": 1})


def test_the_dead_of_fire_do_not_rise():
    game = table(
        f"{RISER}\nmodel A man red 10,10\nmodel B riser blue 20,10 wounds_lost:4 fire=3\nmodel C man blue 30,30",
        phase="end",
    )
    assert done(game, NextPhase()).model("B").place == "removed"


def test_a_fight_without_bodyguards_asks_nobody():
    assert asking(duel(), act("A", "melee", "B")).question.what == "how B divides 4 dice"


# ---------------------------------------------------------------- instant feats

BREATH = "feat:cold_breath"


def breather(on_a="ki:3", on_b="", active="blue", **readings):
    """It is B's side to act; A knows an instant feat."""
    return table(
        'profile breather "Breather" base=30 MP=4 RP=3 Move=4 Ki=2 KiMax=6 Wounds=5 traits=cold_breath\n'
        f"model A breather red 10,10 facing=90 activations:2 {on_a}\n"
        f"model B man blue 15,10 facing=270 activations:2 {on_b}",
        active,
        **readings,
    )


@pytest.mark.clause("BUS-DEF-27")
def test_an_instant_feat_is_no_action():
    after = done(breather(), act("A", BREATH, "B"))

    assert marks(after, "B") == ["stunned"]
    assert counters(after, "A") == {"activations": 2, "ki": 1}
    assert after.active == "blue"


@pytest.mark.clause("BUS-DISGUISED-3")
@pytest.mark.parametrize(("reading", "left"), [("feat_only", 2), ("one_counter", 1)])
def test_h_184_an_instant_feat_at_the_disguised_may_fail(reading, left):
    after = done(breather(on_b="disguise=5", **{DISGUISE_OUTSIDE_ACTIVATION: reading}), act("A", BREATH, "B"), (3, 1))

    assert marks(after, "B") == ["disguise 5"]
    assert counters(after, "A") == {"activations": left, "ki": 1}


def test_or_see_through_it():
    assert marks(done(breather(on_b="disguise=5"), act("A", BREATH, "B"), (5, 2)), "B") == ["stunned"]


@pytest.mark.clause("BUS-PRONE-9", "BUS-HELD-2")
@pytest.mark.parametrize("words", ["prone", "held@B", "berserk impetuous"])
def test_no_action_so_neither_prone_nor_held_nor_berserk_forbid_it(words):
    assert legal(breather(f"ki:3 {words}"), act("A", BREATH, "B"))


@pytest.mark.clause("BUS-DEF-21", "BUS-CONTROLLED-4", "BUS-DEF-27")
@pytest.mark.parametrize(
    ("words", "why"),
    [("ki:3 surprised", "BUS-DEF-21"), ("ki:3 control owner@blue", "BUS-CONTROLLED-4"), ("ki:1", "BUS-DEF-27")],
)
def test_who_may_not_use_one(words, why):
    assert why in refused(breather(words), act("A", BREATH, "B"))


@pytest.mark.clause("BUS-DISGUISED-3")
def test_by_another_reading_a_pulse_over_the_disguised_is_used_against_them():
    game = table(
        "model A cleaner red 10,10 facing=90 activations:2 ki:6\n"
        "model B man blue 13,10 facing=270 activations:2 disguise=5\nmodel C man blue 13,12",
        **{FEAT_AGAINST: "affecting"},
    )
    failed = done(game, act("A", WAIL), (3, 1))

    assert (marks(failed, "B"), marks(failed, "C")) == (["disguise 5"], [])
    assert counters(failed, "A") == {"activations": 1, "ki": 4}
    assert marks(done(game, act("A", WAIL), (5, 2)), "B") == ["frightened"]
