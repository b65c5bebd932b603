"""`--reset` removes what a run has left, and nothing that is somebody else's."""

from pathlib import Path

from workers.supervisor import empty


def test_only_our_own_files_go(tmp_path: Path) -> None:
    (tmp_path / "server").mkdir()
    (tmp_path / "server" / "appendonly.aof").touch()
    (tmp_path / "telegram").mkdir()
    for name in ("rebelote.log", "holiday.jpg", "lock"):
        (tmp_path / name).touch()
    empty(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"holiday.jpg", "lock"}
    empty(tmp_path)
