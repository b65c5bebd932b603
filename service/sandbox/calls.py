"""The log of Bot API calls and what is counted of them, for tests and for the curious."""

from collections import Counter, defaultdict, deque
from dataclasses import asdict, dataclass

from service.sandbox.state import Json

LOG_KEPT = 20_000
_KINDS = {
    "sendMessage": "sends", "sendPhoto": "sends", "sendDocument": "sends",
    "editMessageText": "edits", "editMessageReplyMarkup": "edits",
    "editMessageCaption": "edits", "editMessageMedia": "edits",
    "editEphemeralMessageText": "edits", "editEphemeralMessageReplyMarkup": "edits",
    "editEphemeralMessageCaption": "edits", "editEphemeralMessageMedia": "edits",
    "deleteMessage": "deletes", "deleteMessages": "deletes", "deleteEphemeralMessage": "deletes",
}  # fmt: skip


@dataclass
class Call:
    number: int
    at: float
    method: str
    chat_id: int | None
    params: Json
    status: int
    answer: Json


class CallLog:
    def __init__(self) -> None:
        self._calls: deque[Call] = deque(maxlen=LOG_KEPT)
        self._number = 0
        self._methods: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._chats: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def add(
        self, at: float, method: str, chat_id: int | None, params: Json, status: int, answer: Json
    ) -> None:
        self._number += 1
        self._calls.append(Call(self._number, at, method, chat_id, params, status, answer))
        key = "" if chat_id is None else str(chat_id)
        self._methods[method][key] += 1
        kind = _KINDS.get(method)
        if kind and status == 200:
            self._chats[key][kind] += 1
            if kind == "sends" and params.get("disable_notification") not in ("true", "True", "1"):
                self._chats[key]["rings"] += 1

    def since(self, number: int) -> list[Json]:
        """Calls after the given number, oldest first."""
        return [asdict(call) for call in self._calls if call.number > number]

    def counters(self) -> Json:
        """Calls per method and chat (failed ones too), and what succeeded per chat."""
        empty = {"sends": 0, "edits": 0, "deletes": 0, "rings": 0}
        return {
            "methods": {method: dict(chats) for method, chats in self._methods.items()},
            "chats": {chat: empty | dict(kinds) for chat, kinds in self._chats.items() if chat},
        }
