"""Models added in play, edited past every rule, set down in ranks and shoved in numbers, by mouse and keys."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest
from at_table import CTRL, SHIFT, Table
from eyes import button
from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QLineEdit, QListWidget, QSpinBox, QWidget

from desktop import app
from desktop.battles import Battles
from desktop.tools.formation import APART, GAP, ORDERS, formed, moved
from engine.commands import ByHand
from engine.events import Added
from engine.game import MM_PER_INCH, Base, Marker, Model, ModelId, Profile, SideId
from engine.game import Table as Board
from engine.geometry.measure import gap
from engine.skirmish import profiles, skirmish


@pytest.fixture
def green(qapp: object, tmp_path: Path) -> Iterator[Table]:
    """The village green, played without rules."""
    game = skirmish("village_green")
    window = app.window(app.Options(theme="dark"), Battles(tmp_path / "autosaves"), game, seed=7)
    window.set_motion(False)
    window.resize(1300, 850)
    window.show()
    yield Table(window)
    window.close()
    window.deleteLater()
    QCoreApplication.processEvents()


def typed(widget: QWidget, text: str) -> None:
    """Replace what stands in a field, as a person does."""
    widget.setFocus()
    QTest.keyClick(widget, Qt.Key.Key_A, CTRL)
    QTest.keyClicks(widget, text)


def field(table: Table, name: str) -> QWidget:
    frame = table.window.add_frame if table.window.add_frame.isVisible() else table.window.edit_frame
    found = frame.findChild(QWidget, name)
    assert found is not None, name
    return found


def number(table: Table, name: str, value: str, *, enter: bool = True) -> None:
    """Type a number into a field."""
    spin = field(table, name)
    assert isinstance(spin, QSpinBox | QDoubleSpinBox)
    typed(spin, value)
    if enter:
        QTest.keyClick(spin, Qt.Key.Key_Return)
    table.settle()


def choose(table: Table, name: str, text: str) -> None:
    """Choose from a box by keyboard."""
    chosen = field(table, name)
    assert isinstance(chosen, QComboBox)
    chosen.setFocus()
    row = chosen.findText(text)
    assert row >= 0, [chosen.itemText(at) for at in range(chosen.count())]
    while chosen.currentIndex() != row:
        QTest.keyClick(chosen, Qt.Key.Key_Down if chosen.currentIndex() < row else Qt.Key.Key_Up)
    table.settle()


def newest(table: Table) -> str:
    """The note of the newest entry, which must be by hand."""
    command = table.session.journal.entries[-1].command
    assert isinstance(command, ByHand)
    return command.note


# ---------------------------------------------------------------- adding


def test_three_of_a_profile_are_added_and_come_into_the_hand_in_ranks(street: Table) -> None:
    game = street.session.game
    wanted = sorted(profiles(game.system).values(), key=lambda one: one.name)[0]
    street.key(Qt.Key.Key_A, CTRL | SHIFT)
    assert street.window.add_frame.isVisible()
    QTest.keyClicks(street.window.focusWidget(), wanted.name)
    number(street, "number", "3")
    street.settle()

    assert not street.window.add_frame.isVisible()
    assert newest(street) == f"Add 3 × {wanted.name} to {game.side(game.active).name}"
    assert [type(fact) for fact in street.session.journal.entries[-1].events] == [Added] * 3
    new = [street.model(name) for name in street.session.selection]
    assert [(model.place, model.side, model.profile) for model in new] == [("reserve", game.active, wanted)] * 3
    assert len({model.name for model in new}) == 3
    assert (street.bench.tool.id, street.view.hasFocus()) == ("deploy", True)

    street.key(Qt.Key.Key_Z, CTRL)
    assert street.session.game == game


def test_a_bare_base_of_its_own_size_with_a_name_for_the_other_side(green: Table) -> None:
    other = green.session.game.sides[1]
    green.key(Qt.Key.Key_A, CTRL | SHIFT)
    rows = field(green, "profiles")
    assert isinstance(rows, QListWidget)
    typed(field(green, "profile_search"), "another size")
    green.settle()
    assert rows.currentItem().text() == "A base of another size"
    assert not field(green, "depth").isVisible()
    choose(green, "shape", "Oval")
    assert field(green, "depth").isVisible()
    number(green, "width", "60.5", enter=False)
    number(green, "depth", "35.25", enter=False)
    number(green, "height", "2.4", enter=False)
    typed(field(green, "name"), "Old Bess")
    choose(green, "side", other.name)
    button(green.window.add_frame, "add").click()
    green.settle()

    (bess,) = [model for model in green.session.game.models if model.name == "Old Bess"]
    assert (bess.side, bess.profile.base, bess.profile.height) == (other.id, Base("oval", 60.5, 35.25), 2.4)
    green.click(20, 30)
    placed = green.model(bess.id)
    assert (placed.place, placed.x, placed.y) == ("table", pytest.approx(20, abs=0.1), pytest.approx(30, abs=0.1))


def test_a_bare_base_in_a_rulebook_has_what_its_rules_need(street: Table) -> None:
    street.key(Qt.Key.Key_A, CTRL | SHIFT)
    typed(field(street, "profile_search"), "another size")
    assert "the most common of this rulebook" in street.window.add_frame.says.text()
    button(street.window.add_frame, "add").click()
    street.settle()
    (name,) = street.session.selection
    stats = dict(street.model(name).profile.stats)

    assert set(stats) == set(dict(street.model("ratch").profile.stats))
    assert stats["W"] == 1
    street.click(29, 33)
    assert street.model(name).on_table
    assert street.session.study(ModelId(name)).whole
    assert "round 32 mm" in street.window.panels.card.heading.text().lower()


def test_the_frame_leaves_the_table_playable_and_its_keys_apart(green: Table) -> None:
    green.key(Qt.Key.Key_A, CTRL | SHIFT)
    QTest.keyClicks(green.window.focusWidget(), "vtoz")
    assert green.bench.tool.id == "select"
    rows = field(green, "profiles")
    rows.setFocus()
    QTest.keyClick(rows, Qt.Key.Key_T)
    assert green.bench.tool.id == "select"
    b1 = green.model("b1")
    before = green.session.game
    QTest.mouseClick(green.window.add_frame, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(5, 5))
    assert green.session.selection == ()
    assert green.session.game is before
    green.click(b1.x, b1.y)
    assert green.session.selection == ("b1",)
    QTest.keyClick(rows, Qt.Key.Key_Escape)
    assert (green.window.add_frame.isVisible(), green.view.hasFocus()) == (False, True)


def test_while_a_question_is_open_nobody_is_added(table: Table) -> None:
    from engine.commands import Act

    table.session.do(Act(model=ModelId("ada"), action="hit", targets=("cid",)))
    table.window.add_frame.open()
    button(table.window.add_frame, "add").click()

    assert len(table.session.game.models) == 3
    assert "A question is open" in table.window.banner.sentence.text()


# ---------------------------------------------------------------- ranks


def figures(count: int, wide: float = 25.0, deep: float = 25.0) -> tuple[Model, ...]:
    profile = Profile(id="one", name="One", base=Base("rect" if wide != deep else "round", wide, deep))
    return tuple(Model(id=ModelId(f"m{at}"), name=f"M{at}", side=SideId("red"), profile=profile) for at in range(count))


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("facing", [0.0, 45.0, 200.0])
def test_in_every_order_nobody_stands_in_another(order: str, facing: float) -> None:
    placed = formed(Board(), figures(7, 25, 50), (18, 18), facing, order)

    assert min(gap(one, other).distance for one, other in combinations(placed, 2)) > 0.05
    assert {model.facing for model in placed} == {facing}
    assert {model.place for model in placed} == {"table"}


def test_a_line_stands_side_by_side_about_the_hand() -> None:
    placed = formed(Board(), figures(3), (18, 18), 0.0)
    step = 25 / MM_PER_INCH + GAP

    assert [(m.x, m.y) for m in placed] == [
        (pytest.approx(18 - step), pytest.approx(18)),
        (pytest.approx(18), pytest.approx(18)),
        (pytest.approx(18 + step), pytest.approx(18)),
    ]
    loose = formed(Board(), figures(4), (18, 18), 0.0, ORDERS[3])
    assert loose[1].x - loose[0].x == pytest.approx(25 / MM_PER_INCH + APART)


def test_turned_together_they_keep_their_distances() -> None:
    placed = formed(Board(), figures(3), (18, 18), 0.0)
    turned = moved(Board(), placed, (2, -1), 90.0)

    assert [(m.x, m.y, m.facing) for m in turned] == [
        (pytest.approx(20), pytest.approx(17 - step), 90.0) for step in (1.0842519685, 0, -1.0842519685)
    ]


def test_a_click_sets_all_of_them_down_with_an_entry_each(green: Table) -> None:
    green.window.add_frame.open()
    typed(field(green, "profile_search"), "Round 25 mm")
    number(green, "number", "4")
    names = green.session.selection
    entries = len(green.session.journal.entries)
    green.move(20, 30)
    assert "4 in a line" in green.words()
    green.key(Qt.Key.Key_K)
    assert "4 in two ranks" in green.words()
    green.key(Qt.Key.Key_R)
    green.click(20, 30)

    placed = [green.model(name) for name in names]
    assert [(model.place, model.facing) for model in placed] == [("table", (placed[0].facing))] * 4
    assert sum(model.x for model in placed) / 4 == pytest.approx(20, abs=0.1)
    assert len(green.session.journal.entries) == entries + 4
    assert green.session.selection == names


# ---------------------------------------------------------------- shoving


def test_a_band_is_shoved_by_hand_as_one_entry(green: Table) -> None:
    before = green.session.game
    green.key(Qt.Key.Key_X)
    assert green.bench.tool.id == "shove"
    green.session.select(("b1", "b2"))
    b1, b2 = green.model("b1"), green.model("b2")
    green.press(b1.x, b1.y)
    green.move(b1.x + 2, b1.y)
    green.move(b1.x + 4, b1.y + 3)
    assert green.shown("b2") == (pytest.approx(b2.x + 4, abs=0.1), pytest.approx(b2.y + 3, abs=0.1))
    assert green.session.game is before
    green.release(b1.x + 4, b1.y + 3)

    assert newest(green) == f"Shove {b1.name} and 1 more"
    for was in (b1, b2):
        now = green.model(was.id)
        assert math.hypot(now.x - was.x - 4, now.y - was.y - 3) < 0.15
    green.key(Qt.Key.Key_Z, CTRL)
    assert green.session.game == before


def test_arrows_and_r_shove_and_turn_all_that_are_selected(green: Table) -> None:
    green.key(Qt.Key.Key_X)
    green.session.select(("b1", "b2"))
    b1, b2 = green.model("b1"), green.model("b2")
    green.key(Qt.Key.Key_Right, SHIFT)
    assert [green.model(was.id).x - was.x for was in (b1, b2)] == [pytest.approx(1), pytest.approx(1)]
    green.key(Qt.Key.Key_R)
    now = [green.model(was.id) for was in (b1, b2)]
    assert [(model.facing - was.facing) % 360 for model, was in zip(now, (b1, b2), strict=True)] == [45, 45]
    assert math.dist((now[0].x, now[0].y), (now[1].x, now[1].y)) == pytest.approx(math.dist((b1.x, b1.y), (b2.x, b2.y)))


def test_let_go_of_a_shove_and_nothing_has_moved(green: Table) -> None:
    before = green.session.game
    green.key(Qt.Key.Key_X)
    b1 = green.model("b1")
    green.press(b1.x, b1.y)
    green.move(b1.x + 3, b1.y)
    green.move(b1.x + 5, b1.y)
    green.key(Qt.Key.Key_Escape)
    green.release(b1.x + 5, b1.y)

    assert green.session.game is before
    assert green.shown("b1") == (pytest.approx(b1.x), pytest.approx(b1.y))


# ---------------------------------------------------------------- by hand


def edit(table: Table, *names: str) -> None:
    table.session.select(names)
    table.view.setFocus()
    table.key(Qt.Key.Key_H)
    assert table.window.edit_frame.isVisible()


def test_a_name_and_a_side_are_changed(green: Table) -> None:
    other = green.session.game.sides[1]
    edit(green, "b1")
    name = field(green, "rename")
    typed(name, "Old Bess")
    QTest.keyClick(name, Qt.Key.Key_Return)
    assert (green.model("b1").name, newest(green).endswith("is called Old Bess")) == ("Old Bess", True)

    choose(green, "goes_to", other.name)
    box_ = field(green, "goes_to")
    assert isinstance(box_, QComboBox)
    box_.activated.emit(box_.currentIndex())
    assert (green.model("b1").side, newest(green)) == (other.id, f"Old Bess to {other.name}")
    green.key(Qt.Key.Key_Z, CTRL)
    green.key(Qt.Key.Key_Z, CTRL)
    assert green.session.game == green.session.journal.first


def test_a_marker_with_value_and_source_is_put_changed_and_taken(street: Table) -> None:
    edit(street, "ratch")
    status = field(street, "status")
    assert isinstance(status, QComboBox)
    status.lineEdit().setFocus()
    QTest.keyClicks(status.lineEdit(), "knocked down")
    number(street, "value", "2", enter=False)
    choose(street, "source", f"by {street.model('wick').name}")
    button(street.window.edit_frame, "put").click()
    street.settle()
    assert street.model("ratch").markers == (Marker("knocked_down", 2, "wick"),)

    number(street, "value:0", "5")
    assert street.model("ratch").markers == (Marker("knocked_down", 5, "wick"),)
    assert "of Ratch" in newest(street)
    button(street.window.edit_frame, "drop:0").click()
    assert street.model("ratch").markers == ()


def test_a_word_of_my_own_is_a_marker_too(street: Table) -> None:
    edit(street, "ratch", "wick")
    status = field(street, "status")
    assert isinstance(status, QComboBox)
    status.lineEdit().setFocus()
    QTest.keyClicks(status.lineEdit(), "Carries loot")
    button(street.window.edit_frame, "put").click()

    assert [street.model(name).markers for name in ("ratch", "wick")] == [(Marker("carries_loot"),)] * 2
    assert newest(street) == "Put carries loot on 2 models"
    assert len(street.session.journal.entries) == 1
    button(street.window.edit_frame, "drop:carries_loot").click()
    assert street.model("wick").markers == ()


def test_counters_are_set_and_set_anew(street: Table) -> None:
    edit(street, "ratch")
    name = field(street, "counter")
    typed(name, "Gold found")
    number(street, "count", "7", enter=False)
    button(street.window.edit_frame, "set").click()
    street.settle()
    assert street.model("ratch").count("gold_found") == 7

    number(street, "counter:gold_found", "4")
    assert street.model("ratch").count("gold_found") == 4
    assert newest(street) == "gold found of Ratch: 4"


def test_many_are_taken_off_and_put_back(green: Table) -> None:
    edit(green, "b1", "b2")
    button(green.window.edit_frame, "take_off").click()
    assert [green.model(name).place for name in ("b1", "b2")] == ["removed"] * 2
    button(green.window.edit_frame, "put_back").click()
    assert [green.model(name).place for name in ("b1", "b2")] == ["table"] * 2
    assert len(green.session.journal.entries) == 2


def test_the_menu_of_a_model_leads_to_all_that_can_be_set(green: Table) -> None:
    green.session.select(("b1",))
    green.window.panels.card.fill_menu()
    green.window.panels.card.menu.actions()[-1].trigger()

    assert green.window.edit_frame.isVisible()
    assert "b1" in green.session.selection


def test_every_field_has_a_name_to_be_read_aloud(green: Table) -> None:
    edit(green, "b1")
    for frame in (green.window.edit_frame, green.window.add_frame):
        frame.open()
        kinds = (QLineEdit, QComboBox, QSpinBox, QDoubleSpinBox, QListWidget)
        inner = [w for kind in kinds for w in frame.findChildren(kind) if w.objectName() != "qt_spinbox_lineedit"]
        assert inner
        assert [w.objectName() for w in inner if not w.accessibleName()] == []
