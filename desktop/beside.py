"""Windows beside the main one: the presenter's, the sheet of keys, the editor of keys, and what this program is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMessageBox

from desktop.keys import KeyEditor
from desktop.look import Theme
from desktop.palette import KeySheet
from desktop.presenter import Presenter

if TYPE_CHECKING:
    from desktop.window import Window

LEGAL = (
    "Sightline is an independent tool under the MIT licence. The games' names belong to their owners, who have no "
    "part in it; no text of any rulebook is in it."
)

OWN = ("let_go", "fit", "full_screen", "storey_up", "storey_down")
"""Commands whose keys the presenter's window has itself, or only the table has; all others work from there too."""


class Beside:
    """Opens them; none of them is modal."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self.presenter: Presenter | None = None

    def present(self) -> None:
        """A second window with the clean table and large words; again: close it."""
        if self.presenter is not None and self.presenter.isVisible():
            self.presenter.close()
            return
        window, desk = self._window, self._window.desk
        self.presenter = Presenter(desk.session, desk.scene, desk.view, window.theme, window.hands.tutor)
        self.presenter.addActions([each for each in window.menus.actions if each.objectName() not in OWN])
        self.presenter.present()

    def wear(self, theme: Theme) -> None:
        """Dress the presenter, if there is one."""
        if self.presenter is not None:
            self.presenter.set_theme(theme)

    def show_keys(self) -> None:
        """The keys of every command."""
        self.sheet = KeySheet(self._window.menus.named(), self._window)
        self.sheet.show()

    def change_keys(self) -> None:
        """Give commands other keys."""
        menus = self._window.menus
        self.key_editor = KeyEditor(menus.book, menus.actions, self._window)
        self.key_editor.show()

    def show_about(self) -> None:
        """What this program is, and which one."""
        version = f"Sightline {self._window.desk.version}"
        self.about = QMessageBox(QMessageBox.Icon.NoIcon, "About Sightline", version, parent=self._window)
        self.about.setInformativeText(LEGAL)
        self.about.setModal(False)
        self.about.show()

    def close(self) -> None:
        """The main window goes, and the presenter with it."""
        if self.presenter is not None:
            self.presenter.close()
