"""PgDn takes off what lies over a floor: eye and hand reach what is below, and PgUp puts it back."""

from __future__ import annotations

import pytest
from at_table import CTRL, Table
from msgspec.structs import replace
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop.scene.storeys import floors, stepped
from engine.events import Placed
from engine.game import ModelId, Terrain
from engine.geometry.heights import SKY
from engine.skirmish import skirmish

UP, DOWN = Qt.Key.Key_PageUp, Qt.Key.Key_PageDown


def slab(name: str, bottom: float, top: float, size: float = 6.0, **more: object) -> Terrain:
    ring = ((0.0, 0.0), (size, 0.0), (size, size), (0.0, size))
    return Terrain(id=name, name=name, kind="floor", outline=ring, bottom=bottom, top=top, **more)


def test_the_floors_of_a_table_are_those_with_something_over_them() -> None:
    ground = slab("block", 0.0, 2.0)
    house = (slab("first", 2.8, 3.0), slab("second", 5.8, 6.0), slab("roof", 8.8, 9.0))

    assert floors(()) == ()
    assert floors((ground,)) == ()
    assert floors(house[:1]) == (0.0,)
    assert floors((ground, *house)) == (0.0, 3.0, 6.0)
    assert floors((house[0], replace(house[1], bottom=3.3, top=3.5))) == (0.0,)  # one storey, seen to the highest
    rail = replace(slab("rail", 3.0, 4.0), outline=((0.0, 0.0), (9.0, 0.0), (9.0, 0.3), (0.0, 0.3)))
    assert floors((rail,)) == ()


def test_steps_end_at_the_ground_and_at_the_whole_table() -> None:
    heights = (0.0, 3.0, 6.0)

    assert [stepped(heights, SKY, by) for by in (1, -1, -3, -9)] == [SKY, 6.0, 0.0, 0.0]
    assert [stepped(heights, 3.0, by) for by in (1, 2, 9, -1)] == [6.0, SKY, SKY, 0.0]


@pytest.fixture
def roofed(street: Table) -> Table:
    """Tove stands on a floor 3 inches up; Pip is set down under her."""
    tove = street.model("tove")
    assert tove.z == pytest.approx(3.0)
    street.session.by_hand((Placed(model=ModelId("pip"), at=(tove.x, tove.y, 0.0), facing=0.0),), "Set up")
    street.view.setFocus()
    street.settle()
    return street


def down_to_the_ground(table: Table) -> None:
    while table.scene.ground.level > 0:
        table.key(DOWN)


def test_below_the_floor_the_hand_reaches_who_stands_there(roofed: Table) -> None:
    tove = roofed.model("tove")
    assert roofed.scene.model_at((tove.x, tove.y)) == "tove"
    above = roofed.viewport.grab().toImage()

    down_to_the_ground(roofed)

    assert roofed.scene.model_at((tove.x, tove.y)) == "pip"
    assert roofed.viewport.grab().toImage() != above
    roofed.click(tove.x, tove.y)
    assert roofed.session.selection == ("pip",)
    item = roofed.scene.model_item("tove")
    assert item is not None
    assert item.opacity() < 0.6
    assert roofed.scene.ground.is_under(roofed.model("pip")) is False

    for _ in range(4):
        roofed.key(UP)
    assert roofed.scene.ground.level == SKY
    assert roofed.scene.model_at((tove.x, tove.y)) == "tove"
    assert item.opacity() == 1.0
    assert roofed.scene.ground.is_under(roofed.model("pip")) is True


def test_who_is_set_down_stands_on_the_floor_that_is_seen(roofed: Table) -> None:
    tove = roofed.model("tove")
    session, bench = roofed.session, roofed.bench
    spot = (tove.x - 2.2, tove.y + 0.9)

    def dropped() -> float:
        bench.take("shove")
        roofed.drag((roofed.model("ratch").x, roofed.model("ratch").y), spot)
        height = roofed.model("ratch").z
        session.undo()
        roofed.settle()
        return height

    assert dropped() == pytest.approx(3.0)
    down_to_the_ground(roofed)
    assert dropped() == pytest.approx(0.0)


def test_a_tape_to_a_bare_spot_ends_on_the_floor_that_is_seen(roofed: Table) -> None:
    tove = roofed.model("tove")
    for levels, height in ((0, 3.0), (9, 0.0)):
        for _ in range(levels):
            roofed.key(DOWN)
        roofed.bench.take("tape")
        roofed.click(18.0, 24.4)
        roofed.move(tove.x - 2.2, tove.y + 0.9)
        roofed.settle()
        assert roofed.bench.told is not None
        assert roofed.bench.told.evidence.lines[0].points[-1][2] == pytest.approx(height)
        roofed.bench.let_go()


def test_what_is_shown_is_said(roofed: Table) -> None:
    window = roofed.window
    assert window.storey.text() == ""
    down_to_the_ground(roofed)
    assert window.storey.text() == "Shown up to the ground  ·"
    assert window.hint.text() == "Shown up to the ground."
    roofed.key(UP)
    assert window.storey.text() == "Shown up to the floor at 3.2″  ·"
    window.set_ruler("centimetres")
    roofed.key(UP)
    assert window.hint.text() == "Shown up to the floor at 10.16 cm."
    roofed.key(UP)
    assert (window.storey.text(), window.hint.text()) == ("", "All storeys are shown.")
    window.set_ruler("inches")


def test_a_flat_table_says_that_it_has_one_storey(street: Table) -> None:
    street.window.files.begin("under_tallow_street")
    street.view.setFocus()
    street.key(DOWN)

    assert "one storey" in street.window.hint.text()
    assert street.scene.ground.level == SKY


def test_another_table_is_shown_whole(roofed: Table) -> None:
    down_to_the_ground(roofed)
    roofed.session.new(skirmish("under_tallow_street"))
    roofed.settle()

    assert roofed.scene.ground.level == SKY
    assert roofed.window.storey.text() == ""


def test_where_a_list_has_the_keys_they_turn_its_pages(roofed: Table) -> None:
    roster = roofed.window.panels.roster.list
    roster.setFocus()
    roofed.key(DOWN)

    assert roofed.scene.ground.level == SKY


def test_the_presenter_sees_the_same_storey(roofed: Table) -> None:
    roofed.window.beside.present()
    presenter = roofed.window.beside.presenter
    assert presenter is not None
    roofed.view.setFocus()
    roofed.window.hands.climb(-9)

    assert presenter.scene.ground.level == 0.0
    presenter.close()
    roofed.window.beside.present()
    again = roofed.window.beside.presenter
    assert again is not None
    assert again.scene.ground.level == 0.0
    again.close()


def test_the_builder_reaches_what_lies_below_too(roofed: Table, qtbot: QtBot) -> None:
    table = roofed.session.game.table
    floor = next(piece for piece in table.terrain if piece.bottom > 2 and piece.kind == "floor")
    xs, ys = zip(*floor.outline)
    middle = (sum(xs) / len(xs), sum(ys) / len(ys))
    roofed.key(Qt.Key.Key_B, CTRL)
    qtbot.waitUntil(lambda: roofed.window.build.on, timeout=10_000)
    stage = roofed.window.build.stage
    assert floor.id in stage.under(middle, 0.05)
    corners = ((min(xs) - 0.1, min(ys) - 0.1), (max(xs) + 0.1, max(ys) + 0.1))
    assert floor.id in stage.inside(*corners)

    roofed.window.hands.climb(-9)

    assert floor.id not in stage.under(middle, 0.05)
    assert floor.id not in stage.inside(*corners)
    roofed.key(Qt.Key.Key_B, CTRL)


def test_a_new_battle_on_a_table_with_floors_is_shown_whole_too(roofed: Table) -> None:
    down_to_the_ground(roofed)
    game = skirmish("ruined_street")
    roofed.session.new(replace(game, table=replace(game.table, name="Another street")))
    roofed.settle()

    assert floors(roofed.session.game.table.terrain)
    assert roofed.scene.ground.level == SKY
