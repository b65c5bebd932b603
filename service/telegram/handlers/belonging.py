"""Whose table it is: a group's is the group's own. Who comes from elsewhere and has no seat there is asked for."""

from service.table.commands import Sit, TakeOver
from service.table.model import Stage
from service.table.view import TableView
from service.telegram.handlers.callers import Caller
from service.telegram.handlers.desk import Desk
from service.telegram.moving import where
from service.usecases import look

ENDED = (Stage.OVER, Stage.CANCELLED)


async def may_look(desk: Desk, view: TableView, caller: Caller) -> bool:
    """Whether a table may be told to this person: he sits there, it is his group's, or he had a seat of the match that
    is over."""
    if view.seat is not None or (caller.person.id in view.sitters and view.stage in ENDED):
        return True
    return not view.apart and await _in_group(desk, view, caller)


async def may_join(desk: Desk, view: TableView, caller: Caller) -> bool:
    """Whether he may ask for a seat of it. Knowing a table apart is being invited to it; in a group one must be."""
    if view.seat is not None or view.apart:
        return True
    return await _in_group(desk, view, caller) or await _on_his_way(desk, view.id, caller.person.id)


async def may_wish(desk: Desk, table: str, caller: Caller, wish: object) -> bool:
    """The same for a tap: everything but coming in needs a seat already, or says itself who may."""
    if not isinstance(wish, Sit | TakeOver):
        return True
    view = await look(desk.container, table, caller.person.id)
    return view is None or await may_join(desk, view, caller)


async def _in_group(desk: Desk, view: TableView, caller: Caller) -> bool:
    """What comes from the group itself is its own; from elsewhere Telegram is asked once."""
    if caller.group is not None and caller.group.id == view.chat:
        return True
    directory = desk.container.directory
    group = await where(directory, await directory.chat(view.chat))
    here = caller.group is not None and caller.group.id == group.id
    return here or bool(await desk.gateway.belongs(group.id, caller.person.id))


async def _on_his_way(desk: Desk, table: str, person: int) -> bool:
    """He tapped on a seat in the group, and came here quicker than that was carried out. Not every bot is told who
    belongs to a group, and he shall not be turned away for it."""
    stored = await desk.container.store.load(table)
    if stored is None:
        return False
    seated = any(chair.person == person for chair in stored.head.chairs.values())
    waiting = (w.command for w in stored.inbox if w.command.person == person)
    return seated or any(isinstance(one, Sit | TakeOver) for one in waiting)
