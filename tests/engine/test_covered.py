"""A picture under the table: laid, spread, taken off; told, kept in a file, and what cannot be so."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine import limits, store
from engine.commands import ByHand
from engine.events import Covered, Event, Spread, apply
from engine.game import Cloth, Game, Side, Table
from engine.journal import Entry, Journal
from engine.limits import LARGEST_PICTURE, event_fault, table_fault
from engine.store import BattleFile
from engine.story import tell

GAME = Game(system="toy", table=Table(width=48, height=30), sides=(Side(id="red", name="Red"),))
MAT = Cloth(b"\x89PNG mat", 0, 0, 48, 36)
LYING = replace(GAME, table=replace(GAME.table, cloth=MAT))


def kept(path, *facts: Event) -> Journal:
    """A battle of these facts, each an entry of its own, in a file."""
    journal = Journal(GAME, seed=1)
    for fact in facts:
        journal = journal.add(Entry(command=ByHand(facts=(fact,)), events=(fact,), parent=journal.cursor))
    BattleFile.create(path, journal).close()
    return journal


TOLD = [
    (Covered(cloth=MAT), GAME, "A picture lies under the table, 48 × 36″."),
    (Covered(cloth=Cloth(b"x")), GAME, "A picture lies under the table, 48 × 30″."),
    (Covered(cloth=Cloth(b"other", 0, 0, 48, 30.5)), LYING, "Another picture lies under the table, 48 × 30.5″."),
    (Covered(cloth=None), LYING, "The picture under the table is taken off."),
    (Covered(cloth=None), GAME, ""),
    (Spread(x=0, y=0, width=24, height=18), LYING, "The picture under the table now measures 24 × 18″."),
    (Spread(x=-2.5, y=1, width=48, height=36), LYING, "The picture under the table now begins at -2.5, 1."),
    (
        Spread(x=1, y=0, width=24, height=18),
        LYING,
        "The picture under the table now measures 24 × 18″ and begins at 1, 0.",
    ),
    (Spread(x=0, y=0, width=48, height=36), LYING, ""),
]


@pytest.mark.parametrize(("fact", "game", "sentence"), TOLD)
def test_what_became_of_the_picture_is_told(fact, game, sentence):
    assert tell(fact, game) == sentence


def test_it_comes_back_from_a_file_and_undo_takes_it_off(tmp_path):
    path = tmp_path / "mat.battle"
    kept(path, Covered(cloth=MAT), Spread(x=2, y=3, width=24, height=18))
    journal = store.read(path).journal

    assert journal.game.table.cloth == Cloth(b"\x89PNG mat", 2, 3, 24, 18)
    assert journal.undo().game.table.cloth == MAT
    assert journal.undo().undo().game == GAME


def test_spreading_it_writes_no_second_picture(tmp_path):
    path = tmp_path / "mat.battle"
    big = Cloth(bytes(range(256)) * 400, 0, 0, 48, 36)
    kept(path, Covered(cloth=big))
    once = path.stat().st_size
    kept(path, Covered(cloth=big), *(Spread(x=0, y=0, width=24 + at, height=18) for at in range(9)))

    assert path.stat().st_size - once < 9 * 400


def test_the_largest_picture_fits_a_line_of_the_file(tmp_path):
    path = tmp_path / "mat.battle"
    fact = Covered(cloth=Cloth(b"\xfb" * LARGEST_PICTURE, 0, 0, 48, 36))
    journal = kept(path, fact)

    assert event_fault(fact) == ""
    assert store.read(path).journal == journal


def test_a_torn_picture_costs_only_itself(tmp_path):
    path = tmp_path / "mat.battle"
    kept(path, Covered(cloth=MAT), Covered(cloth=Cloth(b"other" * 200, 0, 0, 48, 36)))
    path.write_bytes(path.read_bytes()[:-300])
    opened = store.read(path)

    assert opened.journal.game.table.cloth == MAT
    assert "Line 3 of mat.battle is damaged" in opened.warnings[0]


FAULTS = [
    (Covered(cloth=Cloth(b"")), "A picture of 0 bytes cannot be laid under the table; it has at most 8388608."),
    (
        Covered(cloth=Cloth(b"x" * (LARGEST_PICTURE + 1))),
        "A picture of 8388609 bytes cannot be laid under the table; it has at most 8388608.",
    ),
    (Covered(cloth=Cloth(b"x", 1e9, 0, 1, 1)), "The picture under the table lies too far away."),
    (Covered(cloth=Cloth(b"x", 0, 0, 1, -1)), "A picture of 1 by -1 inches cannot lie under the table."),
    (Spread(x=0, y=0, width=float("nan"), height=1), "The picture under the table lies too far away."),
    (Spread(x=0, y=0, width=-3.0, height=1.0), "A picture of -3.0 by 1.0 inches cannot lie under the table."),
]


@pytest.mark.parametrize(("fact", "sentence"), FAULTS)
def test_what_no_picture_can_be(fact, sentence):
    assert event_fault(fact) == sentence


def test_a_fact_that_cannot_be_true_is_not_read(tmp_path):
    path = tmp_path / "mat.battle"
    kept(path, Covered(cloth=MAT), Spread(x=0, y=0, width=-3.0, height=1.0))
    opened = store.read(path)

    assert opened.journal.game == LYING
    assert "A picture of -3.0 by 1.0 inches cannot lie under the table" in opened.warnings[0]


def test_a_picture_that_was_never_laid_cannot_be_spread(tmp_path):
    with pytest.raises(KeyError, match="no picture lies under the table"):
        apply(GAME, Spread(x=0, y=0, width=1, height=1))


def test_a_table_is_measured_by_the_same_limits():
    far = replace(GAME.table, cloth=Cloth(b"x", 0, 0, 2 * limits.FARTHEST, 1))

    assert table_fault(LYING.table) == ""
    assert table_fault(far) == "The picture under the table lies too far away."
    assert table_fault(replace(GAME.table, cloth=Cloth(b"x", 0, 0, -1, 1))).startswith("A picture of -1 by 1 inches")
