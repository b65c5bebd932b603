"""Names and sentences that the bundled font can draw: Latin, Greek and Cyrillic.

A name loses what the font has not (emoji, decorations). If no letter is left of it, its owner is called after his
place, as a computer is: the text beside the picture has his name in full.
"""

import re
import unicodedata

from service.table.view import Player, TableView
from service.telegram import names
from service.telegram.lines import plain
from service.telegram.pictures.paint import Piece, Words, drawable, pieces
from service.telegram.pictures.themes import suit_look
from service.telegram.texts import Tongue

_SIGNS = re.compile("[\U0001f916\U0001f4f1] ?")
"""A computer's and a phone's: a picture has drawn ones of its own, and the font has but a caricature of them."""


def legible(view: TableView, t: Tongue) -> tuple[TableView, Tongue]:
    """The same table with names that can be drawn, and suits as signs also for who reads them in words."""
    return view._replace(players=tuple(_renamed(t, one) for one in view.players)), t._replace(words=False)


def _renamed(t: Tongue, player: Player) -> Player:
    return player._replace(name=letters(names.clean(player.name)) or names.place(t, player.seat))


def letters(name: str) -> str:
    """What of a name can be drawn; empty when no letter or digit is left."""
    kept = "".join(_drawn(char) for char in unicodedata.normalize("NFC", name))
    kept = " ".join(kept.split())
    return kept if any(char.isalnum() for char in kept) else ""


def _drawn(char: str) -> str:
    """The sign itself, or the plain letters it is made of: "𝓐" and "Ａ" are an A."""
    if _plain(char):
        return char
    return "".join(part for part in unicodedata.normalize("NFKD", char) if _plain(part))


def _plain(char: str) -> bool:
    # Without the layout of complex scripts, a mark of its own would stand beside its letter.
    return unicodedata.category(char)[0] in "LNPSZ" and drawable(char)


def words(t: Tongue, markup: str, size: int, most: float = 1e9, least: int = 15) -> Words:
    """A line of Telegram's HTML in at most `most` pixels: smaller if need be, and at last cut."""
    looks = [suit_look(t, suit) for suit in range(4)]
    line = Words(pieces(_SIGNS.sub("", plain(markup)), t.suits, looks), size)
    while line.width > most and line.size > least:
        line = line._replace(size=line.size - 1)
    while line.width > most and line.pieces:
        line = line._replace(pieces=_shorter(line.pieces))
    return line


def _shorter(old: tuple[Piece, ...]) -> tuple[Piece, ...]:
    last = old[-1]
    if isinstance(last, str) and len(last.removesuffix("…")) > 1:
        return (*old[:-1], last.removesuffix("…")[:-1].rstrip() + "…")
    return old[:-1]
