"""A writing process dies at any moment, at any byte: no confirmed entry is missing."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.journal import Journal
from engine.store import BattleFile, InUse, Unreadable, read
from tests.engine.test_store import battle, counted
from tests.engine.toy import duel

ROOT = Path(__file__).parents[2]

WRITER = """
import os, signal, sys
from io import FileIO
from engine.store import BattleFile, read
from tests.engine.test_store import counted

class Dying(FileIO):
    left = int(sys.argv[2])
    def write(self, raw):
        if len(raw) < Dying.left:
            Dying.left -= len(raw)
            return super().write(raw)
        super().write(bytes(raw)[: Dying.left])
        os.kill(os.getpid(), signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)

path = sys.argv[1]
file = BattleFile.open_existing(path)
journal = read(path).journal
if Dying.left:
    file._file = Dying(path, "r+")
print("ready", flush=True)
for step in range(len(journal.entries) + 1, 5000):
    journal = journal.add(counted(step))
    file.record(journal.entries[-1])
    print(step, flush=True)
"""


def writer(path: Path, bytes_left: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WRITER, str(path), str(bytes_left)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def confirmed(process: subprocess.Popen[str]) -> int:
    """The last step the writer said was on the disk, once it is dead."""
    said, _ = process.communicate(timeout=60)
    steps = [int(line) for line in said.split("\n")[:-1] if line.isdigit()]
    return steps[-1] if steps else 0


def steps_in(path: Path) -> list[int]:
    journal = read(path).journal
    assert journal is not None
    return [entry.events[0].value for entry in journal.entries]


def test_killed_at_random_moments_no_confirmed_entry_is_missing(tmp_path):
    """Again and again on the same file, as a laptop with a weak battery would."""
    path = tmp_path / "a.battle"
    BattleFile.create(path, Journal(duel())).close()
    chance = random.Random(2)
    before = 0
    for _ in range(5):
        process = writer(path, 0)
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(chance.uniform(0, 0.15))
        process.kill()
        last = max(confirmed(process), before)

        steps = steps_in(path)

        assert steps == list(range(1, len(steps) + 1))
        assert len(steps) >= last
        before = len(steps)
    assert before > 5


def test_another_program_is_kept_off_until_the_first_is_dead(tmp_path):
    path = tmp_path / "a.battle"
    BattleFile.create(path, Journal(duel())).close()
    process = writer(path, 0)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"

    with pytest.raises(InUse):
        BattleFile.open_existing(path)
    assert read(path).journal is not None
    process.kill()
    process.communicate(timeout=60)
    BattleFile.open_existing(path).close()


@pytest.mark.parametrize("seed", range(6))
def test_killed_at_a_random_byte_no_confirmed_entry_is_missing(tmp_path, seed):
    path = tmp_path / "a.battle"
    BattleFile.create(path, Journal(duel())).close()
    process = writer(path, random.Random(seed).randint(1, 3000))

    last = confirmed(process)

    steps = steps_in(path)
    assert process.returncode != 0
    assert steps in (list(range(1, last + 1)), list(range(1, last + 2)))
    journal = read(path).journal.add(counted(777))
    with BattleFile.open_existing(path) as file:
        file.record(journal.entries[-1])
    assert steps_in(path) == [*steps, 777]


def test_cut_off_at_every_byte_it_opens_with_all_whole_lines(tmp_path):
    path = tmp_path / "a.battle"
    battle(path, 6)
    whole = path.read_bytes()
    head = whole.index(b"\n")
    for size in range(len(whole)):
        path.write_bytes(whole[:size])
        if size < head:
            with pytest.raises(Unreadable):
                read(path)
            continue
        lines = whole[:size].count(b"\n") - 1 + (whole[size : size + 1] == b"\n")
        assert steps_in(path) == list(range(1, lines + 1))


def test_one_damaged_byte_costs_its_line_and_what_follows(tmp_path):
    path = tmp_path / "a.battle"
    battle(path, 6)
    whole = path.read_bytes()
    head = whole.index(b"\n")
    chance = random.Random(5)
    for _ in range(400):
        at = chance.randrange(len(whole))
        other = chance.choice([byte for byte in range(256) if byte != whole[at]])
        path.write_bytes(whole[:at] + bytes([other]) + whole[at + 1 :])
        if at <= head:
            with pytest.raises(Unreadable, match=r"\.$"):
                read(path)
            continue
        whole_before = whole[:at].count(b"\n") - 1
        last = at == len(whole) - 1 and bytes([other]).isspace()
        assert steps_in(path) == list(range(1, whole_before + 1 + last))
