"""The cut is drawn to scale; motion adds grace and never delays the truth."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QApplication

from desktop.look import theme
from desktop.scene import Motion, SideView, Slice, SliceBox, SliceLine, TableScene
from desktop.scene.motion import FALL_MS, FLASH_MS, SLIDE_MS
from desktop.scene.side_view import in_words
from engine.game import Game

CUT = Slice(
    "Sight line · Hiro → Kage",
    12.0,
    (
        SliceBox("Hiro", -0.5, 0.5, 0, 1.2, "model", 0),
        SliceBox("Wall", 6, 6.5, 0, 3, "blocker", note="hides 100 %"),
        SliceBox("Kage", 11.5, 12.5, 0, 1.2, "target", 1),
    ),
    (SliceLine(((0, 1.2), (12, 0.6)), "blocked", "9.56″", stopped=(6, 0.9)), SliceLine(((0, 1), (3, 2)), "clear")),
    note="clear by 11 mm",
)


@pytest.fixture
def side(qapp: QApplication) -> Iterator[SideView]:
    made = SideView()
    made.resize(800, 200)
    yield made
    made.close()
    made.deleteLater()
    qapp.processEvents()


def test_heights_and_lengths_share_one_scale(side: SideView):
    side.show_slice(CUT)
    scale, zero = side.frame()
    picture = side.grab().toImage()
    orange = theme("dark").side(1).colour
    left = zero.x() + 11.5 * scale
    y = round(zero.y() - 0.3 * scale)
    edges = [x for x in range(800) if picture.pixelColor(x, y).name() == orange]

    assert min(edges) == pytest.approx(left, abs=2)
    assert max(edges) == pytest.approx(left + scale, abs=2)
    assert zero.y() - 3 * scale >= 0
    assert zero.x() - 0.5 * scale >= 0
    assert zero.x() + 12.5 * scale <= 800


def test_names_close_together_stand_over_each_other_and_never_in_each_other(side: SideView):
    walls = tuple(SliceBox(f"Broken wall {n}", 6 + n / 4, 6.2 + n / 4, 0, 2) for n in range(12))
    crowd = replace_slice(CUT, (*walls, *CUT.boxes))
    side.show_slice(crowd)
    side.grab()

    assert side.written[:3] == ["Hiro", "Kage", "Wall"], "who looks and what hides come before all else"
    assert 4 <= len(side.written) < 15
    assert "Broken wall 11" in in_words(crowd), "who cannot see it hears of all of them"


def replace_slice(cut: Slice, boxes: tuple[SliceBox, ...]) -> Slice:
    return Slice(cut.title, cut.length, boxes, cut.lines, note=cut.note)


def test_a_long_flat_cut_still_fits(side: SideView):
    side.show_slice(Slice("Far", 70.0, (SliceBox("Hill", 30, 40, 0, 0.5),)))
    scale, zero = side.frame()
    assert zero.x() + 70 * scale <= 800


def test_an_empty_side_view_says_what_to_do(side: SideView):
    side.show_slice(None)
    empty = side.grab().toImage()
    assert "Measure" in side.accessibleDescription()
    side.show_slice(CUT)
    assert side.grab().toImage() != empty
    assert "Wall, 0 to 3 inches high, hides 100 %" in side.accessibleDescription()
    dark = side.grab().toImage()
    side.set_theme(theme("light"))
    assert side.grab().toImage() != dark


@pytest.fixture
def motion(scene: TableScene, monkeypatch: pytest.MonkeyPatch) -> Motion:
    monkeypatch.setattr(Motion, "enabled", True)
    return Motion(scene)


def test_nothing_takes_longer_than_300_ms():
    assert max(SLIDE_MS, FALL_MS, FLASH_MS) < 300


def test_a_slide_starts_at_its_start_and_ends_in_truth(scene: TableScene, street: Game, motion: Motion, qtbot):
    scene.sync(street.with_model(replace(street.model("hiro"), x=18.0)))
    item = scene.model_item("hiro")
    motion.slide("hiro", ((12.0, 14.0), (15.0, 14.0), (18.0, 14.0)))
    assert item.pos().x() == pytest.approx(12.0)
    assert scene.model_at((18, 14)) == "hiro"

    qtbot.waitUntil(lambda: motion.running == 0, timeout=2000)
    assert item.pos().x() == 18.0


def test_a_sync_in_mid_motion_wins_at_once(scene: TableScene, street: Game, motion: Motion):
    item = scene.model_item("hiro")
    motion.slide("hiro", ((2.0, 2.0), (12.0, 14.0)))
    motion.fall("hiro", 3.0)
    motion.flash("hiro")
    assert motion.running == 3
    assert item.scale() > 1.0

    scene.sync(street)
    assert motion.running == 0
    assert (item.pos().x(), item.pos().y(), item.scale(), item._flash) == (12.0, 14.0, 1.0, 0.0)


def test_a_model_taken_off_in_mid_motion_harms_nothing(scene: TableScene, street: Game, motion: Motion, qtbot):
    motion.slide("hiro", ((2.0, 2.0), (12.0, 14.0)))
    motion.flash("hiro")
    scene.sync(street.with_model(replace(street.model("hiro"), place="removed")))
    qtbot.wait(30)
    assert motion.running == 0
    assert scene.model_item("hiro") is None


def test_motion_can_be_turned_off_and_ignores_strangers(scene: TableScene, motion: Motion):
    motion.flash("nobody")
    motion.slide("hiro", ((1.0, 1.0), (1.0, 1.0)))
    motion.fall("hiro", 0.0)
    motion.enabled = False
    motion.flash("hiro")
    assert motion.running == 0
