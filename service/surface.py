"""A surface is one thing shown in one chat. Its row remembers what stands there now."""

from typing import Literal

from pydantic import Field

from service.table.model import Document

LOBBY, CARD, END = "lobby", "card", "end"


def hand_key(person: int) -> str:
    """The private hand card of one person."""
    return f"hand:{person}"


def digest_key(person: int) -> str:
    """What tells one person that several matches wait for him."""
    return f"digest:{person}"


def place_of(person: int) -> str:
    """Where the rows of a person's own surfaces are kept, which belong to no table: no table's id begins so."""
    return f"~{person}"


def mine_key(person: int) -> str:
    """The hand of one person in the group, which he alone sees: an ephemeral message."""
    return f"mine:{person}"


def hands_of(person: int) -> frozenset[str]:
    """All that shows one person his hand."""
    return frozenset({hand_key(person), mine_key(person)})


def deal_key(deal_no: int, person: int | None = None) -> str:
    """The score sheet of one finished deal: the group's, or that of one person at a table apart."""
    return f"deal:{deal_no}" if person is None else f"deal:{deal_no}:{person}"


def review_key(deal_no: int, person: int) -> str:
    """What somebody could have done better in a deal that is over."""
    return f"review:{deal_no}:{person}"


def end_key(person: int) -> str:
    """The end of a match apart from any group, as one person has it."""
    return f"{END}:{person}"


def gone_key(person: int) -> str:
    """What tells one person that a computer was given his seat."""
    return f"gone:{person}"


def inline_key(number: int) -> str:
    """An invitation posted by inline mode: the number of its id in `Head.posts`."""
    return f"inline:{number}"


def mention_key(person: int) -> str:
    """The message that calls, in the group, somebody to whom the bot may not write."""
    return f"mention:{person}"


class Row(Document):
    """What is shown of one surface, and what is being done about it.

    Times are milliseconds by the store's clock. A row whose `message` is None shows nothing.
    """

    schema_no: int = 1
    chat: int
    thread: int | None = None
    message: int | None = None
    """Of an ephemeral surface the ephemeral id, which means something together with the person only."""
    photo: bool = False
    """What stands is a photo with the text as its caption."""
    sent_at: int = 0
    """When `message` was sent: a bot may delete its messages for 48 hours."""
    digest: str = ""
    """Fingerprint of what stands there: equal means nothing to do."""
    generation: int = 0
    """The deal a table card belongs to; at the next deal its message passes to that deal's score sheet."""
    rang_ply: int = -1
    """The ply the surface last rang for."""
    reminded_ply: int = -1
    """The ply of the turn that `reminders` and `left` speak of."""
    reminders: int = 0
    """How many of that turn's reminders are done with."""
    left: int = 0
    """What was left of the time (ms) when the last of them was sent: it stands on the card."""
    nudged_ply: int = -1
    """The ply at which the others' nudge was passed on."""
    ring_at: int | None = None
    """A ring held back because the person is present, due then."""
    sending_since: int | None = None
    """A send was begun and not yet remembered: it may stand in the chat or not."""
    repost: bool = False
    """Show it afresh at the end of the chat (`/table`)."""
    asked: int = 0
    """When that was asked for; the store's own. Writing the row with `repost` off settles this wish, no later one."""
    stale: tuple[int, ...] = ()
    """Older messages of this surface that are still to be removed."""
    waiting: tuple[str, ...] = ()
    """Of a digest: the tables that waited for the person when they were last looked at."""
    told: dict[str, int] = Field(default={})
    """Of a digest: by table the ply of the turn that it has rung for."""
    opening: str | None = None
    """Ephemeral surfaces: the newest callback query that asks for one. The store keeps it beside the row."""
    opening_expires: int | None = None
    """Until then a bot that is no administrator may send for it."""
    opened: str = ""
    """The callback query that was last done justice to."""
    gone: Literal["", "blocked", "kicked", "closed", "refused"] = ""
    """Why nothing can be shown there; cleared when the person or group comes back. Refused: to this person, now."""
