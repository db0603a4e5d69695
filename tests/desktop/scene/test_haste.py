"""While the hand drags, large shapes are drawn plainly; once it rests, finely.  Words look the same in both."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from desktop.look import font, theme
from desktop.scene import TableScene, TableView, haste
from desktop.scene.ink import pill, pill_size
from engine.geometry.evidence import Area, Evidence

SLANTED = Evidence(areas=(Area(((((2.0, 2.0), (33.0, 9.0), (12.0, 21.0)),),), "seen"),))


def mouse(view: TableView, kind: QEvent.Type, x: float, y: float, held: bool = True) -> None:
    spot = QPointF(view.pixel_of(x, y))
    button = Qt.MouseButton.LeftButton
    buttons = button if held else Qt.MouseButton.NoButton
    place = view.viewport().mapToGlobal(spot)
    changed = Qt.MouseButton.NoButton if kind is QEvent.Type.MouseMove else button
    QApplication.sendEvent(
        view.viewport(), QMouseEvent(kind, spot, place, changed, buttons, Qt.KeyboardModifier.NoModifier)
    )


def tones(view: TableView) -> int:
    """Different colours in a part of the picture that the shade's slanted edge crosses."""
    left, right = view.pixel_of(13, 3), view.pixel_of(19, 6.9)
    part = view.grab().toImage().copy(left.x(), left.y(), right.x() - left.x(), right.y() - left.y())
    return len({part.pixel(x, y) for x in range(part.width()) for y in range(part.height())})


@pytest.fixture
def shaded(view: TableView, scene: TableScene) -> TableView:
    scene.show_shade(SLANTED)
    QTest.qWait(1)
    return view


def test_the_edge_of_the_shade_is_plain_in_a_drag_and_smooth_once_the_hand_rests(
    shaded: TableView, scene: TableScene
) -> None:
    resting = tones(shaded)
    mouse(shaded, QEvent.Type.MouseButtonPress, 20, 15)
    mouse(shaded, QEvent.Type.MouseMove, 21, 15)

    moving = tones(shaded)

    assert scene.haste.on
    assert moving < resting
    for _ in range(100):
        QTest.qWait(haste.REST_MS)
        if not scene.haste.on:
            break
    assert not scene.haste.on
    assert tones(shaded) == resting


def test_letting_go_is_resting_and_hovering_is_no_haste(shaded: TableView, scene: TableScene) -> None:
    resting = tones(shaded)
    mouse(shaded, QEvent.Type.MouseMove, 21, 15, held=False)
    assert not scene.haste.on

    mouse(shaded, QEvent.Type.MouseButtonPress, 20, 15)
    mouse(shaded, QEvent.Type.MouseMove, 21, 15)
    assert scene.haste.on
    mouse(shaded, QEvent.Type.MouseButtonRelease, 21, 15, held=False)

    assert not scene.haste.on
    assert tones(shaded) == resting


class _Words(QWidget):
    def paintEvent(self, event: object) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor("#777"))
        written(painter)
        painter.end()


def written(painter: QPainter) -> None:
    look, face = theme("dark"), font("small", 1.0)
    size = pill_size("7.25″", face, True)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pill(painter, QRectF(QPointF(20, 12), size), "7.25″", face, look.stroke("clear").colour, "tick", look)


def test_the_kept_drawing_of_words_is_what_would_be_drawn(qapp: QApplication) -> None:
    drawn = QImage(120, 50, QImage.Format.Format_RGB32)
    drawn.fill(QColor("#777"))
    painter = QPainter(drawn)
    written(painter)
    painter.end()
    shown = _Words()
    shown.resize(120, 50)
    for _ in range(2):  # the second time it is taken from what is kept
        picture = QPixmap(120, 50)
        shown.render(picture)
        kept = picture.toImage().convertToFormat(QImage.Format.Format_RGB32)
        off = max(
            abs(a - b)
            for x in range(120)
            for y in range(50)
            for a, b in zip(QColor(kept.pixel(x, y)).getRgb(), QColor(drawn.pixel(x, y)).getRgb(), strict=True)
        )
        assert off <= 3
