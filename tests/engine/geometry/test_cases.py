"""Every worked case, asked of the engine in one test: those we were given, restated, and as many of our own.

`cases/<kind>.toml` are the given ones (and some of ours), `cases/own_<kind>.toml` ours, each with the
reason for its value.  Values come from closed forms, never from the engine.  Lengths are millimetres
but in the given cases of sight, which are in inches.
"""

from __future__ import annotations

import math
import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from engine.game import MM_PER_INCH, Model, Point, Table
from engine.geometry.arcs import arc_of, in_arc
from engine.geometry.grid import board
from engine.geometry.grid_sight import centre_sight, corner_sight
from engine.geometry.heights import edge, fall, leap
from engine.geometry.measure import gap, gap_to_piece
from engine.geometry.passages import passage
from engine.geometry.path import shortest, track
from engine.geometry.sight import Policy, sight, sight_line
from engine.geometry.sight_ends import frame_between, point_end, volume
from engine.geometry.sight_share import angular, billboard, column
from engine.geometry.sight_solids import gather, scenery
from engine.geometry.zones import holding, zone_of
from tests.engine.geometry.worked import Case, case_model, case_table, inches, on_the_way

HERE = Path(__file__).parent / "cases"
FAR = (400.0, 400.0)
"""The cases lie on an endless table; ways are walked well inside ours."""
CLOSE = 1e-6
"""Numbers are asked for at least this closely where a case names no tolerance."""


def written(name: str) -> list[Case]:
    """The cases of one file, all in millimetres."""
    rows = list(tomllib.loads((HERE / f"{name}.toml").read_text(encoding="utf-8"))["case"])
    return [_in_mm(row) for row in rows] if name.startswith("sight") else rows


def _in_mm(row: Case) -> Case:
    """Given cases of sight are in inches and name base sizes in full."""
    out = dict(row)
    for key in ("from", "to", "eye"):
        if key in out:
            out[key] = [number * MM_PER_INCH for number in out[key]]
    for key in ("viewer", "target"):
        if key in out:
            out[key] = _base_in_mm(out[key])
    out["models"] = [_base_in_mm(model) for model in out.get("models", [])]
    out["terrain"] = [
        piece
        | {"outline": [[x * MM_PER_INCH, y * MM_PER_INCH] for x, y in piece["outline"]]}
        | {"bottom": piece["bottom"] * MM_PER_INCH, "top": piece["top"] * MM_PER_INCH}
        for piece in out.get("terrain", [])
    ]
    return out


def _base_in_mm(row: Case) -> Case:
    lengths = {key: row[key] * MM_PER_INCH for key in ("x", "y", "z", "height")}
    return lengths | {"shape": row["shape"], "w": row["width"], "d": row["depth"], "facing": row["facing"]}


KINDS = ("gap", "btb", "path_length", "climb", "fall", "jump", "zone", "arc", "grid")
SIGHTS = ("sight_plan", "sight_heights", "sight_share")
CASES = [(kind, row) for kind in (*KINDS, *SIGHTS) for name in (kind, f"own_{kind}") for row in written(name)]


def bases(case: Case, by: Point = (0.0, 0.0)) -> list[Model]:
    return [case_model(row, f"model {k}", by) for k, row in enumerate(case["bases"])]


def place(row: list[float], by: Point = (0.0, 0.0)) -> Point:
    return inches(row[0]) + by[0], inches(row[1]) + by[1]


def mm(found: float) -> float:
    return found * MM_PER_INCH


def _gap(case: Case) -> float:
    models = bases(case)
    if case["mode"] == "to_edge":
        found = edge(case_table(case), models[0])
        assert found is not None
        return mm(found.distance)
    between = gap(*models) if len(models) == 2 else gap_to_piece(models[0], case_table(case).terrain[0])
    return mm({"plan": between.plan, "volume": between.distance, "base3d": between.feet}[case["mode"]])


def _contact(case: Case) -> dict[str, bool]:
    """Under the tolerance the case names: our own, 0.0254 mm, is wider than some of the air in them."""
    models, tolerance = bases(case), inches(case["tolerance"])
    between = gap(*models) if len(models) == 2 else gap_to_piece(models[0], case_table(case).terrain[0])
    if case["mode"] == "plan":
        return {"contact": between.plan <= tolerance, "overlap": between.overlap > tolerance}
    return {"contact": between.touches(tolerance), "overlap": between.overlaps(tolerance)}


def _path(case: Case) -> float | str:
    far = max(abs(number) for number in case["to"]) > 1e6
    by = (0.0, 50_000.0) if far else FAR
    where, hero = case_table(case, by, size=100_000.0), bases(case, by)[0]
    others = tuple(case_model(row, f"other {k}", by) for k, row in enumerate(case.get("others", ())))
    way = shortest(where, hero, place(case["to"], by), others)
    if way is None:
        return "unreachable"
    walked = track(where, hero, way, others)
    assert walked.free
    assert walked.end == place(case["to"], by)
    return mm(walked.length)


def _climb(case: Case) -> dict[str, float]:
    hero = bases(case)[0]
    walked = track(case_table(case), hero, (place(case["to"]),), ())
    assert walked.bumps == ()
    return {"up": mm(walked.up), "down": mm(walked.down), "max_step": mm(walked.highest_rise)}


def _fall(case: Case) -> float:
    """Our table lies at 0: a case with another table level is raised by as much."""
    raised = -inches(case.get("table_z", 0))
    hero = bases(case)[0]
    hero = replace(hero, z=hero.z + raised)
    found = fall(case_table(case, raised=raised), hero, (hero.x, hero.y), support=case["support"])
    assert found.landing == pytest.approx(hero.z - found.drop, abs=1e-8)
    return mm(found.drop)


def _jump(case: Case) -> dict[str, float]:
    hero = bases(case)[0]
    found = leap(case_table(case), hero.profile.base, (hero.x, hero.y), hero.z, place(case["to"]))
    return {"gap": mm(found.gap), "unsupported": mm(found.unsupported), "rise": mm(found.rise)}


def _zone(case: Case) -> bool | dict[str, Any]:
    owner, other = bases(case)
    arc = arc_of(owner, 180.0) if case["mode"].startswith("front") else None
    zone = zone_of(owner, inches(case["radius"]), arc=arc, volume=case["mode"] == "within_volume")
    if "end" in case:
        met = passage(zone, other, (place(case["end"]),))
        found = {"expected": met.verdict}
        if met.entry is not None:
            assert met.entry_point == pytest.approx(on_the_way(other, place(case["end"]), met.entry), abs=1e-9)
            found |= {"entry": mm(met.entry), "inside": mm(met.length)}
        return {key: found.get(key) for key in ("expected", "entry", "inside") if key in case}
    seen = sight(case_table(case), owner, other, ()) if case["mode"] == "within_and_visible" else None
    held = holding(zone, other, seen)
    return held.wholly if case["mode"] == "wholly" else held.within


def _arc(case: Case) -> float | str | bool:
    viewer, target = bases(case)
    found = in_arc(viewer, target, case["degrees"])
    if case["measure"] in ("lies", "wholly"):
        return bool(found.wholly) if case["measure"] == "wholly" else str(found.lies)
    if case["measure"] == "range":
        return mm(gap(viewer, target).plan)
    return "none" if found.distance == math.inf else mm(found.distance)


def _grid(case: Case) -> str:
    walls = [(tuple(a), tuple(b)) for a, b in case.get("walls", [])]
    ground = board(30, 30, [tuple(space) for space in case["blocked"]], walls)
    viewer, target = ([tuple(space) for space in case[end]] for end in ("viewer", "target"))
    if case["mode"] == "centre_to_centre":
        there, back = centre_sight(ground, viewer, target), centre_sight(ground, target, viewer)
    else:
        pinch = case["pinch"]
        there, back = (
            corner_sight(ground, viewer, target, pinch=pinch),
            corner_sight(ground, target, viewer, pinch=pinch),
        )
    assert there.verdict == back.verdict
    return there.verdict


def _standing_about(case: Case) -> tuple[Table, tuple[Model, ...]]:
    others = tuple(case_model(row, f"m{k}") for k, row in enumerate(case.get("models", ())))
    where = case_table({"terrain": case.get("terrain", [])})
    opened = tuple(
        replace(piece, open=row.get("open", False))
        for piece, row in zip(where.terrain, case.get("terrain", []), strict=True)
    )
    return replace(where, terrain=opened), others


def _sight(case: Case, *, flat: bool) -> str:
    where, others = _standing_about(case)
    policy = Policy(
        flat=flat,
        prone_ids=tuple(f"m{k}" for k in case.get("lying", [])),
        front_half=case.get("front_half", False),
        cover="corridor" if case["mode"] == "corridor" else "eye",
    )
    if case["mode"] == "points":
        start, end = (tuple(inches(number) for number in case[key]) for key in ("from", "to"))
        found, back = sight_line(where, start, end, others, policy), sight_line(where, end, start, others, policy)
    else:
        viewer, target = case_model(case["viewer"], "viewer"), case_model(case["target"], "target")
        found = sight(where, viewer, target, others, policy)
        back = found if policy.front_half else sight(where, target, viewer, others, policy)
    assert found.verdict == back.verdict
    if case["mode"] == "points":
        return found.verdict
    if found.verdict != "clear":
        return "blocked"
    return "obscured" if case["mode"] == "corridor" and found.hidden_by else "clear"


def _share(case: Case) -> float:
    where, others = _standing_about(case)
    eye, target = tuple(inches(number) for number in case["eye"]), volume(case_model(case["target"], "target"))
    ends = point_end(*eye), target
    frame, things = frame_between(*ends), scenery(where.terrain)
    near = gather(things, list(others), ends, frame, 1.0, things.solid)
    near = near.endless() if case["mode"] == "angular_2d" else near
    look = {"angular_2d": angular, "billboard": billboard, "column": column}[case["mode"]]
    seen = look((0.0, 0.0, eye[2]), target.placed(frame), near, np.ones(len(near), dtype=np.bool_))
    assert abs(seen.share - case["expected"]) <= seen.error + 1e-6
    return seen.share


ANSWERS: dict[str, Callable[[Case], Any]] = {
    "gap": _gap,
    "btb": _contact,
    "path_length": _path,
    "climb": _climb,
    "fall": _fall,
    "jump": _jump,
    "zone": _zone,
    "arc": _arc,
    "grid": _grid,
    "sight_plan": lambda case: _sight(case, flat=True),
    "sight_heights": lambda case: _sight(case, flat=False),
    "sight_share": _share,
}


@pytest.mark.parametrize(("kind", "case"), CASES, ids=[row["id"] for _, row in CASES])
def test_a_worked_case(kind: str, case: Case) -> None:
    right = case["expected"]
    if kind == "zone" and "end" in case:
        right = {key: case[key] for key in ("expected", "entry", "inside") if key in case}

    found = ANSWERS[kind](case)

    assert found == _near(right, max(case.get("tolerance", 0.0), CLOSE)), case.get("why", case["what"])


def _near(right: Any, tolerance: float) -> Any:
    """Numbers within the tolerance, words and truths to the letter."""
    if isinstance(right, dict):
        return {key: _near(value, tolerance) for key, value in right.items()}
    return right if isinstance(right, (str, bool)) else pytest.approx(right, abs=tolerance)


# What there is


GIVEN = {
    "GAP": 22, "BTB": 14, "LOS2": 40, "LOS3": 34, "VIS": 10, "PATH": 14,
    "CLB": 6, "FAL": 12, "JMP": 5, "ARC": 11, "GRD": 14, "ZOC": 10,
}  # fmt: skip
"""How many cases of each kind were given."""


def test_no_case_is_there_twice_and_ours_are_at_least_as_many_as_those_given() -> None:
    names = Counter(row["id"] for _, row in CASES)
    given = [name for name in names if name.split("-")[1].isdigit()]
    ours = [row for _, row in CASES if "-O" in row["id"]]

    assert max(names.values()) == 1
    assert Counter(name.split("-")[0] for name in given) == GIVEN
    assert len(given) == 192
    assert len(ours) >= 192
    assert all(row["why"] for row in ours)
    assert len({row["what"] for row in ours}) == len(ours)


def test_a_case_told_wrongly_is_caught() -> None:
    """The test above does look: the same case with another number fails."""
    case = dict(written("own_gap")[0])

    assert _gap(case) == pytest.approx(101.5, abs=1e-6)
    case["bases"] = [case["bases"][0] | {"x": 0.01}, case["bases"][1]]
    assert _gap(case) != pytest.approx(101.5, abs=case["tolerance"])
