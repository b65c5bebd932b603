"""What a view returns: a message, a button, an answer to a tap. Values only; sending them is the courier's affair."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from service.telegram.lines import least_width, units, widen

TOAST_LIMIT = 200
"""Characters of a callback answer, by Telegram."""


CAPTION_LIMIT = 1024
"""UTF-16 units of a text with a picture, by Telegram."""


class Style(StrEnum):
    """A button's colour. Servers that do not know it leave it out, so it never says anything alone."""

    PRIMARY = "primary"
    SUCCESS = "success"
    DANGER = "danger"


class Button(NamedTuple):
    """One inline button: `data` (see `service.telegram.callback`), `url`, or `inline`."""

    label: str
    data: str = ""
    url: str = ""
    style: Style | None = None
    inline: bool = False
    """Lets the reader choose a chat, and offers there what inline mode has."""
    disabled: bool = False
    """Shown, and does nothing; `data` is for servers that do not know such buttons."""


Keyboard = tuple[tuple[Button, ...], ...]


class Message(NamedTuple):
    """A message: Telegram's HTML and its rows of buttons."""

    text: str
    rows: Keyboard = ()

    def without_grey(self) -> "Message":
        """For a server that is older than disabled buttons: a tap on a plain one does no harm."""
        rows = tuple(tuple(button._replace(disabled=False) for button in row) for row in self.rows)
        return self._replace(rows=rows)


def card(blocks: Sequence[Sequence[str]], rows: Keyboard = ()) -> Message:
    """Blocks of lines, an empty line between them; the bubble wide enough for the labels of its buttons."""
    text = "\n\n".join("\n".join(block) for block in blocks if block)
    labels = [[button.label for button in row] for row in rows]
    return Message(widen(text, least_width(labels)) if rows else text, rows)


class Offer(NamedTuple):
    """What inline mode offers: `id` says what was chosen, title and `told` stand in the list, `message` is posted."""

    id: str
    title: str
    told: str
    message: Message


class Toast(NamedTuple):
    """The answer to a tap: plain text of at most 200 characters, or the address to open instead."""

    text: str
    alert: bool = False
    url: str = ""


def toast(text: str, alert: bool = False) -> Toast:
    """The limit holds by the texts' own length; the cut is the last resort, so that an answer is never refused."""
    if units(text) > TOAST_LIMIT:
        text = text.encode("utf-16-le")[: 2 * (TOAST_LIMIT - 1)].decode("utf-16-le", "ignore") + "…"
    return Toast(text, alert)
