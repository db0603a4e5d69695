"""The table on paper: tiles that fit together, true to scale, with marks; and pictures of any size."""

from __future__ import annotations

from pathlib import Path

import pytest
from at_table import CTRL, Table
from PySide6.QtCore import QBuffer, QIODevice, QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.printing import PicturePanel, PrintPanel
from desktop.printing.drawing import Contents, Drawing, paper_look
from desktop.printing.output import page_layout, pixels
from desktop.printing.pages import CHECK_BASE, DPI, MM, Pages
from desktop.printing.tiles import FOOT, MARGIN, MOST_TILES, PAPERS, Box, on_one, room, tiled
from desktop.scene.marker_item import NO_LOOKS
from engine.cases import position
from engine.skirmish import skirmish

A4 = PAPERS[0]
BOARD = Box(0, 0, 36, 36)
DISC = 'game none\ntable 24x24\nprofile man "Man" base=32\nmodel A man red 3,3 "Ada"\n'


def waited(panel: PrintPanel | PicturePanel, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not panel.work.busy, timeout=60_000)


# Cutting into sheets ------------------------------------------------------------------------------


def test_sheets_overlap_by_what_was_asked_and_cover_the_table() -> None:
    way = tiled(BOARD, A4, 1.0, 10.0)
    first, second, below = way.tiles[0], way.tiles[1], way.tiles[way.columns]

    assert first.part.right - second.part.x == pytest.approx(10 / 25.4)
    assert first.part.bottom - below.part.y == pytest.approx(10 / 25.4)
    assert way.tiles[-1].part.right >= 36
    assert way.tiles[-1].part.bottom >= 36
    assert len(way.tiles) == way.rows * way.columns == 24
    assert way.paper.lies, "upright it would take 25"


def test_a_sheet_shows_as_much_as_its_paper_has_room_for() -> None:
    wide, high = room(A4)
    assert wide * 25.4 == pytest.approx(210 - 2 * MARGIN)
    assert high * 25.4 == pytest.approx(297 - MARGIN - FOOT)

    part = tiled(Box(0, 0, wide, high), A4, 1.0, 10.0)
    assert len(part.tiles) == 1
    half = tiled(BOARD, A4, 2.0, 0.0).tiles[0].part
    assert max(half.width, half.height) == pytest.approx(2 * max(room(A4.turned())), abs=2)


def test_on_one_sheet_the_scale_is_the_largest_round_one() -> None:
    assert on_one(BOARD, A4).scale == 5
    assert on_one(Box(0, 0, 72, 48), A4).scale == 8
    assert on_one(Box(0, 0, 7, 10), A4).scale == 1


def test_what_cannot_be_cut_is_said() -> None:
    with pytest.raises(ValueError, match=f"{MOST_TILES} is the most"):
        tiled(Box(0, 0, 500, 500), A4)
    with pytest.raises(ValueError, match="has no size"):
        tiled(Box(0, 0, 0, 5), A4)
    with pytest.raises(ValueError, match="leaves nothing"):
        tiled(BOARD, A4, 1.0, 190.0)


# What is on a sheet -------------------------------------------------------------------------------


def painted(pages: Pages, page: int, fine: float = 2.0) -> QImage:
    image = QImage((pages.size * fine).toSize(), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(fine)
    painter = QPainter(image)
    pages.paint(painter, page)
    painter.end()
    return image


def test_a_base_is_as_large_on_paper_as_in_the_hand(qapp: object) -> None:
    """A 32 mm base at 3,3 inches from the corner: its rim stands 16 mm from there, in each direction."""
    pages = Pages(
        position(DISC), tiled(Box(0, 0, 24, 24), A4), Contents(names=False, ground=False), NO_LOOKS, cover=False
    )
    image = painted(pages, 0)
    middle = (MARGIN * MM + 3 * DPI) * 2
    # from far outside inwards: where white paper ends and the base begins
    row = [QColor(image.pixel(x, round(middle))) for x in range(image.width())]
    inked = [x for x, ink in enumerate(row) if ink.blue() - ink.red() > 60]

    assert inked, "the side's blue rim is there"
    assert (inked[-1] - inked[0] + 1) / 2 / MM == pytest.approx(32.0, abs=0.4)
    assert (inked[-1] + inked[0] + 1) / 2 == pytest.approx(middle, abs=1.5)


def test_the_rule_is_three_inches_and_the_disc_of_the_cover_32_mm(qapp: object) -> None:
    pages = Pages(position(DISC), tiled(Box(0, 0, 24, 24), A4), Contents(), NO_LOOKS)
    sheet, cover = painted(pages, 1), painted(pages, 0)
    y = round((pages.size.height() - 8.0 * MM) * 2)
    upto = round(((MARGIN + 12) * MM + 3.1 * DPI) * 2)
    dark = [x for x in range(upto) if QColor(sheet.pixel(x, y)).lightness() < 120]
    assert (dark[-1] - dark[0]) / 2 / DPI == pytest.approx(3.0, abs=0.02)

    assert CHECK_BASE == 32.0
    left = (MARGIN + 5) * MM + 6
    spans = []
    for y in range(round(cover.height() * 0.5), cover.height()):
        x = round(left * 2)
        if QColor(cover.pixel(x, y)).lightness() < 160 and QColor(cover.pixel(x + 40, y)).lightness() > 200:
            spans.append(y)
    assert spans, "the disc begins at the left edge of the column"


def test_neighbours_show_the_same_strip(qapp: object) -> None:
    game = position(DISC.replace("3,3", "7.1,3"))
    way = tiled(Box(0, 0, 24, 24), A4)
    pages = Pages(game, way, Contents(ground=False, names=False), NO_LOOKS, cover=False)
    lap = way.shared * DPI
    left, right = painted(pages, 0, 1.0), painted(pages, 1, 1.0)
    wide = way.tiles[0].part.width * DPI
    strip = [
        image.copy(round(MARGIN * MM + start), round(MARGIN * MM), round(lap) - 2, 500)
        for image, start in ((left, wide - lap), (right, 0.0))
    ]
    differing = sum(
        abs(QColor(strip[0].pixel(x, y)).lightness() - QColor(strip[1].pixel(x, y)).lightness()) > 90
        for x in range(strip[0].width())
        for y in range(0, 500, 3)
    )
    inked = sum(
        QColor(strip[0].pixel(x, y)).lightness() < 200 for x in range(strip[0].width()) for y in range(0, 500, 3)
    )
    assert inked > 20
    assert differing < inked / 4


def test_what_is_not_wanted_is_not_there(qapp: object) -> None:
    way = on_one(Box(0, 0, 24, 24), A4)
    bare, full = (
        painted(Pages(position(DISC), way, contents, NO_LOOKS, cover=False), 0)
        for contents in (Contents(models=False, ground=False), Contents(ground=False))
    )
    assert bare != full
    at = round((MARGIN * MM + 3 * DPI / way.scale) * 2)
    assert QColor(bare.pixel(at, at)).lightness() > 225


def test_paper_has_the_size_that_was_asked_for(qapp: object) -> None:
    for paper in PAPERS:
        for side in (paper, paper.turned()):
            kept = QBuffer()
            kept.open(QIODevice.OpenModeFlag.WriteOnly)
            writer = QPdfWriter(kept)
            writer.setPageLayout(page_layout(side))
            full = writer.pageLayout().fullRect(writer.pageLayout().Unit.Millimeter)
            assert (full.width(), full.height()) == pytest.approx((side.width, side.height), abs=0.6)


# The panel ----------------------------------------------------------------------------------------


def opened(street: Table, qtbot: QtBot) -> PrintPanel:
    street.key(Qt.Key.Key_P, CTRL)
    panel = street.window.proof.print_panel
    qtbot.waitUntil(lambda: panel.tiling is not None, timeout=10_000)
    return panel


def test_the_panel_says_how_many_sheets_and_draws_their_map(street: Table, qtbot: QtBot) -> None:
    panel = opened(street, qtbot)
    assert panel.says.text() == "36 × 36″ at 1 : 1: 24 sheets (4 across, 6 down) and the cover."
    assert panel.sizing.hasFocus()
    qtbot.waitUntil(lambda: not panel.preview._picture.isNull(), timeout=20_000)

    panel.sizing.setCurrentIndex(1)
    assert panel.says.text() == "36 × 36″ at 1 : 5: 1 sheet and the cover."
    assert not panel.overlap.isVisible()


def test_a_sheet_is_left_out_by_mouse_and_by_keys(street: Table, qtbot: QtBot) -> None:
    panel = opened(street, qtbot)
    where = panel.preview._where(panel.tiling)
    spot = QPoint(round(where.left() + 6), round(where.top() + 6))
    QTest.mouseClick(panel.preview, Qt.MouseButton.LeftButton, pos=spot)
    assert panel.left_out == {1}
    assert "23 sheets" in panel.says.text()

    panel.preview.setFocus()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Space):
        QTest.keyClick(panel.preview, key)
    assert panel.left_out == {1, 6}
    assert panel.preview.accessibleName() == "Map of 24 sheets: sheet 6 is left out; Space changes that"
    QTest.keyClick(panel.preview, Qt.Key.Key_Space)
    assert panel.left_out == {1}

    panel.paper.setCurrentIndex(1)
    assert panel.left_out == frozenset(), "other paper has other sheets"


def test_it_prints_into_a_pdf_a_page_at_a_time(street: Table, qtbot: QtBot, tmp_path: Path) -> None:
    panel = opened(street, qtbot)
    panel.paper.setCurrentIndex(2)
    shares: list[float] = []
    panel.work.moved.connect(shares.append)
    panel.write(tmp_path / "street.pdf")
    waited(panel, qtbot)

    made = (tmp_path / "street.pdf").read_bytes()
    assert made.startswith(b"%PDF")
    pages = len(panel.tiling.tiles) + 1
    assert made.count(b"/Type /Page\n") == pages
    assert shares == sorted(shares)
    assert len(shares) > 2 * pages, "the window has its turn twice a page"
    assert street.window.banner.sentence.text() == f"{pages} sheets are in street.pdf."
    assert [path.name for path in tmp_path.glob("*.pdf*")] == ["street.pdf"]


def test_printing_that_is_stopped_leaves_what_was_there(street: Table, qtbot: QtBot, tmp_path: Path) -> None:
    panel = opened(street, qtbot)
    path = tmp_path / "old.pdf"
    path.write_text("what was there")
    panel.write(path)
    qtbot.waitUntil(lambda: panel.foot.progress.value() > 0, timeout=20_000)
    QTest.mouseClick(panel.foot.stop, Qt.MouseButton.LeftButton)

    assert path.read_text() == "what was there"
    assert not panel.work.busy
    assert panel.foot.go.isEnabled()
    assert not panel.foot.progress.isVisible()


def test_one_piece_of_paper_work_at_a_time_and_escape_stops_it(street: Table, qtbot: QtBot, tmp_path: Path) -> None:
    panel, other = opened(street, qtbot), street.window.proof.picture_panel
    street.window.proof.docks["picture"].show()
    panel.write(tmp_path / "street.pdf")
    qtbot.waitUntil(street.window.paper.isVisible, timeout=20_000)
    assert street.window.paper.title.text() == "Printing 25 sheets …"
    assert (panel.foot.stop.isHidden(), other.foot.stop.isHidden()) == (False, True)
    assert not other.foot.go.isEnabled()
    assert other.foot.go.toolTip() == "Printing 25 sheets is under way: stop it (Esc), or wait"

    street.view.setFocus()
    street.key(Qt.Key.Key_Escape)
    assert not street.window.paper.busy
    assert not street.window.paper.isVisible()
    assert other.foot.go.isEnabled()
    assert list(tmp_path.glob("*.pdf*")) == []


def test_a_folder_that_is_not_there_is_said(street: Table, qtbot: QtBot, tmp_path: Path) -> None:
    panel = opened(street, qtbot)
    panel.write(tmp_path / "nowhere" / "x.pdf")
    waited(panel, qtbot)

    assert "x.pdf could not be written" in street.window.banner.sentence.text()


def test_every_sheet_left_out_is_said(street: Table, qtbot: QtBot, tmp_path: Path) -> None:
    panel = opened(street, qtbot)
    panel.cover.setChecked(False)
    panel.left_out = frozenset(range(1, 25))
    panel.write(tmp_path / "x.pdf")

    assert "Every sheet is left out" in street.window.banner.sentence.text()


def test_the_key_puts_the_panel_away_again(street: Table, qtbot: QtBot) -> None:
    panel = opened(street, qtbot)
    street.key(Qt.Key.Key_P, CTRL)

    assert not panel.isVisible()
    assert street.view.hasFocus()


# Pictures -----------------------------------------------------------------------------------------


def pictured(street: Table) -> PicturePanel:
    street.key(Qt.Key.Key_E, CTRL)
    return street.window.proof.picture_panel


def test_a_picture_has_the_pixels_an_inch_that_were_chosen(street: Table, qtbot: QtBot, tmp_path: Path) -> None:
    panel = pictured(street)
    panel.per_inch.setValue(20)
    panel.write(tmp_path / "street.png")
    waited(panel, qtbot)

    image = QImage(str(tmp_path / "street.png"))
    assert image.size() == QSize(36 * 20 + 52, 36 * 20 + 52), "with room for the rulers"
    assert f"{image.width()} × {image.height()} pixels" in panel.says.text()
    assert image.dotsPerMeterX() == round(20 / 25.4 * 1000)


def test_a_picture_at_a_printed_scale(street: Table, qtbot: QtBot) -> None:
    panel = pictured(street)
    panel.by.setCurrentIndex(1)
    panel.scale.setCurrentIndex(panel.scale.findData(10))
    panel.dots.setValue(300)

    assert panel.units == 30
    assert not panel.per_inch.isVisible()


def test_the_view_is_pictured_as_far_as_it_is_seen(street: Table, qtbot: QtBot, tmp_path: Path) -> None:
    street.view.zoom_to(40)
    panel = pictured(street)
    panel.which.setCurrentIndex(1)
    panel.per_inch.setValue(40)
    street.settle()
    seen = street.viewport.size()  # the banner that tells of the picture takes some of it
    panel.write(tmp_path / "view.png")
    waited(panel, qtbot)

    size = QImage(str(tmp_path / "view.png")).size()
    assert (size.width(), size.height()) == pytest.approx((seen.width(), seen.height()), abs=2)


def test_pieces_of_a_large_picture_join_without_a_seam(qapp: object) -> None:
    """A large picture is painted piece by piece; the same in one piece looks the same."""
    game = position(DISC)
    drawing = Drawing(game, Contents(), paper_look(), NO_LOOKS, 40.0)
    whole = drawing.picture(Box(0, 0, 8, 8), 1.0, "#ffffff")
    joined = QImage(QSize(320, 320), QImage.Format.Format_RGB32)
    for x in (0, 110, 220):
        painter = QPainter(joined)
        wide = min(110, 320 - x)
        drawing.paint(painter, QRectF(x, 0, wide, 320), Box(x / 40, 0, wide / 40, 8))
        painter.end()
    off = [
        (x, y)
        for x in range(320)
        for y in range(0, 320, 5)
        if abs(QColor(whole.pixel(x, y)).lightness() - QColor(joined.pixel(x, y)).lightness()) > 12
    ]
    assert off == []


def test_a_picture_painted_a_layer_at_a_time_is_the_same(qapp: object, monkeypatch: pytest.MonkeyPatch) -> None:
    game = skirmish("ruined_street")
    drawing = Drawing(game, Contents(), paper_look(), NO_LOOKS, 24.0)
    part = Box(3, 3, 20, 18)
    whole = drawing.picture(part, 1.0, "#ffffff")
    turns: list[float] = []
    image = QImage(whole.size(), whole.format())
    monkeypatch.setattr("desktop.printing.drawing.TURN_MS", 0)
    turns.extend(drawing.onto(image, part, "#ffffff"))

    assert len(turns) > 40
    assert turns == sorted(turns)
    image.setDevicePixelRatio(whole.devicePixelRatio())
    assert image == whole


def test_names_and_models_can_be_left_out_of_a_picture(qapp: object) -> None:
    game, area = position(DISC), Box(0, 0, 6, 6)
    pictures = [
        Drawing(game, contents, paper_look(), NO_LOOKS, 60.0).picture(area, 1.0, "#ffffff")
        for contents in (Contents(), Contents(names=False), Contents(models=False))
    ]
    assert pictures[0] != pictures[1]
    assert pictures[1] != pictures[2]
    named = QRectF(2.4 * 60, 3.75 * 60, 1.2 * 60, 20).toRect()
    assert pictures[1].copy(named) == pictures[2].copy(named), "no name is written under the base"


def test_an_svg_has_models_and_measurements_as_shapes(street: Table, qtbot: QtBot, tmp_path: Path) -> None:
    tove, sable = street.model("tove"), street.model("sable")
    street.key(Qt.Key.Key_T)
    street.click(tove.x, tove.y)
    street.click(sable.x, sable.y)
    panel = pictured(street)
    panel.kind.setCurrentIndex(1)
    panel.per_inch.setValue(20)
    panel.write(tmp_path / "street.svg")
    waited(panel, qtbot)

    text = (tmp_path / "street.svg").read_text(encoding="utf-8")
    assert QSvgRenderer(str(tmp_path / "street.svg")).isValid()
    assert ">Tove Kesk<" in text
    assert "edge to edge" in text
    panel.ticks.boxes["measured"].setChecked(False)
    panel.write(tmp_path / "clean.svg")
    waited(panel, qtbot)
    assert "edge to edge" not in (tmp_path / "clean.svg").read_text(encoding="utf-8")


def test_a_picture_that_cannot_be_written_is_said(street: Table, qtbot: QtBot, tmp_path: Path) -> None:
    panel = pictured(street)
    panel.per_inch.setValue(10)
    panel.write(tmp_path / "nowhere" / "table.png")
    waited(panel, qtbot)

    assert "table.png could not be written" in street.window.banner.sentence.text()
    assert panel.foot.go.isEnabled()


def test_a_picture_too_large_is_said_before_it_is_begun(street: Table) -> None:
    panel = pictured(street)
    panel.per_inch.setValue(600)

    assert "is too large" in panel.says.text()
    assert not panel.foot.go.isEnabled()
    with pytest.raises(ValueError, match="too large"):
        pixels(BOARD, 2000)
