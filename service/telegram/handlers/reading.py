"""Reading the rules: whose they are, and turning their pages. A page is turned by an edit of the message it is on."""

from telegram import CallbackQuery

from service.table.view import TableView
from service.telegram import views
from service.telegram.callback import Tap
from service.telegram.errors import Outcome
from service.telegram.handlers.belonging import may_look
from service.telegram.handlers.callers import Caller
from service.telegram.handlers.carrying import carries
from service.telegram.handlers.desk import Desk, Handled
from service.telegram.handlers.tables import live_tables, newest
from service.telegram.messages import Toast
from service.usecases import look


async def rules_table(desk: Desk, caller: Caller) -> TableView | None:
    """The table whose rules `/rules` shows first; in private only where there is no doubt which is meant."""
    if caller.group is not None:
        return await newest(desk, caller)
    live = await live_tables(desk, caller)
    return live[0] if len(live) == 1 else None


async def turned(desk: Desk, query: CallbackQuery, tap: Tap, caller: Caller) -> Handled:
    """A tap on a button of the rules."""
    view = await look(desk.container, tap.table, caller.person.id)
    if view is not None and not await may_look(desk, view, caller):
        await desk.gateway.answer(query.id, views.outsider(caller.tongue, view))
        return Handled("tap rules", "outsider", tap.table)
    page = views.rules_card(caller.room, view, tap.arg)
    if page is None or query.message is None or not carries(query, tap.kind):
        await desk.gateway.answer(query.id, views.old_button(caller.tongue))
        return Handled("tap rules", "unknown page")
    edited = await desk.gateway.edit(query.message.chat.id, query.message.message_id, page)
    done = edited.outcome is Outcome.DONE
    await desk.gateway.answer(query.id, Toast("") if done else views.unsure(caller.tongue))
    return Handled("tap rules", "shown" if done else edited.outcome.value)
