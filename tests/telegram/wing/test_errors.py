"""Telegram's error texts, and what they mean here."""

from collections.abc import Awaitable, Callable
from typing import cast

import httpx
import pytest
from telegram import Bot
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)

from service.surface import Row
from service.telegram.consequences import CLOSED, DOUBT, REFUSED, SOON, consequence
from service.telegram.errors import Answer, Outcome, judge
from service.telegram.gateway import Gateway
from service.telegram.messages import Message

NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same as a current "
    "content and reply markup of the message"
)


@pytest.mark.parametrize(
    ("error", "outcome"),
    [
        (BadRequest(NOT_MODIFIED), Outcome.DONE),
        (BadRequest("message to delete not found"), Outcome.DONE),
        (
            BadRequest("query is too old and response timeout expired or query ID is invalid"),
            Outcome.QUERY_OLD,
        ),
        (BadRequest("message to edit not found"), Outcome.MESSAGE_GONE),
        (BadRequest("message can't be edited"), Outcome.MESSAGE_GONE),
        (BadRequest("message can't be deleted for everyone"), Outcome.UNDELETABLE),
        (BadRequest("chat not found"), Outcome.KICKED),
        (BadRequest("message thread not found"), Outcome.CLOSED),
        (BadRequest("TOPIC_CLOSED"), Outcome.CLOSED),
        (BadRequest("not enough rights to send text messages to the chat"), Outcome.CLOSED),
        (BadRequest("CHAT_RESTRICTED"), Outcome.CLOSED),
        (BadRequest("member list is inaccessible"), Outcome.CLOSED),
        (BadRequest("CHAT_ADMIN_REQUIRED"), Outcome.CLOSED),
        (BadRequest("PARTICIPANT_ID_INVALID"), Outcome.CLOSED),
        (BadRequest("BUTTON_DATA_INVALID"), Outcome.FAULT),
        (BadRequest("can't parse entities: unsupported start tag"), Outcome.FAULT),
        (Forbidden("bot was blocked by the user"), Outcome.BLOCKED),
        (Forbidden("bot can't initiate conversation with a user"), Outcome.BLOCKED),
        (Forbidden("user is deactivated"), Outcome.BLOCKED),
        (Forbidden("bot was kicked from the group chat"), Outcome.KICKED),
        (Forbidden("bot was kicked from the supergroup chat"), Outcome.KICKED),
        (Forbidden("the group chat was deleted"), Outcome.KICKED),
        (Conflict("terminated by other getUpdates request"), Outcome.CONFLICT),
        (InvalidToken(), Outcome.UNKNOWN_BOT),
        (TimedOut(), Outcome.UNCERTAIN),
        (NetworkError("Bad Gateway (502)"), Outcome.UNCERTAIN),
    ],
)
def test_each_text_has_one_meaning(error: TelegramError, outcome: Outcome) -> None:
    assert judge(error).outcome is outcome


@pytest.mark.parametrize(
    "cause", [httpx.ConnectError("refused"), httpx.ConnectTimeout("slow"), httpx.PoolTimeout("")]
)
def test_what_never_left_was_not_done(cause: Exception) -> None:
    error = NetworkError("httpx")
    error.__cause__ = cause
    assert judge(error).outcome is Outcome.DOWN


def test_an_answer_that_did_not_come_leaves_a_doubt() -> None:
    error = NetworkError("httpx")
    error.__cause__ = httpx.RemoteProtocolError("dropped")
    assert judge(error).outcome is Outcome.UNCERTAIN


def test_numbers_come_along() -> None:
    assert judge(RetryAfter(3)) == Answer(Outcome.RETRY_AFTER, retry_after=3_000)
    assert judge(ChatMigrated(-1007)) == Answer(Outcome.MIGRATED, moved_to=-1007)


class Refusing:
    """A bot whose every call Telegram answers with the same error."""

    id = 1

    def __init__(self, error: TelegramError) -> None:
        self._error = error

    def __getattr__(self, method: str) -> Callable[..., Awaitable[object]]:
        async def call(*_: object, **__: object) -> object:
            raise self._error

        return call


CALLS: dict[str, Callable[[Gateway], Awaitable[object]]] = {
    "send": lambda gateway: gateway.send(7, None, Message("x"), ring=False),
    "edit": lambda gateway: gateway.edit(7, 1, Message("x")),
    "caption": lambda gateway: gateway.caption(7, 1, Message("x")),
    "strip": lambda gateway: gateway.strip(7, 1),
    "remove": lambda gateway: gateway.remove(7, 1, strip=False),
    "answer": lambda gateway: gateway.answer("1", None),
    "document": lambda gateway: gateway.document(7, "a.txt", b"x", ""),
    "belongs": lambda gateway: gateway.belongs(-100, 7),
    "is_admin": lambda gateway: gateway.is_admin(-100, 7),
    "whispers": lambda gateway: gateway.whispers(-100, 7),
    "whisper": lambda gateway: gateway.whisper(-100, None, 7, "1"),
    "edit_whisper": lambda gateway: gateway.edit_whisper(-100, 7, 1, Message("x")),
    "remove_whisper": lambda gateway: gateway.remove_whisper(-100, 7, 1),
}


@pytest.mark.parametrize("call", CALLS)
async def test_no_call_hides_that_the_token_is_not_taken_any_more(call: str) -> None:
    gateway = Gateway(cast(Bot, Refusing(InvalidToken())))
    with pytest.raises(InvalidToken):
        await CALLS[call](gateway)


@pytest.mark.parametrize("call", CALLS)
async def test_whatever_else_telegram_says_is_an_answer(call: str) -> None:
    for error in (BadRequest("some rule of Telegram's"), Forbidden("bot was blocked"), NetworkError("away")):
        answer = await CALLS[call](Gateway(cast(Bot, Refusing(error))))
        assert isinstance(answer, Answer | bool | None)


GROUP = Row(chat=-100, message=5, sending_since=1)
PRIVATE = Row(chat=7, message=5, sending_since=1)
NOW = 1_000_000


@pytest.mark.parametrize(
    ("row", "answer", "gone", "again", "message", "doubt"),
    [
        (GROUP, Answer(Outcome.RETRY_AFTER, retry_after=3_000), "", NOW + 3_000, 5, False),
        (GROUP, Answer(Outcome.MESSAGE_GONE), "", NOW, None, False),
        (GROUP, Answer(Outcome.CLOSED), "closed", NOW + CLOSED, 5, False),
        (GROUP, Answer(Outcome.KICKED), "kicked", None, 5, False),
        (GROUP, Answer(Outcome.MIGRATED, moved_to=-9), "", NOW, 5, False),
        (GROUP, Answer(Outcome.UNCERTAIN), "", NOW + DOUBT, 5, True),
        (GROUP, Answer(Outcome.DOWN), "", NOW + SOON, 5, False),
        (GROUP, Answer(Outcome.FAULT), "", NOW + REFUSED, 5, False),
        (PRIVATE, Answer(Outcome.BLOCKED), "blocked", None, 5, False),
        (PRIVATE, Answer(Outcome.KICKED), "blocked", None, 5, False),
    ],
)
def test_each_outcome_has_one_consequence(
    row: Row, answer: Answer, gone: str, again: int | None, message: int | None, doubt: bool
) -> None:
    follows = consequence(row, answer, NOW)
    assert (follows.row.gone, follows.again, follows.row.message) == (gone, again, message)
    assert (follows.row.sending_since is not None) is doubt
