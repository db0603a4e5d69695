"""A worker that is still reckoning when its window is taken apart: the program ends, it does not hang."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
BUSY = """
import sys, time
from PySide6.QtCore import QObject
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from desktop.reckoner import Reckoner
app = QApplication([])
owner, shown = QObject(), QWidget()
reckoner = Reckoner(owner)

def work(stop):
    begun.append(1)
    total = 0
    for number in range(3_000_000):
        total += number
    return total

begun = []
reckoner.ask("sum", work)
while not begun:
    time.sleep(0.001)
if sys.argv[1] == "kept":
    del reckoner
shown.show()
owner.deleteLater()
QTest.qWaitForWindowExposed(shown)  # does not let go of Python, as several of Qt's own calls do not
print("taken apart")
"""


def ended(how: str) -> str:
    ran = subprocess.run(
        [sys.executable, "-c", BUSY, how], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    return ran.stdout.strip()


def test_what_qt_takes_apart_waits_for_its_worker_without_holding_it() -> None:
    assert ended("held") == "taken apart"
    assert ended("kept") == "taken apart"
