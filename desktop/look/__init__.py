"""How everything looks: colours by role, clothes for the window, pictures, and words."""

from desktop.look.chrome import apply, font, palette, preferred, stylesheet
from desktop.look.icons import draw_icon, has_icon, icon, icon_pixmap, initials
from desktop.look.theme import (
    GROUNDS,
    MARK_CONTRAST,
    ROLES,
    TEXT_CONTRAST,
    Ground,
    SideLook,
    Stroke,
    TerrainLook,
    Theme,
    contrast_ratio,
    mix,
    readable_on,
    theme,
)

__all__ = [
    "GROUNDS",
    "MARK_CONTRAST",
    "ROLES",
    "TEXT_CONTRAST",
    "Ground",
    "SideLook",
    "Stroke",
    "TerrainLook",
    "Theme",
    "apply",
    "contrast_ratio",
    "draw_icon",
    "font",
    "has_icon",
    "icon",
    "icon_pixmap",
    "initials",
    "mix",
    "palette",
    "preferred",
    "readable_on",
    "stylesheet",
    "theme",
]
