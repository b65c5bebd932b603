"""A group that becomes a supergroup has another id from then on. Whoever hears of it first carries it over."""

from service.bootstrap import Container
from service.people import Chat
from service.ports import Directory, TooNew
from service.surface import CARD, LOBBY
from service.table.model import Stage
from service.usecases import look

MIGRATIONS = 3
OF_THE_PLACE = frozenset({"id", "moved_to", "moved_from", "last_message", "supergroup", "forum"})
"""What is true of one id only; everything else is the group's, and goes with it."""


async def where(directory: Directory, chat: Chat) -> Chat:
    """The group where it is now."""
    for _ in range(MIGRATIONS):
        if not chat.moved_to:
            break
        chat = await directory.chat(chat.moved_to)
    return chat


async def moved(container: Container, old: int, new: int) -> bool:
    """The group `old` is the supergroup `new` now: it keeps its language, its settings and its tables, and what
    stands of them is shown there. False: that was known. Repeating it, or half of it, changes nothing."""
    directory = container.directory
    known, there = await directory.chat(old), await directory.chat(new)
    if known.moved_to == new and there.moved_from == old:
        return False
    blank = Chat(id=new)
    kept = {
        name: getattr(known, name)
        for name in Chat.model_fields
        if name not in OF_THE_PLACE and getattr(there, name) == getattr(blank, name)
    }
    await directory.touch_chat(new, **kept, supergroup=True, moved_from=old)
    for person in await directory.wishes(old):
        await directory.wish(new, person, True)
        await directory.wish(old, person, False)
    await directory.touch_chat(old, moved_to=new)
    for table in await container.store.tables_in(old):
        await _show_there(container, table)
    return True


async def _show_there(container: Container, table: str) -> None:
    """What is over stays in the old group's past."""
    try:
        view = await look(container, table, None)
    except TooNew:
        return
    if view is not None and view.stage in (Stage.LOBBY, Stage.PLAYING):
        await container.store.mark(table, [LOBBY if view.stage is Stage.LOBBY else CARD])


async def ids_of_group(directory: Directory, chat: int) -> list[int]:
    """Every id a group has had, today's first: what was played under another is kept there."""
    ids = [chat]
    for _ in range(MIGRATIONS):
        before = (await directory.chat(ids[-1])).moved_from
        if not before:
            break
        ids.append(before)
    return ids


async def tables_of_group(container: Container, chat: int) -> list[str]:
    """Ids of a group's tables, newest first; those from before its move after those since."""
    found: list[str] = []
    for one in await ids_of_group(container.directory, chat):
        found += await container.store.tables_in(one)
    return found


async def past_of_group(container: Container, chat: int, start: int, count: int) -> list[str]:
    """Ids of a group's matches that are over, newest first; those from before its move after those since."""
    found: list[str] = []
    for one in await ids_of_group(container.directory, chat):
        if missing := start + count - len(found):
            found += await container.store.past_in(one, 0, missing)
    return found[start:]
