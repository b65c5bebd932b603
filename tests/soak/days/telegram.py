"""Telegram as a fortnight needs it: no network, no time of its own, and a note of everything that was sent."""

import re
from collections import defaultdict
from collections.abc import Callable

from service.telegram.errors import DONE, Answer, Outcome
from service.telegram.gateway import Gateway
from service.telegram.messages import Message, Toast
from tests.soak.days.life import Sent

CALLS = re.compile(r"tg://user\?id=(\d+)")


class Messenger(Gateway):
    """The gateway the courier shows through. Who blocked the bot gets nothing."""

    def __init__(self, now: Callable[[], int]) -> None:
        super().__init__(None)  # type: ignore[arg-type]
        self._now = now
        self._last: dict[int, int] = defaultdict(int)
        """Highest ids: a supergroup counts its own messages, all other chats count together."""
        self.blocked: set[int] = set()
        self.shut: set[int] = set()
        """Groups in which the bot may not write."""
        self.moves: dict[int, int] = {}
        """Supergroups by the groups that they were, in which nothing can be done any more."""
        self.sent: list[Sent] = []
        self.edits = 0
        self.standing: dict[int, dict[int, Message]] = defaultdict(dict)
        """By chat: what can be read there now."""

    def _refusal(self, chat: int) -> Answer | None:
        if chat in self.moves:
            return Answer(Outcome.MIGRATED, moved_to=self.moves[chat])
        if chat in self.blocked:
            return Answer(Outcome.BLOCKED)
        return Answer(Outcome.CLOSED) if chat in self.shut else None

    async def send(
        self, chat: int, thread: int | None, message: Message, *, ring: bool, reply_to: int | None = None
    ) -> Answer:
        if (refused := self._refusal(chat)) is not None:
            return refused
        counted = chat if chat in self.moves.values() else 0
        self._last[counted] += 1
        message_id = self._last[counted]
        called = CALLS.search(message.text) if chat < 0 else None
        self.sent.append(Sent(self._now(), chat, message.text, ring, int(called[1]) if called else 0))
        self.standing[chat][message_id] = message
        return Answer(Outcome.DONE, message=message_id)

    async def edit(self, chat: int, message_id: int, message: Message) -> Answer:
        if (refused := self._refusal(chat)) is not None:
            return refused
        if message_id not in self.standing[chat]:
            return Answer(Outcome.MESSAGE_GONE)
        self.edits += 1
        self.standing[chat][message_id] = message
        return DONE

    async def strip(self, chat: int, message_id: int) -> Answer:
        if (refused := self._refusal(chat)) is not None and refused.outcome is Outcome.MIGRATED:
            return refused
        if message_id in self.standing[chat]:
            self.standing[chat][message_id] = self.standing[chat][message_id]._replace(rows=())
        return DONE

    async def remove(self, chat: int, message_id: int, strip: bool, words: str = "") -> Answer:
        if (refused := self._refusal(chat)) is not None and refused.outcome is Outcome.MIGRATED:
            return refused
        self.standing[chat].pop(message_id, None)
        return DONE

    async def answer(self, query_id: str, toast: Toast | None) -> Answer:
        return DONE
