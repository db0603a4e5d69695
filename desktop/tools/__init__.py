"""What the hand does on the table: one gesture a file, each a generator."""

from desktop.tools.hand import Gesture, Hand
from desktop.tools.tool import Bench, Tool
from desktop.tools.toolbox import TOOLS

__all__ = ["TOOLS", "Bench", "Gesture", "Hand", "Tool"]
