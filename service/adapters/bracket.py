"""A job's beginning loads its table, and its table's commit ends it: two answers less to wait for in every move, and
one write less that a durable server flushes.

Sound, because each pair is one transaction. What is stored after the load has a hint of its own, as if the table had
been loaded a moment later. And a job whose commit was refused (the table has moved, the server is full) is over for RQ,
but not for the table: this worker decides anew, or whoever sees its due row.
"""

from typing import Any

from redis.client import Pipeline
from redis.exceptions import NoScriptError

from service.adapters.in_turn import InTurn
from service.adapters.redis_client import Client
from service.adapters.redis_store import load_args
from service.adapters.together import Answer, Request

TRIES = 3
"""So many thoughts about a table may end their process; the next one is not thought (docs/decisions.md)."""
TRIES_S = 600
"""How long that is remembered."""


class Bracket:
    """What RQ writes about a job, and what the store of the same process asks about its table."""

    def __init__(self, client: Client, in_turn: InTurn) -> None:
        self._client = client
        self._in_turn = in_turn
        self._begun = False
        self.tries = 0
        """How often this job's table was begun to be thought about since that last went well, this time included."""

    @property
    def hopeless(self) -> bool:
        """Whether thinking about it ends whoever does: the machine code, or the memory of the machine."""
        return self.tries > TRIES

    def begin(self, step: Pipeline, table: str) -> None:
        """Add the load to the request that begins a job."""
        step.execute_command(*self._load(table))

    def begun(self, table: str, answer: Any, end: tuple[Request, ...]) -> None:
        """Keep the load's answer, in bytes as RQ's connection gives it, and what ends the job.

        A server that does not know the script yet is asked again by the store. Raises what else was answered.
        """
        if isinstance(answer, Exception) and not isinstance(answer, NoScriptError):
            raise answer
        if not isinstance(answer, Exception):
            self._in_turn.foretell(self._load(table), _text(answer))
        self._in_turn.along, self._begun = end, True

    @property
    def ended(self) -> bool:
        """Whether the job's end has been written with a commit."""
        return self._begun and not self._in_turn.along

    def clear(self) -> None:
        """Forget the last job, whatever became of it."""
        self._in_turn.clear()
        self._begun = False
        self.tries = 0

    def _load(self, table: str) -> Request:
        return self._client.request("load", load_args(self._client, table))


def _text(answer: Any) -> Answer:
    if isinstance(answer, bytes):
        return answer.decode()
    return [_text(one) for one in answer] if isinstance(answer, list) else answer
