"""Checks the catalogues: `python -m tests.catalogues`, part of `make check`.

Fails on a message that is missing, unused, fuzzy or has other placeholders than its English source, and on labels,
columns and toasts that are too long, in any language.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import NamedTuple

from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from service.telegram.lines import cells
from service.telegram.texts import DOMAIN, LOCALES

SOURCES = Path(__file__).parent.parent / "service"
IDS = {"gettext": (0,), "ngettext": (0, 1), "pgettext": (1,), "mark": (1,)}
"""The functions that name messages, and which of their arguments are the message and its plural."""
NARROW = {
    "button": 32,
    "button, one of three": 9,
    "option": 34,
    "level": 9,
    "option name": 12,
    "option value": 15,
    "score sheet": 11,
    "course of a match": 11,
    "command": 100,
    "setting": 34,
    "setting, button": 9,
    "row of suits": 20,
}
"""The most cells of a message, by context. Placeholders count what they need at least."""
COUNTS = {
    "card letters from the seven to the ace": 8,
    "card names from the seven to the ace": 8,
    "clubs to spades in words": 4,
    "the four places at the table": 4,
}
"""Messages that are lists of words."""
TOASTS = (
    "accepted.py",
    "acting.py",
    "alerts.py",
    "toasts.py",
    "refusal_words.py",
    "why.py",
    "why_contract.py",
    "why_tenths.py",
    "why_words.py",
    "option_words.py",
)
"""Modules whose messages are shown as toasts; together with what is filled in they must stay below 200."""
TOAST = 170


class Entry(NamedTuple):
    """A message as the code asks for it."""

    context: str | None
    ids: tuple[str, ...]
    """The message, or its singular and plural."""
    files: frozenset[str]
    faults: tuple[str, ...] = ()
    """What is wrong with the calls themselves."""


Key = tuple[str | None, str]


def used() -> dict[Key, Entry]:
    """What the code asks for. Read from the syntax tree, since Babel does not look into f-strings."""
    found: dict[Key, Entry] = {}
    for path in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and (entry := _entry(node, path.name)):
                key = (entry.context, entry.ids[0])
                before = found.get(key, entry)
                found[key] = entry._replace(
                    files=entry.files | before.files, faults=tuple({*entry.faults, *before.faults})
                )
    return found


def _entry(call: ast.Call, file: str) -> Entry | None:
    """The message a call asks for; None for any other call, and for one that passes on what was marked."""
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    if name not in IDS or not call.args or isinstance(call.args[0], ast.Starred):
        return None
    texts = [arg.value if isinstance(arg, ast.Constant) else None for arg in call.args]
    ids = [texts[at] for at in IDS[name]]
    if any(not isinstance(text, str) for text in ids):
        return None
    context = texts[0] if 0 not in IDS[name] else None
    given = {keyword.arg or "" for keyword in call.keywords}
    wanted = placeholders(*map(str, ids)) - ({"n"} if name == "ngettext" else set())
    fault = () if name == "mark" or given == wanted else (f"{file}:{call.lineno}: {sorted(given ^ wanted)}",)
    return Entry(None if context is None else str(context), tuple(map(str, ids)), frozenset({file}), fault)


def placeholders(*texts: str) -> set[str]:
    return {name for text in texts for _, name, _, _ in Formatter().parse(text) if name is not None}


def faults(language: str, entries: dict[Key, Entry]) -> Iterator[str]:
    """What is wrong with one catalogue."""
    path = LOCALES / language / "LC_MESSAGES" / DOMAIN
    with path.open("rb") as source:
        catalogue = read_po(source, locale=language)
    told = {(message.context, _ids(message)[0]): message for message in catalogue if message.id}
    for key in sorted(entries.keys() - told.keys(), key=str):
        yield f"missing: {key}"
    for key in sorted(told.keys() - entries.keys(), key=str):
        yield f"unused: {key}"
    for key in entries.keys() & told.keys():
        yield from _message_faults(entries[key], told[key], catalogue.num_plurals)


def _ids(message: Message) -> tuple[str, ...]:
    return tuple(message.id) if isinstance(message.id, list | tuple) else (str(message.id),)


def _message_faults(entry: Entry, message: Message, plurals: int) -> Iterator[str]:
    strings = message.string if isinstance(message.string, tuple | list) else (str(message.string),)
    if message.fuzzy:
        yield f"fuzzy: {entry.ids[0]!r}"
    if not all(strings) or len(strings) != (plurals if len(entry.ids) > 1 else 1):
        yield f"not translated: {entry.ids[0]!r}"
        return
    if placeholders(*strings) - {"n"} != placeholders(*entry.ids) - {"n"}:
        yield f"placeholders differ: {entry.ids[0]!r}: {strings}"
    if "n" in placeholders(strings[-1]) and "n" not in placeholders(*entry.ids):
        yield f"placeholder n is not given: {entry.ids[0]!r}"
    for text in strings:
        yield from length_faults(entry, text)


def length_faults(entry: Entry, text: str) -> Iterator[str]:
    """What is too long or has too few words, of a translation or of the English source."""
    bare = "".join(literal for literal, *_ in Formatter().parse(text))
    most = NARROW.get(entry.context or "")
    if most is not None and cells(bare) > most:
        yield f"longer than {most}: {text!r}"
    if entry.files & set(TOASTS) and len(bare) > TOAST:
        yield f"longer than {TOAST} characters: {text!r}"
    count = COUNTS.get(entry.context or "")
    if count is not None and len(text.split()) != count:
        yield f"not {count} words: {text!r}"


def all_faults() -> list[str]:
    """Of every catalogue, and of the English source itself."""
    entries = used()
    calls = [
        f"not what the message asks for: {fault}" for entry in entries.values() for fault in entry.faults
    ]
    english = [
        f"en: {fault}"
        for entry in entries.values()
        for text in entry.ids
        for fault in length_faults(entry, text)
    ]
    languages = sorted(path.parent.parent.name for path in LOCALES.glob(f"*/LC_MESSAGES/{DOMAIN}"))
    return (
        calls
        + english
        + [f"{language}: {fault}" for language in languages for fault in faults(language, entries)]
    )


def main() -> int:
    found = all_faults()
    for fault in found:
        print(fault)
    print(f"catalogues: {len(found)} faults" if found else "catalogues: complete")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
