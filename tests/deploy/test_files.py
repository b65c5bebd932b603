"""The files of `deploy/` as their own programs read them."""

import configparser
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from service.settings import Settings
from tests.deploy.compose import ROOT, compose
from workers.supervisor import parts

UNITS = sorted((ROOT / "deploy" / "systemd").iterdir())
SERVICES = compose({"TELEGRAM_BOT_TOKEN": "1:x", "REDIS_PASSWORD": "pw"})
OURS = ("bot", "worker", "thinker", "courier")


def test_compose_asks_for_its_two_secrets() -> None:
    with pytest.raises(KeyError, match="REDIS_PASSWORD"):
        compose({"TELEGRAM_BOT_TOKEN": "1:x"})


def test_every_service_is_watched_stopped_gently_and_no_root() -> None:
    assert set(SERVICES) == {"redis", *OURS}
    for name, service in SERVICES.items():
        assert service.healthcheck is not None, name
        assert service.stop_grace_period in ("40s", "1m"), name
        assert (service.read_only, service.restart) == (True, "unless-stopped"), name
        assert set(service.cap_drop or ()) == {"ALL"}, name
    assert SERVICES["redis"].user == "999:1000"
    for name in OURS:
        assert SERVICES[name].model_dump()["depends_on"]["redis"]["condition"] == "service_healthy"


def test_what_compose_mounts_and_the_image_copies_is_there() -> None:
    mounted = [str(volume).split(":")[0] for volume in SERVICES["redis"].volumes or ()]
    assert {path for path in mounted if path.startswith("./") and not (ROOT / path).exists()} == set()
    assert "data" in mounted
    ignore = (ROOT / ".dockerignore").read_text().splitlines()
    for line in (ROOT / "deploy" / "Dockerfile").read_text().splitlines():
        for path in line.split()[1:-1] if line.startswith("COPY") else ():
            assert (ROOT / path).exists()
            assert f"!{path}" in ignore, f"{path} does not reach the builder"


def test_the_image_is_in_order() -> None:
    program = Path(sys.executable).parent / "hadolint"
    if not program.exists():
        pytest.skip("hadolint has no program for this machine")
    done = subprocess.run(
        [program, ROOT / "deploy" / "Dockerfile"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "")
    assert "\nUSER 10001\n" in (ROOT / "deploy" / "Dockerfile").read_text()


def test_the_servers_script_is_plain_shell() -> None:
    script = ROOT / "deploy" / "server.sh"
    subprocess.run(["sh", "-n", script], check=True)
    done = subprocess.run(
        ["sh", script], capture_output=True, text=True, check=False, env={"PATH": "/usr/bin:/bin"}
    )
    assert done.returncode != 0
    assert "set REDIS_PASSWORD" in done.stderr


def command_of(unit: Path) -> list[str]:
    parser = configparser.RawConfigParser(strict=False)
    parser.read(unit)
    return parser["Service"]["ExecStart"].split()


def test_units_run_what_compose_runs() -> None:
    units = {
        unit.stem.removeprefix("rebelote-").rstrip("@"): unit for unit in UNITS if unit.suffix == ".service"
    }
    assert set(units) == {"server", *OURS}
    for name in OURS:
        program, *arguments = command_of(units[name])
        assert program == "/opt/rebelote/.venv/bin/rebelote"
        assert ["rebelote", *arguments] == SERVICES[name].command
        text = units[name].read_text()
        assert "RestartPreventExitStatus=78\n" in text
        assert re.search(r"^User=rebelote$", text, re.MULTILINE)


def test_taps_go_before_cards_and_cards_before_thoughts() -> None:
    """In all three ways to run the house."""
    nice = {}
    for unit in UNITS:
        found = re.search(r"^Nice=([0-9]+)$", unit.read_text(), re.MULTILINE)
        nice[unit.stem.removeprefix("rebelote-").rstrip("@")] = int(found[1]) if found else 0
    assert 0 == nice["bot"] == nice["worker"] == nice["server"] < nice["courier"] < nice["thinker"]
    shares = {name: service.cpu_shares or 1024 for name, service in SERVICES.items()}
    assert 1024 == shares["bot"] == shares["worker"] == shares["redis"]
    assert 1024 > float(shares["courier"]) > float(shares["thinker"]) > 0
    stages = parts(Settings(), Path("data"), None, 0)
    told = {part.name: part.nice for stage in stages for part in stage}
    assert (told["bot"], told["worker-1"]) == (0, 0)
    assert (told["courier"], told["thinker"]) == (nice["courier"], nice["thinker"])


def test_systemd_understands_the_units(tmp_path: Path) -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("no systemd here")
    for unit in UNITS:
        here = unit.read_text().replace("/opt/rebelote/.venv/bin", str(Path(sys.executable).parent))
        here = here.replace("/opt/rebelote", str(ROOT))
        (tmp_path / unit.name.replace("@", "@1")).write_text(here)
    files = sorted(tmp_path.iterdir())
    done = subprocess.run(
        [program, "verify", "--man=no", *files], capture_output=True, text=True, check=False
    )
    ours = [line for line in done.stderr.splitlines() if "rebelote" in line and "Special user" not in line]
    assert ours == []
