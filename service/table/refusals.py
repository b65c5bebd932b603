"""Why a command is refused: a code for the toast, and for match actions the engine's own reason."""

from enum import StrEnum
from typing import NamedTuple

from engine.trick import Refusal


class No(StrEnum):
    """Reasons that are no rule of card play. Authority is checked in this order: authentic, seated, live, legal."""

    NO_TABLE = "no table"
    """The table is unknown (or was never stored)."""
    NOT_SEATED = "not seated"
    ALREADY_SEATED = "already seated"
    """This person has a seat at this table."""
    SEAT_TAKEN = "seat taken"
    NO_SUCH_SEAT = "no such seat"
    NO_SUCH_LEVEL = "no such level"
    NO_SUCH_VARIANT = "no such variant"
    NO_ROOM = "no room"
    """The rule set has fewer seats than people sit here."""
    SECRETS = "secrets"
    """One person cannot play several seats: each has cards the others must not see."""
    NO_SUCH_OPTION = "no such option"
    OPTION_CLASH = "option clash"
    """The value does not go with the other options."""
    NOT_IN_LOBBY = "not in lobby"
    """The match has begun: seats and options are frozen."""
    NOT_STARTED = "not started"
    """The match has not begun yet."""
    MATCH_OVER = "match over"
    CANCELLED = "cancelled"
    STALE = "stale"
    """The button belongs to an earlier moment."""
    NOBODY_SEATED = "nobody seated"
    """A match needs at least one person."""
    UNREACHABLE = "unreachable"
    """Somebody seated has not started the bot yet."""
    NOT_ALLOWED = "not allowed"
    """Only the creator or an admin of the group may do this."""
    UNCHANGED = "unchanged"
    """It is so already."""
    AWAY = "away"
    """A computer plays this seat: come back first."""
    NOT_AWAY = "not away"
    NO_CLOCK = "no clock"
    """Nobody's time runs at this table, so there is nothing to stop."""
    NUDGED = "nudged"
    """Who is on turn was nudged in this turn already."""
    ONE_DEAL = "one deal"
    """The match is one deal: there is no next one."""
    OTHER_AWAY = "other away"
    """Whose seat it is does not play himself, and cannot agree."""
    ASKED = "asked"
    """Something else of the kind is being asked already."""
    BARRED = "barred"
    """Voted out of this match."""
    OUTSIDE = "outside"
    """The table is a group's, and who asks does not belong to it, or Telegram cannot tell."""
    YOUR_TURN = "your turn"
    """Too late to lay something down: it is his turn, and a planning tap never plays."""
    HELD = "held"
    """His move stands already, and can be taken back for a moment."""
    NO_ADVICE = "no advice"
    """This table plays without advice."""
    NO_COMPUTER = "no computer"
    """No computer plays here whose level one person alone could choose."""
    NO_SUCH_DEAL = "no such deal"
    RULE = "rule"
    """The rules forbid it: see `Refused.rule`."""
    UNREADABLE = "unreadable"
    """The action's text means nothing."""


class Refused(NamedTuple):
    """A person's wish that cannot be fulfilled. A value, not an exception: nothing is wrong with the program."""

    code: No
    rule: Refusal | None = None
    """The engine's reason, when `code` is RULE."""
    names: tuple[str, ...] = ()
    """Of the people the reason speaks of (UNREACHABLE)."""
