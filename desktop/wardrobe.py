"""Changing clothes: what frames the table first, the table itself a turn of the loop later, so that neither is felt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from desktop import look
from desktop.look import Theme

if TYPE_CHECKING:
    from desktop.window import Window


def wear(window: Window) -> None:
    """Put the window's theme on all that belongs to it."""
    theme, application = window.theme, QApplication.instance()
    if isinstance(application, QApplication):
        look.apply(application, theme, window)
    window.desk.side_view.set_theme(theme)
    window.banner.set_theme(theme)
    window.panels.wear(theme)
    window.proof.wear(theme)
    window.start.set_theme(theme)
    window.build.wear(theme)
    window.add_frame.set_theme(theme)
    window.edit_frame.set_theme(theme)
    if window.isVisible():
        QTimer.singleShot(0, window, lambda: _lay_table(window, theme))
    else:
        _lay_table(window, theme)


def _lay_table(window: Window, theme: Theme) -> None:
    """The cloth of the table, which is painted anew as a whole."""
    if theme != window.theme:
        return  # clothes were changed again meanwhile
    window.desk.scene.set_theme(theme)
    window.desk.view.resetCachedContent()
    if window.presenter is not None:
        window.presenter.set_theme(theme)
