"""What follows for a surface when a call was not done: its row, and when to look again. Pure."""

from typing import NamedTuple

from service.surface import Row
from service.telegram import ledger
from service.telegram.errors import Answer, Outcome
from service.telegram.wants import Want

SOON = 2_000
"""After Telegram could not be reached."""
DOUBT = 5_000
"""After a call whose answer did not come. A send is then made once more, and at most one of the two is too many."""
REFUSED = 60_000
"""After a call that Telegram took for wrong."""
CLOSED = 600_000
"""A closed topic, or a group in which the bot may say nothing, is tried again then."""


class Consequence(NamedTuple):
    """`again` None: when something changes."""

    row: Row
    again: int | None


def consequence(row: Row, answer: Answer, now: int) -> Consequence:
    """For every outcome but DONE."""
    match answer.outcome:
        case Outcome.RETRY_AFTER:
            return Consequence(ledger.unsent(row), now + answer.retry_after)
        case Outcome.MESSAGE_GONE | Outcome.PHOTO_STANDS | Outcome.MIGRATED | Outcome.NO_PICTURE:
            return Consequence(_known_better(row, answer.outcome), now)
        case Outcome.CLOSED:
            return Consequence(ledger.gone(row, "closed"), now + CLOSED)
        case Outcome.UNCERTAIN:
            return Consequence(row, now + DOUBT)
        case Outcome.DOWN:
            return Consequence(ledger.unsent(row), now + SOON)
        case Outcome.REFUSED:
            return Consequence(ledger.gone(ledger.lost(row), "refused"), None)
        case _ if shut_out(row, answer):
            return Consequence(ledger.gone(row, "blocked"), None)
        case Outcome.KICKED:
            return Consequence(ledger.gone(row, "kicked"), None)
        case _:
            # A mistake of ours, or of Telegram's: somebody may be waiting for his buttons, so it is not the last word.
            return Consequence(ledger.unsent(row), now + REFUSED)


def posted(row: Row, want: Want, answer: Answer, now: int) -> Consequence:
    """For an invitation posted by inline mode. Whoever posted it may delete it, and nobody says so: it is let be."""
    match answer.outcome:
        case Outcome.DONE:
            return Consequence(ledger.edited(row, want, None), None)
        case Outcome.RETRY_AFTER:
            return Consequence(row, now + answer.retry_after)
        case Outcome.DOWN | Outcome.UNCERTAIN:
            return Consequence(row, now + SOON)
        case _:
            return Consequence(ledger.gone(row, "closed"), None)


def _known_better(row: Row, outcome: Outcome) -> Row:
    """What stands, or where to send, is not what was thought: it is planned anew at once."""
    match outcome:
        case Outcome.MESSAGE_GONE:
            return ledger.lost(row)
        case Outcome.PHOTO_STANDS:
            return ledger.photographed(row)
        case _:
            return ledger.unsent(row)


def shut_out(row: Row, answer: Answer) -> bool:
    """The person does not let the bot write: blocked it, never pressed Start, or closed the account."""
    return answer.outcome is Outcome.BLOCKED or (answer.outcome is Outcome.KICKED and row.chat > 0)
