"""Calls of the auction in words: as a sentence, in a row of calls, on a button."""

import re

from engine.actions import Action, ActionKind
from engine.cards import suit_of
from engine.contracts import Mode
from engine.observation import Observation
from engine.rules import AuctionKind
from engine.seats import Seat
from service.telegram.cast import Cast
from service.telegram.lines import LABELS, cells
from service.telegram.messages import Button, Keyboard
from service.telegram.terms import bid_word, game_word
from service.telegram.texts import Tongue

_MARKUP = re.compile(r"^(<[^>]*>)+")


def said(cast: Cast, seen: Observation, seat: Seat, action: Action) -> str:
    """A call as a sentence without a full stop: "Ben passes", "Ben bids 90 ♦️", "you say Sans"."""
    t, rules = cast.t, seen.rules
    if action.kind is ActionKind.PASS:
        mine = t.gettext("you pass")
        return cast.says(seat, mine, lambda name: t.gettext("{name} passes", name=name))
    what = call_word(t, seen, action)
    if action.kind is ActionKind.BID:
        mine = t.gettext("you bid {what}", what=what)
        return cast.says(seat, mine, lambda name: t.gettext("{name} bids {what}", name=name, what=what))
    if action.kind in (ActionKind.TAKE, ActionKind.SUIT) and rules.auction is AuctionKind.TWO_ROUNDS:
        mine = t.gettext("you take {suit}", suit=what)
        return cast.says(seat, mine, lambda name: t.gettext("{name} takes {suit}", name=name, suit=what))
    if rules.auction is AuctionKind.TOPPING:
        mine = t.gettext("you say {what}", what=what)
        return cast.says(seat, mine, lambda name: t.gettext("{name} says {what}", name=name, what=what))
    mine = t.gettext("you: {what}", what=what)
    return cast.says(seat, mine, lambda name: t.gettext("{name}: {what}", name=name, what=what))


def call_word(t: Tongue, seen: Observation, action: Action) -> str:
    """A call alone, as it stands in a row of calls: "90 ♦️", "♣️", "pass"."""
    match action.kind:
        case ActionKind.TAKE:
            return t.suit(suit_of(seen.turned))
        case ActionKind.SUIT:
            return t.suit(action.suit)
        case ActionKind.BID:
            return bid_word(t, action.level, action.extra)
        case ActionKind.SANS:
            return game_word(t, Mode.NO_TRUMP, -1)
        case ActionKind.TOUT:
            return game_word(t, Mode.ALL_TRUMP, -1)
        case ActionKind.SILENT_TAKE:
            return t.gettext("Tout, without a word")
        case _:
            return _plain_word(t, action.kind)


def _plain_word(t: Tongue, kind: ActionKind) -> str:
    words = {
        ActionKind.PASS: t.pgettext("in a row of calls", "pass"),
        ActionKind.NO_TRUMP: t.gettext("no trump"),
        ActionKind.COINCHE: t.pgettext("button", "Double ×2"),
        ActionKind.SURCOINCHE: t.pgettext("button", "Redouble ×4"),
    }
    return words.get(kind, kind.value)


def capital(text: str) -> str:
    """The same at the beginning of a line, be it in bold. A name stays as its owner writes it: it stands isolated."""
    begins = len(text) - len(_MARKUP.sub("", text, count=1))
    return text[:begins] + text[begins : begins + 1].upper() + text[begins + 1 :]


def packed(buttons: list[Button]) -> Keyboard:
    """As many buttons a row as their labels allow."""
    widest = max((cells(button.label) for button in buttons), default=0)
    a_row = max((n for n, most in LABELS.items() if widest <= most), default=1)
    return in_rows_of(a_row, buttons)


def in_rows_of(a_row: int, buttons: list[Button]) -> Keyboard:
    """So many buttons a row; the last one may be shorter."""
    return tuple(tuple(buttons[start : start + a_row]) for start in range(0, len(buttons), a_row))
