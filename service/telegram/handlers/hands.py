"""A tap on "My hand" in the group: the hand comes there, for its player's eyes only. Where that is not possible he is
told his cards in an alert, and finds the card to play from at the end of the private chat."""

from service.surface import Row, hand_key, mine_key
from service.table.model import Stage
from service.table.refusals import No, Refused
from service.table.view import TableView
from service.telegram import views
from service.telegram.callback import Tap
from service.telegram.handlers.callers import Caller
from service.telegram.handlers.desk import Desk
from service.telegram.messages import Toast
from service.telegram.moving import where
from service.telegram.tastes import tastes
from service.usecases import look

UNSEEN_MS = 60_000
"""Who asks again within this time, and did not just tap twice, has perhaps seen nothing."""
TWICE_MS = 3_000


async def my_hand(desk: Desk, query: str, tap: Tap, caller: Caller) -> Toast:
    """The answer to the tap. Nothing to say where the hand itself is on its way."""
    view = await look(desk.container, tap.table, caller.person.id)
    if view is None:
        return views.refused(Refused(No.NO_TABLE), caller.tongue)
    alert = views.hand_alert(view, caller.tongue, tastes=tastes(caller.person))
    if view.seat is None or view.stage is not Stage.PLAYING or view.seen is None:
        return alert
    if not await _possible(desk, view, caller):
        await _in_private(desk, view, caller)
        return alert
    store, key = desk.container.store, mine_key(caller.person.id)
    row, now = await store.row(view.id, key), await store.now()
    await store.request_opening(view.id, key, query)
    return alert if row is not None and _unseen(row, view, now) else Toast("")


async def _possible(desk: Desk, view: TableView, caller: Caller) -> bool:
    """The tap came from where the table is played, its player plays himself, and the server knows how."""
    assert view.seat is not None
    if caller.group is None or view.player(view.seat).computer is not None:
        return False
    directory = desk.container.directory
    home = await where(directory, await directory.chat(view.chat))
    return home.id == caller.group.id and await desk.gateway.whispers(home.id, caller.person.id)


def _unseen(row: Row, view: TableView, now: int) -> bool:
    """It was refused, or has come and he asks again: not everybody's app shows it, and nobody says so."""
    if row.gone == "refused":
        return True
    stands = row.message is not None and view.seen is not None and row.generation == view.seen.deal_no
    return stands and TWICE_MS < now - row.sent_at < UNSEEN_MS


async def _in_private(desk: Desk, view: TableView, caller: Caller) -> None:
    """The card to play from, unless it is the last message there anyway."""
    if not caller.person.reachable or view.seen is None or view.seen.turn != view.seat:
        return
    row = await desk.container.store.row(view.id, hand_key(caller.person.id))
    if row is not None and row.message is not None and row.message < caller.person.last_message:
        await desk.container.store.request_repost(view.id, hand_key(caller.person.id))
