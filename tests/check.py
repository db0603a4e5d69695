"""The whole check in one command: ruff, mypy, import contracts, tests.

    python tests/check.py            everything
    python tests/check.py --quick    no desktop tests

Every part runs even when one before it failed; the exit status is that of the worst.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

TREE = Path(__file__).resolve().parent.parent
PARTS: tuple[tuple[str, list[str]], ...] = (
    ("ruff", ["ruff", "check", "."]),
    ("ruff format", ["ruff", "format", "--check", "."]),
    ("mypy --strict engine", ["mypy", "--strict", "engine"]),
    ("mypy desktop", ["mypy", "desktop"]),
    ("import contracts", ["importlinter.cli", "lint-imports"]),
    ("tests", ["pytest", "-n", "2", "--dist", "loadfile"]),
)


def main(arguments: list[str]) -> int:
    """Run all parts; 0 only when each of them passed."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    failed = []
    for title, words in PARTS:
        command = [sys.executable, "-m", *words]
        if words[0] == "importlinter.cli":
            command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as run; run()"]
        if words[0] == "pytest" and "--quick" in arguments:
            command += ["--ignore", "tests/desktop"]
        print(f"── {title}", flush=True)
        if subprocess.run(command, cwd=TREE, check=False).returncode:
            failed.append(title)
    # Last, so that the runner's own closing line is followed by nothing that could hide it.
    if failed:
        print(f"Failed: {', '.join(failed)}.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
