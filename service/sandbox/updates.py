"""A bot's queue of updates: kept until confirmed, fetched by long poll or pushed to a webhook."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass
from typing import Any

import httpx

from service.sandbox.clock import Clock
from service.sandbox.errors import conflict
from service.sandbox.state import BotAccount, Json, Pending

KEPT_SECONDS = 24 * 3600
CONFIRMED_KEPT = 1_000
#: Sent only to bots that ask for them by name.
_ON_REQUEST = {"chat_member", "message_reaction", "message_reaction_count"}
_TERMINATED = "terminated by other getUpdates request; make sure that only one bot instance is running"
_WEBHOOK_ACTIVE = (
    "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
)

Sleep = Callable[[float], Awaitable[None]]


@dataclass
class Unruly:
    """How delivery misbehaves, within what Telegram promises: at least once, in an order that is not ours to choose."""

    copies: int = 1
    """Each update comes so many times in a batch."""
    reversed: bool = False
    """The newest first."""
    delay: float = 0.0
    """Seconds by the sandbox's clock before an update is delivered."""

    def calm(self) -> None:
        self.copies, self.reversed, self.delay = 1, False, 0.0

    def shown(self) -> Json:
        return asdict(self)


class Updates:
    def __init__(self, account: BotAccount, clock: Clock, changed: Callable[[], None]) -> None:
        self._account = account
        self._clock = clock
        self._changed = changed
        self._arrived = asyncio.Event()
        self._poller: asyncio.Future[None] | None = None
        self._stopped = False
        self._confirmed: deque[Pending] = deque(maxlen=CONFIRMED_KEPT)
        self.unruly = Unruly()

    def put(self, kind: str, content: Json) -> int:
        """Queues one update and returns its id, or 0 when the bot has not asked for this kind."""
        wanted = self._account.allowed_updates
        if kind not in wanted if wanted else kind in _ON_REQUEST:
            return 0
        return self.force(kind, content)

    def force(self, kind: str, content: Json) -> int:
        """The same without asking what the bot wants: Telegram may invent kinds."""
        self._account.last_update_id += 1
        update_id = self._account.last_update_id
        update = {"update_id": update_id, kind: content}
        self._account.pending.append(Pending(update, self._clock.now()))
        self._changed()
        self.look_again()
        return update_id

    def pending(self) -> list[Pending]:
        """What is waiting; updates older than a day are gone, as in life."""
        oldest = self._clock.now() - KEPT_SECONDS
        kept = [entry for entry in self._account.pending if entry.at >= oldest]
        if len(kept) < len(self._account.pending):
            self._account.pending = kept
            self._changed()
        return self._account.pending

    def again(self, most: int) -> int:
        """What was confirmed last comes once more, as after a crash of Telegram's own. How many."""
        found = list(self._confirmed)[-most:] if most > 0 else []
        for entry in found:
            self._confirmed.remove(entry)
        self._account.pending[:0] = [Pending(entry.update, self._clock.now()) for entry in found]
        self._changed()
        return len(found)

    def jump(self, update_id: int) -> None:
        """The next update has this id, which may be lower than those before: so it is after a quiet week."""
        self._account.last_update_id = update_id - 1
        self._changed()

    def date_anew(self) -> None:
        """The clock was put back: what waits has arrived by now."""
        for entry in self._account.pending:
            entry.at = min(entry.at, self._clock.now())
        self._changed()

    def look_again(self) -> None:
        """Time, rules or the queue have changed: who waits looks anew."""
        self._arrived.set()
        self._arrived = asyncio.Event()

    def _deliverable(self) -> list[Pending]:
        """What may go out now, in the order and as often as `unruly` has it."""
        oldest = self._clock.now() - self.unruly.delay
        found = [entry for entry in self.pending() if entry.at <= oldest]
        if self.unruly.reversed:
            found.reverse()
        return [entry for entry in found for _ in range(self.unruly.copies)]

    def drop(self) -> None:
        self._account.pending.clear()
        self._changed()

    def stop(self) -> None:
        """Lets every long poll return at once, so that the server can shut down."""
        self._stopped = True
        self.look_again()

    async def get(self, offset: int, limit: int, patience: float) -> list[Json]:
        """getUpdates: confirms what is below `offset`, then waits that many seconds for something to return."""
        if self._account.webhook.url:
            raise conflict(_WEBHOOK_ACTIVE)
        if self._poller is not None and not self._poller.done():
            # Telegram ends the older request, not the newer one.
            self._poller.set_result(None)
        mine = self._poller = asyncio.get_running_loop().create_future()
        self._confirm(offset)
        loop = asyncio.get_running_loop()
        deadline = loop.time() + patience
        try:
            while not (found := self._deliverable()) and not self._stopped:
                if loop.time() >= deadline:
                    break
                await self._wait(mine, deadline - loop.time())
                if mine.done():
                    raise conflict(_TERMINATED)
                if self._account.webhook.url:
                    raise conflict("terminated by setWebhook request")
            return [entry.update for entry in found[:limit]]
        finally:
            if self._poller is mine:
                self._poller = None

    async def _wait(self, mine: "asyncio.Future[None]", seconds: float) -> None:
        arrival = asyncio.ensure_future(self._arrived.wait())
        try:
            either: set[asyncio.Future[Any]] = {arrival, mine}
            await asyncio.wait(either, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        finally:
            arrival.cancel()

    def _confirm(self, offset: int) -> None:
        waiting = self.pending()
        if offset < 0:
            # A negative offset counts from the end and forgets all before it.
            self._account.pending = waiting[offset:]
        elif 0 < offset <= self._account.last_update_id + 1:  # a higher one is of an older numbering
            self._account.pending = [entry for entry in waiting if entry.update["update_id"] >= offset]
        if len(waiting) != len(self._account.pending):
            kept = {id(entry) for entry in self._account.pending}
            self._confirmed.extend(entry for entry in waiting if id(entry) not in kept)
            self._changed()

    async def deliver(self, client: httpx.AsyncClient, sleep: Sleep = asyncio.sleep) -> None:
        """Pushes updates to the webhook for ever, each until it is answered with success."""
        failures = 0
        while not self._stopped:
            arrived = self._arrived
            hook, waiting = self._account.webhook, self._deliverable()
            if not hook.url or not waiting:
                await arrived.wait()
                continue
            if await self._push(client, waiting[0].update):
                failures = 0
            else:
                failures += 1
                await sleep(min(2 ** (failures - 1), 60))

    async def _push(self, client: httpx.AsyncClient, update: Json) -> bool:
        """One update, as often as it is to come; success if the first was."""
        success = await self._posted(client, update)
        for _ in range(self.unruly.copies - 1):
            await self._posted(client, update)
        if success:
            self._settle(update["update_id"])
        return success

    def _settle(self, update_id: int) -> None:
        gone = [entry for entry in self._account.pending if entry.update["update_id"] == update_id]
        self._account.pending = [entry for entry in self._account.pending if entry not in gone]
        self._confirmed.extend(gone)
        self._changed()

    async def _posted(self, client: httpx.AsyncClient, update: Json) -> bool:
        hook = self._account.webhook
        headers = {"X-Telegram-Bot-Api-Secret-Token": hook.secret_token} if hook.secret_token else {}
        try:
            response = await client.post(hook.url, json=update, headers=headers, timeout=60)
            failure = (
                None if response.is_success else f"Wrong response from the webhook: {response.status_code}"
            )
        except httpx.HTTPError as error:
            failure = f"Connection failed: {type(error).__name__}"
        if failure is not None:
            hook.last_error_date, hook.last_error_message = int(self._clock.now()), failure
        return failure is None
