"""What comes with the book: two parties, their weapons and aids, drawings, and a ford to fight over."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest

from engine import seeds
from engine.game import MM_PER_INCH, Model, Profile
from engine.skirmish import profiles, skirmish
from engine.standing import no_room
from engine.systems.eldfall.engagement import engages
from engine.systems.eldfall.markers import TITLES
from tests.systems.eldfall.positions import SYSTEM

TREE = Path(__file__).resolve().parents[3]
ICONS = TREE / "assets" / "icons"
CODE = TREE / "engine" / "systems" / "eldfall"
CASES = TREE / "seeds" / "eldfall" / "cases"
GAME = skirmish("cinder_ford")
BANDS = seeds.bands("eldfall")
TABLES = seeds.tables("eldfall")
STATES = tuple(state for state in TITLES if state != "mounted")
OF_THE_GAME = {
    "crouched": "of one's own will",
    "dead": "by the second wound",
    "engaged": "by reach",
    "flying": "by the Flight skill",
    "shrouded": "by Stealth or a spell",
}
"""States that the game itself or a skill brings about."""


def given_by(model: Model) -> set[str]:
    """Every State that this model's weapons and aids bring about."""
    found: set[str] = set()
    for name in model.profile.equipment:
        for trait in TABLES["weapons"].get(name, {}).get("traits", ()):
            wording = TABLES["weapon_traits"][trait]
            found |= {state for state, _ in (*wording.get("on_hit", ()), *wording.get("on_wound", ()))}
        found |= {state for state, _ in TABLES["aids"].get(name, {}).get("gives", ())}
    return found


def test_two_parties_of_six_stand_ready() -> None:
    assert sorted(len(band.members) for band in BANDS) == [6, 6]
    assert {model.profile.id for model in GAME.models} == {m.profile for band in BANDS for m in band.members}
    assert {model.name for model in GAME.models} == {m.name for band in BANDS for m in band.members}
    assert [side.id for side in GAME.sides] == ["ember_road", "hollow_choir"]


def test_they_are_of_all_sizes_with_a_flyer_a_rider_and_a_leader_each() -> None:
    sizes = {name for name in TABLES["sizes"]["order"] if any(size_of(m.profile) == name for m in GAME.models)}
    traits = [trait for model in GAME.models for trait in model.profile.traits]

    assert sizes == {"small", "medium", "large", "huge", "gigantic"}
    assert (traits.count("flight"), traits.count("mounted"), traits.count("stealth")) == (1, 1, 1)
    assert {model.side for model in GAME.models if "leader" in model.profile.traits} == {"ember_road", "hollow_choir"}


@pytest.mark.parametrize("state", [state for state in STATES if state not in OF_THE_GAME])
def test_every_state_can_be_brought_about_in_the_skirmish(state: str) -> None:
    assert [model.name for model in GAME.models if state in given_by(model)]


@pytest.mark.parametrize("state", ["bleeding", "blinded", "confused", "crippled", "panicked", "poisoned", "slowed"])
def test_and_cured(state: str) -> None:
    assert [
        m.name
        for m in GAME.models
        for name in m.profile.equipment
        if state in TABLES["aids"].get(name, {}).get("cures", ())
    ]


@pytest.mark.parametrize(
    "name", [*TITLES, *profiles("eldfall"), "surprised", *dict.fromkeys(action.icon for action in SYSTEM.actions)]
)
def test_it_is_drawn(name: str) -> None:
    drawing = (ICONS / f"{name}.svg").read_text(encoding="utf-8")

    assert 'viewBox="0 0 24 24"' in drawing
    assert "currentColor" in drawing


@pytest.mark.parametrize("status", [status for status in SYSTEM.rules.statuses.values() if not status.hidden])
def test_whatever_lies_beside_a_model_is_drawn(status) -> None:
    assert (ICONS / f"{status.id}.svg").exists()


def size_of(profile: Profile) -> str:
    widths = [width for width, _ in TABLES["sizes"]["in_mm"]]
    return str(TABLES["sizes"]["order"][widths.index(profile.base.width)])


@pytest.mark.parametrize("profile", profiles("eldfall").values(), ids=lambda profile: profile.id)
def test_a_profile_names_only_what_the_book_knows(profile: Profile) -> None:
    stats, order = dict(profile.stats), TABLES["stats"]["order"]
    height = dict(zip(TABLES["sizes"]["order"], TABLES["sizes"]["in_mm"], strict=True))[size_of(profile)][1]

    assert list(stats)[: len(order)] == list(order)
    assert profile.height == pytest.approx(height / MM_PER_INCH, abs=0.001)
    assert [word for word in profile.traits if word not in TABLES["traits"]] == []
    assert [word for word in profile.equipment if word not in TABLES["weapons"] and word not in TABLES["aids"]] == []
    assert all(0 < stats[name] <= 20 for name in order)
    assert all(TABLES["traits"][word].get("level", "STA") in stats for word in profile.traits)


def test_weapons_name_only_traits_and_templates_of_the_book() -> None:
    for weapon in TABLES["weapons"].values():
        assert set(weapon.get("traits", ())) <= set(TABLES["weapon_traits"])
        assert not weapon.get("template") or weapon["template"] in TABLES["templates"]
        assert ("reach" in weapon) == (weapon["kind"] == "melee")
        assert ("bands" in weapon) == (weapon["kind"] == "ranged")
    for trait in TABLES["weapon_traits"].values():
        assert {state for state, _ in (*trait.get("on_hit", ()), *trait.get("on_wound", ()))} <= set(STATES)


@pytest.mark.parametrize("chapter", ["weapons", "weapon_traits", "aids", "stratagems", "traits"])
def test_whatever_they_carry_is_told_in_a_sentence(chapter: str) -> None:
    assert [name for name, each in TABLES[chapter].items() if not each["says"].endswith(".")] == []


def test_everything_written_down_is_carried_by_somebody() -> None:
    """But for what only the worked cases need."""
    carried = {name for profile in profiles("eldfall").values() for name in profile.equipment}
    of_the_cases = {"blade", "bow", "pike", "nettle_needles", "unarmed"}

    assert set(TABLES["weapons"]) - carried == of_the_cases
    assert set(TABLES["aids"]) <= carried


@pytest.mark.parametrize("reading", seeds.readings("eldfall"), ids=lambda reading: reading.id)
def test_every_switch_is_asked_for_where_it_matters_and_both_ways_are_tested(reading: seeds.Reading) -> None:
    """By name in some chapter besides the list of names; each option but the default in a case or a test."""
    listed = (CODE / "readings.py").read_text(encoding="utf-8")
    constant = re.search(rf'(?m)^(\w+) = "{reading.id}"$', listed)
    chapters = [path.read_text(encoding="utf-8") for path in CODE.glob("*.py") if path.name != "readings.py"]
    told = [path.read_text(encoding="utf-8") for path in (*CASES.glob("*.toml"), *Path(__file__).parent.glob("*.py"))]
    others = [option.id for option in reading.options if option.id != reading.default]

    assert constant is not None
    assert any(re.search(rf"\b{constant[1]}\b", text) for text in chapters)
    assert [other for other in others if not any(reading.id in text and other in text for text in told)] == []


def test_the_ford_has_something_of_everything() -> None:
    terrain = GAME.table.terrain
    words = {word for piece in terrain for word in piece.kind.split("_")}

    assert {"infinite", "treasure", "locked"} <= words
    assert any(0 < piece.top < 1.77 for piece in terrain)
    assert any(piece.top > 2.0 and piece.footing == "solid" for piece in terrain)
    west = [piece for piece in terrain if piece.kind.endswith("infinite") and min(x for x, _ in piece.outline) == 0]
    assert {y for piece in west for _, y in piece.outline} >= {0.0, 36.0}, "the west edge is closed from end to end"


@pytest.mark.parametrize("model", GAME.models, ids=lambda model: model.id)
def test_everybody_begins_on_free_ground_in_its_zone_and_engaged_by_nobody(model: Model) -> None:
    assert tuple(no_room(GAME, model, ("ELD-DEF-MGEN",))) == ()
    assert not any(engages(GAME, enemy, model).granted for enemy in GAME.enemies(model))
    near = min(math.dist((model.x, model.y), (enemy.x, enemy.y)) for enemy in GAME.enemies(model))
    assert near > 15
    assert (model.y > 28) == (model.side == "ember_road")
