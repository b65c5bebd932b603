"""A store that is gone for a moment."""

import pytest

from service.ports import Seen, StoreDown, Submission, TableStore
from service.table.commands import Command


def fails_once(monkeypatch: pytest.MonkeyPatch, store: TableStore, kind: type) -> list[StoreDown]:
    """The next command of this kind is not taken; the list is empty when that has happened."""
    submit, ahead = store.submit, [StoreDown("gone for a moment")]

    async def failing(
        table: str, command: Command, update: int | None, seen: Seen | None = None
    ) -> Submission:
        if isinstance(command, kind) and ahead:
            raise ahead.pop()
        return await submit(table, command, update, seen)

    monkeypatch.setattr(store, "submit", failing)
    return ahead
