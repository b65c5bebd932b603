"""The one source of time, so that a test or a later control call can turn it."""

import time
from typing import Protocol


class Clock(Protocol):
    def now(self) -> float:
        """Seconds since 1970."""


class SystemClock:
    def now(self) -> float:
        return time.time()
