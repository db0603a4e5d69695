"""Nothing is clipped, nothing is nameless, and other clothes are put on at once."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest
from eyes import button, read, said, shown
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from tavern import brawl, load

from desktop import look
from desktop.battles import Battles
from desktop.look import theme, words
from desktop.look.parts import Fitted, Press, Prose
from desktop.panels import Actions, Card, DiceTray, Log, OddsPanel, PhaseBar, Prompt, Roster, ToolList, Why
from desktop.panels.die_field import DieField
from desktop.panels.panel import Column, Panel
from desktop.session import Session
from engine.ask import Thrown
from engine.commands import Act
from engine.events import Gained
from engine.game import Game, Marker, ModelId

ADA = ModelId("ada")
LONG = "Ada Wolfenbüttel-Sachsenhausen the Younger, called the Unforgiving"


def crowded() -> Game:
    """The brawl with names as long as players give them."""
    game = brawl()
    ada = replace(game.model("ada"), name=LONG, markers=(Marker("prone"), Marker("dazed")))
    cid = replace(game.model("cid"), name="Cid & Sons <i>of the Seventh Barrel</i>, Limited and Unlimited")
    return game.with_model(ada).with_model(cid)


@pytest.fixture
def session(qapp: QApplication) -> Iterator[Session]:
    before = qapp.styleSheet(), qapp.font(), qapp.palette()
    made = Session(crowded(), load, Battles())
    made.select(["ada"])
    yield made
    made.close()
    qapp.setStyleSheet(before[0])
    qapp.setFont(before[1])
    qapp.setPalette(before[2])


def all_panels(session: Session, name: str = "dark", text_scale: float = 1.0) -> dict[str, Panel]:
    wear = theme(name, text_scale=text_scale)
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    look.apply(application, wear, sheet=True)
    made: dict[str, Panel] = {
        "prompt": Prompt(session, wear),
        "card": Card(session, wear),
        "actions": Actions(session, wear),
        "why": Why(session, wear),
        "odds": OddsPanel(session, wear),
        "dice": DiceTray(session, wear),
        "log": Log(session, wear),
    }
    return made


def clipped(window: QWidget) -> list[str]:
    """Words that have less room than they need, across or down."""
    found = []
    for prose in window.findChildren(Prose):
        if prose.isVisible() and prose.height() < prose.heightForWidth(prose.width()):
            needed = prose.heightForWidth(prose.width())
            found.append(f"{prose.height()} of {needed} px: {read(prose.text())}")
    for area in window.findChildren(Fitted):
        if area.isVisible() and area.inside.width() > area.viewport().width():
            found.append(f"{area.inside.width()} of {area.viewport().width()} px across in {area.parent()}")
    return found


def settled(window: QWidget) -> None:
    """Wait until the layouts have come to rest, half a second at most."""
    for _ in range(25):
        QTest.qWait(20)
        if not clipped(window):
            return


@pytest.mark.parametrize("text_scale", [1.0, 1.5])
@pytest.mark.parametrize("width", [210, 300, 340])
def test_no_words_are_clipped_at_any_width(session: Session, qtbot: QtBot, width: int, text_scale: float) -> None:
    panels = all_panels(session, text_scale=text_scale)
    column = Column(*panels.values())
    window = shown(qtbot, column, width=width + 20, height=780)
    session.do(Act(model=ADA, action="punch", targets=("eve",)))
    settled(window)
    assert clipped(window) == []

    session.do(Act(model=ADA, action="punch", targets=("cid",)))
    session.answer(Thrown((5,), (True,)))
    settled(window)
    assert panels["prompt"].isVisible()
    assert clipped(window) == []


def test_a_crowded_column_fits_a_small_screen(session: Session, qtbot: QtBot) -> None:
    """At 1280 × 800 about 700 pixels are left for the right column, whatever it has to show."""
    panels = all_panels(session)
    column = Column(*panels.values())
    shown(qtbot, column, width=340, height=700)
    session.do(Act(model=ADA, action="punch", targets=("cid",)))
    session.answer(Thrown((5,), (True,)))
    qtbot.waitUntil(lambda: column.minimumSizeHint().height() <= 700, timeout=5000)

    session.cancel()
    session.do(Act(model=ADA, action="punch", targets=("eve",)))
    qtbot.waitUntil(lambda: panels["why"].isVisible() and column.minimumSizeHint().height() <= 700, timeout=5000)
    assert panels["why"].isVisible()
    assert column.minimumSizeHint().height() < column.sizeHint().height()


def test_what_needs_no_scroll_bar_has_none(session: Session, qtbot: QtBot) -> None:
    session.select([])
    panels = all_panels(session)
    shown(qtbot, Column(*panels.values()), width=340, height=700)

    for name in ("card", "actions", "odds"):
        assert not panels[name].area.verticalScrollBar().isVisible()


def test_long_offers_are_cut_and_told_whole_in_the_tip(session: Session, qtbot: QtBot) -> None:
    actions = all_panels(session)["actions"]
    shown(qtbot, actions)
    long, short = button(actions, "offer:1"), button(actions, "offer:3")
    assert isinstance(long, Press)
    assert isinstance(short, Press)

    assert long.cut
    assert long.toolTip().splitlines()[0].startswith("Punch Cid & Sons <i>of the Seventh")
    assert not short.cut
    assert short.toolTip() == "Everybody hears it."
    assert "&&" not in long.accessibleName()


def test_names_are_shown_with_their_odd_signs(session: Session, qtbot: QtBot) -> None:
    panels = all_panels(session)
    shown(qtbot, panels["card"], panels["log"])
    session.select(["cid"])
    assert said(panels["card"])[0].startswith("Cid & Sons <i>")

    session.by_hand((Gained(model=ModelId("cid"), marker=Marker("prone")),))
    log = panels["log"]
    assert isinstance(log, Log)
    assert "Cid & Sons <i>of the Seventh Barrel</i>" in log.text.toPlainText()


@pytest.mark.parametrize("name", ["light", "contrast"])
def test_other_clothes_are_put_on_at_once(session: Session, qtbot: QtBot, name: str) -> None:
    panels = all_panels(session, "dark")
    shown(qtbot, *panels.values())
    session.do(Act(model=ADA, action="punch", targets=("eve",)))
    wear = theme(name)
    for panel in panels.values():
        panel.set_theme(wear)

    links = [p.text() for panel in panels.values() for p in panel.findChildren(Prose) if "<a " in p.text()]
    links = [text for text in links if text]
    assert any(wear.link in text for text in links)
    QTest.qWait(5)
    shown_links = [p.text() for panel in panels.values() for p in panel.findChildren(Prose) if p.isVisible()]
    assert not any(theme("dark").link in text for text in shown_links)


def test_everything_the_tab_key_reaches_has_a_name(session: Session, qtbot: QtBot) -> None:
    panels = all_panels(session)
    wear = theme()
    more: list[QWidget] = [
        PhaseBar(session, wear),
        Roster(session, wear),
        ToolList([("tape", "Tape", "T", "tape", "Click")], wear),
    ]
    window = shown(qtbot, *more, *panels.values(), height=900)
    session.do(Act(model=ADA, action="punch", targets=("eve",)))
    session.do(Act(model=ADA, action="punch", targets=("cid",)))
    QTest.qWait(5)
    nameless = [
        widget
        for widget in window.findChildren(QWidget)
        if widget.isVisible()
        and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and widget.objectName() != "table"
        and not widget.accessibleName()
    ]

    assert nameless == []


def test_tab_walks_the_panels_from_top_to_bottom(session: Session, qtbot: QtBot) -> None:
    panels = all_panels(session)
    window = shown(qtbot, Column(*panels.values()), height=900)
    session.do(Act(model=ADA, action="shout"))
    QTest.qWait(5)
    walked: list[int] = []
    for _ in range(12):
        focused = QApplication.focusWidget()
        assert focused is not None, walked
        QTest.keyClick(focused, Qt.Key.Key_Tab)
        now = QApplication.focusWidget()
        assert now is not None
        if now.objectName() == "log":
            break
        walked.append(now.mapTo(window, QPoint(0, 0)).y())

    assert len(walked) >= 7
    assert walked == sorted(walked)


def test_prose_without_a_link_is_no_stop_for_tab(qapp: QApplication) -> None:
    prose = Prose("Nothing to follow.")
    assert prose.focusPolicy() == Qt.FocusPolicy.NoFocus
    prose.say('<a href="clause:MOR-KD-1">MOR‑KD‑1</a> says so.')

    assert prose.focusPolicy() == Qt.FocusPolicy.StrongFocus
    assert prose.accessibleName() == "MOR-KD-1 says so."


def test_chances_read_well() -> None:
    assert [words.percent(Fraction(*parts)) for parts in ((2, 3), (1, 300), (299, 300), (0, 1), (1, 1))] == [
        "67 %",
        "< 1 %",
        "> 99 %",
        "0 %",
        "100 %",
    ]
    assert words.fraction(Fraction(695, 5184)) == "695/5184"
    assert words.fraction(Fraction(72485, 373248)) == "≈ 0.194201"
    assert words.exact(Fraction(72485, 373248)) == "72485/373248"


def test_enter_reaches_what_has_the_focus_past_a_shortcut_of_the_window(session: Session, qtbot: QtBot) -> None:
    panels = all_panels(session)
    window = shown(qtbot, Column(*panels.values()))
    gone_on: list[bool] = []
    go_on = QAction("Go on", window)
    go_on.setShortcut(QKeySequence(Qt.Key.Key_Return))
    go_on.triggered.connect(lambda: gone_on.append(True))
    window.addAction(go_on)
    table = window.findChild(QWidget, "table")
    assert table is not None
    QTest.keyClick(table, Qt.Key.Key_Return)
    assert len(gone_on) == 1

    shout = button(panels["actions"], "offer:3")
    shout.setFocus()
    QTest.keyClick(shout, Qt.Key.Key_Return)
    assert (len(gone_on), session.game.model("ada").has("spent")) == (1, True)

    session.do(Act(model=ADA, action="darts"))
    die = panels["prompt"].findChild(DieField, "die:0")
    assert die is not None
    die.setFocus()
    QTest.keyClick(die, "2")
    QTest.keyClick(die, Qt.Key.Key_Return)
    assert (len(gone_on), session.pending is not None) == (1, True)
