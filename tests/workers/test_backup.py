"""From one server to another in mid-game: same hands, same scores, and then on."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from redis import Redis

from service.bootstrap import Container, container
from service.settings import Settings
from service.table.model import Stage
from tests.stored import PEOPLE, finished, move, stored_of, view_of
from workers.backup import Unreadable, backup, restore
from workers.cli import main
from workers.embedded import Server

GOLDEN = Path(__file__).parents[1] / "data" / "stored" / "1"
"""One table for each state of its life."""


@asynccontextmanager
async def house_on(url: str) -> AsyncIterator[Container]:
    made = await container(Settings(redis_url=url, key_prefix="moving:"))
    yield made
    await made.aclose()


async def _fill(url: str) -> None:
    for stage in Stage:
        await restore(Settings(redis_url=url, key_prefix="moving:"), str(GOLDEN / f"{stage}.jsonl"))


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with one table for each state."""
    server = Server.start(Settings(), tmp_path_factory.mktemp("o"))
    asyncio.run(_fill(server.url))
    yield server
    server.stop()


@pytest.fixture
def new(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server.start(Settings(), tmp_path_factory.mktemp("n"))
    yield server
    server.stop()


def settings(server: Server) -> Settings:
    return Settings(redis_url=server.url, key_prefix="moving:")


async def tables(home: Container) -> dict[Stage, str]:
    ids = await home.store.tables_in(-1001)
    return {(await stored_of(home, table)).head.stage: table for table in ids}


async def test_running_games_go_on_at_another_server(old: Server, new: Server, tmp_path: Path) -> None:
    file = tmp_path / "all.jsonl"
    assert await backup(settings(old), str(file)) == {"table": 4, "person": 4, "chat": 1}
    assert oct(file.stat().st_mode)[-3:] == "600"
    assert await restore(settings(new), str(file)) == {"table": 4, "person": 4, "chat": 1}
    async with house_on(old.url) as before, house_on(new.url) as after:
        for table in (await tables(before)).values():
            there, here = await stored_of(before, table), await stored_of(after, table)
            assert there._replace(now=0, due=None) == here._replace(now=0, due=None)
            assert await before.store.rows(table) == await after.store.rows(table)
            for person in (None, *PEOPLE):
                assert await view_of(before, table, person) == await view_of(after, table, person)
        assert await before.directory.people(PEOPLE) == await after.directory.people(PEOPLE)
        running = (await tables(after))[Stage.PLAYING]
        claimed = {(due.table, due.key) for due in await after.store.claim(100)}
        assert {(running, None), (running, f"hand:{PEOPLE[0]}")} <= claimed, "looked at at once"
        await finished(after, running)
        assert (await tables(before))[Stage.PLAYING] == running, "the old server is as it was"


async def test_what_is_there_stays(old: Server, new: Server, tmp_path: Path) -> None:
    file = tmp_path / "all.jsonl"
    await backup(settings(old), str(file))
    await restore(settings(new), str(file))
    async with house_on(new.url) as after:
        running = (await tables(after))[Stage.PLAYING]
        await move(after, running)
        version = (await stored_of(after, running)).version
        assert await restore(settings(new), str(file)) == {"there": 9}
        assert (await stored_of(after, running)).version == version


async def test_a_second_backup_equals_the_first_but_for_times(
    old: Server, new: Server, tmp_path: Path
) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    await backup(settings(old), str(first))
    await restore(settings(new), str(first))
    await backup(settings(new), str(second))

    def timeless(file: Path) -> list[object]:
        lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
        return [{key: value for key, value in line.items() if key != "due"} for line in lines]

    assert timeless(first) == timeless(second)


def _torn(text: str) -> str:
    return "".join(text.splitlines(keepends=True)[:-1])


def _holed(text: str) -> str:
    return "".join(line for number, line in enumerate(text.splitlines(keepends=True)) if number != 3)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (_torn, "is torn"),
        (_holed, "is torn"),
        (lambda text: text[:-40], "is no backup of Rebelote, or a torn one"),
        (lambda _: "", "is no backup of Rebelote"),
        (lambda _: "[1]\n", "is no backup of Rebelote"),
        (lambda text: text.replace('"format":1', '"format":2'), "was written by a newer release"),
    ],
)
async def test_a_spoilt_file_changes_nothing(
    old: Server, new: Server, tmp_path: Path, spoil: Callable[[str], str], said: str
) -> None:
    file = tmp_path / "all.jsonl"
    await backup(settings(old), str(file))
    file.write_text(spoil(file.read_text("utf-8")), "utf-8")
    with pytest.raises(Unreadable, match=said):
        await restore(settings(new), str(file))
    with Redis.from_url(new.url) as client:
        assert client.dbsize() == 0


async def test_a_line_of_a_newer_release_is_named(old: Server, new: Server, tmp_path: Path) -> None:
    file = tmp_path / "all.jsonl"
    await backup(settings(old), str(file))
    text = file.read_text("utf-8")
    file.write_text(text.replace('"stage":"over"', '"stage":"adjourned"'), "utf-8")
    with pytest.raises(Unreadable, match=r"line \d+: Head with stage that this release does not know"):
        await restore(settings(new), str(file))
    file.write_text(text.replace('"chat":-1001', '"chat":"x"'), "utf-8")
    with pytest.raises(Unreadable, match=r"table .* cannot be read") as caught:
        await restore(settings(new), str(file))
    assert "secret" not in str(caught.value)


def test_the_commands(
    old: Server,
    new: Server,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = str(tmp_path / "all.jsonl")
    monkeypatch.setenv("REBELOTE_KEY_PREFIX", "moving:")
    monkeypatch.setenv("REDIS_URL", old.url)
    assert main(["backup", file]) == 0
    assert capsys.readouterr().err == f"4 tables, 4 people, 1 chats written to {file}\n"
    assert main(["backup", "-"]) == 0
    assert capsys.readouterr().out.count("\n") == 11
    assert main(["backup", str(tmp_path / "no" / "folder")]) == 2
    monkeypatch.setenv("REDIS_URL", new.url)
    assert main(["import", file]) == 0
    assert main(["import", file]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "4 tables, 4 people, 1 chats imported, 0 were there already and stay as they are"
    assert said[1].endswith("9 were there already and stay as they are")
    assert main(["import", str(tmp_path / "nothing")]) == 2
    assert "No such file" in capsys.readouterr().err


def test_tables_are_listed_without_hidden_cards(
    old: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REBELOTE_KEY_PREFIX", "moving:")
    monkeypatch.setenv("REDIS_URL", old.url)

    def said(*arguments: str) -> str:
        assert main(["tables", *arguments]) == 0
        return capsys.readouterr().out

    assert [line.split()[1] for line in said().splitlines()[1:]] == ["lobby", "playing", "over", "cancelled"]
    assert len(said("--state", "over").splitlines()) == 2
    assert len(said("--chat", "-1").splitlines()) == 1
    table = said("--state", "playing").splitlines()[1].split()[0]
    shown, whole = said(table), said(table, "--everything")
    assert "cancel by 13 since" in shown
    assert "hand:11 in 11: message 77" in shown
    assert "on turn: " in shown
    secret = next(line.split()[1] for line in whole.splitlines() if "secret" in line)
    assert (len(secret), secret in shown, "hand N " in shown, whole.count("  hand ")) == (64, False, False, 4)
    assert main(["tables", "nonesuch"]) == 2


async def test_statistics_are_counted_anew_on_the_other_server(
    old: Server,
    new: Server,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A backup without them: the command makes them from the records, twice the same, past included."""
    await backup(settings(old), str(tmp_path / "house"))
    await restore(settings(new), str(tmp_path / "house"))
    monkeypatch.setenv("REDIS_URL", new.url)
    monkeypatch.setenv("REBELOTE_KEY_PREFIX", "moving:")
    found = []
    for _ in range(2):
        assert await asyncio.to_thread(main, ["stats", "--rebuild"]) == 0
        async with house_on(new.url) as home:
            found.append(await home.store.standings("g-1001"))
            assert (await home.store.past_in(-1001, 0, 9)) != []
    assert found[0] == found[1] != {}
    assert capsys.readouterr().out.count("matches counted") == 2
