"""In a drag a base stands against walls and the table's edge; and what is much to say is said whole in the panel."""

from __future__ import annotations

import dataclasses

import pytest
from at_table import ALT, CTRL, Table
from PySide6.QtCore import Qt

from desktop.session import Session
from engine.commands import Command
from engine.events import Built, Placed
from engine.game import MM_PER_INCH, ModelId, Terrain, TerrainId
from engine.play import Refused, Result
from engine.questions import Objection

R = 12.5 / MM_PER_INCH
HOUSE = Terrain(id=TerrainId("house"), name="House", outline=((13, 6), (18, 6), (18, 12), (13, 12)), top=3.0)


def built(table: Table) -> Table:
    table.session.by_hand((Built(piece=HOUSE),), "Set up")
    return table


def test_a_base_is_drawn_to_the_wall_beside_it(table: Table) -> None:
    built(table).drag((10, 10), (12, 10), (13 - R - 0.12, 10))

    assert table.model("ada").x == pytest.approx(13 - R, abs=1e-3)
    assert table.model("ada").y == pytest.approx(10, abs=0.05)


def test_the_wall_it_is_drawn_to_is_outlined(table: Table) -> None:
    built(table).press(10, 10)
    table.move(12, 10)
    table.move(13 - R - 0.12, 10)
    assert "house" in table.bench.painted["tool"].pieces
    table.move(11, 10)

    assert "house" not in table.bench.painted["tool"].pieces


@pytest.mark.parametrize("held", [ALT, CTRL])
def test_alt_or_ctrl_suspends_it(table: Table, held: object) -> None:
    built(table).press(10, 10)
    table.move(12, 10)
    table.move(13 - R - 0.12, 10, held)  # type: ignore[arg-type]
    table.release(13 - R - 0.12, 10, held)  # type: ignore[arg-type]

    assert table.model("ada").x == pytest.approx(13 - R - 0.12, abs=0.06)
    assert table.model("ada").x < 13 - R - 0.04


def test_the_hint_says_so(table: Table) -> None:
    table.press(10, 10)
    table.move(12, 10)

    assert "Alt or Ctrl: no snapping" in table.window.hint.text()


def test_a_base_is_drawn_to_the_edge_and_the_corner_of_the_table(table: Table) -> None:
    table.session.by_hand((Placed(model=ModelId("ada"), at=(3.0, 3.0, 0.0)),), "Set up")
    table.drag((3, 3), (2, 2), (R + 0.1, R - 0.1))

    assert (table.model("ada").x, table.model("ada").y) == pytest.approx((R, R), abs=1e-6)


def test_contact_with_an_enemy_goes_before_a_wall(table: Table) -> None:
    table.session.by_hand((Placed(model=ModelId("cid"), at=(14.0, 13.0, 0.0)),), "Set up")
    built(table).drag((10, 14), (11, 13.2), (14 - 2 * R - 0.1, 13.0))

    assert table.model("ben").x == pytest.approx(14 - 2 * R, abs=1e-3)


# Much to say ------------------------------------------------------------------------------------


def warned(monkeypatch: pytest.MonkeyPatch, *said: str, refused: bool = False) -> None:
    """Every wish has these risks, or is refused for these reasons."""
    plain = Session.preview

    def preview(self: Session, command: Command) -> Result:
        result = plain(self, command)
        if refused:
            return Refused(tuple(Objection(text=text, why=("TOY-1",)) for text in said), result.plan)
        return dataclasses.replace(result, plan=dataclasses.replace(result.plan, notes=said))

    monkeypatch.setattr(Session, "preview", preview)


def test_five_risks_are_three_on_the_table_and_five_in_the_panel(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    warned(monkeypatch, "One.", "Two.", "Three.", "Four.", "Five.")
    table.press(10, 10)
    table.move(12, 10)
    words = [mark.label for mark in table.bench.painted["tool"].marks]
    why = table.window.panels.why
    assert words == ["One.", "Two.", "Three.  +2 more"]
    assert not why.isHidden()
    assert "5 things to know" in why.heading.text()
    for said in ("One.", "Four.", "Five."):
        assert f"! {said}" in why.reasons.text()
    table.key(Qt.Key.Key_Escape)

    assert why.isHidden()


def test_three_risks_leave_the_panel_alone(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    warned(monkeypatch, "One.", "Two.", "Three.")
    table.press(10, 10)
    table.move(12, 10)

    assert [mark.label for mark in table.bench.painted["tool"].marks] == ["One.", "Two.", "Three."]
    assert table.window.panels.why.isHidden()


def test_many_reasons_for_no_keep_their_clauses(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    warned(monkeypatch, "One.", "Two.", "Three.", "Four.", refused=True)
    table.press(10, 10)
    table.move(12, 10)

    assert "+1 more" in table.bench.painted["tool"].marks[-1].label
    assert table.window.panels.why.reasons.text().count("clause:TOY-1") == 4
