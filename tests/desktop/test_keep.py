"""A player's hands on the keep beside the rift: climbs, falls, jumps, leaps, hiding and acting together."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from at_table import Mod, Table
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop import app
from desktop.battles import Battles
from desktop.look.parts import Press
from desktop.panels.odds import Bar
from desktop.panels.sums import Brief
from desktop.scene.side_view import Slice
from engine.events import Placed
from engine.game import ModelId
from engine.skirmish import skirmish

DIGITS = {n: Qt.Key(Qt.Key.Key_0 + n) for n in range(1, 7)}
EDGE = 15.0
"""The near edge of the rift, which is 3 in wide there."""


@pytest.fixture
def keep(qapp: object, tmp_path: Path) -> Iterator[Table]:
    """The whole window on the keep, with a hand over it."""
    game = skirmish("sundered_keep")
    window = app.window(app.Options(theme="dark"), Battles(tmp_path / "autosaves"), game, seed=7)
    window.set_motion(False)
    window.resize(1680, 1050)
    window.show()
    yield Table(window)
    window.close()
    window.deleteLater()
    QCoreApplication.processEvents()


def typed(table: Table, *faces: int) -> None:
    """Type real dice, one digit a die."""
    for face in faces:
        table.key(DIGITS[face])


def asked(table: Table) -> str:
    assert table.session.pending is not None
    return str(table.session.pending.question.what)


def cut(table: Table) -> Slice:
    """What the side view shows."""
    shown = table.window.desk.side_view._slice
    assert shown is not None
    return shown


def take(table: Table, model: str, title: str) -> None:
    """Select a model with the mouse and press the button that begins with these words."""
    there = table.model(model)
    table.click(there.x, there.y)
    assert table.session.selection == (model,)
    rows = table.window.panels.actions
    button = next(b for b in rows.findChildren(Press) if b.accessibleName().startswith(title))
    rows.area.ensureWidgetVisible(button)
    table.settle()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    table.settle()


def reasons(table: Table, model: str, title: str) -> str:
    """Why the offer of this title is refused, as its button says it."""
    there = table.model(model)
    table.click(there.x, there.y)
    found = [b.accessibleName() for b in table.window.panels.actions.findChildren(Press)]
    return next(name for name in found if name.startswith(title) and "refused" in name)


def told(table: Table) -> str:
    """All that happened so far, in words."""
    return table.window.panels.log.text.toPlainText()


def odds(table: Table) -> dict[str, str]:
    """The odds panel as it stands once the worker has answered."""
    panel = table.window.panels.odds
    for _ in range(100):
        if bars := panel.findChildren(Bar):
            return {bar.what: str(bar.chance) for bar in bars}
        QTest.qWait(20)
    return {}


# ---------------------------------------------------------------- leaping


def test_the_example_up_to_the_edge_and_across(keep: Table) -> None:
    """Hale, SPD 4 on 25 mm, stands 4 in before a rift of 3 in: a walk, then a leap with a 2."""
    hale = keep.model("hale")
    start, edge = keep.session.game, EDGE - hale.profile.base.radius
    keep.drag((hale.x, hale.y), (13, hale.y), (edge, hale.y))
    assert keep.model("hale").x == pytest.approx(edge, abs=0.02)

    far = EDGE + 3 + hale.profile.base.radius
    keep.press(keep.model("hale").x, hale.y)
    keep.move(17, hale.y)
    keep.move(far, hale.y)
    assert "Leaps 3″: 2+ with 4″ of run-up (5/6)." in keep.words()
    assert odds(keep) == {"across": "5/6", "lost in Bottomless rift, initiative lost": "1/6"}
    seen = cut(keep)
    assert [line.role for line in seen.lines if line.role == "leap"] == ["leap"]
    rift = next(box for box in seen.boxes if box.label == "Bottomless rift")
    assert rift.end - rift.start == pytest.approx(3)
    keep.release(far, hale.y)

    assert "leap of Hale Garrick" in asked(keep)
    typed(keep, 2)
    assert keep.session.pending is None
    assert keep.model("hale").x == pytest.approx(far, abs=0.02)

    keep.key(Qt.Key.Key_Z, Mod.ControlModifier)
    keep.key(Qt.Key.Key_Z, Mod.ControlModifier)
    assert keep.session.game == start


def test_a_stumble_over_the_rift_loses_him_and_the_initiative(keep: Table) -> None:
    hale = keep.model("hale")
    edge = EDGE - hale.profile.base.radius
    keep.drag((hale.x, hale.y), (13, hale.y), (edge, hale.y))
    keep.drag((keep.model("hale").x, hale.y), (17, hale.y), (EDGE + 3 + hale.profile.base.radius, hale.y))
    typed(keep, 1)

    assert keep.model("hale").place == "removed"
    assert keep.session.game.active == "slag_company"


def test_a_broad_base_is_refused_the_same_leap_and_told_by_how_much(keep: Table) -> None:
    """Odda, SPD 4 on 30 mm, is 0.181 in too broad; dragged a hair too far, it stops where its Move ends."""
    keep.key(Qt.Key.Key_Return)
    odda = keep.model("odda")
    edge = EDGE + 3 + odda.profile.base.radius
    keep.drag((odda.x, odda.y), (20, odda.y), (edge - 0.08, odda.y))
    assert keep.model("odda").x == pytest.approx(edge, abs=0.02)
    keep.press(keep.model("odda").x, odda.y)
    keep.move(16, odda.y)
    keep.move(EDGE - odda.profile.base.radius, odda.y)
    assert any(words.startswith("Short by 0.18″") for words in keep.words())
    keep.release(EDGE - odda.profile.base.radius, odda.y)

    assert keep.session.pending is None
    assert keep.model("odda").x == pytest.approx(edge, abs=0.02)
    assert "Short by 0.18″" in keep.window.panels.why.reasons.text()


def test_a_beck_is_waded_or_with_k_leapt(keep: Table) -> None:
    """Jory is set down at the bank by hand; the fourth kind of move is the leap."""
    bank = Placed(model=ModelId("jory"), at=(10.5, 16.55, 0.0))
    keep.session.by_hand((bank,), "Set down at the beck")
    keep.key(Qt.Key.Key_Return)
    keep.press(10.5, 16.55)
    keep.move(10.6, 18)
    keep.move(10.7, 19.6)
    assert not any("stumbles" in words for words in keep.words())
    for _ in range(4):
        keep.key(Qt.Key.Key_K)
    assert any(words.startswith("Leaps 1.8") for words in keep.words())
    assert "On a 1 it stumbles 1″, and the initiative is lost." in keep.words()
    assert any(box.label == "Beck" for box in cut(keep).boxes)
    keep.release(10.7, 19.6)
    typed(keep, 1)

    wet = keep.model("jory")
    assert (wet.z, wet.has("prone"), keep.session.game.active) == (0, True, "gorse_wardens")


# ---------------------------------------------------------------- climbing


def test_a_climb_in_two_actions_shows_its_heights_and_its_odds(keep: Table) -> None:
    """Wren, SPD 5, at the foot of 4.5 in: to 2.5, then over the top."""
    wren = keep.model("wren")
    keep.press(wren.x, wren.y)
    keep.move(wren.x, wren.y - 0.5)
    keep.move(wren.x, wren.y - 1.0)
    assert {"2.5″", "4.5″", "Climb 4.5″ in 2 actions", "Without a fall: 25/36."} <= set(keep.words())
    assert odds(keep)["up"] == "25/36"
    heights = [max(z for _, z in line.points) for line in cut(keep).lines if line.role == "climb"]
    assert heights == pytest.approx([2.5, 4.5])
    wall = next(box for box in cut(keep).boxes if box.top == 4.5)
    assert wall.bottom == 0
    keep.release(wren.x, wren.y - 1.0)

    assert keep.session.pending is not None
    hung = keep.session.pending.game.model("wren")
    assert (hung.z, hung.has("climbing")) == (2.5, True)
    typed(keep, 3)
    typed(keep, 2)
    assert (keep.model("wren").z, keep.model("wren").has("climbing")) == (4.5, False)


def test_a_one_at_the_top_is_a_fall_of_all_of_it(keep: Table) -> None:
    wren = keep.model("wren")
    keep.drag((wren.x, wren.y), (wren.x, wren.y - 0.5), (wren.x, wren.y - 1.0))
    typed(keep, 4)
    typed(keep, 1)
    assert "4.5″ down of Wren Tolley (assumed)" in asked(keep)
    typed(keep, 5, 2)

    fallen = keep.model("wren")
    assert (fallen.z, fallen.has("prone"), fallen.y) == (0, True, pytest.approx(wren.y, abs=0.01))
    assert "Wren Tolley has 2 of 3 Fortitude left" in told(keep)


def test_the_height_reached_survives_the_turn_and_is_climbed_on_from(keep: Table) -> None:
    """One action is spent on a step, so only one climb is left."""
    wren = keep.model("wren")
    keep.drag((wren.x, wren.y), (wren.x - 0.3, wren.y + 0.02), (wren.x - 0.6, wren.y))
    assert keep.model("wren").x < wren.x - 0.5
    x = keep.model("wren").x
    keep.drag((x, wren.y), (x, wren.y - 0.5), (x, wren.y - 1.0))
    typed(keep, 4)
    assert (keep.model("wren").z, keep.model("wren").has("climbing")) == (2.5, True)

    keep.key(Qt.Key.Key_Return)
    keep.key(Qt.Key.Key_Return)
    assert keep.session.game.active == "gorse_wardens"
    assert (keep.model("wren").z, keep.model("wren").has("climbing")) == (2.5, True)
    keep.drag((x, wren.y), (x, wren.y - 0.5), (x, wren.y - 1.0))
    typed(keep, 4)
    assert (keep.model("wren").z, keep.model("wren").has("climbing")) == (4.5, False)


def test_from_part_way_up_he_may_let_himself_drop(keep: Table) -> None:
    wren = keep.model("wren")
    keep.drag((wren.x, wren.y), (wren.x - 0.3, wren.y + 0.02), (wren.x - 0.6, wren.y))
    x = keep.model("wren").x
    keep.drag((x, wren.y), (x, wren.y - 0.5), (x, wren.y - 1.0))
    typed(keep, 4)
    keep.key(Qt.Key.Key_Return)
    keep.key(Qt.Key.Key_Return)
    take(keep, "wren", "Drop 2.5″")
    typed(keep, 3)

    down = keep.model("wren")
    assert (down.z, down.has("climbing"), down.has("prone")) == (0, False, False)


# ---------------------------------------------------------------- falling and jumping down


def test_forced_back_over_the_edge_he_lies_at_the_foot_of_the_wall(keep: Table) -> None:
    """Mother Knap before Jory, who has 3 in of wall behind him."""
    jory = keep.model("jory")
    take(keep, "knap", "Attack Jory Pike")
    typed(keep, 3)
    assert "3″ down of Jory Pike" in asked(keep)
    typed(keep, 6)

    fallen = keep.model("jory")
    assert (fallen.z, fallen.has("prone"), keep.session.pending) == (0, True, None)
    assert fallen.y == pytest.approx(10.5 + fallen.profile.base.radius, abs=0.03)
    assert abs(fallen.x - jory.x) < 0.6
    assert "Jory Pike has 2 of 3 Fortitude left" in told(keep)
    assert keep.model("knap").z == 3


def test_a_jump_off_the_roof_lands_on_its_feet(keep: Table) -> None:
    keep.key(Qt.Key.Key_Return)
    skeat = keep.model("skeat")
    keep.press(skeat.x, skeat.y)
    keep.move(21.4, skeat.y)
    keep.move(20.9, skeat.y)
    assert [line.role for line in cut(keep).lines if line.role == "fall"] == ["fall"]
    keep.release(20.9, skeat.y)
    assert "3″ down of Skeat" in asked(keep)
    typed(keep, 4)

    down = keep.model("skeat")
    assert (down.z, down.has("prone")) == (0, False)
    assert down.x < 21.5


# ---------------------------------------------------------------- hiding


def test_behind_the_wall_he_hides_and_is_shot_at_only_in_the_clear(keep: Table) -> None:
    take(keep, "wren", "Hide behind Keep gatehouse")
    assert keep.model("wren").has("hidden")
    assert "hidden" in told(keep).lower()

    assert "hidden already" in reasons(keep, "wren", "Hide")
    keep.key(Qt.Key.Key_Return)
    why = reasons(keep, "skeat", "Shoot at Wren Tolley")
    assert "cannot see" in why or "hidden" in why.split("refused", 1)[1]


# ---------------------------------------------------------------- acting together


def test_follow_me_two_moves_each_one_after_the_other(keep: Table) -> None:
    take(keep, "una", "Follow me!")
    while keep.session.pending is not None:
        keep.key(DIGITS[1])
    una, hale = keep.model("una"), keep.model("hale")
    assert una.has("following")
    assert hale.has("following")

    keep.drag((hale.x, hale.y), (hale.x, 14.5), (hale.x - 1, 16))
    hale = keep.model("hale")
    keep.drag((hale.x, hale.y), (hale.x - 1, 15.5), (hale.x - 2, 15))
    keep.drag((una.x, una.y), (12.5, 11.7), (13.5, 11.8))
    una = keep.model("una")
    keep.drag((una.x, una.y), (13.6, 12.5), (13.6, 13.5))

    assert [keep.model(name).count("actions") for name in ("una", "hale")] == [2, 2]
    assert not keep.model("una").has("following")


def test_a_volley_adds_up_and_rolls_once(keep: Table) -> None:
    """Two bows of ATK 3 against DEF 4: six is more, two dice."""
    take(keep, "una", "Volley fire! at Odda Krell")
    while keep.session.pending is not None and "attack" not in asked(keep):
        keep.key(DIGITS[1])
    typed(keep, 5, 2)
    while keep.session.pending is not None:
        keep.key(DIGITS[1])

    assert keep.model("odda").count("fortitude_lost") == 1
    assert [keep.model(name).count("actions") for name in ("una", "wren")] == [2, 2]


def test_with_me_brings_him_down_and_over(keep: Table) -> None:
    """Bracken and Mother Knap, ATK 3 each, against DEF 3: six is twice, three dice."""
    take(keep, "bracken", "With me! against Jory Pike")
    while keep.session.pending is not None and "attack" not in asked(keep):
        keep.key(DIGITS[1])
    assert asked(keep).startswith("attack of Bracken on Jory Pike")
    typed(keep, 6, 5, 2)
    assert "Which die counts" in asked(keep)
    keep.key(DIGITS[1])
    assert asked(keep) == "Force Jory Pike back?"
    keep.key(DIGITS[1])
    typed(keep, 5)

    jory = keep.model("jory")
    assert jory.place == "removed" or (jory.z, jory.has("prone")) == (0, True)
    assert [keep.model(name).count("actions") for name in ("bracken", "knap")] == [2, 2]


def test_who_cannot_join_is_named_with_the_reason(keep: Table) -> None:
    """Hale stands beside Una without a bow; Odda's axe is no crossbow."""
    una = keep.model("una")
    keep.click(una.x, una.y)
    offered = [b for b in keep.window.panels.actions.findChildren(Press) if "Volley fire! at Odda" in b.text()]
    assert "Out: Hale Garrick" in offered[0].toolTip()


def test_fortitude_is_called_so_and_taken_by_hand(keep: Table) -> None:
    hale = keep.model("hale")
    keep.click(hale.x, hale.y)
    card = keep.window.panels.card
    assert card.left.text() == "Fortitude 4 / 4"
    card.fill_menu()
    next(action for action in card.menu.actions() if "Fortitude" in action.text()).trigger()
    keep.settle()

    assert card.left.text() == "Fortitude 3 / 4"
    assert keep.model("hale").count("fortitude_lost") == 1
    assert "Hale Garrick has 3 of 4 Fortitude left" in told(keep)


def test_in_a_low_window_a_long_list_scrolls_and_every_refusal_keeps_its_reason(keep: Table, qtbot: QtBot) -> None:
    keep.window.resize(1280, 800)
    man = next(model for model in keep.session.game.on_table() if model.side == keep.session.game.active)
    keep.click(man.x, man.y)
    actions = keep.window.panels.actions
    qtbot.waitUntil(lambda: len(actions.offers) >= 7)
    keep.settle()

    refused = [offer for offer in actions.offers if not offer.legal]
    reasons = actions.findChildren(Brief)
    assert len(reasons) == len(refused) >= 6
    assert all(reason.height() >= reason.fontMetrics().height() - 1 for reason in reasons)
    assert actions.area.verticalScrollBar().maximum() > 0
