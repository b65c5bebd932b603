"""Which table is meant: a person's own, and those of a group, wherever that group has moved to."""

from collections.abc import Iterable

from service.ports import TooNew
from service.table.model import Stage
from service.table.view import TableView
from service.telegram.handlers.callers import Caller
from service.telegram.handlers.desk import Desk
from service.telegram.moving import tables_of_group, where
from service.usecases import look

LIVE = (Stage.LOBBY, Stage.PLAYING)
LOOKED_AT = 20
"""Tables of a group looked through, newest first, besides the asking person's own."""


async def own_tables(desk: Desk, person: int) -> list[TableView]:
    """All tables at which a person sits, as he sees them."""
    return await _views(desk, await desk.container.store.tables_of(person), person)


async def live_tables(desk: Desk, caller: Caller) -> list[TableView]:
    """The tables a command may mean, his own first and the newest of those; in a group, the group's only."""
    if caller.group is None:
        views = await own_tables(desk, caller.person.id)
    else:
        views = await _of_group(desk, caller)
    live = [view for view in views if view.stage in LIVE]
    return sorted(live, key=lambda view: (view.seat is None, -view.opened_at))


async def matches(desk: Desk, caller: Caller) -> list[TableView]:
    """Those of them that run and at which he has a seat."""
    live = await live_tables(desk, caller)
    return [view for view in live if view.stage is Stage.PLAYING and view.seat is not None]


async def newest(desk: Desk, caller: Caller) -> TableView | None:
    """The group's table that is worth a look: a live one, one's own first; else the newest that ended."""
    views = await _of_group(desk, caller)
    shown = [view for view in views if view.stage is not Stage.CANCELLED]
    return min(
        shown, key=lambda view: (view.stage not in LIVE, view.seat is None, -view.opened_at), default=None
    )


async def _of_group(desk: Desk, caller: Caller) -> list[TableView]:
    """The newest, and the asking person's own, however old, also from before the group became a supergroup."""
    group, person = caller.group.id if caller.group else 0, caller.person.id
    here = (await tables_of_group(desk.container, group))[:LOOKED_AT]
    others = [one for one in await desk.container.store.tables_of(person) if one not in here]
    own = [view for view in await _views(desk, others, person) if await plays_in(desk, view, group)]
    return await _views(desk, here, person) + own


async def plays_in(desk: Desk, view: TableView, group: int) -> bool:
    """Whether a table belongs to the group with this id now."""
    directory = desk.container.directory
    return (await where(directory, await directory.chat(view.chat))).id == group


async def _views(desk: Desk, tables: Iterable[str], person: int) -> list[TableView]:
    views = [await look_if_known(desk, table, person) for table in tables]
    return [view for view in views if view is not None]


async def look_if_known(desk: Desk, table: str, person: int) -> TableView | None:
    """One table; None too where only a newer release can read it: that must not hide the others."""
    try:
        return await look(desk.container, table, person)
    except TooNew:
        return None
