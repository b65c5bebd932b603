"""What a process that thinks does at a table: computers' moves, advice, and what could have been done better.

A search may fail: machine code that a power cut tore, a package that is missing, a position nobody foresaw. Whatever it
is, it costs its own answer and nothing else: the computer moves without searching, and whoever asked is told.
"""

from collections.abc import Callable

from service.logs import Once, get_logger
from service.ports import TableStore
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
    want of a thinker, holds them up. A fault of theirs takes along no move of people's."""
    return _tried("no move", change, lambda: play_on(change, now, searching=False)) or change


def _plainly(change: Change, now: int) -> Change:
    log.error("no search", table=change.table.head.id, why="thinking about this table ends its process")
    change = play_on(change, now, plainly=True)
    change = change.then(advised(change.table, plainly=True))
    for deal_no, letter in pending(change.table.head):
        change = change.then(given_up(change.table, deal_no, letter))
    return change


def _played_on(change: Change, now: int) -> Change:
    return _tried("no search", change, lambda: play_on(change, now)) or play_on(change, now, plainly=True)


def _advised(change: Change) -> Change:
    return (
        _tried("no search", change, lambda: change.then(advised(change.table)))
        or _tried("no search", change, lambda: change.then(advised(change.table, plainly=True)))
        or change.then(unadvised(change.table))
    )


async def _reviewed(store: TableStore, change: Change, deal_no: int, letter: str) -> Change:
    head = change.table.head
    facts = await facts_of(store, head, next(n for n in head.deals if n.no == deal_no))
    told = _tried("no review", change, lambda: change.then(answered(change.table, deal_no, letter, facts)))
    return told or change.then(given_up(change.table, deal_no, letter))


def _tried(what: str, change: Change, attempt: Callable[[], Change]) -> Change | None:
    """What an attempt comes to, or `None`. It is logged with all of it once, then in a line: where nothing can be
    searched each move is one."""
    try:
        return attempt()
    except Exception as fault:  # people wait for moves and answers, whatever it was
        why = type(fault).__name__
        log.exception(
            what, table=change.table.head.id, why=why, exc_info=fault if _first(f"{what} {why}") else None
        )
        return None
