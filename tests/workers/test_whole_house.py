"""A house with everything in it, moved to another server: key by key the same, but for what means nothing there."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from service.adapters import documents
from service.adapters.keys import Keys
from service.adapters.redis_archive import TRANSIENT
from service.apart import open_private
from service.bootstrap import Container, container
from service.remembered import forget
from service.settings import Settings
from service.surface import Row, digest_key, hand_key, mine_key, place_of
from service.table.commands import Holiday, Post, SetClock, SetPlan, Sit, Start, Weigh
from service.table.model import Stage
from service.usecases import advance, house
from tests.stored import GROUP, PEOPLE, make, stored_of, view_of
from workers.backup import backup, restore
from workers.embedded import Server

PREFIX = "whole:"
COMMIT = "commit"
"""A table's field that tells a repeated request from another one: it means nothing elsewhere."""


KINDS = frozenset(name for name in vars(Keys) if not name.startswith("_") and name not in Keys._fields)
"""All kinds of keys there are, by the method that names them."""


def kind_of(key: str) -> str:
    """The method of `Keys` that names a key."""
    parts = key.removeprefix(PREFIX).split(":")
    front, tail = parts[0], parts[2] if len(parts) > 2 else ""
    tables = {"": "table", "f": "facts", "i": "inbox", "s": "rows", "o": "opening"}
    match front:
        case "t":
            return tables[tail]
        case "p":
            return {"": "person", "t": "person_tables", "h": "person_past"}[tail]
        case "c":
            return {"": "chat", "t": "chat_tables", "h": "chat_past"}[tail]
        case _:
            return {"st": "standings", "u": "seen"}.get(front, front)


def test_what_is_not_carried_is_a_kind_of_key() -> None:
    assert set(TRANSIENT) < KINDS


@pytest.fixture
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    both = tuple(Server.start(Settings(), tmp_path_factory.mktemp(name)) for name in ("a", "b"))
    yield both[0], both[1]
    for server in both:
        server.stop()


def settings(server: Server) -> Settings:
    return Settings(redis_url=server.url, key_prefix=PREFIX)


async def fill(home: Container) -> None:
    """All that people, chats and tables leave behind."""
    await make(home)
    store, directory = home.store, home.directory
    for table in await store.tables_in(GROUP):
        if (await stored_of(home, table)).head.stage is Stage.OVER:
            await advance(home, table)  # it is counted
    first, second = PEOPLE[0], PEOPLE[1]
    await directory.touch_person(
        first,
        zone="Europe/Berlin",
        quiet="21-7",
        remind="often",
        vacation_until=9,
        vacation_used=3,
        board=True,
    )
    await directory.touch_chat(first, agreed='["classic",{}]', clock="1d")
    await directory.wish(GROUP, second, True)
    await directory.turn_wish(GROUP, first, 77)
    await _days(home)
    await store.put_rows(place_of(first), {digest_key(first): Row(chat=first, message=5, waiting=("a", "b"))})
    await store.mark(place_of(first), [digest_key(first)], 1_900_000_000_000)


async def _days(home: Container) -> None:
    """A table of days by invitation: holidays, plans, half a choice, wishes for cards."""
    person = await home.directory.person(PEOPLE[0])
    table = await open_private(home, person, 5)
    await house(home, table, Post(person=PEOPLE[0], inline="inline-1"))
    for number, seat in zip(PEOPLE[1:], "ESW", strict=True):
        await house(home, table, Sit(person=number, seats=seat, name="x", reachable=True, revision=99))
    await house(home, table, SetClock(person=PEOPLE[0], clock="1d"))
    await advance(home, table)
    await house(home, table, Start(person=PEOPLE[0], revision=99))
    await advance(home, table)
    seen = (await view_of(home, table)).seen
    assert seen is not None and seen.turn is not None
    turn = (await view_of(home, table)).player(seen.turn).person
    assert turn is not None
    idle = next(one for one in PEOPLE if one != turn)
    await house(home, table, SetPlan(person=idle, deal=1, moment=0, what="passing", value="on"))
    await house(home, table, Weigh(person=turn, ply=seen.ply, what="x"))
    await house(home, table, Holiday(person=idle, until=(await home.store.now()) + 86_400_000))
    await advance(home, table)
    await home.store.request_repost(table, hand_key(idle))
    await home.store.request_opening(table, mine_key(idle), "query")
    await home.store.lease("courier", "me", 60_000)
    await home.store.submit(table, Weigh(person=turn, ply=seen.ply), 4711)


def contents(server: Server) -> dict[str, Any]:
    """Every key of a house with what is in it."""
    with Redis.from_url(server.url, decode_responses=True) as client:
        names = sorted(str(name) for name in client.scan_iter(f"{PREFIX}*"))
        read = {
            "hash": client.hgetall,
            "list": lambda name: client.lrange(name, 0, -1),
            "zset": lambda name: client.zrange(name, 0, -1, withscores=True),
            "string": client.get,
        }
        return {name: read[str(client.type(name))](name) for name in names}


def kept(found: dict[str, Any]) -> dict[str, Any]:
    """Without what is transient, and of what is due only that it is: a running table is looked at at once."""
    left: dict[str, Any] = {}
    for name, value in found.items():
        match kind_of(name):
            case "due":
                left[name] = {member for member, _ in value}
            case "table":
                left[name] = {field: text for field, text in value.items() if field != COMMIT}
            case kind if kind not in TRANSIENT:
                left[name] = value
    return left


def test_a_full_house_is_the_same_on_another_server(servers: tuple[Server, Server], tmp_path: Path) -> None:
    async def move() -> None:
        home = await container(settings(servers[0]))
        await fill(home)
        await home.aclose()
        await backup(settings(servers[0]), str(tmp_path / "house"))
        await restore(settings(servers[1]), str(tmp_path / "house"))

    asyncio.run(move())
    before, after = contents(servers[0]), contents(servers[1])
    kinds = {kind_of(name) for name in before}
    assert kinds >= KINDS - set(TRANSIENT), "the house is not full"
    old, new = kept(before), kept(after)
    assert set(old) == set(new)
    for name, value in old.items():
        if kind_of(name) == "due":
            assert value <= new[name]  # and every surface of a running table besides
        else:
            assert value == new[name], name


MANY = (7_000_000_011, 7_000_000_012, 7_000_000_013, 7_000_000_014)
"""Ids that are no other number."""


def readable(value: Any) -> str:
    """All of a value, also what is packed."""
    if isinstance(value, str):
        return "\n".join(documents.load_facts([value]))
    if isinstance(value, dict):
        return "\n".join(f"{key} {readable(one)}" for key, one in value.items())
    if isinstance(value, list | tuple):
        return "\n".join(map(readable, value))
    return str(value)


@pytest.mark.parametrize("gone", MANY[:3])
def test_whoever_is_forgotten_stands_nowhere_on_the_server(
    servers: tuple[Server, Server], monkeypatch: pytest.MonkeyPatch, gone: int
) -> None:
    """Neither his number nor his name, in any key or value, once what waited has been carried out."""
    for module in ("tests.stored", __name__):
        monkeypatch.setattr(f"{module}.PEOPLE", MANY)

    async def fill_and_forget() -> None:
        home = await container(settings(servers[0]))
        await fill(home)
        for table in await home.store.all_tables():
            await advance(home, table)
        await forget(home, gone)
        await home.aclose()

    def found() -> list[str]:
        return [
            name
            for name, value in contents(servers[0]).items()
            if kind_of(name) not in (*TRANSIENT, "due")
            and {str(gone), f"P{gone}"} & words(f"{name} {readable(value)}")
        ]

    def due_later() -> list[str]:
        """What the courier does not take out in a moment."""
        with Redis.from_url(servers[0].url, decode_responses=True) as client:
            now = int(client.time()[0]) * 1000
        rows = contents(servers[0])[f"{PREFIX}due"]
        return [member for member, at in rows if str(gone) in words(member) and at > now + 5_000]

    asyncio.run(fill_and_forget())
    assert found() == []
    assert due_later() == []


def words(text: str) -> set[str]:
    return set(re.split(r"[^A-Za-z0-9]+", text))
