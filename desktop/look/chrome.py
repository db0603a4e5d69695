"""The window's clothes: fonts, palette and style sheet made from a `Theme`.

Fusion with an explicit palette, because the offscreen platform and several desktops
ignore the colour scheme; a short style sheet rounds cards and fields.  A widget asks for
a part by its ``class`` property: *card*, *primary*, *quiet*, *heading*, *title*, *dim*,
*key*, *reason*, *fault*, *well*, *pill*, *offer*, *refused*, *tool*, *small*, *die*, *asking*, *plain*.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from string import Template
from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from desktop.look import rulers
from desktop.look.theme import Theme, mix, readable_on, theme

Cut = Literal["title", "body", "heading", "small"]
FAMILIES = (
    "Inter", "Noto Sans", "Segoe UI", "SF Pro Text", "Helvetica Neue", "Cantarell", "Ubuntu", "DejaVu Sans",
)  # fmt: skip
"""One sans family: the first of these that the machine has."""
_SIZES: dict[Cut, tuple[int, bool]] = {
    "title": (17, True), "body": (12, False), "heading": (11, True), "small": (9, True),
}  # fmt: skip


def font(cut: Cut = "body", text_scale: float = 1.0) -> QFont:
    """One of the four cuts, the caller's own; figures are tabular so that numbers line up."""
    return QFont(_font(cut, text_scale))


@lru_cache(maxsize=64)
def _font(cut: Cut, text_scale: float) -> QFont:
    size, bold = _SIZES[cut]
    made = QFont()
    made.setFamilies(list(FAMILIES))
    made.setStyleHint(QFont.StyleHint.SansSerif)
    made.setPixelSize(max(7, round(size * text_scale)))
    made.setBold(bold)
    made.setFeature(QFont.Tag("tnum"), 1)
    if cut == "heading":
        made.setCapitalization(QFont.Capitalization.AllUppercase)
        made.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, 1.2 * text_scale)
    return made


def palette(look: Theme) -> QPalette:
    """Every palette role set by hand; greyed-out text keeps to the dim ink, still readable."""
    made = QPalette()
    role = QPalette.ColorRole
    pairs = {
        role.Window: look.ground,
        role.WindowText: look.text,
        role.Base: look.well,
        role.AlternateBase: look.panel,
        role.Text: look.text,
        role.PlaceholderText: look.dim,
        role.Button: look.panel,
        role.ButtonText: look.text,
        role.BrightText: look.blocked,
        role.ToolTipBase: look.panel,
        role.ToolTipText: look.text,
        role.Highlight: look.primary,
        role.HighlightedText: look.on_primary,
        role.Accent: look.primary,
        role.Link: look.link,
        role.LinkVisited: look.link,
        role.Light: mix(look.panel, look.text, 0.15),
        role.Midlight: look.edge,
        role.Mid: look.edge,
        role.Dark: mix(look.panel, "#000000", 0.3),
        role.Shadow: "#000000",
    }
    for which, colour in pairs.items():
        made.setColor(which, QColor(colour))
    for which in (role.WindowText, role.Text, role.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, which, QColor(look.dim))
    return made


def apply(app: QApplication, look: Theme, *, sheet: bool = False) -> None:
    """Dress the application; call again to change clothes.  *sheet*: with a style sheet for all there will be.

    A sheet that parts of windows wear is changed in a fraction of the time that one of the application takes.
    """
    if not app.styleSheet() and app.style().name() != "fusion":  # putting it on again is dear
        app.setStyle("Fusion")
    rulers.wear(look.ruler)
    app.setPalette(palette(look))
    app.setFont(font("body", look.text_scale))
    if sheet:
        app.setStyleSheet(stylesheet(look))


def preferred() -> Theme:
    """The look that follows the system's colour scheme; dark where the system is silent."""
    light = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Light
    return theme("light" if light else "dark")


def stylesheet(look: Theme) -> str:
    """The style sheet: rounded 8 px panels, quiet buttons, one blue primary button."""
    scale = look.text_scale
    return Template(_SHEET).substitute(
        ground=look.ground,
        panel=look.panel,
        edge=look.edge,
        well=look.well,
        hover=look.hover,
        text=look.text,
        dim=look.dim,
        primary=look.primary,
        on_primary=look.on_primary,
        warning=look.warning,
        check=(CHECKS / ("dark" if readable_on(look.primary) != "#ffffff" else "light")).with_suffix(".svg").as_posix(),
        pressed=mix(look.primary, look.ground, 0.25),
        glow=mix(look.primary, "#ffffff" if look.dark else "#000000", 0.15),
        arrow=(CHECKS / f"arrow_{'dark' if look.dark else 'light'}.svg").as_posix(),
        body=f"{max(7, round(12 * scale))}px",
        heading=f"{max(7, round(11 * scale))}px",
        title=f"{max(7, round(17 * scale))}px",
    )


CHECKS = Path(__file__).resolve().parents[2] / "assets" / "checks"
"""Ticks for boxes, dark and light: a style sheet cannot colour a drawing."""

_SHEET = """
QCheckBox { spacing: 6px; }
QCheckBox::indicator {
    width: 14px; height: 14px; background: $well; border: 1px solid $dim; border-radius: 4px;
}
QCheckBox::indicator:hover { border-color: $text; }
QCheckBox::indicator:checked { background: $primary; border-color: $primary; image: url($check); }
QCheckBox::indicator:focus { border: 2px solid $text; width: 12px; height: 12px; }
QCheckBox::indicator:disabled { background: transparent; border: 1px dashed $dim; }
QToolTip { background: $panel; color: $text; border: 1px solid $edge; padding: 4px 6px; }
QDockWidget { color: $dim; font-size: $heading; font-weight: bold; }
QDockWidget::title { background: $ground; padding: 4px 8px; text-align: left; }
QFrame[class~="card"], QWidget[class~="card"] {
    background: $panel; border: 1px solid $edge; border-radius: 8px;
}
QLabel { background: transparent; border: none; }
QLabel[class~="title"] { font-size: $title; font-weight: bold; }
QLabel[class~="heading"] { color: $dim; font-size: $heading; font-weight: bold; }
QLabel[class~="dim"], QLabel[class~="reason"] { color: $dim; }
QLabel[class~="fault"] { color: $warning; font-weight: bold; }
QLabel[class~="well"] { background: $well; border: 1px solid $edge; border-radius: 6px; padding: 6px 8px; }
QLabel[class~="pill"] {
    background: $panel; color: $dim; border: 1px solid $edge; border-radius: 12px; padding: 4px 14px;
}
QLabel[class~="now"] { background: $primary; color: $on_primary; border-color: $primary; font-weight: bold; }
QFrame[class~="asking"] { border: 2px solid $warning; }
QLabel[class~="key"] {
    background: $well; color: $dim; border: 1px solid $edge; border-radius: 4px; padding: 1px 6px;
}
QPushButton, QToolButton {
    background: $hover; color: $text; border: 1px solid $edge; border-radius: 6px; padding: 5px 10px;
}
QPushButton:hover, QToolButton:hover { border-color: $dim; }
QPushButton:pressed, QToolButton:pressed, QToolButton:checked { background: $well; border-color: $primary; }
QPushButton:focus, QToolButton:focus { border: 2px solid $primary; padding: 4px 9px; }
QPushButton:disabled, QToolButton:disabled {
    background: transparent; color: $dim; border: 1px dashed $edge;
}
QPushButton[class~="primary"] {
    background: $primary; color: $on_primary; border: 1px solid $primary; font-weight: bold;
}
QPushButton[class~="primary"]:hover { background: $glow; border-color: $glow; }
QPushButton[class~="primary"]:pressed { background: $pressed; }
QPushButton[class~="primary"]:disabled { background: transparent; color: $dim; border: 1px dashed $edge; }
QPushButton[class~="primary"]:focus { border: 2px solid $text; }
QPushButton[class~="quiet"], QToolButton[class~="quiet"] { background: transparent; border-color: transparent; }
QPushButton[class~="quiet"]:hover, QToolButton[class~="quiet"]:hover { background: $hover; }
QPushButton[class~="offer"] { text-align: left; }
QPushButton[class~="refused"] {
    background: transparent; color: $dim; border: 1px dashed $edge; text-align: left;
}
QPushButton[class~="refused"]:focus { border: 2px dashed $primary; }
QPushButton[class~="tool"] { background: transparent; border-color: transparent; text-align: left; }
QPushButton[class~="tool"]:hover { background: $hover; }
QPushButton[class~="tool"]:checked {
    background: $hover; border-left: 3px solid $primary; padding-left: 8px; font-weight: bold;
}
QPushButton[class~="tool"]:focus { border: 2px solid $primary; padding: 4px 9px; }
QPushButton[class~="small"] { padding: 1px 8px; color: $dim; }
QPushButton[class~="small"]:hover { color: $text; border-color: $edge; }
QPushButton[class~="small"]:focus { border: 2px solid $primary; padding: 0px 7px; }
QLineEdit, QSpinBox, QDoubleSpinBox, QComboBox, QPlainTextEdit, QTextEdit, QTextBrowser {
    background: $well; color: $text; border: 1px solid $edge; border-radius: 6px; padding: 3px 6px;
    selection-background-color: $primary; selection-color: $on_primary;
}
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus { border-color: $primary; }
QSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::up-button, QDoubleSpinBox::down-button {
    subcontrol-origin: border; width: 0px; height: 0px; border: none;
}
QComboBox::drop-down { border: none; width: 20px; }
QComboBox::down-arrow { image: url($arrow); width: 10px; height: 10px; }
QSlider::groove:horizontal { height: 4px; background: $edge; border-radius: 2px; }
QSlider::sub-page:horizontal { background: $primary; border-radius: 2px; }
QSlider::handle:horizontal { width: 12px; margin: -5px 0; background: $text; border-radius: 6px; }
QSlider::handle:horizontal:focus { background: $primary; border: 2px solid $text; width: 10px; }
QSlider::sub-page:horizontal:disabled, QSlider::handle:horizontal:disabled { background: $dim; }
QLineEdit[class~="die"] { font-weight: bold; padding: 4px 2px; }
QLineEdit[class~="die"]:focus { border: 2px solid $primary; padding: 3px 1px; }
QTextBrowser[class~="plain"] { background: transparent; border: none; border-radius: 0; padding: 0; }
QAbstractItemView {
    background: $panel; alternate-background-color: $well; border: none; outline: none;
    selection-background-color: $hover; selection-color: $text;
}
QAbstractItemView::item { padding: 3px 4px; border-radius: 4px; border-left: 3px solid transparent; }
QAbstractItemView::item:hover { background: $hover; }
QAbstractItemView::item:selected { background: $hover; color: $text; border-left: 3px solid $primary; }
QMenuBar, QStatusBar { background: $ground; color: $dim; }
QMenuBar::item:selected { background: $hover; color: $text; border-radius: 4px; }
QMenu { background: $panel; color: $text; border: 1px solid $edge; border-radius: 6px; padding: 4px; }
QMenu::item { padding: 5px 22px 5px 12px; border-radius: 4px; }
QMenu::item:selected { background: $hover; }
QMenu::item:disabled { color: $dim; }
QMenu::separator { height: 1px; background: $edge; margin: 4px 8px; }
QToolBar { background: $ground; border: none; spacing: 6px; padding: 4px; }
QScrollArea { background: transparent; border: none; }
QScrollBar { background: transparent; border: none; }
QScrollBar:vertical { width: 10px; } QScrollBar:horizontal { height: 10px; }
QScrollBar::handle { background: $edge; border-radius: 4px; min-height: 24px; min-width: 24px; margin: 1px; }
QScrollBar::handle:hover { background: $dim; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QProgressBar { background: $well; border: 1px solid $edge; border-radius: 4px; text-align: center; color: $text; }
QProgressBar::chunk { background: $primary; border-radius: 3px; }
QTabBar::tab { background: transparent; color: $dim; padding: 5px 10px; border-radius: 6px; }
QTabBar::tab:selected { background: $hover; color: $text; }
QGraphicsView { border: none; background: $ground; }
"""
