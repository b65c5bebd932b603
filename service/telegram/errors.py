"""What Telegram's errors mean here: one table, read by the gateway."""

import datetime as dt
import re
from enum import StrEnum
from typing import NamedTuple

import httpx
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    EndPointNotFound,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
)


class Outcome(StrEnum):
    """What became of a call."""

    DONE = "done"
    MESSAGE_GONE = "message gone"
    """Somebody deleted it, or it cannot be edited: it is sent anew."""
    UNDELETABLE = "undeletable"
    """Too old to be deleted: its buttons go instead."""
    BLOCKED = "blocked"
    """The person does not let the bot write (any more)."""
    KICKED = "kicked"
    """The bot is not in the group any more, or the group is gone."""
    CLOSED = "closed"
    """No right to write for now, or the topic is closed: it recovers by itself."""
    MIGRATED = "migrated"
    RETRY_AFTER = "retry after"
    UNCERTAIN = "uncertain"
    """It may have been done: the answer did not come."""
    DOWN = "down"
    """It was not done: Telegram could not be reached."""
    QUERY_OLD = "query old"
    """A tap's answer came too late."""
    QUESTION_GONE = "question gone"
    """The message that was to be answered was deleted, and this server insists on it."""
    PHOTO_STANDS = "photo stands"
    """A photo cannot become a text: it is sent anew."""
    NO_PICTURE = "no picture"
    """This picture, or any in this chat, is not taken: the text goes without."""
    FILE_GONE = "file gone"
    """A file id that does not serve any more: it is uploaded again."""
    REFUSED = "refused"
    """An ephemeral message: this server does not know them, or does not show one to this person now."""
    NO_GREY = "no grey buttons"
    """This server is older than disabled buttons."""
    UNKNOWN_BOT = "unknown bot"
    """The token is not (or no longer) valid."""
    CONFLICT = "conflict"
    """Somebody else asks for this bot's updates."""
    FAULT = "fault"
    """A mistake of ours: the message breaks a rule of Telegram's."""


class Answer(NamedTuple):
    """A call's outcome and what came with it."""

    outcome: Outcome
    message: int | None = None
    """The id of the message that was sent."""
    retry_after: int = 0
    """Milliseconds."""
    moved_to: int = 0
    file: str = ""
    """The file id of the photo that stands now."""


DONE = Answer(Outcome.DONE)

TEXTS: tuple[tuple[str, Outcome], ...] = (
    (r"message is not modified", Outcome.DONE),
    (r"message to delete not found", Outcome.DONE),
    (r"message can't be deleted", Outcome.UNDELETABLE),
    (r"message to edit not found|message can't be edited|message_id_invalid", Outcome.MESSAGE_GONE),
    (r"message to be replied not found|replied message not found", Outcome.QUESTION_GONE),
    (r"there is no text in the message", Outcome.PHOTO_STANDS),
    (r"wrong file identifier|wrong remote file|file_id_invalid|file reference", Outcome.FILE_GONE),
    (r"query is too old|query id is invalid", Outcome.QUERY_OLD),
    (r"bot was blocked|can't initiate conversation|user is deactivated", Outcome.BLOCKED),
    (r"bot was kicked|bot is not a member|group chat was deleted|chat was deleted", Outcome.KICKED),
    (r"text buttons are unallowed", Outcome.NO_GREY),
    (r"topic_closed|topic_deleted|message thread not found", Outcome.CLOSED),
    (r"not enough rights|chat_restricted|chat_write_forbidden|need administrator rights", Outcome.CLOSED),
    # Asking who belongs to a group, where the bot is no administrator or the person is unknown there.
    (r"member list is inaccessible|chat_admin_required", Outcome.CLOSED),
    (r"user not found|invalid user_id|participant_id_invalid|user_not_participant", Outcome.CLOSED),
    (r"chat not found|peer_id_invalid|group chat was deactivated", Outcome.KICKED),
)
"""Description → outcome, for 400 and 403. The first that fits."""


def judge(error: TelegramError) -> Answer:
    """What an error of python-telegram-bot means."""
    match error:
        case RetryAfter():
            return Answer(Outcome.RETRY_AFTER, retry_after=_milliseconds(error.retry_after))
        case ChatMigrated():
            return Answer(Outcome.MIGRATED, moved_to=error.new_chat_id)
        case Conflict():
            return Answer(Outcome.CONFLICT)
        case InvalidToken():
            return Answer(Outcome.UNKNOWN_BOT)
        case Forbidden():
            return Answer(_by_text(error.message, Outcome.BLOCKED))
        case BadRequest():
            return Answer(_by_text(error.message, Outcome.FAULT))
        case EndPointNotFound():
            return Answer(Outcome.REFUSED)
        case NetworkError():
            return Answer(Outcome.DOWN if _not_sent(error) else Outcome.UNCERTAIN)
        case _:
            return Answer(Outcome.UNCERTAIN)


def _by_text(description: str, otherwise: Outcome) -> Outcome:
    for pattern, outcome in TEXTS:
        if re.search(pattern, description, re.IGNORECASE):
            return outcome
    return otherwise


def _milliseconds(wait: int | dt.timedelta) -> int:
    return int((wait.total_seconds() if isinstance(wait, dt.timedelta) else wait) * 1000)


def _not_sent(error: NetworkError) -> bool:
    """No connection was made, so Telegram cannot have seen the call. A timed-out answer is another matter."""
    return isinstance(error.__cause__, httpx.ConnectError | httpx.ConnectTimeout | httpx.PoolTimeout)
