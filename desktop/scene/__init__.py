"""Draws the game and hands back what the hand does; knows no rule and remembers nothing.

`TableScene.sync(game)` reconciles, `show_*` lay evidence over it, `TableView` turns inches
into pixels, `SideView` draws the cut along a line, `Motion` adds grace.
"""

from desktop.scene.marker_item import NO_LOOKS, StatusLook, StatusLooks
from desktop.scene.motion import Motion
from desktop.scene.side_view import SideView, Slice, SliceBox, SliceLine
from desktop.scene.table_scene import TableScene
from desktop.scene.table_view import TableView
from desktop.scene.touch import GestureSink, Touch

__all__ = [
    "NO_LOOKS",
    "GestureSink",
    "Motion",
    "SideView",
    "Slice",
    "SliceBox",
    "SliceLine",
    "StatusLook",
    "StatusLooks",
    "TableScene",
    "TableView",
    "Touch",
]
