"""The program from the outside: what it prints, what it leaves behind, how it ends."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from desktop import __main__ as program
from desktop import libraries

TREE = Path(__file__).resolve().parents[2]
MAP = (
    '{"format": 0.3, "resolution": {"map_origin": {"x": 0, "y": 0}, "map_size": {"x": 10, "y": 8},'
    ' "pixels_per_grid": 70}, "line_of_sight": [[{"x": 1, "y": 1}, {"x": 6, "y": 1}]], "portals": []}'
)


def start(*arguments: str, into: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Start the program in a folder, on a machine without a screen."""
    world = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    world |= {"PYTHONPATH": str(TREE), "HOME": str(into), "XDG_DATA_HOME": str(into / "data")} | more
    world.pop("QT_QPA_PLATFORM", None)
    return subprocess.run(
        [sys.executable, "-m", "desktop", *arguments],
        cwd=into,
        env=world,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )


def test_without_a_screen_it_plays_a_piece_and_leaves_a_picture(tmp_path: Path) -> None:
    ended = start(into=tmp_path)

    lines = ended.stdout.strip().splitlines()
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert 12 <= len(lines) <= 20
    assert any("Odds of that: across 5/6" in line for line in lines), "a book's own example comes first"
    assert any("charges" in line for line in lines)
    assert any("Sable falls 3″" in line for line in lines)
    assert "Traceback" not in ended.stderr
    picture = (tmp_path / "sightline-demo.png").read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert (int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24])) == (1400, 875)


def test_a_file_is_pictured_off_screen(tmp_path: Path) -> None:
    (tmp_path / "cellar.dd2vtt").write_text(MAP)
    ended = start("cellar.dd2vtt", "--offscreen", "--cell-inches", "2", into=tmp_path)

    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "cellar.dd2vtt: 20 by 16 inches" in ended.stdout
    assert (tmp_path / "sightline-demo.png").stat().st_size > 10_000


def test_a_file_that_cannot_be_opened_ends_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "list.battle").write_text("nothing of ours\n")
    ended = start("list.battle", "--offscreen", into=tmp_path)

    assert ended.returncode == 1
    assert "list.battle" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert not (tmp_path / "sightline-demo.png").exists()


def test_a_picture_that_cannot_be_written_ends_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "sightline-demo.png").mkdir()
    (tmp_path / "cellar.dd2vtt").write_text(MAP)
    ended = start("cellar.dd2vtt", into=tmp_path)

    assert ended.returncode == 1
    assert "could not be written" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_questions_without_a_window_import_no_qt(tmp_path: Path) -> None:
    asked = (
        "import sys; from desktop.__main__ import main; code = main(['rules', 'mordheim']); "
        "sys.exit(code or any(name.startswith('PySide6') for name in sys.modules))"
    )
    ended = subprocess.run(
        [sys.executable, "-c", asked],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(TREE)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )

    assert ended.returncode == 0, ended.stderr
    assert "MOR-" in ended.stdout


@pytest.mark.parametrize("arguments", [["--cell-inches", "none"], ["--cell-inches", "0"], ["--wall-height", "nan"]])
def test_an_impossible_length_is_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        program.main(arguments)

    assert ended.value.code == 2
    assert "give inches between 0.01 and 1000" in capsys.readouterr().err


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        program.main(["--version"])

    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith("Sightline ")


def test_a_missing_library_is_named_with_its_debian_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libraries, "_loads", lambda library: library not in ("libEGL.so.1", "libxkbcommon.so.0"))
    lacking = libraries.missing(libraries.ALWAYS)

    assert libraries.sentence(lacking) == (
        "libEGL.so.1, libxkbcommon.so.0 are system libraries that Qt needs and this machine lacks. "
        "On Debian or Ubuntu: apt install libegl1 libxkbcommon0"
    )


def test_no_traceback_where_qt_cannot_be_loaded(tmp_path: Path) -> None:
    """A PySide6 that fails as the real one does without libEGL."""
    broken = tmp_path / "stand_in" / "PySide6"
    broken.mkdir(parents=True)
    fault = "libEGL.so.1: cannot open shared object file: No such file or directory"
    (broken / "__init__.py").write_text(f"raise ImportError({fault!r})\n")
    world = os.environ | {"PYTHONPATH": f"{tmp_path / 'stand_in'}:{TREE}"}
    ended = subprocess.run(
        [sys.executable, "-m", "desktop", "--offscreen"],
        cwd=tmp_path,
        env=world,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert ended.returncode == 1
    assert "libEGL.so.1" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_on_x11_the_libraries_of_its_plugin_are_looked_for_first(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("DISPLAY", ":99")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.delenv("QT_QPA_PLATFORM", raising=False)
    monkeypatch.setattr(libraries, "_loads", lambda library: library != "libxcb-cursor.so.0")

    assert program.main([]) == 1
    assert "apt install libxcb-cursor0" in capsys.readouterr().err
