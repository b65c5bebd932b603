"""What the cards played and the words said prove about the hands they came from, without any counting."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from engine.belote import KING_QUEEN_SWAP, counts_when_led
from engine.cards import ACE, FULL_PACK, NO_SUIT, SUIT_MASKS, SUITS, Card, Hand, card_of
from engine.contracts import Tables, tables_for
from engine.dealing import receiver
from engine.melds import MeldKind, carre_points
from engine.observation import Observation
from engine.rules import DealPattern, MeldTable, Rules
from engine.seats import Seat, next_seat
from engine.state import MeldTold
from engine.trick import Played

_LENGTHS: Final = {MeldKind.TIERCE: (3,), MeldKind.CINQUANTE: (4,), MeldKind.CENT: (5, 6, 7, 8)}


class Evidence(NamedTuple):
    """By seat, changed while it is gathered."""

    all_played: Hand
    played: list[Hand]
    dealt: list[Hand]
    """Cards certainly dealt to it, whether they are played by now or not."""
    absent: list[Hand]
    """Cards it certainly does not hold."""


def gathered(obs: Observation) -> Evidence:
    """All that an observation's plays, calls of belote and announcements say. The viewer's own hand is not looked at,
    except to know where a card cannot be."""
    played = [0, 0, 0, 0]
    for _, plays in _tricks(obs):
        for seat, card in plays:
            played[seat] |= 1 << card
    evidence = Evidence(sum(played), played, list(played), [0, 0, 0, 0])
    if obs.contract is None or obs.columns:
        return evidence
    tables = tables_for(obs.rules, obs.contract)
    _from_play(tables, obs, evidence)
    if tables.belote_cards:
        _from_belotes(tables, obs, evidence)
    _from_turned(obs, evidence)
    for told in obs.melds:
        if told.seat != obs.seat:
            evidence.dealt[told.seat] |= told.cards or _common(obs, tables, told, evidence)
    return evidence


def _tricks(obs: Observation) -> Iterator[tuple[int, tuple[Played, ...]]]:
    """The cards of each trick with its number from 1, the current one last."""
    for number, trick in enumerate(obs.tricks, start=1):
        yield number, trick.plays
    yield len(obs.tricks) + 1, obs.trick


# --- duties ---


def _from_play(tables: Tables, obs: Observation, evidence: Evidence) -> None:
    beaters, absent = tables.beaters, evidence.absent
    for _, plays in _tricks(obs):
        if not plays:
            continue
        winner, best = plays[0]
        led = SUIT_MASKS[best >> 3]
        for seat, card in plays[1:]:
            higher = beaters[best]
            exempt = tables.partner[seat] == winner and bool(tables.exempt >> best & 1)
            absent[seat] |= ruled_out(tables, led, higher, card, exempt=exempt)
            if higher >> card & 1:
                winner, best = seat, card


def ruled_out(tables: Tables, led: Hand, higher: Hand, card: Card, *, exempt: bool) -> Hand:
    """The cards that cannot be in the hand from which `card` is played: with any one of them it were forbidden.

    `led` is the suit led, `higher` what beats the winning card; `exempt`: the partner is winning, and so frees from
    trumping.
    """
    beats = higher >> card & 1
    if led >> card & 1:
        return 0 if beats or not led & tables.rising else led & higher
    trumps = tables.trumps
    if beats or not trumps:
        return led
    if exempt:
        return led | trumps & higher if trumps >> card & 1 and tables.keeps_above else led
    if trumps >> card & 1 or tables.free_below:
        return led | trumps & higher
    return led | trumps


# --- belote ---


def _from_belotes(tables: Tables, obs: Observation, evidence: Evidence) -> None:
    """Who says it holds the other card of the pair; who plays king or queen and says nothing does not."""
    said = {(call.seat, call.card) for call in obs.belotes}
    led: list[int] = []
    before: Hand = 0
    for _, plays in _tricks(obs):
        led += [plays[0].card >> 3] if plays else []
        for seat, card in plays:
            other = 1 << (card ^ KING_QUEEN_SWAP)
            if tables.belote_cards >> card & 1 and not before & other:
                if (seat, card) in said:
                    evidence.dealt[seat] |= other
                elif counts_when_led(tables, card >> 3, led):
                    evidence.absent[seat] |= other
            before |= 1 << card


# --- the turned card ---


def _from_turned(obs: Observation, evidence: Evidence) -> None:
    rules, contract = obs.rules, obs.contract
    if rules.deal is DealPattern.TURN_UP and contract is not None:
        to = receiver(rules, obs.dealer, contract.taker, obs.round)
        # Nobody's: it was the first card of the second deal.
        seat = next_seat(rules, obs.dealer) if to is None else to
        evidence.dealt[seat] |= 1 << obs.turned


# --- announcements ---


def _common(obs: Observation, tables: Tables, told: MeldTold, evidence: Evidence) -> Hand:
    """The cards in every meld that this announcement may be."""
    common = FULL_PACK
    for cards in candidates(obs.rules, tables, told, may_be_dealt(obs, evidence, told.seat)):
        common &= cards
    return common


def may_be_dealt(obs: Observation, evidence: Evidence, seat: Seat) -> Hand:
    """The cards that may have been in a seat's hand of eight."""
    elsewhere = sum(evidence.dealt[other] for other in range(4) if other != seat)
    own = 0 if obs.seat in (None, seat) else obs.hand
    return FULL_PACK & ~elsewhere & ~own & ~(evidence.absent[seat] & ~evidence.played[seat])


def candidates(rules: Rules, tables: Tables, told: MeldTold, dealt: Hand) -> tuple[Hand, ...]:
    """Every set of cards out of `dealt` that may be the meld that was told."""
    if told.kind is MeldKind.CARRE:
        values = carre_points(rules, tables.mode)
        ranks = (
            [told.height] if told.height >= 0 else [rank for rank in values if values[rank] == told.points]
        )
        found = [sum(1 << card_of(suit, rank) for suit in SUITS) for rank in ranks]
    else:
        suits = SUITS if told.suit == NO_SUIT else (told.suit,)
        found = [cards << 8 * suit for suit in suits for cards in _runs(rules, told)]
    return tuple(cards for cards in found if not cards & ~dealt)


def _runs(rules: Rules, told: MeldTold) -> Iterator[Hand]:
    """The runs of one suit, as masks of clubs, that fit what was told."""
    lengths = (told.length,) if told.length else _LENGTHS[told.kind]
    for length in lengths[:1] if rules.meld_table is MeldTable.TENFOLD else lengths:
        tops = (told.height,) if told.height >= 0 else range(length - 1, ACE + 1)
        for top in tops:
            yield ((1 << length) - 1) << (top - length + 1)
