"""A model shows the emblem drawn for its profile; scenery looks like the first word of its kind."""

from __future__ import annotations

from msgspec.structs import replace
from pieces import block, figure
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from desktop.look import theme
from desktop.scene import TableScene
from desktop.scene.terrain_item import _look
from engine.game import Game, Model, Table

EMBLEM = "fire"
"""A drawing that surely lies in assets/icons."""


def drawn(model: Model, pixels_per_inch: float) -> QImage:
    """The model alone, seen from so near."""
    scene = TableScene()
    scene.sync(Game(system="none", table=Table(width=6, height=6), models=(model,)))
    scene.set_scale(pixels_per_inch)
    side = round(4 * pixels_per_inch)
    image = QImage(side, side, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    scene.render(painter, QRectF(0, 0, side, side), QRectF(1, 1, 4, 4))
    painter.end()
    return image


def named(name: str, profile: str) -> Model:
    model = figure(name, 3, 3)
    return replace(model, profile=replace(model.profile, id=profile))


def test_a_drawn_profile_shows_its_emblem_whatever_the_name(qapp: object) -> None:
    assert drawn(named("Aki", EMBLEM), 40) == drawn(named("Bo", EMBLEM), 40)
    assert drawn(named("Aki", EMBLEM), 40) != drawn(named("Aki", "nobody_drew_this"), 40)
    assert drawn(named("Aki", "nobody_drew_this"), 40) != drawn(named("Bo", "nobody_drew_this"), 40)


def test_too_small_for_an_emblem_it_keeps_its_letters(qapp: object) -> None:
    assert drawn(named("Aki", EMBLEM), 12) == drawn(named("Aki", "nobody_drew_this"), 12)


def test_a_kind_of_several_words_looks_like_the_first_that_was_drawn() -> None:
    dark = theme("dark")
    shrine = block("shrine", 0, 0, 1, 1, kind="odd_roof_goal")

    assert _look(dark, shrine) == dark.terrain_look("roof")
    assert _look(dark, replace(shrine, kind="low_wall")) == dark.terrain_look("low_wall")
    assert _look(dark, replace(shrine, kind="odd_goal")) == dark.terrain_look("block")
