"""Every command of build mode as an action: in the Build menu, the palette and the key sheet."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from desktop.menus import Menus
from desktop.palette import KEPT, shown

if TYPE_CHECKING:
    from desktop.build.mode import Build

TOGGLE = "build"
_PLAY_ONLY = ("go_on", "next_model", "previous_model", "copy", "select_all", "let_go", "shade", "dispute")
"""Commands that mean nothing while one builds."""

Row = tuple[str, str, Callable[[], object], tuple[str, ...], str]


class Commands:
    """The actions of build mode; all but the way in are only to be had within it."""

    def __init__(self, build: Build, menus: Menus, menu: QMenu) -> None:
        self._build = build
        self._menus = menus
        self.menu = menu
        self.own: list[QAction] = []
        self._silenced: list[tuple[QAction, list[QKeySequence]]] = []
        self._keys: dict[QAction, list[QKeySequence]] = {}
        tip = "Build the table: pieces, hills, woods, walls, water and zones"
        self.toggle = menus.add(menu, TOGGLE, "&Build mode", build.toggle, ("Ctrl+B", "E"), tip)
        self.toggle.setCheckable(True)
        for rows in (self._tools(), self._edits(), self._order(), self._settings(), self._files()):
            menu.addSeparator()
            for row in rows:
                self._add(menu, row)
        let_go = ("build_let_go", "Let go, or leave build mode", build.escape, ("Esc",), "")
        self._add(menu, let_go)
        self.allow(False)

    def allow(self, on: bool) -> None:
        """Only the commands of the mode one is in can be given, and only they have keys: none means two things."""
        if on:
            keys = {sequence.toString() for kept in self._keys.values() for sequence in kept}
            play = [each for each in self._menus.actions if each not in self.own and each is not self.toggle]
            self._silenced = [(each, each.shortcuts()) for each in play if each.isEnabled() and _clashes(each, keys)]
        for action, kept in self._silenced:
            action.setEnabled(not on)
            action.setShortcuts([] if on else kept)
        for action in self.own:
            if not on and action.shortcuts():
                self._keys[action] = action.shortcuts()
            if not on:
                action.setProperty(KEPT, shown(action) or action.property(KEPT))
            action.setShortcuts(self._keys.get(action, []) if on else [])
            action.setEnabled(on)
        self.toggle.setChecked(on)

    def hush(self) -> None:
        """What the window has allowed again meanwhile is silenced again."""
        for action, _ in self._silenced:
            action.setEnabled(False)

    def _add(self, menu: QMenu, row: Row) -> None:
        name, title, do, keys, tip = row
        action = self._menus.add(menu, name, title, do, keys, tip)
        action.setProperty("mode", "build")
        self.own.append(action)

    def _tools(self) -> list[Row]:
        build = self._build
        return [
            (f"tool_{tool.id}", f"Build: {tool.title}", partial(build.take, tool.id), (tool.key,), tool.hint)
            for tool in build.tools
        ]

    def _edits(self) -> list[Row]:
        shop, build = self._build.shop, self._build
        return [
            ("build_copy", "Copy pieces", shop.copy, ("Ctrl+C",), ""),
            ("build_cut", "Cut pieces", shop.cut, ("Ctrl+X",), ""),
            ("build_paste", "Paste pieces", build.paste, ("Ctrl+V",), "Where the mouse is, or beside the first ones"),
            ("build_duplicate", "Duplicate pieces", shop.duplicate, ("Ctrl+D",), ""),
            ("build_delete", "Delete pieces", shop.delete, ("Del",), "Off the table with what is chosen"),
            ("build_all", "Choose all pieces", shop.choose_all, ("Ctrl+A",), ""),
            ("build_group", "Group pieces", shop.group, ("Ctrl+G",), "Make one piece of what is chosen"),
            ("build_ungroup", "Take a group apart", shop.ungroup, ("Ctrl+Shift+G",), ""),
            ("build_numbers", "Type numbers of what is chosen", build.open_numbers, ("F2",), ""),
        ]

    def _order(self) -> list[Row]:
        shop = self._build.shop
        return [
            ("align_left", "Align left edges", lambda: shop.align("left"), ("Alt+Left",), ""),
            ("align_right", "Align right edges", lambda: shop.align("right"), ("Alt+Right",), ""),
            ("align_top", "Align upper edges", lambda: shop.align("top"), ("Alt+Up",), ""),
            ("align_bottom", "Align lower edges", lambda: shop.align("bottom"), ("Alt+Down",), ""),
            ("align_centre", "Align middles side by side", lambda: shop.align("centre"), (), ""),
            ("align_middle", "Align middles one above the other", lambda: shop.align("middle"), (), ""),
            ("spread_across", "Spread evenly from left to right", lambda: shop.distribute("across"), (), ""),
            ("spread_down", "Spread evenly from top to bottom", lambda: shop.distribute("down"), (), ""),
        ]

    def _settings(self) -> list[Row]:
        shop = self._build.shop
        return [
            ("build_snap", "Snap on or off", lambda: shop.set_snaps(not shop.snaps), ("G",), "To grid and neighbours"),
            ("build_carry", "Carry models on or off", lambda: shop.set_carries(not shop.carries), (), "With terrain"),
            ("build_stack", "Stack on or off", lambda: shop.set_stacks(not shop.stacks), ("K",), "On what lies below"),
        ]

    def _files(self) -> list[Row]:
        build = self._build
        lay = partial(build.shop.pictured.emit, "choose")
        return [
            ("picture_under", "Picture under the table…", lay, (), "A mat or a photograph of the table as its ground"),
            ("table_save", "Save table…", build.save_table, ("Ctrl+Alt+S",), "The table by itself, without models"),
            ("table_export", "Export as Universal VTT…", build.export_table, (), "For other programs"),
        ]


def _clashes(action: QAction, keys: set[str]) -> bool:
    """Does a command of play share a key with one of building, or make no sense there?"""
    name = action.objectName()
    if name in _PLAY_ONLY or name.startswith(("tool_", "pick_")):
        return True
    return any(QKeySequence(sequence).toString() in keys for sequence in action.shortcuts())
