"""The state × action table of the restated rules, cell by cell, as written there.

·  may be declared          x  may not be declared
S  a size test comes first  m  the Disguise marker is lost as it is declared
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.systems.bushido.conditions import aggressive, defensive
from engine.systems.bushido.pools import melee_pool, ranged_pool
from tests.systems.bushido.duties import ACTIONS, begins, duties, table

CODES = {"ok": "·", "no": "x", "size": "S", "unmasked": "m"}

#    melee    shoot    focus    wait
#      charge   scenario disengage heal
#        run      complex  stand_up
#          walk     feat
MATRIX = {
    "":               "· · · · · · · · · · x · ·",
    "disguise":       "m m · · m m m · · m x · ·",
    "frightened":     "· · · · · · · · · · x · ·",
    "held":           "x x x x x x x · x · x x x",
    "immobilised":    "S S S S · S S · · S x · S",
    "impetuous":      "· · · · · · · · · · x · ·",
    "fire":           "· · · · · · · · · · x · ·",
    "poison":         "· · · · · · · · · · x · ·",
    "prone":          "x x x x x x x x x x · x x",
    "reload":         "· · · · · · · · · · x · ·",
    "spirit_block":   "· · · · · · · · · · x · ·",
    "stunned":        "· · · · · · · · · · x · ·",
    "berserk":        "· x x x x x x x x x x x x",
    "bleed":          "· · · · · · · · · · x · ·",
    "blind":          "· x x · x · · · · · x · ·",
    "control":        "· x · · · · x x x · x · ·",
    "death_sentence": "· · · · · · · · · · x · ·",
    "disease":        "· · · · · · · · · · x · ·",
}  # fmt: skip
"""Rows: a model in exactly this condition, with two counters, an enemy's back 3 inches away."""

POOLS = {
    "frightened": (-1, -1),
    "held": (-1, 0),
    "prone": (-1, 0),
    "stunned": (-1, -1),
    "blind": (-1, 0),
}
"""Terms of the melee and the ranged pool; 0 and 0 for all other conditions."""
DEFENSIVE, AGGRESSIVE = ("frightened", "held"), ("berserk",)


@pytest.mark.clause(
    *("BUS-HELD-2", "BUS-PRONE-9", "BUS-IMMOBILISED-1", "BUS-IMMOBILISED-2", "BUS-BLIND-1", "BUS-BLIND-3"),
    *("BUS-BLIND-4", "BUS-CONTROLLED-4", "BUS-CONTROLLED-6", "BUS-CONTROLLED-9", "BUS-BERSERK-3", "BUS-BERSERK-4"),
    *("BUS-DISGUISED-12", "BUS-DISGUISED-13", "BUS-DISGUISED-14", "BUS-DISGUISED-15", "BUS-DISGUISED-17"),
)
@pytest.mark.parametrize("state", MATRIX)
def test_what_a_model_in_one_condition_may_declare(state: str) -> None:
    conditions = (state,) if state else ()
    found = duties(table(*conditions), table(*conditions, apart=0.0))

    assert dict(zip(ACTIONS, MATRIX[state].split(), strict=True)) == {
        action: CODES[begun] for action, begun in found.items()
    }


@pytest.mark.clause("BUS-BERSERK-5", "BUS-BERSERK-6", "BUS-BERSERK-8")
@pytest.mark.parametrize(
    ("conditions", "inches", "free"),
    [
        (("berserk",), 3.0, {"melee"}),
        (("berserk",), 6.0, {"charge"}),
        (("berserk",), 15.0, {"run"}),
        (
            ("berserk", "blind"),
            15.0,
            {"melee", "walk", "scenario", "scenario_complex", "feat", "focus", "wait", "heal"},
        ),
    ],
    ids=["first step", "second step", "third step", "fourth step"],
)
def test_the_four_steps_of_the_berserk(conditions: tuple[str, ...], inches: float, free: set[str]) -> None:
    game = table(*conditions, apart=inches)

    assert {action for action in ACTIONS if begins(game, action) != "no"} == free


@pytest.mark.clause("BUS-FRIGHTENED-4")
def test_fright_forbids_going_into_contact_with_the_fearsome_only() -> None:
    game = table("frightened", enemy="fearful")

    assert {action for action in ACTIONS if begins(game, action) == "no"} == {
        *("melee", "charge"),
        *("disengage", "stand_up"),  # as for anybody who touches no enemy and is on his feet
    }


@pytest.mark.clause("BUS-RELOADING-1")
@pytest.mark.parametrize(("able", "code"), [("able", "ok"), ("loaded", "no")])
def test_reloading_stops_the_weapons_that_have_to_be_reloaded(able: str, code: str) -> None:
    assert begins(table("reload", able=able), "shoot") == code


@pytest.mark.clause("BUS-CONTROLLED-4", "BUS-CONTROLLED-6")
@pytest.mark.parametrize(("able", "code"), [("able", "ok"), ("armed", "no")])
def test_a_controlled_model_shoots_no_weapon_that_takes_ammunition(able: str, code: str) -> None:
    game = table("control", able=able, counters="activations:2 ki:2 wounds_lost:1 ammo:3")

    assert begins(game, "shoot") == code


@pytest.mark.clause("BUS-CONTROLLED-9", "BUS-CONTROLLED-4")
def test_with_two_control_markers_complex_actions_are_open_and_feats_are_not() -> None:
    found = duties(table("control", "control"), table("control", "control", apart=0.0))

    assert {action for action, begun in found.items() if begun == "no"} == {"feat", "stand_up"}


@pytest.mark.clause("BUS-DISEASED-2")
def test_what_a_sick_model_can_do_with_the_counter_it_has_left() -> None:
    found = duties(
        table("disease", counters="activations:1 ki:2 wounds_lost:1"),
        table("disease", apart=0.0, counters="activations:1 ki:2 wounds_lost:1"),
    )

    assert {action for action, begun in found.items() if begun == "no"} == {
        *("charge", "focus", "scenario_complex"),
        "stand_up",
    }


@pytest.mark.clause("BUS-IMMOBILISED-3")
def test_an_immobilised_archer_tests_only_if_it_has_to_turn() -> None:
    assert begins(table("immobilised"), "shoot") == "ok"
    game = table("immobilised")
    turned = game.with_model(replace(game.model("A"), facing=270.0))

    assert begins(turned, "shoot") == "size"


@pytest.mark.clause(
    *("BUS-FRIGHTENED-2", "BUS-FRIGHTENED-3", "BUS-HELD-6", "BUS-PRONE-1", "BUS-STUNNED-1", "BUS-STUNNED-2"),
    "BUS-BLIND-2",
)
@pytest.mark.parametrize("state", MATRIX)
def test_what_one_condition_does_to_the_pools(state: str) -> None:
    game = table(*((state,) if state else ()))
    melee, ranged = POOLS.get(state, (0, 0))

    assert melee_pool(game, game.model("A")).value == 4 + melee
    assert ranged_pool(game, game.model("A")).value == 3 + ranged


@pytest.mark.clause("BUS-FRIGHTENED-1", "BUS-HELD-1", "BUS-BERSERK-1")
@pytest.mark.parametrize("state", MATRIX)
def test_what_one_condition_does_to_the_division(state: str) -> None:
    game = table(*((state,) if state else ()))

    assert bool(defensive(game, game.model("A"))) == (state in DEFENSIVE)
    assert bool(aggressive(game, game.model("A"))) == (state in AGGRESSIVE)


@pytest.mark.clause("BUS-DEATHSENTENCE-1", "BUS-DEATHSENTENCE-2", "BUS-DEATHSENTENCE-4")
def test_a_sentence_gives_the_enemy_a_die() -> None:
    game = table("death_sentence", "death_sentence", apart=0.0, enemy="archer")
    marked, enemy = game.model("A"), game.model("E")

    assert melee_pool(game, enemy, marked).value - melee_pool(game, enemy).value == 1
    assert ranged_pool(game, enemy, marked).value - ranged_pool(game, enemy).value == 1
