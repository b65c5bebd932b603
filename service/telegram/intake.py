"""Long polling of our own: an update is confirmed to Telegram only when it is settled.

Telegram takes every id below `offset` as confirmed. So while an update is in hand the offset stays at it, what comes
again meanwhile is recognised by its number alone, and a bot that is killed finds on its return whatever had not been
stored and answered.
"""

import asyncio
import time
from collections.abc import Iterable, Sequence

import structlog
from telegram import Update
from telegram.error import InvalidToken, TelegramError

from service.telegram.client import POLL_SECONDS, PatientBot, readable
from service.telegram.errors import Outcome, judge
from service.telegram.mailbox import Mailboxes, Sleep, pause

log = structlog.get_logger(__name__)

ALLOWED = (
    "message",
    "callback_query",
    "inline_query",
    "chosen_inline_result",
    "my_chat_member",
    "chat_member",
)
GRACE = 0.15
"""Seconds a look for new updates waits for those in hand: a chat whose handling takes longer delays nobody by more."""
QUICK, QUICK_EACH = 0.01, 0.002
"""The same while somebody has just tapped, at least and for each update in hand: all of these come again with a look,
and a tap must not wait until another one's answer has gone through."""
CONFLICT_S = 1.0
"""Between two tries while another bot polls with the same token, as in a rolling update. No pause that grows: when the
other one stops, a thumb waits, and Telegram takes no answer after some fifteen seconds."""
JUST_S = 1.0
BATCH = 100


class Offsets:
    """Which ids are in hand, which are settled, and what may be confirmed."""

    def __init__(self) -> None:
        self._open: set[int] = set()
        self._settled: set[int] = set()
        self._next: int | None = None
        self._asked: int | None = None

    @property
    def confirmed(self) -> int | None:
        """The offset to ask with: all below it is settled. None before anything came."""
        return min(self._open, default=self._next)

    def ask(self) -> int | None:
        """The offset of the request that is made now. What it may bring again stays known until the next one."""
        self._asked = self.confirmed
        return self._asked

    def arrived(self, ids: Sequence[int]) -> Iterable[int]:
        """Those of a batch that were not seen.

        After a quiet week ids begin anew, perhaps lower: only then does Telegram send one below the offset that was
        asked with. One between that and `confirmed` settled while the answer was on its way.
        """
        if not ids:
            return ()
        if self._asked is not None and min(ids) < self._asked and not self._open:
            self._settled.clear()
            self._next = None
        new = [i for i in ids if i not in self._open and i not in self._settled]
        self._open.update(new)
        self._next = max(max(ids) + 1, self._next or 0)
        return new

    def settle(self, update_id: int) -> None:
        """It is stored and answered, or given up."""
        self._open.discard(update_id)
        self._settled.add(update_id)
        known = min(self.confirmed or 0, self._asked or 0)
        self._settled = {i for i in self._settled if i >= known}

    @property
    def waiting(self) -> bool:
        return bool(self._open)


class Poller:
    """Asks for updates, puts them into their chats' mailboxes, confirms what is settled."""

    def __init__(self, bot: PatientBot, boxes: Mailboxes, sleep: Sleep = asyncio.sleep) -> None:
        self._bot = bot
        self._boxes = boxes
        self._sleep = sleep
        self._offsets = Offsets()
        self._in_hand: set[asyncio.Future[None]] = set()
        self._arrived = 0.0

    async def run(self) -> None:
        """Until cancelled. Raises InvalidToken, which no patience can cure."""
        failures = 0
        while True:
            try:
                await self.once()
                failures = 0
            except InvalidToken:
                raise
            except TelegramError as error:
                outcome = judge(error).outcome
                conflict = outcome is Outcome.CONFLICT
                level = log.error if conflict else log.warning
                level("no updates", outcome=outcome.value, failures=failures)
                failures += 1
                await self._sleep(CONFLICT_S if conflict else pause(failures))

    async def once(self) -> None:
        """One getUpdates. With something in hand it does not wait for news: it is asked again after a short grace."""
        updates = await self._bot.fetch(
            offset=self._offsets.ask(),
            limit=BATCH,
            seconds=0 if self._offsets.waiting else POLL_SECONDS,
            allowed=ALLOWED,
        )
        new = set(self._offsets.arrived([number for number, _ in updates]))
        for number, raw in updates:
            if number not in new:
                continue
            if (update := readable(raw, self._bot)) is None:
                self._offsets.settle(number)  # given up, or it would come again for ever
            else:
                self._take(update)
        if self._in_hand:
            await asyncio.wait(self._in_hand, timeout=self._grace())

    def _grace(self) -> float:
        """Short after an arrival; what stays in hand waits for something that more looks would not bring about."""
        if time.monotonic() - self._arrived > JUST_S:
            return GRACE
        return min(GRACE, QUICK + QUICK_EACH * len(self._in_hand))

    def _take(self, update: Update) -> None:
        self._arrived = time.monotonic()
        settled = self._boxes.put(update)
        self._in_hand.add(settled)
        settled.add_done_callback(lambda future: self._settled(update.update_id, future))

    def _settled(self, update_id: int, future: asyncio.Future[None]) -> None:
        self._in_hand.discard(future)
        if not future.cancelled():
            self._offsets.settle(update_id)

    async def confirm(self) -> None:
        """Tell Telegram on the way out what was settled, so that it does not come again."""
        if self._offsets.confirmed is not None:
            await self._bot.fetch(offset=self._offsets.confirmed, limit=1, seconds=0)
