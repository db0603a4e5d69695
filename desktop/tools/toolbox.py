"""The tools in the order of the list, with their keys."""

from __future__ import annotations

from desktop.tools import deploy, measure, reach, select, shove, sight, template, turn
from desktop.tools.hand import IN_HAND
from desktop.tools.tool import Tool

TOOLS = (
    Tool("select", "Select and move", "V", "select", select.gesture, select.HINT, select.KEYS, IN_HAND),
    Tool("turn", "Turn", "O", "turn", turn.gesture, turn.HINT, turn.KEYS),
    Tool("tape", "Tape", "T", "tape", measure.gesture, measure.HINT, measure.KEYS, measure.HELD),
    Tool("sight", "Line of sight", "L", "sight", sight.gesture, sight.HINT, held=sight.HELD, at_once=True),
    Tool("shove", "Shove by hand", "X", "by_hand", shove.gesture, shove.HINT, shove.KEYS, shove.HELD),
    Tool("deploy", "Set down", "D", "next", deploy.gesture, deploy.HINT, deploy.KEYS, deploy.KEYS),
    Tool("reach", "Zones and reach", "Z", "zone", reach.gesture, reach.HINT, reach.KEYS, reach.KEYS, at_once=True),
    Tool("template", "Templates", "B", "template", template.gesture, template.HINT, template.KEYS, template.KEYS),
)
