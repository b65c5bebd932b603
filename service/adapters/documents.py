"""Documents and commands as stored text: one decoder for all of them.

Fields that hold their default are not written: it halves a head. A default is therefore part of a schema: changing
one changes what stored documents mean. So are those of the rules (`engine.rules`). The number is always written, and
first, so that it can be read without knowing the rest.

How a document may change, so that stored games go on and a new release can start beside an old one:

- A field with a default, or a new value of a field, is added without a new number. A document that does not use it
  reads as before in the old release; one that does is refused there as `TooNew`, by the name it does not know.
- Whatever changes what older documents mean (a renamed field, another default) takes the next number, and a function
  in `UPGRADES` that makes it from the number before.
"""

import base64
import json
import zlib
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias, TypeVar

from pydantic import ValidationError

from engine.rules import BadRules, Rules, rules_from_dict, rules_to_dict
from service.people import Chat, Person
from service.ports import TooNew, Waiting
from service.surface import Row
from service.table.commands import COMMAND, Command
from service.table.model import Document, Head, Stage

PACKED = "z:"
"""Before what is packed (a head's JSON, all fact lines of a match): deflated, in base64."""
ENDED = frozenset({Stage.OVER, Stage.CANCELLED})
"""There will be many such tables, and they are seldom read: head and facts are packed."""

Fields: TypeAlias = dict[str, Any]
Upgrade: TypeAlias = Callable[[Fields], Fields]

UPGRADES: Mapping[str, tuple[Upgrade, ...]] = {"Head": (), "Row": (), "Person": (), "Chat": (), "Command": ()}
"""By kind: the first function makes schema 2 of schema 1, the next schema 3 of that. None was needed yet."""
NEWER = frozenset({"extra_forbidden", "literal_error", "enum", "union_tag_invalid"})
"""What pydantic calls a name it does not know: only a newer release can have written it."""

D = TypeVar("D", Head, Row)


def schema(kind: str) -> int:
    """The number this release writes."""
    return len(UPGRADES[kind]) + 1


def upgraded(kind: str, fields: Fields) -> Fields:
    """A document's fields as this release writes them, its number taken off. Raises `TooNew`."""
    number, current = int(fields.get("schema_no", 1)), schema(kind)
    if number > current:
        raise TooNew(f"{kind} of schema {number}; this release knows {current}")
    fields = {name: value for name, value in fields.items() if name != "schema_no"}
    for upgrade in UPGRADES[kind][number - 1 :]:
        fields = upgrade(fields)
    return fields


def dump(document: Head | Row) -> str:
    """A document as JSON, its schema number first."""
    rest = document.model_dump_json(exclude_defaults=True, exclude={"schema_no"})
    return _numbered(type(document).__name__, rest)


def _numbered(kind: str, rest: str) -> str:
    return f'{{"schema_no":{schema(kind)}' + ("}" if rest == "{}" else f",{rest[1:]}")


def _bare(kind: str, text: str) -> str | None:
    """The JSON without its number where that is this release's and stands first, which it nearly always does."""
    front = f'{{"schema_no":{schema(kind)},'
    return "{" + text[len(front) :] if text.startswith(front) else None


def _load(model: type[D], text: str) -> D:
    """Raises `TooNew`, and pydantic's `ValidationError` for what no release has written."""
    kind = model.__name__
    try:
        if (bare := _bare(kind, text)) is not None:
            return model.model_validate_json(bare)
        return model.model_validate_json(json.dumps(upgraded(kind, json.loads(text))))
    except ValidationError as fault:
        raise _judged(kind, fault) from None


def _judged(kind: str, fault: ValidationError) -> Exception:
    """`TooNew` where nothing but unknown names is wrong; else the fault as it is."""
    errors = fault.errors(include_url=False, include_context=False, include_input=False)
    if not all(error["type"] in NEWER for error in errors):
        return fault
    where = ".".join(str(part) for part in errors[0]["loc"] if not str(part).isdigit())
    return TooNew(f"{kind} with {where or 'a kind'} that this release does not know")


USUAL: Mapping[str, str | int | bool] = rules_to_dict(Rules())
"""What a rule is where a head does not say it."""


def dump_head(head: Head) -> str:
    """A head; packed once its table has ended."""
    differing = {name: value for name, value in head.rules.items() if not _usual(name, value)}
    text = dump(head.model_copy(update={"rules": differing}))
    return _packed(text) if head.stage in ENDED else text


def _usual(name: str, value: str | int | bool) -> bool:
    """Also by its type, or a switch would be taken for a number."""
    usual = USUAL.get(name)
    return usual is value or (usual == value and type(usual) is type(value))


def _packed(text: str) -> str:
    return PACKED + base64.b64encode(zlib.compress(text.encode(), 9)).decode()


def dump_facts(lines: Sequence[str]) -> str:
    """All fact lines of a match that has ended, as one."""
    return _packed("\n".join(lines)) if lines else ""


def load_facts(stored: Sequence[str]) -> tuple[str, ...]:
    """Fact lines, however they are stored. No line begins like a packed one: it begins with a number or a word."""
    if stored and stored[0].startswith(PACKED):
        return tuple(unpacked(stored[0]).split("\n"))
    return tuple(stored)


def unpacked(text: str) -> str:
    """A stored head as JSON; packed facts as lines."""
    if text.startswith(PACKED):
        return zlib.decompress(base64.b64decode(text[len(PACKED) :])).decode()
    return text


@lru_cache(maxsize=256)
def load_head(text: str) -> Head:
    """Raises as `_load`, and `TooNew` for rules that this release cannot play.

    The same text gives the same head: a table is read for each of its surfaces, and changes once in between.
    """
    head = _load(Head, unpacked(text))
    try:
        rules = rules_from_dict(head.rules)
    except BadRules as fault:
        raise TooNew(f"rules that this release does not know: {fault}") from None
    return head.model_copy(update={"rules": rules_to_dict(rules)})


def load_row(text: str, asked: int) -> Row:
    """A surface's row; `asked` is when a repost was last asked for and not yet made, 0 for not."""
    row = _load(Row, text)
    return row.model_copy(update={"repost": True, "asked": asked}) if asked else row


def dump_row(row: Row) -> str:
    """A row without its wish for a repost, which the store keeps beside it."""
    return dump(row.model_copy(update={"repost": False, "asked": 0}))


def dump_command(command: Command) -> str:
    """A command as JSON in one line. `kind` is a default too and must stay: it tells the commands apart."""
    return _numbered("Command", command.model_dump_json())


def load_command(text: str) -> Command:
    """The inverse of `dump_command`. Raises as `_load`."""
    try:
        if (bare := _bare("Command", text)) is not None:
            return COMMAND.validate_json(bare)
        return COMMAND.validate_python(upgraded("Command", json.loads(text)))
    except ValidationError as fault:
        raise _judged("Command", fault) from None


def load_entry(entry: str) -> Waiting:
    """An inbox entry: `milliseconds LF slot LF JSON`."""
    at, _, text = entry.split("\n", 2)
    return Waiting(int(at), load_command(text))


P = TypeVar("P", Person, Chat)


def load_fields(model: type[P], number: int, found: Mapping[str, str]) -> P:
    """A person or chat from its hash. Raises `TooNew`.

    Each field is written on its own, by several releases side by side, so an older one leaves alone what it does not
    know instead of refusing the whole.
    """
    fields = upgraded(model.__name__, dict(found))
    return model.model_validate(
        {"id": number} | {name: fields[name] for name in _known(model) if name in fields}
    )


@lru_cache
def _known(model: type[Document]) -> frozenset[str]:
    return frozenset(model.model_fields)
