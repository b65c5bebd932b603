"""From a hand card as it stands to the reminder that is due on it, if one is. Pure."""

from typing import NamedTuple

from service.ports import Stored
from service.surface import Row
from service.table.commands import Act
from service.telegram.notices import Called, Notice, reminder
from service.telegram.presence import Presence
from service.telegram.surface_keys import HAND, Key
from service.telegram.surfaces import Sight
from service.telegram.wants import Want

AGAIN = 2_000
"""Milliseconds until a move that waits in the inbox is asked after."""


class Reminding(NamedTuple):
    """What is due now, and when to look again."""

    notice: Notice | None = None
    look_at: int | None = None


def since_told(key: Key, sight: Sight, row: Row | None) -> Sight:
    """With what was left when this very turn was last reminded of: it stands on the card until it is over."""
    match = sight.table.match
    if key.kind != HAND or row is None or match is None or row.reminded_ply != match.ply:
        return sight
    return sight._replace(left=row.left)


def reminder_due(want: Want, row: Row, presence: Presence, stored: Stored) -> Reminding | None:
    """None: it is not the reader's turn, or nobody's time runs. Whose move waits in the inbox has acted already."""
    turn = want.called
    if turn is None:
        return None
    if any(isinstance(one.command, Act) and one.command.ply == turn.ply for one in stored.inbox):
        return Reminding(look_at=stored.now + AGAIN)
    due = reminder(turn, row, presence, stored.now)
    if not isinstance(due, Notice):
        return Reminding(look_at=due)
    return Reminding(due, _following(turn, due, row, stored.now))


def _following(turn: Called, notice: Notice, row: Row, now: int) -> int | None:
    after = row.model_copy(update={"reminded_ply": turn.ply, "reminders": notice.number})
    later = reminder(turn, after, Presence(), now)
    return later if isinstance(later, int) else None
