"""The parameters of one Bot API call, whichever of Telegram's ways they came in."""

import json
from typing import Any

from starlette.datastructures import UploadFile
from starlette.requests import Request

from service.sandbox.errors import bad_request
from service.sandbox.state import Json

#: Sent as JSON inside a form field.
_STRUCTURED = {
    "allowed_updates", "button", "caption_entities", "commands", "entities", "ephemeral_message_parameters",
    "link_preview_options", "media", "menu_button", "message_ids", "reply_markup", "reply_parameters", "results",
    "scope", "suggested_post_parameters",
}  # fmt: skip


class Params:
    """Scalars are kept as text, as they are on the wire; structures are decoded."""

    def __init__(self, values: Json, files: dict[str, bytes], names: dict[str, str] | None = None) -> None:
        self.values = values
        self.files = files
        self.names = names or {}
        """What the files are called, where that was told."""

    @classmethod
    async def read(cls, request: Request) -> "Params":
        values: Json = dict(request.query_params)
        files: dict[str, bytes] = {}
        names: dict[str, str] = {}
        kind = request.headers.get("content-type", "")
        if kind.startswith("application/json"):
            values |= await _json_body(request)
        elif kind.startswith(("multipart/form-data", "application/x-www-form-urlencoded")):
            async with request.form(max_files=20, max_part_size=20 * 2**20) as form:
                for key, value in form.multi_items():
                    if isinstance(value, UploadFile):
                        files[key] = await value.read()
                        names[key] = value.filename or ""
                    else:
                        values[key] = value
        return cls({key: _decode(key, value) for key, value in values.items()}, files, names)

    def logged(self) -> Json:
        """What was sent; a file that is a parameter by itself is named by its size."""
        attached = json.dumps(self.values)
        uploads = {key: f"{len(content)} bytes" for key, content in self.files.items()}
        return self.values | {key: size for key, size in uploads.items() if f"attach://{key}" not in attached}

    def text(self, key: str) -> str:
        value = self.values.get(key, "")
        return value if isinstance(value, str) else json.dumps(value)

    def integer(self, key: str, default: int = 0) -> int:
        try:
            return int(self.text(key) or default)
        except ValueError:
            raise bad_request(f"invalid {key.replace('_', ' ')} specified") from None

    def flag(self, key: str) -> bool:
        return self.text(key).lower() in ("true", "1", "yes", "t")

    def structure(self, key: str) -> Any:
        """A decoded JSON parameter, or None."""
        value = self.values.get(key)
        if isinstance(value, str) and value:
            raise bad_request(f"can't parse {key.replace('_', ' ')} JSON object")
        return value or None


async def _json_body(request: Request) -> Json:
    try:
        body = json.loads(await request.body() or b"{}")
    except (ValueError, RecursionError):
        raise bad_request("can't parse the request's JSON") from None
    if not isinstance(body, dict):
        raise bad_request("object expected as request")
    return {key: json.dumps(value) if isinstance(value, bool | int | float) else value
               for key, value in body.items() if value is not None}  # fmt: skip


def _decode(key: str, value: Any) -> Any:
    if key in _STRUCTURED and isinstance(value, str):
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value
    return value
