"""What a process that thinks does at a table: computers' moves, advice, and what could have been done better.

A search may fail: machine code that a power cut tore, a package that is missing, a position nobody foresaw. Whatever it
is, it costs its own answer and nothing else: the computer moves without searching, and whoever asked is told.
"""

from service.logs import Once, get_logger
from service.ports import StoreDown, TableStore, TooNew
from service.retold import facts_of
from service.table.advice import advised, unadvised
from service.table.change import Change
from service.table.handle import play_on
from service.table.reviews import answered, given_up, pending

log = get_logger(__name__)
_first = Once()


async def thought_about(store: TableStore, change: Change, now: int, *, plainly: bool = False) -> Change:
    """Let computers move; where they need not, answer what somebody waits to be told. `plainly`: without any search.

    A deal that is played through again takes a second, and other tables wait meanwhile: moves go first, and one deal is
    enough. What is left over is asked for again at once, behind whatever waits.
    """
    if plainly:
        return _plainly(change, now)
    change = _played_on(change, now)
    if change.facts:
        return change
    change = _advised(change)
    for deal_no, letter in pending(change.table.head)[:1]:
        change = await _reviewed(store, change, deal_no, letter)
    return change


def at_once(change: Change, now: int) -> Change:
    """Let computers move that need not search: a tenth of a millisecond each, and no thought of another table's, nor
    want of a thinker, holds them up."""
    try:
        return play_on(change, now, searching=False)
    except Exception as fault:  # noqa: BLE001 - people's own moves are in this change
        _failed("no move", change.table.head.id, fault)
        return change


def _plainly(change: Change, now: int) -> Change:
    log.error("no search", table=change.table.head.id, why="thinking about this table ends its process")
    change = play_on(change, now, plainly=True)
    change = change.then(advised(change.table, plainly=True))
    for deal_no, letter in pending(change.table.head):
        change = change.then(given_up(change.table, deal_no, letter))
    return change


def _played_on(change: Change, now: int) -> Change:
    try:
        return play_on(change, now)
    except Exception as fault:  # noqa: BLE001 - people wait for this move, whatever it was
        _failed("no search", change.table.head.id, fault)
        return play_on(change, now, plainly=True)


def _advised(change: Change) -> Change:
    for plainly in (False, True):
        try:
            return change.then(advised(change.table, plainly=plainly))
        except Exception as fault:  # noqa: BLE001 - as above
            _failed("no search", change.table.head.id, fault)
    return change.then(unadvised(change.table))


async def _reviewed(store: TableStore, change: Change, deal_no: int, letter: str) -> Change:
    head = change.table.head
    try:
        facts = await facts_of(store, head, next(n for n in head.deals if n.no == deal_no))
        return change.then(answered(change.table, deal_no, letter, facts))
    except (StoreDown, TooNew):
        raise
    except Exception as fault:  # noqa: BLE001 - as above
        _failed("no review", head.id, fault)
        return change.then(given_up(change.table, deal_no, letter))


def _failed(what: str, table: str, fault: Exception) -> None:
    """With all of it once; then in a line, for where nothing can be searched each move is one."""
    why = type(fault).__name__
    log.error(what, table=table, why=why, exc_info=fault if _first(f"{what} {why}") else None)
