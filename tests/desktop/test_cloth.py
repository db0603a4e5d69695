"""A picture as the table's cloth: dropped, made as large as it is, moved, taken off, kept."""

from __future__ import annotations

from pathlib import Path
from threading import get_ident

import pytest
from at_table import CTRL, LEFT, Table
from PySide6.QtCore import QCoreApplication, QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QColor, QDropEvent, QImage, QImageWriter, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QWidget
from pytestqt.qtbot import QtBot
from yard import KEY, Yard

from desktop import app, cloth_picture
from desktop.battles import Battles
from desktop.cloth import filling, scaled, widened
from desktop.cloth_picture import Picture, read_picture
from desktop.scene.decoded import decoded
from desktop.tools import two_points
from desktop.work import Watch
from engine import store
from engine.events import Covered, Spread
from engine.game import Cloth
from engine.game import Table as Board
from engine.store import Stopped


def picture(path: Path, width: int = 600, height: int = 400, *, kind: str = "png", clear: bool = False) -> Path:
    """A mat: a red half, a blue half, and nothing at all in the middle if it is *clear*."""
    image = QImage(width, height, QImage.Format.Format_ARGB32)
    image.fill(QColor("red"))
    painter = QPainter(image)
    painter.fillRect(width // 2, 0, width, height, QColor("blue"))
    if clear:
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Clear)
        painter.fillRect(width // 4, height // 4, width // 2, height // 2, QColor("black"))
    painter.end()
    writer = QImageWriter(str(path), kind.encode())
    assert writer.write(image), writer.errorString()
    return path


def noise(path: Path, width: int, height: int, kind: str = "png") -> Path:
    """A photograph of gravel: nothing can be left out of it."""
    rows = bytearray()
    word = 12345
    for _ in range(4096):
        word = (word * 1103515245 + 12345) & 0xFFFFFFFF
        rows += word.to_bytes(4, "little")
    whole = bytes(rows) * (width * height * 4 // len(rows) + 1)
    scrambled = QImage(whole, width, height, 4 * width, QImage.Format.Format_RGB32)
    assert QImageWriter(str(path), kind.encode()).write(scrambled)
    return path


def drop(table: Table, path: Path) -> None:
    """Let go of a file over the window."""
    dropped = QMimeData()
    dropped.setUrls([QUrl.fromLocalFile(str(path))])
    where, none = QPointF(300, 300), Qt.MouseButton.NoButton
    table.window.dropEvent(QDropEvent(where, Qt.DropAction.CopyAction, dropped, none, Qt.KeyboardModifier.NoModifier))


def brought(table: Table, path: Path, qtbot: QtBot) -> Cloth:
    """The picture dropped and read; the cloth it has become."""
    drop(table, path)
    qtbot.waitUntil(lambda: not table.window.files.work.busy, timeout=20_000)
    table.settle()
    return lies(table)


def lies(table: Table) -> Cloth:
    cloth = table.session.game.table.cloth
    assert cloth is not None
    return cloth


def place(table: Table) -> tuple[float, float, float, float]:
    cloth = lies(table)
    return tuple(round(number, 3) for number in (cloth.x, cloth.y, cloth.width, cloth.height))


def found(table: Table, name: str) -> QWidget:
    widget = table.window.findChild(QWidget, name)
    assert widget is not None
    return widget


def typed(table: Table, name: str, text: str) -> None:
    field = found(table, name)
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, KEY.Key_Return)
    table.settle()


def press(table: Table, name: str) -> None:
    QTest.mouseClick(found(table, name), LEFT)
    table.settle()


def said(table: Table) -> str:
    banner = table.window.banner
    return banner.sentence.text() if banner.isVisible() else ""


def notes(table: Table) -> list[str]:
    return [entry.command.note for entry in table.session.journal.entries]


# Dropped, opened, chosen ------------------------------------------------------------------------


def test_a_dropped_picture_lies_under_the_table_and_undo_takes_it_away(table: Table, qtbot: QtBot, tmp_path: Path):
    path = picture(tmp_path / "mat.png")
    before = table.session.game
    cloth = brought(table, path, qtbot)
    board = before.table

    assert cloth == Cloth(path.read_bytes(), 0.0, 0.0, board.width, board.width * 400 / 600)
    assert table.session.game.models == before.models
    assert notes(table) == ["Picture mat.png laid under the table"]
    assert table.window.files.cloth.strip.isVisible()
    assert "A picture lies under the table" in table.window.panels.log.text.toPlainText()
    assert table.window.focusWidget() is found(table, "cloth_width")

    table.session.undo()
    assert table.session.game == before
    assert not table.window.files.cloth.strip.isVisible()


def test_it_is_painted_where_it_lies(yard: Yard, qtbot: QtBot, tmp_path: Path):
    brought(yard, picture(tmp_path / "mat.png", 600, 400), qtbot)
    yard.key(KEY.Key_Escape)
    yard.settle()
    seen = yard.view.grab().toImage()
    spots = [yard.pixel(x, 10.4) for x in (7.4, 22.6)]
    left, right = (QColor(seen.pixel(spot * seen.devicePixelRatio())) for spot in spots)

    assert left.red() > 150 > left.blue()
    assert right.blue() > 150 > right.red()


@pytest.mark.parametrize("kind", ["png", "jpg", "webp", "bmp"])
def test_every_kind_of_picture_is_taken(table: Table, qtbot: QtBot, tmp_path: Path, kind: str):
    cloth = brought(table, picture(tmp_path / f"MAT.{kind.upper()}", 300, 150, kind=kind), qtbot)

    shown = decoded(cloth.picture)[0]
    assert (shown.width(), shown.height()) == (300, 150)
    assert cloth.height == pytest.approx(cloth.width / 2)


def test_file_open_offers_pictures_and_takes_them(
    table: Table, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path, asked = picture(tmp_path / "mat.jpg", kind="jpg"), []

    def chosen(*words: str) -> tuple[str, str]:
        asked.append(words[-1])
        return str(path), ""

    monkeypatch.setattr(QFileDialog, "getOpenFileName", chosen)
    table.window.files.choose()
    qtbot.waitUntil(lambda: table.session.game.table.cloth is not None, timeout=10_000)

    assert lies(table).picture == path.read_bytes()
    assert "*.png *.jpg *.jpeg *.webp *.bmp" in asked[0]
    assert "*.battle" in asked[0]


def test_the_command_line_takes_a_picture_for_the_skirmish(qapp: object, qtbot: QtBot, tmp_path: Path):
    path = picture(tmp_path / "mat.png")
    window, _ = app.begin(app.Options(theme="dark", file=path), Battles())
    session = window.desk.session
    qtbot.waitUntil(lambda: session.game.table.cloth is not None, timeout=20_000)

    assert session.game.table.cloth.picture == path.read_bytes()
    assert session.game.table.name == "Ruined street"
    assert session.game.on_table()
    window.close()
    window.deleteLater()
    QCoreApplication.processEvents()


def test_in_build_mode_it_is_chosen_sized_and_taken_off_by_the_board_card(
    yard: Yard, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path = picture(tmp_path / "mat.png")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    assert not yard.find("cloth_size").isVisible()
    assert not yard.find("cloth_off").isVisible()

    press(yard, "cloth_choose")
    qtbot.waitUntil(lambda: yard.session.game.table.cloth is not None, timeout=10_000)
    yard.settle()
    assert yard.find("cloth_off").isVisible()
    press(yard, "cloth_close")
    assert not yard.window.files.cloth.strip.isVisible()
    press(yard, "cloth_size")
    assert yard.window.files.cloth.strip.isVisible()

    press(yard, "cloth_off")
    assert yard.session.game.table.cloth is None
    assert not yard.find("cloth_off").isVisible()
    assert not yard.window.files.cloth.strip.isVisible()
    yard.view.setFocus()
    yard.key(KEY.Key_Z, CTRL)
    assert place(yard) == (0, 0, 30, 20)
    assert yard.window.build.on


def test_another_picture_takes_the_place_of_the_first(table: Table, qtbot: QtBot, tmp_path: Path):
    first = brought(table, picture(tmp_path / "mat.png"), qtbot)
    second = brought(table, picture(tmp_path / "other.png", 100, 100), qtbot)

    assert second.picture != first.picture
    assert second.height == second.width
    table.session.undo()
    assert lies(table) == first


def test_no_picture_comes_while_a_question_is_open(table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(type(table.session), "pending", property(lambda _: object()))
    drop(table, picture(tmp_path / "mat.png"))

    assert said(table).startswith("A question is open")
    assert not table.window.files.work.busy


# How large it is --------------------------------------------------------------------------------


def test_its_width_is_typed(yard: Yard, qtbot: QtBot, tmp_path: Path):
    brought(yard, picture(tmp_path / "mat.png"), qtbot)
    assert place(yard) == (0, 0, 30, 20)
    typed(yard, "cloth_width", "48")
    assert place(yard) == (0, 0, 48, 32)
    assert yard.window.files.cloth.strip.isVisible()

    yard.key(KEY.Key_Return)  # nothing more to set
    assert not yard.window.files.cloth.strip.isVisible()
    assert yard.window.focusWidget() is yard.view
    yard.key(KEY.Key_Z, CTRL)
    assert place(yard) == (0, 0, 30, 20)
    assert notes(yard) == ["Picture mat.png laid under the table", "Picture made 48″ wide"]


def test_it_is_moved_and_fills_the_board_again(yard: Yard, qtbot: QtBot, tmp_path: Path):
    brought(yard, picture(tmp_path / "mat.png"), qtbot)
    typed(yard, "cloth_width", "15")
    typed(yard, "cloth_x", "2.5")
    typed(yard, "cloth_y", "-1")
    assert place(yard) == (2.5, -1, 15, 10)
    press(yard, "cloth_fill")
    assert place(yard) == (0, 0, 30, 20)
    press(yard, "cloth_fill")  # it does already

    assert notes(yard)[2:] == ["Picture moved", "Picture moved", "Picture made to fill the board"]


def test_all_lengths_are_by_the_ruler_in_force(yard: Yard, qtbot: QtBot, tmp_path: Path):
    brought(yard, picture(tmp_path / "mat.png"), qtbot)
    yard.window.set_ruler("centimetres")
    yard.settle()
    assert found(yard, "cloth_width").text() == "76.2 cm"
    typed(yard, "cloth_width", "127")
    assert place(yard) == (0, 0, 50, 33.333)
    yard.window.set_ruler("millimetres")
    yard.settle()
    typed(yard, "cloth_x", "-25.4")

    assert place(yard)[0] == -1.0


@pytest.mark.parametrize("percent", [100, 150, 200])
def test_no_number_of_the_strip_is_clipped(yard: Yard, qtbot: QtBot, tmp_path: Path, percent: int):
    yard.window.resize(1280, 800)
    yard.window.set_ruler("millimetres")
    yard.window.set_text(percent)
    yard.settle()
    brought(yard, picture(tmp_path / "mat.png"), qtbot)
    yard.window.files.cloth.strip.moved.emit(-1999.9, 123.45)
    yard.settle()
    fields = [found(yard, name) for name in ("cloth_width", "cloth_x", "cloth_y")]

    assert [field.text() for field in fields] == ["762 mm", "-50797.5 mm", "3135.6 mm"]
    for field in fields:
        assert field.lineEdit().width() >= field.fontMetrics().horizontalAdvance(field.text())
        assert field.geometry().right() <= field.parentWidget().width()
    assert yard.window.width() == 1280


def test_what_is_too_wide_is_refused_and_nothing_changes(yard: Yard, qtbot: QtBot, tmp_path: Path):
    brought(yard, picture(tmp_path / "mat.png"), qtbot)
    press(yard, "cloth_points")
    yard.click(3, 4)
    yard.click(3.5, 4)
    typed(yard, "cloth_apart", "100")

    assert said(yard).startswith("So the picture would be ")
    assert place(yard) == (0, 0, 30, 20)
    assert yard.window.files.cloth.strip.pointing_on


def test_undo_shows_the_old_numbers(yard: Yard, qtbot: QtBot, tmp_path: Path):
    brought(yard, picture(tmp_path / "mat.png"), qtbot)
    typed(yard, "cloth_width", "48")
    yard.session.undo()

    assert found(yard, "cloth_width").inches == 30


# Two points -------------------------------------------------------------------------------------


def test_two_points_are_clicked_and_their_distance_typed(yard: Yard, qtbot: QtBot, tmp_path: Path):
    brought(yard, picture(tmp_path / "mat.png"), qtbot)
    strip = yard.window.files.cloth.strip
    press(yard, "cloth_points")
    assert strip.says.text().startswith("Click the first of two points")
    assert not found(yard, "cloth_apart").isVisible()
    yard.click(6, 8)
    assert strip.says.text() == "Now the second one."
    yard.move(10, 8)
    yard.click(12, 8)
    field = found(yard, "cloth_apart")
    assert yard.window.focusWidget() is field
    assert field.inches == pytest.approx(6.0, abs=0.06)
    apart = field.inches
    first = yard.window.files.cloth.points[0]
    typed(yard, "cloth_apart", "12")

    by = 12 / apart
    x, y = first
    assert place(yard) == pytest.approx((x - x * by, y - y * by, 30 * by, 20 * by), abs=0.002)
    assert place(yard) == pytest.approx((-6, -8, 60, 40), abs=0.7)
    assert notes(yard)[-1] == "Picture measured: two points of it are 12″ apart"
    assert yard.bench.tool.id == "build_arrange"
    assert found(yard, "cloth_width").isVisible()
    yard.session.undo()
    assert place(yard) == (0, 0, 30, 20)


def test_two_points_are_set_by_keys_alone(table: Table, qtbot: QtBot, tmp_path: Path):
    brought(table, picture(tmp_path / "mat.png"), qtbot)
    board = table.session.game.table
    found(table, "cloth_points").setFocus()
    table.key(KEY.Key_Return)
    assert table.window.focusWidget() is table.view
    table.key(KEY.Key_Return)  # in the middle of the board
    for _ in range(4):
        table.key(KEY.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    table.key(KEY.Key_Return)
    assert found(table, "cloth_apart").inches == 4.0
    QTest.keyClicks(table.window.focusWidget(), "2")
    table.key(KEY.Key_Return)

    x, y = board.width / 2, board.height / 2
    high = board.width * 400 / 600
    assert place(table) == pytest.approx((x / 2, y / 2, board.width / 2, high / 2), abs=0.001)
    assert table.bench.tool.id == "select"


def test_a_point_is_taken_back_and_two_in_one_place_are_one(yard: Yard, qtbot: QtBot, tmp_path: Path):
    brought(yard, picture(tmp_path / "mat.png"), qtbot)
    strip = yard.window.files.cloth.strip
    press(yard, "cloth_points")
    yard.click(6, 8)
    yard.click(6, 8)
    assert strip.says.text() == "Now the second one."
    yard.key(KEY.Key_Backspace)
    assert strip.says.text().startswith("Click the first")
    yard.drag((5, 5), (8, 5), (9, 5))  # drawn like a tape
    assert found(yard, "cloth_apart").inches == pytest.approx(4, abs=0.06)
    assert notes(yard) == ["Picture mat.png laid under the table"]


def test_escape_lets_go_of_the_points_then_of_the_strip_and_build_mode_stays(yard: Yard, qtbot: QtBot, tmp_path: Path):
    brought(yard, picture(tmp_path / "mat.png"), qtbot)
    strip = yard.window.files.cloth.strip
    press(yard, "cloth_points")
    yard.click(6, 8)
    yard.key(KEY.Key_Escape)
    assert (yard.bench.tool.id, strip.isVisible(), strip.pointing_on) == ("build_arrange", True, False)
    yard.key(KEY.Key_Escape)
    assert not strip.isVisible()
    assert yard.window.build.on
    yard.key(KEY.Key_Escape)
    assert not yard.window.build.on
    assert place(yard) == (0, 0, 30, 20)


def test_escape_in_a_field_lets_go_too(table: Table, qtbot: QtBot, tmp_path: Path):
    brought(table, picture(tmp_path / "mat.png"), qtbot)
    table.key(KEY.Key_Escape)

    assert not table.window.files.cloth.strip.isVisible()
    assert table.window.focusWidget() is table.view


def test_another_tool_ends_the_question_about_points(table: Table, qtbot: QtBot, tmp_path: Path):
    brought(table, picture(tmp_path / "mat.png"), qtbot)
    press(table, "cloth_points")
    assert table.bench.tool.id == two_points.ID
    table.key(KEY.Key_T)

    assert table.bench.tool.id == "tape"
    assert not table.window.files.cloth.strip.pointing_on


def test_where_a_picture_comes_to_lie():
    mat = Spread(x=2, y=4, width=40, height=20)

    assert filling(Board(width=48, height=30), 200, 50) == Spread(x=0, y=0, width=48, height=12)
    assert widened(mat, 10) == Spread(x=2, y=4, width=10, height=5)
    assert scaled(mat, ((12, 10), (15, 14)), 10) == Spread(x=-8, y=-2, width=80, height=40)
    assert scaled(mat, ((2, 4), (2, 24)), 10) == Spread(x=2, y=4, width=20, height=10)


# Files ------------------------------------------------------------------------------------------


def never(_: float) -> bool:
    return False


def test_it_is_kept_in_the_battle_and_read_again(table: Table, qtbot: QtBot, tmp_path: Path):
    path = picture(tmp_path / "mat.png")
    brought(table, path, qtbot)
    typed(table, "cloth_width", "24")
    table.window.files.save_to(tmp_path / "a.battle")
    qtbot.waitUntil(lambda: table.session.path is not None, timeout=10_000)
    table.session.keeping.finish()
    opened = store.read(tmp_path / "a.battle")

    assert opened.journal.game.table.cloth == Cloth(path.read_bytes(), 0, 0, 24, 16)
    assert opened.warnings == ()


REFUSED = {
    "empty.png": (b"", "There is no picture in empty.png that can be read. A picture for the table is one of PNG, "),
    "words.jpg": (b"a letter", "There is no picture in words.jpg that can be read."),
    "drawing.png": (
        b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', "There is no picture in drawing.png"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_holds_no_picture_is_refused(table: Table, qtbot: QtBot, tmp_path: Path, name: str):
    path = tmp_path / name
    path.write_bytes(REFUSED[name][0])
    drop(table, path)
    qtbot.waitUntil(lambda: not table.window.files.work.busy, timeout=10_000)

    assert said(table).startswith(REFUSED[name][1])
    assert said(table).endswith("save it as one of these and drop that.")
    assert table.session.journal.entries == ()
    assert not table.window.files.cloth.strip.isVisible()


@pytest.mark.parametrize("kind", ["png", "jpg", "webp"])
def test_a_torn_file_is_refused(table: Table, qtbot: QtBot, tmp_path: Path, kind: str):
    path = noise(tmp_path / f"mat.{kind}", 300, 200, kind)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    drop(table, path)
    qtbot.waitUntil(lambda: not table.window.files.work.busy, timeout=10_000)

    assert said(table).startswith(f"The picture in mat.{kind} cannot be read: the file is damaged")
    assert table.session.game.table.cloth is None


def test_a_file_that_is_not_there_is_said(table: Table, qtbot: QtBot, tmp_path: Path):
    drop(table, tmp_path / "gone.png")
    qtbot.waitUntil(lambda: not table.window.files.work.busy, timeout=10_000)

    assert said(table) == "There is no file gone.png here. Check its name and folder."


def test_a_file_beyond_the_limit_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = picture(tmp_path / "mat.png")
    monkeypatch.setattr(cloth_picture, "MANY_POINTS", 200_000)
    with pytest.raises(ValueError, match=r"mat.png has 600 × 400 points; as PNG it may have 0 million"):
        read_picture(path, never)
    monkeypatch.setattr(cloth_picture, "LARGEST_FILE", 100)
    with pytest.raises(ValueError, match=r"mat.png has 0 MB; a picture for the table may have 0 MB"):
        read_picture(path, never)


def test_a_picture_of_too_many_points_is_made_smaller(table: Table, qtbot: QtBot, tmp_path: Path):
    cloth = brought(table, picture(tmp_path / "wide.png", 6000, 1500), qtbot)
    shown = decoded(cloth.picture)[0]

    assert (shown.width(), shown.height()) == (4096, 1024)
    assert QColor(shown.pixel(100, 500)).red() > 240
    assert cloth.height == cloth.width / 4
    assert table.window.files.cloth.strip.title.text() == "wide.png, made smaller to 4096 × 1024 points"


def test_a_picture_of_too_many_bytes_is_written_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = noise(tmp_path / "gravel.png", 700, 500)
    monkeypatch.setattr(cloth_picture, "LARGEST_PICTURE", 300_000)
    assert path.stat().st_size > 300_000
    kept = read_picture(path, never)
    assert (len(kept.raw) <= 300_000, kept.width, kept.height, kept.smaller) == (True, 700, 500, False)
    assert kept.raw.startswith(b"\xff\xd8")

    monkeypatch.setattr(cloth_picture, "LARGEST_PICTURE", 100_000)
    kept = read_picture(path, never)
    assert len(kept.raw) <= 100_000
    assert kept.smaller
    assert kept.width / kept.height == pytest.approx(1.4, abs=0.01)


def test_where_the_ground_shows_through_it_still_does(tmp_path: Path):
    kept = read_picture(picture(tmp_path / "hole.png", 6000, 3000, clear=True), never)
    shown = decoded(kept.raw)[0]

    assert (kept.width, kept.height, kept.smaller) == (4096, 2048, True)
    assert QColor.fromRgba(shown.pixel(2048, 1024)).alpha() == 0
    assert QColor.fromRgba(shown.pixel(100, 1024)).alpha() == 255


def test_a_photograph_taken_upright_stands_upright(tmp_path: Path):
    path = picture(tmp_path / "photo.jpg", 600, 400, kind="jpg")
    raw = path.read_bytes()
    turned = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"  # 6: a quarter to the right
    path.write_bytes(raw[:2] + b"\xff\xe1" + (len(turned) + 2).to_bytes(2, "big") + turned + raw[2:])
    kept = read_picture(path, never)
    shown = decoded(kept.raw)[0]

    assert (kept.width, kept.height, kept.smaller) == (400, 600, False)
    assert QColor(shown.pixel(200, 50)).red() > 200
    assert QColor(shown.pixel(200, 550)).blue() > 200


def test_work_that_is_stopped_changes_nothing(table: Table, qtbot: QtBot, tmp_path: Path):
    path = picture(tmp_path / "wide.png", 6000, 3000)
    drop(table, path)
    assert table.window.files.work.doing == "Reading wide.png"
    table.window.files.work.cancel()
    table.window.files.work.close_down()
    table.settle()

    assert table.session.journal.entries == ()
    assert said(table) == ""
    with pytest.raises(Stopped):
        read_picture(path, lambda _: True)


def test_a_photograph_is_read_and_decoded_off_the_windows_thread(
    table: Table, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    threads = []

    def read(path: Path, watch: Watch) -> Picture:
        threads.append(get_ident())
        return read_picture(path, watch)

    monkeypatch.setattr("desktop.cloth.read_picture", read)
    known = decoded.cache_info().misses
    brought(table, noise(tmp_path / "photo.jpg", 2000, 1500, "jpg"), qtbot)

    assert len(threads) == 1
    assert threads[0] != get_ident()
    assert decoded.cache_info().misses == known + 1  # once, on the worker


def test_what_was_laid_is_decoded_already(tmp_path: Path):
    kept = read_picture(picture(tmp_path / "mat.png"), never)
    known = decoded.cache_info().hits
    decoded(kept.raw)

    assert decoded.cache_info().hits == known + 1
    assert decoded(b"no picture") == ()


def test_far_away_a_smaller_picture_is_painted(tmp_path: Path):
    sizes = decoded(read_picture(picture(tmp_path / "mat.png", 2000, 1000), never).raw)

    assert [(each.width(), each.height()) for each in sizes] == [(2000, 1000), (1000, 500), (500, 250), (250, 125)]


def test_a_picture_larger_than_the_board_ends_at_its_edge(table: Table, qtbot: QtBot, tmp_path: Path):
    brought(table, picture(tmp_path / "mat.png", 800, 800), qtbot)
    board = table.session.game.table
    beyond = table.view.pixel_of(board.width + 0.8, 3.0)
    before = table.viewport.grab().toImage().pixelColor(beyond)
    table.session.by_hand((Spread(x=-5.0, y=-5.0, width=3 * board.width, height=3 * board.height),), "wider")
    table.settle()
    shown = table.viewport.grab().toImage()

    assert shown.pixelColor(beyond) == before
    assert shown.pixelColor(table.view.pixel_of(board.width - 0.4, 3.3)) != before


def test_the_log_tells_each_step(table: Table, qtbot: QtBot, tmp_path: Path):
    brought(table, picture(tmp_path / "mat.png"), qtbot)
    typed(table, "cloth_width", "24")
    table.window.files.cloth.take_off()
    told = table.window.panels.log.text.toPlainText()

    assert "The picture under the table now measures 24 × 16″." in told
    assert "The picture under the table is taken off." in told
    assert [type(entry.events[0]) for entry in table.session.journal.entries] == [Covered, Spread, Covered]
    table.window.files.cloth.ask()
    assert said(table).startswith("No picture lies under the table.")
