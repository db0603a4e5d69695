"""Colours are told apart by every eye, text is readable, and meaning never rests on hue."""

from __future__ import annotations

from itertools import combinations
from typing import get_args

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter, QPalette
from PySide6.QtWidgets import QApplication

from desktop import look
from desktop.look import icons
from desktop.look.theme import luminance
from engine.geometry.evidence import Role

THEMES = ("dark", "light", "contrast")
GROUNDS = ("moss", "slate", "sand", "snow", "parchment")
EYES = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""Full severity after Machado, Oliveira and Fernandes 2009, on linear RGB."""


def linear(colour: str) -> list[float]:
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]


def lab(colour: str, eye: str) -> tuple[float, float, float]:
    """CIE L*a*b* (D65) of a colour as that eye sees it."""
    rgb = [min(1.0, max(0.0, sum(m * c for m, c in zip(row, linear(colour), strict=True)))) for row in EYES[eye]]
    rows = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    xyz = (sum(m * c for m, c in zip(row, rgb, strict=True)) for row in rows)
    x, y, z = (
        (v / white) ** (1 / 3) if v / white > 0.008856 else 7.787 * v / white + 16 / 116
        for v, white in zip(xyz, (0.9505, 1.0, 1.089), strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def apart(one: str, other: str, eye: str) -> float:
    """Colour difference CIE 1976: about 2 is just noticeable."""
    return sum((a - b) ** 2 for a, b in zip(lab(one, eye), lab(other, eye), strict=True)) ** 0.5


def test_contrast_of_black_on_white_is_twenty_one():
    assert look.contrast_ratio("#000000", "#ffffff") == pytest.approx(21.0)
    assert look.contrast_ratio("#777777", "#777777") == pytest.approx(1.0)
    assert luminance("#808080") == pytest.approx(0.2159, abs=1e-4)


@pytest.mark.parametrize("name", THEMES)
def test_text_is_readable_on_every_panel(name: str):
    theme = look.theme(name)
    for back in (theme.ground, theme.panel, theme.well, theme.hover):
        for ink in (theme.text, theme.dim, theme.link):
            assert look.contrast_ratio(ink, back) >= 4.5, (ink, back)
    assert look.contrast_ratio(theme.on_primary, theme.primary) >= 4.5


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("ground", GROUNDS)
def test_marks_stand_out_on_every_ground(name: str, ground: str):
    theme = look.theme(name)
    board = theme.ground_look(ground)
    marks = {theme.stroke(role).colour for role in look.ROLES} | {side.colour for side in theme.sides}
    for tone in (board.light, board.dark):
        for mark in marks:
            assert look.contrast_ratio(mark, tone) >= 3.0, (mark, tone)
        assert look.contrast_ratio(theme.ink, tone) >= 4.5


@pytest.mark.parametrize("name", THEMES)
def test_words_on_pills_chips_and_scenery_are_readable(name: str):
    theme = look.theme(name)
    backs = [theme.stroke(role).colour for role in look.ROLES]
    backs += [theme.tone(tone) for tone in ("harm", "warning", "boon", "plain")]
    backs += [kind.fill for kind in theme.terrain.values()]
    for back in backs:
        assert look.contrast_ratio(look.readable_on(back), back) >= 4.5, back


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("eye", EYES)
def test_sides_and_clear_against_blocked_stay_apart_for_every_eye(name: str, eye: str):
    theme = look.theme(name)

    assert apart(theme.side(0).colour, theme.side(1).colour, eye) > 25
    assert apart(theme.clear, theme.blocked, eye) > 20


@pytest.mark.parametrize("name", THEMES)
def test_no_two_roles_share_dash_and_sign(name: str):
    theme = look.theme(name)
    assert set(look.ROLES) == set(get_args(Role))
    for one, other in combinations(look.ROLES, 2):
        a, b = theme.stroke(one), theme.stroke(other)
        assert (a.dash, a.tip) != (b.dash, b.tip), (one, other)


def test_sides_differ_by_rim_and_terrain_by_pattern():
    theme = look.theme("dark")
    kinds = ("wall", "floor", "bridge", "ladder", "barrier", "woods", "water", "rubble", "crate", "roof")

    assert len({side.rim for side in theme.sides}) == len(theme.sides) == 4
    assert len({theme.terrain_look(kind).pattern for kind in kinds}) == len(kinds)
    assert theme.terrain_look("never heard of") == theme.terrain_look("block")
    assert theme.side(5) == theme.side(1)


def test_an_unknown_theme_is_refused():
    with pytest.raises(KeyError):
        look.theme("sepia")


def test_apply_sets_an_explicit_palette(qapp: QApplication):
    for name in ("light", "dark"):
        look.apply(qapp, look.theme(name))

        assert qapp.palette().color(QPalette.ColorRole.Window).name() == look.theme(name).ground
    assert "border-radius: 8px" in look.stylesheet(look.theme("dark"))
    qapp.setStyleSheet("")
    assert qapp.style().objectName().lower() == "fusion"


def test_four_cuts_of_one_family_grow_with_the_presenter():
    cuts = {cut: look.font(cut) for cut in ("title", "body", "heading", "small")}

    assert [face.pixelSize() for face in cuts.values()] == [17, 12, 11, 9]
    assert [face.bold() for face in cuts.values()] == [True, False, True, True]
    assert look.font("body", 2.0).pixelSize() == 24
    cuts["body"].setPixelSize(99)
    assert look.font("body").pixelSize() == 12


def inked(name: str, colour: str) -> set[str]:
    """The opaque colours `draw_icon` leaves on an empty picture."""
    canvas = QImage(32, 32, QImage.Format.Format_ARGB32)
    canvas.fill(0)
    painter = QPainter(canvas)
    icons.draw_icon(painter, name, colour, QRectF(0, 0, 32, 32))
    painter.end()
    pixels = (canvas.pixelColor(x, y) for x in range(32) for y in range(32))
    return {pixel.name() for pixel in pixels if pixel.alpha() == 255}


def test_an_icon_takes_the_colour_asked_for(qapp: QApplication, tmp_path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "spot.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">'
        '<rect width="24" height="24" fill="currentColor"/></svg>'
    )
    monkeypatch.setattr(icons, "ICONS", tmp_path)
    icons._source.cache_clear()
    icons._renderer.cache_clear()

    assert icons.has_icon("spot")
    assert inked("spot", "#ff8000") == {"#ff8000"}
    assert not icons.has_icon("../spot")
    icons._source.cache_clear()
    icons._renderer.cache_clear()


def test_missing_art_is_a_lettered_disc(qapp: QApplication):
    assert not icons.has_icon("no_such_art")
    assert "#3080ff" in inked("no_such_art", "#3080ff")
    assert look.icon_pixmap("no_such_art", "#3080ff", 16, 2.0).width() == 32
    assert not look.icon("no_such_art", "#3080ff", 16).isNull()


def test_initials():
    assert [look.initials(n) for n in ("Hiro", "Old Marta", "Youngblood 2", "knocked_down", "")] == [
        "Hi", "OM", "Y2", "KD", "?",
    ]  # fmt: skip
