"""Hands on a board of squares: steps, prompts of a turn's start, doors, sight, attacks and a monkey, all undone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from at_table import CTRL, Table
from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton

from desktop.look.parts import Press, Prose
from desktop.panels.odds import Bar
from engine.ask import Choose, Roll
from engine.events import Built, Counted, Event, Gained, Placed
from engine.game import Marker, ModelId
from engine.geometry.grid import figure_of

DIGITS = {n: Qt.Key(Qt.Key.Key_0 + n) for n in range(1, 10)}
ENTER = Qt.Key.Key_Return
SKIRMISH = "under_tallow_street"


@pytest.fixture
def cellar(qapp: object, tmp_path: Path) -> Iterator[Table]:
    """The three rooms at the very beginning, nobody selected."""
    from desktop import app
    from desktop.battles import Battles
    from engine.skirmish import skirmish

    window = app.window(app.Options(theme="dark"), Battles(tmp_path / "autosaves"), skirmish(SKIRMISH), seed=7)
    window.set_motion(False)
    window.resize(1300, 850)
    window.show()
    yield Table(window)
    window.close()
    window.deleteLater()
    QCoreApplication.processEvents()


def typed(table: Table, *digits: int) -> None:
    """One digit a die, or the number of an option."""
    for digit in digits:
        table.key(DIGITS[digit])


def set_up(table: Table, *facts: Event) -> None:
    table.session.by_hand(facts, "Set up")


def token(model: str, status: str) -> Gained:
    return Gained(model=ModelId(model), marker=Marker(status))


def at(model: str, x: float, y: float, facing: float = 0.0) -> Placed:
    return Placed(model=ModelId(model), at=(x, y, 0.0), facing=facing)


def counted(model: str, name: str, value: int) -> Counted:
    return Counted(of="model", whose=model, name=name, value=value)


def button(table: Table, name: str) -> QAbstractButton:
    """The one visible button whose spoken name is or ends so."""
    table.settle()
    found = [
        b for b in table.window.findChildren(QAbstractButton) if b.isVisible() and b.accessibleName().endswith(name)
    ]
    assert len(found) == 1, (name, [b.accessibleName() for b in found])
    return found[0]


def press(table: Table, name: str) -> None:
    """Click a button in its middle."""
    QTest.mouseClick(button(table, name), Qt.MouseButton.LeftButton)
    table.settle()


def offered(table: Table) -> list[str]:
    """The words on the buttons of the open question."""
    prompt = table.window.panels.prompt
    found = [b for b in prompt.findChildren(QAbstractButton) if b.isVisible()]
    found.sort(key=lambda b: b.mapTo(prompt, QPoint(0, 0)).y())
    return [b.accessibleName() for b in found if b.objectName().startswith(("option:", "face:"))]


def asked(table: Table) -> str:
    """The open question in words; empty where nothing is asked."""
    pending = table.session.pending
    return pending.question.what if pending else ""


def take(table: Table, model: str) -> None:
    """Select a figure by a click on it."""
    there = table.model(model)
    table.click(there.x, there.y)


def begin(table: Table, model: str) -> None:
    """Select a figure with the mouse and take its first action, which begins its turn, with the key 1."""
    take(table, model)
    typed(table, 1)


def spaces(table: Table, model: str) -> set[tuple[int, int]]:
    return set(figure_of(table.model(model)).spaces)


def log(table: Table) -> str:
    """Everything the log says."""
    return str(table.window.panels.log.text.toPlainText())


# Steps --------------------------------------------------------------------------------------


def test_a_figure_is_carried_from_square_to_square_by_mouse(cellar: Table) -> None:
    begin(cellar, "brannoch")
    press(cellar, "Advance (3 MP, 1 attack)")
    cellar.press(3.5, 8.5)
    cellar.move(4.2, 8.9)
    cellar.move(5.3, 9.8)
    assert "2 MP" in cellar.words()
    assert cellar.shown("brannoch") == (5.5, 9.5)  # in the middle of a square, wherever the hand is
    cellar.release(5.3, 9.8)

    assert spaces(cellar, "brannoch") == {(5, 9)}
    assert cellar.model("brannoch").count("attacks") == 1
    assert "walks 2 spaces" in log(cellar)


def test_what_is_in_reach_is_shown_as_whole_squares(cellar: Table) -> None:
    begin(cellar, "ordwin")
    press(cellar, "Advance (4 MP, 1 attack)")
    cellar.press(2.5, 9.5)
    cellar.move(2.5, 9.0)
    cellar.move(2.5, 8.6)
    (area,) = cellar.bench.painted["reach"].areas
    corners = {corner for polygon in area.polygons for ring in polygon for corner in ring}

    assert all(x == round(x) and y == round(y) for x, y in corners)
    assert len(area.polygons) > 20
    assert max(x for x, _ in corners) == 7  # not through the closed door
    cellar.key(Qt.Key.Key_Escape)
    assert spaces(cellar, "ordwin") == {(2, 9)}


def test_arrows_go_a_square_each_and_enter_goes_there(cellar: Table) -> None:
    begin(cellar, "tamsin")
    press(cellar, "Run (10 MP)")
    cellar.view.setFocus()
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Right):
        cellar.key(key)
    assert cellar.shown("tamsin") == (4.5, 8.5)
    assert "2 MP" in cellar.words()  # two up and one aside are a step and a slanting one
    cellar.key(ENTER)

    assert spaces(cellar, "tamsin") == {(4, 8)}


def test_nobody_walks_through_a_closed_door_and_the_window_says_why(cellar: Table) -> None:
    begin(cellar, "brannoch")
    press(cellar, "Run (6 MP)")
    cellar.drag((3.5, 8.5), (5.0, 8.5), (7.5, 8.5))

    assert spaces(cellar, "brannoch") == {(3, 8)}
    assert any(word.startswith("No way leads there") for word in cellar.words())


def test_a_door_is_opened_beside_it_drawn_open_walked_through_and_shut_by_undo(cellar: Table) -> None:
    set_up(cellar, at("brannoch", 6.5, 8.5), at("cinder", 9.0, 11.5, 270.0), at("gall", 12.5, 11.5))
    begin(cellar, "brannoch")
    press(cellar, "Run (6 MP)")
    press(cellar, "cellar door (2 MP)")
    assert cellar.session.game.table.piece("cellar_door").kind == "open_door"
    assert "Brannoch Vell opens" in log(cellar)
    cellar.view.setFocus()
    cellar.drag((6.5, 8.5), (7.2, 8.5), (7.5, 8.5))
    assert spaces(cellar, "brannoch") == {(7, 8)}

    cellar.key(Qt.Key.Key_Z, CTRL)
    cellar.key(Qt.Key.Key_Z, CTRL)
    assert spaces(cellar, "brannoch") == {(6, 8)}
    assert cellar.session.game.table.piece("cellar_door").kind == "door"


def test_a_long_figure_is_turned_in_the_hand_and_covers_its_squares(cellar: Table) -> None:
    overlords_turn(cellar)
    set_up(cellar, at("cinder", 12.0, 11.5, 270.0), at("gall", 8.5, 6.5))
    assert spaces(cellar, "cinder") == {(11, 11), (12, 11)}
    begin(cellar, "cinder")
    cellar.press(12.0, 11.5)
    cellar.move(12.0, 11.2)
    cellar.move(12.4, 10.9)
    cellar.key(Qt.Key.Key_R)  # a quarter turn
    assert cellar.shown("cinder")[0] % 1 == 0.5
    cellar.move(12.6, 11.1)
    cellar.release(12.6, 11.1)

    assert len(spaces(cellar, "cinder")) == 2
    assert len({i for i, _ in spaces(cellar, "cinder")}) == 1  # upright now


def overlords_turn(table: Table) -> None:
    """Every hero has had his turn, by hand, and the overlord begins his."""
    heroes = [model for model in table.session.game.models if model.side == "tallow_four"]
    set_up(table, *(counted(hero.id, "turn", 2) for hero in heroes))
    table.key(ENTER)
    assert table.session.game.phase == "overlord"


def test_the_four_spaces_of_a_large_figure_move_together(cellar: Table) -> None:
    overlords_turn(cellar)
    set_up(cellar, at("spinner", 12.0, 8.0, 270.0))
    begin(cellar, "spinner")
    cellar.drag((12.0, 8.0), (12.4, 7.0), (12.6, 6.3))

    assert spaces(cellar, "spinner") == {(12, 5), (13, 5), (12, 6), (13, 6)}


def test_by_hand_and_from_reserve_figures_stand_on_squares_too(cellar: Table) -> None:
    cellar.key(Qt.Key.Key_X)
    cellar.drag((2.5, 7.5), (3.0, 6.6), (3.3, 6.2))
    assert (cellar.model("issa").x, cellar.model("issa").y) == (3.5, 6.5)
    cellar.key(Qt.Key.Key_Right)
    assert (cellar.model("issa").x, cellar.model("issa").y) == (4.5, 6.5)
    assert "set down on column 5, row 7" in log(cellar)


# Tokens as a turn starts --------------------------------------------------------------------

PROMPTS = {
    "bleed": ("bleeding of Brannoch Vell", ["0 damage", "1 damage", "2 damage", "3 damage"]),
    "burn": ("burn", ["no surge", "surge"]),
    "daze": ("daze", ["no surge", "surge"]),
    "frost": ("frost", ["no surge", "surge"]),
    "web": ("web", ["no surge", "surge"]),
}
"""What is asked as a turn starts, and the words on the dice, in the order of their digits."""


@pytest.mark.parametrize("effect", PROMPTS)
def test_each_effect_asks_for_its_dice_in_words_and_takes_them_by_digit(cellar: Table, effect: str) -> None:
    what, said = PROMPTS[effect]
    set_up(cellar, token("brannoch", effect), token("brannoch", effect))
    begin(cellar, "brannoch")
    assert what in asked(cellar).lower() or what in asked(cellar)
    assert [name.split(": ")[1] for name in offered(cellar)] == said
    typed(cellar, 2)  # 1 damage, or a surge
    assert asked(cellar)  # two tokens, two dice
    typed(cellar, 1)  # no damage, or none

    brannoch = cellar.model("brannoch")
    assert cellar.session.pending is None
    assert sum(marker.status == effect for marker in brannoch.markers) == (0 if effect == "bleed" else 1)
    assert brannoch.count("wounds_lost") == {"bleed": 1, "burn": 1}.get(effect, 0)


@pytest.mark.parametrize("effect", PROMPTS)
def test_and_by_mouse(cellar: Table, effect: str) -> None:
    set_up(cellar, token("brannoch", effect))
    take(cellar, "brannoch")
    press(cellar, "Begin Brannoch Vell's turn")
    press(cellar, offered(cellar)[1])

    brannoch = cellar.model("brannoch")
    assert not brannoch.has(effect)
    assert brannoch.count("wounds_lost") == (1 if effect == "bleed" else 0)


def test_a_stun_token_goes_without_dice_and_half_actions_take_the_place_of_whole_ones(cellar: Table) -> None:
    set_up(cellar, token("brannoch", "stun"))
    begin(cellar, "brannoch")
    assert cellar.session.pending is None
    assert not cellar.model("brannoch").has("stun")
    press(cellar, "Half action: move (3 MP)")
    cellar.view.setFocus()
    cellar.drag((3.5, 8.5), (4.0, 8.5), (5.5, 8.5))

    assert spaces(cellar, "brannoch") == {(5, 8)}


def test_a_stunned_monster_does_nothing(cellar: Table) -> None:
    overlords_turn(cellar)
    set_up(cellar, token("thud", "stun"))
    begin(cellar, "thud")

    assert not cellar.model("thud").has("stun")
    assert "is stunned and does nothing this turn" in log(cellar)


def test_the_owner_picks_the_order_and_an_answer_is_taken_back(cellar: Table) -> None:
    set_up(cellar, *(token("brannoch", effect) for effect in ("bleed", "burn", "web")))
    begin(cellar, "brannoch")
    assert asked(cellar) == "What does Brannoch Vell resolve first?"
    assert offered(cellar) == ["Bleeding", "On fire", "Webbed"]
    typed(cellar, 2)
    typed(cellar, 2)  # a surge: the fire is out
    assert asked(cellar) == "What does Brannoch Vell resolve next?"
    cellar.key(Qt.Key.Key_Z, CTRL)
    assert "surge" in offered(cellar)[0]
    typed(cellar, 1)  # it burns on
    typed(cellar, 2)  # the web
    typed(cellar, 1)  # it holds
    typed(cellar, 4)  # 3 damage

    brannoch = cellar.model("brannoch")
    assert cellar.session.pending is None
    assert (brannoch.count("wounds_lost"), sorted(m.status for m in brannoch.markers)) == (4, ["burn", "web"])
    press(cellar, "Run (6 MP)")
    cellar.view.setFocus()
    cellar.drag((3.5, 8.5), (4.0, 8.5), (5.5, 8.5))
    assert spaces(cellar, "brannoch") == {(3, 8)}
    assert any("can spend no movement points" in word for word in cellar.words())


def test_escape_drops_a_turn_that_has_not_begun_yet(cellar: Table) -> None:
    set_up(cellar, token("brannoch", "burn"))
    begin(cellar, "brannoch")
    cellar.key(Qt.Key.Key_Escape)

    assert cellar.session.pending is None
    assert cellar.model("brannoch").has("burn")
    assert cellar.model("brannoch").count("turn") == 0


# Sight, attacks, chests ---------------------------------------------------------------------


def test_sight_runs_from_middle_to_middle_and_a_closed_door_stops_it(cellar: Table) -> None:
    set_up(cellar, at("cinder", 9.0, 9.5, 270.0), at("brannoch", 5.5, 9.5))
    cellar.key(Qt.Key.Key_L)
    cellar.click(5.5, 9.5)
    cellar.move(8.5, 9.5)
    blocked = sight_line(cellar)
    assert blocked[0] == "blocked"
    cellar.key(Qt.Key.Key_Escape)
    door = cellar.session.game.table.piece("cellar_door")
    set_up(cellar, Built(piece=replace(door, kind="open_door", sight="clear", footing="open")))
    cellar.move(5.5, 6.0)
    cellar.move(8.5, 9.5)
    role, points = sight_line(cellar)

    assert role == "clear"
    assert points[0][:2] == (5.5, 9.5)
    assert points[-1][:2] == (8.5, 9.5)


def sight_line(table: Table) -> tuple[str, tuple[tuple[float, ...], ...]]:
    """Role and points of the line that the sight tool shows, once the answer is there."""
    for _ in range(400):
        table.settle()
        QTest.qWait(5)
        shown = table.bench.painted.get("tool") or table.bench.painted.get("kept")
        lines = shown.lines if shown is not None else ()
        if lines and lines[0].role != "ruler":
            return lines[0].role, lines[0].points
    raise AssertionError("no answer about sight came")


def test_an_attack_is_thrown_in_words_and_spends_its_surges(cellar: Table) -> None:
    set_up(cellar, at("brannoch", 5.5, 6.5), counted("brannoch", "turn", 1), counted("brannoch", "attacks", 1))
    take(cellar, "brannoch")
    press(cellar, "Hearth sword at Skerrit")
    assert asked(cellar) == "attack of Brannoch Vell"
    assert offered(cellar)[0].endswith(": miss")
    typed(cellar, 4)  # the red die: 2 damage and a surge
    assert cellar.session.pending is not None
    for _ in range(4):  # green, then three power dice: the first word of each
        typed(cellar, 1)
    while cellar.session.pending is not None:
        question = cellar.session.pending.question
        assert isinstance(question, Choose | Roll)
        typed(cellar, 1)

    assert not cellar.model("skerrit").on_table
    assert cellar.model("skerrit").removed_as == "killed"


def test_a_chest_and_a_monkey(cellar: Table) -> None:
    set_up(cellar, at("ordwin", 1.5, 6.5))
    begin(cellar, "ordwin")
    press(cellar, "Run (8 MP)")
    cellar.view.setFocus()
    cellar.key(Qt.Key.Key_Up)
    cellar.key(ENTER)
    press(cellar, "Open the chest (2 MP)")
    assert "does the overlord play his card?" in asked(cellar)
    typed(cellar, 1)
    assert [name.split(": ")[1] for name in offered(cellar)] == ["blank", "not blank"]
    typed(cellar, 2)

    ordwin = cellar.model("ordwin")
    assert ordwin.has("transformed")
    assert (ordwin.count("monkey_turns"), ordwin.count("turn")) == (2, 2)
    assert cellar.session.game.table.piece("strongbox").kind == "open_chest"


def test_everything_comes_back_to_the_beginning(cellar: Table) -> None:
    start = cellar.session.game
    set_up(cellar, token("brannoch", "burn"))
    begin(cellar, "brannoch")
    typed(cellar, 1)
    press(cellar, "Run (6 MP)")
    cellar.view.setFocus()
    cellar.drag((3.5, 8.5), (4.0, 8.5), (5.5, 8.5))
    cellar.key(ENTER)
    while cellar.session.journal.can_undo:
        cellar.key(Qt.Key.Key_Z, CTRL)

    assert cellar.session.game == start


# Measuring, and what an attack comes to ---------------------------------------------------------


def test_the_tape_counts_spaces(cellar: Table) -> None:
    cellar.key(Qt.Key.Key_T)
    cellar.click(3.5, 8.5)
    cellar.move(6.5, 6.5)
    cellar.click(6.5, 6.5)

    assert "3 spaces" in cellar.words()
    assert cellar.bench.told is not None
    assert cellar.bench.told.said == "range 3: 3 spaces"


def test_a_ring_is_of_whole_squares_and_names_who_is_within(cellar: Table) -> None:
    cellar.key(Qt.Key.Key_Z)
    cellar.move(3.5, 8.5)
    typed(cellar, 2)
    (area,) = (area for area in cellar.bench.painted["tool"].areas if area.role == "zone")
    corners = {corner for polygon in area.polygons for ring in polygon for corner in ring}

    assert area.label == "2 spaces · 3 within"
    assert (min(corners)[0], max(corners)[0]) == (1, 6)
    assert any("Issa Quillon 1 space" in word for word in cellar.words())


def test_the_status_line_tells_column_and_row(cellar: Table) -> None:
    cellar.move(5.3, 9.8)

    assert "column 6, row 10" in cellar.window.where.text()


def test_the_odds_of_an_attack_are_exact_before_it_is_made(cellar: Table) -> None:
    set_up(cellar, at("brannoch", 5.5, 6.5), counted("brannoch", "turn", 1), counted("brannoch", "attacks", 1))
    take(cellar, "brannoch")
    QTest.mouseMove(button(cellar, "Hearth sword at Skerrit"))
    panel = cellar.window.panels.odds
    for _ in range(600):
        QTest.qWait(10)
        if bars := panel.findChildren(Bar):
            break

    # only the miss side of the red die saves him
    assert {bar.what: str(bar.chance) for bar in bars} == {"killed": "5/6", "no wound": "1/6"}
    assert cellar.session.game.model("skerrit").on_table


def test_a_shield_is_asked_for_and_frost_tests_it_by_keys(cellar: Table) -> None:
    overlords_turn(cellar)
    set_up(cellar, at("thud", 4.0, 7.0, 180.0), token("brannoch", "frost"))
    begin(cellar, "thud")
    press(cellar, "Bell hammer at Brannoch Vell")
    typed(cellar, 5)  # red: 4 damage
    while cellar.session.pending is not None and "use the oak round" not in asked(cellar):
        typed(cellar, len(offered(cellar)))  # the last word of each die: the most damage
    assert offered(cellar)[0].startswith("Exhaust the oak round")
    typed(cellar, 1)
    assert "frost on the oak round" in asked(cellar).lower()
    typed(cellar, 1)  # blank

    assert cellar.model("brannoch").count("shattered_oak_round") == 1


def test_a_reason_that_forbids_many_actions_is_said_once_over_them(cellar: Table) -> None:
    """Before a hero's turn nearly everything is refused for the same reason."""
    hero = cellar.model("brannoch")
    cellar.click(hero.x, hero.y)
    panel = cellar.window.panels.actions
    refused = [offer for offer in panel.offers if not offer.legal]
    reason = refused[0].plan.objections[0].text
    told = [prose for prose in panel.findChildren(Prose) if prose.accessibleName().startswith(f"✕ {reason}")]
    rows = {place: panel.findChild(Press, f"offer:{place}") for place in range(1, len(panel.offers) + 1)}

    assert sum(reason in [found.text for found in offer.plan.objections] for offer in refused) > 8
    assert len(told) < 4  # once alone, and where another reason comes to it
    first = next(place for place, offer in enumerate(panel.offers, 1) if not offer.legal)
    assert told[0].parent() is rows[first].parent()
    assert rows[first - 1].geometry().bottom() < told[0].geometry().top() < rows[first].geometry().top()
    assert all(f"refused: {reason}" in rows[place].accessibleName() for place in (first, first + 1))
