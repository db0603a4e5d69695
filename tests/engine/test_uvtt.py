"""Maps of other programs: every trap that was seen in real files, in small files of our own."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path
from typing import Any

import pytest

from engine import uvtt
from engine.limits import table_fault
from engine.store import Unreadable
from engine.uvtt import read

PNG = b"\x89PNG\r\n\x1a\n" + b"not really a picture"
ROOM = [[0, 0], [8, 0], [8, 6], [0, 6], [0, 0]]


def spots(points: list[list[float]]) -> list[dict[str, float]]:
    return [{"x": x, "y": y} for x, y in points]


def a_map(
    size: tuple[float, float] = (10, 8),
    origin: tuple[float, float] | None = (0, 0),
    walls: list[list[list[float]]] | None = None,
    objects: list[list[list[float]]] | None = None,
    **more: Any,
) -> dict[str, Any]:
    resolution: dict[str, Any] = {"map_size": {"x": size[0], "y": size[1]}, "pixels_per_grid": 70}
    if origin is not None:
        resolution["map_origin"] = {"x": origin[0], "y": origin[1]}
    return {
        "format": 0.3,
        "resolution": resolution,
        "line_of_sight": [spots(line) for line in walls or []],
        "objects_line_of_sight": [spots(line) for line in objects or []],
        "portals": [],
        "lights": [{"position": {"x": 1, "y": 1}, "color": "#ffcc66"}],
        "environment": {"ambient_light": "ffffffff"},
        "image": base64.b64encode(PNG).decode(),
        **more,
    }


def portal(ends: list[list[float]], **more: Any) -> dict[str, Any]:
    return {"position": {"x": 0, "y": 0}, "bounds": spots(ends), "rotation": 3.14, "freestanding": False, **more}


@pytest.fixture
def saved(tmp_path):
    def save(found: Any, name: str = "map.dd2vtt") -> Path:
        path = tmp_path / name
        path.write_text(found if isinstance(found, str) else json.dumps(found), encoding="utf-8")
        return path

    return save


def outlines(path: Path, **how: float) -> dict[str, tuple[tuple[float, float], ...]]:
    return {piece.id: piece.outline for piece in read(path, **how).table.terrain}


def test_a_wall_is_an_open_line_of_the_given_height(saved):
    table = read(saved(a_map(walls=[ROOM, [[2, 2], [3, 2]]])), wall_height=2.5).table

    ring, short = table.terrain
    assert ring.outline == ((0, 0), (8, 0), (8, 6), (0, 6), (0, 0))
    assert (ring.open, ring.kind, ring.sight, ring.footing) == (True, "wall", "solid", "solid")
    assert (ring.bottom, ring.top, ring.id, ring.name) == (0, 2.5, "w1", "Wall 1")
    assert short.id == "w2"


def test_an_object_is_a_closed_solid_though_its_last_point_is_not_its_first(saved):
    objects = [[[1, 1], [2, 1], [2, 2]], [[4, 4], [5, 4], [5, 5], [4, 4]], [[6, 6], [7, 6]]]

    first, ringed, line = read(saved(a_map(objects=objects))).table.terrain

    assert (first.outline, first.open, first.kind) == (((1, 1), (2, 1), (2, 2)), False, "block")
    assert (ringed.outline, ringed.open) == (((4, 4), (5, 4), (5, 5)), False)
    assert (line.outline, line.open) == (((6, 6), (7, 6)), True)


def test_a_map_that_is_not_square_keeps_its_sides_and_its_cells(saved):
    found = read(saved(a_map(size=(30, 22.5))), cell_inches=1.5)

    assert (found.table.width, found.table.height) == (45, 33.75)
    assert found.cells == (30, 22.5)
    cloth = found.table.cloth
    assert (cloth.x, cloth.y, cloth.width, cloth.height) == (0, 0, 45, 33.75)


def test_every_length_grows_with_the_cell(saved):
    found = outlines(saved(a_map(walls=[[[1, 2], [3, 4]]])), cell_inches=2)

    assert found == {"w1": ((2, 4), (6, 8))}


def test_the_corner_of_a_crop_is_taken_off(saved):
    cropped = a_map(
        size=(10, 10),
        origin=(2, 1),
        walls=[[[3, 2], [11, 10]]],
        objects=[[[4, 4], [5, 4], [5, 5]]],
        portals=[portal([[7, 2], [7, 3]], closed=True)],
    )

    found = read(saved(cropped))

    assert {piece.id: piece.outline for piece in found.table.terrain} == {
        "w1": ((1, 1), (9, 9)),
        "o1": ((2, 3), (3, 3), (3, 4)),
        "d1": ((5, 1), (5, 2)),
    }
    assert found.warnings == ()


def test_the_corner_of_a_crop_that_was_never_applied_is_ignored_and_said_so(saved):
    uncropped = a_map(size=(10, 10), origin=(20, 20), walls=[[[1, 1], [9, 1], [9, 9]]])

    found = read(saved(uncropped))

    assert found.table.terrain[0].outline == ((1, 1), (9, 1), (9, 9))
    assert "only if the corner of the crop (20, 20) is ignored; it was." in found.warnings[0]


def test_a_wall_a_little_outside_its_crop_does_not_undo_the_crop(saved):
    cropped = a_map(size=(10, 10), origin=(2, 1), walls=[[[1, 2], [3, 2], [11, 10]]])

    assert outlines(saved(cropped))["w1"] == ((-1, 1), (1, 1), (9, 9))


def test_a_missing_corner_is_none(saved):
    assert outlines(saved(a_map(origin=None, walls=[[[1, 1], [2, 1]]])))["w1"] == ((1, 1), (2, 1))


def test_a_closed_portal_is_a_door(saved):
    (door,) = read(saved(a_map(portals=[portal([[2, 0], [3, 0]], closed=True)]))).table.terrain

    assert (door.kind, door.sight, door.footing, door.open, door.name) == ("door", "solid", "solid", True, "Door 1")
    assert door.outline == ((2, 0), (3, 0))


def test_a_portal_that_lets_light_through_is_not_guessed_at(saved):
    portals = [portal([[2, 0], [3, 0]], closed=False), portal([[4, 0], [5, 0]])]

    found = read(saved(a_map(portals=portals)))

    assert [(p.kind, p.sight, p.footing) for p in found.table.terrain] == [("opening", "clear", "open")] * 2
    assert "Opening 1 and Opening 2 may be a window or an open door" in found.warnings[0]


def test_a_portal_without_ends_is_left_out_and_counted(saved):
    portals = [portal([], closed=True), {"position": {"x": 1, "y": 1}, "closed": True}]

    found = read(saved(a_map(portals=portals)))

    assert found.table.terrain == ()
    assert "2 doors were left out" in found.warnings[0]


def test_short_lines_are_left_out_and_counted(saved):
    walls = [[[1, 1]], [], [[5, 5], [5, 5]], [[5, 5], [5, 5], [6, 5]]]

    found = read(saved(a_map(walls=walls)))

    assert [piece.outline for piece in found.table.terrain] == [((5, 5), (6, 5))]
    assert found.warnings == ("3 lines were left out for having no length.",)


def test_too_many_walls_are_capped_and_said_so(saved, monkeypatch):
    monkeypatch.setattr(uvtt, "MOST_SEGMENTS", 3)
    walls = [[[0, y], [1, y], [2, y]] for y in range(4)]

    found = read(saved(a_map(walls=walls)))

    assert len(found.table.terrain) == 1
    assert "more than 3 stretches of wall; 3 outlines were left out" in found.warnings[0]


def test_a_very_long_wall_is_cut_into_pieces_that_hang_together(saved):
    wall = [[x / 1000, (x % 2) / 10] for x in range(9001)]

    found = read(saved(a_map(walls=[wall])))

    first, second = found.table.terrain
    assert (len(first.outline), len(second.outline)) == (5000, 4002)
    assert first.outline[-1] == second.outline[0]
    assert second.outline[-1] == (9, 0)
    assert table_fault(found.table) == ""


@pytest.mark.parametrize("number", ["1.0", 1.0, 1, 0.2, 0.3, None])
def test_every_format_number_holds_the_same(saved, number):
    assert len(outlines(saved(a_map(walls=[ROOM], format=number)))) == 1


def test_an_old_file_has_no_objects_and_no_portals(saved):
    old = a_map(walls=[ROOM], format=0.2)
    del old["objects_line_of_sight"], old["portals"], old["lights"], old["environment"]

    assert len(outlines(saved(old))) == 1


def test_lists_may_be_null(saved):
    nothing = a_map(line_of_sight=None, objects_line_of_sight=None, portals=None, image=None)

    assert read(saved(nothing)).table.terrain == ()


def test_a_byte_order_mark_is_no_fault(tmp_path):
    path = tmp_path / "map.uvtt"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(a_map(walls=[ROOM])).encode())

    assert len(outlines(path)) == 1


@pytest.mark.parametrize(
    "image",
    [
        base64.b64encode(PNG).decode(),
        "data:image/png;base64," + base64.b64encode(PNG).decode(),
        base64.b64encode(PNG).decode().rstrip("="),
        "\n".join(re.findall(".{1,20}", base64.b64encode(PNG).decode())),
    ],
)
def test_the_picture_is_base64_with_or_without_frills(saved, image):
    found = read(saved(a_map(image=image)))

    assert found.picture == PNG
    assert found.warnings == ()


@pytest.mark.parametrize(
    ("image", "warning"),
    [
        ("", "The map has no picture"),
        (None, "The map has no picture"),
        ("modules/some-pack/maps/level1.webp", "The file only names its picture"),
        ("AAAA", "The file only names its picture, or it cannot be read"),
        ("data:image/png;base64,!!!", "The picture cannot be read and was left out."),
    ],
)
def test_a_map_without_a_picture_is_still_a_table(saved, image, warning):
    found = read(saved(a_map(walls=[ROOM], image=image)))

    assert found.table.cloth is None
    assert found.picture is None
    assert len(found.table.terrain) == 1
    assert warning in found.warnings[0]


def test_a_picture_beyond_the_limit_is_left_out(saved, monkeypatch):
    monkeypatch.setattr(uvtt, "LARGEST_PICTURE", 10)

    assert "was left out" in read(saved(a_map())).warnings[0]


BROKEN = [
    (a_map(size=(0, 0)), "map.dd2vtt is a map of 0 by 0 cells."),
    (a_map(size=(10, -1)), "map.dd2vtt is a map of 10 by -1 cells."),
    (a_map(size=(1e7, 5)), "no table is that large"),
    ({"name": "scene"}, "map.dd2vtt is no Universal VTT map: Object missing required field resolution"),
    ([1, 2], "map.dd2vtt is no Universal VTT map: Expected object, got array"),
    (a_map(walls=[[[1, "2"], [3, 4]]]), "Expected float, got str - at $.line_of_sight[0][0].y"),
    (json.dumps(a_map(walls=[ROOM])).replace("8,", "NaN,"), "map.dd2vtt is broken at line 1: JSON is malformed"),
    ('{\n"resolution":\n{]', "map.dd2vtt is broken at line 3"),
    (json.dumps(a_map(walls=[[[1, 1], [2, 2]]])).replace('"x": 2', '"x": 1e999'), "Number out of range"),
    (json.dumps(a_map(walls=[[[1, 1], [2, 2]]])).replace('"x": 2', '"x": -Infinity'), "is broken at line 1"),
    (a_map(walls=[[[1, 1], [1e9, 1]]]), "map.dd2vtt cannot be laid out: Terrain 'w1' lies farther"),
    ("", "map.dd2vtt is broken"),
    ('{"resolution": ' + "[" * 100_000, "map.dd2vtt is"),
]


@pytest.mark.parametrize(("content", "sentence"), BROKEN)
def test_a_broken_map_is_refused_with_a_sentence(saved, content, sentence):
    with pytest.raises(Unreadable, match=re.escape(sentence)) as caught:
        read(saved(content))

    assert str(caught.value).endswith(".")


@pytest.mark.parametrize("how", [{"cell_inches": 0}, {"cell_inches": float("nan")}, {"wall_height": -1}])
def test_a_size_that_is_none_is_refused(saved, how):
    with pytest.raises(ValueError, match=r"cannot measure .* inches; give a number above 0"):
        read(saved(a_map()), **how)


def test_a_missing_map_is_refused(tmp_path):
    with pytest.raises(Unreadable, match=r"There is no file gone\.uvtt here"):
        read(tmp_path / "gone.uvtt")


SAMPLES = sorted((Path(__file__).parents[3] / "shared" / "samples" / "uvtt").glob("*vtt"))
"""Real maps, in a checkout that has them beside it."""


@pytest.mark.parametrize("path", [None, *SAMPLES], ids=lambda path: path.name if path else "one of our own")
def test_a_map_opens_on_its_table_or_says_why_not(saved, path):
    path = path or saved(a_map(walls=[ROOM]))
    try:
        found = read(path)
    except Unreadable as why:
        found = None
        sentence = str(why)
    if found is None:
        assert "map of 0 by 0 cells" in sentence
    else:
        assert table_fault(found.table) == ""
        assert (found.table.width, found.table.height) == found.cells
        assert all(-2 <= x <= 32 and -2 <= y <= 24 for piece in found.table.terrain for x, y in piece.outline)
