"""The one source of time, and the same one turned."""

import time
from typing import Protocol


class Clock(Protocol):
    def now(self) -> float:
        """Seconds since 1970."""


class SystemClock:
    def now(self) -> float:
        return time.time()


class TurnedClock:
    """Another clock with some seconds added: so a day passes without anybody waiting for it."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.ahead = 0.0

    def now(self) -> float:
        return self._clock.now() + self.ahead

    def turn(self, seconds: float) -> None:
        """Forward only: what Telegram has dated stays in the past."""
        self.ahead += max(0.0, seconds)

    def put(self, moment: float) -> None:
        """To any moment. What has been dated is to be dated anew."""
        self.ahead += moment - self.now()
