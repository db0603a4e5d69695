"""Two players' hands at the ford: reactions one after the other, a dodge by drag, panic, crouching, a flight."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from at_table import CTRL, Table
from PySide6.QtCore import QCoreApplication, QEvent, QPointF, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel

from engine.ask import Choose
from engine.events import Counted, Event, Gained, Placed
from engine.game import Marker, ModelId
from engine.play import Refused

DIGITS = {n: Qt.Key(Qt.Key.Key_0 + n) for n in range(10)}
ENTER = Qt.Key.Key_Return


@pytest.fixture
def ford(qapp: object, tmp_path: Path) -> Iterator[Table]:
    """The skirmish at the ford in its first Tactical Phase, the Ember Road to act; only those named have points."""
    from desktop import app
    from desktop.battles import Battles
    from engine.skirmish import skirmish

    window = app.window(app.Options(theme="dark"), Battles(tmp_path / "autosaves"), skirmish("cinder_ford"), seed=7)
    window.set_motion(False)
    window.resize(1300, 850)
    window.show()
    table = Table(window)
    table.key(ENTER)
    table.key(ENTER)
    assert table.session.game.phase == "tactical"
    yield table
    window.close()
    window.deleteLater()
    QCoreApplication.processEvents()


def typed(table: Table, number: int) -> None:
    """A number, digit by digit: a die of twenty sides is done with a 3 or with two digits."""
    for digit in str(number):
        table.key(DIGITS[int(digit)])


def picked(table: Table, words: str) -> None:
    """Answer the open question with the digit of the option that begins so."""
    asked = table.session.pending
    assert asked is not None
    assert isinstance(asked.question, Choose)
    labels = [option.label for option in asked.question.options]
    table.key(DIGITS[1 + next(place for place, label in enumerate(labels) if label.startswith(words))])


def button(table: Table, words: str) -> QAbstractButton:
    """The line of the action list that begins so."""
    found = [one for one in table.window.panels.actions.findChildren(QAbstractButton) if one.isVisible()]
    return next(one for one in found if one.accessibleName().startswith(words))


def take(table: Table, name: str, words: str) -> None:
    """Click a model, then a line of its action list."""
    model = table.model(name)
    table.click(model.x, model.y)
    QTest.mouseClick(button(table, words), Qt.MouseButton.LeftButton)
    table.settle()


def point_at(table: Table, name: str, words: str) -> list[str]:
    """Click a model, rest the mouse on a line of its action list, and read what is painted."""
    model = table.model(name)
    table.click(model.x, model.y)
    line = button(table, words)
    middle = QPointF(line.rect().center())
    QCoreApplication.sendEvent(line, QEnterEvent(middle, middle, QPointF(line.mapToGlobal(middle))))
    table.settle()
    painted = table.words()
    QCoreApplication.sendEvent(line, QEvent(QEvent.Type.Leave))
    return painted


def set_up(table: Table, *facts: Event) -> None:
    table.session.by_hand(facts, "Set up")


def at(model: str, x: float, y: float, facing: float) -> Placed:
    return Placed(model=ModelId(model), at=(x, y, 0.0), facing=facing)


def marked(model: str, status: str) -> Gained:
    return Gained(model=ModelId(model), marker=Marker(status))


def alone(table: Table, *names: str) -> None:
    """Nobody of the other side has points but these."""
    others = [m for m in table.session.game.models if m.side == "hollow_choir" and m.id not in names]
    set_up(table, *(Counted(of="model", whose=m.id, name="ap", value=0) for m in others))


def question(table: Table) -> str:
    return table.session.pending.question.what if table.session.pending is not None else ""


def read(table: Table) -> str:
    """Every word that can be read in the window outside the table."""
    parts = [*table.window.findChildren(QLabel), *table.window.findChildren(QAbstractButton)]
    words = [part.text() for part in parts if part.isVisible()]
    return "\n".join((*words, table.window.panels.log.text.toPlainText()))


def refusals(table: Table) -> list[Refused]:
    found: list[Refused] = []
    table.session.refused.connect(found.append)
    return found


def place(table: Table, name: str) -> tuple[float, float]:
    x, y = table.shown(name)
    return round(x, 1), round(y, 1)


def test_reactors_are_asked_in_turn_and_what_they_did_lands_together(ford: Table) -> None:
    set_up(ford, at("halka", 18, 23, 0), at("vesh", 15.5, 14, 180), at("marrow", 18.5, 10, 180))
    alone(ford, "vesh", "marrow")
    ford.drag((18, 23), (18, 21.5), (18, 19.5))

    assert question(ford) == "Does Cantor Vesh react to Halka Brand?"
    picked(ford, "Dodge")
    assert question(ford) == "Does Marrow react to Halka Brand?"
    picked(ford, "Attack with Heavy crossbow")
    assert ford.session.pending is None
    assert (ford.model("vesh").count("ap"), ford.model("marrow").count("ap")) == (1, 1)
    told = refusals(ford)
    ford.key(ENTER)
    assert told, "the phase does not end in the middle of a sequence"

    take(ford, "halka", "Nothing")
    typed(ford, 5)  # the bolt hits
    typed(ford, 15)  # Vesh's Dodge, of nothing, fails
    typed(ford, 4)  # the bolt wounds
    assert ford.session.pending is None
    assert ford.model("halka").count("wounds_lost") == 0, "nothing lands before the Dodge move is made"
    ford.drag((15.5, 14), (14, 14), (13, 14))
    assert place(ford, "vesh") == (13.0, 14.0)
    assert ford.model("halka").count("wounds_lost") == 1
    assert ford.session.game.count("step") == 0


def test_a_dodge_move_goes_no_further_than_half_the_speed(ford: Table) -> None:
    set_up(ford, at("halka", 18, 23, 0), at("vesh", 15.5, 14, 180))
    alone(ford, "vesh")
    ford.drag((18, 23), (18, 21.5), (18, 19.5))
    picked(ford, "Dodge")
    take(ford, "halka", "Nothing")
    typed(ford, 5)
    told = refusals(ford)
    ford.drag((15.5, 14), (13, 14), (11, 14))
    assert place(ford, "vesh") == (15.5, 14.0)
    assert "ELD-DEF-DODGE" in told[-1].objections[0].why
    take(ford, "vesh", "Stay")
    assert ford.session.game.count("step") == 0


def test_panic_runs_to_the_nearest_open_edge_and_shows_the_way_before(ford: Table) -> None:
    """The cliff closes the west edge, 3 inches away; the next is the north one."""
    alone(ford)
    set_up(ford, at("halka", 3, 14, 0), marked("halka", "panicked"))
    painted = point_at(ford, "halka", "Activate")
    assert any("10″" in word for word in painted), painted

    take(ford, "halka", "Activate")
    typed(ford, 16)
    assert ford.session.pending is None
    assert place(ford, "halka") == (3.0, 4.0)
    assert "Nothing" in read(ford)


def test_of_two_edges_equally_near_its_player_chooses(ford: Table) -> None:
    alone(ford)
    set_up(ford, at("halka", 21.5, 21.5, 0), at("kiln", 10, 33, 0), marked("halka", "panicked"))
    take(ford, "halka", "Activate")
    typed(ford, 16)
    asked = ford.session.pending
    assert asked is not None
    assert isinstance(asked.question, Choose)
    assert len(asked.question.options) == 2
    ford.key(DIGITS[1])
    first = place(ford, "halka")
    ford.key(Qt.Key.Key_Z, CTRL)
    assert place(ford, "halka") == (21.5, 21.5)
    take(ford, "halka", "Activate")
    typed(ford, 16)
    ford.key(DIGITS[2])

    assert {first, place(ford, "halka")} == {(31.5, 21.5), (21.5, 31.5)}


def test_past_the_edge_it_is_gone_until_the_undo(ford: Table) -> None:
    alone(ford)
    set_up(ford, at("halka", 18, 32, 0), marked("halka", "panicked"))
    before = ford.session.game
    take(ford, "halka", "Activate")
    typed(ford, 16)
    assert not ford.model("halka").on_table
    ford.key(Qt.Key.Key_Z, CTRL)
    assert ford.session.game == before


def test_crouching_halves_the_next_walk_and_happens_once(ford: Table) -> None:
    alone(ford)
    set_up(ford, at("halka", 18, 23, 0))
    take(ford, "halka", "Crouch")
    assert ford.model("halka").has("crouched")
    told = refusals(ford)
    ford.drag((18, 23), (18, 21), (18, 18.5))
    assert place(ford, "halka") == (18.0, 23.0)
    assert "ELD-CRO-6" in {clause for found in told[-1].objections for clause in found.why}
    ford.drag((18, 23), (18, 22), (18, 20.1))
    assert place(ford, "halka") == (18.0, 20.1)
    assert "once" in " ".join(
        one.accessibleName() for one in lines(ford, "halka") if "Stand up" in one.accessibleName()
    )
    take(ford, "halka", "Nothing")
    assert ford.session.game.count("step") == 0
    ford.key(Qt.Key.Key_Z, CTRL)
    ford.key(Qt.Key.Key_Z, CTRL)
    ford.key(Qt.Key.Key_Z, CTRL)
    assert not ford.model("halka").has("crouched")
    assert place(ford, "halka") == (18.0, 23.0)


def lines(table: Table, name: str) -> list[QAbstractButton]:
    model = table.model(name)
    table.click(model.x, model.y)
    return [one for one in table.window.panels.actions.findChildren(QAbstractButton) if one.isVisible()]


def test_a_flight_over_a_boulder_but_not_over_the_spire(ford: Table) -> None:
    alone(ford)
    set_up(ford, at("ibbi", 26, 20, 0))
    take(ford, "ibbi", "Take off")
    assert ford.model("ibbi").has("flying")
    told = refusals(ford)
    ford.drag((26, 20), (24, 17), (21.4, 14.2))
    assert place(ford, "ibbi") == (26.0, 20.0)
    assert "ELD-FLY-6" in {clause for found in told[-1].objections for clause in found.why}

    ford.drag((26, 20), (26, 22), (26, 24.4))  # onto the boulder
    assert place(ford, "ibbi") == (26.0, 24.4)
    take(ford, "ibbi", "Nothing")
    take(ford, "ibbi", "Land")
    assert not ford.model("ibbi").has("flying")
    assert ford.model("ibbi").z == pytest.approx(2.2)


def test_a_token_in_the_shroud_takes_no_arrow(ford: Table) -> None:
    alone(ford)
    set_up(ford, at("pip", 18, 23, 0), at("nettle", 18, 16, 180), marked("nettle", "shrouded"))
    take(ford, "pip", "Idle")
    shots = [one.accessibleName() for one in lines(ford, "pip") if "Reed bow" in one.accessibleName()]

    assert any("token" in shot.lower() or "Nettle" in shot for shot in shots)
    assert all("refused" in shot for shot in shots if "token" in shot.lower() or "Nettle" in shot)
    button(ford, "Perceive").click()
    typed(ford, 5)
    assert not ford.model("nettle").has("shrouded")
