"""From nothing to a window one can use, against importing Qt and shapely and nothing else.

Speed is measured on demand, not in the check: `pytest -s tests/desktop/bench_start.py`.  Both
are whole programs, started in turn; the window's ends when the start page has been painted.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

ROUNDS = 7
TREE = Path(__file__).parents[2]
LIBRARIES = """
import shapely
from PySide6.QtWidgets import QApplication, QWidget
app = QApplication([])
window = QWidget()
window.show()
app.processEvents()
"""
PROGRAM = """
import sys
from pathlib import Path
from desktop.ahead import engine_first
engine_first()
from PySide6.QtCore import QSettings, QStandardPaths
from desktop import app
from desktop.battles import Battles
running = app.application()
QStandardPaths.setTestModeEnabled(True)
QSettings.setDefaultFormat(QSettings.Format.IniFormat)
QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, sys.argv[1])
window, trace = app.begin(app.Options(), Battles(Path(sys.argv[1])))
running.processEvents()
import os
os._exit(0 if window.start.isVisible() else 1)
"""


def seconds(program: str, folder: Path) -> float:
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    here = clean | {"QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(TREE), "PYTHONPYCACHEPREFIX": str(folder / "pyc")}
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", program, str(folder)], check=True, env=here, capture_output=True)
    return time.perf_counter() - start


def test_the_window_is_there_after_little_more_than_its_libraries(tmp_path: Path) -> None:
    for program in (LIBRARIES, PROGRAM):
        seconds(program, tmp_path)  # compiled once, as installed
    ratios = [seconds(PROGRAM, tmp_path) / seconds(LIBRARIES, tmp_path) for _ in range(ROUNDS)]

    print(f"\nstart page / libraries alone: {median(ratios):.2f}")
    assert median(ratios) < 6
