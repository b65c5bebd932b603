"""Asking a computer: `/hint`, `/level`, and what could have been done better in a deal that is over."""

from telegram import CallbackQuery

from service.surface import review_key
from service.table.commands import AskReview
from service.table.refusals import No
from service.table.view import TableView
from service.telegram import advice_view, views
from service.telegram.callback import Tap
from service.telegram.doors import replay_link
from service.telegram.handlers.callers import Caller
from service.telegram.handlers.desk import Desk, Handled
from service.telegram.handlers.orders import Order
from service.telegram.handlers.tables import matches
from service.telegram.handlers.verdicts import judged
from service.telegram.handlers.which import asked, away, of_one
from service.telegram.handlers.wishes import hinting
from service.telegram.messages import Toast


async def hint(desk: Desk, order: Order, caller: Caller) -> Handled:
    """What a computer would do: at the table where it is one's turn."""
    own = await _played(desk, caller)
    mine = [view for view in own if view.seen is not None and view.seen.turn == view.seat]
    return await of_one(desk, order, caller, mine or own, hinting(caller.person.id))


async def level(desk: Desk, order: Order, caller: Caller) -> Handled:
    """How strong the computers shall play, where nobody plays against a person; elsewhere, why that stays."""
    own = await _played(desk, caller)
    theirs = [view for view in own if view.trains]
    return await asked(
        desk, order, caller, theirs or own, lambda view: advice_view.level_question(view, caller.room)
    )


async def _played(desk: Desk, caller: Caller) -> list[TableView]:
    """The matches that one plays oneself; where a computer does for one, only if there is no other."""
    own = await matches(desk, caller)
    return [view for view in own if not away(view)] or own


async def reviewed(desk: Desk, query: CallbackQuery, tap: Tap, caller: Caller) -> Handled:
    """From a score sheet or a replay: the answer comes in the private chat, and again where it has scrolled away."""
    person, t = caller.person, caller.tongue
    wish = AskReview(person=person.id, deal=tap.ref)
    verdict = await judged(desk, tap.table, caller, wish, None)
    again = verdict.refused is not None and verdict.refused.code is No.UNCHANGED
    if verdict.refused is not None and not again:
        await desk.gateway.answer(query.id, views.refused(verdict.refused, t, verdict.view, wish))
        return Handled("tap review", verdict.refused.code.value, tap.table)
    if not person.reachable:
        door = Toast("", url=replay_link(desk.username, tap.table, tap.ref))
        await desk.gateway.answer(query.id, door)
        return Handled("tap review", "door", tap.table)
    if again:
        await desk.container.store.request_repost(tap.table, review_key(tap.ref, person.id))
    told = Toast(t.gettext("🔎 The answer comes in our private chat."), alert=True)
    await desk.gateway.answer(query.id, told if caller.group is not None else None)
    return Handled("tap review", "again" if again else "asked", tap.table)
