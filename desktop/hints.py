"""What the status bar says of commands whose title leaves something open; a test asks that none is without a word."""

from __future__ import annotations

from collections.abc import Mapping

_LOOK = "From now on, here and in every window"
HINTS: Mapping[str, str] = {
    "new": "The skirmish that comes with the program, from its beginning; the battle on the table stays in its file",
    "save": "Every entry is on disk already; a battle without a name is given one",
    "save_as": "Go on keeping the battle under another name; the old file stays as it is",
    "picture": "The table as PNG or SVG, as large as wanted",
    "quit": "Everything is on disk; the next start goes on here",
    "copy": "What was last measured, with every number to reckon it again",
    "select_all": "To carry or set down several at once",
    "next_model": "The next of those who can act, brought into sight",
    "previous_model": "The one before, brought into sight",
    "zoom_in": "Nearer, about the middle of the view; the wheel zooms at the cursor",
    "zoom_out": "Farther, about the middle of the view; the wheel zooms at the cursor",
    "fit": "The whole table in the view",
    "fit_selection": "What is selected, as near as it can be seen whole",
    "storey_up": "See the table up to the next higher floor, and at last all of it again",
    "storey_down": "Take off what lies over the next lower floor: eye and hand reach what is below",
    "names": "Write every model's name under its base, at any zoom",
    "shade": "Darken what it cannot see at its eye height, and say who sees it",
    "motion": "Models walk and fall instead of standing where they end",
    "covers": "Secret choices and hidden models are shown to their own side only; lift it when playing alone",
    "fingers_pan": "Two fingers on a touchpad push the table; without it they zoom, as a wheel does",
    "curtain": "Nothing but the table; the same key brings back what was shown",
    "reset": "All panels where they were at first",
    "full_screen": "Nothing on the screen but this window; again: back",
    "palette": "Every command, action, model, reading and file, by a few letters",
    "keys": "All keys on one sheet",
    "about": "Version and licence",
    "theme_system": "Dark or light as the desktop is",
    "theme_dark": _LOOK,
    "theme_light": _LOOK,
    "theme_contrast": "Black and white with strong lines, here and in every window",
    "build_copy": "To be pasted on this table or another",
    "build_cut": "Taken off the table, to be pasted on this one or another",
    "build_duplicate": "The same once more, a step beside",
    "build_all": "Every piece of terrain",
    "build_ungroup": "Its pieces stand by themselves again",
    "build_numbers": "Place, size, turn and height as numbers, in the inspector",
    "align_left": "All at the leftmost edge of what is chosen",
    "align_right": "All at the rightmost edge of what is chosen",
    "align_top": "All at the uppermost edge of what is chosen",
    "align_bottom": "All at the lowest edge of what is chosen",
    "align_centre": "All middles on one line from top to bottom",
    "align_middle": "All middles on one line from left to right",
    "spread_across": "The same room between each and the next, from left to right",
    "spread_down": "The same room between each and the next, from top to bottom",
    "build_let_go": "Gesture, then choice, then build mode",
    **{f"pick_{digit}": "Carry out this line of the action list, or give this answer" for digit in range(1, 10)},
    **{f"ruler_{ruler}": "Every length on the table and in the panels; rulebooks keep their inches"
       for ruler in ("inches", "centimetres", "millimetres")},
}  # fmt: skip


def hint(name: str) -> str:
    """The line for a command; "" where its own tip says it all."""
    if name.startswith("text_"):
        return "All words of the program, on the table too"
    return HINTS.get(name, "")
