"""Showing one surface: read the table anew, see what should stand, and have it carried out (`steps`).

It may run twice, late, or after a crash between any two lines.
"""

import asyncio
from collections.abc import Awaitable, Callable

from engine.match import to_act
from service.bootstrap import Container
from service.people import Person
from service.ports import Due, Fence, Stored
from service.retold import told_deal
from service.surface import CARD, END, LOBBY, Row, digest_key, hand_key, mine_key, place_of
from service.table.commands import Arrive, Halt
from service.table.model import Stage
from service.table.table import Table
from service.telegram import ledger
from service.telegram.consequences import SOON, posted
from service.telegram.digests import digest, waits_until
from service.telegram.drawn import Drawn
from service.telegram.elsewhere import Elsewhere
from service.telegram.errors import Outcome
from service.telegram.gateway import Gateway
from service.telegram.lateness import Lateness
from service.telegram.limits import Call, Limits, pseudo_chat
from service.telegram.moving import where
from service.telegram.plan import idle
from service.telegram.presence import HERE, NOBODY, Presence, presence
from service.telegram.reminding import Reminding, reminder_due, since_told
from service.telegram.steps import Steps
from service.telegram.surface_keys import DEAL, DIGEST, HAND, MENTION, MINE, REVIEW, Key, parse_key
from service.telegram.surfaces import BLANK, Sight
from service.telegram.tastes import reader
from service.telegram.wants import Want
from service.usecases import house

SHORTLY = 300
"""Milliseconds until the end of a match looks again whether its last sheet stands."""


class Show:
    """Shows surfaces through one gateway, within one set of limits."""

    def __init__(
        self,
        container: Container,
        gateway: Gateway,
        limits: Limits,
        username: str,
        leased: Callable[[], bool] = lambda: True,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        fence: Fence | None = None,
    ) -> None:
        self._store = container.store
        self._directory = container.directory
        self._container = container
        self._gateway = gateway
        self._limits = limits
        self._username = username
        self._steps = Steps(container, gateway, limits, leased, sleep, fence)
        self._drawn = Drawn()
        self._elsewhere = Elsewhere(container, self._steps.write)
        self._doubted: set[tuple[str, int]] = set()
        """Seats that take for within reach whom the bot may not write to, when last looked at."""

    async def __call__(self, due: Due) -> None:
        """Bring the surface up to date, and set its row to when it must be looked at next."""
        key = parse_key(due.key or "")
        if key is not None and key.kind == DIGEST:
            again = await self._digest(key.number, due.at)
        else:
            again = await self._show(due.table, due.key or "", due.at)
        as_known = (due.table, due.key) in self._steps.as_known
        self._steps.as_known.discard((due.table, due.key))
        if key is not None and key.whose and not as_known and await self._forgotten(due, key.whose):
            again = None
        await self._store.finish(due, again)

    async def _forgotten(self, due: Due, number: int) -> bool:
        """Whether nobody knows the person of a surface (any more): what was written of him meanwhile is taken out."""
        person = await self._directory.person(number)
        if person.known:
            return False
        await self._steps.write(due.table, {due.key or "": None})
        await self._steps.write(place_of(number), {digest_key(number): None})
        if person != Person(id=number):
            await self._directory.forget(number)
        return True

    async def _show(self, table: str, name: str, since: int) -> int | None:
        stored = await self._store.load(table)
        key = parse_key(name)
        if stored is None or key is None:
            return None
        who = key.reader or (key.number if key.kind == MINE else 0)
        person = await self._reader(table, name, who) if who else None
        sight = await self._sight(stored, key, person)
        row = await self._store.row(table, name)
        sight = since_told(key, sight, row)
        wanted = self._draw(key, sight._replace(outline=key.kind in (HAND, MINE)), stored.now)
        if wanted.inline:
            return await self._post(table, name, row or ledger.fresh(wanted), wanted, stored.now)
        if not _showable(row or ledger.fresh(wanted), person):
            await self._clock_follows(stored, name, row)
            return await self._seat_follows(sight.table, key, person, stored.now)
        giver = hand_key(key.reader) if key.reader else CARD
        if key.kind == DEAL and row is None and await self._not_passed_on(table, giver, key.number):
            return None
        if key.kind == END and await self._not_passed_on(table, giver, len(stored.head.deals)):
            # The last score sheet comes first: it stands above.
            await self._store.mark(table, [giver])
            return stored.now + SHORTLY
        row = row or ledger.fresh(wanted)
        before = row.gone
        if row.chat != wanted.chat:
            row = ledger.moved(row, wanted)
        if key.kind == MINE:
            row = ledger.invited(row, await self._store.opening(table, name))
        late = Lateness(since, stored.now, key.kind)
        seen = await self._presence(table, row, person, late.now)
        wanted = self._reminding(key, sight, wanted, reminder_due(wanted, row, seen, stored), stored.now)
        if key.kind == HAND and person is not None:
            wanted = await self._among_others(table, name, row, wanted, person)
        wanted = self._filled(key, sight, row, wanted, seen, late.now)
        shown, again = await self._steps.carry_out(table, name, row, wanted, seen, late)
        await self._elsewhere.tell_who_looks(table, row, shown, wanted, person, late.now)
        await self._clock_follows(stored, name, shown)
        if shown.gone != before and name == _group_card(stored):
            await self._store.mark(table, [hand_key(one) for one in sight.table.people])
        return again

    async def _reader(self, table: str, name: str, who: int) -> Person:
        person = await self._directory.person(who)
        if person.known:
            self._steps.as_known.add((table, name))
        return person

    async def _digest(self, number: int, since: int) -> int | None:
        place, name = place_of(number), digest_key(number)
        mine = await self._store.row(place, name)
        person, now = await self._directory.person(number), await self._store.now()
        if mine is None or not person.reachable:
            return None
        waiting = await self._elsewhere.waiting(mine, number)
        settings = self._container.settings
        wanted = digest(
            mine, waiting, person, reader(person, None, settings.default_language, settings.zone, now)
        )
        kept = tuple(one.view.id for one in waiting)
        if kept != mine.waiting:
            told = {table: ply for table, ply in mine.told.items() if table in kept}
            mine = mine.model_copy(update={"waiting": kept, "told": told})
            await self._steps.write(place, {name: mine})
        seen = Presence(person.last_tap, True, person.last_ring)
        until = waits_until(mine, wanted, seen, now)
        if until is not None:
            return until
        return (await self._steps.carry_out(place, name, mine, wanted, seen, Lateness(since, now, DIGEST)))[1]

    def _reminding(self, key: Key, sight: Sight, wanted: Want, due: Reminding | None, now: int) -> Want:
        if due is None or due.notice is None:
            return wanted if due is None else wanted._replace(look_at=due.look_at)
        drawn = self._draw(key, sight._replace(left=due.notice.left), now)
        return drawn._replace(reminder=due.notice, look_at=due.look_at)

    async def _among_others(self, table: str, name: str, row: Row, wanted: Want, person: Person) -> Want:
        if wanted.called is not None:
            self._steps.as_known.discard((table, name))  # what waits for him is written down there
        return await self._elsewhere.among(table, row, wanted, person)

    def _filled(self, key: Key, sight: Sight, row: Row, wanted: Want, seen: Presence, now: int) -> Want:
        """An outline with its text and picture, where there is something to do."""
        if wanted.message is not BLANK or idle(row, wanted, seen, now):
            return wanted
        whole = self._draw(key, sight, now)
        return wanted._replace(message=whole.message, picture=whole.picture)

    def _draw(self, key: Key, sight: Sight, now: int) -> Want:
        return self._steps.album.allowed(self._drawn.want(key, sight), now)

    async def _clock_follows(self, stored: Stored, name: str, row: Row | None) -> None:
        """While the group cannot see the match its clock stands still. Asked for at each look, so that no crash leaves
        it standing or running."""
        head, shut = stored.head, bool(row and row.gone)
        if (
            name == CARD
            and head.stage is Stage.PLAYING
            and head.clock
            and shut != (head.halted_at is not None)
        ):
            await house(self._container, head.id, Halt(person=0, stopped=shut))

    async def _seat_follows(self, table: Table, key: Key, person: Person | None, now: int) -> int | None:
        """A seat that was asked for before its player blocked the bot, and taken after, does not know of it: it is
        told. Whoever comes back is told to his tables before he is remembered, so that only what is still so at a
        second look counts."""
        if key.kind != HAND or person is None or not person.blocked:
            return None
        seat = (table.head.id, person.id)
        believed = table.letter_of(person.id) is not None and table.chair_of(person.id).reachable
        if not believed or table.head.stage not in (Stage.LOBBY, Stage.PLAYING):
            self._doubted.discard(seat)
        elif seat not in self._doubted:
            self._doubted.add(seat)
            return now + SOON
        else:
            self._doubted.discard(seat)
            await house(self._container, table.head.id, Arrive(person=person.id, reachable=False))
        return None

    async def _sight(self, stored: Stored, key: Key, person: Person | None) -> Sight:
        chat = await where(self._directory, await self._directory.chat(stored.head.chat))
        if person is None and stored.head.apart:
            # What stands elsewhere speaks as who invited.
            person = await self._directory.person(stored.head.creator)
        told = await told_deal(self._store, stored.head, key.number) if key.kind in (DEAL, REVIEW) else None
        group = await self._store.row(stored.head.id, _group_card(stored)) if key.kind == HAND else None
        settings, drawn = self._container.settings, self._drawn.table(stored)
        return Sight(
            table=drawn,
            chat=chat,
            tongue=reader(person, chat, settings.default_language, settings.zone, stored.now),
            bot=self._username,
            person=person,
            called=await self._directory.person(key.number) if key.kind == MENTION else None,
            told=told,
            shut=group.gone if group else "",
            waiting=await self._elsewhere.count(drawn.head.id, key.number) if _through(key, drawn) else 0,
        )

    async def _post(self, table: str, name: str, row: Row, wanted: Want, now: int) -> int | None:
        """An inline message: the chat it stands in is not known, so it keeps a group's limits of its own."""
        if row.gone or wanted.message is None or row.digest == wanted.digest:
            return None
        pseudo = pseudo_chat(wanted.inline)
        free = self._limits.when(pseudo, Call.MERGED, now)
        if free > now:
            return free
        self._steps.spend(pseudo, Call.MERGED, now)
        answer = await self._gateway.edit_inline(wanted.inline, wanted.message)
        if answer.outcome is Outcome.RETRY_AFTER:
            self._limits.close(pseudo, now + answer.retry_after)
        row, again = posted(row, wanted, answer, now)
        await self._steps.write(table, {name: row})
        return again

    async def _not_passed_on(self, table: str, giver: str, deal: int) -> bool:
        """The deal's card still stands as the table card, or as a hand: it is handed over first, and marks the sheet
        then."""
        card = await self._store.row(table, giver)
        stands = card is not None and card.message is not None and card.gone != "kicked"
        return card is not None and stands and 0 < card.generation <= deal

    async def _presence(self, table: str, row: Row, person: Person | None, now: int) -> Presence:
        if person is None or row.chat < 0:
            return NOBODY
        if now - person.last_hand_tap >= HERE:
            return presence(person, row)
        return presence(person, row, await self._store.row(table, mine_key(person.id)))


def _through(key: Key, table: Table) -> bool:
    """Whether the reader of a hand card may turn to another match, since this one does not wait for him."""
    seat = table.seat_of(key.number) if key.kind == HAND else None
    if seat is None or table.match is None:
        return False
    return to_act(table.match) != seat or table.head.held is not None


def _group_card(stored: Stored) -> str:
    """The surface by which the group follows the table."""
    return LOBBY if stored.head.stage is Stage.LOBBY else CARD


def _showable(row: Row, person: Person | None) -> bool:
    """Not to who blocked the bot, nor to a group that threw it out, until they come back."""
    if person is not None and row.chat > 0:
        return person.reachable
    return row.gone != "kicked" or row.repost
