"""Taps that change nothing: somebody wants to see his hand, the last trick, or why a deal ended so."""

from collections.abc import Callable, Mapping

from service.retold import deal_view
from service.surface import hand_key
from service.table.model import Stage
from service.table.refusals import No, Refused
from service.table.view import TableView
from service.telegram import views
from service.telegram.callback import Tap, TapKind, number
from service.telegram.games_view import by_urgency, waits_for
from service.telegram.handlers.belonging import may_look
from service.telegram.handlers.callers import Caller
from service.telegram.handlers.desk import Desk
from service.telegram.handlers.tables import own_tables
from service.telegram.messages import Toast
from service.telegram.texts import Tongue
from service.usecases import look

_TOLD: Mapping[TapKind, Callable[[TableView, Tap, Tongue], Toast]] = {
    TapKind.TABLE: lambda view, tap, t: views.table_alert(view, t),
    TapKind.SECRET: lambda view, tap, t: views.secret_alert(view, t),
    TapKind.EXPLAIN: lambda view, tap, t: views.explain(view, tap.arg, t),
    TapKind.COLUMN: lambda view, tap, t: views.column(view, tap.ref, tap.arg, t),
    TapKind.TRICKS: lambda view, tap, t: views.all_tricks(view, tap.ref, t),
    TapKind.WHY_NOT: lambda view, tap, t: views.why_not(view, tap.ref, t),
}
"""What the table as it stands answers."""


async def look_at(desk: Desk, tap: Tap, caller: Caller) -> Toast:
    """What to show for it."""
    person, t = caller.person, caller.tongue
    view = await look(desk.container, tap.table, person.id)
    if view is None:
        return views.refused(Refused(No.NO_TABLE), t)
    if not await may_look(desk, view, caller):
        return views.outsider(t, view)
    if (told := _TOLD.get(tap.kind)) is not None:
        return told(view, tap, t)
    match tap.kind:
        case TapKind.TRICK:
            return await _trick(desk, tap, view, caller)
        case TapKind.WHY:
            return await _why(desk, tap, caller)
        case TapKind.GAMES:
            return await _open(desk, view, caller)
        case TapKind.ONWARD:
            return await _onward(desk, view, caller)
        case _:
            return views.refused(Refused(No.UNREADABLE), t, view)


async def _trick(desk: Desk, tap: Tap, view: TableView, caller: Caller) -> Toast:
    """An old card's button shows the trick it names, even when its deal is over."""
    trick = number(tap.arg, 2)
    if trick is None:
        return views.refused(Refused(No.UNREADABLE), caller.tongue, view)
    if view.seen is not None and view.seen.deal_no == tap.ref:
        return views.last_trick(view, trick, caller.tongue)
    found = await deal_view(desk.container, tap.table, tap.ref, caller.person.id)
    if found is None:
        return views.refused(Refused(No.STALE), caller.tongue, view)
    return views.past_trick(found[0], found[1].finished, trick, caller.tongue)


async def _why(desk: Desk, tap: Tap, caller: Caller) -> Toast:
    found = await deal_view(desk.container, tap.table, number(tap.arg, 5) or 0, caller.person.id)
    if found is None:
        return views.refused(Refused(No.STALE), caller.tongue)
    view, told = found
    return views.why(view, told.finished, caller.tongue)


async def _open(desk: Desk, view: TableView, caller: Caller) -> Toast:
    """From the list of games: the hand card of that table, at the end of the private chat."""
    if view.seat is None:
        return views.outsider(caller.tongue)
    if view.stage is not Stage.PLAYING and not (view.apart and view.stage is Stage.LOBBY):
        return views.table_alert(view, caller.tongue)
    await desk.container.store.request_repost(view.id, hand_key(caller.person.id))
    return Toast("")


async def _onward(desk: Desk, view: TableView, caller: Caller) -> Toast:
    """The most urgent of his other matches that wait for him, as `/games` has them. It may be none by now."""
    waiting = [one for one in await own_tables(desk, caller.person.id) if waits_for(one)]
    others = by_urgency([one for one in waiting if one.id != view.id])
    if others:
        await desk.container.store.request_repost(others[0].id, hand_key(caller.person.id))
        return Toast("")
    await desk.container.store.mark(view.id, [hand_key(caller.person.id)])
    return views.none_waits(caller.tongue)
