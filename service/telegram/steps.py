"""Carrying out what was planned for a surface, step by step, and writing down each step before the next one.

What stands is remembered after each call, and a send that was begun is found again.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping

import structlog

from service.bootstrap import Container
from service.ports import Fence, StoreDown
from service.surface import CARD, Row, deal_key, hand_key
from service.table.commands import Arrive
from service.telegram import ledger
from service.telegram.album import Album
from service.telegram.consequences import SOON, consequence, shut_out
from service.telegram.errors import Answer, Outcome
from service.telegram.gateway import Gateway
from service.telegram.lateness import Lateness
from service.telegram.limits import Call, Limits
from service.telegram.moving import moved
from service.telegram.plan import (
    Decline,
    Edit,
    HandOver,
    Hold,
    Open,
    Remove,
    Send,
    Step,
    Strip,
    Wait,
    plan,
)
from service.telegram.presence import Presence
from service.telegram.wants import Want
from service.usecases import house

log = structlog.get_logger(__name__)

WRITES, AGAIN_S = 6, 0.5
"""How often what was sent is tried to be written down, and seconds in between: within the claim's 30 s."""


class LeaseLost(Exception):
    """Another courier sends for this bot now."""


class _Halt(Exception):
    """The plan ends here: look again at `again` (None: when something changes)."""

    def __init__(self, row: Row, again: int | None) -> None:
        super().__init__()
        self.row = row
        self.again = again


class Steps:
    """The hands of `Show`: one gateway, one set of limits, one lease."""

    def __init__(
        self,
        container: Container,
        gateway: Gateway,
        limits: Limits,
        leased: Callable[[], bool],
        sleep: Callable[[float], Awaitable[None]],
        fence: Fence | None,
    ) -> None:
        self._store = container.store
        self._directory = container.directory
        self._container = container
        self._gateway = gateway
        self._limits = limits
        self._leased = leased
        self._fence = fence
        self._sleep = sleep
        self.album = Album(gateway.bot, gateway.greys)
        self.as_known: set[tuple[str, str | None]] = set()
        """Surfaces under way whose person is known, and of whom nothing was written since that was asked."""

    async def carry_out(
        self, table: str, name: str, row: Row, wanted: Want, seen: Presence, late: Lateness
    ) -> tuple[Row, int | None]:
        """The row afterwards, and when to look again."""
        now, again = late.now, None
        try:
            for step in plan(row, wanted, seen, now, self._limits):
                if isinstance(step, Wait):
                    again = self._limits.turn(row.chat, step.until, now)
                    continue
                row = await self._step(table, name, row, wanted, step, now)
                if isinstance(step, Send | Edit):
                    late.shown()
                log.debug("shown", table=table, surface=name, step=type(step).__name__)
        except _Halt as halt:
            await self.write(table, {name: halt.row})
            return halt.row, halt.again
        return row, again

    async def _step(self, table: str, name: str, row: Row, wanted: Want, step: Step, now: int) -> Row:
        match step:
            case Send():
                return await self._send(table, name, row, wanted, step, now)
            case Open():
                return await self._open(table, name, row, wanted, now)
            case Decline():
                return await self._decline(table, name, row, wanted)
            case Edit(ring_at):
                self.spend(row.chat, wanted.call, now)
                row = await self._judged(table, row, await self._edited(row, wanted, now), now)
                row = ledger.edited(row, wanted, ring_at)
            case Strip():
                assert row.message is not None
                self.spend(row.chat, Call.PROMPT, now)
                await self._judged(table, row, await self._gateway.strip(row.chat, row.message), now)
                row = ledger.stripped(row)
            case Remove(message, strip):
                self.spend(row.chat, Call.REMOVAL, now)
                await self._removed(row, await self._taken_away(row, wanted, message, strip), now)
                row = ledger.removed(row, message)
            case HandOver(deal):
                return await self._hand_over(table, name, row, wanted, deal)
            case Hold(ring_at):
                row = ledger.held(row, ring_at)
            case Wait():
                return row
        await self.write(table, {name: row})
        return row

    async def _send(self, table: str, name: str, row: Row, wanted: Want, step: Send, now: int) -> Row:
        """Write down that a send begins, send, write down what stands. A crash in between sends once more, no less."""
        assert wanted.message is not None
        row = ledger.sending(row, now)
        self.spend(wanted.chat, Call.PROMPT, now)  # before anything is waited for: other chats count on it
        await self.write(table, {name: row})
        answer = await self._sent(wanted, step.ring, now)
        row = await self._judged(table, row, answer, now)
        assert answer.message is not None
        row = ledger.sent(row, wanted, answer.message, now, step.ring or step.told)
        await self._remembered(table, name, row)
        await self._saw(wanted.chat, answer.message)
        if wanted.chat > 0 and step.ring:
            await self._directory.touch_person(wanted.chat, last_ring=now)
        return row

    async def _sent(self, wanted: Want, ring: bool, now: int) -> Answer:
        assert wanted.message is not None
        if wanted.picture is not None:
            return await self.album.send(wanted, wanted.picture, ring=ring, now=now)
        return await self._gateway.send(wanted.chat, wanted.thread, wanted.message, ring=ring)

    async def _edited(self, row: Row, wanted: Want, now: int) -> Answer:
        assert row.message is not None and wanted.message is not None
        if wanted.picture is not None:
            return await self.album.edit(row.chat, row.message, wanted, wanted.picture, now)
        if wanted.receiver is not None:
            return await self._gateway.edit_whisper(row.chat, wanted.receiver, row.message, wanted.message)
        if row.photo:
            captioned = await self._gateway.caption(row.chat, row.message, wanted.message)
            untaken = captioned.outcome is Outcome.NO_PICTURE
            return await self._gateway.strip(row.chat, row.message) if untaken else captioned
        return await self._gateway.edit(row.chat, row.message, wanted.message)

    async def _taken_away(self, row: Row, wanted: Want, message: int, strip: bool) -> Answer:
        if wanted.receiver is not None:
            return await self._gateway.remove_whisper(row.chat, wanted.receiver, message)
        return await self._gateway.remove(row.chat, message, strip, wanted.below)

    async def _open(self, table: str, name: str, row: Row, wanted: Want, now: int) -> Row:
        """An ephemeral message, empty: its text is for one person, and whether it is his alone is known only now."""
        assert wanted.receiver is not None
        row = ledger.sending(row, now)
        self.spend(wanted.chat, Call.PROMPT, now)
        await self.write(table, {name: row})
        query = row.opening if now < (row.opening_expires or 0) else None
        answer = await self._gateway.whisper(wanted.chat, wanted.thread, wanted.receiver, query)
        if answer.outcome is Outcome.REFUSED:
            raise _Halt(await self._decline(table, name, row, wanted), None)
        if answer.outcome is Outcome.RETRY_AFTER:
            self._limits.close(row.chat, now + answer.retry_after)
            raise _Halt(ledger.unsent(row), now)  # planned anew: the tap may not last so long
        row = await self._judged(table, row, answer, now)
        assert answer.message is not None
        row = ledger.opened(row, wanted, answer.message, now)
        await self._remembered(table, name, row)
        return row

    async def _decline(self, table: str, name: str, row: Row, wanted: Want) -> Row:
        """Who tapped and gets nothing there finds his hand at the end of the private chat."""
        asked = row.opening is not None and row.opening != row.opened
        row = ledger.declined(row, wanted)
        await self.write(table, {name: row})
        if asked and wanted.receiver is not None:
            await self._store.request_repost(table, hand_key(wanted.receiver))
        return row

    async def _saw(self, chat: int, message: int) -> None:
        if chat > 0:
            await self._directory.saw_message(chat, message)
        elif (await self._directory.chat(chat)).supergroup:
            await self._directory.saw_in(chat, message)

    async def _remembered(self, table: str, name: str, row: Row) -> None:
        """What was sent would ring again if it were forgotten: a store that is away for a moment is waited for."""
        for _ in range(WRITES - 1):
            try:
                await self.write(table, {name: row})
            except StoreDown:
                if not self._leased():
                    raise LeaseLost from None
            else:
                return
            await self._sleep(AGAIN_S)
        await self.write(table, {name: row})

    async def _hand_over(self, table: str, name: str, row: Row, wanted: Want, deal: int) -> Row:
        """Heir and giver at once: there is no moment at which a message has two owners or none."""
        sheet = deal_key(deal) if name == CARD else deal_key(deal, wanted.chat)
        heir = ledger.fresh(wanted).model_copy(
            update={
                "chat": row.chat,
                "message": row.message,
                "photo": row.photo,
                "sent_at": row.sent_at,
                "generation": deal,
            }
        )
        row = ledger.passed_on(row, wanted.generation)
        await self.write(table, {sheet: heir, name: row}, mark=[sheet])
        return row

    async def write(self, table: str, rows: Mapping[str, Row | None], mark: Iterable[str] = ()) -> None:
        """The only way a row is written. Whoever was put to sleep since he looked at his lease is stopped here."""
        self.as_known.difference_update((table, name) for name in rows)
        if not await self._store.put_rows(table, rows, mark, self._fence):
            raise LeaseLost

    def spend(self, chat: int, call: Call, now: int) -> None:
        """Before each call: is this still the bot's courier? Then count it."""
        if not self._leased():
            raise LeaseLost
        self._limits.spent(chat, call, now)

    async def _removed(self, row: Row, answer: Answer, now: int) -> None:
        """A message that will not go is let be, unless it was only not the moment."""
        if answer.outcome is Outcome.RETRY_AFTER:
            self._limits.close(row.chat, now + answer.retry_after)
            raise _Halt(row, now + answer.retry_after)
        if answer.outcome in (Outcome.DOWN, Outcome.UNCERTAIN):
            raise _Halt(row, now + SOON)

    async def _judged(self, table: str, row: Row, answer: Answer, now: int) -> Row:
        """The row as it was if the call was done; else end the plan with what follows from the outcome."""
        if answer.outcome is Outcome.DONE:
            return row
        if answer.outcome is Outcome.RETRY_AFTER:
            self._limits.close(row.chat, now + answer.retry_after)
        if answer.outcome is Outcome.MIGRATED:
            await moved(self._container, row.chat, answer.moved_to)
        if shut_out(row, answer):
            await self.shut_out(table, row.chat)
        raise _Halt(*consequence(row, answer, now))

    async def shut_out(self, table: str, person: int) -> None:
        """He is called in the group from now on; Start or an unblocking undoes it."""
        for other in {table, *await self._store.tables_of(person)}:
            await house(self._container, other, Arrive(person=person, reachable=False))
        await self._directory.touch_person(person, blocked=True)
