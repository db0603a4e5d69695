"""One key writes the sheet of what was measured; opening its text again gives the same code and verdict."""

from __future__ import annotations

from pathlib import Path

import pytest
from at_table import CTRL, Table
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter, QPalette
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.disputes import Disputes
from desktop.look import theme
from desktop.scene import Slice, SliceBox
from desktop.sheet import Sheet
from desktop.sheet.page import PAPER
from desktop.sheet.picture import paint_cut, view_of
from engine.cases import position
from engine.dispute import dispute

CROWD = "\n".join(f'model m{n} man blue {3 + n % 12 * 2.5},{3 + n // 12 * 2} "Fighter number {n}"' for n in range(96))


def settled_files(table: Table, qtbot: QtBot, folder: Path) -> dict[str, Path]:
    table.window.disputes.folder = folder
    table.key(Qt.Key.Key_J, CTRL)
    qtbot.waitUntil(lambda: len(list(folder.glob("*.position"))) == 1, timeout=20_000)
    qtbot.waitUntil(lambda: "are in" in table.window.banner.sentence.text(), timeout=20_000)
    return {path.suffix: path for path in folder.iterdir()}


def measured(street: Table, qtbot: QtBot) -> None:
    """Tove looks at Sable with the sight tool."""
    tove, sable = street.model("tove"), street.model("sable")
    street.key(Qt.Key.Key_L)
    street.click(tove.x, tove.y)
    street.move(sable.x, sable.y)
    street.click(sable.x, sable.y)
    qtbot.waitUntil(lambda: street.bench.told is not None, timeout=10_000)


def test_with_nothing_measured_it_says_what_to_do(street: Table) -> None:
    street.key(Qt.Key.Key_J, CTRL)

    assert "Measure something first" in street.window.banner.sentence.text()


def test_one_key_writes_four_files_named_after_the_code(street: Table, qtbot: QtBot, tmp_path: Path) -> None:
    measured(street, qtbot)
    files = settled_files(street, qtbot, tmp_path / "sheets")

    assert set(files) == {".pdf", ".svg", ".png", ".position"}
    code = files[".position"].stem
    assert {path.stem for path in files.values()} == {code}
    assert files[".pdf"].read_bytes().startswith(b"%PDF")
    assert QImage(str(files[".png"])).text("code") == code
    assert QSvgRenderer(str(files[".svg"])).isValid()
    assert f"# code: {code}" in files[".position"].read_text(encoding="utf-8")
    assert code in street.window.banner.sentence.text()


def test_while_it_is_written_the_window_lives_and_escape_leaves_nothing(
    street: Table, qtbot: QtBot, tmp_path: Path
) -> None:
    measured(street, qtbot)
    street.window.disputes.folder = tmp_path / "sheets"
    shares: list[float] = []
    street.window.paper.moved.connect(shares.append)
    street.key(Qt.Key.Key_J, CTRL)
    qtbot.waitUntil(lambda: street.window.paper.doing.startswith("Writing sheet"), timeout=20_000)
    qtbot.waitUntil(lambda: len(shares) > 20, timeout=20_000)
    assert shares == sorted(shares)
    street.view.setFocus()
    street.key(Qt.Key.Key_Escape)
    street.settle()

    assert not street.window.paper.busy
    assert not (tmp_path / "sheets").exists()
    assert street.bench.told is not None, "what was measured stands"


def test_the_picture_in_the_svg_is_the_table(street: Table, qtbot: QtBot, tmp_path: Path) -> None:
    """A speck stands for it while it is encoded; the same place in both pictures has the same colours."""
    measured(street, qtbot)
    files = settled_files(street, qtbot, tmp_path / "sheets")
    png, renderer = QImage(str(files[".png"])), QSvgRenderer(str(files[".svg"]))
    drawn = QImage(png.size(), QImage.Format.Format_RGB32)
    painter = QPainter(drawn)
    renderer.render(painter)
    painter.end()
    spots = [(x, y) for x in range(200, 2200, 97) for y in range(620, 1650, 83)]
    alike = [abs(png.pixelColor(*at).lightness() - drawn.pixelColor(*at).lightness()) < 25 for at in spots]

    assert sum(alike) > 0.97 * len(spots)
    assert len({png.pixelColor(*at).name() for at in spots}) > 10


def test_the_cut_on_paper_has_no_corners_of_the_windows_colour(qapp: QApplication) -> None:
    """A widget paints the window behind it: on white paper its round corners were black in the dark theme."""
    before = qapp.palette()
    qapp.setPalette(QPalette(Qt.GlobalColor.black))
    paper = QImage(320, 140, QImage.Format.Format_RGB32)
    paper.fill(Qt.GlobalColor.white)
    painter = QPainter(paper)
    cut = Slice("A → B", 6.0, (SliceBox("A", -0.5, 0.5, 0, 1.2, "model", 0),))
    paint_cut(painter, QRectF(10, 10, 300, 120), cut, theme("light"))
    painter.end()
    qapp.setPalette(before)

    assert [paper.pixelColor(x, y).name() for x in (10, 309) for y in (10, 129)] == ["#ffffff"] * 4


def test_the_text_opened_again_says_that_it_is_the_same(street: Table, qtbot: QtBot, tmp_path: Path) -> None:
    measured(street, qtbot)
    before = street.session.game
    files = settled_files(street, qtbot, tmp_path / "sheets")
    street.window.files.open_path(files[".position"])

    assert street.session.game == before
    assert "position and answer are those of the sheet" in street.window.banner.sentence.text()


def test_the_text_opened_again_shows_the_line_and_the_cut(street: Table, qtbot: QtBot, tmp_path: Path) -> None:
    measured(street, qtbot)
    shown = street.bench.painted["kept"]
    files = settled_files(street, qtbot, tmp_path / "sheets")
    street.key(Qt.Key.Key_Escape)
    street.window.files.open_path(files[".position"])
    street.settle()

    assert street.bench.painted["kept"] == shown
    assert "Tove Kesk → Sable" in street.window.desk.side_view._slice.title
    street.key(Qt.Key.Key_C, CTRL)
    assert QGuiApplication.clipboard().text().startswith("Does Tove Kesk see Sable?")
    street.key(Qt.Key.Key_Escape)
    assert "kept" not in street.bench.painted


def test_a_text_that_was_changed_is_opened_and_found_out(street: Table, qtbot: QtBot, tmp_path: Path) -> None:
    measured(street, qtbot)
    path = settled_files(street, qtbot, tmp_path / "sheets")[".position"]
    tove = street.model("tove")
    text = path.read_text(encoding="utf-8")
    assert f"{tove.x},{tove.y}" in text
    path.write_text(text.replace(f"{tove.x},{tove.y}", f"{tove.x},{tove.y - 1}"), encoding="utf-8")
    street.window.files.open_path(path)

    assert "was changed" in street.window.banner.sentence.text()


def test_a_folder_that_cannot_be_written_is_said(street: Table, qtbot: QtBot, tmp_path: Path) -> None:
    measured(street, qtbot)
    (tmp_path / "taken").write_text("not a folder")
    street.window.disputes.folder = tmp_path / "taken"
    street.key(Qt.Key.Key_J, CTRL)

    qtbot.waitUntil(lambda: "could not be written" in street.window.banner.sentence.text(), timeout=20_000)


def test_what_is_no_position_is_said_with_its_line(street: Table, tmp_path: Path) -> None:
    before = street.session.game
    (tmp_path / "odd.txt").write_text("game mordheim\nmodle A\n")
    street.window.files.open_path(tmp_path / "odd.txt")

    assert "odd.txt: Line 2" in street.window.banner.sentence.text()
    assert street.session.game == before


@pytest.mark.parametrize(
    ("line", "scale"),
    [("model B man blue 6,3", 2), ("model B man blue 20,3", 3), ("model B man blue 33,33", 10)],
)
def test_the_scale_is_a_round_number_and_shows_all_that_matters(qapp: object, line: str, scale: int) -> None:
    game = position(f'game none\nprofile man "Man"\nmodel A man red 3,3\n{line}\n')
    settled = dispute(game, "gap A B")
    view = view_of(settled, 714, 380)

    assert view.scale == scale
    assert all(view.source.contains(model.x, model.y) for model in game.models)


def test_numbers_that_need_more_room_take_pages_of_their_own(qapp: object) -> None:
    settled = dispute(position(f'game none\nprofile man "Man"\nmodel A man red 1,1\n{CROWD}\n'), "zone A 30")
    sheet = Sheet(settled)
    assert sheet.pages > 1

    last = QImage(QSize(round(PAPER.width()), round(PAPER.height())), QImage.Format.Format_RGB32)
    painter = QPainter(last)
    sheet.paint(painter, sheet.pages - 1)
    painter.end()
    inked = {last.pixelColor(x, y).lightness() < 128 for x in range(40, 400, 3) for y in range(40, 120, 3)}
    assert inked == {True, False}, "the last page has words on it"


def test_a_verdict_is_told_by_more_than_its_colour(qapp: object) -> None:
    wall = 'terrain w "Wall" wall 4,-9 5,-9 5,{edge} 4,{edge} bottom=0 top=3 sight=solid footing=solid'
    text = f'game none\nprofile man "Man"\n{wall}\nmodel A man red 0,0\nmodel B man blue 9,0\n'
    clear, blocked = (dispute(position(text.format(edge=edge)), "sight A B") for edge in (-1.0, 9.0))

    assert (clear.measured.verdict, blocked.measured.verdict) == ("clear", "blocked")
    assert Sheet(clear).look.stroke("clear").tip != Sheet(blocked).look.stroke("blocked").tip


def test_a_refused_drag_can_be_settled_like_a_measurement(street: Table, qtbot: QtBot, tmp_path: Path) -> None:
    berrin = street.model("berrin")
    street.drag((berrin.x, berrin.y), (berrin.x, berrin.y + 3), (berrin.x, berrin.y + 11))
    told = street.bench.told
    assert told is not None
    assert street.model("berrin") == berrin
    assert told.query.startswith("may berrin ")
    assert told.verdict == "no"

    files = settled_files(street, qtbot, tmp_path / "sheets")
    text = files[".position"].read_text(encoding="utf-8")
    assert f"# question: {told.query}" in text
    assert "# answer: no: " in text
    street.window.files.open_path(files[".position"])
    assert "position and answer are those of the sheet" in street.window.banner.sentence.text()


def test_a_zone_can_be_put_on_a_sheet(street: Table, qtbot: QtBot, tmp_path: Path) -> None:
    tove = street.model("tove")
    street.key(Qt.Key.Key_Z)
    street.move(tove.x, tove.y)
    street.key(Qt.Key.Key_6)
    street.click(tove.x, tove.y)
    told = street.bench.told
    assert told is not None
    assert told.query == "zone tove 6"

    files = settled_files(street, qtbot, tmp_path / "sheets")
    assert "# question: zone tove 6" in files[".position"].read_text(encoding="utf-8")


def test_the_folder_is_chosen_and_remembered(street: Table, qtbot: QtBot, tmp_path: Path) -> None:
    measured(street, qtbot)
    (tmp_path / "elsewhere").mkdir()
    street.window.disputes.settle_to(tmp_path / "elsewhere")
    qtbot.waitUntil(lambda: "are in" in street.window.banner.sentence.text(), timeout=20_000)

    assert len(list((tmp_path / "elsewhere").iterdir())) == 4
    window = street.window
    assert Disputes(window.desk, window.banner, window.paper).folder == tmp_path / "elsewhere"
