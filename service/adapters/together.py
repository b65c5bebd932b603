"""Requests made in one turn of the event loop go to the server together, and one flush of its log serves all of them.

A courier that shows nine surfaces of a table asks for the same table nine times at once; a client that takes a
connection from the pool for each request spends more time on that than on anything the request is for.
"""

import asyncio
from collections.abc import Sequence
from typing import Any, TypeAlias

from redis.asyncio import ConnectionPool
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import ResponseError

Answer: TypeAlias = Any
"""What a server answers: text, whole numbers, nothing, lists and mappings of these."""
Request: TypeAlias = tuple[str | int, ...]
Asked: TypeAlias = tuple[Request, list[asyncio.Future[Answer]]]
"""A request, and all who wait for its answer."""

TOGETHER = 100
"""Requests that go at once."""


class Together:
    """One pool's requests, those of each turn of the loop as one."""

    def __init__(self, pool: ConnectionPool) -> None:
        self._pool = pool
        self._waiting: list[Asked] = []
        self._reads: dict[Request, list[asyncio.Future[Answer]]] = {}
        """Of those that wait: what is asked more than once in a turn is asked of the server once."""
        self._under_way: set[asyncio.Task[None]] = set()

    def ask(self, *request: str | int) -> asyncio.Future[Answer]:
        """The server's answer. Raises the client library's exceptions."""
        loop = asyncio.get_running_loop()
        return self._put(request, [loop.create_future()], loop)

    def read(self, *request: str | int) -> asyncio.Future[Answer]:
        """The same for what changes nothing. The answer may be another's too: leave it as it is."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Answer] = loop.create_future()
        if (known := self._reads.get(request)) is not None:
            known.append(future)
            return future
        self._reads[request] = [future]
        return self._put(request, self._reads[request], loop)

    def _put(
        self, request: Request, those: list[asyncio.Future[Answer]], loop: asyncio.AbstractEventLoop
    ) -> asyncio.Future[Answer]:
        if not self._waiting:
            loop.call_soon(self._go)
        self._waiting.append((request, those))
        return those[0]

    def _go(self) -> None:
        waiting, self._waiting = self._waiting, []
        self._reads = {}
        for first in range(0, len(waiting), TOGETHER):
            task = asyncio.create_task(self._exchange(waiting[first : first + TOGETHER]))
            self._under_way.add(task)
            task.add_done_callback(self._under_way.discard)

    async def _exchange(self, asked: Sequence[Asked]) -> None:
        """Ask, and give each his answer; a server that cannot be asked is everybody's."""
        answers: Sequence[Answer]
        try:
            answers = await self._answers([request for request, _ in asked])
        except asyncio.CancelledError:
            for _, those in asked:
                for future in those:
                    future.cancel()
            raise
        except Exception as fault:  # noqa: BLE001 - whatever it is, those who wait must hear of it
            answers = [fault] * len(asked)
        for (_, those), answer in zip(asked, answers, strict=True):
            for future in those:
                if future.done():
                    continue  # whoever asked was cancelled
                if isinstance(answer, Exception):
                    future.set_exception(answer)
                else:
                    future.set_result(answer)

    async def _answers(self, requests: Sequence[Request]) -> Sequence[Answer]:
        connection: AbstractConnection = await self._pool.get_connection()

        async def once() -> Sequence[Answer]:
            packed = [piece for request in requests for piece in connection.pack_command(*request)]
            await connection.send_packed_command(packed)
            answers: list[Answer] = []
            for _ in requests:
                try:
                    answers.append(await connection.read_response())
                except ResponseError as fault:
                    answers.append(fault)
            return answers

        async def again(fault: Exception) -> None:
            """Before the next try: what was answered already is asked once more, as of a reply that was lost."""
            await connection.disconnect()

        try:
            answered: Sequence[Answer] = await connection.retry.call_with_retry(once, again)
        except BaseException:
            # Answers may still be on their way, and would be taken for those to the next question.
            await connection.disconnect(nowait=True)
            raise
        else:
            return answered
        finally:
            await self._pool.release(connection)
