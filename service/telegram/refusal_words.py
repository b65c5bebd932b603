"""Why something is refused, in one short plain sentence: the duty, and the card that would do or must be beaten."""

from collections.abc import Callable

from engine.actions import PLAY
from engine.cards import NO_SUIT, Card, Hand, Suit, cards_of, suit_of
from engine.contracts import tables_for
from engine.match import Phase
from engine.observation import why_not
from engine.rules import PartnerExempt
from engine.seats import partner_of
from engine.trick import Refusal, RefusalCode, leader_of
from service.table.refusals import No
from service.table.view import TableView
from service.telegram.calls import capital
from service.telegram.cards import sorted_hand
from service.telegram.texts import Tongue

MOST_CARDS = 8
_Sentence = Callable[[Tongue], str]

REASONS: dict[No, _Sentence] = {
    No.NO_TABLE: lambda t: t.gettext("This table is gone."),
    No.NOT_SEATED: lambda t: t.gettext("You do not sit here. Watching is welcome; play with /belote."),
    No.ALREADY_SEATED: lambda t: t.gettext("That is your seat already."),
    No.SEAT_TAKEN: lambda t: t.gettext("Somebody was faster: the seat is taken."),
    No.NO_SUCH_SEAT: lambda t: t.gettext("There is no such seat."),
    No.NO_SUCH_LEVEL: lambda t: t.gettext("There is no such computer player."),
    No.NO_SUCH_VARIANT: lambda t: t.gettext("I do not know these rules."),
    No.NO_ROOM: lambda t: t.gettext("These rules have fewer seats than people sit here."),
    No.SECRETS: lambda t: t.gettext("Here everybody has secret cards: one phone each."),
    No.NO_SUCH_OPTION: lambda t: t.gettext("These rules have no such option."),
    No.OPTION_CLASH: lambda t: t.gettext("That does not go with the other options."),
    No.NOT_IN_LOBBY: lambda t: t.gettext("The match has begun; seats and options stay."),
    No.NOT_STARTED: lambda t: t.gettext("The match has not begun yet."),
    No.MATCH_OVER: lambda t: t.gettext("This match is over."),
    No.CANCELLED: lambda t: t.gettext("This table was cancelled."),
    No.STALE: lambda t: t.gettext("That button is old; use the newest message."),
    No.NOBODY_SEATED: lambda t: t.gettext("Somebody must sit down first."),
    No.UNREACHABLE: lambda t: t.gettext("Somebody has yet to start the bot."),
    No.NOT_ALLOWED: lambda t: t.gettext("Only whoever opened the table, or an admin, may do that."),
    No.UNCHANGED: lambda t: t.gettext("It is so already."),
    No.AWAY: lambda t: t.gettext("A computer plays for you. First tap “I am back”."),
    No.NOT_AWAY: lambda t: t.gettext("You are not away at all."),
    No.NO_CLOCK: lambda t: t.gettext("There is no clock at this table: nobody is in a hurry."),
    No.NUDGED: lambda t: t.gettext("That was done already in this turn. It rings once."),
    No.ONE_DEAL: lambda t: t.gettext("This match is one deal: there is no next one to swap for."),
    No.OTHER_AWAY: lambda t: t.gettext("A computer plays for that person, who cannot agree now."),
    No.ASKED: lambda t: t.gettext("Another swap is being asked on the card. Answer that first."),
    No.REPLACED: lambda t: t.gettext("Already replaced: a computer has that seat."),
    No.ON_HOLIDAY: lambda t: t.gettext("On holiday: nobody is hurried there."),
    No.BARRED: lambda t: t.gettext("You were voted out of this match."),
    No.OUTSIDE: lambda t: t.gettext("This table belongs to a group. If you are in it, tap there."),
    No.YOUR_TURN: lambda t: t.gettext("It is your turn now. Tap in the new message."),
    No.HELD: lambda t: t.gettext("Your card stands already. For a moment you can take it back."),
    No.NO_ADVICE: lambda t: t.gettext("This table plays without advice."),
    No.TAUGHT: lambda t: t.gettext("In your first game the card itself explains each step."),
    No.NOT_PLAYED: lambda t: t.gettext("You did not play that deal."),
    No.NO_COMPUTER: lambda t: t.gettext(
        "People play against each other here, so how strong computers play stays as agreed."
    ),
    No.NO_SUCH_DEAL: lambda t: t.gettext("That deal is not over yet."),
    No.RULE: lambda t: t.gettext("The rules do not allow that."),
    No.UNREADABLE: lambda t: t.gettext("That button means nothing to me."),
}


def reason(t: Tongue, code: No) -> str:
    """The sentence of a code; one that is too new for this version says the general one."""
    return REASONS.get(code, REASONS[No.RULE])(t)


def rule_reason(t: Tongue, rule: Refusal, view: TableView | None) -> str:
    """Why the rules forbid it."""
    if rule.code in _DUTIES:
        text = t.gettext("Not allowed: {duty}", duty=_DUTIES[rule.code](t, rule, view))
        return text + _although(t, rule, view)
    return _OTHERS.get(rule.code, REASONS[No.RULE])(t)


def duties(t: Tongue, view: TableView) -> list[str]:
    """Why the cards that may not be played may not, all in one text: the fullest first, then shorter ones."""
    seen = view.seen
    if seen is None or seen.phase is not Phase.PLAYING or seen.turn != seen.seat:
        return []
    refused: dict[RefusalCode, tuple[Refusal, list[Card]]] = {}
    for card in sorted_hand(seen):
        rule = why_not(seen, PLAY[card])
        if rule is not None and rule.code in _DUTIES:
            refused.setdefault(rule.code, (rule, []))[1].append(card)
    in_turn = sorted(refused.values(), key=lambda found: found[0].code in _HIGHER)
    said = [(capital(_DUTIES[rule.code](t, rule, view)), cards) for rule, cards in in_turn]
    full = [
        t.gettext("{name}: {what}", name=", ".join(map(t.card, cards)), what=duty) for duty, cards in said
    ]
    return ["\n".join(full), "\n".join(duty for duty, _ in said), *(duty for duty, _ in said)] if said else []


def _although(t: Tongue, rule: Refusal, view: TableView | None) -> str:
    """Why a partner who is winning does not free: where only a trump of his would (beginner §play, AMB-E2)."""
    seen = view.seen if view else None
    if seen is None or seen.seat is None or seen.contract is None or rule.code not in _RUFFING:
        return ""
    if seen.rules.partner_exempt is not PartnerExempt.TRUMP or not seen.trick:
        return ""
    if leader_of(seen.contract, seen.trick) != partner_of(seen.rules, seen.seat):
        return ""
    return " " + t.gettext("Your partner is winning, but not with a trump.")


def _follow(t: Tongue, rule: Refusal, view: TableView | None) -> str:
    return t.gettext(
        "{suit} led, and you hold some. Play {cards}.",
        suit=_suit(t, rule.suit),
        cards=_cards(t, rule, view),
    )


def _rise(t: Tongue, rule: Refusal, view: TableView | None) -> str:
    return t.gettext("you can go higher. {beating}", beating=_beating(t, rule, view))


def _ruff(t: Tongue, rule: Refusal, view: TableView | None) -> str:
    return t.gettext("{void}, so you must ruff: {cards}.", void=_void(t, view), cards=_cards(t, rule, view))


def _overruff(t: Tongue, rule: Refusal, view: TableView | None) -> str:
    return t.gettext(
        "{void}, so you must ruff, and higher than {card}.", void=_void(t, view), card=t.card(rule.beat)
    )


def _ruff_higher(t: Tongue, rule: Refusal, view: TableView | None) -> str:
    return t.gettext("you can overruff. {beating}", beating=_beating(t, rule, view))


def _underruff(t: Tongue, rule: Refusal, view: TableView | None) -> str:
    return t.gettext(
        "{void}, so play a trump, even below {card}: {cards}.",
        void=_void(t, view),
        card=t.card(rule.beat),
        cards=_cards(t, rule, view),
    )


def _no_lower(t: Tongue, rule: Refusal, view: TableView | None) -> str:
    return t.gettext(
        "your partner is winning. A trump only above {card}, or another suit.", card=t.card(rule.beat)
    )


_HIGHER = (RefusalCode.MUST_RISE, RefusalCode.MUST_RUFF_HIGHER)
_RUFFING = (RefusalCode.MUST_RUFF, RefusalCode.MUST_OVERRUFF, RefusalCode.MUST_UNDERRUFF)
_DUTIES: dict[RefusalCode, Callable[[Tongue, Refusal, TableView | None], str]] = {
    RefusalCode.MUST_FOLLOW: _follow,
    RefusalCode.MUST_RISE: _rise,
    RefusalCode.MUST_RUFF: _ruff,
    RefusalCode.MUST_OVERRUFF: _overruff,
    RefusalCode.MUST_RUFF_HIGHER: _ruff_higher,
    RefusalCode.MUST_UNDERRUFF: _underruff,
    RefusalCode.NO_LOWER_TRUMP: _no_lower,
}
_OTHERS: dict[RefusalCode, _Sentence] = {
    RefusalCode.NO_DEAL: lambda t: t.gettext("The next cards are still being dealt."),
    RefusalCode.NOT_SEATED: REASONS[No.NOT_SEATED],
    RefusalCode.NOT_YOUR_TURN: lambda t: t.gettext("It is not your turn."),
    RefusalCode.WRONG_PHASE: lambda t: t.gettext("That has its time, but not now."),
    RefusalCode.NOT_HELD: lambda t: t.gettext("You do not hold this card."),
    RefusalCode.CALL_NOT_OFFERED: lambda t: t.gettext("That cannot be called now."),
    RefusalCode.SUIT_ALREADY_REFUSED: lambda t: t.gettext(
        "That suit was offered in round 1. Now name another, or pass."
    ),
    RefusalCode.NOT_THE_TURNED_SUIT: lambda t: t.gettext("In round 1 only the suit turned up can be taken."),
    RefusalCode.CALL_TOO_LOW: lambda t: t.gettext("Too low: call more than the last player, or pass."),
    RefusalCode.DOUBLED: lambda t: t.gettext("It is doubled: no more bids."),
    RefusalCode.NOT_YOURS_TO_DOUBLE: lambda t: t.gettext(
        "Only the other side may double, and only yours redouble."
    ),
    RefusalCode.MUST_CHOOSE: lambda t: t.gettext("Passing is over: you must choose a game."),
    RefusalCode.NO_SUCH_MELD: lambda t: t.gettext("You do not hold that meld."),
    RefusalCode.NOTHING_TO_SHOW: lambda t: t.gettext("You have nothing to show."),
    RefusalCode.NOT_PROVED: lambda t: t.gettext(
        "That cannot be proved from your cards. Only you read this; play on."
    ),
}


def _beating(t: Tongue, rule: Refusal, view: TableView | None) -> str:
    """ "♥️9 or ♥️J beat ♥️8." """
    allowed = _ordered(rule.cards, view)
    return t.ngettext(
        "{cards} beats {card}.",
        "{cards} beat {card}.",
        len(allowed),
        cards=_either(t, allowed),
        card=t.card(rule.beat),
    )


def _void(t: Tongue, view: TableView | None) -> str:
    """ "you have no diamond", of the suit that was led."""
    seen = view.seen if view else None
    led = suit_of(seen.trick[0].card) if seen and seen.trick else NO_SUIT
    missing: dict[Suit, str] = {
        0: t.gettext("you have no club"),
        1: t.gettext("you have no diamond"),
        2: t.gettext("you have no heart"),
        3: t.gettext("you have no spade"),
    }
    return missing.get(led, t.gettext("you cannot follow suit"))


def _suit(t: Tongue, suit: Suit) -> str:
    words: dict[Suit, str] = {
        0: t.pgettext("suit was led", "Clubs"),
        1: t.pgettext("suit was led", "Diamonds"),
        2: t.pgettext("suit was led", "Hearts"),
        3: t.pgettext("suit was led", "Spades"),
    }
    return words[suit]


def _cards(t: Tongue, rule: Refusal, view: TableView | None) -> str:
    return _either(t, _ordered(rule.cards, view))


def _ordered(cards: Hand, view: TableView | None) -> list[Card]:
    """The weakest first, so that "or" stands before the strongest."""
    seen = view.seen if view else None
    tables = tables_for(seen.rules, seen.contract) if seen and seen.contract else None
    return sorted(cards_of(cards), key=lambda card: tables.order[card] if tables else card)


def _either(t: Tongue, cards: list[Card]) -> str:
    """ "♥️7, ♥️9 or ♥️J"."""
    words = [t.card(card) for card in cards[:MOST_CARDS]]
    if len(words) < 2:
        return "".join(words)
    return t.gettext("{cards} or {last}", cards=", ".join(words[:-1]), last=words[-1])
