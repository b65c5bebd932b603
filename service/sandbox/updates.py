"""The bot's queue of updates: kept until confirmed, fetched by long poll or pushed to a webhook."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import httpx

from service.sandbox.clock import Clock
from service.sandbox.errors import conflict
from service.sandbox.state import Json, Pending, World

KEPT_SECONDS = 24 * 3600
#: Sent only to bots that ask for them by name.
_ON_REQUEST = {"chat_member", "message_reaction", "message_reaction_count"}
_TERMINATED = "terminated by other getUpdates request; make sure that only one bot instance is running"
_WEBHOOK_ACTIVE = (
    "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
)

Sleep = Callable[[float], Awaitable[None]]


class Updates:
    def __init__(self, world: World, clock: Clock, changed: Callable[[], None]) -> None:
        self._world = world
        self._clock = clock
        self._changed = changed
        self._arrived = asyncio.Event()
        self._poller: asyncio.Future[None] | None = None
        self._stopped = False

    def put(self, kind: str, content: Json) -> int:
        """Queues one update and returns its id, or 0 when the bot has not asked for this kind."""
        wanted = self._world.allowed_updates
        if kind not in wanted if wanted else kind in _ON_REQUEST:
            return 0
        self._world.last_update_id += 1
        update_id = self._world.last_update_id
        update = {"update_id": update_id, kind: content}
        self._world.pending.append(Pending(update, self._clock.now()))
        self._wake()
        return update_id

    def pending(self) -> list[Pending]:
        """What is waiting; updates older than a day are gone, as in life."""
        oldest = self._clock.now() - KEPT_SECONDS
        self._world.pending = [entry for entry in self._world.pending if entry.at >= oldest]
        return self._world.pending

    def drop(self) -> None:
        self._world.pending.clear()
        self._changed()

    def stop(self) -> None:
        """Lets every long poll return at once, so that the server can shut down."""
        self._stopped = True
        self._wake()

    async def get(self, offset: int, limit: int, patience: float) -> list[Json]:
        """getUpdates: confirms what is below `offset`, then waits that many seconds for something to return."""
        if self._world.webhook.url:
            raise conflict(_WEBHOOK_ACTIVE)
        if self._poller is not None and not self._poller.done():
            # Telegram ends the older request, not the newer one.
            self._poller.set_result(None)
        mine = self._poller = asyncio.get_running_loop().create_future()
        self._confirm(offset)
        loop = asyncio.get_running_loop()
        deadline = loop.time() + patience
        try:
            while not (found := self.pending()) and not self._stopped:
                if loop.time() >= deadline:
                    break
                await self._wait(mine, deadline - loop.time())
                if mine.done():
                    raise conflict(_TERMINATED)
                if self._world.webhook.url:
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
            self._world.pending = waiting[offset:]
        elif offset > 0:
            self._world.pending = [entry for entry in waiting if entry.update["update_id"] >= offset]
        if len(waiting) != len(self._world.pending):
            self._changed()

    def _wake(self) -> None:
        self._arrived.set()
        self._arrived = asyncio.Event()

    def webhook_changed(self) -> None:
        self._wake()

    async def deliver(self, client: httpx.AsyncClient, sleep: Sleep = asyncio.sleep) -> None:
        """Pushes updates to the webhook for ever, each until it is answered with success."""
        failures = 0
        while not self._stopped:
            arrived = self._arrived
            hook, waiting = self._world.webhook, self.pending()
            if not hook.url or not waiting:
                await arrived.wait()
                continue
            if await self._push(client, waiting[0].update):
                failures = 0
            else:
                failures += 1
                await sleep(min(2 ** (failures - 1), 60))

    async def _push(self, client: httpx.AsyncClient, update: Json) -> bool:
        hook = self._world.webhook
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
        else:
            self._confirm(update["update_id"] + 1)
        return failure is None
