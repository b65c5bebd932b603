"""What can be chosen in `/settings`: names, values, and what each writes. Pure; a value is one word on the wire.

A word is one of `values`; the first of them is the usual one where no language decides it.
"""

from collections.abc import Mapping
from typing import Final

from babel import Locale

from service.people import Chat, Person
from service.table.reminders import HOURLY, ONCE, TENTHS
from service.telegram.option_words import Words, mark
from service.telegram.tastes import ALWAYS, BY_SUIT, DARK, GREY, NEVER
from service.telegram.texts import ROWS, Tongue, languages, tongue

OWN: Final = "own"
"""Card letters of one's own language."""
ON: Final = "on"
OFF: Final = "off"
TWO: Final = "two"
"""An only card plays itself where two play, whose cards lie open."""
NO_NIGHT: Final = "none"
"""Clocks run day and night."""
LIGHT: Final = "light"
"""Of pictures."""
LETTERED = range(4, 8)
"""The ranks that have a letter."""

BUTTONS: Mapping[str, Words] = {
    "language": mark("setting, button", "Language"),
    "letters": mark("setting, button", "Cards"),
    "suits": mark("setting, button", "Suits"),
    "order": mark("setting, button", "Order"),
    "ring": mark("setting, button", "Ringing"),
    "quiet": mark("setting, button", "Quiet"),
    "remind": mark("setting, button", "Reminders"),
    "refused": mark("setting, button", "Illegal"),
    "confirm": mark("setting, button", "2nd tap"),
    "words": mark("setting, button", "In words"),
    "auto": mark("setting, button", "Only card"),
    "at_once": mark("setting, button", "Take back"),
    "pictures": mark("setting, button", "Pictures"),
    "hands": mark("setting, button", "Hand"),
    "night": mark("setting, button", "Night"),
}
"""What is set, and the label of its button. Labels never change: the values stand in the text."""

SAID: Mapping[str, Mapping[str, Words]] = {
    "hands": {
        ON: mark("setting", "Own hand here: comes by itself"),
        OFF: mark("setting", "Own hand here: on a tap"),
    },
    "night": {
        NO_NIGHT: mark("setting", "Clocks run at night: yes"),
        "22-8": mark("setting", "Clocks rest 22–8"),
        "23-7": mark("setting", "Clocks rest 23–7"),
    },
    "order": {
        "trump": mark("setting", "Trumps first"),
        BY_SUIT: mark("setting", "By suit"),
    },
    "ring": {
        "smart": mark("setting", "Ringing: when it helps"),
        ALWAYS: mark("setting", "Ringing: always"),
        NEVER: mark("setting", "Ringing: never"),
    },
    "quiet": {
        "22-8": mark("setting", "Quiet: 22–8"),
        "23-7": mark("setting", "Quiet: 23–7"),
        "0-9": mark("setting", "Quiet: 0–9"),
        OFF: mark("setting", "Quiet: never"),
    },
    "remind": {
        ONCE: mark("setting", "Reminders: 1× at 80 %"),
        TENTHS: mark("setting", "Reminders: at 80 and 90 %"),
        HOURLY: mark("setting", "Reminders: from 80 % each hour"),
        OFF: mark("setting", "Reminders: none"),
    },
    "refused": {
        "tap": mark("setting", "Illegal cards: tap to read why"),
        GREY: mark("setting", "Illegal cards: grey"),
    },
    "confirm": {
        OFF: mark("setting", "A second tap confirms: no"),
        ON: mark("setting", "A second tap confirms: yes"),
    },
    "auto": {
        TWO: mark("setting", "Only card plays itself: for two"),
        ON: mark("setting", "Only card plays itself: yes"),
        OFF: mark("setting", "Only card plays itself: no"),
    },
    "at_once": {
        OFF: mark("setting", "Taking back at clocks of days: yes"),
        ON: mark("setting", "Taking back at clocks of days: no"),
    },
    "words": {
        OFF: mark("setting", "Cards in words: no"),
        ON: mark("setting", "Cards in words: yes"),
    },
    "pictures": {
        OFF: mark("setting", "Pictures: off"),
        LIGHT: mark("setting", "Pictures: light"),
        DARK: mark("setting", "Pictures: dark"),
    },
}
"""Settings with few values, and each as the menu says it."""

ABOUT: Mapping[str, Words] = {
    "remind": mark("about a setting", "The share of your time for a move that is gone by then."),
    "refused": mark("about a setting", "Cards that the rules forbid at this moment."),
    "auto": mark("about a setting", "If the rules leave you one card only, it is played for you."),
    "at_once": mark(
        "about a setting",
        "With a clock of days your move waits ten seconds: until then you can take it back.",
    ),
    "hands": mark("about a setting", "Your hand in the group, which only its owner sees."),
    "night": mark("about a setting", "Counts for tables that are opened from now on."),
    "ring": mark(
        "about a setting",
        "“When it helps”: not while you look at this chat, and matches that wait together come in one message.",
    ),
}
"""What a setting is about, where its value alone does not say: told with the answer to a tap."""

PERSONAL: Final = (
    "language",
    "letters",
    "suits",
    "order",
    "ring",
    "quiet",
    "remind",
    "refused",
    "pictures",
    "words",
    "confirm",
    "auto",
    "at_once",
)
"""What a person chooses for himself, in the order of the menu."""
SHARED: Final = ("language", "suits", "pictures", "hands", "night")
"""What a group chooses for all."""


def named(who: Person | Chat) -> tuple[str, ...]:
    """What `who` may choose."""
    return PERSONAL if isinstance(who, Person) else SHARED


def values(t: Tongue, name: str) -> tuple[str, ...]:
    """The words of a setting, in the order in which a tap steps through them."""
    match name:
        case "language":
            return languages()
        case "letters":
            return OWN, *_other_letters(t)
        case "suits":
            return tuple(ROWS)
        case _:
            return tuple(SAID[name])


def chosen(who: Person | Chat, t: Tongue, name: str) -> str:
    """The word of what holds now; `t` is how `who` is spoken to."""
    match name:
        case "language":
            return t.language
        case "letters":
            mine = card_letters(t)
            return next((one for one in _other_letters(t) if card_letters(tongue(one)) == mine), OWN)
        case "suits":
            return who.suits if who.suits in ROWS else next(iter(ROWS))
        case "pictures" if who.pictures:
            return DARK if who.colours == DARK else LIGHT
        case _:
            return _known(name, getattr(who, name))


def _known(name: str, stored: str | bool) -> str:
    word = (OFF, ON)[stored] if isinstance(stored, bool) else stored
    return word if word in SAID[name] else next(iter(SAID[name]))


def following(who: Person | Chat, t: Tongue, name: str) -> str:
    """The word a tap on this setting leads to."""
    words = values(t, name)
    return words[(words.index(chosen(who, t, name)) + 1) % len(words)]


def written(name: str, word: str) -> dict[str, str | int | bool]:
    """The fields of a person or chat that hold this choice."""
    if name == "letters":
        return {name: "" if word == OWN else word}
    if name == "quiet":
        return {name: word, "hushed": 0}
    if name == "remind":
        return {name: word}
    if name == "pictures":
        return {name: word != OFF, "colours": DARK if word == DARK else ""}
    if name == "auto":
        return {name: "" if word == TWO else word}
    if name == "night":
        return {name: "" if word == NO_NIGHT else word}
    return {name: word == ON if word in (ON, OFF) else word}


def said(t: Tongue, name: str, word: str) -> str:
    """A setting and its value as they stand in the menu: "Ringing: always"."""
    match name:
        case "language":
            return t.pgettext("setting", "Language: {language}", language=own_name(word))
        case "letters":
            shown = t if word == OWN else tongue(word)
            letters = card_letters(tongue(t.language) if word == OWN else shown)
            return t.pgettext("setting", "Cards: {letters}", letters=letters)
        case "suits":
            return t.pgettext("setting", "Suits: {suits}", suits=spaced(tongue("", ROWS[word])))
        case _:
            return t.pgettext(*SAID[name][word])


def own_name(language: str) -> str:
    """What a language calls itself."""
    name = Locale(language).get_display_name(language) or language
    return name[:1].upper() + name[1:]


def card_letters(t: Tongue) -> str:
    """ "J Q K A"."""
    return " ".join(t.letter(rank) for rank in LETTERED)


def spaced(t: Tongue) -> str:
    """The row of suits, spades first."""
    return " ".join(reversed(t.suits))


def _other_letters(t: Tongue) -> list[str]:
    """Languages whose letters differ from those of the reader's own and from each other's."""
    found: dict[str, str] = {card_letters(tongue(t.language)): ""}
    for language in languages():
        found.setdefault(card_letters(tongue(language)), language)
    return [language for language in found.values() if language]
