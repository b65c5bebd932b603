"""The command `rebelote`: each fault is one line and an exit code."""

import io
import socket
from pathlib import Path
from typing import Any

import pytest

from engine.deal import commitment, deal_seed, first_dealer
from engine.notation import DealLine, Record, format_record
from engine.variants import VARIANTS
from service.settings import markdown_table
from workers.cli import main

SECRET = bytes(range(32))
CUTS = {"N": 3, "E": 0, "S": 17, "W": 0}


def record(**changes: Any) -> str:
    """A match whose first deal has just been dealt, its secret disclosed."""
    rules = VARIANTS["classic"]
    seed = deal_seed(SECRET, 1, CUTS)
    deal = DealLine(1, first_dealer(seed, rules), (), seed)
    whole = Record(rules, commitment(SECRET), tuple(CUTS.items()), SECRET, (deal,))
    return format_record(whole._replace(**changes))


def test_a_true_record_is_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.txt"
    file.write_text(record(), encoding="utf-8")
    assert main(["verify", str(file)]) == 0
    assert "1 entries hold: shuffles and plays" in capsys.readouterr().out


def test_a_record_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(record(secret=b"")))
    assert main(["verify", "-"]) == 0
    assert "secret is not disclosed" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"secret": bytes(32)}, "header: the secret is not the one"),
        ({"cuts": (("N", 4), ("E", 0), ("S", 17), ("W", 0))}, "entry 1: the seed does not follow"),
    ],
)
def test_a_false_record_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], changes: dict[str, object], said: str
) -> None:
    file = tmp_path / "match.txt"
    file.write_text(record(**changes), encoding="utf-8")
    assert main(["verify", str(file)]) == 1
    assert said in capsys.readouterr().out


@pytest.mark.parametrize("content", ["rubbish\n", None])
def test_what_is_no_record_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str | None
) -> None:
    file = tmp_path / "match.txt"
    if content is not None:
        file.write_text(content, encoding="utf-8")
    assert main(["verify", str(file)]) == 2
    assert capsys.readouterr().err.startswith(f"rebelote: {file}: ")


def test_settings_are_listed_without_secrets(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TELEGRAM_BOT_TOKEN", "123456:swordfish")
    assert main(["settings"]) == 0
    shown = capsys.readouterr().out
    assert "REBELOTE_LOCAL_PORT=8080\n" in shown
    assert "swordfish" not in shown
    assert main(["settings", "--markdown"]) == 0
    assert capsys.readouterr().out == markdown_table()


@pytest.mark.parametrize("command", [["run"], ["bot"], ["worker"], ["courier"]])
def test_a_wrong_setting_stops_every_start_with_one_line(
    command: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REBELOTE_WORKERS", "none")
    assert main(command) == 78
    said = capsys.readouterr().err
    assert said.startswith("rebelote: REBELOTE_WORKERS: ")
    assert said.count("\n") == 1


def test_a_taken_port_is_named_with_its_setting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setenv("REBELOTE_LOCAL_PORT", str(port))
        monkeypatch.setenv("REBELOTE_DATA_DIR", str(tmp_path))
        assert main(["run"]) == 78
    said = f"rebelote: Port {port} is taken: set REBELOTE_LOCAL_PORT to a free one\n"
    assert capsys.readouterr().err == said


def test_a_foreign_servers_data_is_not_reset(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REDIS_URL", "redis://example.org")
    monkeypatch.setenv("REBELOTE_DATA_DIR", str(tmp_path))
    assert main(["run", "--reset"]) == 78
    assert "REDIS_URL" in capsys.readouterr().err


ADDRESSES = (
    "redis://:blade/fish@127.0.0.1:1/0",
    "redis://127.0.0.1:swordfish/0",
    "redis://127.0.0.1:99999/0?swordfish",
    "redis://127.0.0.1:1/0?swordfish=1",
    "redis://:swordfish@[::1",
)


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize(
    "command",
    [["run"], ["bot"], ["worker"], ["courier"], ["tables"], ["export", "aaaaaaaaaa"], ["backup", "x"],
     ["import", "x"], ["stats", "--rebuild"], ["health", "bot"], ["doctor"]],
)  # fmt: skip
def test_an_address_that_nobody_can_read_is_told_without_its_password(
    command: list[str],
    address: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("REDIS_URL", address)
    monkeypatch.setenv("REBELOTE_DATA_DIR", str(tmp_path))
    code = main(command)
    told = capsys.readouterr()
    assert code == (1 if command == ["doctor"] else 78)
    said = told.out + told.err
    assert "REDIS_URL is no address of Redis" in said
    for part in ("blade", "fish"):
        assert part not in said


@pytest.mark.parametrize("wanted", [["--deals", "0"], ["--deals", "-1"], ["--budget", "0"]])
def test_a_proof_of_nothing_is_none(wanted: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["fairplay", *wanted])
    assert ended.value.code == 2
    assert "must be 1 or more" in capsys.readouterr().err


def test_a_file_that_is_no_text_is_no_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "picture"
    file.write_bytes(b"\x89PNG\xff\x00")
    for command in ("verify", "replay"):
        assert main([command, str(file)]) == 2
        assert capsys.readouterr().err == f"rebelote: {file}: not a record: it is no text\n"
