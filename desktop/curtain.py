"""Nothing but the table: all panels are put away with one key, and come back as they were with the same."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QDockWidget


class Curtain:
    """Hides the docks that are shown, and remembers them."""

    def __init__(self, docks: Mapping[str, QDockWidget]) -> None:
        self._docks = docks
        self._away: tuple[QDockWidget, ...] = ()

    def toggle(self) -> None:
        """Put all panels away; where none is shown, bring back those that were."""
        shown = tuple(dock for dock in self._docks.values() if not dock.isHidden())
        if not shown:
            self.lift()
            return
        self._away = shown
        for dock in shown:
            dock.hide()

    def lift(self) -> None:
        """What was put away comes back, unless it has been shown meanwhile."""
        for dock in self._away:
            dock.show()
        self._away = ()
