"""All that is kept about one person: told to him as one document, and taken out of every other."""

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from service.bootstrap import Container
from service.ports import Stored, TooNew
from service.retold import export
from service.surface import digest_key, place_of
from service.table.commands import Forget
from service.table.forgetting import named
from service.table.model import Stage
from service.table.seating import everybody, stint_at
from service.table.tally import player
from service.table.traces import of_person
from service.usecases import advance, house

Json = dict[str, Any]
PAGE = 200
"""Matches read at a time."""


async def told(container: Container, person: int) -> Json:
    """What is kept about a person, as JSON. Nothing about others, no secret, and of a running match no card but those
    he has laid down for a turn to come."""
    directory, store = container.directory, container.store
    groups = [await directory.chat(chat) for chat in sorted(await directory.wishing(person))]
    digest = await store.row(place_of(person), digest_key(person))
    return {
        "person": _plain(await directory.person(person)),
        "private chat": _plain(await directory.chat(person)),
        "told of the next game in": [{"group": one.id, "title": one.title} for one in groups],
        "statistics": _sums(await store.standings(player(person))),
        "statistics with each partner": [_sums(one) for one in await store.standings_in_pairs(person)],
        "several matches wait": _plain(digest),
        "tables": await _tables(container, person),
    }


def _sums(standings: Mapping[str, str]) -> Json:
    return {field: json.loads(text) for field, text in standings.items()}


async def _tables(container: Container, person: int) -> list[Json]:
    """All are looked through, as for `forget`: he may be named where no list leads, as who opened one or is barred."""
    found: list[Json] = []
    own = await _listed(container, person)
    for table in await container.store.all_tables():
        try:
            stored = await container.store.load(table)
        except TooNew:
            found += [{"id": table, "note": "written by a newer release"}] * (table in own)
            continue
        if stored is not None and (table in own or named(stored.head, person)):
            found.append(await _table(container, stored, person))
    return found


async def _listed(container: Container, person: int) -> set[str]:
    """Those he sits at, and those that are over."""
    found, read = set(await container.store.tables_of(person)), 0
    while past := await container.store.past_of(person, read, PAGE):
        found.update(past)
        read += len(past)
    return found


async def _table(container: Container, stored: Stored, person: int) -> Json:
    head, key = stored.head, str(person)
    mine = {
        letter: chair.model_dump(exclude_defaults=True)
        for letter, chair in head.chairs.items()
        if chair.person == person
    }
    rows = await container.store.rows(head.id)
    found: Json = {
        "id": head.id,
        "group": "" if head.apart else head.title,
        "stage": head.stage.value,
        "rules": head.variant,
        "opened_at": head.opened_at,
        "started_at": head.started_at,
        "ended_at": head.ended_at,
        "opened by you": head.creator == person,
        "your private chat": head.chat == person,
        "seats": mine,
        "cuts": {k: n for k, n in head.cuts.items() if stint_at(head, k, 0).person == person},
        "kept for you": {name: _plain(value) for name, value in of_person(head, person).items()},
        "messages": [row.message for name, row in rows.items() if key in name.split(":") and row.message],
        "deals": [{"no": note.no, "written": note.written, "totals": note.totals} for note in head.deals],
    }
    if head.stage is Stage.OVER and person in everybody(head):
        found["record"] = (await export(container, head.id) or "").splitlines()
    return found


def _plain(value: Any) -> Any:
    return value.model_dump(exclude_defaults=True) if hasattr(value, "model_dump") else value


# --- forgetting ---


async def forget(container: Container, person: int) -> int:
    """Take a person out of every document; from how many tables. May be broken off anywhere and be done again.

    Rows go last, and at every table: who was at work on one meanwhile finds, after he has written it, that nobody
    knows the person any more, and takes it out himself (`service.telegram.show`)."""
    store, gone, read = container.store, 0, []
    for table in await store.all_tables():
        # A newer release carries the table on that this one cannot read; who asks again, asks it.
        with suppress(TooNew):
            gone += await _forget_at(container, table, person)
            read.append(table)
    await store.forget_past(person)
    await store.forget_standings(person)
    await container.directory.forget(person)
    for table in read:
        await _forget_rows(container, table, person)
    await store.put_rows(place_of(person), {digest_key(person): None}, mark=[digest_key(person)])
    return gone


async def _forget_at(container: Container, table: str, person: int) -> bool:
    stored = await container.store.load(table)
    if stored is None or not named(stored.head, person):
        return False
    await house(container, table, Forget(person=person))
    await advance(container, table)
    return True


async def _forget_rows(container: Container, table: str, person: int) -> None:
    rows = await container.store.rows(table)
    own = {key: None for key in rows if str(person) in key.split(":")}
    if own:
        # Due at once, whatever they waited for: the courier finds nobody, and takes them out of what is due.
        await container.store.put_rows(table, own, mark=own)
