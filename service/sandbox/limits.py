"""Telegram's rate limits, about as strict as in life; a bot must obey `retry_after` either way."""

import math
from collections import defaultdict, deque
from dataclasses import dataclass

from service.sandbox.clock import Clock
from service.sandbox.errors import too_many_requests


@dataclass
class _Bucket:
    """Refills by one a second up to `size`, which is the burst Telegram forgives in a private chat."""

    size: int
    tokens: float
    at: float

    def wait(self, now: float) -> float:
        self.tokens = min(self.size, self.tokens + max(0.0, now - self.at))
        self.at = now
        return max(0.0, 1 - self.tokens)


class Limits:
    """About 1 message/s in a private chat, 20/min in a group, 30/s in all; edits count."""

    PRIVATE_BURST = 5
    GROUP_PER_MINUTE = 20
    ALL_PER_SECOND = 30

    def __init__(self, clock: Clock, enabled: bool = True) -> None:
        self.enabled = enabled
        self._clock = clock
        self._private: dict[int, _Bucket] = {}
        self._groups: defaultdict[int, deque[float]] = defaultdict(deque)
        self._all: deque[float] = deque()

    def spend(self, chat_id: int) -> None:
        """Counts one message or edit, or raises 429; what is refused is not counted."""
        if not self.enabled:
            return
        now = self._clock.now()
        private = chat_id > 0
        wait = max(
            _window_wait(self._all, self.ALL_PER_SECOND, 1, now),
            self._bucket(chat_id, now).wait(now)
            if private
            else _window_wait(self._groups[chat_id], self.GROUP_PER_MINUTE, 60, now),
        )
        if wait > 0:
            raise too_many_requests(math.ceil(wait))
        self._all.append(now)
        if private:
            self._private[chat_id].tokens -= 1
        else:
            self._groups[chat_id].append(now)

    def _bucket(self, chat_id: int, now: float) -> _Bucket:
        return self._private.setdefault(chat_id, _Bucket(self.PRIVATE_BURST, self.PRIVATE_BURST, now))


def _window_wait(times: deque[float], most: int, seconds: float, now: float) -> float:
    while times and times[0] <= now - seconds:
        times.popleft()
    return times[0] + seconds - now if len(times) >= most else 0.0
