"""Which number a new table of a chat gets: two that are live at once are told apart by it."""

from itertools import count

from service.bootstrap import Container
from service.ports import TooNew
from service.table.model import Head, Stage

LOOKED_AT = 20
"""Tables of a chat that are looked through, newest first. What is older and still live may share its number."""


async def free_number(container: Container, chat: int) -> int:
    """The least number that no live table of the chat has. In a private chat only those count at which its owner sits
    without other people: all others are called after these."""
    taken = {head.number for head in await _live(container, chat) if chat < 0 or _alone(head)}
    return next(number for number in count(1) if number not in taken)


async def _live(container: Container, chat: int) -> list[Head]:
    tables = list(await container.store.tables_in(chat))
    if before := (await container.directory.chat(chat)).moved_from:
        tables += await container.store.tables_in(before)
    heads = [await _head(container, table) for table in tables[:LOOKED_AT]]
    return [head for head in heads if head is not None and head.stage in (Stage.LOBBY, Stage.PLAYING)]


async def _head(container: Container, table: str) -> Head | None:
    try:
        stored = await container.store.load(table)
    except TooNew:
        return None
    return None if stored is None else stored.head


def _alone(head: Head) -> bool:
    return len({chair.person for chair in head.chairs.values() if chair.person is not None}) < 2
