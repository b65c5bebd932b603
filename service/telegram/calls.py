"""Calls of the auction, and the contract they lead to, in words."""

from typing import assert_never

from engine.actions import Action, ActionKind, action_text
from engine.cards import cards_of, suit_of
from engine.contracts import CAPOT, NO_TRUMP_STRAIN, Contract, Mode
from engine.observation import Observation, legal_actions
from engine.seats import Seat
from service.telegram.callback import Tap, TapKind, encode
from service.telegram.cast import Cast
from service.telegram.lines import LABELS, cells
from service.telegram.messages import Button, Keyboard, Style
from service.telegram.texts import Tongue


def said(cast: Cast, seen: Observation, seat: Seat, action: Action) -> str:
    """A call as a sentence without a full stop: "Ben passes", "you pass"."""
    t = cast.t
    if action.kind is ActionKind.PASS:
        mine = t.gettext("you pass")
        return cast.says(seat, mine, lambda name: t.gettext("{name} passes", name=name))
    if action.kind in (ActionKind.TAKE, ActionKind.SUIT):
        suit = t.suit(suit_of(seen.turned) if action.kind is ActionKind.TAKE else action.suit)
        mine = t.gettext("you take {suit}", suit=suit)
        return cast.says(seat, mine, lambda name: t.gettext("{name} takes {suit}", name=name, suit=suit))
    silent = action.kind is ActionKind.SILENT_TAKE
    what = t.gettext("all trump, silently") if silent else call_word(t, seen, action)
    mine = t.gettext("you: {what}", what=what)
    return cast.says(seat, mine, lambda name: t.gettext("{name}: {what}", name=name, what=what))


def call_word(t: Tongue, seen: Observation, action: Action) -> str:
    """An action as a button says it."""
    match action.kind:
        case ActionKind.TAKE:
            return t.pgettext("button", "Take {suit}", suit=t.suit(suit_of(seen.turned)))
        case ActionKind.SUIT:
            return t.pgettext("button, one of three", "Take {suit}", suit=t.suit(action.suit))
        case ActionKind.BID:
            return bid_word(t, action.level, action.extra)
        case ActionKind.MELD:
            return _meld_word(t, action)
        case ActionKind.ASIDE | ActionKind.PLAY:
            return t.card(action.card)
        case _:
            return _plain_word(t, action.kind)


def _plain_word(t: Tongue, kind: ActionKind) -> str:
    words = {
        ActionKind.PASS: t.pgettext("button", "Pass"),
        ActionKind.NO_TRUMP: t.pgettext("button", "No trump"),
        ActionKind.SANS: t.pgettext("button", "No trump"),
        ActionKind.TOUT: t.pgettext("button", "All trump"),
        ActionKind.SILENT_TAKE: t.pgettext("button", "Take silently = all trump"),
        ActionKind.COINCHE: t.pgettext("button", "Double ×2"),
        ActionKind.SURCOINCHE: t.pgettext("button", "Redouble ×4"),
        ActionKind.SHOW: t.pgettext("button", "Show the melds"),
    }
    return words.get(kind, kind.value)


def _meld_word(t: Tongue, action: Action) -> str:
    if not action.extra:
        return t.pgettext("button", "Meld nothing")
    return t.pgettext("button", "Meld {cards}", cards=" ".join(map(t.card, cards_of(action.extra))))


def bid_word(t: Tongue, level: int, strain: int) -> str:
    """Points and strain: "100 ♥️"."""
    points = t.gettext("Capot") if level == CAPOT else str(level)
    if strain < NO_TRUMP_STRAIN:
        return f"{points} {t.suit(strain)}"
    if strain == NO_TRUMP_STRAIN:
        return t.gettext("{points} no trump", points=points)
    return t.gettext("{points} all trump", points=points)


def contract_words(t: Tongue, contract: Contract) -> str:
    """What is played, in the middle of a line: "trumps ♥️"."""
    if contract.level:
        doubled = f" ×{contract.double}" if contract.double > 1 else ""
        return bid_word(t, contract.level, contract.strain) + doubled
    match contract.mode:
        case Mode.TRUMP:
            return t.gettext("trumps {suit}", suit=t.suit(contract.trump))
        case Mode.NO_TRUMP:
            return t.gettext("no trump")
        case Mode.ALL_TRUMP:
            return t.gettext("all trump")
        case _:
            assert_never(contract.mode)


def capital(text: str) -> str:
    """The same at the beginning of a line."""
    return text[:1].upper() + text[1:]


def call_rows(t: Tongue, table: str, seen: Observation) -> Keyboard:
    """What may be called: games first, passing last, where the thumb is."""
    actions = [action for action in legal_actions(seen) if action.kind is not ActionKind.PLAY]
    # Suits stand as in the reader's row: spades first.
    games = [
        _call_button(t, table, seen, action)
        for action in sorted(actions, key=lambda a: -a.suit if a.kind is ActionKind.SUIT else 0)
        if action.kind is not ActionKind.PASS
    ]
    passing = [_call_button(t, table, seen, a) for a in actions if a.kind is ActionKind.PASS]
    if len(games) == 1:
        return packed(games + passing)
    return packed(games) + packed(passing)


def _call_button(t: Tongue, table: str, seen: Observation, action: Action) -> Button:
    taking = action.kind in (ActionKind.TAKE, ActionKind.SUIT)
    data = encode(Tap(TapKind.ACT, table, seen.ply, action_text(action)))
    return Button(call_word(t, seen, action), data, style=Style.SUCCESS if taking else None)


def packed(buttons: list[Button]) -> Keyboard:
    """As many buttons a row as their labels allow."""
    widest = max((cells(button.label) for button in buttons), default=0)
    a_row = max((n for n, most in LABELS.items() if widest <= most), default=1)
    return tuple(tuple(buttons[start : start + a_row]) for start in range(0, len(buttons), a_row))
