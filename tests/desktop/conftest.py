"""Window tests run off screen, in a settings folder of their own."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtCore import QCoreApplication, QSettings, QStandardPaths


@pytest.fixture(autouse=True)
def _settings_apart(tmp_path: Path) -> None:
    QStandardPaths.setTestModeEnabled(True)
    QCoreApplication.setOrganizationName("Sightline")
    QCoreApplication.setApplicationName("sightline-tests")
    QSettings.setDefaultFormat(QSettings.Format.IniFormat)
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(tmp_path / "settings"))
