"""A command that means one table: which, and where several may be meant, the question."""

from collections.abc import Callable, Sequence

from service.table.commands import Cancel, Command
from service.table.model import Stage
from service.table.view import TableView
from service.telegram import views
from service.telegram.handlers import replies
from service.telegram.handlers.callers import Caller
from service.telegram.handlers.desk import Desk, Handled
from service.telegram.handlers.orders import Order, say
from service.telegram.handlers.tables import live_tables, matches
from service.telegram.handlers.verdicts import answer, judged
from service.telegram.handlers.wishes import Wish, leaving
from service.telegram.messages import Message
from service.telegram.parting_view import (
    alone_in_mid_match,
    ending_question,
    replace_question,
    resign_question,
)
from service.telegram.swap_view import swap_question

MOST = 3


async def leave(desk: Desk, order: Order, caller: Caller) -> Handled:
    """Before the start the seat is free again; after it a computer keeps it."""
    live = await live_tables(desk, caller)
    seated = [view for view in live if view.seat is not None]
    playing = [view for view in seated if not away(view)]
    if seated and not playing:
        await say(desk, order, replies.away_already(caller.room))
        return Handled("/leave", "away already")
    return await of_one(desk, order, caller, playing or live[:1], leaving(caller.person.id))


async def cancel(desk: Desk, order: Order, caller: Caller) -> Handled:
    """End a table: its creator or an administrator before the start, all who play after it."""
    who = caller.person.id

    def wish(view: TableView) -> Command:
        return Cancel(person=who, running=view.stage is Stage.PLAYING)

    live = await live_tables(desk, caller)
    own = [view for view in live if view.seat is not None or view.creator == who]
    if len(own) == 1 and alone_in_mid_match(own[0]):
        # Nobody else need agree, so nothing would be asked: the gentler way is offered here.
        return await asked(desk, order, caller, own, lambda view: ending_question(view, caller.room))
    return await of_one(desk, order, caller, own or live, wish)


async def resign(desk: Desk, order: Order, caller: Caller) -> Handled:
    """Ask whether a match shall be given up: the tap below does it."""
    own = [view for view in await matches(desk, caller) if not away(view)]
    return await asked(
        desk, order, caller, own, lambda view: resign_question(view, caller.person.id, caller.room)
    )


async def replace(desk: Desk, order: Order, caller: Caller) -> Handled:
    """Who shall be replaced by a computer: each tap is a vote, and an administrator's decides."""
    live = await live_tables(desk, caller)
    running = [view for view in live if view.stage is Stage.PLAYING]
    own = [view for view in running if view.seat is not None] or running
    return await asked(
        desk, order, caller, own, lambda view: replace_question(view, caller.person.id, caller.room)
    )


async def swap(desk: Desk, order: Order, caller: Caller) -> Handled:
    """With whom somebody would exchange seats: the tap below asks everybody. Before the start one sits elsewhere."""
    own = [view for view in await matches(desk, caller) if not away(view)]
    lobby = any(
        view.stage is Stage.LOBBY and view.seat is not None for view in await live_tables(desk, caller)
    )
    if not own and lobby:
        await say(desk, order, replies.sit_elsewhere(caller.room))
        return Handled("/swap", "lobby")
    return await asked(
        desk, order, caller, own, lambda view: swap_question(view, caller.person.id, caller.room)
    )


async def asked(
    desk: Desk,
    order: Order,
    caller: Caller,
    tables: Sequence[TableView],
    question: Callable[[TableView], Message],
) -> Handled:
    """One question for each table that may be meant; there are seldom two."""
    if not tables:
        await say(desk, order, views.no_table(caller.room, private=caller.group is None))
        return Handled(f"/{order.name}", "none")
    for view in tables[:MOST]:
        await say(desk, order, question(view))
    return Handled(f"/{order.name}", "asked", tables[0].id)


def away(view: TableView) -> bool:
    """Whether a computer plays for who asks."""
    return (
        view.stage is Stage.PLAYING and view.seat is not None and view.player(view.seat).computer is not None
    )


async def of_one(
    desk: Desk, order: Order, caller: Caller, tables: Sequence[TableView], wish: Wish
) -> Handled:
    """The only one is meant. Of several none is picked in silence."""
    if not tables:
        await say(desk, order, views.no_table(caller.room, private=caller.group is None))
        return Handled(f"/{order.name}", "none")
    if len(tables) > 1:
        await say(desk, order, views.which_table(tables, order.name, caller.person.id, caller.room))
        return Handled(f"/{order.name}", "which")
    verdict = await judged(desk, tables[0].id, caller, wish, order.update)
    await say(desk, order, replies.told(answer(desk, verdict, caller._replace(tongue=caller.room))))
    outcome = verdict.refused.code.value if verdict.refused else str(verdict.receipt)
    return Handled(f"/{order.name}", outcome, tables[0].id)
