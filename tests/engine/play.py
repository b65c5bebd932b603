"""Ways to play and to write positions down, shared by the tests of the engine."""

import random
from collections.abc import Iterator
from typing import NamedTuple

from engine.actions import Action, parse_action
from engine.cards import CARDS, Card, Hand, mask_of, parse_card
from engine.contracts import Contract, Mode, Tables
from engine.deal import permutation
from engine.events import Event
from engine.match import Match, apply, new_match, start_deal, to_act
from engine.melds import Meld, proposal
from engine.observation import legal_actions, observation
from engine.rules import Rules
from engine.seats import SEAT_LETTERS, parse_seat, seats_in_play
from engine.trick import Played


class Ply(NamedTuple):
    """One action of a game played by a test."""

    before: Match
    action: Action
    after: Match
    events: tuple[Event, ...]


def pack_of(seed: int) -> tuple[Card, ...]:
    """A pack, the same for the same number."""
    return permutation(seed.to_bytes(8, "big"))


def dealt(rules: Rules, seed: int, dealer: int | None = None) -> Match:
    """The first deal of a match, dealt."""
    seats = seats_in_play(rules)
    match = new_match(rules, seats[seed % len(seats)] if dealer is None else dealer)
    return start_deal(match, pack_of(seed))[0]


def random_deal(match: Match, seed: int) -> Iterator[Ply]:
    """Play a deal to its end, taking legal actions at random."""
    drawn = random.Random(seed)
    while match.deal is not None:
        action = drawn.choice(legal_actions(observation(match, to_act(match))))
        after, events = apply(match, action)
        yield Ply(match, action, after, events)
        match = after


def played_deal(rules: Rules, seed: int) -> list[Ply]:
    """A whole deal that was not passed out at once: seeds are tried in turn."""
    return list(random_deal(dealt(rules, seed), seed))


def after(match: Match, *texts: str) -> Match:
    """The match after these actions, given as texts."""
    for text in texts:
        match, _ = apply(match, parse_action(text))
    return match


def hand(codes: str) -> Hand:
    """`"7C JH"` as a set."""
    return mask_of(map(parse_card, codes.split()))


def plays(text: str) -> tuple[Played, ...]:
    """`"N:7C W:JH"` as plays."""
    pairs = (play.split(":") for play in text.split())
    return tuple(Played(parse_seat(seat), parse_card(card)) for seat, card in pairs)


def trump(letter: str, taker: str = "N") -> Contract:
    """A contract with a trump suit."""
    return Contract(parse_seat(taker), Mode.TRUMP, "CDHS".index(letter))


NO_TRUMP = Contract(0, Mode.NO_TRUMP)
ALL_TRUMP = Contract(0, Mode.ALL_TRUMP)


def pack_with(rules: Rules, dealer: str, hands: dict[str, str], turned: str = "") -> tuple[Card, ...]:
    """A pack of the four-handed deal in which the seats' first five cards begin with these.

    The turned card may be fixed; what is not named is filled up in ascending order.
    """
    order = _first_positions(rules, dealer)
    pack: dict[int, Card] = {}
    if turned:
        pack[20] = parse_card(turned)
    for letter, codes in hands.items():
        pack.update(zip(order[letter], map(parse_card, codes.split()), strict=False))
    left = iter(sorted(set(CARDS) - set(pack.values())))
    return tuple(pack[at] if at in pack else next(left) for at in range(32))


def _first_positions(rules: Rules, dealer: str) -> dict[str, list[int]]:
    # Dealing a pack in its natural order shows which position goes to whom.
    match = new_match(rules, parse_seat(dealer))
    started, _ = start_deal(match, tuple(CARDS))
    if started.deal is None:
        raise ValueError("no deal")
    dealt_hands = started.deal.hands
    return {
        letter: [card for card in CARDS if dealt_hands[seat] >> card & 1]
        for seat, letter in enumerate(SEAT_LETTERS)
    }


def one_meld(rules: Rules, tables: Tables, codes: str) -> Meld:
    """The one announcement these cards are."""
    (found,) = proposal(rules, tables, hand(codes))
    return found
