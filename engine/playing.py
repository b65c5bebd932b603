"""From the first card to the last trick."""

from typing import Final

from engine.announcing import announce, annuls, forget, judge, owes_showing, show
from engine.belote import belote_call
from engine.cards import CARDS, NO_CARD, Card
from engine.contracts import Tables
from engine.events import BeloteSaid, CardPlayed, Event, MeldsJudged, MeldsShown, MeldsTold, TrickTaken
from engine.finishing import finish, finish_played
from engine.scoring import Outcome, unscored
from engine.seats import Pair, Seat, sides
from engine.state import Column, Deal, Match, Melding, flip, new, next_ply
from engine.trick import PLAYED, Trick, winning

_EMPTY: Final = (0, 0, 0, 0)
_CARD_PLAYED: Final = tuple(tuple((CardPlayed(seat, card),) for card in CARDS) for seat in range(4))


def play_card(match: Match, deal: Deal, card: Card) -> tuple[Match, tuple[Event, ...]]:
    """The seat to act plays a card."""
    setup, seat, hands, leader, trick, tricks, points, won, belotes, melding, columns, reserves = deal
    tables = setup.tables
    trick = (*trick, PLAYED[seat][card])
    events: tuple[Event, ...] = _CARD_PLAYED[seat][card]
    if tables.belote_cards >> card & 1:
        said = belote_call(tables, belotes, tricks, trick, setup.dealt[seat])
        if said is not None:
            belotes = (*belotes, said)
            events = (*events, BeloteSaid(seat, said.suit, said.second))
    if tables.announcements and len(tricks) < 2:
        melding, more = _announcing(match, deal)
        events = (*events, *more)
    if columns:
        columns = _without(columns, seat, card)
    hands = flip(hands, seat, card)
    turn = tables.following[seat]
    after = new(
        Deal, (setup, turn, hands, leader, trick, tricks, points, won, belotes, melding, columns, reserves)
    )
    if len(trick) == tables.players:
        return _take_trick(match, after, events)
    # As `next_ply`, without another call.
    rules, deal_no, dealer, totals, pot, ply, phase, _, finished, winner = match
    played = new(Match, (rules, deal_no, dealer, totals, pot, ply + 1, phase, after, finished, winner))
    return played, events


def show_melds(match: Match, deal: Deal) -> tuple[Match, tuple[Event, ...]]:
    """The seat to act lays its announcements on the table."""
    melding, events = _shown(match, deal.setup.tables, deal.melding, deal.turn)
    return next_ply(match, deal._replace(melding=melding)), events


def _take_trick(match: Match, deal: Deal, events: tuple[Event, ...]) -> tuple[Match, tuple[Event, ...]]:
    setup, _, hands, _, trick, tricks, points, won, belotes, melding, columns, reserves = deal
    tables = setup.tables
    winner = winning(tables, trick).seat
    values, value = tables.points, 0
    for _, card in trick:
        value += values[card]
    side = tables.side[winner]
    tricks = (*tricks, new(Trick, (trick, winner, value)))
    points, won = _plus(points, side, value), _plus(won, side, 1)
    taken = new(
        Deal, (setup, winner, hands, winner, (), tricks, points, won, belotes, melding, columns, reserves)
    )
    return _after_trick(match, taken, (*events, new(TrickTaken, (winner, value, trick))))


def _after_trick(match: Match, deal: Deal, events: tuple[Event, ...]) -> tuple[Match, tuple[Event, ...]]:
    if deal.columns:
        deal = _turn_up(deal)
    if deal.setup.tables.announcements and len(deal.tricks) == 1:
        deal, events = _judge(match, deal, events)
        if annuls(deal.melding):
            return _annul(match, deal, events)
    after = next_ply(match, deal)
    if deal.hands != _EMPTY:
        return after, events
    over, more = finish_played(after, deal)
    return over, (*events, *more)


def _plus(pair: Pair, side: int, amount: int) -> Pair:
    return (pair[0], pair[1] + amount) if side else (pair[0] + amount, pair[1])


# --- announcements, in the first two tricks ---


def _announcing(match: Match, deal: Deal) -> tuple[Melding, tuple[Event, ...]]:
    rules, tables, seat, melding = match.rules, deal.setup.tables, deal.turn, deal.melding
    if not deal.tricks:
        melding = announce(rules, tables, melding, seat, deal.hands[seat])
        told = tuple(meld for meld in melding.told if meld.seat == seat)
        return melding, (MeldsTold(seat, told),) if told else ()
    if not owes_showing(melding, seat):
        return melding, ()
    if rules.auto_show_melds:
        return _shown(match, tables, melding, seat)
    melding = forget(rules, tables, melding)
    return melding, (MeldsJudged(melding.told),)


def _shown(match: Match, tables: Tables, melding: Melding, seat: Seat) -> tuple[Melding, tuple[Event, ...]]:
    melding = show(match.rules, tables, melding, seat)
    return melding, (
        MeldsShown(seat, tuple(meld for meld in melding.told if meld.seat == seat and meld.cards)),
    )


def _judge(match: Match, deal: Deal, events: tuple[Event, ...]) -> tuple[Deal, tuple[Event, ...]]:
    if not deal.melding.announced:
        return deal, events
    melding = judge(match.rules, deal.setup.tables, deal.melding)
    return deal._replace(melding=melding), (*events, MeldsJudged(melding.told))


def _annul(match: Match, deal: Deal, events: tuple[Event, ...]) -> tuple[Match, tuple[Event, ...]]:
    """Fours of sevens: the deal ends after its first trick (luxembourg §announcements, AMB-C16)."""
    contract = deal.setup.contract
    takers = None if contract is None else sides(match.rules)[contract.taker]
    over, more = finish(
        next_ply(match, deal), deal, unscored(Outcome.ANNULLED, match.pot, match.totals, takers)
    )
    return over, (*events, *more)


# --- two players: columns ---


def _without(
    columns: tuple[tuple[Column, ...], ...], seat: Seat, card: Card
) -> tuple[tuple[Column, ...], ...]:
    row = tuple(column._replace(open=NO_CARD) if column.open == card else column for column in columns[seat])
    return (*columns[:seat], row, *columns[seat + 1 :])


_FREED: Final = Column(NO_CARD, reserve=True)


def _turn_up(deal: Deal) -> Deal:
    """The trick is away: the freed reserves are turned up (two-player §play, AMB-B5)."""
    hands, columns, reserves = list(deal.hands), list(deal.columns), list(deal.reserves)
    for seat, row in enumerate(deal.columns):
        if _FREED in row:
            at = row.index(_FREED)
            card = reserves[seat][at]
            hands[seat] |= 1 << card
            columns[seat] = (*row[:at], Column(card, reserve=False), *row[at + 1 :])
            reserves[seat] = (*reserves[seat][:at], NO_CARD, *reserves[seat][at + 1 :])
    north, east, south, west = hands
    return deal._replace(hands=(north, east, south, west), columns=tuple(columns), reserves=tuple(reserves))
