"""Two players' hands at the shrine: a charge, secret splits, a disguise, a rage, fire at the turn's end, all undone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from at_table import CTRL, Table
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QAbstractButton, QLabel

from engine.ask import Choose, Roll
from engine.events import Counted, Event, Gained, Placed
from engine.game import Marker, ModelId
from engine.geometry.measure import gap
from engine.play import Refused

DIGITS = {n: Qt.Key(Qt.Key.Key_0 + n) for n in range(1, 10)}
ENTER = Qt.Key.Key_Return
SPLITS = ("2 attack, 2 defence", "1 attack, 1 defence, 2 Slam")
"""The first and the sixth of the ways in which Brine may divide four dice."""


@pytest.fixture
def shrine(qapp: object, tmp_path: Path) -> Iterator[Table]:
    """The skirmish at the shrine in its first main phase, the Still Crane to act."""
    from desktop import app
    from desktop.battles import Battles
    from engine.skirmish import skirmish

    window = app.window(app.Options(theme="dark"), Battles(tmp_path / "autosaves"), skirmish("shrine_court"), seed=7)
    window.set_motion(False)
    window.resize(1300, 850)
    window.show()
    table = Table(window)
    table.key(ENTER)
    typed(table, 5, 2)
    yield table
    window.close()
    window.deleteLater()
    QCoreApplication.processEvents()


def typed(table: Table, *digits: int) -> None:
    """One digit a die, or the number of an option."""
    for digit in digits:
        table.key(DIGITS[digit])


def set_up(table: Table, *facts: Event) -> None:
    table.session.by_hand(facts, "Set up")


def at(model: str, x: float, y: float, facing: float) -> Placed:
    return Placed(model=ModelId(model), at=(x, y, 0.0), facing=facing)


def marked(model: str, status: str, value: int = 0, source: str = "") -> Gained:
    return Gained(model=ModelId(model), marker=Marker(status, value, source))


def counters(model: str, left: int) -> Counted:
    return Counted(of="model", whose=model, name="activations", value=left)


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


def answered(table: Table, face: int = 4) -> None:
    """Whatever is still asked: the first option, uncovered first, and this face on every die."""
    while table.session.pending is not None:
        asked = table.session.pending.question
        if isinstance(asked, Choose) and asked.secret:
            table.key(ENTER)
        typed(table, *([face] * asked.dice.count if isinstance(asked, Roll) else [1]))


def face_to_face(table: Table) -> None:
    """Hadabe looks at Brine over six inches of open court."""
    set_up(table, at("hadabe", 10, 13.5, 0), at("brine", 10, 7.5, 180))


def test_a_charge_by_drag_and_splits_that_nobody_else_sees(shrine: Table) -> None:
    face_to_face(shrine)
    brine = shrine.model("brine")
    shrine.press(10, 13.5)
    shrine.move(10, 11)
    shrine.move(brine.x, brine.y + 1.25)
    assert "Charge Brine" in shrine.words()
    shrine.release(brine.x, brine.y + 1.25)

    typed(shrine, 1, 1)  # no boosts
    assert question(shrine) == "how Brine divides 4 dice"
    typed(shrine, 6)
    assert question(shrine) == "how Brine divides 4 dice"  # a covered choice takes no digit
    assert not any(split in read(shrine) for split in SPLITS)
    shrine.key(ENTER)
    assert all(split in read(shrine) for split in SPLITS)
    typed(shrine, 6)

    assert question(shrine) == "how Hadabe divides 4 dice"
    assert not any(split in read(shrine) for split in SPLITS)
    shrine.key(ENTER)
    typed(shrine, 2)
    assert question(shrine) == "attack of Hadabe"
    assert "shows 1 attack, 1 defence, 2 Slam" in read(shrine)

    typed(shrine, 4, 3, 2, 5)  # attack 4 and two supports, defence 5: success level 1
    typed(shrine, 2, 6)  # Brine's one die is held off
    assert question(shrine) == "damage on Brine, success level 1, +2"  # of the charge
    typed(shrine, 3, 2)
    assert shrine.session.pending is None
    hadabe = shrine.model("hadabe")
    assert (hadabe.count("activations"), shrine.model("brine").count("activations")) == (0, 1)
    assert gap(hadabe, shrine.model("brine")).contact
    assert shrine.model("brine").count("wounds_lost") == 1


def test_of_little_ki_nobody_gets_at_the_disguised_and_a_failed_test_moves_nobody(shrine: Table) -> None:
    set_up(shrine, at("dorobu", 10, 13.5, 0), at("whisper", 10, 8.5, 180))
    told = refusals(shrine)
    shrine.drag((10, 13.5), (10, 12), (10, 9.95))
    assert told[-1].objections[0].text == (
        "Whisper is Disguised; with Ki 1 Big Dorobu cannot move into contact with it."
    )
    assert shrine.shown("dorobu") == (10, 13.5)

    set_up(shrine, at("dorobu", 13, 20, 0), at("hadabe", 10, 11.5, 0))
    shrine.drag((10, 11.5), (10, 10.6), (10, 9.75))
    assert question(shrine) == "Ki test of Hadabe to see through Whisper"
    assert shrine.shown("hadabe") == (10, 11.5)
    typed(shrine, 2, 2)
    assert (shrine.shown("hadabe"), shrine.model("hadabe").count("activations")) == ((10, 11.5), 1)
    assert shrine.model("whisper").has("disguise")

    shrine.session.undo()
    shrine.drag((10, 11.5), (10, 10.6), (10, 9.75))
    typed(shrine, 6, 2)
    answered(shrine)
    assert not shrine.model("whisper").has("disguise")
    assert gap(shrine.model("hadabe"), shrine.model("whisper")).contact or not shrine.model("whisper").on_table


def test_the_berserk_is_led_through_its_steps(shrine: Table) -> None:
    """Rust rages from the start of the turn; Hadabe is the nearest, at 3.9″, then 6.9″."""
    far_off = (at("tab", 19, 3, 180), at("whisper", 18, 9, 220), at("brine", 3, 1, 180))
    set_up(shrine, at("rust", 10, 7.5, 180), at("hadabe", 10, 13, 0), *far_off)
    set_up(shrine, Counted(of="side", whose="still_crane", name="passes", value=1))
    assert shrine.window.panels.phase_bar.primary.text().startswith("Next: Pass (1 token)")
    shrine.key(ENTER)
    assert shrine.window.panels.phase_bar.primary.text().startswith("Rust is next")
    told = refusals(shrine)
    shrine.click(10, 7.5)
    assert "must declare Melee against Hadabe, the nearest valid enemy" in read(shrine)
    shrine.press(10, 7.5)
    shrine.move(11, 8)
    shrine.move(11.5, 9)
    assert "3.9″ nearest valid enemy" in shrine.words()
    shrine.release(11.5, 9)
    assert told[-1].objections[0].why == ("BUS-BERSERK-3", "BUS-BERSERK-4")
    assert shrine.shown("rust") == (10, 7.5)
    typed(shrine, 1)  # the only thing it may do
    assert question(shrine) == "Fear test of Hadabe against Rust"
    shrine.key(Qt.Key.Key_Escape)
    assert shrine.shown("rust") == (10, 7.5)

    set_up(shrine, at("hadabe", 10, 16, 0))
    shrine.click(10, 7.5)
    assert "must charge Hadabe, the nearest valid enemy" in read(shrine)

    set_up(shrine, counters("rust", 1))
    shrine.click(10, 7.5)
    assert "must run straight at Hadabe, the nearest enemy" in read(shrine)
    typed(shrine, 1)
    rust = shrine.model("rust")
    assert (rust.x, rust.count("activations"), rust.has("impetuous")) == (pytest.approx(10), 0, False)
    assert gap(rust, shrine.model("hadabe")).plan == pytest.approx(1.0, abs=0.01)  # short of her zone
    assert rust.has("berserk")


def test_fire_is_foretold_then_burns_and_all_of_it_comes_back(shrine: Table) -> None:
    start = shrine.session.game
    for fire in (1, 2, 1):
        set_up(shrine, marked("hadabe", "fire", fire))
    set_up(shrine, *(counters(model.id, 0) for model in shrine.session.game.models))
    shrine.key(ENTER)
    assert shrine.session.game.phase == "end"
    bar = shrine.window.panels.phase_bar
    assert "Hadabe burns: 2 wounds" in bar.primary.toolTip()
    shrine.key(ENTER)
    answered(shrine)

    hadabe = shrine.model("hadabe")
    assert (hadabe.count("wounds_lost"), hadabe.values("fire")) == (2, (1, 1))  # Tough 1 is no help
    assert (shrine.session.game.round, shrine.session.game.phase) == (2, "start")
    while shrine.session.game != start:
        assert shrine.session.can_undo
        shrine.key(Qt.Key.Key_Z, CTRL)


def test_the_window_alone_teaches_what_a_condition_does(shrine: Table) -> None:
    """On the card (or over its line) and over the chips: what it is, who holds whom, how many, and what follows."""
    set_up(shrine, marked("sorano", "prone"))
    set_up(shrine, at("hadabe", 10, 8.878, 0), at("brine", 10, 7.5, 180))
    set_up(shrine, marked("hadabe", "held", 0, "brine"))
    for name, line, sentence in (
        ("sorano", "Prone", "On the ground: it may only stand up."),
        ("hadabe", "Held (Brine)", "Free once it disengages, the two no longer touch"),
        ("rust", "Berserk · Impetuous", "Each action goes for the nearest enemy"),
    ):
        shrine.session.select((name,))
        shrine.settle()
        card = shrine.window.panels.card
        parts = [part for part in card.findChildren(QLabel) if part.isVisible()]
        said = "\n".join(f"{part.text()}\n{part.toolTip()}" for part in parts)
        assert line in said
        assert sentence in said
        shown = shrine.scene.model_item(name)
        assert shown is not None
        assert sentence in shown.toolTip()


def test_a_hold_ends_by_whatever_hand_moves_the_holder(shrine: Table) -> None:
    set_up(shrine, at("hadabe", 10, 8.878, 0), at("brine", 10, 7.5, 180))
    set_up(shrine, marked("hadabe", "held", 0, "brine"))
    held = shrine.session.game
    assert held.model(ModelId("hadabe")).has("held")
    set_up(shrine, at("brine", 10, 5, 180))
    assert not shrine.model("hadabe").has("held")
    shrine.key(Qt.Key.Key_Z, CTRL)
    assert shrine.session.game == held


def test_the_controlled_change_sides_on_the_table_and_nothing_hidden_is_shown(shrine: Table) -> None:
    before = shrine.session.game
    set_up(shrine, marked("hadabe", "control"))
    assert shrine.model("hadabe").side == "salt_lantern"
    shown = shrine.scene.model_item("hadabe")
    assert shown is not None
    assert shown.toolTip().splitlines()[0] == "Hadabe: Controlled"
    shrine.key(Qt.Key.Key_Z, CTRL)
    assert shrine.session.game == before


def test_no_zone_is_painted_round_the_prone_and_the_disguised(shrine: Table) -> None:
    def painted(name: str) -> bool:
        """Is a zone painted round this model as it is picked up?"""
        model = shrine.model(name)
        shrine.press(model.x, model.y)
        shrine.move(model.x + 0.4, model.y)
        labels = [area.label for shown in shrine.bench.painted.values() for area in shown.areas]
        shrine.key(Qt.Key.Key_Escape)
        shrine.release(model.x, model.y)
        return "zone of control" in labels

    assert painted("hadabe")
    assert not painted("whisper")
    set_up(shrine, marked("hadabe", "prone"))
    assert not painted("hadabe")
    shrine.key(Qt.Key.Key_Z, CTRL)
    assert painted("hadabe")


def test_the_frightened_are_kept_from_the_fearsome(shrine: Table) -> None:
    set_up(shrine, at("sorano", 10, 11.5, 0), at("rust", 10, 8, 180), marked("sorano", "frightened"))
    told = refusals(shrine)
    shrine.drag((10, 11.5), (10, 10.6), (10, 9.65))
    assert "BUS-FRIGHTENED-4" in told[-1].objections[0].why
    assert shrine.shown("sorano") == (10, 11.5)
