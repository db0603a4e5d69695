"""What comes with the book: heroes, monsters, items, drawings, and three rooms to meet in."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine import seeds
from engine.game import Model
from engine.geometry.grid import figure_of
from engine.skirmish import battle, profiles, skirmish
from engine.systems.descent import board
from engine.systems.descent.counters import in_play, is_hero
from engine.systems.descent.faces import faces
from engine.systems.descent.harm import takes
from engine.systems.descent.kit import equipped, fits
from engine.systems.descent.tables import armors, potions, raw, shields, weapons
from tests.systems.descent.positions import SYSTEM

TREE = Path(__file__).resolve().parents[3]
ICONS = TREE / "assets" / "icons"
GAME = skirmish("under_tallow_street")
BANDS = seeds.bands("descent")
EFFECTS = ("bleed", "burn", "daze", "poison", "stun", "web", "curse", "frost")


def given_by(model: Model) -> set[str]:
    """Every token that a hit of this figure can leave, bought with surges or not."""
    found: set[str] = set()
    for item in model.profile.equipment:
        weapon = weapons().get(item)
        if weapon is not None:
            found |= set(weapon.gives) | {surge.gives for surge in weapon.surges if surge.gives}
    return found


def test_four_heroes_and_nine_monsters_stand_ready() -> None:
    assert {model.profile.id for model in GAME.models} == {m.profile for band in BANDS for m in band.members}
    assert {model.name for model in GAME.models} == {m.name for band in BANDS for m in band.members}
    assert sum(is_hero(model) for model in GAME.models) == 4
    assert len(GAME.models) == 13


@pytest.mark.parametrize("effect", EFFECTS)
def test_a_monster_gives_every_effect(effect: str) -> None:
    givers = [model for model in GAME.models if not is_hero(model) and effect in given_by(model)]

    assert givers
    assert all(takes(GAME, model, effect) for model in GAME.models if is_hero(model))


def test_heroes_leave_tokens_too() -> None:
    assert {"bleed", "burn", "daze"} <= set().union(*(given_by(model) for model in GAME.models if is_hero(model)))


def test_there_are_figures_of_one_two_four_and_six_spaces() -> None:
    sizes = {(figure_of(model).wide, figure_of(model).deep) for model in GAME.models}

    assert {tuple(sorted(size)) for size in sizes} == {(1, 1), (1, 2), (2, 2), (2, 3)}


def test_everybody_stands_on_open_squares_of_his_own() -> None:
    walking = board.walking(GAME.table)
    taken = [space for model in GAME.models for space in figure_of(model).spaces]

    assert len(taken) == len(set(taken))
    assert all(walking.holds(figure_of(model)) for model in GAME.models)
    assert all(figure_of(model).centre() == (model.x, model.y) for model in GAME.models)
    assert all(in_play(model) for model in GAME.models)


def test_every_hero_has_something_that_can_shatter_and_no_more_than_two_hands_hold() -> None:
    heroes = [model for model in GAME.models if is_hero(model)]

    assert all(any(item in weapons() for item in equipped(model)) for model in heroes)
    assert sum(any(item in shields() for item in equipped(model)) for model in heroes) >= 2
    assert sum(any(item in armors() for item in equipped(model)) for model in heroes) >= 3
    assert all(fits(equipped(model)) for model in heroes)
    assert all(any(item in potions() for item in model.profile.equipment) for model in heroes)


def test_what_anybody_carries_is_in_the_charts() -> None:
    charts = {*weapons(), *shields(), *armors(), *potions()}

    assert {item for profile in profiles("descent").values() for item in profile.equipment} <= charts


def test_the_three_rooms_have_a_door_each_a_pit_chests_glyphs_and_a_way_out() -> None:
    kinds = [piece.kind for piece in GAME.table.terrain]

    wanted = {"door": 2, "pit": 1, "chest": 3, "glyph": 1, "open_glyph": 1, "stairs": 2, "portal": 1}
    assert {kind: kinds.count(kind) for kind in wanted} == wanted
    assert {"obstacle", "water", "wall", "rock", "coins", "healing_potion"} <= set(kinds)
    assert any(zone.name == "Town" for zone in GAME.table.zones)


def test_walls_doors_and_props_lie_on_whole_squares() -> None:
    assert all(x == round(x) and y == round(y) for piece in GAME.table.terrain for x, y in piece.outline)


@pytest.mark.parametrize("colour", ["red", "blue", "white", "green", "yellow", "black"])
def test_the_dice_are_data_and_marked_as_assumed(colour: str) -> None:
    assert len(faces(colour)) == 6
    assert raw()["dice"]["assumed"] is True
    assert any(face.miss for face in faces(colour)) == (colour in raw()["dice"]["base"])


def test_a_power_die_has_one_blank_two_surges_and_three_enhancements() -> None:
    shown = faces("black")

    assert sum(face.blank for face in shown) == 1
    assert sum(face.surge for face in shown) == 2
    assert sum(face.enhance for face in shown) == 3


@pytest.mark.parametrize("name", sorted({model.profile.id for model in GAME.models}))
def test_every_figure_has_an_emblem(name: str) -> None:
    assert (ICONS / f"{name}.svg").is_file()


@pytest.mark.parametrize("status", sorted(SYSTEM.rules.statuses))
def test_every_token_and_order_has_a_drawing_and_a_sentence(status: str) -> None:
    found = SYSTEM.rules.statuses[status]

    assert (ICONS / f"{status}.svg").is_file()
    assert found.says.endswith(".")


def test_every_action_and_prop_has_a_drawing() -> None:
    wanted = {action.icon for action in SYSTEM.actions if action.icon}
    wanted |= {"chest", "open_chest", "glyph", "open_glyph", "portal", "coins", "healing_potion", "vitality_potion"}

    assert sorted(name for name in wanted if not (ICONS / f"{name}.svg").is_file()) == []


def test_no_chart_names_an_effect_that_the_rules_do_not_know() -> None:
    named = {
        token
        for weapon in weapons().values()
        for token in (*weapon.gives, *(s.gives for s in weapon.surges if s.gives))
    }

    assert named <= set(SYSTEM.rules.statuses)
    assert set(raw()["tokens"]["start"]) <= set(SYSTEM.rules.statuses)


def test_the_seeds_hold_no_words_of_machines() -> None:
    written = (TREE / "seeds" / "descent" / "rules.toml").read_text(encoding="utf-8")

    assert not re.search(r"TODO|FIXME|/work/|/tmp/|https?://", written)
    assert len(seeds.clauses("descent")) == 58
    assert all(clause.automated for clause in seeds.clauses("descent"))


def test_the_readings_of_the_rules_file_are_there_with_two_answers_each() -> None:
    wanted = {
        *("A-WMISS", "A-ORD", "A-MON", "A-MID", "A-FTD", "A-ZERO", "A-MZERO", "A-HEAL", "A-SHD", "A-SEQ", "A-MKIT"),
        "D-MAST",
    }
    titles = " ".join(reading.title for reading in seeds.readings("descent"))

    assert all(name in titles for name in wanted)
    assert all(len(reading.options) == 2 for reading in seeds.readings("descent"))


def test_a_battle_anywhere_begins_with_everybody_in_reserve() -> None:
    game = battle("descent", GAME.table, tuple(band.id for band in BANDS))

    assert all(model.place == "reserve" for model in game.models)
    assert game.side("tallow_four").count("conquest") == 6
