"""How late a surface is shown, for the metrics."""

import time

from service import metrics


class Lateness:
    """How long after its commit a surface is shown: by the store's clock until it was loaded, by ours from then on."""

    def __init__(self, since: int, now: int, surface: str) -> None:
        self.now = now
        self._waited = max(0, now - since) / 1000 if since else None
        self._loaded = time.perf_counter()
        self._surface = surface

    def shown(self) -> None:
        if self._waited is not None:
            seconds = self._waited + time.perf_counter() - self._loaded
            metrics.SHOWN_SECONDS.labels(self._surface).observe(seconds)
