"""An administrator's wish to have somebody replaced: it needs no vote, so it is asked once more."""

from telegram import CallbackQuery, Message

from service.table.model import Stage
from service.telegram.callback import Tap, parse_oust
from service.telegram.handlers.callers import Caller
from service.telegram.handlers.desk import Desk
from service.telegram.handlers.verdicts import administers
from service.telegram.messages import Toast
from service.telegram.parting_view import admin_question
from service.usecases import look


async def asked_again(desk: Desk, query: CallbackQuery, tap: Tap, caller: Caller) -> bool:
    """Put the question below, where he tapped. False: he is no administrator, or there is nobody to be replaced."""
    view = await look(desk.container, tap.table, caller.person.id)
    message = query.message
    if view is None or view.stage is not Stage.PLAYING or message is None:
        return False
    whom, _ = parse_oust(tap.arg)
    one = next((one for one in view.players if whom and one.person == whom), None)
    if one is None or whom == caller.person.id or not await administers(desk, tap.table, caller):
        return False
    thread = message.message_thread_id if isinstance(message, Message) and message.is_topic_message else None
    question = admin_question(view, one, caller.person.id, caller.room)
    await desk.send(message.chat.id, question, thread=thread)
    await desk.gateway.answer(
        query.id, Toast(caller.tongue.gettext("You decide alone: I ask once more, below."))
    )
    return True
