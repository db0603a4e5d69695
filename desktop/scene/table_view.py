"""The window onto the table: the one place where inches become pixels.

Wheel and pinch zoom at the cursor; two fingers on a touchpad pan (or zoom, as `fingers_pan`
says); middle drag, Space drag and right drag pan; a right click without a drag asks for the menu.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QInputDevice,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPixmapCache,
    QResizeEvent,
    QTransform,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QFrame, QGraphicsView

from desktop.scene.ground_picture import GroundPicture
from desktop.scene.table_scene import TableScene

MOST = 400.0
"""Pixels an inch at the closest zoom."""
LEAST = 3.0
"""Pixels an inch at the widest zoom."""
NOTCH = 1.18
"""Zoom of one notch of the wheel; a quarter of it with Ctrl."""
FINGERS = 60.0
"""Pixels two fingers travel for as much zoom as one notch of the wheel."""
_CACHE_KB = 96 * 1024
"""Kilobytes for the drawings Qt keeps of models, so that a pan only copies them."""
_BEYOND = 600.0
"""Inches of empty room round the table, so that any point can come under the cursor."""
_EDGE = 34
"""Pixels left round a fitted table, for its rulers."""


class TableView(QGraphicsView):
    """Zooms and pans a `TableScene`."""

    cursor_moved = Signal(float, float)
    """Inches under the mouse."""
    zoom_changed = Signal(float)
    """Pixels an inch."""
    context_menu = Signal(QPoint, float, float)
    """A right click: screen position, and inches."""

    def __init__(self, scene: TableScene) -> None:
        super().__init__(scene)
        self._table = scene
        self._pan_from: QPoint | None = None
        self._pan_with = Qt.MouseButton.NoButton
        self._panned = False
        self._space = False
        self._fitted = True
        self._anchor = (QPointF(), QPointF())
        self.fingers_pan = True
        """Does two-finger scrolling on a touchpad pan?  If not it zooms, as a wheel does."""
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        QPixmapCache.setCacheLimit(max(QPixmapCache.cacheLimit(), _CACHE_KB))
        self._ground = GroundPicture(scene.ground_layers, self._repaint_ground, self)
        scene.ground_changed.connect(self._forget_ground)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.MinimalViewportUpdate)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontAdjustForAntialiasing, True)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.AnchorViewCenter)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.setAccessibleName("Table")
        self.viewport().setAccessibleName("Table")
        self._make_room()
        scene.sceneRectChanged.connect(self._make_room)

    def _make_room(self, *_: object) -> None:
        self.setSceneRect(self._table.board.adjusted(-_BEYOND, -_BEYOND, _BEYOND, _BEYOND))
        if self._fitted:
            self.fit_table()

    # Ground ------------------------------------------------------------------------------

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """The kept picture of board and terrain; drawn afresh when rendered elsewhere (export, print)."""
        if painter.worldTransform() == self.viewportTransform():
            self._ground.paint(
                painter, self.viewportTransform(), self.viewport().rect(), self.viewport().devicePixelRatioF()
            )
        else:
            self._table.paint_ground(painter, QRectF(rect))

    def settle(self) -> None:
        """Draw a ground that is stretched, or not whole yet, at once, before a picture is taken."""
        self._ground.settle()

    def _forget_ground(self, part: QRectF) -> None:
        self._ground.forget(part)
        self._repaint_ground()

    def _repaint_ground(self) -> None:
        self.viewport().update()

    # Zoom --------------------------------------------------------------------------------

    @property
    def pixels_per_inch(self) -> float:
        """The present zoom."""
        return self.transform().m11()

    @property
    def fitted(self) -> bool:
        """Is the whole board shown, whatever size the window has?"""
        return self._fitted

    def zoom_to(self, pixels_per_inch: float, at: QPointF | None = None) -> None:
        """Zoom so that the viewport point *at* (default the middle) keeps its inch."""
        wanted = min(MOST, max(LEAST, pixels_per_inch))
        spot = QPointF(self.viewport().rect().center()) if at is None else at
        inch = self._held(spot)
        self._table.set_scale(wanted)
        self.setTransform(QTransform.fromScale(wanted, wanted))
        self._fitted = False
        self._bring(inch, spot)
        self.zoom_changed.emit(wanted)

    def _exact(self, spot: QPointF) -> QPointF:
        """Inches under a viewport point, without rounding it to whole pixels first."""
        inverse, _ = self.viewportTransform().inverted()
        return inverse.map(spot)

    def _held(self, spot: QPointF) -> QPointF:
        """The inch to keep under *spot*: the one of the last zoom while it still lies there.

        Scrolling is in whole pixels; measuring anew at each step would let the table creep.
        """
        kept, inch = self._anchor
        off = self.viewportTransform().map(inch) - spot
        if kept != spot or abs(off.x()) > 1 or abs(off.y()) > 1:
            inch = self._exact(spot)
        self._anchor = (spot, inch)
        return inch

    def _bring(self, inch: QPointF, spot: QPointF) -> None:
        """Scroll so that the inch lies under the viewport point."""
        off = self.viewportTransform().map(inch) - spot
        self._scroll(round(off.x()), round(off.y()))

    def _scroll(self, right: int, down: int) -> None:
        self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() + right)
        self.verticalScrollBar().setValue(self.verticalScrollBar().value() + down)

    def zoom_in(self) -> None:
        """Two notches closer."""
        self.zoom_to(self.pixels_per_inch * NOTCH**2)

    def zoom_out(self) -> None:
        """Two notches wider."""
        self.zoom_to(self.pixels_per_inch / NOTCH**2)

    def fit_table(self) -> None:
        """Show the whole board; it stays fitted while the window is resized."""
        self._fit(self._table.board, _EDGE)
        self._fitted = True

    def fit_selection(self) -> None:
        """Show the selected models, or the whole board where none is."""
        game = self._table.game
        spots = [m for m in game.models if m.on_table and m.id in self._table.selection] if game else []
        if not spots:
            self.fit_table()
            return
        around = QRectF()
        for model in spots:
            around = around.united(QRectF(model.x - 3, model.y - 3, 6, 6))
        self._fit(around, _EDGE)

    def _fit(self, inches: QRectF, edge: int) -> None:
        room = self.viewport().size()
        wide, high = max(20, room.width() - 2 * edge), max(20, room.height() - 2 * edge)
        self.zoom_to(min(wide / max(inches.width(), 0.1), high / max(inches.height(), 0.1)))
        self._bring(inches.center(), QPointF(room.width() / 2, room.height() / 2))

    def true_size(self) -> None:
        """An inch on the table is an inch on the screen, as far as the screen tells the truth."""
        dots = self.screen().physicalDotsPerInch()
        self.zoom_to(dots if 40 <= dots <= 400 else self.screen().logicalDotsPerInch())

    def inches_at(self, spot: QPoint) -> tuple[float, float]:
        """The table point under a viewport pixel."""
        at = self._exact(QPointF(spot))
        return at.x(), at.y()

    def pixel_of(self, x: float, y: float) -> QPoint:
        """The viewport pixel of a table point."""
        return self.mapFromScene(x, y)

    # Wheel and pinch ---------------------------------------------------------------------

    def wheelEvent(self, event: QWheelEvent) -> None:
        """A wheel zooms at the cursor, two fingers pan or zoom; steps are capped, a still hand does nothing."""
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            event.ignore()
            return
        event.accept()
        finer = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if by_fingers(event) and self.fingers_pan and not finer:
            step = event.pixelDelta()
            step = step if not step.isNull() else event.angleDelta() / 2
            if not step.isNull():
                self._pan_by(QPoint(-step.x(), -step.y()))
            return
        notches = _notches(event)
        if not notches:
            return
        notches = max(-3.0, min(3.0, notches))
        if finer and not by_fingers(event):
            notches /= 4
        self.zoom_to(self.pixels_per_inch * NOTCH**notches, event.position())

    def viewportEvent(self, event: QEvent) -> bool:
        """Pinch on a touchpad zooms at the fingers."""
        if isinstance(event, QNativeGestureEvent) and event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
            grown = max(-0.5, min(0.5, event.value()))
            if grown:
                self.zoom_to(self.pixels_per_inch * (1 + grown), event.position())
            return True
        return super().viewportEvent(event)

    # Pan ---------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._pan_from is None and self._pans(event):
            self._pan_from, self._pan_with = event.position().toPoint(), event.button()
            self._panned = event.button() != Qt.MouseButton.RightButton
            if self._panned:
                self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
            event.accept()
            return
        super().mousePressEvent(event)

    def _pans(self, event: QMouseEvent) -> bool:
        """Middle, Space with left, or right; a right press in mid-gesture is the tool's to cancel by."""
        button, held = event.button(), event.buttons()
        if button == Qt.MouseButton.RightButton:
            return not held & Qt.MouseButton.LeftButton
        return button == Qt.MouseButton.MiddleButton or (self._space and button == Qt.MouseButton.LeftButton)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        spot = event.position().toPoint()
        self.cursor_moved.emit(*self.inches_at(spot))
        if self._pan_from is None:
            super().mouseMoveEvent(event)
            return
        step = self._pan_from - spot
        if not self._panned and step.manhattanLength() < QApplication.startDragDistance():
            return
        if not self._panned:
            self._panned = True
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        self._pan_from = spot
        self._pan_by(step)
        event.accept()

    def _pan_by(self, step: QPoint) -> None:
        """Move the window, but never so far that the table is lost from sight."""
        self._fitted = False
        middle = QPointF(self.viewport().rect().center())
        target = self._exact(middle + QPointF(step))
        board = self._table.board
        right = step.x() if board.left() <= target.x() <= board.right() or self._nears(target.x(), "x", step) else 0
        down = step.y() if board.top() <= target.y() <= board.bottom() or self._nears(target.y(), "y", step) else 0
        self._scroll(right, down)

    def _nears(self, target: float, axis: str, step: QPoint) -> bool:
        """Does this step bring a middle that lies off the table back towards it?"""
        board = self._table.board
        centre = board.center().x() if axis == "x" else board.center().y()
        ahead = step.x() if axis == "x" else step.y()
        return math.copysign(1, centre - target) == math.copysign(1, ahead) and ahead != 0

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._pan_from is None or event.button() != self._pan_with:
            super().mouseReleaseEvent(event)
            return
        clicked = event.button() == Qt.MouseButton.RightButton and not self._panned
        self._let_go()
        event.accept()
        if clicked:
            self.context_menu.emit(event.globalPosition().toPoint(), *self.inches_at(event.position().toPoint()))

    def _let_go(self) -> None:
        self._pan_from, self._pan_with, self._panned = None, Qt.MouseButton.NoButton, False
        if self._space:
            self.viewport().setCursor(Qt.CursorShape.OpenHandCursor)
        else:
            self.viewport().unsetCursor()

    # Keys --------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space and Alt are the view's own while they are held; every other key goes on to the window."""
        if event.key() == Qt.Key.Key_Space and not event.modifiers():
            self._hold_space(event)
            return
        if event.key() == Qt.Key.Key_Alt:
            self._table.show_names(True)
        event.ignore()

    def _hold_space(self, event: QKeyEvent) -> None:
        if not event.isAutoRepeat():
            self._space = True
            self.viewport().setCursor(Qt.CursorShape.OpenHandCursor)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space = False
            if self._pan_from is None:
                self.viewport().unsetCursor()
            return
        if event.key() == Qt.Key.Key_Alt:
            self._table.show_names(False)
        event.ignore()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._space = False
        self._table.show_names(False)
        super().focusOutEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._ground.hurry()
        if self._fitted:
            self.fit_table()


def by_fingers(event: QWheelEvent) -> bool:
    """Did two fingers on a touchpad scroll, and not a wheel?

    A gesture has phases, a wheel has none.  Pixels alone tell nothing: X11 gives them to wheels too.
    """
    phased = event.phase() != Qt.ScrollPhase.NoScrollPhase
    return phased or event.device().type() == QInputDevice.DeviceType.TouchPad


def _notches(event: QWheelEvent) -> float:
    """How far a wheel was turned, or two fingers went, in notches; up is more."""
    pixels = event.pixelDelta()
    if by_fingers(event) and not pixels.isNull():
        return pixels.y() / FINGERS
    turned = event.angleDelta()
    return turned.y() / 120 or turned.x() / 120 or pixels.y() / FINGERS
