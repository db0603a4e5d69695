"""Zoom keeps the inch under the cursor; pans follow the hand; keys do what they say."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QNativeGestureEvent, QPainter, QPointingDevice, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.look import theme
from desktop.scene import TableScene, TableView
from desktop.scene import ground_picture as ground_module
from desktop.scene.table_view import LEAST, MOST, NOTCH
from engine.game import Game, Table

NONE = Qt.KeyboardModifier.NoModifier
CONTROL = Qt.KeyboardModifier.ControlModifier


def wheel(
    view: TableView, at: QPoint, turn: int = 120, pixels: int = 0, held: Qt.KeyboardModifier = NONE
) -> QWheelEvent:
    event = QWheelEvent(
        QPointF(at), QPointF(view.mapToGlobal(at)), QPoint(0, pixels), QPoint(0, turn), Qt.MouseButton.NoButton, held,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(view.viewport(), event)
    return event


def fingers(view: TableView, right: int, down: int, held: Qt.KeyboardModifier = NONE, at: QPoint | None = None) -> None:
    """Two fingers on a touchpad push the table by so many pixels."""
    spot = at or QPoint(450, 320)
    event = QWheelEvent(
        QPointF(spot), QPointF(view.mapToGlobal(spot)), QPoint(right, down), QPoint(right * 2, down * 2),
        Qt.MouseButton.NoButton, held, Qt.ScrollPhase.ScrollUpdate, False,
    )  # fmt: skip
    QApplication.sendEvent(view.viewport(), event)


def press(view: TableView, key: Qt.Key, held: Qt.KeyboardModifier = NONE) -> None:
    QTest.keyClick(view, key, held)


def test_the_whole_board_is_shown_at_first_and_after_resizing(view: TableView, scene: TableScene, qapp: QApplication):
    for size in ((900, 640), (500, 700)):
        view.resize(*size)
        qapp.processEvents()
        top_left, bottom_right = view.pixel_of(0, 0), view.pixel_of(36, 24)
        assert view.viewport().rect().contains(top_left)
        assert view.viewport().rect().contains(bottom_right)
        assert bottom_right.x() - top_left.x() > size[0] * 0.8


@pytest.mark.parametrize("at", [QPoint(120, 90), QPoint(450, 320), QPoint(880, 10), QPoint(3, 630)])
@pytest.mark.parametrize("turn", [120, -120, 360, -30])
def test_wheel_zoom_keeps_the_inch_under_the_cursor(view: TableView, at: QPoint, turn: int):
    inch = view.inches_at(at)
    before = view.pixels_per_inch
    for _ in range(5):
        wheel(view, at, turn)

    assert (view.pixels_per_inch > before) == (turn > 0)
    assert (view.pixel_of(*inch) - at).manhattanLength() <= 2
    assert abs((view.pixel_of(*inch) - at).x()) <= 1
    assert abs((view.pixel_of(*inch) - at).y()) <= 1


def test_control_wheel_is_finer_and_a_still_wheel_does_nothing(view: TableView):
    view.zoom_to(20)
    wheel(view, QPoint(100, 100), 120)
    assert view.pixels_per_inch == pytest.approx(20 * NOTCH)
    view.zoom_to(20)
    wheel(view, QPoint(100, 100), 120, held=CONTROL)
    assert view.pixels_per_inch == pytest.approx(20 * NOTCH**0.25)
    view.zoom_to(20)
    wheel(view, QPoint(100, 100), 0)
    assert view.pixels_per_inch == 20


def test_a_touchpad_that_only_sends_pixels_zooms_both_ways(view: TableView):
    view.zoom_to(20)
    wheel(view, QPoint(100, 100), 0, pixels=30)
    grown = view.pixels_per_inch
    wheel(view, QPoint(100, 100), 0, pixels=-30)
    assert grown > 20
    assert view.pixels_per_inch == pytest.approx(20)


def test_two_fingers_push_the_table_along_without_zooming(view: TableView):
    view.zoom_to(40)
    lay = view.pixel_of(18, 12)

    fingers(view, 30, -12)

    assert view.pixel_of(18, 12) - lay == QPoint(30, -12)
    assert view.pixels_per_inch == 40


def test_a_finger_that_rests_changes_nothing(view: TableView):
    view.zoom_to(40)
    lay = view.pixel_of(18, 12)

    fingers(view, 0, 0)
    fingers(view, 0, 0, CONTROL)

    assert view.pixel_of(18, 12) == lay
    assert view.pixels_per_inch == 40


def test_with_control_two_fingers_zoom_where_the_cursor_is(view: TableView):
    view.zoom_to(40)
    at = QPoint(200, 150)
    inch = view.inches_at(at)

    fingers(view, 0, 60, CONTROL, at)

    assert view.pixels_per_inch == pytest.approx(40 * NOTCH)
    assert (view.pixel_of(*inch) - at).manhattanLength() <= 2


def test_two_fingers_zoom_as_a_wheel_does_where_that_is_wanted(view: TableView):
    view.fingers_pan = False
    view.zoom_to(40)

    fingers(view, 0, 30)
    assert view.pixels_per_inch == pytest.approx(40 * NOTCH**0.5)

    fingers(view, 0, -30)
    assert view.pixels_per_inch == pytest.approx(40)


def test_pixels_of_a_wheel_do_not_make_it_a_touchpad(view: TableView):
    view.zoom_to(40)

    wheel(view, QPoint(450, 320), 120, pixels=15)

    assert view.pixels_per_inch == pytest.approx(40 * NOTCH)


@pytest.mark.parametrize("pinched", [0.2, -0.2, 0.0])
def test_a_pinch_zooms_at_the_fingers(view: TableView, pinched: float):
    view.zoom_to(20)
    at = QPoint(200, 150)
    inch = view.inches_at(at)
    spot = QPointF(at)
    event = QNativeGestureEvent(
        Qt.NativeGestureType.ZoomNativeGesture, QPointingDevice.primaryPointingDevice(), 2, spot, spot,
        QPointF(view.mapToGlobal(at)), pinched, QPointF(),
    )  # fmt: skip
    QApplication.sendEvent(view.viewport(), event)

    assert view.pixels_per_inch == pytest.approx(20 * (1 + pinched))
    assert (view.pixel_of(*inch) - at).manhattanLength() <= 2


def test_one_huge_turn_is_capped_and_zoom_has_ends(view: TableView):
    view.zoom_to(20)
    wheel(view, QPoint(100, 100), 120000)
    assert view.pixels_per_inch == pytest.approx(20 * NOTCH**3)
    for _ in range(60):
        wheel(view, QPoint(100, 100), 360)
    assert view.pixels_per_inch == MOST
    for _ in range(90):
        wheel(view, QPoint(100, 100), -360)
    assert view.pixels_per_inch == LEAST


def test_shift_wheel_is_left_to_the_tool(view: TableView):
    view.zoom_to(20)
    wheel(view, QPoint(100, 100), 120, held=Qt.KeyboardModifier.ShiftModifier)
    assert view.pixels_per_inch == 20


def drag(view: TableView, button: Qt.MouseButton, start: QPoint, end: QPoint) -> None:
    port = view.viewport()
    QTest.mousePress(port, button, NONE, start)
    middle = (start + end) / 2
    for spot in (middle, end):
        QTest.mouseMove(port, spot)
    QTest.mouseRelease(port, button, NONE, end)


@pytest.mark.parametrize("button", [Qt.MouseButton.MiddleButton, Qt.MouseButton.RightButton])
def test_middle_and_right_drag_pan(view: TableView, button: Qt.MouseButton):
    view.zoom_to(30)
    inch = view.inches_at(QPoint(300, 300))
    drag(view, button, QPoint(300, 300), QPoint(360, 260))

    assert view.pixel_of(*inch) == QPoint(360, 260)


def test_space_and_drag_pans_and_space_alone_does_nothing(view: TableView):
    view.zoom_to(30)
    inch = view.inches_at(QPoint(300, 300))
    press(view, Qt.Key.Key_Space)
    assert view.pixel_of(*inch) == QPoint(300, 300)

    QTest.keyPress(view, Qt.Key.Key_Space)
    drag(view, Qt.MouseButton.LeftButton, QPoint(300, 300), QPoint(250, 330))
    QTest.keyRelease(view, Qt.Key.Key_Space)
    assert view.pixel_of(*inch) == QPoint(250, 330)
    drag(view, Qt.MouseButton.LeftButton, QPoint(250, 330), QPoint(300, 300))
    assert view.pixel_of(*inch) == QPoint(250, 330)


def test_the_table_cannot_be_panned_out_of_sight(view: TableView):
    view.zoom_to(30)
    for _ in range(20):
        drag(view, Qt.MouseButton.MiddleButton, QPoint(50, 50), QPoint(800, 600))
    x, y = view.inches_at(view.viewport().rect().center())
    assert -1 <= x <= 37
    assert -1 <= y <= 25


def test_right_click_asks_for_the_menu_and_right_drag_does_not(view: TableView, qtbot):
    asked: list[tuple[float, float]] = []
    view.context_menu.connect(lambda where, x, y: asked.append((x, y)))
    drag(view, Qt.MouseButton.RightButton, QPoint(300, 300), QPoint(400, 300))
    assert asked == []

    inch = view.inches_at(QPoint(200, 200))
    QTest.mouseClick(view.viewport(), Qt.MouseButton.RightButton, NONE, QPoint(200, 200))
    assert asked == [inch]


def test_a_right_press_in_mid_gesture_belongs_to_the_tool(view: TableView, scene: TableScene):
    told: list[Qt.MouseButton] = []

    class Tool:
        def press(self, touch):
            told.append(touch.button)

        drag = release = double = hover = lambda self, touch: None

    scene.gesture_sink = Tool()
    port = view.viewport()
    QTest.mousePress(port, Qt.MouseButton.LeftButton, NONE, QPoint(200, 200))
    QTest.mousePress(port, Qt.MouseButton.RightButton, NONE, QPoint(200, 200))
    QTest.mouseRelease(port, Qt.MouseButton.RightButton, NONE, QPoint(200, 200))
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, NONE, QPoint(200, 200))
    assert told == [Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton]


def test_zoom_fit_and_true_size(view: TableView, scene: TableScene):
    fitted = view.pixels_per_inch
    view.zoom_in()
    assert view.pixels_per_inch > fitted
    view.zoom_out()
    assert view.pixels_per_inch == pytest.approx(fitted)
    view.true_size()
    assert 40 <= view.pixels_per_inch <= 400
    scene.show_selection(["kage"])
    view.fit_selection()
    centre = view.viewport().rect().center()
    assert (view.pixel_of(20, 8) - centre).manhattanLength() <= 3
    view.fit_table()
    assert view.pixels_per_inch == pytest.approx(fitted)
    scene.show_selection([])
    view.zoom_to(50)
    view.fit_selection()
    assert view.pixels_per_inch == pytest.approx(fitted)


def test_arrows_and_letters_go_on_to_the_window(view: TableView):
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Down, Qt.Key.Key_R, Qt.Key.Key_Tab, Qt.Key.Key_Escape):
        event = QKeyEvent(QKeyEvent.Type.KeyPress, key, NONE)
        before = view.pixel_of(0, 0)
        view.keyPressEvent(event)
        assert not event.isAccepted()
        assert view.pixel_of(0, 0) == before


def test_alt_shows_names_while_held(view: TableView, scene: TableScene):
    QTest.keyPress(view, Qt.Key.Key_Alt)
    assert scene.model_item("hiro")._dress.named
    QTest.keyRelease(view, Qt.Key.Key_Alt)
    assert not scene.model_item("hiro")._dress.named


def test_signals_tell_inches_and_zoom(view: TableView, qtbot):
    with qtbot.waitSignal(view.cursor_moved) as moved:
        QTest.mouseMove(view.viewport(), view.pixel_of(9, 7))
    assert moved.args == pytest.approx([9, 7], abs=0.06)
    with qtbot.waitSignal(view.zoom_changed) as zoomed:
        view.zoom_to(33)
    assert zoomed.args == [33]


def test_the_ground_is_drawn_once_and_a_pan_draws_only_strips(
    view: TableView, scene: TableScene, street: Game, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    exposed: list[float] = []

    def counted(part: QRectF) -> Iterator[Callable[[QPainter], None]]:
        exposed.append(part.width())
        return scene.ground_layers(part)

    monkeypatch.setattr(view._ground, "_layers", counted)
    view.zoom_to(60)
    view.grab()
    assert len(exposed) == 1

    scene.sync(street.with_model(replace(street.model("hiro"), x=14.0)))
    view.grab()
    assert len(exposed) == 1

    qtbot.waitUntil(lambda: not view._ground._rest.isActive())
    assert exposed == [15, 3, 3, 21, 21]  # the viewport, then left and right of it, then above and below it
    view._scroll(150, 0)
    view.grab()
    assert len(exposed) == 5

    view._scroll(250, 0)
    view.grab()
    assert len(exposed) == 6
    assert exposed[-1] < exposed[0] * 0.5

    scene.sync(replace(street, table=Table(width=30, height=30)))
    view.grab()
    assert len(exposed) > 6


def channels(view: TableView) -> np.ndarray:
    """Every channel of every pixel of the view."""
    picture = view.grab().toImage()
    return np.frombuffer(picture.constBits(), np.uint8).astype(int)


def test_a_pan_shows_the_same_ground_as_drawing_it_afresh(view: TableView, scene: TableScene):
    view.zoom_to(45)
    view.grab()
    view._scroll(310, 170)
    panned = channels(view)
    view.settle()

    assert np.abs(channels(view) - panned).max() <= 3


def test_a_slow_ground_is_stretched_until_the_hand_rests(view: TableView, qtbot, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(ground_module, "SLOW_MS", -1)
    view.grab()
    view.zoom_to(view.pixels_per_inch * 1.3)
    view.grab()
    assert view._ground._shown.zoom != view.pixels_per_inch
    qtbot.waitUntil(lambda: view._ground._shown.zoom == view.pixels_per_inch, timeout=10_000)


def test_a_resized_view_stretches_the_ground_it_has_and_draws_it_when_the_hand_rests(
    view: TableView, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(ground_module, "SLOW_RESIZED_MS", 20)
    ground = view._ground
    qtbot.waitUntil(lambda: not ground._rest.isActive())
    ground._cost = 50  # milliseconds: fast enough for a zoom, too slow for a resize
    view.resize(700, 500)
    view.grab()
    assert ground._shown.zoom != view.pixels_per_inch
    qtbot.waitUntil(lambda: ground._shown.zoom == view.pixels_per_inch, timeout=10_000)

    ground._cost = 50
    view.zoom_in()
    view.grab()
    assert ground._shown.zoom == view.pixels_per_inch


def test_what_changed_while_the_margin_waits_is_drawn_right(view: TableView, scene: TableScene, street: Game, qtbot):
    view.zoom_to(60)
    view.grab()
    wall = street.table.terrain[0]
    scene.sync(
        replace(street, table=replace(street.table, terrain=(replace(wall, kind="woods"), *street.table.terrain[1:])))
    )
    view._ground._rested()
    mended = channels(view)
    view.settle()

    assert np.abs(channels(view) - mended).max() <= 3


def test_a_ground_that_takes_long_comes_whole_and_the_old_one_is_seen_until_then(
    view: TableView, scene: TableScene, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    dark = channels(view)
    scene.set_theme(theme("light"))
    view.settle()
    light = channels(view)
    scene.set_theme(theme("dark"))
    view.settle()
    view.grab()

    monkeypatch.setattr(ground_module, "TURN_MS", -1)  # milliseconds: a layer a turn
    scene.set_theme(theme("light"))
    seen = [channels(view) for _ in range(3)]
    assert all(np.abs(picture - dark).mean() < np.abs(picture - light).mean() / 4 for picture in seen)
    qtbot.waitUntil(lambda: not view._ground._outdated, timeout=10_000)
    assert np.abs(channels(view) - light).max() <= 3


def test_a_hand_that_changes_the_table_again_and_again_sees_it(
    view: TableView, scene: TableScene, monkeypatch: pytest.MonkeyPatch
):
    view.grab()
    monkeypatch.setattr(ground_module, "TURN_MS", -1)
    shown = []
    for name in ("light", "contrast", "light", "contrast"):
        scene.set_theme(theme(name))
        view.grab()
        shown.append(not view._ground._outdated)

    assert shown == [False, False, True, False]


def test_a_theme_switch_redraws_the_ground(view: TableView, scene: TableScene):
    dark = view.grab().toImage().pixelColor(459, 331).lightness()
    scene.set_theme(theme("light"))
    assert view.grab().toImage().pixelColor(459, 331).lightness() > dark + 60
