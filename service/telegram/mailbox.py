"""What waits to be handled: one chat's updates in order, different chats side by side.

An update stays in hand until it is settled, that is until its commands are stored and answered or it was given up. A
store that cannot be asked settles nothing: the update is tried again and again, and the chat's later ones wait behind
it. Who sent one of those is told at once that it is in doubt: a phone shows its wheel until a tap is answered.
The chat's next update waits until a wish is stored, not for what is left to do then, above all the answer on its way to
a thumb. But the update is not settled before that: a bot that dies in between finds it again, and answers.
"""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from itertools import count

import structlog
from telegram import Update
from telegram.error import InvalidToken

from service.ports import StoreDown
from service.telegram.pace import Pace

log = structlog.get_logger(__name__)

WAITING = 50
"""Updates that may wait for one chat. More than that is somebody hammering, and what is too much is let go."""
POISON = 3
"""How often an update that makes the handler fail is tried."""
LONGEST_PAUSE = 15.0

Rest = Callable[[], Awaitable[None]]
"""What is left when an update is stored: it was tried once, whatever comes of it, and the update is settled."""
Handler = Callable[[Update, int], Awaitable[Rest | None]]
"""Handle an update; the number says the how manieth try it is, from 0; from 1 where its sender knows of the trouble."""
Sleep = Callable[[float], Awaitable[None]]
Hush = Callable[[Update], Awaitable[None]]
"""Tell somebody something in answer to this update: too fast, perhaps not arrived, failed."""


def chat_key(update: Update) -> int:
    """Whose order matters: the chat's, or the person's where there is no chat."""
    if update.effective_chat is not None:
        return update.effective_chat.id
    return update.effective_user.id if update.effective_user is not None else 0


def pause(attempt: int) -> float:
    """Seconds before the next try: 0.25, 0.5, 1 … 15."""
    return min(LONGEST_PAUSE, 0.25 * 2.0 ** min(attempt, 8))


class Mailboxes:
    """Serial per chat, concurrent between chats. Runs its tasks in a group of the caller's, so none is lost."""

    def __init__(
        self,
        handler: Handler,
        tasks: asyncio.TaskGroup,
        sleep: Sleep = asyncio.sleep,
        pace: Pace | None = None,
        hush: Hush | None = None,
        doubt: Hush | None = None,
        regret: Hush | None = None,
    ) -> None:
        self._handler = handler
        self._tasks = tasks
        self._sleep = sleep
        self._pace = pace
        self._hush = hush
        self._doubt = doubt
        self._regret = regret
        self._boxes: dict[int, deque[tuple[Update, asyncio.Future[None]]]] = {}
        self._stalled: set[int] = set()
        self._doubted: set[int] = set()
        """Updates whose sender was told so before they were ever tried."""
        self._in_hand: dict[int, asyncio.Future[None]] = {}
        self._workers: set[asyncio.Task[None]] = set()

    def put(self, update: Update) -> asyncio.Future[None]:
        """Take an update in hand. The future is done when it is settled; one that is in hand already keeps its own."""
        if (known := self._in_hand.get(update.update_id)) is not None:
            return known
        settled: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if not self._slow_enough(update):
            settled.set_result(None)
            return settled
        key = chat_key(update)
        box = self._boxes.get(key)
        if box is not None and len(box) >= WAITING and key not in self._stalled:
            log.warning("flood", chat=key, update=update.update_id)
            settled.set_result(None)
            return settled
        self._in_hand[update.update_id] = settled
        if box is None:
            self._boxes[key] = box = deque()
            self._keep(self._tasks.create_task(self._work(key, box)))
        box.append((update, settled))
        if key in self._stalled:
            self._say_doubtful(update)
        return settled

    def _slow_enough(self, update: Update) -> bool:
        """Whether its sender keeps to a pace that leaves room for others. He is told once; it is his loss alone."""
        if self._pace is None:
            return True
        taken, tell = self._pace.ruling(update)
        if tell:
            user = update.effective_user
            log.warning("too fast", person=user.id if user else None, update=update.update_id)
            self._say(self._hush, update)
        return taken

    def _say_doubtful(self, update: Update) -> None:
        """Once for each update, and its own tries do not say it again."""
        if self._doubt is not None and update.update_id not in self._doubted:
            self._doubted.add(update.update_id)
            self._say(self._doubt, update)

    def _say(self, words: Hush | None, update: Update) -> None:
        if words is not None:
            self._keep(self._tasks.create_task(_quietly(words, update)))

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._workers.add(task)
        task.add_done_callback(self._workers.discard)

    async def emptied(self, seconds: float) -> bool:
        """Wait for what is in hand, answers under way among it, but not for ever."""
        until = time.monotonic() + seconds
        while self._in_hand and (left := until - time.monotonic()) > 0:
            await asyncio.wait(self._in_hand.values(), timeout=left)
        await asyncio.sleep(0)  # whoever waits for a settled one hears of it first
        return not self._in_hand

    def stop(self) -> None:
        """Let go of what is not settled: it was not confirmed, so it comes again."""
        for worker in self._workers:
            worker.cancel()

    async def _work(self, key: int, box: deque[tuple[Update, asyncio.Future[None]]]) -> None:
        """Empty one chat's box and vanish. Nothing is awaited between the last look and the removal."""
        while box:
            update, settled = box[0]
            rest = await self._handle(key, update, box)
            self._doubted.discard(update.update_id)
            box.popleft()
            if rest is None:
                self._settle(update, settled)
            else:
                self._keep(self._tasks.create_task(self._finish(rest, update, settled)))
        del self._boxes[key]

    async def _finish(self, rest: Rest, update: Update, settled: asyncio.Future[None]) -> None:
        await _finished(rest, update.update_id)
        self._settle(update, settled)

    def _settle(self, update: Update, settled: asyncio.Future[None]) -> None:
        del self._in_hand[update.update_id]
        if not settled.done():
            settled.set_result(None)

    async def _handle(
        self, key: int, update: Update, box: deque[tuple[Update, asyncio.Future[None]]]
    ) -> Rest | None:
        failures, rest = 0, None
        for attempt in count(int(update.update_id in self._doubted)):
            try:
                rest = await self._handler(update, attempt)
            except StoreDown:
                self._stalled.add(key)
                self._doubted.add(update.update_id)  # by its handler, at its first try
                for waiting, _ in box:
                    self._say_doubtful(waiting)
                log.warning("store down", update=update.update_id, attempt=attempt)
            except InvalidToken:
                raise
            except Exception:
                failures += 1
                log.exception("update failed", update=update.update_id, attempt=attempt)
                if failures >= POISON:
                    self._say(self._regret, update)
                    break
            else:
                break
            await self._sleep(pause(attempt))
        self._stalled.discard(key)
        return rest


async def _finished(rest: Rest, update: int) -> None:
    """The update is stored and is not tried again: what fails here is told to the log."""
    try:
        await rest()
    except InvalidToken:
        raise
    except StoreDown:
        log.warning("store down", update=update)
    except Exception:
        log.exception("not finished", update=update)


async def _quietly(hush: Hush, update: Update) -> None:
    """A courtesy: where it fails, nothing else does."""
    try:
        await hush(update)
    except InvalidToken:
        raise
    except Exception:
        log.exception("not told", update=update.update_id)
