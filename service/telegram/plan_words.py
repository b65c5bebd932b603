"""Plans in words: what is told when one is laid down, changed or dropped."""

from engine.actions import ActionKind, parse_action
from engine.cards import SUIT_LETTERS, parse_card
from service.table.commands import DropPlan, LayOpen, Prefer, SetPlan, TakeBack
from service.telegram.texts import Tongue

PASSING, SECOND = "passing", "second"
"""The lines of a plan beside those of the four suits."""


def plan_accepted(command: SetPlan | DropPlan | LayOpen | TakeBack | Prefer, t: Tongue) -> str:
    """What is going to happen, since a button shows one word of it."""
    match command:
        case SetPlan():
            return _laid(command, t)
        case LayOpen():
            return ""
        case DropPlan():
            return t.gettext("📌 Forgotten: you will be asked.")
        case TakeBack():
            return t.gettext("Taken back. It is your turn.")
        case Prefer():
            return t.gettext("So be it from now on.")


def _laid(command: SetPlan, t: Tongue) -> str:
    if not command.value:
        return t.gettext("📌 Forgotten: you will be asked.")
    if command.what == PASSING:
        return t.gettext("📌 You pass from now on. Nobody else sees it.")
    if command.what == SECOND:
        return t.gettext("📌 Round 2: {what}. Nobody else sees it.", what=second_word(t, command.value))
    suit = t.suit(SUIT_LETTERS.index(command.what))
    card = t.card(parse_card(command.value))
    return t.gettext("📌 If {suit} is led: {card}. Nobody else sees it.", suit=suit, card=card)


def second_word(t: Tongue, text: str) -> str:
    """What is to be called in the second round; empty: nothing is laid down."""
    if not text:
        return t.pgettext("plan", "ask me")
    action = parse_action(text)
    match action.kind:
        case ActionKind.PASS:
            return t.pgettext("plan", "pass")
        case ActionKind.SUIT:
            return t.suit(action.suit)
        case _:
            return t.pgettext("plan", "no trump")
