"""What the processes do with tables: look, decide, advance. Everything else is pure or an adapter."""

import time
from collections.abc import Callable
from typing import NamedTuple

import structlog

from engine.actions import action_text
from engine.seats import SEAT_LETTERS
from service import metrics
from service.bootstrap import Container
from service.counting import count
from service.lobbies import remember
from service.ports import Commit, Receipt, Seen, Stored, Waiting
from service.surface import hands_of
from service.table.advice import unanswered
from service.table.authors import PERSON
from service.table.change import Change
from service.table.closing import remembered
from service.table.commands import Act, Command
from service.table.handle import NO_SECRET, handle
from service.table.look import look as see
from service.table.model import Stage
from service.table.play import computer_at, computer_on_turn, searches
from service.table.refusals import No, Refused
from service.table.table import Table
from service.table.timing import pass_time, wake
from service.table.view import TableView
from service.thinking import at_once, thought_about

log = structlog.get_logger(__name__)

ATTEMPTS = 20
"""How often a worker decides anew after a conflict before it leaves the table to the next look at its due row."""
COUNT_AGAIN_MS = 2_000
"""Until a match is looked at again that other matches of its people did not let through to the statistics."""
A_MOMENT_S = 5
"""So long the keyboard of a card that has been played may still stand under a thumb."""


class Verdict(NamedTuple):
    """What became of a person's wish. Exactly one of `refused` and `receipt` is set."""

    view: TableView | None
    """The table as the person saw it when he asked; None if there is no such table."""
    command: Command | None
    refused: Refused | None = None
    receipt: Receipt | None = None
    waiting: Command | None = None
    """For a BUSY receipt: the command that is on its way already."""


async def look(container: Container, table: str, person: int | None) -> TableView | None:
    """The table as a person (or, with None, the group) sees it now."""
    stored = await container.store.load(table)
    return None if stored is None else see(_restored(container, stored), person)


async def decide(
    container: Container,
    table: str,
    person: int,
    wish: Command | Callable[[TableView], Command],
    update: int | None,
) -> Verdict:
    """Judge a wish now, and if it is legal put it into the table's inbox and hint a worker.

    A wish may be a function of what the person sees (a cut adds one to his own). Only what is legal at this moment
    enters the inbox; `update` is the Telegram update, by which a redelivery is recognised.
    """
    for _ in range(ATTEMPTS):
        stored = await container.store.load(table)
        if stored is None:
            return Verdict(None, None, Refused(No.NO_TABLE))
        verdict = await _judge(container, stored, person, wish, update)
        if verdict.receipt is not Receipt.MOVED:
            return verdict
    log.warning("gave way", table=table, attempts=ATTEMPTS)
    return Verdict(None, None, Refused(No.STALE))


async def _judge(
    container: Container,
    stored: Stored,
    person: int,
    wish: Command | Callable[[TableView], Command],
    update: int | None,
) -> Verdict:
    """One try: what waits in the inbox is judged first, so that an acknowledged seat or start counts already."""
    table = _restored(container, stored)
    view = see(table, person)
    command = wish(view) if callable(wish) else wish
    # His own only: what somebody else has tapped is nobody's business before it is on the table.
    own = (w.command for w in stored.inbox if w.command.person == person)
    waiting = next((one for one in own if one.slot == command.slot), None)
    if waiting is None:
        ahead, _ = _work_off(table, stored.inbox)
        ahead = ahead.then(pass_time(ahead.table, stored.now))
        judged = handle(ahead.table, command, stored.now)
        if isinstance(judged, Refused):
            played = _just_played(table, command, stored.now)
            if played == command or (update is not None and await container.store.was_taken(update)):
                return Verdict(view, command, None, Receipt.SEEN)
            if played is not None:
                return Verdict(view, command, None, Receipt.BUSY, played)
            return Verdict(view, command, judged)
    seen = Seen(stored.version, len(stored.inbox))
    submission = await container.store.submit(stored.head.id, command, update, seen)
    if submission.receipt is Receipt.TAKEN:
        await container.queue.advance(stored.head.id)
    return Verdict(view, command, None, submission.receipt, submission.waiting)


def _just_played(table: Table, command: Command, now: int) -> Act | None:
    """What this person did a moment ago at the ply of his tap: the same, if he tapped twice, or the card that was
    quicker. Later the button is simply old."""
    if not isinstance(command, Act) or table.head.position is None or table.head.started_at is None:
        return None
    index = command.ply - table.head.position.ply
    if not 0 <= index < len(table.facts):
        return None
    fact = table.facts[index]
    mine = SEAT_LETTERS[fact.seat] in table.letters_of(command.person) and fact.author == PERSON
    if not mine or (now - table.head.started_at) // 1000 - fact.at > A_MOMENT_S:
        return None
    return Act(person=command.person, ply=command.ply, action=action_text(fact.action))


async def house(container: Container, table: str, command: Command) -> None:
    """Submit a command that no update stands behind (somebody pressed Start, or blocked the bot)."""
    submission = await container.store.submit(table, command, None)
    if submission.receipt is not Receipt.NO_TABLE:
        await container.queue.advance(table)


async def advance(container: Container, table: str, thinking: bool = False, *, plainly: bool = False) -> None:
    """Carry a table as far as it goes: its inbox in order, then what it can do by itself.

    Safe to run twice, late or side by side: the commit is all or nothing, and after a conflict it is decided anew.
    A computer searches only where `thinking` is set, in a process that delays nobody's move; `plainly`: not even there,
    since it has ended such a process before.
    """
    began = time.perf_counter()
    for _ in range(ATTEMPTS):
        stored = await container.store.load(table)
        if stored is None:
            log.warning("table unknown", table=table)
            return
        loaded = time.perf_counter()
        before = _restored(container, stored)
        over = stored.head.stage is Stage.OVER and stored.due is not None
        counted = not over or await count(container, stored.head)
        change, outcomes = _work_off(before, stored.inbox, container.entropy.secret().hex())
        change = change.then(pass_time(change.table, stored.now))
        if thinking:
            change = await thought_about(container.store, change, stored.now, plainly=plainly)
        else:
            change = at_once(change, stored.now)
        step = _commit(stored, change, counted)
        if change.table is before and not stored.inbox and step.due == stored.due:
            await _hint(container, change, stored.now)
            return
        if await container.store.commit(table, step):
            _log_outcomes(table, stored.inbox, outcomes, change, began)
            _count(stored, outcomes, loaded)
            if before.match is None and change.table.match is not None:
                await remember(container, change.table.head)
            await _hint(container, change, stored.now)
            if step.ends:
                await container.queue.advance(table)
            return
    log.warning("gave way", table=table, attempts=ATTEMPTS)


async def _hint(container: Container, change: Change, now: int) -> None:
    """Who searches, or has an answer to give, is asked; or whoever is next to look, where a long row of moves goes on.
    What could have moved at once and has not, is left to a thinker: nobody waits for his faults."""
    table = change.table
    seat = computer_on_turn(table)
    due = seat is not None and computer_at(table) <= now
    if seat is not None and due and change.facts and not searches(table, seat):
        await container.queue.advance(table.head.id)
    elif due or unanswered(table):
        await container.queue.think(table.head.id)


def _work_off(
    table: Table, inbox: tuple[Waiting, ...], secret: str = NO_SECRET
) -> tuple[Change, list[Refused | None]]:
    """The inbox in order. Each command is judged as of its arrival, however late the worker is."""
    change = Change(table)
    outcomes: list[Refused | None] = []
    for waiting in inbox:
        # A time that was over when a command arrived goes before it, however late the worker is.
        change = change.then(pass_time(change.table, waiting.at))
        decided = handle(change.table, waiting.command, waiting.at, secret)
        if isinstance(decided, Refused):
            outcomes.append(decided)
            change = change.then(_noted(change.table, waiting.command, decided))
        else:
            outcomes.append(None)
            change = change.then(_unnoted(decided, waiting.command))
    return change, outcomes


def _noted(table: Table, command: Command, refused: Refused) -> Change:
    """Tell the person on his card that what was acknowledged came too late: the table had moved in between."""
    if table.seat_of(command.person) is None or refused.code is No.UNCHANGED:
        return Change(table)
    notes = table.head.notes | {str(command.person): refused.code.value}
    return Change(table.changed(notes=notes), marked=hands_of(command.person))


def _unnoted(change: Change, command: Command) -> Change:
    key = str(command.person)
    if key not in change.table.head.notes:
        return change
    notes = {k: v for k, v in change.table.head.notes.items() if k != key}
    return change._replace(table=change.table.changed(notes=notes))


def _commit(stored: Stored, change: Change, counted: bool) -> Commit:
    """`counted`: False where a match is over and its row must ask once more for its counting."""
    ends = stored.head.stage is Stage.PLAYING and remembered(change.table.head)
    due = wake(change.table, stored.now)
    if ends and change.table.head.stage is Stage.OVER:
        due = stored.now  # it is still to be counted: its row stays until it is
    elif not counted:
        due = stored.now + COUNT_AGAIN_MS
    thinks = computer_on_turn(change.table) is not None or unanswered(change.table)
    if thinks and due is not None and stored.due is not None and not change.facts:
        # A thought that has not come is asked for again: its row stays, or looking would put it off for ever.
        due = min(due, stored.due)
    return Commit(
        version=stored.version,
        inbox=len(stored.inbox),
        head=change.table.head,
        facts=change.facts,
        due=due,
        marked=change.marked,
        joined=change.joined,
        parted=change.parted,
        opens=change.opens,
        ends=ends,
    )


def _restored(container: Container, stored: Stored) -> Table:
    return container.replays.restore(stored.head, stored.facts)


def _log_outcomes(
    table: str, inbox: tuple[Waiting, ...], outcomes: list[Refused | None], change: Change, began: float
) -> None:
    milliseconds = round((time.perf_counter() - began) * 1000, 2)
    for waiting, refused in zip(inbox, outcomes, strict=True):
        log.info(
            "command",
            table=table,
            kind=waiting.command.kind,
            ply=waiting.command.ply if isinstance(waiting.command, Act) else None,
            person=waiting.command.person,
            outcome="done" if refused is None else refused.code.value,
            ms=milliseconds,
        )
    if not inbox:
        log.info("table moved", table=table, facts=len(change.facts), ms=milliseconds)


def _count(stored: Stored, outcomes: list[Refused | None], loaded: float) -> None:
    """The store's clock gives what had passed when the table was loaded, ours what came after."""
    since = time.perf_counter() - loaded
    for waiting, refused in zip(stored.inbox, outcomes, strict=True):
        metrics.COMMANDS.labels(waiting.command.kind, "done" if refused is None else refused.code.value).inc()
        metrics.COMMITTED_SECONDS.observe(max(0, stored.now - waiting.at) / 1000 + since)
