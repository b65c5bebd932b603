"""Tells pages and tests what happens, live; each event names the users who can see it."""

import asyncio
from collections.abc import AsyncGenerator, Iterable
from dataclasses import dataclass, field
from typing import Any

from service.sandbox.state import Json


@dataclass(eq=False)
class _Listener:
    #: None listens to everybody.
    users: frozenset[int] | None
    queue: "asyncio.Queue[Json | None]" = field(default_factory=asyncio.Queue)


class Hub:
    def __init__(self) -> None:
        self._listeners: set[_Listener] = set()
        self.number = 0

    def publish(self, kind: str, to: Iterable[int], **content: Any) -> None:
        self.number += 1
        recipients = sorted(to)
        event: Json = {"number": self.number, "type": kind, "to": recipients, **content}
        for listener in self._listeners:
            if listener.users is None or listener.users.intersection(recipients):
                listener.queue.put_nowait(event)

    async def listen(self, users: frozenset[int] | None) -> AsyncGenerator[Json]:
        """Events from now on, until the server stops."""
        listener = _Listener(users)
        self._listeners.add(listener)
        try:
            while (event := await listener.queue.get()) is not None:
                yield event
        finally:
            self._listeners.discard(listener)

    def stop(self) -> None:
        for listener in self._listeners:
            listener.queue.put_nowait(None)
