"""What every handler works with, and what it reports."""

from dataclasses import dataclass
from typing import NamedTuple

from service.bootstrap import Container
from service.telegram.gateway import Gateway
from service.telegram.mailbox import Rest


@dataclass(frozen=True)
class Desk:
    """The bot's own process: the use cases and the way to Telegram."""

    container: Container
    gateway: Gateway
    username: str


class Handled(NamedTuple):
    """For the log: ids and codes only, never a card or a name."""

    what: str
    outcome: str = "done"
    table: str | None = None
    ply: int | None = None
    rest: Rest | None = None
    """What is left to do when the wish is stored, above all the answer; the update is settled after it."""


IGNORED = Handled("ignored", "ignored")
