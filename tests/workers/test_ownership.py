"""The start-up check that the three packages are ours."""

import base64
import hashlib
from importlib.metadata import FileHash, PackagePath
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from service.settings import Misconfigured
from workers import ownership


def listed(name: str, content: bytes) -> PackagePath:
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    path = PackagePath(name)
    path.hash = FileHash(f"sha256={digest}")
    return path


def test_this_installation_is_ours() -> None:
    ownership.check_ownership()


def test_a_package_from_elsewhere_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def found(name: str) -> Any:
        elsewhere = SimpleNamespace(origin="/opt/other/engine/__init__.py")
        return elsewhere if name == "engine" else find_spec(name)

    monkeypatch.setattr(ownership, "find_spec", found)
    with pytest.raises(Misconfigured, match=r"'engine' at /opt/other/engine"):
        ownership.check_ownership()


@pytest.mark.parametrize("found", [None, SimpleNamespace(origin=None)])
def test_a_package_without_a_file_is_told(monkeypatch: pytest.MonkeyPatch, found: Any) -> None:
    monkeypatch.setattr(ownership, "find_spec", lambda name: found)
    with pytest.raises(Misconfigured, match="missing or shadowed"):
        ownership.check_ownership()


def test_an_overwritten_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / "cards.py").write_bytes(b"ours")
    files = [listed("engine/cards.py", b"ours")]
    assert ownership.overwritten(files, tmp_path) == ""
    (tmp_path / "engine" / "cards.py").write_bytes(b"theirs")
    assert ownership.overwritten(files, tmp_path) == "engine/cards.py"
    (tmp_path / "engine" / "cards.py").unlink()
    assert ownership.overwritten(files, tmp_path) == "engine/cards.py"
