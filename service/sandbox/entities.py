"""Telegram's HTML and its entities, with Telegram's complaints.

Offsets and lengths count UTF-16 code units, as everywhere in the Bot API.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from service.sandbox.errors import bad_request
from service.sandbox.state import Json, User

_STYLES = {
    "b": "bold", "strong": "bold",
    "i": "italic", "em": "italic",
    "u": "underline", "ins": "underline",
    "s": "strikethrough", "strike": "strikethrough", "del": "strikethrough",
    "tg-spoiler": "spoiler", "span": "spoiler",
    "code": "code", "pre": "pre",
}  # fmt: skip
_TAGS = {*_STYLES, "a", "blockquote", "tg-emoji", "tg-time"}
_REFERENCE = re.compile(r"&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|(lt|gt|amp|quot)(?![A-Za-z]));?")
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
# These match anything, if need be nothing.
_TAG_NAME = re.compile(r"[^\s>]*")
_END_NAME = re.compile(r"([^\s>]*)\s*")
_NAME_TOKEN = re.compile(r"[A-Za-z0-9.-]*")
_ATTRIBUTE = re.compile(r"([^\s=]*)\s*(=?)\s*", re.ASCII)
_DATE_FORMAT = re.compile(r"r|w?[dD]?[tT]?")
_USER_LINK = re.compile(r"tg://user\?id=(\d+)")

FindUser = Callable[[int], User | None]


def utf16_length(text: str) -> int:
    return len(text) + sum(ord(char) > 0xFFFF for char in text)


@dataclass
class _Open:
    tag: str
    attributes: dict[str, str]
    start: int
    #: Index of the text's pieces, to find the content of `<a>` without an address.
    piece: int


def parse_html(source: str, find_user: FindUser) -> tuple[str, list[Json]]:
    """Text and entities of a message in Telegram's HTML; raises what Telegram would answer."""
    return _HtmlParser(source, find_user).run()


class _HtmlParser:
    def __init__(self, source: str, find_user: FindUser) -> None:
        self.source = source
        self.find_user = find_user
        self.pieces: list[str] = []
        self.length = 0
        self.open: list[_Open] = []
        self.entities: list[Json] = []

    def run(self) -> tuple[str, list[Json]]:
        position = 0
        while position < len(self.source):
            tag = self.source.find("<", position)
            tag = len(self.source) if tag < 0 else tag
            self._text(_unescape(self.source[position:tag]))
            position = self._tag(tag) if tag < len(self.source) else tag
        if self.open:
            raise _refuse(f'Can\'t find end tag corresponding to start tag "{self.open[-1].tag}"')
        self.entities.sort(key=lambda entity: (entity["offset"], -entity["length"]))
        return trim("".join(self.pieces), self.entities)

    def _text(self, text: str) -> None:
        self.pieces.append(text)
        self.length += utf16_length(text)

    def _tag(self, begin: int) -> int:
        return self._end_tag(begin) if self.source.startswith("</", begin) else self._start_tag(begin)

    def _start_tag(self, begin: int) -> int:
        match = self._scan(_TAG_NAME, begin + 1)
        name, position = match[0].lower(), match.end()
        if position == len(self.source):
            raise _refuse(f"Unclosed start tag at byte offset {self._bytes(begin)}")
        if name not in _TAGS:
            raise _refuse(f'Unsupported start tag "{name}" at byte offset {self._bytes(begin)}')
        attributes, position = self._attributes(name, begin, position)
        if name == "span" and attributes.get("class") != "tg-spoiler":
            raise _refuse(f'Tag "span" must have class "tg-spoiler" at byte offset {self._bytes(begin)}')
        self.open.append(_Open(name, attributes, self.length, len(self.pieces)))
        return position

    def _attributes(self, tag: str, begin: int, position: int) -> tuple[dict[str, str], int]:
        attributes: dict[str, str] = {}
        while True:
            position += len(self.source[position:]) - len(self.source[position:].lstrip())
            if self.source.startswith(">", position):
                return attributes, position + 1
            if tag == "blockquote" and self.source.startswith("expandable", position):
                # The one attribute that stands without a value.
                attributes["expandable"] = ""
                position += len("expandable")
                continue
            name, value, position = self._attribute(tag, begin, position)
            attributes[name.lower()] = value

    def _attribute(self, tag: str, begin: int, position: int) -> tuple[str, str, int]:
        match = self._scan(_ATTRIBUTE, position)
        where = f'the tag "{tag}" at byte offset {self._bytes(begin)}'
        if not match[1]:
            raise _refuse(f"Empty attribute name in {where}")
        if not match[2]:
            raise _refuse(f"Expected equal sign in declaration of an attribute of {where}")
        position = match.end()
        quote = self.source[position : position + 1]
        if not quote:
            raise _refuse(f'Unclosed start tag "{tag}" at byte offset {self._bytes(begin)}')
        if quote in "'\"":
            end = self.source.find(quote, position + 1)
            if end < 0 or end + 1 == len(self.source):
                raise _refuse(f"Unclosed start tag at byte offset {self._bytes(begin)}")
            return match[1], _unescape(self.source[position + 1 : end]), end + 1
        token = self._scan(_NAME_TOKEN, position)
        if not re.match(r"[\s>]", self.source[token.end() : token.end() + 1]):
            raise _refuse(f"Unexpected end of name token at byte offset {self._bytes(position)}")
        return match[1], token[0].lower(), token.end()

    def _end_tag(self, begin: int) -> int:
        if not self.open:
            raise _refuse(f"Unexpected end tag at byte offset {self._bytes(begin)}")
        match = self._scan(_END_NAME, begin + 2)
        if not self.source.startswith(">", match.end()):
            raise _refuse(f"Unclosed end tag at byte offset {self._bytes(begin)}")
        last, found = self.open.pop(), match[1].lower()
        if found and found != last.tag:
            raise _refuse(
                f"Unmatched end tag at byte offset {self._bytes(begin)}, "
                f'expected "</{last.tag}>", found "</{found}>"'
            )
        if self.length > last.start:
            self._close(last)
        return match.end() + 1

    def _close(self, last: _Open) -> None:
        span: Json = {"offset": last.start, "length": self.length - last.start}
        if last.tag in ("code", "pre"):
            self._close_code(last, span)
        elif last.tag in _STYLES:
            self.entities.append({"type": _STYLES[last.tag], **span})
        elif last.tag == "blockquote":
            kind = "expandable_blockquote" if "expandable" in last.attributes else "blockquote"
            self.entities.append({"type": kind, **span})
        elif last.tag == "a":
            self._close_link(last, span)
        elif last.tag == "tg-time":
            self.entities.append(_date_time(last.attributes) | span)
        elif not last.attributes.get("emoji-id", "").isdecimal():
            raise _refuse("Invalid custom emoji identifier specified")
        # A bot without a paid username may not send custom emoji: the plain one stays.

    def _close_code(self, last: _Open, span: Json) -> None:
        """`<pre><code class="language-x">` is one entity, a pre with a language."""
        inner = self.entities[-1] if self.entities else None
        same = inner is not None and (inner["offset"], inner["length"]) == (span["offset"], span["length"])
        if last.tag == "pre" and same and inner is not None and inner["type"] == "code":
            inner["type"] = "pre"
            return
        entity = {"type": last.tag, **span}
        language = last.attributes.get("class", "")
        in_pre = bool(self.open) and self.open[-1].tag == "pre"
        if last.tag == "code" and in_pre and language.startswith("language-"):
            entity["language"] = language.removeprefix("language-")
        self.entities.append(entity)

    def _close_link(self, last: _Open, span: Json) -> None:
        url = last.attributes.get("href") or "".join(self.pieces[last.piece :])
        if match := _USER_LINK.fullmatch(url):
            # As Telegram does: a link to somebody the bot has never met is plain text.
            if user := self.find_user(int(match[1])):
                self.entities.append({"type": "text_mention", **span, "user_id": user.id})
        elif checked := checked_url(url):
            self.entities.append({"type": "text_link", **span, "url": checked})

    def _scan(self, pattern: re.Pattern[str], position: int) -> re.Match[str]:
        """For patterns that match the empty text too, and so always match."""
        return cast("re.Match[str]", pattern.match(self.source, position))

    def _bytes(self, position: int) -> int:
        return len(self.source[:position].encode())


def _refuse(description: str) -> Exception:
    return bad_request(f"can't parse entities: {description}")


def _unescape(text: str) -> str:
    def character(match: re.Match[str]) -> str:
        if match[3]:
            return _NAMED[match[3]]
        code = int(match[1], 16) if match[1] else int(match[2])
        return chr(code) if 0 < code < 0x10FFFF and not 0xD800 <= code <= 0xDFFF else match[0]

    return _REFERENCE.sub(character, text)


def _date_time(attributes: dict[str, str]) -> Json:
    unix, form = attributes.get("unix", ""), attributes.get("format", "")
    if not unix.isdecimal():
        raise _refuse("Invalid date specified")
    if not _DATE_FORMAT.fullmatch(form):
        raise _refuse("Invalid date-time format specified")
    entity: Json = {"type": "date_time", "unix_time": int(unix)}
    return entity | ({"date_time_format": form} if form else {})


def checked_url(url: str) -> str | None:
    """The address as Telegram keeps it, or None where it would show plain text."""
    if re.match(r"(?:tg|ton)://\w", url):
        return url
    match = re.fullmatch(r"(?i)(https?://)?([\w-]+(?:\.[\w-]+)+|localhost|[\d.]+)(:\d+)?([/?#]\S*)?", url)
    if match is None:
        return None
    full = url if match[1] else f"http://{url}"
    return full if match[4] else f"{full}/"


def trim(text: str, entities: list[Json]) -> tuple[str, list[Json]]:
    """Telegram cuts white space at both ends; entities move along and empty ones vanish."""
    head = utf16_length(text) - utf16_length(text.lstrip())
    trimmed = text.strip()
    size = utf16_length(trimmed)
    kept: list[Json] = []
    for entity in entities:
        start = max(entity["offset"] - head, 0)
        end = min(entity["offset"] + entity["length"] - head, size)
        if end > start:
            kept.append(entity | {"offset": start, "length": end - start})
    return trimmed, kept


_DETECTED = re.compile(
    r"(?P<bot_command>(?<![\w/<>])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?![\w/]))"
    r"|(?P<url>\bhttps?://[^\s<>\"]+[\w/=-]|\bt\.me/[\w?=/+-]+\w)"
    r"|(?P<mention>(?<![\w@/])@[A-Za-z][A-Za-z0-9_]{3,31}\b)"
)
_NO_DETECTION = {"code", "pre", "text_link", "text_mention"}


def detect(text: str, entities: list[Json]) -> list[Json]:
    """Adds what Telegram finds by itself: commands, addresses and mentions."""
    closed = [
        (entity["offset"], entity["offset"] + entity["length"])
        for entity in entities
        if entity["type"] in _NO_DETECTION
    ]
    found = list(entities)
    for match in _DETECTED.finditer(text):
        start = utf16_length(text[: match.start()])
        end = start + utf16_length(match[0])
        if not any(start < last and first < end for first, last in closed):
            found.append({"type": match.lastgroup, "offset": start, "length": end - start})
    return sorted(found, key=lambda entity: (entity["offset"], -entity["length"]))
