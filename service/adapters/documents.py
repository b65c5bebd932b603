"""Documents and commands as stored text.

Fields that hold their default are not written: it halves a head. A default is therefore part of a schema: changing
one changes what stored documents mean and needs a new schema number, as renaming a field does. The number itself is
always written, and first, so that it can be read without knowing the rest.
"""

import base64
import json
import zlib
from typing import TypeVar

from service.ports import Waiting
from service.surface import Row
from service.table.commands import COMMAND, Command
from service.table.model import Head, Stage

PACKED = "z:"
"""Before a packed head: JSON, deflated, in base64."""


class UnknownSchema(Exception):
    """A document was written by a newer release than this one."""


def dump(document: Head | Row) -> str:
    """A document as JSON, its schema number first."""
    rest = document.model_dump_json(exclude_defaults=True, exclude={"schema_no"})
    return f'{{"schema_no":{document.schema_no}' + ("}" if rest == "{}" else f",{rest[1:]}")


D = TypeVar("D", Head, Row)


def _load(model: type[D], text: str) -> D:
    """Raises `UnknownSchema`, and pydantic's `ValidationError` for what no release has written."""
    current: int = model.model_fields["schema_no"].default
    if not text.startswith(f'{{"schema_no":{current},'):
        number = json.loads(text).get("schema_no")
        if number != current:
            raise UnknownSchema(f"{model.__name__} of schema {number}; this release knows {current}")
    return model.model_validate_json(text)


def dump_head(head: Head) -> str:
    """A head; packed once its table has ended, for there will be many and they are seldom read."""
    text = dump(head)
    if head.stage not in (Stage.OVER, Stage.CANCELLED):
        return text
    return PACKED + base64.b64encode(zlib.compress(text.encode())).decode()


def load_head(text: str) -> Head:
    """Raises as `_load`."""
    if text.startswith(PACKED):
        text = zlib.decompress(base64.b64decode(text[len(PACKED) :])).decode()
    return _load(Head, text)


def load_row(text: str, asked: int) -> Row:
    """A surface's row; `asked` is when a repost was last asked for and not yet made, 0 for not."""
    row = _load(Row, text)
    return row.model_copy(update={"repost": True, "asked": asked}) if asked else row


def dump_row(row: Row) -> str:
    """A row without its wish for a repost, which the store keeps beside it."""
    return dump(row.model_copy(update={"repost": False, "asked": 0}))


def dump_command(command: Command) -> str:
    """A command as JSON in one line. `kind` is a default too and must stay: it tells the commands apart."""
    return command.model_dump_json()


def load_command(text: str) -> Command:
    """The inverse of `dump_command`."""
    return COMMAND.validate_json(text)


def load_entry(entry: str) -> Waiting:
    """An inbox entry: `milliseconds LF slot LF JSON`."""
    at, _, text = entry.split("\n", 2)
    return Waiting(int(at), load_command(text))
