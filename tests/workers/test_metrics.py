"""Metrics: counted everywhere, shown only where a port is set, and each of them on the dashboard."""

import json
import re
from pathlib import Path

import httpx
import pytest
from prometheus_client import REGISTRY, generate_latest

from service import metrics, usecases
from service.adapters.rq_queue import Work
from service.bootstrap import container
from service.lobbies import Opening, open_table
from service.settings import Misconfigured, Settings
from service.table.commands import Cut, Sit
from tests.e2e.house import free_port
from tests.workers.waiting import process, until
from workers.embedded import Server
from workers.gauges import HouseGauges
from workers.supervisor import parts

ROOT = Path(__file__).parents[2]


def value(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0.0


def test_without_a_port_nothing_listens() -> None:
    metrics.serve(Settings())()


def test_a_port_shows_them_until_it_ends(real_server: Server) -> None:
    port = free_port()
    settings = Settings(redis_url=real_server.url, key_prefix="metrics:", metrics_port=port)
    end = metrics.serve(settings, HouseGauges(settings))
    with pytest.raises(Misconfigured, match=f"REBELOTE_METRICS_PORT: 127.0.0.1:{port} is taken"):
        metrics.serve(settings)
    page = httpx.get(f"http://127.0.0.1:{port}/metrics", trust_env=False).text
    end()
    assert "rebelote_server_up 1.0\n" in page
    assert "rebelote_due_rows 0.0\n" in page
    assert 'rebelote_queue_workers{queue="moves"} 0.0\n' in page
    assert re.search(r"rebelote_server_memory_bytes [1-9]", page)
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"http://127.0.0.1:{port}/metrics", trust_env=False)


def test_without_its_server_the_page_says_so() -> None:
    found = list(HouseGauges(Settings(redis_url="redis://:pw@127.0.0.1:1")).collect())
    assert [(metric.name, metric.samples[0].value) for metric in found] == [("rebelote_server_up", 0.0)]


async def test_commands_are_counted_by_outcome(real_server: Server) -> None:
    home = await container(Settings(redis_url=real_server.url, key_prefix="counted:"))
    table = await open_table(home, Opening(-5, 1, None, "club", 1, "classic"))
    done = value("rebelote_commands_total", kind="sit", outcome="done")
    timed = value("rebelote_tap_committed_seconds_count")
    await home.store.submit(table, Sit(person=1, seats="N", name="Ann", reachable=True, revision=0), None)
    await home.store.submit(table, Cut(person=9, count=1), None)
    await usecases.advance(home, table)
    assert value("rebelote_commands_total", kind="sit", outcome="done") == done + 1
    assert value("rebelote_commands_total", kind="cut", outcome="not seated") == 1
    assert value("rebelote_tap_committed_seconds_count") == timed + 2
    await home.aclose()


def test_a_worker_shows_its_own(real_server: Server) -> None:
    port = free_port()
    environment = {"REDIS_URL": real_server.url, "REBELOTE_KEY_PREFIX": "shown:"}

    def page() -> str:
        try:
            return httpx.get(f"http://127.0.0.1:{port}/metrics", trust_env=False).text
        except httpx.ConnectError:
            return ""

    with process(["workers.cli", "worker", "--metrics-port", str(port)], environment):
        assert "rebelote_commands_total" in until(page, "the worker's metrics")


def test_under_one_command_each_process_takes_the_next_port() -> None:
    stages = parts(Settings(metrics_port=9100, workers=2), Path("/x"), None, 0)
    ports = {
        part.name: part.command[-1] for stage in stages for part in stage if "--metrics-port" in part.command
    }
    assert ports == {
        "courier": "9100",
        "thinker": "9101",
        "worker-1": "9102",
        "worker-2": "9103",
        "bot": "9104",
    }
    assert not any(
        "--metrics-port" in p.command for stage in parts(Settings(), Path("/x"), None, 0) for p in stage
    )


def known_metrics(real_server: Server) -> set[str]:
    """The names of all our metrics, as Prometheus stores them."""
    gauges = HouseGauges(Settings(redis_url=real_server.url, key_prefix="metrics:"))
    names = {metric.name for metric in gauges.collect()}
    for metric in REGISTRY.collect():
        if metric.name.startswith("rebelote_"):
            names.add(metric.name + {"counter": "_total", "histogram": "_bucket"}.get(metric.type, ""))
    return names


def test_the_dashboard_shows_every_metric_and_no_other(real_server: Server) -> None:
    board = json.loads((ROOT / "deploy" / "grafana.json").read_text("utf-8"))
    shown = {
        name
        for panel in board["panels"]
        for target in panel.get("targets", [])
        for name in re.findall(r"rebelote_\w+", target["expr"])
    }
    assert shown == known_metrics(real_server)
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])


def test_labels_hold_no_ids() -> None:
    page = generate_latest(REGISTRY).decode()
    labels = {
        name
        for inner in re.findall(r"rebelote_\w+\{([^}]*)\}", page)
        for name in re.findall(r"(\w+)=", inner)
    }
    assert labels <= {"what", "outcome", "kind", "call", "surface", "le", "queue"}
    assert set(Work) == {"moves", "think"}
