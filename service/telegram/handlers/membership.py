"""Where the bot may write: blocked and unblocked, added and thrown out, and a group that becomes a supergroup."""

from telegram import ChatMember, Update
from telegram.constants import ChatType

from service.telegram.handlers.callers import announce
from service.telegram.handlers.desk import IGNORED, Desk, Handled
from service.telegram.moving import moved, tables_of_group

OUT = (ChatMember.BANNED, ChatMember.LEFT)


async def membership(desk: Desk, update: Update) -> Handled:
    """`my_chat_member`: what the bot itself is in a chat now."""
    changed = update.my_chat_member
    assert changed is not None
    out = changed.new_chat_member.status in OUT
    if changed.chat.type == ChatType.PRIVATE:
        return await _private(desk, changed.from_user.id, out)
    if out:
        return Handled("bot left")
    await revive(desk, changed.chat.id)
    return Handled("bot joined")


async def _private(desk: Desk, person: int, blocked: bool) -> Handled:
    """Who unblocks the bot lets it write again; his tables hear of both."""
    if blocked:
        await desk.container.directory.touch_person(person, blocked=True)
    else:
        await desk.container.directory.touch_person(person, blocked=False, started=True)
    await announce(desk, person, reachable=not blocked)
    return Handled("blocked" if blocked else "unblocked")


async def revive(desk: Desk, chat: int) -> None:
    """The bot may write in a group again: what could not be shown there is asked for anew."""
    store = desk.container.store
    for table in await tables_of_group(desk.container, chat):
        for key, row in (await store.rows(table)).items():
            if row.chat == chat and row.gone:
                await store.request_repost(table, key)


async def migrated(desk: Desk, update: Update) -> Handled:
    """Either side's message tells it; whichever comes first does all there is to do."""
    message = update.message
    assert message is not None
    old, new = message.chat.id, message.migrate_to_chat_id
    if message.migrate_from_chat_id is not None:
        old, new = message.migrate_from_chat_id, message.chat.id
    if new is None:
        return IGNORED
    return Handled("migrated", "done" if await moved(desk.container, old, new) else "known")
