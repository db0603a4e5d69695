"""What a model can do, what it will come to, why not, and what is known of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace as changed

import pytest
from eyes import LEFT, button, follow, press, read, said, shown
from PySide6.QtCore import QEvent, QObject, QPoint, QRegularExpression, QSettings, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot
from tavern import brawl, load

from desktop.battles import Battles
from desktop.look import theme
from desktop.look.parts import Press
from desktop.panels import Actions, Card, OddsPanel, Why
from desktop.panels.actions import AT_ONCE
from desktop.panels.odds import INVITATION, Bar
from desktop.panels.sums import Brief
from desktop.session import Session
from engine import seeds
from engine.commands import Act, ByHand, NextPhase
from engine.events import Gained
from engine.game import Marker, ModelId
from engine.odds import TooLong
from engine.questions import Objection

OFFERED = QRegularExpression("offer:.*")
ADA, CID = ModelId("ada"), ModelId("cid")
PUNCH_CID = Act(model=ADA, action="punch", targets=("cid",))
PUNCH_EVE = Act(model=ADA, action="punch", targets=("eve",))


@pytest.fixture
def session(qapp: object) -> Iterator[Session]:
    made = Session(brawl(), load, Battles())
    made.select(["ada"])
    yield made
    made.close()


@pytest.fixture
def actions(session: Session, qtbot: QtBot) -> Actions:
    made = Actions(session, theme())
    made.why = Why(session, theme())  # type: ignore[attr-defined]
    made.odds = OddsPanel(session, theme())  # type: ignore[attr-defined]
    made.considered.connect(made.odds.consider)  # type: ignore[attr-defined]
    made.cited.connect(made.why.show_clause)  # type: ignore[attr-defined]
    shown(qtbot, made, made.why, made.odds)  # type: ignore[attr-defined]
    return made


def test_what_is_legal_stands_first_and_what_is_refused_stays_with_every_reason(actions: Actions) -> None:
    press(actions, "spelling:actions")
    assert [(offer.title, offer.legal) for offer in actions.offers] == [
        ("Punch Cid", True),
        ("Throw darts", True),
        ("Shout", True),
        ("Punch Eve", False),
    ]
    words = said(actions)
    assert "↳ Eve is out of reach. MOR-KD-1" in words
    assert "↳ Eve is sober & quick. MOR-WND-1 MOR-WND-2" in words
    refused = button(actions, "offer:4")
    assert refused.isEnabled()
    assert refused.accessibleName() == "Punch Eve, refused: Eve is out of reach. Eve is sober & quick."


def test_in_a_low_window_the_first_reason_stands_on_one_line_and_the_tip_has_it_whole(actions: Actions) -> None:
    assert "↳ Eve is out of reach. (+1)" in said(actions)
    assert not any("MOR-" in words for words in said(actions))

    reason = next(made for made in actions.findChildren(Brief))
    assert "Eve is out of reach." in reason.toolTip()
    assert seeds.clause("MOR-KD-1").says.split("'")[0][:40] in reason.toolTip()
    assert reason.accessibleName() == "Eve is out of reach. MOR-KD-1"
    cited: list[str] = []
    actions.cited.connect(cited.append)
    follow(actions, "clause:MOR-KD-1")
    assert cited == ["MOR-KD-1"]


def test_a_long_reason_is_cut_to_the_line(qtbot: QtBot) -> None:
    words = "Chandlery street wall and Chandlery first floor hide every part of this model from Tove Kesk."
    reason = Brief(Objection(text=words, why=("MOR-KD-1",)), theme())
    shown(qtbot, reason, width=240)

    assert said(reason.parentWidget())[0].endswith("…")  # type: ignore[arg-type]
    assert words in reason.toolTip()


def test_what_is_left_of_a_move_stands_above_the_offers(actions: Actions) -> None:
    assert said(actions)[1] == "Still to walk 6″"


def test_a_click_on_a_legal_offer_does_it(session: Session, actions: Actions) -> None:
    press(actions, "offer:3")

    assert session.game.model("ada").has("spent")
    assert session.journal.entries[0].command == Act(model=ADA, action="shout")


def test_the_offers_walk_by_tab_and_enter_takes_one(session: Session, actions: Actions) -> None:
    button(actions, "offer:2").setFocus()
    QTest.keyClick(button(actions, "offer:2"), Qt.Key.Key_Tab)
    assert button(actions, "offer:3").hasFocus()

    QTest.keyClick(button(actions, "offer:3"), Qt.Key.Key_Return)
    assert session.game.model("ada").has("spent")
    assert button(actions, "offer:3").hasFocus()


def test_a_click_on_a_refused_offer_says_why_in_full(session: Session, actions: Actions) -> None:
    why = actions.why  # type: ignore[attr-defined]
    assert not why.isVisible()

    press(actions, "offer:4")

    assert session.journal.entries == ()
    heading, reasons, clause = said(why)
    assert heading == "Why not Punch Eve"
    assert reasons.splitlines() == [
        "✕ Eve is out of reach. MOR-KD-1",
        "✕ Eve is sober & quick. MOR-WND-1 MOR-WND-2",
    ]
    assert seeds.clause("MOR-KD-1").says in clause


def test_a_link_in_a_reason_shows_the_restated_clause(actions: Actions) -> None:
    press(actions, "spelling:actions")
    follow(actions, "clause:MOR-WND-2")

    why = actions.why  # type: ignore[attr-defined]
    assert said(why)[0] == "The rule"
    assert seeds.clause("MOR-WND-2").says in said(why)[1]


def test_a_refusal_is_forgotten_with_the_next_thing_done_and_a_clause_stays_till_closed(
    session: Session, actions: Actions
) -> None:
    why = actions.why  # type: ignore[attr-defined]
    press(actions, "offer:4")
    follow(why, "clause:MOR-WND-1")
    assert seeds.clause("MOR-WND-1").says in said(why)[2]
    session.do(NextPhase())
    assert not why.isVisible()

    session.do(PUNCH_EVE)
    assert why.isVisible()
    session.do(PUNCH_CID)
    assert not why.isVisible()
    session.cancel()

    why.show_clause("MOR-KD-1")
    session.do(NextPhase())
    assert why.isVisible()
    press(why, "close_why")
    assert not why.isVisible()


def test_a_clause_that_nobody_wrote_is_said_to_be_unknown(actions: Actions) -> None:
    why = actions.why  # type: ignore[attr-defined]
    why.show_clause("XYZ-1")

    assert "No clause of this name" in said(why)[1]


def test_digits_take_the_offers_in_order(session: Session, actions: Actions) -> None:
    actions.take(9)
    assert session.journal.entries == ()
    actions.take(3)
    assert session.game.model("ada").has("spent")


def test_what_cannot_act_is_told_why_there_is_no_list(session: Session, actions: Actions) -> None:
    session.select([])
    assert said(actions)[1:] == ["Select a model to see what it can do."]
    session.select(["dot"])
    assert said(actions)[1:] == ["Dot is not on the table."]

    session.select(["ada"])
    session.do(PUNCH_CID)
    assert said(actions)[1:] == ["Punch Cid waits for the answer above.", "To hit 4+"]
    assert actions.offers == ()


def test_the_pointer_on_an_offer_shows_the_exact_odds(actions: Actions, qtbot: QtBot) -> None:
    odds = actions.odds  # type: ignore[attr-defined]
    assert INVITATION in said(odds)
    button(actions, "offer:1")
    QTest.mouseMove(actions.window(), QPoint(2, 2))
    QTest.mouseMove(button(actions, "offer:1"), QPoint(20, 10))
    qtbot.waitUntil(lambda: len(odds.findChildren(Bar)) == 2, timeout=3000)

    assert [bar.accessibleName() for bar in odds.findChildren(Bar)] == [
        "knocked over: 50 %, exactly 1/2",
        "nothing: 50 %, exactly 1/2",
    ]
    assert "Punch Cid" in said(odds)


def test_the_focus_on_an_offer_does_too_and_they_go_a_moment_after_it(actions: Actions, qtbot: QtBot) -> None:
    odds = actions.odds  # type: ignore[attr-defined]
    button(actions, "offer:1").setFocus()
    qtbot.waitUntil(lambda: len(odds.findChildren(Bar)) == 2, timeout=3000)

    button(actions, "offer:4").setFocus()
    assert len(odds.findChildren(Bar)) == 2
    qtbot.waitUntil(lambda: INVITATION in said(odds), timeout=3000)


def test_odds_of_something_else_are_passed_over_and_too_long_ones_are_owned_to(
    session: Session, actions: Actions, qtbot: QtBot
) -> None:
    odds = actions.odds  # type: ignore[attr-defined]
    button(actions, "offer:1").setFocus()
    session.odds_ready.emit(NextPhase(), TooLong())
    assert "Too many throws to reckon exactly." not in said(odds)

    session.odds_ready.emit(PUNCH_CID, TooLong())
    assert "Too many throws to reckon exactly." in said(odds)


def test_an_act_without_dice_is_said_to_have_none(actions: Actions, qtbot: QtBot) -> None:
    odds = actions.odds  # type: ignore[attr-defined]
    button(actions, "offer:3").setFocus()
    qtbot.waitUntil(lambda: "No dice: nothing." in said(odds), timeout=3000)


def test_odds_give_way_while_a_question_is_open(session: Session, actions: Actions) -> None:
    session.do(PUNCH_CID)
    assert not actions.odds.isVisible()  # type: ignore[attr-defined]
    session.cancel()
    assert actions.odds.isVisible()  # type: ignore[attr-defined]


@pytest.fixture
def card(session: Session, qtbot: QtBot) -> Card:
    made = Card(session, theme())
    shown(qtbot, made)
    return made


def chosen(menu: QMenu, *titles: str) -> QAction:
    """Walk down a menu by its titles."""
    for title in titles[:-1]:
        menu = next(a.menu() for a in menu.actions() if a.text() == title)  # type: ignore[assignment]
    return next(action for action in menu.actions() if action.text() == titles[-1])


def test_in_a_low_window_the_card_shows_every_sum_in_one_paragraph(session: Session, card: Card) -> None:
    session.by_hand((Gained(model=ADA, marker=Marker("prone")),))

    assert said(card) == [
        "Ada",
        "Brawler · The Red Hand · Prone",
        "Wounds 3 / 3",
        "Punch 4 − 1 Prone = 3 · Nerve 7",
        "Hard as nails, tin hat",
    ]


def test_whether_sums_are_spelled_out_is_kept(session: Session, card: Card) -> None:
    press(card, "spelling:card")

    assert QSettings().value("spelled/card") == "true"
    assert Card(session, theme()).spelling.on


def test_a_high_window_spells_out_by_itself(card: Card, actions: Actions, qtbot: QtBot) -> None:
    assert not card.spelling.on
    card.window().resize(320, 950)
    qtbot.waitUntil(lambda: card.spelling.on)

    assert "ready" in said(card)


def test_what_stands_in_the_way_of_everything_is_said_once(session: Session, actions: Actions) -> None:
    session.by_hand((Gained(model=ADA, marker=Marker("spent")),))
    barred = [offer.plan.objections for offer in actions.offers]
    shared = [found for found in barred[0] if all(found in others for others in barred)]
    told = said(actions)

    for found in shared:
        assert len([words for words in told if found.text in words]) == 1


def test_the_card_shows_each_number_with_its_sum(session: Session, card: Card) -> None:
    press(card, "spelling:card")
    assert said(card) == [
        "Ada",
        "Brawler · The Red Hand",
        "ready",
        "Wounds 3 / 3",
        "Punch 4 · Nerve 7",
        "Hard as nails, tin hat",
    ]

    session.by_hand((Gained(model=ADA, marker=Marker("prone")),))

    assert said(card)[2:6] == ["Prone", "Wounds 3 / 3", "Punch 4 − 1 Prone MOR-KD-2 = 3", "Nerve 7"]


def test_a_term_and_a_bare_number_link_to_their_clauses(session: Session, card: Card) -> None:
    cited: list[str] = []
    card.cited.connect(cited.append)
    session.by_hand((Gained(model=ADA, marker=Marker("prone")),))

    follow(card, "clause:MOR-KD-2")
    follow(card, "clause:MOR-WND-1")

    assert cited == ["MOR-KD-2", "MOR-WND-1"]


def test_a_link_can_be_followed_with_the_keyboard_alone(session: Session, card: Card) -> None:
    cited: list[str] = []
    card.cited.connect(cited.append)
    numbers = next(made for made in card.findChildren(type(card.line)) if "clause:MOR-WND-1" in made.text())
    card.edit.setFocus()
    QTest.keyClick(card.edit, Qt.Key.Key_Tab)
    assert numbers.hasFocus()
    QTest.keyClick(numbers, Qt.Key.Key_Return)

    assert cited == ["MOR-WND-1"]


def test_names_are_never_taken_for_markup(session: Session, card: Card) -> None:
    session.select(["cid"])

    assert "Brawler · Ash & Oak · ready" in said(card)
    assert read(card.kind.text()) == "Brawler · Ash & Oak · ready"


def test_the_menu_puts_and_takes_markers_by_hand(session: Session, card: Card) -> None:
    card.fill_menu()
    assert [a.text() for a in chosen(card.menu, "Put a marker").menu().actions()] == ["Prone", "Dazed"]
    chosen(card.menu, "Put a marker", "Dazed").trigger()

    assert session.game.model("ada").has("dazed")
    entry = session.journal.entries[-1].command
    assert isinstance(entry, ByHand)
    assert entry.note == "Dazed"

    card.fill_menu()
    chosen(card.menu, "Take a marker away", "Dazed").trigger()
    assert not session.game.model("ada").has("dazed")


def test_the_menu_opens_and_is_picked_from_by_click(session: Session, card: Card, qtbot: QtBot) -> None:
    press(card, "by_hand")
    qtbot.waitUntil(card.menu.isVisible)
    where = card.menu.actionGeometry(chosen(card.menu, "Take a wound")).center()
    QTest.mouseMove(card.menu, where)
    QTest.mouseClick(card.menu, LEFT, pos=where)

    assert session.game.model("ada").count("wounds_lost") == 1
    assert "Wounds 2 / 3" in said(card)


def test_wounds_go_and_come_back_by_hand_and_a_model_leaves_and_returns(session: Session, card: Card) -> None:
    for title, left in (("Take a wound", 2), ("Take a wound", 1), ("Give a wound back", 2)):
        card.fill_menu()
        chosen(card.menu, title).trigger()
        assert card.wounds.value() == left

    card.fill_menu()
    chosen(card.menu, "Take off the table").trigger()
    assert not session.game.model("ada").on_table
    card.fill_menu()
    chosen(card.menu, "Put back on the table").trigger()
    assert session.game.model("ada").on_table


def test_without_a_model_the_card_says_how_to_get_one(session: Session, card: Card) -> None:
    session.select([])

    assert said(card) == ["No model selected", "Click a model, or walk through them with Tab."]
    assert not card.edit.isVisible()


def test_a_long_list_is_whole_a_turn_of_the_loop_later(session: Session, qtbot: QtBot) -> None:
    """What lies below the first dozen comes before a hand could get there, and can be taken like the rest."""
    system = session.system
    (punch,) = [each for each in system.actions if each.id == "punch"]
    many = tuple(changed(punch, id=f"punch{n}") for n in range(30))
    session._system = changed(system, actions=many)
    session.select(["ben"])
    panel = Actions(session, theme())
    qtbot.addWidget(panel)
    session.select(["ada"])
    qtbot.waitUntil(lambda: len(panel.offers) > AT_ONCE, timeout=10_000)
    qtbot.waitUntil(lambda: len(panel.findChildren(Press, OFFERED)) == len(panel.offers), timeout=10_000)

    places = [int(button.objectName().partition(":")[2]) for button in panel.findChildren(Press, OFFERED)]
    assert sorted(places) == list(range(1, len(panel.offers) + 1))
    session.select(["ben"])
    session.select([])
    qtbot.wait(20)
    assert panel.findChildren(Press, OFFERED) == [], "no rows of a list that is gone"


def test_rows_are_laid_out_once_and_not_anew_for_each_row(session: Session, qtbot: QtBot) -> None:
    system = session.system
    (punch,) = [each for each in system.actions if each.id == "punch"]
    session._system = changed(system, actions=tuple(changed(punch, id=f"punch{n}") for n in range(10)))
    panel = Actions(session, theme())
    shown(qtbot, panel, width=300, height=170)
    session.select(["ben"])
    counted = _Resizes()
    QApplication.instance().installEventFilter(counted)
    session.select(["ada"])
    qtbot.waitUntil(lambda: len(panel.findChildren(Press, OFFERED)) == len(panel.offers) > 9, timeout=10_000)
    qtbot.wait(20)
    QApplication.instance().removeEventFilter(counted)

    assert 0 < counted.many <= 3 * len(panel.offers)


class _Resizes(QObject):
    """How often an offer has been given another size."""

    many = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.many += isinstance(watched, Press) and event.type() == QEvent.Type.Resize
        return False
