"""Measuring with real hands: sight, tape, zones and shade, what they say, and what they keep.

Ada and Ben in red at (10, 10) and (10, 14), Cid in blue at (20, 10), on a bare table.
"""

from __future__ import annotations

import math

import pytest
from at_table import CTRL, SHIFT, Table
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from desktop.tools.overlays import seen_evidence
from engine.game import MM_PER_INCH, ModelId, Terrain, TerrainId
from engine.geometry.evidence import Evidence
from engine.measuring import measure

BASE = 25 / MM_PER_INCH
TENTH = 0.1 / MM_PER_INCH
"""A tenth of a millimetre in inches."""
Key = Qt.Key


def built(table: Table, *walls: tuple[float, float, float, float]) -> None:
    """Begin anew with walls from corner to corner, 3 in high."""
    first = table.session.journal.first
    terrain = tuple(
        Terrain(id=TerrainId(f"w{n}"), name=f"Wall {n}", outline=((a, b), (c, b), (c, d), (a, d)), kind="wall", top=3.0)
        for n, (a, b, c, d) in enumerate(walls, 1)
    )
    table.session.new(replace(first, table=replace(first.table, terrain=terrain)))
    table.settle()


def placed(table: Table, **places: tuple[float, float]) -> None:
    """Begin anew with models elsewhere."""
    first = table.session.journal.first
    models = tuple(replace(m, x=places[m.id][0], y=places[m.id][1]) if m.id in places else m for m in first.models)
    table.session.new(replace(first, models=models))
    table.settle()


def waits(qtbot: QtBot, table: Table, words: str) -> None:
    qtbot.waitUntil(lambda: any(words in said for said in table.words()), timeout=8000)


def copied(table: Table) -> str:
    table.key(Key.Key_C, CTRL)
    return QGuiApplication.clipboard().text()


def roles(table: Table, layer: str) -> list[str]:
    return [line.role for line in table.bench.painted.get(layer, Evidence()).lines]


# Sight -----------------------------------------------------------------------------------------


def test_sight_says_what_the_command_line_says_and_copies_all_of_it(table: Table, qtbot: QtBot) -> None:
    built(table, (14, 8, 14.4, 12))
    table.click(10, 10)
    table.key(Key.Key_L)
    table.move(20, 10)
    waits(qtbot, table, "blocked by")
    table.click(20, 10)

    told = measure(table.session.game, "sight ada cid")
    assert told.said in table.window.hint.text()
    assert told.label in table.words()
    text = copied(table)
    assert text.splitlines()[0] == f"Ada to Cid: {told.said}"
    assert text.splitlines()[1:] == told.text().splitlines()[1:]
    assert "  stops at: 14,10," in text
    assert "  other way: the same, blocked" in text
    assert table.bench.painted["kept"].pieces == ("w1",)


def test_who_was_selected_may_be_clicked_as_well(table: Table, qtbot: QtBot) -> None:
    """Click who looks, then at whom: also where the first is selected already."""
    table.click(10, 10)
    table.key(Key.Key_L)
    table.click(10, 10)
    table.move(20, 10)
    waits(qtbot, table, "clear by")
    table.click(20, 10)

    assert table.window.hint.text().startswith("Ada to Cid: clear by")
    assert "kept" in table.bench.painted

    table.key(Key.Key_Escape)
    table.click(10, 10)
    table.click(10, 10)  # once more on the one who looks takes it back
    assert table.session.selection == ()


def test_a_kept_answer_stays_while_the_hand_wanders_until_escape(table: Table, qtbot: QtBot) -> None:
    table.click(10, 10)
    table.key(Key.Key_L)
    table.move(20, 10)
    waits(qtbot, table, "clear by")
    table.click(20, 10)
    kept = table.bench.painted["kept"]
    for place in ((25, 20), (10, 14), (5, 5)):
        table.move(*place)
    qtbot.wait(60)

    assert table.bench.painted == {"kept": kept}
    assert "Ada → Cid" in table.window.desk.side_view.accessibleDescription()
    table.key(Key.Key_Escape)
    table.key(Key.Key_Escape)
    assert table.bench.painted == {}


def test_too_close_to_call_looks_different_from_yes_and_no(table: Table, qtbot: QtBot) -> None:
    gap = 6 * TENTH
    built(table, (15, 0, 15.2, 10 - gap), (15, 10 + gap, 15.2, 30))
    table.click(10, 10)
    table.key(Key.Key_L)
    table.move(20, 10)
    waits(qtbot, table, "clear, but only by 0.3 mm: too close to call")
    table.click(20, 10)

    assert roles(table, "kept") == ["close"]
    assert table.window.desk.side_view._slice.lines[0].role == "close"
    stroke, theme = table.scene.look.stroke("close"), table.scene.look
    for other in ("clear", "blocked", "grazing"):
        assert (stroke.dash, stroke.tip) != (theme.stroke(other).dash, theme.stroke(other).tip)
    assert stroke.colour not in (theme.clear, theme.blocked)


def test_sight_from_a_place_to_a_model_and_from_a_model_to_a_place(table: Table, qtbot: QtBot) -> None:
    table.key(Key.Key_L)
    table.click(5, 5)
    table.move(10, 10)
    waits(qtbot, table, "clear by")
    table.click(10, 10)

    text = copied(table)
    at = [float(number) for number in text[1:].split(",")[:2]]
    assert at == pytest.approx([5, 5], abs=0.06), "to the pixel"
    assert "to Ada: clear by" in text.splitlines()[0]
    exactly = text.partition("from: the point ")[2].split(",")
    assert [round(float(number), 2) for number in exactly[:2]] == at, "a hundredth in the sentence, all of it below"
    table.key(Key.Key_Escape)
    table.click(20, 10)
    table.move(25, 25)
    waits(qtbot, table, "clear by")
    table.click(25, 25)
    ahead, _, place = copied(table).partition("(")
    assert ahead == "Cid to "
    assert [float(number) for number in place.split(",")[:2]] == pytest.approx([25, 25], abs=0.06)


def test_sight_with_keys_alone(table: Table, qtbot: QtBot) -> None:
    table.key(Key.Key_Tab)
    table.key(Key.Key_L)
    table.key(Key.Key_Tab)
    table.key(Key.Key_Tab)
    waits(qtbot, table, "clear by")
    table.key(Key.Key_Return)

    assert "kept" in table.bench.painted
    assert copied(table).startswith("Ada to Cid: clear by")
    assert table.session.journal.entries == ()


# The tape ----------------------------------------------------------------------------------------


def test_the_tape_of_a_model_says_where_its_base_would_bump(table: Table, qtbot: QtBot) -> None:
    built(table, (14, 0, 14.4, 10 + BASE / 2 - 2 * TENTH))
    table.key(Key.Key_T)
    table.click(10, 10)
    table.move(18, 11)
    table.click(18, 10)
    table.key(Key.Key_Return)

    text = copied(table)
    assert "Ada walks it: 8" in text
    told = table.bench.painted["kept"]
    assert told.lines[0].role == "ruler"


def test_a_slit_a_hair_too_narrow_is_marked_on_the_tape(table: Table, qtbot: QtBot) -> None:
    """The slit is 24.8 mm wide, the base 25: bumps, but only by 0.1 mm a side less what counts as touching."""
    half = BASE / 2 - TENTH
    built(table, (14, 0, 14.4, 10 - half), (14, 10 + half, 14.4, 30))
    placed_y = 10.0
    table.key(Key.Key_Tab)
    table.key(Key.Key_T)
    for _ in range(8):
        table.key(Key.Key_Right, SHIFT)
    table.key(Key.Key_Return)
    qtbot.waitUntil(lambda: "too close to call" in table.window.hint.text(), timeout=8000)

    assert table.model("ada").y == placed_y
    marks = table.bench.painted["kept"].marks
    assert [mark.role for mark in marks if mark.label] == ["close"]
    assert "bumps into Wall 1 after 3.94″" in table.window.hint.text()
    assert "but only by 0.07 mm" in copied(table)
    assert set(table.bench.painted["kept"].pieces) == {"ada", "w1", "w2"}


def test_the_tape_with_keys_walks_from_model_to_model(table: Table) -> None:
    table.key(Key.Key_Tab)
    table.key(Key.Key_T)
    table.key(Key.Key_Down)
    table.key(Key.Key_Tab)
    table.key(Key.Key_Tab)
    assert f"{10 - BASE:.2f}″ edge to edge" in table.words()
    table.key(Key.Key_Return)

    assert copied(table).splitlines()[0] == f"Ada to Cid: {10 - BASE:.2f}″ edge to edge"
    assert "  stands on: 0″ on the table; 0″ on the table: level" in copied(table)


def test_a_gap_of_a_hair_is_too_close_to_call(table: Table) -> None:
    placed(table, cid=(10 + BASE + 2 * TENTH, 10))
    table.key(Key.Key_T)
    table.click(10, 10)
    table.click(11, 10)

    assert "0.01″ edge to edge · apart, but only by 0.2 mm: too close to call" in table.words()
    assert roles(table, "kept") == ["close"]


# Zones and reach ---------------------------------------------------------------------------------


def test_reach_follows_the_mouse(table: Table, qtbot: QtBot) -> None:
    table.key(Key.Key_Z)
    table.move(10, 10)
    qtbot.waitUntil(lambda: table.words() == ["6″"], timeout=5000)
    table.move(5, 30)
    assert table.words() == []


def test_what_is_not_known_yet_says_so(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table.bench, "ask", lambda work, heard: None)
    table.key(Key.Key_Z)
    table.move(10, 10)

    assert table.words() == ["…"]


def test_a_ring_is_chosen_by_digits_wheel_and_arrows_and_lists_who_is_in_it(table: Table, qtbot: QtBot) -> None:
    table.key(Key.Key_Z)
    table.move(10, 10)
    table.key(Key.Key_4)
    told = measure(table.session.game, "zone ada 4")
    assert told.said in table.window.hint.text()
    assert "Ben 3.02″" in table.words()
    assert table.bench.painted["tool"].areas[-1].label == "4″ · 1 within"

    table.key(Key.Key_1)
    table.key(Key.Key_0)
    assert table.bench.painted["tool"].areas[-1].label == "10″ · 2 within"
    assert f"Cid {10 - BASE:.2f}″" in table.words()
    table.wheel(1, 10, 10, SHIFT)
    table.key(Key.Key_Up)
    assert "12″ round Ada" in copied(table)
    table.key(Key.Key_0)
    assert table.bench.painted["tool"].areas == ()
    assert table.session.journal.entries == ()


def test_the_ring_lies_exactly_its_inches_off_the_base(table: Table) -> None:
    table.key(Key.Key_Z)
    table.move(10, 10)
    table.key(Key.Key_3)

    (ring,) = table.bench.painted["tool"].areas[-1].polygons[0]
    for x, y in ring:
        assert ((x - 10) ** 2 + (y - 10) ** 2) ** 0.5 - BASE / 2 == pytest.approx(3, abs=1e-9)


def test_a_kept_zone_follows_the_drag_and_says_who_comes_into_it(
    table: Table, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("desktop.tools.overlays.REST_MS", 3000)  # longer than a busy machine takes for three moves
    monkeypatch.setattr("desktop.tools.overlays.BUDGET_MS", math.inf)
    table.key(Key.Key_Z)
    table.move(10, 10)
    table.key(Key.Key_5)
    table.click(10, 10)
    table.key(Key.Key_V)
    assert table.bench.painted["zone"].areas[-1].label == "5″ · 1 within"

    table.press(10, 10)
    table.move(12, 10)
    table.move(14.5, 11)
    area = table.bench.painted["zone"].areas[-1]
    assert area.label == "5″ · 2 within"
    xs = [x for x, _ in area.polygons[0][0]]
    assert (min(xs) + max(xs)) / 2 == pytest.approx(table.shown("ada")[0], abs=1e-6)
    assert "…" in [mark.label for mark in table.bench.painted["zone"].marks]
    assert set(table.bench.painted["zone"].pieces) == {"ben", "cid"}
    qtbot.waitUntil(lambda: table.bench.painted["zone"].marks == (), timeout=20_000)
    table.key(Key.Key_Escape)
    assert table.bench.painted["zone"].areas[-1].label == "5″ · 1 within"
    table.release(14.5, 11)
    table.key(Key.Key_Escape)
    assert "zone" not in table.bench.painted


def test_a_model_just_outside_the_ring_is_too_close_to_call(table: Table) -> None:
    placed(table, cid=(10 + BASE + 6 + 3 * TENTH, 10))
    table.key(Key.Key_Z)
    table.move(10, 10)
    table.key(Key.Key_6)

    lines = {line.label: line.role for line in table.bench.painted["tool"].lines}
    assert lines["Cid 6.01″, beyond, but only by 0.3 mm: too close to call"] == "close"
    assert lines["Ben 3.02″"] == "ruler"


def test_digits_still_answer_questions_with_the_zone_tool_in_hand(table: Table) -> None:
    table.click(10, 10)
    table.key(Key.Key_1)
    assert table.session.pending is not None
    table.key(Key.Key_Z)
    table.move(10, 10)
    table.key(Key.Key_4)

    assert table.session.answers or table.session.pending is None


# The shade -----------------------------------------------------------------------------------------


def seen(table: Table, x: float, y: float) -> bool:
    from PySide6.QtCore import QPointF

    shade = table.scene._shade
    return not shade._dark.contains(QPointF(x, y)) if not shade._extent.isNull() else True


def test_the_shade_covers_what_the_selected_model_does_not_see_and_follows_the_drag(table: Table, qtbot: QtBot) -> None:
    built(table, (15, 8, 15.4, 12))
    table.key(Key.Key_S)
    assert "Select a model" in table.window.hint.text()
    table.click(10, 10)
    assert not seen(table, 20, 10)
    assert seen(table, 10, 30)
    waits(qtbot, table, "no enemy sees it")

    table.press(10, 10)
    table.move(11, 8)
    table.move(12, 5)
    assert seen(table, 20, 4)
    assert not seen(table, 16, 10)
    assert "…" in [mark.label for mark in table.bench.painted["shade"].marks]
    qtbot.waitUntil(lambda: table.window.hint.text() == "Ada there: seen by Cid", timeout=8000)
    assert table.bench.painted["shade"].pieces == ("cid",)
    table.key(Key.Key_Escape)
    table.release(12, 5)
    assert not seen(table, 20, 10)
    table.key(Key.Key_S)
    assert seen(table, 20, 10)
    assert "shade" not in table.bench.painted


def test_an_overlay_that_is_slow_waits_until_the_hand_rests(
    table: Table, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.bench.overlays.keep(ModelId("ada"), 4.0)
    monkeypatch.setattr("desktop.tools.overlays.REST_MS", 1500)
    monkeypatch.setitem(table.bench.overlays._cost, "zone", 1e6)
    table.press(10, 10)
    table.move(11, 10)
    table.move(12, 10)

    assert [mark.label for mark in table.bench.painted["zone"].marks] == ["…"]
    assert table.bench.painted["zone"].areas == ()
    qtbot.waitUntil(lambda: bool(table.bench.painted["zone"].areas), timeout=5000)
    table.key(Key.Key_Escape)
    table.release(12, 10)


def test_an_overlay_that_breaks_is_put_away_with_a_sentence(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    table.session.faulted.connect(said.append)

    def broken(*_: object) -> None:
        raise ValueError("no such ring")

    table.bench.overlays.keep(ModelId("ada"), 4.0)
    monkeypatch.setattr("desktop.tools.overlays.tell_zone", broken)
    table.drag((10, 10), (11, 10), (12, 10))

    assert said == ["An overlay could not be drawn and was put away: no such ring."]
    assert table.bench.overlays.kept is None
    assert table.model("ada").x == pytest.approx(12, abs=0.08)


def test_a_drag_shows_the_reach_as_soon_as_it_is_known_and_takes_it_away(street: Table, qtbot: QtBot) -> None:
    tove = street.model("tove")
    street.press(tove.x, tove.y)
    street.move(tove.x - 0.3, tove.y)
    street.move(tove.x - 0.6, tove.y)
    assert "reach" in street.bench.painted
    qtbot.waitUntil(lambda: bool(street.bench.painted["reach"].areas), timeout=8000)
    street.key(Key.Key_Escape)
    street.release(tove.x - 0.6, tove.y)
    qtbot.wait(50)

    assert street.bench.painted == {}


# Templates -----------------------------------------------------------------------------------------


def test_a_blast_lists_who_is_under_it_and_by_how_much(table: Table) -> None:
    table.key(Key.Key_B)
    table.move(10, 12)
    table.key(Key.Key_2)
    assert table.bench.painted["tool"].areas[0].label == "2″ blast · 2 under it"
    assert set(table.bench.painted["tool"].pieces) == {"ada", "ben"}
    table.wheel(-1, 10, 12, SHIFT)
    table.wheel(-1, 10, 12, SHIFT)
    assert table.bench.painted["tool"].areas[0].label == "1″ blast · 0 under it"
    table.key(Key.Key_2)
    table.click(10, 12)

    text = copied(table)
    assert text.startswith("Blast at 10.0")
    assert "2 under the 2″ blast" in text.splitlines()[0]
    assert "  Ada (ada): under it by 1" in text
    table.move(30, 30)
    assert "2 under the 2″ blast" in copied(table)
    table.key(Key.Key_Escape)
    table.key(Key.Key_Escape)
    assert table.bench.painted == {}


def test_a_flame_comes_from_the_selected_model_and_spares_it(table: Table) -> None:
    table.key(Key.Key_B)
    table.move(14, 10)
    table.key(Key.Key_W)
    assert "Select a model" in table.window.hint.text()
    table.key(Key.Key_Tab)
    table.key(Key.Key_Right)

    label = table.bench.painted["tool"].areas[0].label
    assert label == "8″ flame · 0 under it"
    table.move(10, 20)
    assert table.bench.painted["tool"].areas[0].label == "8″ flame · 1 under it"
    assert table.bench.painted["tool"].pieces == ("ben",)
    table.key(Key.Key_W)
    assert table.bench.painted["tool"].areas[0].label == "6″ cone · 1 under it"
    table.key(Key.Key_W)
    assert "wide line" in table.bench.painted["tool"].areas[0].label


def test_a_base_a_hair_outside_a_blast_is_marked(table: Table) -> None:
    placed(table, cid=(15.0, 20.0))
    table.key(Key.Key_B)
    table.click(10, 20)
    told = measure(table.session.game, f"blast 10,20 {5 - BASE / 2 - 3 * TENTH}")

    assert told.close
    assert told.said.endswith("too close to call: Cid")
    assert [mark.role for mark in told.evidence.marks] == ["close"]
    assert told.evidence.marks[0].label == "not under it, but only by 0.3 mm: too close to call"


def test_in_a_crowd_the_shade_names_a_few_and_counts_the_rest(street: Table) -> None:
    game = street.session.game
    crowd = [(enemy, True, 0.001) for enemy in game.enemies(game.model("tove"))]

    (mark,) = seen_evidence(game.model("tove"), crowd).marks

    assert mark.label == (
        "seen by Ysolt Marr, Sable, Hollow Wick, Finch and 1 more"
        " · too close to call: Ysolt Marr, Sable, Hollow Wick, Finch and 1 more"
    )
