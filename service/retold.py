"""What is over, told again from what is stored: a deal, whose a match's result is, a record to take away."""

from typing import NamedTuple

from engine.match import FinishedDeal
from engine.notation import format_record
from engine.seats import Side
from service.bootstrap import Container
from service.ports import TableStore
from service.table.look import look
from service.table.model import DealNote, Head
from service.table.record import record_of
from service.table.seating import steps
from service.table.table import actions_in, finished_deal, seed_of
from service.table.tally import side_of_person
from service.table.view import TableView


class ToldDeal(NamedTuple):
    """A deal that is over, told again from its facts."""

    finished: FinishedDeal
    note: DealNote
    seed: str
    """Of its shuffle, in hex: disclosed, since it is over."""
    plies: tuple[int, ...]
    """At which it is told (`service.table.seating.steps`)."""


async def deal_view(
    container: Container, table: str, deal_no: int, person: int | None = None
) -> tuple[TableView, ToldDeal] | None:
    """A deal that is over, with the table as it is seen now, but with who sat there at the deal's end; None if there is
    no such table or deal."""
    stored = await container.store.load(table)
    if stored is None:
        return None
    told = await told_deal(container.store, stored.head, deal_no)
    if told is None:
        return None
    view = look(container.replays.restore(stored.head, stored.facts), person)
    return view.at(told.plies[-1]), told


async def told_deal(store: TableStore, head: Head, deal_no: int) -> ToldDeal | None:
    """A deal that is over; None if there is no such deal."""
    note = next((n for n in head.deals if n.no == deal_no), None)
    if note is None:
        return None
    facts = await facts_of(store, head, note)
    plies = steps(actions_in(facts), note.ply, len(head.chairs))
    return ToldDeal(finished_deal(head, deal_no, facts), note, seed_of(head, deal_no).hex(), plies)


async def side_played(container: Container, table: str, person: int) -> Side | None:
    """Whose result in a match that ended is a person's, where seats changed hands (`service.table.tally`)."""
    stored = await container.store.load(table)
    if stored is None:
        return None
    return side_of_person(stored.head, await container.store.facts(table, 0, -1), person)


async def export(container: Container, table: str, *, everything: bool = False) -> str | None:
    """A table's record as text (`service.table.record`); None if there is no such table."""
    stored = await container.store.load(table)
    if stored is None:
        return None
    return format_record(
        record_of(stored.head, await container.store.facts(table, 0, -1), everything=everything)
    )


async def facts_of(store: TableStore, head: Head, note: DealNote) -> tuple[str, ...]:
    """The fact lines of a deal that is over; those of the next deal may follow in the same list."""
    later = next((n.facts_at for n in head.deals if n.no == note.no + 1), None)
    if later is None:
        later = head.position.facts_at if head.position else -1
    return await store.facts(head.id, note.facts_at, later)
