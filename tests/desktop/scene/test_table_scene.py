"""The scene follows the game, skips what is equal, and knows exactly what is where."""

from __future__ import annotations

import dataclasses
import math
from typing import get_args

import pytest
from msgspec.structs import replace
from pieces import BLUE, ORANGE, block, figure
from PySide6.QtCore import QBuffer, QIODevice, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest

from desktop.look import theme
from desktop.scene import StatusLook, TableScene, TableView, Touch
from desktop.scene.evidence_item import AreaItem, LineItem, areas_path
from desktop.scene.marker_item import chip_angles, in_words, lying_of, shown
from desktop.scene.model_item import ModelItem
from engine.game import Base, Cloth, Game, Marker, Model, Side, Table, Zone
from engine.geometry.evidence import NOTHING, Area, Evidence, Line, Mark, Role

INCH_MM = 25.4


def drawn(scene: TableScene, scale: float = 20.0) -> QImage:
    """The board as a picture, at *scale* pixels an inch."""
    board = scene.board
    canvas = QImage(round(board.width() * scale), round(board.height() * scale), QImage.Format.Format_RGB32)
    canvas.fill(0)
    painter = QPainter(canvas)
    scene.render(painter, QRectF(canvas.rect()), board)
    painter.end()
    return canvas


def models_drawn(scene: TableScene) -> list[ModelItem]:
    return [item for item in scene.items() if isinstance(item, ModelItem)]


def test_sync_adds_moves_and_removes_one_by_one(scene: TableScene, street: Game):
    kept = scene.model_item("kage")
    assert len(models_drawn(scene)) == 4

    moved = replace(street.model("hiro"), x=15.0)
    gone = replace(street.model("aki"), place="removed")
    scene.sync(street.with_model(moved).with_model(gone))

    assert len(models_drawn(scene)) == 3
    assert scene.model_item("hiro").pos().x() == 15.0
    assert scene.model_item("aki") is None
    assert scene.model_item("kage") is kept


def test_equal_nouns_are_skipped(scene: TableScene, street: Game, monkeypatch: pytest.MonkeyPatch):
    told: list[str] = []
    original = ModelItem.sync
    monkeypatch.setattr(
        ModelItem, "sync", lambda self, model, dress: told.append(model.id) or original(self, model, dress)
    )
    scene.sync(street)
    assert told == []

    scene.sync(street.with_model(replace(street.model("ren"), facing=90.0)))
    assert told == ["ren"]


def test_an_equal_model_in_another_object_is_not_redrawn(scene: TableScene, street: Game):
    twin = replace(street.model("hiro"))
    item = scene.model_item("hiro")
    assert twin is not street.model("hiro")
    assert item.sync(twin, item._dress) is False
    assert item.sync(replace(twin, z=1.0), item._dress) is True


def test_a_model_in_reserve_is_not_drawn(scene: TableScene, street: Game):
    scene.sync(street.with_model(replace(street.model("ren"), place="reserve")))
    assert scene.model_item("ren") is None
    assert scene.model_at((6, 6.2)) == "aki"


def test_round_base_ends_exactly_at_its_rim(scene: TableScene):
    rim = 12.5 / INCH_MM
    for angle in range(0, 360, 15):
        out = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        assert scene.model_at((12 + out[0] * (rim - 1e-6), 14 + out[1] * (rim - 1e-6))) == "hiro"
        assert scene.model_at((12 + out[0] * (rim + 1e-6), 14 + out[1] * (rim + 1e-6))) is None
    assert scene.model_at((12 + rim + 0.05, 14), slop=0.1) == "hiro"


def test_turned_oval_and_rectangle_are_hit_where_they_lie(scene: TableScene, street: Game):
    rider = figure("Rider", 25, 12, base=Base("oval", 30, 60), facing=90.0)
    cart = figure("Cart", 30, 12, base=Base("rect", 20, 50), facing=90.0)
    scene.sync(replace(street, models=(*street.models, rider, cart)))
    long, wide = 30 / INCH_MM, 15 / INCH_MM

    assert scene.model_at((25 + long - 1e-6, 12)) == "rider"
    assert scene.model_at((25, 12 + wide + 1e-3)) is None
    assert scene.model_at((30 - 25 / INCH_MM + 1e-6, 12 + 10 / INCH_MM - 1e-6)) == "cart"
    assert scene.model_at((30, 12 + 10 / INCH_MM + 1e-6)) is None


def test_the_higher_of_two_models_is_hit_first(scene: TableScene):
    assert scene.model_at((6, 6.1)) == "aki"


def test_a_band_takes_models_whose_middle_it_holds(scene: TableScene):
    assert scene.models_in(QRectF(5, 5, 2, 2)) == ("aki", "ren")
    assert scene.models_in(QRectF(7, 7, -2, -2)) == ("aki", "ren")
    assert scene.models_in(QRectF(0, 0, 36, 24)) == ("hiro", "aki", "ren", "kage")


def test_the_topmost_terrain_is_found(scene: TableScene, street: Game):
    chest = block("chest", 5, 5, 6, 6, bottom=3.0, top=3.8)
    scene.sync(replace(street, table=replace(street.table, terrain=(chest, *street.table.terrain))))
    assert scene.terrain_at((5.5, 5.5)) == "chest"
    assert scene.terrain_at((8, 8)) == "floor"
    assert scene.terrain_at((30, 20)) is None


def test_a_model_below_a_floor_is_drawn_under_it(scene: TableScene, street: Game):
    assert scene.model_item("ren")._dress.under
    assert not scene.model_item("aki")._dress.under
    scene.sync(street.with_model(replace(street.model("ren"), x=20.0, y=20.0)))
    assert not scene.model_item("ren")._dress.under


def test_removing_the_floor_brings_the_model_out(scene: TableScene, street: Game):
    scene.sync(replace(street, table=replace(street.table, terrain=street.table.terrain[:1])))
    assert not scene.model_item("ren")._dress.under


def test_selection_and_names_change_only_the_dress(scene: TableScene, street: Game):
    scene.show_selection(["hiro"])
    assert scene.model_item("hiro")._dress.chosen
    scene.sync(street)
    assert scene.selection == {"hiro"}
    scene.sync(street, selected=())
    assert not scene.model_item("hiro")._dress.chosen
    scene.show_names(True)
    assert all(item._dress.named for item in models_drawn(scene))


def test_ghosts_come_and_go_beside_the_true_model(scene: TableScene, street: Game):
    there = replace(street.model("hiro"), x=18.0)
    scene.sync(street, ghosts=(there,))
    assert len(models_drawn(scene)) == 5
    assert scene.model_at((18, 14)) is None
    scene.sync(street)
    assert len(models_drawn(scene)) == 4


def test_overlays_are_named_replaced_and_taken_away(scene: TableScene):
    def layers() -> int:
        return sum(isinstance(item, LineItem) for item in scene.items())

    line = Evidence(lines=(Line(((0, 0, 0), (5, 5, 0)), "clear", "7.07″"),))
    scene.show_evidence(line)
    scene.show_overlay("reach", Evidence(areas=(Area(((((0, 0), (4, 0), (4, 4)),),), "reach"),)))
    assert layers() == 2
    scene.show_evidence(Evidence(marks=(Mark((3, 3, 0), "warning"),)))
    assert layers() == 2
    scene.show_evidence(NOTHING)
    scene.show_overlay("reach", NOTHING)
    scene.show_overlay("never shown", NOTHING)
    assert layers() == 0
    assert not [item for item in scene.items() if isinstance(item, AreaItem)]


def test_overlapping_pieces_of_an_area_add_up_and_holes_stay_open():
    square = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))
    shifted = tuple((x + 2, y) for x, y in reversed(square))
    hole = ((0.5, 0.5), (1.0, 0.5), (1.0, 1.0), (0.5, 1.0))
    path = areas_path((Area(((square, hole), (shifted,)), "reach"),))

    assert path.contains(QPointF(3, 2))
    assert path.contains(QPointF(5, 2))
    assert not path.contains(QPointF(0.75, 0.75))


def test_overlapping_pieces_of_an_area_have_one_outline(scene: TableScene, street: Game):
    scene.sync(replace(street, models=(), table=Table(width=36, height=24)))
    left = ((2.0, 2.0), (10.0, 2.0), (10.0, 10.0), (2.0, 10.0))
    right = tuple((x + 4, y) for x, y in left)
    scene.show_overlay("zone", Evidence(areas=(Area(((left,), (right,)), "zone"),)))
    picture = drawn(scene)

    def edged(x: int) -> bool:
        column = (picture.pixelColor(x + off, y) for y in range(80, 160) for off in (-1, 0))
        return any(pixel.red() > 180 and pixel.green() > 140 for pixel in column)

    assert edged(40)
    assert edged(280)
    assert not edged(200)
    assert not edged(120)


def test_the_shade_darkens_only_what_is_not_seen(scene: TableScene):
    before = drawn(scene)
    seen = Area(((((0.0, 0.0), (18.0, 0.0), (18.0, 24.0), (0.0, 24.0)),),), "clear")
    scene.show_shade(Evidence(areas=(seen,)))
    after = drawn(scene)
    scene.show_shade(None)

    assert after.pixelColor(50, 400) == before.pixelColor(50, 400)
    assert after.pixelColor(600, 400).lightness() < before.pixelColor(600, 400).lightness() * 0.75
    assert drawn(scene).pixelColor(600, 400) == before.pixelColor(600, 400)


def test_a_blocked_line_is_solid_to_the_stop_and_dotted_beyond(scene: TableScene, street: Game):
    scene.sync(replace(street, models=(), table=Table(width=36, height=24)))
    scene.show_evidence(Evidence(lines=(Line(((2, 12, 0), (34, 12, 0)), "blocked", stopped=(10, 12, 0)),)))
    picture = drawn(scene)
    coral = theme("dark").blocked

    def coloured(start: float, end: float) -> float:
        row = [picture.pixelColor(x, 240).name() == coral for x in range(round(start * 20), round(end * 20))]
        return sum(row) / len(row)

    assert coloured(3, 9) > 0.95
    assert 0.05 < coloured(11, 33) < 0.6


def test_every_role_and_mark_paints_in_every_theme(scene: TableScene):
    roles = get_args(Role)
    triangle = ((((1.0, 1.0), (5.0, 1.0), (3.0, 4.0)),),)
    everything = Evidence(
        lines=tuple(
            Line(((2, 2 + i, 0), (9, 2 + i, 1), (14, 3 + i, 0)), role, f"{role} 1″") for i, role in enumerate(roles)
        )
        + tuple(Line(((20, 2 + i, 0), (20, 2 + i, 3)), role) for i, role in enumerate(roles)),
        areas=tuple(Area(triangle, role, role) for role in roles),
        marks=tuple(Mark((25, 2 + i, 0), role, role) for i, role in enumerate(roles)),
        pieces=("wall", "hiro", "nobody"),
    )
    pictures = set()
    for name in ("dark", "light", "contrast"):
        scene.set_theme(theme(name))
        scene.show_evidence(everything)
        pictures.add(pixels(drawn(scene)))
    assert len(pictures) == 3


def test_base_is_drawn_to_scale_in_the_side_colour(scene: TableScene, street: Game):
    scene.sync(replace(street, models=(figure("Hiro", 12, 12, base=Base("round", 50.8, 50.8)),)))
    picture = drawn(scene, 40.0)
    blue = theme("dark").side(0).colour

    rim = [x for x in range(400, 560) if picture.pixelColor(x, 480).name() == blue]
    assert 440 <= min(rim) <= 443
    assert 517 <= max(rim) <= 520


def pixels(picture: QImage) -> bytes:
    """All of them; the picture must be held while they are read."""
    return bytes(picture.constBits())


def looks_of(scene: TableScene, game: Game, model: Model) -> bytes:
    """The picture of one model alone on the board."""
    scene.sync(replace(game, models=(model,)))
    return pixels(drawn(scene, 30.0))


def test_sides_of_one_colour_still_differ_by_their_rims(scene: TableScene, street: Game):
    dark = theme("dark")
    rims = tuple(dataclasses.replace(side, colour="#cccccc") for side in dark.sides)
    scene.set_theme(dataclasses.replace(dark, sides=rims))
    bare = replace(street, table=Table(width=36, height=24))

    assert looks_of(scene, bare, figure("Hiro", 12, 12)) != looks_of(scene, bare, figure("Hiro", 12, 12, side=ORANGE))


def test_facing_lying_height_and_a_floor_overhead_each_change_the_picture(scene: TableScene, street: Game):
    scene.set_statuses({"down": StatusLook("down", "face_up"), "out": StatusLook("out", "face_down")})
    plain, roof = Table(width=36, height=24), block("floor", 8, 8, 16, 16, bottom=3.0, top=3.2)
    scenes = [
        looks_of(scene, replace(street, table=plain), figure("Hiro", 12, 12, **more))
        for more in (
            {},
            {"facing": 90.0},
            {"z": 2.0},
            {"markers": (Marker("down"),)},
            {"markers": (Marker("out"),)},
            {"markers": (Marker("well"),)},
            {"markers": (Marker("well", 3),)},
        )
    ]
    assert len(set(scenes)) == len(scenes)

    covered = replace(street, table=replace(plain, terrain=(roof,)))
    assert looks_of(scene, covered, figure("Hiro", 12, 12)) != looks_of(scene, covered, figure("Hiro", 12, 12, 3.2))


def test_a_floor_overhead_is_a_dashed_ring_outside_the_rim(scene: TableScene, street: Game):
    roof = block("floor", 8, 8, 16, 16, bottom=3.0, top=3.2)
    scene.sync(replace(street, table=Table(width=36, height=24, terrain=(roof,)), models=(figure("Hiro", 12, 12),)))
    picture = drawn(scene, 40.0)
    ring = 12.5 / INCH_MM * 40 + 2.5
    around = [
        picture.pixelColor(
            round(480 + ring * math.cos(math.radians(turn))), round(480 + ring * math.sin(math.radians(turn)))
        ).lightness()
        for turn in range(0, 360, 2)
    ]

    assert 30 < sum(light > 170 for light in around) < 150


@pytest.mark.parametrize("role", ["ruler", "grazing", "leap", "fall", "warning", "zone"])
def test_dashed_roles_are_dashed_on_the_table(scene: TableScene, street: Game, role: Role):
    scene.sync(replace(street, models=(), table=Table(width=36, height=24)))
    scene.show_evidence(Evidence(lines=(Line(((2, 12.02, 0), (34, 12.02, 0)), role),)))
    picture = drawn(scene)
    if role == "leap":
        row = [max(picture.pixelColor(x, y).blue() for y in range(120, 240)) for x in range(80, 640)]
    else:
        row = [picture.pixelColor(x, 240).red() for x in range(80, 640)]
    bright = sum(value > (max(row) + min(row)) / 2 for value in row) / len(row)

    assert 0.1 < bright < 0.92
    assert max(row) - min(row) > 60


def test_prone_models_and_their_chips(scene: TableScene, street: Game):
    upright = drawn(scene)
    looks = {"knocked_down": StatusLook("knocked_down", "face_up"), "stunned": StatusLook("stunned", "face_down")}
    scene.set_statuses(looks)
    kage = street.model("kage")

    assert lying_of(looks, kage.markers) == "face_up"
    assert lying_of(looks, (*kage.markers, Marker("stunned"))) == "face_down"
    assert lying_of(looks, ()) == "none"
    assert drawn(scene) != upright
    assert in_words(looks, kage.markers) == "knocked down, wounded 2"
    assert scene.model_item("kage").toolTip() == "Kage: knocked down, wounded 2"


def test_what_a_marker_means_is_read_where_it_is_seen_and_hidden_ones_are_not(scene: TableScene, street: Game):
    looks = {
        "knocked_down": StatusLook("knocked_down", "face_up", words="Down", says="It may only stand up."),
        "wounded": StatusLook("wounded", hidden=True, words="Wounded", says="Nobody is to read this."),
    }
    bare = drawn(scene)
    scene.set_statuses(looks)

    assert scene.model_item("kage").toolTip() == "Kage: Down\nDown: It may only stand up."
    assert [marker.status for marker in shown(looks, street.model("kage").markers)] == ["knocked_down"]
    assert drawn(scene) != bare


def test_six_chips_then_a_plus_and_none_over_the_notch():
    assert len(chip_angles(3, 20, 7, 0)) == 3
    angles = chip_angles(9, 20, 7, 45)
    assert len(angles) == 7
    assert len(set(angles)) == 7
    assert all(abs((angle - 45 + 180) % 360 - 180) > 15 for angle in angles)


def test_a_crowd_of_144_syncs_and_paints(view: TableView, scene: TableScene, street: Game):
    ran = (Marker("ran"),)
    crowd = tuple(
        figure(f"M{i}", 1 + i % 16 * 2.2, 1 + i // 16 * 2.4, side=(BLUE, ORANGE)[i % 2], markers=ran * (i % 9))
        for i in range(144)
    )
    game = replace(street, models=crowd)
    scene.sync(game)
    assert len(models_drawn(scene)) == 144
    assert not view.grab().isNull()

    scene.sync(game.with_model(replace(crowd[7], x=30.0)))
    assert scene.model_item("m7").pos().x() == 30.0
    scene.sync(replace(game, models=()))
    assert models_drawn(scene) == []


def test_zones_cloth_and_every_kind_of_terrain_paint(scene: TableScene, street: Game):
    kinds = sorted(theme("dark").terrain)
    pieces = tuple(
        block(kind, 1 + i % 8 * 4, 1 + i // 8 * 4, 4 + i % 8 * 4, 3 + i // 8 * 4, kind=kind)
        for i, kind in enumerate(kinds)
    )
    paling = replace(pieces[0], id="paling", outline=((1, 20), (9, 20), (9, 23)), open=True)
    stamp = QImage(8, 8, QImage.Format.Format_RGB32)
    stamp.fill(Qt.GlobalColor.red)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    stamp.save(buffer, "PNG")
    table = Table(
        width=36,
        height=24,
        terrain=(*pieces, paling),
        zones=(
            Zone("Blue sets up", BLUE, ((0, 20), (36, 20), (36, 24), (0, 24))),
            Zone("Nobody", "x", ((0, 0), (1, 0), (1, 1))),
        ),
        cloth=Cloth(bytes(buffer.data()), 30, 12, 6, 6),
    )
    scene.sync(replace(street, table=table, models=()))
    red = drawn(scene).pixelColor(33 * 20 + 10, 15 * 20 + 10)
    assert red.red() > 180
    assert red.green() < 60
    assert scene.terrain_at((9.03, 21)) == "paling"

    scene.sync(replace(street, table=replace(table, cloth=Cloth(b"no picture", 0, 0, 6, 6)), models=()))
    assert drawn(scene).pixelColor(33 * 20 + 10, 15 * 20 + 10).red() < 150


def test_a_larger_board_takes_its_room(scene: TableScene, street: Game):
    scene.sync(replace(street, table=Table(width=72, height=48, ground="sand")))
    assert scene.board == QRectF(0, 0, 72, 48)
    scene.sync(replace(street, sides=(Side(id=ORANGE, name="O"), Side(id=BLUE, name="B"))))
    assert scene.model_item("hiro")._dress.side == theme("dark").side(1)


class Recorder:
    """A tool that only writes down what the hand did."""

    def __init__(self) -> None:
        self.told: list[tuple[str, Touch]] = []

    def press(self, touch: Touch) -> None:
        self.told.append(("press", touch))

    def drag(self, touch: Touch) -> None:
        self.told.append(("drag", touch))

    def release(self, touch: Touch) -> None:
        self.told.append(("release", touch))

    def double(self, touch: Touch) -> None:
        self.told.append(("double", touch))

    def hover(self, touch: Touch) -> None:
        self.told.append(("hover", touch))


def test_the_hand_is_told_in_inches(view: TableView, scene: TableScene):
    tool = Recorder()
    scene.gesture_sink = tool
    port = view.viewport()
    start, end = view.pixel_of(12, 14), view.pixel_of(15, 14)
    QTest.mouseMove(port, start)
    QTest.mousePress(port, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier, start)
    QTest.mouseMove(port, end)
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, end)
    QTest.mouseDClick(port, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start)

    told = dict(tool.told)
    assert [verb for verb, _ in tool.told][-1] in ("double", "release")
    assert {"press", "release", "double"} <= told.keys()
    assert told["press"].model == "hiro"
    assert told["press"].at == pytest.approx((12, 14), abs=0.06)
    assert told["press"].has(Qt.KeyboardModifier.ShiftModifier)
    assert told["press"].button == Qt.MouseButton.LeftButton
    assert told["release"].at in [t.at for v, t in tool.told if v == "release"]
    assert told["press"].pixel == pytest.approx(1 / view.pixels_per_inch)


def test_without_a_tool_the_mouse_does_nothing(view: TableView, scene: TableScene, street: Game):
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(200, 200))
    assert scene.game is street


def test_the_band_is_an_overlay(scene: TableScene):
    scene.show_band(QRectF(1, 1, 5, 5))
    assert any(isinstance(item, AreaItem) for item in scene.items())
    scene.show_band(None)
    assert not any(isinstance(item, AreaItem) for item in scene.items())
