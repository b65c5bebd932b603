"""Words: a language's catalogue, its card letters and the reader's row of suit signs.

English is the language of the message ids and needs no catalogue. Any other language is one file
`service/locales/<language>/LC_MESSAGES/rebelote.po`, read when it is first asked for: adding a language is adding
that file and nothing else. `python -m tests.catalogues` says what is missing.
"""

import gettext
from collections.abc import Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from engine.cards import rank_of, suit_of
from service.telegram.lines import cells
from service.telegram.watch import Watch

LOCALES = Path(__file__).parent.parent / "locales"
DOMAIN = "rebelote.po"
SOURCE = "en"
SUITS = "♠️♥️♦️♣️"
"""The default row. Signs stand in the order spades, hearts, diamonds, clubs, as people write them."""
ROWS = {"plain": SUITS, "four": "♠️♥️🔷🍀", "dark": "♤♥️♦️♧"}
"""The rows one may choose from, by their key: as printed, in four colours, and with outlines that dark bubbles show."""
_ROW = (3, 2, 1, 0)


class Tongue(NamedTuple):
    """How one reader is spoken to. Placeholders are `{named}`; whoever fills one in escapes it where HTML is built."""

    language: str
    catalogue: gettext.NullTranslations
    suits: tuple[str, str, str, str]
    """Signs by suit number: clubs, diamonds, hearts, spades."""
    letters: gettext.NullTranslations
    """The catalogue that card letters are taken from, which may be another language's."""
    words: bool = False
    """Cards and suits are said in words."""
    watch: Watch = Watch()
    """How the reader reads times."""

    @property
    def signs(self) -> "Tongue":
        """The same with signs for cards and suits: where words have no room."""
        return self._replace(words=False)

    def gettext(self, message: str, /, **values: object) -> str:
        return self.catalogue.gettext(message).format(**values)

    def ngettext(self, one: str, many: str, n: int, /, **values: object) -> str:
        return self.catalogue.ngettext(one, many, n).format(n=n, **values)

    def pgettext(self, context: str, message: str, /, **values: object) -> str:
        return self.catalogue.pgettext(context, message).format(**values)

    def suit(self, suit: int) -> str:
        """A suit's sign, or its name."""
        return self._suit_words()[suit] if self.words else self.suits[suit]

    def rank(self, rank: int) -> str:
        """A rank's letter in this language, J is B in German; or its name."""
        return self._rank_words()[rank] if self.words else self.letter(rank)

    def letter(self, rank: int) -> str:
        """A rank's letter, also for who reads cards in words: where there is no room for one."""
        return self._letters()[rank]

    def card(self, card: int) -> str:
        """A card, suit first; in words as the language has it."""
        suit, rank = suit_of(card), rank_of(card)
        if not self.words:
            return self.suits[suit] + self.letter(rank)
        return self.pgettext(
            "a card in words", "{rank} of {suit}", rank=self.rank(rank), suit=self.suit(suit)
        )

    def label(self, card: int, most: int) -> str:
        """A card on a button of `most` cells: in words as long as they fit, at least the suit's."""
        if not self.words:
            return self.card(card)
        suit, rank = suit_of(card), rank_of(card)
        name = self.suit(suit)
        short = self.pgettext(
            "a card in words, on a button", "{rank} {suit}", rank=self.rank(rank), suit=name
        )
        return short if cells(short) <= most else f"{name} {self.letter(rank)}"

    def row(self, suit: int, ranks: Sequence[int]) -> str:
        """Cards of one suit: "♥️ J 7"."""
        names = [self.rank(rank) for rank in ranks]
        if not self.words:
            return " ".join((self.suit(suit), *names))
        return self.gettext("{name}: {what}", name=self.suit(suit), what=", ".join(names))

    def _letters(self) -> list[str]:
        return self.letters.pgettext("card letters from the seven to the ace", "7 8 9 10 J Q K A").split()

    def _rank_words(self) -> list[str]:
        return self.pgettext("card names from the seven to the ace", "7 8 9 10 jack queen king ace").split()

    def _suit_words(self) -> list[str]:
        return self.pgettext("clubs to spades in words", "clubs diamonds hearts spades").split()


@cache
def languages() -> tuple[str, ...]:
    """English, and the languages there is a catalogue for."""
    return SOURCE, *sorted(path.parent.parent.name for path in LOCALES.glob(f"*/LC_MESSAGES/{DOMAIN}"))


def nearest(code: str) -> str:
    """The language that serves a Telegram language code (`de-AT`): its catalogue's, else English."""
    language = code.lower().replace("_", "-").partition("-")[0]
    return language if language in languages() else SOURCE


def tongue(language: str, suits: str = SUITS, letters: str = "", words: bool = False) -> Tongue:
    """How to speak to a reader of `language` who sees the suits as `suits`. An unknown language is English.

    `letters`: the language of the card letters, where it is another; `words`: cards are said in words.
    """
    return _tongue(nearest(language), suits, nearest(letters or language), words)


@cache
def _tongue(language: str, suits: str, letters: str, words: bool) -> Tongue:
    signs = _signs(suits)
    clubs, diamonds, hearts, spades = (signs[_ROW.index(suit)] for suit in range(4))
    return Tongue(
        language, _catalogue(language), (clubs, diamonds, hearts, spades), _catalogue(letters), words
    )


def _signs(row: str) -> list[str]:
    """The signs of a row; a variation selector belongs to the sign before it."""
    signs: list[str] = []
    for char in row:
        if char == "\ufe0f" and signs:
            signs[-1] += char
        else:
            signs.append(char)
    if len(signs) != len(_ROW):
        raise ValueError(f"a row of suits has four signs, not {len(signs)}")
    return signs


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    path = LOCALES / language / "LC_MESSAGES" / DOMAIN
    if not path.exists():
        return gettext.NullTranslations()
    with path.open("rb") as source:
        catalogue = read_po(source, locale=language)
    compiled = BytesIO()
    write_mo(compiled, catalogue)  # gettext reads nothing else, so the binary form lives in memory only
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
