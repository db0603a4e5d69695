"""A table written as a Universal VTT map, and read back."""

from __future__ import annotations

import json

import pytest

from engine import skirmish, uvtt, uvtt_write
from engine.game import Table, Terrain
from engine.store import Unwritable

PNG = b"\x89PNG\r\n\x1a\nrest"
LINES = {"open": True, "top": 3.0}
TABLE = Table(
    name="Yard",
    width=30.0,
    height=20.0,
    terrain=(
        Terrain(id="w", name="Wall", outline=((1.0, 1.0), (9.0, 1.0)), kind="wall", **LINES),
        Terrain(id="h", name="House", outline=((4.0, 4.0), (8.0, 4.0), (8.0, 9.0)), top=3.0),
        Terrain(id="d", name="Door", outline=((9.0, 1.0), (11.0, 1.0)), kind="door", **LINES),
        Terrain(id="o", name="Arch", outline=((2.0, 5.0), (3.0, 5.0)), kind="opening", sight="clear", **LINES),
        Terrain(id="p", name="Pond", outline=((20.0, 4.0), (24.0, 4.0), (22.0, 9.0)), sight="clear"),
    ),
)


@pytest.mark.parametrize("cell", [1.0, 1.5])
def test_walls_and_doors_come_back(tmp_path, cell):
    path = tmp_path / "yard.uvtt"
    written = uvtt_write.write(path, TABLE, PNG, pixels=50, cell_inches=cell)
    back = uvtt.read(path, cell_inches=cell, wall_height=3.0)
    found = {piece.name: piece for piece in back.table.terrain}

    assert written == 4
    assert (back.table.width, back.table.height) == pytest.approx((30, 20))
    assert back.picture == PNG
    for name, piece in (("Wall 1", 0), ("Object 1", 1), ("Door 1", 2), ("Opening 2", 3)):
        for corner, was in zip(found[name].outline, TABLE.terrain[piece].outline, strict=True):
            assert corner == pytest.approx(was)
    assert len(found) == 4
    assert json.loads(path.read_text())["resolution"]["pixels_per_grid"] == 50


def test_every_ready_board_can_be_written_and_read(tmp_path):
    for name in ("ruined_street", "salt_quay"):
        table = skirmish.board(name)
        written = uvtt_write.write(tmp_path / "a.uvtt", table)

        assert len(uvtt.read(tmp_path / "a.uvtt").table.terrain) == written


def test_a_folder_that_is_not_there_is_said(tmp_path):
    with pytest.raises(Unwritable, match="the folder does not exist"):
        uvtt_write.write(tmp_path / "nowhere" / "a.uvtt", TABLE)
