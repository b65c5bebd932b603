"""Opening a lobby in a group: by a command, or by a tap on the rules it shall have."""

from telegram import CallbackQuery

from engine.variants import VARIANTS
from service.lobbies import Opening, open_table
from service.people import Chat
from service.telegram import views
from service.telegram.callback import Tap
from service.telegram.handlers import replies
from service.telegram.handlers.callers import Caller
from service.telegram.handlers.carrying import carries
from service.telegram.handlers.desk import Desk, Handled
from service.telegram.handlers.next_game import tell_next
from service.telegram.mailbox import Rest


def opening_by(caller: Caller, group: Chat, message: int) -> Opening:
    """The lobby that a message of the group asks for, with the rules it played last."""
    return Opening(
        chat=group.id, message=message, thread=caller.thread, title=group.title, person=caller.person.id
    )


async def opened(desk: Desk, caller: Caller, group: Chat, opening: Opening) -> tuple[str, Rest]:
    """The table's id, and what is left to do: who wanted to hear of the next game is told."""
    table = await open_table(desk.container, opening)
    admin = await desk.gateway.administers(group.id)
    if admin is not None and admin != group.admin:
        # Telegram tells of it only when it changes.
        await desk.container.directory.touch_chat(group.id, admin=admin)

    async def rest() -> None:
        await tell_next(desk, group, caller.person)

    return table, rest


async def opened_by_tap(desk: Desk, query: CallbackQuery, tap: Tap, caller: Caller) -> Handled:
    """The question is answered, whoever taps first; the message it stands in names the table, so a second tap opens no
    second one."""
    message, group = query.message, caller.group
    if message is None or group is None or tap.arg not in VARIANTS or not carries(query, tap.kind):
        await desk.gateway.answer(query.id, views.old_button(caller.tongue))
        return Handled("tap open", "elsewhere")
    opening = opening_by(caller, group, message.message_id)._replace(variant=tap.arg)
    table, rest = await opened(desk, caller, group, opening)
    await desk.gateway.answer(query.id, None)
    await desk.gateway.edit(group.id, message.message_id, replies.opened_below(caller.room, tap.arg))
    return Handled("tap open", "opened", table, rest=rest)
