"""Text, captions and photos of a call, checked as Telegram checks them."""

import mimetypes
import secrets
import struct
from typing import Any

from service.sandbox.entities import detect, parse_html, trim, utf16_length
from service.sandbox.errors import bad_request
from service.sandbox.params import Params
from service.sandbox.sandbox import Sandbox
from service.sandbox.state import Document, Json, Photo

TEXT_LENGTH = 4096
CAPTION_LENGTH = 1024
Formatted = tuple[str, list[Json]]


def text(sandbox: Sandbox, params: Params) -> Formatted:
    formatted = _formatted(
        sandbox, params.text("text"), params.text("parse_mode"), params.structure("entities")
    )
    if not formatted[0]:
        raise bad_request("message text is empty")
    if utf16_length(formatted[0]) > TEXT_LENGTH:
        raise bad_request("message is too long")
    return formatted


def caption(sandbox: Sandbox, params: Params) -> Formatted:
    return _caption(
        sandbox, params.text("caption"), params.text("parse_mode"), params.structure("caption_entities")
    )


def media(sandbox: Sandbox, params: Params) -> tuple[Photo, Formatted]:
    """The photo and caption of an InputMediaPhoto."""
    value = params.structure("media")
    if not isinstance(value, dict):
        raise bad_request("media must be specified")
    if value.get("type") != "photo":
        raise bad_request("only photos can be sent to the local Telegram")
    words = _caption(
        sandbox, value.get("caption", ""), value.get("parse_mode", ""), value.get("caption_entities")
    )
    return photo(sandbox, params, value.get("media", "")), words


def photo(sandbox: Sandbox, params: Params, reference: str, field: str = "media") -> Photo:
    """An upload (attach://name, or the file in the field itself) or a known file_id."""
    name = reference.removeprefix("attach://") if reference.startswith("attach://") else field
    content = params.files.get(name)
    if content is None:
        known = sandbox.world.photos.get(reference)
        if known is None:
            raise bad_request(
                "wrong file identifier/HTTP URL specified"
                if reference
                else "there is no photo in the request"
            )
        return known
    if not content:
        raise bad_request("file must be non-empty")
    return _store_photo(sandbox, content)


def document(sandbox: Sandbox, params: Params) -> Document:
    """An upload (attach://name, or the file in the field itself) or a known file_id."""
    reference = params.text("document")
    name = reference.removeprefix("attach://") if reference.startswith("attach://") else "document"
    content = params.files.get(name)
    if content is None:
        known = sandbox.world.documents.get(reference)
        if known is None:
            raise bad_request("there is no document in the request")
        return known
    if not content:
        raise bad_request("file must be non-empty")
    called = params.names.get(name) or "file"
    mime = mimetypes.guess_type(called)[0] or "application/octet-stream"
    value = Document(f"BQAC{secrets.token_hex(24)}", secrets.token_hex(8), len(content), called, mime)
    sandbox.world.documents[value.file_id] = value
    sandbox.changed(("documents", value.file_id))
    sandbox.store.put_file(value.file_id, content)
    return value


def _store_photo(sandbox: Sandbox, content: bytes) -> Photo:
    mime, width, height = _measure(content)
    # Telegram's file ids are long and say nothing; this one is also safe as a file's name.
    value = Photo(f"AgAC{secrets.token_hex(24)}", secrets.token_hex(8), len(content), width, height, mime)
    sandbox.world.photos[value.file_id] = value
    sandbox.changed(("photos", value.file_id))
    sandbox.store.put_file(value.file_id, content)
    return value


def _formatted(sandbox: Sandbox, source: Any, parse_mode: str, given: Any) -> Formatted:
    source = source if isinstance(source, str) else str(source)
    if parse_mode.lower() == "html":
        plain, entities = parse_html(source, sandbox.world.user)
    elif parse_mode in ("", "None"):
        plain, entities = trim(source, [_given_entity(value) for value in given or []])
    else:
        raise bad_request("unsupported parse_mode")
    return plain, detect(plain, entities)


def _given_entity(value: Any) -> Json:
    if not isinstance(value, dict) or not {"type", "offset", "length"} <= value.keys():
        raise bad_request('can\'t parse MessageEntity: Field "type" must be of type String')
    entity = {key: item for key, item in value.items() if key != "user"}
    return entity | ({"user_id": value["user"]["id"]} if "user" in value else {})


def _caption(sandbox: Sandbox, source: Any, parse_mode: str, given: Any) -> Formatted:
    formatted = _formatted(sandbox, source or "", parse_mode or "", given)
    if utf16_length(formatted[0]) > CAPTION_LENGTH:
        raise bad_request("message caption is too long")
    return formatted


def _measure(content: bytes) -> tuple[str, int, int]:
    if content.startswith(b"\x89PNG\r\n\x1a\n") and len(content) >= 24:
        width, height = struct.unpack(">II", content[16:24])
        return "image/png", width, height
    if content.startswith(b"\xff\xd8"):
        return "image/jpeg", *_jpeg_size(content)
    raise bad_request("IMAGE_PROCESS_FAILED")


def _jpeg_size(content: bytes) -> tuple[int, int]:
    """Walks the segments up to the frame header, which holds the size."""
    position = 2
    while position + 9 < len(content) and content[position] == 0xFF:
        marker = content[position + 1]
        length = int.from_bytes(content[position + 2 : position + 4], "big")
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", content[position + 5 : position + 9])
            return width, height
        position += 2 + length
    raise bad_request("IMAGE_PROCESS_FAILED")
