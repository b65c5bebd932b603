"""What every handler works with, and what it reports."""

from dataclasses import dataclass
from typing import NamedTuple

from service.bootstrap import Container
from service.telegram.errors import Answer
from service.telegram.gateway import Gateway
from service.telegram.mailbox import Rest
from service.telegram.messages import Message


@dataclass(frozen=True)
class Desk:
    """The bot's own process: the use cases and the way to Telegram."""

    container: Container
    gateway: Gateway
    username: str

    async def send(
        self,
        chat: int,
        message: Message,
        *,
        thread: int | None = None,
        ring: bool = False,
        reply_to: int | None = None,
    ) -> Answer:
        """A new message of the bot's own, which is no surface. In private it is noted as the newest one there: whatever
        card stands above it is not the last any more."""
        return await self._noted(
            chat, await self.gateway.send(chat, thread, message, ring=ring, reply_to=reply_to)
        )

    async def send_file(self, person: int, name: str, content: str, caption: str) -> Answer:
        """The same for a file, in private. `caption` is plain text."""
        return await self._noted(person, await self.gateway.document(person, name, content.encode(), caption))

    async def _noted(self, chat: int, sent: Answer) -> Answer:
        if chat > 0 and sent.message is not None:
            await self.container.directory.saw_message(chat, sent.message)
        return sent


class Handled(NamedTuple):
    """For the log: ids and codes only, never a card or a name."""

    what: str
    outcome: str = "done"
    table: str | None = None
    ply: int | None = None
    rest: Rest | None = None
    """What is left to do when the wish is stored, above all the answer; the update is settled after it."""


IGNORED = Handled("ignored", "ignored")
