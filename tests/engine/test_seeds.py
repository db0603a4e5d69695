"""Seeds and assets: complete, inert, decodable, and a street one can stand on."""

import re
import tomllib
from fractions import Fraction
from itertools import combinations

import msgspec
import pytest
from shapely.geometry import LineString, Point, Polygon, box
from shapely.ops import unary_union

from engine import seeds
from engine.game import Profile, Table

BOOK = "mordheim"

# fmt: off
FIFTY_FIVE = [
    "MOR-WND-1", "MOR-WND-2", "MOR-WND-3", "MOR-WND-4",
    "MOR-INJ-1", "MOR-INJ-2", "MOR-INJ-3", "MOR-INJ-4", "MOR-INJ-5",
    "MOR-CHART-1", "MOR-CHART-2", "MOR-CHART-3",
    "MOR-KD-1", "MOR-KD-2", "MOR-KD-3", "MOR-KD-4", "MOR-KD-5", "MOR-KD-6", "MOR-KD-7",
    "MOR-KD-8", "MOR-KD-9", "MOR-KD-10",
    "MOR-STAND-1", "MOR-STAND-2", "MOR-STAND-3", "MOR-STAND-4", "MOR-STAND-5", "MOR-STAND-6", "MOR-STAND-7",
    "MOR-STAND-8", "MOR-STAND-9", "MOR-STAND-10", "MOR-STAND-11",
    "MOR-STUN-1", "MOR-STUN-2", "MOR-STUN-3", "MOR-STUN-4", "MOR-STUN-5",
    "MOR-OOA-1", "MOR-OOA-2", "MOR-OOA-3", "MOR-OOA-4", "MOR-OOA-5",
    "MOR-ATKKD-1", "MOR-ATKKD-2", "MOR-ATKKD-3", "MOR-ATKKD-4",
    "MOR-ATKST-1", "MOR-ATKST-2",
    "MOR-MULTI-1", "MOR-MULTI-2", "MOR-MULTI-3",
    "MOR-PROT-1", "MOR-PROT-2",
    "MOR-TABLE-1",
]
# fmt: on

BY_HAND = {
    "MOR-INJ-5", "MOR-KD-1", "MOR-STUN-1", "MOR-OOA-3", "MOR-OOA-4", "MOR-OOA-5", "MOR-ATKST-1", "MOR-PROT-2",
}  # fmt: skip


@pytest.fixture(scope="module")
def street() -> Table:
    return msgspec.convert(seeds.board("ruined_street"), Table)


@pytest.fixture(scope="module")
def profiles() -> dict[str, Profile]:
    return {id: msgspec.convert(raw, Profile) for id, raw in seeds.profiles(BOOK).items()}


# ---------------------------------------------------------------- the rules, restated


def test_every_sentence_of_the_seed_is_there_exactly_once_and_in_order():
    assert len(FIFTY_FIVE) == 55
    assert [clause.id for clause in seeds.clauses(BOOK)] == FIFTY_FIVE


def test_what_is_played_by_hand_is_written_out_and_says_why():
    by_hand = [clause for clause in seeds.clauses(BOOK) if not clause.automated]

    assert {clause.id for clause in by_hand} == BY_HAND
    assert all(clause.note for clause in by_hand)


def test_definitions_are_told_apart_by_their_ids_and_found_by_the_same_door():
    definitions = seeds.definitions(BOOK)

    assert definitions
    assert all(each.id.startswith("MOR-DEF-") for each in definitions)
    assert seeds.clause("MOR-DEF-CHARGE") in definitions
    assert seeds.clause("MOR-KD-7").chapter == "movement"


def test_an_unknown_clause_is_refused_with_a_sentence():
    with pytest.raises(KeyError, match="no rulebook in seeds/ has a clause 'MOR-KD-99'"):
        seeds.clause("MOR-KD-99")


def test_every_restatement_is_a_sentence():
    for each in seeds.clauses(BOOK) + seeds.definitions(BOOK):
        for sentence in filter(None, (each.says, each.reading, each.note)):
            assert sentence[0].isupper() or sentence[0].isdigit(), each.id
            assert sentence.rstrip().endswith((".", "!")), each.id


def test_no_rule_is_told_twice():
    said = [each.says for each in seeds.clauses(BOOK) + seeds.definitions(BOOK)]

    assert len(said) == len(set(said))


def test_readings_have_a_default_among_their_options_and_a_real_choice():
    readings = seeds.readings(BOOK)

    assert {"injury_scope", "criticals", "helmet_save", "better_by_injury", "half_rate", "fall_height"} <= {
        reading.id for reading in readings
    }
    for reading in readings:
        assert reading.title.endswith("?"), reading.id
        assert len(reading.options) >= 2, reading.id
        assert reading.option(reading.default).id == reading.default
        assert all(seeds.clause(id) for id in reading.clauses)


def test_the_defaults_are_those_of_the_rules_file():
    defaults = {reading.id: reading.default for reading in seeds.readings(BOOK)}

    assert defaults["injury_scope"] == "turn"
    assert defaults["criticals"] == "off"
    assert defaults["helmet_save"] == "per_result"
    assert defaults["better_by_injury"] == "no"
    assert defaults["half_rate"] == "kept"
    assert defaults["fall_height"] == "rounded_down"
    assert defaults["fall_roller"] == "opponent"
    assert defaults["stunned_turn"] == "automatic"
    assert defaults["jump_over_max"] == "refused"


def test_an_option_that_does_not_exist_is_refused_by_name():
    with pytest.raises(KeyError, match="no answer 'sometimes', only off, on"):
        seeds.reading(BOOK, "criticals").option("sometimes")


# ---------------------------------------------------------------- inertness


def test_seed_files_hold_no_code_conditions_or_machine_paths():
    code = re.compile(r"lambda|==|!=|&&|\|\||->|\bdef |\breturn\b|\{\{|\$\{|__|import |/home/|/tmp/|https?://")
    keys = re.compile(r"^(if|when|unless|condition|expression|formula|eval|script|code|function|python)$")

    def walk(file, raw):
        if isinstance(raw, dict):
            for key, value in raw.items():
                assert not keys.match(key), f"{file}: {key}"
                walk(file, value)
        elif isinstance(raw, list):
            for value in raw:
                walk(file, value)
        elif isinstance(raw, str):
            assert not code.search(raw), f"{file}: {raw}"

    files = sorted(seeds.SEEDS.glob(f"{BOOK}/*.toml")) + sorted(seeds.SEEDS.glob(f"{BOOK}/profiles/*.toml"))
    assert len(files) == 5
    for file in files + sorted(seeds.ASSETS.glob("*/*.toml")):
        walk(file.name, tomllib.loads(file.read_text(encoding="utf-8")))


def test_what_was_read_cannot_be_changed():
    with pytest.raises(TypeError):
        seeds.tables(BOOK)["to_hit"]["otherwise"] = 2
    with pytest.raises(TypeError):
        seeds.profiles(BOOK)["red_captain"]["name"] = "King"


@pytest.fixture
def broken(tmp_path, monkeypatch):
    """A copy of the smallest possible rulebook; returns a way to write its files."""
    folder = tmp_path / "seeds" / "toy"
    (folder / "profiles").mkdir(parents=True)
    monkeypatch.setattr(seeds, "SEEDS", tmp_path / "seeds")

    def write(name, text):
        (folder / name).write_text(text, encoding="utf-8")

    write("book.toml", 'id="toy"\ntitle="T"\nedition="1"\nsays="S."\nchapters=[{id="one",title="One"}]\n')
    for cached in (
        seeds.systems,
        seeds.book,
        seeds.tables,
        seeds._rules,
        seeds._by_id,
        seeds._warbands,
        seeds.profiles,
    ):
        cached.cache_clear()
    yield write
    for cached in (
        seeds.systems,
        seeds.book,
        seeds.tables,
        seeds._rules,
        seeds._by_id,
        seeds._warbands,
        seeds.profiles,
    ):
        cached.cache_clear()


CLAUSE = '[[clause]]\nid="A"\nchapter="one"\nsays="S."\n'


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[[clause]\n", "Expected"),
        (CLAUSE + 'formula="W - 1"\n', "unknown field `formula`"),
        (CLAUSE + CLAUSE, "clause 'A' is written twice"),
        (CLAUSE.replace("one", "two"), "A stands in chapter 'two', which the book does not have"),
        (CLAUSE + "automated=false\n", "A is played by hand but has no note saying why"),
        (CLAUSE + "automated=3\n", "Expected `bool`, got `int`"),
        (
            CLAUSE + '[[reading]]\nid="r"\ntitle="Q?"\ndefault="z"\nclauses=["A"]\noptions=[{id="y",says="Y."}]\n',
            "the default of reading r is 'z'",
        ),
        (
            CLAUSE + '[[reading]]\nid="r"\ntitle="Q?"\ndefault="y"\nclauses=["B"]\noptions=[{id="y",says="Y."}]\n',
            "reading r touches the unknown clause 'B'",
        ),
    ],
)
def test_a_fault_in_the_rules_is_a_sentence_with_file_and_reason(broken, text, reason):
    broken("rules.toml", text)

    with pytest.raises(ValueError, match=r"^seeds/toy/rules\.toml: ") as fault:
        seeds.clauses("toy")
    assert reason in str(fault.value)


def test_a_band_may_not_name_a_profile_nobody_wrote(broken):
    broken(
        "profiles/x.toml",
        '[band]\nid="x"\nname="X"\nsays="S."\nmembers=[{name="M",profile="p"}]\n[[profile]]\nid="q"\n',
    )

    with pytest.raises(ValueError, match=r"toy/profiles/x\.toml: M has the unknown profile 'p'"):
        seeds.bands("toy")


def test_a_missing_file_and_a_system_out_of_bounds_are_refused(broken):
    with pytest.raises(ValueError, match=r"seeds/toy/tables\.toml: No such file"):
        seeds.tables("toy")
    with pytest.raises(KeyError, match=r"no rulebook '\.\./toy'"):
        seeds.tables("../toy")


# ---------------------------------------------------------------- tables


def test_the_wound_chart_is_the_printed_one():
    """4 − (S − T) within 2…6, a 6 still enough at two or three short, nothing beyond."""
    chart = seeds.tables(BOOK)["to_wound"]["chart"]

    assert list(chart[2]) == [2, 3, 4, 5, 6, 6, 0, 0, 0, 0]
    for strength in range(1, 11):
        for toughness in range(1, 11):
            short = toughness - strength
            need = 0 if short >= 4 else 6 if short >= 2 else max(2, 4 + short)
            assert chart[strength - 1][toughness - 1] == need, (strength, toughness)


@pytest.mark.parametrize(
    ("chart", "knocked_down", "stunned", "out_of_action"),
    [
        ("normal", "1/3", "1/3", "1/3"),
        ("true_grit", "1/2", "1/3", "1/6"),
        ("concussion", "1/6", "1/2", "1/3"),
    ],
)
def test_injury_charts_share_out_a_die_as_written(chart, knocked_down, stunned, out_of_action):
    shares, below = {}, 0
    for result, up_to in seeds.tables(BOOK)["injury"][chart]:
        shares[result] = Fraction(up_to - below, 6)
        below = up_to

    assert shares == {
        "knocked_down": Fraction(knocked_down),
        "stunned": Fraction(stunned),
        "out_of_action": Fraction(out_of_action),
    }


def test_saves_are_changed_by_strength_as_written():
    save = seeds.tables(BOOK)["save"]

    assert (save["light_armour"], save["heavy_armour"], save["gromril_armour"], save["shield_bonus"]) == (6, 5, 4, 1)
    assert list(save["by_strength"]) == [0, 0, 0, 1, 2, 3, 4, 5, 6, 6]


def test_the_permission_table_is_complete_and_cites_only_known_clauses():
    permissions = seeds.tables(BOOK)["permissions"]

    assert list(permissions["names"]) == list(permissions["columns"])
    for row in permissions["rows"]:
        assert len(row["allowed"]) == len(row["clauses"]) == len(permissions["columns"]), row["id"]
        assert all(seeds.clause(id) for id in row["clauses"])
        assert row["allowed"][permissions["columns"].index("stunned")] == "no"


# ---------------------------------------------------------------- bands


def test_two_bands_of_five_with_full_stat_lines(profiles):
    bands = seeds.bands(BOOK)
    order = seeds.tables(BOOK)["characteristics"]["order"]

    assert [(band.id, len(band.members)) for band in bands] == [("ash_lanterns", 5), ("red_hand", 5)]
    for profile in profiles.values():
        assert [name for name, _ in profile.stats] == list(order), profile.id
        assert profile.stat("W") >= 1
        assert 0.9 <= profile.height <= 1.5


def test_everything_a_fighter_carries_or_can_do_is_in_the_tables(profiles):
    tables = seeds.tables(BOOK)
    gear = set(tables["weapons"]["close"]) | set(tables["weapons"]["missile"]) | set(tables["armour"])

    for profile in profiles.values():
        assert set(profile.equipment) <= gear, profile.id
        assert set(profile.traits) <= set(tables["traits"]), profile.id
    for trait in tables["traits"].values():
        assert seeds.clause(trait["clause"])


def test_between_them_the_bands_can_show_every_special_rule(profiles):
    traits = {trait for profile in profiles.values() for trait in profile.traits}
    gear = {thing for profile in profiles.values() for thing in profile.equipment}

    assert traits == {"leader", "no_pain", "true_grit", "thick_skull", "jump_up", "animal"}
    assert {"helmet", "shield", "buckler", "light_armour", "heavy_armour"} <= gear
    assert {"club", "sword", "axe", "spear", "great_weapon", "long_bow", "crossbow", "throwing_knives"} <= gear
    assert {profile.stat("W") for profile in profiles.values()} == {1, 2}
    assert {profile.stat("A") for profile in profiles.values()} == {1, 2}


# ---------------------------------------------------------------- the board


def test_the_street_is_a_table_of_valid_pieces_inside_its_edges(street):
    edge = box(0, 0, street.width, street.height)

    assert (street.width, street.height) == (36, 36)
    assert len({piece.id for piece in street.terrain}) == len(street.terrain)
    assert len({piece.name for piece in street.terrain}) == len(street.terrain)
    for piece in street.terrain:
        footprint = Polygon(piece.outline)
        assert footprint.is_valid, piece.id
        assert footprint.area > 0.05, piece.id
        assert edge.covers(footprint), piece.id
        assert 0 <= piece.bottom <= piece.top, piece.id


def test_the_street_has_floors_at_two_three_four_and_six_inches(street):
    walkable = {piece.top for piece in street.terrain if piece.kind in ("floor", "bridge", "platform")}

    assert walkable == {2.0, 3.0, 4.0, 6.0}


def test_every_floor_above_the_first_is_reached_by_a_ladder_that_touches_it(street):
    ladders = [piece for piece in street.terrain if piece.kind == "ladder"]

    for piece in street.terrain:
        if piece.kind in ("floor", "platform"):
            floor = Polygon(piece.outline)
            at_it = [ladder for ladder in ladders if ladder.top == piece.top and _touch(ladder, floor)]
            assert at_it, piece.id
    for ladder in ladders:
        assert (ladder.sight, ladder.footing) == ("clear", "open"), ladder.id


def test_the_bridge_joins_both_first_floors_and_can_be_walked_under(street):
    bridge = street.piece("bridge")

    assert bridge.bottom > 1.5
    for floor in ("chandlery_floor", "toll_floor"):
        assert _touch(bridge, Polygon(street.piece(floor).outline))
        assert street.piece(floor).top == bridge.top


@pytest.mark.parametrize(("one", "other"), [("chandlery_floor", "bakehouse_roof"), ("toll_floor", "cooper_roof")])
def test_two_roofs_are_a_leap_of_two_and_a_half_inches_apart(street, one, other):
    apart = Polygon(street.piece(one).outline).distance(Polygon(street.piece(other).outline))

    assert apart == pytest.approx(2.5, abs=1e-9)


def test_walls_upstairs_stand_on_something(street):
    """Whatever begins above the ground, lintels and floors aside, rests on a top at that height."""
    for piece in street.terrain:
        if piece.bottom > 0 and piece.kind not in ("floor", "bridge") and "lintel" not in piece.id:
            tops = [Polygon(p.outline) for p in street.terrain if p.top == piece.bottom]
            assert unary_union(tops).buffer(0.02).covers(Polygon(piece.outline)), piece.id


def test_no_line_of_sight_slips_through_the_seam_of_a_window(street):
    """Sills and lintels overlap the walls beside them instead of only meeting them."""
    for piece in street.terrain:
        if "lintel" in piece.id or "sill" in piece.id:
            level = [p for p in street.terrain if p.kind == "wall" and p.bottom <= piece.bottom and p.top >= piece.top]
            overlap = [p.id for p in level if Polygon(p.outline).intersection(Polygon(piece.outline)).area > 0.02]
            assert overlap, piece.id


def test_the_street_is_fair(street):
    """Both zones are the same size, the brook and the difficult ground halve the table evenly."""
    sizes = [Polygon(zone.outline).area for zone in street.zones]
    assert sizes[0] == sizes[1] > 0

    slow = unary_union([Polygon(piece.outline) for piece in street.terrain if piece.footing == "difficult"])
    north, south = slow.intersection(box(0, 0, 36, 18)).area, slow.intersection(box(0, 18, 36, 36)).area
    assert north == pytest.approx(south, rel=0.05)


# ---------------------------------------------------------------- the skirmish


def test_the_skirmish_names_both_bands_as_they_are_written():
    skirmish = seeds.skirmish("ruined_street")

    assert skirmish.system == BOOK
    for side in skirmish.sides:
        band = next(band for band in seeds.bands(BOOK) if band.id == side.id)
        fielded = {(model.name, model.profile) for model in skirmish.models if model.side == side.id}
        assert band.name == side.name
        assert fielded == {(member.name, member.profile) for member in band.members}


def test_everybody_stands_in_his_own_zone_on_a_real_surface(street, profiles):
    for model in seeds.skirmish("ruined_street").models:
        base = _base(model, profiles)
        zone = next(zone for zone in street.zones if zone.side == model.side)
        assert Polygon(zone.outline).covers(base), model.id
        floors = [Polygon(piece.outline) for piece in street.terrain if piece.top == model.z]
        assert model.z == 0 or unary_union(floors).covers(base), model.id


def test_nobody_stands_in_a_wall_or_in_somebody_else(street, profiles):
    models = seeds.skirmish("ruined_street").models

    for model in models:
        head = model.z + profiles[model.profile].height
        for piece in street.terrain:
            if piece.footing == "solid" and piece.bottom < head and piece.top > model.z:
                assert not Polygon(piece.outline).intersects(_base(model, profiles)), (model.id, piece.id)
    for one, other in combinations(models, 2):
        assert _base(one, profiles).distance(_base(other, profiles)) > 0.05, (one.id, other.id)


def test_both_archers_are_upstairs_within_an_inch_of_a_drop(street, profiles):
    for archer in ("tove", "sable"):
        model = next(m for m in seeds.skirmish("ruined_street").models if m.id == archer)
        floor = unary_union([Polygon(p.outline) for p in street.terrain if p.kind == "floor" and p.top == model.z])
        assert model.z == 3.0
        assert floor.boundary.distance(_base(model, profiles)) <= 1


def test_a_charge_is_in_reach_in_the_first_turn(street, profiles):
    """The hound charges 12 inches: old Dorn is nearer, even with the whole base slowed by the brook."""
    models = {model.id: model for model in seeds.skirmish("ruined_street").models}
    hound, dorn = models["ratch"], models["dorn"]
    radius = profiles["red_hound"].base.radius
    gap = _base(hound, profiles).distance(_base(dorn, profiles))
    way = LineString([(hound.x, hound.y), (dorn.x, dorn.y)])
    wet = way.intersection(Polygon(street.piece("brook").outline).buffer(radius)).length
    in_the_way = [
        piece.id
        for piece in street.terrain
        if piece.footing == "solid" and piece.bottom < 0.9 and way.buffer(radius).intersects(Polygon(piece.outline))
    ]

    assert in_the_way == []
    assert 2 < wet < 4
    assert gap + wet < 12


def test_unknown_boards_and_skirmishes_are_refused_with_a_sentence():
    with pytest.raises(KeyError, match=r"no board '\.\./\.\./secrets'"):
        seeds.board("../../secrets")
    with pytest.raises(KeyError, match=r"no skirmish 'moon' in assets/skirmishes, only .*ruined_street"):
        seeds.skirmish("moon")


# ---------------------------------------------------------------- pictures


def test_icons_are_small_drawings_in_the_colour_of_the_text():
    icons = sorted((seeds.ASSETS / "icons").glob("*.svg"))

    assert len(icons) >= 30
    for icon in icons:
        drawing = icon.read_text(encoding="utf-8")
        assert 'viewBox="0 0 24 24"' in drawing, icon.name
        assert "<script" not in drawing, icon.name
        assert "href" not in drawing, icon.name
        if icon.name != "sightline.svg":
            assert "currentColor" in drawing, icon.name
            assert "#" not in drawing, icon.name


def _touch(piece, polygon):
    return Polygon(piece.outline).distance(polygon) <= 0.001


def _base(model, profiles):
    return Point(model.x, model.y).buffer(profiles[model.profile].base.radius, 64)


def _forget():
    for name in ("systems", "book", "tables", "profiles", "_rules", "_by_id", "_warbands"):
        getattr(seeds, name).cache_clear()
