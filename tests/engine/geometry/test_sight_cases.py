"""Every written case of sight: the values live in cases/sight_*.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.game import Base, Model, ModelId, Profile, SideId, Table, Terrain, TerrainId
from engine.geometry.sight import Policy, Sight, sight, sight_line
from engine.geometry.sight_ends import frame_between, point_end, volume
from engine.geometry.sight_share import angular, billboard, column
from engine.geometry.sight_solids import gather, scenery

HERE = Path(__file__).parent / "cases"


def written(name: str) -> list[dict[str, Any]]:
    return list(tomllib.loads((HERE / f"{name}.toml").read_text(encoding="utf-8"))["case"])


def model(name: str, row: dict[str, Any]) -> Model:
    profile = Profile(id="p", name=name, base=Base(row["shape"], row["width"], row["depth"]), height=row["height"])
    return Model(
        id=ModelId(name), name=name, side=SideId("red"), profile=profile, place="table",
        x=row["x"], y=row["y"], z=row["z"], facing=row["facing"],
    )  # fmt: skip


def table(case: dict[str, Any]) -> Table:
    return Table(
        terrain=tuple(
            Terrain(
                id=TerrainId(f"t{k}"), name=f"Piece {k}", outline=tuple((x, y) for x, y in row["outline"]),
                bottom=row["bottom"], top=row["top"], open=row["open"],
            )
            for k, row in enumerate(case.get("terrain", []))
        )
    )  # fmt: skip


def answer(case: dict[str, Any], *, flat: bool, swapped: bool = False) -> Sight:
    others = tuple(model(f"m{k}", row) for k, row in enumerate(case.get("models", [])))
    policy = Policy(
        flat=flat,
        prone_ids=tuple(f"m{k}" for k in case.get("lying", [])),
        front_half=case.get("front_half", False),
        cover="corridor" if case["mode"] == "corridor" else "eye",
    )
    if case["mode"] == "points":
        ends = [tuple(case["from"]), tuple(case["to"])]
        start, end = reversed(ends) if swapped else ends
        return sight_line(table(case), start, end, others, policy)
    pair = [model("viewer", case["viewer"]), model("target", case["target"])]
    viewer, target = reversed(pair) if swapped else pair
    return sight(table(case), viewer, target, others, policy)


def worded(case: dict[str, Any], found: Sight) -> str:
    """In the words of the cases: between bases a touching line is none; a corridor may be obscured."""
    if case["mode"] == "points":
        return found.verdict
    if found.verdict != "clear":
        return "blocked"
    return "obscured" if case["mode"] == "corridor" and found.hidden_by else "clear"


def ids(case: dict[str, Any]) -> str:
    return str(case["id"])


@pytest.mark.parametrize("case", written("sight_plan"), ids=ids)
def test_sight_in_plan(case: dict[str, Any]) -> None:
    found = answer(case, flat=True)

    assert case["expected"] == worded(case, found), case["what"]


@pytest.mark.parametrize("case", written("sight_heights"), ids=ids)
def test_sight_with_heights(case: dict[str, Any]) -> None:
    found = answer(case, flat=False)

    assert case["expected"] == worded(case, found), case["what"]


@pytest.mark.parametrize(
    ("case", "flat"),
    [(c, True) for c in written("sight_plan") if not c.get("front_half")]
    + [(c, False) for c in written("sight_heights")],
)
def test_swapping_viewer_and_target_changes_no_answer(case: dict[str, Any], flat: bool) -> None:
    there, back = answer(case, flat=flat), answer(case, flat=flat, swapped=True)

    assert there.verdict == back.verdict, case["what"]


@pytest.mark.parametrize("case", written("sight_share"), ids=ids)
def test_share_seen(case: dict[str, Any]) -> None:
    eye, target = tuple(case["eye"]), volume(model("target", case["target"]))
    ends = point_end(*eye), target
    frame = frame_between(*ends)
    things = scenery(table(case).terrain)
    models = [model(f"m{k}", row) for k, row in enumerate(case.get("models", []))]
    block = gather(things, models, ends, frame, 1.0, things.solid)
    if case["mode"] == "angular_2d":
        block = block.endless()
    measure = {"angular_2d": angular, "billboard": billboard, "column": column}[case["mode"]]
    seen = measure((0.0, 0.0, eye[2]), target.placed(frame), block, np.ones(len(block), dtype=np.bool_))

    assert seen.share == pytest.approx(case["expected"], abs=case["tolerance"]), case["what"]
    assert abs(seen.share - case["expected"]) <= seen.error + 1e-9
