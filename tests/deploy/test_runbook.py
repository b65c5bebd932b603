"""The runbook speaks of what there is."""

import re

from service.settings import Settings, variable
from tests.deploy.compose import ROOT
from tests.workers.test_metrics import known_metrics
from workers.cli import _parser
from workers.doctor import examine
from workers.embedded import Server

TEXT = (ROOT / "docs" / "operations.md").read_text("utf-8")


def test_every_command_it_names_exists() -> None:
    known = set(re.findall(r"^    (\w+) ", _parser().format_help(), re.MULTILINE))
    named = set(re.findall(r"[\s`]rebelote (\w+)(?=[ `\n])", TEXT))
    assert named - known == set()
    assert {"doctor", "backup", "import", "tables", "export", "health"} <= named


def test_every_setting_it_names_exists() -> None:
    known = {variable(field) for field in Settings.model_fields}
    named = set(re.findall(r"\bREBELOTE_[A-Z_]+", TEXT))
    assert named - known == set()


def test_every_line_of_doctor_is_explained(real_server: Server) -> None:
    settings = Settings(redis_url=real_server.url, key_prefix="runbook:", local_port=1)
    told = {finding.what for finding in examine(settings)} | {"webhook"}
    explained = {
        name for line in re.findall(r"^\| ([a-z ,]+) \|", TEXT, re.MULTILINE) for name in line.split(", ")
    }
    assert told <= explained


def test_every_metric_is_explained(real_server: Server) -> None:
    named = set(re.findall(r"`(rebelote_\w+)`", TEXT))
    assert named == {name.removesuffix("_bucket") for name in known_metrics(real_server)}


def test_every_file_it_names_is_there() -> None:
    for path in re.findall(r"`((?:deploy|docs)/[\w./-]+)`", TEXT):
        assert (ROOT / path).exists(), path
