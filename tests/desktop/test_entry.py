"""The program finds its way into the applications menu of a Linux desktop, and out of it again."""

from __future__ import annotations

import re
import shlex
from configparser import ConfigParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from desktop import entry
from desktop.__main__ import main
from engine.opening import SUFFIXES


def read(path: Path) -> dict[str, str]:
    parser = ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(path, encoding="utf-8")
    return dict(parser["Desktop Entry"])


def started(line: str) -> list[str]:
    """The words of an Exec line as a desktop reads it: first as a value, then as a command."""
    words = shlex.split(line.replace("\\\\", "\\"))
    return [re.sub(r"\\([$`])", r"\1", word).replace("%%", "%") for word in words]


@pytest.mark.parametrize("name", ["sightline", "my games/sight line", "100% $HOME/`x`/sightline", 'a"b\\c/sightline'])
def test_the_entry_starts_the_program_wherever_it_lies(tmp_path: Path, name: str) -> None:
    written = entry.install(Path("/opt") / name, tmp_path)

    line = read(written[0])
    assert started(line["Exec"]) == [f"/opt/{name}", "%f"]
    assert (line["Type"], line["Name"], line["Icon"]) == ("Application", "Sightline", "sightline")


def test_every_kind_of_file_that_can_be_opened_is_known_to_the_desktop(tmp_path: Path) -> None:
    files = entry.install(Path("/opt/sightline"), tmp_path)
    kinds = ElementTree.parse(files[2]).getroot()
    patterns = [part.attrib["pattern"] for part in kinds.iter() if part.tag.endswith("glob")]
    types = [part.attrib["type"] for part in kinds.iter() if part.tag.endswith("mime-type")]

    assert sorted(patterns) == sorted(f"*{suffix}" for suffix in SUFFIXES)
    assert read(files[0])["MimeType"].rstrip(";").split(";") == types
    assert files[1].read_text(encoding="utf-8").startswith("<svg")


def test_removing_it_leaves_nothing(tmp_path: Path) -> None:
    entry.install(Path("/opt/sightline"), tmp_path)
    assert len(entry.remove(tmp_path)) == 3
    assert [path for path in tmp_path.rglob("*") if path.is_file() and "sightline" in path.name] == []
    assert entry.remove(tmp_path) == ()


def test_by_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(entry, "possible", lambda: True)
    monkeypatch.setattr(entry, "share_folder", lambda: tmp_path)

    assert main(["menu-entry"]) == 0
    assert (tmp_path / entry.ENTRY).exists()
    assert "Sightline is in the applications menu now" in capsys.readouterr().out
    assert main(["menu-entry", "--remove"]) == 0
    assert not (tmp_path / entry.ENTRY).exists()
    assert main(["menu-entry", "twice"]) == 2


def test_a_folder_that_cannot_be_written_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "applications").write_text("in the way")
    monkeypatch.setattr(entry, "possible", lambda: True)
    monkeypatch.setattr(entry, "share_folder", lambda: tmp_path)

    assert main(["menu-entry"]) == 1
    assert "The applications menu cannot be changed" in capsys.readouterr().err


def test_elsewhere_it_says_that_there_is_no_such_menu(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(entry, "possible", lambda: False)

    assert main(["menu-entry"]) == 1
    assert "Only Linux desktops" in capsys.readouterr().err
