"""A person's hands and eyes, for tests: put a panel on the screen, follow a link, read what is shown."""

from __future__ import annotations

import re
from html import unescape

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

LEFT = Qt.MouseButton.LeftButton


def shown(qtbot: QtBot, *panels: QWidget, width: int = 320, height: int = 620) -> QWidget:
    """The panels one above the other in an active window; the focus lies elsewhere, as on the table."""
    window = QWidget()
    column = QVBoxLayout(window)
    table = QWidget()
    table.setObjectName("table")
    table.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    table.setFixedHeight(4)
    column.addWidget(table)
    for panel in panels:
        column.addWidget(panel)
    qtbot.addWidget(window, before_close_func=lambda _: window.hide())  # which also keeps it alive till then
    window.resize(width, height)
    with qtbot.waitExposed(window):
        window.show()
    window.activateWindow()
    table.setFocus()
    qtbot.waitUntil(window.isActiveWindow)
    QTest.qWait(20)
    return window


def press(panel: QWidget, name: str) -> None:
    """Click the button of that object name in its middle."""
    QTest.mouseClick(button(panel, name), LEFT)


def button(panel: QWidget, name: str) -> QPushButton:
    """The one button of that object name."""
    QTest.qWait(1)
    found = [b for b in panel.findChildren(QPushButton, name) if not b.isHidden()]
    assert len(found) == 1, f"{len(found)} buttons called {name}"
    laid_out(found[0])
    return found[0]


def laid_out(widget: QWidget) -> None:
    """Nothing about to move under the mouse: on a busy machine a turn of the loop may not be enough for that."""
    above: list[QWidget] = []
    at: QWidget | None = widget
    while at is not None:
        above, at = [at, *above], at.parentWidget()
    for _ in range(2):  # what is wrapped knows its height only once it knows its width
        for one in above:
            layout = one.layout()
            if layout is not None:
                layout.activate()


def read(rich: str) -> str:
    """Rich text as it reads."""
    text = unescape(re.sub(r"<[^>]+>", "", re.sub(r"<br>|</p>", "\n", rich)))
    return text.replace("\u00a0", " ").replace("\u2011", "-").strip()


def said(panel: QWidget) -> list[str]:
    """Every visible label's words, top to bottom."""
    QTest.qWait(1)
    labels = [made for made in panel.findChildren(QLabel) if made.isVisible()]
    labels.sort(key=lambda made: made.mapTo(panel, QPoint(0, 0)).y())
    return [made.text() if made.textFormat() == Qt.TextFormat.PlainText else read(made.text()) for made in labels]


def follow(panel: QWidget, link: str) -> None:
    """Find the link with the mouse and click it."""
    QTest.qWait(1)
    for label in (made for made in panel.findChildren(QLabel) if made.isVisible() and link in made.text()):
        hovered: list[str] = []
        label.linkHovered.connect(hovered.append)
        for y in range(4, label.height(), 5):
            for x in range(2, label.width(), 5):
                QTest.mouseMove(label, QPoint(x, y))
                if hovered and hovered[-1] == link:
                    QTest.mouseClick(label, LEFT, pos=QPoint(x, y))
                    return
    raise AssertionError(f"no link {link} was found")
