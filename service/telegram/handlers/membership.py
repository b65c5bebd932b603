"""Where the bot may write: blocked and unblocked, added and thrown out, and a group that becomes a supergroup."""

from telegram import ChatMember, ChatMemberRestricted, Update
from telegram.constants import ChatType

from service.surface import CARD, LOBBY
from service.table.commands import Leave, Stand
from service.table.model import Stage
from service.table.view import TableView
from service.telegram.handlers.callers import GROUPS, announce, meet
from service.telegram.handlers.desk import IGNORED, Desk, Handled
from service.telegram.handlers.tables import own_tables, plays_in
from service.telegram.moving import moved, tables_of_group
from service.usecases import house

OUT = (ChatMember.BANNED, ChatMember.LEFT)


async def membership(desk: Desk, update: Update) -> Handled:
    """`my_chat_member`: what the bot itself is in a chat now."""
    changed = update.my_chat_member
    assert changed is not None
    if changed.chat.type == ChatType.PRIVATE:
        return await _private(desk, changed.from_user.id, changed.new_chat_member.status in OUT)
    if changed.chat.type not in GROUPS:
        return IGNORED
    admin = changed.new_chat_member.status == ChatMember.ADMINISTRATOR
    await desk.container.directory.touch_chat(changed.chat.id, admin=admin)
    if not _may_write(changed.new_chat_member):
        await try_out(desk, changed.chat.id)
        return Handled("bot silenced")
    await revive(desk, changed.chat.id)
    return Handled("bot joined")


def _may_write(member: ChatMember) -> bool:
    if isinstance(member, ChatMemberRestricted):
        return member.is_member and member.can_send_messages
    return member.status not in OUT


async def came_or_went(desk: Desk, update: Update) -> Handled:
    """`chat_member`, where the bot is an administrator: what somebody else is in a group now."""
    changed = update.chat_member
    assert changed is not None
    member = changed.new_chat_member
    if member.status in OUT or (isinstance(member, ChatMemberRestricted) and not member.is_member):
        return await _left(desk, changed.chat.id, member.user.id)
    return IGNORED


async def walked_out(desk: Desk, update: Update) -> Handled:
    """The group's own line about somebody who is no longer in it; not every group writes one."""
    message = update.message
    assert message is not None and message.left_chat_member is not None
    await meet(desk, update)
    return await _left(desk, message.chat.id, message.left_chat_member.id)


async def _left(desk: Desk, chat: int, person: int) -> Handled:
    """Who leaves the group leaves his seats there, and may take them back from his private card."""
    if (await desk.container.directory.chat(chat)).moved_to:
        return Handled("person left", "moved")
    await desk.container.directory.wish(chat, person, False)
    left = 0
    for view in await own_tables(desk, person):
        if await plays_in(desk, view, chat) and (command := _farewell(view, person)) is not None:
            await house(desk.container, view.id, command)
            left += 1
    return Handled("person left", f"{left} tables")


def _farewell(view: TableView, person: int) -> Stand | Leave | None:
    if view.seat is None:
        return None
    if view.stage is Stage.LOBBY:
        return Stand(person=person)
    away = view.player(view.seat).computer is not None
    return Leave(person=person) if view.stage is Stage.PLAYING and not away else None


async def _private(desk: Desk, person: int, blocked: bool) -> Handled:
    """Who unblocks the bot lets it write again; his tables hear of both."""
    if blocked:
        await desk.container.directory.touch_person(person, blocked=True)
    else:
        await desk.container.directory.touch_person(person, blocked=False, started=True)
    await announce(desk, person, reachable=not blocked)
    return Handled("blocked" if blocked else "unblocked")


async def try_out(desk: Desk, chat: int) -> None:
    """The bot may perhaps not write in a group any more: the courier finds out by trying, and then the players are
    told in private. (A group that has moved away looks the same from here, and is no reason to tell anybody.)"""
    store = desk.container.store
    for table in await tables_of_group(desk.container, chat):
        for key, row in (await store.rows(table)).items():
            if key in (LOBBY, CARD) and row.chat == chat and row.message is not None and not row.gone:
                await store.request_repost(table, key)


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
