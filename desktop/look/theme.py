"""Every colour, weight and dash of the program, by the job it does.

A `Theme` is a frozen record of plain values (no Qt), so it can be compared, tested for
contrast and handed to a worker.  Meaning never rests on hue alone: each evidence role
has its own pair of *dash* and *tip*, each side its own *rim*, each terrain kind its own
*pattern*.  Colours are ``#rrggbb``; weights are screen pixels, dashes multiples of the weight.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Literal

from desktop.look.rulers import INCHES, Ruler

Tip = Literal["none", "tick", "cross", "wave", "near", "arrow", "bars", "dots", "down", "up", "arch", "bang", "corners"]
Fill = Literal["none", "wash", "hatch", "mesh"]
Rim = Literal["plain", "beads", "twin", "teeth"]
Pattern = Literal[
    "plain", "brick", "planks", "rails", "rungs", "posts", "crowns", "ripples", "stones", "braces", "tiles", "steps",
    "setts", "depths",
]  # fmt: skip
TEXT_CONTRAST = 4.5
"""Least contrast of words against what they stand on (WCAG AA)."""
MARK_CONTRAST = 3.0
"""Least contrast of lines and symbols that carry meaning (WCAG 1.4.11)."""


@dataclass(frozen=True)
class Stroke:
    """How evidence of one role is drawn; *weight* in pixels, *dash* in weights, *tip* a drawn sign."""

    colour: str
    weight: float = 2.0
    dash: tuple[float, ...] = ()
    tip: Tip = "none"
    fill: Fill = "none"


@dataclass(frozen=True)
class SideLook:
    """A side's colour and the rim pattern that tells it apart without colour."""

    colour: str
    rim: Rim


@dataclass(frozen=True)
class Ground:
    """A board's two tones (light to dark across the table) and the ink of its grid."""

    light: str
    dark: str
    grid: str


@dataclass(frozen=True)
class TerrainLook:
    """Fill, edge and pattern of one kind of terrain; *see_through* is the fill's opacity."""

    fill: str
    edge: str
    pattern: Pattern
    see_through: float = 1.0


@dataclass(frozen=True, kw_only=True)
class Theme:
    """All roles of one look.  `text_scale` enlarges every font (presenter mode), `ruler` writes every length."""

    name: str
    dark: bool
    ground: str
    panel: str
    edge: str
    well: str
    hover: str
    text: str
    dim: str
    primary: str
    on_primary: str
    link: str
    around: str
    clear: str
    blocked: str
    warning: str
    grazing: str
    special: str
    ink: str
    halo: str
    body: str
    shade: str
    ghost_opacity: float = 0.45
    text_scale: float = 1.0
    ruler: Ruler = INCHES
    grainless: bool = False
    sides: tuple[SideLook, ...] = ()
    grounds: MappingProxyType[str, Ground] = field(default_factory=lambda: MappingProxyType({}))
    terrain: MappingProxyType[str, TerrainLook] = field(default_factory=lambda: MappingProxyType({}))

    def side(self, index: int) -> SideLook:
        """The look of the side seated at *index*; a fifth side starts over."""
        return self.sides[index % len(self.sides)]

    def ground_look(self, name: str) -> Ground:
        """The board called *name*, or moss where the name is unknown."""
        return self.grounds.get(name, self.grounds["moss"])

    def terrain_look(self, kind: str) -> TerrainLook:
        """The look of a terrain kind, or a plain block where the kind is unknown."""
        return self.terrain.get(kind, self.terrain["block"])

    def stroke(self, role: str) -> Stroke:
        """How evidence of *role* is drawn.  KeyError for a role geometry does not know."""
        return self._strokes[role]

    @cached_property
    def _strokes(self) -> dict[str, Stroke]:
        return _strokes(self)

    def tone(self, tone: str) -> str:
        """The colour of a status chip: harm, warning, boon or plain."""
        return {"harm": self.blocked, "warning": self.warning, "boon": self.clear}.get(tone, self.special)


ROLES = (
    "clear", "grazing", "blocked", "close", "path", "ruler", "reach", "zone", "fall", "climb", "leap", "blocker",
    "warning",
)  # fmt: skip
"""The roles of `engine.geometry.evidence`, in its order."""


def _strokes(theme: Theme) -> dict[str, Stroke]:
    """One stroke a role; no two share both dash and tip."""
    return {
        "clear": Stroke(theme.clear, 2.4, (), "tick", "wash"),
        "grazing": Stroke(theme.grazing, 2.4, (7, 3, 1.2, 3), "wave", "wash"),
        "blocked": Stroke(theme.blocked, 2.4, (1.2, 3), "cross", "mesh"),
        "close": Stroke(theme.grazing, 3.2, (4, 1.6, 1, 1.6, 1, 1.6), "near", "hatch"),
        "path": Stroke(theme.ink, 2.6, (), "arrow"),
        "ruler": Stroke(theme.ink, 1.8, (9, 3), "bars"),
        "reach": Stroke(theme.primary, 1.8, (6, 3.5), "none", "wash"),
        "zone": Stroke(theme.warning, 1.6, (2, 2.4), "dots"),
        "fall": Stroke(theme.blocked, 2.4, (4, 3), "down", "hatch"),
        "climb": Stroke(theme.special, 5.0, (0.7, 0.9), "up"),
        "leap": Stroke(theme.special, 2.4, (6, 4), "arch"),
        "blocker": Stroke(theme.blocked, 2.2, (5, 2), "corners", "hatch"),
        "warning": Stroke(theme.warning, 2.2, (7, 2, 2, 2), "bang", "hatch"),
    }


@lru_cache(maxsize=512)
def luminance(colour: str) -> float:
    """Relative luminance of ``#rrggbb``, 0 black to 1 white (WCAG 2.2)."""
    red, green, blue = (_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)


def contrast_ratio(one: str, other: str) -> float:
    """1 (same) to 21 (black on white)."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def mix(one: str, other: str, share: float) -> str:
    """*share* of *other* stirred into *one*, 0 to 1."""
    parts = (round(int(one[at : at + 2], 16) * (1 - share) + int(other[at : at + 2], 16) * share) for at in (1, 3, 5))
    return "#" + "".join(f"{part:02x}" for part in parts)


def readable_on(back: str) -> str:
    """Near-black or white, whichever reads better on *back*."""
    return max("#12161f", "#ffffff", key=lambda ink: contrast_ratio(ink, back))


_PATTERNS: tuple[tuple[str, Pattern, float], ...] = (
    ("wall", "brick", 1.0),
    ("block", "plain", 1.0),
    ("building", "plain", 1.0),
    ("floor", "planks", 0.62),
    ("bridge", "rails", 0.78),
    ("ladder", "rungs", 1.0),
    ("barrier", "posts", 1.0),
    ("woods", "crowns", 0.8),
    ("water", "ripples", 0.9),
    ("rubble", "stones", 0.85),
    ("crate", "braces", 1.0),
    ("roof", "tiles", 0.9),
    ("stairs", "steps", 1.0),
    ("paving", "setts", 0.55),
    ("door", "rungs", 1.0),
    ("window", "posts", 1.0),
    ("pit", "depths", 1.0),
    ("rock", "plain", 1.0),
)
_ALIASES = {
    "low_wall": "barrier", "fence": "barrier", "hedge": "woods", "forest": "woods", "trees": "woods", "hill": "block",
    "ruin": "wall", "ruins": "rubble", "barrel": "crate", "river": "water", "pond": "water", "steps": "stairs",
    "plank": "bridge", "walkway": "bridge", "debris": "rubble", "difficult": "rubble", "road": "paving",
    "street": "paving", "platform": "floor", "chasm": "pit", "fissure": "pit",
}  # fmt: skip


def _terrain(fills: dict[str, str], edge: str, toward: float) -> MappingProxyType[str, TerrainLook]:
    """Looks from fills; each edge is the fill moved *toward* the theme's edge ink."""
    looks = {
        kind: TerrainLook(fills[kind], mix(fills[kind], edge, toward), pattern, opacity)
        for kind, pattern, opacity in _PATTERNS
    }
    return MappingProxyType(looks | {alias: looks[kind] for alias, kind in _ALIASES.items()})


_DARK_FILLS = {
    "wall": "#6d7078", "block": "#625c55", "building": "#625c55", "floor": "#7a6a55", "bridge": "#7d6546",
    "ladder": "#8a6f4a", "barrier": "#77736a", "woods": "#3f6a47", "water": "#36597a", "rubble": "#5e5a54",
    "crate": "#7b5f3d", "roof": "#6b4d46", "stairs": "#6d675f", "paving": "#5c574f",
    "door": "#7b5f3d", "window": "#56687a", "pit": "#14171f", "rock": "#2b2a2c",
}  # fmt: skip
_LIGHT_FILLS = {
    "wall": "#a9adb6", "block": "#b9b0a5", "building": "#b9b0a5", "floor": "#d9c3a0", "bridge": "#cfae7c",
    "ladder": "#c9a468", "barrier": "#b5ae9f", "woods": "#93bd8d", "water": "#94bfe0", "rubble": "#bdb6ab",
    "crate": "#c39e6a", "roof": "#c9998c", "stairs": "#b8b0a4", "paving": "#cdc5b6",
    "door": "#c39e6a", "window": "#b4c8d8", "pit": "#8a8f9b", "rock": "#8e8880",
}  # fmt: skip
_DARK = Theme(
    name="dark",
    dark=True,
    ground="#1f2430",
    panel="#262c3a",
    edge="#343c4e",
    well="#1a1f2a",
    hover="#2f3748",
    text="#e6e9f0",
    dim="#98a2b8",
    primary="#6cb0f7",
    on_primary="#0e1726",
    link="#7db8f5",
    around="#171b24",
    clear="#56d2bf",
    blocked="#ff8f78",
    warning="#f5bd5c",
    grazing="#d8dc6a",
    special="#c9a6ff",
    ink="#f4f6fb",
    halo="#10141c",
    body="#1b2130",
    shade="#0d1118",
    sides=(
        SideLook("#6cb0f7", "plain"),
        SideLook("#f7a954", "beads"),
        SideLook("#c9a6ff", "twin"),
        SideLook("#9fd86b", "teeth"),
    ),
    grounds=MappingProxyType(
        {
            "moss": Ground("#4f5d49", "#414d3e", "#dfe8d6"),
            "slate": Ground("#4c5563", "#3d4552", "#dbe3f0"),
            "sand": Ground("#655640", "#554832", "#f2e4c6"),
            "snow": Ground("#4d5964", "#414c57", "#f0f6fb"),
            "parchment": Ground("#61573f", "#514932", "#f3e9cd"),
        }
    ),
    terrain=_terrain(_DARK_FILLS, "#f4f6fb", 0.38),
)
_LIGHT = Theme(
    name="light",
    dark=False,
    ground="#e9ecf2",
    panel="#ffffff",
    edge="#cbd2de",
    well="#f4f6fa",
    hover="#e3e9f4",
    text="#1b2230",
    dim="#566074",
    primary="#1f62b8",
    on_primary="#ffffff",
    link="#1a5db0",
    around="#c9cfda",
    clear="#00695f",
    blocked="#b5301a",
    warning="#855000",
    grazing="#5b6200",
    special="#6a3fb0",
    ink="#1a2130",
    halo="#ffffff",
    body="#ffffff",
    shade="#2a3344",
    sides=(
        SideLook("#1f62b8", "plain"),
        SideLook("#a65300", "beads"),
        SideLook("#6a3fb0", "twin"),
        SideLook("#3f6f10", "teeth"),
    ),
    grounds=MappingProxyType(
        {
            "moss": Ground("#ced9c4", "#bccab1", "#33402c"),
            "slate": Ground("#ccd3dd", "#bbc4d0", "#2c3644"),
            "sand": Ground("#ead9b4", "#decb9f", "#4d3f1f"),
            "snow": Ground("#f3f6f9", "#e4eaf0", "#3a4756"),
            "parchment": Ground("#f1e7cd", "#e6d9b8", "#4a4020"),
        }
    ),
    terrain=_terrain(_LIGHT_FILLS, "#1a2130", 0.42),
)
_CONTRAST = replace(
    _DARK,
    name="contrast",
    grainless=True,
    ground="#000000",
    panel="#000000",
    edge="#ffffff",
    well="#000000",
    hover="#2b2b2b",
    text="#ffffff",
    dim="#d6d6d6",
    primary="#8ecbff",
    on_primary="#000000",
    link="#9dd2ff",
    around="#000000",
    clear="#5cf2da",
    blocked="#ff9a85",
    warning="#ffd23f",
    grazing="#f0f56a",
    special="#dcc2ff",
    ink="#ffffff",
    halo="#000000",
    body="#000000",
    shade="#000000",
    sides=(
        SideLook("#8ecbff", "plain"),
        SideLook("#ffb347", "beads"),
        SideLook("#dcc2ff", "twin"),
        SideLook("#b8f57a", "teeth"),
    ),
    grounds=MappingProxyType(
        {name: Ground("#26292e", "#1d2024", "#ffffff") for name in ("moss", "slate", "sand", "snow", "parchment")}
    ),
    terrain=_terrain({kind: mix(fill, "#000000", 0.3) for kind, fill in _DARK_FILLS.items()}, "#ffffff", 0.7),
)
_THEMES = MappingProxyType({"dark": _DARK, "light": _LIGHT, "contrast": _CONTRAST})
GROUNDS = tuple(_DARK.grounds)
"""The boards every theme can draw."""


def theme(name: str = "dark", *, text_scale: float = 1.0) -> Theme:
    """The look called *dark*, *light* or *contrast*.  KeyError for another name."""
    chosen = _THEMES[name]
    return chosen if text_scale == 1.0 else replace(chosen, text_scale=text_scale)
