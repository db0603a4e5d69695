"""From nothing to a window one can use, against importing Qt and shapely and nothing else.

Speed is measured on demand, not in the check: `pytest -s tests/desktop/bench_start.py`.  All are
whole programs, started in turn: the libraries with a bare window; ours until the start page has
been painted and takes a choice; and until the rest stands behind it and choices are carried out.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

ROUNDS = 9
LITTLE_MORE = 1.6
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
import os
import sys
from pathlib import Path
from desktop.ahead import nouns_first
nouns_first()
from PySide6.QtCore import QSettings, QStandardPaths
from desktop import foyer
running = foyer.application()
QStandardPaths.setTestModeEnabled(True)
QSettings.setDefaultFormat(QSettings.Format.IniFormat)
QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, sys.argv[1])
made = foyer.Foyer(foyer.Options(), Path(sys.argv[1]))
made.open()
running.processEvents()
if sys.argv[2] == "furnished":
    made.furnished.connect(lambda: os._exit(0 if made.window.furnished else 1))
    running.exec()
os._exit(0 if made.window.start.isVisible() else 1)
"""


def seconds(program: str, folder: Path, until: str = "") -> float:
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    here = clean | {"QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(TREE), "PYTHONPYCACHEPREFIX": str(folder / "pyc")}
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", program, str(folder), until], check=True, env=here, capture_output=True)
    return time.perf_counter() - start


def test_the_window_is_there_after_little_more_than_its_libraries(tmp_path: Path) -> None:
    seconds(LIBRARIES, tmp_path)
    seconds(PROGRAM, tmp_path, "furnished")  # compiled once, as installed
    rounds = [
        (seconds(LIBRARIES, tmp_path), seconds(PROGRAM, tmp_path, "page"), seconds(PROGRAM, tmp_path, "furnished"))
        for _ in range(ROUNDS)
    ]
    page = median(page / libraries for libraries, page, _ in rounds)
    furnished = median(whole / libraries for libraries, _, whole in rounds)

    print(f"\nstart page / libraries alone: {page:.2f}; furnished behind it: {furnished:.2f}")
    assert page < LITTLE_MORE
