"""What comes with the book: two warbands, their weapons and feats, drawings, and a court to fight in."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine import seeds
from engine.game import Game, Model
from engine.questions import Objection
from engine.skirmish import profiles, skirmish
from engine.standing import no_room
from engine.systems.bushido.contact import enemies_touching
from engine.systems.bushido.feats import feats, known
from engine.systems.bushido.ground import flat
from engine.systems.bushido.questions import GAIN
from engine.systems.bushido.scenario import objectives
from engine.systems.bushido.size import NAMES, piece_size, size_name
from engine.systems.bushido.traits import STATES, TRAITS
from engine.systems.bushido.weapons import armoury
from engine.systems.bushido.zone import owners_over
from tests.systems.bushido.positions import SYSTEM

TREE = Path(__file__).resolve().parents[3]
ICONS = TREE / "assets" / "icons"
CODE = TREE / "engine" / "systems" / "bushido"
CASES = TREE / "seeds" / "bushido" / "cases"
GAME = skirmish("shrine_court")
BANDS = seeds.bands("bushido")
OF_TRAITS = {
    "fear": ("frightened",),
    "rage": ("berserk", "impetuous"),
    "impetuous": ("impetuous",),
    "disguise": ("disguise",),
}
"""Conditions that a printed trait brings about."""


def given_by(model: Model) -> set[str]:
    """Every condition this fighter can bring about, on himself or others."""
    found = {status for trait in model.profile.traits for status in OF_TRAITS.get(trait, ())}
    for name in model.profile.equipment:
        weapon = armoury()[name]
        specials = [ability.special for ability in weapon.abilities]
        found |= {laid.status for laid in weapon.gives}
        found |= {laid.status for special in specials for laid in special.gives}
        found |= {"reload"} if weapon.reload else set()
        found |= {"immobilised"} if weapon.entangling else set()
        found |= {"prone"} if any(special.prone for special in specials) else set()
        found |= {"held"} if any(special.held for special in specials) else set()
    return found | {laid.status for feat in known(model) for laid in feat.gives}


def test_two_bands_of_six_stand_ready() -> None:
    assert sorted(len(band.members) for band in BANDS) == [6, 6]
    assert {model.profile.id for model in GAME.models} == {m.profile for band in BANDS for m in band.members}
    assert {model.name for model in GAME.models} == {m.name for band in BANDS for m in band.members}
    assert [side.id for side in GAME.sides] == ["still_crane", "salt_lantern"]


@pytest.mark.parametrize("state", STATES)
def test_every_state_can_be_given_and_suffered_between_the_two(state: str) -> None:
    givers = [model for model in GAME.models if state in given_by(model)]
    bearers = [model for model in GAME.models if SYSTEM.rules.ruling(GAME, model, GAIN, state).granted]

    assert givers
    assert {model.side for model in bearers} == {"still_crane", "salt_lantern"}


def test_both_sides_have_a_hand_in_it() -> None:
    crane = set().union(*(given_by(model) for model in GAME.models if model.side == "still_crane"))
    salt = set().union(*(given_by(model) for model in GAME.models if model.side == "salt_lantern"))

    assert len(crane) >= 7
    assert len(salt) >= 7
    assert crane | salt == set(STATES)


@pytest.mark.parametrize(
    "name",
    [*STATES, "surprised", *profiles("bushido"), *dict.fromkeys(action.icon for action in SYSTEM.actions)],
)
def test_it_is_drawn(name: str) -> None:
    drawing = (ICONS / f"{name}.svg").read_text(encoding="utf-8")

    assert 'viewBox="0 0 24 24"' in drawing
    assert "currentColor" in drawing


@pytest.mark.parametrize("profile", profiles("bushido").values(), ids=lambda profile: profile.id)
def test_a_profile_names_only_what_the_book_knows(profile: object) -> None:
    stats = dict(profile.stats)
    order = seeds.tables("bushido")["stats"]["order"]

    assert list(stats)[: len(order)] == list(order)
    assert [word for word in profile.traits if word not in TRAITS and word not in feats()] == []
    assert [word for word in profile.equipment if word not in armoury()] == []
    assert all(stats[name] > 0 for name in ("MP", "Move", "Ki", "KiMax", "Wounds"))
    assert stats["KiMax"] >= stats["Ki"]


@pytest.mark.parametrize("reading", seeds.readings("bushido"), ids=lambda reading: reading.id)
def test_every_switch_is_asked_for_where_it_matters_and_both_ways_are_tested(reading: seeds.Reading) -> None:
    """By name in some chapter besides the list of names; each option but the default in a case or a test."""
    chapters = [path for path in CODE.glob("*.py") if path.name != "readings.py"]
    told = [path.read_text(encoding="utf-8") for path in (*CASES.glob("*.toml"), *Path(__file__).parent.glob("*.py"))]
    others = [option.id for option in reading.options if option.id != reading.default]

    assert any(re.search(rf"\b{reading.id.upper()}\b", path.read_text(encoding="utf-8")) for path in chapters)
    assert [other for other in others if not any(reading.id in text and other in text for text in told)] == []


def test_every_weapon_and_feat_is_told_in_a_sentence() -> None:
    told = [*armoury().values(), *feats().values()]

    assert [each.id for each in told if not each.says.endswith(".")] == []


def test_the_sizes_of_the_fighters_are_those_of_their_bases() -> None:
    sizes = {model.name: size_name(model) for model in GAME.models}

    assert sizes["Rust"] == "large"
    assert {name for name, found in sizes.items() if found == "medium"} == {"Big Dorobu", "Brine"}
    assert sum(found == "small" for found in sizes.values()) == 9


def test_the_court_has_something_of_everything() -> None:
    terrain = GAME.table.terrain

    assert [piece.id for piece in objectives(GAME)] == ["shrine"]
    assert {piece.sight for piece in terrain if piece.top > 0} == {"solid", "obscuring"}
    assert {"open", "difficult", "impassable"} <= {piece.footing for piece in terrain}
    assert {NAMES[piece_size(piece)] for piece in flat_with_heights(GAME)} >= {"small", "medium", "large", "huge"}


def flat_with_heights(game: Game) -> list:
    """Pieces that stand, by the height that gives them a size."""
    return [piece for piece in game.table.terrain if piece.top > 0]


@pytest.mark.parametrize("model", GAME.models, ids=lambda model: model.id)
def test_everybody_begins_on_free_ground_and_out_of_reach(model: Model) -> None:
    found: tuple[Objection, ...] = tuple(no_room(GAME, model, ("BUS-DEF-19",)))

    assert flat(GAME.table).width == 24
    assert found == ()
    assert enemies_touching(GAME, model) == ()
    assert owners_over(GAME, model) == ()
