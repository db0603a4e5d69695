"""Chapter: Ranged Attacks — who may be shot at, the challenge number, reloading, ammunition, astray."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.events import Noted, Rolled
from engine.odds import odds
from engine.systems.bushido.pools import ranged_pool
from engine.systems.bushido.readings import DEATH_SENTENCE_REDIRECTED, SHOT_AFTER_WALK
from engine.systems.bushido.shooting import challenge_number
from engine.systems.bushido.weapons import ranged_weapons
from tests.systems.bushido.fights import table
from tests.systems.bushido.positions import (
    SYSTEM,
    T,
    act,
    asking,
    counters,
    done,
    legal,
    marks,
    move,
    plan,
    play,
    refused,
)

R = T / 2


def lane(a="archer", b="man", apart=6.0, on_a="", on_b="", more="", **readings):
    """A looks right at B, who looks back: *apart* inches from edge to edge."""
    return table(
        f"model A {a} red 10,10 facing=90 activations:2 {on_a}\n"
        f"model B {b} blue {10 + 2 * R + apart},10 facing=270 activations:2 {on_b}\n{more}",
        **readings,
    )


def number(game, moves=False):
    shooter, target = game.model("A"), game.model("B")
    return challenge_number(game, shooter, target, ranged_weapons(shooter)[0], moves)


def hurt(game, model):
    return game.model(model).count("wounds_lost")


# ---------------------------------------------------------------- the challenge number


@pytest.mark.clause("BUS-DEF-32")
@pytest.mark.parametrize(("apart", "least"), [(3.9, 4), (4.0, 4), (4.1, 5), (8.0, 5), (8.1, 6), (12.0, 6)])
def test_bands_of_a_short_bow(apart, least):
    assert number(lane(apart=apart)).value == least


@pytest.mark.clause("BUS-DEF-32", "BUS-PRONE-1")
def test_h_116_a_prone_target_is_one_easier():
    tally = number(lane(on_b="prone"))

    assert tally.text() == "Challenge number 5 medium range, short bow − 1 prone target = 4"


@pytest.mark.clause("BUS-DEF-32", "BUS-DEF-12")
@pytest.mark.parametrize(
    ("base", "traits", "more"), [(30, "", 0), (40, "", -1), (50, "", -2), (60, "", -3), (30, "tiny", 1)]
)
def test_a_big_target_is_easier_and_a_tiny_one_harder(base, traits, more):
    kept = f"traits={traits}" if traits else ""
    game = table(
        f'profile odd "Odd" base={base} MP=3 RP=0 Move=4 Ki=1 KiMax=2 Wounds=4 {kept}\n'
        "model A archer red 10,10 facing=90\nmodel B odd blue 17,10 facing=270"
    )

    assert number(game).value == 5 + more


@pytest.mark.clause("BUS-DEF-32")
@pytest.mark.parametrize(
    ("line", "moves", "least"),
    [({"on_b": "ran:1"}, False, 6), ({"on_a": "shots:1"}, False, 6), ({}, True, 6), ({"on_b": "surprised"}, False, 4)],
)
def test_running_targets_second_shots_and_moving_shooters(line, moves, least):
    assert number(lane(**line), moves).value == least


@pytest.mark.clause("BUS-DEF-32")
def test_scenery_close_before_the_target_is_cover():
    wall = "terrain w wall 15.2,9 15.6,9 15.6,11 15.2,11 bottom=0 top=1 sight=solid footing=solid"

    assert number(lane(more=wall)).value == 5 + 2


@pytest.mark.clause("BUS-FRIGHTENED-3", "BUS-STUNNED-2", "BUS-DEATHSENTENCE-1", "BUS-DEF-28")
@pytest.mark.parametrize(
    ("on_a", "on_b", "dice"),
    [
        ("frightened frightened", "", 2),
        ("stunned stunned", "", 2),
        ("", "death_sentence death_sentence", 4),
        ("prone blind held@B", "", 3),
    ],
)
def test_dice_of_a_shot(on_a, on_b, dice):
    game = lane(on_a=on_a, on_b=on_b)

    assert ranged_pool(game, game.model("A"), game.model("B")).value == dice


# ---------------------------------------------------------------- the shot


@pytest.mark.clause("BUS-DEATHSENTENCE-1", "BUS-DEATHSENTENCE-3", "BUS-DEF-30", "BUS-DEF-32")
def test_h_176_a_shot_at_a_sentenced_target():
    """4 dice 5,5,3,2: 5 + 2 = 7 against 5, level 2; damage 8 + 1 = 9: 3 wounds."""
    result = play(lane(on_b="death_sentence"), act("A", "shoot", "B"), (5, 5, 3, 2), (4, 4))

    assert hurt(result.game, "B") == 3
    assert counters(result.game, "A") == {"activations": 1, "shots": 1}
    assert counters(result.game, "B") == {"activations": 2, "wounds_lost": 3}


@pytest.mark.clause("BUS-DEF-32")
def test_a_miss_costs_the_action_all_the_same():
    result = play(lane(), act("A", "shoot", "B"), (3, 1, 1))

    assert hurt(result.game, "B") == 0
    assert counters(result.game, "A") == {"activations": 1, "shots": 1}
    assert result.game.active == "blue"


@pytest.mark.clause("BUS-DEF-27")
def test_a_shot_may_be_boosted():
    result = play(lane(on_a="ki:1"), act("A", "shoot", "B"), "boost", (2, 2, 2, 2))

    assert counters(result.game, "A") == {"activations": 1, "shots": 1}


@pytest.mark.clause("BUS-DEF-32")
def test_the_odds_of_a_shot_are_exact():
    """3 dice against 5, and no wound at level 0 with 8 or less."""
    found = odds(SYSTEM, lane(), act("A", "shoot", "B"))
    hits = found.chance(lambda end: hurt(end, "B") > 0)

    assert hits < Fraction(1) - Fraction(10, 36)
    assert sum(share for _, share in found.table()) == 1


# ---------------------------------------------------------------- who may shoot whom


@pytest.mark.clause("BUS-BLIND-1")
def test_h_124_a_blind_archer_has_no_target():
    assert set(refused(lane(apart=5, on_a="blind"), act("A", "shoot", "B"))) >= {"BUS-DEF-17", "BUS-BLIND-1"}


@pytest.mark.clause("BUS-DISGUISED-1")
def test_h_001_a_disguised_enemy_is_no_target_for_ki_1():
    game = lane("archer", on_b="disguise=5", more="model N man blue 18.1,12 facing=270 activations:2")
    dull = table(
        'profile dull_archer "Dull" base=30 MP=4 RP=3 Move=4 Ki=1 KiMax=4 Wounds=5 equipment=short_bow\n'
        "model A dull_archer red 10,10 facing=90 activations:2\nmodel B man blue 17,10 facing=270 disguise=5\n"
        "model N man blue 18,12 facing=270 activations:2"
    )

    assert legal(game, act("A", "shoot", "B"))
    assert "BUS-DISGUISED-1" in refused(dull, act("A", "shoot", "B"))
    assert legal(dull, act("A", "shoot", "N"))


@pytest.mark.clause("BUS-DISGUISED-3", "BUS-DISGUISED-5", "BUS-DISGUISED-8", "BUS-DISGUISED-9")
def test_h_004_a_keen_archer_sees_through_the_disguise_and_shoots():
    game = lane(on_b="disguise=4 disguise=6")
    after = done(game, act("A", "shoot", "B"), (5, 5), (6, 5, 2), (4, 4))

    assert marks(after, "B") == []
    assert hurt(after, "B") == 3


@pytest.mark.clause("BUS-DISGUISED-10", "BUS-DISGUISED-11")
def test_h_005_or_does_not_and_has_shot_at_nobody():
    after = done(lane(on_b="disguise=4 disguise=6"), act("A", "shoot", "B"), (4, 1))

    assert marks(after, "B") == ["disguise 4", "disguise 6"]
    assert counters(after, "A") == {"activations": 1}


@pytest.mark.clause("BUS-DISGUISED-4")
def test_out_of_range_nothing_is_tested():
    game = lane(apart=12.5, on_b="disguise=5")

    assert refused(game, act("A", "shoot", "B")) == ("BUS-DEF-32",)


@pytest.mark.clause("BUS-DISGUISED-4", "BUS-DISGUISED-10", "BUS-DISGUISED-11")
def test_h_179_walk_and_shoot_at_the_disguised_the_test_comes_first():
    game = lane(apart=14, on_b="disguise=5")
    walk = move(game, "A", (14, 10), how="shoot")
    after = done(game, walk, (3, 1))

    assert (after.model("A").x, counters(after, "A")) == (10, {"activations": 1})
    assert marks(after, "B") == ["disguise 5"]


def test_or_by_another_reading_the_walk():
    game = lane(apart=14, on_b="disguise=5", **{SHOT_AFTER_WALK: "after_walk"})
    after = done(game, move(game, "A", (14, 10), how="shoot"), (3, 1))

    assert (after.model("A").x, counters(after, "A")) == (14, {"activations": 1})


@pytest.mark.clause("BUS-DISGUISED-18")
def test_h_016_in_the_zone_of_a_disguised_model_one_may_walk_and_shoot():
    game = table(
        "model A archer red 10,10 facing=90 activations:2\nmodel N man blue 20,10 facing=270 activations:2\n"
        f"model D man blue {13 + T + 0.8},8.5 facing=270 activations:2 disguise=5"
    )
    walked = move(game, "A", (13, 8.5), how="shoot")

    assert asking(game, walked).question.what in ("shot of A at N", "what A does with its walk")
    bare = game.with_model(game.model("D").__class__(**{**_fields(game.model("D")), "markers": ()}))
    assert not legal(bare, walked)


def _fields(model):
    return {name: getattr(model, name) for name in model.__struct_fields__}


@pytest.mark.clause("BUS-DEF-ACTION-SHOOT", "BUS-DEF-15")
def test_nobody_shoots_from_contact_or_out_of_a_zone():
    beside = lane(apart=0)
    near = lane(apart=0.8)

    assert "BUS-DEF-11" in refused(beside, act("A", "shoot", "B"))
    assert "BUS-DEF-15" in refused(near, act("A", "shoot", "B"))


@pytest.mark.clause("BUS-IMMOBILISED-2", "BUS-IMMOBILISED-3")
def test_h_056_an_immobilised_archer_shoots_without_a_test_unless_it_turns_or_walks():
    still = lane(on_a="immobilised")
    behind = table(
        "model A archer red 10,10 facing=270 activations:2 immobilised\nmodel B man blue 17,10 facing=270 activations:2"
    )

    assert asking(still, act("A", "shoot", "B")).question.what == "shot of A at B"
    assert "Size" in asking(behind, act("A", "shoot", "B")).question.what
    assert marks(done(still, act("A", "shoot", "B"), (1, 1, 1)), "A") == ["immobilised"]


# ---------------------------------------------------------------- walking before and after


@pytest.mark.clause("BUS-DEF-ACTION-SHOOT", "BUS-DEF-32")
def test_a_walk_before_a_shot_makes_it_harder_by_one():
    game = lane(apart=14)
    walk = move(game, "A", (13, 10), how="shoot")

    assert plan(game, walk).tallies[0].text().endswith("+ 1 shooter moves = 7")
    after = done(game, walk, (6, 2, 2), (4, 4))
    assert (after.model("A").x, hurt(after, "B")) == (13, 1)


def test_where_either_order_is_possible_the_player_says_which():
    game = lane(apart=6)
    back = move(game, "A", (9, 10), how="shoot")

    assert [option.id for option in asking(game, back).question.options] == ["walk B", "shoot B"]
    first = play(game, back, "shoot B", (6, 2, 2), (4, 4))
    kinds = [type(event).__name__ for event in first.events]
    assert kinds.index("Rolled") < kinds.index("Moved")
    assert first.game.model("A").x == 9


# ---------------------------------------------------------------- reloading and ammunition


@pytest.mark.clause("BUS-RELOADING-1", "BUS-RELOADING-2")
def test_h_131_with_a_reload_marker_only_the_javelins_fly():
    game = table(
        "model A pair red 10,10 facing=90 activations:2 reload reload\nmodel B man blue 14,10 facing=270 activations:2"
    )
    shot = play(game, act("A", "shoot", "B"), (2, 1, 1))
    assert "javelins" in plan(game, act("A", "shoot", "B")).tallies[0].text()
    assert marks(shot.game, "A") == ["reload", "reload"]

    once = done(game, act("A", "wait"), "reload")
    assert marks(once, "A") == ["reload"]


@pytest.mark.clause("BUS-RELOADING-1")
def test_without_another_weapon_it_does_not_shoot_at_all():
    game = lane("gunner", on_a="reload ammo:5")

    assert refused(game, act("A", "shoot", "B")) == ("BUS-RELOADING-1",)


@pytest.mark.clause("BUS-DEF-TRAIT-RELOAD", "BUS-DEF-TRAIT-AMMO")
def test_a_matchlock_gains_two_markers_and_loses_one_shot():
    after = done(lane("gunner", on_a="ammo:5"), act("A", "shoot", "B"), (2, 1, 1))

    assert marks(after, "A") == ["reload", "reload"]
    assert counters(after, "A") == {"activations": 1, "ammo": 4, "shots": 1}


@pytest.mark.clause("BUS-DEF-TRAIT-AMMO")
def test_without_ammunition_nothing_is_shot():
    assert refused(lane("gunner"), act("A", "shoot", "B")) == ("BUS-DEF-TRAIT-AMMO",)


@pytest.mark.clause("BUS-CONTROLLED-4", "BUS-CONTROLLED-6")
def test_a_controlled_model_shoots_no_weapon_that_needs_a_token():
    game = lane("gunner", on_a="ammo:5 control owner@blue")

    assert "BUS-CONTROLLED-4" in refused(game, act("A", "shoot", "B"))
    assert legal(lane("archer", on_a="control owner@blue"), act("A", "shoot", "B"))


@pytest.mark.clause("BUS-CONTROLLED-4", "BUS-CONTROLLED-6")
def test_by_the_other_reading_it_shoots_and_the_token_stays():
    game = lane("gunner", on_a="ammo:5 control control owner@blue", controlled_tokens="token_stays")

    after = done(game, act("A", "shoot", "B"), (2, 1, 1))

    assert counters(after, "A")["ammo"] == 5


@pytest.mark.clause("BUS-DEF-TRAIT-ENTANGLING", "BUS-IMMOBILISED-12")
def test_h_172_a_net_entangles_and_does_not_wound_and_not_the_intangible():
    man, ghost = lane("netter", apart=1.5), lane("netter", "ghost", apart=1.5)

    after = done(man, act("A", "shoot", "B"), (6, 2, 2))
    assert (marks(after, "B"), hurt(after, "B")) == (["immobilised"], 0)
    after = done(ghost, act("A", "shoot", "B"), (6, 2, 2))
    assert (marks(after, "B"), hurt(after, "B")) == ([], 0)


@pytest.mark.clause("BUS-DEF-TRAIT-FIRE")
def test_fire_pots_leave_two_fires_where_they_wound():
    after = done(lane("potter", apart=2, on_a="ammo:3"), act("A", "shoot", "B"), (6, 2, 2), (4, 4))

    assert marks(after, "B") == ["fire 1", "fire 1"]


# ---------------------------------------------------------------- astray


def melee_lane(**readings):
    """A shoots at marked B, whom A's friend F touches."""
    return lane(on_b="death_sentence", more=f"model F man red {10 + 2 * R + 6},{10 + T} activations:2", **readings)


@pytest.mark.clause("BUS-DEF-32", "BUS-DEATHSENTENCE-1", "BUS-DEATHSENTENCE-3")
def test_h_182_a_shot_into_a_melee_may_hit_the_friend_without_the_damage_bonus():
    """Four dice for the marked target; the check of 6 fails with three; damage 8 on F at level 2: 2 wounds."""
    result = play(melee_lane(), act("A", "shoot", "B"), (5, 5, 3, 2), (2, 2, 1), (4, 4))

    assert (hurt(result.game, "F"), hurt(result.game, "B")) == (2, 0)
    assert any(isinstance(event, Noted) and "astray" in event.text for event in result.events)


def test_or_find_its_target():
    result = play(melee_lane(), act("A", "shoot", "B"), (5, 5, 3, 2), (6, 2, 1), (4, 4))

    assert (hurt(result.game, "F"), hurt(result.game, "B")) == (0, 3)


def test_a_huge_target_is_never_missed_for_a_friend():
    game = table(
        'profile huge "Huge" base=60 MP=3 RP=0 Move=4 Ki=1 KiMax=2 Wounds=9\n'
        f"model A archer red 10,10 facing=90 activations:2\nmodel B huge blue {10 + R + 30 / 25.4 + 6},10 facing=270\n"
        f"model F man red {10 + R + 30 / 25.4 + 6},{10 + R + 30 / 25.4} activations:2"
    )
    thrown = [
        event.what
        for event in play(game, act("A", "shoot", "B"), (5, 2, 2), (4, 4)).events
        if isinstance(event, Rolled)
    ]

    assert [what.split()[0] for what in thrown] == ["shot", "damage"]


@pytest.mark.clause("BUS-DEF-15", "BUS-DEF-ACTION-SHOOT")
def test_a_turn_before_the_shot_does_not_help_out_of_a_zone():
    game = table(
        "model A archer red 10,10 facing=270 activations:2\n"
        f"model B man blue {10 + T + 0.5},10 facing=270 activations:2"
    )

    assert "BUS-DEF-15" in refused(game, act("A", "shoot", "B"))


def test_a_miss_is_not_checked():
    result = play(melee_lane(), act("A", "shoot", "B"), (2, 2, 2, 1))

    assert [event.what for event in result.events if isinstance(event, Rolled)] == ["shot of A at B"]


def test_by_another_reading_the_one_hit_counts_for_the_pool_too():
    game = melee_lane(**{DEATH_SENTENCE_REDIRECTED: "one_hit"})
    result = play(game, act("A", "shoot", "B"), (2, 2, 1), (5, 5, 3), (4, 4))

    assert (hurt(result.game, "F"), hurt(result.game, "B")) == (2, 0)


@pytest.mark.clause("BUS-DEF-21")
def test_an_archer_shot_from_behind_is_surprised_until_the_shot_is_over():
    game = table("model A archer red 10,10 facing=90 activations:2\nmodel B man blue 17,10 facing=90 activations:2")
    result = play(game, act("A", "shoot", "B"), (3, 2, 1), (5, 5))

    assert hurt(result.game, "B") == 1
    assert marks(result.game, "B") == []
