"""`rebelote tables`: which tables there are, and how one stands. No hidden card unless everything is asked for."""

import datetime as dt
from collections.abc import AsyncIterator

from engine.cards import card_code, cards_of
from engine.observation import Observation
from engine.seats import SEAT_LETTERS
from service.adapters.redis_archive import RedisArchive
from service.bootstrap import Container
from service.ports import Stored, TooNew
from service.table.look import look
from service.table.model import Chair, Head, Stage
from service.table.table import Table, restore
from service.table.view import TableView

COLUMNS = "{:<11} {:<10} {:<11} {:>15} {:>5} {:>10} {:<17} {}"
HEADER = COLUMNS.format("TABLE", "STATE", "RULES", "CHAT", "DEALS", "SCORE", "OPENED", "SEATS")


async def listed(archive: RedisArchive, chat: int | None, state: Stage | None) -> AsyncIterator[str]:
    """A line for each table, the newest last."""
    heads: list[Head] = []
    for table in await archive.tables():
        try:
            head = await archive.head(table)
        except TooNew as fault:
            yield f"{table:<11} left to a newer release: {fault}"
            continue
        if head is not None and chat in (None, head.chat) and state in (None, head.stage):
            heads.append(head)
    for head in sorted(heads, key=lambda one: one.opened_at):
        yield _line(head)


def _line(head: Head) -> str:
    score = ":".join(map(str, head.deals[-1].totals)) if head.deals else "-"
    seats = " ".join(f"{letter}={_sitter(chair)}" for letter, chair in head.chairs.items())
    return COLUMNS.format(
        head.id, head.stage, head.variant, head.chat, len(head.deals), score, moment(head.opened_at), seats
    )


def _sitter(chair: Chair) -> str:
    if chair.person is None:
        return chair.computer or "free"
    return f"{chair.person}" + (f"({chair.absent})" if chair.absent else "")


def moment(milliseconds: int | None) -> str:
    """A time in UTC, to the minute."""
    if milliseconds is None:
        return "-"
    return dt.datetime.fromtimestamp(milliseconds / 1000, dt.UTC).strftime("%Y-%m-%d %H:%MZ")


async def inspected(house: Container, table: str, everything: bool) -> AsyncIterator[str]:
    """How one table stands, line by line; nothing if there is none. Raises `TooNew`."""
    stored = await house.store.load(table)
    if stored is None:
        return
    restored = restore(stored.head, stored.facts)
    for line in _public(look(restored, None), stored):
        yield line
    for key, row in sorted((await house.store.rows(table)).items()):
        state = f"message {row.message}" if row.message else "nothing stands"
        extra = (f", {row.gone}" if row.gone else "") + (", a send is under way" if row.sending_since else "")
        yield f"  shown      {key} in {row.chat}: {state}{extra}"
    if everything:
        for line in _hidden(restored):
            yield line


def _public(view: TableView, stored: Stored) -> list[str]:
    head = stored.head
    times = f"started {moment(view.started_at)}, ended {moment(view.ended_at)}"
    counts = f"{len(stored.facts)} facts of this deal, {len(stored.inbox)} commands wait"
    lines = [
        HEADER,
        _line(head),
        f"  times      {times}",
        f"  stored     version {stored.version}, {counts}",
    ]
    if stored.due is not None:
        lines.append(f"  due        {moment(stored.due)}, in {(stored.due - stored.now) / 1000:.0f} s")
    lines += [
        f"  waits      {w.command.kind} by {w.command.person} since {moment(w.at)}" for w in stored.inbox
    ]
    lines += [
        f"  deal {note.no:<5} {note.outcome}, {note.written[0]}:{note.written[1]}" for note in view.deals
    ]
    return lines + (_seen(view.seen) if view.seen is not None else [])


def _seen(seen: Observation) -> list[str]:
    turn = "nobody" if seen.turn is None else SEAT_LETTERS[seen.turn]
    trick = " ".join(f"{SEAT_LETTERS[seat]}:{card_code(card)}" for seat, card, *_ in seen.trick)
    return [
        f"  deal {seen.deal_no:<5} {seen.phase}, ply {seen.ply}, on turn: {turn}",
        f"  trick {len(seen.tricks) + 1:<4} {trick or 'nothing played yet'}",
    ]


def _hidden(table: Table) -> list[str]:
    """What nobody at the table may know."""
    lines = [f"  secret     {table.head.secret}"]
    if table.match is not None and table.match.deal is not None:
        for seat, hand in enumerate(table.match.deal.hands):
            cards = " ".join(card_code(card) for card in cards_of(hand))
            lines.append(f"  hand {SEAT_LETTERS[seat]}     {cards}")
    return lines
