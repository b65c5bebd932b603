"""What a lesson says before a contract stands: what the turned card is worth to this hand, and who gets it."""

from engine.cards import ACE, JACK, NINE, SUIT_MASKS, SUITS, Card, Hand, card_of, cards_of, suit_of
from engine.observation import Observation
from service.telegram.calls import capital
from service.telegram.cast import Cast
from service.telegram.lesson.words import order_line, tables_of
from service.telegram.texts import Tongue

ENOUGH = 3
"""So many trumps, the jack or the nine among them, and a beginner may take."""


def auction_words(cast: Cast, seen: Observation) -> list[list[str]]:
    """Blocks for who is asked whether he takes."""
    t = cast.t
    if seen.round > 1:
        return [[_again(t, seen)], _all_suits(t, seen), [_thumb(t), _second(t, seen)]]
    suit = suit_of(seen.turned)
    return [
        [
            capital(
                t.gettext(
                    "Trumps {suit}, from the top: {order}.",
                    suit=t.suit(suit),
                    order=order_line(t, tables_of(seen, suit), suit),
                )
            )
        ],
        [_worth(t, seen, suit), _dealer(cast, seen)],
        [_thumb(t), _first(t, seen, suit)],
    ]


def taking_words(t: Tongue, seen: Observation) -> list[str]:
    """What it means to take, for who has not called yet."""
    return [
        t.gettext(
            "{card} lies face up. Who takes makes {suit} trumps: they beat all other suits. Then his side must get "
            "more points than the other side, which else writes all 162.",
            card=t.card(seen.turned),
            suit=t.suit(suit_of(seen.turned)),
        )
    ]


def trumps_with(seen: Observation, suit: int) -> Hand:
    """The cards of a suit that one will hold for sure if it becomes trump: the dealer picks the turned one up."""
    turned = 1 << seen.turned if seen.dealer == seen.seat else 0
    return (seen.hand | turned) & SUIT_MASKS[suit]


def strong(seen: Observation, suit: int) -> bool:
    """By the rule of thumb."""
    held = trumps_with(seen, suit)
    top = 1 << card_of(suit, JACK) | 1 << card_of(suit, NINE)
    return held.bit_count() >= ENOUGH and bool(held & top)


def best_suit(seen: Observation) -> int | None:
    """In round 2: the strongest of the suits that may be named, if one is strong enough."""
    fit = [suit for suit in SUITS if suit != suit_of(seen.turned) and strong(seen, suit)]
    return max(fit, key=lambda suit: _points(seen, suit), default=None)


def _points(seen: Observation, suit: int) -> int:
    points = tables_of(seen, suit).points
    return sum(points[card] for card in cards_of(trumps_with(seen, suit)))


def _again(t: Tongue, seen: Observation) -> str:
    return t.gettext(
        "Nobody took {suit}. Now each may make another suit trumps.", suit=t.suit(suit_of(seen.turned))
    )


def _all_suits(t: Tongue, seen: Observation) -> list[str]:
    return [_worth(t, seen, suit) for suit in reversed(SUITS) if suit != suit_of(seen.turned)]


def _worth(t: Tongue, seen: Observation, suit: int) -> str:
    """The trumps one would have, their points, and the aces beside them."""
    held = trumps_with(seen, suit)
    aces = sum(1 for other in SUITS if other != suit and seen.hand >> _ace(other) & 1)
    beside = t.ngettext("{n} ace beside", "{n} aces beside", aces)
    return capital(
        t.ngettext(
            "{suit}: {n} trump for you, {points} points; {beside}.",
            "{suit}: {n} trumps for you, {points} points; {beside}.",
            held.bit_count(),
            suit=t.suit(suit),
            points=_points(seen, suit),
            beside=beside,
        )
    )


def _ace(suit: int) -> Card:
    return card_of(suit, ACE)


def _dealer(cast: Cast, seen: Observation) -> str:
    t, card = cast.t, cast.t.card(seen.turned)
    if seen.dealer == seen.seat:
        return t.gettext("You deal, so {card} comes to you, whoever takes; it is counted here.", card=card)
    return t.gettext(
        "{card} goes to the dealer, whoever takes: {name}.", card=card, name=cast.name(seen.dealer)
    )


def _thumb(t: Tongue) -> str:
    return t.gettext(
        "Rule of thumb: take with three trumps, {jack} or {nine} among them.",
        jack=t.rank(JACK),
        nine=t.rank(NINE),
    )


def _first(t: Tongue, seen: Observation, suit: int) -> str:
    if strong(seen, suit):
        return t.gettext("👉 You have that: take {suit}.", suit=t.suit(suit))
    return t.gettext("👉 You have not: pass.")


def _second(t: Tongue, seen: Observation) -> str:
    suit = best_suit(seen)
    return t.gettext("👉 You have not: pass.") if suit is None else _first(t, seen, suit)
