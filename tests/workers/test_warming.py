"""Machine code that is kept between runs may be torn, or not be kept at all: whoever thinks, thinks."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from engine import players
from workers import warming

SHORT_FILES = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64)); "


def warmed(folder: Path, first: str = "") -> subprocess.CompletedProcess[str]:
    """A process of its own, with its machine code in a folder."""
    code = f"{first}import runpy; runpy.run_module('tests.workers.compiled', run_name='__main__')"
    return subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"NUMBA_CACHE_DIR": str(folder)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def kept(folder: Path, ending: str) -> list[Path]:
    return [path for path in folder.rglob(f"*.{ending}") if "twice" in path.name]


def empty(path: Path) -> None:
    path.write_bytes(b"")


def torn(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def scrawled(path: Path) -> None:
    path.write_bytes(bytes(range(255, 0, -1)) * 20)


@pytest.mark.parametrize(("ending", "harm"), [("nbi", empty), ("nbc", torn), ("nbi", scrawled)])
def test_torn_machine_code_is_made_anew(tmp_path: Path, ending: str, harm: Callable[[Path], None]) -> None:
    assert warmed(tmp_path).returncode == 0
    (found,) = kept(tmp_path, ending)
    whole = found.stat().st_size
    harm(found)
    first = warmed(tmp_path)
    assert first.returncode == 0, first.stderr + first.stdout
    (found,) = kept(tmp_path, ending)
    assert found.stat().st_size >= whole * 0.9, "and kept anew"
    assert "not usable" not in (again := warmed(tmp_path)).stdout + again.stderr


def test_a_disk_without_room_keeps_nobody_from_thinking(tmp_path: Path) -> None:
    done = warmed(tmp_path, SHORT_FILES)
    assert done.returncode == 0, done.stderr + done.stdout
    (tmp_path / "file").write_text("no folder")
    done = warmed(tmp_path / "file")
    assert done.returncode == 0, done.stderr + done.stdout


def test_a_package_that_is_missing_is_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    def missing() -> None:
        tried.append(1)
        raise ModuleNotFoundError("No module named 'numba'")

    monkeypatch.setattr(players, "warm", missing)
    with capture_logs() as logs:
        assert not warming.warm()
    assert tried == [1]
    (line,) = logs
    assert (line["event"], line["why"]) == ("experts cannot search", "No module named 'numba'")
    assert "make venv" in line["do"]
