"""What Qt needs of the system, and which Debian package brings it; no Qt is imported here."""

from __future__ import annotations

import ctypes
import os
import sys

ALWAYS = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libdbus-1.so.3": "libdbus-1-3",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libz.so.1": "zlib1g",
}
"""Needed by every Qt window on Linux, with or without a screen."""
ON_X11 = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libX11-xcb.so.1": "libx11-xcb1",
}
"""Needed besides where windows come through X11; without one of them Qt aborts."""


def has_screen() -> bool:
    """Is there a screen to open a window on?"""
    if not sys.platform.startswith("linux"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def uses_x11() -> bool:
    """Will Qt come through X11?"""
    if not sys.platform.startswith("linux"):
        return False
    chosen = os.environ.get("QT_QPA_PLATFORM", "")
    if chosen:
        return chosen.startswith("xcb")
    return bool(os.environ.get("DISPLAY")) and not os.environ.get("WAYLAND_DISPLAY")


def missing(wanted: dict[str, str]) -> dict[str, str]:
    """Those of the libraries that the system does not have."""
    return {library: package for library, package in wanted.items() if not _loads(library)}


def sentence(lacking: dict[str, str], said: str = "") -> str:
    """What is missing and how to get it; *said* is what Qt said where we know no package for it."""
    if not lacking:
        return f"Qt could not be started: {said}. Install the system library it names, then start Sightline again."
    libraries, packages = ", ".join(lacking), " ".join(lacking.values())
    verb = "is a system library" if len(lacking) == 1 else "are system libraries"
    return f"{libraries} {verb} that Qt needs and this machine lacks. On Debian or Ubuntu: apt install {packages}"


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True
