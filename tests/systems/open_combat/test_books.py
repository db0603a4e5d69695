"""The book as data: every sentence once, what is ours marked as ours, and a keep where all of it can be tried."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import msgspec
import pytest
from shapely.geometry import LineString, Polygon
from shapely.geometry import Point as Spot
from shapely.ops import unary_union

from engine import seeds
from engine.game import Model, Table
from engine.geometry.measure import gap, gap_to_piece
from engine.skirmish import board, profiles

BOOK = "open_combat"
KEEP = "sundered_keep"
# fmt: off
COUNTS = (
    ("HIDE", 8), ("CLIMB", 12), ("FALL", 8), ("JUMP", 10), ("INIT", 1), ("COMB", 6), ("FOLLOW", 3), ("EX", 7),
    ("VOLLEY", 13), ("WITHME", 8),
)
# fmt: on
SEVENTY_SIX = [f"OPC-{part}-{number}" for part, count in COUNTS for number in range(1, count + 1)]
BY_HAND = {"OPC-CLIMB-6", "OPC-COMB-3", "OPC-FOLLOW-1", "OPC-VOLLEY-1", "OPC-WITHME-1"} | {
    f"OPC-EX-{n}" for n in range(2, 8)
}
"""What tells a story, leads over, or repeats a rule with the numbers of the example."""


@pytest.fixture(scope="module")
def keep() -> Table:
    return board(KEEP)


@pytest.fixture(scope="module")
def fighters() -> dict[str, Model]:
    """Everybody where the skirmish puts him, without a rulebook having been asked."""
    known = profiles(BOOK)
    places = [(p, {f: getattr(p, f) for f in ("id", "name", "side", "x", "y", "z", "facing")}) for p in _skirmish()]
    return {p.id: msgspec.convert({**raw, "profile": known[p.profile], "place": "table"}, Model) for p, raw in places}


def _skirmish() -> tuple[seeds.Place, ...]:
    return seeds.skirmish(KEEP).models


# ---------------------------------------------------------------- the rules, restated


def test_every_clause_is_there_exactly_once_and_in_order() -> None:
    assert len(SEVENTY_SIX) == 76
    assert [clause.id for clause in seeds.clauses(BOOK)] == SEVENTY_SIX


def test_only_stories_and_the_numbers_of_the_example_are_left_to_the_players() -> None:
    assert {
        clause.id for clause in seeds.clauses(BOOK) if not clause.automated and "Not built" not in clause.note
    } == BY_HAND


def test_every_restatement_is_a_sentence_and_none_is_told_twice() -> None:
    written = seeds.clauses(BOOK) + seeds.definitions(BOOK)

    assert len({each.says for each in written}) == len(written)
    for each in written:
        for sentence in filter(None, (each.says, each.reading, each.note)):
            assert sentence[0].isupper() or sentence[0].isdigit(), each.id
            assert sentence.endswith((".", "!")), each.id


def test_no_sentence_of_the_source_is_repeated() -> None:
    """Eight words in a row would be a quotation; the source lies beside the tree, where it lies at all."""
    source = Path(__file__).resolve().parents[4] / "shared" / "seeds" / f"{BOOK}.txt"
    told = source.read_text(encoding="utf-8").lower().split() if source.is_file() else []
    runs = {" ".join(told[i : i + 8]) for i in range(len(told) - 7)}

    for each in seeds.clauses(BOOK) + seeds.definitions(BOOK):
        words = each.says.lower().split()
        assert not [run for i in range(len(words) - 7) if (run := " ".join(words[i : i + 8])) in runs], each.id


def test_readings_ask_a_question_and_default_to_the_rules_file() -> None:
    defaults = {reading.id: reading.default for reading in seeds.readings(BOOK)}

    assert all(reading.title.endswith("?") and len(reading.options) >= 2 for reading in seeds.readings(BOOK))
    assert defaults["climb_one_loses_initiative"] == "off"
    assert defaults["jump_target"] == "gap"
    assert defaults["jump_short"] == "falls_in"
    assert defaults["combined_chain"] == "starter"
    assert defaults["after_fall"] == "goes_on"
    assert defaults["half_spd"] == "kept"
    assert defaults["two_dice_row"] == "each"
    assert defaults["edge_rule"] == "centre"
    assert defaults["exactly_double"] == "three"
    assert defaults["clear_sight"] == "unobscured"


def test_what_the_source_prints_is_not_marked_as_ours_and_the_rest_is() -> None:
    tables = seeds.tables(BOOK)
    rows = tables["falling"]["row"]

    assert [(row.get("up_to"), row["dice"]) for row in rows] == [(1, 0), (3, 1), (6, 2), (10, 3), (15, 4), (None, 5)]
    assert [row.get("assumed", False) for row in rows] == [False, False, False, True, True, True]
    assert all(row["assumed"] for row in tables["attack"]["result"])
    assert [tables[part]["assumed"] for part in ("force_back", "obscured", "hazard", "rest")] == [True] * 4
    assert [id for id, weapon in tables["weapons"].items() if not weapon.get("assumed")] == ["spear"]
    assert not any("assumed" in tables[part] for part in ("climbing", "hiding", "combined", "activation"))


# ---------------------------------------------------------------- the bands


def test_two_bands_of_five_with_all_five_characteristics_and_known_weapons() -> None:
    weapons = seeds.tables(BOOK)["weapons"]
    bands, known = seeds.bands(BOOK), profiles(BOOK)

    assert [(band.id, len(band.members)) for band in bands] == [("gorse_wardens", 5), ("slag_company", 5)]
    for profile in known.values():
        assert [name for name, _ in profile.stats] == ["SPD", "ATK", "DEF", "FOR", "MIN"]
        assert [gear for gear in profile.equipment if gear not in weapons] == []


def test_the_skirmish_names_both_bands_as_they_are_written() -> None:
    fielded = {side.id: [(m.name, m.profile) for m in _skirmish() if m.side == side.id] for side in _sides()}

    for band in seeds.bands(BOOK):
        assert sorted(fielded[band.id]) == sorted((member.name, member.profile) for member in band.members)


def _sides() -> tuple[seeds.Seat, ...]:
    return seeds.skirmish(KEEP).sides


# ---------------------------------------------------------------- the keep


def _area(table: Table, name: str) -> Polygon:
    return Polygon(table.piece(name).outline)


def test_the_ledges_of_the_keep_are_as_high_as_they_say(keep: Table) -> None:
    ledges = ("keep_terrace", "keep_hall", "keep_gatehouse", "keep_tower")

    assert [(keep.piece(name).bottom, keep.piece(name).top) for name in ledges] == [(0, 1.5), (0, 3), (0, 4.5), (0, 6)]


def test_the_rift_is_three_inches_wide_all_along_its_straight_part(keep: Table) -> None:
    rift = keep.piece("rift")

    assert (rift.kind, rift.top, rift.footing) == ("pit", 0, "open")
    for y in (3.01, 6.0, 10.4, 13.2, 14.99):
        assert LineString([(0, y), (33, y)]).intersection(_area(keep, "rift")).length == pytest.approx(3)


def test_roofs_lie_two_three_and_a_half_and_five_inches_apart(keep: Table) -> None:
    pairs = (
        ("smithy", "bunkhouse", 2.0),
        ("cottage", "store", 3.5),
        ("smithy", "cottage", 5.0),
        ("bunkhouse", "store", 5.0),
    )

    for one, other, wide in pairs:
        assert keep.piece(one).top == keep.piece(other).top == 3
        assert _area(keep, one).distance(_area(keep, other)) == pytest.approx(wide)


def test_every_ladder_stands_at_the_wall_it_leads_up(keep: Table) -> None:
    ladders = [piece for piece in keep.terrain if piece.kind in ("ladder", "stairs")]
    for ladder in ladders:
        tops = [p for p in keep.terrain if p.top == ladder.top and p.footing == "solid"]
        assert unary_union([Polygon(p.outline) for p in tops]).distance(Polygon(ladder.outline)) < 0.001, ladder.id
    assert len(ladders) >= 6


def test_everybody_stands_firmly_and_in_nobody_elses_place(keep: Table, fighters: dict[str, Model]) -> None:
    for model in fighters.values():
        base = Spot(model.x, model.y).buffer(model.profile.base.radius, 64)
        floors = [Polygon(piece.outline) for piece in keep.terrain if piece.top == model.z and piece.kind != "pit"]
        assert model.z == 0 or unary_union(floors).covers(base), model.id
        for piece in keep.terrain:
            if piece.footing == "solid" and piece.bottom < model.z + model.profile.height and piece.top > model.z:
                assert Polygon(piece.outline).intersection(base).area < 1e-4, (model.id, piece.id)
    for one, other in combinations(fighters.values(), 2):
        assert not gap(one, other).overlapping, (one.id, other.id)


def test_the_first_turn_offers_a_leap_a_climb_a_fall_and_every_combined_action(
    keep: Table, fighters: dict[str, Model]
) -> None:
    near = 18 - 3 - fighters["hale"].profile.base.radius
    assert near - fighters["hale"].x == pytest.approx(4, abs=1e-3)
    assert fighters["odda"].x - fighters["odda"].profile.base.radius - 18 == pytest.approx(4, abs=1e-3)
    assert gap_to_piece(fighters["wren"], keep.piece("keep_gatehouse")).contact
    assert gap(fighters["una"], fighters["wren"]).within(1)
    assert gap(fighters["una"], fighters["odda"]).within(12)
    assert gap(fighters["skeat"], fighters["lamb"]).within(1)
    assert gap(fighters["knap"], fighters["jory"]).contact
    assert gap(fighters["bracken"], fighters["jory"]).contact
    assert gap(fighters["knap"], fighters["bracken"]).within(1)
    assert 10.5 - fighters["jory"].y < 1
