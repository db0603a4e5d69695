"""Every lesson can be gone through as it says, by hand; it watches the table and never takes it away."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from at_table import CTRL, SHIFT, Table
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest

from desktop.start import teaching
from desktop.start.strip import LessonStrip
from desktop.start.tile import Tile

KEY = Qt.Key


def taught(street: Table, name: str) -> LessonStrip:
    """The lesson begun from the start page by a click."""
    street.window.show_start()
    street.settle()
    tile = street.window.start.findChild(Tile, f"lesson:{name}")
    assert tile is not None
    QTest.mouseClick(tile, Qt.MouseButton.LeftButton)
    street.settle()
    return street.window.hands.strip


def carry(street: Table, name: str, x: float, y: float) -> None:
    model = street.model(name)
    street.drag((model.x, model.y), (x, y))


def pick(street: Table, name: str) -> None:
    model = street.model(name)
    street.click(model.x, model.y)


def waits(until: Callable[[], bool]) -> None:
    for _ in range(1000):
        if until():
            return
        QTest.qWait(10)
    raise AssertionError("it never came")


def comes(strip: LessonStrip, place: int) -> None:
    """The answer is reckoned beside the window: wait for it."""
    waits(lambda: strip.tutor.place == place)


def next_told(street: Table) -> str:
    """Tab, and what the status line says once the answer is there."""
    before = street.bench.told
    street.key(KEY.Key_Tab)
    waits(lambda: street.bench.told is not None and street.bench.told is not before)
    return street.window.hint.text()


def walk_to(street: Table, name: str) -> None:
    """Tab until the model is selected."""
    for _ in range(20):
        if street.session.selection == (name,):
            return
        street.key(KEY.Key_Tab)


def answer_all(street: Table) -> None:
    for _ in range(30):
        if street.session.pending is None:
            return
        street.key(KEY.Key_Return)
        if street.session.pending is not None and not hasattr(street.session.pending.question, "dice"):
            street.key(KEY.Key_1)


def test_the_lessons_stand_in_order_each_on_a_table_of_its_own() -> None:
    given = [each.skirmish for each in teaching.lessons()]

    assert len(given) >= 4
    assert len(set(given)) == len(given)
    assert [each.place for each in teaching.lessons()] == sorted(each.place for each in teaching.lessons())


def test_measuring_is_learned_by_hand(street: Table) -> None:
    strip = taught(street, "measuring")
    assert strip.isVisible()
    assert not street.window.start.isVisible()
    assert strip.do.text() == "Drag Blue 25 along the lane to the ring."

    carry(street, "b1", 9.0, 10.6)
    assert "every distance to its neighbours" in strip.then.text()
    street.key(KEY.Key_Z, CTRL)
    assert strip.do.text().startswith("Press T for the tape")
    street.key(KEY.Key_T)
    street.click(6.0, 10.6)
    street.move(20.0, 10.0)
    assert strip.tutor.place == 2  # a tape that only hovers has measured nothing yet
    street.click(24.0, 10.8)
    assert strip.do.text().startswith("Press V and click Blue 40")
    street.key(KEY.Key_V)
    street.click(5.5, 4.5)
    street.key(KEY.Key_L)
    street.click(20.4, 8.6)
    comes(strip, 4)
    assert strip.do.text().startswith("Press Z")
    street.key(KEY.Key_Z)
    street.move(11.6, 9.0)
    street.key(KEY.Key_6)
    street.click(11.6, 9.0)
    assert strip.do.text().startswith("Press Esc")
    street.key(KEY.Key_Escape)
    street.key(KEY.Key_V)

    assert strip.tutor.step is None
    assert "The table is yours" in strip.do.text()
    assert teaching.is_learned("measuring")
    strip.stop.click()
    assert not strip.isVisible()


def test_measuring_is_learned_by_keys(street: Table) -> None:
    strip = taught(street, "measuring")
    street.key(KEY.Key_Tab)
    for _ in range(3):
        street.key(KEY.Key_Right, SHIFT)
    street.key(KEY.Key_Return)
    street.key(KEY.Key_Z, CTRL)
    street.key(KEY.Key_T)
    street.key(KEY.Key_Right)
    while "o1" not in (street.bench.told.query if street.bench.told else ""):
        street.key(KEY.Key_Tab)
    street.key(KEY.Key_Return)
    assert strip.do.text().startswith("Press V and click Blue 40")
    street.key(KEY.Key_V)
    walk_to(street, "b3")
    street.key(KEY.Key_L)
    for _ in range(8):
        if "Orange 28.5" in next_told(street):
            break
    street.key(KEY.Key_Return)
    comes(strip, 4)
    street.key(KEY.Key_V)
    walk_to(street, "b4")
    street.key(KEY.Key_Z)
    street.key(KEY.Key_6)
    street.key(KEY.Key_Return)

    assert strip.do.text().startswith("Press Esc")


def test_a_turn_in_the_street(street: Table) -> None:
    strip = taught(street, "street_fight")
    carry(street, "pip", 15.6, 21.6)
    assert strip.tutor.place == 1
    carry(street, "berrin", 18.2, 33.0)
    assert strip.tutor.place == 2
    street.key(KEY.Key_Return)
    assert strip.tutor.place == 3
    pick(street, "tove")
    assert strip.tutor.place == 4
    street.key(KEY.Key_1)
    assert strip.tutor.place == 5
    street.key(KEY.Key_Return)
    assert strip.tutor.place == 6
    answer_all(street)
    street.key(KEY.Key_Z, CTRL)

    assert strip.tutor.step is None


def test_a_turn_at_the_shrine(street: Table) -> None:
    strip = taught(street, "shrine")
    street.key(KEY.Key_Return)
    assert strip.tutor.place == 1
    street.key(KEY.Key_5)
    street.key(KEY.Key_2)
    assert strip.tutor.place == 2
    pick(street, "kenro")
    assert strip.tutor.place == 3
    carry(street, "kenro", 17.6, 14.9)
    assert strip.tutor.place == 4
    street.key(KEY.Key_Z, CTRL)

    assert strip.tutor.step is None


def test_heights_at_the_keep(street: Table) -> None:
    strip = taught(street, "keep")
    carry(street, "hale", 11.6, 14.6)
    assert strip.tutor.place == 1
    street.key(KEY.Key_L)
    pick(street, "skeat")
    comes(strip, 2)
    street.key(KEY.Key_V)
    carry(street, "hale", 20.0, 14.6)
    assert strip.tutor.place == 3
    street.key(KEY.Key_Z, CTRL)
    assert strip.tutor.place == 4
    pick(street, "una")
    offers = [each.title for each in street.session.study(street.model("una").id).offers or () if each.legal]
    street.key(KEY(KEY.Key_1 + offers.index("Shoot at Odda Krell")))
    assert strip.tutor.place == 5
    street.key(KEY.Key_Return)

    assert strip.tutor.step is None


def test_a_step_is_passed_over_and_gone_back_to(street: Table) -> None:
    strip = taught(street, "measuring")
    first = strip.do.text()
    strip.skip.click()
    assert strip.do.text() != first
    assert strip.then.isHidden()
    strip.back.click()

    assert strip.do.text() == first


def test_another_battle_ends_the_lesson_and_its_rings(street: Table) -> None:
    strip = taught(street, "measuring")
    street.window.files.begin("village_green")
    street.settle()

    assert strip.tutor.lesson is None
    assert not strip.isVisible()


def test_a_wrong_move_leaves_the_step_as_it_is(street: Table) -> None:
    strip = taught(street, "measuring")
    carry(street, "b2", 9.2, 16.0)

    assert strip.tutor.place == 0


def test_after_the_last_lesson_the_start_page_comes(street: Table) -> None:
    names = [each.id for each in teaching.lessons()]
    strip = taught(street, names[0])
    strip.onward.click()
    assert strip.tutor.lesson is not None
    assert strip.tutor.lesson.id == names[1]
    taught(street, names[-1])
    strip.onward.click()
    street.settle()

    assert street.window.start.isVisible()


def test_a_lesson_that_was_learned_is_ticked(street: Table) -> None:
    QSettings().setValue("learned/measuring", "true")
    street.window.show_start()
    street.settle()
    tile = street.window.start.findChild(Tile, "lesson:measuring")

    assert tile is not None
    assert tile.over.startswith("✓")


def test_a_lesson_is_found_in_the_palette_and_the_menu(street: Table) -> None:
    street.key(KEY.Key_K, CTRL)
    QTest.keyClicks(street.window.hands.palette.line, "lesson heights keep")
    street.key(KEY.Key_Return)

    assert street.window.hands.tutor.lesson is not None
    assert street.window.hands.tutor.lesson.id == "keep"


def test_the_step_is_said_aloud(street: Table) -> None:
    said: list[str] = []
    street.window.hands.announcer.said.connect(said.append)
    taught(street, "measuring")

    assert any("Drag Blue 25" in line and "By keys" in line for line in said)


def test_a_lesson_file_that_names_a_stranger_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = 'id = "odd"\ntitle = "Odd"\nsays = ""\nskirmish = "village_green"\n[[steps]]\ndo = "x"\nat = "nobody"\n'
    (tmp_path / "odd.toml").write_text(words, encoding="utf-8")
    monkeypatch.setattr(teaching, "LESSONS", tmp_path)
    teaching.lessons.cache_clear()
    with pytest.raises(ValueError, match="nobody is no model of village_green"):
        teaching.lessons()
    teaching.lessons.cache_clear()


def test_a_step_at_the_ford(street: Table) -> None:
    strip = taught(street, "ford")
    street.key(KEY.Key_Return)
    assert strip.tutor.place == 0
    street.key(KEY.Key_Return)
    assert strip.tutor.place == 1
    pick(street, "halka")
    assert strip.tutor.place == 2
    carry(street, "halka", 17.6, 27.0)
    assert strip.tutor.place == 3
    for _ in range(20):
        if street.session.pending is not None:
            street.key(KEY.Key_1)
    assert strip.tutor.place == 4
    street.key(KEY.Key_Z, CTRL)

    assert strip.tutor.step is None


def test_a_heros_turn_below(street: Table) -> None:
    strip = taught(street, "tallow")
    pick(street, "brannoch")
    street.key(KEY.Key_1)
    assert strip.tutor.place == 2
    street.key(KEY.Key_1)
    assert strip.tutor.place == 3
    carry(street, "brannoch", 5.5, 9.5)
    assert strip.tutor.place == 4
    street.key(KEY.Key_Z, CTRL)

    assert strip.tutor.step is None
