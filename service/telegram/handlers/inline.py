"""Inline mode: "@bot" in any chat offers invitations to one's own tables, and to a new one."""

from telegram import Update

from service.apart import chosen_view, offered
from service.table.commands import Post
from service.table.model import Stage
from service.table.view import TableView
from service.telegram import options
from service.telegram.doors import PLAY_DOOR
from service.telegram.handlers.callers import Caller, meet
from service.telegram.handlers.desk import IGNORED, Desk, Handled
from service.telegram.handlers.tables import own_tables
from service.telegram.invite_view import offer
from service.telegram.messages import Offer
from service.usecases import decide, look

MOST = 10
"""Open tables that are offered; the newest first."""


async def asked(desk: Desk, update: Update) -> Handled:
    """Somebody wrote the bot's name in some chat: what he may post there."""
    query = update.inline_query
    assert query is not None
    caller = await meet(desk, update)
    if caller is None:
        return IGNORED
    t = caller.tongue
    if not caller.person.reachable:
        # Whoever invites arranges the table in private, and must be let in there first.
        await desk.gateway.offer(query.id, (), t.pgettext("button", "Start the bot first"), PLAY_DOOR)
        return Handled("inline query", "unreachable")
    offers = await _offers(desk, caller, query.query)
    await desk.gateway.offer(query.id, offers)
    return Handled("inline query", f"{len(offers)} offered")


async def _offers(desk: Desk, caller: Caller, written: str) -> list[Offer]:
    """Nothing written: all there is. A rule set's name: a new table by these rules."""
    variant = options.named(written) if written.strip() else ""
    views = [] if variant else await _open_tables(desk, caller)
    new = await chosen_view(desk.container, await offered(desk.container, caller.person, variant or ""))
    offers = [offer(view, caller.tongue) for view in views]
    return offers if new is None else [*offers, offer(new, caller.tongue, new=True)]


async def _open_tables(desk: Desk, caller: Caller) -> list[TableView]:
    """Lobbies apart that he sits at, as everybody sees them."""
    mine = [view for view in await own_tables(desk, caller.person.id) if view.apart]
    lobbies = [view.id for view in mine if view.stage is Stage.LOBBY][:MOST]
    seen = [await look(desk.container, table, None) for table in lobbies]
    return [view for view in seen if view is not None]


async def chosen(desk: Desk, update: Update) -> Handled:
    """What was posted, and where: from now on the card is kept up. A table that was only offered is one now."""
    result = update.chosen_inline_result
    assert result is not None
    caller = await meet(desk, update)
    if caller is None or not result.inline_message_id:
        return IGNORED
    view = await look(desk.container, result.result_id, caller.person.id)
    if view is None or not view.apart or (view.seat is None and view.creator != caller.person.id):
        return Handled("inline chosen", "no table")
    post = Post(person=caller.person.id, inline=result.inline_message_id)
    verdict = await decide(desk.container, view.id, caller.person.id, post, update.update_id)
    outcome = verdict.refused.code.value if verdict.refused else str(verdict.receipt)
    return Handled("inline chosen", outcome, view.id)
