"""What is kept about who asks: all of it as a file, or none of it any more. Both in private only."""

import json

from telegram import CallbackQuery

from service.remembered import forget, told
from service.telegram import forget_view, views
from service.telegram.callback import Tap
from service.telegram.handlers import replies
from service.telegram.handlers.callers import Caller
from service.telegram.handlers.desk import Desk, Handled
from service.telegram.handlers.orders import Order, say


async def mydata(desk: Desk, order: Order, caller: Caller) -> Handled:
    """One JSON document."""
    if caller.group is not None:
        await say(desk, order, replies.start_first(caller.room, desk.username))
        return Handled("/mydata", "group")
    document = json.dumps(await told(desk.container, caller.person.id), ensure_ascii=False, indent=1)
    caption = caller.tongue.gettext("All that is kept about you.")
    sent = await desk.send_file(caller.person.id, "mydata.json", document, caption)
    return Handled("/mydata", sent.outcome.value)


async def forgetme(desk: Desk, order: Order, caller: Caller) -> Handled:
    """The first question; nothing has happened yet."""
    if caller.group is not None:
        await say(desk, order, replies.start_first(caller.room, desk.username))
        return Handled("/forgetme", "group")
    await say(desk, order, forget_view.asked(caller.tongue, caller.person.id))
    return Handled("/forgetme", "asked")


async def tapped_forget(desk: Desk, query: CallbackQuery, tap: Tap, caller: Caller) -> Handled:
    """His own tap on his own question, in his own chat; anything else does nothing."""
    message, t, person = query.message, caller.tongue, caller.person.id
    if message is None or message.chat.id != person or tap.arg != str(person):
        await desk.gateway.answer(query.id, views.not_yours(t))
        return Handled("tap forget", "not his")
    await desk.gateway.answer(query.id, None)
    match tap.ref:
        case forget_view.FIRST:
            shown, outcome = forget_view.sure(t, person), "sure?"
        case forget_view.SECOND:
            if caller.noted is not None:
                await caller.noted  # or the time of this tap would be written down after all is forgotten
            await forget(desk.container, person)
            shown, outcome = forget_view.done(t), "forgotten"
        case _:
            shown, outcome = forget_view.kept(t), "kept"
    await desk.gateway.edit(person, message.message_id, shown)
    return Handled("tap forget", outcome)
