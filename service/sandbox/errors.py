"""Telegram's errors, in Telegram's words: bots tell them apart by code and description."""

from typing import Any

NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)
QUERY_TOO_OLD = "query is too old and response timeout expired or query ID is invalid"


class ApiError(Exception):
    """A refusal as the Bot API would word it; `parameters` is Telegram's ResponseParameters."""

    def __init__(self, code: int, description: str, parameters: dict[str, Any] | None = None) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.parameters = parameters

    def body(self) -> dict[str, Any]:
        answer: dict[str, Any] = {"ok": False, "error_code": self.code, "description": self.description}
        if self.parameters:
            answer["parameters"] = self.parameters
        return answer


def bad_request(description: str, parameters: dict[str, Any] | None = None) -> ApiError:
    return ApiError(400, f"Bad Request: {description}", parameters)


def forbidden(description: str) -> ApiError:
    return ApiError(403, f"Forbidden: {description}")


def conflict(description: str) -> ApiError:
    return ApiError(409, f"Conflict: {description}")


def too_many_requests(seconds: int) -> ApiError:
    return ApiError(429, f"Too Many Requests: retry after {seconds}", {"retry_after": seconds})
