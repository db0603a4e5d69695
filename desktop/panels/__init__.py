"""Docks: what the session knows, in words and numbers.  Each takes (session, theme)."""

from desktop.panels.actions import Actions
from desktop.panels.card import Card
from desktop.panels.dice_tray import DiceTray
from desktop.panels.history import History
from desktop.panels.log import Log
from desktop.panels.odds import OddsPanel
from desktop.panels.phase_bar import PhaseBar
from desktop.panels.prompt import Prompt
from desktop.panels.readings import Readings
from desktop.panels.roster import Roster
from desktop.panels.tool_list import ToolList
from desktop.panels.why import Why

__all__ = [
    "Actions",
    "Card",
    "DiceTray",
    "History",
    "Log",
    "OddsPanel",
    "PhaseBar",
    "Prompt",
    "Readings",
    "Roster",
    "ToolList",
    "Why",
]
