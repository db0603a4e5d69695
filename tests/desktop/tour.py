"""A tour of the window: a picture of every panel, dialog, tool and overlay, in all themes at both sizes.

Not a test: it is run to be looked at.  `PYTHONPATH=. python tests/desktop/tour.py FOLDER [words …]` writes
FOLDER/theme_width/nn_name.png and, side by side, FOLDER/sheet_….png; *words* keep only the
stops, themes and widths named.  The hand is the one of the tests: real mouse and key events.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from at_table import CTRL, RIGHT, Table
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QSettings, QStandardPaths, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from desktop import app, foyer
from desktop.battles import Battles
from desktop.look.parts import Press
from engine.ask import Roll
from engine.game import Model
from engine.skirmish import skirmish

Key = Qt.Key
THEMES = ("dark", "light", "contrast")
SIZES = ((1280, 800), (1680, 1050))
STREET, COURT, KEEP, GREEN = "ruined_street", "shrine_court", "sundered_keep", "village_green"
SHEET = (3, 3)
"""Pictures across and down on a sheet that shows them side by side."""
PATIENCE = 20.0
"""Seconds that are waited for what is reckoned in the background."""

Stop = Callable[[Table], QWidget | None]
STOPS: list[tuple[str, str, Stop]] = []


def stop(name: str, on: str = STREET) -> Callable[[Stop], Stop]:
    """A stop of the tour on a ready skirmish; what it gives back is pictured over the window."""

    def note(visit: Stop) -> Stop:
        STOPS.append((name, on, visit))
        return visit

    return note


def rest(table: Table, seconds: float = 0.3) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        table.settle()
        time.sleep(0.005)


def until(table: Table, ready: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not ready() and time.monotonic() < end:
        rest(table, 0.05)


def acting(table: Table) -> Model:
    game = table.session.game
    return next((m for m in game.on_table() if m.side == game.active), game.on_table()[0])


def enemy(table: Table) -> Model:
    man = acting(table)
    return next(m for m in table.session.game.on_table() if m.side != man.side)


def chosen(table: Table, man: Model | None = None) -> Model:
    man = man or acting(table)
    table.click(man.x, man.y)
    until(table, lambda: table.session.study(man.id).whole)
    return man


def offers(table: Table) -> list[Press]:
    return [button for button in table.window.panels.actions.findChildren(Press) if button.isVisible()]


def do(table: Table, name: str) -> None:
    table.window.menus.by_name[name].trigger()
    rest(table)


# The start ----------------------------------------------------------------------------------------


def started(table: Table) -> None:
    """The start page, all its pictures painted."""
    table.window.show_start()
    until(
        table,
        lambda: (
            bool(table.window.start.tiles)
            and all(tile._picture is not None or tile._high < 0 for tile in table.window.start.tiles)
        ),
    )
    rest(table, 0.5)


@stop("start")
def _(table: Table) -> None:
    started(table)


@stop("start_after_a_battle")
def _(table: Table) -> None:
    man = acting(table)
    table.drag((man.x, man.y), (man.x + 0.5, man.y - 0.5), (man.x + 1, man.y - 1))
    table.window.files.save_to(Path(tempfile.mkdtemp()) / "Our first evening.battle")
    rest(table)
    started(table)


@stop("start_for_the_keys")
def _(table: Table) -> None:
    started(table)
    for _ in range(3):
        table.key(Key.Key_Tab)


# Panels -------------------------------------------------------------------------------------------


@stop("nothing_selected", GREEN)
def _(table: Table) -> None:
    rest(table)


for _on in (STREET, COURT, KEEP, GREEN):

    @stop(f"selected_{_on}", _on)
    def _(table: Table) -> None:
        chosen(table)


@stop("several_selected")
def _(table: Table) -> None:
    do(table, "select_all")


@stop("why_not")
def _(table: Table) -> None:
    chosen(table)
    refused = [button for button in offers(table) if "refused" in button.accessibleName()]
    if refused:
        QTest.mouseClick(refused[0], Qt.MouseButton.LeftButton)
    rest(table)


@stop("odds", KEEP)
def _(table: Table) -> None:
    for man in table.session.game.on_table():
        chosen(table, man)
        for button in offers(table):
            if "refused" in button.accessibleName():
                continue
            button.noticed.emit(True)
            rest(table, 1.0)
            if table.window.panels.odds.isVisible():
                return
            button.noticed.emit(False)


def asked(table: Table) -> None:
    """Go on until something is asked for, with whoever may act."""
    for _ in range(8):
        for man in table.session.game.on_table():
            chosen(table, table.model(man.id))
            for button in offers(table):
                if "refused" in button.accessibleName():
                    continue
                QTest.mouseClick(button, Qt.MouseButton.LeftButton)
                rest(table)
                if table.session.pending is not None:
                    return
                break
        table.window.go_on()
        rest(table)


@stop("a_question", COURT)
def _(table: Table) -> None:
    asked(table)


@stop("dice_to_roll", KEEP)
def _(table: Table) -> None:
    asked(table)
    for _ in range(4):
        pending = table.session.pending
        if pending is None or isinstance(pending.question, Roll):
            return
        table.key(Key.Key_1)


@stop("dice_rolled", KEEP)
def _(table: Table) -> None:
    asked(table)
    for _ in range(8):
        if table.session.pending is None:
            return
        table.key(Key.Key_Return if isinstance(table.session.pending.question, Roll) else Key.Key_1)
        rest(table)


@stop("history", GREEN)
def _(table: Table) -> None:
    man = acting(table)
    for step in range(3):
        man = table.model(man.id)
        table.drag((man.x, man.y), (man.x + 0.7, man.y - 0.4), (man.x + 1.5, man.y - 0.8 * (step % 2)))
    table.session.undo()
    table.session.undo()
    man = table.model(man.id)
    table.drag((man.x, man.y), (man.x + 0.5, man.y + 0.5), (man.x + 1, man.y + 1))
    table.window.docks["history"].raise_()
    rest(table)


@stop("readings")
def _(table: Table) -> None:
    table.window.docks["readings"].raise_()
    rest(table, 1.0)


@stop("who_sees_whom", COURT)
def _(table: Table) -> None:
    table.key(Key.Key_W)
    until(table, lambda: table.window.proof.matrix.whole)


@stop("print")
def _(table: Table) -> None:
    do(table, "print")
    rest(table, 1.0)


@stop("printing")
def _(table: Table) -> None:
    do(table, "print")
    rest(table, 1.0)
    table.window.proof.print_panel.write(Path(tempfile.mkdtemp()) / "street.pdf")
    rest(table, 0.8)


@stop("export_picture")
def _(table: Table) -> None:
    do(table, "picture")
    rest(table)


# Tools --------------------------------------------------------------------------------------------


@stop("drag")
def _(table: Table) -> None:
    man = acting(table)
    table.press(man.x, man.y)
    for step in (0.5, 1.0, 2.0, 2.5):
        table.move(man.x + step, man.y - step / 2)
        rest(table, 0.2)
    rest(table, 2.0)


@stop("drag_too_far", COURT)
def _(table: Table) -> None:
    man = acting(table)
    table.press(man.x, man.y)
    for step in (1.0, 4.0, 8.0, 11.0):
        table.move(man.x, man.y + (step if man.y < table.session.game.table.height / 2 else -step))
        rest(table, 0.2)
    rest(table, 2.0)


@stop("refused", KEEP)
def _(table: Table) -> None:
    man = acting(table)
    away = 14.0 if man.y < table.session.game.table.height / 2 else -14.0
    table.drag((man.x, man.y), (man.x, man.y + away / 2), (man.x, man.y + away))
    rest(table)


def ends(table: Table, key: Qt.Key) -> None:
    one, other = acting(table), enemy(table)
    table.key(key)
    table.click(one.x, one.y)
    table.move(other.x, other.y)
    table.click(other.x, other.y)
    until(table, lambda: table.bench.told is not None)
    rest(table)


@stop("tape")
def _(table: Table) -> None:
    ends(table, Key.Key_T)


@stop("sight")
def _(table: Table) -> None:
    ends(table, Key.Key_L)


@stop("sight_from_a_height", KEEP)
def _(table: Table) -> None:
    ends(table, Key.Key_L)


@stop("turn", COURT)
def _(table: Table) -> None:
    man = chosen(table)
    table.key(Key.Key_O)
    table.press(man.x, man.y)
    table.move(man.x + 3, man.y + 2)
    rest(table, 0.5)


@stop("shove")
def _(table: Table) -> None:
    man = chosen(table)
    table.key(Key.Key_X)
    table.press(man.x, man.y)
    table.move(man.x + 1, man.y + 2)
    rest(table, 0.5)


@stop("zone")
def _(table: Table) -> None:
    man = acting(table)
    table.key(Key.Key_Z)
    table.move(man.x, man.y)
    table.key(Key.Key_8)
    table.click(man.x, man.y)
    rest(table, 1.0)


def laid(table: Table, turns: int) -> None:
    man, other = chosen(table), enemy(table)
    table.key(Key.Key_B)
    table.move((man.x + other.x) / 2, (man.y + other.y) / 2)
    for _ in range(turns):
        table.key(Key.Key_W)
    table.move(other.x, other.y)
    table.click(other.x, other.y)
    rest(table)


@stop("blast", GREEN)
def _(table: Table) -> None:
    laid(table, 0)


@stop("cone", GREEN)
def _(table: Table) -> None:
    laid(table, 2)


@stop("set_down")
def _(table: Table) -> None:
    table.window.files.begin(STREET)
    do(table, "add_model")
    table.window.add_frame.add()
    rest(table)
    game = table.session.game
    table.move(game.table.width / 2, game.table.height / 2)
    rest(table, 0.5)


# Overlays -----------------------------------------------------------------------------------------


@stop("shade_and_names", KEEP)
def _(table: Table) -> None:
    chosen(table)
    do(table, "names")
    table.key(Key.Key_S)
    rest(table, 3.0)


@stop("near")
def _(table: Table) -> None:
    man = chosen(table)
    table.view.zoom_to(70)
    table.view.centerOn(man.x, man.y)
    rest(table, 0.6)


# Frames, sheets, menus ----------------------------------------------------------------------------


@stop("add_a_model")
def _(table: Table) -> None:
    do(table, "add_model")


@stop("edit_by_hand")
def _(table: Table) -> None:
    chosen(table)
    do(table, "edit_by_hand")


@stop("palette")
def _(table: Table) -> None:
    table.key(Key.Key_K, CTRL)
    QTest.keyClicks(table.window.hands.palette.line, "si")
    rest(table)


@stop("typed_move")
def _(table: Table) -> None:
    man = chosen(table)
    table.key(Key.Key_G, CTRL)
    line = table.window.hands.palette.line
    line.setText(f"move {man.name} 2 in towards {enemy(table).name}")
    rest(table, 0.6)


@stop("keys_sheet")
def _(table: Table) -> QWidget:
    table.window.beside.show_keys()
    rest(table)
    return table.window.beside.sheet


@stop("keys_editor")
def _(table: Table) -> QWidget:
    table.window.beside.change_keys()
    rest(table)
    return table.window.beside.key_editor


@stop("about")
def _(table: Table) -> QWidget:
    table.window.beside.show_about()
    rest(table)
    return table.window.beside.about


@stop("menu_of_a_model")
def _(table: Table) -> QWidget | None:
    man = chosen(table)
    table.press(man.x, man.y, button=RIGHT)
    table.release(man.x, man.y, button=RIGHT)
    rest(table)
    return table.window.hands.model_menu.menu


@stop("menu_file")
def _(table: Table) -> QWidget | None:
    return menu(table, 0)


@stop("menu_view")
def _(table: Table) -> QWidget | None:
    return menu(table, 5)


def menu(table: Table, place: int) -> QWidget | None:
    bar = table.window.menuBar()
    action = bar.actions()[place]
    shown = action.menu()
    shown.popup(bar.mapToGlobal(bar.actionGeometry(action).bottomLeft()))
    rest(table)
    return shown


@stop("presenter", KEEP)
def _(table: Table) -> QWidget | None:
    chosen(table)
    table.window.beside.present()
    rest(table, 0.6)
    return table.window.beside.presenter


@stop("scale_of_a_map")
def _(table: Table) -> None:
    path = Path(tempfile.mkdtemp()) / "cellar.uvtt"
    path.write_text('{"format": 0.3, "resolution": {"map_size": {"x": 10, "y": 8}, "pixels_per_grid": 70}}')
    table.window.files.open_path(path)
    rest(table)


@stop("a_fault")
def _(table: Table) -> None:
    table.window.files.open_path(Path(tempfile.mkdtemp()) / "not there.battle")
    rest(table)


@stop("dispute_sheet")
def _(table: Table) -> QWidget | None:
    ends(table, Key.Key_L)
    folder = Path(tempfile.mkdtemp())
    table.window.disputes.folder = folder
    table.key(Key.Key_J, CTRL)
    until(table, lambda: any(folder.glob("*.png")))
    rest(table, 0.5)
    found = next(folder.glob("*.png"), None)
    return Picture(QImage(str(found))) if found else None


class Picture(QWidget):
    """A file that was written, to be seen beside the window."""

    def __init__(self, image: QImage) -> None:
        super().__init__()
        self._image = image.scaledToHeight(760, Qt.TransformationMode.SmoothTransformation)
        self.resize(self._image.size())

    def paintEvent(self, event: QEvent) -> None:
        painter = QPainter(self)
        painter.drawImage(0, 0, self._image)
        painter.end()


# Building -----------------------------------------------------------------------------------------


@stop("build", GREEN)
def _(table: Table) -> None:
    table.key(Key.Key_B, CTRL)
    rest(table, 0.8)


@stop("build_a_piece", GREEN)
def _(table: Table) -> None:
    table.key(Key.Key_B, CTRL)
    rest(table, 0.5)
    piece = table.session.game.table.terrain[0]
    xs, ys = [x for x, _ in piece.outline], [y for _, y in piece.outline]
    table.click(sum(xs) / len(xs), sum(ys) / len(ys))
    rest(table, 0.6)


@stop("build_drawing", GREEN)
def _(table: Table) -> None:
    table.key(Key.Key_B, CTRL)
    rest(table, 0.5)
    table.key(Key.Key_D)
    for x, y in ((4, 4), (8, 3), (9, 7)):
        table.click(x, y)
    table.move(5, 8)
    rest(table, 0.5)


# Large words and other rulers ---------------------------------------------------------------------


@stop("large_words", COURT)
def _(table: Table) -> None:
    table.window.set_text(150)
    chosen(table)
    rest(table, 0.6)


@stop("in_centimetres")
def _(table: Table) -> None:
    do(table, "ruler_centimetres")
    ends(table, Key.Key_T)


@stop("lesson", GREEN)
def _(table: Table) -> None:
    from desktop.start import teaching

    table.window.hands.teach(teaching.lessons()[0].id)
    rest(table, 0.8)


# Taking the pictures ------------------------------------------------------------------------------


def opened(name: str, theme: str, size: tuple[int, int]) -> Table:
    QSettings().clear()
    made = app.window(app.Options(theme=theme), Battles(Path(tempfile.mkdtemp())), skirmish(name), seed=7)
    made.theme_name = theme
    made.set_motion(False)
    made.resize(*size)
    made.show()
    table = Table(made)
    rest(table)
    return table


def pictured(table: Table, over: QWidget | None) -> QImage:
    """The window, and what pops up over it where it would be."""
    shot = table.window.grab().toImage()
    popups = [over] if over is not None else []
    popups += [w for w in QApplication.topLevelWidgets() if w.isVisible() and w is not over and _pops_up(w)]
    painter = QPainter(shot)
    for widget in popups:
        spot = widget.pos() - table.window.pos() if widget.isWindow() and widget.isVisible() else QPoint(0, 0)
        room = shot.size() - widget.size()
        spot = QPoint(max(0, min(spot.x(), room.width())), max(0, min(spot.y(), room.height())))
        painter.drawImage(spot, widget.grab().toImage())
    painter.end()
    return shot


def _pops_up(widget: QWidget) -> bool:
    return widget.windowType() in (Qt.WindowType.Popup, Qt.WindowType.ToolTip, Qt.WindowType.Dialog)


def shut(table: Table) -> None:
    for widget in QApplication.topLevelWidgets():
        if widget is not table.window and widget.isVisible() and not isinstance(widget, QLineEdit):
            widget.close()
    table.window.close()
    table.window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    QCoreApplication.processEvents()


def side_by_side(pictures: list[Path], into: Path) -> None:
    """Sheets of small pictures, to look at many at once."""
    across, down = SHEET
    for number in range(0, len(pictures), across * down):
        some = [QImage(str(path)) for path in pictures[number : number + across * down]]
        wide, high = some[0].width() // 2, some[0].height() // 2
        sheet = QImage(wide * across, high * down, QImage.Format.Format_RGB32)
        sheet.fill(Qt.GlobalColor.black)
        painter = QPainter(sheet)
        for place, picture in enumerate(some):
            small = picture.scaled(wide, high, mode=Qt.TransformationMode.SmoothTransformation)
            painter.drawImage(place % across * wide, place // across * high, small)
        painter.end()
        sheet.save(str(into.with_name(f"{into.name}_{number // (across * down)}.png")))


def main(folder: Path, words: list[str]) -> None:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    running = foyer.application()
    QStandardPaths.setTestModeEnabled(True)
    QSettings.setDefaultFormat(QSettings.Format.IniFormat)
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, tempfile.mkdtemp())
    known = {name for name, _, _ in STOPS}
    for theme in [t for t in THEMES if t in words] or THEMES:
        for size in [s for s in SIZES if str(s[0]) in words] or SIZES:
            taken: list[Path] = []
            into = folder / f"{theme}_{size[0]}"
            into.mkdir(parents=True, exist_ok=True)
            for number, (name, on, visit) in enumerate(STOPS):
                if known & set(words) and name not in words:
                    continue
                table = opened(on, theme, size)
                try:
                    over = visit(table)
                except (KeyError, LookupError, RuntimeError) as broken:
                    print(f"{name} cannot be visited: {broken!r}", file=sys.stderr)
                    over = None
                rest(table, 0.7)
                shot = pictured(table, over)
                taken.append(into / f"{number:02d}_{name}.png")
                shot.save(str(taken[-1]))
                table.bench.let_go()
                shut(table)
                print(taken[-1], flush=True)
            side_by_side(taken, folder / f"sheet_{theme}_{size[0]}")
    running.quit()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
    os._exit(0)
