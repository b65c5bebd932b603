"""Requests of a process that does one thing at a time: it waits where it asks.

A worker has one job and nothing else to do until the server has answered. An event loop between the two costs more than
the server itself: five turns of it for each answer (docs/performance.md).
"""

from collections.abc import Callable, Sequence
from typing import Any

from redis import ConnectionPool
from redis.backoff import ConstantBackoff
from redis.exceptions import ResponseError
from redis.retry import Retry

from service.adapters.together import Answer, Request


class InTurn:
    """One connection, one request at a time, with the answers and exceptions of `Together`."""

    def __init__(self, url: str, *, timeout: float, retries: int) -> None:
        """`timeout` in seconds bounds the connecting and each answer. Connects at the first request."""
        pool = ConnectionPool.from_url(
            url,
            socket_timeout=timeout,
            socket_connect_timeout=timeout,
            decode_responses=True,
            retry=Retry(ConstantBackoff(0.02), retries),
        )
        self._connection: Any = pool.make_connection()  # the client library leaves it without types
        self._foretold: tuple[Request, Answer] | None = None
        self.along: tuple[Request, ...] = ()
        """What is to be written together with the next of the `last` requests; empty once it was."""

    async def ask(self, *request: str | int) -> Answer:
        """The server's answer. Raises the client library's exceptions."""
        return self._repeated(lambda: self._once(request))

    async def read(self, *request: str | int) -> Answer:
        """The same for what changes nothing; its answer may have been foretold."""
        foretold, self._foretold = self._foretold, None
        if foretold is not None and foretold[0] == request:
            return foretold[1]
        return await self.ask(*request)

    async def last(self, *request: str | int) -> Answer:
        """The same for what the process has been at work for: in one transaction with what goes along, if anything
        does. That is written too where the request is refused."""
        if not self.along:
            return await self.ask(*request)
        answer = self._repeated(lambda: self._at_once((request, *self.along)))[0]
        self.along = ()
        if isinstance(answer, Exception):
            raise answer
        return answer

    def foretell(self, request: Request, answer: Answer) -> None:
        """What the server has just answered, on another connection, to a question that will be put next. It holds for
        the next request only, whatever that is: what is written may change the answer."""
        self._foretold = request, answer

    def clear(self) -> None:
        """Nothing is foretold, and nothing goes along."""
        self._foretold, self.along = None, ()

    def close(self) -> None:
        """Close the connection."""
        self._connection.disconnect()

    def _repeated(self, do: Callable[[], Answer]) -> Answer:
        self._foretold = None
        return self._connection.retry.call_with_retry(do, lambda _: self._connection.disconnect())

    def _once(self, request: Request) -> Answer:
        try:
            self._connection.send_command(*request)
            return self._connection.read_response()
        except ResponseError:
            raise
        except BaseException:
            # The answer may still be on its way, and would be taken for that to the next question.
            self._connection.disconnect()
            raise

    def _at_once(self, requests: Sequence[Request]) -> Sequence[Answer]:
        """As one transaction: an answer each, a refusal among them. Raises if the whole was refused."""
        connection = self._connection
        try:
            connection.send_packed_command(connection.pack_commands([("MULTI",), *requests, ("EXEC",)]))
            *queued, answers = [self._answered() for _ in range(len(requests) + 2)]
        except BaseException:
            connection.disconnect()
            raise
        if isinstance(answers, Exception):
            raise next((fault for fault in queued if isinstance(fault, Exception)), answers)
        found: Sequence[Answer] = answers
        return found

    def _answered(self) -> Answer:
        try:
            return self._connection.read_response()
        except ResponseError as fault:
            return fault
