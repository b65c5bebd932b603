"""The validator itself: it must be able to fail."""

from typing import Any

import pytest

from tests.sandbox.validation import assert_valid_log

CHAT = {"id": 1, "type": "private", "first_name": "Anna"}
MESSAGE = {"message_id": 1, "date": 1, "chat": CHAT, "text": "hi"}


def call(**changes: Any) -> list[dict[str, Any]]:
    good = {
        "number": 1,
        "method": "sendMessage",
        "params": {"chat_id": "1", "text": "hi", "disable_notification": "true"},
        "status": 200,
        "answer": {"ok": True, "result": MESSAGE},
    }
    return [good | changes]


def test_a_good_call_passes() -> None:
    assert_valid_log(call())
    refusal = {"ok": False, "error_code": 400, "description": "Bad Request: chat not found"}
    assert_valid_log(call(status=400, answer=refusal))


@pytest.mark.parametrize(
    "changes",
    [
        {"method": "sendMassage"},
        {"params": {"chat_id": "1"}},
        {"params": {"chat_id": "1", "text": "hi", "colour": "red"}},
        {
            "params": {
                "chat_id": "1",
                "text": "hi",
                "reply_markup": {"inline_keyboard": [[{"text": "a", "tint": 1}]]},
            }
        },
        {"answer": {"ok": True, "result": {"message_id": 1, "date": 1}}},
        {"answer": {"ok": True, "result": MESSAGE | {"mood": "good"}}},
        {"answer": {"ok": True, "result": MESSAGE | {"chat": CHAT | {"mood": "good"}}}},
        {"status": 400},
        {"status": 400, "answer": {"ok": False}},
    ],
)
def test_a_bad_call_fails(changes: dict[str, Any]) -> None:
    with pytest.raises(AssertionError):
        assert_valid_log(call(**changes))
