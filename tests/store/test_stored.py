"""Games that earlier releases have stored: every schema number has its folder, and all of them go on."""

import json
from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path

import pytest

from engine.notation import parse_record
from engine.rules import rules_from_dict, rules_to_dict
from engine.verify import check_record
from service import retold, usecases
from service.adapters import documents
from service.bootstrap import Container, container
from service.settings import Settings
from service.table.commands import Rematch, Start
from service.table.model import Stage
from tests.stored import PEOPLE, finished, stored_of
from workers.backup import restore
from workers.embedded import Server

FOLDER = Path(__file__).parents[1] / "data" / "stored"
SCHEMAS = sorted(path.name for path in FOLDER.iterdir())
FILES = [f"{schema}/{stage}" for schema in SCHEMAS for stage in Stage]
_numbers = count(1)


@pytest.fixture
async def home(real_server: Server) -> AsyncIterator[Container]:
    made = await container(Settings(redis_url=real_server.url, key_prefix=f"stored{next(_numbers)}:"))
    yield made
    await made.aclose()


async def loaded(home: Container, name: str) -> str:
    """Import a golden file; its table's id."""
    file = FOLDER / f"{name}.jsonl"
    assert await restore(home.settings, str(file)) == {"person": 4, "chat": 1, "table": 1}
    return str(json.loads(file.read_text("utf-8").splitlines()[-2])["id"])


def test_every_schema_has_its_folder() -> None:
    kinds = ("Head", "Row", "Person", "Chat", "Command")
    highest = max(documents.schema(kind) for kind in kinds)
    assert list(map(str, range(1, highest + 1))) == SCHEMAS, "python -m tests.stored tests/data/stored/N"


@pytest.mark.parametrize("name", FILES)
async def test_nothing_of_it_is_lost(home: Container, name: str) -> None:
    table = await loaded(home, name)
    line = json.loads((FOLDER / f"{name}.jsonl").read_text("utf-8").splitlines()[-2])
    stored = await stored_of(home, table)
    head = json.loads(documents.dump(stored.head))
    if line["head"]["schema_no"] == documents.schema("Head"):
        whole = rules_to_dict(rules_from_dict(line["head"]["rules"]))
        assert head == line["head"] | {"rules": whole}, "rules are whole again, whatever was left out of them"
    assert (stored.version, len(stored.inbox)) == (line["version"], len(line["inbox"]))
    assert await home.store.facts(table, 0, -1) == tuple(line["facts"])
    assert set(await home.store.rows(table)) == set(line["rows"])
    assert table in await home.store.tables_in(head["chat"])
    person = await home.directory.person(PEOPLE[0])
    assert (person.name, person.language, person.started) == ("P11", "de", True)


@pytest.mark.parametrize("schema", SCHEMAS)
async def test_a_lobby_begins(home: Container, schema: str) -> None:
    lobby = await loaded(home, f"{schema}/lobby")
    revision = (await stored_of(home, lobby)).head.revision
    await usecases.house(home, lobby, Start(person=PEOPLE[0], revision=revision))
    await usecases.advance(home, lobby)
    assert (await stored_of(home, lobby)).head.stage is Stage.PLAYING


@pytest.mark.parametrize("schema", SCHEMAS)
async def test_a_running_match_is_played_to_its_end(home: Container, schema: str) -> None:
    table = await loaded(home, f"{schema}/playing")
    await usecases.advance(home, table)
    assert (await stored_of(home, table)).head.cancelling, "the command that waited was carried out"
    await finished(home, table)
    await verified(home, table)


@pytest.mark.parametrize("schema", SCHEMAS)
async def test_a_match_that_is_over_is_verified_and_played_again(home: Container, schema: str) -> None:
    table = await loaded(home, f"{schema}/over")
    await verified(home, table)
    assert await retold.deal_view(home, table, 1) is not None
    for person in PEOPLE:
        await usecases.house(home, table, Rematch(person=person))
        await usecases.advance(home, table)
    successor = (await stored_of(home, table)).head.successor
    assert successor is not None
    assert (await stored_of(home, successor)).head.stage is Stage.LOBBY


async def verified(home: Container, table: str) -> None:
    """Card by card, score by score."""
    record = await retold.export(home, table)
    assert record is not None
    assert not check_record(parse_record(record))
